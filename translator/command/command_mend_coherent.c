/* Declarations of buffers and images, which become coherent. */
#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

/* GLSL's images of integers have a letter before their names. */
static const char *find_declaration(const char *line, const char *word) {
    static const char *const prefixes[] = {"", "u", "i"};
    const char *at = NULL;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !at; i++) {
        char whole[32];
        snprintf(whole, sizeof whole, "%s%s", prefixes[i], word);
        at = draft_find_word(line, whole);
    }
    return at;
}

void mend_add_coherent(const struct draft *draft, const struct mend_words *words, struct edits *edits,
                       struct arena *arena) {
    for (size_t i = 0; i < draft->count; i++) {
        const char *line = draft->lines[i].text, *at = NULL;
        for (size_t k = 0; k < sizeof words->declarations / sizeof *words->declarations && !at; k++)
            at = words->declarations[k] ? find_declaration(line, words->declarations[k]) : NULL;
        if (!at || strstr(line, "coherent") || draft_begins_with(line, "#"))
            continue;
        struct text text;
        text_init(&text, arena, 128);
        text_format(&text, "%.*s%s%s", (int)(at - line), line, words->coherent, at);
        draft_add_edit(edits, i, INSTEAD, text_finish(&text));
    }
}
