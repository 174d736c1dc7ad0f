; own-read-then-write: one thread's read does not see its later write to the same place, tags or not (A4)
; @Threads: @P0 wg 0 wave 0
; @Init: x = 0, f = 0
; @Exists: P0:%r = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@f = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r = load i32, ptr addrspace(1) @x, align 4, !mmra !0
  store i32 1, ptr addrspace(1) @x, align 4, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!"amdgcn-av", !"none"}
