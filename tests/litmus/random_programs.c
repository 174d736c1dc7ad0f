#include "tests/litmus/random_programs.h"

#include <stdio.h>
#include <string.h>

enum { MAX_THREADS = 4, MAX_EVENTS = 10, MAX_ROWS = 40, CELL = 64 };

static uint64_t generator;

uint32_t random_below(uint32_t limit) {
    generator = generator * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(generator >> 33) % limit;
}

void random_seed(uint64_t seed) {
    generator = seed;
    random_below(2);
    random_below(2);
}

static const char *one_of(const char *const *words, uint32_t count) {
    return words[random_below(count)];
}
#define ONE_OF(...) one_of((const char *const[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

/* ---- programs ---- */

struct column {
    char cells[MAX_ROWS][CELL];
    uint32_t rows, registers;
    bool guarded; /* it has a jump to its end */
};

static struct column columns[MAX_THREADS];
static uint32_t thread_count;
static bool workgroups[MAX_THREADS]; /* in workgroup 1 rather than 0 */
/* Storage classes: 0 of buffers, 1 of local memory, and where texels are wanted 2, of images. */
bool random_with_texels, random_apart;
static uint32_t data_class, flag_class;

static char *add_row(struct column *column) {
    return column->rows < MAX_ROWS - 1 ? column->cells[column->rows++] : column->cells[MAX_ROWS - 2];
}

static const char *scope(void) {
    return random_below(3) ? "dv" : ONE_OF("wg", "qf", "sg");
}

/* The semantics of a release or acquire: mostly what data and flags need. */
static const char *classes(void) {
    static const char *const names[] = {[1] = ".semsc0", [2] = ".semsc1",        [3] = ".semsc0.semsc1",
                                        [4] = ".semsc2", [5] = ".semsc0.semsc2", [6] = ".semsc1.semsc2"};
    if (random_below(6) == 0)
        return ONE_OF(".semsc0", ".semsc1", ".semsc0.semsc1");
    return names[1u << data_class | 1u << flag_class];
}

static const char *semantics(bool release) {
    return random_below(3) ? release ? ".semav" : ".semvis" : "";
}

static void add_guard(struct column *column, uint32_t reg) {
    column->guarded = true;
    snprintf(add_row(column), CELL, "bne r%u, %u, E", reg, 1 + random_below(2));
}

static const char *const class_names[] = {"sc0", "sc1", "sc2"};

static void add_data(struct column *column) {
    const char *data = ONE_OF("x", "x", "x", "z");
    const char *sc = class_names[data_class];
    bool write = random_below(2);
    char kind[24] = "nonpriv";
    if (random_below(3) == 0)
        snprintf(kind, sizeof kind, "%s.%s", write ? "av" : "vis", scope());
    if (random_below(20) == 0)
        snprintf(add_row(column), CELL, "%s.%s %s%s%s", write ? "st" : "ld", sc, write ? "" : "r9, ", data,
                 write ? ", 1" : "");
    else if (write)
        snprintf(add_row(column), CELL, "st.%s.%s %s, %u", kind, sc, data, 1 + random_below(2));
    else
        snprintf(add_row(column), CELL, "ld.%s.%s r%u, %s", kind, sc, column->registers++, data);
}

static void add_fence(struct column *column) {
    uint32_t which = random_below(3);
    const char *order = (const char *const[]){"rel", "acq", "acq_rel"}[which];
    snprintf(add_row(column), CELL, "membar.%s.%s%s%s%s", order, scope(), classes(), which != 1 ? semantics(true) : "",
             which != 0 ? semantics(false) : "");
}

static void add_flag(struct column *column) {
    const char *flag = ONE_OF("y", "y", "f"), *sc = class_names[flag_class], *in = scope();
    bool ordered = random_below(4) != 0;
    switch (random_below(5)) {
    case 0:
    case 1:
        snprintf(add_row(column), CELL, "st.atom%s.%s.%s%s%s %s, %u", ordered ? ".rel" : "", in, sc,
                 ordered ? classes() : "", ordered ? semantics(true) : "", flag, 1 + random_below(2));
        break;
    case 2:
    case 3:
        snprintf(add_row(column), CELL, "ld.atom%s.%s.%s%s%s r%u, %s", ordered ? ".acq" : "", in, sc,
                 ordered ? classes() : "", ordered ? semantics(false) : "", column->registers, flag);
        if (random_below(6))
            add_guard(column, column->registers);
        column->registers++;
        break;
    default:
        snprintf(add_row(column), CELL, "rmw.atom%s.%s.%s%s%s%s.add r%u, %s, 1", ordered ? ".acq_rel" : "", in, sc,
                 ordered ? classes() : "", ordered ? semantics(true) : "", ordered ? semantics(false) : "",
                 column->registers, flag);
        if (random_below(3))
            add_guard(column, column->registers);
        column->registers++;
        break;
    }
}

