; expect: convergence-mix
; A function that reaches a barrier is called without a token, beside a barrier that has one.
target triple = "amdgcn-amd-amdhsa"

define internal void @meet() #4 {
entry:
  call void @llvm.amdgcn.wave.barrier() #0
  ret void
}

define amdgpu_kernel void @main() #4 {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  call void @meet() #0
  ret void
}

declare token @llvm.experimental.convergence.entry() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
