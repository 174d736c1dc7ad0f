; ordered_reads_apply (mapping.md 10): behind an acquire that makes nothing visible, reads of shared global memory go past the caches,
; which LLVM 23 does not invalidate there; or the acquire loses amdgcn-av:none, if something else reads there.
; RUN: %passes workarounds ordered | %check
; RUN: %passes workarounds ordered | llvm-as-%version -o /dev/null
; RUN: sed 's/^  ;other/  %o = load i32, ptr addrspace(7) %b, align 4, !mmra !0/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes workarounds ordered | FileCheck-22 --check-prefix=OTHER %s
; RUN: grep -v '^;' %s | sed 's/, !2}/}/' | $SMMRA_BUILD/bin/ir_passes workarounds ordered | FileCheck-22 --check-prefix=VISIBLE %s

; CHECK-LABEL: @reader(
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %f syncscope("agent") acquire, align 4, !mmra [[NONE:![0-9]+]]
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %f syncscope("agent") monotonic
; CHECK-NEXT: load i32, ptr addrspace(1) %p, align 4, !mmra [[PRIVATE:![0-9]+]]
; CHECK: [[NONE]] = !{[[A:![0-9]+]], [[B:![0-9]+]]}
; OTHER-LABEL: @reader(
; OTHER: acquire, align 4, !mmra [[TAG:![0-9]+]]
; OTHER-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic
; OTHER: [[TAG]] = !{!"vulkan", !"nonprivate"}
; VISIBLE: acquire
; VISIBLE-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic
define void @reader(ptr addrspace(1) %p, ptr addrspace(1) %f, ptr addrspace(7) %b) {
  %before = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %flag = load atomic i32, ptr addrspace(1) %f syncscope("agent") acquire, align 4, !mmra !1
  %after = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %narrow = load atomic i32, ptr addrspace(1) %f syncscope("workgroup") monotonic, align 4, !mmra !0
  %own = load i32, ptr addrspace(1) %p, align 4, !mmra !3
  ;other
  fence syncscope("agent") release, !mmra !1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!0, !2}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
