/* The checker's static rules: what is wrong, suspicious or needlessly strong in annotated IR, judged by the
 * AMDGPU memory model (docs/reference/models.md) and by what LLVM 22 does with such IR (mapping.md 10).
 * docs/reference/checker.md has a section for each rule.
 *
 * A comment before or after an instruction, or before a function, silences rules there:
 *
 *     ; mmra-check: off merged-fences: the second one covers both
 *
 * The reason is required. Several rules are separated by commas. */
#ifndef MMRA_CHECK_H
#define MMRA_CHECK_H

#include "mmra/base/text.h"
#include "mmra/check/check_rows.h"
#include "mmra/ir/ir_intrinsic.h"

enum check_severity { CHECK_OFF, CHECK_NOTE, CHECK_WARNING, CHECK_ERROR };

#define CHECK_RULE_NAME(rule, ...) CHECK_##rule,
enum check_rule { CHECK_RULE_ROWS(CHECK_RULE_NAME) CHECK_RULE_COUNT };
#undef CHECK_RULE_NAME

struct check_rule_info {
    const char *name;    /* stable; also the anchor in docs/reference/checker.md */
    uint8_t severity;    /* enum check_severity, unless configured */
    bool suggestion;     /* on, as a note, with check_options.suggest */
    const char *summary; /* what is wrong, in one line */
    const char *advice;  /* what to do, to IR */
};

extern const struct check_rule_info check_rules[CHECK_RULE_COUNT];

/* The rule of that name, or CHECK_RULE_COUNT. */
enum check_rule check_find_rule(const char *name, size_t length);

/* The language that the IR comes from; a finding's advice uses its words. */
enum check_language {
    CHECK_LANGUAGE_SPIRV, /* a translation of this project's in memory: SPIR-V's words, and GLSL's */
    CHECK_LANGUAGE_HIP,
    CHECK_LANGUAGE_OPENCL,
    CHECK_LANGUAGE_COUNT,
    CHECK_LANGUAGE_IR = CHECK_LANGUAGE_COUNT /* anything else */
};

/* Tells the language by what Clang leaves in the modules that it writes. */
enum check_language check_language_of(const struct ir_module *module);

/* Says what to do about a finding of the rule. */
const char *check_advice(enum check_rule rule, enum check_language language);

/* Another place that a finding speaks of. */
struct check_related {
    uint32_t instruction;
    uint32_t line, column;
    uint32_t source; /* of a built module: ir_instruction.source */
    const char *message;
};
#define CHECK_NO_INSTRUCTION UINT32_MAX

/* The position of the finding's own place among the related places, if they are a path. */
enum check_path { CHECK_NO_PATH, CHECK_PATH_FROM_HERE, CHECK_PATH_TO_HERE };

struct check_finding {
    enum check_rule rule;
    enum check_severity severity;
    ir_function function;          /* 0: of the module */
    uint32_t instruction;          /* index in ir_module.instructions, or CHECK_NO_INSTRUCTION */
    uint32_t line, column;         /* of a parsed module; 0: not known */
    uint32_t source;               /* of a built module: ir_instruction.source */
    const char *message;           /* one line: the operation, what is wrong with it, and the advice */
    struct check_related *related; /* in the order of the path, where there is one */
    uint32_t related_count, related_capacity;
    enum check_path path;
    uint32_t path_count; /* of the related places, the first ones, that are on the path */
};

enum { CHECK_ANY_REVISION = IR_REVISION_COUNT };

struct check_options {
    uint8_t severity[CHECK_RULE_COUNT]; /* enum check_severity */
    bool suggest;                       /* the rules that say what is too strong, as notes */
    uint8_t revision;                   /* enum ir_revision, or CHECK_ANY_REVISION */
    uint32_t most_findings;             /* of one rule; the rest are counted, not reported */
    void (*report)(void *user, const struct check_finding *finding);
    void *user;
};

struct check_summary {
    uint32_t findings[CHECK_ERROR + 1]; /* by severity, those that were not reported included */
    uint32_t silenced;
};

/* All rules as the table has them, any revision, at most 100 findings of a rule, nothing to report to. */
void check_options_init(struct check_options *options);

/* Reads "NAME=off|note|warning|error". False: no such rule or severity. */
bool check_configure(struct check_options *options, const char *setting);

/* Judges the module, parsed or built, and reports what it finds in the order of lines. Works in the module's
 * arena. */
struct check_summary check_module(struct ir_module *module, const struct check_options *options);

const char *check_severity_name(enum check_severity severity); /* "off", "note", "warning", "error" */

#endif
