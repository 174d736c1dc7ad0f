/* The reader of assembly: lines, labels, directives, and what arithmetic and branches name. */
#include "mmra/machine/machine_matrix.h"
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_reader.h"

#include <stdio.h>
#include <string.h>

enum { MAX_INSTRUCTIONS = 1 << 16 };

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '$' || c == '@';
}

/* ---- instructions ---- */

/* Commas part operands, but not within brackets; what follows the last one after a blank are modifiers. */
static bool split_operands(struct machine_reader *r, struct machine_word text) {
    text = machine_trimmed(text);
    r->operand_count = 0;
    r->modifiers = (struct machine_word){text.at + text.length, 0};
    while (text.length) {
        size_t end = 0;
        for (int depth = 0; end < text.length && (depth > 0 || text.at[end] != ','); end++)
            depth += text.at[end] == '[' || text.at[end] == '('   ? 1
                     : text.at[end] == ']' || text.at[end] == ')' ? -1
                                                                  : 0;
        if (r->operand_count == MACHINE_MAX_OPERANDS)
            return machine_refuse(r, "so many operands:", r->mnemonic);
        struct machine_word operand = machine_trimmed((struct machine_word){text.at, end});
        bool last = end == text.length;
        if (last) {
            r->modifiers = operand;
            operand = machine_take_word(&r->modifiers);
            r->modifiers = machine_trimmed(r->modifiers);
        }
        r->operands[r->operand_count++] = operand;
        text.at += last ? end : end + 1;
        text.length -= last ? end : end + 1;
    }
    return true;
}

static struct machine_operand *next_source(struct machine_instruction *i, uint32_t *sources) {
    return &i->source[(*sources)++];
}

static bool wants(struct machine_reader *r, const struct machine_operand *o, char letter, struct machine_word word) {
    uint32_t count = strchr("DSVAFW", letter) ? 2 : 1;
    bool mask = letter == 'm' || letter == 'n';
    bool fits = strchr("dDxym", letter)      ? o->kind == MACHINE_SCALAR
                : letter == 'k'              ? o->kind == MACHINE_LITERAL
                : strchr("vVhHwWMr", letter) ? o->kind == MACHINE_VECTOR
                : letter == 'N'              ? o->kind == MACHINE_VECTOR || o->kind == MACHINE_LITERAL
                : strchr("sSnt", letter)     ? o->kind == MACHINE_SCALAR || o->kind == MACHINE_LITERAL
                                             : o->kind != MACHINE_NOTHING && o->kind != MACHINE_LABEL;
    if (!fits)
        return machine_refuse(r, "an operand of this kind:", word);
    if (strchr("dDxym", letter) && o->kind == MACHINE_SCALAR && o->number == MACHINE_SCC)
        return machine_fail(r, "it is only read:", word);
    bool null = o->kind == MACHINE_SCALAR && o->number == MACHINE_NULL;
    bool any = letter == 'M' || letter == 'N';
    return mask || null || any || o->kind == MACHINE_LITERAL || o->count == count ||
           machine_fail(r, "an operand of another width is expected:", word);
}

/* v_dual_cndmask and others leave VCC out. */
static struct machine_operand implied_mask(const struct machine_reader *r) {
    bool narrow = r->code->kernel.wave32 && machine_traits(r->code->processor)->has_work_group_processors;
    uint8_t count = narrow ? 1 : 2;
    return (struct machine_operand){MACHINE_SCALAR, count, MACHINE_VCC};
}

/* "hwreg(HW_REG_SHADER_CYCLES, 0, 20)", "sendmsg(MSG_RTN_GET_REALTIME)" */
static bool is_clock(struct machine_word word) {
    return machine_word_begins(word, "hwreg(HW_REG_SHADER_CYCLES") ||
           machine_word_is(word, "sendmsg(MSG_RTN_GET_REALTIME)");
}

