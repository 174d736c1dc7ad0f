/* Sizes and bounds that nobody chose are 0, and much of a shader does not run then. They are tried as 3 and 1, which
 * few sizes divide, and as a multiple of the workgroup's size, as large as the grid. All have one value, which may be
 * one that the application never has. So of what is wrong with it only a divergent barrier counts, and with the
 * multiple a race in shared memory: in buffers elements could coincide that are apart with the application's strides,
 * and such a race is told of in what the verdict takes for granted. */

#include "translator/program/litmus_unset_try.h"

#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/program/litmus_lengths.h"
#include "translator/program/litmus_unset.h"

enum { MOST_NAMES = 200, MOST_VALUES = 3, STEPS_OF_TRY = 10000000 };

/* As large as the grid along each coordinate, and a multiple of the workgroup's size there. */
static uint32_t multiple(const struct litmus_grid *grid) {
    uint64_t large = 1, all = 1;
    for (uint32_t i = 0; i < 3; i++) {
        const uint64_t here = (uint64_t)grid->groups[i] * grid->local[i];
        large = here > large ? here : large;
        all *= all % grid->local[i] ? grid->local[i] : 1;
    }
    return (uint32_t)((large + all - 1) / all * all);
}

/* The memory of the workgroup: what both instructions of the race access. */
static bool is_of_workgroup(const struct litmus_race *race, uint32_t word) {
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++) {
            const struct program_instruction *in = &race->program.codes[c].code[i];
            if (in->opcode != PROGRAM_ACCESS || in->operation.origin != word)
                continue;
            for (uint32_t m = 0; m < race->spirv.memory_count; m++)
                if (litmus_unset_is_in(&race->spirv.memory[m], in->lowest))
                    return race->reader.owners[m]->storage_class == SpvStorageClassWorkgroup;
        }
    return false;
}

static bool races_in_workgroup(const struct litmus_race *race, const struct race_answer *answer) {
    return answer->count && is_of_workgroup(race, answer->findings[0].words[0]) &&
           is_of_workgroup(race, answer->findings[0].words[1]);
}

static const char *names(struct litmus_race *race, const struct unset *list, uint32_t count) {
    char text[MOST_NAMES + 8] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *one = race->program.name(race, list[i].address, 0);
        const int more = snprintf(text + length, sizeof text - length, "%s%s", i ? ", " : "", one ? one : "an integer");
        length += (size_t)more;
        if (length > MOST_NAMES) {
            length = MOST_NAMES;
            snprintf(text + length, sizeof text - length, "...");
            break;
        }
    }
    return arena_copy_string(race->reader.arena, text, strlen(text));
}

/* Says with which numbers it was found. */
static void tell(struct litmus_race *race, const struct unset *list, uint32_t count, struct race_answer *answer) {
    char text[MOST_NAMES + 96];
    struct arena *arena = race->reader.arena;
    struct litmus_messages *messages = answer->count ? &answer->findings[0].messages : &answer->divergent_messages;
    snprintf(text, sizeof text, "where %s %s %u, which nobody chose (--input)", names(race, list, count),
             count > 1 ? "are" : "is", race->unset);
    const struct litmus_message message = {.word = list[0].reader->origin,
                                           .place = list[0].reader->place,
                                           .text = arena_copy_string(arena, text, strlen(text))};
    if (messages->count)
        *ARENA_PUSH(arena, messages->items, messages->count, messages->capacity) = message;
    if (answer->divergence)
        answer->divergence = litmus_and(arena, answer->divergence, message.text);
}

/* Runs the first order, which says nothing of what has run; false: it did not come to its end. */
static bool run_with(struct litmus_race *race, const struct race_options *options, struct arena *run,
                     struct race_answer *answer) {
    bool ended;
    do {
        uint8_t **const ran = race->program.ran;
        race->program.ran = NULL;
        ended = litmus_orders_try(race, options, run, answer);
        race->program.ran = ran;
    } while (ended && litmus_lengths_settle(race, options, answer, run));
    return ended && !answer->stopped && !answer->refused;
}

