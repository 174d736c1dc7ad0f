/* spirv-mmra cost: a module is translated and compiled, or assembly is read, and the price list of its
 * synchronization is printed. */
#include "translator/command/command_cost.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_compile.h"
#include "translator/command/command_modules.h"

#define LARGEST_MEMORY ((size_t)2 << 30)

struct settings {
    uint32_t mcpu, coherence, timeout;
    const char *entry;
    struct compiler compiler;
    bool json, show, by_value, no_validate, help;
    struct module_constants constants;
};

struct job {
    const struct settings *settings;
    const char *path;
    struct arena arena;
    bool *first;
    struct mmra_watch watch; /* of the arena */
    jmp_buf landing;         /* of what cannot go on: OUT_OF_MEMORY or OUT_OF_TIME */
};

enum { OUT_OF_MEMORY = 1, OUT_OF_TIME };

static int read_settings(struct settings *s, int argc, char **argv) {
    const struct option options[] = {
        {"--mcpu", "NAME", "the processor: gfx90a, gfx942, gfx1030, gfx1100 or gfx1201", OPTION_CHOICE, &s->mcpu, 0,
         machine_processor_names},
        {"--coherence", "HOW", "as translate has it: auto (default), fence, access", OPTION_CHOICE, &s->coherence, 0,
         module_coherence_names},
        {"--descriptors-by-value", NULL, "as translate has it", OPTION_FLAG, &s->by_value},
        {"--entry", "NAME", "translate only this entry point (default: all)", OPTION_TEXT, &s->entry},
        MODULE_SPEC_OPTION(&s->constants),
        COMPILER_VERSION_OPTION(&s->compiler),
        COMPILER_OPTIONS(&s->compiler, ""),
        {"--timeout", "SECONDS", "stop then (default: never)", OPTION_NUMBER, &s->timeout},
        {"--json", NULL, "the price list as JSON", OPTION_FLAG, &s->json},
        {"--show-code", NULL, "print the assembly before its price list", OPTION_FLAG, &s->show},
        MODULE_VALIDATE_OPTION(&s->no_validate),
        MESSAGE_FORM_OPTION,
        MESSAGE_VOLUME_OPTIONS,
        MESSAGE_COLOR_OPTION,
        MESSAGE_SOURCE_OPTION,
        {"--help", NULL, "print this (-h too)", OPTION_FLAG, &s->help},
    };
    size_t count = sizeof options / sizeof *options;
    int inputs = options_read("cost", options, count, argc, argv);
    if (inputs >= 0 && s->help) {
        printf(
            "usage: spirv-mmra cost FILE ... --mcpu=NAME [options]\n\n"
            "Lists each wait, cache invalidation, write-back and cache-policy bit in the machine code of SPIR-V modules "
            "(.spv,\n.spvasm), translated and compiled by opt and llc, or of assembly (.s), and which "
            "operation\ndemands it. docs/guide/cost.md explains the list.\n\n");
        options_help(options, count);
        exit_status_help();
    }
    return inputs;
}

static void exhausted(void *user) {
    struct job *job = user;
    longjmp(job->landing, OUT_OF_MEMORY);
}

static void end_in_time(void *user) {
    struct job *job = user;
    if (!watch_goes_on(NULL))
        longjmp(job->landing, OUT_OF_TIME);
}

static int complain(const struct job *job, uint32_t line, const char *before, const char *what, int status) {
    char buffer[512];
    message_print(stderr, &(struct message_place){.path = job->path, .line = line}, SMMRA_SEVERITY_ERROR, "%s%s",
                  before, printable(what, buffer, sizeof buffer));
    return status;
}

/* ---- the list ---- */

static void *allocate(void *user, size_t size) {
    return arena_allocate_array(user, 1, size);
}

static int report(struct job *job, const char *assembly, size_t length, struct cost_module *module,
                  const uint32_t *words, size_t word_count) {
    struct machine_code *code = arena_allocate_array(&job->arena, 1, sizeof *code);
    const struct spirv_allocator allocator = {.allocate = allocate, .user = &job->arena};
    struct spirv_places places = {0};
    struct cost_list list;
    if (words)
        spirv_places_read(&places, words, (uint32_t)word_count, &allocator);
    if (job->settings->show)
        fwrite(assembly, 1, length, stdout);
    machine_survey(code, &job->arena, assembly, length, (enum machine_processor)job->settings->mcpu);
    if (code->error)
        return complain(job, words ? 0 : code->line, code->unsupported ? "not supported: machine code: " : "",
                        code->error, code->unsupported ? 4 : 3);
    cost_find(&list, code, module, &job->arena);
    if (list.gave_up)
        return complain(job, 0, "not supported: ", "machine code with too many ways between operations and waits", 4);
    struct cost_report report = {.path = job->path,
                                 .processor = machine_processor_names[job->settings->mcpu],
                                 .code = code,
                                 .list = &list,
                                 .places = words ? &places : NULL,
                                 .allocator = allocator};
    if (job->settings->json)
        cost_print_json(&report, job->first);
    else
        cost_print_text(&report);
    return 0;
}