static void put_operand(struct machine_instruction *i, char letter, struct machine_operand o, uint32_t *sources) {
    if (strchr("hHt", letter) && !o.width) {
        o.width = 16;
        o.shift = letter == 'h' ? 0 : 16;
    }
    if (letter == 'm')
        i->carry_out = o;
    else if (letter == 'n')
        i->source[2] = o;
    else if (letter == '+')
        i->more[0] = o;
    else if (strchr("ldDvVxyhHwWM", letter))
        i->target = o;
    else
        *next_source(i, sources) = o;
    if (letter == 'x')
        *next_source(i, sources) = o;
    if (strchr("wWy", letter))
        i->source[2] = o;
    if (letter == 'k')
        i->source[*sources - 1].value = (int16_t)o.value;
}

/* A matrix's number is a sum, and has not the type of the factors. */
static unsigned bits_of_number(const struct machine_opcode *opcode, char letter) {
    if (strchr("DSVAF", letter) && !opcode->packed)
        return 64;
    return opcode->from && letter != 'N' ? opcode->from : opcode->bits;
}

static bool is_float(uint8_t unit, uint8_t operation) {
    return (unit == MACHINE_SALU || unit == MACHINE_VALU || unit == MACHINE_COMPARE) &&
           ((operation >= MACHINE_FLOAT_PACK_U16 && operation <= MACHINE_FLOAT_CONVERT) ||
            (operation >= MACHINE_FLOAT_EQ && operation <= MACHINE_FLOAT_NLG));
}

/* Two halves that are integers: a number that is printed as a float has the bits of one of 32 bits, and each half takes
 * its part of them (LLVM, getInlineEncodingV216). */
static bool is_packed_integer(const struct machine_opcode *opcode) {
    return opcode->packed && opcode->bits == 16 && !is_float(opcode->unit, opcode->operation);
}

/* Whether a number that is printed as a float is one to the instruction. */
static bool may_be_float(const struct machine_opcode *opcode, char letter, unsigned bits) {
    if (letter == 'N')
        return opcode->combine < MACHINE_F16_F16;
    return letter != 'p' && (bits != 16 || letter == 'f' || letter == 's' || is_packed_integer(opcode));
}

/* A number that is printed as a float has the bits of the source's type; a literal is the upper half of a float of 64
 * bits, but on gfx1250 it may have all of them. */
static bool adjust_number(struct machine_reader *r, const struct machine_opcode *opcode, char letter,
                          struct machine_word word, struct machine_operand *o) {
    bool is_float = memchr(word.at, '.', word.length) != NULL;
    unsigned bits = bits_of_number(opcode, letter);
    if (o->kind != MACHINE_LITERAL || o->name)
        return true;
    if (is_float && bits != 32 && !is_packed_integer(opcode))
        o->value = (int64_t)machine_convert_float((uint32_t)o->value, bits);
    else if (letter == 'F' && machine_word_begins(word, "0x") && (uint64_t)o->value <= UINT32_MAX)
        o->value = (int64_t)((uint64_t)o->value << 32);
    return !is_float || may_be_float(opcode, letter, bits) ||
           machine_refuse(r, "a float where the instruction has other numbers:", word);
}

static bool read_one(struct machine_reader *r, const struct machine_opcode *opcode, char letter, uint32_t at,
                     struct machine_instruction *i, uint32_t *sources) {
    struct machine_operand o = implied_mask(r), part = {0};
    if (letter == '+' || (letter == 'n' && at == r->operand_count)) {
        put_operand(i, letter, o, sources);
        return true;
    }
    if (at >= r->operand_count)
        return machine_fail(r, "operands are missing:", r->mnemonic);
    struct machine_word word = r->operands[at];
    if (letter == '?')
        return is_clock(word) || machine_refuse(r, "a register:", word);
    if (strchr("fF", letter))
        machine_take_signs(&word, i, *sources);
    if (strchr("vVaAfFwhH", letter))
        machine_take_part(&word, &part);
    if (!machine_read_operand(r, word, &o))
        return false;
    o.shift = part.shift;
    o.width = part.width;
    o.is_signed = part.is_signed;
    if (opcode->unit == MACHINE_SALU && o.kind == MACHINE_VECTOR)
        return machine_refuse(r, "an operand of this kind:", word);
    if (letter == 'l' ? o.kind != MACHINE_LABEL : !wants(r, &o, letter, word))
        return machine_fail(r, "not a label:", word);
    if (!adjust_number(r, opcode, letter, word, &o))
        return false;
    put_operand(i, letter, o, sources);
    return true;
}

