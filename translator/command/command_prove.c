/* spirv-mmra prove: whether no run of a module can race, for all inputs and grids (translator/prove). */
#include <string.h>

#include "spirv/places.h"
#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_source.h"
#include "translator/prove/prove.h"

enum { DEFAULT_TIMEOUT = 10, DEFAULT_MEGABYTES = 2048 };

static struct {
    struct module_options module;
    const char *assumptions[MODULE_MAX_ITEMS];
    uint32_t assumption_count, timeout, question, megabytes;
    bool any_spec;
} settings = {.module = {.glsl450 = SMMRA_GLSL450_STRICT},
              .timeout = DEFAULT_TIMEOUT,
              .question = 2000,
              .megabytes = DEFAULT_MEGABYTES};

static bool add_assumption(void *target, const char *text) {
    (void)target;
    if (settings.assumption_count == MODULE_MAX_ITEMS)
        return false;
    settings.assumptions[settings.assumption_count++] = text;
    return true;
}

static const struct option option_table[] = {
    {"--entry", "NAME", "the entry point (default: the only one)", OPTION_TEXT, (void *)&settings.module.options.entry},
    MODULE_SPEC_OPTION(&settings.module.constants),
    {"--glsl450", "MODE", "how GLSL450 modules are read: strict (default) or conservative", OPTION_CHOICE,
     &settings.module.glsl450, 0, module_glsl450_names},
    {"--assume", "CONDITION",
     "of all runs that are asked about: sums of products of numbers, groups.x and memory that nobody writes, compared, as "
     "in \"size == 8 * groups.x\"",
     OPTION_CALL, NULL, 0, NULL, add_assumption},
    {"--any-spec", NULL,
     "specialization constants that --spec does not give may be anything (but sizes), for what is refuted too",
     OPTION_FLAG, &settings.any_spec},
    {"--timeout", "SECONDS", "stop then, and say what is known (default 10; 0: never)", OPTION_NUMBER,
     &settings.timeout},
    {"--question", "MS", "milliseconds that the solver has for a question (default 2000)", OPTION_NUMBER,
     &settings.question},
    {"--max-memory", "MB", "memory of the work, and of the solver, at most (default 2048 each)", OPTION_NUMBER,
     &settings.megabytes},
    MODULE_VALIDATE_OPTION(&settings.module.no_validate),
    JSON_OPTION("the verdicts as JSON"),
};

/* ---- what is said ---- */

static const char *const verdict_names[] = {
    [PROVE_NOT_DECIDED] = "not decided", [PROVE_PROVEN] = "proven", [PROVE_REFUTED] = "refuted"};

static const char *const rules[] = {
    [PROVE_BARRIERS] = "divergent-barrier", [PROVE_WITHIN] = "race", [PROVE_BETWEEN] = "race"};

struct job {
    struct work work;
    struct spirv_places places;
    struct prove_answer answer;
};

static bool find_source(struct job *job, uint32_t word, smmra_source *source) {
    struct spirv_source found;
    if (!word || !spirv_source_of(&job->places, word, &job->work.arena, &found))
        return false;
    *source = (smmra_source){found.file, found.line, found.column, found.function, found.text};
    return true;
}

static struct message_place place_of(struct job *job, uint32_t word, smmra_source *source) {
    return (struct message_place){
        .path = job->work.path, .word = word, .source = find_source(job, word, source) ? source : NULL};
}

/* A refutation is an error, what is not decided a warning. */
static void print_message(struct job *job, uint32_t question, const struct prove_said *said) {
    smmra_source sources[2];
    struct message_note note;
    struct message message = {.rule = said->verdict == PROVE_REFUTED ? rules[question] : "unknown",
                              .place = place_of(job, said->words[0], &sources[0]),
                              .severity =
                                  said->verdict == PROVE_REFUTED ? SMMRA_SEVERITY_ERROR : SMMRA_SEVERITY_WARNING,
                              .text = said->why};
    if (said->words[1] && said->words[1] != said->words[0]) {
        note = (struct message_note){place_of(job, said->words[1], &sources[1]), "the other access"};
        message.notes = &note;
        message.note_count = 1;
    }
    message_put(stdout, &message);
}

static void print_assumptions(const char *before, uint32_t assumed) {
    const char *between = before;
    for (uint32_t i = 0; i < PROVE_ASSUMPTIONS; i++) {
        if (!(assumed >> i & 1))
            continue;
        printf("%s%s", between, prove_assumption_texts[i]);
        between = "; ";
    }
    printf("\n");
}

/* Names the variables of which it is proven, where others are open. */
static void print_proven(const struct prove_said *said) {
    for (uint32_t i = 0; i < said->proven_count; i++)
        printf("%s%s", i ? ", " : "    proven of ", said->proven[i]);
    if (said->proven_count)
        print_assumptions("; if: ", said->assumed);
}

static void print_text(struct job *job) {
    const struct prove_answer *answer = &job->answer;
    printf("%s:\n", printable(job->work.path, 512));
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++) {
        const struct prove_said *said = &answer->of[i];
        printf("  %s: %s\n", prove_question_texts[i], verdict_names[said->verdict]);
        if (said->verdict == PROVE_PROVEN) {
            print_assumptions("    if: ", said->assumed);
            continue;
        }
        print_message(job, i, said);
        print_proven(said);
        if (said->run)
            printf("    this run shows it: spirv-mmra race %s %s\n", printable(job->work.path, 512), said->run);
    }
}

