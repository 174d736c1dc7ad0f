; LB-data-rlx: a dependency on one side
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
; @Exists: P0:%r0 = 1 and P1:%r1 = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  store atomic i32 %r0, ptr addrspace(1) @y monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r1 = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  store atomic i32 1, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}
