/* Accesses: vector memory by its three ways, LDS, scalar memory; atomics; the bits at their end. */
#include "mmra/base/bits.h"
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_reader.h"

#include <stdio.h>
#include <string.h>

/* ---- what a suffix says ---- */

struct suffix {
    const char *old, *later, *local; /* up to gfx1030; from gfx11 on; of LDS. NULL: none is spelled so */
    uint8_t dwords, bytes;
    bool sign_extend;
    uint8_t half; /* 1, 2: the low, high half of a register */
};

static const struct suffix loads[] = {{"ubyte", "u8", "u8", 1, 1},
                                      {"sbyte", "i8", "i8", 1, 1, true},
                                      {"ushort", "u16", "u16", 1, 2},
                                      {"sshort", "i16", "i16", 1, 2, true},
                                      {"dword", "b32", "b32", 1},
                                      {"dwordx2", "b64", "b64", 2},
                                      {"dwordx3", "b96", "b96", 3},
                                      {"dwordx4", "b128", "b128", 4},
                                      {"dwordx8", "b256", NULL, 8}, /* scalar alone, as the next */
                                      {"dwordx16", "b512", NULL, 16},
                                      {"ubyte_d16", "d16_u8", "u8_d16", 1, 1, false, 1},
                                      {"ubyte_d16_hi", "d16_hi_u8", "u8_d16_hi", 1, 1, false, 2},
                                      {"sbyte_d16", "d16_i8", "i8_d16", 1, 1, true, 1},
                                      {"sbyte_d16_hi", "d16_hi_i8", "i8_d16_hi", 1, 1, true, 2},
                                      {"short_d16", "d16_b16", "u16_d16", 1, 2, false, 1},
                                      {"short_d16_hi", "d16_hi_b16", "u16_d16_hi", 1, 2, false, 2},
                                      {NULL}};
static const struct suffix stores[] = {{"byte", "b8", "b8", 1, 1},
                                       {"short", "b16", "b16", 1, 2},
                                       {"dword", "b32", "b32", 1},
                                       {"dwordx2", "b64", "b64", 2},
                                       {"dwordx3", "b96", "b96", 3},
                                       {"dwordx4", "b128", "b128", 4},
                                       {"byte_d16_hi", "d16_hi_b8", "b8_d16_hi", 1, 1, false, 2},
                                       {"short_d16_hi", "d16_hi_b16", "b16_d16_hi", 1, 2, false, 2},
                                       {NULL}};

static const struct suffix *find_suffix(const struct machine_reader *r, const struct suffix *list,
                                        struct machine_word name, bool local) {
    bool later = machine_is_one_of(r, MACHINE_NEW);
    for (; list->old; list++) {
        const char *spelled = local ? list->local : later ? list->later : list->old;
        if (spelled && machine_word_is(name, spelled))
            return list;
    }
    return NULL;
}

/* gfx12 alone loads three dwords, bytes and halves into scalar registers. */
static const struct suffix *find_scalar_suffix(const struct machine_reader *r, struct machine_word name) {
    const struct suffix *suffix = find_suffix(r, loads, name, false);
    bool late = suffix && (suffix->dwords == 3 || suffix->bytes);
    return suffix && !suffix->half && (!late || machine_is_one_of(r, MACHINE_GFX12)) ? suffix : NULL;
}

/* Up to gfx1030 a global atomic is of 32 bits, or of 64 with _x2; later, and on LDS, its type follows it, as _u32.
 * Returns the number of dwords; 0: it is no atomic. */
static uint8_t atomic_dwords(struct machine_word suffix, bool typed) {
    if (!typed)
        return !suffix.length ? 1 : machine_word_is(suffix, "_x2") ? 2 : 0;
    if (suffix.length != 4 || *suffix.at != '_' || !strchr("uib", suffix.at[1]))
        return 0;
    return memcmp(suffix.at + 2, "32", 2) == 0 ? 1 : memcmp(suffix.at + 2, "64", 2) == 0 ? 2 : 0;
}

/* A row is what an atomic does to memory, in the spellings of global and of LDS instructions. Signed and unsigned ones
 * differ in their type or in their name. */
