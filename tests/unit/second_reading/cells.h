/* What the tables of tests/unit/second_reading share: a module whose facts change from cell to cell, instructions made
 * of words, and differences that have a name.
 *
 * In each cell the memory map and the second reading read the same words. Where they differ, one row of a list must
 * say why, and each row must be needed. */
#ifndef TESTS_SECOND_READING_CELLS_H
#define TESTS_SECOND_READING_CELLS_H

#include "../spirv/testing.h"

#include "translator/map/memory_map_semantics.h"
#include "translator/second_reading/second_reading.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    POINTER = 5, /* ids of the module */
    VALUE = 9,
    SEMANTICS = 10, /* constants whose value a cell sets */
    UNEQUAL = 11,
    FIRST_SCOPE = 20, /* to 26: the scopes 0 to 6 */
    SCOPES = 7,
    MAX_WORDS = 24
};

/* How the module declares its memory, and how that is read. */
struct module_kind {
    const char *name;
    uint32_t memory_model; /* SpvMemoryModel */
    enum glsl450_mode glsl450;
    uint32_t version;
};

static const struct module_kind module_kinds[] = {
    {"Vulkan", SpvMemoryModelVulkan, GLSL450_CONSERVATIVE, 0x00010600},
    {"Vulkan, strict", SpvMemoryModelVulkan, GLSL450_STRICT, 0x00010400},
    {"Vulkan, SPIR-V 1.3", SpvMemoryModelVulkan, GLSL450_CONSERVATIVE, 0x00010300},
    {"GLSL450 as drivers", SpvMemoryModelGLSL450, GLSL450_CONSERVATIVE, 0x00010600},
    {"GLSL450 as drivers, SPIR-V 1.3", SpvMemoryModelGLSL450, GLSL450_CONSERVATIVE, 0x00010300},
    {"GLSL450 strict", SpvMemoryModelGLSL450, GLSL450_STRICT, 0x00010400},
    {"GLSL450 strict, SPIR-V 1.0", SpvMemoryModelGLSL450, GLSL450_STRICT, 0x00010000},
    {"Simple as drivers", SpvMemoryModelSimple, GLSL450_CONSERVATIVE, 0x00010500},
    {"Simple strict", SpvMemoryModelSimple, GLSL450_STRICT, 0x00010500},
};

/* The stage, as each of the two is told of it. */
struct stage_kind {
    const char *name;
    bool shares_outputs, patch, task;
};

static const struct stage_kind stage_kinds[] = {{"compute", false, false, false},
                                                {"patch", true, true, false},
                                                {"mesh", true, false, false},
                                                {"task", false, false, true}};

struct table {
    struct spirv_module module;
    struct test_memory memory;
    struct memory_map map;
    struct second_reading reading;
    const struct module_kind *kind;
    const struct stage_kind *stage;
};

void table_begin(struct table *table);
void table_set(struct table *table, const struct module_kind *kind, const struct stage_kind *stage);
void table_set_constant(struct table *table, uint32_t id, uint32_t value);

/* An instruction with these words behind type and result; `words` has room for MAX_WORDS. */
struct spirv_instruction table_instruction(uint16_t opcode, const uint32_t *words, uint32_t count);

/* The map's side of the instruction. A cell that is not decoded fails the test. */
struct spirv_memory_view table_decode(const struct table *table, const struct spirv_instruction *in);

/* A difference that has a name. A test counts the cells in which each was seen. */
struct difference {
    const char *name, *reason;
    unsigned long seen;
};

/* Each row of the list was seen, or the list says too much. */
void expect_all_seen(const struct difference *differences, size_t count);

#endif