static bool read_form(struct machine_reader *r, const struct machine_opcode *opcode, struct machine_instruction *i) {
    uint32_t at = 0, sources = 0;
    bool is_vector = opcode->unit == MACHINE_VALU || opcode->unit == MACHINE_COMPARE;
    for (const char *letter = opcode->form; *letter; letter++) {
        if (!read_one(r, opcode, *letter, at, i, &sources))
            return false;
        at += *letter != '+' && at < r->operand_count;
    }
    if (!machine_took_all(r, at))
        return false;
    if (is_vector && !machine_read_vector_modifiers(r, i, sources))
        return false;
    if (opcode->operation == MACHINE_PACKED_MOV)
        i->source[2] = (struct machine_operand){.kind = MACHINE_LITERAL, .value = i->pair[0]};
    return !r->modifiers.length || strchr(opcode->form, '?') || machine_refuse(r, "a modifier:", r->modifiers);
}

static bool read_arithmetic(struct machine_reader *r, struct machine_instruction *i) {
    static const char message[] = "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)";
    if (i->text && strcmp(i->text, message) == 0)
        return true; /* before s_endpgm: nothing is waited for */
    const struct machine_opcode *opcode = machine_find_opcode(r->mnemonic, r->code->processor, r->executes);
    if (!opcode)
        return machine_refuse(r, "instruction", r->mnemonic);
    i->unit = opcode->unit;
    i->operation = opcode->operation;
    i->bits = opcode->bits;
    i->carry = opcode->carry;
    i->combine = opcode->combine;
    i->from = opcode->from;
    i->packed = opcode->packed;
    i->reversed = opcode->reversed;
    i->writes_exec = opcode->writes_exec;
    r->code->has_floats |= is_float(i->unit, i->operation);
    return opcode->form[0] == '*' || read_form(r, opcode, i);
}

static struct machine_instruction begin_instruction(const struct machine_reader *r, struct machine_word whole) {
    struct machine_instruction i = {.line = r->line,
                                    .origin = r->origin,
                                    .origin_column = r->origin_column,
                                    .origin_file = r->origin_file,
                                    .inlined = r->inlined};
    memset(i.wait, MACHINE_NO_WAIT, sizeof i.wait);
    i.text = arena_copy_string(r->arena, whole.at, whole.length);
    return i;
}

/* Code whose comments do not name the registers that s_set_vgpr_msb is for is not LLVM's. */
static bool names_registers(struct machine_reader *r) {
    bool set = machine_word_is(r->mnemonic, "s_set_vgpr_msb"), scalar = machine_word_begins(r->mnemonic, "s_");
    int64_t number;
    if (set && (r->operand_count != 1 || !machine_number(r->operands[0], &number)))
        return machine_refuse(r, "operands of", r->mnemonic);
    if (set)
        r->high_registers = number & UINT8_MAX;
    else if (!scalar && r->high_registers && !r->names_high)
        return machine_refuse(r, "vector registers from v256 on that no comment names:", r->mnemonic);
    r->high_registers &= scalar;
    return true;
}

static bool read_known(struct machine_reader *r, struct machine_word text, struct machine_instruction *i) {
    bool known = false;
    if (!split_operands(r, text) || !names_registers(r))
        return false;
    return machine_read_order(r, i, &known) && (known || machine_read_memory(r, i, &known)) &&
           (known || machine_read_export(r, i, &known)) && (known || read_arithmetic(r, i));
}

static bool read_instruction(struct machine_reader *r, struct machine_word text, struct machine_word whole) {
    struct machine_instruction i = begin_instruction(r, whole);
    r->mnemonic = machine_take_word(&text);
    if (r->code->count == MAX_INSTRUCTIONS)
        return machine_refuse(r, "more than 65536 instructions, at", r->mnemonic);
    if (!read_known(r, text, &i)) {
        if (!r->surveys && !(r->lenient && r->code->unsupported))
            return false;
        i = begin_instruction(r, whole);
        i.unit = MACHINE_OTHER;
        i.refused = r->lenient ? r->code->error : NULL;
        r->code->error = NULL;
    }
    *ARENA_PUSH(r->arena, r->code->instructions, r->code->count, r->code->capacity) = i;
    return true;
}