static const struct {
    const char *global, *local;
    uint8_t rmw, rmw_signed;
} operations[] = {{"swap", "wrxchg", MACHINE_RMW_XCHG, MACHINE_RMW_XCHG},
                  {"swap", "storexchg", MACHINE_RMW_XCHG, MACHINE_RMW_XCHG},
                  {"cmpswap", "cmpst", MACHINE_COMPARE_SWAP, MACHINE_COMPARE_SWAP},
                  {"cmpswap", "cmpstore", MACHINE_COMPARE_SWAP, MACHINE_COMPARE_SWAP},
                  {"add", "add", MACHINE_RMW_ADD, MACHINE_RMW_ADD},
                  {"sub", "sub", MACHINE_RMW_SUB, MACHINE_RMW_SUB},
                  {"smin", "smin", MACHINE_RMW_MIN, MACHINE_RMW_MIN}, /* global alone */
                  {"umin", "min", MACHINE_RMW_UMIN, MACHINE_RMW_MIN},
                  {"smax", "smax", MACHINE_RMW_MAX, MACHINE_RMW_MAX},
                  {"umax", "max", MACHINE_RMW_UMAX, MACHINE_RMW_MAX},
                  {"min", "min", MACHINE_RMW_UMIN, MACHINE_RMW_MIN},
                  {"max", "max", MACHINE_RMW_UMAX, MACHINE_RMW_MAX},
                  {"and", "and", MACHINE_RMW_AND, MACHINE_RMW_AND},
                  {"or", "or", MACHINE_RMW_OR, MACHINE_RMW_OR},
                  {"xor", "xor", MACHINE_RMW_XOR, MACHINE_RMW_XOR},
                  {"inc", "inc", MACHINE_RMW_UINC_WRAP, MACHINE_RMW_UINC_WRAP},
                  {"dec", "dec", MACHINE_RMW_UDEC_WRAP, MACHINE_RMW_UDEC_WRAP}};

static struct machine_word after(struct machine_word word, size_t length) {
    return (struct machine_word){word.at + length, word.length - length};
}

static void set_suffix(struct machine_instruction *i, const struct suffix *suffix) {
    i->dwords = suffix->dwords;
    i->bytes = suffix->bytes;
    i->sign_extend = suffix->sign_extend;
    i->half = suffix->half;
}

/* Atomics of floats have their type in their name on all processors. */
static const struct {
    const char *name;
    uint8_t rmw, dwords;
} float_atomics[] = {
    {"add_f32", MACHINE_RMW_FADD, 1},     {"add_f64", MACHINE_RMW_FADD, 2},     {"min_f32", MACHINE_RMW_FMIN, 1},
    {"max_f32", MACHINE_RMW_FMAX, 1},     {"min_f64", MACHINE_RMW_FMIN, 2},     {"max_f64", MACHINE_RMW_FMAX, 2},
    {"min_num_f32", MACHINE_RMW_FMIN, 1}, {"max_num_f32", MACHINE_RMW_FMAX, 1}, {"fmin", MACHINE_RMW_FMIN, 1},
    {"fmax", MACHINE_RMW_FMAX, 1},        {"fmin_x2", MACHINE_RMW_FMIN, 2},     {"fmax_x2", MACHINE_RMW_FMAX, 2}};

/* The LDS form "add_rtn_f32" returns what was there. */
static bool find_float_atomic(struct machine_word name, struct machine_instruction *i) {
    char plain[32];
    const char *infix = "_rtn_f";
    size_t length = 0;
    for (size_t at = 0; at < name.length && length + 1 < sizeof plain; at++) {
        bool here = name.length - at >= strlen(infix) && memcmp(name.at + at, infix, strlen(infix)) == 0;
        i->returns |= here;
        at += here ? 4 : 0;
        plain[length++] = name.at[at];
    }
    for (size_t k = 0; k < sizeof float_atomics / sizeof *float_atomics; k++)
        if (machine_word_is((struct machine_word){plain, length}, float_atomics[k].name)) {
            i->operation = MACHINE_RMW;
            i->rmw = float_atomics[k].rmw;
            i->dwords = float_atomics[k].dwords;
            return true;
        }
    return false;
}

static bool cache_bit(struct machine_word word, enum machine_processor processor, uint8_t *bits) {
    for (size_t i = 0; i < MACHINE_BITS; i++)
        if (machine_bits[i].families & machine_traits(processor)->families &&
            machine_word_is(word, machine_bits[i].name)) {
            *bits |= machine_bits[i].bit;
            return true;
        }
    return false;
}

