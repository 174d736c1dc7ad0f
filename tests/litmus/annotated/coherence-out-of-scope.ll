; coherence-out-of-scope: a write of another workgroup, not in scope: the thread does not know its own write any more
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: P0:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x syncscope("workgroup") monotonic, align 4
  %r0 = load atomic i32, ptr addrspace(1) @x syncscope("workgroup") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  store atomic i32 2, ptr addrspace(1) @x syncscope("workgroup") monotonic, align 4
  ret void
}
