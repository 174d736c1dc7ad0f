/* All files that read a program use this: refusals with their source location, its thread, its types, how many
 * invocations there are. */
#include <stdarg.h>
#include <stdio.h>

#include "translator/program/grid_reader.h"

/* Returns what the assembly says of the instruction that begins at this word; all zero if nothing. */
static struct litmus_source_instruction source_of(const struct grid_reader *g, uint32_t word) {
    const struct litmus_source_instruction nothing = {0};
    if (!g->source || !g->ordinals || !word)
        return nothing;
    uint32_t ordinal = g->ordinals[word];
    return ordinal < g->source->instruction_count ? g->source->instructions[ordinal] : nothing;
}

uint32_t grid_line(const struct grid_reader *g, uint32_t word) {
    return source_of(g, word).line;
}

uint32_t grid_word(const struct grid_reader *g, uint32_t word) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < g->added_count && g->added[i].first < word; i++)
        before += g->added[i].count;
    return word - before;
}

void grid_note_added(struct grid_reader *g, uint32_t first, uint32_t count) {
    uint32_t i = g->added_count++;
    for (; i && g->added[i - 1].first >= first; i--)
        g->added[i] = (struct grid_added){g->added[i - 1].first + count, g->added[i - 1].count};
    g->added[i] = (struct grid_added){first, count};
}

const char *grid_name(struct grid_reader *g, spirv_id id) {
    char text[LITMUS_MOST_NAME];
    const char *name = source_of(g, g->module->definitions[spirv_index(g->module, id)].word).name;
    if (!name)
        name = spirv_name(g->module, id);
    if (name && *name)
        snprintf(text, sizeof text, "%%%s", name);
    else
        snprintf(text, sizeof text, "%%%u", id);
    return arena_copy_string(g->arena, text, strlen(text));
}

static void write_error(struct grid_reader *g, uint32_t line, bool unsupported, const char *format, va_list arguments,
                        const char *before) {
    char what[400], text[480];
    vsnprintf(what, sizeof what, format, arguments);
    snprintf(text, sizeof text, "%s%s", before, what);
    g->litmus->error = arena_copy_string(g->arena, text, strlen(text));
    g->litmus->line = line;
    g->litmus->unsupported = unsupported;
}

void grid_refuse(struct grid_reader *g, const struct spirv_instruction *in, const char *format, ...) {
    va_list arguments;
    char before[LITMUS_MOST_NAME + 80] = "";
    const char *opcode = in ? spirv_opcode_name(in->opcode) : NULL;
    if (in && in->result)
        snprintf(before, sizeof before, "%s %s: ", opcode ? opcode : "an instruction", grid_name(g, in->result));
    else if (in && g->source)
        snprintf(before, sizeof before, "%s: ", opcode ? opcode : "an instruction");
    else if (in)
        snprintf(before, sizeof before, "%s (word %u): ", opcode ? opcode : "an instruction", grid_word(g, in->word));
    va_start(arguments, format);
    write_error(g, in ? grid_line(g, in->word) : 0, true, format, arguments, before);
    va_end(arguments);
    longjmp(g->landing, 1);
}

void grid_wrong(struct grid_reader *g, uint32_t line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_error(g, line, false, format, arguments, "");
    va_end(arguments);
    longjmp(g->landing, 1);
}

struct program_thread *grid_thread(struct grid_reader *g) {
    return &g->litmus->program.threads[g->thread];
}

const struct spirv_type *grid_type(struct grid_reader *g, const struct spirv_instruction *in, spirv_id type) {
    const struct spirv_type *result = spirv_type_of_id(g->module, type);
    if (!result)
        grid_refuse(g, in, "its type is not known");
    return result;
}

uint32_t grid_member_number(struct grid_reader *g, uint8_t level) {
    g->asks_place = true;
    return level == VULKAN_WORKGROUP ? g->at.local_index : g->at.local_index % g->output->grid.subgroup;
}

uint32_t grid_member_count(struct grid_reader *g, uint8_t level) {
    uint32_t all = g->at.size[0] * g->at.size[1] * g->at.size[2], subgroup = g->output->grid.subgroup;
    uint32_t count = all - g->at.local_index / subgroup * subgroup;
    g->asks_place |= level != VULKAN_WORKGROUP && all > subgroup && all % subgroup;
    return level == VULKAN_WORKGROUP ? all : count < subgroup ? count : subgroup;
}

void grid_compile_row(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    ((const struct grid_row *)row)->compile(g, in);
}
