/* Rules on scopes, address spaces, attributes of pointers, and av intrinsics. */
#include "mmra/check/checker.h"

/* ---- scopes ---- */

static void check_scope(struct checker *c, uint32_t index, const struct ir_instruction *instruction) {
    if (instruction->scope == MMRA_SCOPE_UNKNOWN && c->amdgcn) {
        struct text text;
        text_init(&text, c->arena, 64);
        text_escaped(&text, ir_string_get(c->module, ir_notes_of(c->module, instruction)->scope_name));
        check_report(c, CHECK_UNKNOWN_SCOPE, index, text_finish(&text));
    }
    if (instruction->opcode == IR_FENCE && instruction->flags & IR_ONE_ADDRESS_SPACE &&
        check_tags_of(c, instruction->mmra)->spaces == IR_LOCAL_MEMORY)
        check_report(c, CHECK_ONE_AS_TAG, index, NULL);
}

/* ---- address spaces ---- */

static const char *why_readonly(const struct checker *c, const struct check_event *event) {
    const struct ir_parameter *parameter = c->any_readonly ? check_parameter_of(c, event->root) : NULL;
    const struct ir_global *global = c->any_readonly ? check_global_of(c, event->root) : NULL;
    if (c->amdgcn && event->does.memory & IR_CONSTANT_MEMORY)
        return check_address_space(c, event->does.pointer) == ADDRESS_SPACE_CONSTANT ? "address space 4 is constant"
                                                                                     : "address space 6 is constant";
    if (parameter && parameter->attributes & IR_PARAMETER_READONLY)
        return "the parameter is readonly";
    if (global && global->constant)
        return "the global is constant";
    return NULL;
}

static void check_access(struct checker *c, const struct check_event *event) {
    /* the numbers mean something else to another target: 4 is generic to SPIR-V */
    uint32_t space = c->amdgcn ? check_address_space(c, event->does.pointer) : 0;
    const char *readonly = event->does.writes ? why_readonly(c, event) : NULL;
    if (event->does.atomic && c->amdgcn && event->does.memory & IR_CONSTANT_MEMORY)
        check_report(c, CHECK_ATOMIC_CONSTANT, event->index, NULL);
    else if (readonly)
        check_report(c, CHECK_STORE_READONLY, event->index, readonly);
    if (event->does.atomic && space == ADDRESS_SPACE_BUFFER && event->does.scope != MMRA_SCOPE_SINGLETHREAD)
        check_report(c, CHECK_BUFFER_ATOMIC, event->index, NULL);
}

/* ---- orderings ---- */

/* LLVM's verifier rejects these; IR that the verifier has not read may have them. */
static bool is_impossible(const struct ir_instruction *instruction) {
    enum ir_ordering ordering = instruction->ordering;
    switch (instruction->opcode) {
    case IR_LOAD:
        return ordering == IR_RELEASE || ordering == IR_ACQ_REL;
    case IR_STORE:
        return ordering == IR_ACQUIRE || ordering == IR_ACQ_REL;
    case IR_FENCE:
        return ordering < IR_ACQUIRE;
    case IR_CMPXCHG:
        return ordering == IR_UNORDERED || instruction->failure_ordering == IR_UNORDERED ||
               instruction->failure_ordering == IR_RELEASE || instruction->failure_ordering == IR_ACQ_REL;
    default:
        return ordering == IR_UNORDERED;
    }
}

/* The bytes of a scalar or vector of them; 0: not known. */
static uint64_t bytes_of(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    uint64_t count = info->kind == IR_TYPE_VECTOR ? info->count : 1;
    if (info->kind == IR_TYPE_VECTOR)
        info = ir_type_get(module, info->element);
    return count * ir_number_bits(info) / 8;
}

static void check_atomic(struct checker *c, uint32_t index, const struct ir_instruction *instruction) {
    ir_type type = ir_type_of_access(c->module, instruction);
    if (is_impossible(instruction))
        check_report(c, CHECK_ORDERING, index, NULL);
    else if (instruction->ordering == IR_UNORDERED)
        check_report(c, CHECK_UNORDERED_ATOMIC, index, NULL);
    if (instruction->alignment_log2 != IR_NO_ALIGNMENT &&
        UINT64_C(1) << (instruction->alignment_log2 & 63) < bytes_of(c->module, type))
        check_report(c, CHECK_ATOMIC_ALIGNMENT, index, NULL);
}

