#version 460

// Nested members changed one by one.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

struct Inner { uint a; uint b; };
struct Outer { Inner inner[2]; uint key; };

void main() {
    uint i = gl_LocalInvocationIndex;
    Outer o = Outer(Inner[2](Inner(1, 2), Inner(3, 4)), i);
    o.inner[1].b = i;
    o.inner[0] = o.inner[1];
    result[i] = o.inner[0].a * 1000 + o.inner[0].b * 10 + o.inner[1].a;
}
