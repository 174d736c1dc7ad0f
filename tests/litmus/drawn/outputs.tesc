// The invocations of a patch share its outputs, and patches share none.
// grid: --groups 3
// right:
// wrong: -DNO_BARRIER
// wrong: -DALL
#version 460
layout(vertices = 4) out;
layout(location = 0) out uint number[];
layout(set = 0, binding = 0) coherent buffer Seen { uint seen[]; };
void main() {
    number[gl_InvocationID] = 5u + gl_InvocationID; // PLANTED
#ifndef NO_BARRIER
    barrier();
#endif
    uint next = number[3 - gl_InvocationID]; // PLANTED
#ifdef ALL
    seen[gl_InvocationID] = next; // PLANTED
#else
    seen[4 * gl_PrimitiveID + gl_InvocationID] = next;
#endif
}
