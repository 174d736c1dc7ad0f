; mapping.md 10: a plain non-private load that an acquire may precede is made a singlethread monotonic one: from global memory
; after any acquire that covers it, from local memory and through buffer pointers after an acquire load that covers it.
; RUN: %passes workarounds | %check
; RUN: %passes workarounds | llvm-as-%version -o /dev/null
; RUN: %passes workarounds > %t.once; grep -v "^;" %t.once | $SMMRA_BUILD/bin/ir_passes workarounds | cmp - %t.once

; CHECK-LABEL: define i32 @before_and_after(
; CHECK-NEXT: %a = load i32, ptr addrspace(1) %p, align 4, !mmra [[NONPRIVATE:![0-9]+]]
; CHECK-NEXT: fence syncscope("agent") acquire
; CHECK-NEXT: %b = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra [[NONPRIVATE]]
; CHECK-NEXT: %s = add i32 %a, %b
define i32 @before_and_after(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  %b = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  %s = add i32 %a, %b
  ret i32 %s
}

; Loads that nothing orders, that cannot change, or that are no plain loads of shared memory stay; so do stores.
; CHECK-LABEL: define void @left_alone(
; CHECK-NEXT: fence
; CHECK-NEXT: %a = load i32, ptr addrspace(1) %p, align 4, !mmra [[PRIVATE:![0-9]+]]
; CHECK-NEXT: %b = load volatile i32, ptr addrspace(1) %p, align 4
; CHECK-NEXT: %c = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
; CHECK-NEXT: %d = load i32, ptr addrspace(4) %q, align 4
; CHECK-NEXT: %e = load i32, ptr addrspace(5) %r, align 4
; CHECK-NEXT: %f = load i32, ptr addrspace(3) %s, align 4
; CHECK-NEXT: store i32 %f, ptr addrspace(1) %p, align 4
; CHECK-NEXT: ret void
define void @left_alone(ptr addrspace(1) %p, ptr addrspace(4) %q, ptr addrspace(5) %r, ptr addrspace(3) %s) {
  fence syncscope("agent") acquire, !mmra !0
  %a = load i32, ptr addrspace(1) %p, align 4, !mmra !1
  %b = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  %c = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  %d = load i32, ptr addrspace(4) %q, align 4, !mmra !0
  %e = load i32, ptr addrspace(5) %r, align 4, !mmra !0
  %f = load i32, ptr addrspace(3) %s, align 4, !mmra !0
  store i32 %f, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; --explain says why.
; CHECK-LABEL: define i32 @explained(
; CHECK: ; NonPrivatePointer
; CHECK-NEXT: ; atomic: LLVM may take a plain load
; CHECK-NEXT: load atomic
define i32 @explained(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire, !mmra !0
  ; NonPrivatePointer
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret i32 %x
}

; A load without tags is not private; one with both is not either.
; CHECK-LABEL: define i32 @untagged(
; CHECK-NEXT: fence
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4{{$}}
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4, !mmra
define i32 @untagged(ptr addrspace(1) %p) {
  fence syncscope("agent") acquire
  %a = load i32, ptr addrspace(1) %p, align 4
  %b = load i32, ptr addrspace(1) %p, align 4, !mmra !6
  %s = add i32 %a, %b
  ret i32 %s
}

; Which operations acquire, and what.
; CHECK-LABEL: define i32 @release(
; CHECK: load i32
define i32 @release(ptr addrspace(1) %p) {
  fence syncscope("agent") release
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret i32 %x
}

; CHECK-LABEL: define i32 @local_only(
; CHECK: load i32
define i32 @local_only(ptr addrspace(1) %p) {
  fence syncscope("workgroup") acq_rel, !mmra !4
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret i32 %x
}

; CHECK-LABEL: define i32 @global_only(
; CHECK: load atomic
define i32 @global_only(ptr addrspace(1) %p) {
  fence syncscope("workgroup") acq_rel, !mmra !5
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret i32 %x
}

; CHECK-LABEL: define i32 @read_modify_write(
; CHECK: load atomic
define i32 @read_modify_write(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %y = atomicrmw add ptr addrspace(3) %l, i32 1 syncscope("workgroup") acq_rel, align 4
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret i32 %x
}

; CHECK-LABEL: define i32 @failure(
; CHECK: load atomic
define i32 @failure(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %y = cmpxchg ptr addrspace(3) %l, i32 1, i32 2 syncscope("workgroup") monotonic acquire, align 4
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret i32 %x
}

; CHECK-LABEL: define i32 @relaxed(
; CHECK: atomicrmw
; CHECK-NEXT: load i32
define i32 @relaxed(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %y = atomicrmw add ptr addrspace(3) %l, i32 1 syncscope("workgroup") release, align 4
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret i32 %x
}

; Acquire loads make local memory and buffer pointers wrong too, as far as they cover them.
; CHECK-LABEL: define void @acquire_load(
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire
; CHECK-NEXT: load atomic i32, ptr addrspace(3) %l syncscope("singlethread") monotonic
; CHECK-NEXT: load atomic i32, ptr addrspace(7) %b syncscope("singlethread") monotonic
; CHECK-NEXT: ret void
define void @acquire_load(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(7) %b) {
  %1 = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  %2 = load i32, ptr addrspace(3) %l, align 4, !mmra !0
  %3 = load i32, ptr addrspace(7) %b, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @acquire_load_of_global_memory(
; CHECK: load i32, ptr addrspace(3) %l, align 4
; CHECK: load atomic i32, ptr addrspace(7) %b
define void @acquire_load_of_global_memory(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(7) %b) {
  %1 = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !5
  %2 = load i32, ptr addrspace(3) %l, align 4, !mmra !0
  %3 = load i32, ptr addrspace(7) %b, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @acquire_load_of_local_memory(
; CHECK: load atomic i32, ptr addrspace(3) %l syncscope("singlethread")
; CHECK: load i32, ptr addrspace(7) %b, align 4
; CHECK: load i32, ptr addrspace(1) %p, align 4
define void @acquire_load_of_local_memory(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(7) %b) {
  %1 = load atomic i32, ptr addrspace(3) %l syncscope("agent") acquire, align 4, !mmra !4
  %2 = load i32, ptr addrspace(3) %l, align 4, !mmra !0
  %3 = load i32, ptr addrspace(7) %b, align 4, !mmra !0
  %4 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; Paths: a branch, a loop, and what no path joins.
; CHECK-LABEL: define void @branch(
; CHECK: a:
; CHECK-NEXT: fence
; CHECK: b:
; CHECK-NEXT: load i32
; CHECK: d:
; CHECK-NEXT: load atomic
define void @branch(i1 %c, ptr addrspace(1) %p) {
  br i1 %c, label %a, label %b

a:
  fence syncscope("agent") acquire
  br label %d

b:
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  br label %d

d:
  %y = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @loop(
; CHECK-NEXT: load i32
; CHECK: head:
; CHECK-NEXT: load atomic
; CHECK-NEXT: fence
define void @loop(i1 %c, ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  br label %head

head:
  %y = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") acquire
  br i1 %c, label %head, label %done

done:
  ret void
}

; Callers and callees.
; CHECK-LABEL: define void @acquires(
define void @acquires() {
  fence syncscope("agent") acquire
  ret void
}

; CHECK-LABEL: define void @calls_acquires(
; CHECK-NEXT: load i32
; CHECK-NEXT: call
; CHECK-NEXT: load atomic
define void @calls_acquires(ptr addrspace(1) %p) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  call void @acquires()
  %2 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @called_after(
; CHECK-NEXT: load atomic
define void @called_after(ptr addrspace(1) %p) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @called_before(
; CHECK-NEXT: load i32
define void @called_before(ptr addrspace(1) %p) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: define void @caller(
define void @caller(ptr addrspace(1) %p) {
  call void @called_before(ptr addrspace(1) %p)
  call void @calls_acquires_again()
  call void @called_after(ptr addrspace(1) %p)
  ret void
}

; CHECK-LABEL: define void @calls_acquires_again(
define void @calls_acquires_again() {
  call void @acquires()
  ret void
}

; CHECK-LABEL: define void @recursive(
; CHECK-NEXT: load atomic
define void @recursive(ptr addrspace(1) %p) {
  %1 = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  call void @recursive(ptr addrspace(1) %p)
  ret void
}

; CHECK-DAG: [[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
; CHECK-DAG: [[PRIVATE]] = !{!"vulkan", !"private"}
!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!"amdgpu-synchronize-as", !"global"}
!4 = !{!2, !0}
!5 = !{!3, !0}
!6 = !{!0, !1}
