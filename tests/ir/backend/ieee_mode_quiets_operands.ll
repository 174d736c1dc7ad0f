; mapping.md 10, "NaNs": in the processor's IEEE mode, which kernels have, LLVM quiets what a minimum takes from memory; without
; that mode it does not. gfx12 has no such mode, and LLVM quiets there with the attribute too.
; RUN: for c in gfx942 gfx1030 gfx1100; do %llc -mcpu=$c < %s | %check || exit 1; done
; RUN: %llc -mcpu=gfx1201 < %s | %check --check-prefix=GFX12
; GFX12-LABEL: takes:
; GFX12: v_{{(dual_)?}}max_num_f32{{(_e32)?}} [[QUIET:v[0-9]+]], [[QUIET]], [[QUIET]]
; CHECK-LABEL: quiets:
; CHECK: v_{{(dual_)?}}max_f32{{(_e32)?}} [[QUIET:v[0-9]+]], [[QUIET]], [[QUIET]]
; CHECK: v_{{.*}}min_f32
; CHECK: .amdhsa_ieee_mode 1
; CHECK-LABEL: takes:
; CHECK-NOT: v_{{(dual_)?}}max_f32
; CHECK: v_{{.*}}min_f32
; CHECK: .amdhsa_ieee_mode 0
define amdgpu_kernel void @quiets(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load float, ptr addrspace(1) %p
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %r = getelementptr float, ptr addrspace(1) %q, i32 %i
  %b = load float, ptr addrspace(1) %r
  %m = call float @llvm.minnum.f32(float %a, float %b)
  store float %m, ptr addrspace(1) %r
  ret void
}

define amdgpu_kernel void @takes(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %a = load float, ptr addrspace(1) %p
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %r = getelementptr float, ptr addrspace(1) %q, i32 %i
  %b = load float, ptr addrspace(1) %r
  %m = call float @llvm.minnum.f32(float %a, float %b)
  store float %m, ptr addrspace(1) %r
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.minnum.f32(float, float)
attributes #0 = { "amdgpu-ieee"="false" }
