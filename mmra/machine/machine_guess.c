#include "mmra/machine/machine_guess.h"

#include <inttypes.h>
#include <string.h>

#include "mmra/base/product.h"

enum { SLOT = 8, BUFFER_BYTES = 4096, MOST_BUFFER_BYTES = 1 << 24, MOST_LOCAL_BYTES = 1 << 16 };

/* ---- what is guessed ---- */

static bool is_number(const struct machine_guess *g, uint32_t at) {
    const struct machine_argument *argument = &g->judge->code->kernel.arguments[at];
    return g->guessed[at] && !machine_is_buffer(argument) && !machine_is_local_pointer(argument);
}

void machine_guess_make(struct machine_guess *guess, struct machine_judge *judge, struct machine_value *values,
                        struct arena *arena, bool lds_is_given) {
    const struct machine_kernel *kernel = &judge->code->kernel;
    *guess = (struct machine_guess){.judge = judge, .values = values, .arena = arena};
    guess->guesses_lds = !lds_is_given && !kernel->group_bytes;
    for (uint32_t k = 0; k < machine_count_given(kernel); k++) {
        guess->guessed[k] = !values[k].given;
        guess->any |= guess->guessed[k];
        guess->any_number |= is_number(guess, k);
    }
}

/* As many as there are work-items, which most kernels are called with; one; and a few, of which each may have some. */
static uint32_t number_of(const struct machine_guess *g, uint32_t trial) {
    const struct machine_dispatch *d = &g->judge->dispatch;
    uint64_t items = mmra_volume(d->groups) * mmra_volume(d->local);
    return trial == 0 ? items < INT32_MAX ? (uint32_t)items : INT32_MAX : trial == 1 ? 1 : 3;
}

static void put_number(struct machine_guess *g, uint32_t at) {
    struct machine_value *value = &g->values[at];
    uint32_t size = g->judge->code->kernel.arguments[at].size;
    uint8_t *bytes = arena_allocate_array(g->arena, (size_t)size + 1, 1);
    for (uint32_t k = 0; k < size; k += 4) {
        bool is_upper = size == SLOT && k; /* a number of 64 bits is a small one, too */
        uint32_t number = is_upper ? 0 : size == 1 ? g->number != 1 : g->number;
        memcpy(bytes + k, &number, size - k < 4 ? size - k : 4);
    }
    value->bytes = bytes;
    value->count = value->size = size;
}

bool machine_guess_begin(struct machine_guess *guess, uint32_t trial) {
    const struct machine_kernel *kernel = &guess->judge->code->kernel;
    if (trial && (!guess->any_number || number_of(guess, trial) == guess->number))
        return false;
    guess->number = number_of(guess, trial);
    guess->is_trying = false;
    guess->argument = guess->slot = 0;
    guess->gave_up = NULL;
    for (uint32_t k = 0; k < machine_count_given(kernel); k++) {
        if (!guess->guessed[k])
            continue;
        guess->values[k] = (struct machine_value){.given = true, .bytes = (const uint8_t *)"", .size = BUFFER_BYTES};
        if (is_number(guess, k))
            put_number(guess, k);
    }
    return true;
}

/* ---- what a run shows ---- */

/* At least twice what it was. */
static bool grow(struct machine_guess *g, uint64_t *size, uint64_t wanted) {
    uint64_t larger = *size * 2;
    while (larger < wanted && larger <= MOST_BUFFER_BYTES)
        larger *= 2;
    if (larger > MOST_BUFFER_BYTES) {
        g->gave_up = "a buffer that nobody gave would have more than 16 MiB";
        return false;
    }
    *size = larger;
    return true;
}

/* The size of the guess that lies before the address, with nothing else between; NULL: none does. */
static uint64_t *find_size(struct machine_guess *g, uint64_t end, uint64_t *wanted) {
    const struct machine_layout *layout = &g->judge->layout;
    for (uint32_t r = 0; r < layout->range_count; r++) {
        const struct machine_argument *argument = layout->arguments[r];
        uint64_t base = layout->ranges[r].address;
        if (!argument || end <= base || end - base > MACHINE_BUFFER_GAP)
            continue;
        uint32_t at = (uint32_t)(argument - g->judge->code->kernel.arguments);
        *wanted = end - base;
        if (!g->guessed[at])
            return NULL;
        return machine_is_buffer(argument) ? &g->values[at].size : &g->values[at].pointed[layout->slots[r]];
    }
    return NULL;
}

