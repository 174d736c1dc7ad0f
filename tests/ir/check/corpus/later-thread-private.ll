; expect: thread-private-shared
; The same load without the mark is right.
target triple = "amdgcn-amd-amdhsa"

@l = internal addrspace(3) global [64 x i32] poison, align 16

define amdgpu_kernel void @main(ptr addrspace(1) %p) {
entry:
  %a = load i32, ptr addrspace(3) @l, align 4
  %b = load i32, ptr addrspace(3) @l, align 4, !thread.private !0
  store i32 %b, ptr addrspace(1) %p, align 4
  ret void
}

!0 = !{}
