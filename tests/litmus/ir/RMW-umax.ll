; RMW-umax: maximum
; Source: LLVM Language Reference, Memory Model for Concurrent Operations
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Forall: x = 3
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = atomicrmw umax ptr addrspace(1) @x, i32 3 monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r1 = atomicrmw umax ptr addrspace(1) @x, i32 2 monotonic, align 4
  br label %end
end:
  ret void
}
