// Expect: proven proven proven
// Options: --any-spec
// A constant that says how large an array or the workgroup is has the module's value.
#version 450
layout(local_size_x_id = 0) in;
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { uint data[]; };
layout(constant_id = 1) const uint length = 64u;
shared uint part[length * 2u];
void main() {
    uint i = gl_LocalInvocationIndex;
    part[i + length] = i;
    part[i] = i;
    barrier();
    if (gl_WorkGroupSize.x == 64u)
        data[gl_GlobalInvocationID.x] = part[63u - i];
}
