#include "translator/program/litmus_lengths.h"

#include "translator/program/litmus_orders.h"

/* A run in which accesses pass that leave an array tells how far they go, and the module is read again with arrays as
 * long as that. An array whose length the shader asks for grows only if its accesses go as far when it is shorter:
 * those of a[a.length()] go where the length says, and leave it however long it is. */

enum { MOST_GROWTHS = 8, STEPS_OF_PROBE = 25000000 };

/* ---- how far accesses go ---- */

static bool passes(void *user, uint64_t address, uint32_t bytes) {
    struct litmus_race *race = user;
    bool is_known = false;
    for (uint32_t i = 0; i < race->spirv.memory_count; i++) {
        const struct litmus_memory *memory = &race->spirv.memory[i];
        const uint64_t end = address - memory->address + bytes;
        if (!race->reader.owners[i]->most_length || address < memory->address || end <= memory->bytes ||
            end > grid_end_of_array(&race->reader, race->reader.owners[i], race->reader.owners[i]->most_length))
            continue;
        race->beyond[i] = end > race->beyond[i] ? end : race->beyond[i];
        is_known = true;
    }
    return is_known;
}

/* Finds where accesses end, by memory; false: the run did not come to its end. */
static bool look_beyond(struct litmus_race *race, const struct race_options *options, struct arena *run) {
    uint8_t **const ran = race->program.ran;
    struct race_options of_values = *options;
    struct race_answer answer;
    of_values.values_alone = true;
    race->beyond = arena_allocate_array(race->reader.arena, race->spirv.memory_count + 1, sizeof *race->beyond);
    race->program.ran = NULL;
    race->program.passes = passes;
    bool ended = litmus_orders_try(race, &of_values, run, &answer) && !answer.stopped && !answer.refused;
    race->program.passes = NULL;
    race->program.ran = ran;
    return ended;
}

static uint64_t length_up_to(struct grid_reader *g, const struct grid_variable *variable, uint64_t end) {
    const uint64_t fixed = grid_end_of_array(g, variable, 0), stride = grid_end_of_array(g, variable, 1) - fixed;
    return end > fixed ? (end - fixed + stride - 1) / stride : 0;
}

/* How many elements the accesses need; 0: no more than there are. */
static uint64_t needed(struct litmus_race *race, uint32_t memory) {
    return length_up_to(&race->reader, race->reader.owners[memory], race->beyond[memory]);
}

/* ---- longer arrays ---- */

/* The lengths that the race has. */
static struct grid_grown *copy_lengths(const struct litmus_race *race, uint32_t *count) {
    const struct grid_reader *g = &race->reader;
    struct grid_grown *lengths = arena_allocate_array(g->arena, g->grown_count + g->owner_count + 1, sizeof *lengths);
    *count = g->grown_count;
    if (*count)
        memcpy(lengths, g->grown, *count * sizeof *lengths);
    return lengths;
}

/* The entry of a variable, which is made where there is none. */
static struct grid_grown *entry_of(const struct litmus_race *race, const struct grid_variable *variable,
                                   struct grid_grown *lengths, uint32_t *count) {
    const struct grid_grown *known = grid_grown_of(&race->reader, variable);
    if (known)
        return &lengths[known - race->reader.grown];
    lengths[*count] = (struct grid_grown){variable->id, variable->name, variable->runtime_length, false};
    return &lengths[(*count)++];
}

/* Whether the shader asks for the length of this memory, through whichever variable of its descriptor. */
static bool is_asked(const struct litmus_race *race, uint32_t memory) {
    const struct litmus_memory *all = race->spirv.memory;
    for (uint32_t i = 0; i < race->spirv.memory_count; i++)
        if (all[i].address == all[memory].address && race->reader.owners[i]->asks_length)
            return true;
    return false;
}

/* Reads the module with half of the lengths that are asked for, and looks how far accesses go then. */
static bool look_at_shorter(struct litmus_race *race, const struct race_options *options, struct arena *run,
                            const bool *asked) {
    uint32_t count, memories = race->spirv.memory_count;
    struct grid_grown *lengths = copy_lengths(race, &count);
    for (uint32_t i = 0; i < memories; i++)
        if (asked[i] || race->beyond[i]) {
            struct grid_grown *entry = entry_of(race, race->reader.owners[i], lengths, &count);
            entry->length = asked[i] ? entry->length / 2 : needed(race, i);
        }
    return litmus_race_read_again(race, lengths, count) && race->spirv.memory_count == memories &&
           look_beyond(race, options, run);
}

