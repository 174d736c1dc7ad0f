#version 460
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_terminate_invocation : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
/* The second fragment is a helper, or ends: what it does from there on nobody sees, not even with a release between. */
layout(set = 0, binding = 0) nonprivate buffer Word { uint at[2]; } word;
layout(set = 0, binding = 1) buffer Count { uint at[2]; } count;
layout(set = 0, binding = 2, r32ui) uniform uimage2D texel;
layout(location = 0) in flat uint me;
void end() {
    terminateInvocation;
}
void main() {
    word.at[me] = 1;
    uint seen = 0;
    if (me == 1)
#ifdef END
        end();
#elif !defined(STAY)
        demote;
#endif
    word.at[0] = 2;
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    seen = atomicAdd(count.at[0], 1u);
    imageStore(texel, ivec2(0), uvec4(me + 5));
    if (helperInvocationEXT())
        seen = atomicAdd(count.at[1], 1u);
#ifdef LEAK
    if (seen == 0)
        word.at[1] = 7;
#endif
}
