/* What every unit test of spirv/ begins with. */
#ifndef SPIRV_TESTING_H
#define SPIRV_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "spirv/module.h"

struct words {
    uint32_t *data;
    size_t count;
};

/* An arena in which each item is an allocation of its own; counts what it takes. */
struct test_memory {
    struct arena arena;
    bool begun;
    size_t bytes, calls;
    size_t fail_at;     /* the number of the call that gives NULL, from 1; 0: none */
    jmp_buf *exhausted; /* where to go then */
};

struct arena *test_arena(struct test_memory *memory);
void test_release(struct test_memory *memory);

/* Assembles; `%5` is id 5. A text that SPIRV-Tools does not take fails the test. Released with
 * free(words.data). */
struct words test_assemble(const char *text);

/* Assembles and reads; a module that is not read fails the test with the reader's message. */
void test_read(struct spirv_module *module, const char *text, struct test_memory *memory);

/* The first word of an instruction of so many words. */
static inline uint32_t test_first_word(uint32_t length, SpvOp opcode) {
    return length << 16 | (uint32_t)opcode;
}

/* The words in the other byte order. */
struct words test_swapped(struct words words);

/* The first instruction with this opcode; fails the test if there is none. */
struct spirv_instruction test_find(const struct spirv_module *module, SpvOp opcode);

/* A file's words, and the other way round. */
struct words test_load(const char *path);
void test_save(const char *path, struct words words);

/* Numbers that are the same in every run. */
uint32_t test_random(uint64_t *state);

#endif
