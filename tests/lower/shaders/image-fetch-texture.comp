#version 460

#extension GL_EXT_samplerless_texture_functions : require

// Sampled images without a sampler.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform texture2D floats;
layout(set = 1, binding = 0) uniform utexture2DArray integers;
layout(set = 1, binding = 3) buffer Result { vec4 result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[i] = texelFetch(floats, place, 0);
    result[i] += uintBitsToFloat(texelFetch(integers, ivec3(place, 3), 0) & 0x3fffffffu);
    result[i].xy += vec2(textureSize(floats, 1)) + vec2(textureSize(integers, 0).xz);
}
