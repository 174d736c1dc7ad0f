/* smmra_report: a module as one page: its source, SPIR-V, IR and machine code, what was found of it, and executions to
 * step through. */
#include <stdio.h>
#include <string.h>

#include "translator/answers/litmus_call.h"
#include "translator/answers/verdict.h"
#include "translator/option_names.h"
#include "translator/report/page.h"

struct smmra_page {
    struct arena arena; /* holds this object too */
    const char *text;
    size_t length;
    smmra_litmus_answer *answer;
    smmra_result result;
};

struct report {
    struct litmus_call call; /* first: it is cast back */
    smmra_report_options options;
    struct page page;
    size_t run_limit; /* of the memory of what is called */
    const uint32_t *words;
    size_t count;
    /* Objects of the functions that are called, which do not lie in the call's arenas. */
    smmra_translation *translation;
    smmra_price_list *prices;
    smmra_litmus_answer *explored, *run, *other;
    char message[512]; /* the last error of a function that was called */
    char time_is_over[112];
    smmra_litmus_statistics so_far;   /* what progress was told last */
    double over_at, late_at;          /* of the part of the page that is made, in milliseconds of the call */
    bool cancelled, is_over, is_late; /* by the caller; the time; also what has no answer when it is over */
    smmra_page *made;
};

/* ---- time ---- */

/* The limit is that of the whole page: a part may take half of what is left of it, and the last part all. An
 * exploration that progress ends has an answer, so that it ends a little before. */
enum share { HALF = 2, ALL = 1 };

static void begin_part(struct report *r, enum share share) {
    double passed = litmus_call_milliseconds(&r->call), limit = r->call.options.time_limit;
    double most = passed < limit ? (limit - passed) / share : 0;
    r->over_at = passed + most - most / 8;
    r->late_at = passed + most;
    r->is_over = r->is_late = false;
}

static bool is_behind(const struct report *r, double moment) {
    return r->call.options.time_limit && litmus_call_milliseconds(&r->call) >= moment;
}

static bool note_progress(void *user, const smmra_litmus_statistics *statistics) {
    struct report *r = user;
    const smmra_litmus_options *given = &r->call.options;
    r->so_far = *statistics;
    r->is_over |= is_behind(r, r->over_at);
    return !r->is_over && (!given->progress || given->progress(given->progress_user, statistics));
}

/* Whether a function that is called shall end without an answer. */
static bool is_late(void *user) {
    struct report *r = user;
    const smmra_litmus_options *given = &r->call.options;
    r->cancelled |= given->cancel && given->cancel(given->cancel_user);
    r->is_late |= given->progress && !given->progress(given->progress_user, &r->so_far);
    if (is_behind(r, r->late_at))
        r->is_late = r->is_over = true;
    return r->cancelled || r->is_late;
}

/* Ends the whole call, and not only the part of the page that a function was called for. */
static void require(struct report *r) {
    if (r->cancelled)
        litmus_call_end(&r->call, SMMRA_CANCELLED, 0, "cancelled by options.cancel");
    if (r->call.is_exhausted)
        litmus_call_end(&r->call, SMMRA_OUT_OF_MEMORY, 0, "out of memory, or the memory limit was reached");
}

/* It must return, so that it allocates nothing. */
static void keep_message(void *user, const smmra_diagnostic *diagnostic) {
    struct report *r = user;
    if (diagnostic->severity == SMMRA_SEVERITY_ERROR)
        snprintf(r->message, sizeof r->message, "%s", diagnostic->message);
}

/* ---- code ---- */

static const char *translate(struct report *r) {
    const smmra_litmus_options *run = &r->call.options;
    const smmra_options options = {
        .size = sizeof options,
        .entry = run->entry,
        .specializations = run->specializations,
        .specialization_count = run->specialization_count,
        .glsl450 = r->options.flags & SMMRA_REPORT_FLAG_BOTH_READINGS ? SMMRA_GLSL450_CONSERVATIVE : run->glsl450,
        .flags = SMMRA_FLAG_NO_CHECK | SMMRA_FLAG_LINES | SMMRA_FLAG_EXPLAIN | (run->flags & INTERNAL_FLAG_COMMAND),
        .profile = r->options.profile,
        .mcpu = r->options.mcpu,
        .allocator = &r->call.counted,
        .diagnose = keep_message,
        .diagnose_user = r,
        .cancel = is_late,
        .cancel_user = r};
    smmra_result result = smmra_translate(r->words, r->count, &options, &r->translation);
    require(r);
    return result == SMMRA_SUCCESS ? smmra_translation_text(r->translation, NULL) : NULL;
}

