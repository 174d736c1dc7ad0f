; mapping.md 10: make.buffer.rsrc takes a 64-bit size, of which these targets use the low 32 bits: 2^32 + 4 bytes become 4.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | %check || exit 1; done
; RUN: ! sed 's/i64 4294967300/i32 4/' %s | llvm-as-%version -o /dev/null 2>%t
; CHECK-LABEL: k:
; CHECK: s_mov_b32 s{{[0-9]*[02468]}}, 4{{$}}
; CHECK: buffer_load_{{dword|b32}}
define amdgpu_kernel void @k(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  %p = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %q, i16 0, i64 4294967300, i32 159744)
  %x = load i32, ptr addrspace(7) %p, align 4
  store i32 %x, ptr addrspace(1) %out
  ret void
}
