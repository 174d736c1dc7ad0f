/* spirv-mmra translate: SPIR-V files to IR files, several at once with -j. */
#define _XOPEN_SOURCE 700
#include "translator/command/command_modules.h"
#include "translator/command/command_source.h"
#include "translator/internal_flags.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_SPECIALIZATIONS = 1024 };

/* ---- settings ---- */

/* Choices have the library's values as their positions. */
static struct {
    const char *output, *directory;
    uint32_t workers;
    uint32_t most_memory; /* MB; 0: by the input's size */
    uint32_t timeout;     /* seconds for one input; 0: no limit */
    uint32_t shader_calls, stage;
    bool no_validate, statistics, warnings_are_errors;
    bool shows_progress; /* of several inputs, on a terminal */
    smmra_specialization specializations[MAX_SPECIALIZATIONS];
    smmra_options options; /* what the library gets */
} settings = {.workers = 1,
              .options = {.size = sizeof settings.options,
                          .specializations = settings.specializations,
                          .flags = INTERNAL_FLAG_COMMAND}};

static const char *const profile_names[] = {"23", "22", "document", "24", "draft", "21", "19", NULL};
static const char *const abi_names[] = {"kernel", "buffer", "driver", NULL};
static const char *const glsl450_names[] = {"conservative", "strict", NULL};
static const char *const memory_names[] = {"abi", "any", "device", NULL};
static const char *const shader_calls_names[] = {"device", "lane", NULL};
static const char *const stage_names[] = {"all",
                                          "compute",
                                          "vertex",
                                          "fragment",
                                          "tessellation-control",
                                          "tessellation-evaluation",
                                          "geometry",
                                          "task",
                                          "mesh",
                                          "ray-generation",
                                          "intersection",
                                          "any-hit",
                                          "closest-hit",
                                          "miss",
                                          "callable",
                                          NULL};
static const char *const convergence_names[] = {"attributes", "tokens", NULL};
static const char *const target_names[] = {"amdgcn", "host", NULL};

static bool add_specialization(void *target, const char *text) {
    (void)target;
    smmra_options *options = &settings.options;
    return options->specialization_count < MAX_SPECIALIZATIONS &&
           option_specialization(text, &settings.specializations[options->specialization_count++]);
}

