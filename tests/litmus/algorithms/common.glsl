// What the algorithms of this directory share: operations at device scope, with the semantics that each names.
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
#define RELAXED gl_StorageSemanticsNone, gl_SemanticsRelaxed
#define ACQUIRE gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible
#define RELEASE gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable
#define BOTH gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible
#define LOAD(x, how) atomicLoad(x, gl_ScopeDevice, how)
#define STORE(x, value, how) atomicStore(x, value, gl_ScopeDevice, how)
#define ADD(x, value, how) atomicAdd(x, value, gl_ScopeDevice, how)
#define EXCHANGE(x, value, how) atomicExchange(x, value, gl_ScopeDevice, how)
#define SWAP(x, old, new, how, otherwise) atomicCompSwap(x, old, new, gl_ScopeDevice, how, otherwise)
#define FENCE(how) memoryBarrier(gl_ScopeDevice, how)
#define BARRIER controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, BOTH)
#define DATA layout(set = 0, binding = 0) nonprivate buffer Data
#define GROUP gl_WorkGroupID.x
#define GROUPS gl_NumWorkGroups.x
#define LOCAL gl_LocalInvocationID.x
