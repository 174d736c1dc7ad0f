; RS-rmw: a read-modify-write continues the release sequence
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0, @P2 wg 2 wave 0
; @Init: x = 0, y = 0
; @Exists: P2:%r0 = 2 and P2:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  store atomic i32 1, ptr addrspace(1) @y release, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %t.pair = cmpxchg ptr addrspace(1) @y, i32 1, i32 2 monotonic monotonic, align 4
  %t = extractvalue { i32, i1 } %t.pair, 0
  %t.ok = extractvalue { i32, i1 } %t.pair, 1
  br label %end
end:
  ret void
}

define void @P2() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y acquire, align 4
  %c0 = icmp eq i32 %r0, 2
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
