#version 460
#extension GL_KHR_memory_scope_semantics : require
#ifdef MODEL
#pragma use_vulkan_memory_model
#endif
/* One workgroup writes a word and says so by a flag; the other reads the word if it has seen the flag. */
layout(local_size_x = 1) in;
#ifndef QUALIFIER
#define QUALIFIER
#endif
layout(set = 0, binding = 1) QUALIFIER buffer Memory { uint word; } memory;
layout(set = 0, binding = 2) buffer Flag { uint flag; } flags;
layout(set = 0, binding = 0) buffer Result { uint a[2]; } result;
#define BUFFER gl_StorageSemanticsBuffer
#ifndef AVAILABLE
#define AVAILABLE 0
#define VISIBLE 0
#endif
#ifndef SCOPE
#define SCOPE gl_ScopeDevice
#endif
void main() {
    if (gl_WorkGroupID.x == 0) {
        memory.word = 1;
#if defined(STORE)
        atomicStore(flags.flag, 1u, SCOPE, BUFFER, gl_SemanticsRelease | AVAILABLE);
#elif defined(EXCHANGE)
        atomicExchange(flags.flag, 1u, SCOPE, BUFFER, EXCHANGE | AVAILABLE);
#elif defined(COMPARE)
        atomicCompSwap(flags.flag, 0u, 1u, SCOPE, BUFFER, gl_SemanticsRelease | AVAILABLE, 0, gl_SemanticsRelaxed);
#else
        memoryBarrier(SCOPE, BUFFER, FENCE_BEFORE | AVAILABLE);
        atomicStore(flags.flag, 1u, SCOPE, 0, gl_SemanticsRelaxed);
#endif
    } else {
#if defined(STORE)
        uint seen = atomicLoad(flags.flag, SCOPE, BUFFER, gl_SemanticsAcquire | VISIBLE);
#elif defined(EXCHANGE)
        uint seen = atomicOr(flags.flag, 0u, SCOPE, BUFFER, EXCHANGE_AFTER | VISIBLE);
#elif defined(COMPARE)
        uint seen = atomicCompSwap(flags.flag, 5u, 6u, SCOPE, BUFFER, gl_SemanticsAcquire | VISIBLE, BUFFER, gl_SemanticsAcquire | VISIBLE);
#else
        uint seen = atomicLoad(flags.flag, SCOPE, 0, gl_SemanticsRelaxed);
        memoryBarrier(SCOPE, BUFFER, FENCE_AFTER | VISIBLE);
#endif
        result.a[0] = seen;
        if (seen == 1u)
            result.a[1] = memory.word;
    }
}
