; expect: nothing
; The access carries the tag, its address does not.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %a = getelementptr i32, ptr addrspace(1) %p, i32 4
  store i32 1, ptr addrspace(1) %a, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
