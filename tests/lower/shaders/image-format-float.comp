#version 460

// Float formats: what a texel reads as, and what is left of floats that are written.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32f) uniform image2D rgba32f;
layout(set = 0, binding = 1, rgba16f) uniform image2D rgba16f;
layout(set = 0, binding = 2, rg32f) uniform image2D rg32f;
layout(set = 0, binding = 3, rg16f) uniform image2D rg16f;
layout(set = 0, binding = 4, r32f) uniform image2D r32f;
layout(set = 0, binding = 5, r16f) uniform image2D r16f;
layout(set = 0, binding = 6, r11f_g11f_b10f) uniform image2D r11f_g11f_b10f;
layout(set = 0, binding = 7) buffer Result { vec4 result[1792]; };
layout(set = 0, binding = 8) readonly buffer Input { vec4 values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[7u * i + 0u] = imageLoad(rgba32f, place);
    imageStore(rgba32f, place, values[i]);
    result[7u * i + 1u] = imageLoad(rgba16f, place);
    imageStore(rgba16f, place, values[i] * 1.0);
    result[7u * i + 2u] = imageLoad(rg32f, place);
    imageStore(rg32f, place, values[i] * 2.0);
    result[7u * i + 3u] = imageLoad(rg16f, place);
    imageStore(rg16f, place, values[i] * 3.0);
    result[7u * i + 4u] = imageLoad(r32f, place);
    imageStore(r32f, place, values[i] * 4.0);
    result[7u * i + 5u] = imageLoad(r16f, place);
    imageStore(r16f, place, values[i] * 5.0);
    result[7u * i + 6u] = imageLoad(r11f_g11f_b10f, place);
    imageStore(r11f_g11f_b10f, place, values[i] * 6.0);
}
