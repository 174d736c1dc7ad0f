/* Values of IR litmus tests in parts of at most 64 bits, and the instructions that only compute. */
#include "mmra/litmus/litmus_ir.h"

uint32_t litmus_ir_temporary(struct litmus_ir_reader *r) {
    return litmus_build_temporary(litmus_ir_builder(r));
}

struct litmus_ir_parts litmus_ir_new_parts(struct litmus_ir_reader *r, ir_type type, const char *name) {
    struct litmus_ir_layout layout = litmus_ir_lay_out(r->module, type);
    struct litmus_ir_parts parts = {.count = layout.count};
    parts.items = arena_allocate_array(r->reader.arena, parts.count, sizeof *parts.items);
    for (uint32_t i = 0; i < parts.count; i++) {
        uint32_t number = name && parts.count == 1
                              ? program_register(&r->reader.litmus->program, litmus_ir_thread(r), name)
                              : litmus_ir_temporary(r);
        parts.items[i] = (struct litmus_part){program_in_register(number), layout.widths[i]};
    }
    return parts;
}

struct litmus_ir_parts litmus_ir_parts_of(struct litmus_ir_reader *r, ir_value value) {
    struct litmus_ir_parts *parts = &r->frame->values[value];
    if (parts->items)
        return *parts;
    const struct ir_value_info *info = ir_value_get(r->module, value);
    bool computed = info->kind == IR_VALUE_INSTRUCTION || info->kind == IR_VALUE_PARAMETER;
    struct mmra_string name = litmus_ir_name_of(r, value);
    char *copy = computed && name.length && !r->grid && !r->frame->depth
                     ? arena_copy_string(r->reader.arena, name.bytes, name.length)
                     : NULL;
    *parts = litmus_ir_new_parts(r, info->type, copy);
    for (uint32_t i = 0; !computed && i < parts->count; i++) /* constants have been let before: litmus_ir_constant.c */
        parts->items[i].operand = (struct program_operand){PROGRAM_UNDEFINED, 0};
    return *parts;
}

/* ---- computing ---- */

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

struct program_operand litmus_ir_folded(struct litmus_ir_reader *r, enum program_alu alu, uint8_t width, uint8_t from,
                                        struct program_operand a, struct program_operand b) {
    return litmus_build_compute(litmus_ir_builder(r), alu, width, from, a, b, nothing);
}

struct program_operand litmus_ir_selected(struct litmus_ir_reader *r, uint8_t width, struct program_operand condition,
                                          struct program_operand yes, struct program_operand no) {
    return litmus_build_compute(litmus_ir_builder(r), PROGRAM_SELECT, width, 0, condition, yes, no);
}

void litmus_ir_note_varying(struct litmus_ir_reader *r, struct litmus_ir_parts parts) {
    for (uint32_t i = 0; i < parts.count; i++)
        if (parts.items[i].operand.kind == PROGRAM_REGISTER)
            litmus_ir_thread(r)->registers[parts.items[i].operand.value].varies = true;
}

void litmus_ir_let_result(struct litmus_ir_reader *r, const struct ir_instruction *instruction,
                          struct litmus_ir_parts parts) {
    struct litmus_ir_parts *place = &r->frame->values[instruction->result];
    if (!place->items)
        *place = parts;
    else
        for (uint32_t i = 0; i < place->count && i < parts.count; i++)
            litmus_ir_compute(r, PROGRAM_COPY, place->items[i].width, (uint32_t)place->items[i].operand.value,
                              parts.items[i].operand, (struct program_operand){PROGRAM_NOTHING, 0});
}

struct program_instruction *litmus_ir_compute(struct litmus_ir_reader *r, enum program_alu alu, uint8_t width,
                                              uint32_t target, struct program_operand a, struct program_operand b) {
    struct program_instruction *instruction =
        program_append(&r->reader.litmus->program, litmus_ir_thread(r), PROGRAM_COMPUTE);
    instruction->alu = (uint8_t)alu;
    instruction->width = width;
    instruction->target = target;
    instruction->a = a;
    instruction->b = b;
    return instruction;
}

