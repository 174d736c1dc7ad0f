/* The rules of the checker: a rule is one row. */
#ifndef MMRA_CHECK_ROWS_H
#define MMRA_CHECK_ROWS_H

/* A row has what struct check_rule_info (check.h) says of a rule. */
#define CHECK_RULE_ROWS(ROW)                                                                                           \
    /* what LLVM reads */                                                                                              \
    ROW(OPERAND_TYPE, "operand-type", ERROR, false, "types that do not fit the instruction",                           \
        "convert what does not fit: LLVM does not read it")                                                            \
    ROW(STRUCTURE, "block-structure", ERROR, false, "blocks and phis that do not fit each other",                      \
        "give each phi, first in its block, one value for each branch that leads there")                               \
    ROW(DOMINANCE, "dominance", ERROR, false, "a value is used where control may come without having computed it",     \
        "compute it on all ways to the use, or join the ways by a phi")                                                \
    ROW(SIGNATURE, "signature", ERROR, false, "a function that LLVM does not read",                                    \
        "correct its type, its attributes or its name")                                                                \
    ROW(TARGET, "target", WARNING, false, "the module is not for amdgcn, which these rules are about",                 \
        "write target triple = \"amdgcn-amd-amdhsa\", or check the IR that is made for AMDGPU")                        \
    ROW(NO_TARGET, "no-target", NOTE, false, "the module names no target, and is taken for one for amdgcn",            \
        "write target triple = \"amdgcn-amd-amdhsa\"")                                                                 \
    /* shape */                                                                                                        \
    ROW(MMRA_SHAPE, "mmra-shape", ERROR, false, "!mmra is neither a tuple of two strings nor a tuple of such tuples",  \
        "write !{!\"prefix\", !\"suffix\"}, or a tuple of such tuples")                                                \
    ROW(MMRA_CYCLIC, "mmra-cyclic", ERROR, false, "!mmra names a node that contains itself",                           \
        "name the tags themselves")                                                                                    \
    ROW(MMRA_PLACEMENT, "mmra-placement", ERROR, false, "!mmra on an operation that accesses no memory",               \
        "take it off: LLVM's verifier rejects it")                                                                     \
    /* values */                                                                                                       \
    ROW(AV_VALUE, "av-value", ERROR, false, "amdgcn-av has a value other than none", "none is its only value")         \
    ROW(AV_SCOPE_VALUE, "av-scope-value", ERROR, false, "amdgcn-av has a scope as its value",                          \
        "metadata may be dropped, so a scope cannot stand there: use an av intrinsic or an atomic")                    \
    ROW(SYNCHRONIZE_AS_VALUE, "synchronize-as-value", WARNING, false,                                                  \
        "amdgpu-synchronize-as has a value that the backend does not know",                                            \
        "write global or local: anything else becomes a full fence")                                                   \
    ROW(VULKAN_VALUE, "vulkan-value", ERROR, false, "vulkan has a value other than private and nonprivate",            \
        "write private or nonprivate: anything else is compatible with neither")                                       \
    ROW(PREFIX_NEAR_MISS, "prefix-near-miss", WARNING, false, "a prefix that is nearly a known one",                   \
        "unknown prefixes mean nothing to the target, and still break compatibility")                                  \
    /* private */                                                                                                      \
    ROW(PRIVATE_SYNCHRONIZATION, "private-synchronization", ERROR, false, "an atomic or fence tagged vulkan:private",  \
        "tag it vulkan:nonprivate: Vulkan's atomics and fences are never private")                                     \
    ROW(BOTH_PRIVATE, "both-private", WARNING, false, "tagged both vulkan:private and vulkan:nonprivate",              \
        "keep one: both together order like nonprivate, at its cost")                                                  \
    ROW(UNTAGGED_SYNCHRONIZATION, "untagged-synchronization", WARNING, false,                                          \
        "a synchronizing operation without a vulkan tag where others have one",                                        \
        "tag it vulkan:nonprivate, or it orders private accesses too")                                                 \
    /* availability and visibility */                                                                                  \
    ROW(AV_NONE_NO_EFFECT, "av-none-no-effect", WARNING, false,                                                        \
        "amdgcn-av:none on an operation that neither acquires nor releases",                                           \
        "take it off: there is nothing to switch off")                                                                 \
    ROW(AV_POINTER, "av-pointer", ERROR, false, "an av intrinsic with a pointer outside address spaces 0 and 1",       \
        "use an atomic access instead")                                                                                \
    ROW(AV_SCOPE, "av-scope", ERROR, false, "an av intrinsic without a scope that the target knows",                   \
        "its last operand is metadata !{!\"agent\"} or the like, !{!\"\"} for system; in profile draft what an "       \
        "intrinsic such as scope.agent gives")                                                                         \
    ROW(AV_NAME, "av-name", ERROR, false, "an av intrinsic that this revision does not have",                          \
        "use the names of the revision that will compile it")                                                          \
    ROW(SCOPE_VALUE, "scope-value", ERROR, false,                                                                      \
        "a scope goes another way than from the intrinsic that makes it to one that takes it",                         \
        "call llvm.amdgcn.scope.agent or the like in the function that needs the scope")                               \
    ROW(NEVER_AVAILABLE, "never-available", WARNING, false,                                                            \
        "a non-private write is published by a release that does not make it available",                               \
        "drop amdgcn-av:none from the release, or make the write itself store-available")                              \
    ROW(NEVER_VISIBLE, "never-visible", WARNING, false,                                                                \
        "a non-private read after an acquire that does not make anything visible",                                     \
        "drop amdgcn-av:none from the acquire, or make the read itself load-visible")                                  \
    ROW(THREAD_PRIVATE_SHARED, "thread-private-shared", ERROR, false,                                                  \
        "!thread.private on an access that other invocations are concerned with",                                      \
        "take it off: it says that no other invocation can reach the memory")                                          \
    /* orderings */                                                                                                    \
    ROW(ORDERING, "ordering", ERROR, false, "an ordering that the operation cannot have",                              \
        "a load cannot release, nor a store or a failed exchange acquire and release; LLVM rejects it")                \
    ROW(UNORDERED_ATOMIC, "unordered-atomic", WARNING, false, "an unordered access is no atomic one for the target",   \
        "write monotonic: unordered is neither load-visible nor store-available")                                      \
    ROW(ATOMIC_ALIGNMENT, "atomic-alignment", ERROR, false, "an atomic access whose alignment is less than its size",  \
        "align it, or split it: the backend cannot select it")                                                         \
    /* scopes */                                                                                                       \
    ROW(UNKNOWN_SCOPE, "unknown-scope", ERROR, false, "a syncscope that the target does not have",                     \
        "it passes llvm-as and fails in llc: use agent, cluster, workgroup, wavefront, "                               \
        "singlethread, or none for system")                                                                            \
    ROW(ONE_AS_TAG, "one-as-tag", ERROR, false, "a fence at a -one-as scope that is tagged for local memory alone",    \
        "use the scope without -one-as: together they make the fence do nothing")                                      \
    ROW(SINGLETHREAD_FENCE, "singlethread-fence", WARNING, false,                                                      \
        "a fence at singlethread scope beside an atomic access of a wider scope",                                      \
        "give the fence the scope of what it pairs with")                                                              \
    ROW(BARRIER_SCOPE, "barrier-scope", WARNING, false,                                                                \
        "a fence beside a workgroup barrier at a smaller scope than workgroup",                                        \
        "give it the scope workgroup: it orders nothing for those who meet at the barrier")                            \
    /* convergent */                                                                                                   \
    ROW(NOT_CONVERGENT, "not-convergent", NOTE, false,                                                                 \
        "a barrier or an operation across invocations that is not convergent", "add convergent to its declaration")    \
    ROW(CONVERGENT_FUNCTION, "convergent-function", WARNING, false,                                                    \
        "a function that reaches a convergent operation and is not convergent",                                        \
        "add convergent: else its calls may be moved into branches")                                                   \
    ROW(CONVERGENCE_TOKEN, "convergence-token", ERROR, false,                                                          \
        "a convergence token whose definition does not dominate its use",                                              \
        "use a token of a block that dominates this one")                                                              \
    ROW(CONVERGENCE_MIX, "convergence-mix", ERROR, false,                                                              \
        "a convergent call without a token in a function where others have one",                                       \
        "give every convergent call of the function a convergencectrl bundle, or none")                                \
    ROW(WIDE_REDUCTION, "wide-reduction", WARNING, false,                                                              \
        "a reduction of a wave of 64 lanes, of which LLVM 23 for gfx10 to gfx12 combines the halves wrongly",          \
        "reduce by a loop, by DPP, or in waves of 32")                                                                 \
    /* address spaces */                                                                                               \
    ROW(ATOMIC_CONSTANT, "atomic-constant", ERROR, false, "an atomic operation on constant memory",                    \
        "address space 4 is never written while it is read: use a plain load")                                         \
    ROW(ALLOCA_ADDRESS_SPACE, "alloca-address-space", ERROR, false, "an alloca outside address space 5",               \
        "amdgcn's stack is in address space 5")                                                                        \
    ROW(STORE_READONLY, "store-readonly", ERROR, false, "a write to memory that is marked read-only",                  \
        "take the mark off, or the write")                                                                             \
    ROW(BUFFER_ATOMIC, "buffer-atomic", WARNING, false, "an atomic access through a buffer fat pointer",               \
        "LLVM drops its syncscope in address space 7: go through address space 1")                                     \
    /* fences */                                                                                                       \
    ROW(MERGED_FENCES, "merged-fences", WARNING, false,                                                                \
        "neighbouring fences with different tags, of which LLVM keeps one",                                            \
        "write one fence with the prefix-wise union of their tags")                                                    \
    ROW(DEAD_FENCE, "dead-fence", WARNING, false, "a fence that is incompatible with everything around it",            \
        "it orders nothing: correct its tags or remove it")                                                            \
    ROW(HALF_BARRIER, "half-barrier", WARNING, false,                                                                  \
        "a barrier with a fence on one side, and an access to shared memory on the other",                             \
        "release before the barrier and acquire after it")                                                             \
    ROW(NEVER_RELEASED, "never-released", ERROR, false,                                                                \
        "a write that other invocations read after a signal or barrier, before which nothing releases it",             \
        "release it before the signal, by a fence or atomic that is compatible with its tags and its memory")          \
    ROW(NEVER_ACQUIRED, "never-acquired", ERROR, false,                                                                \
        "a read of what other invocations wrote before a signal or barrier, after which nothing acquires it",          \
        "acquire it after the signal, by a fence or atomic that is compatible with its tags and its memory")           \
    ROW(LOST_ORDERING, "lost-ordering", OFF, false,                                                                    \
        "an access to shared memory that no synchronizing operation orders",                                           \
        "tag it vulkan:nonprivate if other invocations are to see it")                                                 \
    /* attributes */                                                                                                   \
    ROW(NOALIAS_SHARED, "noalias-shared", WARNING, false,                                                              \
        "noalias on a pointer through which non-private accesses go",                                                  \
        "take noalias off: it lets LLVM move accesses across an acquire")                                              \
    ROW(READONLY_SHARED, "readonly-shared", WARNING, false,                                                            \
        "readonly on a pointer through which non-private accesses go",                                                 \
        "take readonly off: it lets LLVM move loads across an acquire")                                                \
    /* too strong */                                                                                                   \
    ROW(FENCE_NARROWER, "fence-narrower", OFF, true, "a fence that could carry an address-space tag",                  \
        "tag it amdgpu-synchronize-as with the one space that there is to order")                                      \
    ROW(FENCE_MERGEABLE, "fence-mergeable", OFF, true, "a fence that repeats the one before it", "one is enough")      \
    ROW(FENCE_WIDER, "fence-wider", OFF, true, "a fence beside a wave barrier at a wider scope than wavefront",        \
        "wavefront is enough, unless an atomic access pairs with it")                                                  \
    ROW(AV_UNNEEDED, "av-unneeded", OFF, true, "an operation makes available or visible what nothing needs",           \
        "tag it amdgcn-av:none: no access depends on it")                                                              \
    ROW(UNTAGGED_PRIVATE, "untagged-private", OFF, true,                                                               \
        "an untagged access to memory that no other invocation can reach", "tag it vulkan:private")                    \
    /* the silencing comments themselves */                                                                            \
    ROW(SILENCE, "silence", WARNING, false, "a silencing comment that silences nothing",                               \
        "write '; mmra-check: off RULE: reason', with a known rule and a reason")

#endif
