/* Image instructions: loads, stores and atomics of texels. Those that filter are refused by name. */
#include "mmra/base/bits.h"
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_reader.h"

#include <string.h>

uint8_t machine_components(struct machine_word word) {
    static const char all[] = "xyzw";
    bool some = word.length && word.length < sizeof all && memcmp(word.at, all, word.length) == 0;
    return some ? (uint8_t)((1 << word.length) - 1) : 0;
}

/* ---- modifiers ---- */

static bool read_mask(struct machine_word word, struct machine_instruction *i) {
    int64_t value;
    if (!machine_take_prefix(&word, "dmask:") || !machine_number(word, &value) || value < 1 || value > 15)
        return false;
    i->components = (uint8_t)value;
    return true;
}

/* The descriptor knows the dimensions too: of those with layers, a layer is one coordinate more. */
static bool read_dimension(const struct machine_reader *r, struct machine_word word, struct machine_instruction *i) {
    static const char *const names[] = {"1D", "2D", "3D", "1D_ARRAY", "2D_ARRAY", "CUBE", "2D_MSAA", "2D_MSAA_ARRAY"};
    if (!machine_take_prefix(&word, "dim:SQ_RSRC_IMG_"))
        return false;
    for (uint8_t k = 0; k < (r->executes ? sizeof names / sizeof *names : MACHINE_CUBE - MACHINE_1D); k++)
        if (machine_word_is(word, names[k])) {
            i->dimension = (uint8_t)(MACHINE_1D + k);
            return true;
        }
    return false;
}

static bool read_modifiers(struct machine_reader *r, struct machine_instruction *i) {
    struct machine_word text = r->modifiers, word;
    while ((word = machine_take_word(&text)).length) {
        if (machine_word_is(word, "a16"))
            i->short_coordinates = true;
        else if (machine_word_is(word, "d16") &&
                 (i->operation == MACHINE_STORE ||
                  (r->executes && i->operation == MACHINE_LOAD && !i->of_samples && !i->asks_size)))
            i->short_data = true;
        else if (machine_word_is(word, "da"))
            i->layered = true;
        else if (machine_word_is(word, "tfe") && r->executes && i->operation == MACHINE_LOAD)
            i->tells_residency = true;
        else if (!machine_cache_modifier(r, word, i) && !read_mask(word, i) && !read_dimension(r, word, i) &&
                 !machine_word_is(word, "unorm"))
            return machine_refuse(r, "a modifier:", word);
    }
    return i->components || machine_refuse(r, "a mask of components is missing:", r->mnemonic);
}

/* ---- operands ---- */

/* "v[0:1]", or registers apart: "[v1, v4]". */
static bool take_coordinates(struct machine_reader *r, uint32_t *at, struct machine_instruction *i) {
    struct machine_word word = *at < r->operand_count ? r->operands[*at] : (struct machine_word){"", 0};
    if (!word.length || *word.at != '[')
        return machine_take(r, at, MACHINE_VECTOR, 0, &i->source[0]) &&
               (i->source[0].count <= 4 || r->executes || machine_fail(r, "so many coordinates:", word));
    ++*at;
    word.at++;
    word.length -= 2;
    for (uint32_t k = 0; word.length; k++) {
        const char *comma = memchr(word.at, ',', word.length);
        struct machine_word rest = {word.at, comma ? (size_t)(comma - word.at) : word.length};
        struct machine_word one = machine_take_word(&rest);
        size_t taken = comma ? (size_t)(comma + 1 - word.at) : word.length;
        struct machine_operand *o = k ? &i->more[k - 1] : &i->source[0];
        if (k == (r->executes ? 1 + MACHINE_MORE : 3) || !machine_read_operand(r, one, o))
            return machine_refuse(r, "so many coordinates:", r->mnemonic);
        bool several = o->count > 1 && !(r->executes && !comma); /* the last may be a range */
        if (o->kind != MACHINE_VECTOR || several)
            return machine_fail(r, "another register is expected:", one);
        word.at += taken;
        word.length -= taken;
    }
    return true;
}

static bool take_operands(struct machine_reader *r, struct machine_instruction *i) {
    uint32_t at = 0, data = mmra_count_ones(i->components);
    bool load = i->operation == MACHINE_LOAD, rmw = i->operation == MACHINE_RMW;
    uint32_t values = rmw && i->rmw == MACHINE_COMPARE_SWAP ? 2 : 1; /* of an atomic, each of `dwords` */
    if (rmw && data != values && !(r->executes && data == 2 * values))
        return machine_refuse(r, "an atomic of another width than 32 bits:", r->mnemonic);
    i->dwords = (uint8_t)(rmw ? data / values : data);
    i->components = rmw ? 1 : i->components;
    i->returns = load || (rmw && i->cache & machine_traits(r->code->processor)->returns_by);
    uint32_t registers = i->of_samples ? 4 : (i->short_data ? (data + 1) / 2 : data) + i->tells_residency;
    if (i->of_samples && data != 1)
        return machine_refuse(r, "several components of", r->mnemonic);
    if (!machine_take(r, &at, MACHINE_VECTOR, registers, load ? &i->target : &i->source[1]))
        return false;
    if (rmw && i->returns) {
        i->target = i->source[1];
        i->target.count = i->dwords;
    }
    return take_coordinates(r, &at, i) && machine_take(r, &at, MACHINE_SCALAR, 8, &i->source[2]) &&
           machine_took_all(r, at);
}

