/* spirv-mmra report: a module as one page: its source, SPIR-V, IR and machine code side by side, what was found, and
 * executions to step through. The page's script (report.js) shows what stands in it as data, and nothing of a module
 * becomes markup. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/json.h"
#include "mmra/base/text.h"
#include "spirv/places.h"
#include "translator/command/command_cost.h"
#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/command/command_report.h"
#include "translator/command/command_source_change.h"
#include "translator/command/command_verdict.h"
#include "translator/command/validator_copy.h"
#include "translator/litmus/litmus_suggest.h"
#include "translator/report_page.h" /* generate_page.py makes it */

enum { LARGEST_MEMORY = 1 << 30, SECONDS = 10, MAX_FILES = 64, MAX_LENGTH = 65536 };

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
    const uint32_t *words;
    size_t count;
    struct spirv_places places;
    struct text page;
    int status;                /* of what is found */
    bool first;                /* of the list that is being written */
    struct report_calls calls; /* of the file that is being written */
    const char *message;
};

/* ---- data: JSON in a script, in which no character can end it ---- */

static void put(struct job *job, const char *text) {
    text_string(&job->page, text);
}

static void put_number(struct job *job, uint64_t number) {
    text_unsigned(&job->page, number);
}

static void put_code(struct job *job, uint32_t character) {
    char code[16];
    snprintf(code, sizeof code, "[U+%04" PRIX32 "]", character);
    put(job, code);
}

/* Text that could end a script is escaped; a character that a reader could not see is shown as its code. */
static void put_text(struct job *job, const char *text, size_t length) {
    text_char(&job->page, '"');
    for (size_t i = 0; i < length;) {
        char piece[JSON_PIECE];
        uint32_t character;
        bool is_text = text_utf8_character(text + i, length - i, &character);
        i += json_character(text + i, length - i, piece);
        if (is_text && report_hides(character))
            put_code(job, character);
        else if (strchr("<>&", *piece))
            put(job, *piece == '<' ? "\\u003c" : *piece == '>' ? "\\u003e" : "\\u0026");
        else
            put(job, piece);
    }
    text_char(&job->page, '"');
}

static void put_string(struct job *job, const char *text) {
    put_text(job, text ? text : "", text ? strlen(text) : 0);
}

static void begin_item(struct job *job) {
    put(job, job->first ? "\n" : ",\n");
    job->first = false;
}

/* ---- the source ---- */

static void *allocate(void *user, size_t size) {
    return arena_allocate_array(user, 1, size);
}

static void put_source_line(void *user, uint32_t number, const char *line) {
    struct job *job = user;
    report_calls_read(&job->calls, number, line);
    begin_item(job);
    put(job, "[");
    put_number(job, number);
    put(job, ",");
    put_string(job, line);
    put(job, "]");
}

static void put_calls(struct job *job) {
    put(job, "],\"calls\":[");
    for (size_t i = 0; i < job->calls.count; i++) {
        put(job, i ? ",[" : "[");
        put_number(job, job->calls.items[i].first);
        put(job, ",");
        put_number(job, job->calls.items[i].last);
        put(job, "]");
    }
    put(job, "]}");
}

/* The files that instructions come from: how many there are. */
static uint32_t list_files(const struct spirv_places *places, spirv_id files[MAX_FILES]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < places->count; i++) {
        uint32_t k = 0;
        while (k < count && files[k] != places->items[i].file)
            k++;
        if (k == count && count < MAX_FILES && places->items[i].file)
            files[count++] = places->items[i].file;
    }
    return count;
}

static void put_sources(struct job *job, const spirv_id *files, uint32_t count) {
    const struct spirv_allocator allocator = {.allocate = allocate, .user = &job->arena};
    put(job, "\"sources\":[");
    for (uint32_t i = 0; i < count; i++) {
        put(job, i ? ",{\"file\":" : "{\"file\":");
        put_string(job, spirv_debug_string(&job->places, files[i]));
        put(job, ",\"lines\":[");
        job->first = true;
        job->calls = (struct report_calls){.arena = &job->arena};
        spirv_source_lines(&job->places, files[i], &allocator, put_source_line, job);
        put_calls(job);
    }
    put(job, "]");
}

