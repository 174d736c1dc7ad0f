/* Accesses: what they read and write, and the earlier ones that they are compared with. */
#include "mmra/base/index.h"
#include "mmra/race/race_run.h"

enum { FIRST_COMPACTION = 64, MOST_THAT_RACED = 64, MOST_SCRATCH = 1024 };

/* ---- comparing ---- */

static uint32_t mask_of(const struct race_event *event, uint64_t word) {
    const uint64_t end = event->address + event->bytes;
    const uint32_t from = event->address > word ? (uint32_t)(event->address - word) : 0;
    const uint32_t to = end < word + RACE_WORD ? (uint32_t)(end - word) : RACE_WORD;
    return event->address >= word + RACE_WORD || end <= word ? 0 : (1u << to) - (1u << from);
}

/* Asks about the bytes of the word from the one to the other, which are numbers. If accesses beside the two stand for
 * several each, there may be more order than is known: it is assumed then. */
static bool is_race_of(struct race_run *run, const struct race_word *word, const struct race_event *first,
                       const struct race_event *second, uint64_t from, uint64_t to) {
    struct race_order *order = &run->order;
    order->beside[0] = &word->writes;
    order->beside[1] = &word->reads;
    order->asked_first = from;
    order->asked_last = to;
    bool race = race_order_is_race(order, first, second);
    if (!race || !word->merged || order->by_text)
        return race;
    order->assumes = true;
    race = race_order_is_race(order, first, second);
    order->assumes = false;
    run->answer->assumed |= !race;
    return race;
}

/* An access beside the two that has all bytes which both access has each of them. If the two seem to race otherwise,
 * each byte is asked about, which is a memory location of its own. */
static bool is_race(struct race_run *run, const struct race_word *word, const struct race_event *first,
                    const struct race_event *second, uint64_t address) {
    const uint32_t mask = mask_of(first, address) & mask_of(second, address);
    uint64_t from = address, to = address + RACE_WORD - 1;
    while (!(mask >> (from - address) & 1))
        from++;
    while (!(mask >> (to - address) & 1))
        to--;
    bool race = is_race_of(run, word, first, second, from, to);
    for (uint64_t byte = from; race && from != to && byte <= to; byte++)
        if (is_race_of(run, word, first, second, byte, byte))
            return true;
    return race && from == to;
}

/* Whether they race by the text of Vulkan's appendix, where the formal model says that they race, or that they do not.
 * The text has all order that does not hang on what it includes in one direction alone. */
static bool is_race_by_text(struct race_run *run, const struct race_word *word, const struct race_event *first,
                            const struct race_event *second, uint64_t address, bool race) {
    if (!race && !run->reversed)
        return false;
    run->order.by_text = true;
    race = is_race(run, word, first, second, address);
    run->order.by_text = false;
    return race;
}

static bool is_allowed(const struct race_program *program, const struct race_event *first,
                       const struct race_event *second) {
    return program->allows && program->allows(program->allows_user, first->operation, second->operation);
}

/* Whether a race was found among those of the others that are compared, from the first to be on. */
static bool compare_with(struct race_run *run, const struct race_word *word, const struct race_accesses *others,
                         const struct race_event *event, uint64_t address, uint32_t i) {
    uint32_t mask = mask_of(event, address);
    bool raced = false;
    for (; i < others->count; i++) {
        const struct race_event *other = &others->items[i];
        const bool own = other->invocation == event->invocation && other->reference == event->reference;
        if (own || !(mask_of(other, address) & mask))
            continue;
        run->reversed = false;
        bool race = is_race(run, word, other, event, address);
        if ((race || run->reversed) && race_split_give_up(run))
            return false;
        if (race && is_allowed(run->program, other, event))
            continue;
        if (!run->answer->by_text && is_race_by_text(run, word, other, event, address, race))
            run->answer->by_text = race_counts(run, other, event);
        if (race)
            race_find(run, other, event);
        raced |= race;
    }
    return raced;
}

static inline bool compare(struct race_run *run, const struct race_word *word, const struct race_accesses *others,
                           const struct race_event *event, uint64_t address) {
    const uint32_t first = others == &word->writes ? word->stale : 0;
    return first < others->count && compare_with(run, word, others, event, address, first);
}

