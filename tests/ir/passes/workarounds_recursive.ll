; A recursive call may come before and after anything that happens in the module: with an acquire alone, and with a release alone.
; RUN: %passes workarounds | %check
; RUN: sed 's/fence.*/fence syncscope("agent") release/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes workarounds | %check

; CHECK-LABEL: define void @recursive(
; CHECK-NEXT: load atomic
; CHECK-NEXT: call void
; CHECK-NEXT: load atomic
define void @recursive(ptr addrspace(1) %p) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  call void @recursive(ptr addrspace(1) %p)
  %2 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @other(
define void @other() {
  fence syncscope("agent") acquire
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
