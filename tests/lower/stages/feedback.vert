#version 450
#extension GL_ARB_enhanced_layouts : require
// Transform feedback is in the interface, and its offsets are none in memory; 16 bits; Components.
// CHECK: %[[TYPE:.*]] = type { <4 x float>, <2 x float> }
// CHECK: alloca %[[TYPE]], align 16
// CHECK: !"xy", {{.*}} !"location", i32 0, i32 0, i32 0, !"f32x2", {{.*}} i32 0, i32 -1, i32 0}
// CHECK: !"z", {{.*}} !"location", i32 0, i32 2, i32 0, !"f32",
// CHECK: !"out_block", i32 0, !"location", i32 2, {{.*}}, i32 1, i32 16, i32 64}
// CHECK: !"out_block", i32 1, !"location", i32 3, {{.*}}, i32 1, i32 0, i32 64}
layout(location = 0, component = 0) out vec2 xy;
layout(location = 0, component = 2) out float z;
layout(location = 2, xfb_buffer = 1, xfb_stride = 64) out Block {
    layout(xfb_offset = 16) vec4 a;
    layout(xfb_offset = 0) vec2 b;
} out_block;

void main() {
    xy = vec2(1, 2);
    z = 3;
    out_block.a = vec4(4);
    out_block.b = vec2(5);
    gl_Position = out_block.a;
}
