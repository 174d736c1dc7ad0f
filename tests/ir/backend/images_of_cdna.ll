; mapping.md 10: gfx90a and gfx942 have no samples with explicit level of detail and no gather; they have image loads.
; RUN: for c in gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | %check || exit 1; done
; RUN: for c in gfx90a gfx942; do sed '/^define.*@gather/,/^}/d; /^define.*@load/,/^}/d' %s | %llc -mcpu=$c >/dev/null 2>%t && exit 1; grep -q 'in function sample .*: requested image instruction is not supported' %t || exit 1; done
; RUN: for c in gfx90a gfx942; do sed '/^define.*@sample/,/^}/d; /^define.*@load/,/^}/d' %s | %llc -mcpu=$c >/dev/null 2>%t && exit 1; grep -q 'in function gather .*: requested image instruction is not supported' %t || exit 1; done
; RUN: for c in gfx90a gfx942; do sed '/^define.*@sample/,/^}/d; /^define.*@gather/,/^}/d' %s | %llc -mcpu=$c | grep image_load >/dev/null || exit 1; done
; CHECK: image_sample_l
define amdgpu_kernel void @sample(ptr addrspace(1) %o, <8 x i32> %r, <4 x i32> %s) {
  %v = call <4 x float> @llvm.amdgcn.image.sample.l.2d.v4f32.f32(i32 15, float 0.0, float 0.0, float 0.0, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  store <4 x float> %v, ptr addrspace(1) %o
  ret void
}

; CHECK: image_gather4
define amdgpu_kernel void @gather(ptr addrspace(1) %o, <8 x i32> %r, <4 x i32> %s) {
  %v = call <4 x float> @llvm.amdgcn.image.gather4.2d.v4f32.f32(i32 1, float 0.0, float 0.0, <8 x i32> %r, <4 x i32> %s, i1 false, i32 0, i32 0)
  store <4 x float> %v, ptr addrspace(1) %o
  ret void
}

; CHECK: image_load
define amdgpu_kernel void @load(ptr addrspace(1) %o, <8 x i32> %r) {
  %v = call <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32(i32 15, i32 0, i32 0, <8 x i32> %r, i32 0, i32 0)
  store <4 x float> %v, ptr addrspace(1) %o
  ret void
}
