#ifdef MODEL
#define NONPRIVATE nonprivate
#else
#define NONPRIVATE
#endif
#ifndef SCOPE
#define SCOPE gl_ScopeShaderCallEXT
#endif
#ifndef STORAGE
#define STORAGE gl_StorageSemanticsBuffer
#endif
#ifndef MODEL
#define RELEASE memoryBarrierBuffer();
#define ACQUIRE memoryBarrierBuffer();
#else
#ifdef NO_RELEASE
#define RELEASE
#else
#define RELEASE memoryBarrier(SCOPE, STORAGE, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
#endif
#ifdef NO_ACQUIRE
#define ACQUIRE
#else
#define ACQUIRE memoryBarrier(SCOPE, STORAGE, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
#endif
#endif