static bool reads_target(const struct machine_instruction *reader, const struct machine_instruction *writer) {
    for (int s = 0; s < 3; s++)
        if (machine_overlaps(&reader->source[s], &writer->target))
            return true;
    return false;
}

/* "v_swap_b32 v0, v1" exchanges them in each lane, and so do three differences in turn: there is no other register.
 * "v_swap_b16 v0.l, v1.h" does so with halves. */
static bool read_swap(struct machine_reader *r, struct machine_word line) {
    char text[64];
    struct machine_word operands = line, name = machine_take_word(&operands);
    const char *bits = name.at + name.length - 2;
    const char *comma = memchr(operands.at, ',', operands.length);
    size_t first = comma ? (size_t)(comma - operands.at) : 0;
    struct machine_word sides[2] = {machine_trimmed((struct machine_word){operands.at, first}), {"", 0}};
    if (comma)
        sides[1] = machine_trimmed((struct machine_word){comma + 1, operands.length - first - 1});
    bool same = sides[0].length == sides[1].length && memcmp(sides[0].at, sides[1].at, sides[0].length) == 0;
    for (int k = 0; k < 3; k++) {
        struct machine_word to = sides[k == 1], from = sides[k != 1];
        int length = snprintf(text, sizeof text, "v_xor_b%.2s %.*s, %.*s, %.*s", bits, (int)to.length, to.at,
                              (int)to.length, to.at, (int)from.length, from.at);
        if (same || length >= (int)sizeof text)
            return machine_refuse(r, "operands of", line);
        char *one = arena_copy_string(r->arena, text, (size_t)length);
        if (!read_instruction(r, (struct machine_word){one, (size_t)length}, line))
            return false;
    }
    return true;
}

/* On gfx9 the numbers of some vector registers have M0's added from s_set_gpr_idx_on to _off (ISA guide of CDNA3, "VGPR
 * Indexing"). Such an instruction has a row whose name ends with theirs; there is one for moves, the only ones that
 * LLVM puts there. After a label it is not known whether the numbers are added. */
static bool read_indexed(struct machine_reader *r, struct machine_word line) {
    struct machine_word rest = line, name = machine_take_word(&rest);
    size_t suffix = name.length > 4 && memcmp(name.at + name.length - 4, "_e32", 4) == 0 ? 4 : 0;
    char text[128];
    int length = snprintf(text, sizeof text, "%.*s%s %.*s", (int)(name.length - suffix), name.at, r->indexed,
                          (int)rest.length, rest.at);
    if (length >= (int)sizeof text)
        return machine_refuse(r, "operands of", line);
    const char *one = arena_copy_string(r->arena, text, (size_t)length);
    return read_instruction(r, (struct machine_word){one, (size_t)length}, line);
}

/* "s_set_gpr_idx_on s0, gpr_idx(SRC0)" says which registers M0 is added to from here on. */
static bool begin_indexes(struct machine_reader *r, struct machine_word line) {
    static const struct {
        const char *spelled, *behind, *bits;
    } ways[] = {{"gpr_idx(SRC0)", "(SRC0)", "1"}, {"gpr_idx(DST)", "(DST)", "8"}};
    struct machine_word rest = line, name = machine_take_word(&rest);
    char text[64] = "";
    if (!split_operands(r, rest))
        return false;
    for (size_t k = 0; k < sizeof ways / sizeof *ways && r->operand_count == 2; k++)
        if (machine_word_is(r->operands[1], ways[k].spelled)) {
            r->indexed = ways[k].behind;
            snprintf(text, sizeof text, "%.*s(M0) m0, %.*s, %s, m0", (int)name.length, name.at,
                     (int)r->operands[0].length, r->operands[0].at, ways[k].bits);
        }
    const char *one = arena_copy_string(r->arena, text, strlen(text));
    return read_instruction(r, *text ? (struct machine_word){one, strlen(text)} : line, line);
}

