; expect: nothing
; A set of one tag may be a tuple of one tuple.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!1}
!1 = !{!"vulkan", !"nonprivate"}
