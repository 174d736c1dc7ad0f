; RMW-store-between: no store comes between the read and the write
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: x = 1
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
  store atomic i32 5, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}