/* "v_dual_X ... :: v_dual_Y ...": both read before either writes, so the one that is read from goes second. */
static bool read_dual(struct machine_reader *r, struct machine_word text, size_t middle) {
    struct machine_word halves[2] = {{text.at, middle}, {text.at + middle + 2, text.length - middle - 2}};
    uint32_t first = r->code->count;
    for (int half = 0; half < 2; half++) {
        struct machine_word one = machine_trimmed(halves[half]);
        if (!machine_word_begins(one, "v_dual_"))
            return machine_refuse(r, "instruction", one);
        char *single = arena_copy_string(r->arena, one.at + 5, one.length - 5);
        single[0] = 'v';
        single[1] = '_';
        if (!read_instruction(r, (struct machine_word){single, one.length - 5}, text))
            return false;
    }
    struct machine_instruction *a = &r->code->instructions[first], *b = a + 1, swapped = *a;
    if (!reads_target(b, a) || r->surveys)
        return true;
    if (reads_target(a, b))
        return machine_refuse(r, "two in one that exchange registers:", text);
    *a = *b;
    *b = swapped;
    return true;
}

/* ---- lines ---- */

/* How long the comment is that begins at `at`; 0 if none does. All but one that is closed last to the line's end. */
static size_t comment_length(struct machine_word line, size_t at) {
    size_t left = line.length - at;
    if (line.at[at] == ';' || (left > 1 && line.at[at] == '/' && line.at[at + 1] == '/'))
        return left;
    if (left < 2 || line.at[at] != '/' || line.at[at + 1] != '*')
        return 0;
    for (size_t i = 2; i + 1 < left; i++)
        if (line.at[at + i] == '*' && line.at[at + i + 1] == '/')
            return i + 2;
    return left;
}

/* gfx1250: LLVM writes v320 as v64, the low bits of its number, with the whole name in a comment after it; the other
 * bits are what s_set_vgpr_msb says. The comment takes the place of both. */
static struct machine_word with_high_registers(struct machine_reader *r, struct machine_word line) {
    char *text = NULL;
    size_t length = 0; /* of what becomes of the line before `at` */
    for (size_t at = 0; machine_is_one_of(r, MACHINE_GFX125) && at < line.length; at++) {
        bool begins = line.length - at > 5 && memcmp(line.at + at, "/*v", 3) == 0;
        size_t comment = begins ? comment_length(line, at) : 0;
        if (comment < 6 || memcmp(line.at + at + comment - 2, "*/", 2) != 0) {
            size_t kept = comment ? comment : 1;
            if (text)
                memcpy(text + length, line.at + at, kept);
            length += kept;
            at += kept - 1;
            continue;
        }
        if (!text)
            text = arena_copy_string(r->arena, line.at, line.length);
        length -= length && text[length - 1] == ' ';
        while (length && strchr("0123456789[:].lhv", text[length - 1]))
            length--;
        memcpy(text + length, line.at + at + 2, comment - 4);
        length += comment - 4;
        at += comment - 1;
    }
    r->names_high = text != NULL;
    return text ? (struct machine_word){text, length} : line;
}

/* The line without comments. LLVM puts one among the modifiers of a load whose cache policy it does not expect. */
static struct machine_word statement_of(struct machine_reader *r, struct machine_word line) {
    for (size_t i = 0; i < line.length; i++) {
        i += machine_quoted_length((struct machine_word){line.at + i, line.length - i});
        size_t length = i < line.length ? comment_length(line, i) : 0;
        if (length && i + length < line.length) {
            char *copy = arena_copy_string(r->arena, line.at, line.length);
            memset(copy + i, ' ', length);
            line.at = copy;
        } else if (length) {
            line.length = i;
        }
    }
    return machine_trimmed(line);
}

/* The name as .amdhsa_kernel has it, without the backslashes that quotes need. */
static struct mmra_name label_of(struct machine_reader *r, struct machine_word spelled) {
    char *name = arena_copy_string(r->arena, spelled.at, spelled.length);
    size_t length = 0;
    for (size_t i = 0; i < spelled.length; i++) {
        i += spelled.at[i] == '\\' && i + 1 < spelled.length;
        name[length++] = spelled.at[i];
    }
    name[length] = '\0';
    return (struct mmra_name){name, length, 0};
}

