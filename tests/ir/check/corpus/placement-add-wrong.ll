; expect: mmra-placement
; An addition touches no memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %w = add i32 %v, 1, !mmra !0
  store i32 %w, ptr addrspace(1) %flag, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