/* ---- what a word remembers ---- */

/* Whether a scope has all invocations of the run. */
static bool has_all(const struct race_order *order, uint8_t scope) {
    return scope <= VULKAN_DEVICE || (scope < MODEL_LEVELS && !order->instances[scope]);
}

/* Whether these are atomics of the whole word, in a scope that has all, through one reference. */
static bool is_alike(const struct race_run *run, const struct race_word *word, const struct race_event *event) {
    return event->flags & MODEL_ATOMIC && event->bytes == RACE_WORD && event->address % RACE_WORD == 0 &&
           has_all(&run->order, event->operation->scope) &&
           (!word->writes.count || word->writes.items[0].reference == event->reference) &&
           (!word->reads.count || word->reads.items[0].reference == event->reference);
}

static bool is_replaced(const struct race_event *old, const struct race_event *event) {
    return old->invocation == event->invocation && old->flags == event->flags && old->kind == event->kind &&
           old->operation->scope == event->operation->scope &&
           old->operation->semantics == event->operation->semantics && old->address == event->address &&
           old->bytes == event->bytes && old->reference == event->reference;
}

static uint32_t hash_of(const struct race_event *event) {
    uint64_t hash = mmra_hash_mix(event->invocation, event->address);
    return mmra_hash_end(mmra_hash_mix(hash, (uint64_t)event->flags << 16 | event->kind));
}

struct wanted {
    const struct race_accesses *accesses;
    const struct race_event *event;
};

static bool is_replaced_by(const void *key, uint32_t item) {
    const struct wanted *wanted = key;
    return is_replaced(wanted->event, &wanted->accesses->items[item]);
}

/* Keeps the index for later use, unless it is large: a large one takes long to empty. The one that was kept before has
 * become this one as it grew. */
static void empty_scratch(struct race_run *run, struct mmra_index index) {
    run->scratch = (struct mmra_index){0};
    if (index.slot_count > MOST_SCRATCH) {
        arena_give_back(run->arena, index.slots);
        return;
    }
    memset(index.slots, 0, index.slot_count * sizeof *index.slots);
    index.count = 0;
    run->scratch = index;
}

/* The later of two that are alike stands for both. */
static void merge(struct race_run *run, struct race_word *word, struct race_event *later, struct race_event *event) {
    later->since = event->since < later->since ? event->since : later->since;
    word->merged |= event->known != NULL;
    race_order_forget(&run->order, event->known);
}

/* If two accesses of one invocation are alike, all that is ordered after the later one is ordered after the earlier. */
static void compact(struct race_run *run, struct race_word *word, struct race_accesses *accesses) {
    struct mmra_index later = run->scratch;
    uint32_t kept = accesses->count;
    for (uint32_t i = accesses->count; i-- > 0;) {
        struct race_event event = accesses->items[i];
        uint32_t hash = hash_of(&event);
        uint32_t same = mmra_index_find(&later, hash, is_replaced_by, &(struct wanted){accesses, &event});
        if (same != MMRA_INDEX_NONE) {
            merge(run, word, &accesses->items[same], &event);
            continue;
        }
        accesses->items[--kept] = event;
        mmra_index_add(&later, run->arena, hash, kept);
    }
    empty_scratch(run, later);
    accesses->count -= kept;
    memmove(accesses->items, accesses->items + kept, accesses->count * sizeof *accesses->items);
    accesses->compact_at = 2 * accesses->count > FIRST_COMPACTION ? 2 * accesses->count : FIRST_COMPACTION;
}

/* Which access gives way to one that races: the last by the same instruction, if there are many. Others that race with
 * the new one race with those, too, as a rule. NULL: it is one more. */
static struct race_event *replaced_by(struct race_accesses *accesses, const struct race_event *event) {
    struct race_event *last = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < accesses->count; i++)
        if (accesses->items[i].operation->origin == event->operation->origin) {
            last = &accesses->items[i];
            count++;
        }
    return count < MOST_THAT_RACED ? NULL : last;
}

/* Returns the last access if the new one says all that it says. Order leaves an invocation by releases alone: so an
 * operation that makes available or visible says more if there was a release since. */
