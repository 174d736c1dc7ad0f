;--- lost-local-right.ll
; expect: nothing
; options: lost-ordering=note
; The fence covers both.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- lost-local-wrong.ll
; expect: lost-ordering
; options: lost-ordering=note
; The only fence covers global memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
;--- lost-off.ll
; expect: nothing
; Private is the norm of SPIR-V, so the rule is off unless it is asked for.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
;--- lost-store-right.ll
; expect: nothing
; options: lost-ordering=note
; The release orders the payload.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- lost-store-wrong.ll
; expect: lost-ordering
; options: lost-ordering=note
; No synchronizing operation orders the payload.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
;--- noalias-atomic.ll
; expect: noalias-shared
; An atomic access through the pointer is non-private as well.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noalias %p, ptr addrspace(1) %flag) {
entry:
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- noalias-derived.ll
; expect: noalias-shared
; The access is through an address made from the pointer.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noalias %p, ptr addrspace(1) %flag) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 8
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- noalias-none.ll
; expect: nothing
; Without the attribute.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- noalias-nonprivate.ll
; expect: noalias-shared
; With noalias LLVM may load before the acquire.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noalias %p, ptr addrspace(1) %flag) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- noalias-private.ll
; expect: nothing
; Private accesses have no order to lose.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noalias %p, ptr addrspace(1) %flag) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !1
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- readonly-helper.ll
; expect: readonly-shared
; The parameter of a helper, with the accesses in the helper.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @helper(ptr addrspace(1) %p, ptr addrspace(1) %flag)
  ret void
}

define internal void @helper(ptr addrspace(1) readonly %q, ptr addrspace(1) %r) {
entry:
  %v = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %r, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- readonly-nobody-writes.ll
; expect: nothing
; Nobody in the module writes global memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) readonly %p, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(3) %l, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- readonly-nonprivate.ll
; expect: readonly-shared
; With readonly LLVM may load before the acquire.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) readonly %p, ptr addrspace(1) %flag) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- readonly-private.ll
; expect: nothing
; Private accesses have no order to lose.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) readonly %p, ptr addrspace(1) %flag) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !1
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
;--- unneeded-none.ll
; expect: nothing
; options: suggest
; The release says that it need not make available.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
;--- unneeded-plain.ll
; expect: nothing
; options: suggest
; A plain write needs it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
;--- unneeded-release.ll
; expect: av-unneeded
; options: suggest
; All payload is atomic and so available by itself.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
