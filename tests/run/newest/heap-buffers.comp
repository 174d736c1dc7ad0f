#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require

// SPV_EXT_descriptor_heap: buffers at a constant and at a pushed place of the heap, their lengths, atomics in them.
layout(local_size_x = 32) in;

layout(descriptor_heap) buffer Values { uint count; uint values[]; } buffers[];
layout(push_constant) uniform Pushed { uint chosen; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint sum = buffers[chosen].values[i] + 3u * buffers[chosen - 1u].values[i + 1u] + buffers[3].values.length();
    atomicAdd(buffers[chosen + 1u].count, sum & 0xFFu);
    buffers[2].values[i] = sum;
}
