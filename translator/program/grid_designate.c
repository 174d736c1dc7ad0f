/* The part of a variable that a name designates, as the source writes it: plane.x, Camera.plane, particles[3].velocity.
 *
 * A name begins with that of a variable, of a block, or of a member of a block; "[3]", ".member" and ".x" lead further.
 * The index of a structure counts its members, as conditions of @Output do. */
#include <stdio.h>
#include <stdlib.h>

#include "mmra/base/text.h"
#include "translator/program/grid_reader.h"

enum { MOST_LISTED = 160, LARGEST_INDEX = 1 << 30 };

/* A name begins at one of these: at a variable, at its block's name, or at a member of its block. */
enum root_kind { ROOT_VARIABLE, ROOT_BLOCK, ROOT_MEMBER, ROOT_KINDS };

struct root {
    struct grid_variable *variable;
    uint32_t member; /* of ROOT_MEMBER */
};

static bool is_word(const char *name, const char *word, size_t length) {
    return name && *name && strlen(name) == length && memcmp(name, word, length) == 0;
}

static const struct spirv_type *block_of(struct grid_reader *g, const struct grid_variable *variable) {
    const struct spirv_type *type = variable->type;
    while (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray)
        type = grid_type(g, NULL, type->element);
    return type->opcode == SpvOpTypeStruct ? type : NULL;
}

static const char *member_called(struct grid_reader *g, const struct grid_part *part, uint32_t member) {
    const char *debug_name, *name = grid_member_name(g, part->type->id, member);
    spirv_debug_part(&g->places, part->debug_type, member, &debug_name);
    return name && *name ? name : debug_name;
}

static struct grid_part whole_of(const struct grid_reader *g, struct grid_variable *variable) {
    return (struct grid_part){
        .variable = variable, .type = variable->type, .debug_type = grid_debug_type(g, variable), .whole = true};
}

/* DXC calls the type of a block "type.NAME". */
static bool is_block_called(struct grid_reader *g, const struct grid_variable *variable, const char *name,
                            size_t length) {
    const struct spirv_type *block = block_of(g, variable);
    const char *own = block ? spirv_name(g->module, block->id) : NULL;
    return is_word(own, name, length) || (own && strncmp(own, "type.", 5) == 0 && is_word(own + 5, name, length));
}

static bool begins_with(struct grid_reader *g, struct grid_variable *variable, enum root_kind kind, const char *name,
                        size_t length, uint32_t *member) {
    const struct grid_part whole = whole_of(g, variable);
    *member = 0;
    if (kind == ROOT_VARIABLE)
        return grid_is_called(g, variable, name, length);
    if (variable->kind == GRID_PRIVATE)
        return false;
    if (kind == ROOT_BLOCK)
        return is_block_called(g, variable, name, length);
    for (; whole.type->opcode == SpvOpTypeStruct && *member < whole.type->count; ++*member)
        if (is_word(member_called(g, &whole, *member), name, length))
            return true;
    return false;
}

/* The bytes of one descriptor are one memory, whichever of its variables is named. */
static bool is_one_memory(const struct grid_reader *g, const struct root *a, const struct root *b) {
    return grid_is_alias(g, a->variable, b->variable) && a->variable->type == b->variable->type &&
           a->member == b->member;
}

static bool find_root(struct grid_reader *g, const struct grid_saying *says, const char *name, size_t length,
                      enum root_kind kind, struct root *root) {
    bool found = false;
    for (uint32_t i = 0; i < g->module->global_count; i++) {
        spirv_id id = spirv_instruction_at(g->module, g->module->globals[i]).result;
        struct root here = {.variable = g->variables[spirv_index(g->module, id)]};
        if (!here.variable || !begins_with(g, here.variable, kind, name, length, &here.member))
            continue;
        if (!found || (root->variable->kind == GRID_PRIVATE && here.variable->kind != GRID_PRIVATE))
            *root = here;
        else if (here.variable->kind != GRID_PRIVATE && !is_one_memory(g, root, &here))
            grid_wrong(g, says->line, "%s: %.*s is in two variables, %%%u and %%%u: write the block's name before it",
                       says->what, (int)length, name, root->variable->id, id);
        found = true;
    }
    return found;
}

/* ---- one step ---- */

static void step_to(struct grid_reader *g, struct grid_part *part, uint32_t index) {
    const struct spirv_type *type = part->type;
    const char *ignored;
    bool structure = type->opcode == SpvOpTypeStruct;
    if (structure)
        part->layout = grid_member(g, type, index)->matrix;
    part->offset +=
        structure ? grid_member(g, type, index)->offset : grid_span(g, index, grid_stride(g, type, part->layout));
    part->debug_type = spirv_debug_part(&g->places, part->debug_type, index, &ignored);
    part->type = grid_type(g, NULL, structure ? type->members[index] : type->element);
    part->whole = false;
}

