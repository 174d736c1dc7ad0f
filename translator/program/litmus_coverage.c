#include "translator/program/litmus_coverage.h"

#include <string.h>

#include "mmra/base/sort.h"

void litmus_coverage_begin(struct litmus_coverage *coverage, struct arena *arena, size_t word_count) {
    coverage->word_count = (uint32_t)word_count;
    coverage->is_there = arena_allocate_array(arena, word_count, sizeof *coverage->is_there);
    coverage->ran = arena_allocate_array(arena, word_count, sizeof *coverage->ran);
    coverage->places = arena_allocate_array(arena, word_count, sizeof *coverage->places);
}

void litmus_coverage_add(struct litmus_coverage *coverage, const struct program_thread *thread) {
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct model_operation *operation = &thread->code[i].operation;
        if (!operation->kind || !operation->origin || operation->origin >= coverage->word_count)
            continue;
        coverage->is_there[operation->origin] = true;
        coverage->places[operation->origin] = operation->place;
    }
}

struct visited {
    const struct model_place *place;
    uint32_t word;
    bool ran;
};

/* Lines of files; what has no line counts by its word, behind them. */
static int compare_places(const struct visited *a, const struct visited *b) {
    uint32_t line = a->place ? a->place->line : UINT32_MAX, other = b->place ? b->place->line : UINT32_MAX;
    if (line != other)
        return line < other ? -1 : 1;
    if (a->place && b->place)
        return a->place->file == b->place->file ? 0 : strcmp(a->place->file, b->place->file);
    return (a->word > b->word) - (a->word < b->word);
}

static int by_place(const void *a, const void *b) {
    const struct visited *x = a, *y = b;
    int places = compare_places(x, y), ran = (int)y->ran - (int)x->ran; /* first of a line what has run */
    return places ? places : ran ? ran : (x->word > y->word) - (x->word < y->word);
}

static const smmra_place *place_of(const struct visited *one, struct arena *arena) {
    smmra_place *place = arena_allocate_array(arena, 1, sizeof *place);
    *place = (smmra_place){.word = one->word, .message = "no invocation came to it, so nothing is said of it"};
    if (one->place) {
        smmra_source *source = arena_allocate_array(arena, 1, sizeof *source);
        *source = (smmra_source){one->place->file, one->place->line, one->place->column, one->place->function,
                                 one->place->text};
        place->source = source;
    }
    return place;
}

const smmra_place *const *litmus_coverage_never_ran(const struct litmus_coverage *coverage, struct arena *arena,
                                                    size_t *count) {
    struct visited *all = NULL;
    const smmra_place **list = NULL;
    uint32_t visited = 0, visited_capacity = 0, listed = 0, capacity = 0;
    for (uint32_t word = 0; word < coverage->word_count; word++)
        if (coverage->is_there[word])
            *ARENA_PUSH(arena, all, visited, visited_capacity) =
                (struct visited){coverage->places[word], word, coverage->ran[word]};
    mmra_sort(arena, all, visited, sizeof *all, by_place);
    for (uint32_t i = 0; i < visited; i++) {
        bool again = i && compare_places(&all[i - 1], &all[i]) == 0;
        if (!again && !all[i].ran)
            *ARENA_PUSH(arena, list, listed, capacity) = place_of(&all[i], arena);
    }
    *count = listed;
    return list;
}
