#include "mmra/base/sort.h"
#include "mmra/check/checker.h"

/* ---- order ---- */

static int compare_numbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int compare_findings(const void *left, const void *right) {
    const struct check_finding *a = left, *b = right;
    int order = compare_numbers(a->line, b->line);
    if (!order)
        order = compare_numbers(a->instruction, b->instruction);
    if (!order)
        order = compare_numbers(a->function, b->function);
    return order ? order : compare_numbers(a->rule, b->rule);
}

/* ---- the check ---- */

static void checker_init(struct checker *c, struct ir_module *module, const struct check_options *options) {
    *c = (struct checker){.module = module, .arena = module->arena, .options = options};
    c->language = check_language_of(module);
    for (int rule = 0; rule < CHECK_RULE_COUNT; rule++)
        c->severity[rule] = check_rules[rule].suggestion && options->suggest && options->severity[rule] == CHECK_OFF
                                ? CHECK_NOTE
                                : options->severity[rule];
    struct mmra_string triple = ir_string_get(module, module->triple);
    c->amdgcn = !module->triple || (triple.length >= 6 && memcmp(triple.bytes, "amdgcn", 6) == 0);
}

static void judge(struct checker *c, const struct check_event *event) {
    const struct ir_instruction *instruction = &c->module->instructions[event->index];
    if (instruction->notes)
        check_silences(c, ir_comment_of(c->module, instruction), c->function, event->index);
    check_instruction_tags(c, event);
    if (event->touches || instruction->opcode == IR_ALLOCA)
        check_instruction_memory(c, event);
    if (instruction->opcode == IR_CALL)
        check_instruction_call(c, event);
}

static void check_function(struct checker *c, ir_function function) {
    const struct ir_function_info *info = &c->module->functions[function];
    c->function = function;
    if (info->comment)
        check_silences(c, info->comment, function, CHECK_NO_INSTRUCTION);
    for (uint32_t i = c->first_event[function]; i < c->first_event[function + 1]; i++) {
        mmra_work(c->module->watch, 1);
        if (c->events[i].judged)
            judge(c, &c->events[i]);
    }
    check_fences(c, function);
    c->function = 0;
}

/* AMD's own SPIR-V becomes amdgcn later. */
static void check_target(struct checker *c) {
    struct check_finding *finding = NULL;
    struct mmra_string triple = ir_string_get(c->module, c->module->triple);
    bool later = mmra_string_equal(triple, mmra_string_of("spirv64-amd-amdhsa"));
    if (!c->module->triple)
        finding = check_report_function(c, CHECK_NO_TARGET, 0, NULL);
    else if (!c->amdgcn && !later)
        finding = check_report_function(c, CHECK_TARGET, 0, NULL);
    if (finding)
        finding->line = finding->column = 1;
}

/* Whether LLVM would read it. In a module that was built, only conversions between types are checked, in the survey: to
 * check all instructions would double the cost of the checker, and the translator's tests check the text of what it
 * builds. */
static void check_form(struct checker *c) {
    if (!c->module->parsed)
        return;
    check_target(c);
    check_signatures(c);
    for (ir_function function = 1; function < c->module->function_count; function++) {
        if (!c->module->functions[function].block_count)
            continue;
        c->function = function;
        check_types(c, function);
        check_structure(c, function);
    }
    c->function = 0;
}

struct check_summary check_module(struct ir_module *module, const struct check_options *options) {
    struct checker c;
    checker_init(&c, module, options);
    check_learn_facts(&c);
    c.types = ir_learn_shapes(c.module, c.arena);
    check_survey(&c);
    check_form(&c);
    for (ir_function function = 1; function < module->function_count; function++)
        check_function(&c, function);
    check_attributes(&c);
    check_scope_values(&c);
    check_convergence(&c);
    check_availability(&c);
    check_handovers(&c);
    if (c.finding_count > 1)
        mmra_sort(c.arena, c.findings, c.finding_count, sizeof *c.findings, compare_findings);
    for (uint32_t i = 0; i < c.finding_count && options->report; i++)
        options->report(options->user, &c.findings[i]);
    return c.summary;
}
