; mapping.md 10: once one convergent call of a function has a convergence token, every one needs it.
; RUN: ! llvm-as-%version %s -o /dev/null 2>%t
; RUN: grep -q 'Cannot mix controlled and uncontrolled convergence in the same function' %t
; RUN: sed 's/call void @llvm.amdgcn.wave.barrier()$/& [ "convergencectrl"(token %entry) ]/' %s | llvm-as-%version -o /dev/null
define amdgpu_kernel void @k() convergent {
  %entry = call token @llvm.experimental.convergence.entry()
  call void @llvm.amdgcn.s.barrier() [ "convergencectrl"(token %entry) ]
  call void @llvm.amdgcn.wave.barrier()
  ret void
}

declare token @llvm.experimental.convergence.entry()