/* `first`: bits of the source that are left out below. */
static void repack_from(struct litmus_ir_reader *r, struct litmus_ir_parts target, struct litmus_ir_parts source,
                        uint64_t first) {
    for (uint32_t i = 0; i < target.count; first += target.items[i++].width)
        litmus_build_copy(
            litmus_ir_builder(r), target.items[i],
            litmus_build_bits(litmus_ir_builder(r), source.items, source.count, first, target.items[i].width));
}

void litmus_ir_repack(struct litmus_ir_reader *r, struct litmus_ir_parts target, struct litmus_ir_parts source) {
    repack_from(r, target, source, 0);
}

static void copy_part(struct litmus_ir_reader *r, struct litmus_part target, struct litmus_part source) {
    litmus_build_copy(litmus_ir_builder(r), target, source.operand);
}

static void copy_parts(struct litmus_ir_reader *r, struct litmus_ir_parts target, struct litmus_ir_parts source) {
    for (uint32_t i = 0; i < target.count && i < source.count; i++)
        copy_part(r, target.items[i], source.items[i]);
}

/* ---- instructions ---- */

static const struct {
    uint8_t opcode, alu;
} binary[] = {{IR_ADD, PROGRAM_ADD},   {IR_SUB, PROGRAM_SUB},   {IR_MUL, PROGRAM_MUL},   {IR_UDIV, PROGRAM_UDIV},
              {IR_SDIV, PROGRAM_SDIV}, {IR_UREM, PROGRAM_UREM}, {IR_SREM, PROGRAM_SREM}, {IR_SHL, PROGRAM_SHL},
              {IR_LSHR, PROGRAM_LSHR}, {IR_ASHR, PROGRAM_ASHR}, {IR_AND, PROGRAM_AND},   {IR_OR, PROGRAM_OR},
              {IR_XOR, PROGRAM_XOR},   {IR_FADD, PROGRAM_FADD}, {IR_FSUB, PROGRAM_FSUB}, {IR_FMUL, PROGRAM_FMUL},
              {IR_FDIV, PROGRAM_FDIV}, {IR_FREM, PROGRAM_FREM}};

enum ir_opcode litmus_ir_opcode(enum program_alu alu) {
    for (size_t k = 0; k < sizeof binary / sizeof binary[0]; k++)
        if (binary[k].alu == alu)
            return (enum ir_opcode)binary[k].opcode;
    return IR_OPAQUE;
}

bool litmus_ir_is_wide(const struct litmus_ir_reader *r, ir_type type) {
    const struct ir_type_info *info = ir_element_get(r->module, type);
    return info->kind == IR_TYPE_INTEGER && info->width > 64;
}

/* Element by element. `from`: the operands' width where it is not the result's. */
static bool elementwise(struct litmus_ir_reader *r, const struct ir_instruction *i, enum program_alu alu, bool from) {
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), a = litmus_ir_parts_at(r, i, 0);
    struct litmus_ir_parts b = i->operand_count > 1 ? litmus_ir_parts_at(r, i, 1) : a;
    bool is_bitwise = i->opcode == IR_AND || i->opcode == IR_OR || i->opcode == IR_XOR;
    if (!is_bitwise &&
        (litmus_ir_is_wide(r, i->type) || litmus_ir_is_wide(r, ir_type_of(r->module, litmus_ir_operand(r, i, 0)))))
        return litmus_ir_unsupported(r, i, "arithmetic on more than 64 bits");
    for (uint32_t k = 0; k < target.count; k++) {
        struct program_instruction *compute =
            litmus_ir_compute(r, alu, target.items[k].width, (uint32_t)target.items[k].operand.value,
                              a.items[k].operand, b.items[k].operand);
        if (from)
            compute->from_width = a.items[k].width;
        if (i->operand_count < 2)
            compute->b.kind = PROGRAM_NOTHING;
    }
    return true;
}

static bool read_select(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), condition = litmus_ir_parts_at(r, i, 0);
    struct litmus_ir_parts a = litmus_ir_parts_at(r, i, 1), b = litmus_ir_parts_at(r, i, 2);
    if (condition.count > 1 && litmus_ir_is_wide(r, i->type))
        return litmus_ir_unsupported(r, i, "arithmetic on more than 64 bits");
    for (uint32_t k = 0; k < target.count; k++) {
        struct litmus_part which = condition.items[condition.count == target.count ? k : 0];
        struct program_instruction *select =
            litmus_ir_compute(r, PROGRAM_SELECT, target.items[k].width, (uint32_t)target.items[k].operand.value,
                              which.operand, a.items[k].operand);
        select->c = b.items[k].operand;
    }
    return true;
}

