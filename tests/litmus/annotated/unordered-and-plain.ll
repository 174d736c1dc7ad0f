; unordered-and-plain: an unordered store and a plain one of another thread: undef at the end
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0
; @Exists: x = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 2, ptr addrspace(1) @x unordered, align 4
  ret void
}

define void @P1() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  ret void
}
