; expect: mmra-cyclic
; A distinct node in the way of loop metadata is no set of tags.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"vulkan", !"private"}
