/* The price list as text and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "spirv/module.h"
#include "translator/command/command_cost.h"

static const char *const kinds[] = {"wait", "invalidation", "write-back", "bit"};
static const char *const plurals[] = {"waits", "invalidations", "write-backs", "bits"};
static const char *const verdicts[] = {"demanded", "for progress", "not demanded"};
static const char *const reasons[] = {"data",         "release",   "acquire",  "call",    "visibility",
                                      "availability", "coherence", "volatile", "progress"};
static const char *const excuses[] = {"private", "address space", "no availability or visibility"};

/* ---- SPIR-V ---- */

static uint32_t word_of(const struct cost_report *report, size_t at) {
    uint32_t word = report->words[at];
    bool swapped = report->words[0] != SpvMagicNumber;
    return swapped ? word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24 : word;
}

/* The OpLine that is in force at a word: a place in the words, or 0. */
static size_t line_before(const struct cost_report *report, uint32_t word) {
    size_t line = 0;
    for (size_t at = 5; at < word && at < report->word_count && word_of(report, at) >> 16;
         at += word_of(report, at) >> 16) {
        uint32_t opcode = word_of(report, at) & 0xFFFF;
        bool ends = opcode == SpvOpNoLine || opcode == SpvOpLabel || opcode == SpvOpFunctionEnd;
        line = opcode == SpvOpLine && at + 3 < report->word_count ? at : ends ? 0 : line;
    }
    return line;
}

static void read_string(const struct cost_report *report, uint32_t id, char *name, size_t size) {
    *name = '\0';
    for (size_t at = 5; at + 2 < report->word_count && word_of(report, at) >> 16; at += word_of(report, at) >> 16) {
        if ((word_of(report, at) & 0xFFFF) != SpvOpString || word_of(report, at + 1) != id)
            continue;
        size_t bytes = 4 * (size_t)((word_of(report, at) >> 16) - 2), used = 0;
        for (; used < bytes && used + 1 < size && at + 2 + used / 4 < report->word_count; used++)
            name[used] = (char)(word_of(report, at + 2 + used / 4) >> (8 * (used % 4)));
        name[used < size ? used : size - 1] = '\0';
        return;
    }
}

const char *cost_operation_name(const struct cost_report *report, uint32_t word, char *buffer, size_t size) {
    char file[200], shown[200];
    if (!word) {
        snprintf(buffer, size, "unknown");
        return buffer;
    }
    if (!report->words) {
        snprintf(buffer, size, "line %" PRIu32 " of the source", word);
        return buffer;
    }
    const char *name = word < report->word_count ? spirv_opcode_name(word_of(report, word) & 0xFFFF) : NULL;
    size_t line = line_before(report, word);
    if (!line) {
        snprintf(buffer, size, "%s (word %" PRIu32 ")", name ? name : "?", word);
        return buffer;
    }
    read_string(report, word_of(report, line + 1), file, sizeof file);
    const char *slash = strrchr(file, '/');
    snprintf(buffer, size, "%s (word %" PRIu32 ", %s:%" PRIu32 ")", name ? name : "?", word,
             printable(slash ? slash + 1 : file, shown, sizeof shown), word_of(report, line + 2));
    return buffer;
}

/* ---- text ---- */

static void print_need(const struct cost_report *report, const struct cost_need *need) {
    char name[512];
    cost_operation_name(report, need->word, name, sizeof name);
    printf("      %s: %s", reasons[need->reason], name);
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
    char text[160];
    printf("  line %" PRIu32 ", %s: %s%s%s: %s", i->line, kinds[item->kind], printable(i->text, text, sizeof text),
           *item->what ? ", " : "", item->what, verdicts[item->verdict]);
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
    char path[512];
    printf("%s on %s:\n", printable(report->path, path, sizeof path), report->processor);
    for (uint32_t k = 0; k < report->list->count; k++)
        print_item(report, &report->list->items[k]);
    for (int kind = 0; kind < COST_KINDS; kind++) {
        const struct cost_total *t = &report->list->totals[kind];
        printf("%s%" PRIu32 " %s, %" PRIu32 " demanded", kind ? "; " : "  ", t->all,
               t->all == 1 ? kinds[kind] : plurals[kind], t->demanded);
        if (t->progress)
            printf(" and %" PRIu32 " for progress", t->progress);
        if (t->excused)
            printf(" (annotations save %" PRIu32 ")", t->excused);
    }
    printf("\n");
}

/* ---- JSON ---- */

static void print_string(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        if (*text == '\t')
            printf("\\t");
        else
            putchar((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7E ? '?' : *text);
    }
    putchar('"');
}

static void print_json_needs(const struct cost_report *report, const struct cost_item *item) {
    char name[512];
    printf(", \"needs\": [");
    for (uint32_t k = 0; k < item->need_count; k++) {
        const struct cost_need *need = &item->needs[k];
        printf("%s{\"reason\": \"%s\", \"word\": %" PRIu32 ", \"operation\": ", k ? ", " : "", reasons[need->reason],
               need->word);
        print_string(cost_operation_name(report, need->word, name, sizeof name));
        printf(", \"line\": %" PRIu32 ", \"awaited\": %" PRIu32 "}", need->line, need->awaited);
    }
    printf("]");
}

static void print_json_excuses(const struct cost_item *item) {
    printf(", \"excused_by\": [");
    for (int k = 0, some = 0; k < 3; k++)
        if (item->verdict == COST_NOT_DEMANDED && item->excuse >> k & 1)
            printf("%s\"%s\"", some++ ? ", " : "", excuses[k]);
    printf("]");
}

static void print_json_item(const struct cost_report *report, const struct cost_item *item) {
    const struct machine_instruction *i = &report->code->instructions[item->instruction];
    printf("    {\"kind\": \"%s\", \"line\": %" PRIu32 ", \"instruction\": ", kinds[item->kind], i->line);
    print_string(i->text);
    printf(", \"what\": ");
    print_string(item->what);
    printf(", \"verdict\": \"%s\", \"idle\": %s", verdicts[item->verdict], item->idle ? "true" : "false");
    print_json_excuses(item);
    print_json_needs(report, item);
    printf("}");
}

void cost_print_json(const struct cost_report *report, bool first) {
    printf(first ? "[\n  {\"file\": " : ",\n  {\"file\": ");
    print_string(report->path);
    printf(", \"processor\": \"%s\",\n   \"totals\": {", report->processor);
    for (int kind = 0; kind < COST_KINDS; kind++) {
        const struct cost_total *t = &report->list->totals[kind];
        printf("%s\"%s\": {\"all\": %" PRIu32 ", \"demanded\": %" PRIu32 ", \"progress\": %" PRIu32
               ", \"saved_by_annotations\": %" PRIu32 "}",
               kind ? ", " : "", plurals[kind], t->all, t->demanded, t->progress, t->excused);
    }
    printf("},\n   \"items\": [");
    for (uint32_t k = 0; k < report->list->count; k++) {
        printf(k ? ",\n" : "\n");
        print_json_item(report, &report->list->items[k]);
    }
    printf("]}");
}
