#version 460

// A maximum of floats by a compare-exchange loop.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { float result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };
shared uint best;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0)
        best = floatBitsToUint(0.0);
    barrier();
    float mine = float(values[i] & 0xffffu);
    uint seen = atomicOr(best, 0u);
    while (uintBitsToFloat(seen) < mine) {
        uint found = atomicCompSwap(best, seen, floatBitsToUint(mine));
        if (found == seen)
            break;
        seen = found;
    }
    barrier();
    result[i] = uintBitsToFloat(best);
}
