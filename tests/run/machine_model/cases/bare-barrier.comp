#version 450
// A workgroup barrier: without its fences a shared store is forwarded across it to the load behind it.
// run: --local 2 --subgroup 1
// without[through gfx90a gfx942 gfx1030 gfx1100 gfx1201]: /^ *fence /d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Result { uint results[2]; };
shared uint words[2];
void main() {
    uint i = gl_LocalInvocationIndex;
    words[i] = i + 1;
    barrier();
    uint other = words[i ^ 1];
    barrier();
    words[i ^ 1] = 7 * other;
    barrier();
    results[i] = words[i];
}
