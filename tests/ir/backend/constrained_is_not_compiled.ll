; What RoundingModeRTZ is not translated to: constrained arithmetic. LLVM 22 compiles no such division and no such square root.
; RUN: sed 's/sqrt.f32(float %a,/fdiv.f32(float %a, float 3.0,/' %s >%t.ll; ! %llc -mcpu=gfx942 < %t.ll >/dev/null 2>%t; grep -q 'unsupported library call operation' %t
; RUN: for c in gfx942 gfx1100 gfx1201; do ! %llc -mcpu=$c < %s >/dev/null 2>%t || exit 1; grep -q 'unsupported library call operation' %t || exit 1; done
define amdgpu_kernel void @k(ptr addrspace(1) %p, float %a) strictfp {
  %x = call float @llvm.experimental.constrained.sqrt.f32(float %a, metadata !"round.towardzero", metadata !"fpexcept.ignore") strictfp
  store float %x, ptr addrspace(1) %p
  ret void
}
