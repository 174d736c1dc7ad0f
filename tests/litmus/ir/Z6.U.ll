; Z6.U: Lahav et al., Repairing Sequential Consistency in C/C++11 (PLDI 2017): allowed, as happens-before through one location does not count
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0, @P2 wg 2 wave 0
; @Init: x = 0, y = 0
; @Exists: P1:%r0 = 1 and P1:%r1 = 3 and P2:%r0 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x seq_cst, align 4
  store atomic i32 1, ptr addrspace(1) @y release, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = atomicrmw add ptr addrspace(1) @y, i32 1 seq_cst, align 4
  %r1 = load atomic i32, ptr addrspace(1) @y monotonic, align 4
  ret void
}

define void @P2() {
entry:
  store atomic i32 3, ptr addrspace(1) @y seq_cst, align 4
  %r0 = load atomic i32, ptr addrspace(1) @x seq_cst, align 4
  ret void
}
