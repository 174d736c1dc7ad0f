/* The page of a module: what was found is data in it, as JSON, and the page's script shows it. Nothing of a module
 * becomes markup. */
#include "translator/report/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mmra/base/json.h"
#include "translator/report/source_calls.h"
#include "translator/report_page.h" /* generate_page.py makes it */

enum { MAX_FILES = 64 };

/* ---- data: JSON in a script, in which no character can end it ---- */

void page_put(struct page *page, const char *text) {
    text_string(&page->text, text);
}

void page_put_number(struct page *page, uint64_t number) {
    text_unsigned(&page->text, number);
}

static void put_code(struct page *page, uint32_t character) {
    char code[16];
    snprintf(code, sizeof code, "[U+%04" PRIX32 "]", character);
    page_put(page, code);
}

/* Text that could end a script is escaped; a character that a reader could not see is shown as its code. */
void page_put_text(struct page *page, const char *text, size_t length) {
    text_char(&page->text, '"');
    for (size_t i = 0; i < length;) {
        char piece[JSON_PIECE];
        uint32_t character;
        bool is_text = text_utf8_character(text + i, length - i, &character);
        i += json_character(text + i, length - i, piece);
        if (is_text && source_hides(character))
            put_code(page, character);
        else if (strchr("<>&", *piece))
            page_put(page, *piece == '<' ? "\\u003c" : *piece == '>' ? "\\u003e" : "\\u0026");
        else
            page_put(page, piece);
    }
    text_char(&page->text, '"');
}

void page_put_string(struct page *page, const char *text) {
    page_put_text(page, text ? text : "", text ? strlen(text) : 0);
}

void page_begin_item(struct page *page) {
    page_put(page, page->first ? "\n" : ",\n");
    page->first = false;
}

/* ---- the source ---- */

static void *allocate(void *user, size_t size) {
    return arena_allocate_array(user, 1, size);
}

static void put_source_line(void *user, uint32_t number, const char *line) {
    struct page *page = user;
    source_calls_read(&page->calls, number, line);
    page_begin_item(page);
    page_put(page, "[");
    page_put_number(page, number);
    page_put(page, ",");
    page_put_string(page, line);
    page_put(page, "]");
}

static void put_calls(struct page *page) {
    page_put(page, "],\"calls\":[");
    for (size_t i = 0; i < page->calls.count; i++) {
        page_put(page, i ? ",[" : "[");
        page_put_number(page, page->calls.items[i].first);
        page_put(page, ",");
        page_put_number(page, page->calls.items[i].last);
        page_put(page, "]");
    }
    page_put(page, "]}");
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

static void put_sources(struct page *page, const spirv_id *files, uint32_t count) {
    const struct spirv_allocator allocator = {.allocate = allocate, .user = page->arena};
    page_put(page, "\"sources\":[");
    for (uint32_t i = 0; i < count; i++) {
        page_put(page, i ? ",{\"file\":" : "{\"file\":");
        page_put_string(page, spirv_debug_string(&page->places, files[i]));
        page_put(page, ",\"lines\":[");
        page->first = true;
        page->calls = (struct source_calls){.arena = page->arena};
        spirv_source_lines(&page->places, files[i], &allocator, put_source_line, page);
        put_calls(page);
    }
    page_put(page, "]");
}

/* [word, file, line]: from that word on */
static void put_places(struct page *page, const spirv_id *files, uint32_t count) {
    page_put(page, ",\n\"places\":[");
    for (uint32_t i = 0; i < page->places.count; i++) {
        const struct spirv_place *place = &page->places.items[i];
        uint32_t k = 0;
        while (k < count && files[k] != place->file)
            k++;
        page_put(page, i ? ",[" : "[");
        page_put_number(page, place->word);
        page_put(page, ",");
        page_put_number(page, k);
        page_put(page, ",");
        page_put_number(page, k < count ? place->line : 0);
        page_put(page, "]");
    }
    page_put(page, "]");
}

/* ---- the page ---- */

void page_begin(struct page *page, const char *name, const uint32_t *words, size_t count) {
    const struct spirv_allocator allocator = {.allocate = allocate, .user = page->arena};
    spirv_id files[MAX_FILES];
    text_init(&page->text, page->arena, 1 << 16);
    spirv_places_read(&page->places, words, (uint32_t)count, &allocator);
    uint32_t file_count = list_files(&page->places, files);
    for (size_t i = 0; report_page_begin[i]; i++)
        page_put(page, report_page_begin[i]);
    page_put(page, "{\"name\":");
    page_put_string(page, name);
    page_put(page, ",\n");
    put_sources(page, files, file_count);
    put_places(page, files, file_count);
}

void page_end(struct page *page) {
    page_put(page, "}\n");
    for (size_t i = 0; report_page_end[i]; i++)
        page_put(page, report_page_end[i]);
}
