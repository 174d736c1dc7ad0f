; expect: noalias-shared
; The access is through an address made from the pointer.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) noalias %p, ptr addrspace(1) %flag) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 8
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
