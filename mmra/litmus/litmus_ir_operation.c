/* What an IR instruction says about its events: orderings, scopes, address spaces and annotations, in the
 * terms of the AMDGPU model. */
#include "mmra/base/text.h"
#include "mmra/ir/ir_intrinsic.h"
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
    if (litmus_ir_operand_info(r, instruction, 0)->kind == IR_VALUE_TEXT) {
        struct mmra_string text = ir_string_get(r->module, (ir_string)litmus_ir_operand_info(r, instruction, 0)->bits);
        static const char empty[] =
            "asm sideeffect \"\", \""; /* whatever it takes, it gives nothing and does nothing */
        bool is_empty =
            text.length >= sizeof empty - 1 && !memcmp(text.bytes, empty, sizeof empty - 1) && !instruction->result;
        return is_empty ? LITMUS_IR_CALL_NOTHING : LITMUS_IR_CALL_UNKNOWN;
    }
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
        unsigned facts = mmra_facts_of_tag(members.tags[i]);
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

static int32_t spaces_of(uint32_t address_space) {
    switch (address_space) {
    case 0:
        return MODEL_GLOBAL | MODEL_LOCAL;
    case 3:
        return MODEL_LOCAL;
    case 5:
        return 0;
    default:
        return MODEL_GLOBAL;
    }
}