static const char *put_code(struct report *r) {
    page_put_spirv(&r->page, r->options.disassembly);
    begin_part(r, HALF);
    const char *ir = translate(r);
    page_put(&r->page, ",\n\"untranslated\":%s", ir ? NULL : r->message);
    page_put_ir(&r->page, ir);
    return ir;
}

/* The assembly lives in the caller's memory until the caller compiles again. */
static void compile(struct report *r, const char *ir, struct page_machine *machine) {
    const smmra_cost_options options = {.size = sizeof options,
                                        .mcpu = r->options.mcpu,
                                        .ir = ir,
                                        .ir_length = strlen(ir),
                                        .allocator = &r->call.counted,
                                        .diagnose = keep_message,
                                        .diagnose_user = r,
                                        .cancel = is_late,
                                        .cancel_user = r};
    machine->missing = "nothing compiles it";
    if (!r->options.compile || !r->options.mcpu)
        return;
    machine->assembly = r->options.compile(r->options.compile_user, ir, &machine->missing);
    if (!machine->assembly)
        return;
    machine->missing = NULL;
    smmra_result result = smmra_cost(machine->assembly, strlen(machine->assembly), &options, &r->prices);
    require(r);
    machine->prices = r->prices;
    machine->unknown = result == SMMRA_CANCELLED ? r->time_is_over : r->message;
}

static void put_machine(struct report *r, const char *ir) {
    struct page_machine machine = {.processor = r->options.mcpu, .missing = "the module has no translation"};
    begin_part(r, ALL);
    if (ir)
        compile(r, ir, &machine);
    page_put_machine(&r->page, &machine);
}

/* ---- executions ---- */

static smmra_litmus_options options_of(struct report *r) {
    smmra_litmus_options options = r->call.options;
    options.size = sizeof options;
    options.flags = SMMRA_LITMUS_FLAG_GRAPHS | (options.flags & INTERNAL_FLAG_COMMAND);
    options.time_limit = 0; /* which is the page's: see begin_part */
    options.memory_limit = r->run_limit;
    options.allocator = &r->call.counted;
    options.diagnose = keep_message;
    options.diagnose_user = options.cancel_user = options.progress_user = r;
    options.cancel = is_late;
    options.progress = note_progress;
    options.transform = NULL;
    if (r->options.flags & SMMRA_REPORT_FLAG_BOTH_READINGS)
        options.glsl450 = SMMRA_GLSL450_STRICT;
    return options;
}

typedef smmra_result ask_function(const void *module, size_t length, const smmra_litmus_options *options,
                                  smmra_litmus_answer **answer);

static void put_proven(struct report *r) {
    page_put(&r->page, ",\"proven\":%s,\"mend\":%s", r->options.proven, r->options.mend);
}

/* Whether drivers' reading has the race too, by the function that has found it; NULL: it is not asked, or not known. */
static const bool *ask_drivers(struct report *r, ask_function *ask, const smmra_litmus_summary *summary, bool *races) {
    smmra_litmus_options options = options_of(r);
    if (!(r->options.flags & SMMRA_REPORT_FLAG_BOTH_READINGS) || strcmp(summary->reading, "strict") != 0 ||
        summary->race != SMMRA_LITMUS_VERDICT_YES)
        return NULL;
    options.flags = 0;
    options.glsl450 = SMMRA_GLSL450_CONSERVATIVE;
    memcpy(options.groups, summary->groups, sizeof options.groups);
    memcpy(options.local, summary->local, sizeof options.local);
    smmra_result result = ask(r->words, r->count * sizeof *r->words, &options, &r->other);
    require(r);
    smmra_litmus_verdict verdict =
        result == SMMRA_SUCCESS ? smmra_litmus_answer_summary(r->other)->race : SMMRA_LITMUS_VERDICT_UNKNOWN;
    smmra_litmus_answer_destroy(r->other);
    r->other = NULL;
    *races = verdict == SMMRA_LITMUS_VERDICT_YES;
    return verdict == SMMRA_LITMUS_VERDICT_UNKNOWN ? NULL : races;
}

