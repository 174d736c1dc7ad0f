; global-and-local-together: a thread end releases both address spaces, also to an access tagged for local
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @SystemOrder: @P0 @P1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = load i32, ptr addrspace(1) @x, align 4, !mmra !0
  ret void
}

define void @P1() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"local"}
