#version 460
#extension GL_KHR_shader_subgroup_shuffle : require
// options: --convergence=tokens
// LLVM must not see what it would replace a call for, as it leaves out the token then.
// CHECK: [[X:%[0-9]+]] = call float asm "", "=v,0"(float %{{[0-9]+}})
// CHECK: [[Y:%[0-9]+]] = call float asm "", "=v,0"(float %{{[0-9]+}})
// CHECK: [[TEXEL:%[0-9]+]] = call <4 x float> @llvm.amdgcn.image.sample.2d.v4f32.f32.v8i32.v4i32(i32 15, float [[X]], float [[Y]]
// CHECK-NEXT: call <4 x float> asm "", "=v,0"(<4 x float> [[TEXEL]])
// CHECK: [[LANE:%[0-9]+]] = call i32 asm "", "=v,0"(i32 %{{[_0-9a-z]+}})
// CHECK: @llvm.amdgcn.wave.shuffle.i32(i32 %{{[0-9]+}}, i32 [[LANE]])
layout(location = 0) in vec2 at;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    color = vec4(subgroupShuffleXor(texel.x, 1u));
}