/* [word, file, line]: from that word on */
static void put_places(struct job *job, const spirv_id *files, uint32_t count) {
    put(job, ",\n\"places\":[");
    for (uint32_t i = 0; i < job->places.count; i++) {
        const struct spirv_place *place = &job->places.items[i];
        uint32_t k = 0;
        while (k < count && files[k] != place->file)
            k++;
        put(job, i ? ",[" : "[");
        put_number(job, place->word);
        put(job, ",");
        put_number(job, k);
        put(job, ",");
        put_number(job, k < count ? place->line : 0);
        put(job, "]");
    }
    put(job, "]");
}

/* ---- lines of code, each with the word of the SPIR-V instruction that it comes from ---- */

static void put_line(struct job *job, uint64_t word, const char *text, size_t length) {
    begin_item(job);
    put(job, "[");
    put_number(job, word);
    put(job, ",");
    put_text(job, text, length);
    put(job, "]");
}

/* The number behind a mark in a line; `otherwise`: the mark is not there. */
static uint64_t number_behind(const char *line, size_t length, const char *mark, int base, uint64_t otherwise) {
    size_t size = strlen(mark);
    for (size_t i = 0; i + size < length; i++)
        if (memcmp(line + i, mark, size) == 0)
            return strtoull(line + i + size, NULL, base);
    return otherwise;
}

static size_t length_before(const char *line, size_t length, const char *mark) {
    size_t size = strlen(mark);
    for (size_t i = 0; i + size <= length; i++)
        if (memcmp(line + i, mark, size) == 0)
            return i;
    return length;
}

static void put_spirv(struct job *job) {
    char *text = smmra_validator_disassemble(job->words, job->count);
    put(job, ",\n\"spirv\":[");
    job->first = true;
    for (const char *line = text; line && *line;) {
        size_t length = strcspn(line, "\n");
        uint64_t bytes = number_behind(line, length, " ; 0x", 16, 0);
        size_t shown = length_before(line, length, " ; 0x");
        while (shown && line[shown - 1] == ' ')
            shown--;
        put_line(job, bytes / sizeof(uint32_t), line, shown);
        line += length + (line[length] == '\n');
    }
    put(job, "]");
    free(text);
}

/* Functions alone: what stands between is metadata. A comment is about the instruction below it. */
static void put_ir(struct job *job, const char *ir) {
    put(job, ",\n\"ir\":[");
    job->first = true;
    bool inside = false;
    for (const char *line = ir; line && *line;) {
        size_t length = strcspn(line, "\n");
        inside |= strncmp(line, "define", 6) == 0;
        if (inside) {
            uint64_t word = number_behind(line, length, "!DILocation(line: ", 10, 0);
            word = word ? word : number_behind(line, length, "(word ", 10, 0);
            put_line(job, word, line, length_before(line, length, ", !dbg "));
        }
        inside &= *line != '}';
        line += length + (line[length] == '\n');
    }
    put(job, "],\n\"metadata\":[");
    job->first = true;
    for (const char *line = ir; line && *line;) {
        size_t length = strcspn(line, "\n");
        if (*line == '!' && strncmp(line, "!107374", 7) != 0 && strncmp(line, "!llvm.", 6) != 0)
            put_line(job, 0, line, length);
        line += length + (line[length] == '\n');
    }
    put(job, "]");
}

/* ---- machine code and its price ---- */

static void put_machine_lines(struct job *job, const char *assembly) {
    uint64_t word = 0;
    uint32_t number = 1;
    job->first = true;
    for (const char *line = assembly; line && *line; number++) {
        size_t length = strcspn(line, "\n");
        word = number_behind(line, length, "\t.loc\t1 ", 10, word);
        size_t shown = length_before(line, length, "; ");
        bool is_code = line[0] == '\t' && line[1] >= 'a' && line[1] <= 'z';
        bool is_label = length && line[0] == '.' && line[1] == 'L' && line[2] == 'B';
        if (is_code || is_label) {
            begin_item(job);
            put(job, "[");
            put_number(job, is_code ? word : 0);
            put(job, ",");
            put_text(job, line + is_code, shown - is_code);
            put(job, ",");
            put_number(job, number);
            put(job, "]");
        }
        if (strncmp(line, "\ts_endpgm", 9) == 0)
            word = 0;
        line += length + (line[length] == '\n');
    }
}

