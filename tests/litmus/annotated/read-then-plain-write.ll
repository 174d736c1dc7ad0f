; read-then-plain-write: after acquiring what was released, a plain store is the last
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: x = 3
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 2, ptr addrspace(1) @x syncscope("agent") release, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @x syncscope("agent") acquire, align 4
  %c0 = icmp eq i32 %r0, 2
  br i1 %c0, label %then0, label %end
then0:
  store i32 3, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
