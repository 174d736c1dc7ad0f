#include "translator/program/litmus_constants.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/option_names.h"
#include "translator/program/litmus_lengths.h"

enum { MOST_CONSTANTS = 8, MOST_VALUES = 2, HEADER = 5, STEPS_OF_CONSTANT = 10000000, MOST_INVOCATIONS = 128 };

struct constant {
    uint32_t number; /* SpecId */
    const char *name;
    uint32_t value;
};

struct search {
    struct litmus_race *race;
    struct race_options options;
    struct arena *run;
    struct constant constants[MOST_CONSTANTS], sizes[MOST_CONSTANTS]; /* of the workgroup */
    uint32_t count, size_count;
};

/* ---- which constants, and which arrays ---- */

bool litmus_constant_is_given(const smmra_litmus_options *options, uint32_t number) {
    for (uint32_t i = 0; i < options->specialization_count; i++)
        if (options->specializations[i].spec_id == number)
            return true;
    return false;
}

uint32_t litmus_constant_number(const struct litmus_race *race, spirv_id id) {
    const struct spirv_decoration *number =
        spirv_find_decoration(race->reader.module, id, SPIRV_NO_MEMBER, SpvDecorationSpecId);
    return number ? number->operands[0] : UINT32_MAX;
}

/* Whether the workgroup's size is made of constants of this number: the built-in, or LocalSizeId. */
static bool is_of_size(const struct litmus_race *race, uint32_t number) {
    const struct spirv_module *module = race->reader.module;
    const uint32_t end = module->function_count ? module->functions[0].word : module->word_count;
    for (uint32_t word = HEADER; word < end; word += module->words[word] >> 16) {
        const struct spirv_instruction in = spirv_instruction_at(module, word);
        const bool is_size = in.opcode == SpvOpExecutionModeId ||
                             (in.opcode == SpvOpSpecConstantComposite &&
                              spirv_find_decoration(module, in.result, SPIRV_NO_MEMBER, SpvDecorationBuiltIn));
        for (uint32_t k = in.opcode == SpvOpExecutionModeId ? 2 : 0; is_size && k < in.operand_count; k++)
            if (litmus_constant_number(race, in.operands[k]) == number)
                return true;
    }
    return false;
}

static bool is_listed(const struct constant *constants, uint32_t count, uint32_t number) {
    for (uint32_t i = 0; i < count; i++)
        if (constants[i].number == number)
            return true;
    return false;
}

/* Integers of 32 bits that nobody chose. The workgroup's size is chosen with --local, and together with arrays: it is
 * no reason to look for what is wrong. */
static void find_constants(struct search *s) {
    const struct spirv_module *module = s->race->reader.module;
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const spirv_id id = module->definitions[i].id;
        const uint32_t number = litmus_constant_number(s->race, id);
        const struct spirv_constant *constant = number != UINT32_MAX ? spirv_constant_of_id(module, id) : NULL;
        const struct spirv_type *type = constant ? spirv_type_of_id(module, constant->type) : NULL;
        if (!type || type->opcode != SpvOpTypeInt || type->width != 32 ||
            litmus_constant_is_given(s->race->reader.options, number))
            continue;
        const bool is_size = is_of_size(s->race, number);
        struct constant *list = is_size ? s->sizes : s->constants;
        uint32_t *count = is_size ? &s->size_count : &s->count;
        const char *name = spirv_name(module, id);
        if (*count < MOST_CONSTANTS && !is_listed(list, *count, number))
            list[(*count)++] = (struct constant){number, name && *name ? name : NULL, (uint32_t)constant->bits};
    }
}

/* An array of shared memory whose length is a literal. */
static bool is_literal_array(const struct litmus_race *race, const struct grid_variable *variable) {
    const struct spirv_module *module = race->reader.module;
    if (variable->storage_class != SpvStorageClassWorkgroup || variable->type->opcode != SpvOpTypeArray)
        return false;
    const struct spirv_instruction type = spirv_defining(module, variable->type->id);
    return type.operand_count > 1 && spirv_defining(module, type.operands[1]).opcode == SpvOpConstant;
}

static bool has_literal_array(const struct litmus_race *race) {
    for (uint32_t m = 0; m < race->spirv.memory_count; m++)
        if (is_literal_array(race, race->reader.owners[m]))
            return true;
    return false;
}

/* Whether the access that left its memory is to such an array. */
static bool leaves_literal_array(const struct litmus_race *race, const struct race_answer *answer) {
    if (!answer->out_of_bounds || answer->refused || !answer->fault_at)
        return false;
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++) {
            const struct program_instruction *in = &race->program.codes[c].code[i];
            for (uint32_t m = 0; &in->operation == answer->fault_at && m < race->spirv.memory_count; m++)
                if (in->lowest - race->spirv.memory[m].address < race->spirv.memory[m].bytes)
                    return is_literal_array(race, race->reader.owners[m]);
        }
    return false;
}

/* ---- one constant ---- */

