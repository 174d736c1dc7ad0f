; RMW-two-cas: one of two compare-exchanges fails
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: P0:%r0 = 0 and P1:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0.pair = cmpxchg ptr addrspace(1) @x, i32 0, i32 1 monotonic monotonic, align 4
  %r0 = extractvalue { i32, i1 } %r0.pair, 0
  %r0.ok = extractvalue { i32, i1 } %r0.pair, 1
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r1.pair = cmpxchg ptr addrspace(1) @x, i32 0, i32 2 monotonic monotonic, align 4
  %r1 = extractvalue { i32, i1 } %r1.pair, 0
  %r1.ok = extractvalue { i32, i1 } %r1.pair, 1
  br label %end
end:
  ret void
}
