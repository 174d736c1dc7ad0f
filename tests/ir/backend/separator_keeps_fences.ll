; mapping.md 9: `call void asm sideeffect "", ""()` after the first fence keeps both through opt -O2, and leaves nothing in
; the ISA.
; RUN: %opt -O2 %s | %check
; RUN: %opt -O2 %s | %llc -mcpu=gfx942 | %check --check-prefix=ISA
; RUN: for c in gfx942 gfx1100 gfx1201; do %llc -mcpu=$c < %s | grep -P '^\t[a-z]+_' > %t.with; grep -v 'asm sideeffect' %s | %llc -mcpu=$c | grep -P '^\t[a-z]+_' > %t.without; cmp %t.with %t.without || exit 1; done

; CHECK-LABEL: @separated(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL:![0-9]+]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL:![0-9]+]]
; CHECK-NEXT: ret void
; ISA-LABEL: separated:
; ISA: buffer_wbl2 sc1
; ISA: s_endpgm
define amdgpu_kernel void @separated() {
  fence syncscope("agent") release, !mmra !0
  call void asm sideeffect "", ""()
  fence syncscope("agent") release, !mmra !1
  ret void
}

; CHECK-LABEL: @separated_across_a_branch(
; CHECK: fence syncscope("agent") release, !mmra [[GLOBAL]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @separated_across_a_branch(i1 %c) {
  fence syncscope("agent") release, !mmra !0
  call void asm sideeffect "", ""()
  br i1 %c, label %a, label %b

a:
  br label %b

b:
  fence syncscope("agent") release, !mmra !1
  ret void
}

; So do a barrier, a volatile access and an atomic one.
; CHECK-LABEL: @kept_by_others(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL]]
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL]]
; CHECK-NEXT: load volatile
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL]]
; CHECK-NEXT: load atomic
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL]]
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @kept_by_others(ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("agent") release, !mmra !1
  %x = load volatile i32, ptr addrspace(1) %p, align 4
  fence syncscope("agent") release, !mmra !0
  %y = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  fence syncscope("agent") release, !mmra !1
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("agent") release, !mmra !0
  ret void
}

; CHECK-DAG: [[GLOBAL]] = !{!"amdgpu-synchronize-as", !"global"}
; CHECK-DAG: [[LOCAL]] = !{!"amdgpu-synchronize-as", !"local"}
!0 = !{!"amdgpu-synchronize-as", !"global"}
!1 = !{!"amdgpu-synchronize-as", !"local"}
