; plain-then-unordered: a plain store races with the atomic one of another thread: the exchange after it reads undef (A5)
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: P1:%r0 = 2
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  store i32 2, ptr addrspace(1) @x, align 4
  %r0 = atomicrmw xchg ptr addrspace(1) @x, i32 3 syncscope("agent") monotonic, align 4
  ret void
}
