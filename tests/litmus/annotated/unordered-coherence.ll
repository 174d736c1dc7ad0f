; unordered-coherence: unordered accesses keep no coherence: a read after which its own thread writes may take a later increment
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: P0:%r0 = 3
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @x syncscope("agent") unordered, align 4
  store atomic i32 2, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @x, i32 1 syncscope("agent") monotonic, align 4
  ret void
}
