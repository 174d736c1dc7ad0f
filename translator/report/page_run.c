/* What the model checker finds, on the page. */
#include <string.h>

#include "translator/report/page.h"
#include "translator/report/source_change.h"
#include "translator/report/verdict.h"

static void put_place(struct page *page, const smmra_place *place) {
    page_put(page, "{\"word\":");
    page_put_number(page, place->word);
    page_put(page, ",\"file\":");
    page_put_string(page, place->source ? place->source->file : NULL);
    page_put(page, ",\"line\":");
    page_put_number(page, place->source ? place->source->line : 0);
    page_put(page, ",\"message\":");
    page_put_string(page, place->message);
    page_put(page, "}");
}

static void put_finding(struct page *page, const smmra_litmus_finding *finding) {
    page_begin_item(page);
    page_put(page, "{\"fault\":");
    page_put_string(page, smmra_litmus_fault_name(finding->fault));
    page_put(page, ",\"message\":");
    page_put_string(page, finding->message);
    page_put(page, ",\"graph\":");
    page_put_string(page, finding->graph);
    page_put(page, ",\"places\":[");
    for (size_t i = 0; i < finding->place_count; i++) {
        page_put(page, i ? "," : "");
        put_place(page, finding->places[i]);
    }
    page_put(page, "]}");
}

static void put_never_ran(struct page *page, const smmra_litmus_summary *summary) {
    page_put(page, ",\"neverRanIsKnown\":");
    page_put(page, summary->never_ran_is_known ? "true" : "false");
    page_put(page, ",\"neverRan\":[");
    for (size_t i = 0; i < summary->never_ran_count; i++) {
        page_put(page, i ? "," : "");
        put_place(page, summary->never_ran[i]);
    }
    page_put(page, "]");
}

void page_put_answer(struct page *page, const smmra_litmus_answer *answer, const char *verdict) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    char grid[VERDICT_TEXT];
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    page_put(page, "\"verdict\":");
    page_put_string(page, verdict);
    page_put(page, ",\"grid\":");
    page_put_string(page, verdict_grid_text(grid, summary->groups, summary->local, summary->subgroup));
    page_put(page, ",\"findings\":[");
    page->first = true;
    for (size_t i = 0; i < count; i++)
        put_finding(page, findings[i]);
    page_put(page, "],\"example\":");
    page_put_string(page, summary->graph);
}

/* What the verdict is about. */
void page_put_scope(struct page *page, const smmra_litmus_summary *summary, const char *groups, const bool *drivers) {
    char text[VERDICT_TEXT];
    const char *strict = verdict_reading_text(text, summary->reading, drivers);
    page_put(page, ",\"reading\":");
    page_put_string(page, strict ? strict : summary->assumption);
    page_put(page, ",\"groups\":");
    page_put_string(page, groups);
    put_never_ran(page, summary);
}

/* A suggestion: its place, and the lines of its call before and after the change. */
static void put_suggestion(struct page *page, const struct suggestion *s, const struct source_change *change) {
    page_put(page, "{\"word\":");
    page_put_number(page, s->word);
    page_put(page, ",\"file\":");
    page_put_string(page, s->place ? s->place->file : NULL);
    page_put(page, ",\"line\":");
    page_put_number(page, s->place ? s->place->line : 0);
    page_put(page, ",\"message\":");
    page_put_string(page, source_suggestion(page->arena, s, change));
    page_put(page, ",\"before\":");
    page_put_string(page, change->after ? change->before : NULL);
    page_put(page, ",\"after\":");
    page_put_string(page, change->after);
    page_put(page, ",\"advice\":\"\"}");
}

/* As changes of the source: those of one call go together. */
void page_put_suggestions(struct page *page, const struct suggestions *found, const uint32_t *words,
                          size_t word_count) {
    const struct source_change *changes = source_changes(page->arena, words, word_count, NULL, NULL, found);
    for (uint32_t i = 0; i < found->count; i++) {
        page_put(page, i ? "," : "");
        put_suggestion(page, &found->items[i], &changes[i]);
    }
}
