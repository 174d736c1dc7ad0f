/* Values of IR litmus tests in parts of at most 64 bits, and the instructions that only compute. */
#include "mmra/litmus/litmus_ir.h"

#include <stdio.h>

/* ---- the parts of a type ---- */

static uint32_t add_widths(uint8_t *widths, uint32_t count, uint64_t bits) {
    for (; bits && count < IR_MOST_PARTS; bits -= bits < 64 ? bits : 64)
        widths[count++] = (uint8_t)(bits < 64 ? bits : 64);
    return count;
}

static uint32_t collect_widths(const struct ir_module *module, ir_type type, uint8_t *widths, uint32_t count) {
    const struct ir_type_info *info = ir_type_get(module, type);
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return add_widths(widths, count, info->width);
    case IR_TYPE_HALF:
    case IR_TYPE_BFLOAT:
        return add_widths(widths, count, 16);
    case IR_TYPE_FLOAT:
        return add_widths(widths, count, 32);
    case IR_TYPE_DOUBLE:
    case IR_TYPE_POINTER:
        return add_widths(widths, count, 64);
    case IR_TYPE_VECTOR:
    case IR_TYPE_ARRAY:
        for (uint64_t i = 0, before = IR_MOST_PARTS; i < info->count && count < IR_MOST_PARTS && before != count; i++) {
            before = count;
            count = collect_widths(module, info->element, widths, count);
        }
        return count;
    case IR_TYPE_STRUCT:
        for (uint32_t i = 0; i < info->member_count && count < IR_MOST_PARTS; i++)
            count = collect_widths(module, info->members[i], widths, count);
        return count;
    default:
        return count;
    }
}

static uint32_t collect_offsets(const struct ir_module *module, ir_type type, uint32_t *offsets, uint32_t count,
                                uint64_t at) {
    const struct ir_type_info *info = ir_type_get(module, type);
    uint8_t widths[IR_MOST_PARTS];
    bool list = info->kind == IR_TYPE_VECTOR || info->kind == IR_TYPE_ARRAY;
    if (list || info->kind == IR_TYPE_STRUCT) {
        uint64_t members = list ? info->count : info->member_count;
        if (list && ir_part_widths(module, info->element, widths) == 0)
            members = 0;
        for (uint64_t i = 0; i < members && count < IR_MOST_PARTS; i++)
            count = collect_offsets(
                module, list ? info->element : info->members[i], offsets, count,
                at + (list ? i * ir_size_of(module, info->element) : ir_member_offset(module, type, i)));
        return count;
    }
    uint32_t parts = ir_part_widths(module, type, widths);
    for (uint32_t i = 0; i < parts && count < IR_MOST_PARTS; i++, at += 8)
        offsets[count++] = (uint32_t)at;
    return count;
}

void ir_part_offsets(const struct ir_module *module, ir_type type, uint32_t offsets[IR_MOST_PARTS]) {
    collect_offsets(module, type, offsets, 0, 0);
}

uint32_t ir_part_widths(const struct ir_module *module, ir_type type, uint8_t widths[IR_MOST_PARTS]) {
    return collect_widths(module, type, widths, 0);
}

/* ---- the parts of a value ---- */

static struct program_thread *thread_of(struct ir_reader *r) {
    return &r->reader.litmus->program.threads[r->thread];
}

uint32_t ir_temporary(struct ir_reader *r) {
    return program_register(&r->reader.litmus->program, thread_of(r), NULL);
}

struct ir_parts ir_new_parts(struct ir_reader *r, ir_type type, const char *name) {
    uint8_t widths[IR_MOST_PARTS];
    struct ir_parts parts = {.count = ir_part_widths(r->module, type, widths)};
    parts.items = arena_allocate_array(r->reader.arena, parts.count, sizeof *parts.items);
    for (uint32_t i = 0; i < parts.count; i++) {
        uint32_t number = name && parts.count == 1 ? program_register(&r->reader.litmus->program, thread_of(r), name)
                                                   : ir_temporary(r);
        parts.items[i] = (struct ir_part){program_in_register(number), widths[i]};
    }
    return parts;
}

