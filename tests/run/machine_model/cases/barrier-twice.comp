#version 450
// The same of a buffer, between two barriers.
// run: --local 2 --subgroup 1
// without[through gfx1030 gfx1100 gfx1201]: /^ *fence /d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) coherent buffer Data { uint data[2]; };
layout(set = 0, binding = 1) buffer Result { uint results[2]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    data[i] = i + 1;
    memoryBarrier();
    barrier();
    memoryBarrier();
    results[i] = data[i ^ 1];
}
