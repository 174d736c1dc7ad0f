; expect: alloca-address-space
; The stack of this target is not in address space 0.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4
  store i32 1, ptr %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
