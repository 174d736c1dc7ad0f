; expect: mmra-shape
; A set holds tuples, not prefix:value strings.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  fence syncscope("agent") acquire, !mmra !0
  ret void
}

!0 = !{!1, !"vulkan:nonprivate"}
!1 = !{!"amdgcn-av", !"none"}
