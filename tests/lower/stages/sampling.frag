#version 450
#extension GL_ARB_sparse_texture_clamp : require
// An implicit level of detail is the processor's own, by derivatives; bias, reference and least level are operands.
// CHECK: @llvm.amdgcn.image.sample.2d.v4f32.f32.v8i32.v4i32(i32 15, {{.*}}) #[[CONVERGENT:[0-9]+]]
// CHECK: @llvm.amdgcn.image.sample.b.2d.v4f32.f32.f32.v8i32.v4i32(i32 15, float 5.000000e-01,
// CHECK: @llvm.amdgcn.image.sample.o.2d.v4f32.f32
// CHECK: @llvm.amdgcn.image.sample.c.2d.f32.f32
// CHECK: @llvm.amdgcn.image.sample.2darray
// CHECK: @llvm.amdgcn.image.sample.cube
// CHECK: @llvm.amdgcn.image.sample.cl.2d
// CHECK: @llvm.amdgcn.image.sample.b.cl.2d
// CHECK: @llvm.amdgcn.image.sample.l.2d
// CHECK: @llvm.amdgcn.image.getlod.2d.v2f32.f32.v8i32.v4i32(i32 3, {{.*}}) #[[CONVERGENT]]
// CHECK: attributes #[[CONVERGENT]] = { convergent }
layout(location = 0) in vec3 coordinate;
layout(location = 0) out vec4 result;
layout(set = 0, binding = 0) uniform sampler2D flat_;
layout(set = 0, binding = 1) uniform sampler2DShadow shadow;
layout(set = 0, binding = 2) uniform sampler2DArray array_;
layout(set = 0, binding = 3) uniform samplerCube cube;

void main() {
    result = texture(flat_, coordinate.xy);
    result += texture(flat_, coordinate.xy, 0.5);
    result += textureOffset(flat_, coordinate.xy, ivec2(1, -1));
    result += texture(shadow, coordinate);
    result += texture(array_, coordinate);
    result += texture(cube, coordinate);
    result += textureClampARB(flat_, coordinate.xy, 1.5);
    result += textureClampARB(flat_, coordinate.xy, 1.5, 0.25);
    result += textureLod(flat_, coordinate.xy, 2.0);
    result.xy += textureQueryLod(flat_, coordinate.xy);
}