static bool read_scope(struct machine_word word, uint8_t *scope) {
    for (uint8_t i = 0; i < MACHINE_SCOPES; i++)
        if (machine_word_is(word, machine_scopes[i])) {
            *scope = i;
            return true;
        }
    return false;
}

/* th:TH_ATOMIC_RETURN and its companions say whether a result is wanted, all else is a hint. */
static bool read_hint(struct machine_word word, uint8_t *cache) {
    if (!machine_word_begins(word, "th:"))
        return false;
    bool returns = machine_word_begins(word, "th:TH_ATOMIC_") && strlen("RETURN") <= word.length &&
                   memcmp(word.at + word.length - 6, "RETURN", 6) == 0;
    *cache |= returns || machine_word_is(word, "th:TH_ATOMIC_RT_RETURN") ? MACHINE_RETURN : 0;
    return true;
}

static bool read_offset(struct machine_word word, const char *name, int32_t *offset) {
    int64_t value;
    size_t length = strlen(name);
    if (!machine_word_begins(word, name) || !machine_number(after(word, length), &value) || value < -(1 << 24) ||
        value > 1 << 24)
        return false;
    *offset = (int32_t)value;
    return true;
}

bool machine_cache_modifier(const struct machine_reader *r, struct machine_word word, struct machine_instruction *i) {
    bool scopes = machine_traits(r->code->processor)->has_scopes;
    return cache_bit(word, r->code->processor, &i->cache) ||
           (scopes && (read_scope(word, &i->scope) || read_hint(word, &i->cache)));
}

static bool is_of_buffer(const struct machine_instruction *i) {
    return i->path == MACHINE_BUFFER || i->path == MACHINE_TEXELS;
}

/* ds_swizzle keeps some of the five bits of a lane's number, then sets some, then turns some. */
static uint32_t swizzle(uint32_t kept, uint32_t set, uint32_t turned) {
    return kept | set << 5 | turned << 10;
}

/* Or a lane takes that of the lane so many further on, of 32. */
static uint32_t rotation(uint32_t backwards, uint32_t lanes) {
    return MACHINE_ROTATES | ((backwards ? 0 - lanes : lanes) & 31);
}

/* "00pi1": of each bit, the highest first, whether it is 0, 1, kept ("p") or turned ("i"). */
static bool read_bits(const char *text, uint32_t *amount) {
    uint32_t kept = 0, set = 0, turned = 0;
    for (uint32_t k = 0; k < 5; k++) {
        uint32_t bit = 16u >> k;
        if (!text[k] || !strchr("01pi", text[k]))
            return false;
        kept |= text[k] == 'p' || text[k] == 'i' ? bit : 0;
        set |= text[k] == '1' ? bit : 0;
        turned |= text[k] == 'i' ? bit : 0;
    }
    *amount = swizzle(kept, set, turned);
    return true;
}

static bool read_named_swizzle(const char *text, size_t size, uint32_t *amount) {
    char name[16];
    unsigned group, lane = 0;
    int length = 0, more = 0;
    if (sscanf(text, "offset:swizzle(%15[A-Z],%u%n", name, &group, &length) != 2)
        return false;
    bool has_lane = sscanf(text + length, ",%u%n", &lane, &more) == 1;
    bool rotates = strcmp(name, "ROTATE") == 0 && has_lane && group <= 1 && lane < 32;
    if (rotates && strcmp(text + length + more, ")") == 0 && (size_t)(length + more) + 1 == size) {
        *amount = rotation(group, lane);
        return true;
    }
    if (strcmp(text + length + more, ")") != 0 || (size_t)(length + more) + 1 != size || !group || group > 32 ||
        (group & (group - 1)))
        return false;
    if (strcmp(name, "BROADCAST") == 0) { /* all lanes of a group take what this one has */
        *amount = swizzle((0 - group) & 31, lane, 0);
        return has_lane && lane < group;
    }
    bool swaps = strcmp(name, "SWAP") == 0; /* neighbouring groups; else the lanes of each are turned round */
    *amount = swizzle(31, 0, swaps ? group : group - 1);
    return !has_lane && (swaps ? group < 32 : strcmp(name, "REVERSE") == 0);
}

