; mapping.md 10, "Coherent accesses": acquires invalidate nothing where every read that may follow is coherent by itself.
; RUN: %passes coherent | %check
; RUN: %passes coherent | llvm-as-%version -o /dev/null
; RUN: %passes auto | %check
; RUN: %passes coherent > %t.once; grep -v "^;" %t.once | $SMMRA_BUILD/bin/ir_passes coherent | cmp - %t.once

; Each kind of acquire: empty assembly that takes what an atomic has read, or for a fence, and for a value that no
; register holds as it is, a release fence of the same scope and tags. Behind it the fence for the thread alone. The
; read-modify-write reads, too, after the acquire before it.
; CHECK-LABEL: define void @acquires(
; CHECK-NEXT: %a = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra [[NONPRIVATE:![0-9]+]]
; CHECK-NEXT: call void asm sideeffect "", "v"(i32 %a)
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE]]
; CHECK-NEXT: %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") release, align 4
; CHECK-NEXT: call void asm sideeffect "", "v"(i32 %b)
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: %c = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("agent") release monotonic, align 4
; CHECK-NEXT: [[OLD:%.*]] = extractvalue { i32, i1 } %c, 0
; CHECK-NEXT: call void asm sideeffect "", "v"(i32 [[OLD]])
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: %d = load atomic i64, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
; CHECK-NEXT: call void asm sideeffect "", "v"(i64 %d)
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: %e = load atomic float, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
; CHECK-NEXT: call void asm sideeffect "", "v"(float %e)
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: %f = load atomic i16, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[NONPRIVATE]]
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
  %d = load atomic i64, ptr addrspace(1) %p syncscope("agent") acquire, align 8, !mmra !0
  %e = load atomic float, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
  %f = load atomic i16, ptr addrspace(1) %p syncscope("agent") acquire, align 4, !mmra !0
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

; A texel is read by the cache policy, which the atomic has for itself; what one invocation alone accesses stays, as what
; comes before. Empty assembly reads nothing.
; CHECK-LABEL: define void @texels(
; CHECK: struct.buffer.load.format.i32(<4 x i32> %rsrc, i32 0, i32 0, i32 0, i32 0), !mmra
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: struct.buffer.load.format.i32(<4 x i32> %rsrc, i32 0, i32 0, i32 0, i32 1), !mmra
; CHECK-NEXT: image.load.1d.f32.i32.v8i32(i32 1, i32 0, <8 x i32> %image, i32 0, i32 3), !mmra
; CHECK-NEXT: struct.buffer.load.format.i32(<4 x i32> %rsrc, i32 0, i32 0, i32 0, i32 0), !mmra
; CHECK-NEXT: image.atomic.add.1d.i32.i32.v8i32(i32 1, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra
define void @texels(ptr addrspace(1) %p, <4 x i32> %rsrc, <8 x i32> %image) {
  %a = call i32 @llvm.amdgcn.struct.buffer.load.format.i32(<4 x i32> %rsrc, i32 0, i32 0, i32 0, i32 0), !mmra !0
  %flag = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") acquire, align 4, !mmra !0
  call void asm sideeffect "", ""()
  %b = call i32 @llvm.amdgcn.struct.buffer.load.format.i32(<4 x i32> %rsrc, i32 0, i32 0, i32 0, i32 0), !mmra !0
  %c = call float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32 1, i32 0, <8 x i32> %image, i32 0, i32 2), !mmra !0
  %d = call i32 @llvm.amdgcn.struct.buffer.load.format.i32(<4 x i32> %rsrc, i32 0, i32 0, i32 0, i32 0), !mmra !1
  %e = call i32 @llvm.amdgcn.image.atomic.add.1d.i32.i32.v8i32(i32 1, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.struct.buffer.load.format.i32(<4 x i32>, i32, i32, i32, i32)
declare float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32, i32, <8 x i32>, i32, i32)
declare i32 @llvm.amdgcn.image.atomic.add.1d.i32.i32.v8i32(i32, i32, <8 x i32>, i32, i32)

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
