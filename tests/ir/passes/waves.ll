; mapping.md 10, "Workgroups of one wave": what is ordered in the workgroup is ordered in its only wave, and local memory
; needs no order beyond.
; RUN: %passes waves | %check
; RUN: %passes waves | llvm-as-%version -o /dev/null

; CHECK-LABEL: define void @fences(
; CHECK-NEXT: fence syncscope("wavefront") acq_rel, !mmra [[NONPRIVATE:![0-9]+]]
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL:![0-9]+]]
; CHECK-NEXT: fence release, !mmra [[ALONE:![0-9]+]]
; CHECK-NEXT: fence syncscope("agent") acquire, !mmra [[GLOBAL]]
; CHECK-NEXT: fence syncscope("wavefront") acquire, !mmra [[LOCAL:![0-9]+]]
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE]]
; CHECK-NEXT: ret void
define void @fences() {
  fence syncscope("workgroup") acq_rel, !mmra !0
  fence syncscope("agent") release, !mmra !0
  fence release
  fence syncscope("agent") acquire, !mmra !1
  fence syncscope("agent") acquire, !mmra !2
  fence syncscope("singlethread") acq_rel, !mmra !0
  ret void
}

; CHECK-LABEL: define void @atomics(
; CHECK-NEXT: %a = load atomic i32, ptr addrspace(3) %s syncscope("workgroup") monotonic, align 4, !mmra [[NONPRIVATE]]
; CHECK-NEXT: fence syncscope("wavefront") acquire, !mmra [[NONPRIVATE]]
; CHECK-NEXT: fence syncscope("wavefront") release, !mmra [[NONPRIVATE]]
; CHECK-NEXT: store atomic i32 1, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra [[NONPRIVATE]]
; CHECK-NEXT: fence syncscope("wavefront") release, !mmra [[NONPRIVATE]]
; CHECK-NEXT: %b = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("workgroup") monotonic monotonic, align 4
; CHECK-NEXT: fence syncscope("wavefront") acquire, !mmra [[NONPRIVATE]]
; CHECK-NEXT: %c = load atomic i32, ptr addrspace(1) %p syncscope("agent-one-as") acquire, align 4
; CHECK-NEXT: store atomic i32 1, ptr addrspace(1) %p syncscope("agent-one-as") release, align 4
; CHECK-NEXT: %d = load atomic i32, ptr addrspace(3) %s syncscope("agent") acquire, align 4
; CHECK-NEXT: %e = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
; CHECK-NEXT: %f = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") seq_cst, align 4
; CHECK-NEXT: %g = load atomic i32, ptr %q syncscope("agent") acquire, align 4
; CHECK-NEXT: ret void
define void @atomics(ptr addrspace(1) %p, ptr addrspace(3) %s, ptr %q) {
  %a = load atomic i32, ptr addrspace(3) %s syncscope("workgroup") acquire, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %p syncscope("workgroup") release, align 4, !mmra !0
  %b = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("workgroup") acq_rel monotonic, align 4, !mmra !0
  %c = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4, !mmra !0
  %d = load atomic i32, ptr addrspace(3) %s syncscope("agent") acquire, align 4, !mmra !0
  %e = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  %f = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") seq_cst, align 4, !mmra !0
  %g = load atomic i32, ptr %q syncscope("agent") acquire, align 4, !mmra !0
  ret void
}

; CHECK: [[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!3, !0}
!2 = !{!4, !0}
!3 = !{!"amdgpu-synchronize-as", !"global"}
!4 = !{!"amdgpu-synchronize-as", !"local"}
