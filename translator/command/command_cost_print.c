/* The price list as text and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "translator/command/command_cost.h"

static const char *const plurals[] = {"waits", "invalidations", "write-backs", "bits"};
static const char *const excuses[] = {"private", "address space", "no availability or visibility"};

/* ---- SPIR-V ---- */

/* "OpAtomicStore (word 343, a.comp:17)" in `buffer`; of a report without a module "line 17 of the source". */
static const char *cost_operation_name(const struct cost_report *report, uint32_t word, char *buffer, size_t size) {
    struct spirv_source source;
    if (!word) {
        snprintf(buffer, size, "unknown");
        return buffer;
    }
    if (!report->places) {
        snprintf(buffer, size, "line %" PRIu32 " of the source", word);
        return buffer;
    }
    uint32_t opcode = word < report->places->word_count ? report->places->words[word] & 0xFFFF : 0;
    const char *name = spirv_opcode_name(opcode);
    if (!spirv_source_of(report->places, word, report->arena, &source)) {
        snprintf(buffer, size, "%s (word %" PRIu32 ")", name ? name : "?", word);
        return buffer;
    }
    const char *slash = strrchr(source.file, '/');
    snprintf(buffer, size, "%s (word %" PRIu32 ", %s:%" PRIu32 ")", name ? name : "?", word,
             printable(slash ? slash + 1 : source.file, 200), source.line);
    return buffer;
}

static const char *need_name(const struct cost_report *report, const struct cost_need *need, char *buffer,
                             size_t size) {
    if (need->reason == COST_CALL && !need->word)
        return "code that is not looked at";
    return cost_operation_name(report, need->word, buffer, size);
}

/* ---- text ---- */

static void print_need(const struct cost_report *report, const struct cost_need *need) {
    char name[512];
    printf("      %s: %s", cost_reason_names[need->reason], need_name(report, need, name, sizeof name));
    if (need->awaited)
        printf(", of line %" PRIu32 " for line %" PRIu32 "\n", need->awaited, need->line);
    else
        printf(", line %" PRIu32 "\n", need->line);
}

static void print_excuses(const struct cost_item *item) {
    if (item->idle)
        printf(item->kind == COST_WAIT ? ": nothing is out" : ": nothing can find or leave an old copy");
    for (int k = 0, some = 0; k < 3; k++)
        if (item->excuse >> k & 1)
            printf("%s%s", some++ ? ", " : ": it is excused by: ", excuses[k]);
    printf("\n");
}

static void print_item(const struct cost_report *report, const struct cost_item *item) {
    const struct machine_instruction *i = &report->code->instructions[item->instruction];
    printf("  line %" PRIu32 ", %s: %s%s%s: %s", i->line, cost_kind_names[item->kind], printable(i->text, 160),
           *item->what ? ", " : "", item->what, cost_verdict_names[item->verdict]);
    if (item->verdict == COST_NOT_DEMANDED)
        print_excuses(item);
    else
        printf("\n");
    for (uint32_t k = 0; k < item->need_count; k++)
        print_need(report, &item->needs[k]);
    if (item->more)
        printf("      and more\n");
}

void cost_print_text(const struct cost_report *report) {
    printf("%s on %s:\n", printable(report->path, 512), report->processor);
    for (uint32_t k = 0; k < report->list->count; k++)
        print_item(report, &report->list->items[k]);
    for (int kind = 0; kind < COST_KINDS; kind++) {
        const struct cost_total *t = &report->list->totals[kind];
        printf("%s%" PRIu32 " %s, %" PRIu32 " demanded", kind ? "; " : "  ", t->all,
               t->all == 1 ? cost_kind_names[kind] : plurals[kind], t->demanded);
        if (t->progress)
            printf(" and %" PRIu32 " for progress", t->progress);
        if (t->excused)
            printf(" (annotations save %" PRIu32 ")", t->excused);
    }
    printf("\n");
}

/* ---- JSON ---- */

static void put_item(const struct cost_report *report, const struct cost_item *item) {
    const struct machine_instruction *i = &report->code->instructions[item->instruction];
    char name[512];
    json_put(",\n    {\"kind\": %s, \"line\": %u, \"instruction\": %s, \"what\": %s, \"verdict\": %s, \"idle\": %d, "
             "\"excused_by\": [",
             cost_kind_names[item->kind], i->line, i->text, item->what, cost_verdict_names[item->verdict], item->idle);
    for (int k = 0; k < 3; k++)
        if (item->verdict == COST_NOT_DEMANDED && item->excuse >> k & 1)
            json_put(", %s", excuses[k]);
    json_put("], \"needs\": [");
    for (uint32_t k = 0; k < item->need_count; k++) {
        const struct cost_need *need = &item->needs[k];
        json_put(", {\"reason\": %s, \"word\": %u, \"operation\": %s, \"line\": %u, \"awaited\": %u}",
                 cost_reason_names[need->reason], need->word, need_name(report, need, name, sizeof name), need->line,
                 need->awaited);
    }
    json_put("]}");
}

void cost_print_json(const struct cost_report *report) {
    json_begin(report->path);
    json_put(", \"processor\": %s,\n   \"totals\": {", report->processor);
    for (int kind = 0; kind < COST_KINDS; kind++) {
        const struct cost_total *t = &report->list->totals[kind];
        json_put(", %s: {\"all\": %u, \"demanded\": %u, \"progress\": %u, \"saved_by_annotations\": %u}", plurals[kind],
                 t->all, t->demanded, t->progress, t->excused);
    }
    json_put("},\n   \"items\": [");
    for (uint32_t k = 0; k < report->list->count; k++)
        put_item(report, &report->list->items[k]);
    json_put("]}");
}
