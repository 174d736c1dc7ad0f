; expect: nothing
; A token from above a loop, used in the loop's own token.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  br label %loop

loop:
  %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %h) ]
  br i1 %c, label %loop, label %done

done:
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1
declare token @llvm.experimental.convergence.loop() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
