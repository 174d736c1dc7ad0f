; expect: readonly-shared
; The parameter of a helper, with the accesses in the helper.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @helper(ptr addrspace(1) %p, ptr addrspace(1) %flag)
  ret void
}

define internal void @helper(ptr addrspace(1) readonly %q, ptr addrspace(1) %r) {
entry:
  %v = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %r, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