/* Runtime arrays are as long as somebody says: here at least so long. */
static uint64_t count_of(struct grid_part *part, uint64_t index) {
    switch (part->type->opcode) {
    case SpvOpTypeArray:
        return part->type->length;
    case SpvOpTypeRuntimeArray:
        part->least = index + 1 > part->least ? index + 1 : part->least;
        return LARGEST_INDEX;
    case SpvOpTypeStruct:
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        return part->type->count;
    default:
        return 0;
    }
}

/* "[3]" */
static const char *step_by_index(struct grid_reader *g, const struct grid_saying *says, const char *at,
                                 struct grid_part *part) {
    char *end;
    unsigned long long index = strtoull(at + 1, &end, 0);
    if (end == at + 1 || *end != ']' || strchr("+-", at[1]))
        grid_wrong(g, says->line, "%s: %.*s: a number from 0 on and ']' are missing after '['", says->what,
                   (int)says->name_length, says->name);
    uint64_t count = count_of(part, index);
    if (!count)
        grid_wrong(g, says->line, "%s: %.*s has no elements: leave out what follows", says->what,
                   (int)(at - says->name), says->name);
    if (index >= count)
        grid_wrong(g, says->line, "%s: %.*s has elements 0 to %llu, and no %.*s", says->what, (int)(at - says->name),
                   says->name, (unsigned long long)count - 1, (int)(end + 1 - at), at);
    step_to(g, part, (uint32_t)index);
    return end + 1;
}

static const char *list_members(struct grid_reader *g, const struct grid_part *part) {
    struct text text;
    text_init(&text, g->arena, 64);
    for (uint32_t i = 0; i < part->type->count && text_length(&text) < MOST_LISTED; i++) {
        const char *name = member_called(g, part, i);
        text_string(&text, i ? ", " : "");
        text_string(&text, name && *name ? name : "member");
        if (!(name && *name))
            text_unsigned(&text, i);
    }
    return text_finish(&text);
}

/* ".velocity", or of a member without a name ".member2". */
static bool step_to_member(struct grid_reader *g, const char *name, size_t length, struct grid_part *part) {
    char numbered[24];
    for (uint32_t i = 0; i < part->type->count; i++) {
        const char *own = member_called(g, part, i);
        snprintf(numbered, sizeof numbered, "member%u", i);
        if (!is_word(own && *own ? own : numbered, name, length))
            continue;
        step_to(g, part, i);
        return true;
    }
    return false;
}

static bool step_to_component(struct grid_reader *g, const char *name, size_t length, struct grid_part *part) {
    static const char *const sets[] = {"xyzw", "rgba", "stpq"};
    for (size_t i = 0; length == 1 && i < sizeof sets / sizeof *sets; i++) {
        const char *found = strchr(sets[i], *name);
        if (!found || (size_t)(found - sets[i]) >= part->type->count)
            continue;
        step_to(g, part, (uint32_t)(found - sets[i]));
        return true;
    }
    return false;
}

static const char *step_by_name(struct grid_reader *g, const struct grid_saying *says, const char *at,
                                struct grid_part *part) {
    const char *name = at + 1, *before = says->name;
    size_t length = strcspn(name, ".[= \t\r,{");
    bool structure = part->type->opcode == SpvOpTypeStruct, vector = part->type->opcode == SpvOpTypeVector;
    if ((structure && step_to_member(g, name, length, part)) || (vector && step_to_component(g, name, length, part)))
        return name + length;
    if (structure)
        grid_wrong(g, says->line, "%s: %.*s has no member %.*s; it has %s", says->what, (int)(at - before), before,
                   (int)length, name, list_members(g, part));
    if (vector)
        grid_wrong(g, says->line, "%s: %.*s has no component %.*s: name one of its %u, as in %.*s.x", says->what,
                   (int)(at - before), before, (int)length, name, part->type->count, (int)(at - before), before);
    if (count_of(part, 0))
        grid_wrong(g, says->line, "%s: %.*s has elements: name one before %.*s, as in %.*s[0].%.*s", says->what,
                   (int)(at - before), before, (int)length, name, (int)(at - before), before, (int)length, name);
    grid_wrong(g, says->line, "%s: %.*s has no members, so no %.*s", says->what, (int)(at - before), before,
               (int)length, name);
}

/* ---- the whole name ---- */

static const char *list_names(struct grid_reader *g) {
    struct text text;
    text_init(&text, g->arena, 64);
    for (uint32_t i = 0; i < g->module->global_count && text_length(&text) < MOST_LISTED; i++) {
        spirv_id id = spirv_instruction_at(g->module, g->module->globals[i]).result;
        struct grid_variable *variable = g->variables[spirv_index(g->module, id)];
        if (!variable || variable->kind == GRID_PRIVATE)
            continue;
        const struct grid_part whole = whole_of(g, variable);
        const char *own = spirv_name(g->module, id);
        text_string(&text, text_length(&text) ? ", " : "; there are ");
        text_string(&text,
                    whole.type->opcode == SpvOpTypeStruct && !(own && *own) ? list_members(g, &whole) : variable->name);
    }
    return text_finish(&text);
}

