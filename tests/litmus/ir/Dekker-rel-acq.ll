; Dekker-rel-acq: with release and acquire both may
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: f = 0, g = 0, x = 0
target triple = "amdgcn-amd-amdhsa"

@f = addrspace(1) global i32 0, align 4
@g = addrspace(1) global i32 0, align 4
@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @f release, align 4
  %r0 = load atomic i32, ptr addrspace(1) @g acquire, align 4
  %c0 = icmp eq i32 %r0, 0
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(1) @x, align 4
  %r2 = add i32 %r1, 1
  store i32 %r2, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  store atomic i32 1, ptr addrspace(1) @g release, align 4
  %r0 = load atomic i32, ptr addrspace(1) @f acquire, align 4
  %c0 = icmp eq i32 %r0, 0
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(1) @x, align 4
  %r2 = add i32 %r1, 1
  store i32 %r2, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
