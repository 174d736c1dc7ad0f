#version 460

// Two memory barriers with nothing between them, one for buffers and one for shared memory. As two fences, LLVM's
// InstCombine would merge them and keep the annotations of one alone, so they become one fence that orders both.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) coherent buffer Data { uint data[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint result[]; };

shared uint copy[64];

void main() {
    uint lane = gl_LocalInvocationIndex;
    data[lane] = lane * lane;
    copy[lane] = lane + 1;
    memoryBarrierBuffer();
    memoryBarrierShared();
    barrier();
    uint other = 63 - lane;
    result[lane] = data[other] + copy[other];
}