static const char *first_run(const struct prove_answer *answer) {
    const char *run = NULL;
    for (uint32_t i = 0; i < PROVE_QUESTIONS && !run; i++)
        run = answer->of[i].run;
    return run;
}

static void print_json(struct job *job) {
    const struct prove_answer *answer = &job->answer;
    json_begin(job->work.path);
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++) {
        const struct prove_said *said = &answer->of[i];
        smmra_source sources[2];
        json_put(",\n   %s: {\"verdict\": %s, \"why\": %s, \"assumed\": [", prove_question_names[i],
                 verdict_names[said->verdict], said->verdict == PROVE_PROVEN ? NULL : said->why);
        bool is_any = said->verdict == PROVE_PROVEN || said->proven_count;
        for (uint32_t k = 0; is_any && k < PROVE_ASSUMPTIONS; k++)
            if (said->assumed >> k & 1)
                json_put(", %s", prove_assumption_texts[k]);
        json_put("], \"run\": %s, \"places\": [", said->run);
        for (uint32_t k = 0; said->verdict != PROVE_PROVEN && k < 2; k++)
            if (said->words[k])
                json_place(said->words[k], find_source(job, said->words[k], &sources[k]) ? &sources[k] : NULL, "");
        json_put("], \"proven_of\": [");
        for (uint32_t k = 0; said->verdict != PROVE_PROVEN && k < said->proven_count; k++)
            json_put(", %s", said->proven[k]);
        json_put("]}");
    }
    json_put(",\n   \"run\": %s, \"pairs\": %u, \"questions\": %u}", first_run(answer), answer->pairs,
             answer->questions);
}

static int status_of(const struct prove_answer *answer) {
    int status = 0;
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++) {
        if (answer->of[i].verdict == PROVE_REFUTED)
            return 1;
        if (answer->of[i].verdict == PROVE_NOT_DECIDED)
            status = STATUS_UNKNOWN;
    }
    return status;
}

/* ---- a file ---- */

static bool goes_on(void *user) {
    (void)user;
    watch_show("proving");
    return watch_goes_on(NULL);
}

static int run_work(struct work *work) {
    struct job *job = (struct job *)work;
    struct module_file file;
    int status = module_read(&file, work, &settings.module.constants, settings.module.no_validate);
    if (status)
        return status;
    const smmra_litmus_options run = module_options_of(&settings.module);
    const struct prove_options options = {.run = &run,
                                          .milliseconds = settings.question,
                                          .megabytes = settings.megabytes,
                                          .assumptions = settings.assumptions,
                                          .assumption_count = settings.assumption_count,
                                          .any_constants = settings.any_spec,
                                          .goes_on = goes_on};
    spirv_places_read(&job->places, file.words, (uint32_t)file.count, &work->arena);
    work->arena.watch = NULL; /* what is known before the time is over counts */
    prove_module(&job->answer, &work->arena, file.words, file.count, &options);
    watch_end();
    if (job->answer.error) {
        message_print(&(struct message_place){.path = work->path, .word = job->answer.error_word}, SMMRA_SEVERITY_ERROR,
                      "%s%s", job->answer.is_unsupported ? "not supported: " : "", job->answer.error);
        return job->answer.is_unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT;
    }
    if (command_json)
        print_json(job);
    else
        print_text(job);
    return status_of(&job->answer);
}

static int end_work(struct work *work, enum work_end why) {
    if (why == WORK_OUT_OF_TIME) {
        if (command_json)
            litmus_print_json_unknown(work->path, watch_reason(NULL));
        else
            printf("%s: unknown: %s\n", printable(work->path, 512), watch_reason(NULL));
        return STATUS_UNKNOWN;
    }
    MESSAGE_ERROR(work->path, "out of memory: --max-memory gives more than %u MB", settings.megabytes);
    return SMMRA_OUT_OF_MEMORY;
}

static int run_file(const char *path) {
    static struct job job;
    job = (struct job){0};
    return work_on(&job.work, path,
                   &(struct work_rules){fault_of_spirv, arena_limit(settings.megabytes, SIZE_MAX), settings.timeout,
                                        run_work, end_work});
}

static int run(int count, char **inputs) {
    return inputs_each(count, inputs, run_file);
}

static const char *misfit(int inputs) {
    return !inputs               ? "no input; name a shader's source or a module"
           : !settings.question  ? "--question takes at least 1"
           : !settings.megabytes ? "--max-memory takes at least 1"
                                 : NULL;
}

static const char *const endings[] = {".spv", ".spvasm", NULL};

const struct subcommand command_prove = {
    .name = "prove",
    .arguments = "FILE ... [options]",
    .what = "whether a compute shader is free of data races for all inputs and grids",
    .help = "Proves that no run of SPIR-V compute modules (.spv, .spvasm) has a data race, whatever memory holds and "
            "however large\nthe grid is: within a workgroup, and between workgroups, and that all invocations come to "
            "the same barriers. Each is\nproven, with what that takes for granted; or refuted, with a run of race that "
            "shows it; or not decided, with the place\nand the reason. docs/reference/proofs.md has the rules. The "
            "solver is Z3, where the command was built with it.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .endings = endings,
    .source_options = SOURCE_OPTIONS,
    .findings_are_output = true,
    .misfit = misfit,
    .run = run,
};
