; gone-round: a loop that nothing ends, into which what was read before leads
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
; @Exists: P1:%r1 = 1
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
  %r0 = load atomic i32, ptr addrspace(1) @y acquire, align 4
  %r1 = load i32, ptr addrspace(1) @x, align 4
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %end, label %loop
loop:
  br label %loop
end:
  ret void
}
