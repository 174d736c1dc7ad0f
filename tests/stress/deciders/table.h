/* Litmus programs as tables that can be changed: a column of operations for each thread, as .litmus files have them. */
#ifndef TESTS_DECIDERS_TABLE_H
#define TESTS_DECIDERS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_THREADS = 4, MOST_OPERATIONS = 20, MOST_INITIALS = 12, MOST_ARGUMENTS = 3, WORD = 16, TOKENS = 72 };

/* "ld.atom.dv.sc0" with "r0", "x"; a label has its name in tokens and no arguments, and `is_label`. */
struct operation {
    bool is_label;
    uint8_t argument_count;
    char tokens[TOKENS];
    char arguments[MOST_ARGUMENTS][WORD];
};

struct column {
    uint8_t place[3]; /* subgroup, workgroup, queue family */
    uint8_t count;
    struct operation operations[MOST_OPERATIONS];
};

struct table {
    uint8_t thread_count, initial_count;
    bool is_counted; /* the name begins with "counted": each barrier waits for all of its workgroup, as a shader's */
    struct column columns[MOST_THREADS];
    char initials[MOST_INITIALS][2 * WORD]; /* "x = 1", "y aliases x" */
};

/* Reads the first test of the text; what follows it, or NULL at the end. `read`: whether it is a table that fits.
 * System orders, filters, conditions and what registers hold at first are left out; registers hold 0. */
const char *table_read(struct table *table, const char *text, bool *read);
/* Returns the length. */
size_t table_print(const struct table *table, const char *name, char *text, size_t size);

/* The same seed gives the same numbers. */
void table_seed(uint64_t seed);
uint32_t table_below(uint32_t limit);
/* One change; `other` is a program of which something may be taken. */
void table_mutate(struct table *table, const struct table *other);
void table_drop_operation(struct table *table, uint32_t thread, uint32_t at);
void table_drop_thread(struct table *table, uint32_t thread);
/* Without jumps to labels that are not there, and labels to which nothing jumps. */
void table_tidy(struct table *table);

#endif
