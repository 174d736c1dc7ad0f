; mapping.md 10, "Coherent accesses": acquires invalidate nothing where every read that may follow is coherent by itself.
; RUN: %passes coherent | %check
; RUN: %passes coherent | llvm-as-22 -o /dev/null
; RUN: %passes auto | %check
; RUN: %passes coherent > %t.once; grep -v "^;" %t.once | $SMMRA_BUILD/bin/ir_passes coherent | cmp - %t.once

; Each kind of acquire: a release fence of the same scope and tags, and behind it the fence for the thread alone. The
; read-modify-write reads, too, after the acquire before it.
; CHECK-LABEL: define void @acquires(
; CHECK-NEXT: %a = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra [[NONPRIVATE:![0-9]+]]
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[NONPRIVATE]]
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE]]
; CHECK-NEXT: %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") release, align 4
; CHECK-NEXT: fence syncscope("workgroup") release, !mmra
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: %c = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("agent") release monotonic, align 4
; CHECK-NEXT: fence syncscope("agent") release
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[GLOBAL:![0-9]+]]
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[GLOBAL]]
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: ret void
define void @acquires(ptr addrspace(1) %p) {
  %a = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
  %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") acq_rel, align 4, !mmra !0
  %c = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("agent") acq_rel acquire, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !2
  fence syncscope("workgroup") acq_rel, !mmra !0
  ret void
}

; What follows reads at the scope of the module's widest acquire; what comes before, or is wider, or is no read stays.
; CHECK-LABEL: define void @reads(
; CHECK-NEXT: %before = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: %a = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic
; CHECK-NEXT: %b = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic
; CHECK-NEXT: %c = load atomic i32, ptr addrspace(1) %p monotonic
; CHECK-NEXT: %d = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic
; CHECK-NEXT: %e = load volatile i32, ptr addrspace(1) %p, align 4
; CHECK-NEXT: %f = load i32, ptr addrspace(1) %p, align 4, !mmra [[PRIVATE:![0-9]+]]
; CHECK-NEXT: %g = load atomic i32, ptr addrspace(3) %s syncscope("singlethread") monotonic
; CHECK-NEXT: %h = load i32, ptr addrspace(3) %s, align 4
; CHECK-NEXT: %i = load i32, ptr addrspace(4) %k, align 4
; CHECK-NEXT: store atomic i32 %a, ptr addrspace(1) %p syncscope("workgroup") monotonic
; CHECK-NEXT: ret void
define void @reads(ptr addrspace(1) %p, ptr addrspace(3) %s, ptr addrspace(4) %k) {
  %before = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra !0
  fence syncscope("workgroup") acquire, !mmra !0
  %a = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra !0
  %b = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0
  %c = load atomic i32, ptr addrspace(1) %p monotonic, align 4, !mmra !0
  %d = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") monotonic, align 4, !mmra !0
  %e = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  %f = load i32, ptr addrspace(1) %p, align 4, !mmra !1
  %g = load atomic i32, ptr addrspace(3) %s syncscope("singlethread") monotonic, align 4, !mmra !0
  %h = load i32, ptr addrspace(3) %s, align 4, !mmra !0
  %i = load i32, ptr addrspace(4) %k, align 4, !mmra !0
  store atomic i32 %a, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0
  ret void
}

; These keep their acquires: for the system, in the order of all seq_cst operations, of the wave alone, of local memory alone, and releases.
; CHECK-LABEL: define void @kept(
; CHECK-NEXT: %a = load atomic i32, ptr addrspace(1) %p acquire, align 4
; CHECK-NEXT: fence syncscope("agent") seq_cst
; CHECK-NEXT: fence syncscope("wavefront") acquire
; CHECK-NEXT: fence syncscope("agent") acquire, !mmra [[LOCAL:![0-9]+]]
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[NONPRIVATE]]
; CHECK-NEXT: ret void
define void @kept(ptr addrspace(1) %p) {
  %a = load atomic i32, ptr addrspace(1) %p acquire, align 4, !mmra !0
  fence syncscope("agent") seq_cst, !mmra !0
  fence syncscope("wavefront") acquire, !mmra !0
  fence syncscope("agent") acquire, !mmra !3
  fence syncscope("agent") release, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!4, !0}
!3 = !{!5, !0}
!4 = !{!"amdgpu-synchronize-as", !"global"}
!5 = !{!"amdgpu-synchronize-as", !"local"}