bool litmus_constants_read(struct litmus_race *race, const smmra_specialization *more, uint32_t more_count) {
    struct arena *arena = race->reader.arena;
    smmra_litmus_options *options = arena_allocate(arena, sizeof *options);
    *options = *race->reader.options;
    const uint32_t count = options->specialization_count;
    smmra_specialization *all = arena_allocate_array(arena, count + more_count, sizeof *all);
    if (count)
        memcpy(all, options->specializations, count * sizeof *all);
    memcpy(all + count, more, more_count * sizeof *all);
    options->specializations = all;
    options->specialization_count = count + more_count;
    return litmus_race_read_with(race, options);
}

/* Whether the first order with this value leaves such an array. The race is as it was read for that. */
static bool leaves_with(const struct search *s, struct litmus_race *race, uint32_t number, uint32_t value,
                        struct race_answer *answer) {
    bool ended;
    *race = *s->race;
    if (!litmus_constants_read(race, &(smmra_specialization){number, value}, 1))
        return false;
    do
        ended = litmus_orders_try(race, &s->options, s->run, answer);
    while (ended && litmus_lengths_settle(race, &s->options, answer, s->run));
    return ended && leaves_literal_array(race, answer);
}

static void put_constant(struct text *text, const struct constant *constant) {
    if (constant->name)
        text_format(text, "`%.64s` (constant %" PRIu32 ")", constant->name, constant->number);
    else
        text_format(text, "constant %" PRIu32, constant->number);
}

/* The sizes of the workgroup, up to that which every device has, with which the array is left, too. */
static void put_sizes(const struct search *s, struct litmus_race *other, struct text *text) {
    for (uint32_t i = 0; i < s->size_count; i++) {
        struct race_answer answer;
        if (s->sizes[i].value >= MOST_INVOCATIONS ||
            !leaves_with(s, other, s->sizes[i].number, MOST_INVOCATIONS, &answer))
            continue;
        text_format(text, "; and where the workgroup is larger: its size is ");
        put_constant(text, &s->sizes[i]);
        text_format(text, ", which may be %d, as it is %" PRIu32 " here", MOST_INVOCATIONS, s->sizes[i].value);
    }
}

/* Whether an array is left with a value becomes the answer. One more than the default is tried first, where twice as
 * much leaves it. */
static bool is_wrong_with(const struct search *s, const struct constant *constant, uint32_t value,
                          struct litmus_orders *orders) {
    struct litmus_race *other = arena_allocate(s->race->reader.arena, sizeof *other);
    struct race_answer answer;
    struct text text;
    if (!leaves_with(s, other, constant->number, value, &answer))
        return false;
    const uint32_t next = constant->value + 1;
    const bool from_next = value > next && leaves_with(s, other, constant->number, next, &answer);
    text_init(&text, s->race->reader.arena, 128);
    text_format(&text, "where ");
    put_constant(&text, constant);
    if (from_next)
        text_format(&text, " is larger than %" PRIu32 ", as %" PRIu32 " or", constant->value, next);
    text_format(&text, from_next ? " %" PRIu32 : " is %" PRIu32, value);
    text_format(&text, ", which nobody chose (%s %" PRIu32 "=%" PRIu32 ")",
                OPTION_NAME(s->race->reader.options, SPECIALIZATIONS), constant->number, from_next ? next : value);
    put_sizes(s, other, &text);
    if (!leaves_with(s, other, constant->number, from_next ? next : value, &answer))
        return false;
    const char *said = text_finish(&text);
    answer.beyond = answer.beyond ? litmus_and(s->race->reader.arena, answer.beyond, said) : said;
    *s->race = *other;
    *orders = (struct litmus_orders){.answer = answer, .options = s->options, .runs = 1};
    return true;
}

void litmus_constants_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                          struct litmus_orders *orders) {
    struct search s = {.race = race, .options = litmus_orders_options(race, options, 0, 0, 0), .run = run};
    struct text text;
    if (!litmus_orders_are_right(race, &orders->answer) || orders->equal.count || !has_literal_array(race))
        return;
    s.options.steps = s.options.steps && s.options.steps < STEPS_OF_CONSTANT ? s.options.steps : STEPS_OF_CONSTANT;
    find_constants(&s);
    text_init(&text, race->reader.arena, 128);
    for (uint32_t i = 0; i < s.count; i++) {
        const struct constant *constant = &s.constants[i];
        const uint32_t values[MOST_VALUES] = {constant->value * 2, constant->value / 2};
        for (uint32_t k = 0; k < MOST_VALUES; k++)
            if (values[k] && is_wrong_with(&s, constant, values[k], orders))
                return;
        text_format(&text, i ? ", " : "");
        put_constant(&text, constant);
    }
    orders->at = &orders->answer;
    if (!s.count)
        return;
    text_format(&text, s.count > 1 ? " have their defaults" : " has its default");
    text_format(&text, ", as nobody chose another (%s); twice and half of it stay in shared memory, too",
                OPTION_NAME(race->reader.options, SPECIALIZATIONS));
    const char *said = text_finish(&text);
    orders->tried = orders->tried ? litmus_and(race->reader.arena, orders->tried, said) : said;
}
