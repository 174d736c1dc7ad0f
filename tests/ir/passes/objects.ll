; mapping.md 10, "Objects". In these tests a parameter with `noalias` is an object of its own, and nobody writes to one
; with `readonly`.
; RUN: %passes sink | %check
; RUN: %passes sink | llvm-as-%version -o /dev/null
; RUN: %passes invariant | %check --check-prefix=CONSTANT
; RUN: %passes invariant | llvm-as-%version -o /dev/null

declare void @anything()
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32, i32)

; Two stores, behind the last read of another object; their order stays.
; CHECK-LABEL: define void @sinks(
; CHECK: %a = atomicrmw add
; CHECK-NEXT: %x = getelementptr
; CHECK-NEXT: %b = atomicrmw xchg
; CHECK-NEXT: %y = getelementptr
; CHECK-NEXT: %c = call i32 @llvm.amdgcn.image.atomic.add
; CHECK-NEXT: store i32 %a, ptr addrspace(1) %x
; CHECK-NEXT: store i32 %b, ptr addrspace(1) %y
; CHECK-NEXT: store i32 %c, ptr addrspace(1) %out
; CHECK-NEXT: ret void
define void @sinks(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, <8 x i32> %image) {
  %a = atomicrmw add ptr addrspace(1) %in, i32 1 syncscope("agent") monotonic, align 4
  %x = getelementptr i8, ptr addrspace(1) %out, i64 4
  store i32 %a, ptr addrspace(1) %x, align 4
  %b = atomicrmw xchg ptr addrspace(1) %in, i32 2 syncscope("agent") monotonic, align 4
  %y = getelementptr i8, ptr addrspace(1) %out, i64 4
  store i32 %b, ptr addrspace(1) %y, align 4
  %c = call i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0)
  store i32 %c, ptr addrspace(1) %out, align 4
  ret void
}

; A read of the same object, or of one that is not known, is not passed.
; CHECK-LABEL: define void @same(
; CHECK: store i32 1
; CHECK-NEXT: %a = load i32, ptr addrspace(1) %p
; CHECK: store i32 2
; CHECK-NEXT: %b = load i32, ptr addrspace(1) %q
; CHECK: store i32 3
; CHECK-NEXT: %c = load i32, ptr addrspace(1) %either
; CHECK: store i32 4
; CHECK-NEXT: %d = load i32, ptr addrspace(1) %other
; CHECK: store i32 5
; CHECK-NEXT: %e = load i32, ptr %flat
define void @same(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %r, ptr addrspace(1) %other, ptr %flat, i1 %w) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  store i32 1, ptr addrspace(1) %q, align 4
  %a = load i32, ptr addrspace(1) %p, align 4
  store i32 2, ptr addrspace(1) %p, align 4
  %b = load i32, ptr addrspace(1) %q, align 4
  %either = select i1 %w, ptr addrspace(1) %p, ptr addrspace(1) %r
  store i32 3, ptr addrspace(1) %p, align 4
  %c = load i32, ptr addrspace(1) %either, align 4
  store i32 4, ptr addrspace(1) %p, align 4
  %d = load i32, ptr addrspace(1) %other, align 4
  store i32 5, ptr addrspace(1) %p, align 4
  %e = load i32, ptr %flat, align 4
  ret void
}

