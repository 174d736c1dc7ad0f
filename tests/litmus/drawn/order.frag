// The first primitive says that it was there, and the second one then writes elsewhere. Only the order of primitives lets it rely on that.
// right: -DMODE=pixel_interlock_ordered
// wrong: -DMODE=pixel_interlock_unordered
#version 460
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(MODE) in;
layout(set = 0, binding = 0) nonprivate buffer Flags { uint flag[4]; };
layout(set = 0, binding = 1) nonprivate buffer Values { uint value[4], other[4]; };
void main() {
    uint here = uint(gl_FragCoord.y) * 2u + uint(gl_FragCoord.x);
    if (gl_PrimitiveID == 0)
        value[here] = 1u; // PLANTED
    beginInvocationInterlockARB();
    uint seen = flag[here];
    flag[here] = 1u + gl_PrimitiveID;
    endInvocationInterlockARB();
    if (gl_PrimitiveID == 1)
        value[here] = 2u + seen; // PLANTED
}
