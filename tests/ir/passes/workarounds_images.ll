; mapping.md 10: alias analysis lets an image read pass an atomic on a Workgroup variable, even one that acquires. In a module that reads
; images a fence for the thread alone keeps them apart; it is no instruction.
; RUN: %passes workarounds | %check
; RUN: %passes workarounds | llvm-as-%version -o /dev/null
; RUN: sed 's/, !mmra !0$/, !mmra !1/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes workarounds | %check --check-prefix=PRIVATE
; PRIVATE-NOT: fence syncscope("singlethread")

; CHECK-LABEL: define void @atomics(
; CHECK-NEXT: call <4 x float> @llvm.amdgcn.image.load.2d
; CHECK-NEXT: load atomic {{.*}} acquire
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE:![0-9]+]]
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE]]
; CHECK-NEXT: store atomic {{.*}} release
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE]]
; CHECK-NEXT: atomicrmw {{.*}} acq_rel
; CHECK-NEXT: fence syncscope("singlethread") acq_rel, !mmra [[NONPRIVATE]]
; CHECK-NEXT: atomicrmw {{.*}} monotonic
; CHECK-NEXT: load atomic {{.*}} acquire
; CHECK-NEXT: fence syncscope("agent") acq_rel
; CHECK-NEXT: cmpxchg {{.*}} monotonic acquire
; CHECK-NEXT: fence syncscope("singlethread") acq_rel{{$}}
; CHECK-NEXT: ret void
; CHECK: [[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
define void @atomics(<8 x i32> %image, ptr addrspace(3) %l) {
  %t = call <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32 15, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  %a = load atomic i32, ptr addrspace(3) %l syncscope("workgroup") acquire, align 4, !mmra !2
  store atomic i32 1, ptr addrspace(3) %l syncscope("workgroup") release, align 4, !mmra !2
  %b = atomicrmw add ptr addrspace(3) %l, i32 2 syncscope("workgroup") acq_rel, align 4, !mmra !2
  %c = atomicrmw add ptr addrspace(3) %l, i32 2 syncscope("workgroup") monotonic, align 4, !mmra !2
  %d = load atomic i32, ptr addrspace(3) %l syncscope("workgroup") acquire, align 4, !mmra !4
  fence syncscope("agent") acq_rel, !mmra !2
  %e = cmpxchg ptr addrspace(3) %l, i32 1, i32 2 syncscope("workgroup") monotonic acquire, align 4
  ret void
}

declare <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32, i32, i32, <8 x i32>, i32, i32)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!5, !0}
!3 = !{!"amdgpu-synchronize-as", !"local"}
!4 = !{!3, !0}
!5 = !{!"amdgcn-av", !"none"}
