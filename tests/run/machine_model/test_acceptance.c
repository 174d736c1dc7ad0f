/* What the machine allows and forbids of the shapes of machine.md 4: each row is written as assembly of
 * every processor and mode, read, and run with own and with shared lines, in all placements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mmra/machine/machine_litmus.h"
#include "notation.h"

enum { MEMORY = 1 << 30 };

/* never, own (with own lines only), both (with shared ones too), or some: with own lines, or with both. Words with '='
 * before them say for which processors and modes; '+' joins what must all hold; the first that fits counts. `-`: not
 * asked. */
struct row {
    const char *name, *program, *condition, *verdicts;
};

static const struct row rows[] = {
#include "rows.inc"
};

struct flags {
    bool v_out_of_order;
};

static void exhausted(void *user) {
    longjmp(*(jmp_buf *)user, 1);
}

static bool is_allowed(const struct configuration *c, const struct row *row, uint8_t lines, bool plain,
                       uint64_t *states) {
    static char text[8192];
    struct arena arena;
    jmp_buf out;
    struct machine_litmus litmus;
    struct machine_answer answer;
    struct machine_question question = machine_question_defaults();
    bool loose = strstr(row->name, "v_in_order off");
    arena_init(&arena, NULL, MEMORY, exhausted, &out);
    if (setjmp(out)) {
        print_error("%s: %s: out of memory\n", row->name, c->name);
        fail();
    }
    assert_true(write_assembly(c, row->program, row->condition, text, sizeof text));
    machine_litmus_read(&litmus, &arena, text, strlen(text), c->processor);
    if (litmus.litmus.error) {
        print_error("%s: %s: line %u: %s\n%s", row->name, c->name, litmus.litmus.line, litmus.litmus.error, text);
        fail();
    }
    question.lines = (uint8_t)(1 << lines);
    question.l2_counts = (uint8_t)(1 << (c->l2s - 1));
    question.v_out_of_order = loose;
    question.ack_at_scope = strstr(row->name, "ack at scope");
    question.outcomes = false;
    question.options.plain = plain;
    machine_litmus_ask(&litmus, &question, NULL, NULL, &arena, &answer);
    if (answer.statistics.fault || answer.statistics.gave_up || answer.statistics.stuck) {
        print_error("%s: %s: %s\n%s", row->name, c->name,
                    answer.statistics.fault ? answer.statistics.fault : "gave up, or stuck", text);
        fail();
    }
    *states += answer.statistics.states;
    bool allowed = answer.condition_verdict == LITMUS_YES;
    if (getenv("SMMRA_MACHINE_EXPLAIN") && strcmp(getenv("SMMRA_MACHINE_EXPLAIN"), row->name) == 0 && answer.witness)
        printf("%s: %s, %s lines:\n%s%s", row->name, c->name, lines ? "shared" : "own", text, answer.witness);
    arena_destroy(&arena);
    return allowed;
}

/* The verdict for the configuration, or NULL if it is not asked. */
static const char *verdict_for(const struct row *row, const struct configuration *c, char *word, size_t size) {
    const char *at = row->verdicts;
    int length;
    for (; sscanf(at, " %63s%n", word, &length) == 1; at += length) {
        char *equals = strchr(word, '=');
        bool fits = true;
        for (char *part = word; equals && part;) {
            char *plus = memchr(part, '+', (size_t)(equals - part));
            fits &= configuration_is(c, part, (size_t)((plus ? plus : equals) - part));
            part = plus ? plus + 1 : NULL;
        }
        if (!fits)
            continue;
        memmove(word, equals ? equals + 1 : word, strlen(equals ? equals + 1 : word) + 1);
        return strcmp(word, "-") == 0 ? NULL : word;
    }
    (void)size;
    return NULL;
}

static unsigned check_row(const struct row *row, uint64_t *states) {
    unsigned wrong = 0;
    const char *only = getenv("SMMRA_MACHINE_ROW");
    if (only && strcmp(only, row->name) != 0)
        return 0;
    for (size_t k = 0; k < configuration_count; k++) {
        const struct configuration *c = &configurations[k];
        char word[64];
        const char *verdict = verdict_for(row, c, word, sizeof word);
        if (!verdict)
            continue;
        uint64_t before = *states;
        bool own = is_allowed(c, row, MACHINE_OWN_LINES, false, states);
        bool shared = is_allowed(c, row, MACHINE_SHARED_LINES, false, states);
        const char *found = own ? shared ? "both" : "own" : shared ? "shared" : "never";
        if (getenv("SMMRA_MACHINE_STATES")) {
            printf("%s: %s: %s, %llu states\n", row->name, c->name, found, (unsigned long long)(*states - before));
            fflush(stdout);
        }
        if (strcmp(found, verdict) != 0) {
            print_error("%s: %s: %s, must be %s\n", row->name, c->name, found, verdict);
            wrong++;
        }
    }
    return wrong;
}

static void test_rows(void **state) {
    (void)state;
    uint64_t states = 0;
    unsigned wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows && !(wrong && getenv("SMMRA_MACHINE_FIRST")); k++)
        wrong += check_row(&rows[k], &states);
    printf("%zu rows, %llu states\n", sizeof rows / sizeof *rows, (unsigned long long)states);
    assert_int_equal(wrong, 0);
}

/* What makes the search shorter changes no verdict: the rows whose plain search is small. */
static void test_plain_search(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (size_t i = 0; i < configuration_count; i++) {
            char word[64];
            uint64_t states = 0;
            bool small = strlen(rows[k].program) < 80 && !getenv("SMMRA_MACHINE_FIRST") && !getenv("SMMRA_MACHINE_ROW");
            if (!small || (k + i) % 4 || !verdict_for(&rows[k], &configurations[i], word, sizeof word))
                continue;
            for (uint8_t lines = 0; lines < 2; lines++)
                if (is_allowed(&configurations[i], &rows[k], lines, true, &states) !=
                    is_allowed(&configurations[i], &rows[k], lines, false, &states)) {
                    print_error("%s: %s: the plain search says otherwise\n", rows[k].name, configurations[i].name);
                    fail();
                }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_plain_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