/* A name that is observed needs a register, also for an address. */
static void set_pointer(struct litmus_ir_reader *r, const struct ir_instruction *i, struct litmus_ir_parts pointer,
                        struct program_operand address) {
    struct litmus_ir_parts result = pointer;
    if (!r->grid && !pointer.variable) {
        copy_part(r, litmus_ir_parts_of(r, i->result).items[0], (struct litmus_part){address, 64});
        return;
    }
    result.count = 1;
    result.items = arena_allocate_array(r->reader.arena, 1, sizeof *result.items);
    result.items[0] = (struct litmus_part){address, 64};
    litmus_ir_let_result(r, i, result);
}

/* The address is the pointer plus, for every index, its number times the size of what it steps over. */
static bool read_gep(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts pointer = litmus_ir_parts_at(r, i, 0);
    struct program_operand address = pointer.items[0].operand;
    ir_type type = i->accessed;
    if (ir_type_get(r->module, i->type)->kind != IR_TYPE_POINTER)
        return litmus_ir_unsupported(r, i, "a vector of pointers");
    for (uint32_t k = 1; k < i->operand_count; k++) {
        const struct ir_type_info *info = ir_type_get(r->module, type);
        struct litmus_part part = litmus_ir_parts_at(r, i, k).items[0];
        struct program_operand offset;
        if (k > 1 && info->kind == IR_TYPE_STRUCT) {
            uint64_t number = part.operand.value;
            if (part.operand.kind != PROGRAM_CONSTANT || number >= info->member_count)
                return litmus_ir_unsupported(r, i, "a member that the structure does not have");
            offset = program_constant(litmus_ir_member_offset(r->module, type, number));
            type = info->members[number];
        } else {
            if (k > 1)
                type = info->element;
            struct program_operand extended = litmus_ir_folded(r, PROGRAM_SEXT, 64, part.width, part.operand, nothing);
            offset = litmus_ir_folded(r, PROGRAM_MUL, 64, 64, extended,
                                      program_constant(litmus_ir_size_of(r->module, type)));
        }
        address = litmus_ir_folded(r, PROGRAM_ADD, 64, 64, address, offset);
    }
    set_pointer(r, i, pointer, address);
    return true;
}

/* The first part, and how many, of the element that constant indexes select. */
static bool select_member(struct litmus_ir_reader *r, const struct ir_instruction *i, ir_type type, uint32_t from,
                          uint32_t *first, uint32_t *count) {
    *first = 0;
    for (uint32_t k = from; k < i->operand_count; k++) {
        uint32_t index = r->module->operands[i->operands + k];
        const struct ir_type_info *info = ir_type_get(r->module, type);
        bool structure = info->kind == IR_TYPE_STRUCT;
        if (structure ? index >= info->member_count : index >= info->count)
            return litmus_ir_unsupported(r, i, "an index outside the aggregate");
        for (uint32_t m = 0; m < index; m++)
            *first += litmus_ir_lay_out(r->module, structure ? info->members[m] : info->element).count;
        type = structure ? info->members[index] : info->element;
    }
    *count = litmus_ir_lay_out(r->module, type).count;
    return true;
}

static bool read_aggregate(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    bool insert = i->opcode == IR_INSERTVALUE;
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), whole = litmus_ir_parts_at(r, i, 0);
    uint32_t first = 0, count = 0;
    if (!select_member(r, i, ir_type_of(r->module, litmus_ir_operand(r, i, 0)), insert ? 2 : 1, &first, &count))
        return false;
    if (!insert) {
        copy_parts(r, target, (struct litmus_ir_parts){whole.items + first, count});
        return true;
    }
    struct litmus_ir_parts element = litmus_ir_parts_at(r, i, 1);
    for (uint32_t k = 0; k < target.count; k++)
        copy_part(r, target.items[k],
                  k >= first && k < first + element.count ? element.items[k - first] : whole.items[k]);
    return true;
}

