#include "translator/command/command_proven.h"

#include <string.h>

#include "mmra/base/text.h"
#include "translator/prove/prove.h"

enum { MEGABYTES = 16 };

static bool goes_on(void *user) {
    (void)user;
    return watch_goes_on(NULL);
}

/* A proof about grids with one workgroup along a dimension says nothing of a run that has several there. */
static bool is_of_other_grids(uint32_t assumed, const smmra_litmus_options *run) {
    for (uint32_t d = 0; d < 3; d++)
        if (assumed >> (PROVE_ASSUMES_ONE_X + d) & 1 && run->groups[d] > 1)
            return true;
    return false;
}

struct proven proven_find(struct work *work, const uint32_t *words, size_t count, const smmra_litmus_options *run) {
    const struct prove_options options = {.run = run, .is_quick = true, .goes_on = goes_on};
    struct prove_answer answer;
    struct proven proven = {0};
    struct arena arena;
    arena_init(&arena, NULL, arena_limit(MEGABYTES, SIZE_MAX), work->arena.exhausted, work->arena.exhausted_user);
    prove_module(&answer, &arena, words, count, &options);
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++) {
        bool is_asked = i != PROVE_BARRIERS || answer.has_barriers;
        bool is_alike = !run->local[0] || memcmp(answer.local, run->local, sizeof answer.local) == 0;
        if (!is_asked || !is_alike || answer.of[i].verdict != PROVE_PROVEN ||
            is_of_other_grids(answer.of[i].assumed, run))
            continue;
        proven.questions |= 1u << i;
        proven.assumed |= answer.of[i].assumed;
    }
    arena_destroy(&arena);
    return proven;
}

static void put_list(struct text *text, uint32_t bits, const char *const *texts, uint32_t count, const char *between) {
    bool is_first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (!(bits >> i & 1))
            continue;
        text_format(text, "%s%s", is_first ? "" : between, texts[i]);
        is_first = false;
    }
}

const char *proven_text(const struct proven *proven, struct arena *arena) {
    struct text text;
    if (!proven->questions)
        return NULL;
    text_init(&text, arena, 256);
    text_string(&text, "proven for all inputs and grids: ");
    put_list(&text, proven->questions, prove_question_texts, PROVE_QUESTIONS, ", ");
    text_string(&text, "; if ");
    put_list(&text, proven->assumed, prove_assumption_texts, PROVE_ASSUMPTIONS, "; ");
    return text_finish(&text);
}

void proven_put_json(const struct proven *proven) {
    json_put(", \"proven\": [");
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++)
        if (proven->questions >> i & 1)
            json_put(", %s", prove_question_names[i]);
    json_put("], \"proven_if\": [");
    for (uint32_t i = 0; i < PROVE_ASSUMPTIONS; i++)
        if (proven->assumed >> i & 1)
            json_put(", %s", prove_assumption_texts[i]);
    json_put("]");
}
