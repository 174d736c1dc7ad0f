/* All forms of instructions share these: opcodes, flags, and the operands that are gathered. */
#include "mmra/parse/ir_parser.h"

struct ir_instruction *ir_append_gathered(struct ir_parser *p, enum ir_opcode opcode, ir_type type, uint32_t base) {
    struct ir_parsed *parsed = p->parsed;
    uint32_t index = p->module->instruction_count;
    struct ir_instruction *instruction = ir_append(p->module, opcode, type, p->scratch + base, p->scratch_count - base);
    p->scratch_count = base;
    while (parsed->instruction_capacity <= index)
        arena_grow(p->arena, &parsed->instructions, index, &parsed->instruction_capacity, sizeof *parsed->instructions);
    parsed->instructions[index] = (struct ir_parsed_instruction){0};
    return instruction;
}

/* ---- shared by all forms ---- */

struct ir_parsed_instruction *ir_beside(struct ir_parser *p) {
    return &p->parsed->instructions[p->module->instruction_count - 1];
}

uint32_t ir_take_flags(struct ir_parser *p, uint32_t allowed) {
    uint32_t flags = 0;
    while (allowed) {
        ir_skip(p);
        if (ir_at_type(p))
            return flags;
        const char *before = p->at;
        struct mmra_string word = ir_take_word(p);
        uint32_t found = 0;
        for (int i = 0; word.length && i < IR_FLAG_WORDS && !found; i++)
            if ((ir_flag_words[i].flag & allowed) && strlen(ir_flag_words[i].word) == word.length &&
                memcmp(ir_flag_words[i].word, word.bytes, word.length) == 0)
                found = ir_flag_words[i].flag;
        if (!found) {
            p->at = before;
            return flags;
        }
        flags |= found;
    }
    return flags;
}

bool ir_at_comma(struct ir_parser *p) {
    ir_skip_blanks(p);
    if (*p->at != '\n')
        return *p->at == ',';
    const char *next = ir_next_visible(p->at);
    if (*next == ',')
        ir_skip_to(p, next);
    return *next == ',';
}

bool ir_more_operands(struct ir_parser *p) {
    if (!ir_at_comma(p) || *ir_next_token(p->at + 1) == '!')
        return false;
    p->at++;
    return true;
}
