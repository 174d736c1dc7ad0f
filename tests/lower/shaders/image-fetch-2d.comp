#version 460

// texelFetch of three levels, and with an offset; levels and texels that are not there.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D floats;
layout(set = 0, binding = 1) uniform usampler2D integers;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec4 sum = texelFetch(floats, place, 0);
    sum += 2.0 * texelFetch(floats, place / 2, 1);
    sum += 4.0 * texelFetchOffset(floats, place / 4, 2, ivec2(-1, 1));
    result[2u * i] = sum;
    result[2u * i + 1u] = uintBitsToFloat(texelFetch(integers, place, int(i % 3u)));
}