static bool take_label(struct machine_reader *r, struct machine_word *line) {
    size_t length = machine_quoted_length(*line);
    while (length < line->length && is_name(line->at[length]))
        length++;
    if (!length || length == line->length || line->at[length] != ':')
        return false;
    struct machine_code *code = r->code;
    struct mmra_name name = label_of(r, machine_unquoted((struct machine_word){line->at, length}));
    if (r->in_data) {
        machine_label_data(r, name);
    } else if (mmra_names_find(&code->labels, name) == MMRA_INDEX_NONE) { /* else the first counts */
        mmra_names_add(&code->labels, r->arena, name);
        *ARENA_PUSH(r->arena, code->label_targets, code->label_count, code->label_capacity) = code->count;
    }
    line->at += length + 1;
    line->length -= length + 1;
    *line = machine_trimmed(*line);
    return true;
}

/* ".loc 0 9 5    ; k.hip:9:5 @[ k.hip:31:9 ]": LLVM says in a comment alone where inlined code was called. */
static void keep_callers(struct machine_reader *r, struct machine_word line) {
    if (!machine_word_begins(machine_trimmed(line), ".loc"))
        return;
    r->inlined = NULL;
    for (size_t at = 0; at + 3 < line.length; at++)
        if (memcmp(line.at + at, "@[ ", 3) == 0) {
            r->inlined = arena_copy_string(r->arena, line.at + at + 3, line.length - at - 3);
            return;
        }
}

static bool read_line(struct machine_reader *r, struct machine_word line) {
    size_t indent = (size_t)(machine_trimmed(line).at - line.at);
    keep_callers(r, line);
    line = statement_of(r, with_high_registers(r, line));
    if (r->in_metadata) {
        machine_read_metadata(r, line, (uint32_t)indent);
        return true;
    }
    while (take_label(r, &line))
        r->indexed = r->indexed ? "(behind-a-label)" : NULL;
    if (!line.length)
        return true;
    if (*line.at == '.')
        return machine_read_directive(r, line);
    if (machine_word_begins(line, "(then repeated") && r->code->count &&
        r->code->instructions[r->code->count - 1].unit == MACHINE_NO_OPERATION)
        return true; /* what ACO's disassembly says of an s_nop */
    for (size_t i = 0; i + 1 < line.length; i++)
        if (line.at[i] == ':' && line.at[i + 1] == ':')
            return read_dual(r, line, i);
    if ((machine_word_begins(line, "v_swap_b32 ") || machine_word_begins(line, "v_swap_b16 ")) && !r->surveys)
        return read_swap(r, line);
    struct machine_word instead;
    bool about_hardware = r->executes || machine_is_one_of(r, MACHINE_GFX125);
    if (about_hardware && *line.at == 's' && machine_read_program(r, line, &instead))
        return read_instruction(r, instead, line);
    if (machine_word_begins(line, "s_set_gpr_idx_on ") && r->executes && machine_is_one_of(r, MACHINE_GFX9))
        return begin_indexes(r, line);
    if (machine_word_is(line, "s_set_gpr_idx_off"))
        r->indexed = NULL;
    else if (r->indexed && *line.at == 'v')
        return read_indexed(r, line);
    return read_instruction(r, line, line);
}

uint32_t machine_find_label(const struct machine_code *code, const char *name, size_t length) {
    uint32_t found = mmra_names_find(&code->labels, (struct mmra_name){name, length, 0});
    return found == MMRA_INDEX_NONE ? UINT32_MAX : code->label_targets[found];
}

static bool resolve_branches(struct machine_reader *r) {
    for (uint32_t i = 0; i < r->code->count; i++) {
        struct machine_instruction *one = &r->code->instructions[i];
        if (one->unit != MACHINE_BRANCH || one->operation == MACHINE_JUMP)
            continue;
        const char *name = one->target.name;
        uint32_t at = machine_find_label(r->code, name, strlen(name));
        r->line = one->line;
        if (at > r->code->count || (at == r->code->count && !r->lenient)) /* it may stand where nothing ever runs */
            return machine_fail(r, "no instruction stands at the label", (struct machine_word){name, strlen(name)});
        one->target.value = at;
    }
    return true;
}

