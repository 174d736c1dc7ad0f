/* Operands: registers, numbers, names of labels. */
#include "mmra/machine/machine_reader.h"

#include <string.h>

#define INVERSE_OF_TWO_PI 0x3E22F983

/* The floats that have a short encoding, as the bits that they are. */
static bool read_float(struct machine_word word, int64_t *number) {
    static const struct {
        const char *text;
        uint32_t bits;
    } floats[] = {{"0.5", 0x3F000000},
                  {"-0.5", 0xBF000000},
                  {"1.0", 0x3F800000},
                  {"-1.0", 0xBF800000},
                  {"2.0", 0x40000000},
                  {"-2.0", 0xC0000000},
                  {"4.0", 0x40800000},
                  {"-4.0", 0xC0800000},
                  {"0.15915494", INVERSE_OF_TWO_PI},
                  {"0.15915494309189532", INVERSE_OF_TWO_PI},
                  {"0.1592", INVERSE_OF_TWO_PI}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (machine_word_is(word, floats[i].text)) {
            *number = floats[i].bits;
            return true;
        }
    return false;
}

/* All but 1 / (2 pi) are powers of two. */
uint64_t machine_convert_float(uint32_t bits, unsigned width) {
    unsigned fraction = width == 64 ? 52 : 10, exponent_bits = width == 64 ? 11 : 5;
    uint64_t sign = (uint64_t)(bits >> 31) << (width - 1);
    uint64_t exponent = (bits >> 23 & 0xFF) - 127 + (UINT64_C(1) << (exponent_bits - 1)) - 1;
    if (bits == INVERSE_OF_TWO_PI)
        return width == 64 ? UINT64_C(0x3FC45F306DC9C882) : 0x3118;
    return sign | exponent << fraction;
}

static bool named_register(struct machine_word word, struct machine_operand *operand) {
    static const struct {
        const char *name;
        uint8_t count;
        uint16_t number;
    } names[] = {{"vcc", 2, MACHINE_VCC},
                 {"vcc_lo", 1, MACHINE_VCC},
                 {"vcc_hi", 1, MACHINE_VCC + 1},
                 {"exec", 2, MACHINE_EXEC},
                 {"exec_lo", 1, MACHINE_EXEC},
                 {"exec_hi", 1, MACHINE_EXEC + 1},
                 {"flat_scratch", 2, MACHINE_VCC - 2}, /* on gfx9, where no other name has these numbers */
                 {"flat_scratch_lo", 1, MACHINE_VCC - 2},
                 {"flat_scratch_hi", 1, MACHINE_VCC - 1},
                 {"m0", 1, MACHINE_M0},
                 {"null", 1, MACHINE_NULL},
                 {"src_scc", 1, MACHINE_SCC}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (machine_word_is(word, names[i].name)) {
            *operand = (struct machine_operand){MACHINE_SCALAR, names[i].count, names[i].number};
            return true;
        }
    return false;
}

/* "7" or "[4:7]" */
static bool take_numbers(struct machine_word word, int64_t *first, int64_t *last) {
    if (!word.length || *word.at != '[') {
        if (!word.length || *word.at < '0' || *word.at > '9' || !machine_number(word, first))
            return false;
        *last = *first;
        return true;
    }
    const char *colon = memchr(word.at, ':', word.length);
    if (word.at[word.length - 1] != ']')
        return false;
    if (!colon)
        return machine_number((struct machine_word){word.at + 1, word.length - 2}, first) && (*last = *first, true);
    struct machine_word low = {word.at + 1, (size_t)(colon - word.at) - 1};
    struct machine_word high = {colon + 1, (size_t)(word.at + word.length - 1 - (colon + 1))};
    return machine_number(low, first) && machine_number(high, last);
}

static bool numbered_register(const struct machine_reader *r, struct machine_word word,
                              struct machine_operand *operand) {
    static const struct {
        const char *prefix;
        uint8_t kind;
        uint16_t base, limit, families;
    } files[] = {{"ttmp", MACHINE_SCALAR, MACHINE_TTMP, 16, MACHINE_ALL},
                 {"s", MACHINE_SCALAR, 0, MACHINE_VCC, MACHINE_ALL},
                 {"v", MACHINE_VECTOR, 0, MACHINE_VECTORS, MACHINE_GFX125},
                 {"v", MACHINE_VECTOR, 0, MACHINE_ACCUMULATORS, MACHINE_ALL},
                 {"a", MACHINE_VECTOR, MACHINE_ACCUMULATORS, MACHINE_ACCUMULATORS, MACHINE_GFX9}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t length = strlen(files[i].prefix);
        int64_t first, last;
        if (!machine_is_one_of(r, files[i].families) || !machine_word_begins(word, files[i].prefix) ||
            !take_numbers((struct machine_word){word.at + length, word.length - length}, &first, &last))
            continue;
        if (first < 0 || first > last || last >= files[i].limit || last - first >= 16)
            return false;
        *operand =
            (struct machine_operand){files[i].kind, (uint8_t)(last - first + 1), (uint16_t)(files[i].base + first)};
        return true;
    }
    return false;
}

static bool is_label(struct machine_word word) {
    for (size_t i = 0; i < word.length; i++) {
        char c = word.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' ||
              (i && c >= '0' && c <= '9')))
            return false;
    }
    return word.length > 0;
}

