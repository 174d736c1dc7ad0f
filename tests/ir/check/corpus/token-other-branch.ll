; expect: convergence-token
; The token of the one branch, used in the other.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(i1 %c) #4 {
entry:
  br i1 %c, label %a, label %b

a:
  %t = call token @llvm.experimental.convergence.anchor()
  br label %done

b:
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %t) ]
  br label %done

done:
  ret void
}

declare token @llvm.experimental.convergence.entry() #1
declare token @llvm.experimental.convergence.anchor() #1

declare void @llvm.amdgcn.wave.barrier() #0

attributes #0 = { convergent nounwind }
attributes #1 = { convergent nounwind memory(none) }
attributes #4 = { convergent nounwind }
