#version 460

// A storage texel buffer.
// A texel is read and written back changed; those that are not there read as 0, and are not written.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, rgba32ui) uniform uimageBuffer image;
layout(set = 0, binding = 1) buffer Result { uvec4 result[]; };

void main() {
    int place = int(gl_GlobalInvocationID.x * 3u);
    uint i = gl_GlobalInvocationID.x;
    uvec4 texel = imageLoad(image, place);
    result[i] = texel;
    imageStore(image, place, texel.wzyx + uvec4(1u, 2u, 3u, 4u));
}
