// Expect: proven proven proven
// Seldom: the solver needs more than ten seconds for products and rests.
// Options: --assume size<=16*groups.x
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) readonly buffer B { uint b[]; };
layout(binding = 2) buffer C { uint c[]; };
layout(push_constant) uniform P { uint size; };
shared uint of_a[16][16], of_b[16][16];
void main() {
    uvec2 l = gl_LocalInvocationID.xy, at = gl_GlobalInvocationID.xy;
    uint sum = 0u;
    for (uint k = 0u; k < size; k += 16u) {
        of_a[l.y][l.x] = a[at.y * size + k + l.x];
        of_b[l.y][l.x] = b[(k + l.y) * size + at.x];
        barrier();
        for (uint n = 0u; n < 16u; n++) sum += of_a[l.y][n] * of_b[n][l.x];
        barrier();
    }
    if (at.x < size && at.y < size) c[at.y * size + at.x] = sum;
}
