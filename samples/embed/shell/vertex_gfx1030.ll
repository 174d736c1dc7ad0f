; A vertex shader for gfx1030: the vertex's attributes from a buffer of five floats each, the body, the exports of the position
; and one parameter. The user data is the address of a set: the addresses of the uniform buffer and of the vertices.
target triple = "amdgcn-amd-amdpal"

declare amdgpu_gfx { <2 x float>, <4 x float> } @main(ptr addrspace(4) inreg, <3 x float>, <2 x float>)
declare void @llvm.amdgcn.exp.f32(i32 immarg, i32 immarg, float, float, float, float, i1 immarg, i1 immarg)

define amdgpu_vs void @vertex(ptr addrspace(4) inreg %set, i32 %id) #0 {
  %transforms = load ptr addrspace(4), ptr addrspace(4) %set, align 8, !invariant.load !0
  %vertices.place = getelementptr i8, ptr addrspace(4) %set, i64 8
  %vertices = load ptr addrspace(1), ptr addrspace(4) %vertices.place, align 8, !invariant.load !0
  %vertex = getelementptr [20 x i8], ptr addrspace(1) %vertices, i32 %id
  %position = load <3 x float>, ptr addrspace(1) %vertex, align 4
  %rest = getelementptr i8, ptr addrspace(1) %vertex, i64 12
  %coordinate = load <2 x float>, ptr addrspace(1) %rest, align 4
  %outputs = call amdgpu_gfx { <2 x float>, <4 x float> } @main(ptr addrspace(4) inreg %transforms, <3 x float> %position, <2 x float> %coordinate)
  %out = extractvalue { <2 x float>, <4 x float> } %outputs, 0
  %place = extractvalue { <2 x float>, <4 x float> } %outputs, 1
  %x = extractelement <4 x float> %place, i32 0
  %y = extractelement <4 x float> %place, i32 1
  %z = extractelement <4 x float> %place, i32 2
  %w = extractelement <4 x float> %place, i32 3
  %u = extractelement <2 x float> %out, i32 0
  %v = extractelement <2 x float> %out, i32 1
  call void @llvm.amdgcn.exp.f32(i32 12, i32 15, float %x, float %y, float %z, float %w, i1 true, i1 false)
  call void @llvm.amdgcn.exp.f32(i32 32, i32 3, float %u, float %v, float poison, float poison, i1 false, i1 false)
  ret void
}

; LLVM inlines only what is for the same processor
attributes #0 = { "target-cpu"="gfx1030" }
!0 = !{}
