; expect: convergence-token
; Used before it is defined.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  %t = call token @llvm.experimental.convergence.anchor()
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
