#include "translator/program/litmus_subgroups.h"

#include <string.h>

#include "mmra/base/text.h"
#include "translator/option_names.h"
#include "translator/program/litmus_lengths.h"

enum { SIZES = 5, STEPS_OF_SIZE = 10000000 };

/* That devices have: Intel's 8, 16 and 32, NVIDIA's 32, AMD's 32 and 64, Arm's 8 and 16, Qualcomm's 64 and 128. */
static const uint32_t sizes[SIZES] = {8, 16, 32, 64, 128};

/* Each size comes out so: with the size by default nothing or something is wrong, and so it is with this one. */
enum outcome { NOT_KNOWN, IS_RIGHT, IS_WRONG };

/* A barrier or an atomic of that scope needs no capability. */
static bool is_of_subgroup(const struct program_instruction *in) {
    const bool synchronizes = in->opcode == PROGRAM_BARRIER || in->opcode == PROGRAM_EVENT ||
                              (in->opcode == PROGRAM_ACCESS && in->operation.flags & MODEL_ATOMIC);
    return synchronizes && (in->operation.scope == VULKAN_SUBGROUP || in->operation.execution == VULKAN_SUBGROUP);
}

static bool uses_subgroups(const struct litmus_race *race) {
    static const SpvCapability capabilities[] = {
        SpvCapabilityGroupNonUniform,           SpvCapabilityGroupNonUniformVote,
        SpvCapabilityGroupNonUniformArithmetic, SpvCapabilityGroupNonUniformBallot,
        SpvCapabilityGroupNonUniformShuffle,    SpvCapabilityGroupNonUniformShuffleRelative,
        SpvCapabilityGroupNonUniformClustered,  SpvCapabilityGroupNonUniformQuad,
        SpvCapabilitySubgroupBallotKHR,         SpvCapabilitySubgroupVoteKHR};
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        if (spirv_has_capability(race->reader.module, capabilities[i]))
            return true;
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++)
            if (is_of_subgroup(&race->program.codes[c].code[i]))
                return true;
    return false;
}

/* A cooperative matrix asks for whole subgroups, and what a device recorded had subgroups of its own. */
static bool may_have_others(const struct litmus_race *race) {
    return race->spirv.subgroup_by_default && !race->reader.spreads && !race->reader.addressed_count &&
           !race->result_count && !grid_is_draw(&race->reader) && uses_subgroups(race);
}

bool litmus_subgroups_read(struct litmus_race *race, uint32_t size) {
    smmra_litmus_options *options = arena_allocate(race->reader.arena, sizeof *options);
    *options = *race->reader.options;
    options->subgroup = size;
    return litmus_race_read_with(race, options);
}

/* The fault that is told of an answer first; the findings of an answer lie in the arena of the run. */
struct fault {
    bool is_there, is_beyond, is_divergent;
    uint32_t words[2]; /* of a race; 0: there is none */
};

static struct fault fault_of(struct litmus_race *race, const struct race_answer *answer) {
    struct fault fault = {litmus_orders_find(race, answer), answer->out_of_bounds, answer->divergent, {0, 0}};
    if (answer->count)
        memcpy(fault.words, answer->findings[0].words, sizeof fault.words);
    return fault;
}

/* Whether what is wrong with the size by default is wrong here, too; or anything, where nothing is. */
static bool is_wrong(const struct fault *by_default, const struct fault *here) {
    return !by_default->is_there      ? here->is_there
           : by_default->is_beyond    ? here->is_beyond
           : by_default->is_divergent ? here->is_divergent
                                      : memcmp(by_default->words, here->words, sizeof here->words) == 0;
}

/* The first order with subgroups of this size, whose code says nothing of what has run. */
static enum outcome run_size(const struct litmus_race *like, uint32_t size, const struct race_options *options,
                             const struct fault *by_default, struct arena *run) {
    struct litmus_race *race = arena_allocate(like->reader.arena, sizeof *race);
    struct race_answer answer;
    bool ended;
    *race = *like;
    if (!litmus_subgroups_read(race, size))
        return NOT_KNOWN;
    do
        ended = litmus_orders_try(race, options, run, &answer);
    while (ended && litmus_lengths_settle(race, options, &answer, run));
    if (!ended || answer.refused || (answer.stopped && !litmus_orders_find(race, &answer)))
        return NOT_KNOWN;
    const struct fault here = fault_of(race, &answer);
    return is_wrong(by_default, &here) ? IS_WRONG : IS_RIGHT;
}

