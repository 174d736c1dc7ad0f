#include "mmra/ir/ir_effects.h"

/* ---- memory ---- */

static const uint8_t memory_of[] = {
    [ADDRESS_SPACE_FLAT] = IR_ALL_MEMORY,
    [ADDRESS_SPACE_GLOBAL] = IR_GLOBAL_MEMORY,
    [ADDRESS_SPACE_REGION] = IR_ALL_MEMORY | IR_UNNAMED_MEMORY,
    [ADDRESS_SPACE_LOCAL] = IR_LOCAL_MEMORY,
    [ADDRESS_SPACE_CONSTANT] = IR_GLOBAL_MEMORY | IR_CONSTANT_MEMORY,
    [ADDRESS_SPACE_PRIVATE] = 0,
    [ADDRESS_SPACE_CONSTANT_32] = IR_GLOBAL_MEMORY | IR_CONSTANT_MEMORY,
    [ADDRESS_SPACE_BUFFER] = IR_GLOBAL_MEMORY,
    [ADDRESS_SPACE_BUFFER_RESOURCE] = IR_GLOBAL_MEMORY,
    [ADDRESS_SPACE_STRIDED_BUFFER] = IR_GLOBAL_MEMORY,
};

uint8_t ir_memory_of_space(uint32_t address_space) {
    return address_space < sizeof memory_of ? memory_of[address_space] : IR_ALL_MEMORY | IR_UNNAMED_MEMORY;
}

uint32_t ir_space_of_type(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_element_get(module, type);
    return info->kind == IR_TYPE_POINTER ? info->width : UINT32_MAX;
}

/* Most pointers are scalars, to a space that LLVM defines. */
static uint8_t memory_behind(const struct ir_module *module, ir_value pointer) {
    ir_type type = ir_type_of(module, pointer);
    const struct ir_type_info *info = ir_type_get(module, type);
    return info->kind == IR_TYPE_POINTER && info->width < sizeof memory_of
               ? memory_of[info->width]
               : ir_memory_of_space(ir_space_of_type(module, type));
}

ir_type ir_type_of_access(const struct ir_module *module, const struct ir_instruction *access) {
    const ir_value *operands = module->operands + access->operands;
    switch (access->opcode) {
    case IR_STORE:
        return ir_type_of(module, operands[0]);
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        return ir_type_of(module, operands[1]);
    case IR_CALL: /* an av store takes its value after the pointer */
        return access->type || access->operand_count < 3 ? access->type : ir_type_of(module, operands[2]);
    default:
        return access->type;
    }
}

/* ---- orderings ---- */

bool ir_acquires(const struct ir_instruction *instruction) {
    return (instruction->opcode != IR_STORE && ir_ordering_acquires((enum ir_ordering)instruction->ordering)) ||
           ir_ordering_acquires((enum ir_ordering)instruction->failure_ordering);
}

bool ir_releases(const struct ir_instruction *instruction) {
    return instruction->opcode != IR_LOAD && ir_ordering_releases((enum ir_ordering)instruction->ordering);
}

/* The scope that the last operand of an av intrinsic or of an operation that makes available or visible names: as
 * metadata !{!"agent"}, or as a value of IR_SCOPE_TYPE. MMRA_SCOPE_UNKNOWN: it names none. */
static enum mmra_scope scope_of_operand(const struct ir_module *module, const struct ir_instruction *call) {
    const struct ir_value_info *last = ir_value_get(module, module->operands[call->operands + call->operand_count - 1]);
    const struct ir_intrinsic *maker = ir_maker_of_scope(module, last);
    if (maker)
        return (enum mmra_scope)maker->which;
    const struct ir_metadata_info *node = last->kind == IR_VALUE_METADATA ? &module->metadata[last->bits] : NULL;
    if (node && node->kind == IR_METADATA_TUPLE && node->operand_count == 1)
        node = &module->metadata[node->operands[0]];
    if (!node || node->kind != IR_METADATA_STRING)
        return MMRA_SCOPE_UNKNOWN;
    struct mmra_string name = ir_string_get(module, node->text);
    bool one_address_space = false;
    return mmra_scope_parse(name.bytes, name.length, &one_address_space);
}

/* ---- calls ---- */