/* "offset:swizzle(BROADCAST,32,15)" and so on, as LLVM writes them. */
static bool read_swizzle(struct machine_word word, struct machine_instruction *i) {
    char text[48], bits[6];
    int length = 0;
    snprintf(text, sizeof text, "%.*s", (int)word.length, word.at);
    if (!i->permutes)
        return false;
    i->move.kind = MACHINE_SWIZZLE;
    if (sscanf(text, "offset:swizzle(BITMASK_PERM,\"%5[01pi]\")%n", bits, &length) == 1)
        return (size_t)length == word.length && read_bits(bits, &i->move.amount);
    return read_named_swizzle(text, word.length, &i->move.amount);
}

/* Each lane's dword goes to LDS, for the executor. */
static bool may_go_to_local(const struct machine_reader *r, const struct machine_instruction *i) {
    return r->executes && machine_is_one_of(r, MACHINE_GFX9) && i->path == MACHINE_BUFFER &&
           i->operation == MACHINE_LOAD && !i->bytes && i->dwords == 1;
}

/* gfx1250: a register that is added to a base may count the access's size (LLVM, "scale_offset"), but not in a buffer;
 * "nv" says that nobody changes what is read while the kernel runs. */
static bool read_offset_modifier(const struct machine_reader *r, struct machine_word word,
                                 struct machine_instruction *i) {
    bool scales = machine_word_is(word, "scale_offset") && !is_of_buffer(i);
    if (!machine_is_one_of(r, MACHINE_GFX125) || i->unit == MACHINE_LOCAL)
        return false;
    if (scales)
        i->offset_scale = i->bytes ? i->bytes : (uint8_t)(4 * i->dwords);
    return scales || machine_word_is(word, "nv");
}

static bool read_modifiers(struct machine_reader *r, struct machine_instruction *i) {
    struct machine_word text = r->modifiers, word;
    while ((word = machine_take_word(&text)).length) {
        if (machine_cache_modifier(r, word, i) || read_offset_modifier(r, word, i))
            continue;
        if (i->addresses == 2 &&
            (read_offset(word, "offset0:", &i->offset) || read_offset(word, "offset1:", &i->offset2)))
            continue;
        if (i->addresses == 1 && (read_offset(word, "offset:", &i->offset) || read_swizzle(word, i)))
            continue;
        if (is_of_buffer(i) && machine_word_is(word, "offen"))
            i->offset_in_register = true;
        else if (is_of_buffer(i) && machine_word_is(word, "idxen"))
            i->index_in_register = true;
        else if (machine_word_is(word, "lds") && may_go_to_local(r, i))
            i->to_local = true;
        else if (!machine_word_is(word, "off"))
            return machine_refuse(r, "a modifier:", word);
    }
    return true;
}

/* ---- operands ---- */

bool machine_take(struct machine_reader *r, uint32_t *at, uint8_t kind, uint32_t count,
                  struct machine_operand *operand) {
    if (*at >= r->operand_count)
        return machine_fail(r, "operands are missing:", r->mnemonic);
    struct machine_word word = r->operands[(*at)++];
    if (!machine_read_operand(r, word, operand))
        return false;
    if (operand->kind != kind || (count && operand->count != count))
        return machine_fail(r, "another register is expected:", word);
    return true;
}

bool machine_took_all(struct machine_reader *r, uint32_t at) {
    return at == r->operand_count || machine_refuse(r, "more operands:", r->mnemonic);
}

static uint32_t data_count(const struct machine_instruction *i) {
    uint32_t compared = i->operation == MACHINE_RMW && i->rmw == MACHINE_COMPARE_SWAP ? 2 : 1;
    return i->short_data ? (i->dwords + 1u) / 2 : (uint32_t)i->dwords * compared;
}

/* Reads the base, which follows the address: "off", or a pair of scalar registers. */
static bool take_base(struct machine_reader *r, uint32_t *at, struct machine_instruction *i) {
    if (*at >= r->operand_count)
        return machine_fail(r, "operands are missing:", r->mnemonic);
    if (!machine_word_is(r->operands[*at], "off"))
        return machine_take(r, at, MACHINE_SCALAR, 2, &i->source[2]);
    (*at)++;
    return i->source[0].count == 2 || machine_fail(r, "an address of 64 bits is expected:", r->mnemonic);
}

/* The offset is one number for all lanes: a scalar register has it, or it is written out. */
static bool take_soffset(struct machine_reader *r, uint32_t *at, struct machine_instruction *i) {
    if (*at >= r->operand_count)
        return machine_fail(r, "operands are missing:", r->mnemonic);
    struct machine_word word = r->operands[(*at)++];
    if (!machine_read_operand(r, word, &i->soffset))
        return false;
    return (i->soffset.kind == MACHINE_SCALAR && i->soffset.count == 1) || i->soffset.kind == MACHINE_LITERAL ||
           machine_fail(r, "a scalar register or a number is expected:", word);
}

