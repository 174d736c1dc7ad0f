/* Private memory of IR litmus tests: the variables that allocas make, as registers. */
#include "mmra/litmus/litmus_ir.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

/* An alloca is a register for each part of what it holds. If it holds one part, it is observed under its name. */
bool litmus_ir_read_alloca(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_layout layout = litmus_ir_lay_out(r->module, i->accessed);
    if (i->operand_count || layout.count >= LITMUS_IR_MAX_PARTS)
        return litmus_ir_unsupported(r, i, "a private variable of 64 parts or more");
    struct mmra_string name = litmus_ir_name_of(r, i->result);
    bool observed = name.length && !r->grid && !r->frame->depth;
    char *copy = observed ? arena_copy_string(r->reader.arena, name.bytes, name.length) : NULL;
    uint32_t *offsets = arena_allocate(r->reader.arena, sizeof layout.offsets);
    memcpy(offsets, layout.offsets, sizeof layout.offsets);
    *ARENA_PUSH(r->reader.arena, r->variables, r->variable_count, r->variable_capacity) =
        (struct litmus_ir_variable){litmus_ir_new_parts(r, i->accessed, copy), offsets};
    litmus_ir_note_varying(r, r->variables[r->variable_count - 1].parts);
    struct litmus_ir_parts pointer = {.count = 1, .variable = r->variable_count};
    pointer.items = arena_allocate_array(r->reader.arena, 1, sizeof *pointer.items);
    pointer.items[0] = (struct litmus_part){program_constant(0), 64};
    r->frame->values[i->result] = pointer;
    return true;
}

struct litmus_ir_parts litmus_ir_new_private(struct litmus_ir_reader *r, uint64_t bytes) {
    uint32_t count = (uint32_t)((bytes + 3) / 4);
    uint32_t *offsets = arena_allocate_array(r->reader.arena, count + 1, sizeof *offsets);
    struct litmus_ir_variable variable = {.parts = {.count = count}, .offsets = offsets};
    variable.parts.items = arena_allocate_array(r->reader.arena, count + 1, sizeof *variable.parts.items);
    for (uint32_t k = 0; k < count; k++) {
        offsets[k] = 4 * k;
        variable.parts.items[k] = (struct litmus_part){program_in_register(litmus_ir_temporary(r)), 32};
    }
    litmus_ir_note_varying(r, variable.parts);
    *ARENA_PUSH(r->reader.arena, r->variables, r->variable_count, r->variable_capacity) = variable;
    struct litmus_ir_parts pointer = {.count = 1, .variable = r->variable_count};
    pointer.items = arena_allocate_array(r->reader.arena, 1, sizeof *pointer.items);
    pointer.items[0] = (struct litmus_part){program_constant(0), 64};
    return pointer;
}

struct litmus_ir_parts litmus_ir_constant_numbers(struct litmus_ir_reader *r, const uint32_t *numbers, uint32_t count) {
    struct litmus_ir_variable variable = {.constant = true, .parts = {.count = count}};
    uint32_t *offsets = arena_allocate_array(r->reader.arena, count, sizeof *offsets);
    variable.parts.items = arena_allocate_array(r->reader.arena, count, sizeof *variable.parts.items);
    for (uint32_t k = 0; k < count; k++) {
        variable.parts.items[k] = (struct litmus_part){program_constant(numbers[k]), 32};
        offsets[k] = 4 * k;
    }
    variable.offsets = offsets;
    *ARENA_PUSH(r->reader.arena, r->variables, r->variable_count, r->variable_capacity) = variable;
    struct litmus_ir_parts pointer = {.count = 1, .variable = r->variable_count};
    pointer.items = arena_allocate_array(r->reader.arena, 1, sizeof *pointer.items);
    pointer.items[0] = (struct litmus_part){program_constant(0), 64};
    return pointer;
}

/* The parts of a variable from one on that are as many bits as a value has; count 0: they are no whole parts. */
static struct litmus_ir_parts slice(const struct litmus_ir_variable *variable, uint32_t first,
                                    struct litmus_ir_parts value) {
    uint32_t bits = 0, wanted = 0;
    struct litmus_ir_parts result = {.items = variable->parts.items + first};
    for (uint32_t k = 0; k < value.count; k++)
        wanted += value.items[k].width;
    while (bits < wanted && first + result.count < variable->parts.count)
        bits += result.items[result.count++].width;
    if (bits != wanted)
        result.count = 0;
    return result;
}

