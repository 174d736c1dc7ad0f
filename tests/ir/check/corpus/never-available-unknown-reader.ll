; expect: never-available
; Nobody knows where the pointer comes from that is read through.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %table, ptr addrspace(1) %flag) {
entry:
  %q = load ptr addrspace(1), ptr addrspace(4) %table, align 8, !mmra !2
  %v = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!3, !0}
!2 = !{!"vulkan", !"private"}
!3 = !{!"amdgcn-av", !"none"}
