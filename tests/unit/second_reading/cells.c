#include "cells.h"

static const char text[] =
    "OpCapability Shader\nOpCapability VulkanMemoryModel\nOpCapability Linkage\n"
    "OpMemoryModel Logical Vulkan\n"
    "%3 = OpTypeInt 32 0\n%4 = OpTypePointer StorageBuffer %3\n%5 = OpVariable %4 StorageBuffer\n"
    "%9 = OpConstant %3 9\n%10 = OpConstant %3 0x1010\n%11 = OpConstant %3 0x1111\n"
    "%20 = OpConstant %3 0\n%21 = OpConstant %3 1\n%22 = OpConstant %3 2\n%23 = OpConstant %3 3\n"
    "%24 = OpConstant %3 4\n%25 = OpConstant %3 5\n%26 = OpConstant %3 6\n";

void table_begin(struct table *table) {
    memset(table, 0, sizeof *table);
    test_read(&table->module, text, &table->memory);
    table->reading.module = &table->module;
}

void table_set(struct table *table, const struct module_kind *kind, const struct stage_kind *stage) {
    table->kind = kind;
    table->stage = stage;
    table->module.memory_model = kind->memory_model;
    table->module.version = kind->version;
    table->map = (struct memory_map){
        .options = {.profile = PROFILE_DOCUMENT, .glsl450 = kind->glsl450, .litmus = true, .atomics_sync_as = true},
        .facts = {.memory_model = kind->memory_model,
                  .copy_shares_operands = kind->version < 0x00010400,
                  .shared_outputs = stage->shares_outputs,
                  .barrier_of_outputs = stage->patch,
                  .task_payload = stage->task}};
    table->reading.as_drivers = kind->glsl450 == GLSL450_CONSERVATIVE;
    table->reading.shares_outputs = stage->shares_outputs;
    table->reading.patch = stage->patch;
    table->reading.task = stage->task;
}

void table_set_constant(struct table *table, uint32_t id, uint32_t value) {
    struct spirv_constant *constant = (struct spirv_constant *)table->module.constants[spirv_index(&table->module, id)];
    constant->bits = value;
}

struct spirv_instruction table_instruction(uint16_t opcode, const uint32_t *words, uint32_t count) {
    return (struct spirv_instruction){.words = words, .opcode = opcode, .operands = words, .operand_count = count};
}

struct spirv_memory_view table_decode(const struct table *table, const struct spirv_instruction *in) {
    struct spirv_memory_view view;
    struct spirv_error error;
    if (spirv_decode_memory(&table->module, NULL, in, &view, &error) != SPIRV_OK)
        fail_msg("%s: %s", spirv_opcode_name(in->opcode), error.message);
    return view;
}

void expect_all_seen(const struct difference *differences, size_t count) {
    for (size_t i = 0; i < count; i++) {
        print_message("%10lu cells differ: %s (%s)\n", differences[i].seen, differences[i].name, differences[i].reason);
        if (!differences[i].seen)
            fail_msg("no cell needs the difference \"%s\"", differences[i].name);
    }
}
