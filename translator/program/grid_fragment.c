/* Fragments of a draw, as `race` runs them (races.md, "Fragments"): a rectangle of pixels, which each primitive covers
 * whole; what the inputs of a fragment hold; and the interlock of those that overlap. */
#include "translator/program/grid_reader.h"

#include <string.h>

#include "spirv/later.h"

/* ---- the grid: pixels across and down, and primitives; samples of a pixel, where each is a fragment ---- */

enum { SIDE = 2, PRIMITIVES = 2, SAMPLES = 2 };

bool grid_is_draw(const struct grid_reader *g) {
    return g->shared && g->output->model == SpvExecutionModelFragment;
}

static bool has_mode(const struct grid_reader *g, uint32_t mode) {
    for (uint32_t i = 0; i < g->module->execution_mode_count; i++)
        if (g->module->execution_modes[i].mode == mode &&
            g->module->execution_modes[i].entry_point == g->entry->function)
            return true;
    return false;
}

/* Vulkan, "Sample Shading": an input of a sample makes each sample a fragment. */
static bool is_per_sample(const struct grid_reader *g) {
    for (uint32_t i = 0; i < g->entry->interface_count; i++) {
        spirv_id id = g->entry->interface[i];
        const struct spirv_type *pointer = spirv_type_of_value(g->module, id);
        uint32_t builtin = spirv_decoration_operand(g->module, id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, UINT32_MAX);
        if (!pointer || pointer->storage_class != SpvStorageClassInput)
            continue;
        if (builtin == SpvBuiltInSampleId || builtin == SpvBuiltInSamplePosition ||
            spirv_find_decoration(g->module, id, SPIRV_NO_MEMBER, SpvDecorationSample))
            return true;
    }
    return false;
}

void grid_settle_draw(struct grid_reader *g, struct litmus_grid *grid) {
    const uint32_t given = g->options->local[0] * (g->options->local[1] ? g->options->local[1] : 1) *
                           (g->options->local[2] ? g->options->local[2] : 1);
    const uint32_t samples = given ? given : is_per_sample(g) ? SAMPLES : 1;
    if (samples > 1 && !is_per_sample(g))
        grid_refuse(g, NULL, "several samples of a pixel (%s), where none is a fragment of its own",
                    OPTION_NAME(g->options, LOCAL));
    memcpy(grid->local, (const uint32_t[3]){samples, 1, 1}, sizeof grid->local);
    if (grid_workgroup_count(g) == 1 && !g->options->groups[0])
        memcpy(grid->groups, (const uint32_t[3]){SIDE, SIDE, PRIMITIVES}, sizeof grid->groups);
}

/* ---- what inputs hold ---- */

/* Built-ins of fragments, and inputs of the shader before it, which have numbers that no built-in has. */
enum { INPUT_OF_PRIMITIVE = 0x7F000000, INPUT_ACROSS, LOCK_OFFSET, TURN, ELECTED };

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool is_of_sample(const struct grid_reader *g) {
    return has_mode(g, SpvExecutionModeSampleInterlockOrderedEXT) ||
           has_mode(g, SpvExecutionModeSampleInterlockUnorderedEXT);
}

/* Among those that share a lock: by primitive, then by sample. */
static uint32_t turn_of(const struct grid_reader *g) {
    return is_of_sample(g) ? g->at.group[2] : g->at.group[2] * g->at.size[0] + g->at.local_index;
}

static uint32_t lock_offset(const struct grid_reader *g) {
    uint32_t pixel = g->at.group[1] * g->at.groups[0] + g->at.group[0];
    return 4 * (is_of_sample(g) ? pixel * g->at.size[0] + g->at.local_index : pixel);
}

