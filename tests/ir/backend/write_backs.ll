; mapping.md 10: LLVM 22 does not count the write-back of a release, and waits for nothing behind it if nothing else is in flight;
; LLVM 23 waits.
; RUN: for c in gfx942 gfx950; do %llc -mcpu=$c < %s | %check --check-prefix=LLVM%version || exit 1; done
; LLVM22: buffer_wbl2 sc1
; LLVM22-NOT: vmcnt
; LLVM22: global_store_dword
; LLVM23: buffer_wbl2 sc1
; LLVM23-NEXT: s_waitcnt vmcnt(0)
; LLVM23: global_store_dword
define amdgpu_kernel void @release(ptr addrspace(1) %p) {
  fence syncscope("agent") release
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  ret void
}
