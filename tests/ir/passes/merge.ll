; mapping.md 9: fences of one scope and ordering with nothing between them that accesses memory, synchronizes or is called are
; one: the join of their orderings, the prefix-wise union of their sets, and no address-space tag for global and local.
; RUN: %passes merge | %check
; RUN: %passes merge | llvm-as-%version -o /dev/null
; RUN: %passes merge > %t.once; grep -v "^;" %t.once | $SMMRA_BUILD/bin/ir_passes merge | cmp - %t.once

; memoryBarrierBuffer(); memoryBarrierShared();
; CHECK-LABEL: @buffer_then_shared(
; CHECK-NEXT: fence syncscope("agent") acq_rel, !mmra [[NONPRIVATE:![0-9]+]]
; CHECK-NEXT: ret void
define void @buffer_then_shared() {
  fence syncscope("agent") acq_rel, !mmra !10
  fence syncscope("agent") acq_rel, !mmra !11
  ret void
}

; CHECK-LABEL: @three(
; CHECK-NEXT: %a = add i32 %x, 1
; CHECK-NEXT: fence syncscope("workgroup") release, !mmra [[GLOBAL:![0-9]+]]
; CHECK-NEXT: %b = add i32 %a, %a
; CHECK-NEXT: %c = add i32 %b, %a
; CHECK-NEXT: ret i32 %c
define i32 @three(i32 %x) {
  %a = add i32 %x, 1
  fence syncscope("workgroup") release, !mmra !10
  %b = add i32 %a, %a
  fence syncscope("workgroup") release, !mmra !10
  %c = add i32 %b, %a
  fence syncscope("workgroup") release, !mmra !12
  ret i32 %c
}

; amdgcn-av:none stays only where both have it.
; CHECK-LABEL: @none_and_not(
; CHECK-NEXT: fence syncscope("agent") acquire, !mmra [[GLOBAL]]
; CHECK-NEXT: ret void
define void @none_and_not() {
  fence syncscope("agent") acquire, !mmra !12
  fence syncscope("agent") acquire, !mmra !10
  ret void
}

; CHECK-LABEL: @both_none(
; CHECK-NEXT: fence syncscope("agent") acquire, !mmra [[NONE:![0-9]+]]
; CHECK-NEXT: ret void
define void @both_none() {
  fence syncscope("agent") acquire, !mmra !12
  fence syncscope("agent") acquire, !mmra !12
  ret void
}

; A fence without tags orders everything, and so does what it is merged with.
; CHECK-LABEL: @untagged(
; CHECK-NEXT: fence syncscope("agent") release{{$}}
; CHECK-NEXT: ret void
define void @untagged() {
  fence syncscope("agent") release
  fence syncscope("agent") release, !mmra !10
  ret void
}

; CHECK-LABEL: @system_scope(
; CHECK-NEXT: fence acq_rel, !mmra [[GLOBAL]]
; CHECK-NEXT: ret void
define void @system_scope() {
  fence acquire, !mmra !10
  fence release, !mmra !10
  ret void
}

; CHECK-LABEL: @singlethread_scope(
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE]]
; CHECK-NEXT: ret void
define void @singlethread_scope() {
  fence syncscope("singlethread") release, !mmra !10
  fence syncscope("singlethread") acq_rel, !mmra !11
  ret void
}

; Nothing else is merged: other orderings, scopes, accesses, synchronization and calls between, blocks.
; CHECK-LABEL: @orderings(
; CHECK-NEXT: fence syncscope("agent") acquire
; CHECK-NEXT: fence syncscope("agent") release
; CHECK-NEXT: fence syncscope("agent") acquire
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NEXT: fence syncscope("agent") acquire
; CHECK-NEXT: fence syncscope("agent-one-as") acquire
; CHECK-NEXT: ret void
define void @orderings() {
  fence syncscope("agent") acquire, !mmra !10
  fence syncscope("agent") release, !mmra !10
  fence syncscope("agent") acquire, !mmra !10
  fence syncscope("workgroup") acquire, !mmra !10
  fence syncscope("agent") acquire, !mmra !10
  fence syncscope("agent-one-as") acquire, !mmra !10
  ret void
}

; Read-modify-writes, an opaque instruction and inline assembly come between, each by itself.
; CHECK-LABEL: @between(
; CHECK-NEXT: fence syncscope("agent") release, !mmra
; CHECK-NEXT: cmpxchg
; CHECK-NEXT: fence syncscope("agent") release, !mmra
; CHECK-NEXT: atomicrmw
; CHECK-NEXT: fence syncscope("agent") release, !mmra
; CHECK-NEXT: call void asm
; CHECK-NEXT: fence syncscope("agent") release, !mmra
; CHECK-NEXT: va_arg
; CHECK-NEXT: fence syncscope("agent") release, !mmra
; CHECK-NEXT: ret void
define void @between(ptr addrspace(1) %p, ptr %list) {
  fence syncscope("agent") release, !mmra !10
  %a = cmpxchg ptr addrspace(1) %p, i32 0, i32 5 syncscope("agent") monotonic monotonic, align 4
  fence syncscope("agent") release, !mmra !10
  %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  fence syncscope("agent") release, !mmra !10
  call void asm sideeffect "", ""()
  fence syncscope("agent") release, !mmra !10
  %c = va_arg ptr %list, i32
  fence syncscope("agent") release, !mmra !10
  ret void
}

; CHECK-LABEL: @accesses(
; CHECK-COUNT-5: fence syncscope("agent") release
; CHECK-NEXT: ret i32
define i32 @accesses(ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !10
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !10
  store i32 %x, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !10
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("agent") release, !mmra !10
  call void @orderings()
  fence syncscope("agent") release, !mmra !10
  ret i32 %x
}

; CHECK-LABEL: @blocks(
; CHECK: fence syncscope("agent") release
; CHECK: fence syncscope("agent") release
; CHECK: fence syncscope("agent") release
define void @blocks(i1 %c) {
  fence syncscope("agent") release, !mmra !10
  br i1 %c, label %a, label %b

a:
  fence syncscope("agent") release, !mmra !10
  br label %b

b:
  fence syncscope("agent") release, !mmra !10
  ret void
}

; What --explain says of both stays.
; CHECK-LABEL: @explained(
; CHECK-NEXT: ; first
; CHECK-NEXT: ; second
; CHECK-NEXT: ; merged
; CHECK-NEXT: fence syncscope("agent") release, !mmra
; CHECK-NEXT: ret void
define void @explained() {
  ; first
  fence syncscope("agent") release, !mmra !10
  ; second
  fence syncscope("agent") release, !mmra !10
  ret void
}

declare void @llvm.amdgcn.s.barrier()

; CHECK-DAG: [[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
; CHECK-DAG: [[SPACE:![0-9]+]] = !{!"amdgpu-synchronize-as", !"global"}
; CHECK-DAG: [[GLOBAL]] = !{[[SPACE]], [[NONPRIVATE]]}
; CHECK-DAG: [[AV:![0-9]+]] = !{!"amdgcn-av", !"none"}
; CHECK-DAG: [[NONE]] = !{[[AV]], [[SPACE]], [[NONPRIVATE]]}
!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!"amdgcn-av", !"none"}
!10 = !{!1, !0}
!11 = !{!2, !0}
!12 = !{!3, !1, !0}
