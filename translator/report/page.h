/* The page of a module, as it is written from its beginning to its end. */
#ifndef TRANSLATOR_REPORT_PAGE_H
#define TRANSLATOR_REPORT_PAGE_H

#include "mmra/base/text.h"
#include "spirv/places.h"
#include "translator/report/source_calls.h"
#include "translator/spirv_mmra_litmus.h"
#include "translator/suggest/litmus_suggest.h"

struct page {
    struct arena *arena;
    struct text text;
    struct spirv_places places;
    char last;                 /* what was put last, for json_write */
    struct source_calls calls; /* of the file that is being written */
    const smmra_report_options *options;
};

/* What stands before the data of a module, and of the data its name, sources and places; and what stands after all.
 * The struct begins as {.arena = ...}. */
void page_begin(struct page *page, const char *name, const uint32_t *words, size_t count);
void page_end(struct page *page);

/* JSON by a template (mmra/base/json.h); NULL as a text is one without characters. */
void page_put(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text of a length, for the files page*.c. */
void page_put_text(struct page *page, const char *text, size_t length);

/* Lines of code, each with the word of the SPIR-V instruction that it comes from. NULL: there are none. The
 * disassembly is spirv-dis's, with the bytes at which instructions begin. */
void page_put_spirv(struct page *page, const char *disassembly);
void page_put_ir(struct page *page, const char *ir);

struct page_machine {
    const char *processor, *assembly;
    const char *missing;            /* why there is no assembly */
    const smmra_price_list *prices; /* NULL: not known */
    const char *unknown;            /* why not */
};
void page_put_machine(struct page *page, const struct page_machine *machine);

/* Members of the object that says what the model checker found. `groups` says of the grid what a reader may not expect,
 * `drivers` whether drivers' reading has a race too; each may be NULL. `flags` are for option_name(). */
void page_put_answer(struct page *page, const smmra_litmus_answer *answer, const char *verdict);
/* Whether nothing but what the caller knows is wrong. */
bool page_is_known(const struct page *page, const smmra_litmus_answer *answer);
void page_put_scope(struct page *page, const smmra_litmus_summary *summary, const char *groups, const bool *drivers,
                    uint32_t flags);

/* Items of a list: suggestions for the module as changes of its source. */
void page_put_suggestions(struct page *page, const struct suggestions *found, const uint32_t *words, size_t word_count);

#endif
