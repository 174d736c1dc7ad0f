/* Modifiers of vector instructions: signs and parts of sources, SDWA, DPP, op_sel, clamp and multiples. */
#include "mmra/machine/machine_matrix.h"
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_reader.h"

#include <string.h>

/* ---- within an operand ---- */

/* "-v1", "|v1|", "-|v1|", "sext(v1)"; of a number "neg(0)" alone. */
void machine_take_signs(struct machine_word *word, struct machine_instruction *i, uint32_t source) {
    bool called = machine_word_begins(*word, "neg(") && word->at[word->length - 1] == ')';
    if (called ||
        (word->length > 1 && *word->at == '-' && (word->at[1] == '|' || word->at[1] == 'v' || word->at[1] == 's'))) {
        i->negated |= (uint8_t)(1 << source);
        word->at += called ? 4 : 1;
        word->length -= called ? 5 : 1;
    }
    if (word->length > 2 && *word->at == '|' && word->at[word->length - 1] == '|') {
        i->absolute |= (uint8_t)(1 << source);
        word->at++;
        word->length -= 2;
    }
}

/* "v1.l", "v1.h", "sext(v1)" */
void machine_take_part(struct machine_word *word, struct machine_operand *part) {
    char last = word->length > 2 && word->at[word->length - 2] == '.' ? word->at[word->length - 1] : ' ';
    if (last == 'l' || last == 'h') {
        part->width = 16;
        part->shift = last == 'h' ? 16 : 0;
        word->length -= 2;
    }
    if (machine_word_begins(*word, "sext(") && word->at[word->length - 1] == ')') {
        part->is_signed = true;
        word->at += 5;
        word->length -= 6;
    }
}

/* ---- after the operands ---- */

/* SDWA: which part of a register. */
static bool read_selector(struct machine_word word, struct machine_instruction *i) {
    static const struct {
        const char *name;
        uint8_t shift, width;
    } parts[] = {{"BYTE_0", 0, 8},  {"BYTE_1", 8, 8},   {"BYTE_2", 16, 8}, {"BYTE_3", 24, 8},
                 {"WORD_0", 0, 16}, {"WORD_1", 16, 16}, {"DWORD", 0, 0}};
    struct machine_operand *o = machine_take_prefix(&word, "dst_sel:")    ? &i->target
                                : machine_take_prefix(&word, "src0_sel:") ? &i->source[0]
                                : machine_take_prefix(&word, "src1_sel:") ? &i->source[1]
                                                                          : NULL;
    for (size_t k = 0; o && k < sizeof parts / sizeof *parts; k++)
        if (machine_word_is(word, parts[k].name)) {
            o->shift = parts[k].shift;
            o->width = parts[k].width;
            return true;
        }
    if (!machine_take_prefix(&word, "dst_unused:"))
        return false;
    i->target.is_signed = machine_word_is(word, "UNUSED_SEXT");
    i->pads = i->target.is_signed || machine_word_is(word, "UNUSED_PAD");
    return i->pads || machine_word_is(word, "UNUSED_PRESERVE");
}

/* "op_sel:[0,1]" and so on: as many digits as sources, or one more for the target. */
static bool take_digits(struct machine_word word, const char *name, uint32_t least, uint32_t most, uint8_t *bits) {
    if (!machine_take_prefix(&word, name) || word.length < 2 * least + 1 || word.length > 2 * most + 1)
        return false;
    *bits = 0;
    for (uint32_t k = 0; 2 * k + 1 < word.length; k++)
        *bits |= (uint8_t)((word.at[2 * k + 1] == '1') << k);
    return true;
}

static bool has_pair(const struct machine_instruction *i) {
    return i->packed || i->operation == MACHINE_PACKED_MOV || i->operation == MACHINE_FLOAT_MIX ||
           i->operation == MACHINE_DOT4_EITHER || i->operation == MACHINE_MATRIX;
}

