; release-tagged-local-itself: the increment releases for local memory alone: it is not before what follows the acquire at its own location, and reads undef
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: y = 0
; @Exists: P0:%r0 = 0 and P1:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @y, i32 1 syncscope("agent") acq_rel, align 4, !mmra !0
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") acquire, align 4
  store i32 9, ptr addrspace(1) @y, align 4
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"local"}
