// The same in a texel.
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_unordered) in;
layout(set = 0, binding = 0, r32ui) nonprivate uniform uimage2D counter;
void main() {
    beginInvocationInterlockARB();
    imageStore(counter, ivec2(0), imageLoad(counter, ivec2(0)) + 1u);
    endInvocationInterlockARB();
}
