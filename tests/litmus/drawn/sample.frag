// Each sample is a fragment. A lock of samples keeps those of one sample apart, a lock of pixels all of the pixel.
// right: -DMODE=pixel_interlock_ordered
// right: -DMODE=pixel_interlock_unordered
// right: -DMODE=sample_interlock_ordered -DOWN
// right: -DMODE=sample_interlock_unordered -DOWN
// wrong: -DMODE=sample_interlock_ordered
// wrong: -DMODE=sample_interlock_unordered
#version 460
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(MODE) in;
layout(set = 0, binding = 0) nonprivate buffer Counts { uint count[64]; };
void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint here = (at.y * 2u + at.x) * 2u;
#ifdef OWN
    here += uint(gl_SampleID);
#else
    here += min(uint(gl_SampleID), 0u);
#endif
    beginInvocationInterlockARB();
    count[here] += 1u; // PLANTED
    endInvocationInterlockARB();
}