/* Returns how many components are known. */
static uint32_t values_of(const struct grid_reader *g, uint32_t builtin, uint32_t values[LITMUS_MAX_BUILTIN]) {
    const uint32_t *at = g->at.group;
    memset(values, 0, LITMUS_MAX_BUILTIN * sizeof *values);
    switch (builtin) {
    case SpvBuiltInFragCoord:
        values[0] = bits_of((float)at[0] + 0.5f);
        values[1] = bits_of((float)at[1] + 0.5f);
        values[2] = bits_of(((float)at[2] + 1) / ((float)g->at.groups[2] + 1));
        values[3] = bits_of(1);
        return 4;
    case INPUT_ACROSS:
        values[0] = bits_of(((float)at[0] + 0.5f) / (float)g->at.groups[0]);
        values[1] = bits_of(((float)at[1] + 0.5f) / (float)g->at.groups[1]);
        return LITMUS_MAX_BUILTIN;
    case INPUT_OF_PRIMITIVE:
        for (uint32_t i = 0; i < LITMUS_MAX_BUILTIN; i++)
            values[i] = at[2];
        return LITMUS_MAX_BUILTIN;
    case SpvBuiltInPrimitiveId:
        values[0] = at[2];
        return 1;
    case SpvBuiltInSampleId:
        values[0] = g->at.local_index;
        return 1;
    case SpvBuiltInFrontFacing:
        values[0] = 1;
        return 1;
    case LOCK_OFFSET:
        values[0] = lock_offset(g);
        return 1;
    case TURN:
        values[0] = turn_of(g);
        return 1;
    case ELECTED:
        values[0] = !g->elects_helpers;
        return 1;
    case SpvBuiltInHelperInvocation:
        values[0] = g->all_are_helpers;
        return 1;
    case SpvBuiltInLayer:
    case SpvBuiltInViewportIndex:
    case SpvBuiltInViewIndex:
        return 1;
    default:
        return 0;
    }
}

uint32_t grid_draw_value(const struct grid_reader *g, uint32_t builtin, uint32_t component) {
    uint32_t values[LITMUS_MAX_BUILTIN];
    return component < values_of(g, builtin, values) ? values[component] : 0;
}

/* A flat number is of the primitive; another one runs from 0 to 1 across the pixels, and down them. */
static uint32_t input_of(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_type *type) {
    while (type->opcode == SpvOpTypeVector || type->opcode == SpvOpTypeArray)
        type = grid_type(g, in, type->element);
    return type->opcode == SpvOpTypeInt && type->width == 32     ? INPUT_OF_PRIMITIVE
           : type->opcode == SpvOpTypeFloat && type->width == 32 ? INPUT_ACROSS
                                                                 : UINT32_MAX;
}

static void fill(struct grid_reader *g, uint32_t builtin, struct litmus_part *parts, uint32_t count) {
    uint32_t values[LITMUS_MAX_BUILTIN], known = values_of(g, builtin, values);
    for (uint32_t i = 0; i < count; i++)
        parts[i].operand = i < known ? grid_builtin(g, builtin, i) : (struct program_operand){PROGRAM_UNDEFINED, 0};
}

void grid_fill_draw_input(struct grid_reader *g, const struct spirv_instruction *in, struct grid_variable *variable) {
    const struct spirv_type *type = variable->type;
    uint32_t builtin = grid_decoration_of(g, variable->id, SpvDecorationBuiltIn), at = 0;
    if (type->opcode != SpvOpTypeStruct) {
        fill(g, builtin == UINT32_MAX ? input_of(g, in, type) : builtin, variable->parts, variable->count);
        return;
    }
    for (uint32_t m = 0; m < type->count; m++) {
        const struct spirv_type *member = grid_type(g, in, type->members[m]);
        uint32_t count = grid_count_parts(g, in, member);
        fill(g, input_of(g, in, member), variable->parts + at, count);
        at += count;
    }
}

/* ---- elections: each fragment is alone in its subgroup, and elects itself, unless helpers are elected ---- */

void grid_elect_in_draw(struct grid_reader *g, const struct spirv_instruction *in) {
    struct program_operand elected =
        grid_compute(g, PROGRAM_COMPARE + IR_NE, 1, 32, grid_builtin(g, ELECTED, 0), program_constant(0));
    const struct program_thread *thread = grid_thread(g);
    thread->code[thread->code_count - 1].operation.origin = grid_word(g, in->word);
    if (g->election_count < GRID_ELECTIONS)
        g->elections[g->election_count++] = grid_word(g, in->word);
    grid_set_operand(g, in, elected);
}

/* ---- the interlock (SPV_EXT_fragment_shader_interlock): a lock of each pixel, or sample, which orders nothing. What
 * it orders is the barrier beside it. Where the order of primitives is kept, it counts those that have left ---- */

