#include "translator/lower/sources.h"

void sources_read(struct lowering *l, struct arena *arena) {
    l->places = arena_allocate_array(arena, 1, sizeof *l->places);
    spirv_places_read(l->places, l->spirv->words, l->spirv->word_count, arena);
}

const smmra_source *sources_at(struct spirv_places *places, uint32_t word, struct arena *arena) {
    struct spirv_source found;
    if (!places || !word || !spirv_source_of(places, word, arena, &found))
        return NULL;
    smmra_source *source = arena_allocate_array(arena, 1, sizeof *source);
    *source = (smmra_source){.file = arena_copy_string(arena, found.file, strlen(found.file)),
                             .line = found.line,
                             .column = found.column,
                             .function = found.function,
                             .text = found.text};
    return source;
}
