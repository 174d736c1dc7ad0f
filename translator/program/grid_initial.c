/* The numbers that inputs give memory: each list is held against its type, and each number against its scalar. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mmra/base/float_format.h"
#include "mmra/base/reals.h"
#include "mmra/model/program_float.h"
#include "translator/option_names.h"
#include "translator/program/grid_reader.h"

enum { MOST_PATH = 96, MOST_NUMBER = 64 };

/* The way through the lists of one input. */
struct walk {
    struct grid_reader *g;
    struct grid_variable *variable;
    struct grid_given *given;
    char path[MOST_PATH]; /* of where it is, after the name that was given */
    size_t path_length;
};

/* Ends the reading, with the part that it is about. Formats as printf. */
#define WRONG(w, format, ...)                                                                                          \
    grid_wrong((w)->g, (w)->given->says.line, "%s: %.*s%s: " format, (w)->given->says.what,                            \
               (int)(w)->given->says.name_length, (w)->given->says.name, (w)->path, __VA_ARGS__)

/* ---- numbers ---- */

static void put(struct walk *w, uint64_t offset, uint32_t bytes, uint64_t value) {
    struct grid_given *to = w->given;
    *ARENA_PUSH(w->g->arena, to->initial, to->initial_count, to->initial_capacity) =
        (struct grid_initial){offset, value, bytes};
}

/* A point or an exponent, or a word as inf. */
static bool looks_real(const char *text) {
    return strchr(text, '.') || strpbrk(text, "eEiInN") != NULL;
}

/* Suffixes of numbers in the source's languages, which say their type. */
static bool is_suffix(const char *text, bool real) {
    static const char *const of_reals[] = {"", "f", "h", "hf", "lf", "l"}, *const of_integers[] = {"",   "u", "l",
                                                                                                   "ul", "s", "us"};
    char lower[4] = "";
    for (size_t i = 0; i < sizeof lower - 1 && text[i]; i++)
        lower[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    for (size_t i = 0; i < sizeof of_reals / sizeof *of_reals; i++)
        if (strlen(text) < sizeof lower && strcmp(lower, real ? of_reals[i] : of_integers[i]) == 0)
            return true;
    return false;
}

static uint64_t bits_of_real(struct walk *w, const char *text, uint32_t width) {
    const char *end;
    double value = real_read(text, &end);
    uint64_t narrow;
    if (end == text || !is_suffix(end, true))
        WRONG(w, "%s is no number", text);
    if (width == 32) { /* rounded once, and not to a double first */
        float single = real_read_single(text, NULL);
        uint32_t word;
        memcpy(&word, &single, sizeof word);
        narrow = word;
    } else if (width == 16) {
        narrow = mmra_float_bits(value, 16);
    } else {
        memcpy(&narrow, &value, sizeof narrow);
    }
    uint64_t infinity = width == 16 ? 0x7C00 : width == 32 ? 0x7F800000 : UINT64_C(0x7FF) << 52;
    bool named = text[strcspn(text, "iInN")]; /* inf or nan, not a number that is too large */
    if (!named && (narrow & infinity) == infinity)
        WRONG(w, "%s does not fit into its %u bits: give a smaller number", text, width);
    return narrow;
}

/* Bits as they are, which fit. */
static uint64_t integer(struct walk *w, const char *text, const struct spirv_type *type, uint32_t width, bool as_bits) {
    char *end;
    bool negative = *text == '-', real = type->opcode == SpvOpTypeFloat;
    errno = 0;
    unsigned long long magnitude = strtoull(text + negative, &end, 0);
    if (end == text + negative || !is_suffix(end, false) || (negative && text[1] == '-'))
        WRONG(w, "%s is no %s", text,
              !real && looks_real(text) ? "integer, and it holds one: leave out point and exponent" : "number");
    uint64_t half = UINT64_C(1) << (width - 1), all = half | (half - 1);
    bool is_signed = !as_bits && type->opcode == SpvOpTypeInt && type->is_signed;
    if (errno == ERANGE || magnitude > (negative ? half : is_signed ? half - 1 : all))
        WRONG(w, "%s does not fit into its %u bits: give a %s number", text, width, negative ? "larger" : "smaller");
    return (negative ? 0 - magnitude : magnitude) & all;
}

/* Hexadecimal digits are the bits of a floating-point number; in the comments of assembly every integer is, as in
 * their conditions. */
static uint64_t number(struct walk *w, const struct grid_input *input, const struct spirv_type *type) {
    char text[MOST_NUMBER];
    bool real = type->opcode == SpvOpTypeFloat;
    uint32_t width = type->opcode == SpvOpTypeBool ? 1 : type->width;
    snprintf(text, sizeof text, "%.*s", (int)input->length, input->text);
    if (input->length >= sizeof text)
        WRONG(w, "%s... is no number", text);
    if (!real && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0))
        return *text == 't';
    bool hexadecimal = strstr(text, "0x") || strstr(text, "0X");
    bool as_bits = hexadecimal || (w->given->says.line && !looks_real(text));
    return real && !as_bits ? bits_of_real(w, text, width) : integer(w, text, type, width, as_bits);
}