/* New lengths in place of those of the race. False: none is longer. */
static bool grow(struct litmus_race *race, const struct race_options *options, struct arena *run) {
    const uint32_t memories = race->spirv.memory_count;
    bool *asked = arena_allocate_array(race->reader.arena, memories + 1, sizeof *asked), asks = false, grows = false;
    uint32_t count, had;
    struct grid_grown *const before = copy_lengths(race, &had), *const lengths = copy_lengths(race, &count);
    if (!look_beyond(race, options, run))
        return false;
    for (uint32_t i = 0; i < memories; i++)
        asks |= asked[i] = race->beyond[i] && is_asked(race, i);
    struct grid_grown **entries = arena_allocate_array(race->reader.arena, memories + 1, sizeof *entries);
    uint64_t *wanted = arena_allocate_array(race->reader.arena, memories + 1, sizeof *wanted);
    for (uint32_t i = 0; i < memories; i++)
        if (race->beyond[i]) {
            entries[i] = entry_of(race, race->reader.owners[i], lengths, &count);
            wanted[i] = needed(race, i);
        }
    const bool is_shorter = asks && look_at_shorter(race, options, run, asked);
    for (uint32_t i = 0; i < memories; i++) {
        if (!entries[i])
            continue;
        entries[i]->is_final = asked[i] && !(is_shorter && needed(race, i) == wanted[i]);
        entries[i]->length = entries[i]->is_final ? entries[i]->length : wanted[i];
        grows |= !entries[i]->is_final;
    }
    if (litmus_race_read_again(race, lengths, count))
        return grows;
    litmus_race_read_again(race, before, had);
    return false;
}

static bool can_grow(const struct litmus_race *race) {
    for (uint32_t i = 0; i < race->reader.owner_count; i++)
        if (race->reader.owners[i]->most_length)
            return race->growths < MOST_GROWTHS;
    return false;
}

/* ---- images ---- */

/* Whether the access that left its memory is to an image of which nobody has said anything. */
static bool leaves_image(const struct litmus_race *race, const struct race_answer *answer) {
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++) {
            const struct program_instruction *in = &race->program.codes[c].code[i];
            for (uint32_t m = 0; &in->operation == answer->fault_at && m < race->spirv.memory_count; m++)
                if (in->lowest - race->spirv.memory[m].address < race->spirv.memory[m].bytes)
                    return race->reader.owners[m]->image && !race->reader.owners[m]->given &&
                           !race->reader.owners[m]->input;
        }
    return false;
}

/* It is not known where a texel leads that an image does not have. So images become as large as the grid, and then four
 * times that, up to 64; if that is not enough, they are what they were. True: the race is to run again. */
static bool scale_images(struct litmus_race *race, const struct race_answer *answer) {
    enum { LARGEST = 64 };
    const uint32_t before = race->image_scale;
    if (race->images_are_final || !leaves_image(race, answer))
        return false;
    race->image_scale = before ? before * 4 : 1;
    race->images_are_final = race->image_scale > LARGEST;
    if (race->images_are_final)
        race->image_scale = 0;
    if (litmus_race_read_again(race, race->reader.grown, race->reader.grown_count))
        return true;
    race->image_scale = before;
    race->images_are_final = true;
    return false;
}

bool litmus_lengths_settle(struct litmus_race *race, const struct race_options *options,
                           const struct race_answer *answer, struct arena *run) {
    struct race_options of_probe = *options;
    const uint64_t steps = answer->steps * 4 + STEPS_OF_PROBE;
    if (!answer->out_of_bounds || answer->refused || answer->stopped)
        return false;
    if (scale_images(race, answer)) {
        arena_destroy(run);
        return true;
    }
    if (!can_grow(race))
        return false;
    of_probe.steps = of_probe.steps && of_probe.steps < steps ? of_probe.steps : steps;
    race->growths = grow(race, &of_probe, run) ? race->growths + 1 : MOST_GROWTHS;
    arena_destroy(run);
    return true;
}

void litmus_lengths_double(struct litmus_race *race) {
    uint32_t count, had;
    struct grid_grown *const lengths = copy_lengths(race, &count), *const before = copy_lengths(race, &had);
    bool is_longer = false;
    for (uint32_t i = 0; i < race->spirv.memory_count; i++)
        if (race->reader.owners[i]->most_length && is_asked(race, i)) {
            entry_of(race, race->reader.owners[i], lengths, &count)->length *= 2;
            is_longer = true;
        }
    if (is_longer && !litmus_race_read_again(race, lengths, count))
        litmus_race_read_again(race, before, had);
}

void litmus_lengths_take(struct litmus_race *race, const struct litmus_race *from) {
    const bool differs = race->image_scale != from->image_scale;
    race->image_scale = from->image_scale;
    if (from->reader.grown_count || race->reader.grown_count || differs)
        litmus_race_read_again(race, from->reader.grown, from->reader.grown_count);
}
