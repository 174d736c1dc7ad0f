; acquire-tagged-local-itself: the increment acquires for local memory alone: what comes before the release is not before it at its own location
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: y = 0
; @Exists: P0:%r0 = 0 and P1:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = load i32, ptr addrspace(1) @y, align 4
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") release, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @y, i32 10 syncscope("agent") acq_rel, align 4, !mmra !0
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"local"}
