/* Data that nobody chose are 0, and much of a shader does not run then. Numbers are tried as 3 and 1, which few sizes
 * divide, and as a multiple of the workgroup's size, as large as the grid; then arrays and texels hold numbers that
 * differ and count up, or down. Elements could coincide so that are apart with the application's numbers. So a race
 * whose place depends on them is a doubt: it counts if it is there with all values of which no two are equal, and else
 * is told of in what the verdict takes for granted. */

#include "translator/program/litmus_unset_try.h"

#include <string.h>

#include "mmra/base/text.h"
#include "translator/option_names.h"
#include "translator/program/litmus_counting.h"
#include "translator/program/litmus_depends.h"
#include "translator/program/litmus_lengths.h"
#include "translator/program/litmus_unset.h"

enum { MOST_CHOICES = 6, STEPS_OF_TRY = 10000000 };

/* Values that are tried, and what came of them. */
struct choice {
    uint32_t number;
    bool differ;      /* numbers differ from each other */
    uint8_t contents; /* enum race_contents */
    bool apart;       /* no two values are equal that nobody chose, as far as these go */
    bool ended;       /* the run came to its end, perhaps past accesses out of bounds, */
    bool is_right;    /* or without a fault */
    struct race_answer found;
};

struct search {
    struct litmus_race *race;
    struct race_options options; /* of a try */
    struct arena *run;
    struct litmus_orders *orders;
    struct choice choices[MOST_CHOICES];
    uint32_t count;
    const struct unset *list;
    uint32_t numbers, filled; /* how many integers and memories there are */
};

/* ---- in words ---- */

static const char *names_of_numbers(const struct search *s) {
    enum { MOST_NAMES = 200 };
    struct text text;
    text_init(&text, s->race->reader.arena, MOST_NAMES);
    for (uint32_t i = 0; i < s->numbers; i++) {
        const char *one = s->race->program.name(s->race, s->list[i].address, 0);
        if (i && i == MOST_CHOICES * 2)
            text_format(&text, ", ...");
        if (i < MOST_CHOICES * 2)
            text_format(&text, "%s%s", i ? ", " : "", one ? one : "an integer");
    }
    return text_finish(&text);
}

static void put_numbers(struct text *text, const struct search *s, const struct choice *choice) {
    text_format(text, "%s %s %u", names_of_numbers(s), s->numbers > 1 ? "are" : "is", choice->number);
    if (choice->differ && s->numbers > 1)
        text_format(text, " and multiples of it");
}

static void put_contents(struct text *text, const struct search *s, const struct choice *choice) {
    static const char *const words[][2] = {{"is 0", "are 0"}, {"counts up", "count up"}, {"counts down", "count down"}};
    text_format(text, "%s %s", litmus_unset_names(s->race, NULL), words[choice->contents][s->filled > 1]);
}

/* "n is 8 and key counts up". */
static void put_choice(struct text *text, const struct search *s, const struct choice *choice) {
    const bool has_contents = s->filled && (choice->contents || !s->numbers);
    if (s->numbers)
        put_numbers(text, s, choice);
    if (s->numbers && has_contents)
        text_format(text, " and ");
    if (has_contents)
        put_contents(text, s, choice);
}

/* Says with which values it was found. */
static void tell(const struct search *s, const struct choice *choice, struct race_answer *answer) {
    struct arena *arena = s->race->reader.arena;
    struct litmus_messages *messages = answer->count ? &answer->findings[0].messages : &answer->divergent_messages;
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "where ");
    put_choice(&text, s, choice);
    text_format(&text, ", which nobody chose (%s%s%s)",
                choice->contents && !s->numbers ? "" : OPTION_NAME(s->race->reader.options, INPUTS),
                choice->contents && s->numbers ? ", " : "",
                choice->contents ? OPTION_NAME(s->race->reader.options, DATA) : "");
    const struct litmus_message *first = messages->items;
    const struct litmus_message message = {.word = s->numbers        ? s->list[0].reader->origin
                                                   : messages->count ? first->word
                                                                     : 0,
                                           .place = s->numbers        ? s->list[0].reader->place
                                                    : messages->count ? first->place
                                                                      : NULL,
                                           .text = text_finish(&text)};
    if (messages->count)
        *ARENA_PUSH(arena, messages->items, messages->count, messages->capacity) = message;
    if (answer->divergence)
        answer->divergence = litmus_and(arena, answer->divergence, message.text);
}

