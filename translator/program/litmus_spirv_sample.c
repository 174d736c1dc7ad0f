/* Reads through a sampler. What a sampler does is its descriptor's, which a module does not have: here each takes the
 * nearest texel of the only level, at the edge where the coordinates lead outside, and every result is an estimate. */
#include "translator/program/litmus_spirv_reader.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

enum { MAX_COORDINATES = 4 };

static struct program_operand op(struct grid_reader *g, enum program_alu alu, struct program_operand a,
                                 struct program_operand b) {
    return grid_compute(g, alu, 32, 0, a, b);
}

/* floor(x), at least 0 and at most `extent` - 1, as an integer; of a NaN 0. */
static struct litmus_part clamped(struct grid_reader *g, struct program_operand x, uint64_t extent) {
    x = op(g, PROGRAM_FLOOR, x, nothing);
    x = op(g, PROGRAM_FMIN, op(g, PROGRAM_FMAX, x, program_number(0, 32)), program_number((float)(extent - 1), 32));
    return grid_part(op(g, PROGRAM_FTOU, x, nothing), 32);
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
    struct program_operand at[MAX_COORDINATES];
    uint32_t spatial; /* of them, the others being the layer */
    bool gathers;
};

static bool is_projective(uint16_t opcode) {
    return opcode == SpvOpImageSampleProjImplicitLod || opcode == SpvOpImageSampleProjExplicitLod ||
           opcode == SpvOpImageSampleProjDrefImplicitLod || opcode == SpvOpImageSampleProjDrefExplicitLod;
}

static bool is_arrayed(struct grid_reader *g, const struct grid_variable *variable) {
    return grid_image_type(g, variable->type)->arrayed;
}

static void read_coordinates(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                             struct asked *asked) {
    struct grid_value given = grid_value_of(g, in, in->operands[1]);
    asked->image = grid_image_of(g, in, base);
    asked->spatial = asked->image->cube ? 3 : asked->image->coordinates - is_arrayed(g, base.root);
    asked->gathers = in->opcode == SpvOpImageGather || in->opcode == SpvOpImageDrefGather;
    for (uint32_t k = 0; k < MAX_COORDINATES; k++)
        asked->at[k] = k < given.count ? given.parts[k].operand : program_number(0, 32);
    for (uint32_t k = 0; is_projective(in->opcode) && k < asked->spatial && given.count > asked->spatial; k++)
        asked->at[k] = op(g, PROGRAM_FDIV, asked->at[k], given.parts[asked->spatial].operand);
    for (uint32_t k = 0; k < given.count && k < MAX_COORDINATES; k++)
        if (given.parts[k].width != 32)
            grid_refuse(g, in, "coordinates of other than 32 bits");
}

/* The texel nearest to the coordinates, or of a gather one of the four around. */
static struct grid_value find_texel(struct grid_reader *g, const struct spirv_instruction *in, struct grid_value base,
                                    const struct asked *asked, uint32_t corner) {
    static const float corners[4][2] = {{-0.5F, 0.5F}, {0.5F, 0.5F}, {0.5F, -0.5F}, {-0.5F, -0.5F}};
    const struct grid_image *image = asked->image;
    struct program_operand at[MAX_COORDINATES];
    struct litmus_part texel[3];
    memcpy(at, asked->at, sizeof at);
    if (image->cube)
        select_face(g, at);
    for (uint32_t k = 0; k < image->coordinates && k < 3; k++) {
        bool layer = k >= (image->cube ? 2 : asked->spatial);
        struct program_operand x = layer ? op(g, PROGRAM_ROUND_EVEN, at[k], nothing)
                                         : op(g, PROGRAM_FMUL, at[k], program_number((float)image->extents[k], 32));
        if (layer && image->cube && is_arrayed(g, base.root))
            x = op(g, PROGRAM_FADD, x,
                   op(g, PROGRAM_FMUL, program_number(6, 32), op(g, PROGRAM_ROUND_EVEN, asked->at[3], nothing)));
        if (!layer && asked->gathers && k < 2)
            x = op(g, PROGRAM_FADD, x, program_number(corners[corner][k], 32));
        texel[k] = clamped(g, x, image->extents[k]);
    }
    return grid_texel_at(g, in, base, texel, image->coordinates);
}

/* ---- results ---- */

static bool compares(uint16_t opcode) {
    return opcode == SpvOpImageSampleDrefImplicitLod || opcode == SpvOpImageSampleDrefExplicitLod ||
           opcode == SpvOpImageSampleProjDrefImplicitLod || opcode == SpvOpImageSampleProjDrefExplicitLod ||
           opcode == SpvOpImageDrefGather;
}

/* 1.0 where the reference is at most what was read. */
static struct program_operand compared(struct grid_reader *g, const struct spirv_instruction *in,
                                       struct program_operand value) {
    struct program_operand reference = grid_value_of(g, in, in->operands[2]).parts[0].operand;
    return choose(g, at_least(g, value, reference), program_number(1, 32), program_number(0, 32));
}

static uint32_t gathered_component(struct grid_reader *g, const struct spirv_instruction *in) {
    struct program_operand component = grid_value_of(g, in, in->operands[2]).parts[0].operand;
    return in->opcode == SpvOpImageGather && component.kind == PROGRAM_CONSTANT ? (uint32_t)component.value & 3 : 0;
}

void grid_sample_image(struct grid_reader *g, const struct spirv_instruction *in,
                       const struct model_operation *operation) {
    struct grid_value base = grid_value_of(g, in, in->operands[0]);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    struct asked asked;
    read_coordinates(g, in, base, &asked);
    uint32_t component = asked.gathers ? gathered_component(g, in) : 0;
    struct grid_value texel = find_texel(g, in, base, &asked, 0);
    for (uint32_t k = 0; k < result.count; k++) {
        if (asked.gathers && k)
            texel = find_texel(g, in, base, &asked, k < 4 ? k : 0);
        struct program_operand value = grid_read_component(g, operation, texel, asked.gathers ? component : k);
        if (compares(in->opcode))
            value = compared(g, in, value);
        if (result.parts[k].width != 32)
            value = grid_compute(g, asked.image->floating ? PROGRAM_FCONVERT : PROGRAM_COPY, result.parts[k].width, 32,
                                 value, nothing);
        result.parts[k].operand = value;
    }
    grid_set_result(g, in, result);
    grid_note_estimate(g, in);
}
