/* Small programs: what a thread may do, and where threads and memory may be.
 *
 * What is the same for a whole program is its setup: the storage class of the two locations, which workgroups the
 * threads are in, the scope of everything that has one, the storage classes that semantics name, and whether they make
 * available and visible. So an operation is one of a kind at a location. */
#ifndef TESTS_SMALL_MENU_H
#define TESTS_SMALL_MENU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_THREADS = 3, MOST_OPERATIONS = 3, LOCATIONS = 2 };

enum flag {
    READS = 1 << 0,
    WRITES = 1 << 1,
    ATOMIC = 1 << 2,
    ACQUIRES = 1 << 3,
    RELEASES = 1 << 4,
    NONPRIVATE = 1 << 5,
    AVAILABLE = 1 << 6,
    VISIBLE = 1 << 7,
    FENCE = 1 << 8,
    BARRIER = 1 << 9,
    /* Which menus have it. */
    IN_SMALL = 1 << 10, /* one of each kind that synchronizes in another way */
    IN_TINY = 1 << 11,
    IN_FENCED = 1 << 12, /* relaxed atomics, and fences and barriers that order them */
    IN_ORDERED = 1 << 13 /* atomics that release and acquire, and barriers */
};

struct kind {
    const char *name;
    uint16_t flags;
};

extern const struct kind kinds[];
extern const unsigned kind_count;

/* An operation: kinds[kind] at a location; fences and barriers have none. */
struct operation {
    uint8_t kind, location;
};

struct thread {
    uint8_t count;
    struct operation operations[MOST_OPERATIONS];
};

struct setup {
    uint8_t classes[LOCATIONS]; /* 0: buffer, 1: shared memory */
    uint8_t semantics;          /* storage classes that it names, as bits */
    uint8_t groups[MOST_THREADS];
    uint8_t scope; /* of everything: 0: the workgroup, 1: the device */
    uint8_t makes; /* bit 0: releases make available; bit 1: acquires make visible */
};

struct small_program {
    uint8_t threads;
    struct thread thread[MOST_THREADS];
};

static inline uint16_t flags_of(struct operation operation) {
    return kinds[operation.kind].flags;
}

/* All setups of that many threads. */
size_t setups_of(unsigned threads, struct setup *out, size_t capacity);

/* As a Vulkan .litmus file. Each write has a value of its own. */
void print_program(const struct setup *setup, const struct small_program *program, char *text, size_t size);

/* ---- programs that are alike, and those that a smaller one decides ---- */

/* Threads that are in no order, and locations of one storage class, may change places: the one of all that are alike
 * which comes first. A number for each program up to that. */
uint64_t canonical(const struct setup *setup, const struct small_program *program);
bool is_canonical(const struct setup *setup, const struct small_program *program);

/* Whether some order or conflict in it needs all of it:
 * - each location is accessed by two threads, and written; each thread shares one with another, or a barrier
 * - a fence has an atomic or barrier before it from which it may acquire, or behind it for which it may release, and on
 *   the other side an access or barrier
 * - nothing acquires at the end of a thread or releases at its beginning: the relaxed operation does the same
 * - threads of one workgroup come to the same barriers, others to none; between two, before the first and behind the
 *   last some thread accesses memory */
bool needs_all(const struct setup *setup, const struct small_program *program);
/* What of this a thread alone tells. */
bool thread_needs_all(const struct thread *thread);
/* The threads of a workgroup come to the same barriers: to as many, with the same semantics, or they would be no
 * executions of one instruction. A thread that is alone in its workgroup comes to none. */
bool barriers_meet(const struct setup *setup, const struct small_program *program);

#endif