static void put_tried_numbers(struct text *text, const struct search *s) {
    uint32_t last = 0;
    text_format(text, "%s %s 0", names_of_numbers(s), s->numbers > 1 ? "are" : "is");
    for (uint32_t i = 0; i < s->count; i++)
        last = s->choices[i].is_right && s->choices[i].number ? i : last;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct choice *c = &s->choices[i];
        const bool again = i && s->choices[i - 1].is_right && s->choices[i - 1].number == c->number;
        if (!c->is_right || !c->number || again)
            continue;
        const bool is_last = i == last || s->choices[last].number == c->number;
        text_format(text, is_last ? " or %u" : ", %u", c->number);
    }
    text_format(text, ", as nobody chose %s (%s)", s->numbers > 1 ? "them" : "it",
                OPTION_NAME(s->race->reader.options, INPUTS));
}

static void put_tried_contents(struct text *text, const struct search *s) {
    bool up = false, down = false;
    for (uint32_t i = 0; i < s->count; i++) {
        up |= s->choices[i].ended && s->choices[i].contents == RACE_CONTENTS_UP;
        down |= s->choices[i].ended && s->choices[i].contents == RACE_CONTENTS_DOWN;
    }
    const bool several = s->filled > 1;
    text_format(text, "%s %s 0%s%s, as nobody chose %s (%s)", litmus_unset_names(s->race, NULL), several ? "are" : "is",
                !up && !down ? ""
                : several    ? ", or count "
                             : ", or counts ",
                up && down ? "up or down"
                : up       ? "up"
                : down     ? "down"
                           : "",
                several ? "them" : "it", OPTION_NAME(s->race->reader.options, DATA));
}

/* Says where the first race is that does not count. */
static void put_doubt(struct text *text, const struct search *s, const struct choice *choice) {
    const struct race_doubt *doubt = &choice->found.doubts[0];
    const struct model_place *place = doubt->operations[0]->place;
    const bool several = s->numbers + s->filled > 1;
    text_format(text, ": where ");
    if (s->numbers && s->filled)
        put_choice(text, s, choice);
    else if (s->numbers)
        text_format(text, "%s %u", several ? "they are" : "it is", choice->number);
    else
        text_format(text, "%s",
                    choice->contents == RACE_CONTENTS_ZERO ? several ? "they are 0" : "it is 0"
                    : several                              ? "they differ"
                                                           : "its elements differ");
    text_format(text, " there is a data race");
    if (place)
        text_format(text, " at %s:%u", place->file, place->line);
    text_format(text, ", which may come of that alone");
}

static const struct choice *first_doubt(const struct search *s, const struct choice *zero) {
    if (zero->found.doubt_count)
        return zero;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->choices[i].is_right && s->choices[i].found.doubt_count)
            return &s->choices[i];
    return NULL;
}

static const char *tell_tried(const struct search *s, const struct choice *zero) {
    const struct choice *doubt = first_doubt(s, zero);
    struct text text;
    text_init(&text, s->race->reader.arena, 256);
    if (s->numbers)
        put_tried_numbers(&text, s);
    if (s->numbers && s->filled)
        text_format(&text, "; ");
    if (s->filled)
        put_tried_contents(&text, s);
    if (doubt)
        put_doubt(&text, s, doubt);
    return text_finish(&text);
}

/* ---- one try ---- */

/* The least number that is at least the grid's invocations along each coordinate, and a multiple of each size of the
 * workgroup. */
static uint32_t multiple(const struct litmus_grid *grid) {
    uint64_t large = 1, all = 1;
    for (uint32_t i = 0; i < 3; i++) {
        const uint64_t here = (uint64_t)grid->groups[i] * grid->local[i];
        large = here > large ? here : large;
        all *= all % grid->local[i] ? grid->local[i] : 1;
    }
    return (uint32_t)((large + all - 1) / all * all);
}

static void choose(struct litmus_race *race, const struct choice *choice) {
    race->unset = choice ? choice->number : 0;
    race->unset_differ = choice && choice->differ;
    race->contents = choice ? choice->contents : RACE_CONTENTS_ZERO;
    race->shared_counts = choice && choice->number == multiple(&race->spirv.grid) && !choice->contents;
}

