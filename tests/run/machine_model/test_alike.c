/* Waves that may change places (mmra/machine/machine_alike.c), and arrivals that are put off (machine_memory.c): each
 * placement is one of those that are searched, after some change; random programs of waves with the same code, and with
 * one of another, have the same outcomes with both and without. An execution that is told has each wave's accesses in
 * the order of its code, by the wave's own name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mmra/machine/machine_litmus.h"
#include "notation.h"

enum { PROGRAMS = 80, MOST_STATES = 60000, MEMORY = 1 << 30, WAVES = 3, LINES = 200 };

static uint32_t random_state;

static uint32_t draw(uint32_t limit) {
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 16) % limit;
}

/* The program stores what it loads, so that memory tells of it at the end. */
static void put_operations(char *text, uint32_t count) {
    static const char *const operations[] = {
        "a=LDa f; WL", "a=LD f; WL", "b=LD x; WL", "b=LDa x; WL", "ST x=10",  "STa x=11",    "STa f=10", "ST f=1",
        "RMW f",       "RMW x",      "INV",        "WS",          "STa y=11", "ST y=10",     "WB",       "DW m; WD",
        "b=DR m; WD",  "WS; BAR",    "RMWn f",     "STa y=10",    "RMW x",    "a=LDa f; WL", "INVw",     "WL"};
    for (uint32_t k = 0; k < count; k++) {
        strcat(text, k ? "; " : " ");
        strcat(text, operations[draw(sizeof operations / sizeof *operations)]);
    }
}

static void make_program(char *text) {
    strcpy(text, "P/0:");
    put_operations(text, 2 + draw(4));
    strcat(text, draw(5) ? " | Q/1: as P" : " | Q/0: as P");
    if (draw(3) == 0)
        return;
    strcat(text, " | R/2:");
    if (draw(2))
        strcat(text, " as P");
    else
        put_operations(text, 1 + draw(3));
}

/* The second wave adds another number than the first. */
static void tell_apart(char *text) {
    strstr(strstr(text, "; @Wave: Q"), "v1 = 1")[strlen("v1 = ")] = '5';
}

static void exhausted(void *user) {
    longjmp(*(jmp_buf *)user, 1);
}

struct asked {
    struct machine_litmus litmus;
    struct machine_answer answer;
};

static bool wants_all(void *user, const struct outcome_value *row) {
    (void)user;
    return row[0].value != 0;
}

static void ask(struct asked *asked, const struct configuration *c, const char *text, bool apart, struct arena *arena) {
    struct machine_question question = machine_question_defaults();
    machine_litmus_read(&asked->litmus, arena, text, strlen(text), c->processor);
    if (asked->litmus.litmus.error)
        fail_msg("line %u: %s\n%s", asked->litmus.litmus.line, asked->litmus.litmus.error, text);
    question.l2_counts = (uint8_t)(1 << (c->l2s - 1));
    question.options.apart = apart;
    question.options.max_states = MOST_STATES;
    machine_litmus_ask(&asked->litmus, &question, wants_all, NULL, arena, &asked->answer);
}

static bool cover(const struct outcomes *all, const struct outcomes *some) {
    bool covered = true;
    for (uint32_t k = 0; k < some->count; k++)
        covered &= outcomes_cover(all, some->rows[k]);
    return covered;
}

/* Each wave's accesses come to V in the order of its code, each once. */
static bool is_in_order(const char *witness) {
    uint32_t last[WAVES] = {0};
    bool in_order = true;
    for (const char *at = witness; at; at = strchr(at, '\n')) {
        unsigned line;
        char wave, what[LINES];
        at += *at == '\n';
        if (sscanf(at, " %c, line %u: %199[^\n]", &wave, &line, what) != 3 || wave < 'P' || wave >= 'P' + WAVES ||
            !(strstr(what, "arrives at V") || strstr(what, "invalidates") || strstr(what, "copy in V")))
            continue;
        in_order &= line > last[wave - 'P'];
        last[wave - 'P'] = line;
    }
    return in_order;
}

static const char of_memory[] = "x == 99 and f == 99 and y == 99";
static const char of_both[] = "f == 99 and Q:v10 == 99 and Q:v11 == 99";
static const char of_third[] = "f == 99 and R:v10 == 99 and R:v11 == 99";
static const char of_registers[] = "x == 99 and P:v10 == 99 and Q:v10 == 99";

