; expect: nothing
; A node may stand where it is used.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !{!"vulkan", !"nonprivate"}
  ret void
}

!0 = !{}
