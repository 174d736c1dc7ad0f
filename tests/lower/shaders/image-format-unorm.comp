#version 460

// Normalized formats: read as 0 to 1, written clamped and rounded.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba16) uniform image2D rgba16;
layout(set = 0, binding = 1, rgba8) uniform image2D rgba8;
layout(set = 0, binding = 2, rgb10_a2) uniform image2D rgb10_a2;
layout(set = 0, binding = 3, rg16) uniform image2D rg16;
layout(set = 0, binding = 4, rg8) uniform image2D rg8;
layout(set = 0, binding = 5, r16) uniform image2D r16;
layout(set = 0, binding = 6, r8) uniform image2D r8;
layout(set = 0, binding = 7) buffer Result { vec4 result[1792]; };
layout(set = 0, binding = 8) readonly buffer Input { vec4 values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[7u * i + 0u] = imageLoad(rgba16, place);
    imageStore(rgba16, place, values[i].wzyx * 1.0 / 8.0);
    result[7u * i + 1u] = imageLoad(rgba8, place);
    imageStore(rgba8, place, values[i].wzyx * 2.0 / 8.0);
    result[7u * i + 2u] = imageLoad(rgb10_a2, place);
    imageStore(rgb10_a2, place, values[i].wzyx * 3.0 / 8.0);
    result[7u * i + 3u] = imageLoad(rg16, place);
    imageStore(rg16, place, values[i].wzyx * 4.0 / 8.0);
    result[7u * i + 4u] = imageLoad(rg8, place);
    imageStore(rg8, place, values[i].wzyx * 5.0 / 8.0);
    result[7u * i + 5u] = imageLoad(r16, place);
    imageStore(r16, place, values[i].wzyx * 6.0 / 8.0);
    result[7u * i + 6u] = imageLoad(r8, place);
    imageStore(r8, place, values[i].wzyx * 7.0 / 8.0);
}
