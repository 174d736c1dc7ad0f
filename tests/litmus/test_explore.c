/* The exploration: how many executions programs have, that none comes twice, loops, barriers, and what is
 * refused. The counts are worked out by hand beside each program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "mmra/litmus/litmus.h"

static void exhausted(void *user) {
    (void)user;
    abort();
}

struct seen {
    uint64_t hashes[4096];
    uint32_t count;
    bool twice;
};

static uint64_t mix(uint64_t value) {
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return value ^ value >> 31;
}

/* An event by what does not depend on the order in which events came about. */
static uint64_t identity(const struct model_event *event) {
    return mix((uint64_t)(uintptr_t)event->operation ^ mix(event->location));
}

/* Remembers what makes an execution: the source of every read, the order of the atomic writes, and who
 * passed a barrier with whom. */
static bool remember(void *user, const struct explored *one) {
    struct seen *seen = user;
    const struct execution *x = one->x;
    uint64_t hash = 0;
    for (uint32_t a = 0; a < x->count; a++)
        for (uint32_t b = 0; b < x->count; b++) {
            const struct model_event *first = &x->events[a], *second = &x->events[b];
            uint64_t pair = mix(identity(first) + 3 * identity(second));
            if (relation_has(x->pool, x->rf, a, b))
                hash += mix(pair + 1);
            if (relation_has(x->pool, x->mo, a, b))
                hash += mix(pair + 2);
            if ((first->kind & second->kind & MODEL_BARRIER) && first->barrier == second->barrier)
                hash += mix(pair + 3);
        }
    for (uint32_t i = 0; i < seen->count; i++)
        seen->twice |= seen->hashes[i] == hash;
    assert_true(seen->count < 4096);
    seen->hashes[seen->count++] = hash;
    return true;
}

static struct seen seen;

static struct explore_statistics explored(const char *text, struct explore_options options, bool is_ir) {
    struct arena arena;
    struct litmus litmus;
    struct explore_statistics statistics;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    if (is_ir)
        litmus_read_ir(&litmus, &arena, text, strlen(text), IR_DOCUMENT);
    else
        litmus_read_vulkan(&litmus, &arena, text, strlen(text));
    if (litmus.error)
        fail_msg("line %u: %s", litmus.line, litmus.error);
    memset(&seen, 0, sizeof seen);
    explore(&litmus.program, is_ir ? &model_amdgpu : &model_vulkan, &options, &arena, remember, &seen, &statistics);
    arena_destroy(&arena);
    assert_false(seen.twice);
    return statistics;
}

static struct explore_statistics run(const char *text, struct explore_options options) {
    return explored(text, options, false);
}

static struct explore_statistics run_ir(const char *text, struct explore_options options) {
    return explored(text, options, true);
}

static void assert_executions(const char *text, uint64_t executions) {
    struct explore_statistics statistics = run(text, explore_defaults());
    assert_null(statistics.refused);
    assert_int_equal(statistics.executions, executions);
}

#define TWO_THREADS   " P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0 ;\n"
#define THREE_THREADS " P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0 | P2@sg 2, wg 0, qf 0 ;\n"

/* Two relaxed reads, two sources each, all combinations. */
static void store_buffering(void **state) {
    (void)state;
    assert_executions("Vulkan SB\n{ x=0; y=0; }\n" TWO_THREADS " st.atom.dv.sc0 x, 1 | st.atom.dv.sc0 y, 1 ;\n"
                      " ld.atom.dv.sc0 r0, y | ld.atom.dv.sc0 r1, x ;\n exists (P0:r0 == 0)",
                      4);
}

/* Reads may take writes of threads that come later, and that have to be reached first. */
static void load_buffering(void **state) {
    (void)state;
    assert_executions("Vulkan LB\n{ x=0; y=0; }\n" TWO_THREADS " ld.atom.dv.sc0 r0, x | ld.atom.dv.sc0 r1, y ;\n"
                      " st.atom.dv.sc0 y, 1 | st.atom.dv.sc0 x, 1 ;\n exists (P0:r0 == 1)",
                      4);
}

