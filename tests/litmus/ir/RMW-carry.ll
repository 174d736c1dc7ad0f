; RMW-carry: an increment carries beyond the first byte
; Source: LLVM Language Reference, atomicrmw
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 255
; @Exists: x = 257 and P1:%r0 = 256
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @x, i32 1 monotonic
  ret void
}

define void @P1() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @x, i32 1 monotonic
  ret void
}
