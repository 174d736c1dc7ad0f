/* All kinds of findings, under stable names: those of the checker, and those of executions and verdicts. */
#include <string.h>

#include "mmra/check/check.h"
#include "translator/finding_rows.h"
#include "translator/spirv_mmra.h"

/* A rule that only smmra_check_options.suggest reports is a note. */
enum {
    SEVERITY_OFF = SMMRA_SEVERITY_NOTE,
    SEVERITY_NOTE = SMMRA_SEVERITY_NOTE,
    SEVERITY_WARNING = SMMRA_SEVERITY_WARNING,
    SEVERITY_ERROR = SMMRA_SEVERITY_ERROR
};

#define CHECK_CODE(rule, name, severity, suggestion, summary, advice)                                                  \
    {name, (smmra_severity)SEVERITY_##severity, summary, NULL, advice},
#define FINDING_CODE(kind, name, severity, meaning, cause, mend)                                                       \
    {name, (smmra_severity)SEVERITY_##severity, meaning, cause, mend},
static const smmra_code codes[] = {CHECK_RULE_ROWS(CHECK_CODE) FAULT_ROWS(FINDING_CODE) REMARK_ROWS(FINDING_CODE)};

enum { CODES = sizeof codes / sizeof *codes };

const smmra_code *smmra_code_at(size_t index) {
    return index < CODES ? &codes[index] : NULL;
}

const smmra_code *smmra_code_find(const char *name) {
    for (size_t i = 0; name && i < CODES; i++)
        if (strcmp(codes[i].name, name) == 0)
            return &codes[i];
    return NULL;
}
