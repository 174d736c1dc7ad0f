; expect: nothing
; Where control never comes anything may be used.
target triple = "amdgcn-amd-amdhsa"

define void @f(i32 %x, ptr addrspace(1) %p) {
entry:
  br label %end

never:
  %v = add i32 %w, 1
  %w = add i32 %v, 1
  br label %end

end:
  ret void
}