static uint8_t larger(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

/* The scope at which an access is store-available and load-visible by itself: an atomic at its own, and what else the
 * model's revision has. singlethread: at none. */
static uint8_t coherent_scope(const struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t address_space,
                              bool av, const struct model_operation *o) {
    bool local = address_space == 3;
    uint8_t scope = MMRA_SCOPE_SINGLETHREAD;
    if (av || o->flags & MODEL_ATOMIC)
        scope = o->scope;
    else if (i->flags & IR_VOLATILE && ir_volatile_is_coherent(r->revision))
        scope = local ? MMRA_SCOPE_WORKGROUP : MMRA_SCOPE_SYSTEM;
    return local && ir_local_is_coherent(r->revision) ? larger(scope, MMRA_SCOPE_WORKGROUP) : scope;
}

static void set_availability(struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t address_space,
                             bool av, struct model_operation *o) {
    uint8_t scope = coherent_scope(r, i, address_space, av, o);
    if (scope == MMRA_SCOPE_SINGLETHREAD && !av && !(o->flags & MODEL_ATOMIC))
        return;
    o->available_scope = o->visible_scope = scope;
    if (o->kind & MODEL_WRITE)
        o->flags |= MODEL_STORE_AVAILABLE;
    if (o->kind & MODEL_READ)
        o->flags |= MODEL_LOAD_VISIBLE;
}

static uint16_t ordering_flags(enum ir_ordering ordering, uint16_t kind) {
    bool fence = kind & MODEL_FENCE;
    uint16_t flags = 0;
    if (ir_ordering_acquires(ordering) && (fence || kind & MODEL_READ))
        flags |= MODEL_ACQUIRE;
    if (ir_ordering_releases(ordering) && (fence || kind & MODEL_WRITE))
        flags |= MODEL_RELEASE;
    if (ordering == IR_SEQ_CST)
        flags |= MODEL_SEQ_CST;
    return flags;
}

/* An image atomic acts at agent scope, whatever the shader asked for. */
static bool set_scope(struct litmus_ir_reader *r, const struct ir_instruction *i,
                      const struct litmus_ir_image_call *image, struct model_operation *o) {
    if (image) {
        o->scope = image->is_atomic ? MMRA_SCOPE_AGENT : MMRA_SCOPE_SYSTEM;
        return true;
    }
    if (i->scope >= MMRA_SCOPE_COUNT)
        return litmus_ir_unsupported(r, i, "a synchronization scope that amdgcn does not have");
    o->scope = i->ordering == IR_NOT_ATOMIC ? MMRA_SCOPE_SYSTEM : i->scope;
    return true;
}

/* The scope of an av intrinsic, its last operand: metadata !{!"agent"}, or what llvm.amdgcn.scope.agent gives. */
static bool set_operand_scope(struct litmus_ir_reader *r, const struct ir_instruction *i, struct model_operation *o) {
    const struct ir_value_info *last = litmus_ir_operand_info(r, i, i->operand_count - 1);
    const struct ir_intrinsic *maker = ir_maker_of_scope(r->module, last);
    if (maker) {
        o->scope = maker->which;
        return true;
    }
    const struct ir_metadata_info *node = last->kind == IR_VALUE_METADATA ? &r->module->metadata[last->bits] : NULL;
    if (node && node->kind == IR_METADATA_TUPLE && node->operand_count == 1)
        node = &r->module->metadata[node->operands[0]];
    if (!node || node->kind != IR_METADATA_STRING)
        return litmus_ir_unsupported(r, i, "an av intrinsic without a scope such as !{!\"agent\"}");
    struct mmra_string name = ir_string_get(r->module, node->text);
    bool one_address_space = false;
    o->scope = (uint8_t)mmra_scope_parse(name.bytes, name.length, &one_address_space);
    return o->scope < MMRA_SCOPE_COUNT || litmus_ir_unsupported(r, i, "a scope that amdgcn does not have");
}

static uint16_t kind_of(const struct litmus_ir_reader *r, const struct ir_instruction *i) {
    switch (i->opcode) {
    case IR_LOAD:
        return MODEL_READ;
    case IR_STORE:
        return MODEL_WRITE;
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        return MODEL_READ | MODEL_WRITE;
    case IR_FENCE:
        return MODEL_FENCE;
    default:
        switch (litmus_ir_classify_call(r, i)) {
        case LITMUS_IR_CALL_AV_LOAD:
            return MODEL_READ;
        case LITMUS_IR_CALL_AV_STORE:
            return MODEL_WRITE;
        case LITMUS_IR_CALL_MAKE:
            return MODEL_FENCE;
        default:
            return MODEL_BARRIER;
        }
    }
}

static ir_value pointer_of(const struct litmus_ir_reader *r, const struct ir_instruction *i) {
    return litmus_ir_operand(r, i, i->opcode == IR_STORE || i->opcode == IR_CALL ? 1 : 0);
}

/* An operation that makes all memory available or visible, or what is at its pointer. */
static void set_making(const struct litmus_ir_reader *r, const struct ir_instruction *i, struct model_operation *o) {
    o->flags |= ir_called_intrinsic(r->module, i)->which ? MODEL_MAKES_VISIBLE : MODEL_MAKES_AVAILABLE;
    if (i->operand_count == 3)
        o->ordered = spaces_of(litmus_ir_address_space(r, litmus_ir_operand(r, i, 1)));
}

/* An instruction of a module that was built, which has no text: what it does, and what it was made of. */
static const char *describe_built(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct mmra_string callee = i->opcode == IR_CALL ? litmus_ir_callee(r, i) : (struct mmra_string){"", 0};
    struct mmra_string comment = ir_string_get(r->module, ir_comment_of(r->module, i));
    const char *scope = i->ordering ? mmra_scope_name((enum mmra_scope)i->scope) : "";
    struct text text;
    text_init(&text, r->reader.arena, 80);
    text_string(&text, ir_opcode_name((enum ir_opcode)i->opcode));
    text_string(&text, callee.length ? " " : "");
    text_bytes(&text, callee.bytes, callee.length);
    text_string(&text, *scope ? " " : "");
    text_string(&text, scope);
    text_string(&text, i->ordering ? " " : "");
    text_string(&text, i->ordering ? ir_ordering_name((enum ir_ordering)i->ordering) : "");
    text_string(&text, comment.length ? "; " : "");
    text_bytes(&text, comment.bytes, comment.length);
    text_char(&text, '\0');
    return text.start;
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

bool litmus_ir_operation_of(struct litmus_ir_reader *r, const struct ir_instruction *i, struct model_operation *o) {
    struct litmus_ir_image_call call;
    bool is_call = i->opcode == IR_CALL, is_image = is_call && litmus_ir_classify_call(r, i) == LITMUS_IR_CALL_IMAGE;
    if (is_image && !litmus_ir_read_image_call(r, i, &call))
        return false;
    memset(o, 0, sizeof *o);
    o->kind = is_image ? litmus_ir_image_call_kind(&call) : kind_of(r, i);
    o->line = i->source;
    o->call = r->call ? r->call->number : 0;
    o->text = describe(r, i);
    /* An image atomic is none to LLVM, and has no ordering of its own: fences order it that order the memory it is in.
     */
    o->ordered = is_image ? MODEL_GLOBAL : MODEL_ALL_SPACES;
    int32_t tagged = spaces_of_tags(r, i->mmra);
    read_tags(r, i->mmra, o);
    if (o->kind & MODEL_BARRIER)
        return true;
    bool access = o->kind & (MODEL_READ | MODEL_WRITE), av = is_call && !is_image;
    bool atomic = is_image ? call.is_atomic : i->ordering != IR_NOT_ATOMIC;
    if (!(av ? set_operand_scope(r, i, o) : set_scope(r, i, is_image ? &call : NULL, o)))
        return false;
    uint32_t address_space = is_image ? 1 : access ? litmus_ir_address_space(r, pointer_of(r, i)) : 0;
    if (access)
        o->spaces = spaces_of(address_space);
    bool synchronizes = i->opcode == IR_FENCE || atomic;
    if (tagged && synchronizes)
        o->ordered = tagged;
    else if (tagged)
        o->spaces = tagged;
    if (i->flags & IR_ONE_ADDRESS_SPACE && access)
        o->ordered &= o->spaces;
    if (i->flags & IR_ONE_ADDRESS_SPACE && !access)
        o->flags |= MODEL_ONE_SPACE;
    if (atomic && access)
        o->flags |= MODEL_ATOMIC | (i->ordering == IR_UNORDERED ? MODEL_UNORDERED : 0);
    o->flags |= ordering_flags((enum ir_ordering)i->ordering, o->kind);
    if (i->opcode == IR_CMPXCHG)
        o->failure_flags = ordering_flags((enum ir_ordering)i->failure_ordering, MODEL_READ);
    if (access)
        set_availability(r, i, address_space, av, o);
    else if (av)
        set_making(r, i, o);
    return true;
}