static const struct option option_table[] = {
    {"-o", "FILE", "write the IR there; '-' is standard output (default)", OPTION_TEXT, &settings.output},
    {"--out-dir", "DIR", "write DIR/NAME.ll for each input NAME.spv; DIR is made if it is missing", OPTION_TEXT,
     &settings.directory},
    {"-j", "N", "translate N inputs at once", OPTION_NUMBER, &settings.workers},
    {"--entry", "NAME", "translate only this entry point (default: all)", OPTION_TEXT, &settings.options.entry},
    {"--stage", "STAGE", "only entry points of this stage: compute, vertex, tessellation-control ... (default: all)",
     OPTION_CHOICE, &settings.stage, 0, stage_names},
    {"--spec", "ID=VALUE", "value of a specialization constant: integer, 0x bits, true, false, or 1.5", OPTION_CALL,
     NULL, 0, NULL, add_specialization},
    {"--target", "TARGET", "amdgcn (default), or host: x86-64, to be run by the runtime of tests/run/host",
     OPTION_CHOICE, &settings.options.target, 0, target_names},
    {"--mcpu", "NAME", "the processor, as gfx1100: an attribute of every function", OPTION_TEXT,
     &settings.options.mcpu},
    {"--wave", "SIZE", "32 or 64 invocations in a subgroup (default: the processor's own choice)", OPTION_NUMBER,
     &settings.options.wave},
    {"--convergence", "HOW", "attributes (default), or tokens: convergence-control intrinsics besides", OPTION_CHOICE,
     &settings.options.convergence, 0, convergence_names},
    {"--coherence", "HOW", "with --mcpu: fence: acquires invalidate caches; access: reads go past them; auto (default)",
     OPTION_CHOICE, &settings.options.coherence, 0, module_coherence_names},
    {"--device-index", "N", "the device of its group that the kernel is for (default: 0)", OPTION_NUMBER,
     &settings.options.device_index},
    {"--llvm", "PROFILE",
     "23 (default), 22, document, 24, draft (proposals): the LLVM that compiles it, or whose spelling it has",
     OPTION_CHOICE, &settings.options.profile, 0, profile_names},
    {"--abi", "ABI",
     "kernel (default); buffer: robust access, sizes of all buffers as parameters; driver: as Mesa starts it",
     OPTION_CHOICE, &settings.options.abi, 0, abi_names},
    {"--glsl450", "MODE", "conservative (default) or strict reading of modules that declare GLSL450", OPTION_CHOICE,
     &settings.options.glsl450, 0, glsl450_names},
    {"--memory", "KIND",
     "abi (default: device with --abi=buffer, else any); device: atomics never reach fine-grained or remote memory",
     OPTION_CHOICE, &settings.options.memory, 0, memory_names},
    {"--buffer-align", "BYTES", "proven alignment of buffer bindings (default 16; with --abi=buffer 4)", OPTION_NUMBER,
     &settings.options.buffer_alignment},
    {"--implicit-nonprivate", NULL, "no vulkan:nonprivate on atomics and fences", OPTION_FLAG_BIT,
     &settings.options.flags, SMMRA_FLAG_IMPLICIT_NONPRIVATE},
    {"--atomics-sync-as", NULL, "amdgpu-synchronize-as on atomics too", OPTION_FLAG_BIT, &settings.options.flags,
     SMMRA_FLAG_ATOMICS_SYNC_AS},
    {"--no-thread-private", NULL, "no !thread.private", OPTION_FLAG_BIT, &settings.options.flags,
     SMMRA_FLAG_NO_THREAD_PRIVATE},
    {"--no-backend-workarounds", NULL, "no workarounds for LLVM 22 and 23", OPTION_FLAG_BIT, &settings.options.flags,
     SMMRA_FLAG_NO_BACKEND_WORKAROUNDS},
    {"--shader-calls", "WHERE", "where the calls of a ray go on: device (default), or lane: that of the caller",
     OPTION_CHOICE, &settings.shader_calls, 0, shader_calls_names},
    {"--dispatch-base", NULL, "workgroups may start at a base other than 0 (vkCmdDispatchBase)", OPTION_FLAG_BIT,
     &settings.options.flags, SMMRA_FLAG_DISPATCH_BASE},
    {"--descriptors-by-value", NULL, "descriptors are kernel arguments themselves, not pointers to them",
     OPTION_FLAG_BIT, &settings.options.flags, SMMRA_FLAG_DESCRIPTORS_BY_VALUE},
    {"--inline", NULL, "functions that a shader calls have alwaysinline", OPTION_FLAG_BIT, &settings.options.flags,
     SMMRA_FLAG_INLINE},
    {"--target-env", "ENV",
     "as spirv-as: what is valid (default: vulkan1.3), and the version of assembly (default: its head's)", OPTION_TEXT,
     &settings.options.target_env},
    {"--no-validate", NULL, "skip SPIRV-Tools' validation", OPTION_FLAG, &settings.no_validate},
    {"--max-memory", "MB", "memory for one input and its translation (default: 512 MB, and 128 times the input)",
     OPTION_NUMBER, &settings.most_memory},
    {"--timeout", "SECONDS", "stop then with one input (default: never)", OPTION_NUMBER, &settings.timeout},
    {"--no-check", NULL, "skip the checker, which looks at every translation", OPTION_FLAG_BIT, &settings.options.flags,
     SMMRA_FLAG_NO_CHECK},
    {"--werror", NULL, "warnings of the checker fail the translation, as errors do", OPTION_FLAG,
     &settings.warnings_are_errors},
    {"--explain", NULL, "a comment before each memory operation: where it comes from and why it is so", OPTION_FLAG_BIT,
     &settings.options.flags, SMMRA_FLAG_EXPLAIN},
    {"--no-debug-info", NULL, "no debug information, which a module with lines of its source becomes (!dbg)",
     OPTION_FLAG_BIT, &settings.options.flags, SMMRA_FLAG_NO_DEBUG_INFO},
    {"--lines", NULL, "debug information: the line of an instruction is the word of the SPIR-V instruction",
     OPTION_FLAG_BIT, &settings.options.flags, SMMRA_FLAG_LINES},
    {"--json", NULL, "entry points, resources, findings and figures as JSON; -o or --out-dir takes the IR", OPTION_FLAG,
     &command_json},
    {"--stats", NULL, "print figures about each translation to standard error", OPTION_FLAG, &settings.statistics},
};

/* ---- one input ---- */

struct job {
    const char *input;
    char *output; /* owned; NULL: settings.output or standard output */
    int count;    /* of all jobs */
};

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    if (watch_goes_on(NULL)) /* else translate() says that the time is over */
        message_diagnostic(user, diagnostic);
}

