; writes-not-pairwise: the read is in scope of both writes, but these are not in scope of each other: undef (A5)
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0, @P2 wg 0 wave 1
; @Init: x = 0, f = 0
; @Exists: P2:%r = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@f = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x syncscope("workgroup") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  store atomic i32 2, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}

define void @P2() {
entry:
  %r = load atomic i32, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!"amdgcn-av", !"none"}
