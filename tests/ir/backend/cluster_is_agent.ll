; mapping.md 1 and 10: LLVM 22 treats `cluster` as agent on these targets: the same ISA, which workgroup scope has not.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do for s in cluster agent workgroup; do sed "s/cluster/$s/" %s | %llc -mcpu=$c | grep -P '^\t[a-z]+_' > %t.$s; done; cmp %t.cluster %t.agent || exit 1; ! cmp -s %t.agent %t.workgroup || exit 1; done
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  store i32 1, ptr addrspace(1) %q
  fence syncscope("cluster") acq_rel
  %x = load atomic i32, ptr addrspace(1) %p syncscope("cluster") monotonic, align 4
  store i32 %x, ptr addrspace(1) %q
  ret void
}
