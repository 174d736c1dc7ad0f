; expect: mmra-placement
; An alloca makes memory and does not access it.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = alloca i32, align 4, addrspace(5), !mmra !0
  store i32 1, ptr addrspace(5) %v, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
