#include "translator/lower/sources.h"

static void *allocate(void *user, size_t size) {
    return arena_allocate(user, size);
}

/* The arenas of a call end it where memory runs out, or the caller says so. */
static void ask(void *user) {
    const struct arena *arena = user;
    lowering_poll(arena->exhausted_user);
}

void sources_read(struct lowering *l, struct arena *arena) {
    const struct spirv_allocator allocator = {allocate, arena, ask};
    l->places = arena_allocate_array(arena, 1, sizeof *l->places);
    spirv_places_read(l->places, l->spirv->words, l->spirv->word_count, &allocator);
}

const smmra_source *sources_at(struct spirv_places *places, uint32_t word, struct arena *arena) {
    const struct spirv_allocator allocator = {allocate, arena, ask};
    struct spirv_source found;
    if (!places || !word || !spirv_source_of(places, word, &allocator, &found))
        return NULL;
    smmra_source *source = arena_allocate_array(arena, 1, sizeof *source);
    *source = (smmra_source){.file = arena_copy_string(arena, found.file, strlen(found.file)),
                             .line = found.line,
                             .column = found.column,
                             .function = found.function,
                             .text = found.text};
    return source;
}
