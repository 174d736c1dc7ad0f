/* Messages call an option by two names. The sources write the command's name of it, as "--wave"; the library says
 * "options.wave" to its callers, and the command turns that back for its users. */
#ifndef TRANSLATOR_OPTION_WORDS_H
#define TRANSLATOR_OPTION_WORDS_H

#include <stddef.h>

/* Copies a message, at most `size` bytes with its NUL, with fields of structs instead of options of the command. What
 * stands in double quotes comes from the input, and stays. */
void option_words_to_fields(char *to, size_t size, const char *message);
/* The same in the other direction. */
void option_words_to_command(char *to, size_t size, const char *message);

#endif
