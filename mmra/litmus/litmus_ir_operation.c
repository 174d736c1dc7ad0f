/* This file reads what an IR instruction says about its events: orderings, scopes, address spaces and annotations, in
 * the terms of the AMDGPU model. */
#include "mmra/base/text.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/litmus/litmus_ir.h"

struct mmra_string litmus_ir_callee(const struct litmus_ir_reader *r, const struct ir_instruction *instruction) {
    const struct ir_value_info *callee = litmus_ir_operand_info(r, instruction, 0);
    if (callee->kind != IR_VALUE_FUNCTION)
        return (struct mmra_string){"", 0};
    return litmus_ir_name_of(r, litmus_ir_operand(r, instruction, 0));
}

static const uint8_t known_calls[IR_FAMILY_COUNT] = {
    [IR_FAMILY_NO_OPERATION] = LITMUS_IR_CALL_NOTHING,
    [IR_FAMILY_AV_LOAD] = LITMUS_IR_CALL_AV_LOAD,
    [IR_FAMILY_AV_STORE] = LITMUS_IR_CALL_AV_STORE,
    [IR_FAMILY_SCOPE] = LITMUS_IR_CALL_NOTHING, /* who takes the scope looks where it comes from */
    [IR_FAMILY_MAKE] = LITMUS_IR_CALL_MAKE,
    [IR_FAMILY_WORKGROUP_BARRIER] = LITMUS_IR_CALL_WORKGROUP_BARRIER,
    [IR_FAMILY_WAVE_BARRIER] = LITMUS_IR_CALL_WAVE_BARRIER,
    [IR_FAMILY_TEXEL_LOAD] = LITMUS_IR_CALL_IMAGE,
    [IR_FAMILY_TEXEL_STORE] = LITMUS_IR_CALL_IMAGE,
    [IR_FAMILY_TEXEL_ATOMIC] = LITMUS_IR_CALL_IMAGE,
    [IR_FAMILY_TEXEL_READ] = LITMUS_IR_CALL_IMAGE,
    [IR_FAMILY_TEXEL_OTHER] = LITMUS_IR_CALL_IMAGE,
    [IR_FAMILY_TEXEL_SIZE] = LITMUS_IR_CALL_IMAGE,
};

static const struct {
    const char *name;
    uint8_t call;
} shell_calls[] = {{IR_NAME_INTERLOCK_BEGIN, LITMUS_IR_CALL_INTERLOCK_BEGIN},
                   {IR_NAME_INTERLOCK_END, LITMUS_IR_CALL_INTERLOCK_END},
                   {IR_NAME_EMIT_MESH_TASKS, LITMUS_IR_CALL_EMIT_MESH_TASKS},
                   {IR_NAME_SET_MESH_OUTPUTS, LITMUS_IR_CALL_NOTHING},
                   {IR_NAME_ABORT, LITMUS_IR_CALL_ABORT},
                   {IR_NAME_KILL, LITMUS_IR_CALL_KILL},
                   {IR_NAME_DEMOTE, LITMUS_IR_CALL_DEMOTE},
                   {IR_NAME_LIVE, LITMUS_IR_CALL_LIVE},
                   {IR_NAME_TRACE_RAY, LITMUS_IR_CALL_TRACE_RAY},
                   {IR_NAME_EXECUTE_CALLABLE, LITMUS_IR_CALL_EXECUTE_CALLABLE},
                   {IR_NAME_IGNORE_INTERSECTION, LITMUS_IR_CALL_IGNORE_INTERSECTION},
                   {IR_NAME_TERMINATE_RAY, LITMUS_IR_CALL_TERMINATE_RAY}};

static bool is_numbered_barrier(struct mmra_string name) {
    static const char barrier[] = "spirv_mmra.litmus.barrier";
    return name.length >= sizeof barrier - 1 && memcmp(name.bytes, barrier, sizeof barrier - 1) == 0;
}

enum litmus_ir_known_call litmus_ir_classify_call(const struct litmus_ir_reader *r,
                                                  const struct ir_instruction *instruction) {
    if (ir_assembly_of(r->module, instruction) == IR_EMPTY_ASSEMBLY && !instruction->result)
        return LITMUS_IR_CALL_NOTHING;
    if (ir_is_copying_assembly(r->module, instruction))
        return LITMUS_IR_CALL_COPY;
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(r->module, instruction);
    if (intrinsic && known_calls[intrinsic->family])
        return (enum litmus_ir_known_call)known_calls[intrinsic->family];
    struct mmra_string name = litmus_ir_callee(r, instruction);
    for (size_t i = 0; i < sizeof shell_calls / sizeof *shell_calls; i++)
        if (mmra_string_equal(name, mmra_string_of(shell_calls[i].name)))
            return (enum litmus_ir_known_call)shell_calls[i].call;
    return is_numbered_barrier(name) ? LITMUS_IR_CALL_NUMBERED_BARRIER : LITMUS_IR_CALL_UNKNOWN;
}

