; mapping.md 10: a plain non-private load from global memory that a release of that memory may follow is a singlethread monotonic one,
; because no release waits for a scalar load.
; RUN: %passes workarounds | %check
; RUN: %passes workarounds | llvm-as-%version -o /dev/null

; CHECK-LABEL: define i32 @before_and_after(
; CHECK-NEXT: %a = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4
; CHECK-NEXT: fence syncscope("agent") release
; CHECK-NEXT: %b = load i32, ptr addrspace(1) %p, align 4
define i32 @before_and_after(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  %b = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %s = add i32 %a, %b
  ret i32 %s
}

; Scalar loads come from global memory alone; private ones are ordered by nothing.
; CHECK-LABEL: define void @left_alone(
; CHECK-NEXT: %a = load i32, ptr addrspace(1) %p, align 4, !mmra
; CHECK-NEXT: %b = load i32, ptr addrspace(7) %b7, align 4
; CHECK-NEXT: %c = load i32, ptr addrspace(3) %l, align 4
; CHECK-NEXT: %d = load atomic i32, ptr %f syncscope("singlethread") monotonic
; CHECK-NEXT: fence
define void @left_alone(ptr addrspace(1) %p, ptr addrspace(7) %b7, ptr addrspace(3) %l, ptr %f) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !1
  %b = load i32, ptr addrspace(7) %b7, align 4, !mmra !0
  %c = load i32, ptr addrspace(3) %l, align 4, !mmra !0
  %d = load i32, ptr %f, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  ret void
}

; What releases: stores, read-modify-writes, compare-exchanges, of global memory.
; CHECK-LABEL: define void @store(
; CHECK-NEXT: load atomic
define void @store(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store atomic i32 1, ptr addrspace(3) %l syncscope("workgroup") release, align 4
  ret void
}

; CHECK-LABEL: define void @exchange(
; CHECK-NEXT: load atomic
define void @exchange(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %b = cmpxchg ptr addrspace(3) %l, i32 1, i32 2 syncscope("workgroup") acq_rel monotonic, align 4
  ret void
}

; CHECK-LABEL: define void @acquire(
; CHECK-NEXT: load i32
define void @acquire(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %b = atomicrmw add ptr addrspace(3) %l, i32 2 syncscope("workgroup") acquire, align 4
  ret void
}

; CHECK-LABEL: define void @local_only(
; CHECK-NEXT: load i32
define void @local_only(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !4
  ret void
}

; A fence for the thread alone releases and acquires nothing.
; CHECK-LABEL: define void @alone(
; CHECK-NEXT: load i32
; CHECK-NEXT: fence
; CHECK-NEXT: load i32
define void @alone(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("singlethread") acq_rel
  %b = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; Branches and loops.
; CHECK-LABEL: define void @branch(
; CHECK-NEXT: load atomic
; CHECK: a:
; CHECK-NEXT: load i32
; CHECK: b:
; CHECK-NEXT: load atomic
; CHECK: d:
; CHECK-NEXT: load i32
define void @branch(i1 %c, ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  br i1 %c, label %a, label %b

a:
  %y = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  br label %d

b:
  %z = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release
  br label %d

d:
  %w = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @loop(
; CHECK: head:
; CHECK-NEXT: fence
; CHECK-NEXT: load atomic
; CHECK: done:
; CHECK-NEXT: load i32
define void @loop(i1 %c, ptr addrspace(1) %p) {
  br label %head

head:
  fence syncscope("agent") release
  %y = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  br i1 %c, label %head, label %done

done:
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; Callers and callees.
; CHECK-LABEL: define void @releases(
define void @releases() {
  fence syncscope("agent") release
  ret void
}

; CHECK-LABEL: define void @called_before(
; CHECK-NEXT: load atomic
; CHECK: other:
; CHECK-NEXT: load atomic
define void @called_before(ptr addrspace(1) %p, i1 %c) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  br i1 %c, label %one, label %other

one:
  ret void

other:
  %2 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @called_after(
; CHECK-NEXT: load i32
define void @called_after(ptr addrspace(1) %p) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @caller(
; CHECK-NEXT: load atomic
; CHECK-NEXT: call void
; CHECK-NEXT: call void
; CHECK-NEXT: load i32
define void @caller(ptr addrspace(1) %p, i1 %c) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  call void @called_before(ptr addrspace(1) %p, i1 %c)
  call void @releases()
  %2 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  call void @called_after(ptr addrspace(1) %p)
  ret void
}

; CHECK-LABEL: define void @recursive(
; CHECK: load atomic
; CHECK-NEXT: ret void
define void @recursive(ptr addrspace(1) %p) {
  call void @recursive(ptr addrspace(1) %p)
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!4 = !{!2, !0}
