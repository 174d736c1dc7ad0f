; expect: store-readonly
; A load of the same memory and a store to other memory are right.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(4) %constants) {
entry:
  %a = load i32, ptr addrspace(4) %constants, align 4
  store i32 %a, ptr addrspace(1) %p, align 4
  store i32 %a, ptr addrspace(4) %constants, align 4
  ret void
}
