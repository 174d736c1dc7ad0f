#version 460

// atomicCompSwap on shared memory: exactly one invocation wins.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
shared uint owner;
shared uint winners;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0) {
        owner = 0xffffffffu;
        winners = 0;
    }
    barrier();
    if (atomicCompSwap(owner, 0xffffffffu, i) == 0xffffffffu)
        atomicAdd(winners, 1u);
    barrier();
    result[i] = winners;
}
