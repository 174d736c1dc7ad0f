// Fragments of one pixel count in its element of a buffer: the lock is of the pixel.
// right: -DMODE=pixel_interlock_ordered
// right: -DMODE=pixel_interlock_unordered
// right: -DMODE=sample_interlock_unordered
// wrong: -DMODE=pixel_interlock_unordered -DBEFORE
// wrong: -DMODE=pixel_interlock_ordered -DBEHIND
// wrong: -DMODE=pixel_interlock_unordered -DPRIVATE
// wrong: -DMODE=pixel_interlock_ordered -DNEIGHBOUR
#version 460
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(MODE) in;
#ifdef PRIVATE
#define ORDERED
#else
#define ORDERED nonprivate
#endif
layout(set = 0, binding = 0) ORDERED buffer Counts { uint count[64]; };
void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
#ifdef NEIGHBOUR
    at.x &= ~1u;
#endif
    uint here = at.y * 2u + at.x;
#ifdef BEFORE
    uint seen = count[here]; // PLANTED
#endif
    beginInvocationInterlockARB();
#ifndef BEFORE
    uint seen = count[here]; // PLANTED
#endif
#ifndef BEHIND
    count[here] = seen + 1u; // PLANTED
#endif
    endInvocationInterlockARB();
#ifdef BEHIND
    count[here] = seen + 1u; // PLANTED
#endif
}
