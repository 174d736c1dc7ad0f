/* Random litmus programs through both models and the translation: none may be translated unsoundly. With a
 * fixed seed and few programs by default; SMMRA_RANDOM_PROGRAMS and SMMRA_RANDOM_SEED make it a long search.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/litmus/mistakes.h"
#include "tests/litmus/profiles.h"
#include "translator/litmus/litmus_validate.h"

enum { MAX_THREADS = 4, MAX_EVENTS = 10, MAX_ROWS = 40, CELL = 64 };

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

static uint64_t generator;

static uint32_t below(uint32_t limit) {
    generator = generator * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(generator >> 33) % limit;
}

static const char *one_of(const char *const *words, uint32_t count) {
    return words[below(count)];
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
static bool with_texels;
static uint32_t data_class, flag_class;

static char *add_row(struct column *column) {
    return column->rows < MAX_ROWS - 1 ? column->cells[column->rows++] : column->cells[MAX_ROWS - 2];
}

static const char *scope(void) {
    return below(3) ? "dv" : ONE_OF("wg", "qf", "sg");
}

/* The semantics of a release or acquire: mostly what data and flags need. */
static const char *classes(void) {
    static const char *const names[] = {[1] = ".semsc0", [2] = ".semsc1",        [3] = ".semsc0.semsc1",
                                        [4] = ".semsc2", [5] = ".semsc0.semsc2", [6] = ".semsc1.semsc2"};
    if (below(6) == 0)
        return ONE_OF(".semsc0", ".semsc1", ".semsc0.semsc1");
    return names[1u << data_class | 1u << flag_class];
}

static const char *semantics(bool release) {
    return below(3) ? release ? ".semav" : ".semvis" : "";
}

static void add_guard(struct column *column, uint32_t reg) {
    column->guarded = true;
    snprintf(add_row(column), CELL, "bne r%u, %u, E", reg, 1 + below(2));
}

static const char *const class_names[] = {"sc0", "sc1", "sc2"};

static void add_data(struct column *column) {
    const char *data = ONE_OF("x", "x", "x", "z");
    const char *sc = class_names[data_class];
    bool write = below(2);
    char kind[24] = "nonpriv";
    if (below(3) == 0)
        snprintf(kind, sizeof kind, "%s.%s", write ? "av" : "vis", scope());
    if (below(20) == 0)
        snprintf(add_row(column), CELL, "%s.%s %s%s%s", write ? "st" : "ld", sc, write ? "" : "r9, ", data,
                 write ? ", 1" : "");
    else if (write)
        snprintf(add_row(column), CELL, "st.%s.%s %s, %u", kind, sc, data, 1 + below(2));
    else
        snprintf(add_row(column), CELL, "ld.%s.%s r%u, %s", kind, sc, column->registers++, data);
}

static void add_fence(struct column *column) {
    uint32_t which = below(3);
    const char *order = (const char *const[]){"rel", "acq", "acq_rel"}[which];
    snprintf(add_row(column), CELL, "membar.%s.%s%s%s%s", order, scope(), classes(), which != 1 ? semantics(true) : "",
             which != 0 ? semantics(false) : "");
}

static void add_flag(struct column *column) {
    const char *flag = ONE_OF("y", "y", "f"), *sc = class_names[flag_class], *in = scope();
    bool ordered = below(4) != 0;
    switch (below(5)) {
    case 0:
    case 1:
        snprintf(add_row(column), CELL, "st.atom%s.%s.%s%s%s %s, %u", ordered ? ".rel" : "", in, sc,
                 ordered ? classes() : "", ordered ? semantics(true) : "", flag, 1 + below(2));
        break;
    case 2:
    case 3:
        snprintf(add_row(column), CELL, "ld.atom%s.%s.%s%s%s r%u, %s", ordered ? ".acq" : "", in, sc,
                 ordered ? classes() : "", ordered ? semantics(false) : "", column->registers, flag);
        if (below(6))
            add_guard(column, column->registers);
        column->registers++;
        break;
    default:
        snprintf(add_row(column), CELL, "rmw.atom%s.%s.%s%s%s%s.add r%u, %s, 1", ordered ? ".acq_rel" : "", in, sc,
                 ordered ? classes() : "", ordered ? semantics(true) : "", ordered ? semantics(false) : "",
                 column->registers, flag);
        if (below(3))
            add_guard(column, column->registers);
        column->registers++;
        break;
    }
}

