; Constant expressions of all kinds: constants.sh has their twins, this is a seed of the fuzzers.
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Exists: P0:a = 4 and P0:b = 2 and P1:i = 1
target triple = "amdgcn-amd-amdhsa"

@data = addrspace(1) global { i32, [4 x i32] } { i32 7, [4 x i32] [i32 1, i32 2, i32 3, i32 4] }, align 4
@third = alias i32, getelementptr inbounds ({ i32, [4 x i32] }, ptr addrspace(1) @data, i64 0, i32 1, i64 2)

define void @P0() {
  %a = load i32, ptr addrspacecast (ptr addrspace(1) getelementptr nuw inrange(-4, 4) ({ i32, [4 x i32] }, ptr addrspace(1) @data, i64 0, i32 1, i64 3) to ptr), align 4
  %b = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @data, i64 24), i64 -16), align 4
  ret void
}

define void @P1() {
  %v = extractelement <2 x i64> <i64 ptrtoint (ptr addrspace(1) @data to i64), i64 sub (i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @data, i64 8) to i64), i64 ptrtoint (ptr addrspace(1) @data to i64))>, i32 1
  %i = icmp eq i64 %v, 8
  br i1 %i, label %a, label %b

a:
  br label %b

b:
  %p = phi i32 [ 0, %0 ], [ trunc (i64 xor (i64 ptrtoint (ptr addrspace(1) @data to i64), i64 -1) to i32), %a ]
  %r = load i32, ptr addrspace(1) @third, align 4
  ret void
}
