; CoRR-of-plain: who has read an atomic write that comes after a plain one in location order does not read the plain one afterwards (A6)
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0, @P2 wg 2 wave 0
; @Init: x = 0, y = 0
; @Exists: P2:%r1 = 2 and P2:%r2 = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
  store i32 1, ptr addrspace(1) @x, align 4
  store atomic i32 1, ptr addrspace(1) @y release, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y acquire, align 4
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  store atomic i32 2, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}

define void @P2() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y acquire, align 4
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  %r2 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}
