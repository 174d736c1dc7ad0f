#version 450

// float-toward-zero in other words: sums and products of floats of moderate size are exact as doubles, and so are integers
// of 32 bits. What a float cannot hold are their last 29 bits.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Numbers { vec4 numbers[32]; ivec4 integers[32]; uvec4 words[32]; };

uint cut(double exact) {
    uvec2 bits = unpackDouble2x32(exact);
    return floatBitsToUint(float(packDouble2x32(uvec2(bits.x & 0xE0000000u, bits.y))));
}

uvec4 cut(dvec4 exact) { return uvec4(cut(exact.x), cut(exact.y), cut(exact.z), cut(exact.w)); }

void main() {
    uint i = gl_LocalInvocationIndex;
    dvec4 a = numbers[i], b = integers[i], c = words[i];
    words[i] = cut(a + a.wzxy) ^ cut(a.x * a) ^ cut(b) ^ cut(c);
    integers[i] = ivec4(cut(a - a.yzwx));
}
