; expect: signature
; A kernel that returns something.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel i32 @f() {
  ret i32 0
}
