#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

// Texels of which halves alone are needed: LLVM makes loads and samples with d16 of them.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, rgba16f) uniform readonly image2D floats;
layout(set = 0, binding = 1) uniform sampler2D sampled;
layout(set = 0, binding = 2) buffer Result {
    f16vec4 four[32];
    float16_t dense[32][3];
    f16vec2 two[32];
};

void main() {
    uint lane = gl_LocalInvocationIndex;
    ivec2 place = ivec2(lane % 8, lane / 8);
    four[lane] = f16vec4(imageLoad(floats, place)).wzyx;
    f16vec3 three = f16vec3(imageLoad(floats, place + 1).xyw);
    for (int i = 0; i < 3; i++)
        dense[lane][i] = three[i];
    two[lane] = f16vec4(texelFetch(sampled, place, 0)).yw;
}
