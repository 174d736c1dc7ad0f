; newer-out-of-scope: a store and an increment that are not in scope of each other: neither hides the other at the end (A7)
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: x = 2
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 2, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @x, i32 1 syncscope("workgroup") monotonic, align 4
  ret void
}
