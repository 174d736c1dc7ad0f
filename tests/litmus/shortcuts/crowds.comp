#version 450
#extension GL_KHR_memory_scope_semantics : require
// Many atomics of one word. With BUG one invocation reads it plainly at the end, which races with each by another one;
// some invocations come twice, in an order that falls.
layout(local_size_x = 200) in;
layout(set = 0, binding = 0) buffer Counters {
    uint count, last, twice;
};
layout(set = 0, binding = 1) buffer Result {
    uint result[];
};
shared uint after;
void main() {
    uint me = gl_LocalInvocationIndex;
    if (me == 0u)
        after = 0u;
    atomicAdd(count, 1u);
    atomicMax(last, gl_GlobalInvocationID.x);
    for (uint i = 0u; i < 1u + me % 2u; i++)
        atomicAdd(twice, 1u);
    barrier();
    atomicAdd(after, 1u);
    barrier();
    atomicAdd(twice, after);
    if (gl_GlobalInvocationID.x == 399u)
        result[0] =
#ifdef BUG
            count + twice;
#else
            atomicAdd(count, 0u) + atomicAdd(twice, 0u);
#endif
}
