; expect: nothing
; LLVM declares an intrinsic that nothing declares, with its attributes.
target triple = "amdgcn-amd-amdhsa"

define void @f() convergent {
  call void @llvm.amdgcn.s.barrier()
  ret void
}
