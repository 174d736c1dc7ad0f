#version 460

// Uniform texel buffers, and texels beyond their end.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) uniform samplerBuffer floats;
layout(set = 0, binding = 1) uniform isamplerBuffer integers;
layout(set = 0, binding = 2) uniform utextureBuffer words;
layout(set = 0, binding = 3) buffer Result { vec4 result[]; };

void main() {
    int i = int(gl_GlobalInvocationID.x);
    result[3 * i] = texelFetch(floats, i * 3);
    result[3 * i + 1] = intBitsToFloat(texelFetch(integers, i));
    result[3 * i + 2] = uintBitsToFloat(texelFetch(words, 255 - i));
}
