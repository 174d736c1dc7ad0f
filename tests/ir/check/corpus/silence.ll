;--- silence-before.ll
; expect: nothing
; A comment before the second fence silences the rule.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ; mmra-check: off merged-fences: local memory alone matters here
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- silence-behind.ll
; expect: nothing
; A comment behind the fence does the same.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  fence syncscope("agent") release, !mmra !3 ; mmra-check: off merged-fences: local memory alone matters here
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- silence-function.ll
; expect: nothing
; A comment before the function silences the rule in all of it.
target triple = "amdgcn-amd-amdhsa"

; mmra-check: off merged-fences: this kernel is compiled without InstCombine
define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- silence-no-reason.ll
; expect: merged-fences silence
; Without a reason nothing is silenced.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ; mmra-check: off merged-fences
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- silence-other-rule.ll
; expect: merged-fences
; The comment silences another rule.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ; mmra-check: off dead-fence: not what is wrong here
  fence syncscope("agent") release, !mmra !3
  store i32 2, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
!3 = !{!4, !0}
!4 = !{!"amdgpu-synchronize-as", !"local"}
;--- silence-two-rules.ll
; expect: nothing
; Two rules at once.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  ; mmra-check: off both-private, av-none-no-effect: a test of what the target makes of it
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!1, !2, !3}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
!3 = !{!"vulkan", !"private"}
;--- silence-unknown-rule.ll
; expect: silence
; There is no such rule.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  ; mmra-check: off merge-fences: a slip of the pen
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
