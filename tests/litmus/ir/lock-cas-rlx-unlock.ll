; lock-cas-rlx-unlock: unlocked without a release
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: l = 0, x = 0
target triple = "amdgcn-amd-amdhsa"

@l = addrspace(1) global i32 0, align 4
@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  br label %loop
loop:
  %o.pair = cmpxchg ptr addrspace(1) @l, i32 0, i32 1 acquire monotonic, align 4
  %o = extractvalue { i32, i1 } %o.pair, 0
  %o.ok = extractvalue { i32, i1 } %o.pair, 1
  br i1 %o.ok, label %done0, label %loop
done0:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  %r1 = add i32 %r0, 1
  store i32 %r1, ptr addrspace(1) @x, align 4
  store atomic i32 0, ptr addrspace(1) @l monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  br label %loop
loop:
  %o.pair = cmpxchg ptr addrspace(1) @l, i32 0, i32 1 acquire monotonic, align 4
  %o = extractvalue { i32, i1 } %o.pair, 0
  %o.ok = extractvalue { i32, i1 } %o.pair, 1
  br i1 %o.ok, label %done0, label %loop
done0:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  %r1 = add i32 %r0, 1
  store i32 %r1, ptr addrspace(1) @x, align 4
  store atomic i32 0, ptr addrspace(1) @l monotonic, align 4
  br label %end
end:
  ret void
}
