#include "mmra/check/check.h"

const struct check_rule_info check_rules[CHECK_RULE_COUNT] = {
    [CHECK_OPERAND_TYPE] = {"operand-type", CHECK_ERROR, false, "types that do not fit the instruction",
                            "convert what does not fit: LLVM does not read it"},
    [CHECK_STRUCTURE] = {"block-structure", CHECK_ERROR, false, "blocks and phis that do not fit each other",
                         "give each phi, first in its block, one value for each branch that leads there"},
    [CHECK_DOMINANCE] = {"dominance", CHECK_ERROR, false,
                         "a value is used where control may come without having computed it",
                         "compute it on all ways to the use, or join the ways by a phi"},
    [CHECK_SIGNATURE] = {"signature", CHECK_ERROR, false, "a function that LLVM does not read",
                         "mend its type, its attributes or its name"},
    [CHECK_TARGET] = {"target", CHECK_WARNING, false, "the module is not for amdgcn, which these rules are about",
                      "write target triple = \"amdgcn-amd-amdhsa\", or check the IR that is made for AMDGPU"},
    [CHECK_NO_TARGET] = {"no-target", CHECK_NOTE, false, "the module names no target, and is taken for one for amdgcn",
                         "write target triple = \"amdgcn-amd-amdhsa\""},
    [CHECK_MMRA_SHAPE] = {"mmra-shape", CHECK_ERROR, false,
                          "!mmra is neither a tuple of two strings nor a tuple of such tuples",
                          "write !{!\"prefix\", !\"suffix\"}, or a tuple of such tuples"},
    [CHECK_MMRA_CYCLIC] = {"mmra-cyclic", CHECK_ERROR, false, "!mmra names a node that contains itself",
                           "name the tags themselves"},
    [CHECK_MMRA_PLACEMENT] = {"mmra-placement", CHECK_ERROR, false, "!mmra on an operation that accesses no memory",
                              "take it off: LLVM's verifier rejects it"},
    [CHECK_AV_VALUE] = {"av-value", CHECK_ERROR, false, "amdgcn-av has a value other than none",
                        "none is its only value"},
    [CHECK_AV_SCOPE_VALUE] =
        {"av-scope-value", CHECK_ERROR, false, "amdgcn-av has a scope as its value",
         "metadata may be dropped, so a scope cannot stand there: use an av intrinsic or an atomic"},
    [CHECK_SYNCHRONIZE_AS_VALUE] = {"synchronize-as-value", CHECK_WARNING, false,
                                    "amdgpu-synchronize-as has a value that the backend does not know",
                                    "write global or local: anything else becomes a full fence"},
    [CHECK_VULKAN_VALUE] = {"vulkan-value", CHECK_ERROR, false, "vulkan has a value other than private and nonprivate",
                            "write private or nonprivate: anything else is compatible with neither"},
    [CHECK_PREFIX_NEAR_MISS] = {"prefix-near-miss", CHECK_WARNING, false, "a prefix that is nearly a known one",
                                "unknown prefixes mean nothing to the target, and still break compatibility"},
    [CHECK_PRIVATE_SYNCHRONIZATION] = {"private-synchronization", CHECK_ERROR, false,
                                       "an atomic or fence tagged vulkan:private",
                                       "tag it vulkan:nonprivate: Vulkan's atomics and fences are never private"},
    [CHECK_BOTH_PRIVATE] = {"both-private", CHECK_WARNING, false, "tagged both vulkan:private and vulkan:nonprivate",
                            "keep one: both together order like nonprivate, at its cost"},
    [CHECK_UNTAGGED_SYNCHRONIZATION] = {"untagged-synchronization", CHECK_WARNING, false,
                                        "a synchronizing operation without a vulkan tag where others have one",
                                        "tag it vulkan:nonprivate, or it orders private accesses too"},
    [CHECK_AV_NONE_NO_EFFECT] = {"av-none-no-effect", CHECK_WARNING, false,
                                 "amdgcn-av:none on an operation that neither acquires nor releases",
                                 "take it off: there is nothing to switch off"},
    [CHECK_AV_POINTER] = {"av-pointer", CHECK_ERROR, false,
                          "an av intrinsic with a pointer outside address spaces 0 and 1",
                          "use an atomic access instead"},
    [CHECK_AV_SCOPE] =
        {"av-scope", CHECK_ERROR, false, "an av intrinsic without a scope that the target knows",
         "its last operand is metadata !{!\"agent\"} or the like, !{!\"\"} for system; in profile draft what an "
         "intrinsic such as scope.agent gives"},
    [CHECK_AV_NAME] = {"av-name", CHECK_ERROR, false, "an av intrinsic that this revision does not have",
                       "use the names of the revision that will compile it"},
    [CHECK_SCOPE_VALUE] = {"scope-value", CHECK_ERROR, false,
                           "a scope goes another way than from the intrinsic that makes it to one that takes it",
                           "call llvm.amdgcn.scope.agent or the like in the function that needs the scope"},
    [CHECK_NEVER_AVAILABLE] = {"never-available", CHECK_WARNING, false,
                               "a non-private write is published by a release that does not make it available",
                               "drop amdgcn-av:none from the release, or make the write itself store-available"},
    [CHECK_NEVER_VISIBLE] = {"never-visible", CHECK_WARNING, false,
                             "a non-private read after an acquire that does not make anything visible",
                             "drop amdgcn-av:none from the acquire, or make the read itself load-visible"},
    [CHECK_THREAD_PRIVATE_SHARED] = {"thread-private-shared", CHECK_ERROR, false,
                                     "!thread.private on an access that other invocations are concerned with",
                                     "take it off: it says that no other invocation can reach the memory"},
    [CHECK_ORDERING] = {"ordering", CHECK_ERROR, false, "an ordering that the operation cannot have",
                        "a load cannot release, nor a store or a failed exchange acquire and release; LLVM rejects it"},
    [CHECK_UNORDERED_ATOMIC] = {"unordered-atomic", CHECK_WARNING, false,
                                "an unordered access is no atomic one for the target",
                                "write monotonic: unordered is neither load-visible nor store-available"},
    [CHECK_ATOMIC_ALIGNMENT] = {"atomic-alignment", CHECK_ERROR, false,
                                "an atomic access whose alignment is less than its size",
                                "align it, or split it: the backend cannot select it"},
    [CHECK_UNKNOWN_SCOPE] = {"unknown-scope", CHECK_ERROR, false, "a syncscope that the target does not have",
                             "it passes llvm-as and fails in llc: use agent, cluster, workgroup, wavefront, "
                             "singlethread, or none for system"},
    [CHECK_ONE_AS_TAG] = {"one-as-tag", CHECK_ERROR, false,
                          "a fence at a -one-as scope that is tagged for local memory alone",
                          "use the scope without -one-as: together they make the fence do nothing"},
    [CHECK_SINGLETHREAD_FENCE] = {"singlethread-fence", CHECK_WARNING, false,
                                  "a fence at singlethread scope beside an atomic access of a wider scope",
                                  "give the fence the scope of what it pairs with"},
    [CHECK_BARRIER_SCOPE] = {"barrier-scope", CHECK_WARNING, false,
                             "a fence beside a workgroup barrier at a smaller scope than workgroup",
                             "give it the scope workgroup: it orders nothing for those who meet at the barrier"},
    [CHECK_NOT_CONVERGENT] = {"not-convergent", CHECK_NOTE, false,
                              "a barrier or an operation across invocations that is not convergent",
                              "add convergent to its declaration"},
    [CHECK_CONVERGENT_FUNCTION] = {"convergent-function", CHECK_WARNING, false,
                                   "a function that reaches a convergent operation and is not convergent",
                                   "add convergent: else its calls may be moved into branches"},
    [CHECK_CONVERGENCE_TOKEN] = {"convergence-token", CHECK_ERROR, false,
                                 "a convergence token whose definition does not dominate its use",
                                 "use a token of a block that dominates this one"},
    [CHECK_CONVERGENCE_MIX] = {"convergence-mix", CHECK_ERROR, false,
                               "a convergent call without a token in a function where others have one",
                               "give every convergent call of the function a convergencectrl bundle, or none"},
    [CHECK_ATOMIC_CONSTANT] = {"atomic-constant", CHECK_ERROR, false, "an atomic operation on constant memory",
                               "address space 4 is never written while it is read: use a plain load"},
    [CHECK_ALLOCA_ADDRESS_SPACE] = {"alloca-address-space", CHECK_ERROR, false, "an alloca outside address space 5",
                                    "amdgcn's stack is in address space 5"},
    [CHECK_STORE_READONLY] = {"store-readonly", CHECK_ERROR, false, "a write to memory that is marked read-only",
                              "take the mark off, or the write"},
    [CHECK_BUFFER_ATOMIC] = {"buffer-atomic", CHECK_WARNING, false, "an atomic access through a buffer fat pointer",
                             "LLVM drops its syncscope in address space 7: go through address space 1"},
    [CHECK_MERGED_FENCES] = {"merged-fences", CHECK_WARNING, false,
                             "neighbouring fences with different tags, of which LLVM keeps one",
                             "write one fence with the prefix-wise union of their tags"},
    [CHECK_DEAD_FENCE] = {"dead-fence", CHECK_WARNING, false, "a fence that is incompatible with everything around it",
                          "it orders nothing: mend its tags or take it out"},
    [CHECK_HALF_BARRIER] = {"half-barrier", CHECK_WARNING, false,
                            "a barrier with a fence on one side, and an access to shared memory on the other",
                            "release before the barrier and acquire behind it"},
    [CHECK_LOST_ORDERING] = {"lost-ordering", CHECK_OFF, false,
                             "an access to shared memory that no synchronizing operation orders",
                             "tag it vulkan:nonprivate if other invocations are to see it"},
    [CHECK_NOALIAS_SHARED] = {"noalias-shared", CHECK_WARNING, false,
                              "noalias on a pointer through which non-private accesses go",
                              "take noalias off: it lets LLVM move accesses across an acquire"},
    [CHECK_READONLY_SHARED] = {"readonly-shared", CHECK_WARNING, false,
                               "readonly on a pointer through which non-private accesses go",
                               "take readonly off: it lets LLVM move loads across an acquire"},
    [CHECK_FENCE_NARROWER] = {"fence-narrower", CHECK_OFF, true, "a fence that could carry an address-space tag",
                              "tag it amdgpu-synchronize-as with the one space that there is to order"},
    [CHECK_FENCE_MERGEABLE] = {"fence-mergeable", CHECK_OFF, true, "a fence that repeats the one before it",
                               "one is enough"},
    [CHECK_FENCE_WIDER] = {"fence-wider", CHECK_OFF, true,
                           "a fence beside a wave barrier at a wider scope than wavefront",
                           "wavefront is enough, unless an atomic access pairs with it"},
    [CHECK_AV_UNNEEDED] = {"av-unneeded", CHECK_OFF, true, "an operation makes available or visible what nothing needs",
                           "tag it amdgcn-av:none: no access depends on it"},
    [CHECK_UNTAGGED_PRIVATE] = {"untagged-private", CHECK_OFF, true,
                                "an untagged access to memory that no other invocation can reach",
                                "tag it vulkan:private"},
    [CHECK_SILENCE] = {"silence", CHECK_WARNING, false, "a silencing comment that silences nothing",
                       "write '; mmra-check: off RULE: reason', with a known rule and a reason"},
};

enum check_rule check_find_rule(const char *name, size_t length) {
    int rule = 0;
    while (rule < CHECK_RULE_COUNT &&
           (strlen(check_rules[rule].name) != length || memcmp(check_rules[rule].name, name, length) != 0))
        rule++;
    return (enum check_rule)rule;
}

static const char *const severity_names[] = {"off", "note", "warning", "error"};

const char *check_severity_name(enum check_severity severity) {
    return severity_names[severity];
}

void check_options_init(struct check_options *options) {
    *options = (struct check_options){.revision = CHECK_ANY_REVISION, .most_findings = 100};
    for (int rule = 0; rule < CHECK_RULE_COUNT; rule++)
        options->severity[rule] = check_rules[rule].severity;
}

bool check_configure(struct check_options *options, const char *setting) {
    const char *equals = strchr(setting, '=');
    if (!equals)
        return false;
    enum check_rule rule = check_find_rule(setting, (size_t)(equals - setting));
    if (rule == CHECK_RULE_COUNT)
        return false;
    for (uint8_t severity = CHECK_OFF; severity <= CHECK_ERROR; severity++)
        if (strcmp(equals + 1, severity_names[severity]) == 0) {
            options->severity[rule] = severity;
            return true;
        }
    return false;
}
