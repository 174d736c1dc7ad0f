; mapping.md 10, "Fences that stay in the workgroup": a fence beyond the workgroup has the workgroup's scope if no write follows a
; release by which another workgroup may learn of it, and no read stands before an acquire by which it may learn of another.
; RUN: %passes reach | %check
; RUN: %passes reach | llvm-as-%version -o /dev/null
; RUN: sed 's/^  ;behind/  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes reach | FileCheck-22 --check-prefix=TOLD %s
; RUN: sed 's/^  ;behind/  store volatile i32 1, ptr addrspace(1) %flag, align 4/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes reach | FileCheck-22 --check-prefix=TOLD %s
; RUN: sed 's/^  ;behind/  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0)/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes reach | FileCheck-22 --check-prefix=TOLD %s
; RUN: sed 's/^  ;before/  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes reach | FileCheck-22 --check-prefix=LEARNS %s
; RUN: sed 's/^  ;behind/  call void @shell()/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes reach | FileCheck-22 --check-prefix=NEITHER %s
; RUN: sed 's/amdgpu_kernel//' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes reach | FileCheck-22 --check-prefix=NEITHER %s

; The write of the flag stands before the only release, and its read behind the only acquire.
; CHECK: store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic
; CHECK-NEXT: fence syncscope("workgroup") acq_rel, !mmra
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic
; CHECK: fence syncscope("wavefront") acquire
; TOLD: fence syncscope("workgroup") acquire, !mmra
; TOLD-NEXT: fence syncscope("agent") release, !mmra
; TOLD-NEXT: call void asm sideeffect "", ""()
; TOLD-NEXT: fence release
; LEARNS: fence syncscope("agent") acquire, !mmra
; LEARNS-NEXT: fence syncscope("workgroup") release, !mmra
; LEARNS-NEXT: call void asm sideeffect "", ""()
; LEARNS-NEXT: fence syncscope("workgroup") release
; NEITHER: fence syncscope("agent") acq_rel, !mmra
; NEITHER-NEXT: call void asm sideeffect "", ""()
; NEITHER-NEXT: fence release
define amdgpu_kernel void @main(ptr addrspace(1) %flag, ptr addrspace(3) %s, <8 x i32> %image) {
  ;before
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  fence syncscope("agent") acq_rel, !mmra !0
  call void asm sideeffect "", ""()
  fence release
  %b = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4, !mmra !0
  %c = atomicrmw add ptr addrspace(3) %s, i32 1 syncscope("agent") monotonic, align 4, !mmra !0
  %d = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("workgroup") monotonic, align 4, !mmra !0
  store i32 1, ptr addrspace(1) %flag, align 4, !mmra !0
  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !1
  ;behind
  fence syncscope("wavefront") acquire, !mmra !0
  ret void
}

declare void @shell()
declare void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float, i32, i32, i32, <8 x i32>, i32, i32)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
