#version 460
#extension GL_KHR_memory_scope_semantics : require
#ifdef MODEL
#pragma use_vulkan_memory_model
#define SHARED nonprivate
#else
#define SHARED
#endif
/* Each invocation writes its output, and after the barrier reads that of the next; with BUFFER a buffer likewise. */
layout(vertices = 2) out;
layout(location = 0) out uint number[];
layout(set = 0, binding = 0) buffer Seen { uint seen[]; };
#ifdef BUFFER
layout(set = 0, binding = 1) SHARED buffer Beside { uint beside[]; };
#endif
void main() {
    number[gl_InvocationID] = 5 + gl_InvocationID;
#ifdef BUFFER
    beside[gl_InvocationID] = 9;
#endif
#if defined(NO_BARRIER)
#elif defined(SEMANTICS)
    controlBarrier(gl_ScopeWorkgroup, SCOPE, SEMANTICS,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
#else
    barrier();
#endif
#ifdef BUFFER
    seen[gl_InvocationID] = beside[1 - gl_InvocationID];
#else
    seen[2 * gl_PrimitiveID + gl_InvocationID] = number[1 - gl_InvocationID];
#endif
}
