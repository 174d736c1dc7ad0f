// The same in the texel of the pixel, and without an interlock; one texel for each fragment needs none.
// right: -DINTERLOCK
// right: -DOWN
// wrong:
// wrong: -DINTERLOCK -DCONSTANT
#version 460
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(pixel_interlock_unordered) in;
layout(set = 0, binding = 0, r32ui) nonprivate uniform uimage2D image;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
#ifdef OWN
    at.x += 2 * gl_PrimitiveID;
#endif
#ifdef CONSTANT
    at = ivec2(0);
#endif
#ifdef INTERLOCK
    beginInvocationInterlockARB();
#endif
    uint seen = imageLoad(image, at).x; // PLANTED
    imageStore(image, at, uvec4(seen + 1u)); // PLANTED
#ifdef INTERLOCK
    endInvocationInterlockARB();
#endif
}
