; mapping.md 10: an unknown syncscope passes llvm-as, and fails in llc.
; RUN: llvm-as-%version %s -o /dev/null
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do ! %llc -mcpu=$c < %s >/dev/null 2>%t || exit 1; grep -q 'in function fences .*: Unsupported atomic synchronization scope' %t && grep -q 'in function loads .*: Unsupported' %t || exit 1; done
; RUN: sed 's/device/agent/' %s | %llc -mcpu=gfx942 >/dev/null
define amdgpu_kernel void @fences() {
  fence syncscope("device") acquire
  ret void
}

define amdgpu_kernel void @loads(ptr addrspace(1) %p) {
  %x = load atomic i32, ptr addrspace(1) %p syncscope("device") monotonic, align 4
  store i32 %x, ptr addrspace(1) %p
  ret void
}
