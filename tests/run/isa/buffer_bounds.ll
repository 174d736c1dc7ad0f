; --abi=buffer: the size of a buffer is cut to what a resource can take, and an offset of 2^32 bytes or more does not wrap around
; into the buffer: it stands still behind the last byte.
; RUN: %translate robust-reads.spv --abi=buffer --mcpu=gfx1100 | %check --check-prefix=IR
; RUN: %translate robust-reads.spv --abi=buffer --mcpu=gfx1100 | opt-%version -O2 -S | %check --check-prefix=OPT
; RUN: for c in gfx942 gfx1100 gfx1201; do %translate robust-reads.spv --abi=buffer --mcpu=$c | opt-%version -O2 | llc-%version -o - | %check; done
; IR: [[SIZE:%[0-9]+]] = call i64 @llvm.umin.i64(i64 %size.{{[0-9]+}}, i64 4294967040)
; IR: = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %{{.*}}, i16 0, i64 [[SIZE]], i32 822243328)
; words[0x7fffffff] begins at 0x1fffffffc: -256 is where an offset stands still
; OPT: getelementptr{{.*}} i8, ptr addrspace(7) %buffer.{{[0-9]+}}, i32 -256
; CHECK-LABEL: main:
; CHECK-NOT: {{global|flat}}_{{load|store}}
; CHECK: s_endpgm