/* Each element is chosen, or replaced, if the index is its own. */
static bool read_computed_element(struct litmus_ir_reader *r, const struct ir_instruction *i, bool insert) {
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), whole = litmus_ir_parts_at(r, i, 0);
    struct litmus_part index = litmus_ir_parts_at(r, i, insert ? 2 : 1).items[0];
    struct program_operand chosen = {PROGRAM_UNDEFINED, 0};
    for (uint32_t k = 0; k < whole.count; k++) {
        struct program_operand here =
            litmus_ir_folded(r, PROGRAM_COMPARE + IR_EQ, 1, index.width, index.operand, program_constant(k));
        struct program_operand yes = insert ? litmus_ir_parts_at(r, i, 1).items[0].operand : whole.items[k].operand;
        chosen = litmus_ir_selected(r, whole.items[k].width, here, yes, insert ? whole.items[k].operand : chosen);
        if (insert)
            copy_part(r, target.items[k], (struct litmus_part){chosen, whole.items[k].width});
    }
    if (!insert)
        copy_part(r, target.items[0], (struct litmus_part){chosen, target.items[0].width});
    return true;
}

static bool read_element(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    bool insert = i->opcode == IR_INSERTELEMENT;
    const struct ir_value_info *index = litmus_ir_operand_info(r, i, insert ? 2 : 1);
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), whole = litmus_ir_parts_at(r, i, 0);
    uint64_t at = index->kind == IR_VALUE_INTEGER ? index->bits : 0;
    if (index->kind != IR_VALUE_INTEGER && index->kind != IR_VALUE_ZERO)
        return read_computed_element(r, i, insert);
    if (at >= whole.count)
        return litmus_ir_unsupported(r, i, "an element that its vector does not have");
    if (!insert) {
        copy_part(r, target.items[0], whole.items[at]);
        return true;
    }
    struct litmus_ir_parts element = litmus_ir_parts_at(r, i, 1);
    for (uint32_t k = 0; k < target.count; k++)
        copy_part(r, target.items[k], k == at ? element.items[0] : whole.items[k]);
    return true;
}

static bool read_shuffle(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), mask = litmus_ir_parts_at(r, i, 2);
    struct litmus_ir_parts a = litmus_ir_parts_at(r, i, 0), b = litmus_ir_parts_at(r, i, 1);
    for (uint32_t k = 0; k < target.count && k < mask.count; k++) {
        uint64_t from = mask.items[k].operand.value;
        struct litmus_part source = {{PROGRAM_UNDEFINED, 0}, target.items[k].width};
        if (mask.items[k].operand.kind == PROGRAM_CONSTANT && from < a.count + b.count)
            source = from < a.count ? a.items[from] : b.items[from - a.count];
        copy_part(r, target.items[k], source);
    }
    return true;
}

/* Casts between numbers: their operands are of another width than their results. */
static const struct {
    uint8_t opcode, alu;
} casts[] = {{IR_TRUNC, PROGRAM_COPY},    {IR_ZEXT, PROGRAM_COPY},   {IR_FREEZE, PROGRAM_COPY},
             {IR_SEXT, PROGRAM_SEXT},     {IR_FPTOUI, PROGRAM_FTOU}, {IR_FPTOSI, PROGRAM_FTOS},
             {IR_UITOFP, PROGRAM_UTOF},   {IR_SITOFP, PROGRAM_STOF}, {IR_FPTRUNC, PROGRAM_FCONVERT},
             {IR_FPEXT, PROGRAM_FCONVERT}};

static bool read_negation(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), a = litmus_ir_parts_at(r, i, 0);
    for (uint32_t k = 0; k < target.count; k++)
        litmus_ir_compute(r, PROGRAM_XOR, target.items[k].width, (uint32_t)target.items[k].operand.value,
                          a.items[k].operand, program_constant(UINT64_C(1) << (target.items[k].width - 1)));
    return true;
}

/* A constant of more than 64 bits is kept as text. */
static bool wide_constant(const struct litmus_ir_reader *r, const struct ir_value_info *info, uint64_t *value) {
    struct mmra_string text = ir_string_get(r->module, info->kind == IR_VALUE_TEXT ? (ir_string)info->bits : 0);
    *value = info->kind == IR_VALUE_INTEGER ? info->bits : 0;
    for (uint32_t k = 0; k < text.length && k < 6; k++) {
        if (text.bytes[k] < '0' || text.bytes[k] > '9')
            return false;
        *value = *value * 10 + (uint64_t)(text.bytes[k] - '0');
    }
    return info->kind == IR_VALUE_INTEGER || info->kind == IR_VALUE_ZERO || (text.length && text.length < 6);
}

