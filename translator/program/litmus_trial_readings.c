/* Operations may never run because of what is decided before anything runs: a specialization constant that keeps its
 * default, the number of workgroups, the length of an array for which the shader asks. The module is
 * read with another one, and the first order of that reading runs. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "mmra/base/float_format.h"
#include "mmra/base/text.h"
#include "translator/option_names.h"
#include "translator/program/litmus_trial.h"

enum { MOST_CONSTANTS = 8, MOST_VALUES = 12, READINGS_OF_MEMORY = 16 };

/* True: something came to run, which has a cause now. Readings stay in the arena of the race, which has room for some
 * of them. */
static bool try_reading(struct litmus_trial *trial, const smmra_litmus_options *options, const char *cause) {
    struct litmus_race *race = trial->race;
    struct arena *arena = race->reader.arena;
    if (arena->used > arena->limit / READINGS_OF_MEMORY || !litmus_trial_begins(trial))
        return false;
    struct litmus_race *other = arena_allocate_array(arena, 1, sizeof *other);
    litmus_race_read(other, arena, race->words, race->word_count, race->reader.source, options);
    if (other->spirv.litmus.error || other->spirv.coverage.word_count != race->spirv.coverage.word_count)
        return false;
    litmus_race_choose_as(other, race);
    other->depends = NULL;
    litmus_trial_run(trial, other, other->program.ran);
    if (!litmus_trial_helps(trial))
        return false;
    litmus_trial_explain(trial, cause);
    return true;
}

