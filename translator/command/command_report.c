/* spirv-mmra report: a module as one page (smmra_report): the command reads it, disassembles it, and runs the
 * compilers. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine.h"
#include "translator/command/command_compile.h"
#include "translator/command/command_modules.h"
#include "translator/command/validator_copy.h"

enum { LARGEST_MEMORY = 1 << 30, SECONDS = 10, MAX_LENGTH = 65536 };

struct settings {
    const char *output;
    struct module_options module;
    uint32_t mcpu, timeout;
    struct compiler compiler;
    bool help;
};

struct job {
    const struct settings *settings;
    const char *path;
    struct arena arena;
    jmp_buf exhausted;
};

/* ---- the page ---- */

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    const struct job *job = user;
    message_print(stderr, &(struct message_place){.path = job->path}, diagnostic->severity, "%s",
                  watch_reason(diagnostic->message));
}

static const char *compile(void *user, const char *ir, const char **error) {
    struct job *job = user;
    struct compiler compiler = job->settings->compiler;
    size_t length;
    compiler.message = error;
    return compile_ir(&compiler, job->path, ir, machine_processor_names[job->settings->mcpu], &job->arena, &length);
}

/* The status that race and litmus have. What a page shows is also said as messages. */
static int conclude(struct job *job, const smmra_page *page) {
    size_t count;
    smmra_result result;
    int status = 0;
    const smmra_litmus_answer *answer = smmra_page_answer(page, &result);
    if (!answer)
        return result == SMMRA_CANCELLED ? STATUS_UNKNOWN : (int)result;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++) {
        smmra_litmus_finding finding = *findings[i];
        bool unknown = finding.fault == SMMRA_LITMUS_FAULT_NOT_DECIDED;
        if (unknown)
            finding.message = watch_reason(finding.message);
        message_litmus_finding(stderr, job->path, &finding);
        status = !unknown ? 1 : status ? status : STATUS_UNKNOWN;
    }
    return status;
}

static int write_page(struct job *job, const smmra_page *page) {
    size_t length;
    const char *text = smmra_page_text(page, &length);
    int status = conclude(job, page);
    return file_write(job->settings->output, job->path, text, length, stderr) ? status : 2;
}

static int report(struct job *job, const struct module_file *file) {
    const struct settings *s = job->settings;
    smmra_litmus_options run = {.size = sizeof run,
                                .time_limit = s->timeout * 1000,
                                .memory_limit = LARGEST_MEMORY,
                                .progress = watch_progress,
                                .diagnose = print_message,
                                .diagnose_user = job};
    char *disassembly = smmra_validator_disassemble(file->words, file->count);
    const smmra_report_options options = {
        .size = sizeof options,
        .flags = s->module.glsl450 == MODULE_GLSL450_BOTH ? SMMRA_REPORT_FLAG_BOTH_READINGS : 0,
        .name = job->path,
        .profile = compiler_profile(&s->compiler),
        .mcpu = machine_processor_names[s->mcpu],
        .disassembly = disassembly,
        .compile = compile,
        .compile_user = job,
        .memory_limit = 2 * (size_t)LARGEST_MEMORY,
        .run = &run};
    smmra_page *page;
    module_options_give(&s->module, &run);
    if (options.flags & SMMRA_REPORT_FLAG_BOTH_READINGS)
        run.glsl450 = SMMRA_GLSL450_STRICT;
    smmra_result result = smmra_report(file->words, file->count, &options, &page);
    watch_end();
    int status = result == SMMRA_SUCCESS ? write_page(job, page) : (int)result;
    smmra_page_destroy(page);
    free(disassembly);
    return status;
}

/* ---- one file ---- */

static void exhausted(void *user) {
    struct job *job = user;
    longjmp(job->exhausted, 1);
}

static int run_bytes(struct job *job, const char *bytes, size_t length) {
    const struct module_options *m = &job->settings->module;
    struct module_file file;
    int status = module_read(&file, job->path, bytes, length, &m->constants, m->no_validate, &job->arena);
    return status ? status : report(job, &file);
}

static int run_file(const struct settings *settings, const char *path) {
    static struct job job;
    size_t length;
    int status;
    job = (struct job){.settings = settings, .path = path};
    watch_begin(0);
    char *bytes = file_read(path, &length, fault_of_spirv, &status, stderr);
    if (!bytes)
        return status;
    arena_init(&job.arena, NULL, LARGEST_MEMORY, exhausted, &job);
    status = SMMRA_OUT_OF_MEMORY;
    if (setjmp(job.exhausted) == 0)
        status = run_bytes(&job, bytes, length);
    else
        message_print(stderr, &(struct message_place){.path = path}, SMMRA_SEVERITY_ERROR, "out of memory");
    arena_destroy(&job.arena);
    free(bytes);
    return status;
}

static int read_settings(struct settings *s, int argc, char **argv) {
    const struct option options[] = {
        {"-o", "FILE", "the page; '-' is standard output", OPTION_TEXT, &s->output},
        {"--mcpu", "NAME", "the processor: gfx90a, gfx942, gfx1030, gfx1100 (default) or gfx1201", OPTION_CHOICE,
         &s->mcpu, 0, machine_processor_names},
        MODULE_OPTIONS(&s->module, option_small_grid),
        {"--timeout", "SECONDS", "for the model checker, and again for repairs (default 10)", OPTION_NUMBER,
         &s->timeout},
        COMPILER_VERSION_OPTION(&s->compiler),
        COMPILER_OPTIONS(&s->compiler, ""),
        MESSAGE_FORM_OPTION,
        MESSAGE_VOLUME_OPTIONS,
        MESSAGE_COLOR_OPTION,
        MESSAGE_SOURCE_OPTION,
        {"--help", NULL, "print this (-h too)", OPTION_FLAG, &s->help}};
    size_t count = sizeof options / sizeof *options;
    int inputs = options_read("report", options, count, argc, argv);
    if (inputs >= 0 && s->help) {
        printf("usage: spirv-mmra report FILE -o FILE.html [options]\n\n"
               "Writes one page about a SPIR-V module (.spv, .spvasm): source, SPIR-V, IR and machine code side by "
               "side,\nwhat the model checker finds, and its executions to step through.\n\n");
        options_help(options, count);
        exit_status_help();
    }
    return inputs;
}

int command_report(int argc, char **argv) {
    static struct settings settings;
    uint32_t standard = 0;
    while (machine_processor_names[standard] && strcmp(machine_processor_names[standard], "gfx1100") != 0)
        standard++;
    settings = (struct settings){.module.most_elements = MAX_LENGTH,
                                 .module.glsl450 = MODULE_GLSL450_BOTH,
                                 .mcpu = standard,
                                 .timeout = SECONDS};
    int inputs = read_settings(&settings, argc, argv);
    if (inputs < 0 || settings.help)
        return inputs < 0 ? SMMRA_INVALID_ARGUMENT : 0;
    if (inputs != 1 || !settings.output) {
        MESSAGE_USAGE("%s; see spirv-mmra help report",
                      inputs != 1 ? "a page is about one module: name a .spv or .spvasm file" : "-o FILE is missing");
        return SMMRA_INVALID_ARGUMENT;
    }
    module_options_finish(&settings.module);
    return run_file(&settings, argv[0]);
}