/* The next eight bytes of a value that may be a pointer; what was tried before is a number again if the same
 * instruction still leaves memory. */
static bool try_pointer(struct machine_guess *g, uint32_t line) {
    const struct machine_kernel *kernel = &g->judge->code->kernel;
    if (g->is_trying && g->line == line)
        g->values[g->argument].pointed[g->slot - 1] = 0;
    else
        g->argument = g->slot = 0;
    for (; g->argument < machine_count_given(kernel); g->argument++, g->slot = 0) {
        uint32_t slots = is_number(g, g->argument) ? kernel->arguments[g->argument].size / SLOT : 0;
        struct machine_value *value = &g->values[g->argument];
        if (slots && !value->pointed)
            value->pointed = arena_allocate_array(g->arena, slots, sizeof *value->pointed);
        while (g->slot < slots && value->pointed[g->slot])
            g->slot++;
        if (g->slot >= slots)
            continue;
        value->pointed[g->slot++] = BUFFER_BYTES;
        g->is_trying = true;
        g->line = line;
        return true;
    }
    g->is_trying = false;
    g->gave_up = "an access out of bounds, and not of a buffer whose size was guessed";
    return false;
}

static bool grow_local(struct machine_guess *g, uint64_t wanted) {
    const struct machine_kernel *kernel = &g->judge->code->kernel;
    uint32_t before = g->judge->lds;
    bool grown = false;
    for (uint32_t k = 0; k < machine_count_given(kernel); k++)
        if (g->guessed[k] && machine_is_local_pointer(&kernel->arguments[k]) && g->values[k].size < MOST_LOCAL_BYTES)
            grown |= grow(g, &g->values[k].size, 0);
    if (grown)
        return true;
    for (uint32_t size = 1024; g->guesses_lds && size <= MOST_LOCAL_BYTES && g->judge->lds == before; size *= 2)
        g->judge->lds = size >= wanted && size > before ? size : before;
    return g->judge->lds != before;
}

bool machine_guess_mend(struct machine_guess *guess, const struct machine_result *result) {
    uint64_t wanted = 0;
    if (!result->fault || result->stopped)
        return false;
    if (result->wrong == MACHINE_BEYOND_LOCAL)
        return grow_local(guess, result->address);
    if (result->wrong != MACHINE_BEYOND || !guess->any || !result->address)
        return false;
    uint64_t *size = find_size(guess, result->address, &wanted);
    return size ? grow(guess, size, wanted) : !wanted && try_pointer(guess, result->line);
}

/* ---- words ---- */

static bool has_pointer(const struct machine_value *value, uint32_t slots) {
    for (uint32_t k = 0; value->pointed && k < slots; k++)
        if (value->pointed[k])
            return true;
    return false;
}

static void tell_one(const struct machine_guess *g, uint32_t at, struct text *text) {
    const struct machine_argument *argument = &g->judge->code->kernel.arguments[at];
    const struct machine_value *value = &g->values[at];
    text_format(text, "%sargument %u", text_length(text) ? ", " : "", at);
    if (argument->name) {
        TEXT_LITERAL(text, " (");
        text_printable(text, argument->name);
        TEXT_LITERAL(text, ")");
    }
    if (!is_number(g, at))
        text_format(text, " has %" PRIu64 " bytes%s", value->size, machine_is_buffer(argument) ? " of 0" : "");
    else if (!has_pointer(value, argument->size / SLOT))
        text_format(text, " is %u%s", argument->size == 1 ? g->number != 1 : g->number,
                    argument->size > SLOT ? " in each dword" : "");
    for (uint32_t k = 0; has_pointer(value, argument->size / SLOT) && k < argument->size / SLOT; k++)
        if (value->pointed[k])
            text_format(text, " has at byte %u a pointer to %" PRIu64 " bytes of 0", k * SLOT, value->pointed[k]);
}

void machine_guess_tell(const struct machine_guess *guess, struct text *text) {
    for (uint32_t k = 0; k < machine_count_given(&guess->judge->code->kernel); k++)
        if (guess->guessed[k])
            tell_one(guess, k, text);
    if (guess->guesses_lds && guess->judge->lds)
        text_format(text, "%sshared memory has %u bytes", text_length(text) ? ", " : "", guess->judge->lds);
}
