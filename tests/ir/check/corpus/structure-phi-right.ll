; expect: nothing
; Two values for two cases of one switch.
target triple = "amdgcn-amd-amdhsa"

define void @f(i32 %i) {
entry:
  switch i32 %i, label %other [
    i32 1, label %join
    i32 2, label %join
  ]

other:
  br label %join

join:
  %v = phi i32 [ 0, %entry ], [ 0, %entry ], [ 1, %other ]
  ret void
}