/* The private proposal's mark and non-private access exclude each other; local memory is the workgroup's. */
static void check_thread_private(struct checker *c, const struct check_event *event) {
    if (check_tags_of(c, event->mmra)->facts & MMRA_NONPRIVATE || event->does.atomic || event->space == IR_LOCAL_MEMORY)
        check_report(c, CHECK_THREAD_PRIVATE_SHARED, event->index, NULL);
}

static void check_untagged_private(struct checker *c, const struct check_event *event) {
    if (c->vulkan_synchronization && !event->does.atomic && !(check_tags_of(c, event->mmra)->facts & MMRA_VULKAN) &&
        check_address_space(c, event->does.pointer) == ADDRESS_SPACE_PRIVATE)
        check_report(c, CHECK_UNTAGGED_PRIVATE, event->index, NULL);
}

/* lost-ordering: nothing that synchronizes is compatible with the access. Private accesses are Vulkan's norm.
 */
static void check_lost_ordering(struct checker *c, const struct check_event *event) {
    if (!event->space || check_synchronizes(event) || !c->synchronizing_set_count)
        return;
    for (uint32_t i = 0; i < c->set_count; i++)
        if (c->sets[i].synchronizes &&
            check_compatible(c, event->mmra, event->space, false, c->sets[i].mmra, c->sets[i].space, true))
            return;
    check_report(c, CHECK_LOST_ORDERING, event->index, NULL);
}

/* ---- too strong ---- */

/* av-unneeded: no access in the module is plain, so nothing needs to be made available or visible by this
 * operation. */
static void check_av_unneeded(struct checker *c, const struct check_event *event) {
    if (check_synchronizes(event) && c->vulkan_synchronization && !c->any_plain_nonprivate && !c->any_unknown_access &&
        !(check_tags_of(c, event->mmra)->facts & MMRA_AV_NONE))
        check_report(c, CHECK_AV_UNNEEDED, event->index, NULL);
}

static void check_fence_narrower(struct checker *c, const struct check_event *fence) {
    uint8_t spaces = 0;
    if (check_tags_of(c, fence->mmra)->facts & MMRA_SYNC || c->any_unknown_access)
        return;
    for (uint32_t i = 0; i < c->set_count; i++) {
        const struct check_set *set = &c->sets[i];
        if (set->space & ~spaces && check_compatible(c, fence->mmra, 0, true, set->mmra, set->space, set->synchronizes))
            spaces |= set->space;
    }
    if (spaces == IR_GLOBAL_MEMORY || spaces == IR_LOCAL_MEMORY)
        check_report(c, CHECK_FENCE_NARROWER, fence->index, spaces == IR_GLOBAL_MEMORY ? "global" : "local");
}

void check_instruction_memory(struct checker *c, const struct check_event *event) {
    const struct ir_instruction *instruction = &c->module->instructions[event->index];
    if (instruction->opcode == IR_ALLOCA) {
        if (c->amdgcn && ir_type_get(c->module, instruction->type)->width != ADDRESS_SPACE_PRIVATE)
            check_report(c, CHECK_ALLOCA_ADDRESS_SPACE, event->index, NULL);
        return;
    }
    if (event->does.fence || event->does.atomic)
        check_scope(c, event->index, instruction);
    if (event->does.atomic)
        check_atomic(c, event->index, instruction);
    else if (event->does.fence && is_impossible(instruction))
        check_report(c, CHECK_ORDERING, event->index, NULL);
    if (instruction->annotations & IR_THREAD_PRIVATE)
        check_thread_private(c, event);
    if (event->does.pointer && instruction->opcode != IR_CALL)
        check_access(c, event);
    if (event->does.pointer && check_is_on(c, CHECK_UNTAGGED_PRIVATE))
        check_untagged_private(c, event);
    if (check_is_on(c, CHECK_LOST_ORDERING))
        check_lost_ordering(c, event);
    if (check_is_on(c, CHECK_AV_UNNEEDED))
        check_av_unneeded(c, event);
    if (event->does.fence && check_is_on(c, CHECK_FENCE_NARROWER))
        check_fence_narrower(c, event);
}

/* ---- av intrinsics ---- */

/* The scope operand is metadata !{!"agent"}: one string, "" for system. In profile draft it is a value, which an
 * intrinsic makes. */
