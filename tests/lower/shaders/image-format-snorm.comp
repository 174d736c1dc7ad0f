#version 460

// Signed normalized formats: read as -1 to 1, written clamped and rounded.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba16_snorm) uniform image2D rgba16_snorm;
layout(set = 0, binding = 1, rgba8_snorm) uniform image2D rgba8_snorm;
layout(set = 0, binding = 2, rg16_snorm) uniform image2D rg16_snorm;
layout(set = 0, binding = 3, rg8_snorm) uniform image2D rg8_snorm;
layout(set = 0, binding = 4, r16_snorm) uniform image2D r16_snorm;
layout(set = 0, binding = 5, r8_snorm) uniform image2D r8_snorm;
layout(set = 0, binding = 6) buffer Result { vec4 result[1536]; };
layout(set = 0, binding = 7) readonly buffer Input { vec4 values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[6u * i + 0u] = imageLoad(rgba16_snorm, place);
    imageStore(rgba16_snorm, place, values[i].wzyx * 1.0 / 8.0);
    result[6u * i + 1u] = imageLoad(rgba8_snorm, place);
    imageStore(rgba8_snorm, place, values[i].wzyx * 2.0 / 8.0);
    result[6u * i + 2u] = imageLoad(rg16_snorm, place);
    imageStore(rg16_snorm, place, values[i].wzyx * 3.0 / 8.0);
    result[6u * i + 3u] = imageLoad(rg8_snorm, place);
    imageStore(rg8_snorm, place, values[i].wzyx * 4.0 / 8.0);
    result[6u * i + 4u] = imageLoad(r16_snorm, place);
    imageStore(r16_snorm, place, values[i].wzyx * 5.0 / 8.0);
    result[6u * i + 5u] = imageLoad(r8_snorm, place);
    imageStore(r8_snorm, place, values[i].wzyx * 6.0 / 8.0);
}
