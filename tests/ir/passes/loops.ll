; Loops that synchronize are not to be unrolled, others not by a count that is not known; each has a node of its own.
; RUN: %passes loops | %check

@local = internal addrspace(3) global i32 poison, align 4

; A fence in the inner loop: the outer one holds it too, the loop beside it does not.
; CHECK-LABEL: define void @nested(
; CHECK: br i1 %again, label %inner, label %beside, !llvm.loop ![[INNER:[0-9]+]]
; CHECK: br i1 %more, label %beside, label %latch, !llvm.loop ![[BESIDE:[0-9]+]]
; CHECK: br i1 %another, label %outer, label %end, !llvm.loop ![[OUTER:[0-9]+]]
define void @nested(i1 %again, i1 %more, i1 %another) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  fence syncscope("agent") release
  br i1 %again, label %inner, label %beside
beside:
  br i1 %more, label %beside, label %latch
latch:
  br i1 %another, label %outer, label %end
end:
  ret void
}

; A fence before and behind a loop, one for its own thread, a monotonic store, a read of local memory: none of them makes it
; synchronize.
; CHECK-LABEL: define void @around(
; CHECK: br i1 %again, label %loop, label %end, !llvm.loop ![[AROUND:[0-9]+]]
define void @around(ptr addrspace(1) %p, i1 %again) {
entry:
  fence syncscope("agent") release
  br label %loop
loop:
  fence syncscope("singlethread") acq_rel
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  %local = load atomic i32, ptr addrspace(3) @local syncscope("workgroup") monotonic, align 4
  br i1 %again, label %loop, label %end
end:
  fence syncscope("agent") acquire
  ret void
}

; An acquire, a release, a barrier, a call of what synchronizes; two latches share the loop's node.
; CHECK-LABEL: define void @kinds(
; CHECK: br i1 %again, label %acquires, label %releases, !llvm.loop ![[ACQUIRES:[0-9]+]]
; CHECK: br i1 %again, label %releases, label %meets, !llvm.loop ![[RELEASES:[0-9]+]]
; CHECK: br i1 %again, label %meets, label %polls, !llvm.loop ![[MEETS:[0-9]+]]
; CHECK: br i1 %again, label %polls, label %calls, !llvm.loop ![[POLLS:[0-9]+]]
; CHECK: br i1 %again, label %calls, label %second, !llvm.loop ![[TWO:[0-9]+]]
; CHECK: br i1 %again, label %calls, label %quiet, !llvm.loop ![[TWO]]
; CHECK: br i1 %again, label %quiet, label %end, !llvm.loop ![[QUIET:[0-9]+]]
define void @kinds(ptr addrspace(1) %p, i1 %again) {
entry:
  br label %acquires
acquires:
  %flag = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  br i1 %again, label %acquires, label %releases
releases:
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4
  br i1 %again, label %releases, label %meets
meets:
  call void @llvm.amdgcn.s.barrier()
  br i1 %again, label %meets, label %polls
polls:
  %seen = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4
  br i1 %again, label %polls, label %calls
calls:
  call void @nested(i1 %again, i1 %again, i1 %again)
  br i1 %again, label %calls, label %second
second:
  br i1 %again, label %calls, label %quiet
quiet:
  call void @plain()
  call void @llvm.amdgcn.s.sleep(i32 1)
  br i1 %again, label %quiet, label %end
end:
  ret void
}

define void @plain() {
  call void @llvm.amdgcn.s.sleep(i32 1)
  ret void
}

; A loop with two ways in has no header; one that control never gets to is nobody's.
; CHECK-LABEL: define void @irreducible(
; CHECK-NOT: llvm.loop
; CHECK: ret void
define void @irreducible(i1 %which) {
entry:
  br i1 %which, label %left, label %right
left:
  fence syncscope("agent") release
  br label %right
right:
  br i1 %which, label %left, label %end
end:
  ret void
dead:
  fence syncscope("agent") release
  br label %dead
}

; A loop within a loop within a loop: the innermost alone is busy, and all three hold it. The self loop is a header and a latch.
; CHECK-LABEL: define void @deep(
; CHECK: br i1 %a, label %third, label %leave, !llvm.loop ![[THIRD:[0-9]+]]
; CHECK: br i1 %b, label %second, label %first.latch, !llvm.loop ![[SECOND:[0-9]+]]
; CHECK: br i1 %a, label %first, label %end, !llvm.loop ![[FIRST:[0-9]+]]
define void @deep(i1 %a, i1 %b) {
entry:
  br label %first
first:
  br label %second
second:
  br label %third
third:
  fence syncscope("workgroup") acquire
  br i1 %a, label %third, label %leave
leave:
  br i1 %b, label %second, label %first.latch
first.latch:
  br i1 %a, label %first, label %end
end:
  ret void
}

declare void @llvm.amdgcn.s.barrier()
declare void @llvm.amdgcn.s.sleep(i32)

; CHECK-DAG: ![[INNER]] = distinct !{![[INNER]], ![[DISABLE:[0-9]+]]}
; CHECK-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: ![[OUTER]] = distinct !{![[OUTER]], ![[DISABLE]]}
; CHECK-DAG: ![[BESIDE]] = distinct !{![[BESIDE]], ![[COUNTED:[0-9]+]]}
; CHECK-DAG: ![[COUNTED]] = !{!"llvm.loop.unroll.runtime.disable"}
; CHECK-DAG: ![[AROUND]] = distinct !{![[AROUND]], ![[COUNTED]]}
; CHECK-DAG: ![[QUIET]] = distinct !{![[QUIET]], ![[COUNTED]]}
; CHECK-DAG: ![[ACQUIRES]] = distinct !{![[ACQUIRES]], ![[DISABLE]]}
; CHECK-DAG: ![[RELEASES]] = distinct !{![[RELEASES]], ![[DISABLE]]}
; CHECK-DAG: ![[MEETS]] = distinct !{![[MEETS]], ![[DISABLE]]}
; CHECK-DAG: ![[POLLS]] = distinct !{![[POLLS]], ![[DISABLE]]}
; CHECK-DAG: ![[TWO]] = distinct !{![[TWO]], ![[DISABLE]]}
; CHECK-DAG: ![[THIRD]] = distinct !{![[THIRD]], ![[DISABLE]]}
; CHECK-DAG: ![[SECOND]] = distinct !{![[SECOND]], ![[DISABLE]]}
; CHECK-DAG: ![[FIRST]] = distinct !{![[FIRST]], ![[DISABLE]]}
