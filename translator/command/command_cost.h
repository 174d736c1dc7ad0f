/* The files of the subcommand cost share this. */
#ifndef TRANSLATOR_COMMAND_COST_H
#define TRANSLATOR_COMMAND_COST_H

#include "spirv/places.h"
#include "translator/command/command.h"
#include "translator/cost/cost.h"

/* A price list, and the module that it is of; without places the code was given as assembly. */
struct cost_report {
    const char *path, *processor;
    const struct machine_code *code;
    const struct cost_list *list;
    struct spirv_places *places; /* NULL: there is no module */
    struct arena *arena;
};

void cost_print_text(const struct cost_report *report);
/* Writes an object of the array of answers. */
void cost_print_json(const struct cost_report *report);

#endif
