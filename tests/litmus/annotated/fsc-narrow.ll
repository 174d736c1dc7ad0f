; fsc-narrow: sequentially consistent fences that are not in scope of each other forbid nothing (store buffering)
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
; @Exists: P0:%r0 = 0 and P1:%r0 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  fence syncscope("workgroup") seq_cst
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") monotonic, align 4
  fence syncscope("workgroup") seq_cst
  %r0 = load atomic i32, ptr addrspace(1) @x syncscope("agent") monotonic, align 4
  ret void
}