static bool passes_all(void *user, uint64_t address, uint32_t bytes) {
    (void)user, (void)address, (void)bytes;
    return true;
}

/* Runs the first order, which says nothing of what has run; false: it did not come to its end. */
static bool run_once(const struct search *s, struct race_answer *answer) {
    struct litmus_race *race = s->race;
    uint8_t **const ran = race->program.ran;
    race->program.ran = NULL;
    const bool ended = litmus_orders_try(race, &s->options, s->run, answer);
    race->program.ran = ran;
    return ended && !answer->stopped && !answer->refused;
}

/* If an access leaves an array that does not grow, the rest of the run goes on past it. */
static void run_with(const struct search *s, struct choice *choice, struct race_answer *answer) {
    do
        choice->ended = run_once(s, answer);
    while (choice->ended && litmus_lengths_settle(s->race, &s->options, answer, s->run));
    choice->is_right = choice->ended && !answer->fault;
    if (choice->ended && answer->out_of_bounds) {
        s->race->program.passes = passes_all;
        choice->ended = run_once(s, answer);
        s->race->program.passes = NULL;
    }
    if (choice->ended)
        choice->found = *answer;
}

/* The same run once more, which tells what ran. A race beside a divergent barrier may be one of coinciding elements. */
static bool find_again(const struct search *s, struct race_answer *answer) {
    if (!litmus_orders_try(s->race, &s->options, s->run, answer))
        return false;
    if (answer->divergent) {
        answer->count = 0;
        answer->by_text = false;
    }
    return answer->divergent || answer->count;
}

/* Whether what is wrong with these values became the answer. */
static bool is_wrong_with(struct search *s, struct choice *choice) {
    struct race_answer answer;
    const struct litmus_race before = *s->race;
    choose(s->race, choice);
    if (choice->contents)
        litmus_lengths_double(s->race);
    run_with(s, choice, &answer);
    if (choice->is_right && (answer.divergent || answer.count) && find_again(s, &answer)) {
        tell(s, choice, &answer);
        *s->orders = (struct litmus_orders){.answer = answer, .options = s->options, .runs = 1};
        return true;
    }
    choose(s->race, NULL);
    if (choice->contents && s->race->reader.grown != before.reader.grown)
        litmus_lengths_take(s->race, &before);
    return false;
}

/* ---- all tries ---- */

static void add_choice(struct search *s, uint32_t number, bool differ, enum race_contents contents, bool apart) {
    s->choices[s->count++] = (struct choice){.number = number, .differ = differ, .contents = contents, .apart = apart};
}

static void add_choices(struct search *s) {
    const uint32_t all = s->numbers ? multiple(&s->race->spirv.grid) : 0;
    if (s->numbers) {
        add_choice(s, 3, false, RACE_CONTENTS_ZERO, false);
        add_choice(s, 1, false, RACE_CONTENTS_ZERO, false);
    }
    if (s->numbers && all != 3 && all != 1)
        add_choice(s, all, false, RACE_CONTENTS_ZERO, !s->filled);
    if (s->filled) {
        add_choice(s, all, false, RACE_CONTENTS_UP, true);
        add_choice(s, all, false, RACE_CONTENTS_DOWN, true);
    }
}

static bool has_doubts(const struct search *s, const struct choice *zero) {
    bool has = zero->found.doubt_count;
    for (uint32_t i = 0; i < s->count; i++)
        has |= s->choices[i].found.doubt_count != 0;
    return has;
}

/* Whether the doubt is there whatever is tried of which no two values are equal. Where that has not run twice, it must
 * be there with 0. */
static bool is_confirmed(const struct search *s, const struct choice *zero, const struct race_doubt *doubt) {
    uint32_t asked = 0, had = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->choices[i].apart || !s->choices[i].ended)
            continue;
        asked++;
        had += race_doubts(&s->choices[i].found, doubt->operations[0], doubt->operations[1]);
    }
    return had == asked && (asked > 1 || race_doubts(&zero->found, doubt->operations[0], doubt->operations[1]));
}

static void confirm(const struct search *s, const struct choice *zero, const struct choice *from,
                    struct race_answer *confirmed) {
    for (uint32_t i = 0; i < from->found.doubt_count; i++)
        if (is_confirmed(s, zero, &from->found.doubts[i]))
            race_doubt(confirmed, from->found.doubts[i].operations[0], from->found.doubts[i].operations[1]);
}

