#version 450
// Two streams of points, captured by transform feedback: each emission names its stream, and the interface says which
// output is of which stream, and where it is captured.
// CHECK: define amdgpu_gfx void @main()
// CHECK: call amdgpu_gfx void @smmra.emit.vertex(i32 0, { <4 x float>, float, <2 x double>, double } {{%.*}})
// CHECK: call amdgpu_gfx void @smmra.end.primitive(i32 0)
// CHECK: call amdgpu_gfx void @smmra.emit.vertex(i32 1, { <4 x float>, float, <2 x double>, double } {{%.*}})
// CHECK: call amdgpu_gfx void @smmra.end.primitive(i32 1)
// CHECK: !"output", i32 0, !"first", i32 -1, !"location", i32 0, i32 0, i32 0, !"f32x4", i32 0, i32 0, !"", i32 1, i32 0, i32 0, i32 16, i32 32}
// CHECK: !"output", i32 1, !"second", i32 -1, !"location", i32 1, i32 0, i32 0, !"f32", i32 0, i32 0, !"", i32 1, i32 1, i32 1, i32 8, i32 48}
// CHECK: !"output", i32 2, !"third", i32 -1, !"location", i32 2, i32 0, i32 0, !"f64x2", i32 0, i32 0, !"", i32 1, i32 1, i32 1, i32 16, i32 48}
// CHECK: !"output", i32 3, !"third", i32 -1, !"location", i32 3, i32 0, i32 0, !"f64", i32 0, i32 0, !"", i32 1, i32 1, i32 1, i32 32, i32 48}
layout(points) in;
layout(points, max_vertices = 2) out;
layout(location = 0) in vec4 value[];
layout(xfb_buffer = 0, xfb_stride = 32) out;
layout(xfb_buffer = 1, xfb_stride = 48) out;
layout(stream = 0, location = 0, xfb_buffer = 0, xfb_offset = 16) out vec4 first;
layout(stream = 1, location = 1, xfb_buffer = 1, xfb_offset = 8) out float second;
layout(stream = 1, location = 2, xfb_buffer = 1, xfb_offset = 16) out dvec3 third;

void main() {
    first = value[0];
    EmitStreamVertex(0);
    EndStreamPrimitive(0);
    second = value[0].x;
    third = dvec3(value[0].xyz);
    EmitStreamVertex(1);
    EndStreamPrimitive(1);
}
