// Each fragment keeps the largest number that it has seen, in two words that always agree.
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_ARB_fragment_shader_interlock : require
layout(pixel_interlock_unordered) in;
layout(location = 0) flat in uint number;
layout(set = 0, binding = 0) nonprivate buffer Largest { uint value, twice; } largest;
layout(set = 0, binding = 1) nonprivate buffer Differ { uint value; } differ;
layout(location = 0) out vec4 colour;
void main() {
    beginInvocationInterlockARB();
    uint value = largest.value, twice = largest.twice;
    if (twice != 2 * value)
        differ.value = 1;
    if (number > value) {
        largest.value = number;
        largest.twice = 2 * number;
    }
    endInvocationInterlockARB();
    colour = vec4(0);
}