static void fill_constant(struct ir_reader *r, ir_value value, struct ir_parts parts) {
    const struct ir_value_info *info = ir_value_get(r->module, value);
    struct program_operand operand = program_constant(0);
    switch (info->kind) {
    case IR_VALUE_INTEGER:
    case IR_VALUE_FLOATING:
        operand = program_constant(info->bits);
        break;
    case IR_VALUE_GLOBAL:
        operand = program_constant(r->addresses[info->index]);
        break;
    case IR_VALUE_ZERO:
        break;
    case IR_VALUE_AGGREGATE: {
        uint32_t first = (uint32_t)(info->bits >> 32), count = (uint32_t)info->bits, at = 0;
        for (uint32_t i = 0; i < count; i++) {
            struct ir_parts element = ir_parts_of(r, r->module->operands[first + i]);
            for (uint32_t j = 0; j < element.count && at < parts.count; j++)
                parts.items[at++] = element.items[j];
        }
        return;
    }
    default:
        operand = (struct program_operand){PROGRAM_UNDEFINED, 0};
        break;
    }
    for (uint32_t i = 0; i < parts.count; i++)
        parts.items[i].operand = i ? (struct program_operand){operand.kind, 0} : operand;
}

struct ir_parts ir_parts_of(struct ir_reader *r, ir_value value) {
    struct ir_parts *parts = &r->frame->values[value];
    if (parts->items)
        return *parts;
    const struct ir_value_info *info = ir_value_get(r->module, value);
    bool computed = info->kind == IR_VALUE_INSTRUCTION || info->kind == IR_VALUE_PARAMETER;
    struct mmra_string name = ir_name_of(r, value);
    char *copy = computed && name.length && !r->grid && !r->frame->depth
                     ? arena_copy_string(r->reader.arena, name.bytes, name.length)
                     : NULL;
    if (computed) {
        *parts = ir_new_parts(r, info->type, copy);
        return *parts;
    }
    uint8_t widths[IR_MOST_PARTS];
    struct ir_parts constant = {.count = ir_part_widths(r->module, info->type, widths)};
    constant.items = arena_allocate_array(r->reader.arena, constant.count + 1, sizeof *constant.items);
    for (uint32_t i = 0; i < constant.count; i++)
        constant.items[i].width = widths[i];
    fill_constant(r, value, constant);
    const struct ir_image_global *image = info->kind == IR_VALUE_GLOBAL ? ir_image_of_global(r, info->index) : NULL;
    if (info->kind == IR_VALUE_GLOBAL && !image)
        constant.base = r->addresses[info->index];
    if (image) {
        constant.items[0].operand = program_constant(0);
        constant.variable = image->variable;
    }
    r->frame->values[value] = constant;
    return constant;
}

/* ---- computing ---- */

static bool is_constant(struct program_operand operand) {
    return operand.kind == PROGRAM_CONSTANT || operand.kind == PROGRAM_NOTHING;
}

struct program_operand ir_folded(struct ir_reader *r, enum program_alu alu, uint8_t width, uint8_t from,
                                 struct program_operand a, struct program_operand b) {
    const struct program_instruction what = {.alu = (uint8_t)alu, .width = width, .from_width = from};
    uint64_t value;
    if (is_constant(a) && is_constant(b) && program_compute(&what, a.value, b.value, 0, &value))
        return program_constant(value);
    uint32_t target = ir_temporary(r);
    ir_compute(r, alu, width, target, a, b)->from_width = from;
    return program_in_register(target);
}

struct program_operand ir_selected(struct ir_reader *r, uint8_t width, struct program_operand condition,
                                   struct program_operand yes, struct program_operand no) {
    uint32_t target = ir_temporary(r);
    ir_compute(r, PROGRAM_SELECT, width, target, condition, yes)->c = no;
    return program_in_register(target);
}

void ir_note_varying(struct ir_reader *r, struct ir_parts parts) {
    for (uint32_t i = 0; i < parts.count; i++)
        if (parts.items[i].operand.kind == PROGRAM_REGISTER)
            thread_of(r)->registers[parts.items[i].operand.value].varies = true;
}

void ir_let_result(struct ir_reader *r, const struct ir_instruction *instruction, struct ir_parts parts) {
    struct ir_parts *place = &r->frame->values[instruction->result];
    if (!place->items)
        *place = parts;
    else
        for (uint32_t i = 0; i < place->count && i < parts.count; i++)
            ir_compute(r, PROGRAM_COPY, place->items[i].width, (uint32_t)place->items[i].operand.value,
                       parts.items[i].operand, (struct program_operand){PROGRAM_NOTHING, 0});
}

