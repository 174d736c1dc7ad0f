#version 460

// imageAtomicCompSwap, which finds what it compares with in every other texel.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32ui) uniform uimage2D unsigned_image;
layout(set = 0, binding = 1, r32i) uniform iimageCube signed_image;
layout(set = 0, binding = 2) buffer Result { uvec2 result[]; };
layout(set = 0, binding = 3) readonly buffer Input { uint values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    uint before = imageLoad(unsigned_image, place).x + (i & 1u);
    result[i].x = imageAtomicCompSwap(unsigned_image, place, before, values[i]);
    int other = imageLoad(signed_image, ivec3(place, 4)).x + int(i >> 1u & 1u);
    result[i].y = uint(imageAtomicCompSwap(signed_image, ivec3(place, 4), other, int(values[i])));
}