/* A list of one is that one. */
static void put_scalar(struct walk *w, const struct spirv_type *type, uint64_t offset, uint32_t bytes,
                       const struct grid_input *input) {
    while (input->list && input->count == 1)
        input = &input->items[0];
    if (type->opcode == SpvOpTypePointer || type->opcode == SpvOpTypeAccelerationStructureKHR)
        WRONG(w, "%s", "it holds an address, which the grid chooses: name what it leads to, as in NAME.MEMBER=VALUE");
    if (input->list)
        WRONG(w, "it is one number, and a list of %u is given", input->count);
    put(w, offset, bytes, number(w, input, type));
}

/* ---- lists ---- */

static void enter(struct walk *w, const struct spirv_type *type, uint32_t index) {
    const char *name = type->opcode == SpvOpTypeStruct ? grid_member_name(w->g, type->id, index) : NULL;
    int length = name && *name ? snprintf(w->path + w->path_length, MOST_PATH - w->path_length, ".%s", name)
                               : snprintf(w->path + w->path_length, MOST_PATH - w->path_length, "[%u]", index);
    w->path_length += length > 0 ? (size_t)length : 0;
    w->path_length = w->path_length < MOST_PATH ? w->path_length : MOST_PATH - 1;
}

static void leave(struct walk *w, size_t length) {
    w->path_length = length;
    w->path[length] = '\0';
}

static void require_count(struct walk *w, const struct grid_input *input, uint64_t count, const char *things,
                          bool may_be_fewer) {
    may_be_fewer |= input->list && !input->count && w->given->says.line; /* "{}" in a comment: what is there at first */
    char given[32] = "one number is";
    bool named = strcmp(things, "members") == 0;
    if (input->list)
        snprintf(given, sizeof given, input->count == 1 ? "%u is" : "%u are", input->count);
    if (!input->list || input->count > count || (input->count < count && !may_be_fewer))
        WRONG(w, "it has %llu %s, and %s given: give all of them in braces, or name one, as in %.*s%s%s=VALUE",
              (unsigned long long)count, things, given, (int)w->given->says.name_length, w->given->says.name, w->path,
              named ? ".MEMBER" : "[0]");
}

/* A list for each coordinate, in their order, and one of the components if there are several. */
static void put_texels(struct walk *w, const struct spirv_type *component, uint32_t coordinate, uint64_t offset,
                       const struct grid_input *input) {
    const struct grid_image *image = w->variable->image;
    bool texel = coordinate == image->coordinates;
    uint64_t stride = texel ? grid_texel_bytes(image) / image->components : grid_texel_stride(image, coordinate), said;
    uint64_t count = texel ? image->components : image->extents[coordinate];
    size_t length = w->path_length;
    if (count == 1 && !input->list && !texel) {
        put_texels(w, component, coordinate + 1, offset, input);
        return;
    }
    bool first_alone = !input->list && w->given->says.line; /* in a comment a number is the first component */
    if (texel && (image->components == 1 || first_alone)) {
        put_scalar(w, component, offset, image->component_bytes, input);
        return;
    }
    require_count(w, input, count, texel ? "components" : "texels",
                  !texel && grid_given_length(w->g, w->variable, &said));
    for (uint32_t i = 0; i < input->count; i++) {
        enter(w, component, i);
        if (texel)
            put_scalar(w, component, offset + i * stride, image->component_bytes, &input->items[i]);
        else
            put_texels(w, component, coordinate + 1, offset + i * stride, &input->items[i]);
        leave(w, length);
    }
}

static uint64_t count_of(const struct walk *w, const struct spirv_type *type) {
    return type->opcode == SpvOpTypeArray          ? type->length
           : type->opcode == SpvOpTypeRuntimeArray ? w->variable->runtime_length
                                                   : type->count;
}

static const char *things_in(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeStruct   ? "members"
           : type->opcode == SpvOpTypeVector ? "components"
           : type->opcode == SpvOpTypeMatrix ? "columns"
                                             : "elements";
}

static void put_part(struct walk *w, const struct spirv_type *type, struct spirv_matrix_layout layout, uint64_t offset,
                     const struct grid_input *input);

