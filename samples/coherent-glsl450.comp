#version 460

// What most shaders in the world look like: no Vulkan memory model, `coherent` buffers and memoryBarrierBuffer(). Every
// workgroup stores a partial sum; the last one to be done, as a counter tells, adds them up.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) coherent buffer Partial { uint partial[]; };
layout(set = 0, binding = 2) coherent buffer Counter { uint finished; };
layout(set = 0, binding = 3) writeonly buffer Output { uint sum; };

shared uint lane_sum[64];

void main() {
    uint lane = gl_LocalInvocationIndex;
    lane_sum[lane] = values[gl_GlobalInvocationID.x];
    memoryBarrierShared();
    barrier();
    if (lane != 0)
        return;

    uint total = 0;
    for (uint i = 0; i < 64; ++i)
        total += lane_sum[i];
    partial[gl_WorkGroupID.x] = total;
    memoryBarrierBuffer();
    if (atomicAdd(finished, 1) + 1 != gl_NumWorkGroups.x)
        return;

    memoryBarrierBuffer();
    total = 0;
    for (uint i = 0; i < gl_NumWorkGroups.x; ++i)
        total += partial[i];
    sum = total;
}