static unsigned check_program(const struct configuration *c, const char *program, const char *condition, bool differ,
                              uint64_t *states) {
    static char text[8192];
    struct arena arena;
    jmp_buf out;
    arena_init(&arena, NULL, MEMORY, exhausted, &out);
    if (setjmp(out))
        fail_msg("%s: out of memory", program);
    struct asked *both = arena_allocate_array(&arena, 2, sizeof *both);
    assert_true(write_assembly(c, program, condition, text, sizeof text));
    if (differ)
        tell_apart(text);
    ask(&both[0], c, text, false, &arena);
    ask(&both[1], c, text, true, &arena);
    const struct machine_answer *alike = &both[0].answer, *apart = &both[1].answer;
    const bool whole = !apart->statistics.gave_up && !apart->statistics.fault;
    const bool same = cover(&alike->found, &apart->found) && cover(&apart->found, &alike->found) &&
                      alike->statistics.stuck == apart->statistics.stuck && alike->never_ends == apart->never_ends &&
                      !alike->statistics.gave_up && alike->statistics.states <= apart->statistics.states;
    const bool told = (!alike->witness == !apart->witness) && (!alike->witness || is_in_order(alike->witness));
    if (!apart->statistics.fault != !alike->statistics.fault || (whole && !(same && told)))
        fail_msg("%s: %s: %u outcomes of waves that change places, %u of others; states %llu, %llu\n%s\n%s\n%s",
                 c->name, program, alike->found.count, apart->found.count, (unsigned long long)alike->statistics.states,
                 (unsigned long long)apart->statistics.states, alike->witness ? alike->witness : "", text,
                 alike->statistics.fault ? alike->statistics.fault : "");
    states[0] += whole ? alike->statistics.states : 0;
    states[1] += whole ? apart->statistics.states : 0;
    const bool is_told = whole && alike->witness;
    arena_destroy(&arena);
    return is_told;
}

static void test_alike(void **state) {
    (void)state;
    const char *programs = getenv("SMMRA_RANDOM_PROGRAMS");
    const uint32_t count = programs ? (uint32_t)atoi(programs) : PROGRAMS;
    uint64_t states[2] = {0};
    unsigned told = 0;
    for (uint32_t k = 0; k < count; k++) {
        char program[1024];
        random_state = k;
        draw(1);
        make_program(program);
        const bool differ = draw(4) == 0;
        told += check_program(&configurations[k % configuration_count], program, draw(4) ? of_memory : of_registers,
                              differ, states);
    }
    for (size_t i = 0; i < configuration_count; i++) {
        check_program(&configurations[i], "P/0: a=LDa f; WL; RMW f | Q/1: as P", of_registers, false, states);
        check_program(&configurations[i], "P/0: ST f; a=LD f; WL; STa y=10 | Q/1: as P", of_memory, false, states);
        check_program(&configurations[i], "P/0: ST f | Q/0: a=LD f; WL; STa y=10 | R/1: a=LDa y; WL; b=LDa f; WL",
                      of_third, false, states);
        check_program(&configurations[i],
                      "P/0: STa f; WS; STa y | Q/1: a=LDa y; WL; gfx1201-cu?b=LDs f; WL | R/1: gfx1201-cu?a=LDs f; WL",
                      of_both, false, states);
        check_program(&configurations[i], "P/0: STa f; DW m; WD | Q/0: b=DR m; WD; a=LDa f; WL", of_both, false,
                      states);
        check_program(&configurations[i], "P/0: STa f; STa y | Q/0: a=LDa y; WL; b=LDa f; WL", of_both, false, states);
        check_program(&configurations[i], "P/0: STa f; STa y | Q/0: STa f=2; WS | R/1: a=LDa y; WL; b=LDa f; WL",
                      of_third, false, states);
    }
    printf("%u programs, %u executions told; %llu states, without changes of places %llu\n", count, told,
           (unsigned long long)states[0], (unsigned long long)states[1]);
    assert_true(told > count / 8 && states[0] < states[1]);
}

/* ---- placements ---- */

/* Numbers dies, arrays and units as waves come to them. */
static void renumber(struct machine_compute_unit *units, uint32_t count) {
    struct machine_compute_unit old[MACHINE_MAX_WAVES];
    uint8_t units_so_far = 0, arrays = 0, dies = 0;
    memcpy(old, units, count * sizeof *old);
    for (uint32_t w = 0; w < count; w++) {
        units[w] = (struct machine_compute_unit){units_so_far, arrays, dies};
        for (uint32_t k = 0; k < w; k++) {
            units[w].cu = old[k].cu == old[w].cu ? units[k].cu : units[w].cu;
            units[w].sa = old[k].sa == old[w].sa ? units[k].sa : units[w].sa;
            units[w].xcd = old[k].xcd == old[w].xcd ? units[k].xcd : units[w].xcd;
        }
        units_so_far = (uint8_t)(units_so_far + (units[w].cu == units_so_far));
        arrays = (uint8_t)(arrays + (units[w].sa == arrays));
        dies = (uint8_t)(dies + (units[w].xcd == dies));
    }
}

