; expect: av-scope-value
; If the metadata is dropped, nothing says how far the store goes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"workgroup"}
!2 = !{!"vulkan", !"nonprivate"}