static smmra_result load_words(const struct job *job, const smmra_options *options, uint32_t **words, size_t *count) {
    size_t length;
    int status;
    char *bytes = input_read(job->input, &length, fault_of_spirv, &status);
    if (!bytes)
        return (smmra_result)status;
    smmra_result result = SMMRA_SUCCESS;
    if (is_assembly(job->input, bytes, length)) {
        result = smmra_assemble(bytes, length, options, words, count);
    } else if (length % sizeof **words) {
        MESSAGE_ERROR(job->input, MODULE_CUT_OFF, length);
        result = SMMRA_INVALID_INPUT;
    } else {
        *words = (uint32_t *)(void *)bytes; /* malloc aligns */
        *count = length / sizeof **words;
        return SMMRA_SUCCESS;
    }
    free(bytes);
    return result;
}

static void print_statistics(const struct job *job, const smmra_translation *translation) {
    const smmra_statistics *figures = smmra_translation_statistics(translation);
    size_t length;
    smmra_translation_text(translation, &length);
    fprintf(stderr, "%s: %llu words in, %llu instructions, %llu annotated, %zu bytes out, %llu bytes of memory\n",
            printable(job->input, 256), (unsigned long long)figures->words, (unsigned long long)figures->instructions,
            (unsigned long long)figures->memory_operations, length, (unsigned long long)figures->bytes_allocated);
}

/* With --werror a warning is an error, and nothing is written. */
static smmra_result print_findings(const struct job *job, const smmra_translation *translation) {
    size_t count;
    const smmra_finding *const *findings = smmra_translation_findings(translation, &count);
    bool failed = false;
    for (size_t i = 0; i < count; i++) {
        smmra_finding finding = *findings[i];
        if (settings.warnings_are_errors && finding.severity == SMMRA_SEVERITY_WARNING)
            finding.severity = SMMRA_SEVERITY_ERROR;
        failed |= finding.severity == SMMRA_SEVERITY_ERROR;
        message_finding(stderr, job->input, &finding);
    }
    return failed ? SMMRA_CHECK_FAILED : SMMRA_SUCCESS;
}

static smmra_result deliver(const struct job *job, const smmra_translation *translation) {
    size_t length;
    const char *text = smmra_translation_text(translation, &length);
    const char *output = job->output ? job->output : settings.output ? settings.output : "-";
    smmra_result result = print_findings(job, translation);
    if (result != SMMRA_SUCCESS)
        return result;
    if (settings.statistics)
        print_statistics(job, translation);
    if (!file_write(output, job->input, text, length))
        return SMMRA_INVALID_ARGUMENT;
    if (command_json)
        translate_print_json(job->input, output, translation);
    return SMMRA_SUCCESS;
}

/* The input has used part of what the user allows. */
static size_t memory_limit(size_t input) {
    size_t most = arena_limit(settings.most_memory, SIZE_MAX);
    if (!most)
        return ((size_t)512 << 20) + 128 * input;
    return input < most ? most - input : 1;
}

static smmra_result translate(const struct job *job) {
    smmra_options given = settings.options;
    given.diagnose = print_message;
    given.diagnose_user = (void *)(uintptr_t)job->input;
    given.cancel = watch_is_over;
    watch_limit(settings.timeout);
    uint32_t *words = NULL;
    size_t count = 0;
    smmra_translation *translation = NULL;
    smmra_result result = load_words(job, &given, &words, &count);
    if (result == SMMRA_SUCCESS && !settings.no_validate)
        result = (settings.timeout ? module_validate_in_time : module_validate)(words, count, &given);
    given.memory_limit = memory_limit(count * sizeof *words);
    if (result == SMMRA_SUCCESS)
        result = smmra_translate(words, count, &given, &translation);
    free(words);
    if (result == SMMRA_CANCELLED)
        MESSAGE_ERROR(job->input, "%s", watch_reason("cancelled"));
    if (result == SMMRA_SUCCESS)
        result = deliver(job, translation);
    smmra_translation_destroy(translation);
    return result;
}

static int run_job(void *user, int number) {
    const struct job *job = &((const struct job *)user)[number];
    if (settings.shows_progress)
        fprintf(stderr, "\r\033[K");
    smmra_result result = translate(job);
    if (settings.shows_progress)
        fprintf(stderr, "[%d/%d]%s", number + 1, job->count, number + 1 == job->count ? "\n" : "");
    return (int)result;
}

/* ---- all inputs ---- */