static struct race_event *repeated(const struct race_run *run, struct race_word *word, struct race_accesses *accesses,
                                   struct race_event *event) {
    const uint32_t stale = accesses == &word->writes ? word->stale : 0;
    struct race_event *last = accesses->count > stale ? &accesses->items[accesses->count - 1] : NULL;
    if (!last || !is_replaced(last, event))
        return NULL;
    bool released = last->known && last->index <= run->order.states[last->invocation]->released;
    if (released && accesses->count < FIRST_COMPACTION)
        return NULL;
    word->merged |= released;
    event->since = released || last->since < last->index ? last->since : event->index;
    return last;
}

/* Accesses that are alike are dropped now and then, and of many that are compared with nothing all but the last. */
static void make_room(struct race_run *run, struct race_word *word, struct race_accesses *accesses) {
    const bool may_join = accesses == &word->writes && word->alike && word->location && !run->at->range->per_group &&
                          !(run->options->without & RACE_WITHOUT_CROWDS);
    const uint32_t count = accesses->count + (may_join ? race_crowd_count(word) : 0);
    accesses->compact_at = accesses->compact_at ? accesses->compact_at : FIRST_COMPACTION;
    if (count == accesses->compact_at && may_join && race_crowd_once(word)) {
        accesses->compact_at = 2 * count;
    } else if (count == accesses->compact_at) {
        if (may_join)
            race_crowd_part(run, word);
        compact(run, word, accesses);
    }
    if (may_join && accesses->count >= FIRST_COMPACTION)
        race_crowd_join(run, word);
}

static void remember(struct race_run *run, struct race_word *word, struct race_event event, bool raced) {
    struct race_accesses *accesses = event.kind & MODEL_WRITE ? &word->writes : &word->reads;
    word->alike = (word->alike || word->writes.count + word->reads.count == word->stale) && is_alike(run, word, &event);
    event.since = event.index;
    event.known = race_order_is_link(&event) ? race_order_know(&run->order, event.invocation) : NULL;
    struct race_event *replaced = repeated(run, word, accesses, &event);
    if (!replaced && raced) {
        replaced = replaced_by(accesses, &event);
        run->answer->left_out |= replaced != NULL;
    }
    if (replaced) {
        race_order_forget(&run->order, replaced->known);
        memmove(replaced, replaced + 1, (size_t)(accesses->items + accesses->count - 1 - replaced) * sizeof *replaced);
        accesses->items[accesses->count - 1] = event;
        return;
    }
    make_room(run, word, accesses);
    *RACE_PUSH(&run->pool, accesses->items, accesses->count, accesses->capacity) = event;
}

static void look(struct race_run *run, const struct race_event *event) {
    uint64_t base = run->at->range->address, first = event->address - (event->address - base) % RACE_WORD;
    for (uint64_t address = first; address < event->address + event->bytes; address += RACE_WORD) {
        struct race_word *word = race_memory_word(&run->memory, run->at, run->at_group, address);
        bool raced = false;
        if (word->location)
            race_past_check(event, word->location);
        if (run->at->range->per_group)
            race_phase_begin(run, word, event);
        if (!(word->alike && is_alike(run, word, event))) {
            race_crowd_part(run, word);
            raced = compare(run, word, &word->writes, event, address);
            if (event->kind & MODEL_WRITE)
                raced |= compare(run, word, &word->reads, event, address);
        }
        remember(run, word, *event, raced);
    }
}

/* ---- the location of atomics ---- */

static struct race_location *location_of(struct race_run *run, const struct race_event *event) {
    struct race_word *word = race_memory_word(&run->memory, run->at, run->at_group, event->address);
    if (!word->location && event->flags & MODEL_ATOMIC) {
        word->location = race_pool_take(&run->pool, sizeof *word->location);
        memset(word->location, 0, sizeof *word->location);
    }
    if (word->location && !word->location->bytes) {
        word->location->bytes = event->bytes;
        word->location->address = event->address;
        word->location->reference = event->reference;
    }
    return word->location;
}

static const struct race_event *last_write(const struct race_word *word) {
    return word->writes.count ? &word->writes.items[word->writes.count - 1] : NULL;
}

/* ---- one access ---- */

struct value {
    uint64_t bits;
    bool known;
};

