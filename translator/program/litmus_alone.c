#include "translator/program/litmus_alone.h"

#include <inttypes.h>

#include "mmra/base/product.h"
#include "mmra/base/text.h"
#include "translator/option_names.h"
#include "translator/program/litmus_constants.h"
#include "translator/program/litmus_lengths.h"
#include "translator/program/litmus_subgroups.h"

enum { AXES = 3, HEADER = 5, STEPS_ALONE = 10000000 };

/* Invocations along each axis, by how many axes are free. The second row is for shaders whose arrays have no room for
 * the first. */
enum { TRIES = 2 };
static const uint32_t extents[TRIES][AXES + 1] = {{0, 64, 8, 4}, {0, 8, 4, 2}};

struct search {
    struct litmus_race *race;
    smmra_specialization sizes[AXES];
    uint32_t count;
    uint32_t invocations; /* of a workgroup of these sizes */
};

/* An axis counts once, whatever says it. */
static void add_axis(struct search *s, spirv_id id) {
    const uint32_t number = litmus_constant_number(s->race, id);
    bool is_new = number != UINT32_MAX && !litmus_constant_is_given(s->race->reader.options, number);
    for (uint32_t i = 0; i < s->count; i++)
        is_new &= s->sizes[i].spec_id != number;
    if (is_new && s->count < AXES)
        s->sizes[s->count++].spec_id = number;
}

/* Finds them in the built-in WorkgroupSize, and in LocalSizeId of the entry point that runs. */
static void find_axes(struct search *s) {
    const struct spirv_module *module = s->race->reader.module;
    const uint32_t end = module->function_count ? module->functions[0].word : module->word_count;
    for (uint32_t word = HEADER; word < end; word += module->words[word] >> 16) {
        const struct spirv_instruction in = spirv_instruction_at(module, word);
        const bool is_mode = in.opcode == SpvOpExecutionModeId && in.operand_count == 2 + AXES &&
                             in.operands[1] == SpvExecutionModeLocalSizeId &&
                             in.operands[0] == s->race->reader.entry->function;
        const bool is_size = in.opcode == SpvOpSpecConstantComposite && in.operand_count == AXES &&
                             spirv_find_decoration(module, in.result, SPIRV_NO_MEMBER, SpvDecorationBuiltIn);
        for (uint32_t k = in.operand_count - AXES; (is_mode || is_size) && k < in.operand_count; k++)
            add_axis(s, in.operands[k]);
    }
}

static void choose_sizes(struct search *s, uint32_t try) {
    s->invocations = 1;
    for (uint32_t i = 0; i < s->count; i++) {
        s->sizes[i].bits = extents[try][s->count];
        s->invocations *= extents[try][s->count];
    }
}

/* The first order with larger workgroups; false: there is none, or it did not come to its end. */
static bool run_larger(struct search *s, uint32_t try, const struct race_options *options, struct arena *run,
                       struct litmus_race *larger, struct race_answer *answer) {
    bool ended;
    choose_sizes(s, try);
    *larger = *s->race;
    if (!litmus_constants_read(larger, s->sizes, s->count))
        return false;
    do
        ended = litmus_orders_try(larger, options, run, answer);
    while (ended && litmus_lengths_settle(larger, options, answer, run));
    return ended && !answer->refused && !answer->out_of_bounds &&
           (!answer->stopped || litmus_orders_find(larger, answer));
}

/* "(--spec 0=64 --spec 1=8)" */
static void put_options(const struct search *s, struct text *text) {
    for (uint32_t i = 0; i < s->count; i++)
        text_format(text, "%s%s %" PRIu32 "=%" PRIu64, i ? " " : "(",
                    OPTION_NAME(s->race->reader.options, SPECIALIZATIONS), s->sizes[i].spec_id, s->sizes[i].bits);
    text_format(text, ")");
}

static const char *put_larger(const struct search *s) {
    struct text text;
    text_init(&text, s->race->reader.arena, 128);
    text_format(&text, "where a workgroup has %u invocations, and not one, as nobody chose how many ", s->invocations);
    put_options(s, &text);
    return text_finish(&text);
}

static const char *put_tried(const struct search *s, bool is_right) {
    struct text text;
    text_init(&text, s->race->reader.arena, 128);
    if (is_right)
        text_format(&text, "a workgroup has one invocation, or %u, as nobody chose how many ", s->invocations);
    else
        text_format(&text, "a workgroup has one invocation, as nobody chose how many, so that nothing within one was "
                           "looked at ");
    put_options(s, &text);
    return text_finish(&text);
}

void litmus_alone_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                      struct litmus_orders *orders) {
    struct search s = {.race = race};
    struct race_options first = litmus_orders_options(race, options, 0, 0, 0);
    struct arena *arena = race->reader.arena;
    if (!litmus_orders_are_right(race, &orders->answer) || orders->equal.count || race->result_count ||
        race->reader.options->local[0] || mmra_volume(race->spirv.grid.local) != 1 || grid_is_draw(&race->reader))
        return;
    find_axes(&s);
    if (!s.count)
        return;
    struct litmus_race *larger = arena_allocate(arena, sizeof *larger);
    struct race_answer answer;
    first.steps = first.steps && first.steps < STEPS_ALONE ? first.steps : STEPS_ALONE;
    bool ran = false;
    for (uint32_t try = 0; try < TRIES && !ran; try++)
        ran = run_larger(&s, try, &first, run, larger, &answer);
    orders->at = &orders->answer;
    if (!ran || answer.endless || !litmus_orders_find(larger, &answer)) {
        const char *said = put_tried(&s, ran && litmus_orders_are_right(larger, &answer));
        orders->tried = orders->tried ? litmus_and(arena, orders->tried, said) : said;
        return;
    }
    litmus_subgroups_tell(larger, &answer, put_larger(&s));
    *race = *larger;
    *orders = (struct litmus_orders){.answer = answer, .options = first, .runs = 1};
    orders->at = &orders->answer;
}
