; system-order-both-ways: two threads, each before the other: no execution
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @SystemOrder: @P0 @P1 @P1 @P0
; @Exists: P0:%r0 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  ret void
}
