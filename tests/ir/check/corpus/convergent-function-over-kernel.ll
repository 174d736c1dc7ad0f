; expect: convergent-function
; A kernel needs no mark, and hides nothing.
target triple = "amdgcn-amd-amdhsa"

define internal void @helper(ptr addrspace(1) %p) {
entry:
  call void @kernel(ptr addrspace(1) %p)
  ret void
}

define amdgpu_kernel void @kernel(ptr addrspace(1) %p) {
entry:
  call void @llvm.amdgcn.s.barrier()
  ret void
}

declare void @llvm.amdgcn.s.barrier() #0

attributes #0 = { convergent nounwind }