static bool is_among(struct machine_compute_unit (*all)[MACHINE_MAX_WAVES], uint32_t count,
                     const struct machine_compute_unit *units, uint32_t waves) {
    for (uint32_t k = 0; k < count; k++)
        if (memcmp(all[k], units, waves * sizeof *units) == 0)
            return true;
    return false;
}

/* Whether one of all changes of the waves that `kinds` says are alike leads from the placement to one of the others. */
static bool is_reached(struct machine_compute_unit (*all)[MACHINE_MAX_WAVES], uint32_t count,
                       const struct machine_compute_unit *units, const char *kinds, uint32_t from) {
    const uint32_t waves = (uint32_t)strlen(kinds);
    struct machine_compute_unit changed[MACHINE_MAX_WAVES];
    memcpy(changed, units, waves * sizeof *units);
    renumber(changed, waves);
    if (is_among(all, count, changed, waves))
        return true;
    for (uint32_t a = from; a < waves; a++)
        for (uint32_t b = a + 1; b < waves; b++) {
            if (kinds[a] != kinds[b])
                continue;
            memcpy(changed, units, waves * sizeof *units);
            changed[a] = units[b];
            changed[b] = units[a];
            if (is_reached(all, count, changed, kinds, a + 1))
                return true;
        }
    return false;
}

static uint32_t place(const struct configuration *c, const char *program, bool apart, bool told_apart,
                      struct machine_compute_unit (*all)[MACHINE_MAX_WAVES], bool *arrays) {
    static char text[8192];
    struct arena arena;
    struct machine_litmus litmus;
    uint8_t before[MACHINE_MAX_WAVES];
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    assert_true(write_assembly(c, program, "x == 99", text, sizeof text));
    if (told_apart)
        tell_apart(text);
    machine_litmus_read(&litmus, &arena, text, strlen(text), c->processor);
    assert_null(litmus.litmus.error);
    struct machine_target target = machine_target_of(&litmus.code);
    target.l2_count = (uint8_t)c->l2s;
    *arrays = target.has_g;
    machine_alike_before(&litmus.program, &(struct machine_options){.apart = apart}, &arena, before);
    uint32_t count = machine_placements(&litmus.program, &target, before, &arena, all, MACHINE_MAX_PLACEMENTS);
    arena_destroy(&arena);
    return count;
}

/* Kinds of waves: those with the same letter are alike. Three waves have 5 partitions, 3 where waves are alike; in two
 * levels, units and arrays, 12 and 6; units on one or two dies 11 and 5. */
static void test_placements(void **state) {
    static const struct {
        const char *kinds, *program;
        bool told_apart, fewer;
    } cases[] = {{"ppp", "P/0: RMW f | Q/1: as P | R/2: as P", false, true},
                 {"pqp", "P/0: RMW f | Q/1: as P | R/2: as P", true, false},
                 {"prpr", "P/0: RMW f | R/1: a=LD x | Q/2: as P | S/3: as R", false, true},
                 {"pppp", "P/0: RMW f | Q/1: as P | R/2: as P | S/3: as P", false, true},
                 {"pqr", "P/0: RMW f | Q/0: as P | R/2: as P", false, false}};
    static struct machine_compute_unit all[MACHINE_MAX_PLACEMENTS][MACHINE_MAX_WAVES];
    static struct machine_compute_unit some[MACHINE_MAX_PLACEMENTS][MACHINE_MAX_WAVES];
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (size_t i = 0; i < configuration_count; i++) {
            const struct configuration *c = &configurations[i];
            const uint32_t waves = (uint32_t)strlen(cases[k].kinds);
            bool arrays;
            const uint32_t count = place(c, cases[k].program, true, cases[k].told_apart, all, &arrays);
            const uint32_t kept = place(c, cases[k].program, false, cases[k].told_apart, some, &arrays);
            if (k == 0 && !(arrays && c->l2s > 1)) {
                assert_int_equal(count, arrays ? 12 : c->l2s > 1 ? 11 : 5);
                assert_int_equal(kept, arrays ? 6 : c->l2s > 1 ? 5 : 3);
            }
            assert_true(cases[k].fewer ? kept < count : kept <= count);
            for (uint32_t p = 0; p < count; p++)
                assert_true(is_reached(some, kept, all[p], cases[k].kinds, 0));
            for (uint32_t p = 0; p < kept; p++) {
                assert_true(is_among(all, count, some[p], waves));
                assert_false(is_reached(some, p, some[p], cases[k].kinds, 0)); /* each is another */
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_placements), cmocka_unit_test(test_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