/* The row of a family says what the name tells of a call, beside the READS and WRITES of its row. */
static const struct ir_effects families[IR_FAMILY_COUNT] = {
    [IR_FAMILY_WORKGROUP_BARRIER] = {.barrier = true, .waves_meet = true},
    [IR_FAMILY_WAVE_BARRIER] = {.barrier = true},
    [IR_FAMILY_OTHER_BARRIER] = {.barrier = true, .waves_meet = true},
    [IR_FAMILY_AV_LOAD] = {.memory = IR_GLOBAL_MEMORY, .coherent = true},
    [IR_FAMILY_AV_STORE] = {.memory = IR_GLOBAL_MEMORY, .coherent = true},
    [IR_FAMILY_AV_UNKNOWN] = {.unknown = true},
    [IR_FAMILY_TEXEL_LOAD] = {.memory = IR_GLOBAL_MEMORY, .texel = true},
    [IR_FAMILY_TEXEL_STORE] = {.memory = IR_GLOBAL_MEMORY, .texel = true},
    [IR_FAMILY_TEXEL_ATOMIC] = {.memory = IR_GLOBAL_MEMORY, .texel = true, .coherent = true},
    [IR_FAMILY_TEXEL_READ] = {.memory = IR_GLOBAL_MEMORY, .texel = true},
    [IR_FAMILY_TEXEL_OTHER] = {.memory = IR_GLOBAL_MEMORY, .texel = true},
    [IR_FAMILY_RESOURCE_LOAD] = {.memory = IR_GLOBAL_MEMORY, .texel = true},
    [IR_FAMILY_RESOURCE_STORE] = {.memory = IR_GLOBAL_MEMORY, .texel = true},
    [IR_FAMILY_RESOURCE_ATOMIC] = {.memory = IR_GLOBAL_MEMORY, .texel = true, .coherent = true},
    [IR_FAMILY_MEMORY] = {.unknown = true},
    [IR_FAMILY_SHELL_CALL] = {.unknown = true},
};

struct ir_effects ir_effects_of_function(const struct ir_function_info *function) {
    const struct ir_intrinsic *intrinsic = function->intrinsic;
    struct ir_effects effects = {.defined = function->defined};
    if (function->defined)
        return effects;
    if (intrinsic) {
        effects = families[intrinsic->family];
        effects.reads = intrinsic->flags & IR_INTRINSIC_READS;
        effects.writes = intrinsic->flags & IR_INTRINSIC_WRITES;
        effects.makes_available = intrinsic->family == IR_FAMILY_MAKE && !intrinsic->which;
        effects.makes_visible = intrinsic->family == IR_FAMILY_MAKE && intrinsic->which;
    } else {
        effects.unknown = !(function->attributes & IR_FUNCTION_READNONE);
    }
    if (effects.unknown) {
        effects.reads = effects.writes = true;
        effects.memory = IR_ALL_MEMORY;
    }
    return effects;
}

/* The cache policy is the last operand of an access to texels. Its slc bit is only a hint; every other bit makes the
 * access coherent with the device or the system, on some processors or all. */
static bool has_coherent_policy(const struct ir_module *module, const struct ir_instruction *call) {
    const struct ir_value_info *policy =
        ir_value_get(module, module->operands[call->operands + call->operand_count - 1]);
    return policy->kind == IR_VALUE_INTEGER && policy->bits & UINT32_MAX & ~(uint64_t)IR_POLICY_SLC;
}

/* The first argument that is a pointer. */
static ir_value first_pointer(const struct ir_module *module, const struct ir_instruction *call) {
    const ir_value *operands = module->operands + call->operands;
    for (uint32_t i = 1; i < call->operand_count; i++)
        if (ir_space_of_type(module, ir_type_of(module, operands[i])) != UINT32_MAX)
            return operands[i];
    return 0;
}

static struct ir_effects effects_of_call(const struct ir_module *module, const struct ir_instruction *call) {
    const struct ir_value_info *callee = ir_value_get(module, module->operands[call->operands]);
    struct ir_effects effects = {.reads = true, .writes = true, .memory = IR_ALL_MEMORY, .unknown = true};
    if (callee->kind != IR_VALUE_FUNCTION)
        return effects;
    effects = ir_effects_of_function(&module->functions[callee->index]);
    effects.called = callee->index;
    if (effects.texel) {
        effects.coherent |= has_coherent_policy(module, call) || call->flags & IR_COHERENT;
        effects.scope = effects.coherent ? MMRA_SCOPE_AGENT : MMRA_SCOPE_SYSTEM;
    } else if (effects.coherent || effects.makes_available || effects.makes_visible) {
        effects.pointer = first_pointer(module, call);
        effects.scope = (uint8_t)scope_of_operand(module, call);
        if (effects.coherent && effects.pointer)
            effects.memory = memory_behind(module, effects.pointer);
    }
    return effects;
}