static bool take_resource(struct machine_reader *r, uint32_t *at, struct machine_instruction *i) {
    return machine_take(r, at, MACHINE_SCALAR, 4, &i->source[2]) && take_soffset(r, at, i);
}

/* Only on gfx1250 a flat access may have a base. */
static bool is_flat_pair(const struct machine_reader *r, const struct machine_instruction *i) {
    return i->path == MACHINE_FLAT && !machine_is_one_of(r, MACHINE_GFX125);
}

static bool take_address(struct machine_reader *r, uint32_t *at, struct machine_instruction *i) {
    if (is_of_buffer(i) && *at < r->operand_count && machine_word_is(r->operands[*at], "off"))
        return ++*at;
    if (!machine_take(r, at, MACHINE_VECTOR, is_flat_pair(r, i) ? 2 : 0, &i->source[0]))
        return false;
    if (i->source[0].count > 2)
        return machine_fail(r, "an address is of one or two registers:", r->mnemonic);
    return !i->offset_scale || i->source[0].count == 1 ||
           machine_refuse(r, "scale_offset without a base:", r->mnemonic);
}

/* global: [result,] address, [data,] base. buffer: [data,] address, resource, offset. */
static bool take_vector_operands(struct machine_reader *r, struct machine_instruction *i) {
    uint32_t at = 0, data = data_count(i);
    bool buffer = is_of_buffer(i), load = i->operation == MACHINE_LOAD;
    i->returns = (load && !i->to_local) ||
                 (i->operation == MACHINE_RMW && i->cache & machine_traits(r->code->processor)->returns_by);
    if (buffer && !i->to_local && !machine_take(r, &at, MACHINE_VECTOR, data, load ? &i->target : &i->source[1]))
        return false;
    if (buffer && i->returns && !load) {
        i->target = i->source[1];
        i->target.count = i->dwords;
    }
    if (!buffer && i->returns && !machine_take(r, &at, MACHINE_VECTOR, i->dwords, &i->target))
        return false;
    if (!take_address(r, &at, i) || (!buffer && !load && !machine_take(r, &at, MACHINE_VECTOR, data, &i->source[1])))
        return false;
    bool based = i->path == MACHINE_GLOBAL || (i->path == MACHINE_FLAT && i->source[0].count == 1);
    if (buffer ? !take_resource(r, &at, i) : based && !take_base(r, &at, i))
        return false;
    return machine_took_all(r, at);
}

/* ---- vector memory ---- */

/* A read-modify-write by the name of its operation: false if there is none. */
static bool find_atomic(struct machine_reader *r, struct machine_word name, bool local, struct machine_instruction *i) {
    bool typed = local || machine_is_one_of(r, MACHINE_NEW);
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        struct machine_word rest = name;
        if (!machine_take_prefix(&rest, local ? operations[k].local : operations[k].global))
            continue;
        i->returns = local && machine_take_prefix(&rest, "_rtn");
        uint8_t dwords = atomic_dwords(rest, typed);
        if (!dwords || (!typed && (operations[k].rmw == MACHINE_RMW_UMIN || operations[k].rmw == MACHINE_RMW_UMAX) &&
                        *operations[k].global != 'u'))
            continue;
        i->operation = MACHINE_RMW;
        i->rmw = typed && rest.at[1] == 'i' ? operations[k].rmw_signed : operations[k].rmw;
        i->dwords = dwords;
        return true;
    }
    return false;
}

bool machine_find_image_atomic(struct machine_word name, struct machine_instruction *i) {
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        if (machine_word_is(name, operations[k].global)) {
            i->operation = MACHINE_RMW;
            i->rmw = operations[k].rmw;
            return true;
        }
    return false;
}

/* buffer_load_format_xy and so on: texels, by components. */
static bool find_texels(struct machine_word name, struct machine_instruction *i) {
    bool load = machine_take_prefix(&name, "load_format_");
    i->short_data = machine_take_prefix(&name, "store_format_d16_") || machine_take_prefix(&name, "store_d16_format_");
    if (i->path != MACHINE_BUFFER || (!load && !i->short_data && !machine_take_prefix(&name, "store_format_")))
        return false;
    i->components = machine_components(name);
    i->dwords = (uint8_t)mmra_count_ones(i->components);
    i->operation = load ? MACHINE_LOAD : MACHINE_STORE;
    i->path = MACHINE_TEXELS;
    return i->components != 0;
}

