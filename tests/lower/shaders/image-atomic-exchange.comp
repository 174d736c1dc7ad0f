#version 460

// imageAtomicExchange of integers and floats, in layers, on texels of the invocation's own.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32ui) uniform uimage2DArray integers;
layout(set = 0, binding = 1, r32f) uniform image1DArray floats;
layout(set = 0, binding = 2) buffer Result { uvec2 result[]; };
layout(set = 0, binding = 3) readonly buffer Input { uint values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[i].x = imageAtomicExchange(integers, ivec3(place, 2), values[i]);
    result[i].y = floatBitsToUint(imageAtomicExchange(floats, place, float(values[i] % 1000u)));
}
