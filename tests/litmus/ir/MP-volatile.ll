; MP-volatile: volatile is not atomic: a race
; Source: LLVM Language Reference, Memory Model for Concurrent Operations
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store volatile i32 1, ptr addrspace(1) @x, align 4
  store volatile i32 1, ptr addrspace(1) @y, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r0 = load volatile i32, ptr addrspace(1) @y, align 4
  %r1 = load volatile i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
