; mapping.md 9: what LLVM could make neighbours, and then merge, is kept apart: an empty assembly after the first fence, if
; another of its scope with other tags may follow it, in the function, its callers or callees, or around a loop, on a path
; without a volatile or atomic access or a call that is surely kept.
; RUN: %passes separate | %check
; RUN: %passes separate | llvm-as-%version -o /dev/null
; RUN: %passes separate > %t.once; grep -v "^;" %t.once | $SMMRA_BUILD/bin/ir_passes separate | cmp - %t.once

; CHECK-LABEL: define void @dead_load(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL:![0-9]+]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: %x = load
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[LOCAL:![0-9]+]]
; CHECK-NEXT: ret void
define void @dead_load(ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !0
  %x = load i32, ptr addrspace(1) %p, align 4
  fence syncscope("agent") release, !mmra !1
  ret void
}

; Volatile and atomic accesses, barriers, and fences of other scopes and orderings suffice.
; CHECK-LABEL: define void @kept(
; CHECK-NOT: asm
; CHECK: ret void
define void @kept(ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !0
  %x = load volatile i32, ptr addrspace(1) %p, align 4
  fence syncscope("agent") release, !mmra !1
  store atomic i32 %x, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  fence syncscope("agent") release, !mmra !0
  %y = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  fence syncscope("agent") release, !mmra !1
  %z = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("agent") monotonic monotonic, align 4
  fence syncscope("agent") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("agent") release, !mmra !1
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("agent") release, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  fence syncscope("agent") release, !mmra !1
  fence syncscope("workgroup") release, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

; One separator is enough.
; CHECK-LABEL: define void @separated(
; CHECK-NEXT: fence
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: fence
; CHECK-NEXT: ret void
define void @separated() {
  fence syncscope("agent") release, !mmra !0
  call void asm sideeffect "", ""()
  fence syncscope("agent") release, !mmra !1
  ret void
}

; --explain says why.
; CHECK-LABEL: define void @explained(
; CHECK-NEXT: ; a buffer barrier
; CHECK-NEXT: fence
; CHECK-NEXT: ; keeps the fence above apart from one with other tags
; CHECK-NEXT: call void asm sideeffect "", ""()
define void @explained(ptr addrspace(1) %p) {
  ; a buffer barrier
  fence syncscope("agent") release, !mmra !0
  store i32 0, ptr addrspace(1) %p, align 4
  fence syncscope("agent") release, !mmra !1
  ret void
}

; The same tags may be merged.
; CHECK-LABEL: define void @equal(
; CHECK-NOT: asm
; CHECK: ret void
define void @equal(ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !0
  store i32 0, ptr addrspace(1) %p, align 4
  fence syncscope("agent") release, !mmra !0
  ret void
}

; A call that may be dead or be inlined does not keep fences apart.
; CHECK-LABEL: define void @dead_call(
; CHECK-NEXT: fence
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: call float @llvm.fabs.f32
; CHECK-NEXT: fence
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: call void @empty()
; CHECK-NEXT: fence
; CHECK-NEXT: ret void
define void @dead_call(float %f) {
  fence syncscope("agent") release, !mmra !0
  %x = call float @llvm.fabs.f32(float %f)
  fence syncscope("agent") release, !mmra !1
  call void @empty()
  fence syncscope("agent") release, !mmra !0
  ret void
}

define void @empty() {
  ret void
}

; At system scope orderings do not matter.
; CHECK-LABEL: define void @system(
; CHECK-NEXT: fence acquire
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: store
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: ret void
define void @system(ptr addrspace(5) %p) {
  fence acquire, !mmra !0
  store i32 0, ptr addrspace(5) %p, align 4
  fence acq_rel, !mmra !1
  ret void
}

; On one path of two.
; CHECK-LABEL: define void @branch(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: br
; CHECK: a:
; CHECK-NEXT: store volatile
; CHECK: b:
; CHECK-NEXT: fence
; CHECK-NEXT: ret void
define void @branch(i1 %c, ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !0
  br i1 %c, label %a, label %b

a:
  store volatile i32 0, ptr addrspace(1) %p, align 4
  br label %b

b:
  fence syncscope("agent") release, !mmra !1
  ret void
}

; CHECK-LABEL: define void @no_path(
; CHECK-NOT: asm
; CHECK: ret void
define void @no_path(i1 %c, ptr addrspace(1) %p) {
  br i1 %c, label %a, label %b

a:
  fence syncscope("agent") release, !mmra !0
  br label %d

b:
  fence syncscope("agent") release, !mmra !1
  br label %d

d:
  ret void
}

; Around a loop: the second fence comes before the first.
; CHECK-LABEL: define void @loop(
; CHECK: head:
; CHECK-NEXT: fence syncscope("agent") acquire, !mmra [[LOCAL]]
; CHECK-NEXT: %x = load atomic
; CHECK-NEXT: fence syncscope("agent") acquire, !mmra [[GLOBAL]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: %c = icmp
define void @loop(ptr addrspace(1) %p) {
  br label %head

head:
  fence syncscope("agent") acquire, !mmra !1
  %x = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  fence syncscope("agent") acquire, !mmra !0
  %c = icmp eq i32 %x, 0
  br i1 %c, label %head, label %done

done:
  ret void
}

; Through calls: a fence at the end of a callee, and one at the beginning of the next.
; CHECK-LABEL: define void @ends_with_a_fence(
; CHECK: fence syncscope("workgroup") release, !mmra [[GLOBAL]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: ret void
define void @ends_with_a_fence(ptr addrspace(1) %p) {
  %x = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  fence syncscope("workgroup") release, !mmra !0
  ret void
}

; CHECK-LABEL: define void @begins_with_a_fence(
; CHECK-NEXT: fence syncscope("workgroup") release, !mmra [[LOCAL]]
; CHECK-NEXT: %x = load atomic
define void @begins_with_a_fence(ptr addrspace(1) %p) {
  fence syncscope("workgroup") release, !mmra !1
  %x = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  ret void
}

; CHECK-LABEL: define amdgpu_kernel void @calls_both(
; CHECK-NEXT: call void @ends_with_a_fence
; CHECK-NEXT: call void @begins_with_a_fence
; CHECK-NEXT: fence syncscope("workgroup") release, !mmra [[GLOBAL]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: call void @begins_with_a_fence
; CHECK-NEXT: fence syncscope("workgroup") release, !mmra [[GLOBAL]]
; CHECK-NEXT: ret void
define amdgpu_kernel void @calls_both(ptr addrspace(1) %p) {
  call void @ends_with_a_fence(ptr addrspace(1) %p)
  call void @begins_with_a_fence(ptr addrspace(1) %p)
  fence syncscope("workgroup") release, !mmra !0
  call void @begins_with_a_fence(ptr addrspace(1) %p)
  fence syncscope("workgroup") release, !mmra !0
  ret void
}

; Recursion, which SPIR-V does not have, is taken to do anything.
; CHECK-LABEL: define void @recursive(
; CHECK: call void @recursive(
; CHECK-NEXT: %x = load atomic
; CHECK-NEXT: fence
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: ret void
define void @recursive(ptr addrspace(1) %p) {
  call void @recursive(ptr addrspace(1) %p)
  %x = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  fence syncscope("workgroup") acquire, !mmra !1
  ret void
}

; CHECK-LABEL: define void @other_tags(
define void @other_tags() {
  fence syncscope("workgroup") acquire, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.wave.barrier()
declare float @llvm.fabs.f32(float)

; CHECK-DAG: [[GLOBAL]] = !{!"amdgpu-synchronize-as", !"global"}
; CHECK-DAG: [[LOCAL]] = !{!"amdgpu-synchronize-as", !"local"}
!0 = !{!"amdgpu-synchronize-as", !"global"}
!1 = !{!"amdgpu-synchronize-as", !"local"}
