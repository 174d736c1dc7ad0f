/* These checks come before a module of IR is run as a litmus test: types that can be laid out, and instructions whose
 * operands are what their opcode has. LLVM's verifier refuses the others, but nobody need have asked it. The rest of
 * the reader builds on these checks: it takes parts of values without counting them. */
#include "mmra/litmus/litmus_ir.h"

/* ---- types: what they contain, counted once for each time that it is contained ---- */

enum { MAX_ITEMS = 4096, DEEPEST_TYPE = 64 };

/* The types that one consists of, itself included; more than MAX_ITEMS: too many, or too deep. Of equal elements one
 * counts. */
static uint32_t count_items(const struct ir_module *module, ir_type type, uint16_t *known, uint32_t depth) {
    const struct ir_type_info *info = ir_type_get(module, type);
    bool list = info->kind == IR_TYPE_VECTOR || info->kind == IR_TYPE_ARRAY, structure = info->kind == IR_TYPE_STRUCT;
    if (known[type])
        return known[type];
    if (depth > DEEPEST_TYPE)
        return MAX_ITEMS + 1;
    uint32_t items = 1;
    if (list)
        items += count_items(module, info->element, known, depth + 1);
    for (uint32_t i = 0; structure && i < info->member_count && items <= MAX_ITEMS; i++)
        items += count_items(module, info->members[i], known, depth + 1);
    known[type] = (uint16_t)(items > MAX_ITEMS ? MAX_ITEMS + 1 : items);
    return known[type];
}

bool litmus_ir_check_types(struct litmus_ir_reader *r) {
    uint16_t *known = arena_allocate_array(r->reader.arena, r->module->type_count, sizeof *known);
    for (ir_type type = 0; type < r->module->type_count; type++)
        if (count_items(r->module, type, known, 0) > MAX_ITEMS) {
            r->reader.litmus->unsupported = true;
            return reader_fail(&r->reader, "a type of more than 4096 members, or nested deeper than 64",
                               (struct word){"", 0});
        }
    return true;
}

static bool has_kind(const struct ir_module *module, ir_type type, enum ir_type_kind kind) {
    return ir_type_get(module, type)->kind == kind;
}

/* The parts of a type that is nothing but parts; else more than LITMUS_IR_MAX_PARTS. */
static uint32_t count_parts(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    uint64_t parts = 0;
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return (info->width + 63) / 64;
    case IR_TYPE_HALF:
    case IR_TYPE_BFLOAT:
    case IR_TYPE_FLOAT:
    case IR_TYPE_DOUBLE:
    case IR_TYPE_POINTER:
        return 1;
    case IR_TYPE_VECTOR:
    case IR_TYPE_ARRAY:
        parts = info->count > LITMUS_IR_MAX_PARTS ? LITMUS_IR_MAX_PARTS + 1
                                                  : info->count * count_parts(module, info->element);
        break;
    case IR_TYPE_STRUCT:
        for (uint32_t i = 0; i < info->member_count && parts <= LITMUS_IR_MAX_PARTS; i++)
            parts += count_parts(module, info->members[i]);
        break;
    default:
        return LITMUS_IR_MAX_PARTS + 1;
    }
    return parts > LITMUS_IR_MAX_PARTS ? LITMUS_IR_MAX_PARTS + 1 : (uint32_t)parts;
}

static bool is_in_parts(const struct ir_module *module, ir_type type) {
    uint32_t parts = count_parts(module, type);
    return parts > 0 && parts <= LITMUS_IR_MAX_PARTS;
}

/* ---- instructions ---- */

enum relation {
    ANY,      /* between the types: none */
    ALIKE,    /* the operands and the result are of one type */
    COMPARED, /* the operands are, and the result has as many parts */
    AS_MANY,  /* the operand and the result have as many parts */
    CHOSEN,   /* the last two and the result are of one type; the first has one part, or as many as they have */
    STORED,   /* the operands behind the pointer are of one type, which is one part without padding */
    ELEMENT   /* the first is a vector of elements of one part, the result is a part or as many as the vector */
};

/* The operands of an opcode, a letter each: 'v' any value, 'i' an integer or a vector of them, 's' an integer alone,
 * 'f' a floating-point number of IEEE's or a vector of them, 'b' a boolean, 'p' a pointer, 'l' a block. What follows
 * the letters is 'v'. */