/* ---- tags ---- */

/* The bit of a value of amdgpu-synchronize-as that is neither global nor local. */
static int32_t other_space_bit(struct litmus_ir_reader *r, struct mmra_string value) {
    uint32_t i = 0;
    while (i < r->other_space_count && !mmra_string_equal(r->other_spaces[i], value))
        i++;
    if (i == r->other_space_count)
        *ARENA_PUSH(r->reader.arena, r->other_spaces, r->other_space_count, r->other_space_capacity) = value;
    return i < 28 ? INT32_C(1) << (i + 2) : INT32_C(1) << 30;
}

/* The values of amdgpu-synchronize-as, 0 for none. */
static int32_t spaces_of_tags(struct litmus_ir_reader *r, mmra_set set) {
    struct mmra_set_info members = mmra_set_members(&r->module->tags, set);
    int32_t spaces =
        (members.facts & MMRA_SYNC_GLOBAL ? MODEL_GLOBAL : 0) | (members.facts & MMRA_SYNC_LOCAL ? MODEL_LOCAL : 0);
    for (uint32_t i = 0; i < members.count && members.facts & MMRA_ODD_VALUE; i++) {
        unsigned facts = mmra_facts_of_tag(&r->module->tags, members.tags[i]);
        if (facts & MMRA_SYNC && facts & MMRA_ODD_VALUE)
            spaces |= other_space_bit(r, members.tags[i].suffix);
    }
    return spaces;
}

/* All tags but those of amdgpu-synchronize-as, which has a compatibility of its own. */
static void read_tags(struct litmus_ir_reader *r, mmra_set set, struct model_operation *o) {
    unsigned facts = mmra_facts(&r->module->tags, set);
    o->vulkan_tags |=
        (facts & MMRA_PRIVATE ? MODEL_TAG_PRIVATE : 0) | (facts & MMRA_NONPRIVATE ? MODEL_TAG_NONPRIVATE : 0);
    o->flags |= facts & MMRA_AV_NONE ? MODEL_AV_NONE : 0;
    o->tags = mmra_without_sync(&r->module->tags, set);
}

/* ---- accesses ---- */

static int32_t spaces_of(uint8_t memory) {
    return (memory & IR_GLOBAL_MEMORY ? MODEL_GLOBAL : 0) | (memory & IR_LOCAL_MEMORY ? MODEL_LOCAL : 0);
}

