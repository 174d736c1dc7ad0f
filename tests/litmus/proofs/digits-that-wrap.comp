// Expect: proven race race
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
void main() {
    uint l = gl_LocalInvocationIndex;
    data[l / 8u * 0x40000000u + l % 8u] = l;
}
