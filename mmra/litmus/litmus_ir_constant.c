/* Constants of IR litmus tests. A constant expression is read as the instruction that it is like, and folded: it may
 * stand where nothing else does, so its value is never one that the thread computes on its way. */
#include "mmra/ir/ir_opcode.h"
#include "mmra/litmus/litmus_ir.h"

static const struct program_operand undefined = {PROGRAM_UNDEFINED, 0};

/* ---- constants that are kept as text ---- */

static void refuse(struct litmus_ir_reader *r, struct mmra_string text) {
    uint32_t length = 0;
    while (length < text.length && length < 40 && text.bytes[length] != ' ' && text.bytes[length] != '(')
        length++;
    r->reader.litmus->unsupported |= !r->reader.litmus->error;
    reader_fail(&r->reader, "a constant that is not known here", (struct word){text.bytes, length});
}

/* A decimal number of more than 64 bits, in parts of 64; its sign is the last bit of each. */
static bool fill_number(struct mmra_string text, struct litmus_ir_parts parts) {
    bool negative = text.length && *text.bytes == '-';
    for (uint32_t k = negative; k < text.length; k++) {
        uint64_t carry = (uint64_t)(text.bytes[k] - '0');
        for (uint32_t i = 0; i < parts.count && carry < 10; i++) {
            uint64_t *part = &parts.items[i].operand.value, low = (*part & UINT32_MAX) * 10 + carry;
            uint64_t high = (*part >> 32) * 10 + (low >> 32);
            *part = high << 32 | (low & UINT32_MAX);
            carry = high >> 32;
        }
        if (carry > 9)
            return false;
    }
    uint64_t carry = 1;
    for (uint32_t i = 0; negative && i < parts.count; i++) {
        parts.items[i].operand.value = ~parts.items[i].operand.value + carry;
        carry &= !parts.items[i].operand.value;
    }
    for (uint32_t i = 0; i < parts.count; i++)
        if (parts.items[i].width < 64)
            parts.items[i].operand.value &= (UINT64_C(1) << parts.items[i].width) - 1;
    return text.length > negative;
}

static uint8_t digit_of(char digit) {
    return (uint8_t)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
}

uint64_t litmus_ir_bytes_of_string(struct mmra_string text, uint8_t *bytes, uint64_t most) {
    uint64_t count = 0;
    for (uint32_t at = 2; at + 1 < text.length && count < most; at++) {
        bool escaped = text.bytes[at] == '\\' && text.bytes[at + 1] != '\\' && at + 3 < text.length;
        bytes[count++] = escaped ? (uint8_t)(digit_of(text.bytes[at + 1]) << 4 | digit_of(text.bytes[at + 2]))
                                 : (uint8_t)text.bytes[at];
        at += escaped ? 2 : text.bytes[at] == '\\';
    }
    return count;
}

bool litmus_ir_is_string(struct mmra_string text) {
    return text.length > 2 && text.bytes[0] == 'c' && text.bytes[1] == '"';
}

static void fill_text(struct litmus_ir_reader *r, const struct ir_value_info *info, struct litmus_ir_parts parts) {
    struct mmra_string text = ir_string_get(r->module, (ir_string)info->bits);
    uint8_t bytes[LITMUS_IR_MAX_PARTS + 1];
    bool number = ir_type_get(r->module, info->type)->kind == IR_TYPE_INTEGER && text.length && text.bytes[0] <= '9';
    for (uint32_t i = 0; i < parts.count; i++)
        parts.items[i].operand = program_constant(0);
    if (litmus_ir_is_string(text)) {
        uint64_t count = litmus_ir_bytes_of_string(text, bytes, parts.count);
        for (uint64_t i = 0; i < count; i++)
            parts.items[i].operand = program_constant(bytes[i]);
    } else if (!number || !fill_number(text, parts)) {
        refuse(r, text);
    }
}

/* ---- constant expressions ---- */

static bool is_undefined(struct litmus_ir_reader *r, const struct ir_instruction *expression) {
    for (uint32_t k = 0; k < ir_count_values(expression); k++) {
        struct litmus_ir_parts parts = litmus_ir_parts_at(r, expression, k);
        for (uint32_t i = 0; i < parts.count; i++)
            if (parts.items[i].operand.kind == PROGRAM_UNDEFINED)
                return true;
    }
    return false;
}

/* The parts are registers, which become constants; what was appended to compute them is taken away. */
static bool fold(struct litmus_ir_reader *r, struct litmus_ir_parts parts) {
    for (uint32_t i = 0; i < parts.count; i++) {
        uint64_t value;
        if (!litmus_ir_constant(r, parts.items[i].operand, &value))
            return false;
        parts.items[i].operand = program_constant(value);
    }
    return true;
}

