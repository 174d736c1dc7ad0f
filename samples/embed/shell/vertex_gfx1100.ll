; A primitive shader for gfx1100: as many vertices and triangles as the hardware has put into the wave, each of which was
; numbered by it; the attributes go to the attribute ring in memory, 16 bytes for each vertex.
target triple = "amdgcn-amd-amdpal"

declare amdgpu_gfx { <2 x float>, <4 x float> } @main(ptr addrspace(4) inreg, <3 x float>, <2 x float>)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare void @llvm.amdgcn.s.sendmsg(i32 immarg, i32)
declare void @llvm.amdgcn.exp.i32(i32 immarg, i32 immarg, i32, i32, i32, i32, i1 immarg, i1 immarg)
declare void @llvm.amdgcn.exp.f32(i32 immarg, i32 immarg, float, float, float, float, i1 immarg, i1 immarg)

; %counts: bits 0 to 7 vertices, 8 to 15 primitives of the wave; %total: the same of the group, as GS_ALLOC_REQ takes it
define amdgpu_gs void @vertex(ptr addrspace(4) inreg %set, ptr addrspace(1) inreg %ring, i32 inreg %counts, i32 inreg %total, i32 %primitive, i32 %id) #0 {
  call void @llvm.amdgcn.s.sendmsg(i32 9, i32 %total)
  %lane = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %primitives.shifted = lshr i32 %counts, 8
  %primitives = and i32 %primitives.shifted, 255
  %vertices.count = and i32 %counts, 255
  %has.primitive = icmp ult i32 %lane, %primitives
  br i1 %has.primitive, label %export.primitive, label %primitives.done

export.primitive:
  call void @llvm.amdgcn.exp.i32(i32 20, i32 1, i32 %primitive, i32 poison, i32 poison, i32 poison, i1 true, i1 false)
  br label %primitives.done

primitives.done:
  %has.vertex = icmp ult i32 %lane, %vertices.count
  br i1 %has.vertex, label %body, label %done

body:
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
  %attribute = getelementptr [16 x i8], ptr addrspace(1) %ring, i32 %lane
  store <2 x float> %out, ptr addrspace(1) %attribute, align 16
  fence syncscope("agent") release
  %x = extractelement <4 x float> %place, i32 0
  %y = extractelement <4 x float> %place, i32 1
  %z = extractelement <4 x float> %place, i32 2
  %w = extractelement <4 x float> %place, i32 3
  call void @llvm.amdgcn.exp.f32(i32 12, i32 15, float %x, float %y, float %z, float %w, i1 true, i1 false)
  br label %done

done:
  ret void
}

; LLVM inlines only what is for the same processor
attributes #0 = { "target-cpu"="gfx1100" "target-features"="+wavefrontsize32" }
!0 = !{}
