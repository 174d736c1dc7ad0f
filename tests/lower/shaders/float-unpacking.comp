#version 460

// The packings and unpackings that float-packing leaves out.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Block0 { vec4 bytes[32]; };
layout(set = 0, binding = 1) buffer Block1 { vec4 halves[32]; };
layout(set = 0, binding = 2) buffer Block2 { uint packed_back[32]; };
layout(set = 0, binding = 3) buffer Block3 { uint words[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint w = words[i];
    bytes[i] = unpackSnorm4x8(w);
    halves[i] = vec4(unpackSnorm2x16(w), unpackUnorm2x16(w));
    packed_back[i] = packSnorm4x8(bytes[i] * 0.75);
}
