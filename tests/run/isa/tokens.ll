; --convergence=tokens: a call has the token of its loop, also in a block that leaves the loop (from where no way leads back to its
; header), or of the function; and opt -O2 leaves every barrier where it was.
; RUN: %translate convergence-loops.spv --convergence=tokens --mcpu=gfx942 | %check --check-prefix=IR
; RUN: %translate convergence-loops.spv --mcpu=gfx942 | (! grep -e convergencectrl -e noduplicate)
; RUN: for c in gfx942 gfx1100; do %translate convergence-loops.spv --convergence=tokens --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check --check-prefix=ISA; done
; RUN: %translate convergence-loops.spv --convergence=tokens --mcpu=gfx1201 | opt-%version -O2 | llc-%version -o - | %check --check-prefix=GFX12
; RUN: %translate convergence-loops.spv --convergence=tokens --mcpu=gfx942 | opt-%version -S -O2 | %check --check-prefix=OPT
; IR-LABEL: define internal i32 @"neighbour(u1;"
; IR: [[CALLEE:%[0-9]+]] = call token @llvm.experimental.convergence.entry()
; IR: call void @llvm.amdgcn.s.barrier() #{{[0-9]+}} [ "convergencectrl"(token [[CALLEE]]) ]
; IR-LABEL: define amdgpu_kernel void @main
; IR: [[ENTRY:%[0-9]+]] = call token @llvm.experimental.convergence.entry()
; IR: [[OUTER:%[0-9]+]] = call token @llvm.experimental.convergence.loop() #[[HEART:[0-9]+]] [ "convergencectrl"(token [[ENTRY]]) ]
; the block that leaves the outer loop
; IR: call void @llvm.amdgcn.s.barrier() #{{[0-9]+}} [ "convergencectrl"(token [[OUTER]]) ]
; IR: [[INNER:%[0-9]+]] = call token @llvm.experimental.convergence.loop() #[[HEART]] [ "convergencectrl"(token [[OUTER]]) ]
; IR: call i32 @"neighbour(u1;"(ptr addrspace(5) %param) #{{[0-9]+}} [ "convergencectrl"(token [[INNER]]) ]
; behind the loops
; IR: call void @llvm.amdgcn.s.barrier() #{{[0-9]+}} [ "convergencectrl"(token [[ENTRY]]) ]
; IR: call i32 @llvm.amdgcn.readfirstlane.i32(i32 %{{.*}}) #{{[0-9]+}} [ "convergencectrl"(token [[ENTRY]]) ]
; IR: call void @llvm.amdgcn.s.barrier() #{{[0-9]+}} [ "convergencectrl"(token [[ENTRY]]) ]
; IR: attributes #[[HEART]] = { convergent noduplicate }
; The function is inlined; a barrier where the outer loop is left, one behind it in the same block, two in the inner loop, and one at
; the end.
; OPT: [[ENTRY:%[0-9]+]] = {{.*}}call token @llvm.experimental.convergence.entry()
; OPT: [[OUTER:%[0-9]+]] = {{.*}}call token @llvm.experimental.convergence.loop() {{.*}}(token [[ENTRY]])
; OPT: s.barrier() {{.*}}(token [[OUTER]])
; OPT: s.barrier() {{.*}}(token [[ENTRY]])
; OPT: [[INNER:%[0-9]+]] = {{.*}}call token @llvm.experimental.convergence.loop() {{.*}}(token [[OUTER]])
; OPT: s.barrier() {{.*}}(token [[INNER]])
; OPT: s.barrier() {{.*}}(token [[INNER]])
; OPT: readfirstlane{{.*}}(token [[ENTRY]])
; OPT: s.barrier() {{.*}}(token [[ENTRY]])
; OPT-NOT: s.barrier() {{.*}}token
; OPT: ret void
; ISA-LABEL: main:
; ISA-COUNT-5: s_barrier
; ISA-NOT: s_barrier
; ISA: s_endpgm
; GFX12-LABEL: main:
; GFX12-COUNT-5: s_barrier_signal -1
; GFX12-NOT: s_barrier_signal
; GFX12: s_endpgm
