#version 460
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
// Sparse residency: texfailctrl 1, and a pair of texel and code; the code is 0 if all texels are resident.
// CHECK: [[PAIR:%.*]] = call { <4 x float>, i32 } @llvm.amdgcn.image.sample.2d.sl_v4f32i32s.f32.v8i32.v4i32(i32 15, {{.*}}, i1 false, i32 1, i32 0)
// CHECK: [[CODE:%.*]] = extractvalue { <4 x float>, i32 } [[PAIR]], 1
// CHECK: extractvalue { <4 x float>, i32 } [[PAIR]], 0
// CHECK: insertvalue %ResType poison, i32 [[CODE]], 0
// CHECK: icmp eq i32 {{%.*}}, 0
// CHECK: call { <4 x float>, i32 } @llvm.amdgcn.image.sample.l.2d.sl_v4f32i32s.f32.v8i32.v4i32({{.*}}, i32 1, i32 0)
// CHECK: call { <4 x float>, i32 } @llvm.amdgcn.image.sample.d.2d.sl_v4f32i32s.f32.f32.v8i32.v4i32({{.*}}, i32 1, i32 0)
// CHECK: call { float, i32 } @llvm.amdgcn.image.sample.c.2d.sl_f32i32s.f32.v8i32.v4i32(i32 1, {{.*}}, i32 1, i32 0)
// CHECK: call { float, i32 } @llvm.amdgcn.image.sample.c.l.2d.sl_f32i32s.f32.v8i32.v4i32(i32 1, {{.*}}, i32 1, i32 0)
// CHECK: call { <4 x float>, i32 } @llvm.amdgcn.image.gather4.{{lz.*}}2d.sl_v4f32i32s.f32.v8i32.v4i32(i32 2, {{.*}}, i32 1, i32 0)
// CHECK: call { <4 x float>, i32 } @llvm.amdgcn.image.gather4.c.{{lz.*}}2d.sl_v4f32i32s.f32.v8i32.v4i32(i32 1, {{.*}}, i32 1, i32 0)
// four gathers, whose codes come together
// CHECK-COUNT-4: call { <4 x float>, i32 } @llvm.amdgcn.image.gather4.lz.o.2d.sl_v4f32i32s.f32.v8i32.v4i32(
// CHECK: or i32
// CHECK: call { <4 x float>, i32 } @llvm.amdgcn.image.load.mip.2d.sl_v4f32i32s.i32.v8i32(i32 15, {{.*}}, i32 1, i32 0)
// CHECK: call { <4 x float>, i32 } @llvm.amdgcn.image.load.2d.sl_v4f32i32s.i32.v8i32(i32 15, {{.*}}, i32 1,
// CHECK: call { <4 x float>, i32 } @llvm.amdgcn.image.sample.cl.2d.sl_v4f32i32s.f32.v8i32.v4i32({{.*}}, i32 1, i32 0)
layout(set = 0, binding = 0) uniform sampler2D plane;
layout(set = 0, binding = 1) uniform sampler2DShadow depth;
layout(set = 0, binding = 2, rgba32f) readonly uniform image2D texels;
layout(location = 0) in vec3 at;
layout(location = 0) out vec4 color;

void main() {
    const ivec2 corners[4] = ivec2[4](ivec2(-1, 0), ivec2(0, 1), ivec2(1, 0), ivec2(0, -1));
    vec4 texel;
    float near;
    color = vec4(0);
    if (sparseTexelsResidentARB(sparseTextureARB(plane, at.xy, texel)))
        color += texel;
    if (sparseTexelsResidentARB(sparseTextureLodARB(plane, at.xy, 1.5, texel)))
        color += texel;
    if (sparseTexelsResidentARB(sparseTextureGradARB(plane, at.xy, at.yz, at.zx, texel)))
        color += texel;
    if (sparseTexelsResidentARB(sparseTextureARB(depth, at, near)))
        color.x += near;
    if (sparseTexelsResidentARB(sparseTextureLodARB(depth, at, 1.5, near)))
        color.x += near;
    if (sparseTexelsResidentARB(sparseTextureGatherARB(plane, at.xy, texel, 1)))
        color += texel;
    if (sparseTexelsResidentARB(sparseTextureGatherARB(depth, at.xy, at.z, texel)))
        color += texel;
    if (sparseTexelsResidentARB(sparseTextureGatherOffsetsARB(plane, at.xy, corners, texel)))
        color += texel;
    if (sparseTexelsResidentARB(sparseTexelFetchARB(plane, ivec2(gl_FragCoord.xy), 1, texel)))
        color += texel;
    if (sparseTexelsResidentARB(sparseImageLoadARB(texels, ivec2(gl_FragCoord.xy), texel)))
        color += texel;
    if (sparseTexelsResidentARB(sparseTextureClampARB(plane, at.xy, 2.0, texel)))
        color += texel;
}
