/* Khronos's litmus tests, which say of executions whether they exist: the syntax of alloy/litmus.cpp in
 * KhronosGroup/Vulkan-MemoryModel. */
#ifndef TESTS_LITMUS_KHRONOS_H
#define TESTS_LITMUS_KHRONOS_H

#include "mmra/litmus/litmus.h"

/* A verdict line says whether an execution with these properties exists. */
enum khronos_races { KHRONOS_ANY_RACES, KHRONOS_NO_RACE, KHRONOS_SOME_RACE };
struct khronos_line {
    bool satisfiable;
    bool no_chains;
    bool consistent; /* whether the execution must be */
    uint8_t races;   /* enum khronos_races */
    uint32_t line;
};

struct khronos_lines {
    struct khronos_line *items;
    uint32_t count, capacity, skipped; /* skipped: those about relations of the solver */
};

/* Reads the whole text, as litmus_read_vulkan() does. */
void khronos_read(struct litmus *litmus, struct khronos_lines *lines, struct arena *arena, const char *text,
                  size_t length);
/* The same file as a program: reads take what they may, and a thread ends where it reads another value than
 * the one given. `guards_text` says that none does. */
void khronos_read_program(struct litmus *litmus, struct arena *arena, const char *text, size_t length);

/* Whether an execution as the line has it exists, under Khronos's model. The options' model is not used. */
bool khronos_meets(struct litmus *litmus, const struct khronos_line *line, const struct explore_options *limits,
                   struct arena *arena, struct explore_statistics *statistics);

#endif
