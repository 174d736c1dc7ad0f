; mapping.md 3: atomic vectors, i128 and under-aligned scalars are errors in llc, so that the memory map splits them. LLVM 23
; takes vectors of 32 bits.
; RUN: refused() { for k in load store; do for a in 0 1 3; do sed "s/TYPE/$1/g; s/ALIGN/$2/; s/addrspace(1)/addrspace($a)/; /@$k(/,/^}/!{/^define/,/^}/d}" %s > %t.ll; %llc -mcpu=gfx942 < %t.ll >/dev/null 2>&1 && return 1; done; done; return 0; }; ! refused i32 4 && refused i128 16 && refused '<2 x i32>' 8 && refused '<4 x i32>' 16 && { [ %version -ge 23 ] || refused '<2 x half>' 4; } && refused i32 2 && refused i64 4 && refused i16 1
define void @load(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = load atomic TYPE, ptr addrspace(1) %p syncscope("agent") monotonic, align ALIGN
  store TYPE %x, ptr addrspace(1) %q
  ret void
}

define void @store(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = load TYPE, ptr addrspace(1) %q
  store atomic TYPE %x, ptr addrspace(1) %p syncscope("agent") monotonic, align ALIGN
  ret void
}