/* A load or a store that the reader's caller can run. */
static bool find_plain(const struct machine_reader *r, struct machine_word name, bool local,
                       struct machine_instruction *i) {
    bool old = local && machine_is_one_of(r, MACHINE_OLD), load = machine_take_prefix(&name, old ? "read_" : "load_");
    if (!load && !machine_take_prefix(&name, old ? "write_" : "store_"))
        return false;
    const struct suffix *suffix = find_suffix(r, load ? loads : stores, name, local);
    if (!suffix || suffix->dwords > 4)
        return false;
    i->operation = load ? MACHINE_LOAD : MACHINE_STORE;
    set_suffix(i, suffix);
    return true;
}

static bool find_vector_access(struct machine_reader *r, struct machine_word name, struct machine_instruction *i) {
    struct machine_word rest = name;
    if (find_texels(name, i))
        return true;
    if (machine_take_prefix(&rest, "atomic_"))
        return (r->executes && find_float_atomic(rest, i)) || find_atomic(r, rest, false, i);
    return find_plain(r, name, false, i);
}

/* "global_load_lds_dword ADDRESS, BASE": each lane's dword goes to LDS. */
static bool read_to_local(struct machine_reader *r, struct machine_instruction *i) {
    uint32_t at = 0;
    i->operation = MACHINE_LOAD;
    i->dwords = 1;
    i->to_local = true;
    if (!read_modifiers(r, i) || !take_address(r, &at, i) || !take_base(r, &at, i))
        return false;
    return machine_took_all(r, at);
}

/* gfx1250: "global_load_async_to_lds_b32 LDS-ADDRESS, ADDRESS, BASE", "global_store_async_from_lds_b32 ADDRESS,
 * LDS-ADDRESS, BASE". The offset counts at both. */
static bool read_copy(struct machine_reader *r, struct machine_word size, bool load, struct machine_instruction *i) {
    const struct suffix *suffix = find_suffix(r, load ? loads : stores, size, false);
    uint32_t at = 0;
    bool byte = load && machine_word_is(size, "b8"); /* a load of a byte has a sign elsewhere */
    if (byte)
        suffix = find_suffix(r, loads, (struct machine_word){"u8", 2}, false);
    if (!suffix || suffix->half || suffix->sign_extend || suffix->bytes == 2 || suffix->dwords == 3 ||
        suffix->dwords > 4 || (load && suffix->bytes && !byte))
        return machine_refuse(r, "instruction", r->mnemonic);
    i->operation = load ? MACHINE_LOAD : MACHINE_STORE;
    i->copies = true;
    set_suffix(i, suffix);
    if (!read_modifiers(r, i) || (load && !machine_take(r, &at, MACHINE_VECTOR, 1, &i->source[1])) ||
        !take_address(r, &at, i) || (!load && !machine_take(r, &at, MACHINE_VECTOR, 1, &i->source[1])) ||
        !take_base(r, &at, i))
        return false;
    return machine_took_all(r, at);
}

static bool read_vector(struct machine_reader *r, struct machine_word name, enum machine_path path,
                        struct machine_instruction *i) {
    i->unit = MACHINE_MEMORY;
    i->path = (uint8_t)path;
    i->addresses = 1;
    i->offset_is_signed = machine_is_one_of(r, MACHINE_GFX125); /* LLVM's hasSignedGVSOffset */
    i->has_wide_descriptor = path == MACHINE_BUFFER && i->offset_is_signed;
    if (i->has_wide_descriptor && !r->executes) /* the explorer knows the other ones */
        return machine_refuse(r, "instruction", r->mnemonic);
    if (r->executes && path == MACHINE_GLOBAL && machine_is_one_of(r, MACHINE_GFX9) &&
        machine_word_is(name, "load_lds_dword"))
        return read_to_local(r, i);
    struct machine_word size = name;
    bool load = machine_take_prefix(&size, "load_async_to_lds_");
    if (r->executes && path == MACHINE_GLOBAL && machine_is_one_of(r, MACHINE_GFX125) &&
        (load || machine_take_prefix(&size, "store_async_from_lds_")))
        return read_copy(r, size, load, i);
    return find_vector_access(r, name, i) ? read_modifiers(r, i) && take_vector_operands(r, i)
                                          : machine_refuse(r, "instruction", r->mnemonic);
}

