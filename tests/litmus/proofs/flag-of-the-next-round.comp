// Expect: race race race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint flag, part[8];
void main() {
    uint l = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    for (;;) {
        if (l == 0u) flag = atomicAdd(data[0], 1u);
        barrier();
        if (flag >= source[0]) break;
        data[1u + flag * 8u + l] = l;
    }
}
