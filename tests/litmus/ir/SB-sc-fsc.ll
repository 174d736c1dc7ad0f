; SB-sc-fsc: accesses on one side, a fence on the other
; Source: Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11, PLDI 2017 (RC11)
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0
; @Exists: P0:%r0 = 0 and P1:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  store atomic i32 1, ptr addrspace(1) @x seq_cst, align 4
  %r0 = load atomic i32, ptr addrspace(1) @y seq_cst, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  store atomic i32 1, ptr addrspace(1) @y monotonic, align 4
  fence seq_cst
  %r1 = load atomic i32, ptr addrspace(1) @x monotonic, align 4
  br label %end
end:
  ret void
}
