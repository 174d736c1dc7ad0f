#version 450
#extension GL_EXT_terminate_invocation : require
// Writes before and after a discard, in a shader without samples.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 1) buffer Counts { uint counts[]; };
layout(location = 0) out vec4 color;

void main() {
    atomicAdd(counts[0], 1u);
    if (at.x > 0.5)
        terminateInvocation;
    counts[index] = 1u;
    color = vec4(at, 0.0, 1.0);
}