struct program_instruction *ir_compute(struct ir_reader *r, enum program_alu alu, uint8_t width, uint32_t target,
                                       struct program_operand a, struct program_operand b) {
    struct program_instruction *instruction = program_append(&r->reader.litmus->program, thread_of(r), PROGRAM_COMPUTE);
    instruction->alu = (uint8_t)alu;
    instruction->width = width;
    instruction->target = target;
    instruction->a = a;
    instruction->b = b;
    return instruction;
}

static struct program_operand shifted(struct ir_reader *r, struct program_operand value, int64_t by) {
    if (by == 0)
        return value;
    uint32_t target = ir_temporary(r);
    ir_compute(r, by > 0 ? PROGRAM_SHL : PROGRAM_LSHR, 64, target, value,
               program_constant((uint64_t)(by > 0 ? by : -by)));
    return program_in_register(target);
}

void ir_repack(struct ir_reader *r, struct ir_parts target, struct ir_parts source) {
    int64_t target_at = 0;
    for (uint32_t i = 0; i < target.count; target_at += target.items[i++].width) {
        struct program_operand all = {PROGRAM_NOTHING, 0};
        int64_t source_at = 0;
        for (uint32_t j = 0; j < source.count; source_at += source.items[j++].width) {
            if (source_at + source.items[j].width <= target_at || source_at >= target_at + target.items[i].width)
                continue;
            struct program_operand piece = shifted(r, source.items[j].operand, source_at - target_at);
            if (all.kind != PROGRAM_NOTHING) {
                uint32_t joined = ir_temporary(r);
                ir_compute(r, PROGRAM_OR, 64, joined, all, piece);
                piece = program_in_register(joined);
            }
            all = piece;
        }
        ir_compute(r, PROGRAM_COPY, target.items[i].width, (uint32_t)target.items[i].operand.value, all,
                   (struct program_operand){PROGRAM_NOTHING, 0});
    }
}

static void copy_part(struct ir_reader *r, struct ir_part target, struct ir_part source) {
    ir_compute(r, PROGRAM_COPY, target.width, (uint32_t)target.operand.value, source.operand,
               (struct program_operand){PROGRAM_NOTHING, 0});
}

static void copy_parts(struct ir_reader *r, struct ir_parts target, struct ir_parts source) {
    for (uint32_t i = 0; i < target.count && i < source.count; i++)
        copy_part(r, target.items[i], source.items[i]);
}

/* ---- instructions ---- */

static const struct {
    uint8_t opcode, alu;
} binary[] = {{IR_ADD, PROGRAM_ADD},   {IR_SUB, PROGRAM_SUB},   {IR_MUL, PROGRAM_MUL},   {IR_UDIV, PROGRAM_UDIV},
              {IR_SDIV, PROGRAM_SDIV}, {IR_UREM, PROGRAM_UREM}, {IR_SREM, PROGRAM_SREM}, {IR_SHL, PROGRAM_SHL},
              {IR_LSHR, PROGRAM_LSHR}, {IR_ASHR, PROGRAM_ASHR}, {IR_AND, PROGRAM_AND},   {IR_OR, PROGRAM_OR},
              {IR_XOR, PROGRAM_XOR}};

enum ir_opcode litmus_ir_opcode(enum program_alu alu) {
    for (size_t k = 0; k < sizeof binary / sizeof binary[0]; k++)
        if (binary[k].alu == alu)
            return (enum ir_opcode)binary[k].opcode;
    return IR_OPAQUE;
}

static bool is_wide(const struct ir_reader *r, ir_type type) {
    const struct ir_type_info *info = ir_type_get(r->module, type);
    if (info->kind == IR_TYPE_VECTOR)
        info = ir_type_get(r->module, info->element);
    return info->kind == IR_TYPE_INTEGER && info->width > 64;
}

/* Element by element. `from`: the operands' width where it is not the result's. */
static bool elementwise(struct ir_reader *r, const struct ir_instruction *i, enum program_alu alu, bool from) {
    struct ir_parts target = ir_parts_of(r, i->result), a = ir_parts_of(r, ir_operand(r, i, 0));
    struct ir_parts b = i->operand_count > 1 ? ir_parts_of(r, ir_operand(r, i, 1)) : a;
    if (is_wide(r, i->type) || is_wide(r, ir_type_of(r->module, ir_operand(r, i, 0))))
        return ir_unsupported(r, i, "arithmetic on more than 64 bits");
    for (uint32_t k = 0; k < target.count; k++) {
        struct program_instruction *compute =
            ir_compute(r, alu, target.items[k].width, (uint32_t)target.items[k].operand.value, a.items[k].operand,
                       b.items[k].operand);
        if (from)
            compute->from_width = a.items[k].width;
        if (i->operand_count < 2)
            compute->b.kind = PROGRAM_NOTHING;
    }
    return true;
}

