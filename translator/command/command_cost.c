/* spirv-mmra cost: a module is translated and compiled, or assembly is read, and the price list of its
 * synchronization is printed. */
#include "translator/command/command_cost.h"

#include <string.h>

#include "translator/command/command_compile.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_source.h"
#include "translator/internal_flags.h"

#define LARGEST_MEMORY ((size_t)2 << 30)

static struct {
    uint32_t mcpu, coherence, timeout;
    const char *entry;
    struct compiler compiler;
    bool show, by_value, no_validate;
    struct module_constants constants;
} settings = {.mcpu = MACHINE_PROCESSOR_COUNT};

static const struct option option_table[] = {
    {"--mcpu", "NAME", "the processor, one of" MACHINE_PROCESSOR_WORDS, OPTION_CHOICE, &settings.mcpu, 0,
     machine_processor_names},
    {"--coherence", "HOW", "as translate has it: auto (default), fence, access", OPTION_CHOICE, &settings.coherence, 0,
     module_coherence_names},
    {"--descriptors-by-value", NULL, "as translate has it", OPTION_FLAG, &settings.by_value},
    {"--entry", "NAME", "translate only this entry point (default: all)", OPTION_TEXT, &settings.entry},
    MODULE_SPEC_OPTION(&settings.constants),
    COMPILER_VERSION_OPTION(&settings.compiler),
    COMPILER_OPTIONS(&settings.compiler, ""),
    {"--timeout", "SECONDS", "stop then (default: never)", OPTION_NUMBER, &settings.timeout},
    {"--show-code", NULL, "print the assembly before its price list", OPTION_FLAG, &settings.show},
    MODULE_VALIDATE_OPTION(&settings.no_validate),
    JSON_OPTION("the price list as JSON"),
};

static int complain(const struct work *work, uint32_t line, const char *before, const char *what, int status) {
    message_print(&(struct message_place){.path = work->path, .line = line}, SMMRA_SEVERITY_ERROR, "%s%s", before,
                  printable(what, 512));
    return status;
}

static int report(struct work *work, const char *assembly, size_t length, struct cost_module *module,
                  const uint32_t *words, size_t word_count) {
    struct machine_code *code = arena_allocate_array(&work->arena, 1, sizeof *code);
    struct spirv_places places = {0};
    struct cost_list list;
    if (words)
        spirv_places_read(&places, words, (uint32_t)word_count, &work->arena);
    if (settings.show)
        print_printable(assembly, length);
    machine_survey(code, &work->arena, assembly, length, (enum machine_processor)settings.mcpu);
    if (code->error)
        return complain(work, words ? 0 : code->line, code->unsupported ? "not supported: machine code: " : "",
                        code->error, code->unsupported ? 4 : 3);
    cost_find(&list, code, module, &work->arena);
    if (list.gave_up)
        return complain(work, 0, "not supported: ", "machine code with too many ways between operations and waits", 4);
    struct cost_report report = {.path = work->path,
                                 .processor = machine_processor_names[settings.mcpu],
                                 .code = code,
                                 .list = &list,
                                 .places = words ? &places : NULL,
                                 .arena = &work->arena};
    if (command_json)
        cost_print_json(&report);
    else
        cost_print_text(&report);
    return 0;
}

/* ---- modules ---- */

static const char *translate(struct work *work, const uint32_t *words, size_t count, uint32_t coherence, size_t *length,
                             int *status) {
    const smmra_options given = {.size = sizeof given,
                                 .entry = settings.entry,
                                 .specializations = settings.constants.given,
                                 .specialization_count = settings.constants.count,
                                 .flags = INTERNAL_FLAG_COMMAND | SMMRA_FLAG_NO_CHECK | SMMRA_FLAG_LINES |
                                          (settings.by_value ? SMMRA_FLAG_DESCRIPTORS_BY_VALUE : 0),
                                 .profile = compiler_profile(&settings.compiler),
                                 .mcpu = machine_processor_names[settings.mcpu],
                                 .coherence = (smmra_coherence)coherence,
                                 .diagnose = module_print_error,
                                 .diagnose_user = (void *)(uintptr_t)work->path};
    smmra_translation *translation;
    *status = (int)smmra_translate(words, count, &given, &translation);
    if (*status != SMMRA_SUCCESS)
        return NULL;
    const char *text = smmra_translation_text(translation, length);
    text = arena_copy_string(&work->arena, text, *length);
    smmra_translation_destroy(translation);
    return text;
}

static int run_words(struct work *work, const uint32_t *words, size_t count) {
    const char *message = NULL;
    size_t length;
    int status;
    const char *annotated = translate(work, words, count, SMMRA_COHERENCE_FENCE, &length, &status);
    struct cost_module *module =
        annotated ? cost_read_module(annotated, length, compiler_profile(&settings.compiler), &work->arena, &message)
                  : NULL;
    if (annotated && !module)
        return complain(work, 0, "the translation cannot be read back: ", message, SMMRA_INTERNAL_ERROR);
    const char *ir = module ? translate(work, words, count, settings.coherence, &length, &status) : NULL;
    if (!ir)
        return status;
    const char *assembly =
        compile_ir(&settings.compiler, work->path, ir, machine_processor_names[settings.mcpu], &work->arena, &length);
    if (!assembly)
        mmra_ask(&work->watch); /* does not come back if the time is over */
    return assembly ? report(work, assembly, length, module, words, count) : 2;
}

/* ---- files ---- */

static bool is_code(const char *path) {
    return input_ends_in(path, ".s");
}

static const char *fault_of_file(const char *path, const char *start, size_t length) {
    return (is_code(path) ? fault_of_code : fault_of_spirv)(path, start, length);
}

static int run_work(struct work *work) {
    struct module_file file;
    if (is_code(work->path))
        return report(work, work->bytes, work->length, NULL, NULL, 0);
    int status = module_read(&file, work, &settings.constants, settings.no_validate);
    return status ? status : run_words(work, file.words, file.count);
}

static int end_work(struct work *work, enum work_end why) {
    if (why == WORK_OUT_OF_TIME)
        return complain(work, 0, "", watch_reason(NULL), STATUS_UNKNOWN);
    return complain(work, 0, "", "out of memory", SMMRA_OUT_OF_MEMORY);
}

static int run_file(const char *path) {
    static struct work work;
    return work_on(&work, path,
                   &(struct work_rules){fault_of_file, LARGEST_MEMORY, settings.timeout, run_work, end_work});
}

static int run(int count, char **inputs) {
    return inputs_each(count, inputs, run_file);
}

static const char *misfit(int inputs) {
    return !inputs                                    ? "no input; name a .spv, .spvasm or .s file"
           : settings.mcpu == MACHINE_PROCESSOR_COUNT ? "--mcpu is missing: the processor"
                                                      : NULL;
}

static const char *const endings[] = {".spv", ".spvasm", ".s", NULL};

const struct subcommand command_cost = {
    .name = "cost",
    .arguments = "FILE ... --mcpu=NAME [options]",
    .what = "what synchronization costs in machine code, and which SPIR-V operation demands it",
    .help =
        "Lists each wait, cache invalidation, write-back and cache-policy bit in the machine code of SPIR-V modules "
        "(.spv,\n.spvasm), translated and compiled by opt and llc, or of assembly (.s), and which "
        "operation\ndemands it. docs/guide/cost.md explains the list.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS,
    .misfit = misfit,
    .run = run,
};
