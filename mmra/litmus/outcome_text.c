/* Outcomes for people. */
#include <string.h>

#include "mmra/base/text.h"
#include "mmra/litmus/litmus.h"

/* As the source names it, where it does. A variable of shared memory is one for each workgroup: but in the first, its
 * number follows, as in the module's name "%data@1[0]". */
static void put_cell_name(struct text *text, const struct program_cell *cell) {
    const char *number = cell->label ? strchr(cell->name, '@') : NULL;
    text_string(text, cell->label ? cell->label : cell->name);
    if (number && number[1] >= '0' && number[1] <= '9')
        text_bytes(text, number, 1 + strspn(number + 1, "0123456789"));
}

const char *outcome_column(const struct litmus *litmus, size_t column, struct arena *arena) {
    const struct observed *o = &litmus->observations.items[column];
    struct text text;
    text_init(&text, arena, 64);
    if (o->thread == MODEL_NONE) {
        put_cell_name(&text, &litmus->program.cells[o->number]);
    } else {
        const struct program_thread *thread = &litmus->program.threads[o->thread];
        text_string(&text, thread->name);
        text_char(&text, ':');
        text_string(&text, thread->registers[o->number].name);
    }
    text_char(&text, '\0');
    return text.start;
}

/* A register's value is a number without a type. */
void outcome_number(const struct litmus *litmus, size_t column, const struct outcome_value *value,
                    char text[EXPLAIN_NUMBER]) {
    const struct observed *o = &litmus->observations.items[column];
    if (!value->known || value->undefined)
        strcpy(text, value->known ? "undef" : "none");
    else
        explain_number(o->thread == MODEL_NONE ? litmus->program.cells[o->number].float_bits : 0, value->value, text);
}