static void put_items(struct job *job, const struct machine_code *code, const struct cost_list *list) {
    static const char *const kinds[] = {"wait", "invalidation", "write-back", "bit"};
    static const char *const verdicts[] = {"demanded", "for progress", "not demanded"};
    put(job, ",\"items\":[");
    job->first = true;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct cost_item *item = &list->items[i];
        begin_item(job);
        put(job, "{\"line\":");
        put_number(job, code->instructions[item->instruction].line);
        put(job, ",\"kind\":");
        put_string(job, kinds[item->kind]);
        put(job, ",\"what\":");
        put_string(job, item->what);
        put(job, ",\"verdict\":");
        put_string(job, verdicts[item->verdict]);
        put(job, ",\"words\":[");
        for (uint32_t k = 0; k < item->need_count; k++) {
            put(job, k ? "," : "");
            put_number(job, item->needs[k].word);
        }
        put(job, "]}");
    }
    put(job, "],\"totals\":[");
    for (int k = 0; k < COST_KINDS; k++) {
        put(job, k ? ",[" : "[");
        put_string(job, kinds[k]);
        const uint32_t numbers[] = {list->totals[k].all, list->totals[k].demanded, list->totals[k].excused};
        for (int n = 0; n < 3; n++) {
            put(job, ",");
            put_number(job, numbers[n]);
        }
        put(job, "]");
    }
    put(job, "]");
}

static void put_price(struct job *job, const char *ir, const char *assembly, size_t length) {
    struct machine_code *code = arena_allocate_array(&job->arena, 1, sizeof *code);
    const char *message = NULL;
    struct cost_list list;
    struct cost_module *module = cost_read_module(ir, strlen(ir), &job->arena, &message);
    machine_survey(code, &job->arena, assembly, length, (enum machine_processor)job->settings->mcpu);
    if (module && !code->error)
        cost_find(&list, code, module, &job->arena);
    if (!module || code->error || list.gave_up) {
        put(job, ",\"unknown\":");
        put_string(job, code->error ? code->error : module ? "there are too many ways in the code" : message);
        return;
    }
    put_items(job, code, &list);
}

static void put_machine(struct job *job, const char *ir) {
    const char *processor = machine_processor_names[job->settings->mcpu], *message = "the module has no translation";
    struct compiler compiler = job->settings->compiler;
    size_t length = 0;
    compiler.message = &message;
    const char *assembly = ir ? compile_ir(&compiler, job->path, ir, processor, &job->arena, &length) : NULL;
    put(job, ",\n\"machine\":{\"processor\":");
    put_string(job, processor);
    put(job, ",\"missing\":");
    put_string(job, assembly ? NULL : message);
    put(job, ",\"lines\":[");
    put_machine_lines(job, assembly);
    put(job, "]");
    if (assembly)
        put_price(job, ir, assembly, length);
    put(job, "}");
}

/* ---- what the model checker finds ---- */

static void keep_message(void *user, const smmra_diagnostic *diagnostic) {
    struct job *job = user;
    if (diagnostic->severity == SMMRA_SEVERITY_ERROR)
        job->message = arena_copy_string(&job->arena, diagnostic->message, strlen(diagnostic->message));
}

static void put_place(struct job *job, const smmra_place *place) {
    put(job, "{\"word\":");
    put_number(job, place->word);
    put(job, ",\"file\":");
    put_string(job, place->source ? place->source->file : NULL);
    put(job, ",\"line\":");
    put_number(job, place->source ? place->source->line : 0);
    put(job, ",\"message\":");
    put_string(job, place->message);
    put(job, "}");
}

static void put_finding(struct job *job, const smmra_litmus_finding *finding) {
    begin_item(job);
    put(job, "{\"fault\":");
    put_string(job, smmra_litmus_fault_name(finding->fault));
    put(job, ",\"message\":");
    put_string(job, finding->message);
    put(job, ",\"graph\":");
    put_string(job, finding->graph);
    put(job, ",\"places\":[");
    for (size_t i = 0; i < finding->place_count; i++) {
        put(job, i ? "," : "");
        put_place(job, finding->places[i]);
    }
    put(job, "]}");
}

