; expect: mmra-shape
; Sets do not nest.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") acquire, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!2, !3}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"nonprivate"}
