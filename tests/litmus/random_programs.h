/* Random litmus programs. */
#ifndef TESTS_LITMUS_RANDOM_PROGRAMS_H
#define TESTS_LITMUS_RANDOM_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void random_seed(uint64_t seed);
uint32_t random_below(uint32_t limit);

/* Data, flags or both may be texels; each thread is a subgroup of its own, rather than two. */
extern bool random_with_texels, random_apart;

/* Flags, data, fences and barriers in any order, most of them about a message; or phases that barriers keep free of
 * races, and that branch on what they read. */
void random_program(void);
void random_phases(void);
/* The last one, as the text of a litmus test. */
void random_print(char *text, size_t size);

#endif
