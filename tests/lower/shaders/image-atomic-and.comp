#version 460

// imageAtomicAnd: the value before, on a texel of the invocation's own, and what all of them leave in one
// texel; unsigned and signed. A texel that is not there is 0 and stays so.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32ui) uniform uimage2D unsigned_own;
layout(set = 0, binding = 1, r32i) uniform iimage2D signed_own;
layout(set = 0, binding = 2, r32ui) uniform uimage1D unsigned_common;
layout(set = 0, binding = 3, r32i) uniform iimage3D signed_common;
layout(set = 0, binding = 4) buffer Result { uvec2 result[]; };
layout(set = 0, binding = 5) readonly buffer Input { uint values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[i].x = imageAtomicAnd(unsigned_own, place, values[i]);
    result[i].y = uint(imageAtomicAnd(signed_own, place, int(values[i])));
    imageAtomicAnd(unsigned_common, 3, values[i]);
    imageAtomicAnd(signed_common, ivec3(1, 2, 3), int(values[i]));
}
