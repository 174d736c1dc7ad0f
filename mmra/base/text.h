/* A text that grows at its end, in an arena. Numbers are written without printf, which is slow and knows
 * locales. */
#ifndef MMRA_TEXT_H
#define MMRA_TEXT_H

#include "mmra/base/arena.h"
#include "mmra/base/tags.h"

struct text {
    struct arena *arena;
    char *start;
    char *next;
    char *end;
};

/* An empty text with room for about `expected` bytes. */
void text_init(struct text *text, struct arena *arena, size_t expected);

/* Makes room for `size` bytes more. */
void text_grow(struct text *text, size_t size);

static inline size_t text_length(const struct text *text) {
    return (size_t)(text->next - text->start);
}

static inline char *text_reserve(struct text *text, size_t size) {
    if ((size_t)(text->end - text->next) < size)
        text_grow(text, size);
    return text->next;
}

/* Most pieces of IR are of 2 to 16 bytes: two copies of a fixed size, which may overlap, cost less than a
 * call. */
static inline void text_copy(char *to, const char *from, size_t length) {
    if (length > 16) {
        memcpy(to, from, length);
    } else if (length >= 8) {
        memcpy(to + length - 8, from + length - 8, 8);
        memcpy(to, from, 8);
    } else if (length >= 4) {
        memcpy(to + length - 4, from + length - 4, 4);
        memcpy(to, from, 4);
    } else {
        for (size_t i = 0; i < length; i++)
            to[i] = from[i];
    }
}

static inline void text_bytes(struct text *text, const char *bytes, size_t length) {
    text_copy(text_reserve(text, length), bytes, length);
    text->next += length;
}

static inline void text_char(struct text *text, char byte) {
    *text_reserve(text, 1) = byte;
    text->next++;
}

static inline void text_string(struct text *text, const char *string) {
    text_bytes(text, string, strlen(string));
}

/* A string literal, whose length the compiler knows. */
#define TEXT_LITERAL(text, literal)                                                                                    \
    (memcpy(text_reserve((text), sizeof(literal) - 1), literal, sizeof(literal) - 1),                                  \
     (void)((text)->next += sizeof(literal) - 1))

void text_unsigned(struct text *text, uint64_t number);
void text_signed(struct text *text, int64_t number);

/* For messages, which few are written of: as printf, without floating-point numbers, which depend on the locale. */
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text of the input is hostile: what is not printable ASCII is shown as '?'. NULL is empty. */
void text_printable(struct text *text, const char *string);

/* The whole text, which ends with a NUL from now on. */
const char *text_finish(struct text *text);

/* Once more what stands from `start` on. */
static inline void text_repeat(struct text *text, size_t start, size_t length) {
    char *to = text_reserve(text, length);
    memcpy(to, text->start + start, length);
    text->next = to + length;
}

/* -- At a cursor, where the caller has reserved room. Each returns the cursor after what it has put. -- */

#define TEXT_PUT(at, literal) ((char *)memcpy((at), literal, sizeof(literal) - 1) + (sizeof(literal) - 1))

/* Copies all TEXT_PIECE bytes though the piece is shorter: that costs less than to test the length. */
enum { TEXT_PIECE = 16 };
static inline char *text_put_piece(char *at, const char *from, size_t length) {
    char piece[TEXT_PIECE]; /* the two may overlap */
    memcpy(piece, from, sizeof piece);
    memcpy(at, piece, sizeof piece);
    return at + length;
}

static inline char *text_put_string(char *at, const char *string) {
    size_t length = strlen(string);
    memcpy(at, string, length);
    return at + length;
}

enum { TEXT_MOST_DIGITS = 20 };
char *text_put_digits(char *at, uint64_t number);
static inline char *text_put_unsigned(char *at, uint64_t number) {
    if (number >= 10)
        return text_put_digits(at, number);
    *at = (char)('0' + number);
    return at + 1;
}

/* Exactly `digits` upper-case hexadecimal digits. */
void text_hexadecimal(struct text *text, uint64_t number, unsigned digits);

/* As LLVM writes quoted strings: a backslash is doubled, a quote and what is not printable ASCII become \XX.
 */
void text_escaped(struct text *text, struct mmra_string string);

/* The length of the well-formed UTF-8 character at `bytes`, and its code; 0 if it is none. */
uint32_t text_utf8_character(const char *bytes, size_t left, uint32_t *code);

/* Writes each line of `comment` after `indent` and "; ". A comment may hold a name that an attacker chose: control
 * characters (also those that change the direction of text) and invalid UTF-8 become '?'. */
void text_comment(struct text *text, const char *indent, struct mmra_string comment);

#endif
