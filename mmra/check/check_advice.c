/* This file says what to do about a finding, in the words of the language that the IR comes from. */
#include "mmra/check/check.h"

/* ---- which language ---- */

static const struct ir_named_metadata *find_named(const struct ir_module *module, const char *name) {
    for (uint32_t i = 0; i < module->named_metadata_count; i++)
        if (mmra_string_equal(ir_string_get(module, module->named_metadata[i].name), mmra_string_of(name)))
            return &module->named_metadata[i];
    return NULL;
}

/* Clang gives modules of HIP, and no others, the flag amdgpu_printf_kind: a tuple of behaviour, name and value. */
static bool has_flag_of_hip(const struct ir_module *module) {
    const struct ir_named_metadata *flags = find_named(module, "llvm.module.flags");
    for (uint32_t i = 0; flags && i < flags->operand_count; i++) {
        const struct ir_metadata_info *flag = &module->metadata[flags->operands[i]];
        if (flag->kind != IR_METADATA_TUPLE || flag->operand_count < 2)
            continue;
        const struct ir_metadata_info *name = &module->metadata[flag->operands[1]];
        if (name->kind == IR_METADATA_STRING &&
            mmra_string_equal(ir_string_get(module, name->text), mmra_string_of("amdgpu_printf_kind")))
            return true;
    }
    return false;
}

/* And each translation unit a global __hip_cuid_...; what is for the host has others, __hip_fatbin among them. */
static bool has_global_of_hip(const struct ir_module *module) {
    for (uint32_t i = 0; i < module->global_count; i++)
        if (mmra_string_begins(ir_string_get(module, module->values[module->globals[i].value].name), "__hip_"))
            return true;
    return false;
}

/* HIP is asked first: its device library is compiled from OpenCL, and leaves OpenCL's mark in what it is linked to. */
enum check_language check_language_of(const struct ir_module *module) {
    if (!module->parsed)
        return CHECK_LANGUAGE_SPIRV;
    if (has_flag_of_hip(module) || has_global_of_hip(module))
        return CHECK_LANGUAGE_HIP;
    return find_named(module, "opencl.ocl.version") ? CHECK_LANGUAGE_OPENCL : CHECK_LANGUAGE_IR;
}

/* ---- advice ---- */

