#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
/* Blocks of each vertex, one behind the other: each invocation writes its own, and reads that of the next behind a barrier. */
layout(vertices = 3) out;
layout(location = 0) out Own { vec3 at; float weight; uint many[3]; } own[];
layout(set = 0, binding = 0) buffer Seen { uint seen[3]; };
void main() {
    own[gl_InvocationID].many[2] = 5 + gl_InvocationID;
    own[gl_InvocationID].weight = 1.5;
    gl_out[gl_InvocationID].gl_Position = vec4(1);
    gl_out[gl_InvocationID].gl_PointSize = 2;
#ifndef NO_BARRIER
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsOutput, gl_SemanticsAcquireRelease);
#endif
    seen[gl_InvocationID] = own[(gl_InvocationID + 1) % 3].many[2] + uint(gl_out[(gl_InvocationID + 2) % 3].gl_PointSize);
}
