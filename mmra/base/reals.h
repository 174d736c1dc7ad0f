/* Real numbers as text, the same whatever locale the process has set. */
#ifndef MMRA_REALS_H
#define MMRA_REALS_H

#include <stddef.h>

/* As strtod and strtof in the locale "C" read the text: the nearest number, and where what is no number begins; `end`
 * may be NULL. Nothing is read of a number of 512 characters and more. */
double real_read(const char *text, const char **end);
float real_read_single(const char *text, const char **end);

/* As printf's %.*g in the locale "C". */
void real_write(char *text, size_t size, int digits, double number);

#endif