; Nor is anything that orders memory, a call, or another store to the object that does not move.
; CHECK-LABEL: define void @ordered(
; CHECK: store i32 1
; CHECK-NEXT: fence syncscope("agent") release
; CHECK: store i32 2
; CHECK-NEXT: %b = load atomic i32, ptr addrspace(1) %r syncscope("agent") acquire
; CHECK: store i32 3
; CHECK-NEXT: store atomic i32 7, ptr addrspace(1) %r syncscope("agent") release
; CHECK: store i32 4
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK: store i32 5
; CHECK-NEXT: call void @anything()
; CHECK: store i32 6
; CHECK-NEXT: store atomic i32 7, ptr addrspace(1) %p syncscope("agent") monotonic
; CHECK: store i32 8
; CHECK-NEXT: %h = load volatile i32
; CHECK: store volatile i32 9
; CHECK-NEXT: %i = load i32
; CHECK: store i32 10
; CHECK-NEXT: call void asm sideeffect
define void @ordered(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %r) {
  store i32 1, ptr addrspace(1) %p, align 4
  fence syncscope("agent") release
  %a = load i32, ptr addrspace(1) %r, align 4
  store i32 2, ptr addrspace(1) %p, align 4
  %b = load atomic i32, ptr addrspace(1) %r syncscope("agent") acquire, align 4
  store i32 3, ptr addrspace(1) %p, align 4
  store atomic i32 7, ptr addrspace(1) %r syncscope("agent") release, align 4
  %c = load i32, ptr addrspace(1) %r, align 4
  store i32 4, ptr addrspace(1) %p, align 4
  call void @llvm.amdgcn.s.barrier()
  %d = load i32, ptr addrspace(1) %r, align 4
  store i32 5, ptr addrspace(1) %p, align 4
  call void @anything()
  %e = load i32, ptr addrspace(1) %r, align 4
  store i32 6, ptr addrspace(1) %p, align 4
  store atomic i32 7, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  %f = load i32, ptr addrspace(1) %r, align 4
  store i32 8, ptr addrspace(1) %p, align 4
  %h = load volatile i32, ptr addrspace(1) %r, align 4
  store volatile i32 9, ptr addrspace(1) %p, align 4
  %i = load i32, ptr addrspace(1) %r, align 4
  store i32 10, ptr addrspace(1) %p, align 4
  call void asm sideeffect "s_nop 0", ""()
  %j = load i32, ptr addrspace(1) %r, align 4
  ret void
}

; Globals are objects too.
; CHECK-LABEL: define void @globals(
; CHECK: %b = load atomic i32
; CHECK-NEXT: store i32 %a
@first = external addrspace(1) global i32, align 4
@second = external addrspace(1) global i32, align 4
define void @globals(i32 %a) {
  store i32 %a, ptr addrspace(1) @first, align 4
  %b = load atomic i32, ptr addrspace(1) @second syncscope("agent") monotonic, align 4
  ret void
}

; Without an acquire before it or a release after it, or private: what nobody writes does not change.
; CONSTANT-LABEL: define void @alone(
; CONSTANT: %a = load i32, ptr addrspace(1) %q, align 4, !invariant.load
; CONSTANT: %b = load i32, ptr addrspace(1) %q, align 4{{$}}
; CONSTANT: %c = load volatile i32, ptr addrspace(1) %in, align 4{{$}}
; CONSTANT: %d = load atomic i32, ptr addrspace(1) %in syncscope("agent") monotonic, align 4{{$}}
; CONSTANT: %e = load i32, ptr addrspace(1) %out, align 4{{$}}
define void @alone(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, i1 %w) {
  %q = getelementptr i8, ptr addrspace(1) %in, i64 4
  %a = load i32, ptr addrspace(1) %q, align 4
  br label %next

next:
  fence syncscope("agent") acquire
  %b = load i32, ptr addrspace(1) %q, align 4
  %c = load volatile i32, ptr addrspace(1) %in, align 4
  %d = load atomic i32, ptr addrspace(1) %in syncscope("agent") monotonic, align 4
  %e = load i32, ptr addrspace(1) %out, align 4
  ret void
}

; CONSTANT-LABEL: define void @released(
; CONSTANT: %a = load i32, ptr addrspace(1) %in, align 4{{$}}
; CONSTANT: %b = load i32, ptr addrspace(1) %in, align 4, !invariant.load
; CONSTANT: fence
; CONSTANT: %c = load i32, ptr addrspace(1) %in, align 4, !invariant.load
define void @released(ptr addrspace(1) noalias readonly %in) {
  %a = load i32, ptr addrspace(1) %in, align 4
  %b = load i32, ptr addrspace(1) %in, align 4, !mmra !0
  fence syncscope("agent") release
  %c = load i32, ptr addrspace(1) %in, align 4
  ret void
}

!0 = !{!"vulkan", !"private"}

; CONSTANT-LABEL: define void @kinds(
; CONSTANT: %a = load volatile i32, ptr addrspace(1) %in, align 4{{$}}
; CONSTANT: %b = load atomic i32, ptr addrspace(1) %in syncscope("agent") monotonic, align 4{{$}}
; CONSTANT: %c = load i32, ptr addrspace(1) %out, align 4{{$}}
; CHECK-LABEL: define void @kinds(
; CHECK: store i32 1
; CHECK-NEXT: %d = load i32, ptr %flat
define void @kinds(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out, ptr %flat) {
  %a = load volatile i32, ptr addrspace(1) %in, align 4
  %b = load atomic i32, ptr addrspace(1) %in syncscope("agent") monotonic, align 4
  %c = load i32, ptr addrspace(1) %out, align 4
  store i32 1, ptr addrspace(1) %out, align 4
  %d = load i32, ptr %flat, align 4
  %e = load i32, ptr addrspace(1) %in, align 4
  ret void
}
