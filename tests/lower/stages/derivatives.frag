#version 450
// Fine: the lane's own row or column; coarse: the first; the width is both.
// CHECK: i32 160, i32 15
// CHECK: i32 245, i32 15
// CHECK: i32 68, i32 15
// CHECK: i32 238, i32 15
// CHECK: i32 0, i32 15
// CHECK: i32 85, i32 15
// CHECK: i32 0, i32 15
// CHECK: i32 170, i32 15
// CHECK: llvm.fabs.f32
layout(location = 0) in float value;
layout(location = 0) out vec4 result;

void main() {
    result.x = dFdxFine(value);
    result.y = dFdyFine(value);
    result.z = dFdxCoarse(value);
    result.w = dFdyCoarse(value) + fwidth(value);
}
