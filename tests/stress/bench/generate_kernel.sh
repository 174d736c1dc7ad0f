#!/bin/bash
# generate_kernel.sh FUNCTIONS: prints a large OpenCL program of that many functions, the like of what generate.sh prints for
# Vulkan: for llvm-spirv, which reads kernels and no shaders. Two of its functions become about as much SPIR-V as three of those.
set -euo pipefail
awk -v functions="${1:?number of functions}" 'BEGIN {
    print "typedef struct { float4 position; float4 velocity; float4 frame[3]; uint flags; } Particle;"
    parameters = "__global Particle *particles, __global uint *log_words, __constant float4 *limits"
    for (f = 0; f < functions; f++) {
        kind = f % 3
        printf "float work_%d(float value, uint index, %s) {\n", f, parameters
        if (kind == 0) {
            printf "    float4 sum = particles[index].position * value + limits[%d];\n", f % 8
            printf "    for (int i = 0; i < %d; ++i) {\n", 3 + f % 7
            print  "        sum += particles[index].frame[i % 3] * (float)i;"
            print  "        if (sum.x > limits[i % 8].y) break;\n    }"
            print  "    particles[index].velocity = sum;\n    return sum.x * sum.y + sum.z * sum.w;\n}"
        } else if (kind == 1) {
            printf "    uint state = as_uint(value) * 1664525u + %du;\n", f
            print  "    switch (state % 5u) {\n    case 0: state += 7; break;\n    case 1: state ^= index; break;"
            print  "    case 3: state <<= 3; break;\n    default: state >>= 2; break;\n    }"
            print  "    log_words[state & 1023u] = state;\n    log_words[(state >> 3) & 1023u] += index;"
            print  "    return (float)(state & 255u);\n}"
        } else {
            printf "    float4 axis = particles[index].frame[0] * value + %d.25f;\n", f % 9
            print  "    if (axis.x < 0.0f && axis.y > 1.0f) axis = axis * 0.5f;"
            print  "    else axis = axis + (axis.zxyw - axis) * 0.25f;"
            printf "    particles[index].frame[1] = axis;\n    particles[index].flags |= %du;\n", f % 31
            print  "    return axis.x + axis.y * axis.z;\n}"
        }
    }
    printf "__kernel void work(%s, uint index) {\n    float value = (float)index;\n", parameters
    for (f = 0; f < functions; f++) printf "    value += work_%d(value, index, particles, log_words, limits);\n", f
    print "    particles[index].position.w = value;\n}"
}'
