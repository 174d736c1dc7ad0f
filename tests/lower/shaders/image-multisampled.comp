#version 460

// Each sample of a texel, read and written; how many there are.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32f) uniform image2DMS storage;
layout(set = 0, binding = 1, r32ui) uniform uimage2DMSArray layers;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[2u * i] = imageLoad(storage, place, 3) + imageLoad(storage, place, 1).wzyx;
    result[2u * i + 1u] = vec4(imageLoad(layers, ivec3(place, 2), 2).x, imageSamples(storage), imageSize(storage));
    imageStore(storage, place, 2, result[2u * i]);
    imageStore(layers, ivec3(place, 1), 3, uvec4(i));
}