/* Whether the instruction makes the same of a denormal of 32 bits and of 0: what it packs is rounded to that. */
static bool packs(uint8_t operation, uint8_t flushes) {
    return operation >= MACHINE_FLOAT_PACK_U16 && operation <= MACHINE_FLOAT_PACK_SNORM && flushes == MACHINE_FLUSH_32;
}

/* Directives follow the code. What some instructions make of denormals in such a mode is not documented. */
static bool flush_floats(struct machine_reader *r) {
    for (uint32_t i = 0; i < r->code->count; i++) {
        struct machine_instruction *one = &r->code->instructions[i];
        uint8_t operation = one->operation;
        if (!is_float(one->unit, operation) || packs(operation, r->code->kernel.flushes))
            continue;
        if (operation < MACHINE_FLOAT_FMA
                ? operation != MACHINE_FLOAT_MIX
                : operation == MACHINE_FLOAT_FRACTION || operation == MACHINE_FLOAT_EXPONENT) {
            r->line = one->line;
            machine_refuse(r, "where denormals are 0:", (struct machine_word){one->text, strlen(one->text)});
            if (!r->lenient)
                return false;
            one->unit = MACHINE_OTHER;
            one->refused = r->code->error;
            r->code->error = NULL;
        }
        one->flushes = r->code->kernel.flushes;
    }
    return true;
}

/* `how->code` has its processor and kernel. */
static void read_all(const struct machine_reader *how, const char *text, size_t length) {
    struct machine_reader r = *how;
    struct machine_code *code = r.code;
    const char *end = text + length;
    bool good = true;
    while (good && text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        mmra_work(r.arena->watch, 4);
        size_t taken = stop ? (size_t)(stop - text) : (size_t)(end - text);
        r.line++;
        good = read_line(&r, (struct machine_word){text, taken});
        text += taken + (stop != NULL);
    }
    bool flushes = code->kernel.flushes && code->has_floats && !r.surveys;
    if (good && !r.surveys && code->has_floats && (code->kernel.other_floats || (flushes && !r.executes)))
        good = machine_refuse(&r, "floats that are not rounded to the nearest, or whose denormals are",
                              (struct machine_word){"0", 1});
    good = good && (!flushes || flush_floats(&r));
    machine_resolve_distances(&r);
    if (good && resolve_branches(&r) && code->count == 0)
        machine_fail(&r, "there is no instruction", (struct machine_word){"", 0});
}

static struct machine_code begin_code(enum machine_processor processor) {
    return (struct machine_code){.processor = processor, .kernel = machine_kernel_defaults(processor)};
}

void machine_read(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                  enum machine_processor processor) {
    *code = begin_code(processor);
    read_all(&(struct machine_reader){.code = code, .arena = arena}, text, length);
}

void machine_read_to_execute(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                             enum machine_processor processor) {
    *code = begin_code(processor);
    read_all(&(struct machine_reader){.code = code, .arena = arena, .executes = true}, text, length);
}

void machine_read_one(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                      enum machine_processor processor, const char *kernel) {
    *code = begin_code(processor);
    read_all(
        &(struct machine_reader){.code = code, .arena = arena, .executes = true, .lenient = true, .wanted = kernel},
        text, length);
}

void machine_read_kernel(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                         enum machine_processor processor, const struct machine_kernel *kernel, uint32_t line) {
    *code = (struct machine_code){.processor = processor, .kernel = *kernel};
    read_all(&(struct machine_reader){.code = code, .arena = arena, .line = line}, text, length);
}

void machine_read_driver(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                         enum machine_processor processor, const struct machine_kernel *kernel) {
    *code = (struct machine_code){.processor = processor, .kernel = *kernel};
    read_all(&(struct machine_reader){.code = code, .arena = arena, .executes = true, .lenient = true}, text, length);
}

void machine_survey(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                    enum machine_processor processor) {
    *code = begin_code(processor);
    read_all(&(struct machine_reader){.code = code, .arena = arena, .surveys = true}, text, length);
}