/* DIR/NAME.ll for a/NAME.spv. */
static char *output_in(const char *directory, const char *input) {
    const char *slash = strrchr(input, '/');
    const char *base = slash ? slash + 1 : input;
    size_t stem = strlen(base);
    static const char *const suffixes[] = {".spv", ".spvasm"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (path_ends_in(base, suffixes[i]) && stem > strlen(suffixes[i])) {
            stem -= strlen(suffixes[i]);
            break;
        }
    if (strcmp(input, "-") == 0) {
        base = "stdin";
        stem = strlen(base);
    }
    size_t size = strlen(directory) + stem + sizeof "/.ll";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%.*s.ll", directory, (int)stem, base);
    return path;
}

static int compare_outputs(const void *a, const void *b) {
    const struct job *const *x = a, *const *y = b;
    return strcmp((*x)->output, (*y)->output);
}

/* Two inputs must not share an output: the later would overwrite the earlier. */
static bool outputs_are_distinct(struct job *jobs, size_t count) {
    const struct job **sorted = malloc(count * sizeof *sorted);
    bool distinct = sorted != NULL;
    for (size_t i = 0; sorted && i < count; i++)
        sorted[i] = &jobs[i];
    if (sorted)
        qsort(sorted, count, sizeof *sorted, compare_outputs);
    for (size_t i = 1; sorted && i < count && distinct; i++) {
        if (strcmp(sorted[i - 1]->output, sorted[i]->output) == 0) {
            MESSAGE_USAGE("%s and %s would be written to the same file", printable(sorted[i - 1]->input, 128),
                          printable(sorted[i]->input, 128));
            distinct = false;
        }
    }
    free(sorted);
    return distinct;
}

/* The folder is made where it is missing; those above it are not, as their absence is more likely a wrong name. */
static bool make_directory(const char *directory) {
    if (mkdir(directory, 0777) == 0 || errno == EEXIST)
        return true;
    MESSAGE_USAGE("--out-dir %s: cannot be made: %s", printable(directory, 128), strerror(errno));
    return false;
}

static bool make_jobs(struct job *jobs, size_t count, char **inputs) {
    for (size_t i = 0; i < count; i++) {
        jobs[i].input = inputs[i];
        jobs[i].count = (int)count;
        if (settings.directory && !(jobs[i].output = output_in(settings.directory, inputs[i])))
            return false;
    }
    return !settings.directory || (outputs_are_distinct(jobs, count) && make_directory(settings.directory));
}

static const char *misfit(int inputs) {
    if (inputs == 0)
        return "no input; name a module or a shader's source, or '-' for standard input";
    if (settings.output && settings.directory)
        return "-o and --out-dir exclude each other";
    if (inputs > 1 && !settings.directory)
        return "several inputs need --out-dir";
    if (command_json && !settings.directory && (!settings.output || strcmp(settings.output, "-") == 0))
        return "--json needs -o FILE or --out-dir for the IR: standard output takes the answers";
    if (settings.workers < 1 || settings.workers > MAX_PARALLEL)
        return "-j takes 1 to 64";
    if (settings.options.buffer_alignment & (settings.options.buffer_alignment - 1))
        return "--buffer-align takes a power of two";
    return NULL;
}

static int run(int inputs, char **paths) {
    smmra_options *given = &settings.options;
    given->flags |=
        (command_json ? SMMRA_FLAG_FACTS : 0) | (settings.shader_calls ? SMMRA_FLAG_SHADER_CALLS_IN_LANE : 0);
    source_target_env = given->target_env;
    given->stages = settings.stage ? 1u << (settings.stage - 1) : 0;
    if (settings.most_memory)
        file_read_at_most(arena_limit(settings.most_memory, SIZE_MAX));
    struct job *jobs = calloc((size_t)inputs, sizeof *jobs);
    if (!jobs)
        return SMMRA_OUT_OF_MEMORY;
    settings.shows_progress = inputs > 1 && isatty(STDERR_FILENO);
    int status = make_jobs(jobs, (size_t)inputs, paths) ? parallel_run(settings.workers, inputs, run_job, jobs)
                                                        : SMMRA_INVALID_ARGUMENT;
    for (int i = 0; i < inputs; i++)
        free(jobs[i].output);
    free(jobs);
    return status;
}

static const char *const endings[] = {".spv", ".spvasm", NULL};

const struct subcommand command_translate = {
    .name = "translate",
    .arguments = "IN.spv ... [-o OUT.ll | --out-dir DIR] [options]",
    .what = "SPIR-V to annotated LLVM IR; the default, so that its name may be left out",
    .help = "Translates Vulkan SPIR-V to LLVM IR for AMDGPU with memory-model relaxation annotations.\n"
            "An input '-' is standard input; one that ends in .spvasm, or is text, is assembled first.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS - 1, /* --target-env is its own */
    .misfit = misfit,
    .run = run,
};
