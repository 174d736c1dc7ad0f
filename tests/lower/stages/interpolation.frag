#version 450
// The shell interpolates at other places; decorations of interpolation are in the interface.
// CHECK: call amdgpu_gfx <4 x float> @smmra.interpolate.at.centroid.v4f32(i32 0, i32 0)
// CHECK: call amdgpu_gfx float @smmra.interpolate.at.offset.f32(i32 3, i32 1, <2 x float>
// CHECK: [[INDEX:%.*]] = load i32, ptr addrspace(5) %flat_
// CHECK: [[PLACE:%.*]] = add i32 [[INDEX]], 4
// CHECK: call amdgpu_gfx <2 x float> @smmra.interpolate.at.sample.v2f32(i32 [[PLACE]], i32 0, i32
// CHECK: !"location", i32 0, {{.*}} !"",
// CHECK: !"location", i32 1, {{.*}} !"flat",
// CHECK: !"location", i32 2, {{.*}} !"noperspective centroid",
// CHECK: !"location", i32 3, {{.*}} !"sample",
layout(location = 0) in vec4 smooth_;
layout(location = 1) flat in int flat_;
layout(location = 2) noperspective centroid in vec2 plain;
layout(location = 3) sample in vec3 sampled;
layout(location = 4) in vec2 array_[3];
layout(location = 0) out vec4 result;

void main() {
    result = interpolateAtCentroid(smooth_);
    result.x += interpolateAtOffset(sampled.y, vec2(0.25));
    result.xy += interpolateAtSample(array_[flat_], gl_SampleID) + plain;
}
