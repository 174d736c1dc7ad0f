/* Reads through a sampler, of the only level (Vulkan, chapter "Image Operations"). What a sampler does is its
 * descriptor's, which a module does not have: if none is recorded, it takes the nearest texel, at the edge where the
 * coordinates lead outside. Every result is an estimate. */
#include "spirv/operation_rows.h"
#include "translator/program/grid_reader.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

enum { MAX_COORDINATES = 4 };

static struct program_operand op(struct grid_reader *g, enum program_alu alu, struct program_operand a,
                                 struct program_operand b) {
    return grid_compute(g, alu, 32, 0, a, b);
}

/* Brings a coordinate to an integer of at least 0 and at most `extent` - 1; a NaN becomes 0. */
static struct litmus_part clamped(struct grid_reader *g, struct program_operand whole, struct program_operand extent) {
    struct program_operand last = op(g, PROGRAM_FSUB, extent, program_number(1, 32));
    whole = op(g, PROGRAM_FMIN, op(g, PROGRAM_FMAX, whole, program_number(0, 32)), last);
    return grid_part(op(g, PROGRAM_FTOU, whole, nothing), 32);
}

/* The whole number `i` less the largest multiple of `n` in it. */
static struct program_operand rest_of(struct grid_reader *g, struct program_operand i, struct program_operand n) {
    struct program_operand times = op(g, PROGRAM_FLOOR, op(g, PROGRAM_FDIV, i, n), nothing);
    return op(g, PROGRAM_FSUB, i, op(g, PROGRAM_FMUL, n, times));
}

/* mirror(n) = n, or -(1 + n) if n is negative (Vulkan, "Wrapping Operation", and so is all that is below). */
static struct program_operand mirror(struct grid_reader *g, struct program_operand i) {
    return op(g, PROGRAM_FMAX, i, op(g, PROGRAM_FSUB, program_number(-1, 32), i));
}

/* Coordinates that it leaves outside are at the edge. */
static struct program_operand wrapped(struct grid_reader *g, smmra_litmus_address mode, struct program_operand i,
                                      struct program_operand extent) {
    struct program_operand last = op(g, PROGRAM_FSUB, extent, program_number(1, 32));
    switch (mode) {
    case SMMRA_LITMUS_ADDRESS_REPEAT:
        return rest_of(g, i, extent);
    case SMMRA_LITMUS_ADDRESS_MIRROR:
        i = op(g, PROGRAM_FSUB, rest_of(g, i, op(g, PROGRAM_FADD, extent, extent)), extent);
        return op(g, PROGRAM_FSUB, last, mirror(g, i));
    case SMMRA_LITMUS_ADDRESS_MIRROR_ONCE:
        return mirror(g, i);
    default:
        return i;
    }
}

/* ---- cubes: the coordinate that is largest is the face ---- */

static struct program_operand absolute(struct grid_reader *g, struct program_operand x) {
    return op(g, PROGRAM_AND, x, program_constant(0x7FFFFFFF));
}

static struct program_operand negated(struct grid_reader *g, struct program_operand x) {
    return op(g, PROGRAM_XOR, x, program_constant(0x80000000));
}

static struct program_operand choose(struct grid_reader *g, struct program_operand condition,
                                     struct program_operand yes, struct program_operand no) {
    return grid_select(g, 32, condition, yes, no);
}

static struct program_operand at_least(struct grid_reader *g, struct program_operand a, struct program_operand b) {
    return grid_compute(g, PROGRAM_FCOMPARE + IR_OGE, 1, 32, a, b);
}

static struct program_operand is_outside(struct grid_reader *g, struct program_operand i,
                                         struct program_operand extent) {
    struct program_operand below = grid_compute(g, PROGRAM_FCOMPARE + IR_OLT, 1, 32, i, program_number(0, 32));
    return grid_compute(g, PROGRAM_OR, 1, 0, below, at_least(g, i, extent));
}

