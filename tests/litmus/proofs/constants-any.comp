// Expect: proven proven proven
// Whatever K is, an odd factor tells the elements apart.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { uint data[]; };
layout(constant_id = 0) const uint k = 3u;
const uint odd = k * 2u + 1u;
shared uint part[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    if (k > 5u) {
        part[i] = odd;
        barrier();
        data[gl_GlobalInvocationID.x] = part[(i + k) & 63u];
    }
}
