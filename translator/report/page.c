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

static void put_code(struct page *page, uint32_t character) {
    char code[16];
    snprintf(code, sizeof code, "[U+%04" PRIX32 "]", character);
    text_string(&page->text, code);
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
            text_string(&page->text, *piece == '<' ? "\\u003c" : *piece == '>' ? "\\u003e" : "\\u0026");
        else
            text_string(&page->text, piece);
    }
    text_char(&page->text, '"');
    page->last = '\0';
}

static void put_bytes(void *page, const char *bytes, size_t length) {
    text_bytes(&((struct page *)page)->text, bytes, length);
}

static void put_string(void *page, const char *text) {
    page_put_text(page, text ? text : "", text ? strlen(text) : 0);
}

void page_put(struct page *page, const char *format, ...) {
    struct json_writer writer = {.put = put_bytes, .put_text = put_string, .user = page, .last = page->last};
    va_list values;
    va_start(values, format);
    json_write(&writer, format, values);
    va_end(values);
    page->last = writer.last;
}

static void put_source_line(void *user, uint32_t number, const char *line) {
    struct page *page = user;
    source_calls_read(&page->calls, number, line);
    page_put(page, ",\n[%u,%s]", number, line);
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
    page_put(page, "\"sources\":[");
    for (uint32_t i = 0; i < count; i++) {
        page_put(page, ",{\"file\":%s,\"lines\":[", spirv_debug_string(&page->places, files[i]));
        page->calls = (struct source_calls){.arena = page->arena};
        spirv_source_lines(&page->places, files[i], page->arena, put_source_line, page);
        page_put(page, "],\"calls\":[");
        for (size_t k = 0; k < page->calls.count; k++)
            page_put(page, ",[%u,%u]", page->calls.items[k].first, page->calls.items[k].last);
        page_put(page, "]}");
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
        page_put(page, ",[%u,%u,%u]", place->word, k, k < count ? place->line : 0);
    }
    page_put(page, "]");
}

/* ---- the page ---- */

void page_begin(struct page *page, const char *name, const uint32_t *words, size_t count) {
    spirv_id files[MAX_FILES];
    text_init(&page->text, page->arena, 1 << 16);
    spirv_places_read(&page->places, words, (uint32_t)count, page->arena);
    uint32_t file_count = list_files(&page->places, files);
    for (size_t i = 0; report_page_begin[i]; i++)
        text_string(&page->text, report_page_begin[i]);
    page_put(page, "{\"name\":%s,\n", name);
    put_sources(page, files, file_count);
    put_places(page, files, file_count);
}

void page_end(struct page *page) {
    page_put(page, "}\n");
    for (size_t i = 0; report_page_end[i]; i++)
        text_string(&page->text, report_page_end[i]);
}
