; A pixel shader for gfx1030: interpolation from the attributes in LDS, the body, the export of one colour. The user data is
; the address of a set of bindings: the combined image sampler, then the address of the counter's buffer.
target triple = "amdgcn-amd-amdpal"

declare amdgpu_gfx { <4 x float> } @main(ptr addrspace(4) inreg, ptr addrspace(1) inreg, <2 x float>)
declare float @llvm.amdgcn.interp.p1(float, i32 immarg, i32 immarg, i32)
declare float @llvm.amdgcn.interp.p2(float, float, i32 immarg, i32 immarg, i32)
declare void @llvm.amdgcn.exp.f32(i32 immarg, i32 immarg, float, float, float, float, i1 immarg, i1 immarg)

define amdgpu_ps void @pixel(ptr addrspace(4) inreg %set, i32 inreg %primitives, <2 x float> %sample, <2 x float> %center) #0 {
  %i = extractelement <2 x float> %center, i32 0
  %j = extractelement <2 x float> %center, i32 1
  %x1 = call float @llvm.amdgcn.interp.p1(float %i, i32 0, i32 0, i32 %primitives)
  %x = call float @llvm.amdgcn.interp.p2(float %x1, float %j, i32 0, i32 0, i32 %primitives)
  %y1 = call float @llvm.amdgcn.interp.p1(float %i, i32 1, i32 0, i32 %primitives)
  %y = call float @llvm.amdgcn.interp.p2(float %y1, float %j, i32 1, i32 0, i32 %primitives)
  %x.vector = insertelement <2 x float> poison, float %x, i32 0
  %coordinate = insertelement <2 x float> %x.vector, float %y, i32 1
  %counter.place = getelementptr i8, ptr addrspace(4) %set, i64 48
  %counter = load ptr addrspace(1), ptr addrspace(4) %counter.place, align 8, !invariant.load !0
  %outputs = call amdgpu_gfx { <4 x float> } @main(ptr addrspace(4) inreg %set, ptr addrspace(1) inreg %counter, <2 x float> %coordinate)
  %color = extractvalue { <4 x float> } %outputs, 0
  %r = extractelement <4 x float> %color, i32 0
  %g = extractelement <4 x float> %color, i32 1
  %b = extractelement <4 x float> %color, i32 2
  %a = extractelement <4 x float> %color, i32 3
  call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %r, float %g, float %b, float %a, i1 true, i1 true)
  ret void
}

; LLVM inlines only what is for the same processor
attributes #0 = { "target-cpu"="gfx1030" }
!0 = !{}
