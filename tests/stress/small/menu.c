#include "menu.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FENCED  (IN_SMALL | IN_TINY | IN_FENCED)
#define ORDERED (IN_SMALL | IN_TINY | IN_ORDERED)
#define EVERY   (FENCED | ORDERED)

const struct kind kinds[] = {
    {"private store", WRITES},
    {"store", WRITES | NONPRIVATE | EVERY},
    {"available store", WRITES | NONPRIVATE | AVAILABLE | IN_SMALL},
    {"private load", READS},
    {"load", READS | NONPRIVATE | EVERY},
    {"visible load", READS | NONPRIVATE | VISIBLE | IN_SMALL},
    {"atomic store", WRITES | ATOMIC | FENCED},
    {"atomic store, release", WRITES | ATOMIC | RELEASES | ORDERED},
    {"atomic load", READS | ATOMIC | FENCED},
    {"atomic load, acquire", READS | ATOMIC | ACQUIRES | ORDERED},
    {"read-modify-write", READS | WRITES | ATOMIC},
    {"read-modify-write, acquire", READS | WRITES | ATOMIC | ACQUIRES},
    {"read-modify-write, release", READS | WRITES | ATOMIC | RELEASES},
    {"read-modify-write, acquire and release", READS | WRITES | ATOMIC | ACQUIRES | RELEASES | ORDERED},
    {"acquire fence", FENCE | ACQUIRES},
    {"release fence", FENCE | RELEASES},
    {"acquire and release fence", FENCE | ACQUIRES | RELEASES | FENCED},
    {"barrier", BARRIER},
    {"barrier that acquires and releases", BARRIER | ACQUIRES | RELEASES | EVERY},
};
const unsigned kind_count = sizeof kinds / sizeof *kinds;

/* ---- setups ---- */

/* Storage classes, and what semantics name of them. Shared memory is that of one workgroup. */
static const struct {
    uint8_t classes[LOCATIONS], semantics;
} memories[] = {{{0, 0}, 1}, {{1, 1}, 2}, {{0, 1}, 1}, {{0, 1}, 2}, {{0, 1}, 3}};

static const uint8_t places[2][3][MOST_THREADS] = {{{0, 0}, {0, 1}, {0, 1}}, {{0, 0, 0}, {0, 0, 1}, {0, 1, 2}}};

size_t setups_of(unsigned threads, struct setup *out, size_t capacity) {
    size_t count = 0, place_count = threads == 2 ? 2 : 3;
    for (size_t p = 0; p < place_count; p++)
        for (size_t m = 0; m < sizeof memories / sizeof *memories; m++)
            for (uint8_t scope = 0; scope < 2; scope++)
                for (uint8_t makes = 0; makes < 4; makes++) {
                    if ((p > 0 && memories[m].classes[1]) || count == capacity)
                        continue;
                    struct setup *setup = &out[count++];
                    *setup = (struct setup){.semantics = memories[m].semantics, .scope = scope, .makes = makes};
                    memcpy(setup->classes, memories[m].classes, sizeof setup->classes);
                    memcpy(setup->groups, places[threads - 2][p], sizeof setup->groups);
                }
    return count;
}

/* ---- text ---- */

struct line {
    char *at, *end;
};

static void put(struct line *line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line->at, (size_t)(line->end - line->at), format, arguments);
    va_end(arguments);
    line->at += length < line->end - line->at ? length : line->end - line->at - 1;
}

static void put_order(uint16_t flags, struct line *line) {
    put(line, "%s", flags & ACQUIRES ? flags & RELEASES ? ".acq_rel" : ".acq" : flags & RELEASES ? ".rel" : "");
}

static void put_semantics(const struct setup *setup, uint16_t flags, struct line *line) {
    if (!(flags & (ACQUIRES | RELEASES)))
        return;
    for (unsigned class = 0; class < 2; class++)
        if (setup->semantics >> class & 1)
            put(line, ".semsc%u", class);
    if (flags & RELEASES && setup->makes & 1)
        put(line, ".semav");
    if (flags & ACQUIRES && setup->makes & 2)
        put(line, ".semvis");
}

static void put_access(const struct setup *setup, struct operation operation, unsigned value, unsigned number,
                       struct line *line) {
    uint16_t flags = flags_of(operation);
    const char *scope = setup->scope ? ".dv" : ".wg", location = "xy"[operation.location];
    put(line, "%s%s", flags & READS ? flags & WRITES ? "rmw" : "ld" : "st", flags & ATOMIC ? ".atom" : "");
    put_order(flags, line);
    put(line, "%s", flags & AVAILABLE ? ".av" : flags & VISIBLE ? ".vis" : flags & NONPRIVATE ? ".nonpriv" : "");
    put(line, "%s.sc%u", flags & (ATOMIC | AVAILABLE | VISIBLE) ? scope : "", setup->classes[operation.location]);
    put_semantics(setup, flags, line);
    if (flags & READS)
        put(line, " r%u, %c", number, location);
    else
        put(line, " %c", location);
    if (flags & WRITES)
        put(line, ", %u", value);
}

