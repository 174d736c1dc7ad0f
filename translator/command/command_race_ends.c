#include "translator/command/command_race_ends.h"

#include <stdio.h>
#include <string.h>

#include "translator/command/command_modules.h"

enum { TEXT = 512 };

static size_t put_value(const struct race_end *end, uint32_t at, char *text, size_t size) {
    float number;
    memcpy(&number, &end->values[at], sizeof number);
    int length = end->at->float_bits == 32 ? snprintf(text, size, "%g", (double)number)
                                           : snprintf(text, size, "%u", end->values[at]);
    return (size_t)length < size ? (size_t)length : size - 1;
}

/* "`groups` ended as 1 on the first run, and as 2, 3 or more on others; ..." */
static const char *text_of(struct litmus_race *race, const struct race_ends *ends, const struct race_end *end) {
    static char text[TEXT];
    const char *name = end->address ? race->program.name(race->program.user, end->address, 0) : NULL;
    if (end->made_of) {
        char line[32] = "";
        if (end->made_of->place)
            snprintf(line, sizeof line, " at line %u", end->made_of->place->line);
        snprintf(text, sizeof text, "what an atomic reads%s differs on %u of %u runs, and %s%.*s%s is made of it", line,
                 end->runs, ends->runs, name ? "`" : "what is stored", TEXT / 4, name ? name : "", name ? "`" : "");
        return text;
    }
    size_t used = (size_t)snprintf(text, TEXT / 2, "`%.*s` ended as ", TEXT / 4, name ? name : "memory");
    used += put_value(end, 0, text + used, TEXT - used);
    for (uint32_t i = 1; i < end->value_count; i++) {
        used += (size_t)snprintf(text + used, TEXT - used, i == 1 ? " on the first run, as " : ", ");
        used += put_value(end, i, text + used, TEXT - used);
    }
    snprintf(text + used, TEXT - used, " on others; what is stored there differs on %u of %u runs", end->runs,
             ends->runs);
    return text;
}

void ends_print(struct litmus_race *race, const struct race_ends *ends, const char *path) {
    for (uint32_t i = 0; i < ends->count; i++) {
        const char *text = text_of(race, ends, &ends->items[i]);
        printf("  the result %s on the order: %s", ends->items[i].made_of ? "may depend" : "depends",
               printable(text, TEXT));
        module_print_place(ends->items[i].at);
        if (message_is_data())
            module_found("order", SMMRA_SEVERITY_NOTE, path, ends->items[i].at, text);
    }
    if (ends->more)
        printf("  more results depend on the order\n");
    if (ends->count && race->program.groups == PROGRAM_WORKGROUPS && race->program.group_count > 1)
        printf("  where it must not: no barrier waits for another workgroup, so that no change of a barrier mends it; "
               "a second dispatch, or the workgroup that an atomic counter says is the last, reads what all have "
               "written\n");
}

void ends_put_json(struct litmus_race *race, const struct race_ends *ends) {
    json_put(", \"depends_on_order\": [");
    for (uint32_t i = 0; i < ends->count; i++) {
        json_put(", {");
        module_put_json(text_of(race, ends, &ends->items[i]), ends->items[i].at);
        json_put("}");
    }
    json_put("]");
}
