; expect: nothing
; Silenced like any other rule.
target triple = "amdgcn-amd-amdhsa"

define void @f(<2 x i32> %v) {
  ; mmra-check: off operand-type: it is generated so
  %p = inttoptr <2 x i32> %v to ptr
  ret void
}