static uint8_t larger(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

/* The scope at which an access is store-available and load-visible by itself: an atomic at its own, and what else the
 * model's revision has. singlethread: at none. */
static uint8_t coherent_scope(const struct litmus_ir_reader *r, const struct ir_effects *effects,
                              const struct model_operation *o) {
    bool local = effects->memory == IR_LOCAL_MEMORY;
    uint8_t scope = MMRA_SCOPE_SINGLETHREAD;
    if (effects->coherent || effects->atomic)
        scope = o->scope;
    else if (effects->is_volatile && ir_volatile_is_coherent(r->revision))
        scope = local ? MMRA_SCOPE_WORKGROUP : MMRA_SCOPE_SYSTEM;
    return local && ir_local_is_coherent(r->revision) ? larger(scope, MMRA_SCOPE_WORKGROUP) : scope;
}

static void set_availability(const struct litmus_ir_reader *r, const struct ir_effects *effects,
                             struct model_operation *o) {
    uint8_t scope = coherent_scope(r, effects, o);
    if (scope == MMRA_SCOPE_SINGLETHREAD && !effects->coherent && !effects->atomic)
        return;
    o->available_scope = o->visible_scope = scope;
    o->flags |= (effects->writes ? MODEL_STORE_AVAILABLE : 0) | (effects->reads ? MODEL_LOAD_VISIBLE : 0);
}

static bool set_scope(struct litmus_ir_reader *r, const struct ir_instruction *i, const struct ir_effects *effects,
                      struct model_operation *o) {
    bool of_operand = i->opcode == IR_CALL && !effects->texel;
    if (effects->scope >= MMRA_SCOPE_COUNT)
        return litmus_ir_unsupported(r, i,
                                     of_operand ? "an av intrinsic without a scope of amdgcn, such as !{!\"agent\"}"
                                                : "a synchronization scope that amdgcn does not have");
    o->scope = i->opcode == IR_CALL || i->ordering != IR_NOT_ATOMIC ? effects->scope : MMRA_SCOPE_SYSTEM;
    return true;
}

static uint16_t kind_of(const struct ir_effects *effects) {
    if (effects->fence || effects->makes_available || effects->makes_visible)
        return MODEL_FENCE;
    if (effects->unknown || !(effects->reads || effects->writes))
        return MODEL_BARRIER;
    return (effects->reads ? MODEL_READ : 0) | (effects->writes ? MODEL_WRITE : 0);
}

/* Reads what it orders, with whom, and what it makes available or visible. */
static void set_ordering(const struct ir_instruction *i, const struct ir_effects *effects, struct model_operation *o) {
    bool access = effects->reads || effects->writes;
    o->flags |= (effects->acquires && ir_ordering_acquires(i->ordering) ? MODEL_ACQUIRE : 0) |
                (effects->releases ? MODEL_RELEASE : 0) | (i->ordering == IR_SEQ_CST ? MODEL_SEQ_CST : 0) |
                (effects->makes_available ? MODEL_MAKES_AVAILABLE : 0) |
                (effects->makes_visible ? MODEL_MAKES_VISIBLE : 0);
    if (i->opcode == IR_CMPXCHG)
        o->failure_flags = (ir_ordering_acquires(i->failure_ordering) ? MODEL_ACQUIRE : 0) |
                           (i->failure_ordering == IR_SEQ_CST ? MODEL_SEQ_CST : 0);
    if (i->flags & IR_ONE_ADDRESS_SPACE && access)
        o->ordered &= o->spaces;
    else if (i->flags & IR_ONE_ADDRESS_SPACE)
        o->flags |= MODEL_ONE_SPACE;
}

/* An instruction of a module that was built, which has no text: what it does, and what it was made of. */
static const char *describe_built(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct mmra_string callee = i->opcode == IR_CALL ? litmus_ir_callee(r, i) : (struct mmra_string){"", 0};
    struct mmra_string comment = ir_string_get(r->module, ir_comment_of(r->module, i));
    const char *scope = i->ordering ? mmra_scope_name((enum mmra_scope)i->scope) : "";
    struct text text;
    text_init(&text, r->reader.arena, 80);
    text_format(&text, "%s%s%.*s%s%s", ir_opcode_name((enum ir_opcode)i->opcode), callee.length ? " " : "",
                (int)callee.length, callee.bytes, *scope ? " " : "", scope);
    if (i->ordering)
        text_format(&text, " %s", ir_ordering_name((enum ir_ordering)i->ordering));
    text_format(&text, "%s%.*s", comment.length ? "; " : "", (int)comment.length, comment.bytes);
    return text_finish(&text);
}

/* The source as a reader sees it: its line. */
static const char *describe(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    if (!r->module->parsed)
        return describe_built(r, i);
    bool onward = r->described_line && r->described_line <= i->source;
    uint32_t line = onward ? r->described_line : 1;
    const char *at = onward ? r->described : r->module->parsed->text;
    while (*at && line < i->source)
        line += *at++ == '\n';
    r->described_line = line;
    r->described = at;
    while (*at == ' ' || *at == '\t')
        at++;
    return arena_copy_string(r->reader.arena, at, strcspn(at, "\r\n"));
}

/* An image atomic is none to LLVM, and has no ordering of its own: fences order it that order the memory it is in. */
static void set_spaces(struct litmus_ir_reader *r, const struct ir_instruction *i, const struct ir_effects *effects,
                       struct model_operation *o) {
    int32_t tagged = spaces_of_tags(r, i->mmra);
    bool synchronizes = effects->fence || effects->atomic || (effects->texel && effects->coherent);
    o->ordered = effects->texel ? MODEL_GLOBAL : MODEL_ALL_SPACES;
    o->spaces = effects->reads || effects->writes ? spaces_of(effects->memory) : 0;
    if (tagged && synchronizes)
        o->ordered = tagged;
    else if (tagged)
        o->spaces = tagged;
    if ((effects->makes_available || effects->makes_visible) && effects->pointer)
        o->ordered =
            spaces_of(ir_memory_of_space(ir_space_of_type(r->module, ir_type_of(r->module, effects->pointer))));
}

bool litmus_ir_operation_of(struct litmus_ir_reader *r, const struct ir_instruction *i, struct model_operation *o) {
    struct ir_effects effects = ir_effects_of(r->module, i);
    *o = (struct model_operation){.kind = kind_of(&effects), .line = i->source, .ordered = MODEL_ALL_SPACES};
    o->call = r->call ? r->call->number : 0;
    o->text = describe(r, i);
    read_tags(r, i->mmra, o);
    if (o->kind == MODEL_BARRIER)
        return true;
    if (effects.memory & IR_UNNAMED_MEMORY)
        return litmus_ir_unsupported(r, i, "memory that no value of amdgpu-synchronize-as names");
    if (!set_scope(r, i, &effects, o))
        return false;
    set_spaces(r, i, &effects, o);
    set_ordering(i, &effects, o);
    if (o->kind == MODEL_FENCE)
        return true;
    if (effects.atomic || (effects.texel && effects.coherent))
        o->flags |= MODEL_ATOMIC | (i->ordering == IR_UNORDERED ? MODEL_UNORDERED : 0);
    set_availability(r, &effects, o);
    return true;
}