/* gfx1201 names the type of an atomic as "uint" and "int" where that makes no difference. */
static bool find_atomic(struct machine_word name, bool executes, struct machine_instruction *i) {
    static const char *const types[] = {"_uint", "_int"};
    static const struct {
        const char *name;
        uint8_t rmw;
    } of_floats[] = {{"add_flt", MACHINE_RMW_FADD},
                     {"min_flt", MACHINE_RMW_FMIN},
                     {"max_flt", MACHINE_RMW_FMAX},
                     {"min_num_flt", MACHINE_RMW_FMIN},
                     {"max_num_flt", MACHINE_RMW_FMAX}};
    struct machine_word plain = name;
    i->operation = MACHINE_RMW;
    for (size_t k = 0; executes && k < sizeof of_floats / sizeof *of_floats; k++)
        if (machine_word_is(name, of_floats[k].name)) {
            i->rmw = of_floats[k].rmw;
            return true;
        }
    for (size_t k = 0; k < 2; k++) {
        size_t length = strlen(types[k]);
        bool is_signed = k == 1;
        if (name.length <= length || memcmp(name.at + name.length - length, types[k], length) != 0)
            continue;
        plain.length = name.length - length;
        if (!machine_find_image_atomic(plain, i))
            return false;
        if (is_signed && (i->rmw == MACHINE_RMW_UMIN || i->rmw == MACHINE_RMW_UMAX))
            i->rmw = i->rmw == MACHINE_RMW_UMIN ? MACHINE_RMW_MIN : MACHINE_RMW_MAX;
        return true;
    }
    return machine_find_image_atomic(plain, i);
}

/* The parts of names such as "sample_c_d_o" and "gather4_lz" follow each other in this order. A name of which something
 * is left is not known. */
static bool find_sample(struct machine_word name, struct machine_instruction *i) {
    bool asks = machine_word_is(name, "get_lod");
    if (asks)
        name.length = 0;
    i->gathers = machine_take_prefix(&name, "gather4");
    i->samples = asks || i->gathers || machine_take_prefix(&name, "sample");
    i->compares = !machine_word_begins(name, "_cl") && machine_take_prefix(&name, "_c");
    i->lod = asks                                ? MACHINE_LOD_ASKED
             : machine_take_prefix(&name, "_b")  ? MACHINE_LOD_BIAS
             : machine_take_prefix(&name, "_lz") ? MACHINE_LOD_ZERO
             : machine_take_prefix(&name, "_l")  ? MACHINE_LOD_GIVEN
             : machine_take_prefix(&name, "_d")  ? MACHINE_LOD_GRADIENTS
                                                 : MACHINE_LOD_IMPLICIT;
    i->least_lod = machine_take_prefix(&name, "_cl");
    i->has_offsets = machine_take_prefix(&name, "_o");
    i->short_gradients = i->lod == MACHINE_LOD_GRADIENTS && machine_take_prefix(&name, "_g16");
    return i->samples && name.length == 0;
}

/* Result, coordinates and what stands before them, image, sampler. */
static bool take_sampled(struct machine_reader *r, struct machine_instruction *i) {
    uint32_t at = 0, data = i->gathers ? 4 : mmra_count_ones(i->components);
    i->returns = true;
    data = i->short_data ? (data + 1) / 2 : data;
    return machine_take(r, &at, MACHINE_VECTOR, data + i->tells_residency, &i->target) && take_coordinates(r, &at, i) &&
           machine_take(r, &at, MACHINE_SCALAR, 8, &i->source[2]) &&
           machine_take(r, &at, MACHINE_SCALAR, 4, &i->soffset) && machine_took_all(r, at);
}

bool machine_read_image(struct machine_reader *r, struct machine_word name, struct machine_instruction *i) {
    i->unit = MACHINE_MEMORY;
    i->path = MACHINE_IMAGE;
    i->addresses = 1;
    if (r->executes && find_sample(name, i))
        return read_modifiers(r, i) && take_sampled(r, i);
    i->asks_size = r->executes && machine_word_is(name, "get_resinfo");
    i->has_level = r->executes && (machine_word_is(name, "load_mip") || machine_word_is(name, "store_mip"));
    if (i->has_level)
        name.length -= 4;
    i->of_samples = r->executes && machine_is_one_of(r, MACHINE_SINCE_10) && machine_word_is(name, "msaa_load");
    i->operation = machine_word_is(name, "store") ? MACHINE_STORE : MACHINE_LOAD;
    if (!i->asks_size && !i->of_samples && !machine_word_is(name, "load") && !machine_word_is(name, "store") &&
        !(machine_take_prefix(&name, "atomic_") && find_atomic(name, r->executes, i)))
        return machine_refuse(r, "instruction", r->mnemonic);
    return read_modifiers(r, i) && take_operands(r, i);
}
