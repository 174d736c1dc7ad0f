; mapping.md 5: on atomics LLVM 22 ignores `amdgpu-synchronize-as`: the same ISA with and without.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | grep -P '^\t[a-z]+_' > %t.with; sed 's/, !mmra !0$//' %s | %llc -mcpu=$c | grep -P '^\t[a-z]+_' > %t.without; test -s %t.with && cmp %t.with %t.without || exit 1; done
; RUN: ! sed 's/, !mmra !0$//' %s | cmp -s - %s
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %x = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
  store atomic i32 %x, ptr addrspace(1) %p syncscope("agent") release, align 4, !mmra !0
  %y = atomicrmw add ptr addrspace(3) %l, i32 %x syncscope("agent") acq_rel, align 4, !mmra !0
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"local"}
