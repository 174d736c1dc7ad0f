#version 450
// options: --mcpu=gfx1100
// Storage images and texel buffers: reads, writes and atomics.
// machine: lanes=1+ loops=0 vector_loads=2
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D images[8];
layout(set = 0, binding = 1, r32ui) uniform uimageBuffer texels[8];
layout(set = 0, binding = 2) uniform usamplerBuffer fetched[8];

void main() {
    uint k = gl_LocalInvocationIndex / 64u;
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    uint value = imageAtomicAdd(images[k], at, 1u) + imageLoad(images[k + 1u], at).x + uint(imageSize(images[k]).x);
    value += imageAtomicAdd(texels[k], at.x, 1u) + imageLoad(texels[k + 1u], at.x).x + texelFetch(fetched[k], at.x).x;
    imageStore(images[k + 2u], at, uvec4(value));
    imageStore(texels[k + 2u], at.x, uvec4(value));
}
