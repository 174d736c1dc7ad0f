; mapping.md 10: llc aborts on s.barrier with a token for gfx12, and on all targets where the workgroup fits a wavefront.
; s.barrier.signal and s.barrier.wait with tokens do for gfx12, but not where the workgroup fits a wavefront: they abort
; there too, and wave.barrier does.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100; do %llc -mcpu=$c < %s | grep 's_barrier$' >/dev/null || exit 1; done
; RUN: ! %llc -mcpu=gfx1201 < %s >/dev/null 2>%t
; RUN: grep -q 'Cannot mix controlled and uncontrolled convergence' %t
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do sed 's/256,256/32,32/' %s | %llc -mcpu=$c >/dev/null 2>%t && exit 1; grep -q 'Cannot mix controlled' %t || exit 1; done
; RUN: sed 's/@llvm.amdgcn.s.barrier()/@llvm.amdgcn.s.barrier.signal(i32 -1)/' %s > %t.signal.ll
; RUN: sed 's/@llvm.amdgcn.wave.barrier()/@llvm.amdgcn.s.barrier.wait(i16 -1)/' %t.signal.ll > %t.split.ll
; RUN: %llc -mcpu=gfx1201 < %t.split.ll | %check
; RUN: ! sed 's/256,256/32,32/' %t.split.ll | %llc -mcpu=gfx1201 >/dev/null 2>%t
; RUN: for c in gfx942 gfx1201; do sed 's/256,256/32,32/; /s.barrier()/d' %s | %llc -mcpu=$c | grep '; wave barrier' >/dev/null || exit 1; done
; CHECK: s_barrier_signal -1
; CHECK: s_barrier_wait -1
define amdgpu_kernel void @k() #0 {
  %entry = call token @llvm.experimental.convergence.entry()
  call void @llvm.amdgcn.s.barrier() [ "convergencectrl"(token %entry) ]
  call void @llvm.amdgcn.wave.barrier() [ "convergencectrl"(token %entry) ]
  ret void
}

declare token @llvm.experimental.convergence.entry()

attributes #0 = { convergent "amdgpu-flat-work-group-size"="256,256" }
