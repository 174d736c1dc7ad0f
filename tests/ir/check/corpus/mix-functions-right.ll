; expect: nothing
; Each function by itself: one with tokens, one without.
target triple = "amdgcn-amd-amdhsa"

define internal void @meet() noinline #4 {
entry:
  call void @llvm.amdgcn.wave.barrier() #0
  ret void
}

define amdgpu_kernel void @main() #4 {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  call void @meet() #0 [ "convergencectrl"(token %t) ]
  ret void
}

declare token @llvm.experimental.convergence.entry() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
