#version 460

// Three levels of structures, read member by member.
layout(local_size_x = 32) in;

struct A { uint x; };
struct B { A a[2]; vec2 y; };
struct C { B b; uint z; };
layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { C values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values[i].b.a[i % 2].x + values[i].z + uint(values[i].b.y.x > 0.0);
}
