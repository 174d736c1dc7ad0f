/* Two buffer addresses that a program is given may be equal, which nobody can know here: memory has one reading in
 * which all of them differ, and a second one in which all that lead to memory of one layout are equal (models.md,
 * "SPIR-V modules as grids"). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/program/grid_reader.h"

/* ---- memory that may be the same ---- */

static bool is_scalar(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeInt || type->opcode == SpvOpTypeFloat;
}

static bool is_alike(struct grid_reader *g, const struct spirv_type *a, const struct spirv_type *b);

static bool are_elements_alike(struct grid_reader *g, const struct spirv_type *a, const struct spirv_type *b) {
    const struct spirv_matrix_layout none = {0, false};
    const bool is_array = a->opcode == SpvOpTypeArray || a->opcode == SpvOpTypeRuntimeArray;
    if (is_array && grid_array_stride(g, a, none) != grid_array_stride(g, b, none))
        return false;
    return is_alike(g, grid_type(g, NULL, a->element), grid_type(g, NULL, b->element));
}

static bool are_members_alike(struct grid_reader *g, const struct spirv_type *a, const struct spirv_type *b) {
    for (uint32_t i = 0; i < a->count; i++) {
        const struct spirv_member_layout *x = grid_member(g, a, i), *y = grid_member(g, b, i);
        if (x->offset != y->offset || x->matrix.stride != y->matrix.stride ||
            x->matrix.row_major != y->matrix.row_major ||
            !is_alike(g, grid_type(g, NULL, a->members[i]), grid_type(g, NULL, b->members[i])))
            return false;
    }
    return true;
}

/* Whether two types have scalars of the same sizes at the same offsets: floats may lie where integers do. */
static bool is_alike(struct grid_reader *g, const struct spirv_type *a, const struct spirv_type *b) {
    if (a == b)
        return true;
    if (is_scalar(a) && is_scalar(b))
        return a->width == b->width;
    if (a->opcode != b->opcode)
        return false;
    switch (a->opcode) {
    case SpvOpTypeBool:
    case SpvOpTypePointer:
        return true;
    case SpvOpTypeArray:
        return a->length == b->length && are_elements_alike(g, a, b);
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        return a->count == b->count && are_elements_alike(g, a, b);
    case SpvOpTypeRuntimeArray:
        return are_elements_alike(g, a, b);
    case SpvOpTypeStruct:
        return a->count == b->count && are_members_alike(g, a, b);
    default:
        return false;
    }
}

/* Whether some instruction has a result that is a pointer to memory of this type. If there is none, the module has no
 * use for such addresses. */
static bool is_pointed_to(const struct grid_reader *g, const struct spirv_type *type) {
    for (uint32_t word = 5; word < g->module->word_count;) {
        struct spirv_instruction in = spirv_instruction_at(g->module, word);
        const struct spirv_type *result = in.type ? spirv_type_of_id(g->module, in.type) : NULL;
        word += in.length ? in.length : 1;
        if (result && result->opcode == SpvOpTypePointer &&
            result->storage_class == SpvStorageClassPhysicalStorageBuffer &&
            result->element == (type->id ? type->id : type->element))
            return true;
    }
    return false;
}

static bool is_filled(const struct grid_reader *g, const struct grid_target *target) {
    for (const struct grid_given *given = g->owners[target->to]->given; given; given = given->next)
        if (given->initial_count || given->data)
            return true;
    return false;
}

static uint32_t member_at(struct grid_reader *g, const struct spirv_type *type, uint64_t offset) {
    uint32_t found = 0;
    for (uint32_t i = 1; i < type->count; i++) {
        uint64_t begin = grid_member(g, type, i)->offset;
        if (begin <= offset && begin >= grid_member(g, type, found)->offset)
            found = i;
    }
    return found;
}

/* Whether two places in memory of this type are in different elements of one array. */
static bool are_of_one_array(struct grid_reader *g, const struct spirv_type *type, uint64_t a, uint64_t b) {
    const struct spirv_matrix_layout none = {0, false};
    while (type->opcode == SpvOpTypeStruct || type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray) {
        uint64_t begin;
        if (type->opcode == SpvOpTypeStruct) {
            uint32_t member = member_at(g, type, a);
            if (type->count == 0 || member != member_at(g, type, b))
                return false;
            begin = grid_member(g, type, member)->offset;
            type = grid_type(g, NULL, type->members[member]);
        } else {
            uint64_t stride = grid_array_stride(g, type, none);
            if (stride == 0 || a / stride != b / stride)
                return stride != 0;
            begin = a / stride * stride;
            type = grid_type(g, NULL, type->element);
        }
        a -= begin;
        b -= begin;
    }
    return false;
}

/* Whoever passes an array of addresses passes one for each: its elements are taken to differ. */
static bool are_elements(struct grid_reader *g, const struct grid_target *a, const struct grid_target *b) {
    const uint64_t from = g->output->memory[a->from].address;
    return a != b && a->from == b->from &&
           are_of_one_array(g, g->owners[a->from]->type, a->pointer - from, b->pointer - from);
}