static bool is_ordered(const struct grid_reader *g) {
    return has_mode(g, SpvExecutionModePixelInterlockOrderedEXT) ||
           has_mode(g, SpvExecutionModeSampleInterlockOrderedEXT) ||
           has_mode(g, SpvExecutionModeShadingRateInterlockOrderedEXT);
}

static bool has_interlock(const struct grid_reader *g) {
    return is_ordered(g) || is_of_sample(g) || has_mode(g, SpvExecutionModePixelInterlockUnorderedEXT) ||
           has_mode(g, SpvExecutionModeShadingRateInterlockUnorderedEXT);
}

uint64_t grid_lock_bytes(const struct grid_reader *g) {
    const struct litmus_grid *grid = &g->output->grid;
    return has_interlock(g) ? UINT64_C(4) * grid->groups[0] * grid->groups[1] * grid->local[0] : 0;
}

static struct program_instruction *access_lock(struct grid_reader *g, const struct model_operation *atomic,
                                               uint16_t kind, struct program_operand address) {
    struct program_instruction *access = grid_append(g, PROGRAM_ACCESS);
    access->operation = *atomic;
    access->operation.kind = kind;
    access->a = address;
    access->bytes = 4;
    access->width = 32;
    access->reference = access->success = access->target = MODEL_NONE;
    return access;
}

static struct program_operand address_of_lock(struct grid_reader *g) {
    const struct program_operand nothing = {PROGRAM_NOTHING, 0};
    struct program_operand wide =
        litmus_build_compute(grid_builder(g), PROGRAM_COPY, 64, 32, grid_builtin(g, LOCK_OFFSET, 0), nothing, nothing);
    return grid_compute(g, PROGRAM_ADD, 64, 64, wide, program_constant(LITMUS_INTERLOCK_ADDRESS));
}

/* Goes round until what it reads lets it in: all before it have left, or the lock was free and is taken. */
static void enter(struct grid_reader *g, const struct model_operation *atomic, struct program_operand address) {
    const bool ordered = is_ordered(g);
    uint32_t begin = grid_thread(g)->code_count, found = litmus_build_temporary(grid_builder(g));
    struct program_instruction *access =
        access_lock(g, atomic, ordered ? MODEL_READ : MODEL_READ | MODEL_WRITE, address);
    access->target = found;
    if (!ordered) {
        access->compare_exchange = true;
        access->b = program_constant(1);
        access->c = program_constant(0);
    }
    struct program_operand enters =
        grid_compute(g, PROGRAM_COMPARE + (ordered ? IR_UGE : IR_EQ), 1, 32, program_in_register(found),
                     ordered ? grid_builtin(g, TURN, 0) : program_constant(0));
    struct program_instruction *branch = grid_append(g, PROGRAM_BRANCH);
    branch->a = enters;
    branch->if_true = grid_thread(g)->code_count;
    branch->if_false = begin;
}

/* A fragment that leaves a second time changes nothing. What counts on is a read-modify-write, so that one who never
 * comes to the interlock interrupts no release sequence. */
static void leave(struct grid_reader *g, const struct model_operation *atomic, struct program_operand address) {
    if (!is_ordered(g)) {
        access_lock(g, atomic, MODEL_WRITE, address)->b = program_constant(0);
        return;
    }
    struct program_operand turn = grid_builtin(g, TURN, 0);
    struct program_operand next = grid_compute(g, PROGRAM_ADD, 32, 32, turn, program_constant(1));
    struct program_instruction *access = access_lock(g, atomic, MODEL_READ | MODEL_WRITE, address);
    access->compare_exchange = true;
    access->b = next;
    access->c = turn;
}

void grid_draw_interlock(struct grid_reader *g, const struct model_operation *atomic, bool begins) {
    struct program_operand address = address_of_lock(g);
    if (begins)
        enter(g, atomic, address);
    else
        leave(g, atomic, address);
}

void grid_end_draw_interlock(struct grid_reader *g) {
    struct model_operation atomic = {.flags = MODEL_ATOMIC | MODEL_NONPRIVATE | MODEL_VISIBLE | MODEL_AVAILABLE,
                                     .fixed = true,
                                     .scope = VULKAN_QUEUE_FAMILY,
                                     .text = "the fragment ends"};
    if (!is_ordered(g))
        return;
    struct program_operand address = address_of_lock(g);
    enter(g, &atomic, address);
    leave(g, &atomic, address);
}