static struct value operand(const struct race_thread *t, struct program_operand o) {
    if (o.kind == PROGRAM_REGISTER)
        return (struct value){t->registers[o.value], !race_own(t)->undefined[o.value]};
    return (struct value){o.value, o.kind == PROGRAM_CONSTANT};
}

static void set(struct race_thread *t, uint32_t target, struct value value) {
    if (target == MODEL_NONE)
        return;
    t->registers[target] = value.bits;
    race_own(t)->undefined[target] = !value.known;
}

static uint64_t narrow(uint64_t value, uint32_t bytes) {
    return bytes < 8 ? value & ((UINT64_C(1) << bytes * 8) - 1) : value;
}

/* A compare-exchange that fails is a read, with the semantics of its own for that. */
static void fail_exchange(struct race_event *event) {
    event->kind &= (uint16_t)~MODEL_WRITE;
    event->flags &= (uint16_t)~(MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEQ_CST | MODEL_SEMANTICS_AVAILABLE |
                                MODEL_SEMANTICS_VISIBLE);
    event->flags |= event->operation->failure_flags;
}

static struct value stored_value(const struct program_instruction *i, struct value old, struct value given) {
    struct value stored = given;
    if (!(i->operation.kind & MODEL_READ) || i->compare_exchange || i->rmw == IR_RMW_XCHG)
        return stored;
    stored.known = old.known && given.known && program_compute(i, 0, old.bits, given.bits, &stored.bits);
    return stored;
}

/* In orders after the first an atomic load may take an older write. */
static const struct race_past *past_of(struct race_run *run, const struct race_event *event, struct value *old) {
    if (!run->options->seed || !(event->flags & MODEL_ATOMIC))
        return NULL;
    struct race_location *location = location_of(run, event);
    const struct race_past *past = event->kind & MODEL_WRITE ? NULL : race_past_choose(run, event, location);
    if (past)
        *old = (struct value){past->value, !past->unknown};
    if (event->kind & MODEL_WRITE)
        race_past_begin(run, location, old->bits, old->known);
    return past;
}

/* The older write that it reads; NULL: the last, or none. */
static const struct race_past *perform(struct race_run *run, struct race_thread *t, const struct program_instruction *i,
                                       struct race_event *event) {
    struct value old = {0, true}, compared = operand(t, i->c), given = operand(t, i->b);
    old.known = race_memory_read(&run->memory, run->at, run->at_group, event->address, event->bytes, &old.bits);
    const struct race_past *past = past_of(run, event, &old);
    bool unwritten = event->kind & MODEL_READ && !old.known;
    if (unwritten) {
        race_own(t)->unwritten = &i->operation;
        race_own(t)->unwritten_at = event->address;
    }
    bool success = old.known && compared.known && old.bits == narrow(compared.bits, i->bytes);
    if (i->compare_exchange) {
        if (!success)
            fail_exchange(event);
        if (unwritten && compared.known)
            race_tell_unwritten(run, event->invocation);
        if (!compared.known) /* whether it writes is as undefined as the way of a branch */
            race_tell_undefined(run, event->invocation, &i->operation);
        set(t, i->success, (struct value){success, old.known && compared.known});
    }
    if (event->kind & MODEL_WRITE) {
        struct value stored = stored_value(i, old, given);
        if (unwritten && given.known && !stored.known)
            race_tell_unwritten(run, event->invocation);
        event->value = narrow(stored.bits, i->bytes);
        event->unknown = !stored.known;
        run->changes += event->value != old.bits || !old.known;
        race_memory_write(&run->memory, run->at, run->at_group, event->address, event->bytes, event->value,
                          stored.known);
    }
    if (event->kind & MODEL_READ)
        set(t, i->target, old);
    return past;
}

static void note_atomic(struct race_run *run, const struct race_event *event, const struct race_past *past) {
    const struct race_word *word = race_memory_word(&run->memory, run->at, run->at_group, event->address);
    const struct race_event older = {.invocation = past ? past->writer : 0, .index = past ? past->event : 0};
    race_note(run, event, 0, !(event->kind & MODEL_READ) ? NULL : past ? &older : last_write(word));
    run->answer->synchronizations += (event->flags & (MODEL_ACQUIRE | MODEL_RELEASE)) != 0;
}

