#version 460

// A prefix sum with two barriers a step.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };
shared uint sums[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    sums[i] = values[i];
    barrier();
    for (uint d = 1; d < 32; d *= 2) {
        uint left = i >= d ? sums[i - d] : 0;
        barrier();
        sums[i] += left;
        barrier();
    }
    result[i] = sums[i];
}