static const char *wrong_av_scope(struct checker *c, const struct ir_instruction *instruction, uint8_t revisions) {
    const struct ir_module *module = c->module;
    const ir_value *operands = module->operands + instruction->operands;
    const struct ir_value_info *last = ir_value_get(module, operands[instruction->operand_count - 1]);
    if (revisions == 1 << IR_DRAFT)
        return ir_maker_of_scope(module, last) ? NULL : "no llvm.amdgcn.scope gives its last operand";
    if (instruction->operand_count < 2 || last->kind != IR_VALUE_METADATA)
        return "it has no scope operand";
    const struct ir_metadata_info *node = &module->metadata[last->bits];
    if (node->kind != IR_METADATA_TUPLE || node->operand_count != 1 ||
        module->metadata[node->operands[0]].kind != IR_METADATA_STRING || !node->operands[0])
        return "its scope is not one string";
    struct mmra_string name = ir_string_get(module, module->metadata[node->operands[0]].text);
    bool one_as;
    if (mmra_scope_parse(name.bytes, name.length, &one_as) == MMRA_SCOPE_UNKNOWN)
        return "it has no such scope";
    return NULL;
}

static void check_av(struct checker *c, const struct check_event *event) {
    uint8_t revisions = check_intrinsic(c, event->does.called)->revisions;
    if (!revisions) {
        check_report(c, CHECK_AV_NAME, event->index, "no revision has it");
        return;
    }
    if (c->options->revision != CHECK_ANY_REVISION && !(revisions & 1 << c->options->revision))
        check_report(c, CHECK_AV_NAME, event->index, "another revision has it");
    uint32_t space = event->does.pointer ? check_address_space(c, event->does.pointer) : UINT32_MAX;
    if (event->does.coherent && space > ADDRESS_SPACE_GLOBAL)
        check_report(c, CHECK_AV_POINTER, event->index, NULL);
    const char *wrong = wrong_av_scope(c, &c->module->instructions[event->index], revisions);
    if (wrong)
        check_report(c, CHECK_AV_SCOPE, event->index, wrong);
}

void check_instruction_call(struct checker *c, const struct check_event *event) {
    const struct check_callee *callee = &c->callees[event->does.called];
    const struct ir_instruction *instruction = &c->module->instructions[event->index];
    if (!event->does.called)
        return;
    const struct ir_intrinsic *intrinsic = check_intrinsic(c, event->does.called);
    if (ir_takes_scope(intrinsic) || (intrinsic && intrinsic->family == IR_FAMILY_AV_UNKNOWN))
        check_av(c, event);
    const struct ir_function_info *function = &c->module->functions[event->does.called];
    bool convergent =
        function->implicit || function->attributes & IR_FUNCTION_CONVERGENT || instruction->flags & IR_CONVERGENT;
    if (callee->convergent && !convergent)
        check_report(c, CHECK_NOT_CONVERGENT, event->index, NULL);
}

/* ---- attributes that undo the annotations ---- */

/* LLVM's passes themselves infer that a function only reads through a parameter; they then also say what becomes of the
 * pointer. To remove such an attribute is useless, as they infer it again. */
static bool is_inferred(const struct checker *c, const struct ir_parameter *parameter) {
    struct mmra_string text = ir_string_get(c->module, parameter->attribute_text);
    return mmra_string_behind(text, "captures(none)") || mmra_string_behind(text, "nocapture");
}

void check_attributes(struct checker *c) {
    const struct ir_module *module = c->module;
    if (!c->writes_global || !c->any_restriction ||
        (!check_is_on(c, CHECK_NOALIAS_SHARED) && !check_is_on(c, CHECK_READONLY_SHARED)))
        return;
    for (ir_function f = 1; f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f].parameter_count; i++) {
            const struct ir_parameter *parameter = &module->functions[f].parameters[i];
            check_root root = c->roots.first_parameter[f] + i;
            uint8_t uses = check_uses_of_root(c, check_memory_of(c, root));
            if (!(uses & CHECK_NONPRIVATE))
                continue;
            if (parameter->attributes & IR_PARAMETER_NOALIAS)
                check_report_function(c, CHECK_NOALIAS_SHARED, f, NULL);
            bool store_readonly = uses & CHECK_WRITTEN; /* which says it better */
            if (parameter->attributes & IR_PARAMETER_READONLY && !store_readonly && !is_inferred(c, parameter))
                check_report_function(c, CHECK_READONLY_SHARED, f, NULL);
        }
}
