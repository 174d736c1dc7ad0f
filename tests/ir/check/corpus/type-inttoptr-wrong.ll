; expect: operand-type
; A pointer of a vector of integers.
target triple = "amdgcn-amd-amdhsa"

define void @f(<2 x i32> %v) {
  %p = inttoptr <2 x i32> %v to ptr
  ret void
}