/* Whether a part of a variable that is never written is the same at each multiple of the stride. */
static bool is_same_everywhere(const struct litmus_ir_variable *variable, uint32_t part) {
    uint32_t step = variable->stride / 4;
    if (!variable->constant || !step)
        return false;
    for (uint32_t p = part % step; p < variable->parts.count; p += step)
        if (variable->parts.items[p].operand.value != variable->parts.items[part].operand.value)
            return false;
    return true;
}

/* At an offset that is computed: each place where the value fits is chosen if it is that one. */
static bool access_somewhere(struct litmus_ir_reader *r, const struct ir_instruction *i,
                             const struct litmus_ir_variable *variable, struct program_operand offset,
                             struct litmus_ir_parts value, bool load) {
    bool fits = false;
    for (uint32_t p = 0; p < variable->parts.count; p++) {
        struct litmus_ir_parts there = slice(variable, p, value);
        if (!there.count || (variable->stride && variable->offsets[p] % variable->stride))
            continue;
        if (there.count != value.count)
            return litmus_ir_unsupported(r, i, "a private variable accessed as another type");
        struct program_operand here =
            litmus_ir_folded(r, PROGRAM_COMPARE + IR_EQ, 1, 64, offset, program_constant(variable->offsets[p]));
        for (uint32_t k = 0; k < value.count; k++) {
            struct litmus_part target = load ? value.items[k] : there.items[k];
            struct program_operand source = load ? there.items[k].operand : value.items[k].operand;
            struct program_operand old = load && !fits ? source : target.operand;
            if (is_same_everywhere(variable, p + k) && fits)
                continue;
            litmus_ir_compute(r, PROGRAM_COPY, target.width, (uint32_t)target.operand.value,
                              load && !fits ? source : litmus_ir_selected(r, target.width, here, source, old), nothing);
        }
        fits = true;
    }
    return fits || litmus_ir_unsupported(r, i, "a private variable accessed as another type");
}

/* A load of a variable that is never written reads that constant itself, if it is as many parts. */
static bool let_constant(struct litmus_ir_reader *r, const struct ir_instruction *i,
                         const struct litmus_ir_variable *variable, uint64_t offset) {
    struct litmus_ir_layout layout = litmus_ir_lay_out(r->module, i->type);
    uint32_t count = layout.count, first = 0;
    while (first < variable->parts.count && variable->offsets[first] != offset)
        first++;
    if (first + count > variable->parts.count)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (variable->parts.items[first + k].width != layout.widths[k])
            return false;
    litmus_ir_let_result(r, i, (struct litmus_ir_parts){.items = variable->parts.items + first, .count = count});
    return true;
}

bool litmus_ir_read_private_access(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    bool load = i->opcode == IR_LOAD;
    struct litmus_ir_parts pointer = litmus_ir_parts_at(r, i, load ? 0 : 1);
    const struct litmus_ir_variable *variable = &r->variables[pointer.variable - 1];
    struct program_operand offset = pointer.items[0].operand;
    if (variable->constant && !load)
        return litmus_ir_unsupported(r, i, "a write to constant memory");
    if (variable->constant && offset.kind == PROGRAM_CONSTANT && let_constant(r, i, variable, offset.value))
        return true;
    struct litmus_ir_parts value = litmus_ir_parts_of(r, load ? i->result : litmus_ir_operand(r, i, 0));
    if (offset.kind != PROGRAM_CONSTANT)
        return access_somewhere(r, i, variable, offset, value, load);
    for (uint32_t p = 0; p < variable->parts.count; p++) {
        struct litmus_ir_parts there = slice(variable, p, value);
        if (variable->offsets[p] != offset.value || !there.count)
            continue;
        litmus_ir_repack(r, load ? value : there, load ? there : value);
        return true;
    }
    return litmus_ir_unsupported(r, i, "a private variable accessed out of bounds or as another type");
}
