/* Strings of JSON. What stands in them may be hostile: a name of a module, a path. */
#ifndef MMRA_JSON_H
#define MMRA_JSON_H

#include <stddef.h>

enum { JSON_PIECE = 16 };

/* The next character of `left` bytes of UTF-8, as it stands between the quotes of a string: printable ASCII, ended by
 * NUL. What is not printable ASCII is \uXXXX, or two of them; what is not well-formed becomes U+FFFD, one for each
 * maximal subpart (Unicode, 3.9). Returns how many bytes it was, at least one. */
size_t json_character(const char *bytes, size_t left, char piece[JSON_PIECE]);

#endif
