/* The real translation of a module that is run as a grid: what the library makes of it, with the program's memory for
 * the kernel's parameters. */
#ifndef TRANSLATOR_LITMUS_MODULE_H
#define TRANSLATOR_LITMUS_MODULE_H

#include "translator/program/litmus_spirv.h"
#include "translator/spirv_mmra.h"
#include "translator/validation/litmus_validate.h"

/* A module and how it is run, for the translator that validation_begin_with() takes. */
struct module_translation {
    struct litmus_spirv *program;
    smmra_options options;          /* of the translation, besides its entry point and its messages */
    smmra_translation *translation; /* while it is read; who ends that by a jump calls module_forget() */
    smmra_result result;            /* of the library */
    char message[512];
};

/* The real translation of the module, its text read back as a grid whose parameters are the program's memory. `user` is
 * a struct module_translation. */
bool translate_module(struct validation_source *source, const struct map_options *options, struct arena *arena,
                      struct litmus *ir, struct validation *v);

/* Destroys the translation, if it is there. */
void module_forget(struct module_translation *m);

/* The module's words with the workgroup size of the grid. They live in the arena. */
const uint32_t *module_with_local_size(const struct litmus_spirv *program, struct arena *arena);

/* The translation for a machine as text, and the kernel's arguments and memory; NULL with a message. */
const char *translate_for_machine(struct module_translation *m, struct arena *arena, struct litmus_ir_grid *grid);

/* Whether the module asks for subgroups: a processor, and an optimizer for it, gives it its own. */
bool module_knows_subgroups(const struct litmus_spirv *program);

/* The memory of the program and what it holds at first, as a kernel's grid has them. */
void module_describe(const struct litmus_spirv *program, struct arena *arena, struct litmus_ir_grid *grid);

/* Leaves what a workgroup shares out of the outcomes: it is gone when the grid has ended. */
void observe_buffers(struct litmus_spirv *program);

#endif