/* With dependencies on both sides the two reads cannot both take the other's write. */
static void load_buffering_with_dependencies(void **state) {
    (void)state;
    assert_executions("Vulkan LB+datas\n{ x=0; y=0; }\n" TWO_THREADS " ld.atom.dv.sc0 r0, x | ld.atom.dv.sc0 r1, y ;\n"
                      " st.atom.dv.sc0 y, r0 | st.atom.dv.sc0 x, r1 ;\n exists (P0:r0 == 1)",
                      3);
    assert_executions("Vulkan LB+ctrls\n{ x=0; y=0; }\n" TWO_THREADS " ld.atom.dv.sc0 r0, x | ld.atom.dv.sc0 r1, y ;\n"
                      " beq r0, 0, L0 | beq r1, 0, L1 ;\n"
                      " st.atom.dv.sc0 y, 1 | st.atom.dv.sc0 x, 1 ;\n"
                      " L0: | L1: ;\n exists (P0:r0 == 1)",
                      1);
    /* One side only: r0 = 1 needs the write that r1 != 0 lets happen, and that takes y = 1, which is not
     * dependent. */
    assert_executions("Vulkan LB+ctrl+po\n{ x=0; y=0; }\n" TWO_THREADS
                      " ld.atom.dv.sc0 r0, x | ld.atom.dv.sc0 r1, y ;\n"
                      " st.atom.dv.sc0 y, 1 | beq r1, 0, L1 ;\n"
                      " | st.atom.dv.sc0 x, 1 ;\n"
                      " | L1: ;\n exists (P0:r0 == 1)",
                      3); /* r1=0; r1=1 and r0=0; r1=1 and r0=1 */
}

/* Three writes without a reader: 3! orders. */
static void orders_of_writes(void **state) {
    (void)state;
    assert_executions("Vulkan 3W\n{ x=0; }\n" THREE_THREADS
                      " st.atom.dv.sc0 x, 1 | st.atom.dv.sc0 x, 2 | st.atom.dv.sc0 x, 3 ;\n exists (x == 1)",
                      6);
}

/* Three increments form a chain: 3! of them, one order each. */
static void increments(void **state) {
    (void)state;
    assert_executions("Vulkan 3inc\n{ x=0; }\n" THREE_THREADS
                      " rmw.atom.dv.sc0.add r0, x, 1 | rmw.atom.dv.sc0.add r0, x, 1 | rmw.atom.dv.sc0.add r0, x, 1 ;\n"
                      " exists (x == 3)",
                      6);
}

/* A reader of two writes in order: source 0, 1 or 2, in one order of the writes (program order). */
static void coherence_of_one_writer(void **state) {
    (void)state;
    assert_executions("Vulkan CoWW\n{ x=0; }\n" TWO_THREADS " st.atom.dv.sc0 x, 1 | ld.atom.dv.sc0 r0, x ;\n"
                      " st.atom.dv.sc0 x, 2 | ld.atom.dv.sc0 r1, x ;\n exists (P1:r0 == 1)",
                      6); /* 00 01 02 11 12 22 */
}

/* The spin is one read, however long it would go round; the message has come when it ends. */
static void spinning_is_waiting(void **state) {
    (void)state;
    struct explore_statistics s =
        run("Vulkan spin\n{ x=0; y=0; }\n" TWO_THREADS " st.av.dv.sc0 x, 1             | L0: ;\n"
            " st.atom.rel.dv.sc0.semsc0 y, 1 | ld.atom.acq.dv.sc0.semsc0 r0, y ;\n"
            "                               | beq r0, 0, L0 ;\n"
            "                               | ld.vis.dv.sc0 r1, x ;\n exists (P1:r1 == 0)",
            explore_defaults());
    assert_int_equal(s.executions, 1);
    assert_int_equal(s.hung, 0);
    assert_false(s.unroll_reached);
}

