#version 450
// Vertices chosen by constants are values; where an index chooses them, the variable is memory of the invocation.
// CHECK: define amdgpu_gfx { <2 x float>, <4 x float> } @main(ptr addrspace(5) %memory.1, [32 x <3 x float>] %input.1, <4 x float> %input.2, float %input.3, <2 x float> %input.4, [32 x <4 x float>] %input.5, i32 %input.6, [4 x float] %input.7, [2 x float] %input.8, <3 x float> %input.9, i32 %input.10)
// CHECK: load <2 x float>, ptr addrspace(5)
// CHECK: !"input", i32 1, !"position"
// CHECK: !"input", i32 0, !"chosen", i32 -1, !"location", i32 1, {{.*}}, !"f32x2", i32 0, i32 32, !"", i32 1, {{.*}}, i32 5, i32 0, i32 8}
// CHECK: !"input", i32 2, !"of_patch", {{.*}} !"patch"
// CHECK: !"input", i32 3, !"block", i32 0, !"location", i32 3, {{.*}}, !"f32", i32 0, i32 0, !"patch"
// CHECK: !"input", i32 4, !"block", i32 1, !"location", i32 4, {{.*}}, !"f32x2", i32 0, i32 0, !"patch"
// CHECK: !"input", i32 5, {{.*}} !"Position"
// CHECK: !"input", i32 6, {{.*}} !"PrimitiveId"
// CHECK: !"input", i32 7, {{.*}} !"TessLevelOuter"
// CHECK: !"input", i32 8, {{.*}} !"TessLevelInner"
// CHECK: !"input", i32 9, {{.*}} !"TessCoord"
// CHECK: !"input", i32 10, {{.*}} !"PatchVertices"
// CHECK: !"output", i32 0, !"result"
// CHECK: !"output", i32 1, {{.*}} !"Position"
layout(triangles, fractional_odd_spacing, ccw) in;
layout(location = 0) in vec3 position[];
layout(location = 1) in vec2 chosen[];
layout(location = 2) patch in vec4 of_patch;
layout(location = 3) patch in Block { float a; vec2 b; } block;
layout(location = 0) out vec2 result;

void main() {
    vec3 at = gl_TessCoord.x * position[0] + gl_TessCoord.y * position[1] + gl_TessCoord.z * position[2];
    result = vec2(0);
    for (int i = 0; i < gl_PatchVerticesIn; i++)
        result += chosen[i];
    result += block.b * block.a;
    gl_Position = vec4(at, gl_TessLevelOuter[1] + gl_TessLevelInner[0]) + gl_in[0].gl_Position * of_patch + float(gl_PrimitiveID);
}
