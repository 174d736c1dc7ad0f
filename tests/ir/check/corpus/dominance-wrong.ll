; expect: dominance
; A value of one branch, used behind both.
target triple = "amdgcn-amd-amdhsa"

define void @f(i1 %c, i32 %x, ptr addrspace(1) %p) {
entry:
  br i1 %c, label %left, label %join

left:
  %v = add i32 %x, 1
  br label %join

join:
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}
