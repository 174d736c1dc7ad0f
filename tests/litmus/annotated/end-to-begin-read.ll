; end-to-begin-read: the end of a thread is before the beginning of the next: read, then written
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @SystemOrder: @P0 @P1
; @Exists: P0:%r0 = 2
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  ret void
}

define void @P1() {
entry:
  store i32 2, ptr addrspace(1) @x, align 4
  ret void
}