/* scratch_load: result, offset or "off", base or "off"; scratch_store: offset, data, base. */
static bool read_scratch(struct machine_reader *r, struct machine_word name, struct machine_instruction *i) {
    uint32_t at = 0;
    i->unit = MACHINE_MEMORY;
    i->path = MACHINE_SCRATCH;
    i->addresses = 1;
    if (!find_vector_access(r, name, i) || i->operation == MACHINE_RMW)
        return machine_refuse(r, "instruction", r->mnemonic);
    i->returns = i->operation == MACHINE_LOAD;
    if (r->operand_count != 3 || !read_modifiers(r, i))
        return machine_refuse(r, "operands of", r->mnemonic);
    if (i->returns && !machine_take(r, &at, MACHINE_VECTOR, i->dwords, &i->target))
        return false;
    if (machine_word_is(r->operands[at], "off"))
        at++;
    else if (!machine_take(r, &at, MACHINE_VECTOR, 1, &i->source[0]))
        return false;
    if (!i->returns && !machine_take(r, &at, MACHINE_VECTOR, i->dwords, &i->source[1]))
        return false;
    return machine_word_is(r->operands[at], "off") || machine_take(r, &at, MACHINE_SCALAR, 1, &i->source[2]);
}

/* ---- LDS ---- */

/* ds_read2_b32, ds_load_2addr_stride64_b64 and so on. */
static bool find_pair(struct machine_reader *r, struct machine_word name, struct machine_instruction *i) {
    static const struct {
        const char *prefix;
        uint16_t families;
        uint8_t operation, stride;
    } pairs[] = {
        {"read2_", MACHINE_OLD, MACHINE_LOAD, 1},        {"read2st64_", MACHINE_OLD, MACHINE_LOAD, 64},
        {"write2_", MACHINE_OLD, MACHINE_STORE, 1},      {"write2st64_", MACHINE_OLD, MACHINE_STORE, 64},
        {"load_2addr_", MACHINE_NEW, MACHINE_LOAD, 1},   {"load_2addr_stride64_", MACHINE_NEW, MACHINE_LOAD, 64},
        {"store_2addr_", MACHINE_NEW, MACHINE_STORE, 1}, {"store_2addr_stride64_", MACHINE_NEW, MACHINE_STORE, 64}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        struct machine_word rest = name;
        if (!machine_is_one_of(r, pairs[k].families) || !machine_take_prefix(&rest, pairs[k].prefix) ||
            !(machine_word_is(rest, "b32") || machine_word_is(rest, "b64")))
            continue;
        i->operation = pairs[k].operation;
        i->dwords = machine_word_is(rest, "b32") ? 1 : 2;
        i->addresses = 2;
        i->offset2 = pairs[k].stride; /* what the offsets count in, until they are read */
        return true;
    }
    return false;
}

/* A dword of each lane, after those of the lanes before it. */
static bool find_by_lane(const struct machine_reader *r, struct machine_word name, struct machine_instruction *i) {
    bool old = machine_is_one_of(r, MACHINE_OLD),
         load = machine_word_is(name, old ? "read_addtid_b32" : "load_addtid_b32");
    i->adds_lane = r->executes && (load || machine_word_is(name, old ? "write_addtid_b32" : "store_addtid_b32"));
    i->operation = load ? MACHINE_LOAD : MACHINE_STORE;
    i->dwords = 1;
    return i->adds_lane;
}

static bool find_local(struct machine_reader *r, struct machine_word name, struct machine_instruction *i) {
    if (find_pair(r, name, i))
        return true;
    i->addresses = 1;
    if (find_by_lane(r, name, i))
        return true;
    i->pushes = r->executes && machine_word_is(name, "permute_b32");
    i->permutes = i->pushes || machine_word_is(name, "bpermute_b32") || machine_word_is(name, "swizzle_b32");
    if (i->permutes) {
        i->operation = MACHINE_LOAD;
        i->dwords = 1;
        return true;
    }
    if (find_plain(r, name, true, i) || (r->executes && find_float_atomic(name, i)))
        return true;
    if (!find_atomic(r, name, true, i))
        return false;
    i->swapped = i->rmw == MACHINE_COMPARE_SWAP && machine_is_one_of(r, MACHINE_OLD); /* ds_cmpst: compared, then new */
    return true;
}

