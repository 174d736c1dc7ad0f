/* Subcommands that take a module share the options that say how it is run, and the reading of it. */
#ifndef TRANSLATOR_COMMAND_MODULES_H
#define TRANSLATOR_COMMAND_MODULES_H

#include "mmra/base/arena.h"
#include "translator/command/command.h"
#include "translator/program/litmus_spirv.h"

enum { MODULE_MAX_ITEMS = 256 }; /* of each list of options */

/* Specialization constants: --spec. */
struct module_constants {
    smmra_specialization given[MODULE_MAX_ITEMS];
    uint32_t count;
};

/* The grid, and what variables hold at first and how long they are. */
struct module_options {
    smmra_litmus_options options; /* module_options_of fills in the lists */
    struct module_constants constants;
    const char *inputs[MODULE_MAX_ITEMS];
    smmra_litmus_size sizes[MODULE_MAX_ITEMS];
    char names[2 * MODULE_MAX_ITEMS][LITMUS_MOST_NAME];
    uint32_t name_count;
    uint64_t most_elements; /* that --size may say */
    uint32_t glsl450;       /* smmra_glsl450, or MODULE_GLSL450_BOTH */
    bool no_validate;
};

/* Not said: judged as the specification reads GLSL450, and told what drivers make of it. */
enum { MODULE_GLSL450_BOTH = SMMRA_GLSL450_STRICT + 1 };

extern const char *const module_glsl450_names[];
extern const char *const module_coherence_names[];

/* Rows of a table of options; `grid` is option_grid or option_small_grid. */
// clang-format off
#define MODULE_SPEC_OPTION(constants)                                                                                  \
    {"--spec", "ID=VALUE", "value of a specialization constant: integer, 0x bits, true, false, or 1.5", OPTION_CALL,  \
     (constants), 0, NULL, module_add_constant}
#define MODULE_VALIDATE_OPTION(flag)                                                                                   \
    {"--no-validate", NULL, "go on if SPIRV-Tools finds a module invalid", OPTION_FLAG, (flag)}
#define MODULE_OPTIONS(m, grid_reader)                                                                                 \
    {"--groups", "X[,Y[,Z]]", "SPIR-V: workgroups (default: @Config, else 2 if they share storage); race: of fragments, pixels and primitives", OPTION_CALL,     \
     (m)->options.groups, 0, NULL, grid_reader},                                                                       \
    {"--local", "X[,Y[,Z]]", "SPIR-V: invocations of a workgroup (default: @Config, else the module's); race: samples of a pixel", OPTION_CALL, \
     (m)->options.local, 0, NULL, grid_reader},                                                                        \
    {"--subgroup", "N", "SPIR-V: invocations of a subgroup (default: @Config, else 64; race: 32)", OPTION_NUMBER,     \
     &(m)->options.subgroup},                                                                                          \
    {"--entry", "NAME", "SPIR-V: the entry point (default: the only one)", OPTION_TEXT, (void *)&(m)->options.entry}, \
    MODULE_SPEC_OPTION(&(m)->constants),                                                                               \
    {"--input", "NAME=VALUE",                                                                                          \
     "SPIR-V: what memory holds at first, else 0: plane.x=1.5, Camera.plane={0, 1, 0, 2}, data[2]=7", OPTION_CALL,    \
     (m), 0, NULL, module_add_input},                                                                                  \
    {"--size", "NAME=N", "SPIR-V: elements of a variable's runtime array, or texels of an image along each coordinate", \
     OPTION_CALL, (m), 0, NULL, module_add_size},                                                                      \
    {"--glsl450", "MODE",                                                                                              \
     "how GLSL450 modules are read: conservative (default), strict (default with --suggest, --reduce, --against), both (race, report)", \
     OPTION_CHOICE, &(m)->glsl450, 0, module_glsl450_names},                                                           \
    MODULE_VALIDATE_OPTION(&(m)->no_validate)
// clang-format on

/* For OPTION_CALL: of module_constants, the others of module_options. */
bool module_add_constant(void *target, const char *text);
bool module_add_input(void *target, const char *text);
bool module_add_size(void *target, const char *text);
/* Returns the name before the '=', without a '%'; NULL if there is none, or no room for it. */
const char *module_take_name(struct module_options *options, const char *text);
/* The library's options that these are. */
smmra_litmus_options module_options_of(const struct module_options *options);

/* smmra_validate, whose messages also have the place in the source of the word that they are about. */
smmra_result module_validate(const uint32_t *words, size_t count, const smmra_options *options);
/* The same as far as the time goes (command_watch.c), in a process of its own at first. SMMRA_CANCELLED: without a
 * message, as the time is over. */
smmra_result module_validate_in_time(const uint32_t *words, size_t count, const smmra_options *options);

/* A module as it came: its words in this machine's order, and the assembly that they were made of. */
struct module_file {
    const uint32_t *words;
    size_t count;
    const char *assembly; /* NULL: a binary */
    size_t assembly_length;
};

/* The message about an input of so many bytes (%zu). */
#define MODULE_CUT_OFF "%zu bytes are not a whole number of 32-bit words; the file is cut off or not SPIR-V"

/* From an input's bytes; what SPIRV-Tools finds invalid is refused, unless `no_validate`. The exit status,
 * not 0 after a message. The assembly is these
 * bytes. */
int module_read(struct module_file *file, struct work *work, const struct module_constants *constants,
                bool no_validate);

/* A message about the input that a diagnostic is about, whose path `user` is, if it is an error. For
 * smmra_options.diagnose. */
void module_print_error(void *user, const smmra_diagnostic *diagnostic);
/* Says why a program cannot be run; the exit status. */
int module_refuse(const char *path, const struct litmus *litmus);

/* ---- an operation of the module ---- */

/* Its place, as messages have it; `source` lives as long as that is used. */
struct message_place module_place(const char *path, uint32_t word, const struct model_place *place,
                                  smmra_source *source);
/* A message about it. */
void module_found(const char *rule, smmra_severity severity, const char *path, const struct model_operation *at,
                  const char *text);
/* As text " (FILE:LINE)", if they are known, and a new line; as JSON the members message, word, file and line. */
void module_print_place(const struct model_operation *at);
void module_put_json(const char *text, const struct model_operation *at);

/* "2x1x1 workgroups of 64x1x1 invocations, subgroups of 32"; it lives until the next. */
const char *module_grid_text(const uint32_t groups[3], const uint32_t local[3], uint32_t subgroup);

#endif
