#version 460
#extension GL_EXT_null_initializer : require

// Workgroup memory that begins as zero: arrays, a struct, and what no invocation but the last one writes.
layout(local_size_x = 32) in;

struct Pair {
    vec3 a;
    uint b;
};

layout(set = 0, binding = 0) buffer Result { uvec4 result[]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[]; };

shared uint counts[100] = {};
shared Pair pairs[8] = {};
shared bool seen = {};

void main() {
    uint i = gl_LocalInvocationIndex, global = gl_GlobalInvocationID.x;
    uint found = counts[99u - i] + pairs[i & 7u].b + floatBitsToUint(pairs[i & 7u].a.z) + uint(seen);
    barrier();
    atomicAdd(counts[values[global] & 63u], 1u);
    if (i == 31u) {
        seen = true;
        pairs[3] = Pair(vec3(1.0), values[global]);
    }
    barrier();
    result[global] = uvec4(found, counts[i], counts[i + 32u], pairs[i & 7u].b + uint(seen));
}
