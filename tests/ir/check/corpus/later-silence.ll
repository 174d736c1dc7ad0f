; expect: silence
; The first load is like the second but for its comment.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p) {
entry:
  %a = load i32, ptr addrspace(1) %p, align 4
  ; mmra-check: off dead-fence:
  %b = load i32, ptr addrspace(1) %p, align 4
  ret void
}
