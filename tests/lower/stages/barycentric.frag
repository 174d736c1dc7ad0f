#version 450
#extension GL_EXT_fragment_shader_barycentric : require
// PerVertexKHR: the values of the three vertices as an array.
// CHECK: define amdgpu_gfx { <4 x float> } @main([3 x <4 x float>] %input.1, <3 x float> %input.2)
// CHECK: !"f32x4", i32 0, i32 3, !"pervertex"
layout(location = 0) pervertexEXT in vec4 colors[];
layout(location = 0) out vec4 result;

void main() {
    result = vec4(0);
    for (int i = 0; i < 3; i++)
        result += colors[i] * gl_BaryCoordEXT[i];
}
