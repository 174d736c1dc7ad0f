; expect: mmra-cyclic
; Two nodes that contain each other.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!0, !2}
!2 = !{!"vulkan", !"nonprivate"}
