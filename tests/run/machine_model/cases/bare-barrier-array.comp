#version 450
// The same where each invocation reads what all have stored.
// run: --local 2 --subgroup 1
// without[through gfx90a gfx942 gfx1030 gfx1100 gfx1201]: /^ *fence /d
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Result { uint results[2]; };
shared uvec2 words;
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0)
        words.x = 1;
    barrier();
    if (i == 1)
        words.x = 5;
    barrier();
    uint seen = words.x;
    barrier();
    results[i] = seen;
}
