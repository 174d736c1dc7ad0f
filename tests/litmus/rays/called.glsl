#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_ray_tracing : require
#extension GL_KHR_memory_scope_semantics : require
#ifdef MODEL
#pragma use_vulkan_memory_model
#endif
#include "release.glsl"
/* The shader that is called adds to both numbers; an any-hit shader to the payload alone, and ignores the hit with IGNORE. */
layout(set = 0, binding = 1) NONPRIVATE buffer Given { uint at[]; } given;
#ifdef CALLABLE
layout(location = 1) callableDataInEXT uint number;
#else
layout(location = 0) rayPayloadInEXT uint number;
#endif
void main() {
#ifdef rahit
    number += 40;
#ifdef IGNORE
    ignoreIntersectionEXT;
#endif
#else
    ACQUIRE
    number += ADDED;
    given.at[gl_LaunchIDEXT.x] += number;
    RELEASE
#endif
}
