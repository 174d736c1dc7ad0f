/* What every unit test of mmra/ begins with. */
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mmra/base/arena.h"

static inline void testing_exhausted(void *user) {
    (void)user;
    fputs("out of memory\n", stderr);
    abort();
}

static inline void testing_arena(struct arena *arena) {
    arena_init(arena, NULL, SIZE_MAX, testing_exhausted, NULL);
}

#endif
