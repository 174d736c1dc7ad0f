#version 460

// Signed integer formats, with values that fit.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32i) uniform iimage2D rgba32i;
layout(set = 0, binding = 1, rgba16i) uniform iimage2D rgba16i;
layout(set = 0, binding = 2, rgba8i) uniform iimage2D rgba8i;
layout(set = 0, binding = 3, rg32i) uniform iimage2D rg32i;
layout(set = 0, binding = 4, rg16i) uniform iimage2D rg16i;
layout(set = 0, binding = 5, rg8i) uniform iimage2D rg8i;
layout(set = 0, binding = 6, r32i) uniform iimage2D r32i;
layout(set = 0, binding = 7, r16i) uniform iimage2D r16i;
layout(set = 0, binding = 8, r8i) uniform iimage2D r8i;
layout(set = 0, binding = 9) buffer Result { ivec4 result[2304]; };
layout(set = 0, binding = 10) readonly buffer Input { ivec4 values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[9u * i + 0u] = imageLoad(rgba32i, place);
    imageStore(rgba32i, place, values[i]);
    result[9u * i + 1u] = imageLoad(rgba16i, place);
    imageStore(rgba16i, place, values[i] >> 24);
    result[9u * i + 2u] = imageLoad(rgba8i, place);
    imageStore(rgba8i, place, values[i] >> 24);
    result[9u * i + 3u] = imageLoad(rg32i, place);
    imageStore(rg32i, place, values[i]);
    result[9u * i + 4u] = imageLoad(rg16i, place);
    imageStore(rg16i, place, values[i] >> 24);
    result[9u * i + 5u] = imageLoad(rg8i, place);
    imageStore(rg8i, place, values[i] >> 24);
    result[9u * i + 6u] = imageLoad(r32i, place);
    imageStore(r32i, place, values[i]);
    result[9u * i + 7u] = imageLoad(r16i, place);
    imageStore(r16i, place, values[i] >> 24);
    result[9u * i + 8u] = imageLoad(r8i, place);
    imageStore(r8i, place, values[i] >> 24);
}
