; mapping.md 8: LLVM drops metadata kinds that it does not know: !thread.private costs nothing downstream.
; RUN: llvm-as-%version %s -o - | opt-%version -passes=verify -S | %check
; RUN: for c in gfx942 gfx1201; do %llc -mcpu=$c < %s | grep -P '^\t[a-z]+_' > %t.with; sed 's/, !thread.private !0$//' %s | %llc -mcpu=$c | grep -P '^\t[a-z]+_' > %t.without; test -s %t.with && cmp %t.with %t.without || exit 1; done
; CHECK: store i32 %v, {{.*}}, !thread.private
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v, i32 %i) {
  %a = alloca [4 x i32], align 4, addrspace(5)
  %q = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store i32 %v, ptr addrspace(5) %q, align 4, !thread.private !0
  %r = getelementptr i32, ptr addrspace(5) %a, i32 %v
  %x = load i32, ptr addrspace(5) %r, align 4, !thread.private !0
  store i32 %x, ptr addrspace(1) %p, align 4
  ret void
}

!0 = !{}