/* An element is given as such, or in braces of its own. */
static void put_composite(struct walk *w, const struct spirv_type *type, struct spirv_matrix_layout layout,
                          uint64_t offset, const struct grid_input *input) {
    struct grid_reader *g = w->g;
    bool structure = type->opcode == SpvOpTypeStruct;
    uint64_t count = count_of(w, type);
    size_t length = w->path_length;
    bool alone = count == 1 && (!input->list || (structure && input->count != 1));
    if (!alone)
        require_count(w, input, count, things_in(type),
                      type->opcode == SpvOpTypeRuntimeArray && w->variable->is_length_said);
    for (uint32_t i = 0; i < (alone ? 1 : input->count); i++) {
        if (!alone)
            enter(w, type, i);
        put_part(w, grid_type(g, NULL, structure ? type->members[i] : type->element),
                 structure ? grid_member(g, type, i)->matrix : layout,
                 offset + (structure ? grid_member(g, type, i)->offset : i * grid_stride(g, type, layout)),
                 alone ? input : &input->items[i]);
        leave(w, length);
    }
}

static void put_part(struct walk *w, const struct spirv_type *type, struct spirv_matrix_layout layout, uint64_t offset,
                     const struct grid_input *input) {
    switch (type->opcode) {
    case SpvOpTypeImage:
    case SpvOpTypeSampledImage:
        put_texels(w, grid_type(w->g, NULL, grid_image_type(w->g, type)->element), 0, offset, input);
        break;
    case SpvOpTypeStruct:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        put_composite(w, type, layout, offset, input);
        break;
    case SpvOpTypeSampler:
        WRONG(w, "%s", "a sampler holds no numbers");
    default:
        put_scalar(w, type, offset, (uint32_t)grid_size(w->g, type), input);
    }
}

/* ---- what is said of a variable ---- */

static uint64_t bytes_of(struct grid_reader *g, const struct grid_variable *variable) {
    uint64_t end = grid_end_of_array(g, variable, variable->runtime_length);
    return end ? end : grid_size(g, variable->type);
}

static void require_room(struct walk *w) {
    const struct grid_part *part = &w->given->part;
    if (part->least > w->variable->runtime_length)
        WRONG(w, "the array has %llu elements: %s NAME=%llu makes it longer",
              (unsigned long long)w->variable->runtime_length, OPTION_NAME(w->g->options, SIZES),
              (unsigned long long)part->least);
    if (w->given->data && !part->recorded && !w->variable->image &&
        part->offset + w->given->data->length > bytes_of(w->g, w->variable))
        WRONG(w, "it is %llu bytes long, and the file has %llu",
              (unsigned long long)(bytes_of(w->g, w->variable) - part->offset),
              (unsigned long long)w->given->data->length);
}

/* The model checker's programs take each number as that of an input. */
static void put_data(struct walk *w) {
    const unsigned char *bytes = w->given->data->bytes;
    uint64_t end = bytes_of(w->g, w->variable);
    for (uint64_t i = 0; i < w->given->data->length && w->given->part.offset + i < end; i++)
        put(w, w->given->part.offset + i, 1, bytes[i]);
}

void grid_put_recorded(const struct grid_image *image, const smmra_litmus_image *from, uint64_t offset,
                       void (*put_component)(void *user, uint64_t offset, uint32_t bits), void *user) {
    enum { RECORDED = 4 };
    const unsigned char *bytes = from->texels;
    const uint64_t row = from->extents[0], plane = row * from->extents[1], count = plane * from->extents[2];
    for (uint64_t texel = 0; texel < count; texel++) {
        const uint64_t at[] = {texel % row, texel % plane / row, texel / plane};
        uint64_t there = offset;
        bool is_inside = true; /* the module may have fewer coordinates than the image */
        for (uint32_t k = 0; k < 3; k++) {
            there += at[k] * grid_texel_stride(image, k);
            is_inside = is_inside && at[k] < image->extents[k];
        }
        for (uint32_t c = 0; is_inside && c < image->components && c < RECORDED; c++) {
            uint32_t bits;
            memcpy(&bits, bytes + (texel * RECORDED + c) * sizeof bits, sizeof bits);
            put_component(user, there + c * sizeof bits, bits);
        }
    }
}

static void put_component(void *user, uint64_t offset, uint32_t bits) {
    put(user, offset, sizeof bits, bits);
}

void grid_make_initial(struct grid_reader *g, struct grid_variable *variable) {
    for (struct grid_given *given = variable->given; given; given = given->next) {
        struct walk w = {.g = g, .variable = variable, .given = given};
        if (given->part.rest)
            continue; /* behind a buffer address: of other memory */
        require_room(&w);
        if (given->data && !g->shared)
            put_data(&w);
        if (given->texels && !g->shared)
            grid_put_recorded(variable->image, given->texels, given->part.offset, put_component, &w);
        if (given->input)
            put_part(&w, given->part.type, given->part.layout, given->part.offset, given->input);
    }
}
