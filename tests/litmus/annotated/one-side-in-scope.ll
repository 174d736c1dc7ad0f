; one-side-in-scope: the read is in scope of the write, not the write of the read: undef (A5 asks for both)
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: y = 0
; @Exists: P1:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @y syncscope("workgroup") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") monotonic, align 4
  ret void
}