/* The parts of a value with so many zeros below it. */
static struct litmus_ir_parts shifted(struct litmus_ir_reader *r, struct litmus_ir_parts value, uint64_t zeros) {
    struct litmus_ir_parts all = {
        .items = arena_allocate_array(r->reader.arena, value.count + LITMUS_IR_MAX_PARTS + 1, sizeof *all.items)};
    for (; zeros && all.count < LITMUS_IR_MAX_PARTS; zeros -= all.items[all.count++].width)
        all.items[all.count] = (struct litmus_part){program_constant(0), (uint8_t)(zeros < 64 ? zeros : 64)};
    for (uint32_t k = 0; k < value.count; k++)
        all.items[all.count++] = value.items[k];
    return all;
}

/* Integers of more than 64 bits are taken apart and put together, no more. */
static bool read_wide(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_parts target = litmus_ir_parts_of(r, i->result), a = litmus_ir_parts_at(r, i, 0);
    uint64_t amount = 0;
    bool shifts = i->opcode == IR_LSHR || i->opcode == IR_SHL;
    if (shifts && !wide_constant(r, litmus_ir_operand_info(r, i, 1), &amount))
        return litmus_ir_unsupported(r, i, "a shift of more than 64 bits by what is no constant");
    amount = amount < 64 * LITMUS_IR_MAX_PARTS ? amount : 64 * LITMUS_IR_MAX_PARTS;
    if (i->opcode == IR_SHL)
        repack_from(r, target, shifted(r, a, amount), 0);
    else
        repack_from(r, target, a, amount);
    return true;
}

/* Whether an operation on integers of more than 64 bits moves bits: a constant shift, or a conversion. */
static bool moves_bits(const struct ir_instruction *i) {
    return i->opcode == IR_TRUNC || i->opcode == IR_ZEXT || i->opcode == IR_LSHR || i->opcode == IR_SHL;
}

/* #dbg_value and its like, which an optimizer leaves. */
static bool is_debug_record(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    if (i->opcode != IR_OPAQUE)
        return false;
    struct mmra_string text = ir_string_get(r->module, (ir_string)litmus_ir_operand_info(r, i, 0)->bits);
    return text.length > 0 && *text.bytes == '#';
}

bool litmus_ir_read_value_instruction(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    if (is_debug_record(r, i))
        return true;
    if (i->operand_count &&
        (litmus_ir_is_wide(r, i->type) || litmus_ir_is_wide(r, ir_type_of(r->module, litmus_ir_operand(r, i, 0)))) &&
        moves_bits(i) && ir_type_get(r->module, i->type)->kind == IR_TYPE_INTEGER)
        return read_wide(r, i);
    for (size_t k = 0; k < sizeof casts / sizeof casts[0]; k++)
        if (casts[k].opcode == i->opcode)
            return elementwise(r, i, casts[k].alu, true);
    for (size_t k = 0; k < sizeof binary / sizeof binary[0]; k++)
        if (binary[k].opcode == i->opcode)
            return elementwise(r, i, binary[k].alu, false);
    switch (i->opcode) {
    case IR_ICMP:
        return elementwise(r, i, PROGRAM_COMPARE + i->detail, true);
    case IR_FCMP:
        return elementwise(r, i, PROGRAM_FCOMPARE + i->detail, true);
    case IR_FNEG:
        return read_negation(r, i);
    case IR_BITCAST:
    case IR_PTRTOINT:
    case IR_INTTOPTR:
    case IR_ADDRSPACECAST:
        if (litmus_ir_parts_at(r, i, 0).variable)
            return litmus_ir_unsupported(r, i, "the address of a private variable");
        litmus_ir_repack(r, litmus_ir_parts_of(r, i->result), litmus_ir_parts_at(r, i, 0));
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
        return litmus_ir_unsupported(r, i, "an instruction that is not known here");
    }
}