/* HLSL's StructuredBuffer is an array, and SPIR-V's block around it has no name in the source. */
static bool is_array_alone(struct grid_reader *g, const struct grid_part *whole) {
    return g->is_hlsl && whole->type->opcode == SpvOpTypeStruct && whole->type->count == 1 &&
           grid_type(g, NULL, whole->type->members[0])->opcode == SpvOpTypeRuntimeArray;
}

/* The longest beginning that is known, for names may have points in them. */
static const char *take_root(struct grid_reader *g, const struct grid_saying *says, struct grid_part *part) {
    for (size_t length = says->name_length; length; length--) {
        const char *end = says->name + length;
        struct root root = {0};
        if (length < says->name_length && *end != '.' && *end != '[')
            continue;
        for (enum root_kind kind = 0; kind < ROOT_KINDS; kind++) {
            if (!find_root(g, says, says->name, length, kind, &root))
                continue;
            if (root.variable->kind == GRID_PRIVATE)
                grid_wrong(g, says->line, "%s: %.*s is no memory that invocations share: it holds what each one stores",
                           says->what, (int)length, says->name);
            *part = whole_of(g, root.variable);
            if (kind == ROOT_MEMBER)
                step_to(g, part, root.member);
            else if (is_array_alone(g, part) && *end != '.')
                step_to(g, part, 0);
            return end;
        }
    }
    grid_wrong(g, says->line, "%s: no variable of the module is called %.*s%s", says->what, (int)says->name_length,
               says->name, list_names(g));
}

/* From a part on; up to a buffer address, whose memory is not placed yet. */
static void follow(struct grid_reader *g, const struct grid_saying *says, const char *at, struct grid_part *part) {
    const char *end = says->name + says->name_length;
    while (at < end && part->type->opcode != SpvOpTypePointer) {
        if (*at != '[' && *at != '.')
            grid_wrong(g, says->line, "%s: %.*s: '.' or '[' is missing before %.*s", says->what, (int)says->name_length,
                       says->name, (int)(end - at), at);
        at = *at == '[' ? step_by_index(g, says, at, part) : step_by_name(g, says, at, part);
    }
    part->rest = at < end ? at : NULL;
}

struct grid_part grid_designate(struct grid_reader *g, const struct grid_saying *says) {
    struct grid_part part;
    const char *at = take_root(g, says, &part);
    follow(g, says, at, &part);
    return part;
}

/* ---- names of recorded dispatches ---- */

static bool take_number(const char **at, const char *end, uint32_t *number) {
    uint64_t value = 0;
    const char *begin = *at;
    for (; *at < end && **at >= '0' && **at <= '9' && value <= UINT32_MAX; ++*at)
        value = value * 10 + (uint64_t)(**at - '0');
    *number = (uint32_t)value;
    return *at > begin && value <= UINT32_MAX;
}

/* The first variable of a descriptor, or that of the push constants; NULL: there is none. */
static struct grid_variable *find_recorded(struct grid_reader *g, bool push, uint32_t set, uint32_t binding) {
    for (uint32_t i = 0; i < g->module->global_count; i++) {
        spirv_id id = spirv_instruction_at(g->module, g->module->globals[i]).result;
        struct grid_variable *variable = g->variables[spirv_index(g->module, id)];
        if (variable && variable->kind == GRID_SHARED &&
            (push ? variable->storage_class == SpvStorageClassPushConstant
                  : grid_decoration_of(g, id, SpvDecorationDescriptorSet) == set &&
                        grid_decoration_of(g, id, SpvDecorationBinding) == binding))
            return variable;
    }
    return NULL;
}

bool grid_designate_recorded(struct grid_reader *g, const struct grid_saying *says, struct grid_part *part) {
    const char *at = says->name + 1, *end = says->name + says->name_length;
    uint32_t numbers[3] = {0};
    uint64_t stride;
    bool push = is_word("@push", says->name, says->name_length);
    for (uint32_t i = 0; !push && i < 3; i++)
        if (!take_number(&at, end, &numbers[i]) || (i < 2 ? at == end || *at++ != '.' : at != end))
            grid_wrong(g, says->line, "%s: %.*s is none of @SET.BINDING.ELEMENT, @push and @0xADDRESS", says->what,
                       (int)says->name_length, says->name);
    struct grid_variable *variable = find_recorded(g, push, numbers[0], numbers[1]);
    if (!variable)
        return false;
    *part = whole_of(g, variable);
    bool several = grid_is_descriptor_array(g, part->type, &stride);
    if (several && numbers[2] < count_of(part, numbers[2]))
        step_to(g, part, numbers[2]);
    else if (several || numbers[2])
        return false;
    part->recorded = true;
    return true;
}

void grid_designate_target(struct grid_reader *g, const struct grid_saying *says, struct grid_variable *target,
                           struct grid_part *part) {
    const char *rest = part->rest;
    *part = whole_of(g, target);
    if (!target->type->id && *rest == '.') /* p.x is that of the first element */
        step_to(g, part, 0);
    follow(g, says, rest, part);
}
