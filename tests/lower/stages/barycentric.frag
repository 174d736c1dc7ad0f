#version 450
#extension GL_EXT_fragment_shader_barycentric : require
// PerVertexKHR: the shell gives the value at a vertex.
// CHECK: define amdgpu_gfx { <4 x float> } @main(<3 x float> %input.1)
// CHECK: [[VERTEX:%.*]] = load i32, ptr addrspace(5) %i
// CHECK: [[VERTEX:%.*]] = load i32, ptr addrspace(5) %i
// CHECK: call amdgpu_gfx <4 x float> @smmra.interpolate.at.vertex.v4f32(i32 2, i32 0, i32 [[VERTEX]])
// CHECK: #[[VALUE:[0-9]+]] = { convergent nounwind willreturn memory(none) }
// CHECK: !"f32x4", i32 0, i32 3, !"pervertex"
layout(location = 2) pervertexEXT in vec4 colors[];
layout(location = 0) out vec4 result;

void main() {
    result = vec4(0);
    for (int i = 0; i < 3; i++)
        result += colors[i] * gl_BaryCoordEXT[i];
}