/* Nobody writes what the loop waits for: one execution, which hangs. */
static void waiting_for_ever(void **state) {
    (void)state;
    struct explore_statistics s = run("Vulkan hang\n{ x=0; }\n" TWO_THREADS " st.atom.dv.sc0 x, 1 | L0: ;\n"
                                      "                     | ld.atom.dv.sc0 r0, x ;\n"
                                      "                     | bne r0, 2, L0 ;\n exists (x == 1)",
                                      explore_defaults());
    assert_int_equal(s.executions, 0);
    assert_int_equal(s.hung, 1);
}

/* A wait at two reads ends if either may change, though the round was put off at the other. */
static void waiting_at_two_reads(void **state) {
    (void)state;
    struct explore_statistics s = run("Vulkan two\n{ x=0; y=0; }\n" TWO_THREADS " st.atom.dv.sc0 x, 1 | L0: ;\n"
                                      "                     | ld.atom.dv.sc0 r0, x ;\n"
                                      "                     | bne r0, 0, L1 ;\n"
                                      "                     | ld.atom.dv.sc0 r1, y ;\n"
                                      "                     | beq r1, 0, L0 ;\n"
                                      "                     | L1: ;\n exists (x == 1)",
                                      explore_defaults());
    assert_int_equal(s.executions, 2); /* x = 1 at once, or after a first round, which leaves its values in r0 and r1 */
    assert_int_equal(s.hung, 0);
    /* It does wait if the other thread writes nothing that it waits for. */
    s = run("Vulkan two\n{ x=0; y=0; z=0; }\n" TWO_THREADS " st.atom.dv.sc0 z, 1 | L0: ;\n"
            "                     | ld.atom.dv.sc0 r0, x ;\n"
            "                     | bne r0, 0, L1 ;\n"
            "                     | ld.atom.dv.sc0 r1, y ;\n"
            "                     | beq r1, 0, L0 ;\n"
            "                     | L1: ;\n exists (z == 1)",
            explore_defaults());
    assert_int_equal(s.executions, 0);
    assert_int_equal(s.hung, 1);
}

/* A loop that counts is unrolled; beyond the bound the answer says so. Rounds that no read decides have a larger one.
 */
