#version 450
// Locations: a vector, a matrix, an array with a dynamic index, a vector in two Locations, a block; what is not used.
// CHECK: define amdgpu_gfx { <4 x float>, <2 x float>, i32, float, float, <3 x float>, <4 x float> } @main(
// CHECK-SAME: ptr addrspace(4) inreg noundef align 16 %transforms, ptr addrspace(4) inreg noundef align 16 %push,
// CHECK-SAME: <3 x float> %input.1, <3 x float> %input.2, <3 x float> %input.3, <3 x float> %input.4, <2 x float> %input.5,
// CHECK-SAME: <2 x float> %input.6, <2 x double> %input.7, double %input.8, float %input.9, i32 %input.10, i32 %input.11)
// CHECK: ret { <4 x float>, <2 x float>, i32, float, float, <3 x float>, <4 x float> }
// CHECK: !spirv.entry_points = !{![[ENTRY:[0-9]+]]}
// CHECK: ![[ENTRY]] = !{!"main", !"Vertex", !"main"}
// CHECK: !{!"main", !"input", i32 8, !"long_", i32 -1, !"location", i32 6, i32 0, i32 0, !"f64x2"
// CHECK: !{!"main", !"input", i32 9, !"long_", i32 -1, !"location", i32 7, i32 0, i32 0, !"f64"
// CHECK: !{!"main", !"input", i32 10, !"unused", {{.*}}, !"f32", i32 0, i32 0, !"", i32 0,
// CHECK: !{!"main", !"input", i32 11, !"gl_VertexIndex", i32 -1, !"VertexIndex", i32 42, i32 -1
// CHECK: !{!"main", !"output", i32 2, !"out_block", i32 1, !"location", i32 2, i32 0, i32 0, !"i32", i32 0, i32 0, !"flat", i32 1
// CHECK: !{!"main", !"output", i32 5, !"never_written", {{.*}}, !"f32x3", i32 0, i32 0, !"", i32 0
// CHECK: !{!"main", !"output", i32 6, {{.*}}, i32 0, !"Position", i32 0, i32 -1
layout(location = 0) in vec3 position;
layout(location = 1) in mat3 rotation;
layout(location = 4) in vec2 coordinates[2];
layout(location = 6) in dvec3 long_;
layout(location = 8) in float unused;
layout(location = 0) out vec4 color;
layout(location = 1) out Block { vec2 coordinate; flat int id; float array[2]; } out_block;
layout(location = 5) out vec3 never_written;
layout(set = 0, binding = 0) uniform Transforms { mat4 transform; } transforms;
layout(push_constant) uniform Push { vec4 tint; } push;

void main() {
    gl_Position = transforms.transform * vec4(rotation * position, 1) + vec4(long_.xyzz);
    color = push.tint;
    out_block.coordinate = coordinates[gl_VertexIndex & 1];
    out_block.id = gl_InstanceIndex;
    out_block.array[0] = 1;
    out_block.array[1] = 2;
}
