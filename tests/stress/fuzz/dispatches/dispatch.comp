#version 450
// What fuzzers of recordings and of grids run: a buffer, push constants, a specialization constant, shared memory, an image.
layout(local_size_x = 4) in;
layout(constant_id = 3) const uint STEP = 1;
layout(set = 0, binding = 0) buffer Data { uint count; uint data[]; };
layout(set = 0, binding = 1, r32ui) uniform uimage2D plane;
layout(push_constant) uniform Push { uint first; vec2 scale; };
shared uint sums[4];
void main() {
    uint own = gl_LocalInvocationIndex;
    sums[own % 4] = imageLoad(plane, ivec2(own, 0)).x + STEP;
    barrier();
    if (own < count)
        data[first + gl_WorkGroupID.x * 4 + own] = sums[(own + 1) % 4] + uint(scale.x);
    atomicAdd(count, gl_NumWorkGroups.x);
}
