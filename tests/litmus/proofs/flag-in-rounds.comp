// Expect: proven proven proven
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
layout(binding = 2) buffer Counter { uint used; };
shared uint flag;
void main() {
    uint l = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    for (;;) {
        if (l == 0u) flag = atomicAdd(used, 1u);
        barrier();
        uint next = flag;
        barrier();
        if (next >= source[0]) break;
        data[at] += next;
    }
}
