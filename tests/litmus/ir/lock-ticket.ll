; lock-ticket: a ticket lock
; Source: Batty, Owens, Sarkar, Sewell, Weber: Mathematizing C++ Concurrency, POPL 2011
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: in = 0, out = 0, x = 0
; @Forall: x = 2
target triple = "amdgcn-amd-amdhsa"

@in = addrspace(1) global i32 0, align 4
@out = addrspace(1) global i32 0, align 4
@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %t = atomicrmw add ptr addrspace(1) @in, i32 1 monotonic, align 4
  br label %loop
loop:
  %s = load atomic i32, ptr addrspace(1) @out acquire, align 4
  %c = icmp eq i32 %s, %t
  br i1 %c, label %done0, label %loop
done0:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  %r1 = add i32 %r0, 1
  store i32 %r1, ptr addrspace(1) @x, align 4
  %n = add i32 %t, 1
  store atomic i32 %n, ptr addrspace(1) @out release, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %t = atomicrmw add ptr addrspace(1) @in, i32 1 monotonic, align 4
  br label %loop
loop:
  %s = load atomic i32, ptr addrspace(1) @out acquire, align 4
  %c = icmp eq i32 %s, %t
  br i1 %c, label %done0, label %loop
done0:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  %r1 = add i32 %r0, 1
  store i32 %r1, ptr addrspace(1) @x, align 4
  %n = add i32 %t, 1
  store atomic i32 %n, ptr addrspace(1) @out release, align 4
  br label %end
end:
  ret void
}