static const struct rule {
    uint8_t first, last; /* opcodes */
    uint8_t relation;
    const char *operands;
    uint32_t pointer; /* number + 1 of the operand that may point to a private variable */
} rules[] = {
    {IR_FNEG, IR_FNEG, ALIKE, "f", 0},
    {IR_ADD, IR_XOR, ALIKE, "ii", 0},
    {IR_FADD, IR_FREM, ALIKE, "ff", 0},
    {IR_TRUNC, IR_SEXT, AS_MANY, "i", 0},
    {IR_FPTOUI, IR_FPTOSI, AS_MANY, "f", 0},
    {IR_UITOFP, IR_SITOFP, AS_MANY, "i", 0},
    {IR_FPTRUNC, IR_FPEXT, AS_MANY, "f", 0},
    {IR_PTRTOINT, IR_ADDRSPACECAST, ANY, "v", 1},
    {IR_FREEZE, IR_FREEZE, ALIKE, "v", 0},
    {IR_ICMP, IR_ICMP, COMPARED, "vv", 0},
    {IR_FCMP, IR_FCMP, COMPARED, "ff", 0},
    {IR_SELECT, IR_SELECT, CHOSEN, "vvv", 0},
    {IR_PHI, IR_PHI, ANY, "", 0},
    {IR_EXTRACTELEMENT, IR_EXTRACTELEMENT, ELEMENT, "vs", 0},
    {IR_INSERTELEMENT, IR_INSERTELEMENT, ELEMENT, "vvs", 0},
    {IR_SHUFFLEVECTOR, IR_SHUFFLEVECTOR, ELEMENT, "vvv", 0},
    {IR_EXTRACTVALUE, IR_EXTRACTVALUE, ANY, "v", 0},
    {IR_INSERTVALUE, IR_INSERTVALUE, ANY, "vv", 0},
    {IR_LOAD, IR_LOAD, ANY, "p", 1},
    {IR_STORE, IR_STORE, ANY, "vp", 2},
    {IR_GETELEMENTPTR, IR_GETELEMENTPTR, ANY, "p", 1},
    {IR_ATOMICRMW, IR_ATOMICRMW, STORED, "pv", 1},
    {IR_CMPXCHG, IR_CMPXCHG, STORED, "pvv", 1},
    {IR_BR, IR_BR, ANY, "", 0},
    {IR_SWITCH, IR_SWITCH, ANY, "sl", 0},
    {IR_RET, IR_RET, ANY, "", 0},
};

static const struct rule *rule_of(const struct ir_instruction *i) {
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (i->opcode >= rules[k].first && i->opcode <= rules[k].last)
            return &rules[k];
    return NULL;
}

static bool is_integer(const struct ir_module *module, ir_type type, bool alone) {
    const struct ir_type_info *info = ir_type_get(module, type);
    if (!alone && info->kind == IR_TYPE_VECTOR)
        info = ir_type_get(module, info->element);
    return info->kind == IR_TYPE_INTEGER;
}

bool litmus_ir_is_ieee(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    if (info->kind == IR_TYPE_VECTOR)
        info = ir_type_get(module, info->element);
    return info->kind == IR_TYPE_HALF || info->kind == IR_TYPE_FLOAT || info->kind == IR_TYPE_DOUBLE;
}

static bool is_what(const struct litmus_ir_reader *r, ir_value value, char letter) {
    const struct ir_module *module = r->module;
    ir_type type = ir_type_of(module, value);
    if (letter == 'l')
        return ir_value_get(module, value)->kind == IR_VALUE_BLOCK;
    if (!is_in_parts(module, type))
        return false;
    switch (letter) {
    case 'i':
        return is_integer(module, type, false);
    case 'f':
        return litmus_ir_is_ieee(module, type);
    case 's':
        return is_integer(module, type, true) && count_parts(module, type) == 1;
    case 'b':
        return is_integer(module, type, true) && ir_type_get(module, type)->width == 1;
    case 'p':
        return has_kind(module, type, IR_TYPE_POINTER);
    default:
        return true;
    }
}

static ir_type operand_type(const struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t index) {
    return ir_type_of(r->module, litmus_ir_operand(r, i, index));
}

/* A value that an atomic exchanges fills whole bytes, and a number of them that hardware has. */
static bool is_scalar_of_bytes(const struct ir_module *module, ir_type type) {
    uint8_t widths[LITMUS_IR_MAX_PARTS];
    return litmus_ir_part_widths(module, type, widths) == 1 && litmus_ir_size_of(module, type) * 8 == widths[0];
}

