/* Modules of SPIR-V that can be changed: operations dropped, copied and moved; scopes, semantics and access masks made
 * others; atomics made plain; branches turned round; numbers and operands replaced. What is changed is a module that
 * can be read, though not always a valid one. */
#ifndef TESTS_DECIDERS_CHANGE_H
#define TESTS_DECIDERS_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_WORDS = 8192 };

struct module {
    uint32_t words[MOST_WORDS];
    uint32_t count;
    uint32_t pool;          /* the first constant that module_prepare() has added */
    uint32_t groups, local; /* the grid before the deciders */
};

/* Adds constants for scopes and semantics to a module as it came. False: it is none that can be changed. */
bool module_prepare(struct module *module);
void module_change(struct module *module);
/* Drops the n-th operation that has no result; false: there are not so many. */
bool module_drop(struct module *module, uint32_t n);

#endif
