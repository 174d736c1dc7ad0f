; expect: nothing
; More than one tag are a tuple of tuples.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!"vulkan", !"nonprivate"}