/* ---- repairs ---- */

static bool suggest_goes_on(void *user, const struct explore_statistics *statistics) {
    struct report *r = user;
    (void)statistics;
    return !is_late(r);
}

static void suggest(struct report *r, const struct litmus_grid *grid, struct suggestions *found) {
    smmra_litmus_options options = r->call.options;
    struct explore_options limits = explore_defaults();
    struct litmus_spirv program;
    *found = (struct suggestions){0};
    begin_part(r, HALF);
    limits.goes_on = suggest_goes_on;
    limits.goes_on_user = r;
    memcpy(options.groups, grid->groups, sizeof options.groups);
    memcpy(options.local, grid->local, sizeof options.local);
    options.subgroup = grid->subgroup;
    if (r->options.flags & SMMRA_REPORT_FLAG_BOTH_READINGS)
        options.glsl450 = SMMRA_GLSL450_STRICT;
    litmus_read_spirv(&program, &r->call.work, r->words, r->count, litmus_call_source(&r->call), &options);
    if (!program.litmus.error)
        litmus_suggest(&program, &limits, &r->call.work, found);
    require(r);
}

/* The fewest annotations more that repair a race on the grid of the verdict; of one workgroup alone, if nobody chose
 * two and no repair of theirs is found. */
static void put_repair(struct report *r, const smmra_litmus_summary *summary) {
    struct litmus_grid grid = {.subgroup = summary->subgroup};
    struct suggestions found;
    memcpy(grid.groups, summary->groups, sizeof grid.groups);
    memcpy(grid.local, summary->local, sizeof grid.local);
    suggest(r, &grid, &found);
    bool is_of_one = summary->groups_by_default && grid.groups[0] == 2 && !found.count;
    if (is_of_one) {
        grid.groups[0] = 1;
        suggest(r, &grid, &found);
    }
    page_put(&r->page, ",\"repair\":[");
    if (found.race)
        page_put_suggestions(&r->page, &found, r->words, r->count);
    page_put(&r->page, is_of_one ? "],\"repairIsOfOne\":true" : "]");
}

/* ---- the verdict ---- */

static void put_explored(struct report *r, bool fell_back) {
    static const char *const verdicts[] = {"not asked", "no data race", "data race", "data race unknown"};
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(r->explored);
    char groups[128];
    bool races;
    snprintf(groups, sizeof groups,
             "one workgroup, as two were not explored to the end: races between workgroups need %s 2",
             OPTION_NAME(&r->call.options, GROUPS));
    page_put_answer(&r->page, r->explored, verdicts[summary->race]);
    page_put_scope(&r->page, summary, fell_back ? groups : NULL, ask_drivers(r, smmra_litmus, summary, &races),
                   r->call.options.flags);
    put_proven(r);
    if (summary->race == SMMRA_LITMUS_VERDICT_YES && !page_is_known(&r->page, r->explored))
        put_repair(r, summary);
    else
        page_put(&r->page, ",\"repair\":[]");
    page_put(&r->page, ",\"missing\":\"\"");
}

/* Runs of the whole dispatch say what is known if not all executions were explored. */
static void put_runs(struct report *r, const char *why) {
    const char *verdicts[] = {"not asked", "no data race on one run", "data race", "data race unknown"};
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(r->run);
    char several[48];
    bool races;
    snprintf(several, sizeof several, "no data race on %u runs", r->run->runs);
    if (r->run->runs > 1)
        verdicts[SMMRA_LITMUS_VERDICT_NO] = several;
    else if (r->run->runs_are_alike)
        verdicts[SMMRA_LITMUS_VERDICT_NO] = "no data race on one run, to which other orders are alike";
    page_put_answer(&r->page, r->run, verdicts[summary->race]);
    page_put_scope(&r->page, summary, NULL, ask_drivers(r, smmra_race, summary, &races), r->call.options.flags);
    put_proven(r);
    page_put(&r->page, ",\"repair\":[],\"missing\":\"\",\"unexplored\":%s", why);
}