/* Direction x, y, z becomes two coordinates on a face, and the face's number (Vulkan, "Cube Map Face Selection"). */
static void select_face(struct grid_reader *g, struct program_operand at[MAX_COORDINATES]) {
    struct program_operand x = at[0], y = at[1], z = at[2];
    struct program_operand ax = absolute(g, x), ay = absolute(g, y), az = absolute(g, z), most[3] = {ax, ay, az};
    struct program_operand is_z = grid_compute(g, PROGRAM_AND, 1, 0, at_least(g, az, ax), at_least(g, az, ay));
    struct program_operand is_y = at_least(g, ay, ax), face[3], s[3], t[3];
    struct program_operand positive[3];
    for (int i = 0; i < 3; i++)
        positive[i] = at_least(g, at[i], program_number(0, 32));
    for (uint32_t i = 0; i < 3; i++)
        face[i] = choose(g, positive[i], program_number(2 * i, 32), program_number(2 * i + 1, 32));
    s[0] = choose(g, positive[0], negated(g, z), z);
    s[1] = x;
    s[2] = choose(g, positive[2], x, negated(g, x));
    t[0] = t[2] = negated(g, y);
    t[1] = choose(g, positive[1], z, negated(g, z));
    struct program_operand *picked[] = {face, s, t, most}, taken[4];
    for (int i = 0; i < 4; i++)
        taken[i] = choose(g, is_z, picked[i][2], choose(g, is_y, picked[i][1], picked[i][0]));
    for (int i = 0; i < 2; i++)
        at[i] = op(g, PROGRAM_FADD,
                   op(g, PROGRAM_FMUL, op(g, PROGRAM_FDIV, taken[1 + i], taken[3]), program_number(0.5F, 32)),
                   program_number(0.5F, 32));
    at[2] = taken[0];
}

/* ---- coordinates ---- */

struct asked {
    const struct grid_image *image;
    const smmra_litmus_sampler *sampler; /* NULL: it is not known */
    struct program_operand at[MAX_COORDINATES], extent[3];
    uint32_t spatial; /* of them, the others being the layer */
    bool gathers, is_layer[3];
};

/* Layers are clamped, and faces of a cube end at their edges. */
static smmra_litmus_address address_of(const struct asked *asked, uint32_t k) {
    return asked->sampler && !asked->is_layer[k] && !asked->image->cube ? asked->sampler->address[k]
                                                                        : SMMRA_LITMUS_ADDRESS_EDGE;
}

static bool is_same_sampler(const smmra_litmus_sampler *a, const smmra_litmus_sampler *b) {
    return a->is_linear == b->is_linear && a->is_unnormalized == b->is_unnormalized &&
           memcmp(a->address, b->address, sizeof a->address) == 0 &&
           memcmp(a->border, b->border, sizeof a->border) == 0;
}

/* The recorded sampler of a sampled image; where its index is not known, all of the array must be alike. */
static const smmra_litmus_sampler *sampler_of(struct grid_reader *g, const struct spirv_instruction *in,
                                              struct grid_value base) {
    struct grid_value from = base.sampler ? *base.sampler : base;
    const smmra_litmus_sampler *found = NULL;
    if (!from.root)
        grid_refuse(g, in, "one of several samplers");
    for (const struct grid_given *given = from.root->given; given; given = given->next) {
        struct program_operand at = from.parts[0].operand;
        if (!given->sampler ||
            (at.kind == PROGRAM_CONSTANT && at.value != grid_memory(g, from.root)->address + given->part.offset))
            continue;
        if (found && !is_same_sampler(found, given->sampler))
            grid_refuse(g, in, "one of several samplers that differ");
        found = given->sampler;
    }
    return found;
}

#define SAMPLE_ROW(...) {__VA_ARGS__},
static const struct sample {
    uint16_t opcode;
    bool implicit, compares, projects, gathers;
} samples[] = {SPIRV_SAMPLE_ROWS(SAMPLE_ROW)};

static struct sample kind_of(uint16_t opcode) {
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        if (samples[i].opcode == opcode)
            return samples[i];
    return (struct sample){0};
}

static bool is_arrayed(struct grid_reader *g, const struct grid_variable *variable) {
    return grid_image_type(g, variable->type)->arrayed;
}

/* Returns what an optional operand adds to a coordinate, in texels. */
static struct program_operand offset_of(struct grid_reader *g, const struct spirv_instruction *in, uint32_t k) {
    uint32_t place = 2 + (kind_of(in->opcode).compares || kind_of(in->opcode).gathers);
    spirv_id given = grid_image_operand(in, place, SpvImageOperandsConstOffsetMask);
    given = given ? given : grid_image_operand(in, place, SpvImageOperandsOffsetMask);
    struct grid_value value = given ? grid_value_of(g, in, given) : (struct grid_value){0};
    return k < value.count ? grid_compute(g, PROGRAM_STOF, 32, value.parts[k].width, value.parts[k].operand, nothing)
                           : program_number(0, 32);
}

