/* Whether a smaller program decides what this one shows. */
#include "menu.h"

static bool is_access(uint16_t flags) {
    return flags & (READS | WRITES);
}

/* All flags of the operations from `from` to before `to`. */
static uint16_t flags_between(const struct thread *thread, unsigned from, unsigned to, uint16_t with) {
    uint16_t flags = 0;
    for (unsigned i = from; i < to; i++)
        if ((flags_of(thread->operations[i]) & with) == with)
            flags |= flags_of(thread->operations[i]);
    return flags;
}

/* What a fence acquires comes through an atomic read or a barrier before it, for what is behind it; what it releases
 * goes the other way. */
static bool fence_orders(const struct thread *thread, unsigned at) {
    uint16_t flags = flags_of(thread->operations[at]);
    unsigned end = thread->count;
    bool from = flags_between(thread, 0, at, ATOMIC | READS) || flags_between(thread, 0, at, BARRIER);
    bool to = flags_between(thread, at + 1, end, ATOMIC | WRITES) || flags_between(thread, at + 1, end, BARRIER);
    bool acquires = flags & ACQUIRES && from && at + 1 < end, releases = flags & RELEASES && to && at > 0;
    return acquires || releases;
}

bool thread_needs_all(const struct thread *thread) {
    bool access = false;
    for (unsigned i = 0; i < thread->count; i++) {
        uint16_t flags = flags_of(thread->operations[i]), halves = flags & (ACQUIRES | RELEASES);
        access |= is_access(flags);
        if (flags & FENCE && !fence_orders(thread, i))
            return false;
        if (!is_access(flags))
            continue;
        if ((halves == ACQUIRES && i + 1 == thread->count) || (halves == RELEASES && i == 0))
            return false;
    }
    return access;
}

/* ---- locations ---- */

static bool locations_are_contended(const struct small_program *program) {
    unsigned used = 0;
    for (unsigned location = 0; location < LOCATIONS; location++) {
        unsigned threads = 0, writes = 0;
        for (unsigned t = 0; t < program->threads; t++) {
            bool accesses = false;
            for (unsigned i = 0; i < program->thread[t].count; i++) {
                struct operation operation = program->thread[t].operations[i];
                if (operation.location != location || !is_access(flags_of(operation)))
                    continue;
                accesses = true;
                writes += flags_of(operation) & WRITES ? 1 : 0;
            }
            threads += accesses;
        }
        if (threads == 1 || (threads && !writes))
            return false;
        used += threads != 0;
    }
    return used != 0;
}

/* ---- barriers ---- */

static unsigned barriers_in(const struct thread *thread) {
    unsigned count = 0;
    for (unsigned i = 0; i < thread->count; i++)
        count += flags_of(thread->operations[i]) & BARRIER ? 1 : 0;
    return count;
}

/* Whether the thread accesses memory between its barriers number k - 1 and k, from 0. */
static bool accesses_before(const struct thread *thread, unsigned k) {
    unsigned number = 0;
    bool access = false;
    for (unsigned i = 0; i < thread->count; i++) {
        uint16_t flags = flags_of(thread->operations[i]);
        access |= number == k && is_access(flags);
        number += flags & BARRIER ? 1 : 0;
    }
    return access;
}

/* The kind of the thread's barrier number k, or kind_count. */
static unsigned barrier_kind(const struct thread *thread, unsigned k) {
    for (unsigned i = 0; i < thread->count; i++)
        if (flags_of(thread->operations[i]) & BARRIER && k-- == 0)
            return thread->operations[i].kind;
    return kind_count;
}

static bool have_alike_barriers(const struct thread *a, const struct thread *b) {
    for (unsigned k = 0; k <= MOST_OPERATIONS; k++)
        if (barrier_kind(a, k) != barrier_kind(b, k))
            return false;
    return true;
}

bool barriers_meet(const struct setup *setup, const struct small_program *program) {
    for (unsigned t = 0; t < program->threads; t++) {
        bool alone = true;
        for (unsigned u = 0; u < program->threads; u++) {
            bool together = setup->groups[u] == setup->groups[t];
            alone &= u == t || !together;
            if (together && !have_alike_barriers(&program->thread[t], &program->thread[u]))
                return false;
        }
        if (alone && barriers_in(&program->thread[t]))
            return false;
    }
    return true;
}

/* Something stands before each barrier in some thread that comes to it, and something behind it. */
static bool barriers_stand_between(const struct setup *setup, const struct small_program *program) {
    for (unsigned t = 0; t < program->threads; t++) {
        unsigned count = barriers_in(&program->thread[t]);
        for (unsigned k = 0; k <= count && count; k++) {
            bool accesses = false;
            for (unsigned u = 0; u < program->threads; u++)
                accesses |= setup->groups[u] == setup->groups[t] && accesses_before(&program->thread[u], k);
            if (!accesses)
                return false;
        }
    }
    return true;
}

bool needs_all(const struct setup *setup, const struct small_program *program) {
    for (unsigned t = 0; t < program->threads; t++)
        if (!thread_needs_all(&program->thread[t]))
            return false;
    return locations_are_contended(program) && barriers_meet(setup, program) && barriers_stand_between(setup, program);
}
