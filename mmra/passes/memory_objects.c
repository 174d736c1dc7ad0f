#include "mmra/passes/memory_objects.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

enum { MAX_STORES = 16 }; /* that are moved together: each keeps a value in registers */

struct objects {
    struct ir_module *module;
    ir_value *object_of; /* by value: the separate parameter or global that it is an address in; 0: not known */
    uint8_t *attributes; /* by value, of parameters */
    bool any;            /* of them is separate */
};

/* ---- which object an address is in ---- */

static void note_parameters(struct objects *o, const struct ir_function_info *function) {
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const struct ir_parameter *parameter = &function->parameters[i];
        if (!(parameter->attributes & IR_PARAMETER_SEPARATE))
            continue;
        o->object_of[parameter->value] = parameter->value;
        o->attributes[parameter->value] = parameter->attributes;
        o->any = true;
    }
}

/* Litmus programs have their memory in globals. */
static void note_globals(struct objects *o) {
    const struct ir_module *module = o->module;
    for (uint32_t i = 0; i < module->global_count; i++) {
        ir_value value = module->globals[i].value;
        if (ir_type_get(module, ir_type_of(module, value))->width != ADDRESS_SPACE_GLOBAL || module->globals[i].alias)
            continue;
        o->object_of[value] = value;
        o->any = true;
    }
}

/* An address that is computed from another is in the same object (LLVM, "getelementptr"). What is chosen, loaded or
 * received is in one that is not known. */
static struct objects find_objects(struct ir_module *module) {
    struct objects o = {.module = module};
    o.object_of = arena_allocate_array(module->arena, (size_t)module->value_count + 1, sizeof *o.object_of);
    o.attributes = arena_allocate_array(module->arena, (size_t)module->value_count + 1, 1);
    note_globals(&o);
    for (uint32_t i = 1; i < module->function_count; i++)
        if (module->functions[i].defined)
            note_parameters(&o, &module->functions[i]);
    uint32_t count = module->instruction_count;
    for (uint32_t i = 0; o.any && (i = flow_next(module, i, count, IR_GETELEMENTPTR)) < count; i++) {
        const struct ir_instruction *address = &module->instructions[i];
        mmra_work(module->watch, 1);
        o.object_of[address->result] = o.object_of[module->operands[address->operands]];
    }
    return o;
}

/* ---- reads of what nobody writes ---- */

/* A private access takes part in no synchronization, so that a write by anybody else would race with it. Of others a
 * write may be before an acquire, or after a release. */
static bool is_invariant(const struct objects *o, const struct ir_instruction *load, uint8_t around) {
    const struct ir_module *module = o->module;
    ir_value parameter = o->object_of[ir_pointer_of(module, load)];
    if (!ir_is_plain(load) || !parameter || !(o->attributes[parameter] & IR_PARAMETER_UNWRITTEN))
        return false;
    return !(around & (ACQUIRED_GLOBAL | RELEASES_GLOBAL)) || !ir_is_shared(module, load);
}

void objects_mark_invariant(struct ir_module *module) {
    struct objects o = find_objects(module);
    uint32_t count = module->instruction_count;
    const uint8_t *around = o.any ? history_around(module) : NULL;
    for (uint32_t i = 0; o.any && (i = flow_next(module, i, count, IR_LOAD)) < count; i++) {
        mmra_work(module->watch, 1);
        if (is_invariant(&o, &module->instructions[i], around ? around[i] : 0))
            module->instructions[i].annotations |= IR_INVARIANT_LOAD;
    }
}

/* ---- stores after reads ---- */

enum step {
    STEP_HARMLESS,
    STEP_STORES, /* a store that may move */
    STEP_READS,  /* other objects than those of the stores so far */
    STEP_STOPS
};

/* Stores on their way down, in their order. */
struct sinking {
    const struct objects *objects;
    uint32_t stores[MAX_STORES], count; /* instructions */
    uint32_t behind;                    /* the last read that was passed; 0: none was (there is a store before it) */
    uint32_t *moved;                    /* by instruction: where to, after that one; 0: it stays */
};

static enum step step_of_call(const struct ir_module *module, const struct ir_instruction *call) {
    const struct ir_intrinsic *called = ir_called_intrinsic(module, call);
    if (flow_callee(module, call) || !called)
        return STEP_STOPS;
    switch (called->family) {
    case IR_FAMILY_TEXEL_LOAD:
    case IR_FAMILY_TEXEL_ATOMIC:
        return call->type ? STEP_READS : STEP_HARMLESS;
    case IR_FAMILY_TEXEL_STORE:
    case IR_FAMILY_TEXEL_SIZE:
    case IR_FAMILY_HARMLESS:
    case IR_FAMILY_NO_OPERATION:
    case IR_FAMILY_CHOICE:
    case IR_FAMILY_WORKITEM_ID:
    case IR_FAMILY_WORKGROUP_ID:
        return STEP_HARMLESS;
    default:
        return STEP_STOPS;
    }
}

