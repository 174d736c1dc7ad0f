#version 460

// A private structure.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
struct State { uvec3 a; float b; };
State state;

void main() {
    uint i = gl_LocalInvocationIndex;
    state.a = uvec3(i, 2, 3);
    state.b = 0.5;
    state.a.y += i;
    result[i] = state.a.x + state.a.y + uint(state.b * 2.0);
}