/* "8, 16 and 64"; NULL: none has come out so. */
static const char *list(struct litmus_race *race, const enum outcome *outcomes, enum outcome which) {
    uint32_t count = 0, put = 0;
    struct text text;
    text_init(&text, race->reader.arena, 32);
    for (uint32_t i = 0; i < SIZES; i++)
        count += outcomes[i] == which;
    for (uint32_t i = 0; i < SIZES; i++)
        if (outcomes[i] == which) {
            text_format(&text, "%s%u", !put ? "" : put + 1 == count ? " and " : ", ", sizes[i]);
            put++;
        }
    return count ? text_finish(&text) : NULL;
}

static const char *joined(struct arena *arena, const char *text, const char *more) {
    return text ? litmus_and(arena, text, more) : more;
}

void litmus_subgroups_tell(struct litmus_race *race, struct race_answer *answer, const char *said) {
    struct arena *arena = race->reader.arena;
    struct litmus_messages *messages = answer->count ? &answer->findings[0].messages : &answer->divergent_messages;
    if (messages->count) {
        const struct litmus_message message = {
            .word = messages->items[0].word, .place = messages->items[0].place, .text = said};
        *ARENA_PUSH(arena, messages->items, messages->count, messages->capacity) = message;
    }
    if (answer->divergence)
        answer->divergence = joined(arena, answer->divergence, said);
    if (answer->fault)
        answer->beyond = joined(arena, answer->beyond, said);
}

/* Says with which sizes it is so, and with which ones it is not. */
static void tell(struct litmus_race *race, const enum outcome *outcomes, struct race_answer *answer) {
    const char *right = list(race, outcomes, IS_RIGHT), *wrong = list(race, outcomes, IS_WRONG);
    struct text text;
    text_init(&text, race->reader.arena, 128);
    text_format(&text, "where subgroups have %s invocations, and not where they have %s (%s)", wrong, right,
                OPTION_NAME(race->reader.options, SUBGROUP));
    litmus_subgroups_tell(race, answer, text_finish(&text));
}

static void tell_right(struct litmus_race *race, const enum outcome *outcomes, struct litmus_orders *orders) {
    const char *right = list(race, outcomes, IS_RIGHT);
    struct text text;
    text_init(&text, race->reader.arena, 128);
    text_format(&text, "subgroups have %s invocations, as nobody chose how many (%s)", right,
                OPTION_NAME(race->reader.options, SUBGROUP));
    orders->tried = joined(race->reader.arena, orders->tried, text_finish(&text));
}

void litmus_subgroups_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                          struct litmus_orders *orders) {
    enum outcome outcomes[SIZES] = {NOT_KNOWN};
    struct race_options of_size = litmus_orders_options(race, options, 0, 0, 0);
    const struct fault by_default = fault_of(race, &orders->answer);
    const bool is_right = !by_default.is_there;
    uint32_t wrong = 0, right = 0;
    of_size.steps = of_size.steps && of_size.steps < STEPS_OF_SIZE ? of_size.steps : STEPS_OF_SIZE;
    if (!may_have_others(race) || orders->answer.refused || orders->answer.stopped || orders->equal.count)
        return;
    for (uint32_t i = 0; i < SIZES; i++) {
        const bool is_default = sizes[i] == race->spirv.grid.subgroup;
        outcomes[i] = !is_default ? run_size(race, sizes[i], &of_size, &by_default, run)
                      : is_right  ? IS_RIGHT
                                  : IS_WRONG;
        wrong = outcomes[i] == IS_WRONG && !wrong ? sizes[i] : wrong;
        right += outcomes[i] == IS_RIGHT;
    }
    if (is_right && !wrong) {
        tell_right(race, outcomes, orders);
        return;
    }
    const struct race_options again = is_right ? of_size : orders->options;
    if (is_right && litmus_subgroups_read(race, wrong))
        *orders = (struct litmus_orders){.options = of_size, .runs = 1};
    orders->at = &orders->answer;
    if (litmus_orders_try(race, &again, run, &orders->answer) && right)
        tell(race, outcomes, &orders->answer);
}
