#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// C = A * B by tiles of 8 x 8 that a workgroup loads into shared memory once and reads eight times. Two barriers a
// tile: no invocation multiplies before the tile is there, and none overwrites it before all have multiplied. The
// matrices are private: no invocation reads what another one writes, so the backend may move their accesses freely
// across the barriers.
//
// The size, a multiple of 8, is a push constant; dispatch size / 8 by size / 8 workgroups.
layout(local_size_x = 8, local_size_y = 8) in;

layout(push_constant) uniform Arguments { uint size; };
layout(set = 0, binding = 0) readonly buffer MatrixA { float a[]; };
layout(set = 0, binding = 1) readonly buffer MatrixB { float b[]; };
layout(set = 0, binding = 2) writeonly buffer MatrixC { float c[]; };

shared float tile_a[8][8];
shared float tile_b[8][8];

void tile_barrier() {
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
    float sum = 0;
    for (uint tile = 0; tile < size; tile += 8) {
        tile_a[y][x] = a[row * size + tile + x];
        tile_b[y][x] = b[(tile + y) * size + column];
        tile_barrier();
        for (uint k = 0; k < 8; ++k)
            sum += tile_a[y][k] * tile_b[k][x];
        tile_barrier();
    }
    c[row * size + column] = sum;
}
