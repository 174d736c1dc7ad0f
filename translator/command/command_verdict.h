/* The scope of a verdict about a module: how it was read, on which grid it ran, and which parts never ran. */
#ifndef TRANSLATOR_COMMAND_VERDICT_H
#define TRANSLATOR_COMMAND_VERDICT_H

#include "translator/answers/verdict.h"
#include "translator/command/command.h"

struct verdict_scope {
    const char *path;
    const char *reading; /* smmra_litmus_summary.reading */
    const bool *drivers; /* whether drivers' reading has a race too; NULL: it was not asked for */
    const smmra_place *const *never_ran;
    size_t never_ran_count;
    bool never_ran_is_known;
    uint32_t groups_by_default; /* how many there are; 0: somebody chose them */
    bool of_patches;            /* those are the patches of a tessellation control shader, not workgroups */
    bool fell_back;             /* from two workgroups to one */
    bool is_wrong;              /* something was found */
    bool requires_coverage;     /* what never ran is a failure */
};

/* The summary's part of it. */
struct verdict_scope verdict_scope_of(const char *path, const smmra_litmus_summary *summary);

/* As lines of text, after a verdict; and as messages, where messages are data. */
void verdict_print_reading(const struct verdict_scope *scope);
void verdict_print_never_ran(const struct verdict_scope *scope);
void verdict_print_groups(const struct verdict_scope *scope);
/* SMMRA_SUCCESS, or STATUS_NOT_COVERED. */
int verdict_status(const struct verdict_scope *scope);
void verdict_put_messages(const struct verdict_scope *scope);
/* Tells the assumption of the verdict, likewise; NULL: it has none. */
void verdict_print_assumption(const char *path, const char *assumption);
/* The row of a table of options that sets scope.requires_coverage. */
#define COVERAGE_OPTION(flag)                                                                                          \
    {"--require-coverage", NULL, "fail with status 8 if nothing is wrong, but operations on memory never ran",         \
     OPTION_FLAG, flag}
/* As members of a JSON object. */
void verdict_put_json(const struct verdict_scope *scope);

#endif
