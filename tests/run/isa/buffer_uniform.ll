; --abi=buffer: uniform buffers have sizes and resources too, and so have descriptors in arrays.
; RUN: %translate robust-descriptors.spv --abi=buffer --mcpu=gfx1100 | %check --check-prefix=IR
; RUN: for c in gfx942 gfx1100 gfx1201; do %translate robust-descriptors.spv --abi=buffer --mcpu=$c | llc-%version -o - | %check; done
; IR: define amdgpu_kernel void @main(ptr addrspace(4) noundef align 16 %many, ptr addrspace(4) noundef align 4 %block, i64 noundef %size.[[BLOCK:[0-9]+]], ptr addrspace(4) noundef align 16 %blocks,
; IR: call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p4(ptr addrspace(4) %block,
; IR: load i64, ptr addrspace(4)
; IR: call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(
; IR: load i32, ptr addrspace(7) {{.*}}!invariant.load
; CHECK-LABEL: main:
; CHECK-NOT: global_{{load|store}}
; CHECK: s_endpgm