static void counting_loops(void **state) {
    (void)state;
    static const char certain[] = "Vulkan count\n{ x=0; }\n P0@sg 0, wg 0, qf 0 ;\n"
                                  " L0: ;\n add r0, r0, 1 ;\n blt r0, 100, L0 ;\n st.sc0 x, r0 ;\n exists (x == 100)";
    static const char read[] = "Vulkan count\n{ x=1; }\n P0@sg 0, wg 0, qf 0 ;\n"
                               " L0: ;\n ld.sc0 r1, x ;\n add r0, r0, r1 ;\n blt r0, 10, L0 ;\n st.sc0 x, r0 ;\n"
                               " exists (x == 10)";
    const struct {
        const char *text;
        uint32_t unroll;
        bool reached;
    } rows[] = {{certain, 4, true}, {certain, 100, false}, {read, 4, true}, {read, 10, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct explore_options options = explore_defaults();
        options.unroll = rows[i].unroll;
        struct explore_statistics s = run(rows[i].text, options);
        assert_int_equal(s.executions, rows[i].reached ? 0 : 1);
        assert_int_equal(s.unroll_reached, rows[i].reached);
    }
    struct explore_options options = explore_defaults();
    options.unroll = 4;
    assert_false(run("Vulkan count\n{ x=0; }\n P0@sg 0, wg 0, qf 0 ;\n"
                     " L0: ;\n add r0, r0, 1 ;\n blt r0, 10, L0 ;\n st.sc0 x, r0 ;\n exists (x == 10)",
                     options)
                     .unroll_reached);
}

/* Three threads at a barrier for two: three pairs may pass, and one thread is left. */
static void barrier_for_two_of_three(void **state) {
    (void)state;
    struct explore_statistics s = run("Vulkan quorum\n{ x=0; }\n" THREE_THREADS
                                      " cbar.acq_rel.dv.semsc0 1, 1, 2 | cbar.acq_rel.dv.semsc0 1, 1, 2 | "
                                      "cbar.acq_rel.dv.semsc0 1, 1, 2 ;\n"
                                      " exists (x == 0)",
                                      explore_defaults());
    assert_int_equal(s.executions, 0);
    assert_int_equal(s.hung, 3);
}

/* Four at a barrier for two: three ways to pair them, all end. */
static void barrier_for_two_of_four(void **state) {
    (void)state;
    struct explore_statistics s =
        run("Vulkan quorum\n{ x=0; }\n"
            " P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0 | P2@sg 2, wg 0, qf 0 | P3@sg 3, wg 0, qf 0 ;\n"
            " cbar.acq_rel.dv.semsc0 1, 1, 2 | cbar.acq_rel.dv.semsc0 1, 1, 2 | cbar.acq_rel.dv.semsc0 1, 1, 2 | "
            "cbar.acq_rel.dv.semsc0 1, 1, 2 ;\n exists (x == 0)",
            explore_defaults());
    assert_int_equal(s.executions + s.hung, 3);
    assert_int_equal(s.hung, 0);
}

/* Two barriers for two: each opens for its own threads. */
static void two_barriers_for_two(void **state) {
    (void)state;
    struct explore_statistics s =
        run("Vulkan quorum\n{ x=0; }\n"
            " P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0 | P2@sg 2, wg 0, qf 0 | P3@sg 3, wg 0, qf 0 ;\n"
            " cbar.acq_rel.dv.semsc0 1, 1, 2 | cbar.acq_rel.dv.semsc0 2, 2, 2 | cbar.acq_rel.dv.semsc0 1, 1, 2 | "
            "cbar.acq_rel.dv.semsc0 2, 2, 2 ;\n exists (x == 0)",
            explore_defaults());
    assert_int_equal(s.executions, 1);
    assert_int_equal(s.hung, 0);
}

/* The third thread comes to the barrier after a branch: whoever is there first may still wait for it. */
static void barrier_for_who_comes_later(void **state) {
    (void)state;
    struct explore_statistics s =
        run("Vulkan quorum\n{ x=0; y=1; }\n" THREE_THREADS
            " cbar.acq_rel.dv.semsc0 1, 1, 2 | cbar.acq_rel.dv.semsc0 1, 1, 2 | ld.sc0 r, y ;\n"
            " | | beq r, 0, E ;\n"
            " | | cbar.acq_rel.dv.semsc0 1, 1, 2 ;\n | | E: ;\n exists (x == 0)",
            explore_defaults());
    assert_int_equal(s.executions, 0);
    assert_int_equal(s.hung, 3);
}

static void no_thin_air_option(void **state) {
    (void)state;
    struct explore_options options = explore_defaults();
    options.model.plain_rf_acyclic = true;
    struct explore_statistics s =
        run("Vulkan LB\n{ x=0; y=0; }\n" TWO_THREADS " ld.atom.dv.sc0 r0, x | ld.atom.dv.sc0 r1, y ;\n"
            " st.atom.dv.sc0 y, 1 | st.atom.dv.sc0 x, 1 ;\n exists (P0:r0 == 1)",
            options);
    assert_int_equal(s.executions, 3);
}

static void limits(void **state) {
    (void)state;
    struct explore_options options = explore_defaults();
    options.unroll = 100000;
    struct explore_statistics s = run("Vulkan events\n{ x=0; }\n P0@sg 0, wg 0, qf 0 ;\n"
                                      " L0: ;\n st.sc0 x, 1 ;\n st.sc0 x, 2 ;\n goto L0 ;\n exists (x == 10)",
                                      options);
    assert_non_null(s.refused);
    options = explore_defaults();
    options.evaluations = 3;
    s = run("Vulkan 3W\n{ x=0; }\n" THREE_THREADS
            " st.atom.dv.sc0 x, 1 | st.atom.dv.sc0 x, 2 | st.atom.dv.sc0 x, 3 ;\n exists (x == 1)",
            options);
    assert_true(s.gave_up);
}

static bool has_questions_left(void *user, const struct explore_statistics *statistics) {
    (void)statistics;
    return (*(int *)user)-- > 0;
}

/* A value whose expression is long, as each step doubles it, and which rests on two reads. What the address depends on
 * takes millions of steps to find out, in which the caller is asked. One evaluation has the two reads alone. */
static void asked_within_a_step(void **state) {
    (void)state;
    enum { DOUBLINGS = 11, LEFT = 10 };
    static char text[4096];
    int left = LEFT, length;
    struct explore_options options = explore_defaults();
    length = snprintf(
        text, sizeof text,
        "; @Threads: @P0 wg 0 wave 0\n; @Init: x = 0\n@x = addrspace(1) global i32 0, align 4\n@y = addrspace(1) global i32 0, align 4\n"
        "@z = addrspace(1) global i32 0, align 4\ndefine void @P0() {\n"
        "  %%a = load atomic i32, ptr addrspace(1) @x syncscope(\"agent\") monotonic, align 4\n"
        "  %%b = load atomic i32, ptr addrspace(1) @y syncscope(\"agent\") monotonic, align 4\n"
        "  %%v0 = and i32 %%a, %%b\n");
    for (int i = 0; i < DOUBLINGS; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "  %%w%d = lshr i32 %%v%d, 1\n  %%v%d = mul i32 %%w%d, %%v%d\n", i, i, i + 1, i, i);
    snprintf(text + length, sizeof text - (size_t)length,
             "  store atomic i32 %%v%d, ptr addrspace(1) @z syncscope(\"agent\") monotonic, align 4\n  ret void\n}\n",
             DOUBLINGS);
    options.goes_on = has_questions_left;
    options.goes_on_user = &left;
    struct explore_statistics statistics = run_ir(text, options);
    assert_true(statistics.gave_up);
    assert_int_equal(left, -1); /* nobody is asked again */
}

/* P0 waits at f = 0 before the barrier, for what P1 writes behind it. */
static void deadlock_at_a_barrier(void **state) {
    (void)state;
    static const char text[] =
        "; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1\n; @Init: f = 0\n"
        "@f = addrspace(1) global i32 0, align 4\n"
        "declare void @llvm.amdgcn.s.barrier()\n"
        "define void @P0() {\nentry:\n  br label %wait\nwait:\n"
        "  %r = load atomic i32, ptr addrspace(1) @f syncscope(\"agent\") acquire, align 4\n"
        "  %again = icmp eq i32 %r, 0\n  br i1 %again, label %wait, label %go\ngo:\n"
        "  fence syncscope(\"workgroup\") acq_rel\n  call void @llvm.amdgcn.s.barrier()\n"
        "  fence syncscope(\"workgroup\") acq_rel\n  ret void\n}\n"
        "define void @P1() {\n  fence syncscope(\"workgroup\") acq_rel\n"
        "  call void @llvm.amdgcn.s.barrier()\n  fence syncscope(\"workgroup\") acq_rel\n"
        "  store atomic i32 1, ptr addrspace(1) @f syncscope(\"agent\") release, align 4\n  ret void\n}\n";
    struct explore_statistics statistics = run_ir(text, explore_defaults());
    assert_int_equal(statistics.executions, 0);
    assert_int_equal(statistics.hung, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(store_buffering),
                                       cmocka_unit_test(load_buffering),
                                       cmocka_unit_test(load_buffering_with_dependencies),
                                       cmocka_unit_test(orders_of_writes),
                                       cmocka_unit_test(increments),
                                       cmocka_unit_test(coherence_of_one_writer),
                                       cmocka_unit_test(spinning_is_waiting),
                                       cmocka_unit_test(waiting_for_ever),
                                       cmocka_unit_test(waiting_at_two_reads),
                                       cmocka_unit_test(deadlock_at_a_barrier),
                                       cmocka_unit_test(counting_loops),
                                       cmocka_unit_test(barrier_for_two_of_three),
                                       cmocka_unit_test(barrier_for_two_of_four),
                                       cmocka_unit_test(two_barriers_for_two),
                                       cmocka_unit_test(barrier_for_who_comes_later),
                                       cmocka_unit_test(no_thin_air_option),
                                       cmocka_unit_test(limits),
                                       cmocka_unit_test(asked_within_a_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