static bool counts(const struct litmus_race *race, const struct race_answer *answer, bool is_multiple) {
    return !answer->fault && (answer->divergent || (is_multiple && races_in_workgroup(race, answer)));
}

/* The same run once more, which tells what ran. A race beside a divergent barrier may be one of coinciding elements. */
static bool find_again(struct litmus_race *race, const struct race_options *options, struct arena *run,
                       struct race_answer *answer) {
    if (!litmus_orders_try(race, options, run, answer))
        return false;
    if (answer->divergent) {
        answer->count = 0;
        answer->by_text = false;
    }
    return true;
}

/* Arrays that have grown since have begun a new coverage. */
static void keep_coverage(struct litmus_race *race, const struct litmus_coverage *before) {
    for (uint32_t i = 0; i < before->word_count && i < race->spirv.coverage.word_count; i++)
        race->spirv.coverage.ran[i] |= before->ran[i];
}

/* Numbers that were tried, and where the first race is that does not count. */
struct tried {
    uint32_t values[MOST_VALUES], count, raced;
    const struct model_place *place;
};

static void note_tried(struct tried *tried, const struct race_answer *answer, uint32_t value) {
    const struct litmus_messages *messages = answer->count ? &answer->findings[0].messages : NULL;
    if (answer->fault)
        return;
    tried->values[tried->count++] = value;
    if (messages && !tried->raced) {
        tried->raced = value;
        tried->place = messages->count ? messages->items[0].place : NULL;
    }
}

static const char *tell_tried(struct litmus_race *race, const struct unset *list, uint32_t count,
                              const struct tried *tried) {
    struct text text;
    const bool several = count > 1;
    text_init(&text, race->reader.arena, 256);
    text_format(&text, "%s %s 0", names(race, list, count), several ? "are" : "is");
    for (uint32_t i = 0; i < tried->count; i++)
        text_format(&text, i + 1 < tried->count ? ", %u" : " or %u", tried->values[i]);
    text_format(&text, ", as nobody chose %s (--input)", several ? "them" : "it");
    if (tried->raced)
        text_format(&text,
                    tried->place ? ": where %s %u there is a data race at %s:%u, which may come of that alone"
                                 : ": where %s %u there is a data race, which may come of that alone",
                    several ? "they are" : "it is", tried->raced, tried->place ? tried->place->file : "",
                    tried->place ? tried->place->line : 0);
    return text_finish(&text);
}

/* Whether what is wrong with this number became the answer. */
static bool is_wrong_with(struct litmus_race *race, const struct race_options *options, uint32_t value,
                          struct arena *run, struct litmus_orders *orders, struct tried *tried) {
    struct race_answer answer;
    uint32_t count;
    const struct unset *list = litmus_unset_list(race, &count);
    race->unset = value;
    bool ended = run_with(race, options, run, &answer);
    if (ended && counts(race, &answer, value == multiple(&race->spirv.grid)) &&
        find_again(race, options, run, &answer)) {
        tell(race, list, count, &answer);
        *orders = (struct litmus_orders){.answer = answer, .options = *options, .runs = 1};
        return true;
    }
    race->unset = 0;
    if (ended)
        note_tried(tried, &answer, value);
    return false;
}

void litmus_unset_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                      struct litmus_orders *orders) {
    const uint32_t values[MOST_VALUES] = {3, 1, multiple(&race->spirv.grid)};
    const struct litmus_coverage before = race->spirv.coverage;
    struct race_options of_try = litmus_orders_options(race, options, 0, 0, 0);
    struct tried tried = {.count = 0};
    uint32_t count;
    bool is_wrong = false;
    const struct unset *list = litmus_unset_list(race, &count);
    of_try.steps = of_try.steps && of_try.steps < STEPS_OF_TRY ? of_try.steps : STEPS_OF_TRY;
    for (uint32_t i = 0; count && i < MOST_VALUES && !is_wrong; i++)
        if (i < 2 || (values[i] != values[0] && values[i] != values[1]))
            is_wrong = is_wrong_with(race, &of_try, values[i], run, orders, &tried);
    keep_coverage(race, &before);
    orders->at = &orders->answer;
    orders->tried = count && !is_wrong ? tell_tried(race, list, count, &tried) : NULL;
}
