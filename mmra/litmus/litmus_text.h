/* The readers of .test and .litmus files share this: lines, words, and the tokens of an instruction. Private
 * to litmus_*.c. */
#ifndef MMRA_LITMUS_TEXT_H
#define MMRA_LITMUS_TEXT_H

#include "mmra/litmus/litmus.h"

struct word {
    const char *at;
    size_t length;
};

struct reader {
    struct litmus *litmus;
    struct arena *arena;
    const char *at, *end;
    uint32_t line;
};

/* Reports the first error; always returns false. `where` may be an empty word. */
bool reader_fail(struct reader *reader, const char *what, struct word where);
/* The next line without its end; false at the end of the text. */
bool reader_line(struct reader *reader, struct word *line);
/* Takes blanks, then a word of letters, digits and the characters of `others`, from the front of `text`. */
struct word take_word(struct word *text, const char *others);
/* Takes blanks and the character. */
bool take_character(struct word *text, char c);
void skip_blanks(struct word *text);
bool word_is(struct word word, const char *text);
bool word_number(struct word word, uint64_t *number);
char *word_copy(struct arena *arena, struct word word);

/* "st.av.scopedev.sc0" and the like into an operation. `rmw` and `atom` as in litmus/README: an atomic is
 * available, visible and non-private by itself. The operation of `add` and other read-modify-writes goes to
 * *rmw. False, after a message, for a token that is not known or missing. */
bool parse_operation(struct reader *reader, struct word tokens, struct model_operation *operation, uint8_t *rmw);

#endif