/* A rule that has no advice in a language gives the advice of its own row. */
static const char *const advice[CHECK_RULE_COUNT][CHECK_LANGUAGE_COUNT] = {
    [CHECK_TARGET] = {[CHECK_LANGUAGE_HIP] =
                          "check the IR of the device: clang -x hip --offload-device-only -S -emit-llvm",
                      [CHECK_LANGUAGE_OPENCL] =
                          "compile it for AMDGPU: clang -x cl -target amdgcn-amd-amdhsa -S -emit-llvm"},
    [CHECK_SYNCHRONIZE_AS_VALUE] =
        {[CHECK_LANGUAGE_HIP] =
             "write \"global\" or \"local\" after the scope of __builtin_amdgcn_fence: anything else "
             "becomes a full fence",
         [CHECK_LANGUAGE_OPENCL] = "write \"global\" or \"local\" after the scope of __builtin_amdgcn_fence, or use "
                                   "atomic_work_item_fence: anything else becomes a full fence"},
    [CHECK_NEVER_AVAILABLE] =
        {"add MakeAvailable to the release (GLSL: gl_SemanticsMakeAvailable), or MakePointerAvailable to the write "
         "(GLSL: devicecoherent)",
         "take amdgcn-av:none off the release, which HIP's own releases do not have, or write by "
         "__hip_atomic_store(..., __ATOMIC_RELAXED, ...) at its scope",
         "take amdgcn-av:none off the release, which OpenCL's own releases do not have, or write by "
         "atomic_store_explicit(..., memory_order_relaxed, ...) at its scope"},
    [CHECK_NEVER_VISIBLE] =
        {"add MakeVisible to the acquire (GLSL: gl_SemanticsMakeVisible), or MakePointerVisible to the read "
         "(GLSL: devicecoherent)",
         "take amdgcn-av:none off the acquire, which HIP's own acquires do not have, or read by "
         "__hip_atomic_load(..., __ATOMIC_RELAXED, ...) at its scope",
         "take amdgcn-av:none off the acquire, which OpenCL's own acquires do not have, or read by "
         "atomic_load_explicit(..., memory_order_relaxed, ...) at its scope"},
    [CHECK_ATOMIC_ALIGNMENT] =
        {[CHECK_LANGUAGE_HIP] = "align the object, which must be no member of a packed structure: the backend cannot "
                                "select it",
         [CHECK_LANGUAGE_OPENCL] = "align the object, which must be no member of a packed structure: the backend "
                                   "cannot select it"},
    [CHECK_UNKNOWN_SCOPE] = {[CHECK_LANGUAGE_HIP] =
                                 "it passes clang and fails in llc: for __builtin_amdgcn_fence write \"agent\", "
                                 "\"cluster\", \"workgroup\", \"wavefront\", \"singlethread\", or \"\" for the system",
                             [CHECK_LANGUAGE_OPENCL] =
                                 "it passes clang and fails in llc: use atomic_work_item_fence with a memory_scope, "
                                 "or for __builtin_amdgcn_fence write \"agent\", \"cluster\", \"workgroup\", "
                                 "\"wavefront\", \"singlethread\", or \"\" for all devices"},
    [CHECK_ONE_AS_TAG] = {[CHECK_LANGUAGE_HIP] =
                              "write the scope of __builtin_amdgcn_fence without -one-as: together with \"local\" it "
                              "makes the fence do nothing",
                          [CHECK_LANGUAGE_OPENCL] =
                              "write the scope of __builtin_amdgcn_fence without -one-as: together with "
                              "\"local\" it makes the fence do nothing"},
    [CHECK_SINGLETHREAD_FENCE] =
        {[CHECK_LANGUAGE_HIP] = "give the fence the scope of what it pairs with: \"agent\" is __HIP_MEMORY_SCOPE_AGENT",
         [CHECK_LANGUAGE_OPENCL] = "give the fence the scope of what it pairs with, memory_scope_device for instance: "
                                   "memory_scope_work_item orders nothing for others"},
    [CHECK_BARRIER_SCOPE] =
        {[CHECK_LANGUAGE_HIP] = "use __syncthreads(), or give the fence the scope \"workgroup\": it orders nothing for "
                                "those who meet at the barrier",
         [CHECK_LANGUAGE_OPENCL] = "use work_group_barrier(), or give the fence memory_scope_work_group: it orders "
                                   "nothing for those who meet at the barrier"},
    [CHECK_NOT_CONVERGENT] = {[CHECK_LANGUAGE_HIP] = "declare it __attribute__((convergent))",
                              [CHECK_LANGUAGE_OPENCL] = "declare it __attribute__((convergent))"},
    [CHECK_ATOMIC_CONSTANT] =
        {[CHECK_LANGUAGE_HIP] = "take __constant__ off the variable, or read it plainly: such memory is never written "
                                "while it is read",
         [CHECK_LANGUAGE_OPENCL] = "make the variable global instead of constant, or read it plainly: constant memory "
                                   "is never written while it is read"},
    [CHECK_STORE_READONLY] = {[CHECK_LANGUAGE_HIP] = "take const or __constant__ off, or the write",
                              [CHECK_LANGUAGE_OPENCL] = "take const or constant off, or the write"},
    [CHECK_MERGED_FENCES] = {[CHECK_LANGUAGE_HIP] =
                                 "write one __builtin_amdgcn_fence that names all the address spaces after its scope",
                             [CHECK_LANGUAGE_OPENCL] = "write one fence with the flags of both: CLK_GLOBAL_MEM_FENCE | "
                                                       "CLK_LOCAL_MEM_FENCE"},
    [CHECK_HALF_BARRIER] = {[CHECK_LANGUAGE_HIP] =
                                "use __syncthreads(), or fences on both sides: __ATOMIC_RELEASE before the barrier and "
                                "__ATOMIC_ACQUIRE after it",
                            [CHECK_LANGUAGE_OPENCL] =
                                "use work_group_barrier(), or fences on both sides: memory_order_release before the "
                                "barrier and memory_order_acquire after it"},
    [CHECK_NOALIAS_SHARED] = {[CHECK_LANGUAGE_HIP] =
                                  "take __restrict__ off the parameter: it lets LLVM move accesses across an acquire",
                              [CHECK_LANGUAGE_OPENCL] =
                                  "take restrict off the parameter: it lets LLVM move accesses across an acquire"},
    [CHECK_READONLY_SHARED] = {[CHECK_LANGUAGE_HIP] =
                                   "take const off the parameter: it lets LLVM move loads across an acquire",
                               [CHECK_LANGUAGE_OPENCL] =
                                   "take const off the parameter: it lets LLVM move loads across an acquire"},
    [CHECK_FENCE_NARROWER] =
        {[CHECK_LANGUAGE_HIP] = "write the one space that there is to order, \"global\" or \"local\", after the scope "
                                "of __builtin_amdgcn_fence",
         [CHECK_LANGUAGE_OPENCL] = "give the fence the flag of the one space that there is to order: "
                                   "CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE"},
    [CHECK_FENCE_WIDER] = {[CHECK_LANGUAGE_HIP] =
                               "the scope \"wavefront\" is enough, unless an atomic access pairs with it",
                           [CHECK_LANGUAGE_OPENCL] =
                               "memory_scope_sub_group is enough, unless an atomic access pairs with it"},
};

const char *check_advice(enum check_rule rule, enum check_language language) {
    const char *of_language = language == CHECK_LANGUAGE_IR ? NULL : advice[rule][language];
    return of_language ? of_language : check_rules[rule].advice;
}