/* The orders once more, where doubts that have been confirmed count. */
static bool find_confirmed(struct search *s, const struct choice *zero, const struct race_options *options,
                           uint64_t seed) {
    struct race_answer *confirmed = arena_allocate_array(s->race->reader.arena, 1, sizeof *confirmed);
    confirm(s, zero, zero, confirmed);
    s->race->doubts = confirmed;
    if (confirmed->doubt_count) {
        litmus_orders_run_as_read(s->race, options, seed, s->run, s->orders);
        return true;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        confirm(s, zero, &s->choices[i], confirmed);
        if (s->choices[i].is_right && confirmed->doubt_count && is_wrong_with(s, &s->choices[i]))
            return true;
    }
    return false;
}

/* Arrays that have grown since have begun a new coverage. */
static void keep_coverage(struct litmus_race *race, const struct litmus_coverage *before) {
    for (uint32_t i = 0; i < before->word_count && i < race->spirv.coverage.word_count; i++)
        race->spirv.coverage.ran[i] |= before->ran[i];
}

static bool try_all(struct search *s, const struct choice *zero, const struct race_options *options, uint64_t seed) {
    add_choices(s);
    for (uint32_t i = 0; i < s->count; i++)
        if (is_wrong_with(s, &s->choices[i]))
            return true;
    if (!has_doubts(s, zero))
        return false;
    if (s->numbers) {
        const uint32_t odd = multiple(&s->race->spirv.grid) + 1;
        add_choice(s, odd, true, s->filled ? RACE_CONTENTS_UP : RACE_CONTENTS_ZERO, true);
        if (is_wrong_with(s, &s->choices[s->count - 1]))
            return true;
    }
    return find_confirmed(s, zero, options, seed);
}

/* Why it is not known whether there is a race: something is counted without an atomic where equal contents lead. */
static const char *find_counting(const struct search *s, const struct choice *choice) {
    for (uint32_t i = 0; i < choice->found.doubt_count; i++) {
        const struct race_doubt *doubt = &choice->found.doubts[i];
        struct text text;
        for (uint32_t k = 0; k < 2; k++) {
            const struct model_operation *write = doubt->operations[k];
            if (!(litmus_depends(s->race)->words[write->origin] & UNSET_CONTENTS) || !litmus_counting(s->race, write))
                continue;
            s->orders->counted = *doubt;
            text_init(&text, s->race->reader.arena, 256);
            text_format(&text, "a data race where elements are equal that nobody chose, of %s (%s)",
                        litmus_unset_names(s->race, write), OPTION_NAME(s->race->reader.options, DATA));
            if (write->place)
                text_format(&text, ": what is counted at %s:%u needs an atomic then", write->place->file,
                            write->place->line);
            return text_finish(&text);
        }
    }
    return NULL;
}

void litmus_unset_try(struct litmus_race *race, const struct race_options *options, uint64_t seed, struct arena *run,
                      struct litmus_orders *orders) {
    struct search *s = arena_allocate_array(race->reader.arena, 1, sizeof *s);
    const struct litmus_coverage before = race->spirv.coverage;
    struct choice *zero = arena_allocate_array(race->reader.arena, 1, sizeof *zero);
    *s = (struct search){.race = race, .run = run, .orders = orders};
    s->options = litmus_orders_options(race, options, 0, 0, 0);
    s->options.steps = s->options.steps && s->options.steps < STEPS_OF_TRY ? s->options.steps : STEPS_OF_TRY;
    s->list = litmus_unset_list(race, &s->numbers);
    s->filled = litmus_depends(race)->all & UNSET_CONTENTS ? litmus_unset_filled(race) : 0;
    zero->found = orders->answer;
    const bool is_wrong = try_all(s, zero, options, seed);
    keep_coverage(race, &before);
    orders->at = &orders->answer;
    if (is_wrong)
        return;
    if (s->numbers || s->filled)
        orders->tried = tell_tried(s, zero);
    orders->collides = find_counting(s, zero);
    for (uint32_t i = 0; !orders->collides && i < s->count; i++)
        orders->collides = find_counting(s, &s->choices[i]);
}
