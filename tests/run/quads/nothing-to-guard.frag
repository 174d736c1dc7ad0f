#version 450
// No quads are needed: nothing is guarded, and nothing has to be.
layout(location = 1) flat in int index;
layout(set = 0, binding = 1) buffer Counts { uint counts[]; };

void main() {
    counts[index] = uint(gl_FragCoord.x);
    atomicAdd(counts[0], 1u);
}