static bool read_select(struct ir_reader *r, const struct ir_instruction *i) {
    struct ir_parts target = ir_parts_of(r, i->result), condition = ir_parts_of(r, ir_operand(r, i, 0));
    struct ir_parts a = ir_parts_of(r, ir_operand(r, i, 1)), b = ir_parts_of(r, ir_operand(r, i, 2));
    for (uint32_t k = 0; k < target.count; k++) {
        struct ir_part which = condition.items[condition.count == target.count ? k : 0];
        struct program_instruction *select =
            ir_compute(r, PROGRAM_SELECT, target.items[k].width, (uint32_t)target.items[k].operand.value, which.operand,
                       a.items[k].operand);
        select->c = b.items[k].operand;
    }
    return true;
}

/* A name that is observed needs a register, also for an address. */
static void set_pointer(struct ir_reader *r, const struct ir_instruction *i, struct ir_parts pointer,
                        struct program_operand address) {
    struct ir_parts result = pointer;
    if (!r->grid && !pointer.variable) {
        copy_part(r, ir_parts_of(r, i->result).items[0], (struct ir_part){address, 64});
        return;
    }
    result.count = 1;
    result.items = arena_allocate_array(r->reader.arena, 1, sizeof *result.items);
    result.items[0] = (struct ir_part){address, 64};
    ir_let_result(r, i, result);
}

/* The address is the pointer plus, for every index, its number times the size of what it steps over. */
static bool read_gep(struct ir_reader *r, const struct ir_instruction *i) {
    const struct program_operand nothing = {PROGRAM_NOTHING, 0};
    struct ir_parts pointer = ir_parts_of(r, ir_operand(r, i, 0));
    struct program_operand address = pointer.items[0].operand;
    ir_type type = i->accessed;
    for (uint32_t k = 1; k < i->operand_count; k++) {
        const struct ir_value_info *index = ir_operand_info(r, i, k);
        const struct ir_type_info *info = ir_type_get(r->module, type);
        uint64_t number = index->kind == IR_VALUE_INTEGER ? index->bits : 0;
        struct program_operand offset;
        if (ir_type_get(r->module, index->type)->kind != IR_TYPE_INTEGER)
            return ir_unsupported(r, i, "a vector of pointers");
        if (k > 1 && info->kind == IR_TYPE_STRUCT) {
            offset = program_constant(ir_member_offset(r->module, type, number));
            if (number >= info->member_count)
                return ir_unsupported(r, i, "a member that the structure does not have");
            type = info->members[number];
        } else {
            if (k > 1)
                type = info->element;
            struct ir_part part = ir_parts_of(r, ir_operand(r, i, k)).items[0];
            struct program_operand extended = ir_folded(r, PROGRAM_SEXT, 64, part.width, part.operand, nothing);
            offset = ir_folded(r, PROGRAM_MUL, 64, 64, extended, program_constant(ir_size_of(r->module, type)));
        }
        address = ir_folded(r, PROGRAM_ADD, 64, 64, address, offset);
    }
    set_pointer(r, i, pointer, address);
    return true;
}

/* The first part, and how many, of the element that constant indexes select. */
static bool select_member(struct ir_reader *r, const struct ir_instruction *i, ir_type type, uint32_t from,
                          uint32_t *first, uint32_t *count) {
    uint8_t widths[IR_MOST_PARTS];
    *first = 0;
    for (uint32_t k = from; k < i->operand_count; k++) {
        uint32_t index = r->module->operands[i->operands + k];
        const struct ir_type_info *info = ir_type_get(r->module, type);
        bool structure = info->kind == IR_TYPE_STRUCT;
        if (structure ? index >= info->member_count : index >= info->count)
            return ir_unsupported(r, i, "an index outside the aggregate");
        for (uint32_t m = 0; m < index; m++)
            *first += ir_part_widths(r->module, structure ? info->members[m] : info->element, widths);
        type = structure ? info->members[index] : info->element;
    }
    *count = ir_part_widths(r->module, type, widths);
    return true;
}

