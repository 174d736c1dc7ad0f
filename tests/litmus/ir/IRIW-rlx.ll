; IRIW-rlx: independent reads of independent writes
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0, @P2 wg 2 wave 0, @P3 wg 3 wave 0
; @Init: x = 0, y = 0
; @Exists: P2:%r0 = 1 and P2:%r1 = 0 and P3:%r2 = 1 and P3:%r3 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  store atomic i32 1, ptr addrspace(1) @y monotonic, align 4
  br label %end
end:
  ret void
}

define void @P2() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  %r1 = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  br label %end
end:
  ret void
}

define void @P3() {
entry:
  %r2 = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  %r3 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}
