/* Puts what the model checker finds on the page. */
#include "translator/answers/verdict.h"
#include "translator/report/page.h"
#include "translator/report/source_change.h"

static void put_place(struct page *page, const smmra_place *place) {
    const smmra_source *source = place->source;
    page_put(page, ",{\"word\":%u,\"file\":%s,\"line\":%u,\"message\":%s}", place->word, source ? source->file : NULL,
             source ? source->line : 0, place->message);
}

static const char *why_known(const struct page *page, const smmra_litmus_finding *finding) {
    return page->options->known ? page->options->known(page->options->known_user, finding) : NULL;
}

bool page_is_known(const struct page *page, const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++)
        if (!why_known(page, findings[i]))
            return false;
    return count != 0;
}

static void put_finding(struct page *page, const smmra_litmus_finding *finding) {
    page_put(page, ",\n{\"fault\":%s,\"message\":%s,\"graph\":%s,\"alike\":%u,\"known\":%s,\"places\":[",
             smmra_litmus_fault_name(finding->fault), finding->message, finding->graph, (uint32_t)finding->first_alike,
             why_known(page, finding));
    for (size_t i = 0; i < finding->place_count; i++)
        put_place(page, finding->places[i]);
    page_put(page, "]}");
}

void page_put_answer(struct page *page, const smmra_litmus_answer *answer, const char *verdict) {
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    char grid[VERDICT_TEXT];
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    verdict_grid_text(grid, summary->groups, summary->local, summary->subgroup);
    page_put(page, "\"verdict\":%s,\"grid\":%s,\"findings\":[",
             page_is_known(page, answer) ? "nothing that is not known" : verdict, grid);
    for (size_t i = 0; i < count; i++)
        put_finding(page, findings[i]);
    page_put(page, "],\"example\":%s", summary->graph);
}

/* Puts the scope of the verdict. */
void page_put_scope(struct page *page, const smmra_litmus_summary *summary, const char *groups, const bool *drivers,
                    uint32_t flags) {
    char text[VERDICT_TEXT];
    page_put(page, ",\"reading\":%s,\"assumption\":%s,\"groups\":%s,\"neverRanIsKnown\":%d,\"neverRan\":[",
             verdict_reading_text(text, summary->reading, drivers, flags), summary->assumption, groups,
             summary->never_ran_is_known);
    for (size_t i = 0; i < summary->never_ran_count; i++)
        put_place(page, summary->never_ran[i]);
    page_put(page, "]");
}

/* A suggestion: its place, and the lines of its call before and after the change. */
static void put_suggestion(struct page *page, const struct suggestion *s, const struct source_change *change) {
    page_put(page, ",{\"word\":%u,\"file\":%s,\"line\":%u,\"message\":%s,\"before\":%s,\"after\":%s,\"advice\":\"\"}",
             s->word, s->place ? s->place->file : NULL, s->place ? s->place->line : 0,
             source_suggestion(page->arena, s, change), change->after ? change->before : NULL, change->after);
}

/* As changes of the source: those of one call go together. */
void page_put_suggestions(struct page *page, const struct suggestions *found, const uint32_t *words,
                          size_t word_count) {
    const struct source_change *changes = source_changes(page->arena, words, word_count, NULL, NULL, found);
    for (uint32_t i = 0; i < found->count; i++)
        put_suggestion(page, &found->items[i], &changes[i]);
}
