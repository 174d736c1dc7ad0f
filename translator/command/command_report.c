/* spirv-mmra report: a module as one page (smmra_report): the command reads it, disassembles it, and runs the
 * compilers. */
#include <stdlib.h>

#include "mmra/machine/machine.h"
#include "translator/command/command_compile.h"
#include "translator/command/command_proven.h"
#include "translator/command/command_race_known.h"
#include "translator/command/command_race_mend.h"
#include "translator/command/command_recording.h"
#include "translator/command/command_source.h"
#include "translator/command/command_verdict.h"
#include "translator/command/validator_copy.h"

enum { LARGEST_MEMORY = 1 << 30, SECONDS = 20, MAX_LENGTH = 65536 };

static struct {
    const char *output;
    struct module_options module;
    uint32_t mcpu, timeout;
    bool requires_coverage, no_prove;
    struct compiler compiler;
} settings = {.module = {.most_elements = MAX_LENGTH, .glsl450 = MODULE_GLSL450_BOTH},
              .mcpu = MACHINE_GFX1100,
              .timeout = SECONDS};

static const struct option option_table[] = {
    {"-o", "FILE", "the page; '-' is standard output", OPTION_TEXT, &settings.output},
    {"--mcpu", "NAME", "the processor, gfx1100 (default) or another of" MACHINE_PROCESSOR_WORDS, OPTION_CHOICE,
     &settings.mcpu, 0, machine_processor_names},
    MODULE_OPTIONS(&settings.module, option_small_grid),
    {"--timeout", "SECONDS", "for the whole page: what is missing then is said on it (default 20)", OPTION_NUMBER,
     &settings.timeout},
    COVERAGE_OPTION(&settings.requires_coverage),
    PROVEN_OPTION(&settings.no_prove),
    COMPILER_VERSION_OPTION(&settings.compiler),
    COMPILER_OPTIONS(&settings.compiler, ""),
};

/* ---- the page ---- */

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    const struct work *work = user;
    message_print(&(struct message_place){.path = work->path}, diagnostic->severity, "%s",
                  watch_reason(diagnostic->message));
}

static const char *why_known(void *user, const smmra_litmus_finding *finding) {
    return known_finding(((const struct work *)user)->path, finding);
}

static const char *compile(void *user, const char *ir, const char **error) {
    struct work *work = user;
    struct compiler compiler = settings.compiler;
    size_t length;
    compiler.message = error;
    return compile_ir(&compiler, work->path, ir, machine_processor_names[settings.mcpu], &work->arena, &length);
}

/* The status that race and litmus have. What a page shows is also said as messages. */
static int conclude(struct work *work, const smmra_page *page) {
    size_t count;
    smmra_result result;
    int status = 0;
    const smmra_litmus_answer *answer = smmra_page_answer(page, &result);
    if (!answer)
        return result == SMMRA_CANCELLED ? STATUS_UNKNOWN : (int)result;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++) {
        smmra_litmus_finding finding = *findings[i];
        if (known_finding(work->path, &finding))
            continue;
        bool unknown = finding.fault == SMMRA_LITMUS_FAULT_NOT_DECIDED;
        if (unknown)
            finding.message = watch_reason(finding.message);
        message_litmus_finding(stderr, work->path, &finding);
        status = !unknown ? 1 : status ? status : STATUS_UNKNOWN;
    }
    struct verdict_scope scope = verdict_scope_of(work->path, smmra_litmus_answer_summary(answer));
    scope.requires_coverage = settings.requires_coverage;
    scope.never_ran = known_leave_out(work->path, scope.never_ran, &scope.never_ran_count, &work->arena);
    verdict_put_messages(&scope);
    if (!status && verdict_status(&scope) && !message_is_data())
        MESSAGE_ERROR(work->path, "--require-coverage: operations on memory never ran; the page marks them");
    return status ? status : verdict_status(&scope);
}