static bool read_pair(struct machine_word word, struct machine_instruction *i, uint32_t sources) {
    static const char *const names[] = {"op_sel:", "op_sel_hi:", "neg_lo:", "neg_hi:"};
    for (size_t which = 0; which < 4; which++)
        if (take_digits(word, names[which], sources, sources, &i->pair[which]))
            return true;
    return false;
}

/* An operand of 16 bits takes them from the low or the high half of a register. */
static bool read_halves(struct machine_word word, struct machine_instruction *i, uint32_t sources) {
    uint8_t high;
    if (!take_digits(word, "op_sel:", sources, sources + 1, &high))
        return false;
    for (uint32_t k = 0; k < sources; k++)
        if (i->source[k].kind != MACHINE_LITERAL && high >> k & 1) {
            i->source[k].width = 16;
            i->source[k].shift = 16;
        }
    if (high >> sources & 1) {
        i->target.width = 16;
        i->target.shift = 16;
    }
    return true;
}

/* v_permlane16 says whether lanes that are not active give what they have, and whether they give 0 otherwise. */
static bool read_rows(struct machine_word word, struct machine_instruction *i) {
    uint8_t bits;
    if (!take_digits(word, "op_sel:", 2, 4, &bits))
        return false;
    i->move.of_absent = bits & 1;
    i->move.zeroes = bits >> 1 & 1;
    return true;
}

static bool read_move(struct machine_word word, struct machine_instruction *i) {
    static const struct {
        const char *name;
        uint8_t kind;
    } moves[] = {{"row_shl:", MACHINE_ROW_SHIFT_LEFT},  {"row_shr:", MACHINE_ROW_SHIFT_RIGHT},
                 {"row_ror:", MACHINE_ROW_ROTATE},      {"row_mirror", MACHINE_ROW_MIRROR},
                 {"row_share:", MACHINE_ROW_SHARE},     {"row_half_mirror", MACHINE_ROW_HALF_MIRROR},
                 {"row_newbcast:", MACHINE_ROW_SHARE},  {"row_xmask:", MACHINE_ROW_XOR},
                 {"row_bcast:", MACHINE_ROW_BROADCAST}, {"wave_shr:", MACHINE_WAVE_SHIFT_RIGHT},
                 {"quad_perm:", MACHINE_QUAD_PERMUTE},  {"dpp8:", MACHINE_EIGHT}};
    for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
        struct machine_word rest = word;
        int64_t value = 0;
        if (!machine_take_prefix(&rest, moves[k].name))
            continue;
        i->move.kind = moves[k].kind;
        bool list = rest.length > 2 && *rest.at == '[';
        unsigned bits = moves[k].kind == MACHINE_EIGHT ? 3 : 2;
        for (uint32_t at = 1; list && at < rest.length; at += 2)
            i->move.amount |= (uint32_t)(rest.at[at] - '0') << (bits * (at / 2));
        if (!list && rest.length && !machine_number(rest, &value))
            return false;
        i->move.amount |= (uint32_t)value;
        return true;
    }
    return false;
}

static bool read_move_detail(struct machine_word word, struct machine_instruction *i) {
    int64_t value;
    bool rows = machine_take_prefix(&word, "row_mask:"), banks = !rows && machine_take_prefix(&word, "bank_mask:");
    if (rows || banks) {
        bool good = machine_number(word, &value);
        *(rows ? &i->move.rows : &i->move.banks) = good ? (uint8_t)value : 0;
        return good;
    }
    i->move.zeroes |= machine_word_is(word, "bound_ctrl:1") || machine_word_is(word, "bound_ctrl:0");
    i->move.of_absent |= machine_word_is(word, "fi:1");
    return machine_word_begins(word, "bound_ctrl:") || machine_word_begins(word, "fi:");
}

bool machine_has_float_result(const struct machine_instruction *i) {
    bool is_integer = i->operation == MACHINE_FLOAT_EXPONENT || i->operation == MACHINE_FLOAT_TO_I ||
                      i->operation == MACHINE_FLOAT_TO_U;
    return !is_integer && i->operation >= MACHINE_FLOAT_MIX && i->operation <= MACHINE_FLOAT_CONVERT;
}

