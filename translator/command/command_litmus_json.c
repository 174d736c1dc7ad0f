/* Answers about litmus programs as JSON. */
#include <inttypes.h>

#include "translator/command/command_litmus.h"
#include "translator/command/command_verdict.h"
#include "translator/report/source_change.h"

/* ---- one answer ---- */

static void put_statistics(const smmra_litmus_statistics *s) {
    printf(",\n   \"executions\": %" PRIu64 ", \"evaluations\": %" PRIu64, s->executions, s->evaluations);
}

static void put_finding(const smmra_litmus_finding *finding) {
    printf("    {\"fault\": \"%s\"", smmra_litmus_fault_name(finding->fault));
    json_member("message", message_in_options(finding->message));
    printf(", \"places\": [");
    for (size_t i = 0; i < finding->place_count; i++) {
        const smmra_place *place = finding->places[i];
        printf("%s{\"word\": %" PRIu32 ", \"source\": ", i ? ", " : "", place->word);
        json_source(stdout, place->source);
        json_member("message", place->message);
        printf("}");
    }
    printf("]");
    json_member("execution", finding->witness);
    printf("}");
}

static void put_findings(const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    printf(",\n   \"findings\": [");
    for (size_t i = 0; i < count; i++) {
        printf(i ? ",\n" : "\n");
        put_finding(findings[i]);
    }
    printf("]");
}

static void put_outcomes(const smmra_litmus_answer *answer) {
    const char *const *names;
    size_t width, count;
    const smmra_litmus_value *value = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    printf(",\n   \"outcomes\": [");
    for (size_t k = 0; k < count; k++) {
        printf("%s{", k ? ",\n    " : "\n    ");
        for (size_t i = 0; i < width; i++, value++) {
            printf(i ? ", " : "");
            json_string(stdout, names[i]);
            if (value->kind == SMMRA_LITMUS_VALUE_KNOWN)
                printf(": %" PRIu64, value->value);
            else
                printf(value->kind == SMMRA_LITMUS_VALUE_UNDEFINED ? ": \"undef\"" : ": null");
        }
        printf("}");
    }
    printf("]");
}

static void put_expectations(const smmra_litmus_answer *answer) {
    size_t count, left_out;
    const smmra_litmus_expectation *const *e = smmra_litmus_answer_expectations(answer, &count, &left_out);
    static const char *const met[] = {"null", "false", "true", "\"unknown\""};
    if (!count)
        return;
    printf(",\n   \"expectations\": [");
    for (size_t i = 0; i < count; i++)
        printf("%s{\"line\": %" PRIu32 ", \"satisfiable\": %s, \"met\": %s}", i ? ", " : "", e[i]->line,
               e[i]->satisfiable ? "true" : "false", met[e[i]->met]);
    printf("]");
}

static void put_grid(const uint32_t groups[3], const uint32_t local[3], uint32_t subgroup) {
    printf(",\n   \"grid\": {\"groups\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "], \"local\": [%" PRIu32 ", %" PRIu32
           ", %" PRIu32 "], \"subgroup\": %" PRIu32 "}",
           groups[0], groups[1], groups[2], local[0], local[1], local[2], subgroup);
}

void litmus_print_json(const char *path, const smmra_litmus_answer *answer, bool is_smallest) {
    static const char *const verdicts[] = {"null", "false", "true", "\"unknown\""};
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    json_begin(path);
    if (summary->subgroup)
        put_grid(summary->groups, summary->local, summary->subgroup);
    if (is_smallest)
        printf(",\n   \"wrong\": true");
    if (summary->judgement_name) {
        json_member("judgement", summary->judgement_name);
        json_member("why", message_in_options(summary->why));
    } else {
        printf(",\n   \"condition\": %s, \"race\": %s", verdicts[summary->condition], verdicts[summary->race]);
        const struct verdict_scope scope = verdict_scope_of(path, summary);
        if (summary->reading)
            verdict_put_json(&scope);
        put_findings(answer);
        put_outcomes(answer);
        put_expectations(answer);
    }
    json_member("estimate", summary->estimate);
    json_member("assumption", summary->assumption);
    put_statistics(summary->statistics);
    printf("}");
}

/* ---- suggestions ---- */

static void put_suggestion(const struct suggestion *s, const struct source_change *change) {
    const struct model_place *at = s->place;
    const smmra_source source =
        at ? (smmra_source){at->file, at->line, at->column, at->function, at->text} : (smmra_source){0};
    printf("    {\"word\": %" PRIu32 ", \"line\": %" PRIu32 ", \"source\": ", s->word, s->line);
    json_source(stdout, at ? &source : NULL);
    json_member("instruction", s->instruction);
    json_member("message", s->what);
    json_member("in_source", change->said);
    json_member("before", change->after ? change->before : NULL);
    json_member("after", change->after);
    printf("}");
}

void litmus_print_json_suggestions(const char *path, const char *reading, const struct litmus_grid *grid,
                                   const struct suggestions *found, const struct source_change *changes) {
    json_begin(path);
    put_grid(grid->groups, grid->local, grid->subgroup);
    json_member("reading", reading);
    printf(",\n   \"race\": %s", found->race ? "true" : found->unknown ? "\"unknown\"" : "false");
    json_member("nothing", found->nothing);
    printf(", \"complete\": %s, \"most_together\": %" PRIu32 ",\n   \"suggestions\": [",
           found->complete && !found->unknown ? "true" : "false", found->most_together);
    for (uint32_t i = 0; i < found->count; i++) {
        printf(i ? ",\n" : "\n");
        put_suggestion(&found->items[i], &changes[i]);
    }
    printf("]}");
}

/* ---- the smallest grid ---- */

void litmus_print_json_unknown(const char *path, const char *why) {
    json_begin(path);
    json_member("unknown", why);
    printf("}");
}

void litmus_print_json_no_grid(const char *path, const char *reading, const struct litmus_grid *most,
                               const char *unknown) {
    json_begin(path);
    put_grid(most->groups, most->local, most->subgroup);
    json_member("reading", reading);
    printf(",\n   \"wrong\": %s", unknown ? "\"unknown\"" : "false");
    json_member("why", unknown);
    printf("}");
}