static bool is_of_a_store(const struct sinking *s, ir_value parameter) {
    const struct ir_module *module = s->objects->module;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->objects->object_of[ir_pointer_of(module, &module->instructions[s->stores[i]])] == parameter)
            return true;
    return false;
}

static enum step step_of_access(const struct sinking *s, const struct ir_instruction *access,
                                const struct ir_effects *effects) {
    const struct ir_module *module = s->objects->module;
    if (effects->is_volatile || history_event(module, access))
        return STEP_STOPS;
    if (!(effects->memory & IR_GLOBAL_MEMORY) || effects->memory & IR_CONSTANT_MEMORY)
        return STEP_HARMLESS;
    ir_value parameter = s->objects->object_of[effects->pointer];
    if (!parameter || ir_space_of_access(module, access) != ADDRESS_SPACE_GLOBAL)
        return STEP_STOPS;
    if (!effects->reads && !effects->atomic)
        return STEP_STORES;
    return is_of_a_store(s, parameter) ? STEP_STOPS : effects->reads ? STEP_READS : STEP_HARMLESS;
}

static enum step step_of(const struct sinking *s, const struct ir_instruction *instruction) {
    if (instruction->opcode == IR_CALL)
        return step_of_call(s->objects->module, instruction);
    if (!ir_may_touch_memory(instruction->opcode))
        return instruction->opcode == IR_OPAQUE ? STEP_STOPS : STEP_HARMLESS;
    struct ir_effects effects = ir_effects_of(s->objects->module, instruction);
    return effects.fence ? STEP_STOPS : step_of_access(s, instruction, &effects);
}

/* Those before the last read go after it. */
static bool let_down(struct sinking *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->count && s->stores[i] < s->behind; i++) {
        s->moved[s->stores[i]] = s->behind;
        any = true;
    }
    s->count = 0;
    s->behind = 0;
    return any;
}

/* Whether any store of the block moves. */
static bool sink_in(struct sinking *s, const struct ir_block *block) {
    const struct ir_module *module = s->objects->module;
    bool any = false;
    for (uint32_t i = block->first_instruction; i < block->first_instruction + block->instruction_count; i++) {
        mmra_work_at(module->watch, i);
        enum step step = step_of(s, &module->instructions[i]);
        if (step == STEP_STOPS || (step == STEP_STORES && s->count == MAX_STORES)) {
            any |= let_down(s);
            step = step_of(s, &module->instructions[i]); /* nothing is on its way any more */
        }
        if (step == STEP_STORES)
            s->stores[s->count++] = i;
        else if (step == STEP_READS && s->count)
            s->behind = i;
    }
    return let_down(s) || any;
}

/* The block's instructions again, each store that moves after the read that it moves to. */
static void rearrange(struct ir_module *module, const struct ir_block *block, const uint32_t *moved,
                      struct ir_instruction *copy) {
    uint32_t first = block->first_instruction, end = first + block->instruction_count, to = first, next = first;
    memcpy(copy, module->instructions + first, block->instruction_count * sizeof *copy);
    for (uint32_t i = first; i < end; i++) {
        mmra_work_at(module->watch, i);
        if (moved[i])
            continue;
        insertions_place(module, to++, &copy[i - first]);
        for (; next < i; next++)
            if (moved[next] == i)
                insertions_place(module, to++, &copy[next - first]);
            else if (moved[next])
                break; /* it goes further, and so do all that come after it */
    }
}

void objects_sink_stores(struct ir_module *module) {
    struct objects o = find_objects(module);
    struct sinking s = {.objects = &o};
    struct ir_instruction *copy = NULL;
    if (!o.any)
        return;
    s.moved = arena_allocate_array(module->arena, (size_t)module->instruction_count + 1, sizeof *s.moved);
    for (uint32_t block = 0; block < module->block_count; block++) {
        if (!sink_in(&s, &module->blocks[block]))
            continue;
        copy = copy ? copy : arena_allocate_array(module->arena, module->instruction_count, sizeof *copy);
        rearrange(module, &module->blocks[block], s.moved, copy);
    }
}
