/* JSON out. What stands in its strings may be hostile: a name of a module, a path. */
#ifndef MMRA_JSON_H
#define MMRA_JSON_H

#include <stdarg.h>
#include <stddef.h>

enum { JSON_PIECE = 16 };

/* The next character of `left` bytes of UTF-8, as it stands between the quotes of a string: printable ASCII, ended by
 * NUL. What is not printable ASCII is \uXXXX, or two of them; what is not well-formed becomes U+FFFD, one for each
 * maximal subpart (Unicode, 3.9). Returns how many bytes it was, at least one. */
size_t json_character(const char *bytes, size_t left, char piece[JSON_PIECE]);

/* The destination of JSON. */
struct json_writer {
    void (*put)(void *user, const char *bytes, size_t length);
    void (*put_text)(void *user, const char *text);     /* NULL: in quotes, and no text is null */
    void (*put_object)(void *user, const void *object); /* for %p */
    void *user;
    char last; /* what was put last: a bracket, or anything else */
};

/* Writes a template, in which values stand as for printf (whose check of types they pass) and become JSON:
 *   %s       text in quotes, or null      %d       true or false
 *   %u %lu   a number of 32 or 64 bits    %x       a number of 32 bits, or null if all its bits are set
 *   %i       a verdict: null, false, true, "unknown", by its number
 *   %p       an object, by the writer's own function
 * A comma at its beginning is left out after an opening bracket, with the blank that follows it. */
void json_write(struct json_writer *writer, const char *format, va_list values);

#endif
