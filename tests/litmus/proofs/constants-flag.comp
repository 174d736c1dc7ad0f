// Expect: proven race proven
// Options: --any-spec
// The module says true, and then a barrier stands between.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { uint data[]; };
layout(constant_id = 3) const bool waits = true;
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    part[i] = i;
    if (waits)
        barrier();
    data[gl_GlobalInvocationID.x] = part[63u - i];
}
