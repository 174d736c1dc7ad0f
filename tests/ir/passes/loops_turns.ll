; RUN: %passes loops | %check
; RUN: %passes loops | llvm-as-%version -o /dev/null
; RUN: %passes loops | %opt -O2 | FileCheck-22 --check-prefix=OPT %s

; A loop in which a lane looks what another has written and, if it is its turn, shows something itself, keeps that inside: the lanes of a
; wave meet at its end, and each function around it is convergent.
; CHECK-LABEL: define void @takes(
; CHECK-SAME: #[[CONVERGENT:[0-9]+]]
; CHECK: next:
; CHECK-NEXT: phi
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
; CHECK-NEXT: br i1 %done, label %end, label %loop
; OPT-LABEL: define void @takes(
; OPT: store atomic
; OPT: call void @llvm.amdgcn.wave.barrier()
; OPT: br i1
define void @takes(ptr addrspace(1) %lock) {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr addrspace(1) %lock, i32 1 syncscope("agent") acquire, align 4
  %mine = icmp eq i32 %old, 0
  br i1 %mine, label %section, label %next
section:
  store atomic i32 0, ptr addrspace(1) %lock syncscope("agent") release, align 4
  br label %next
next:
  %done = phi i1 [ true, %section ], [ false, %loop ]
  br i1 %done, label %end, label %loop
end:
  ret void
}

; By calls, below a condition more, with texels.
; CHECK-LABEL: define i1 @attempt(
; CHECK-NOT: #[[CONVERGENT]]
; CHECK-LABEL: define void @calls(
; CHECK-SAME: #[[CONVERGENT]]
; CHECK: next:
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
; CHECK-LABEL: define void @around(
; CHECK-SAME: #[[CONVERGENT]]
; CHECK-NOT: call void @llvm.amdgcn.wave.barrier
; CHECK-LABEL: define void @texels(
; CHECK-SAME: #[[CONVERGENT]]
; CHECK: next:
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
define i1 @attempt(ptr addrspace(3) %lock) {
  %pair = cmpxchg ptr addrspace(3) %lock, i32 0, i32 1 syncscope("workgroup") acquire monotonic, align 4
  %mine = extractvalue { i32, i1 } %pair, 1
  ret i1 %mine
}
define void @leave(ptr addrspace(3) %lock) {
  store atomic i32 0, ptr addrspace(3) %lock syncscope("workgroup") release, align 4
  ret void
}
define void @calls(ptr addrspace(3) %lock, i1 %again) {
entry:
  br label %loop
loop:
  %mine = call i1 @attempt(ptr addrspace(3) %lock)
  br i1 %mine, label %then, label %next
then:
  br i1 %again, label %section, label %next
section:
  call void @leave(ptr addrspace(3) %lock)
  br label %next
next:
  br i1 %again, label %loop, label %end
end:
  ret void
}
define void @around(ptr addrspace(3) %lock, i1 %again) {
  call void @calls(ptr addrspace(3) %lock, i1 %again)
  ret void
}
define void @texels(<8 x i32> %image, i1 %again) {
entry:
  br label %loop
loop:
  %old = call i32 @llvm.amdgcn.image.atomic.swap.2d.i32.i32.v8i32(i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0)
  %mine = icmp eq i32 %old, 0
  br i1 %mine, label %section, label %next
section:
  %given = call i32 @llvm.amdgcn.image.atomic.swap.2d.i32.i32.v8i32(i32 0, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0)
  br label %next
next:
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @llvm.amdgcn.image.atomic.swap.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)

; What is read may be read in some rounds only too, and what gives the turn back may read something itself.
; CHECK-LABEL: define void @both(
; CHECK: next:
; CHECK-NEXT: call void @llvm.amdgcn.wave.barrier()
define void @both(ptr addrspace(1) %lock, i1 %a, i1 %again) {
entry:
  br label %loop
loop:
  br i1 %a, label %try, label %join
try:
  %old = atomicrmw xchg ptr addrspace(1) %lock, i32 1 syncscope("agent") acquire, align 4
  %mine = icmp eq i32 %old, 0
  br label %join
join:
  %go = phi i1 [ false, %loop ], [ %mine, %try ]
  br i1 %go, label %section, label %next
section:
  %given = atomicrmw xchg ptr addrspace(1) %lock, i32 0 syncscope("agent") release, align 4
  br label %next
next:
  br i1 %again, label %loop, label %end
end:
  ret void
}

; None of these needs it: what is written is written in each round; what is read is read before the loop, in vain, or where it is written;
; for the thread alone; plain; a fence.
; CHECK-LABEL: define void @each(
; CHECK-NOT: call void @llvm.amdgcn.wave.barrier
; CHECK: attributes #[[CONVERGENT]] = { convergent }
define void @each(ptr addrspace(1) %p, i1 %again) {
entry:
  br label %loop
loop:
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  %small = icmp slt i32 %old, 9
  br i1 %small, label %quiet, label %next
quiet:
  br label %next
next:
  store atomic i32 7, ptr addrspace(1) %p syncscope("agent") release, align 4
  br i1 %again, label %loop, label %end
end:
  ret void
}
define i32 @counts(ptr addrspace(1) %p, i1 %again) {
entry:
  %before = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  br label %loop
loop:
  %plain = load i32, ptr addrspace(1) %p, align 4
  %own = load atomic i32, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4
  %unused = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  %sum = add i32 %plain, %own
  br i1 %again, label %then, label %next
then:
  %count = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  %all = add i32 %count, %before
  br label %next
next:
  br i1 %again, label %loop, label %end
end:
  ret i32 %sum
}
define i32 @writes(ptr addrspace(1) %p, i1 %again) {
entry:
  br label %loop
loop:
  %seen = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  br i1 %again, label %then, label %next
then:
  store i32 1, ptr addrspace(1) %p, align 4
  store atomic i32 1, ptr addrspace(1) %p syncscope("singlethread") monotonic, align 4
  %more = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  fence syncscope("agent") release
  br label %next
next:
  br i1 %again, label %loop, label %end
end:
  ret i32 %seen
}