/* ---- modules ---- */

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    const struct job *job = user;
    if (diagnostic->severity == SMMRA_SEVERITY_ERROR)
        message_diagnostic(stderr, job->path, diagnostic);
}

static const char *translate(struct job *job, const uint32_t *words, size_t count, uint32_t coherence, size_t *length,
                             int *status) {
    const struct settings *s = job->settings;
    const smmra_options options = {.size = sizeof options,
                                   .entry = s->entry,
                                   .specializations = s->constants.given,
                                   .specialization_count = s->constants.count,
                                   .flags = SMMRA_FLAG_NO_CHECK | SMMRA_FLAG_LINES |
                                            (s->by_value ? SMMRA_FLAG_DESCRIPTORS_BY_VALUE : 0),
                                   .profile = compiler_profile(&s->compiler),
                                   .mcpu = machine_processor_names[s->mcpu],
                                   .coherence = (smmra_coherence)coherence,
                                   .diagnose = print_message,
                                   .diagnose_user = job};
    smmra_translation *translation;
    *status = (int)smmra_translate(words, count, &options, &translation);
    if (*status != SMMRA_SUCCESS)
        return NULL;
    const char *text = smmra_translation_text(translation, length);
    text = arena_copy_string(&job->arena, text, *length);
    smmra_translation_destroy(translation);
    return text;
}

static int run_words(struct job *job, const uint32_t *words, size_t count) {
    const char *message = NULL;
    size_t length;
    int status;
    const char *annotated = translate(job, words, count, SMMRA_COHERENCE_FENCE, &length, &status);
    struct cost_module *module = annotated ? cost_read_module(annotated, length, &job->arena, &message) : NULL;
    if (annotated && !module)
        return complain(job, 0, "the translation cannot be read back: ", message, SMMRA_INTERNAL_ERROR);
    const char *ir = module ? translate(job, words, count, job->settings->coherence, &length, &status) : NULL;
    if (!ir)
        return status;
    const char *assembly = compile_ir(&job->settings->compiler, job->path, ir,
                                      machine_processor_names[job->settings->mcpu], &job->arena, &length);
    return assembly ? report(job, assembly, length, module, words, count) : 2;
}

static int run_module(struct job *job, const char *text, size_t length) {
    const struct settings *s = job->settings;
    struct module_file file;
    int status = module_read(&file, job->path, text, length, &s->constants, s->no_validate, &job->arena);
    return status ? status : run_words(job, file.words, file.count);
}

/* ---- files ---- */

static bool is_code(const char *path) {
    return path_ends_in(path, ".s");
}

/* Runs the work on an input, which may end by a jump. */
static int run_guarded(struct job *job, const char *text, size_t length) {
    switch (setjmp(job->landing)) {
    case 0:
        return is_code(job->path) ? report(job, text, length, NULL, NULL, 0) : run_module(job, text, length);
    case OUT_OF_TIME:
        return complain(job, 0, "", watch_reason(NULL), STATUS_UNKNOWN);
    default:
        return complain(job, 0, "", "out of memory", SMMRA_OUT_OF_MEMORY);
    }
}

static int run_file(const struct settings *settings, const char *path, bool *first) {
    static struct job job;
    size_t length;
    int status;
    watch_begin(settings->timeout);
    job = (struct job){.settings = settings, .path = path, .first = first};
    char *text = file_read(path, &length, is_code(path) ? NULL : fault_of_spirv, &status, stderr);
    if (!text)
        return status;
    arena_init(&job.arena, NULL, LARGEST_MEMORY, exhausted, &job);
    job.watch = (struct mmra_watch){.ask = end_in_time, .user = &job};
    job.arena.watch = &job.watch;
    status = run_guarded(&job, text, length);
    arena_destroy(&job.arena);
    free(text);
    return status;
}

int command_cost(int argc, char **argv) {
    static struct settings settings;
    settings = (struct settings){.mcpu = MACHINE_PROCESSOR_COUNT};
    static const char *const endings[] = {".spv", ".spvasm", ".s", NULL};
    int inputs = read_settings(&settings, argc, argv), status = 0;
    inputs = inputs < 0 ? inputs : inputs_of_folders(inputs, &argv, endings);
    bool first = true;
    if (inputs < 0 || settings.help)
        return inputs < 0 ? SMMRA_INVALID_ARGUMENT : 0;
    if (inputs == 0 || settings.mcpu == MACHINE_PROCESSOR_COUNT) {
        MESSAGE_USAGE("%s; see spirv-mmra help cost",
                      inputs ? "--mcpu is missing: the processor" : "no input; name a .spv, .spvasm or .s file");
        return SMMRA_INVALID_ARGUMENT;
    }
    for (int i = 0; i < inputs; i++) {
        int one = run_file(&settings, argv[i], &first);
        status = one > status ? one : status;
    }
    if (settings.json)
        json_end(first);
    return status;
}
