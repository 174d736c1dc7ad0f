#include "mmra/parse/ir_parser.h"

/* ---- scope, ordering, alignment ---- */

static void take_scope(struct ir_parser *p, struct ir_instruction *into) {
    if (!ir_accept_word(p, "syncscope"))
        return;
    ir_expect(p, '(');
    ir_skip(p);
    struct mmra_string name = ir_take_quoted(p);
    ir_expect(p, ')');
    bool one_as;
    into->scope = (uint8_t)mmra_scope_parse(name.bytes, name.length, &one_as);
    if (into->scope == MMRA_SCOPE_UNKNOWN)
        ir_set_scope_name(p->module, into, ir_text(p->module, name.bytes, name.length));
    else if (one_as)
        into->flags |= IR_ONE_ADDRESS_SPACE;
}

uint8_t ir_take_ordering(struct ir_parser *p) {
    ir_skip(p);
    struct ir_place place = ir_here(p);
    struct mmra_string word = ir_take_word(p);
    for (uint8_t ordering = IR_UNORDERED; ordering < IR_ORDERING_COUNT; ordering++)
        if (mmra_string_equal(word, mmra_string_of(ir_ordering_name(ordering))))
            return ordering;
    ir_fail(p, place, word.length ? "'%s' is no ordering" : "expected an ordering", word.bytes, word.length);
    return IR_NOT_ATOMIC;
}

void ir_take_scope_and_ordering(struct ir_parser *p, struct ir_instruction *into) {
    take_scope(p, into);
    into->ordering = ir_take_ordering(p);
}

bool ir_take_alignment(struct ir_parser *p, uint8_t *alignment_log2) {
    struct ir_place place = ir_here(p);
    uint64_t alignment;
    ir_skip(p);
    if (!ir_take_unsigned(p, &alignment))
        return false;
    if (alignment & (alignment - 1) || !alignment)
        return ir_fail(p, place, "an alignment is a power of two", "", 0);
    if (alignment > UINT64_C(1) << 32)
        return ir_fail(p, place, "an alignment is at most 2^32", "", 0);
    for (*alignment_log2 = 0; alignment > 1; alignment >>= 1)
        ++*alignment_log2;
    return true;
}

/* The token after the comma that follows, which is not taken; NULL: none follows. */
static const char *behind_comma(struct ir_parser *p) {
    return ir_at_comma(p) ? ir_next_token(p->at + 1) : NULL;
}

/* Whether that token is `word`: then the cursor moves after it. */
static bool accept_behind_comma(struct ir_parser *p, const char *next, const char *word) {
    size_t length = strlen(word);
    if (strncmp(next, word, length) != 0 || ir_is_word_byte(next[length]))
        return false;
    ir_skip_to(p, next + length);
    return true;
}

void ir_take_optional_alignment(struct ir_parser *p, struct ir_instruction *into) {
    const char *next = behind_comma(p);
    if (next && accept_behind_comma(p, next, "align"))
        ir_take_alignment(p, &into->alignment_log2);
}

struct ir_instruction *ir_append_draft(struct ir_parser *p, enum ir_opcode opcode, ir_type type, uint32_t base,
                                       struct ir_instruction *draft) {
    struct ir_instruction *instruction = ir_append_gathered(p, opcode, type, base);
    draft->opcode = (uint8_t)opcode;
    draft->type = type;
    draft->operands = instruction->operands;
    draft->operand_count = instruction->operand_count;
    *instruction = *draft;
    return instruction;
}

/* Takes one of `, i32 %n`, `, align 4`, `, addrspace(5)`. Returns false at anything else after the comma. */
static bool take_alloca_part(struct ir_parser *p, struct ir_instruction *draft, uint64_t *space) {
    const char *next = behind_comma(p);
    if (!next || *next == '!')
        return false;
    if (accept_behind_comma(p, next, "align"))
        return ir_take_alignment(p, &draft->alignment_log2);
    if (accept_behind_comma(p, next, "addrspace")) {
        ir_expect(p, '(');
        ir_skip(p);
        ir_take_unsigned(p, space);
        return ir_expect(p, ')');
    }
    ir_expect(p, ',');
    ir_push_typed(p);
    return !p->failed;
}

struct ir_instruction *ir_take_alloca(struct ir_parser *p) {
    struct ir_instruction draft = {.alignment_log2 = IR_NO_ALIGNMENT, .accessed = ir_take_type(p)};
    uint32_t base = p->scratch_count;
    uint64_t space = 0;
    while (take_alloca_part(p, &draft, &space))
        ;
    if (space >= 1 << 24)
        ir_fail(p, ir_here(p), "address spaces are below 2^24", "", 0);
    return ir_append_draft(p, IR_ALLOCA, ir_type_pointer(p->module, (uint32_t)space), base, &draft);
}