static int write_page(struct work *work, const smmra_page *page) {
    size_t length;
    const char *text = smmra_page_text(page, &length);
    int status = conclude(work, page);
    return file_write(settings.output, work->path, text, length) ? status : 2;
}

static const char *find_proven(struct work *work, const struct module_file *file, const smmra_litmus_options *how) {
    if (settings.no_prove)
        return NULL;
    const struct proven proven = proven_find(work, file->words, file->count, how);
    return proven_text(&proven, &work->arena);
}

static int report(struct work *work, const struct module_file *file, const struct recording *recording) {
    smmra_litmus_options how = module_options_of(&settings.module);
    recording_apply(recording, work, &how);
    how.time_limit = settings.timeout * 1000;
    how.memory_limit = LARGEST_MEMORY;
    how.progress = watch_progress;
    how.diagnose = print_message;
    how.diagnose_user = work;
    const char *mend = race_mend_of(work->path, &settings.module, 1 + settings.timeout / 4, &work->arena);
    char *disassembly = smmra_validator_disassemble(file->words, file->count);
    const smmra_report_options given = {
        .size = sizeof given,
        .flags = settings.module.glsl450 == MODULE_GLSL450_BOTH ? SMMRA_REPORT_FLAG_BOTH_READINGS : 0,
        .name = work->path,
        .profile = compiler_profile(&settings.compiler),
        .mcpu = machine_processor_names[settings.mcpu],
        .disassembly = disassembly,
        .compile = compile,
        .compile_user = work,
        .memory_limit = 2 * (size_t)LARGEST_MEMORY,
        .proven = find_proven(work, file, &how),
        .run = &how,
        .known = why_known,
        .known_user = work,
        .mend = mend};
    smmra_page *page;
    smmra_result result = smmra_report(file->words, file->count, &given, &page);
    watch_end();
    int status = result == SMMRA_SUCCESS ? write_page(work, page) : (int)result;
    smmra_page_destroy(page);
    free(disassembly);
    return status;
}

/* ---- one file ---- */

static int run_work(struct work *work) {
    struct module_options *m = &settings.module;
    struct module_file file;
    struct recording recording = {0};
    int status = recording_is(work->path) ? recording_read(&recording, work, false) : 0;
    recording_add_constants(&recording, &m->constants);
    if (!status)
        status = module_read(&file, work, &m->constants, m->no_validate);
    return status ? status : report(work, &file, &recording);
}

static int end_work(struct work *work, enum work_end why) {
    bool is_late = why == WORK_OUT_OF_TIME;
    MESSAGE_ERROR(work->path, "%s", is_late ? watch_reason(NULL) : "out of memory");
    return is_late ? STATUS_UNKNOWN : SMMRA_OUT_OF_MEMORY;
}

static const char *fault_of_input(const char *path, const char *start, size_t length) {
    return recording_is(path) ? fault_of_recording(start, length) : fault_of_spirv(path, start, length);
}

static int run(int count, char **inputs) {
    static struct work work;
    (void)count;
    int status = settings_begin(&command_report, inputs[0]);
    if (status != SMMRA_SUCCESS)
        return status;
    return work_on(&work, inputs[0],
                   &(struct work_rules){fault_of_input, LARGEST_MEMORY, settings.timeout, run_work, end_work});
}

static const char *misfit(int inputs) {
    return inputs != 1        ? "a page is about one module: name a .spv or .spvasm file, or a shader's source"
           : !settings.output ? "-o FILE is missing"
                              : NULL;
}

static const char *const endings[] = {".spv", ".spvasm", RECORDING_MANIFEST, NULL};

const struct subcommand command_report = {
    .name = "report",
    .arguments = "FILE -o FILE.html [options]",
    .what = "one page about a shader: source, SPIR-V, IR, machine code, findings",
    .help = "Writes one page about a SPIR-V module (.spv, .spvasm): source, SPIR-V, IR and machine code side by "
            "side,\nwhat the model checker finds, and its executions to step through.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS,
    .state = &settings,
    .state_size = sizeof settings,
    .misfit = misfit,
    .run = run,
};
