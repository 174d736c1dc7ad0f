#version 460

// Unsigned integer formats, with values that fit.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32ui) uniform uimage2D rgba32ui;
layout(set = 0, binding = 1, rgba16ui) uniform uimage2D rgba16ui;
layout(set = 0, binding = 2, rgba8ui) uniform uimage2D rgba8ui;
layout(set = 0, binding = 3, rgb10_a2ui) uniform uimage2D rgb10_a2ui;
layout(set = 0, binding = 4, rg32ui) uniform uimage2D rg32ui;
layout(set = 0, binding = 5, rg16ui) uniform uimage2D rg16ui;
layout(set = 0, binding = 6, rg8ui) uniform uimage2D rg8ui;
layout(set = 0, binding = 7, r32ui) uniform uimage2D r32ui;
layout(set = 0, binding = 8, r16ui) uniform uimage2D r16ui;
layout(set = 0, binding = 9, r8ui) uniform uimage2D r8ui;
layout(set = 0, binding = 10) buffer Result { uvec4 result[2560]; };
layout(set = 0, binding = 11) readonly buffer Input { uvec4 values[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[10u * i + 0u] = imageLoad(rgba32ui, place);
    imageStore(rgba32ui, place, values[i]);
    result[10u * i + 1u] = imageLoad(rgba16ui, place);
    imageStore(rgba16ui, place, values[i] % 200u);
    result[10u * i + 2u] = imageLoad(rgba8ui, place);
    imageStore(rgba8ui, place, values[i] % 200u);
    result[10u * i + 3u] = imageLoad(rgb10_a2ui, place);
    imageStore(rgb10_a2ui, place, values[i] % 4u);
    result[10u * i + 4u] = imageLoad(rg32ui, place);
    imageStore(rg32ui, place, values[i]);
    result[10u * i + 5u] = imageLoad(rg16ui, place);
    imageStore(rg16ui, place, values[i] % 200u);
    result[10u * i + 6u] = imageLoad(rg8ui, place);
    imageStore(rg8ui, place, values[i] % 200u);
    result[10u * i + 7u] = imageLoad(r32ui, place);
    imageStore(r32ui, place, values[i]);
    result[10u * i + 8u] = imageLoad(r16ui, place);
    imageStore(r16ui, place, values[i] % 200u);
    result[10u * i + 9u] = imageLoad(r8ui, place);
    imageStore(r8ui, place, values[i] % 200u);
}
