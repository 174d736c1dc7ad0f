// Expect: refuted race proven
// Options: --any-spec
// With 64, as the module says, all come to the barrier.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { uint data[]; };
layout(constant_id = 0) const uint some = 64u;
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    part[i] = i;
    if (i < some)
        barrier();
    data[gl_GlobalInvocationID.x] = part[i];
}
