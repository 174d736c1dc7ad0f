/* An access out of bounds, in words: the index that was too large, of what, and how many elements that has. Code leads
 * to an address where nothing is if an index is not less than a length (grid_step). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mmra/litmus/litmus_build.h"
#include "mmra/race/race_run.h"

enum { MOST_STEPS = 32, TEXT = 320 };

/* The instruction that sets a register, if only one does; else NULL. */
static const struct program_instruction *definition(const struct race_thread *t, struct program_operand o) {
    const struct program_instruction *found = NULL;
    for (uint32_t i = 0; o.kind == PROGRAM_REGISTER && i < t->code->code_count; i++) {
        const struct program_instruction *at = &t->code->code[i];
        if (at->target != o.value || (at->opcode != PROGRAM_COMPUTE && at->opcode != PROGRAM_ACCESS))
            continue;
        if (found)
            return NULL;
        found = at;
    }
    return found && found->opcode == PROGRAM_COMPUTE ? found : NULL;
}

static bool is_guard(const struct program_instruction *i) {
    return i->alu == PROGRAM_SELECT && i->c.kind == PROGRAM_CONSTANT && i->c.value == LITMUS_NOWHERE;
}

/* The innermost guard that has led nowhere, on the way to an address from its root. */
static const struct program_instruction *failed_guard(const struct race_thread *t, struct program_operand address) {
    const struct program_instruction *failed = NULL, *i = definition(t, address);
    for (uint32_t step = 0; i && step < MOST_STEPS; step++) {
        bool known;
        bool inside = !is_guard(i) || race_value_of(t, i->a, &known) & 1;
        failed = inside ? failed : i;
        if (i->alu != PROGRAM_ADD && i->alu != PROGRAM_COPY && !is_guard(i))
            break;
        i = definition(t, is_guard(i) ? i->b : i->a);
    }
    return failed;
}

/* The name without the index in which those of two elements differ. */
static void put_array(const char *first, const char *second, char *text, size_t size) {
    size_t length = 0;
    while (second && first[length] && first[length] == second[length])
        length++;
    if (!second || !first[length])
        length = strlen(first);
    while (length && first[length - 1] != '[')
        length--;
    snprintf(text, size, "%.*s", length ? (int)(length - 1) : (int)strlen(first), first);
}

/* The name that the source has for the array whose elements begin at an address. */
static void put_name(const struct race_run *run, uint32_t group, uint64_t address, uint64_t unit, uint64_t length,
                     char *text, size_t size) {
    const struct race_program *program = run->program;
    const char *first = program->name(program->user, address, group);
    const char *second = length > 1 ? program->name(program->user, address + unit, group) : NULL;
    text[0] = 0;
    if (first)
        put_array(first, second, text, size);
}

const char *race_tell_outside(const struct race_run *run, uint32_t number, const struct program_instruction *access) {
    const struct race_thread *t = &run->threads[number];
    const struct program_instruction *guard = failed_guard(t, access->a);
    const struct program_instruction *inside = guard ? definition(t, guard->a) : NULL;
    const struct program_instruction *there = guard ? definition(t, guard->b) : NULL;
    const struct program_instruction *scaled = there ? definition(t, there->b) : NULL;
    char name[TEXT - 100] = "", text[TEXT];
    bool known, length_is_known, base_is_known;
    if (!inside || inside->alu != PROGRAM_COMPARE + IR_ULT)
        return NULL;
    const uint64_t index = race_value_of(t, inside->a, &known), length = race_value_of(t, inside->b, &length_is_known);
    if (!known || !length_is_known)
        return NULL;
    if (there && there->alu == PROGRAM_ADD) {
        uint64_t base = race_value_of(t, there->a, &base_is_known);
        uint64_t unit = scaled && scaled->alu == PROGRAM_MUL ? race_value_of(t, scaled->b, &known) : 1;
        if (base_is_known)
            put_name(run, number / run->program->group_size, base, unit, length, name, sizeof name);
    }
    snprintf(text, sizeof text, "index %" PRIi64 " of %s%s%s, which has %" PRIu64 " element%s", (int64_t)index,
             name[0] ? "`" : "", name[0] ? name : "an array", name[0] ? "`" : "", length, length == 1 ? "" : "s");
    return arena_copy_string(run->arena, text, strlen(text));
}