static void put_operation(const struct setup *setup, struct operation operation, unsigned value, unsigned number,
                          unsigned barrier, struct line *line) {
    uint16_t flags = flags_of(operation);
    if (!(flags & (FENCE | BARRIER))) {
        put_access(setup, operation, value, number, line);
        return;
    }
    put(line, "%s", flags & FENCE ? "membar" : "cbar");
    put_order(flags, line);
    put(line, "%s", setup->scope ? ".dv" : ".wg");
    put_semantics(setup, flags, line);
    if (flags & BARRIER)
        put(line, " %u", barrier);
}

/* The number of an instance of a barrier: how many come before in the thread; other workgroups have others. */
static unsigned barrier_number(const struct setup *setup, const struct thread *thread, unsigned t, unsigned at) {
    unsigned number = 1 + 10u * setup->groups[t];
    for (unsigned i = 0; i < at; i++)
        number += flags_of(thread->operations[i]) & BARRIER ? 1 : 0;
    return number;
}

void print_program(const struct setup *setup, const struct small_program *program, char *text, size_t size) {
    struct line line = {text, text + size};
    put(&line, "Vulkan small\n\"\"\n{\nx = 0;\ny = 0;\n}\n");
    for (unsigned t = 0; t < program->threads; t++)
        put(&line, " P%u@sg %u, wg %u, qf 0 %c", t, t, setup->groups[t], t + 1 < program->threads ? '|' : ';');
    for (unsigned row = 0; row < MOST_OPERATIONS; row++) {
        put(&line, "\n");
        for (unsigned t = 0; t < program->threads; t++) {
            const struct thread *thread = &program->thread[t];
            put(&line, " ");
            if (row < thread->count)
                put_operation(setup, thread->operations[row], 1 + t * MOST_OPERATIONS + row, row,
                              barrier_number(setup, thread, t, row), &line);
            put(&line, " %c", t + 1 < program->threads ? '|' : ';');
        }
    }
    put(&line, "\nexists (x == 0)\n");
}

/* ---- programs that are alike ---- */

/* 6 bits for an operation, from the thread's first; threads that are shorter come first. */
static uint32_t code_of(const struct thread *thread, bool swapped) {
    uint32_t code = 0;
    for (unsigned i = 0; i < thread->count; i++) {
        struct operation operation = thread->operations[i];
        bool located = !(flags_of(operation) & (FENCE | BARRIER));
        code = code << 6 | (1u + operation.kind * 2u + (located ? operation.location ^ swapped : 0u));
    }
    return code;
}

/* The threads' codes in order within each workgroup, workgroups in order too. */
static uint64_t code_of_all(const struct setup *setup, const struct small_program *program, bool swapped) {
    uint32_t codes[MOST_THREADS] = {0};
    for (unsigned t = 0; t < program->threads; t++)
        codes[t] = code_of(&program->thread[t], swapped);
    for (unsigned pass = 0; pass < MOST_THREADS; pass++)
        for (unsigned t = 0; t + 1 < program->threads; t++) {
            /* Two threads of one workgroup, or two that are each alone in theirs. */
            bool pair = program->threads == 3 && setup->groups[1] == 0 && setup->groups[2] == 1;
            bool alike = !pair || t == 0;
            if (alike && codes[t] > codes[t + 1]) {
                uint32_t code = codes[t];
                codes[t] = codes[t + 1];
                codes[t + 1] = code;
            }
        }
    return (uint64_t)codes[0] << 42 | (uint64_t)codes[1] << 21 | codes[2];
}

uint64_t canonical(const struct setup *setup, const struct small_program *program) {
    uint64_t code = code_of_all(setup, program, false);
    if (setup->classes[0] != setup->classes[1])
        return code;
    uint64_t swapped = code_of_all(setup, program, true);
    return swapped < code ? swapped : code;
}

bool is_canonical(const struct setup *setup, const struct small_program *program) {
    uint64_t code = 0;
    for (unsigned t = 0; t < MOST_THREADS; t++)
        code = code << 21 | (t < program->threads ? code_of(&program->thread[t], false) : 0u);
    return code == canonical(setup, program);
}
