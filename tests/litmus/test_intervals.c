/* A read is not put off for what can only be written behind a barrier that it is before (docs/reference/models.md,
 * "Intervals"): random threads of one workgroup, with barriers that order all they do, some of it or nothing, have the
 * same outcomes and races as without that reduction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "tests/litmus/reduced.h"

enum { MOST_THREADS = 3, MOST_LINES = 24 };

static const char *const barriers[] = {"cbar.acq_rel.wg.semsc0.semav.semvis",
                                       "cbar.acq_rel.wg.semsc0.semav.semvis",
                                       "cbar.acq_rel.wg.semsc0.semav.semvis",
                                       "cbar.acq_rel.wg.semsc1.semav.semvis",
                                       "cbar.acq.wg.semsc0.semvis",
                                       "cbar.rel.wg.semsc0.semav",
                                       "cbar.wg",
                                       "cbar.acq_rel.sg.semsc0.semav.semvis"};
static const char *const accesses[] = {"ld.nonpriv.sc0 r, %s", "ld.nonpriv.sc0 r, %s", "st.nonpriv.sc0 %s, 1",
                                       "st.nonpriv.sc0 %s, r", "ld.sc0 r, %s",         "st.sc0 %s, 2",
                                       "ld.nonpriv.sc1 r, %s", "st.nonpriv.sc1 %s, 1", "ld.atom.wg.sc0 r, %s",
                                       "st.atom.wg.sc0 %s, 1"};
static const char *const cells[] = {"x", "y"};

static uint64_t seed;

static uint32_t draw(uint32_t count) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % count;
}

struct column {
    char lines[MOST_LINES][64];
    uint32_t count;
};

/* A thread of its own is at most this long between two barriers: some accesses, one of which a branch may leave out. */
static void put_interval(struct column *c, uint32_t interval, bool plainly) {
    const uint32_t kinds = plainly ? 4 : sizeof accesses / sizeof *accesses, count = draw(3);
    for (uint32_t i = 0; i < count; i++) {
        const bool branches = !draw(2);
        if (branches)
            snprintf(c->lines[c->count++], sizeof c->lines[0], "bne r, %u, L%u%u", draw(2), interval, i);
        snprintf(c->lines[c->count++], sizeof c->lines[0], accesses[draw(kinds)], cells[draw(2)]);
        if (branches)
            snprintf(c->lines[c->count++], sizeof c->lines[0], "L%u%u:", interval, i);
    }
}

/* Litmus files match barriers by number; here the how-manieth of its thread it is counts, as in modules. */
static void count_barriers(struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t k = 0; k < program->threads[t].code_count; k++) {
            struct program_instruction *i = &program->threads[t].code[k];
            if (i->opcode != PROGRAM_BARRIER)
                continue;
            i->barrier_mode = PROGRAM_BARRIER_COUNTED;
            i->barrier_level = VULKAN_WORKGROUP;
            i->a = program_constant(0);
        }
}

static void put_program(uint32_t threads, uint32_t intervals, bool plainly) {
    struct column columns[MOST_THREADS] = {0};
    uint32_t most = 0, separate = draw(8);
    for (uint32_t t = 0; t < threads; t++)
        snprintf(columns[t].lines[columns[t].count++], sizeof columns[t].lines[0], "ld.nonpriv.sc0 r, %s",
                 cells[t % 2]);
    for (uint32_t i = 0; i < intervals; i++) {
        const char *barrier = barriers[draw(plainly ? 3 : sizeof barriers / sizeof *barriers)];
        for (uint32_t t = 0; t < threads; t++) {
            put_interval(&columns[t], i, plainly);
            if (i + 1 < intervals && (plainly || draw(16)))
                snprintf(columns[t].lines[columns[t].count++], sizeof columns[t].lines[0], "%s %u", barrier, i + 1);
        }
    }
    reduced_length = 0;
    reduced_put("Vulkan intervals\n{ x=0; y=0; }\n");
    for (uint32_t t = 0; t < threads; t++) {
        reduced_put("P%u@sg %u, wg %u, qf 0 %s", t, t, !separate && t == 1, t + 1 < threads ? "| " : ";\n");
        most = columns[t].count > most ? columns[t].count : most;
    }
    for (uint32_t line = 0; line < most; line++)
        for (uint32_t t = 0; t < threads; t++)
            reduced_put("%s %s", columns[t].lines[line], t + 1 < threads ? "| " : ";\n");
    reduced_put("exists (P0:r == 1)\n");
}

static void alike(void **unused) {
    const uint32_t count = 20 * reduced_number("SMMRA_RANDOM_PROGRAMS", 5); /* they are small */
    struct reduced_totals totals = {0};
    struct reduced_program program = {
        .model = &model_vulkan, .text = reduced_text, .edit = count_barriers, .evaluations = 4000};
    (void)unused;
    seed = reduced_number("SMMRA_RANDOM_SEED", 1);
    for (uint32_t n = 0; n < count; n++) {
        put_program(2 + draw(2), 2 + draw(2), n % 2);
        reduced_compare(&program, EXPLORE_INTERVALS, &totals);
    }
    reduced_print("threads with barriers", &totals);
    assert_true(totals.programs > count - count / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
