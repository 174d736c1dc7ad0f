#version 460

// texelFetch from layers; layers that are not there.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 2) in;

layout(set = 0, binding = 0) uniform sampler1DArray lines;
layout(set = 0, binding = 1) uniform isampler2DArray squares;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec3 place = ivec3(gl_GlobalInvocationID);
    uint i = gl_GlobalInvocationID.z * 64u + gl_GlobalInvocationID.y * 8u + gl_GlobalInvocationID.x;
    result[2u * i] = texelFetch(lines, place.xy, 0) + texelFetchOffset(lines, place.yz, 1, 2);
    result[2u * i + 1u] = intBitsToFloat(texelFetch(squares, place.yxz + ivec3(0, 0, 2), 1));
}
