/* What the files of the subcommand litmus share. */
#ifndef TRANSLATOR_COMMAND_LITMUS_H
#define TRANSLATOR_COMMAND_LITMUS_H

#include "translator/command/command.h"
#include "translator/litmus/litmus_spirv.h"
#include "translator/litmus/litmus_validate.h"

/* A module and how it is run, for the translator that validation_begin_with() takes. */
struct module_translation {
    struct litmus_spirv *program;
    const struct litmus_spirv_options *options;
    char message[512];
};

/* The real translation of the module, its text read back as a grid whose parameters are the program's memory. `user` is
 * a struct module_translation. */
bool translate_module(struct validation_source *source, const struct map_options *options,
                      const struct litmus_mutation *mutation, struct arena *arena, struct litmus *ir,
                      struct validation *v);

/* Leaves what a workgroup shares out of the outcomes: it is gone when the grid has ended. */
void observe_buffers(struct litmus_spirv *program);

/* How long an exploration may go on; both ends of it. `seconds` of 0: as long as it takes. */
struct litmus_watch {
    uint32_t timeout;
    uint64_t calls;
    double begin, last_line;
    bool is_terminal, shown, interrupted, expired;
};

void watch_begin(struct litmus_watch *watch, uint32_t seconds);
/* For explore_options.goes_on, with the watch as its user. */
bool watch_goes_on(void *user, const struct explore_statistics *statistics);
void watch_end(struct litmus_watch *watch);

#endif
