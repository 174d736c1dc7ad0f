; own-reads-tags: tags do not break coherence of one thread's own reads
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: P0:%r0 = 1 and P0:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @x syncscope("agent") monotonic, align 4, !mmra !0
  %r1 = load atomic i32, ptr addrspace(1) @x syncscope("agent") monotonic, align 4, !mmra !1
  ret void
}

define void @P1() {
entry:
  store atomic i32 1, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"private"}
!1 = !{!"vulkan", !"nonprivate"}
