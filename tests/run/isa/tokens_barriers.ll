; --convergence=tokens: LLVM 22 cannot compile s.barrier with a token for gfx12, nor where the workgroup fits a wavefront; what
; stands for it depends on the processor and the size of subgroups. Where neither is known and it matters, it is refused.
; RUN: %translate barrier-in-branch.spv --convergence=tokens --mcpu=gfx1201 | %check --check-prefix=SMALL
; RUN: %translate barrier-in-branch.spv --convergence=tokens | %check --check-prefix=SMALL
; RUN: %translate convergence-loops.spv --convergence=tokens | %check --check-prefix=LARGE
; RUN: %translate convergence-loops.spv --convergence=tokens --mcpu=gfx1201 | %check --check-prefix=SPLIT
; RUN: %translate convergence-64.spv --convergence=tokens --mcpu=gfx942 | %check --check-prefix=SMALL
; RUN: %translate convergence-64.spv --convergence=tokens --mcpu=gfx1100 --wave=64 | %check --check-prefix=SMALL
; RUN: %translate convergence-64.spv --convergence=tokens --mcpu=gfx1100 | %check --check-prefix=LARGE
; RUN: %translate convergence-64.spv --convergence=tokens --wave=32 | %check --check-prefix=LARGE
; RUN: %translate convergence-64.spv --convergence=tokens 2>%t >/dev/null; [ $? = 4 ] && grep -q 'mcpu' %t
; SMALL-NOT: s.barrier
; SMALL: call void @llvm.amdgcn.wave.barrier()
; SMALL-NOT: s.barrier
; LARGE: call void @llvm.amdgcn.s.barrier()
; SPLIT: call void @llvm.amdgcn.s.barrier.signal(i32 -1)
; SPLIT-NEXT: call void @llvm.amdgcn.s.barrier.wait(i16 -1)
