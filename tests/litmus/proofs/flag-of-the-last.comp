// Expect: proven proven proven
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint flag, part[8];
void main() {
    uint l = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    part[l] = source[at];
    barrier();
    if (l == 7u) flag = part[0] + part[l];
    barrier();
    if (flag == 0u) return;
    part[l] += 1u;
    barrier();
    if (part[0] == 1u) {
        barrier();
        data[at] = part[l ^ 1u];
    }
}
