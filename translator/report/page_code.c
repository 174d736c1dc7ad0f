/* SPIR-V, IR and machine code on the page. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "translator/report/page.h"

/* ---- lines of code, each with the word of the SPIR-V instruction that it comes from ---- */

static void put_line(struct page *page, uint64_t word, const char *text, size_t length) {
    page_put(page, ",\n[%" PRIu64 ",", word);
    page_put_text(page, text, length);
    page_put(page, "]");
}

/* The number after a mark in a line; `otherwise`: the mark is not there. */
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

void page_put_spirv(struct page *page, const char *text) {
    page_put(page, ",\n\"spirv\":[");
    for (const char *line = text; line && *line;) {
        size_t length = strcspn(line, "\n");
        uint64_t bytes = number_behind(line, length, " ; 0x", 16, 0);
        size_t shown = length_before(line, length, " ; 0x");
        while (shown && line[shown - 1] == ' ')
            shown--;
        put_line(page, bytes / sizeof(uint32_t), line, shown);
        line += length + (line[length] == '\n');
    }
    page_put(page, "]");
}

/* Functions alone: what stands between is metadata. A comment is about the instruction below it. */
void page_put_ir(struct page *page, const char *ir) {
    page_put(page, ",\n\"ir\":[");
    bool inside = false;
    for (const char *line = ir; line && *line;) {
        size_t length = strcspn(line, "\n");
        inside |= strncmp(line, "define", 6) == 0;
        if (inside) {
            uint64_t word = number_behind(line, length, "!DILocation(line: ", 10, 0);
            word = word ? word : number_behind(line, length, "(word ", 10, 0);
            put_line(page, word, line, length_before(line, length, ", !dbg "));
        }
        inside &= *line != '}';
        line += length + (line[length] == '\n');
    }
    page_put(page, "],\n\"metadata\":[");
    for (const char *line = ir; line && *line;) {
        size_t length = strcspn(line, "\n");
        if (*line == '!' && strncmp(line, "!107374", 7) != 0 && strncmp(line, "!llvm.", 6) != 0)
            put_line(page, 0, line, length);
        line += length + (line[length] == '\n');
    }
    page_put(page, "]");
}

/* ---- machine code and its price ---- */

static void put_machine_lines(struct page *page, const char *assembly) {
    uint64_t word = 0;
    uint32_t number = 1;
    for (const char *line = assembly; line && *line; number++) {
        size_t length = strcspn(line, "\n");
        word = number_behind(line, length, "\t.loc\t1 ", 10, word);
        size_t shown = length_before(line, length, "; ");
        bool is_code = line[0] == '\t' && line[1] >= 'a' && line[1] <= 'z';
        bool is_label = length && line[0] == '.' && line[1] == 'L' && line[2] == 'B';
        if (is_code || is_label) {
            page_put(page, ",\n[%" PRIu64 ",", is_code ? word : 0);
            page_put_text(page, line + is_code, shown - is_code);
            page_put(page, ",%u]", number);
        }
        if (strncmp(line, "\ts_endpgm", 9) == 0)
            word = 0;
        line += length + (line[length] == '\n');
    }
}

static void put_prices(struct page *page, const smmra_price_list *prices) {
    static const char *const kinds[] = {"wait", "invalidation", "write-back", "bit"};
    static const char *const verdicts[] = {"demanded", "for progress", "not demanded"};
    size_t count;
    const smmra_cost_item *const *items = smmra_price_list_items(prices, &count);
    page_put(page, ",\"items\":[");
    for (size_t i = 0; i < count; i++) {
        const smmra_cost_item *item = items[i];
        page_put(page, ",\n{\"line\":%u,\"kind\":%s,\"what\":%s,\"verdict\":%s,\"words\":[", item->line,
                 kinds[item->kind], item->what, verdicts[item->verdict]);
        for (size_t k = 0; k < item->need_count; k++)
            page_put(page, ",%u", item->needs[k]->word);
        page_put(page, "]}");
    }
    page_put(page, "],\"totals\":[");
    const smmra_cost_total *const *totals = smmra_price_list_totals(prices, &count);
    for (size_t k = 0; k < count; k++)
        page_put(page, ",[%s,%u,%u,%u]", kinds[totals[k]->kind], totals[k]->all, totals[k]->demanded,
                 totals[k]->excused);
    page_put(page, "]");
}

void page_put_machine(struct page *page, const struct page_machine *machine) {
    page_put(page, ",\n\"machine\":{\"processor\":%s,\"missing\":%s,\"lines\":[", machine->processor, machine->missing);
    put_machine_lines(page, machine->assembly);
    page_put(page, "]");
    if (machine->prices)
        put_prices(page, machine->prices);
    else if (machine->assembly)
        page_put(page, ",\"unknown\":%s", machine->unknown);
    page_put(page, "}");
}