static void observe(struct race_run *run, const struct race_event *event, const struct race_past *past) {
    bool is_atomic = event->flags & MODEL_ATOMIC;
    if (is_atomic && !run->at->range->per_group)
        race_order_meets_others(&run->order, event);
    if (!run->at->written && !(event->kind & MODEL_WRITE) && !is_atomic)
        return;
    struct race_location *location = location_of(run, event);
    if (is_atomic)
        note_atomic(run, event, past);
    if (past)
        race_order_read_past(&run->order, event, past);
    else if (is_atomic && event->kind & MODEL_READ)
        race_order_read(&run->order, event, location);
    look(run, event);
    if (!is_atomic)
        race_order_plain(&run->order, event);
    if (is_atomic && event->kind & MODEL_WRITE)
        race_order_write(&run->order, event, location);
    else if (location && event->kind & MODEL_WRITE)
        location->plain_since = true;
    if (location && run->options->seed)
        race_past_note(run, event, location, past);
}

/* Whether the access is to a Uniform or StorageBuffer variable; one by a buffer address knows no bounds. */
static bool is_of_buffer(const struct program_instruction *i) {
    return i->operation.storage_class == 0 && i->operation.object;
}

/* Vulkan, robustBufferAccess: reads outside of a buffer may give 0, and writes and atomics may be discarded. */
static void pass_outside(struct race_run *run, struct race_thread *t, const struct program_instruction *i) {
    const struct value zero = {0, true}, compared = operand(t, i->c);
    if (i->compare_exchange)
        set(t, i->success, (struct value){narrow(compared.bits, i->bytes) == 0, compared.known});
    if (i->operation.kind & MODEL_READ)
        set(t, i->target, zero);
    run->answer->outside++;
    t->at++;
}

static bool may_pass(const struct race_program *program, const struct program_instruction *i, uint64_t address) {
    return (program->is_robust && is_of_buffer(i)) ||
           (program->passes && program->passes(program->user, address, i->bytes));
}

/* After the end of a variable may lie memory of others: of its buffer, and of buffers beside it. */
static bool is_of_variable(const struct program_instruction *i, uint64_t address) {
    return !i->highest || (address >= i->lowest && address <= i->highest && i->bytes <= i->highest - address);
}

void race_access(struct race_run *run, uint32_t number, const struct program_instruction *i) {
    struct race_thread *t = &run->threads[number];
    struct value address = operand(t, i->a);
    if (!address.known || !i->bytes) {
        race_stop(run, number, i, i->bytes ? "an access through an undefined address" : "an operation on no memory");
        return;
    }
    run->at = is_of_variable(i, address.bits) ? race_memory_find(&run->memory, address.bits, i->bytes) : NULL;
    run->at_group = number / run->program->group_size;
    if (!run->at && may_pass(run->program, i, address.bits)) {
        pass_outside(run, t, i);
        return;
    }
    if (!run->at) {
        race_stop(run, number, i, program_beyond);
        return;
    }
    struct race_event event = {.operation = &i->operation,
                               .kind = i->operation.kind,
                               .flags = i->operation.flags,
                               .invocation = number,
                               .index = race_order_next(&run->order, number),
                               .bytes = (uint16_t)i->bytes,
                               .address = address.bits,
                               .reference = i->reference};
    run->answer->accesses++;
    run->answer->atomics += (event.flags & MODEL_ATOMIC) != 0;
    event.round = ++race_own(t)->rounds[race_access_number(run, t)];
    run->answer->repeats |=
        event.round > 1 && event.flags & MODEL_ATOMIC && event.kind & MODEL_READ && race_is_asked(run, t, i);
    run->looked |= run->at->written && !run->at->range->per_group && event.kind & MODEL_READ;
    const uint64_t changes = run->changes;
    const struct race_past *past = perform(run, t, i, &event);
    if (run->held.looks)
        race_progress_look(run, &event, run->changes != changes);
    if (run->reads && run->changes == changes && event.flags & MODEL_ATOMIC && event.kind & MODEL_READ)
        race_ends_note(run, i, &event);
    if (!run->options->values_alone)
        observe(run, &event, past);
    if (event.flags & MODEL_ATOMIC && !run->options->values_alone)
        race_commute_look(run, i, &event, location_of(run, &event));
    t->at++;
}
