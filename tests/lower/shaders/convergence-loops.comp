#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

// Barriers in nested loops, in a block that leaves a loop, after a selection, and in a function: where convergence tokens
// have to be those of a loop, of the loop around it, and of the function (tests/run/isa/tokens.ll).
layout(local_size_x = 128) in;

layout(set = 0, binding = 0) buffer Result { uint result[128]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[128]; };
shared uint words[128];

uint neighbour(uint i) {
    barrier();
    uint word = words[(i + 1) & 127];
    barrier();
    return word;
}

void main() {
    uint i = gl_LocalInvocationIndex, sum = 0;
    words[i] = values[i];
    for (uint outer = 0; outer < 4; ++outer) {
        if (outer == (values[0] & 3)) { // the same for all
            barrier();
            words[i] += 1;
            break;
        }
        for (uint inner = 0; inner <= outer; ++inner) {
            sum += neighbour(i);
            words[i] ^= inner;
        }
        words[i] += sum;
    }
    barrier();
    if ((i & 1) == 0)
        sum += subgroupBroadcastFirst(words[i & ~31u]);
    barrier();
    result[i] = sum + words[127 - i];
}
