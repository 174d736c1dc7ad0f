/* These checks come before a module of IR is run as a litmus test: types that can be laid out, and instructions that
 * LLVM's verifier takes, which nobody need have asked, and whose values programs have. The rest of the reader builds on
 * these checks: it takes parts of values without counting them. */
#include "mmra/ir/ir_opcode.h"
#include "mmra/ir/ir_operand_types.h"
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

static bool check_layouts(struct litmus_ir_reader *r) {
    uint16_t *known = arena_allocate_array(r->reader.arena, r->module->type_count, sizeof *known);
    for (ir_type type = 0; type < r->module->type_count; type++)
        if (count_items(r->module, type, known, 0) > MAX_ITEMS) {
            r->reader.litmus->unsupported = true;
            return reader_fail(&r->reader, "a type of more than 4096 members, or nested deeper than 64",
                               (struct word){"", 0});
        }
    return true;
}

static bool check_block(struct litmus_ir_reader *r, const struct ir_shapes *shapes, const struct ir_block *block) {
    for (uint32_t k = 0; k < block->instruction_count; k++) {
        const struct ir_instruction *i = &r->module->instructions[block->first_instruction + k];
        const char *wrong = ir_misfit(shapes, i), *name = ir_opcode_name((enum ir_opcode)i->opcode);
        r->reader.line = i->source;
        if (wrong)
            return reader_fail(&r->reader, wrong, (struct word){name, strlen(name)});
    }
    return true;
}

bool litmus_ir_check_types(struct litmus_ir_reader *r) {
    struct ir_shapes shapes = ir_learn_shapes(r->module, r->reader.arena);
    if (!check_layouts(r))
        return false;
    for (ir_function f = shapes.function = 1; f < r->module->function_count; shapes.function = ++f) {
        const struct ir_function_info *function = &r->module->functions[f];
        for (uint32_t b = 0; b < function->block_count; b++)
            if (!check_block(r, &shapes, &r->module->blocks[function->first_block + b]))
                return false;
    }
    r->reader.line = 0;
    return true;
}

/* ---- instructions ---- */

static ir_type operand_type(const struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t index) {
    return ir_type_of(r->module, litmus_ir_operand(r, i, index));
}

static bool is_in_parts(const struct ir_module *module, ir_type type) {
    struct litmus_ir_layout layout = litmus_ir_lay_out(module, type);
    return layout.count > 0 && layout.count <= LITMUS_IR_MAX_PARTS && !layout.unknown;
}

bool litmus_ir_is_ieee(const struct ir_module *module, ir_type type) {
    uint8_t kind = ir_element_get(module, type)->kind;
    return kind == IR_TYPE_HALF || kind == IR_TYPE_FLOAT || kind == IR_TYPE_DOUBLE;
}

static bool are_in_parts(const struct litmus_ir_reader *r, const struct ir_instruction *i) {
    bool fits = !i->type || is_in_parts(r->module, i->type);
    for (uint32_t k = 0; k < ir_count_values(i) && fits; k++)
        fits = litmus_ir_operand_info(r, i, k)->kind == IR_VALUE_BLOCK || is_in_parts(r->module, operand_type(r, i, k));
    return fits;
}

static bool computes_with_floats(const struct ir_instruction *i) {
    return i->opcode == IR_FNEG || (i->opcode >= IR_FADD && i->opcode <= IR_FREM) ||
           (i->opcode >= IR_FPTOUI && i->opcode <= IR_FPEXT) || i->opcode == IR_FCMP;
}

/* Opcodes that take elements of vectors as one part each, and numbers of them. */
static bool takes_elements(const struct ir_instruction *i) {
    return (i->opcode >= IR_EXTRACTELEMENT && i->opcode <= IR_SHUFFLEVECTOR) || i->opcode == IR_GETELEMENTPTR ||
           i->opcode == IR_SWITCH;
}

/* A value that an atomic exchanges fills whole bytes, and a number of them that hardware has. */
static bool is_scalar_of_bytes(const struct ir_module *module, ir_type type) {
    struct litmus_ir_layout layout = litmus_ir_lay_out(module, type);
    return layout.count == 1 && litmus_ir_size_of(module, type) * 8 == layout.widths[0];
}

/* The operand that may point to a private variable, if the opcode has one. */
static uint32_t pointer_operand(const struct ir_instruction *i) {
    bool first =
        i->opcode == IR_LOAD || i->opcode == IR_GETELEMENTPTR || i->opcode == IR_ATOMICRMW || i->opcode == IR_CMPXCHG;
    return i->opcode == IR_STORE ? 1 : first ? 0 : UINT32_MAX;
}

/* Private variables are registers: a pointer to one goes only where it is known which. */
static bool keeps_private(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    for (uint32_t k = 0; k < ir_count_values(i); k++)
        if (k != pointer_operand(i) && r->frame->values[litmus_ir_operand(r, i, k)].variable)
            return false;
    return true;
}

static bool check_call(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(r->module, i);
    bool makes_scope = intrinsic && intrinsic->family == IR_FAMILY_SCOPE;
    bool known = !i->type || makes_scope || is_in_parts(r->module, i->type);
    for (uint32_t k = 1; k < i->operand_count && known; k++)
        known = ir_type_get(r->module, operand_type(r, i, k))->kind == IR_TYPE_METADATA ||
                ir_maker_of_scope(r->module, litmus_ir_operand_info(r, i, k)) ||
                is_in_parts(r->module, operand_type(r, i, k));
    return known || litmus_ir_unsupported(r, i, "a call with arguments or a result of types that are not known here");
}

bool litmus_ir_check_instruction(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    bool other_format = false, wide = false;
    if (i->opcode == IR_CALL)
        return check_call(r, i);
    if (i->opcode == IR_OPAQUE || i->opcode == IR_OPAQUE_TERMINATOR)
        return true; /* refused by name */
    if (!are_in_parts(r, i) || ((i->opcode == IR_ATOMICRMW || i->opcode == IR_CMPXCHG) &&
                                !is_scalar_of_bytes(r->module, operand_type(r, i, 1))))
        return litmus_ir_unsupported(r, i, "operands of types that are not known here, or of more than 64 parts");
    for (uint32_t k = 0; k < ir_count_values(i); k++) {
        other_format |= ir_element_get(r->module, operand_type(r, i, k))->kind == IR_TYPE_BFLOAT;
        wide |= litmus_ir_is_wide(r, operand_type(r, i, k));
    }
    if (computes_with_floats(i) && (other_format || ir_element_get(r->module, i->type)->kind == IR_TYPE_BFLOAT))
        return litmus_ir_unsupported(r, i, "a floating-point number of another format than IEEE's");
    if (takes_elements(i) && wide)
        return litmus_ir_unsupported(r, i, "arithmetic on more than 64 bits");
    return keeps_private(r, i) || litmus_ir_unsupported(r, i, "the address of a private variable");
}
