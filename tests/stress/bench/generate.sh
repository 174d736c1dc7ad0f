#!/bin/bash
# generate.sh FUNCTIONS [published]: prints a large GLSL compute shader of that many functions: loops, branches, vectors, matrices,
# structures, buffers, shared memory, atomics and barriers, in the Vulkan memory model. glslang makes about 1.2 KB of
# SPIR-V of each function. With `published` plain non-private writes meet releases that make nothing available, and later
# ones that do, so that the checker has paths to follow.
set -euo pipefail
awk -v functions="${1:?number of functions}" -v published="${2:-}" 'BEGIN {
    print "#version 460"
    print "#pragma use_vulkan_memory_model"
    print "#extension GL_KHR_memory_scope_semantics : require"
    print "layout(local_size_x = 64) in;"
    print "struct Particle { vec4 position; vec4 velocity; mat3 frame; uint flags; };"
    print "layout(set = 0, binding = 0, std430) " (published ? "nonprivate " : "") "buffer Particles { Particle particles[]; };"
    print "layout(set = 0, binding = 1, std140) uniform Constants { mat4 transform; vec4 limits[8]; uint count; };"
    print "layout(set = 0, binding = 2, std430) devicecoherent buffer Counters { uint counters[256]; uvec4 wide[64]; };"
    print "layout(set = 0, binding = 3, std430) nonprivate buffer Log { uint log_words[]; };"
    print "shared vec4 tile[64];"
    print "shared uint tallies[64];"
    for (f = 0; f < functions; f++) {
        kind = f % 4
        printf "float work_%d(float value, uint index) {\n", f
        if (kind == 0) {
            printf "    vec4 sum_%d = particles[index].position * value + limits[%d];\n", f, f % 8
            printf "    for (int i = 0; i < %d; ++i) {\n", 3 + f % 7
            printf "        sum_%d += transform * vec4(particles[index].frame[i %% 3], float(i));\n", f
            printf "        if (sum_%d.x > limits[i %% 8].y) break;\n    }\n", f
            printf "    particles[index].velocity = sum_%d;\n    return dot(sum_%d, sum_%d);\n}\n", f, f, f
        } else if (kind == 1) {
            printf "    tile[gl_LocalInvocationIndex] = vec4(value, %d.0, value * 0.5, 1.0);\n", f % 50
            printf "    tallies[gl_LocalInvocationIndex] = index ^ %du;\n    barrier();\n", f
            printf "    vec4 other_%d = tile[(gl_LocalInvocationIndex + %du) %% 64u];\n", f, f % 63
            printf "    uint place_%d = atomicAdd(counters[index %% 256u], tallies[index %% 64u], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);\n", f
            printf "    barrier();\n    return other_%d.x * other_%d.z + float(place_%d & 15u);\n}\n", f, f, f
        } else if (kind == 2) {
            printf "    uint state_%d = floatBitsToUint(value) * 1664525u + %du;\n", f, f
            printf "    switch (state_%d %% 5u) {\n    case 0u: state_%d += 7u; break;\n    case 1u: state_%d ^= index; break;\n", f, f, f
            printf "    case 3u: state_%d = bitfieldReverse(state_%d); break;\n    default: state_%d >>= 2; break;\n    }\n", f, f, f
            printf "    log_words[state_%d & 1023u] = state_%d;\n", f, f
            if (published) printf "    atomicStore(counters[%d], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);\n", f % 256
            printf "    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);\n"
            printf "    wide[index %% 64u] = uvec4(state_%d, index, %du, 1u) + wide[%du];\n    return float(state_%d & 255u);\n}\n", f, f, f % 64, f
        } else {
            printf "    mat3 frame_%d = particles[index].frame;\n", f
            printf "    vec3 axis_%d = frame_%d * vec3(value, %d.25, -value);\n", f, f, f % 9
            printf "    if (axis_%d.x < 0.0 && axis_%d.y > 1.0) axis_%d = clamp(axis_%d, vec3(-1.0), vec3(1.0));\n", f, f, f, f
            printf "    else axis_%d = mix(axis_%d, max(axis_%d.zxy, vec3(0.5)), 0.25);\n", f, f, f
            printf "    particles[index].frame[1] = axis_%d;\n    particles[index].flags |= %du;\n", f, 2 ^ (f % 31)
            printf "    return axis_%d.x + axis_%d.y * axis_%d.z;\n}\n", f, f, f
        }
    }
    print "void main() {"
    print "    uint index = gl_GlobalInvocationID.x;"
    print "    float value = float(index) * 0.125;"
    for (f = 0; f < functions; f++) printf "    value += work_%d(value, index);\n", f
    print "    particles[index].position.w = value;"
    print "}"
}'