/* The status that race and litmus have. What a page shows is also said as messages. */
static void conclude(struct job *job, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++) {
        smmra_litmus_finding finding = *findings[i];
        bool unknown = finding.fault == SMMRA_LITMUS_FAULT_NOT_DECIDED;
        if (unknown)
            finding.message = watch_reason(finding.message);
        message_litmus_finding(stderr, job->path, &finding);
        job->status = !unknown ? 1 : job->status ? job->status : STATUS_UNKNOWN;
    }
}

static void put_never_ran(struct job *job, const smmra_litmus_summary *summary) {
    put(job, ",\"neverRanIsKnown\":");
    put(job, summary->never_ran_is_known ? "true" : "false");
    put(job, ",\"neverRan\":[");
    for (size_t i = 0; i < summary->never_ran_count; i++) {
        put(job, i ? "," : "");
        put_place(job, summary->never_ran[i]);
    }
    put(job, "]");
}

/* What the verdict is about. */
static void put_scope(struct job *job, const smmra_litmus_summary *summary, const char *groups, const bool *drivers) {
    struct verdict_scope scope = verdict_scope_of(job->path, summary);
    scope.drivers = drivers;
    const char *strict = verdict_reading_text(&scope);
    put(job, ",\"reading\":");
    put_string(job, strict ? strict : summary->assumption);
    put(job, ",\"groups\":");
    put_string(job, groups);
    put_never_ran(job, summary);
}

static void put_answer(struct job *job, const smmra_litmus_answer *answer, const char *verdict) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    put(job, "\"verdict\":");
    put_string(job, verdict);
    put(job, ",\"grid\":");
    put_string(job, module_grid_text(summary->groups, summary->local, summary->subgroup));
    put(job, ",\"findings\":[");
    job->first = true;
    for (size_t i = 0; i < count; i++)
        put_finding(job, findings[i]);
    put(job, "],\"example\":");
    put_string(job, summary->graph);
}

static bool suggest_goes_on(void *user, const struct explore_statistics *statistics) {
    (void)statistics;
    return watch_goes_on(user);
}

/* A suggestion: its place, and the lines of its call before and after the change. */
static void put_suggestion(struct job *job, const struct suggestion *s, const struct source_change *change) {
    put(job, "{\"word\":");
    put_number(job, s->word);
    put(job, ",\"file\":");
    put_string(job, s->place ? s->place->file : NULL);
    put(job, ",\"line\":");
    put_number(job, s->place ? s->place->line : 0);
    put(job, ",\"message\":");
    put_string(job, source_suggestion(&job->arena, s, change));
    put(job, ",\"before\":");
    put_string(job, change->after ? change->before : NULL);
    put(job, ",\"after\":");
    put_string(job, change->after);
    put(job, ",\"advice\":\"\"}");
}

/* As changes of the source: those of one call go together. */
static void put_suggestions(struct job *job, const struct suggestions *found) {
    const struct source_change *changes = source_changes(&job->arena, job->words, job->count, NULL, found);
    for (uint32_t i = 0; i < found->count; i++) {
        put(job, i ? "," : "");
        put_suggestion(job, &found->items[i], &changes[i]);
    }
}

/* The fewest annotations more that repair a race on the grid of the verdict. */
static void put_repair(struct job *job, const smmra_litmus_summary *summary) {
    struct litmus_spirv_options options = job->settings->module.spirv;
    struct explore_options limits = explore_defaults();
    struct litmus_spirv program;
    struct suggestions found = {0};
    watch_begin(job->settings->timeout);
    limits.goes_on = suggest_goes_on;
    memcpy(options.grid.groups, summary->groups, sizeof options.grid.groups);
    memcpy(options.grid.local, summary->local, sizeof options.grid.local);
    options.grid.subgroup = summary->subgroup;
    litmus_read_spirv(&program, &job->arena, job->words, job->count, NULL, &options);
    if (!program.litmus.error)
        litmus_suggest(&program, &limits, &job->arena, &found);
    if (found.race)
        put_suggestions(job, &found);
}

/* ---- the verdict ---- */

