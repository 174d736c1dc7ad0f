; expect: mmra-shape
; A null operand is no tag.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{null, !1}
!1 = !{!"vulkan", !"nonprivate"}
