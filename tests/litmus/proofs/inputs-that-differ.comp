// Expect: proven refuted proven
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(push_constant) uniform P { uint n, m; };
shared uint part[8];
void main() {
    uint l = gl_LocalInvocationIndex;
    if (n > m) part[l * m] = l;
    data[gl_GlobalInvocationID.x] = l;
}
