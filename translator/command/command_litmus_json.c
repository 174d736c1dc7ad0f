/* Answers about litmus programs as JSON. */
#include "translator/command/command_litmus.h"
#include "translator/command/command_verdict.h"
#include "translator/report/source_change.h"

/* ---- one answer ---- */

static void put_findings(const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    json_put(",\n   \"findings\": [");
    for (size_t i = 0; i < count; i++) {
        json_put(",\n    {\"rule\": %s, \"fault\": %s, \"message\": %s, \"places\": [",
                 smmra_litmus_fault_name(findings[i]->fault), smmra_litmus_fault_name(findings[i]->fault),
                 findings[i]->message);
        for (size_t k = 0; k < findings[i]->place_count; k++) {
            const smmra_place *place = findings[i]->places[k];
            json_place(place->word, place->source, place->message);
        }
        json_put("], \"execution\": %s}", findings[i]->witness);
    }
    json_put("]");
}

static void put_outcomes(const smmra_litmus_answer *answer) {
    const char *const *names;
    size_t width, count;
    const smmra_litmus_value *value = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    json_put(",\n   \"outcomes\": [");
    for (size_t k = 0; k < count; k++) {
        json_put(",\n    {");
        for (size_t i = 0; i < width; i++, value++)
            if (value->kind == SMMRA_LITMUS_VALUE_KNOWN)
                json_put(", %s: %lu", names[i], value->value);
            else
                json_put(", %s: %s", names[i], value->kind == SMMRA_LITMUS_VALUE_UNDEFINED ? "undef" : NULL);
        json_put("}");
    }
    json_put("]");
}

static void put_expectations(const smmra_litmus_answer *answer) {
    size_t count, left_out;
    const smmra_litmus_expectation *const *e = smmra_litmus_answer_expectations(answer, &count, &left_out);
    if (!count)
        return;
    json_put(",\n   \"expectations\": [");
    for (size_t i = 0; i < count; i++)
        json_put(", {\"line\": %u, \"satisfiable\": %d, \"met\": %i}", e[i]->line, e[i]->satisfiable, e[i]->met);
    json_put("]");
}

void litmus_print_json(const char *path, const smmra_litmus_answer *answer, bool is_smallest) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    json_begin(path);
    if (summary->subgroup)
        json_grid(summary->groups, summary->local, summary->subgroup);
    if (is_smallest)
        json_put(",\n   \"wrong\": true");
    if (summary->judgement_name) {
        json_put(", \"judgement\": %s, \"why\": %s", summary->judgement_name, summary->why);
    } else {
        json_put(",\n   \"condition\": %i, \"race\": %i", summary->condition, summary->race);
        const struct verdict_scope scope = verdict_scope_of(path, summary);
        if (summary->reading)
            verdict_put_json(&scope);
        put_findings(answer);
        put_outcomes(answer);
        put_expectations(answer);
    }
    json_put(", \"estimate\": %s, \"assumption\": %s,\n   \"executions\": %lu, \"evaluations\": %lu}",
             summary->estimate, summary->assumption, summary->statistics->executions, summary->statistics->evaluations);
}

/* ---- suggestions ---- */

static void put_suggestion(const struct suggestion *s, const struct source_change *change) {
    const struct model_place *at = s->place;
    const smmra_source source = at ? litmus_source_of(at) : (smmra_source){0};
    json_put(",\n    {\"word\": %u, \"line\": %u, \"source\": %p, \"instruction\": %s, \"message\": %s, "
             "\"in_source\": %s, \"before\": %s, \"after\": %s}",
             s->word, s->line, (const void *)(at ? &source : NULL), s->instruction, s->what, change->said,
             change->after ? change->before : NULL, change->after);
}

void litmus_print_json_suggestions(const char *path, const char *reading, const char *assumption,
                                   const struct litmus_grid *grid, const struct suggestions *found,
                                   const struct source_change *changes, const char *mend) {
    json_begin(path);
    json_grid(grid->groups, grid->local, grid->subgroup);
    json_put(", \"reading\": %s, \"assumption\": %s,\n   \"race\": %i, \"nothing\": %s, \"complete\": %d, "
             "\"most_together\": %u,\n   \"suggestions\": [",
             reading, assumption,
             found->race      ? SMMRA_LITMUS_VERDICT_YES
             : found->unknown ? SMMRA_LITMUS_VERDICT_UNKNOWN
                              : SMMRA_LITMUS_VERDICT_NO,
             found->nothing, found->complete && !found->unknown, found->most_together);
    for (uint32_t i = 0; i < found->count; i++)
        put_suggestion(&found->items[i], &changes[i]);
    json_put("], \"mend\": %s}", mend);
}

/* ---- the smallest grid ---- */

void litmus_print_json_unknown(const char *path, const char *why) {
    json_begin(path);
    json_put(", \"unknown\": %s}", why);
}

void litmus_print_json_no_grid(const char *path, const char *reading, const struct litmus_grid *most,
                               const char *unknown) {
    json_begin(path);
    json_grid(most->groups, most->local, most->subgroup);
    json_put(", \"reading\": %s,\n   \"wrong\": %i, \"why\": %s}", reading,
             unknown ? SMMRA_LITMUS_VERDICT_UNKNOWN : SMMRA_LITMUS_VERDICT_NO, unknown);
}
