; expect: nothing
; The attribute may stand at the call.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  call void @llvm.amdgcn.wave.barrier() #4
  ret void
}

declare void @llvm.amdgcn.wave.barrier() #3

attributes #3 = { nounwind }
attributes #4 = { convergent nounwind }