/* Nobody has said how GLSL450 is read: the specification's reading is judged, and drivers' told. */
static smmra_litmus_options litmus_options(struct job *job) {
    const struct settings *s = job->settings;
    smmra_litmus_options options = {.size = sizeof options,
                                    .flags = SMMRA_LITMUS_FLAG_GRAPHS,
                                    .memory_limit = LARGEST_MEMORY,
                                    .cancel = watch_is_over,
                                    .progress = watch_progress,
                                    .diagnose = keep_message,
                                    .diagnose_user = job};
    module_options_give(&s->module, &options);
    if (s->module.glsl450 == MODULE_GLSL450_BOTH)
        options.glsl450 = SMMRA_GLSL450_STRICT;
    return options;
}

typedef smmra_result ask_function(const void *module, size_t length, const smmra_litmus_options *options,
                                  smmra_litmus_answer **answer);

/* Whether drivers' reading has the race too, by the function that has found it; NULL: it is not asked, or not known. */
static const bool *ask_drivers(struct job *job, ask_function *ask, const smmra_litmus_summary *summary, bool *races) {
    smmra_litmus_options options = litmus_options(job);
    smmra_litmus_answer *answer;
    if (job->settings->module.glsl450 != MODULE_GLSL450_BOTH || strcmp(summary->reading, "strict") != 0 ||
        summary->race != SMMRA_LITMUS_VERDICT_YES)
        return NULL;
    options.flags = 0;
    options.glsl450 = SMMRA_GLSL450_CONSERVATIVE;
    memcpy(options.groups, summary->groups, sizeof options.groups);
    memcpy(options.local, summary->local, sizeof options.local);
    options.diagnose = NULL;
    if (ask(job->words, job->count * sizeof *job->words, &options, &answer) != SMMRA_SUCCESS)
        return NULL;
    smmra_litmus_verdict verdict = smmra_litmus_answer_summary(answer)->race;
    smmra_litmus_answer_destroy(answer);
    *races = verdict == SMMRA_LITMUS_VERDICT_YES;
    return verdict == SMMRA_LITMUS_VERDICT_UNKNOWN ? NULL : races;
}

static void put_explored(struct job *job, const smmra_litmus_answer *answer, bool fell_back) {
    static const char *const verdicts[] = {"not asked", "no data race", "data race", "data race unknown"};
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    bool races, is_race = summary->race == SMMRA_LITMUS_VERDICT_YES;
    put_answer(job, answer, verdicts[summary->race]);
    conclude(job, answer);
    put_scope(job, summary, fell_back ? "one workgroup, as two were not explored to the end" : NULL,
              ask_drivers(job, smmra_litmus, summary, &races));
    put(job, ",\"repair\":[");
    if (is_race)
        put_repair(job, summary);
    put(job, "],\"missing\":\"\"");
}

/* One run of the whole dispatch says what is known where not all executions were explored. */
static void put_one_run(struct job *job, const smmra_litmus_answer *run, const char *why) {
    static const char *const verdicts[] = {"not asked", "no data race on one run", "data race", "data race unknown"};
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(run);
    bool races;
    put_answer(job, run, verdicts[summary->race]);
    conclude(job, run);
    put_scope(job, summary, NULL, ask_drivers(job, smmra_race, summary, &races));
    put(job, ",\"repair\":[],\"missing\":\"\",\"unexplored\":");
    put_string(job, why);
}

static void put_not_run(struct job *job, const char *why, int status) {
    put(job, "\"verdict\":\"not run\",\"grid\":\"\",\"findings\":[],\"example\":\"\",\"repair\":[],\"missing\":");
    put_string(job, why);
    message_print(stderr, &(struct message_place){.path = job->path}, SMMRA_SEVERITY_ERROR, "%s",
                  why ? why : "the module was not executed");
    job->status = status;
}

/* Why not all executions were explored, or what was; NULL: something is wrong with one. */
static const char *undecided(struct job *job, const smmra_litmus_answer *answer) {
    char text[320];
    size_t count;
    if (!answer)
        return job->message;
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    if (summary->faults & ~(1u << SMMRA_LITMUS_FAULT_NOT_DECIDED))
        return NULL;
    snprintf(text, sizeof text, "%s",
             count ? watch_reason(findings[0]->message)
                   : module_grid_text(summary->groups, summary->local, summary->subgroup));
    if (!count)
        snprintf(text + strlen(text), sizeof text - strlen(text), " were, and nothing is wrong there");
    return arena_copy_string(&job->arena, text, strlen(text));
}

