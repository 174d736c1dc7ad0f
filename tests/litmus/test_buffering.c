/* Threads act on a value before it is known only where load buffering is possible (docs/reference/models.md,
 * "Reductions"): two threads that read crosswise, in every way to read and to write, have the same outcomes and races
 * as without that condition. */
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

#define AGENT  " syncscope(\"agent\") "
#define GLOBAL "ptr addrspace(1) @"

/* The first thread compares what the second writes only if it has read what the first writes behind that. What the
 * second writes is not released, so nothing is synchronized, unless the exchange cannot take that value. */
static const struct {
    const char *name, *initial, *compared, *failing, *write;
} exchanges[] = {
    {"the value that is compared", "0", "1", "monotonic", "store atomic i32 1, " GLOBAL "x" AGENT "monotonic, align 4"},
    {"another one that is added to it", "1", "3", "monotonic",
     "%h3 = atomicrmw add " GLOBAL "x, i32 2" AGENT "monotonic, align 4"},
    {"what was read", "0", "1", "monotonic", "store atomic i32 %r, " GLOBAL "x" AGENT "monotonic, align 4"},
    {"what makes it fail", "0", "0", "acquire", "store atomic i32 1, " GLOBAL "x" AGENT "monotonic, align 4"},
    {"what is compared with what it wrote before", "0", "%h0", "monotonic",
     "store atomic i32 1, " GLOBAL "w" AGENT "monotonic, align 4\n  store atomic i32 1, " GLOBAL "x" AGENT
     "monotonic, align 4"},
};

static void put_exchange(uint32_t k) {
    reduced_length = 0;
    reduced_put("; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1\n; @Exists: @P0:%%q = 1 and @P1:%%r = 1\n");
    reduced_put("target triple = \"amdgcn-amd-amdhsa\"\n@x = addrspace(1) global i32 %s, align 4\n",
                exchanges[k].initial);
    for (const char *cell = "wyzo"; *cell; cell++)
        reduced_put("@%c = addrspace(1) global i32 0, align 4\n", *cell);
    reduced_put("define void @P0() {\n  %%h0 = load atomic i32, " GLOBAL "w" AGENT "monotonic, align 4\n");
    reduced_put("  %%h1 = cmpxchg " GLOBAL "x, i32 %s, i32 7" AGENT "acquire %s, align 4\n", exchanges[k].compared,
                exchanges[k].failing);
    reduced_put("  %%s = extractvalue { i32, i1 } %%h1, 1\n  br i1 %%s, label %%a, label %%b\na:\n"
                "  store i32 1, " GLOBAL "o, align 4\n  br label %%b\nb:\n");
    reduced_put("  %%q = load atomic i32, " GLOBAL "z" AGENT "monotonic, align 4\n  %%hc = icmp eq i32 %%q, 1\n"
                "  br i1 %%hc, label %%c, label %%d\nc:\n  store i32 2, " GLOBAL "o, align 4\n  br label %%d\nd:\n");
    reduced_put("  store atomic i32 1, " GLOBAL "y" AGENT "monotonic, align 4\n  ret void\n}\n");
    reduced_put("define void @P1() {\n  %%r = load atomic i32, " GLOBAL "y" AGENT "monotonic, align 4\n"
                "  %%hc = icmp eq i32 %%r, 1\n  br i1 %%hc, label %%a, label %%b\na:\n  %s\n",
                exchanges[k].write);
    reduced_put("  store atomic i32 1, " GLOBAL "z" AGENT "monotonic, align 4\n  br label %%b\nb:\n  ret void\n}\n");
}

static void exchanges_of_others(void **unused) {
    (void)unused;
    for (uint32_t k = 0; k < sizeof exchanges / sizeof *exchanges; k++) {
        struct reduced_totals totals = {0};
        struct reduced_program program = {.model = &model_amdgpu, .text = reduced_text, .evaluations = 20000};
        put_exchange(k);
        reduced_compare(&program, EXPLORE_BUFFERING, &totals);
        reduced_print(exchanges[k].name, &totals);
        assert_int_equal(totals.programs, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(load_buffering_stays), cmocka_unit_test(values_of_others),
                                       cmocka_unit_test(exchanges_of_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
