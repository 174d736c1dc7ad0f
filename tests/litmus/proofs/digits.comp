// Expect: proven proven proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint tile[80], pairs[144], turned[64], shifted[64], back[64], thirds[80];
void main() {
    uint l = gl_LocalInvocationIndex;
    tile[l / 8u * 9u + l % 8u] = l;
    for (uint k = 0u; k < 2u; k++) pairs[(l >> 3) * 16u + k * 8u + (l & 7u)] = l;
    pairs[(l >> 3) * 16u + (l & 7u)] = l;
    thirds[l / 6u * 7u + l % 6u] = l;
    turned[int(l) % 8 * 8 + int(l) / 8] = l;
    shifted[(l * 8u) >> 3] = l;
    back[63u - (l & 31u) - (l >> 5) * 32u] = l;
    data[gl_WorkGroupID.x * 64u + l] = l;
}