/* All executions of a small grid are explored. If nothing is wrong there, the dispatch is run once as race runs it, so
 * that both have one status. */
static void put_litmus(struct job *job) {
    smmra_litmus_options options = litmus_options(job);
    const size_t length = job->count * sizeof *job->words;
    smmra_litmus_answer *explored = NULL, *run = NULL;
    bool fell_back;
    job->message = NULL;
    watch_begin(job->settings->timeout);
    put(job, ",\n\"litmus\":{");
    smmra_result result = verdict_ask(job->words, length, &options, &explored, &fell_back), ran = SMMRA_SUCCESS;
    bool is_decided = explored && smmra_litmus_answer_summary(explored)->faults != 1u << SMMRA_LITMUS_FAULT_NOT_DECIDED;
    const char *why = undecided(job, explored);
    if (why) {
        watch_begin(job->settings->timeout);
        options.flags = SMMRA_LITMUS_FLAG_TWO_GROUPS;
        ran = smmra_race(job->words, length, &options, &run);
    }
    if (run && (!is_decided || smmra_litmus_answer_summary(run)->faults))
        put_one_run(job, run, why);
    else if (is_decided)
        put_explored(job, explored, fell_back);
    else
        put_not_run(job, why, result == SMMRA_SUCCESS || ran == SMMRA_CANCELLED ? STATUS_UNKNOWN : (int)ran);
    smmra_litmus_answer_destroy(explored);
    smmra_litmus_answer_destroy(run);
    put(job, "}");
}

/* ---- the page ---- */

static const char *translate(struct job *job) {
    const struct module_options *m = &job->settings->module;
    const smmra_options options = {.size = sizeof options,
                                   .entry = m->spirv.entry,
                                   .specializations = m->constants.given,
                                   .specialization_count = m->constants.count,
                                   .glsl450 = m->glsl450 == SMMRA_GLSL450_STRICT ? SMMRA_GLSL450_STRICT
                                                                                 : SMMRA_GLSL450_CONSERVATIVE,
                                   .flags = SMMRA_FLAG_NO_CHECK | SMMRA_FLAG_LINES | SMMRA_FLAG_EXPLAIN,
                                   .profile = compiler_profile(&job->settings->compiler),
                                   .mcpu = machine_processor_names[job->settings->mcpu],
                                   .diagnose = keep_message,
                                   .diagnose_user = job};
    smmra_translation *translation;
    size_t length;
    if (smmra_translate(job->words, job->count, &options, &translation) != SMMRA_SUCCESS)
        return NULL;
    const char *text = smmra_translation_text(translation, &length);
    text = arena_copy_string(&job->arena, text, length);
    smmra_translation_destroy(translation);
    return text;
}

static int write_page(struct job *job) {
    const struct spirv_allocator allocator = {.allocate = allocate, .user = &job->arena};
    spirv_id files[MAX_FILES];
    text_init(&job->page, &job->arena, 1 << 16);
    spirv_places_read(&job->places, job->words, (uint32_t)job->count, &allocator);
    uint32_t count = list_files(&job->places, files);
    for (size_t i = 0; report_page_begin[i]; i++)
        put(job, report_page_begin[i]);
    put(job, "{\"name\":");
    put_string(job, job->path);
    put(job, ",\n");
    put_sources(job, files, count);
    put_places(job, files, count);
    put_spirv(job);
    const char *ir = translate(job);
    put(job, ",\n\"untranslated\":");
    put_string(job, ir ? NULL : job->message);
    put_ir(job, ir);
    put_machine(job, ir);
    put_litmus(job);
    put(job, "}\n");
    for (size_t i = 0; report_page_end[i]; i++)
        put(job, report_page_end[i]);
    return file_write(job->settings->output, job->path, job->page.start, text_length(&job->page), stderr) ? job->status
                                                                                                          : 2;
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
    job->words = file.words;
    job->count = file.count;
    return status ? status : write_page(job);
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