static bool take_local_operands(struct machine_reader *r, struct machine_instruction *i) {
    uint32_t at = 0;
    bool compares = i->operation == MACHINE_RMW && i->rmw == MACHINE_COMPARE_SWAP;
    i->returns = i->returns || i->operation == MACHINE_LOAD;
    if (i->returns && !machine_take(r, &at, MACHINE_VECTOR, (uint32_t)i->dwords * i->addresses, &i->target))
        return false;
    if (i->adds_lane)
        i->source[0] = (struct machine_operand){MACHINE_SCALAR, 1, MACHINE_M0, .width = 16};
    else if (!machine_take(r, &at, MACHINE_VECTOR, 1, &i->source[0]))
        return false;
    if (machine_word_is(r->mnemonic, "ds_swizzle_b32")) {
        i->source[1] = i->source[0];
        return i->move.kind != MACHINE_NO_MOVE || machine_refuse(r, "a swizzle:", r->modifiers);
    }
    if ((i->operation != MACHINE_LOAD || i->permutes) &&
        !machine_take(r, &at, MACHINE_VECTOR, i->dwords, &i->source[1]))
        return false;
    if ((compares || (i->operation == MACHINE_STORE && i->addresses == 2)) &&
        !machine_take(r, &at, MACHINE_VECTOR, i->dwords, &i->source[2]))
        return false;
    return machine_took_all(r, at);
}

static bool read_local(struct machine_reader *r, struct machine_word name, struct machine_instruction *i) {
    i->unit = MACHINE_LOCAL;
    if (!find_local(r, name, i))
        return machine_refuse(r, "instruction", r->mnemonic);
    int32_t unit = i->addresses == 2 ? i->offset2 * 4 * i->dwords : 1;
    i->offset2 = 0;
    if (!read_modifiers(r, i) || !take_local_operands(r, i))
        return false;
    i->offset *= unit;
    i->offset2 *= unit;
    return true;
}

/* ---- scalar memory ---- */

/* Target, base, offset: a number, a register, or a register and offset:N. */
static bool read_scalar(struct machine_reader *r, struct machine_word name, bool buffer,
                        struct machine_instruction *i) {
    const struct suffix *suffix = find_scalar_suffix(r, name);
    uint32_t at = 0;
    i->has_wide_descriptor = buffer && machine_is_one_of(r, MACHINE_GFX125);
    if (!suffix || (i->has_wide_descriptor && !r->executes)) /* the explorer knows the other ones */
        return machine_refuse(r, "instruction", r->mnemonic);
    i->unit = MACHINE_SCALAR_MEMORY;
    i->operation = MACHINE_LOAD;
    i->addresses = 1;
    i->path = buffer ? MACHINE_BUFFER : MACHINE_GLOBAL;
    set_suffix(i, suffix);
    if (!read_modifiers(r, i) || !machine_take(r, &at, MACHINE_SCALAR, i->dwords, &i->target) ||
        !machine_take(r, &at, MACHINE_SCALAR, buffer ? 4 : 2, &i->source[2]))
        return false;
    if (at < r->operand_count && !take_soffset(r, &at, i))
        return false;
    return machine_took_all(r, at);
}

bool machine_read_memory(struct machine_reader *r, struct machine_instruction *i, bool *known) {
    static const struct {
        const char *prefix;
        uint8_t path;
    } vector[] = {{"global_", MACHINE_GLOBAL}, {"flat_", MACHINE_FLAT}, {"buffer_", MACHINE_BUFFER}};
    struct machine_word name = r->mnemonic;
    *known = true;
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++)
        if (machine_take_prefix(&name, vector[k].prefix))
            return read_vector(r, name, vector[k].path, i);
    if (r->executes && machine_take_prefix(&name, "scratch_"))
        return read_scratch(r, name, i);
    if (machine_take_prefix(&name, "image_"))
        return machine_read_image(r, name, i);
    if (machine_take_prefix(&name, "ds_"))
        return read_local(r, name, i);
    if (machine_take_prefix(&name, "s_load_"))
        return read_scalar(r, name, false, i);
    if (machine_take_prefix(&name, "s_buffer_load_"))
        return read_scalar(r, name, true, i);
    *known = false;
    return true;
}
