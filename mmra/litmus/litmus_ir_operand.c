/* Operands and their names, and refusals: what all readers of LLVM IR build on. */
#include "mmra/litmus/litmus_ir.h"

ir_value litmus_ir_operand(const struct litmus_ir_reader *r, const struct ir_instruction *instruction, uint32_t index) {
    return index < instruction->operand_count ? r->module->operands[instruction->operands + index] : 0;
}

const struct ir_value_info *litmus_ir_operand_info(const struct litmus_ir_reader *r,
                                                   const struct ir_instruction *instruction, uint32_t index) {
    return ir_value_get(r->module, litmus_ir_operand(r, instruction, index));
}

bool litmus_ir_unsupported(struct litmus_ir_reader *r, const struct ir_instruction *instruction, const char *what) {
    r->reader.line = instruction->source;
    r->reader.litmus->unsupported |= !r->reader.litmus->error;
    const char *name = ir_opcode_name((enum ir_opcode)instruction->opcode);
    return reader_fail(&r->reader, what, (struct word){name, strlen(name)});
}

struct mmra_string litmus_ir_name_of(const struct litmus_ir_reader *r, ir_value value) {
    const struct ir_value_info *info = ir_value_get(r->module, value);
    ir_string name = info->kind && info->kind < IR_VALUE_INTEGER ? info->name : 0; /* constants have bits there */
    return name ? ir_string_get(r->module, name) : (struct mmra_string){"", 0};
}

struct litmus_ir_image_global *litmus_ir_image_of_global(const struct litmus_ir_reader *r, uint64_t global) {
    for (uint32_t n = 0; n < r->image_count; n++)
        if (r->images[n].global == global)
            return &r->images[n];
    return NULL;
}
