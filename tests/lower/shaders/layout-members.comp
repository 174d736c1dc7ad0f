#version 460

// Every member of a block lies where its Offset says.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) buffer Members { uint a; uint b; vec2 c; uint d[3]; uvec3 e; uint f; uint g; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint chosen[7] = uint[](a, b, floatBitsToUint(c.y), d[1], d[2], e.z, f);
    result[i] = chosen[i % 7u];
    if (i == 0u)
        g = a + f;
}
