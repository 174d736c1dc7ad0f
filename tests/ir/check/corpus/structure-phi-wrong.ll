; expect: block-structure
; A phi without a value for one of the branches.
target triple = "amdgcn-amd-amdhsa"

define void @f(i1 %c) {
entry:
  br i1 %c, label %left, label %join

left:
  br label %join

join:
  %v = phi i32 [ 0, %left ]
  ret void
}