static void add_barrier(uint32_t number) {
    char text[CELL];
    if (random_below(8))
        snprintf(text, sizeof text, "cbar.acq_rel.%s%s%s%s %u", scope(), classes(), semantics(true), semantics(false),
                 number);
    else
        snprintf(text, sizeof text, "cbar.%s %u", scope(), number);
    for (uint32_t t = 0; t < thread_count; t++)
        if (workgroups[t] == workgroups[0])
            snprintf(add_row(&columns[t]), CELL, "%s", text);
}

void random_program(void) {
    memset(columns, 0, sizeof columns);
    thread_count = 2 + random_below(3);
    data_class = random_below(4) == 0 ? 1 : 0;
    flag_class = random_below(4) == 0 ? 1 : 0;
    if (random_with_texels && data_class == 0)
        data_class = 2 * random_below(2);
    if (random_with_texels && (flag_class == 0 && (data_class != 2 || random_below(2))))
        flag_class = 2;
    for (uint32_t t = 0; t < thread_count; t++)
        workgroups[t] = random_below(2);
    uint32_t events = 4 + random_below(MAX_EVENTS - 3), barrier = random_below(3) ? MAX_EVENTS : random_below(events);
    for (uint32_t i = 0; i < events; i++) {
        struct column *column = &columns[i * thread_count / events];
        if (i == barrier && random_below(2))
            add_barrier(1);
        uint32_t what = random_below(10);
        if (what < 4)
            add_data(column);
        else if (what < 9)
            add_flag(column);
        else
            add_fence(column);
    }
    if (barrier < MAX_EVENTS)
        add_barrier(2);
    for (uint32_t t = 0; t < thread_count && barrier < MAX_EVENTS; t++)
        if (workgroups[t] == workgroups[0])
            add_data(&columns[t]);
}

/* ---- programs that barriers keep free of races, and that branch on what they read ---- */

enum { MAX_PHASES = 4, LOCATIONS = 3, EVERY_THREAD = MAX_THREADS };

/* What a thread does between two barriers; `writers` has for each location the one thread that accesses it, or
 * EVERY_THREAD: all may read. A branch skips the rest of the phase, never the barrier: some later write may stand
 * behind it in the other threads. */
static void add_phase(uint32_t t, uint32_t phase, const uint32_t writers[LOCATIONS]) {
    static const char *const names[LOCATIONS] = {"x", "y", "z"};
    struct column *column = &columns[t];
    bool branched = false;
    for (uint32_t i = 0, count = 1 + random_below(2); i < count; i++) {
        uint32_t location = random_below(LOCATIONS);
        bool own = writers[location] == t;
        if (!own && writers[location] != EVERY_THREAD)
            continue;
        if (own && random_below(2)) {
            snprintf(add_row(column), CELL, "st.nonpriv.sc0 %s, %u", names[location], 1 + random_below(2));
            continue;
        }
        snprintf(add_row(column), CELL, "ld.nonpriv.sc0 r%u, %s", column->registers, names[location]);
        if (random_below(3)) {
            snprintf(add_row(column), CELL, "%s r%u, %u, L%u", random_below(2) ? "bne" : "beq", column->registers,
                     random_below(3), phase);
            branched = true;
        }
        column->registers++;
    }
    if (branched)
        snprintf(add_row(column), CELL, "L%u:", phase);
}

void random_phases(void) {
    memset(columns, 0, sizeof columns);
    memset(workgroups, 0, sizeof workgroups);
    thread_count = 2 + random_below(2);
    uint32_t phases = 2 + random_below(MAX_PHASES - 1);
    for (uint32_t phase = 0; phase < phases; phase++) {
        uint32_t writers[LOCATIONS];
        for (uint32_t i = 0; i < LOCATIONS; i++)
            writers[i] = random_below(3) ? random_below(thread_count) : EVERY_THREAD;
        for (uint32_t t = 0; t < thread_count; t++)
            add_phase(t, phase, writers);
        const char *in = ONE_OF("wg", "dv", "qf");
        for (uint32_t t = 0; t < thread_count && phase + 1 < phases; t++)
            snprintf(add_row(&columns[t]), CELL, "cbar.acq_rel.%s.semsc0.semav.semvis %u", in, phase + 1);
    }
}

void random_print(char *text, size_t size) {
    size_t at = 0;
    uint32_t rows = 0;
#define PRINT(...) (at += (size_t)snprintf(text + at, size - at, __VA_ARGS__))
    PRINT("Vulkan random\n{ x=0; y=0; z=0; f=0; }\n");
    for (uint32_t t = 0; t < thread_count; t++) {
        PRINT("%s P%u@sg %u, wg %u, qf 0", t ? " |" : "", t, random_apart ? t : t / 2, workgroups[t]);
        if (columns[t].guarded)
            snprintf(add_row(&columns[t]), CELL, "E:");
        rows = columns[t].rows > rows ? columns[t].rows : rows;
    }
    PRINT(" ;\n");
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t t = 0; t < thread_count; t++)
            PRINT("%s %s", t ? " |" : "", row < columns[t].rows ? columns[t].cells[row] : "");
        PRINT(" ;\n");
    }
    PRINT("exists (x == 0)\n");
#undef PRINT
}
