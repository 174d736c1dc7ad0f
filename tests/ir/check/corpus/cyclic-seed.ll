; expect: mmra-cyclic
; The document itself prints such a set.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!2 = !{!0, !2}