/* Whether two addresses may be equal. If somebody says what both of them lead to, they are two. */
static bool may_be_equal(struct grid_reader *g, const struct grid_target *a, const struct grid_target *b) {
    if (!a->is_used || !b->is_used || (is_filled(g, a) && is_filled(g, b)) ||
        !is_alike(g, g->owners[a->to]->type, g->owners[b->to]->type))
        return false;
    bool differ = are_elements(g, a, b);
    g->output->apart |= differ;
    return !differ;
}

/* Memory that somebody says the contents of stands for the others, else the largest. */
static bool is_better(const struct grid_reader *g, const struct grid_target *a, const struct grid_target *b) {
    const bool filled = is_filled(g, a);
    return filled != is_filled(g, b) ? filled : g->output->memory[a->to].bytes > g->output->memory[b->to].bytes;
}

static const struct grid_target *stands_for(struct grid_reader *g, const struct grid_target *target) {
    const struct grid_target *best = target;
    for (uint32_t i = 0; i < g->target_count && !is_filled(g, target); i++) {
        const struct grid_target *other = &g->targets[i];
        mmra_work_at(g->arena->watch, i);
        if (may_be_equal(g, target, other) &&
            (is_better(g, other, best) || (other < best && !is_better(g, best, other))))
            best = other;
    }
    return best;
}

/* ---- what a verdict says of them ---- */

/* The pointer as the source calls it, else its variable and place. */
static const char *name_of(struct grid_reader *g, const struct grid_target *target) {
    const struct litmus_memory *memory = &g->output->memory[target->from];
    char path[96] = "", name[LITMUS_MOST_NAME + 128];
    grid_put_path(g, g->owners[target->from], target->pointer - memory->address, path, sizeof path);
    const char *label = g->places.count ? grid_label(g, g->owners[target->from], path) : NULL;
    snprintf(name, sizeof name, "%%%s%s", memory->name, path);
    return label ? label : arena_copy_string(g->arena, name, strlen(name));
}

static void put_more(char text[40], uint32_t count) {
    *text = '\0';
    if (count > 2)
        snprintf(text, 40, ", and %" PRIu32 " more", count - 2);
}

/* "a and b, and 3 more" of those that another stands for, and of those; NULL: there are none. */
static const char *name_equal(struct grid_reader *g) {
    const struct grid_target *first[2] = {NULL, NULL};
    char more[40], text[640];
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->target_count; i++) {
        const struct grid_target *target = &g->targets[i];
        bool is_one = target->equal != target->address;
        for (uint32_t k = 0; k < g->target_count && !is_one; k++)
            is_one = k != i && g->targets[k].equal == target->address;
        if (is_one && (!first[0] || (!first[1] && target->equal == first[0]->equal)))
            first[first[0] ? 1 : 0] = target;
        count += is_one;
    }
    if (!first[1])
        return NULL;
    put_more(more, count);
    int length = snprintf(text, sizeof text, "%s and %s%s", name_of(g, first[0]), name_of(g, first[1]), more);
    return arena_copy_string(g->arena, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* NULL, if fewer than two are used. */
static const char *say_differ(struct grid_reader *g) {
    const char *names[2] = {NULL, NULL};
    char more[40], text[2 * (LITMUS_MOST_NAME + 128) + 128];
    uint32_t used = 0;
    for (uint32_t i = 0; i < g->target_count; i++) {
        if (g->targets[i].is_used && used < 2)
            names[used] = g->output->memory[g->targets[i].to].name;
        used += g->targets[i].is_used;
    }
    if (used < 2)
        return NULL;
    put_more(more, used);
    int length = snprintf(text, sizeof text, "buffer addresses in memory differ, as those to %%%s and %%%s%s do",
                          names[0], names[1], more);
    return arena_copy_string(g->arena, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

void grid_settle_addresses(struct grid_reader *g) {
    for (uint32_t i = 0; i < g->target_count; i++)
        g->targets[i].is_used = is_pointed_to(g, g->owners[g->targets[i].to]->type);
    for (uint32_t i = 0; i < g->target_count; i++)
        g->targets[i].equal = stands_for(g, &g->targets[i])->address;
    g->output->equal = name_equal(g);
    g->output->differ = say_differ(g);
    if (g->output->differ)
        litmus_assume(g->litmus, g->arena, g->output->differ);
}

const char *litmus_race_of_equal(const struct litmus_spirv *program, struct arena *arena, const char *race) {
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "a data race if buffer addresses are equal: %s%s%s", program->equal, *race ? "; " : "", race);
    return text_finish(&text);
}

const char *litmus_assume_both(const struct litmus_spirv *program, struct arena *arena, const char *assumption) {
    const char *differ = program->differ && assumption ? strstr(assumption, program->differ) : NULL;
    struct text text;
    if (!differ || !program->equal || program->apart)
        return assumption;
    text_init(&text, arena, 128);
    text_format(&text, "%.*s", (int)(differ - assumption), assumption);
    text_format(&text,
                "buffer addresses to memory of one layout all differ or are all equal, as %s: no data race in both",
                program->equal);
    text_string(&text, differ + strlen(program->differ));
    return text_finish(&text);
}
