; A pixel shader for gfx1100, where attributes are loaded from LDS into lanes and interpolated from there.
target triple = "amdgcn-amd-amdpal"

declare amdgpu_gfx { <4 x float> } @main(ptr addrspace(4) inreg, ptr addrspace(1) inreg, <2 x float>)
declare float @llvm.amdgcn.lds.param.load(i32 immarg, i32 immarg, i32)
declare float @llvm.amdgcn.interp.inreg.p10(float, float, float)
declare float @llvm.amdgcn.interp.inreg.p2(float, float, float)
declare void @llvm.amdgcn.exp.f32(i32 immarg, i32 immarg, float, float, float, float, i1 immarg, i1 immarg)

define amdgpu_ps void @pixel(ptr addrspace(4) inreg %set, i32 inreg %primitives, <2 x float> %sample, <2 x float> %center) #0 {
  %i = extractelement <2 x float> %center, i32 0
  %j = extractelement <2 x float> %center, i32 1
  %px = call float @llvm.amdgcn.lds.param.load(i32 0, i32 0, i32 %primitives)
  %py = call float @llvm.amdgcn.lds.param.load(i32 1, i32 0, i32 %primitives)
  %x1 = call float @llvm.amdgcn.interp.inreg.p10(float %px, float %i, float %px)
  %x = call float @llvm.amdgcn.interp.inreg.p2(float %px, float %j, float %x1)
  %y1 = call float @llvm.amdgcn.interp.inreg.p10(float %py, float %i, float %py)
  %y = call float @llvm.amdgcn.interp.inreg.p2(float %py, float %j, float %y1)
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
attributes #0 = { "target-cpu"="gfx1100" }
!0 = !{}
