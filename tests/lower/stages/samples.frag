#version 460
#extension GL_ARB_sparse_texture2 : require
// LLVM must not know which sample has a residency code (docs/upstream/llvm-samples-with-residency.md).
// CHECK: [[SAMPLE:%[0-9]+]] = call i32 asm "", "=v,0"(i32 2)
// CHECK: @llvm.amdgcn.image.load.2dmsaa.sl_v4f32i32s.i32.v8i32(i32 15, i32 {{.*}}, i32 {{.*}}, i32 [[SAMPLE]],
// CHECK: @llvm.amdgcn.image.load.2dmsaa.v4f32.i32.v8i32(i32 15, i32 {{.*}}, i32 {{.*}}, i32 1,
layout(location = 0) flat in int index;
layout(set = 0, binding = 0) uniform sampler2DMS picture;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel;
    int code = sparseTexelFetchARB(picture, ivec2(index), 2, texel);
    color = texel + texelFetch(picture, ivec2(index), 1) * code;
}