static void put_not_run(struct report *r, const char *why) {
    const smmra_litmus_options *given = &r->call.options;
    why = *why ? why : "the module was not executed";
    page_put(&r->page,
             "\"verdict\":\"not run\",\"grid\":\"\",\"findings\":[],\"example\":\"\",\"repair\":[],\"missing\":%s",
             why);
    if (given->diagnose)
        given->diagnose(given->diagnose_user, &(smmra_diagnostic){.severity = SMMRA_SEVERITY_ERROR, .message = why});
}

/* An exploration that the time ended says so itself. */
static void say_time(struct report *r, smmra_litmus_answer *answer) {
    for (uint32_t i = 0; answer && r->is_over && i < answer->finding_count; i++)
        if (answer->findings[i]->fault == SMMRA_LITMUS_FAULT_NOT_DECIDED)
            answer->findings[i]->message = r->time_is_over;
}

/* Why not all executions were explored, or what was; NULL: something is wrong with one. */
static const char *undecided(struct report *r) {
    char text[2 * VERDICT_TEXT];
    if (!r->explored)
        return r->is_over ? r->time_is_over : arena_copy_string(&r->call.work, r->message, strlen(r->message));
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(r->explored);
    if (summary->faults & ~(1u << SMMRA_LITMUS_FAULT_NOT_DECIDED))
        return NULL;
    if (r->explored->finding_count)
        return r->explored->findings[0]->message;
    verdict_grid_text(text, summary->groups, summary->local, summary->subgroup);
    snprintf(text + strlen(text), sizeof text - strlen(text), " were, and nothing is wrong there");
    return arena_copy_string(&r->call.work, text, strlen(text));
}

static bool is_known(const smmra_litmus_answer *answer) {
    return answer && !verdict_is_too_much(answer);
}

/* Runs the orders that `race` runs, so that both say the same. The first one's verdict stands where time or memory end
 * the others. */
static smmra_result run_orders(struct report *r, const smmra_litmus_options *options) {
    const size_t length = r->count * sizeof *r->words;
    smmra_result result = smmra_race(r->words, length, options, &r->run);
    require(r);
    if (result != SMMRA_SUCCESS || smmra_litmus_answer_summary(r->run)->faults)
        return result;
    if (litmus_call_race_orders(r->words, length, options, &r->other) == SMMRA_SUCCESS) {
        smmra_litmus_answer_destroy(r->run);
        r->run = r->other;
        r->other = NULL;
    }
    r->call.is_exhausted = false;
    require(r);
    return result;
}

/* All executions of a small grid are explored. If nothing is wrong there, the whole dispatch is run. */
static smmra_litmus_answer *put_litmus(struct report *r, smmra_result *result) {
    smmra_litmus_options options = options_of(r);
    const size_t length = r->count * sizeof *r->words;
    bool fell_back;
    *r->message = '\0';
    begin_part(r, HALF);
    page_put(&r->page, ",\n\"litmus\":{");
    *result = verdict_ask(r->words, length, &options, &r->explored, &fell_back);
    require(r);
    say_time(r, r->explored);
    const char *why = undecided(r);
    if (why) {
        begin_part(r, HALF);
        options.flags = SMMRA_LITMUS_FLAG_TWO_GROUPS;
        smmra_result ran = run_orders(r, &options);
        *result = *result == SMMRA_SUCCESS ? SMMRA_CANCELLED : ran;
    }
    if (r->run && (!is_known(r->explored) || smmra_litmus_answer_summary(r->run)->faults)) {
        put_runs(r, why);
        return r->run;
    }
    if (!is_known(r->explored)) {
        put_not_run(r, why);
        return NULL;
    }
    put_explored(r, fell_back);
    return r->explored;
}

/* ---- the page ---- */

