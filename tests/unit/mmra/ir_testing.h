/* What tests of one module begin with: a fresh arena and an empty module for each. */
#ifndef IR_TESTING_H
#define IR_TESTING_H

#include "mmra/ir/ir.h"
#include "testing.h"

static struct arena arena;
static struct ir_module module;

static int start(void **state) {
    (void)state;
    testing_arena(&arena);
    ir_module_init(&module, &arena);
    return 0;
}

static int end(void **state) {
    (void)state;
    arena_destroy(&arena);
    return 0;
}

#endif