/* Sets where the coordinates lie, in texels from the edge of the first; a layer is whole. */
static void find_place(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                       struct asked *asked) {
    struct program_operand layer = asked->at[3];
    if (asked->image->cube)
        select_face(g, asked->at);
    for (uint32_t k = 0; k < asked->image->coordinates && k < 3; k++) {
        struct program_operand extent = grid_image_extent(g, base, k), x = asked->at[k];
        asked->extent[k] = extent.kind == PROGRAM_CONSTANT ? program_number((float)extent.value, 32)
                                                           : grid_compute(g, PROGRAM_UTOF, 32, 64, extent, nothing);
        asked->is_layer[k] = k >= (asked->image->cube ? 2 : asked->spatial);
        if (asked->is_layer[k])
            x = op(g, PROGRAM_ROUND_EVEN, x, nothing);
        else if (!asked->sampler || !asked->sampler->is_unnormalized)
            x = op(g, PROGRAM_FMUL, x, asked->extent[k]);
        if (asked->is_layer[k] && asked->image->cube && is_arrayed(g, base.root))
            x = op(g, PROGRAM_FADD, x,
                   op(g, PROGRAM_FMUL, program_number(6, 32), op(g, PROGRAM_ROUND_EVEN, layer, nothing)));
        if (!asked->is_layer[k] && !asked->image->cube)
            x = op(g, PROGRAM_FADD, x, offset_of(g, in, k));
        asked->at[k] = x;
    }
}

static void read_coordinates(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                             struct asked *asked) {
    struct grid_value given = grid_value_of(g, in, in->operands[1]);
    asked->image = grid_image_of(g, in, base);
    asked->sampler = sampler_of(g, in, base);
    asked->spatial = asked->image->cube ? 3 : asked->image->coordinates - is_arrayed(g, base.root);
    asked->gathers = kind_of(in->opcode).gathers;
    for (uint32_t k = 0; k < MAX_COORDINATES; k++)
        asked->at[k] = k < given.count ? given.parts[k].operand : program_number(0, 32);
    for (uint32_t k = 0; kind_of(in->opcode).projects && k < asked->spatial && given.count > asked->spatial; k++)
        asked->at[k] = op(g, PROGRAM_FDIV, asked->at[k], given.parts[asked->spatial].operand);
    for (uint32_t k = 0; k < given.count && k < MAX_COORDINATES; k++)
        if (given.parts[k].width != 32)
            grid_refuse(g, in, "coordinates of other than 32 bits");
    find_place(g, in, base, asked);
}

/* Returns the first or the second of the two texels around a coordinate. */
static struct program_operand beside(struct grid_reader *g, struct program_operand x, bool second) {
    return op(g, PROGRAM_FLOOR, op(g, PROGRAM_FADD, x, program_number(second ? 0.5F : -0.5F, 32)), nothing);
}

/* The texel at whole coordinates, or the border. */
struct texel {
    struct grid_value at;
    struct program_operand is_border; /* nothing: it never is */
};

static struct texel texel_at(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                             const struct asked *asked, const struct program_operand whole[3]) {
    struct litmus_part coordinates[3];
    struct texel texel = {.is_border = nothing};
    for (uint32_t k = 0; k < asked->image->coordinates && k < 3; k++) {
        smmra_litmus_address mode = address_of(asked, k);
        if (mode == SMMRA_LITMUS_ADDRESS_BORDER) {
            struct program_operand out = is_outside(g, whole[k], asked->extent[k]);
            texel.is_border =
                texel.is_border.kind == PROGRAM_NOTHING ? out : grid_compute(g, PROGRAM_OR, 1, 0, texel.is_border, out);
        }
        coordinates[k] = clamped(g, wrapped(g, mode, whole[k], asked->extent[k]), asked->extent[k]);
    }
    texel.at = grid_texel_at(g, in, base, coordinates, asked->image->coordinates);
    return texel;
}

/* ---- results ---- */

/* 1.0 where the reference is at most what was read. */
static struct program_operand compared(struct grid_reader *g, const struct spirv_instruction *in,
                                       struct program_operand value) {
    struct program_operand reference = grid_value_of(g, in, in->operands[2]).parts[0].operand;
    return choose(g, at_least(g, value, reference), program_number(1, 32), program_number(0, 32));
}

static uint32_t gathered_component(struct grid_reader *g, const struct spirv_instruction *in) {
    struct program_operand component = grid_value_of(g, in, in->operands[2]).parts[0].operand;
    return !kind_of(in->opcode).compares && component.kind == PROGRAM_CONSTANT ? (uint32_t)component.value & 3 : 0;
}

/* A component of a texel as the instruction takes it: what of several texels is weighed or compared. */
static struct program_operand read_texel(struct grid_reader *g, const struct spirv_instruction *in,
                                         const struct model_operation *operation, const struct asked *asked,
                                         struct texel texel, uint32_t component) {
    struct program_operand value = grid_read_component(g, operation, texel.at, component);
    if (texel.is_border.kind != PROGRAM_NOTHING)
        value = choose(g, texel.is_border, program_constant(asked->sampler->border[component & 3]), value);
    return kind_of(in->opcode).compares ? compared(g, in, value) : value;
}

