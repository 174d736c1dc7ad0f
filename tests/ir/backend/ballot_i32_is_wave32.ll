; mapping.md 10: llvm.amdgcn.ballot.i32 exists on wave32 only.
; RUN: for c in gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s >/dev/null || exit 1; done
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do ! %llc -mcpu=$c -mattr=+wavefrontsize64 < %s >/dev/null 2>%t || exit 1; grep -q 'Cannot select' %t || exit 1; done
; RUN: for c in gfx90a gfx942; do sed 's/i32/i64/g' %s | %llc -mcpu=$c >/dev/null || exit 1; done
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c) {
  %b = call i32 @llvm.amdgcn.ballot.i32(i1 %c)
  store i32 %b, ptr addrspace(1) %p
  ret void
}
