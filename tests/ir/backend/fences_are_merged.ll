; mapping.md 9: InstCombine merges fences with nothing between them and keeps the tags of the last alone, so that
; memoryBarrierBuffer(); memoryBarrierShared(); loses the first; dead loads, private stores and empty branches between
; them do not help. At system scope the stronger of two absorbs the other. What is left is not a union.
; RUN: %opt -O2 %s | %check
; RUN: %opt -O2 %s | %llc -mcpu=gfx942 | %check --check-prefix=ISA
; RUN: %llc -mcpu=gfx942 < %s | %check --check-prefix=BEFORE

; CHECK-LABEL: @same_scope_and_ordering(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL:![0-9]+]]
; CHECK-NEXT: ret void
; ISA-LABEL: same_scope_and_ordering:
; ISA-NOT: buffer_wbl2
; ISA: s_endpgm
; BEFORE-LABEL: same_scope_and_ordering:
; BEFORE: buffer_wbl2 sc1
; BEFORE: s_endpgm
define amdgpu_kernel void @same_scope_and_ordering() {
  fence syncscope("agent") release, !mmra !0
  fence syncscope("agent") release, !mmra !1
  ret void
}

; CHECK-LABEL: @system_scope(
; CHECK-NEXT: fence acq_rel, !mmra [[LOCAL]]
; CHECK-NEXT: ret void
; ISA-LABEL: system_scope:
define amdgpu_kernel void @system_scope() {
  fence acquire, !mmra !0
  fence acq_rel, !mmra !1
  ret void
}

; CHECK-LABEL: @singlethread_scope(
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[LOCAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @singlethread_scope() {
  fence syncscope("singlethread") acquire, !mmra !0
  fence syncscope("singlethread") acq_rel, !mmra !1
  ret void
}

; CHECK-LABEL: @dead_load(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @dead_load(ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !0
  %x = load i32, ptr addrspace(1) %p
  fence syncscope("agent") release, !mmra !1
  ret void
}

; CHECK-LABEL: @private_store(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @private_store() {
  %a = alloca i32, addrspace(5)
  fence syncscope("agent") release, !mmra !0
  store i32 0, ptr addrspace(5) %a
  fence syncscope("agent") release, !mmra !1
  ret void
}

; CHECK-LABEL: @empty_branch(
; CHECK: fence syncscope("agent") release, !mmra [[LOCAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @empty_branch(i1 %c) {
  fence syncscope("agent") release, !mmra !0
  br i1 %c, label %a, label %b

a:
  br label %b

b:
  fence syncscope("agent") release, !mmra !1
  ret void
}

; Other scopes and orderings are left alone.
; CHECK-LABEL: @different(
; CHECK-NEXT: fence syncscope("agent") acquire, !mmra [[GLOBAL:![0-9]+]]
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL]]
; CHECK-NEXT: fence syncscope("workgroup") release, !mmra [[GLOBAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @different() {
  fence syncscope("agent") acquire, !mmra !0
  fence syncscope("agent") release, !mmra !1
  fence syncscope("workgroup") release, !mmra !0
  ret void
}

; CHECK-DAG: [[GLOBAL]] = !{!"amdgpu-synchronize-as", !"global"}
; CHECK-DAG: [[LOCAL]] = !{!"amdgpu-synchronize-as", !"local"}
!0 = !{!"amdgpu-synchronize-as", !"global"}
!1 = !{!"amdgpu-synchronize-as", !"local"}