static void add_barrier(uint32_t number) {
    char text[CELL];
    if (below(8))
        snprintf(text, sizeof text, "cbar.acq_rel.%s%s%s%s %u", scope(), classes(), semantics(true), semantics(false),
                 number);
    else
        snprintf(text, sizeof text, "cbar.%s %u", scope(), number);
    for (uint32_t t = 0; t < thread_count; t++)
        if (workgroups[t] == workgroups[0])
            snprintf(add_row(&columns[t]), CELL, "%s", text);
}

static void make_program(void) {
    memset(columns, 0, sizeof columns);
    thread_count = 2 + below(3);
    data_class = below(4) == 0 ? 1 : 0;
    flag_class = below(4) == 0 ? 1 : 0;
    if (with_texels && data_class == 0)
        data_class = 2 * below(2);
    if (with_texels && (flag_class == 0 && (data_class != 2 || below(2))))
        flag_class = 2;
    for (uint32_t t = 0; t < thread_count; t++)
        workgroups[t] = below(2);
    uint32_t events = 4 + below(MAX_EVENTS - 3), barrier = below(3) ? MAX_EVENTS : below(events);
    for (uint32_t i = 0; i < events; i++) {
        struct column *column = &columns[i * thread_count / events];
        if (i == barrier && below(2))
            add_barrier(1);
        uint32_t what = below(10);
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
    for (uint32_t i = 0, count = 1 + below(2); i < count; i++) {
        uint32_t location = below(LOCATIONS);
        bool own = writers[location] == t;
        if (!own && writers[location] != EVERY_THREAD)
            continue;
        if (own && below(2)) {
            snprintf(add_row(column), CELL, "st.nonpriv.sc0 %s, %u", names[location], 1 + below(2));
            continue;
        }
        snprintf(add_row(column), CELL, "ld.nonpriv.sc0 r%u, %s", column->registers, names[location]);
        if (below(3)) {
            snprintf(add_row(column), CELL, "%s r%u, %u, L%u", below(2) ? "bne" : "beq", column->registers, below(3),
                     phase);
            branched = true;
        }
        column->registers++;
    }
    if (branched)
        snprintf(add_row(column), CELL, "L%u:", phase);
}

static void make_phases(void) {
    memset(columns, 0, sizeof columns);
    memset(workgroups, 0, sizeof workgroups);
    thread_count = 2 + below(2);
    uint32_t phases = 2 + below(MAX_PHASES - 1);
    for (uint32_t phase = 0; phase < phases; phase++) {
        uint32_t writers[LOCATIONS];
        for (uint32_t i = 0; i < LOCATIONS; i++)
            writers[i] = below(3) ? below(thread_count) : EVERY_THREAD;
        for (uint32_t t = 0; t < thread_count; t++)
            add_phase(t, phase, writers);
        const char *in = ONE_OF("wg", "dv", "qf");
        for (uint32_t t = 0; t < thread_count && phase + 1 < phases; t++)
            snprintf(add_row(&columns[t]), CELL, "cbar.acq_rel.%s.semsc0.semav.semvis %u", in, phase + 1);
    }
}

static void print_program(char *text, size_t size) {
    size_t at = 0;
    uint32_t rows = 0;
#define PRINT(...) (at += (size_t)snprintf(text + at, size - at, __VA_ARGS__))
    PRINT("Vulkan random\n{ x=0; y=0; z=0; f=0; }\n");
    for (uint32_t t = 0; t < thread_count; t++) {
        PRINT("%s P%u@sg %u, wg %u, qf 0", t ? " |" : "", t, t / 2, workgroups[t]);
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

/* ---- validation ---- */

static uint32_t number_from(const char *variable, uint32_t otherwise) {
    const char *text = getenv(variable);
    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static const char *ir_of(const struct validation *v) {
    const char *text = validation_text(v);
    return text ? text : "";
}

static void validate_one(const char *text, uint32_t results[VALIDATION_RESULT_COUNT]) {
    struct arena arena;
    struct litmus litmus;
    struct validation_source source;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    if (litmus.error)
        fail_msg("line %u: %s\n%s", litmus.line, litmus.error, text);
    validation_begin(&source, &litmus, &arena);
    for (enum profile profile = 0; profile < PROFILE_COUNT; profile++) {
        uint32_t variant = below(8);
        struct map_options options = {.profile = profile,
                                      .thread_private = true,
                                      .backend_workarounds = variant & 1,
                                      .atomics_sync_as = variant & 2,
                                      .implicit_nonprivate = variant & 4};
        struct validation v;
        validation_check(&source, &options, &arena, &v);
        results[v.result]++;
        if (v.result == VALIDATION_UNSOUND || v.result == VALIDATION_REFUSED ||
            (v.result >= VALIDATION_ORDERED_AS_READ && v.result <= VALIDATION_ORDERED_APART && getenv("SMMRA_VERBOSE")))
            print_error("%s\nprofile %s, options %u: %s:\n%s\n%s\n", text, profile_names[profile], variant,
                        validation_name(v.result), v.what, ir_of(&v));
    }
    arena_destroy(&arena);
}

static void validate_many(void (*make)(void), uint32_t results[VALIDATION_RESULT_COUNT]) {
    uint32_t programs = number_from("SMMRA_RANDOM_PROGRAMS", 500), seed = number_from("SMMRA_RANDOM_SEED", 1);
    memset(results, 0, VALIDATION_RESULT_COUNT * sizeof *results);
    for (uint32_t i = 0; i < programs; i++) {
        char text[1 << 14];
        generator = ((uint64_t)seed << 32) + i;
        below(2);
        below(2);
        make();
        print_program(text, sizeof text);
        validate_one(text, results);
        if (getenv("SMMRA_VERBOSE"))
            print_message("%s\n", text);
    }
    print_message("%u random programs, in %u profiles:\n", programs, PROFILE_COUNT);
    for (uint32_t i = 0; i < VALIDATION_RESULT_COUNT; i++)
        print_message("  %s: %u\n", validation_name(i), results[i]);
    assert_int_equal(results[VALIDATION_UNSOUND], 0);
    assert_int_equal(results[VALIDATION_REFUSED], 0);
}

static void random_programs_are_sound(void **state) {
    (void)state;
    uint32_t results[VALIDATION_RESULT_COUNT];
    validate_many(make_program, results);
}

/* Nothing is wrong with any of these. */
static void barriers_order_branching_programs(void **state) {
    (void)state;
    uint32_t results[VALIDATION_RESULT_COUNT];
    validate_many(make_phases, results);
    assert_int_equal(results[VALIDATION_RACE], 0);
    assert_int_equal(results[VALIDATION_NO_EXECUTION], 0);
}

/* Data, flags or both are texels of images. */
static void random_texels_are_sound(void **state) {
    (void)state;
    uint32_t results[VALIDATION_RESULT_COUNT];
    with_texels = true;
    validate_many(make_program, results);
    with_texels = false;
}

/* ---- mistakes ---- */

/* Whether the translation with a mistake is unsound on the program in some profile. */
static bool exposes(const char *text, const struct mistake *mistake) {
    struct arena arena;
    struct litmus litmus;
    struct validation_source source;
    bool unsound = false;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    validation_begin(&source, &litmus, &arena);
    bool judged = !source.answer.race && !source.answer.statistics.mixed_writes;
    for (enum profile profile = 0; judged && profile < PROFILE_COUNT && !unsound; profile++) {
        uint32_t variant = below(8);
        struct map_options options = {.profile = profile,
                                      .thread_private = true,
                                      .backend_workarounds = variant & 1,
                                      .atomics_sync_as = variant & 2,
                                      .implicit_nonprivate = variant & 4};
        struct validation v;
        plant_mistake(mistake);
        validation_check(&source, &options, &arena, &v);
        plant_mistake(NULL);
        unsound = v.result == VALIDATION_UNSOUND;
    }
    arena_destroy(&arena);
    return unsound;
}

/* SMMRA_RANDOM_MISTAKES=SECONDS: plants each mistake of the list, and looks for a program that exposes it for so long.
 */
static void random_programs_expose_mistakes(void **state) {
    (void)state;
    uint32_t seconds = number_from("SMMRA_RANDOM_MISTAKES", 0), seed = number_from("SMMRA_RANDOM_SEED", 1), missed = 0;
    if (!seconds) {
        print_message("left out: SMMRA_RANDOM_MISTAKES says for how many seconds a mistake is looked for\n");
        skip();
    }
    for (uint32_t m = 0; m < mistake_count; m++) {
        clock_t begin = clock();
        bool found = false;
        uint32_t programs = 0;
        with_texels = strncmp(mistakes[m].name, "image-", 6) == 0;
        while (!found && clock() - begin < (clock_t)seconds * CLOCKS_PER_SEC) {
            char text[1 << 14];
            generator = ((uint64_t)seed << 32) + programs++;
            below(2);
            below(2);
            make_program();
            print_program(text, sizeof text);
            found = exposes(text, &mistakes[m]);
        }
        print_message("%-32s %s after %u programs, %.2f s\n", mistakes[m].name, found ? "found" : "NOT FOUND", programs,
                      (double)(clock() - begin) / CLOCKS_PER_SEC);
        missed += !found;
    }
    with_texels = false;
    assert_int_equal(missed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs_are_sound), cmocka_unit_test(random_texels_are_sound),
        cmocka_unit_test(barriers_order_branching_programs), cmocka_unit_test(random_programs_expose_mistakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
