; mapping.md 10: globals in local memory take `poison` (or `undef`) for an initializer, and nothing else.
; RUN: %llc -mcpu=gfx942 < %s >/dev/null
; RUN: ! sed 's/poison/zeroinitializer/' %s | %llc -mcpu=gfx942 2>%t >/dev/null
; RUN: grep -q 'error: shared: unsupported initializer for address space' %t
; RUN: ! sed 's/poison/5/' %s | %llc -mcpu=gfx1201 2>%t >/dev/null
; RUN: grep -q 'error: shared: unsupported initializer for address space' %t
@shared = internal addrspace(3) global i32 poison, align 4

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(3) @shared, align 4
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