/* Weighs two texels along the last coordinate, each being weighed along those before it. */
static struct program_operand weighed(struct grid_reader *g, const struct asked *asked, uint32_t coordinate,
                                      struct program_operand first, struct program_operand second) {
    struct program_operand x = op(g, PROGRAM_FSUB, asked->at[coordinate], program_number(0.5F, 32));
    struct program_operand part = op(g, PROGRAM_FSUB, x, op(g, PROGRAM_FLOOR, x, nothing));
    struct program_operand rest = op(g, PROGRAM_FSUB, program_number(1, 32), part);
    return op(g, PROGRAM_FADD, op(g, PROGRAM_FMUL, first, rest), op(g, PROGRAM_FMUL, second, part));
}

/* The texels that one sample takes: of `count`, 1 or 2 along each spatial coordinate, x first. */
struct footprint {
    struct texel texels[8];
    uint32_t count;
};

/* GLSL, textureGatherOffsets: "each of the four texels" is the first of a footprint that its own offset leads to. */
static bool read_offsets(struct grid_reader *g, const struct spirv_instruction *in, const struct asked *asked,
                         struct grid_value *offsets) {
    spirv_id given = asked->gathers ? grid_image_operand(in, 3, SpvImageOperandsConstOffsetsMask) : 0;
    if (given)
        *offsets = grid_value_of(g, in, given);
    return given && offsets->count == 8;
}

/* Returns the coordinate of that texel. */
static struct program_operand apart(struct grid_reader *g, struct program_operand x, const struct litmus_part *offset) {
    struct program_operand moved = grid_compute(g, PROGRAM_STOF, 32, offset->width, offset->operand, nothing);
    return beside(g, op(g, PROGRAM_FADD, x, moved), false);
}

static void find_texels(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                        const struct asked *asked, struct footprint *footprint) {
    static const uint8_t gathered[] = {3, 2, 0, 1}; /* Vulkan, "Texel Gathering": the component that a texel becomes */
    struct grid_value offsets;
    bool each_apart = read_offsets(g, in, asked, &offsets);
    bool is_linear = asked->gathers || (asked->sampler && asked->sampler->is_linear && asked->image->floating &&
                                        !asked->image->cube && asked->spatial <= 3);
    footprint->count = !is_linear ? 1 : asked->gathers ? 4 : 1u << asked->spatial;
    for (uint32_t t = 0; t < footprint->count; t++) {
        struct program_operand whole[3];
        for (uint32_t k = 0; k < asked->image->coordinates && k < 3; k++)
            whole[k] = asked->is_layer[k] ? asked->at[k]
                       : each_apart       ? apart(g, asked->at[k], &offsets.parts[2 * gathered[t] + (k & 1)])
                       : is_linear        ? beside(g, asked->at[k], t >> k & 1)
                                          : op(g, PROGRAM_FLOOR, asked->at[k], nothing);
        footprint->texels[t] = texel_at(g, in, base, asked, whole);
    }
}

static struct program_operand filtered(struct grid_reader *g, const struct spirv_instruction *in,
                                       const struct model_operation *operation, const struct asked *asked,
                                       const struct footprint *from, uint32_t component) {
    struct program_operand values[8];
    for (uint32_t t = 0; t < from->count; t++)
        values[t] = read_texel(g, in, operation, asked, from->texels[t], component);
    for (uint32_t count = from->count, k = 0; count > 1; count /= 2, k++)
        for (uint32_t t = 0; t < count / 2; t++)
            values[t] = weighed(g, asked, k, values[2 * t], values[2 * t + 1]);
    return values[0];
}

void grid_sample_image(struct grid_reader *g, const struct spirv_instruction *in,
                       const struct model_operation *operation) {
    static const uint8_t gathered[] = {2, 3, 1, 0}; /* Vulkan, "Texel Gathering": of x and y in footprint's order */
    struct grid_value base = grid_value_of(g, in, in->operands[0]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    struct asked asked;
    struct footprint from;
    read_coordinates(g, in, base, &asked);
    find_texels(g, in, base, &asked, &from);
    for (uint32_t k = 0; k < result.count; k++) {
        struct program_operand value =
            asked.gathers
                ? read_texel(g, in, operation, &asked, from.texels[gathered[k & 3]], gathered_component(g, in))
                : filtered(g, in, operation, &asked, &from, k);
        if (result.parts[k].width != 32)
            value = grid_compute(g, asked.image->floating ? PROGRAM_FCONVERT : PROGRAM_COPY, result.parts[k].width, 32,
                                 value, nothing);
        result.parts[k].operand = value;
    }
    grid_set_result(g, in, result);
    grid_note_estimate(g, in);
}