static bool is_related(const struct litmus_ir_reader *r, const struct ir_instruction *i, uint8_t wanted) {
    const struct ir_module *module = r->module;
    ir_type first = operand_type(r, i, 0), second = i->operand_count > 1 ? operand_type(r, i, 1) : first;
    uint32_t parts = count_parts(module, first);
    switch (wanted) {
    case ALIKE:
        return first == i->type && second == i->type;
    case COMPARED:
        return first == second && parts == count_parts(module, i->type);
    case AS_MANY: /* or both are one integer */
        return parts == count_parts(module, i->type) ||
               (is_integer(module, first, true) && is_integer(module, i->type, true));
    case CHOSEN:
        return second == i->type && operand_type(r, i, 2) == i->type &&
               (parts == 1 || parts == count_parts(module, i->type));
    case STORED:
        return is_scalar_of_bytes(module, second) && (i->opcode != IR_CMPXCHG || operand_type(r, i, 2) == second);
    case ELEMENT:
        return has_kind(module, first, IR_TYPE_VECTOR) && parts == ir_type_get(module, first)->count &&
               (i->opcode != IR_INSERTELEMENT || count_parts(module, second) == 1) &&
               (i->opcode != IR_SHUFFLEVECTOR || second == first);
    default:
        return true;
    }
}

/* Opcodes with operands in pairs, or none. */
static char letter_of(const struct ir_instruction *i, const struct rule *rule, uint32_t index) {
    switch (i->opcode) {
    case IR_PHI:
        return index % 2 ? 'l' : 'v';
    case IR_BR:
        return i->operand_count == 1 || index > 0 ? 'l' : 'b';
    case IR_SWITCH:
        return index % 2 ? 'l' : 's';
    case IR_EXTRACTVALUE:
    case IR_INSERTVALUE:
        return index < strlen(rule->operands) ? 'v' : 0; /* then plain numbers follow */
    case IR_GETELEMENTPTR:
        return index ? 's' : 'p';
    default:
        return index < strlen(rule->operands) ? rule->operands[index] : 'v';
    }
}

static bool has_count(const struct ir_instruction *i, const struct rule *rule) {
    switch (i->opcode) {
    case IR_BR:
        return i->operand_count == 1 || i->operand_count == 3;
    case IR_PHI:
    case IR_SWITCH:
        return i->operand_count % 2 == 0 && i->operand_count >= strlen(rule->operands);
    case IR_RET:
        return i->operand_count <= 1;
    default:
        return i->operand_count >= strlen(rule->operands);
    }
}

/* The values of a phi and the cases of a switch are of one type. */
static bool are_pairs_alike(const struct litmus_ir_reader *r, const struct ir_instruction *i) {
    ir_type type = i->opcode == IR_PHI ? i->type : operand_type(r, i, 0);
    for (uint32_t k = 0; k < i->operand_count && (i->opcode == IR_PHI || i->opcode == IR_SWITCH); k += 2)
        if (operand_type(r, i, k) != type)
            return false;
    return true;
}

/* Private variables are registers: a pointer to one goes only where it is known which. */
static bool keeps_private(struct litmus_ir_reader *r, const struct ir_instruction *i, const struct rule *rule) {
    for (uint32_t k = 0; k < i->operand_count; k++)
        if (k + 1 != rule->pointer && letter_of(i, rule, k) && r->frame->values[litmus_ir_operand(r, i, k)].variable)
            return false;
    return true;
}

static bool check_call(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(r->module, i);
    bool makes_scope = intrinsic && intrinsic->family == IR_FAMILY_SCOPE;
    bool known = !i->type || makes_scope || is_in_parts(r->module, i->type);
    for (uint32_t k = 1; k < i->operand_count && known; k++)
        known = has_kind(r->module, operand_type(r, i, k), IR_TYPE_METADATA) ||
                ir_maker_of_scope(r->module, litmus_ir_operand_info(r, i, k)) ||
                is_what(r, litmus_ir_operand(r, i, k), 'v');
    return known || litmus_ir_unsupported(r, i, "a call with arguments or a result of types that are not known here");
}

bool litmus_ir_check_instruction(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    if (i->opcode == IR_CALL)
        return check_call(r, i);
    const struct rule *rule = rule_of(i);
    if (!rule)
        return true; /* refused by name, or without operands */
    bool fits = has_count(i, rule) && (!i->type || is_in_parts(r->module, i->type));
    for (uint32_t k = 0; k < i->operand_count && fits; k++) {
        char letter = letter_of(i, rule, k);
        fits = !letter || is_what(r, litmus_ir_operand(r, i, k), letter);
    }
    if (i->opcode >= IR_UITOFP && i->opcode <= IR_FPEXT && !litmus_ir_is_ieee(r->module, i->type))
        return litmus_ir_unsupported(r, i, "a floating-point number of another format than IEEE's");
    if (!fits || !is_related(r, i, rule->relation) || !are_pairs_alike(r, i))
        return litmus_ir_unsupported(r, i, "operands that its opcode does not have, or of more than 64 parts");
    return keeps_private(r, i, rule) || litmus_ir_unsupported(r, i, "the address of a private variable");
}