static bool read_output(struct machine_word word, struct machine_instruction *i) {
    static const char *const names[] = {"div:2", "", "mul:2", "mul:4"};
    bool sum = i->operation >= MACHINE_ADD && i->operation <= MACHINE_SUB_I && i->unit == MACHINE_VALU;
    bool dot = i->operation >= MACHINE_DOT4_U && i->operation <= MACHINE_DOT4_EITHER;
    if (machine_word_is(word, "clamp"))
        return i->clamps = sum || dot || (i->operation == MACHINE_MATRIX && i->combine == MACHINE_I32_IU8) ||
                           machine_has_float_result(i);
    for (size_t k = 0; k < 4; k++)
        if (machine_word_is(word, names[k])) {
            i->doubles = (int8_t)((int)k - 1);
            return machine_has_float_result(i);
        }
    return false;
}

static bool read_table(struct machine_word word, struct machine_instruction *i) {
    int64_t value;
    bool good = i->operation == MACHINE_BIT_TABLE && machine_take_prefix(&word, "bitop3:") &&
                machine_number(word, &value) && value >= 0 && value <= UINT8_MAX;
    i->combine = good ? (uint8_t)value : i->combine;
    return good;
}

/* A result of 16 bits leaves the rest of its register alone, but on gfx9, where most set it to 0 (LLVM's
 * GCNSubtarget::zeroesHigh16BitsOfDest). */
static void set_half(const struct machine_reader *r, struct machine_instruction *i) {
    bool keeps = machine_traits(r->code->processor)->has_work_group_processors;
    if (i->bits == 16 && !i->packed && keeps && i->target.kind == MACHINE_VECTOR && !i->target.width && !i->pads)
        i->target.width = 16;
}

/* gfx1250 reads 32 bits of a source that is no vector, for both (LLVM's
 * hasPKF32InstsReplicatingLower32BitsOfScalarInput).
 */
static void replicate_scalars(struct machine_instruction *i, uint32_t sources) {
    for (uint32_t k = 0; k < sources; k++)
        if (i->source[k].kind != MACHINE_VECTOR)
            for (int half = 0; half < 2; half++)
                i->pair[half] &= (uint8_t)~(1u << k);
}

static bool ends_with(struct machine_word word, const char *text) {
    size_t length = strlen(text);
    return word.length >= length && memcmp(word.at + word.length - length, text, length) == 0;
}

bool machine_read_vector_modifiers(struct machine_reader *r, struct machine_instruction *i, uint32_t sources) {
    struct machine_word word;
    bool pair = has_pair(i), rows = i->operation == MACHINE_PERMUTE_ROWS, sdwa = ends_with(r->mnemonic, "_sdwa"),
         dpp = ends_with(r->mnemonic, "_dpp");
    i->pair[1] = i->packed || i->operation == MACHINE_PACKED_MOV ? 7 : 0;
    i->move.rows = i->move.banks = 0xF;
    while ((word = machine_take_word(&r->modifiers)).length)
        if (!(pair   ? read_pair(word, i, sources)
              : rows ? read_rows(word, i)
                     : read_halves(word, i, sources)) &&
            !(sdwa && read_selector(word, i)) && !(dpp && (read_move(word, i) || read_move_detail(word, i))) &&
            !read_output(word, i) && !read_table(word, i))
            return machine_refuse(r, "a modifier:", word);
    set_half(r, i);
    if (i->packed && i->bits == 32 && machine_is_one_of(r, MACHINE_GFX125))
        replicate_scalars(i, sources);
    for (uint32_t k = 0; k < sources && i->bits == 32 && i->packed; k++)
        if (i->source[k].kind == MACHINE_LITERAL && (i->pair[0] | i->pair[1]) >> k & 1)
            return machine_refuse(r, "the high half of a number:", r->mnemonic);
    return true;
}
