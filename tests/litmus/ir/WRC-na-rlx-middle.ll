; WRC-na-rlx-middle: the middle does not acquire: a race
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0, @P2 wg 2 wave 0
; @Init: x = 0, y = 0, z = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4
@z = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  store atomic i32 1, ptr addrspace(1) @z release, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @z monotonic, align 4
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  store atomic i32 1, ptr addrspace(1) @y release, align 4
  br label %end
end:
  ret void
}

define void @P2() {
entry:
  %r1 = load atomic i32, ptr addrspace(1) @y acquire, align 4
  %c0 = icmp eq i32 %r1, 1
  br i1 %c0, label %then0, label %end
then0:
  %r2 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
