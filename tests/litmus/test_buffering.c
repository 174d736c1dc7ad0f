/* Threads act on a value before it is known only where load buffering is possible (docs/models.md, "Reductions"): two
 * threads that read crosswise, in every way to read and to write, have the same outcomes and races as without that
 * condition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "tests/litmus/reduced.h"

#define FENCE(scope, class) "membar.acq_rel." scope ".semsc" class ".semav.semvis"

/* A row says how the value is made, and what comes behind the read or before the write. */
static const struct {
    const char *read, *behind;
} reads[] = {
    {"ld.atom.dv.sc0 r, %s", ""},
    {"ld.atom.acq.dv.sc0.semsc0.semvis r, %s", ""},
    {"ld.atom.acq.wg.sc0.semsc0.semvis r, %s", ""},
    {"ld.atom.acq.dv.sc0.semsc1.semvis r, %s", ""},
    {"ld.atom.dv.sc0 r, %s", FENCE("dv", "0")},
    {"ld.atom.dv.sc0 r, %s", FENCE("wg", "0")},
    {"ld.atom.dv.sc0 r, %s", "membar.rel.dv.semsc0.semav"},
    {"ld.nonpriv.sc0 r, %s", ""},
    {"ld.nonpriv.sc0 r, %s", FENCE("dv", "0")},
    {"ld.sc0 r, %s", ""},
};
static const struct {
    const char *before, *write;
} writes[] = {
    {"", "st.atom.dv.sc0 %s, 1"},
    {"", "st.atom.rel.dv.sc0.semsc0.semav %s, 1"},
    {"", "st.atom.rel.wg.sc0.semsc0.semav %s, 1"},
    {"", "st.atom.rel.dv.sc0.semsc1.semav %s, 1"},
    {FENCE("dv", "0"), "st.atom.dv.sc0 %s, 1"},
    {FENCE("wg", "0"), "st.atom.dv.sc0 %s, 1"},
    {"", "st.nonpriv.sc0 %s, 1"},
    {"", "st.sc0 %s, 1"},
};
enum { READS = sizeof reads / sizeof *reads, WRITES = sizeof writes / sizeof *writes };

static void compare(struct reduced_totals *totals) {
    struct reduced_program program = {.model = &model_vulkan, .text = reduced_text, .unroll = 2, .evaluations = 20000};
    reduced_compare(&program, EXPLORE_BUFFERING, totals);
}

static void put_cells(const char *one, const char *other) {
    reduced_put(" %s | %s ;\n", one, other);
}

/* Both read, branch on what they have read, and write the other's location: the first whatever it has read, the second
 * if it has read 1. */
static void put_crosswise(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    char one[64], other[64];
    reduced_length = 0;
    reduced_put("Vulkan buffering\n{ x=0; y=0; z=0; }\nP0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;\n");
    snprintf(one, sizeof one, reads[a].read, "x");
    snprintf(other, sizeof other, reads[b].read, "y");
    put_cells(one, other);
    put_cells(reads[a].behind, reads[b].behind);
    put_cells("bne r, 1, J", "bne r, 1, E");
    put_cells("st.nonpriv.sc0 z, 1", writes[d].before);
    snprintf(one, sizeof one, writes[c].write, "y");
    snprintf(other, sizeof other, writes[d].write, "x");
    put_cells("J:", other);
    put_cells(writes[c].before, "E:");
    put_cells(one, "");
    reduced_put("exists (P0:r == 1 /\\ P1:r == 1)\n");
}

static void load_buffering_stays(void **unused) {
    struct reduced_totals totals = {0};
    (void)unused;
    for (uint32_t a = 0; a < READS; a++)
        for (uint32_t b = 0; b < READS; b++)
            for (uint32_t c = 0; c < WRITES; c++)
                for (uint32_t d = 0; d < WRITES; d++) {
                    put_crosswise(a, b, c, d);
                    compare(&totals);
                }
    reduced_print("reads and writes crosswise", &totals);
    assert_int_equal(totals.programs, READS * READS * WRITES * WRITES);
    assert_int_equal(totals.left_out, 0);
}

/* The second thread stores what it has read, and has ended: the value that the first one needs is known when the read
 * of the second is. */
static void values_of_others(void **unused) {
    struct reduced_totals totals = {0};
    (void)unused;
    reduced_length = 0;
    reduced_put("Vulkan buffering\n{ x=0; y=0; z=0; }\nP0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;\n");
    put_cells("ld.atom.dv.sc0 r, x", "ld.atom.dv.sc0 r, y");
    put_cells("bne r, 1, J", "st.atom.dv.sc0 x, r");
    put_cells("st.nonpriv.sc0 z, 1", "");
    put_cells("J:", "");
    put_cells("st.atom.dv.sc0 y, 1", "");
    reduced_put("exists (P0:r == 1 /\\ P1:r == 1)\n");
    compare(&totals);
    assert_int_equal(totals.programs, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(load_buffering_stays), cmocka_unit_test(values_of_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
