#version 450

// A barrier of 64 invocations: of one wavefront, or of two.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) buffer Result { uint result[64]; };
shared uint words[64];

void main() {
    uint i = gl_LocalInvocationIndex;
    words[i] = i * i;
    barrier();
    result[i] = words[63 - i];
}
