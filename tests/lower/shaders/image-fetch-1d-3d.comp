#version 460

// texelFetch from one and three dimensions.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 2) in;

layout(set = 0, binding = 0) uniform isampler1D line;
layout(set = 0, binding = 1) uniform usampler3D volume;
layout(set = 0, binding = 2) buffer Result { uvec4 result[]; };

void main() {
    ivec3 place = ivec3(gl_GlobalInvocationID);
    uint i = gl_GlobalInvocationID.z * 64u + gl_GlobalInvocationID.y * 8u + gl_GlobalInvocationID.x;
    result[3u * i] = uvec4(texelFetch(line, place.x + place.y, 1));
    result[3u * i + 1u] = texelFetch(volume, place, 0);
    result[3u * i + 2u] = texelFetchOffset(volume, place, 1, ivec3(1, -2, -1));
}
