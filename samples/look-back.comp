#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// An inclusive prefix sum of any length in one pass, by decoupled look-back: each workgroup publishes the sum of its
// tile at once, then walks back over the tiles before it, adding their sums, until it meets one that has published its
// whole prefix. A published value is written before the status that announces it, with Release | MakeAvailable, and
// read after it, with Acquire | MakeVisible.
//
// Tiles are drawn from a counter, so every tile that is waited for belongs to a workgroup that already runs.
layout(local_size_x = 64) in;

const uint tile_size = 64;
const uint status_sum = 1;    // tile_sum[tile] holds
const uint status_prefix = 2; // tile_prefix[tile] holds

layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint sums[]; };
layout(set = 0, binding = 2) buffer Counter { uint next_tile; };
layout(set = 0, binding = 3) buffer Status { uint status[]; };
layout(set = 0, binding = 4) nonprivate buffer Sums { uint tile_sum[]; };
layout(set = 0, binding = 5) nonprivate buffer Prefixes { uint tile_prefix[]; };

shared uint scan[tile_size];
shared uint tile;
shared uint before; // the sum of all tiles before this one

void publish(uint which) {
    atomicStore(status[tile], which, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}

uint look_back() {
    uint sum = 0;
    uint other = tile;
    while (other > 0) {
        uint found = atomicLoad(status[other - 1], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        if (found == status_prefix)
            return sum + tile_prefix[other - 1];
        if (found == status_sum) {
            sum += tile_sum[other - 1];
            --other;
        }
    }
    return sum;
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0)
        tile = atomicAdd(next_tile, 1, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();

    uint index = tile * tile_size + lane;
    scan[lane] = index < values.length() ? values[index] : 0;
    barrier();
    for (uint distance = 1; distance < tile_size; distance *= 2) {
        uint left = lane >= distance ? scan[lane - distance] : 0;
        barrier();
        scan[lane] += left;
        barrier();
    }

    if (lane == 0) {
        tile_sum[tile] = scan[tile_size - 1];
        publish(status_sum);
        before = look_back();
        tile_prefix[tile] = before + scan[tile_size - 1];
        publish(status_prefix);
    }
    barrier();
    if (index < sums.length())
        sums[index] = before + scan[lane];
}
