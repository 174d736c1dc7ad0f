// Memory that is not said to be non-private is not ordered by an interlock.
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_unordered) in;
layout(set = 0, binding = 0) buffer Counter { uint value; } counter;
void main() {
    beginInvocationInterlockARB();
    counter.value = counter.value + 1;
    endInvocationInterlockARB();
}