static const char *cause(const struct litmus_race *race, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *cause(const struct litmus_race *race, const char *format, ...) {
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return arena_copy_string(race->reader.arena, text, strlen(text));
}

/* ---- specialization constants ---- */

struct constant {
    spirv_id id;
    uint32_t number; /* SpecId */
    const struct spirv_type *type;
    uint64_t bits, values[MOST_VALUES];
    uint32_t value_count;
};

static void add_value(struct constant *constant, uint64_t value) {
    const uint32_t width = constant->type->opcode == SpvOpTypeBool ? 1 : constant->type->width;
    value = width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
    for (uint32_t i = 0; i < constant->value_count; i++)
        if (constant->values[i] == value)
            return;
    if (value != constant->bits && constant->value_count < MOST_VALUES)
        constant->values[constant->value_count++] = value;
}

/* The literals of a switch over it, and the constants that an instruction takes beside it, with their neighbours. */
static void add_values_of(const struct litmus_race *race, struct constant *constant,
                          const struct spirv_instruction *in) {
    bool takes = false;
    for (uint32_t i = 0; i < in->operand_count; i++)
        takes |= in->operands[i] == constant->id;
    for (uint32_t i = 2; takes && in->opcode == SpvOpSwitch && i < in->operand_count; i += 2)
        add_value(constant, in->operands[i]);
    for (uint32_t i = 0; takes && in->opcode != SpvOpSwitch && in->result && i < in->operand_count; i++) {
        const uint32_t word = in->opcode == SpvOpSpecConstantOp && !i ? 0 : in->operands[i];
        const struct spirv_constant *beside = word ? spirv_constant_of_id(race->reader.module, word) : NULL;
        const struct spirv_type *type = beside ? spirv_type_of_id(race->reader.module, beside->type) : NULL;
        if (word == constant->id || !type || type->opcode != constant->type->opcode ||
            beside->kind != SPIRV_CONSTANT_SCALAR)
            continue;
        const bool is_real = type->opcode == SpvOpTypeFloat;
        for (int by = 0; by < 3; by++)
            add_value(constant, is_real ? mmra_float_bits(mmra_float_value(beside->bits, 32) + (by < 2 ? by : -1), 32)
                                        : beside->bits + (uint64_t)(by < 2 ? by : -1));
    }
}

static bool is_given(const smmra_litmus_options *options, uint32_t number) {
    for (uint32_t i = 0; i < options->specialization_count; i++)
        if (options->specializations[i].spec_id == number)
            return true;
    return false;
}

/* A constant that somebody could choose and nobody did. */
static bool take_constant(const struct litmus_race *race, const struct spirv_instruction *in,
                          struct constant *constant) {
    const struct spirv_module *module = race->reader.module;
    const struct spirv_decoration *number =
        in->result ? spirv_find_decoration(module, in->result, SPIRV_NO_MEMBER, SpvDecorationSpecId) : NULL;
    const struct spirv_constant *now = number ? spirv_constant_of_id(module, in->result) : NULL;
    const struct spirv_type *type = now ? spirv_type_of_id(module, now->type) : NULL;
    if (!type || is_given(race->reader.options, number->operands[0]) ||
        (type->opcode != SpvOpTypeBool && type->width > 32) || (type->opcode == SpvOpTypeFloat && type->width != 32))
        return false;
    *constant = (struct constant){in->result, number->operands[0], type, now->bits, {0}, 0};
    for (uint32_t word = 5; word < module->word_count; word += module->words[word] >> 16) {
        const struct spirv_instruction user = spirv_instruction_at(module, word);
        add_values_of(race, constant, &user);
    }
    for (uint64_t value = 0; value < 3; value++)
        add_value(constant, type->opcode == SpvOpTypeFloat ? mmra_float_bits((double)value, 32) : value);
    return true;
}

static void put_value(char *text, size_t size, const struct constant *constant, uint64_t value) {
    if (constant->type->opcode == SpvOpTypeBool)
        snprintf(text, size, "%s", value ? "true" : "false");
    else if (constant->type->opcode == SpvOpTypeFloat)
        snprintf(text, size, "%.9g", mmra_float_value(value, 32));
    else
        snprintf(text, size, "%" PRIu64, value);
}

static void try_constant(struct litmus_trial *trial, const struct constant *constant) {
    struct litmus_race *race = trial->race;
    smmra_litmus_options options = *race->reader.options;
    const uint32_t count = options.specialization_count;
    smmra_specialization *all = arena_allocate_array(race->reader.arena, count + 1, sizeof *all);
    const char *name = spirv_name(race->reader.module, constant->id);
    char was[32], now[32], called[80];
    if (name && *name)
        snprintf(called, sizeof called, "`%.64s`", name);
    else
        snprintf(called, sizeof called, "%u", constant->number);
    if (count)
        memcpy(all, options.specializations, count * sizeof *all);
    options.specializations = all;
    options.specialization_count = count + 1;
    put_value(was, sizeof was, constant, constant->bits);
    for (uint32_t i = 0; i < constant->value_count; i++) {
        all[count] = (smmra_specialization){constant->number, constant->values[i]};
        put_value(now, sizeof now, constant, constant->values[i]);
        if (try_reading(trial, &options,
                        cause(race, "as the specialization constant %s was %s: try `%s %u=%s`", called, was,
                              OPTION_NAME(&options, SPECIALIZATIONS), constant->number, now)))
            return;
    }
}

static void try_constants(struct litmus_trial *trial) {
    const struct spirv_module *module = trial->race->reader.module;
    const uint32_t end = module->function_count ? module->functions[0].word : module->word_count;
    uint32_t tried = 0;
    for (uint32_t word = 5; word < end && tried < MOST_CONSTANTS; word += module->words[word] >> 16) {
        const struct spirv_instruction in = spirv_instruction_at(module, word);
        struct constant constant;
        if (!take_constant(trial->race, &in, &constant))
            continue;
        try_constant(trial, &constant);
        tried++;
    }
}

/* ---- workgroups and lengths ---- */

static void try_groups(struct litmus_trial *trial) {
    static const uint32_t counts[] = {4, 16, 64};
    const struct litmus_race *race = trial->race;
    smmra_litmus_options options = *race->reader.options;
    const uint32_t had = race->spirv.grid.groups[0];
    bool helps = false;
    for (size_t i = 0; race->spirv.groups_by_default && i < sizeof counts / sizeof *counts && !helps; i++) {
        options.groups[0] = counts[i];
        helps = try_reading(trial, &options,
                            cause(race, "as there %s %u workgroup%s: try `%s %u`", had == 1 ? "was" : "were", had,
                                  had == 1 ? "" : "s", OPTION_NAME(&options, GROUPS), counts[i]));
    }
}

/* An array for whose length the shader asks. */
static void try_length(struct litmus_trial *trial, const struct grid_variable *variable, const char *name) {
    static const uint32_t times[] = {4, 64, 1024};
    const struct litmus_race *race = trial->race;
    smmra_litmus_options options = *race->reader.options;
    const uint32_t count = options.size_count;
    smmra_litmus_size *all = arena_allocate_array(race->reader.arena, count + 1, sizeof *all);
    bool helps = false;
    if (count)
        memcpy(all, options.sizes, count * sizeof *all);
    options.sizes = all;
    options.size_count = count + 1;
    for (size_t i = 0; i < sizeof times / sizeof *times && !helps; i++) {
        all[count] = (smmra_litmus_size){name, variable->runtime_length * times[i]};
        helps = try_reading(trial, &options,
                            cause(race, "as `%.64s` had %" PRIu64 " elements: try `%s %.64s=%" PRIu64 "`", name,
                                  variable->runtime_length, OPTION_NAME(&options, SIZES), name, all[count].length));
    }
}

void litmus_trial_readings(struct litmus_trial *trial) {
    struct litmus_race *race = trial->race;
    try_constants(trial);
    try_groups(trial);
    for (uint32_t m = 0; m < race->reader.owner_count; m++) {
        const struct grid_variable *owner = race->reader.owners[m];
        if (owner->asks_length && !owner->is_length_said && owner->runtime_length)
            try_length(trial, owner, grid_memory_name(&race->reader, m));
    }
}
