; Of an image and a sampler that differ from lane to lane LLVM makes loops over the distinct ones; the access stands in them once.
; RUN: for c in gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | %check || exit 1; done
; CHECK-LABEL: differ:
; CHECK: [[LOOP:.LBB0_[0-9]+]]:
; CHECK: v_readfirstlane_b32
; CHECK: image_sample_l
; CHECK: s_cbranch_execnz [[LOOP]]
; CHECK-NOT: image_sample
; CHECK-LABEL: uniform:
; CHECK-NOT: v_readfirstlane_b32
; CHECK: image_sample_l
define amdgpu_kernel void @differ(ptr addrspace(4) %descriptors, ptr addrspace(1) %o) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %d = getelementptr [48 x i8], ptr addrspace(4) %descriptors, i32 %i
  %r = load <8 x i32>, ptr addrspace(4) %d, align 16, !invariant.load !0
  %e = getelementptr i8, ptr addrspace(4) %d, i64 32
  %s = load <4 x i32>, ptr addrspace(4) %e, align 16, !invariant.load !0
  %v = call <4 x float> @llvm.amdgcn.image.sample.l.2d.v4f32.f32.v8i32.v4i32(i32 15, float 0.0, float 0.0, float 1.0, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  store <4 x float> %v, ptr addrspace(1) %o
  ret void
}

define amdgpu_kernel void @uniform(ptr addrspace(4) %descriptors, ptr addrspace(1) %o, i32 %i) {
  %d = getelementptr [48 x i8], ptr addrspace(4) %descriptors, i32 %i
  %r = load <8 x i32>, ptr addrspace(4) %d, align 16, !invariant.load !0
  %e = getelementptr i8, ptr addrspace(4) %d, i64 32
  %s = load <4 x i32>, ptr addrspace(4) %e, align 16, !invariant.load !0
  %v = call <4 x float> @llvm.amdgcn.image.sample.l.2d.v4f32.f32.v8i32.v4i32(i32 15, float 0.0, float 0.0, float 1.0, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  store <4 x float> %v, ptr addrspace(1) %o
  ret void
}

!0 = !{}