static bool read_aggregate(struct ir_reader *r, const struct ir_instruction *i) {
    bool insert = i->opcode == IR_INSERTVALUE;
    struct ir_parts target = ir_parts_of(r, i->result), whole = ir_parts_of(r, ir_operand(r, i, 0));
    uint32_t first = 0, count = 0;
    if (!select_member(r, i, ir_type_of(r->module, ir_operand(r, i, 0)), insert ? 2 : 1, &first, &count))
        return false;
    if (!insert) {
        copy_parts(r, target, (struct ir_parts){whole.items + first, count});
        return true;
    }
    struct ir_parts element = ir_parts_of(r, ir_operand(r, i, 1));
    for (uint32_t k = 0; k < target.count; k++)
        copy_part(r, target.items[k],
                  k >= first && k < first + element.count ? element.items[k - first] : whole.items[k]);
    return true;
}

static bool read_element(struct ir_reader *r, const struct ir_instruction *i) {
    bool insert = i->opcode == IR_INSERTELEMENT;
    const struct ir_value_info *index = ir_operand_info(r, i, insert ? 2 : 1);
    struct ir_parts target = ir_parts_of(r, i->result), whole = ir_parts_of(r, ir_operand(r, i, 0));
    uint64_t at = index->kind == IR_VALUE_INTEGER ? index->bits : 0;
    if ((index->kind != IR_VALUE_INTEGER && index->kind != IR_VALUE_ZERO) || at >= whole.count)
        return ir_unsupported(r, i, "an element that is not chosen by a constant");
    if (!insert) {
        copy_part(r, target.items[0], whole.items[at]);
        return true;
    }
    struct ir_parts element = ir_parts_of(r, ir_operand(r, i, 1));
    for (uint32_t k = 0; k < target.count; k++)
        copy_part(r, target.items[k], k == at ? element.items[0] : whole.items[k]);
    return true;
}

static bool read_shuffle(struct ir_reader *r, const struct ir_instruction *i) {
    struct ir_parts target = ir_parts_of(r, i->result), mask = ir_parts_of(r, ir_operand(r, i, 2));
    struct ir_parts a = ir_parts_of(r, ir_operand(r, i, 0)), b = ir_parts_of(r, ir_operand(r, i, 1));
    for (uint32_t k = 0; k < target.count && k < mask.count; k++) {
        uint64_t from = mask.items[k].operand.value;
        struct ir_part source = {{PROGRAM_UNDEFINED, 0}, target.items[k].width};
        if (mask.items[k].operand.kind == PROGRAM_CONSTANT && from < a.count + b.count)
            source = from < a.count ? a.items[from] : b.items[from - a.count];
        copy_part(r, target.items[k], source);
    }
    return true;
}

bool ir_read_value_instruction(struct ir_reader *r, const struct ir_instruction *i) {
    for (size_t k = 0; k < sizeof binary / sizeof binary[0]; k++)
        if (binary[k].opcode == i->opcode)
            return elementwise(r, i, binary[k].alu, false);
    switch (i->opcode) {
    case IR_ICMP:
        return elementwise(r, i, PROGRAM_COMPARE + i->detail, true);
    case IR_TRUNC:
    case IR_ZEXT:
    case IR_FREEZE:
        return elementwise(r, i, PROGRAM_COPY, true);
    case IR_SEXT:
        return elementwise(r, i, PROGRAM_SEXT, true);
    case IR_BITCAST:
    case IR_PTRTOINT:
    case IR_INTTOPTR:
    case IR_ADDRSPACECAST:
        if (ir_parts_of(r, ir_operand(r, i, 0)).variable)
            return ir_unsupported(r, i, "the address of a private variable");
        ir_repack(r, ir_parts_of(r, i->result), ir_parts_of(r, ir_operand(r, i, 0)));
        return true;
    case IR_SELECT:
        return read_select(r, i);
    case IR_GETELEMENTPTR:
        return read_gep(r, i);
    case IR_EXTRACTVALUE:
    case IR_INSERTVALUE:
        return read_aggregate(r, i);
    case IR_EXTRACTELEMENT:
    case IR_INSERTELEMENT:
        return read_element(r, i);
    case IR_SHUFFLEVECTOR:
        return read_shuffle(r, i);
    default:
        return ir_unsupported(r, i, "an instruction that is not integer arithmetic");
    }
}
