/* The files of the subcommand litmus share this. */
#ifndef TRANSLATOR_COMMAND_LITMUS_H
#define TRANSLATOR_COMMAND_LITMUS_H

#include "mmra/machine/machine_litmus.h"
#include "translator/command/command.h"
#include "translator/command/command_compile.h"
#include "translator/command/command_modules.h"
#include "translator/validation/litmus_module.h"

enum machine_option {
    MACHINE_OPTION_V_OUT_OF_ORDER,
    MACHINE_OPTION_ACK_AT_SCOPE,
    MACHINE_OPTION_OWN_LINES,
    MACHINE_OPTION_SHARED_LINES,
    MACHINE_OPTION_ONE_L2,
    MACHINE_OPTION_TWO_L2S
};
extern const char *const machine_option_names[];

/* The options of litmus; --translate, --outcomes and others are flags of module.options. */
struct litmus_settings {
    struct module_options module;
    const char *dot, *through, *against;
    uint32_t profile, timeout, shader_calls;
    uint32_t allowed; /* faults, as bits, that do not change the exit status */
    bool explain, suggest, reduce;
    /* how machine code is run */
    uint32_t mcpu;      /* enum machine_processor: of assembly; MACHINE_PROCESSOR_COUNT: not given */
    uint32_t machine;   /* the same: the module is compiled for it */
    uint32_t options;   /* bits of enum machine_option */
    uint32_t states;    /* that are searched, at most */
    uint32_t coherence; /* smmra_coherence: of the translation */
    struct compiler compiler;
    bool by_value; /* descriptors are among a module's arguments */
};

enum { LITMUS_PROFILE_NOT_GIVEN = SMMRA_PROFILE_19 + 1, LITMUS_LARGEST_MEMORY = 1 << 30 };
extern struct litmus_settings litmus_settings;

/* Whether a flag of smmra_litmus_options is set; whether machine code is printed. */
bool litmus_has(uint32_t flag);
bool litmus_shows(void);
/* The bounds of an exploration that the library does not do. */
struct explore_options litmus_limits(void);
/* The exit status where a verdict is unknown. */
int litmus_unknown(void);
/* The exit status of a program that has these faults (1 << smmra_litmus_fault), whatever else was asked of it. */
int litmus_status_of(uint32_t faults);
/* Refuses what is not supported; the exit status. */
int litmus_refuse(const char *path, const char *what);

/* Whether an input is a module or what becomes one; why its beginning is that of no litmus program (file_fault). */
bool litmus_is_spirv(const char *path);
const char *litmus_fault_of_file(const char *path, const char *start, size_t length);
/* The exploration asks this whether to go on. */
bool litmus_explores_on(void *user, const struct explore_statistics *statistics);
/* An input, against the one that --against names; the exit status. */
int litmus_against(const char *path);

struct machine_answer;
struct machine_litmus;
struct machine_question;
struct machine_statistics;
struct source_change;
struct suggestions;

/* A litmus program in assembly: the exit status. */
int litmus_machine_run(struct work *work);
/* A litmus program of threads, translated and compiled, and the same about it. */
int litmus_machine_threads(struct work *work);
/* IR through opt and llc; NULL after a message. */
const char *machine_compile(struct work *work, const char *ir, size_t *length);
/* Why nothing is asked of the machine; the exit status. */
int machine_report_not_judged(const char *path, const struct validation_source *source, const struct validation *v);
/* Runs it, says whether every outcome is one of those that are allowed, which are the source's; the exit status. */
int machine_judge(struct work *work, struct machine_litmus *machine, struct outcomes *allowed,
                  const struct validation_source *source);
/* A module, compiled for the machine: whether what it does there is allowed. The exit status. */
int litmus_machine_validate(struct work *work, struct module_translation *translation);

/* Runs the module's code on the grid, whose lanes, arguments and constants are known: the exit status. */
int machine_run_module(struct work *work, struct machine_litmus *machine, struct module_translation *translation,
                       const struct litmus_ir_grid *ir, struct machine_grid *grid, struct validation_source *source);
/* Names the part of a module that is not run, whatever compiles it; NULL: there is none. */
const char *machine_refusal(const struct litmus_spirv *program, const struct litmus_ir_grid *ir);
/* Says what is not understood; the exit status. */
int machine_report_unread(const char *path, uint32_t line, const char *error);

/* An answer as an element of the array of answers: docs/man/spirv-mmra.1 describes it.
 * `is_smallest`: the grid is the smallest one on which something is wrong. */
void litmus_print_json(const char *path, const smmra_litmus_answer *answer, bool is_smallest);
/* That the time was over before there was an answer. */
void litmus_print_json_unknown(const char *path, const char *why);
/* That none is up to `most`, or why that is not known. */
void litmus_print_json_no_grid(const char *path, const char *reading, const struct litmus_grid *most,
                               const char *unknown);
/* The smallest grid up to `most` on which something is wrong; false if none is known. The options get it too. */
bool litmus_smallest_grid(const void *words, size_t length, smmra_litmus_options *options,
                          const struct litmus_grid *most, struct litmus_grid *grid);
/* Suggestions for a module that was run as this grid, as text. `unknown`: why there may be more if not all were tried.
 */
void litmus_print_suggestions(struct work *work, const struct litmus_grid *run_as, const struct suggestions *found,
                              const struct source_change *changes, const char *unknown);
/* What `race` says of its mend, or NULL: then the lines of the source that the suggestions change. */
void litmus_print_mend(const char *mend, const struct source_change *changes, const struct suggestions *found);
void litmus_print_json_suggestions(const char *path, const char *reading, const char *assumption,
                                   const struct litmus_grid *grid, const struct suggestions *found,
                                   const struct source_change *changes, const char *mend);

#endif
