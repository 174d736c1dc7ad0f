; RMW-two-increments: no increment is lost
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Forall: x = 2 and ((P0:%r0 = 0 and P1:%r1 = 1) or (P0:%r0 = 1 and P1:%r1 = 0))
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @x, i32 1 monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r1 = atomicrmw add ptr addrspace(1) @x, i32 1 monotonic, align 4
  br label %end
end:
  ret void
}
