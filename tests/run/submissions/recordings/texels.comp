#version 450
// The words of a workgroup turned round through an image, and exchanged through a buffer of texels; 7 is added where a
// sample in the middle of a texel, as far beyond the edges as the picture repeats itself, is that texel.
layout(local_size_x = 16, local_size_y = 8) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
layout(set = 0, binding = 1, r32ui) coherent uniform uimage2DArray plane;
layout(set = 0, binding = 2, r32ui) coherent uniform uimageBuffer line;
layout(set = 0, binding = 3) uniform sampler2DArray picture;

void main() {
    ivec2 id = ivec2(gl_LocalInvocationID.xy);
    int group = int(gl_WorkGroupID.x), i = id.y * 16 + id.x, at = group * 128 + i;
    imageStore(plane, ivec3(id, group), uvec4(data[at]));
    memoryBarrierImage();
    barrier();
    imageStore(line, at, uvec4(imageLoad(plane, ivec3(15 - id.x, 7 - id.y, group)).x));
    memoryBarrierImage();
    barrier();
    uint other = imageAtomicAdd(line, group * 128 + (i ^ 1), 5u);
    vec2 place = (vec2(id / 2) + 0.5) / 8.0 + vec2(1, -2);
    bool same = textureLod(picture, vec3(place, group), 1) == texelFetch(picture, ivec3(id / 2, group), 1);
    data[at] = other + 1000u * uint(group) + (same ? 7u : 0u);
}