static void read_expression(struct litmus_ir_reader *r, ir_value value, struct litmus_ir_parts *parts) {
    const struct ir_instruction *expression = ir_definition(r->module, value);
    struct litmus_ir_parts *place = &r->frame->values[value];
    for (uint32_t k = 0; k < ir_count_values(expression); k++)
        litmus_ir_let_constant(r, litmus_ir_operand(r, expression, k));
    bool known = litmus_ir_check_instruction(r, expression);
    uint32_t before = litmus_ir_thread(r)->code_count;
    bool keeps_object = expression->opcode == IR_GETELEMENTPTR || expression->opcode == IR_ADDRSPACECAST ||
                        expression->opcode == IR_BITCAST;
    *place = litmus_ir_new_parts(r, expression->type, NULL);
    known = known && litmus_ir_read_value_instruction(r, expression);
    if (known && is_undefined(r, expression))
        known = false;
    else if (known && !fold(r, *place))
        known = litmus_ir_unsupported(r, expression, "a constant expression that has no value that is known here");
    litmus_ir_thread(r)->code_count = before;
    for (uint32_t i = 0; i < parts->count; i++)
        parts->items[i].operand = known ? place->items[i].operand : undefined;
    if (known && keeps_object) {
        parts->base = litmus_ir_parts_at(r, expression, 0).base;
        parts->variable = litmus_ir_parts_at(r, expression, 0).variable;
    }
}

/* ---- all of them ---- */

static void fill_elements(struct litmus_ir_reader *r, const struct ir_value_info *info, struct litmus_ir_parts parts) {
    uint32_t first = (uint32_t)(info->bits >> 32), count = (uint32_t)info->bits, at = 0;
    for (uint32_t i = 0; i < count; i++) {
        litmus_ir_let_constant(r, r->module->operands[first + i]);
        struct litmus_ir_parts element = litmus_ir_parts_of(r, r->module->operands[first + i]);
        for (uint32_t j = 0; j < element.count && at < parts.count; j++)
            parts.items[at++] = element.items[j];
    }
}

static struct program_operand address_of(struct litmus_ir_reader *r, const struct ir_value_info *info,
                                         struct litmus_ir_parts *parts) {
    const struct litmus_ir_image_global *image = litmus_ir_image_of_global(r, info->index);
    if (r->module->globals[info->index].alias && !r->addresses[info->index])
        refuse(r, mmra_string_of("alias"));
    if (image)
        parts->variable = image->variable;
    else
        parts->base = r->addresses[info->index];
    return program_constant(image ? 0 : r->addresses[info->index]);
}

static void fill(struct litmus_ir_reader *r, ir_value value, struct litmus_ir_parts *parts) {
    const struct ir_value_info *info = ir_value_get(r->module, value);
    struct program_operand operand = undefined;
    switch (info->kind) {
    case IR_VALUE_TEXT:
        fill_text(r, info, *parts);
        return;
    case IR_VALUE_EXPRESSION:
        read_expression(r, value, parts);
        return;
    case IR_VALUE_AGGREGATE:
        fill_elements(r, info, *parts);
        return;
    case IR_VALUE_INTEGER:
    case IR_VALUE_FLOATING:
        operand = program_constant(info->bits);
        break;
    case IR_VALUE_GLOBAL:
        operand = address_of(r, info, parts);
        break;
    case IR_VALUE_ZERO:
        operand = program_constant(0);
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < parts->count; i++)
        parts->items[i].operand = i ? (struct program_operand){operand.kind, 0} : operand;
}

void litmus_ir_let_constant(struct litmus_ir_reader *r, ir_value value) {
    const struct ir_value_info *info = ir_value_get(r->module, value);
    bool constant = info->kind >= IR_VALUE_FUNCTION && info->kind != IR_VALUE_METADATA;
    if (!constant || r->frame->values[value].items)
        return;
    struct litmus_ir_layout layout = litmus_ir_lay_out(r->module, info->type);
    struct litmus_ir_parts parts = {.count = layout.count};
    parts.items = arena_allocate_array(r->reader.arena, parts.count + 1, sizeof *parts.items);
    for (uint32_t i = 0; i < parts.count; i++)
        parts.items[i] = (struct litmus_part){undefined, layout.widths[i]};
    if (!layout.unknown && layout.count <= LITMUS_IR_MAX_PARTS) /* else what uses it is refused for its type */
        fill(r, value, &parts);
    r->frame->values[value] = parts;
}

bool litmus_ir_let_constants(struct litmus_ir_reader *r, const struct ir_function_info *function) {
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = &r->module->blocks[function->first_block + b];
        for (uint32_t k = 0; k < block->instruction_count; k++) {
            const struct ir_instruction *i = &r->module->instructions[block->first_instruction + k];
            r->reader.line = i->source;
            for (uint32_t n = i->opcode == IR_CALL; n < ir_count_values(i); n++)
                if (i->opcode != IR_OPAQUE && i->opcode != IR_OPAQUE_TERMINATOR)
                    litmus_ir_let_constant(r, litmus_ir_operand(r, i, n));
        }
    }
    return !r->reader.litmus->error;
}