/* ---- instructions ---- */

static const struct ir_effects opcodes[IR_OPCODE_COUNT] = {
    [IR_LOAD] = {.reads = true},
    [IR_STORE] = {.writes = true},
    [IR_ATOMICRMW] = {.reads = true, .writes = true},
    [IR_CMPXCHG] = {.reads = true, .writes = true},
    [IR_FENCE] = {.fence = true},
};

struct ir_effects ir_effects_of(const struct ir_module *module, const struct ir_instruction *instruction) {
    if (instruction->opcode == IR_CALL)
        return effects_of_call(module, instruction);
    struct ir_effects effects = opcodes[instruction->opcode];
    effects.scope = (uint8_t)instruction->scope;
    if (!effects.reads && !effects.writes && !effects.fence)
        return effects;
    if (instruction->ordering != IR_NOT_ATOMIC) { /* few accesses are atomic */
        effects.acquires = ir_acquires(instruction);
        effects.releases = ir_releases(instruction);
        effects.atomic = !effects.fence;
    }
    if (!effects.fence) {
        effects.pointer = ir_pointer_of(module, instruction);
        effects.memory = memory_behind(module, effects.pointer);
        effects.is_volatile = instruction->flags & IR_VOLATILE;
    }
    return effects;
}

/* ---- inline assembly ---- */

static bool begins_with(struct mmra_string text, const char *beginning, size_t length) {
    return text.length >= length && memcmp(text.bytes, beginning, length) == 0;
}

enum ir_assembly ir_assembly_of(const struct ir_module *module, const struct ir_instruction *call) {
    static const char kept[] = "asm sideeffect", empty[] = "asm sideeffect \"\", ";
    const struct ir_value_info *callee = ir_value_get(module, module->operands[call->operands]);
    if (callee->kind != IR_VALUE_TEXT)
        return IR_NO_ASSEMBLY;
    struct mmra_string text = ir_string_get(module, (ir_string)callee->bits);
    return begins_with(text, empty, sizeof empty - 1) ? IR_EMPTY_ASSEMBLY
           : begins_with(text, kept, sizeof kept - 1) ? IR_KEPT_ASSEMBLY
                                                      : IR_ASSEMBLY;
}

bool ir_is_empty_assembly(const struct ir_module *module, const struct ir_instruction *instruction) {
    static const char loose[] = "asm \"\", ";
    if (instruction->opcode != IR_CALL)
        return false;
    enum ir_assembly assembly = ir_assembly_of(module, instruction);
    const struct ir_value_info *callee = ir_value_get(module, module->operands[instruction->operands]);
    return assembly == IR_EMPTY_ASSEMBLY ||
           (assembly == IR_ASSEMBLY &&
            begins_with(ir_string_get(module, (ir_string)callee->bits), loose, sizeof loose - 1));
}

bool ir_is_copying_assembly(const struct ir_module *module, const struct ir_instruction *instruction) {
    static const char one_register[] = "\"\", \"=v,0\"";
    if (!ir_is_empty_assembly(module, instruction) || !instruction->result || instruction->operand_count != 2)
        return false;
    const ir_value *operands = module->operands + instruction->operands;
    struct mmra_string text = ir_string_get(module, (ir_string)ir_value_get(module, operands[0])->bits);
    size_t length = sizeof one_register - 1;
    return text.length >= length && memcmp(text.bytes + text.length - length, one_register, length) == 0 &&
           ir_type_of(module, operands[1]) == instruction->type;
}

bool ir_may_do_anything(const struct ir_module *module, const struct ir_instruction *instruction,
                        const struct ir_effects *effects) {
    return effects->unknown && !effects->defined && !ir_is_empty_assembly(module, instruction);
}

/* ---- modules ---- */

bool ir_is_closed(const struct ir_module *module) {
    for (ir_function i = 1; i < module->function_count; i++)
        if (module->functions[i].defined && !module->functions[i].kernel && !module->functions[i].internal)
            return false;
    return true;
}
