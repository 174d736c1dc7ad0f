#version 450
// The shell loads what vertices have, whatever chooses the vertex, and whichever element: no array of them is kept.
// CHECK: define amdgpu_gfx { <2 x float>, <4 x float> } @main(<4 x float> %input.1, float %input.2, <2 x float> %input.3, i32 %input.4, [4 x float] %input.5, [2 x float] %input.6, <3 x float> %input.7, i32 %input.8)
// CHECK-NOT: alloca [32 x
// CHECK: call amdgpu_gfx <3 x float> @smmra.load.vertex.v3f32(i32 0, i32 0, i32 2)
// CHECK: [[TWICE:%.*]] = mul i32 %{{.*}}, 2
// CHECK: [[PLACE:%.*]] = add i32 [[TWICE]], 6
// CHECK: [[LOW:%.*]] = call amdgpu_gfx <2 x double> @smmra.load.vertex.v2f64(i32 [[PLACE]], i32 0, i32 [[VERTEX:%.*]])
// CHECK: [[NEXT:%.*]] = add i32 [[TWICE]], 7
// CHECK: [[HIGH:%.*]] = call amdgpu_gfx double @smmra.load.vertex.f64(i32 [[NEXT]], i32 0, i32 [[VERTEX]])
// CHECK: extractelement <2 x double> [[LOW]], i32 1
// CHECK: insertelement <3 x double> {{.*}}, double [[HIGH]], i32 2
// CHECK: call amdgpu_gfx float @smmra.load.vertex.f32(i32 1, i32 2, i32 %{{.*}})
// CHECK: call amdgpu_gfx <4 x float> @smmra.load.vertex.builtin.v4f32(i32 0, i32 0, i32 0)
// CHECK: declare amdgpu_gfx <3 x float> @smmra.load.vertex.v3f32(i32, i32, i32) #[[LOADS:[0-9]+]]
// CHECK: attributes #[[LOADS]] = { nounwind willreturn memory(inaccessiblemem: read) }
// CHECK: !"input", i32 -1, !"position"
// CHECK: !"input", i32 -1, !"chosen", i32 -1, !"location", i32 1, {{.*}}, !"f32x2", i32 0, i32 32, !"", i32 1, {{.*}}, i32 -1}
// CHECK: !"input", i32 0, !"of_patch", {{.*}} !"patch"
// CHECK: !"input", i32 1, !"block", i32 0, !"location", i32 3, {{.*}}, !"f32", i32 0, i32 0, !"patch"
// CHECK: !"input", i32 2, !"block", i32 1, !"location", i32 4, {{.*}}, !"f32x2", i32 0, i32 0, !"patch"
// CHECK: !"input", i32 -1, {{.*}} !"Position"
// CHECK: !"input", i32 3, {{.*}} !"PrimitiveId"
// CHECK: !"input", i32 4, {{.*}} !"TessLevelOuter"
// CHECK: !"input", i32 5, {{.*}} !"TessLevelInner"
// CHECK: !"input", i32 6, {{.*}} !"TessCoord"
// CHECK: !"input", i32 7, {{.*}} !"PatchVertices"
// CHECK: !"output", i32 0, !"result"
// CHECK: !"output", i32 1, {{.*}} !"Position"
layout(triangles, fractional_odd_spacing, ccw) in;
layout(location = 0) in vec3 position[];
layout(location = 1) in vec2 chosen[];
layout(location = 1, component = 2) in float beside[];
layout(location = 6) flat in dvec3 wide[][2];
layout(location = 2) patch in vec4 of_patch;
layout(location = 3) patch in Block { float a; vec2 b; } block;
layout(location = 0) out vec2 result;

void main() {
    vec3 at = gl_TessCoord.x * position[0] + gl_TessCoord.y * position[1] + gl_TessCoord.z * position[2];
    result = vec2(0);
    for (int i = 0; i < gl_PatchVerticesIn; i++)
        result += chosen[i] + vec2(wide[i][i & 1].zy) * beside[i];
    result += block.b * block.a;
    gl_Position = vec4(at, gl_TessLevelOuter[1] + gl_TessLevelInner[0]) + gl_in[0].gl_Position * of_patch + float(gl_PrimitiveID);
}