/* The words in this machine's order. */
static void read_words(struct report *r, const void *bytes, size_t length) {
    uint32_t *words = (uint32_t *)(uintptr_t)litmus_call_words(&r->call, bytes, length, &r->count);
    const uint32_t swapped_magic = 0x03022307;
    for (size_t i = 0, is_swapped = r->count && words[0] == swapped_magic; is_swapped && i < r->count; i++)
        words[i] = words[i] >> 24 | (words[i] >> 8 & 0xFF00) | (words[i] & 0xFF00) << 8 | words[i] << 24;
    r->words = words;
}

static void write_page(struct litmus_call *call, const void *bytes, size_t length) {
    struct report *r = (struct report *)call;
    smmra_page *made = r->made = arena_allocate_array(&call->output, 1, sizeof *made);
    memset(made, 0, sizeof *made);
    if (call->options.language != SMMRA_LITMUS_LANGUAGE_SPIRV)
        litmus_call_refuse(call, "a page about a program that is no module");
    r->page.arena = &call->work;
    snprintf(r->time_is_over, sizeof r->time_is_over,
             "the time is over: a larger limit (%s) or a smaller grid (%s, %s) goes further",
             OPTION_NAME(&call->options, TIME_LIMIT), OPTION_NAME(&call->options, GROUPS),
             OPTION_NAME(&call->options, LOCAL));
    read_words(r, bytes, length);
    r->page.options = &r->options;
    page_begin(&r->page, r->options.name ? r->options.name : "-", r->words, r->count);
    const char *ir = put_code(r);
    made->answer = put_litmus(r, &made->result);
    made->result = made->answer ? SMMRA_SUCCESS : made->result;
    page_put(&r->page, "}");
    put_machine(r, ir); /* last: compilers take what time is left */
    page_end(&r->page);
    made->length = text_length(&r->page.text);
    made->text = arena_copy_string(&call->output, r->page.text.start, made->length);
}

static bool read_report_options(const smmra_report_options *given, smmra_report_options *options) {
    static const uint16_t ends[] = {STRUCT_END(smmra_report_options, run), STRUCT_END(smmra_report_options, proven),
                                    STRUCT_END(smmra_report_options, known_user),
                                    STRUCT_END(smmra_report_options, mend)};
    return request_read_options(options, sizeof *options, given, ends, sizeof ends / sizeof *ends) &&
           options->flags < SMMRA_REPORT_FLAG_BOTH_READINGS << 1;
}

static void forget(struct report *r) {
    smmra_translation_destroy(r->translation);
    smmra_price_list_destroy(r->prices);
    if (!r->made || r->made->answer != r->explored)
        smmra_litmus_answer_destroy(r->explored);
    if (!r->made || r->made->answer != r->run)
        smmra_litmus_answer_destroy(r->run);
    smmra_litmus_answer_destroy(r->other);
}

smmra_result smmra_report(const uint32_t *words, size_t word_count, const smmra_report_options *options,
                          smmra_page **page) {
    struct report report;
    memset(&report, 0, sizeof report);
    *page = NULL;
    if (!read_report_options(options, &report.options) || word_count > SIZE_MAX / sizeof *words)
        return SMMRA_INVALID_ARGUMENT;
    smmra_result result = litmus_call_begin(&report.call, words, word_count * sizeof *words, report.options.run);
    if (result != SMMRA_SUCCESS)
        return result;
    report.run_limit = report.call.options.memory_limit;
    report.call.options.memory_limit = report.options.memory_limit;
    result = litmus_call_run(&report.call, write_page, words, word_count * sizeof *words);
    if (result != SMMRA_SUCCESS)
        report.made = NULL;
    forget(&report);
    if (report.made) {
        if (report.made->answer)
            litmus_call_hand_over(&report.call, &report.made->answer->arena);
        report.made->arena = report.call.output;
    }
    *page = report.made;
    return result;
}

const char *smmra_page_text(const smmra_page *page, size_t *length) {
    if (length)
        *length = page->length;
    return page->text;
}

const smmra_litmus_answer *smmra_page_answer(const smmra_page *page, smmra_result *result) {
    *result = page->result;
    return page->answer;
}

void smmra_page_destroy(smmra_page *page) {
    if (!page)
        return;
    struct arena arena = page->arena; /* which holds the page itself */
    smmra_litmus_answer_destroy(page->answer);
    arena_destroy(&arena);
}
