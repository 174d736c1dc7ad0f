; ISA2-rlx: a chain of three, relaxed
; Source: Maranget, Sarkar, Sewell: A Tutorial Introduction to the ARM and POWER Relaxed Memory Models, 2012 (names), C11 verdict
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0, @P2 wg 2 wave 0
; @Init: x = 0, y = 0, z = 0
; @Exists: P1:%r0 = 1 and P2:%r1 = 1 and P2:%r2 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4
@z = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x monotonic, align 4
  store atomic i32 1, ptr addrspace(1) @y monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  store atomic i32 1, ptr addrspace(1) @z monotonic, align 4
  br label %end
end:
  ret void
}

define void @P2() {
entry:
  %r1 = load atomic i32, ptr addrspace(1) @z monotonic, align 4
  %r2 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}
