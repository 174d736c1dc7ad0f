#include "translator/program/litmus_coverage.h"

#include <string.h>

#include "mmra/base/sort.h"
#include "mmra/base/text.h"
#include "translator/option_names.h"

void litmus_coverage_begin(struct litmus_coverage *coverage, struct arena *arena, size_t word_count) {
    coverage->word_count = (uint32_t)word_count;
    coverage->is_there = arena_allocate_array(arena, word_count, sizeof *coverage->is_there);
    coverage->ran = arena_allocate_array(arena, word_count, sizeof *coverage->ran);
    coverage->places = arena_allocate_array(arena, word_count, sizeof *coverage->places);
    coverage->causes = arena_allocate_array(arena, word_count, sizeof *coverage->causes);
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
};

/* Lines of files; what has no line counts by its word, after them. */
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
    int places = compare_places(x, y);
    return places ? places : (x->word > y->word) - (x->word < y->word);
}

static const smmra_place *place_of(const struct visited *one, const char *cause, bool in_part, uint32_t flags,
                                   struct arena *arena) {
    smmra_place *place = arena_allocate_array(arena, 1, sizeof *place);
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "never ran%s, ", in_part ? " in part" : "");
    if (cause)
        text_string(&text, cause);
    else
        text_format(&text, "so nothing is said of it (%s and %s may let it run)", option_name(flags, OPTION_ID_INPUTS),
                    option_name(flags, OPTION_ID_GROUPS));
    *place = (smmra_place){.word = one->word, .message = text_finish(&text)};
    if (one->place) {
        smmra_source *source = arena_allocate_array(arena, 1, sizeof *source);
        *source = litmus_source_of(one->place);
        place->source = source;
    }
    return place;
}

/* Finds the first operation of a line that never ran, or the first of these whose cause is known; NULL: all ran. */
static const smmra_place *judge_line(const struct litmus_coverage *coverage, const struct visited *line, uint32_t count,
                                     uint32_t flags, struct arena *arena) {
    const struct visited *lacking = NULL;
    bool in_part = false;
    for (uint32_t i = 0; i < count; i++) {
        const bool lacks = litmus_coverage_lacks(coverage, line[i].word);
        in_part |= !lacks;
        if (lacks && (!lacking || (!coverage->causes[lacking->word] && coverage->causes[line[i].word])))
            lacking = &line[i];
    }
    return lacking ? place_of(lacking, coverage->causes[lacking->word], in_part, flags, arena) : NULL;
}

const smmra_place *const *litmus_coverage_never_ran(const struct litmus_coverage *coverage, uint32_t flags,
                                                    struct arena *arena, size_t *count) {
    struct visited *all = NULL;
    const smmra_place **list = NULL;
    uint32_t visited = 0, visited_capacity = 0, listed = 0, capacity = 0;
    for (uint32_t word = 0; word < coverage->word_count; word++)
        if (coverage->is_there[word])
            *ARENA_PUSH(arena, all, visited, visited_capacity) = (struct visited){coverage->places[word], word};
    mmra_sort(arena, all, visited, sizeof *all, by_place);
    for (uint32_t i = 0, next = 0; i < visited; i = next) {
        while (next < visited && compare_places(&all[i], &all[next]) == 0)
            next++;
        const smmra_place *place = judge_line(coverage, &all[i], next - i, flags, arena);
        if (place)
            *ARENA_PUSH(arena, list, listed, capacity) = place;
    }
    *count = listed;
    return list;
}
