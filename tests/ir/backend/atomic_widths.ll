; mapping.md 3: naturally aligned atomic loads and stores of these scalars are selected in address spaces 0, 1 and 3.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do for a in 0 1 3; do sed "s/addrspace(1)/addrspace($a)/g" %s | %llc -mcpu=$c >/dev/null || exit 1; done; done
define void @i8(ptr addrspace(1) %p) {
  %x = load atomic i8, ptr addrspace(1) %p syncscope("agent") monotonic, align 1
  store atomic i8 %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 1
  ret void
}
define void @i16(ptr addrspace(1) %p) {
  %x = load atomic i16, ptr addrspace(1) %p syncscope("agent") monotonic, align 2
  store atomic i16 %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 2
  ret void
}
define void @i32(ptr addrspace(1) %p) {
  %x = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  store atomic i32 %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  ret void
}
define void @i64(ptr addrspace(1) %p) {
  %x = load atomic i64, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
  store atomic i64 %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
  ret void
}
define void @half(ptr addrspace(1) %p) {
  %x = load atomic half, ptr addrspace(1) %p syncscope("agent") monotonic, align 2
  store atomic half %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 2
  ret void
}
define void @bfloat(ptr addrspace(1) %p) {
  %x = load atomic bfloat, ptr addrspace(1) %p syncscope("agent") monotonic, align 2
  store atomic bfloat %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 2
  ret void
}
define void @float(ptr addrspace(1) %p) {
  %x = load atomic float, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  store atomic float %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  ret void
}
define void @double(ptr addrspace(1) %p) {
  %x = load atomic double, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
  store atomic double %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
  ret void
}
define void @ptr(ptr addrspace(1) %p) {
  %x = load atomic ptr, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
  store atomic ptr %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
  ret void
}
