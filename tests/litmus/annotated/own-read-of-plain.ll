; own-read-of-plain: an atomic read of a plain store of its own thread, with an atomic store of another: undef
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: P0:%r0 = 2
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  %r0 = load atomic i32, ptr addrspace(1) @x syncscope("agent") acquire, align 4
  ret void
}

define void @P1() {
entry:
  store atomic i32 2, ptr addrspace(1) @x syncscope("agent") release, align 4
  ret void
}