/* "table@rel32@lo+4": how far it is from what s_getpc gave, which is where all code begins, and a number: bytes of code
 * since then, and of the table. machine_resolve_distances() makes a number of it all. */
static bool read_distance(const struct machine_reader *r, struct machine_word word, struct machine_operand *operand) {
    static const char *const halves[] = {"@rel32@lo", "@rel32@hi", "@rel64"};
    for (uint8_t half = 0; half < 3 && r->executes; half++)
        for (size_t at = 1; at + strlen(halves[half]) <= word.length; at++)
            if (memcmp(word.at + at, halves[half], strlen(halves[half])) == 0) {
                *operand = (struct machine_operand){.kind = MACHINE_LITERAL, .number = half == 1};
                operand->name = arena_copy_string(r->arena, word.at, at);
                size_t end = at + strlen(halves[half]);
                bool adds = end < word.length && word.at[end] == '+';
                struct machine_word rest = {word.at + end + adds, word.length - end - adds};
                return !rest.length || machine_number(rest, &operand->value);
            }
    return false;
}

/* "lit(0x3c000000)", as LLVM 23 writes a number that is no inline constant of the instruction's. */
static struct machine_word without_lit(struct machine_word word) {
    static const char *const begins[] = {"lit(", "lit64("};
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(begins[i]);
        if (machine_word_begins(word, begins[i]) && word.length > length && word.at[word.length - 1] == ')')
            return (struct machine_word){word.at + length, word.length - length - 1};
    }
    return word;
}

bool machine_read_operand(struct machine_reader *r, struct machine_word word, struct machine_operand *operand) {
    int64_t value;
    word = without_lit(word);
    if (named_register(word, operand) || numbered_register(r, word, operand))
        return true;
    if (machine_number(word, &value) || read_float(word, &value)) {
        *operand = (struct machine_operand){.kind = MACHINE_LITERAL, .value = value};
        return true;
    }
    if (machine_word_begins(r->mnemonic, "s_branch") || machine_word_begins(r->mnemonic, "s_cbranch")) {
        if (!is_label(word))
            return machine_fail(r, "not a label:", word);
        *operand = (struct machine_operand){.kind = MACHINE_LABEL};
        operand->name = arena_copy_string(r->arena, word.at, word.length);
        return true;
    }
    if (read_distance(r, word, operand))
        return true;
    return machine_refuse(r, "an operand that is no register of the kernel and no whole number:", word);
}
