/* Rounds in vain that a count limits are left out (mmra/model/explore_count.c): random programs whose threads wait for
 * a number of rounds have the same outcomes, races and other findings as when each round is gone. With a fixed seed and
 * few programs by default; SMMRA_RANDOM_PROGRAMS and SMMRA_RANDOM_SEED make it a long search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "tests/litmus/reduced.h"

enum { MAX_THREADS = 3, MAX_LINES = 48, LONGEST = 64, UNROLL = 8, BOUND = 20000 };

static uint64_t generator;

static uint32_t below(uint32_t limit) {
    generator = generator * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(generator >> 33) % limit;
}

static bool once_in(uint32_t times) {
    return below(times) == 0;
}

/* ---- programs ---- */

static struct thread {
    char lines[MAX_LINES][LONGEST];
    uint32_t count, numbers, workgroup;
} threads[MAX_THREADS];
static uint32_t thread_count;

static void line(struct thread *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(struct thread *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    assert_true(t->count < MAX_LINES);
    int length = vsnprintf(t->lines[t->count++], LONGEST, format, arguments);
    va_end(arguments);
    assert_true(length > 0 && length < LONGEST);
}

static const char *some_cell(void) {
    static const char *const cells[] = {"f", "x", "y"};
    return cells[below(3)];
}

/* Reads a flag into h<number>. */
static void look(struct thread *t, uint32_t number, const char *cell) {
    const char *order = once_in(3) ? "" : ".acq", *visible = *order ? ".semsc0.semvis" : "";
    if (once_in(5))
        line(t, "rmw.atom%s.dv.sc0%s.add h%u, %s, 0", order, visible, number, cell);
    else
        line(t, "ld.atom%s.dv.sc0%s h%u, %s", order, visible, number, cell);
}

/* Operations that a round does besides. */
static void body(struct thread *t, uint32_t n) {
    switch (below(16)) {
    case 0:
        line(t, "ld.nonpriv.sc0 h%u, d", t->numbers++);
        break;
    case 1:
        look(t, n + 1, some_cell());
        line(t, "beq h%u, %u, A%u", n + 1, 1 + below(2), n);
        break;
    case 2:
        line(t, "membar.acq_rel.dv.semsc0.semav.semvis");
        break;
    case 3: /* something that is done in some rounds, or in all */
        line(t, "%s hc%u, %u, S%u", once_in(2) ? "bne" : "blt", n, below(4), n + 1);
        line(t, "st.atom.dv.sc0 %s, %u", some_cell(), 1 + below(2));
        line(t, "S%u:", n + 1);
        break;
    case 4:
        line(t, "st.atom.dv.sc0 %s, hc%u", some_cell(), n);
        break;
    case 5:
        line(t, "ld.atom.dv.sc0 h%u, %s", t->numbers++, some_cell());
        break;
    default:
        break;
    }
}

/* A wait is given up at A, or ends at E. */
static void aftermath(struct thread *t, uint32_t n, const char *given_up, uint32_t limit) {
    switch (below(4)) {
    case 0:
        line(t, "%s hc%u, %u, G%u", given_up, n, limit, n);
        line(t, "ld.nonpriv.sc0 r%u, d", n);
        line(t, "G%u:", n);
        break;
    case 1:
        line(t, "bne h%u, 0, G%u", n, n);
        line(t, "st.atom.dv.sc0 %s, 2", some_cell());
        line(t, "G%u:", n);
        break;
    case 2:
        line(t, "%s hc%u, %u, G%u", given_up, n, once_in(3) ? below(3) : limit, n);
        line(t, "st.nonpriv.sc0 d, 2");
        line(t, "G%u:", n);
        break;
    default:
        break;
    }
}

/* A wait of at most `limit` rounds, by a count that goes up or down, which is looked at before or after the round. */
static void add_wait(struct thread *t) {
    uint32_t n = t->numbers, limit = 2 + below(4), step = once_in(5) ? 2 : 1;
    bool down = once_in(3), at_end = once_in(2);
    const char *cell = some_cell(), *goes_on = down ? "bgt" : "blt", *given_up = down ? "ble" : "bge";
    t->numbers += 2;
    line(t, "mov hc%u, %u", n, down ? limit : 0);
    line(t, "mov h%u, 0", n);
    line(t, "L%u:", n);
    if (!at_end)
        line(t, "%s hc%u, %u, A%u", given_up, n, down ? 0 : limit, n);
    if (once_in(2))
        body(t, n);
    look(t, n, cell);
    if (once_in(8)) { /* it goes on after it has found what it waited for */
        line(t, "beq h%u, 0, C%u", n, n);
        line(t, once_in(2) ? "st.atom.dv.sc0 %s, 1" : "st.atom.dv.sc0 %s, 0", cell);
        line(t, "C%u:", n);
    } else {
        line(t, "bne h%u, 0, A%u", n, n);
    }
    line(t, "%s hc%u, hc%u, %u", down ? "sub" : "add", n, n, step);
    if (at_end)
        line(t, "%s hc%u, %u, L%u", goes_on, n, down ? 0 : limit, n);
    else
        line(t, "goto L%u", n);
    line(t, "A%u:", n);
    aftermath(t, n, given_up, down ? 0 : limit);
}

static void make_thread(struct thread *t, uint32_t number) {
    t->count = 0;
    t->numbers = 1;
    t->workgroup = number;
    for (uint32_t blocks = 1 + once_in(2); blocks; blocks--)
        switch (below(5)) {
        case 0:
            line(t, "st.nonpriv.sc0 d, 1");
            line(t, "st.atom.rel.dv.sc0.semsc0.semav %s, 1", some_cell());
            break;
        case 1:
            line(t, "st.atom.dv.sc0 %s, %u", some_cell(), below(3));
            break;
        case 2:
            line(t, "ld.atom.dv.sc0 r%u, %s", t->numbers++, some_cell());
            break;
        default:
            add_wait(t);
            break;
        }
}

static void make_program(uint32_t seed, uint32_t number) {
    generator = ((uint64_t)seed << 32) + number;
    below(2);
    below(2);
    thread_count = 2 + once_in(6);
    for (uint32_t i = 0; i < thread_count; i++)
        make_thread(&threads[i], i);
    if (once_in(2)) {
        struct thread *t = &threads[below(thread_count)];
        t->count = 0;
        line(t, "st.nonpriv.sc0 d, 1");
        line(t, "st.atom.rel.dv.sc0.semsc0.semav %s, 1", some_cell());
    }
}

static void put_program(void) {
    reduced_length = 0;
    reduced_put("Vulkan counting\n{ f=0; x=0; y=0; d=0; }\n");
    for (uint32_t t = 0; t < thread_count; t++)
        reduced_put("%s P%u@sg %u, wg %u, qf 0", t ? " |" : "", t, t, threads[t].workgroup);
    reduced_put(" ;\n");
    for (uint32_t row = 0; row < MAX_LINES; row++) {
        for (uint32_t t = 0; t < thread_count; t++)
            reduced_put("%s %s", t ? " |" : "", row < threads[t].count ? threads[t].lines[row] : "");
        reduced_put(" ;\n");
    }
    reduced_put("exists (f = %u /\\ x = %u /\\ y = %u)\n", below(3), below(3), below(3));
}

static void counted(void **state) {
    (void)state;
    struct reduced_totals totals = {0};
    uint32_t programs = reduced_number("SMMRA_RANDOM_PROGRAMS", 400), seed = reduced_number("SMMRA_RANDOM_SEED", 1);
    uint32_t first = reduced_number("SMMRA_RANDOM_FIRST", 0);
    for (uint32_t i = first; i < first + programs; i++) {
        make_program(seed, i);
        put_program();
        struct reduced_program program = {
            .model = &model_vulkan, .text = reduced_text, .unroll = UNROLL, .evaluations = BOUND};
        reduced_compare_bounds(&program, EXPLORE_WAITING, 1 + i % 2, &totals);
    }
    reduced_print("counting", &totals);
    print_message("%llu met the bound\n", (unsigned long long)totals.cut_off);
    assert_true(programs < 100 || totals.programs - totals.cut_off > programs / 2);
}

/* ---- rounds that may be left out, and that may not ---- */

#define LOOK(number) "ld.atom.acq.dv.sc0.semsc0.semvis h" #number ", f;"
#define SPIN(limit)  "mov hc, 0;L:;bge hc, " #limit ", A;" LOOK(0) "bne h0, 0, S;add hc, hc, 1;goto L;"
#define SEND         "st.nonpriv.sc0 d, 1;st.atom.rel.dv.sc0.semsc0.semav f, 1;"

/* Each breaks one condition of mmra/model/explore_count.c, but for those that are decided. Both threads are columns of
 * lines, of which P0 has fewer. */
static const struct {
    const char *name, *p0, *p1;
    uint32_t unroll;
    bool decided;
} programs[] = {
    {"a wait that is given up", SEND, SPIN(5) "S:;ld.nonpriv.sc0 r1, d;A:", 1, true},
    {"what is found in the last round", SEND,
     "mov hc, 0;mov h0, 0;L:;bge hc, 6, A;bne h0, 0, A;" LOOK(0) "add hc, hc, 1;goto L;A:;blt hc, 6, Z;mov r1, h0;Z:",
     4, true},
    {"a count down", SEND, "mov hc, 5;L:;" LOOK(0) "bne h0, 0, A;sub hc, hc, 1;bne hc, 0, L;A:;mov r1, h0;", 1, true},
    {"what is consumed in a round, and what a later round orders", SEND,
     "mov hc, 0;mov h5, 0;L:;bge hc, 6, A;ld.atom.dv.sc0 h0, f;beq h0, 1, N;membar.acq.dv.semsc0.semvis;goto C;"
     "N:;rmw.atom.dv.sc0.add h1, f, 1;mov h5, 1;C:;add hc, hc, 1;goto L;A:;beq h5, 0, Z;ld.nonpriv.sc0 h2, d;Z:",
     2, false},
    {"a count that is not begun again", SEND,
     "mov hc, 0;mov h5, 0;O:;mov h6, 0;L:;bge hc, 4, A;" LOOK(
         0) "bne h0, 0, S;add hc, hc, 1;goto L;"
            "S:;rmw.atom.dv.sc0.add h1, y, 1;add hc, hc, 1;add h5, h5, 1;blt h5, 2, O;A:",
     2, false},
    {"a count that is stored", SEND, SPIN(4) "S:;st.atom.dv.sc0 x, hc;A:", 1, false},
    {"a count that is multiplied", SEND, SPIN(4) "S:;mul hc, hc, hc;beq hc, 4, A;st.atom.dv.sc0 x, 1;A:", 1, false},
    {"a count that is asked for", SEND, "mov r1, 0;L:;bge r1, 4, A;" LOOK(0) "bne h0, 0, A;add r1, r1, 1;goto L;A:", 1,
     false},
    {"a comparison with what is read later", "st.atom.dv.sc0 y, 2;" SEND,
     "mov h0, 0;mov h2, 9;" SPIN(6) "S:;ld.atom.dv.sc0 h2, y;bge hc, h2, A;st.atom.dv.sc0 x, 1;A:;mov r1, h0;", 1,
     false},
    {"a comparison with a copy of what is read later", "st.atom.dv.sc0 y, 2;" SEND,
     "mov h0, 0;mov h2, 9;" SPIN(
         6) "S:;ld.atom.dv.sc0 h2, y;mov h4, h2;bge hc, h4, A;st.atom.dv.sc0 x, 1;A:;mov r1, h0;",
     1, false},
    {"a comparison with what stays", SEND,
     "ld.atom.dv.sc0 h2, y;beq h2, 7, A;mov h2, 6;mov h2, h2;mov hc, 0;"
     "L:;bge hc, h2, A;" LOOK(0) "bne h0, 0, A;add hc, hc, 1;goto L;A:;mov r1, h0;",
     2, true},
    {"a count beside what changes", SEND,
     "mov h5, 0;mov hc, 0;L:;bge hc, 4, A;" LOOK(0) "bne h0, 0, S;xor h5, h5, 1;add hc, hc, 1;goto L;"
                                                    "S:;st.atom.dv.sc0 x, h5;A:",
     1, false},
    {"rounds that write", SEND, "mov hc, 0;L:;rmw.atom.dv.sc0.add h1, y, 1;add hc, hc, 1;blt hc, 4, L;", 1, true},
    {"rounds of which two can follow each other, and no third",
     "st.atom.dv.sc0 x, 1;st.atom.rel.dv.sc0.semsc0.semav f, 1;st.atom.dv.sc0 x, 2;st.atom.rel.dv.sc0.semsc0.semav f, 2;",
     "mov hc, 0;L:;bge hc, 4, G;ld.atom.dv.sc0 h1, x;" LOOK(0) "sub h3, h0, h1;bne h3, 1, A;add hc, hc, 1;goto L;"
                                                               "G:;mov r1, 2;A:",
     2, true},
    {"two sums of a count", "st.atom.dv.sc0 f, 1;st.atom.dv.sc0 f, 2;",
     "mov hc, 0;mov h0, 0;L:;bge hc, 13, Z;" LOOK(0) "beq h0, 1, A;beq h0, 2, B;add hc, hc, 1;goto L;"
                                                     "B:;add hc, hc, 7;A:;bne hc, 12, Z;mov r1, h0;Z:",
     4, true},
};

/* The lines of a thread, one after the other. */
static void take_lines(struct thread *t, const char *text) {
    t->count = 0;
    while (*text) {
        const char *end = strchr(text, ';');
        int length = end ? (int)(end - text) : (int)strlen(text);
        line(t, "%.*s", length, text);
        text += end ? length + 1 : length;
    }
}

static void rounds_that_matter(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
        struct reduced_totals totals = {0};
        thread_count = 2;
        take_lines(&threads[0], programs[k].p0);
        take_lines(&threads[1], programs[k].p1);
        threads[0].workgroup = 0;
        threads[1].workgroup = 1;
        put_program();
        struct reduced_program program = {
            .model = &model_vulkan, .text = reduced_text, .unroll = 16, .evaluations = BOUND};
        reduced_compare_bounds(&program, EXPLORE_WAITING, programs[k].unroll, &totals);
        if (totals.programs != 1 || !totals.cut_off != programs[k].decided)
            fail_msg("%s: %llu explored, %llu met the bound", programs[k].name, (unsigned long long)totals.programs,
                     (unsigned long long)totals.cut_off);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rounds_that_matter), cmocka_unit_test(counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
