/* Every small program: two threads of up to three operations and three of up to two, over the menus of menu.c, one of
 * each that are alike, without those that a smaller one decides. Each goes through the model checker and through
 * translation in every profile; --witness prints it for witness.py, which holds it against another form of the model.
 *
 *     small_programs [OPTION...]
 *         --threads 2|3      (2)      --operations N  of each thread at most (3; of three threads 2)
 *         --menu whole|small|tiny|fenced|ordered (small)
 *         --setup N          one setup alone, by its number
 *         --every N          one program of N alone, chosen by a hash of it (1)
 *         --from N           of those, the N-th (0)
 *         --count            counts programs and judges none
 *         --witness FILE     an object for each program: its text, whether it has a race, its outcomes
 *         --verbose          prints each program that is not translated soundly and tightly
 *
 * Exit status 1 if a translation is unsound or refused, or if a program that a smaller one decides has another verdict.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "menu.h"
#include "tests/litmus/profiles.h"
#include "translator/validation/litmus_validate.h"

enum { MAX_SETUPS = 128, TEXT = 4096, VERDICTS = 1 << 22, CHECKED_OF_DROPPED = 64 };

struct run {
    unsigned threads, operations;
    uint16_t menu; /* a flag that kinds must have; 0: all */
    long only_setup;
    uint64_t every, from;
    bool count_only, verbose;
    FILE *witness;
    struct thread *sequences;
    size_t sequence_count;
    const struct setup *setup;
    /* By canonical number: whether programs of the setup have a race. */
    uint64_t *known;
    uint64_t programs, dropped, judged, races, wrongly_dropped;
    uint64_t loose; /* not tight, though semantics name all memory */
    uint64_t results[VALIDATION_RESULT_COUNT];
};

static void exhausted(void *user) {
    (void)user;
    fprintf(stderr, "out of memory\n");
    exit(5);
}

static uint64_t hash(uint64_t x) {
    x = (x ^ x >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return x ^ x >> 29;
}

/* ---- verdicts ---- */

static void read_text(const char *text, struct litmus *litmus, struct arena *arena) {
    litmus_read_vulkan(litmus, arena, text, strlen(text));
    if (!litmus->error)
        return;
    fprintf(stderr, "line %u: %s\n%s", litmus->line, litmus->error, text);
    exit(7);
}

static bool has_race(const struct setup *setup, const struct small_program *program) {
    char text[TEXT];
    struct arena arena;
    struct litmus litmus;
    struct validation_source source;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    print_program(setup, program, text, sizeof text);
    read_text(text, &litmus, &arena);
    validation_begin(&source, &litmus, &arena);
    bool race = source.answer.race;
    arena_destroy(&arena);
    return race;
}

/* The same, remembered for the setup. */
static bool is_known_race(struct run *run, const struct small_program *program) {
    uint64_t number = canonical(run->setup, program);
    for (size_t at = hash(number) % VERDICTS;; at = (at + 1) % VERDICTS) {
        if (run->known[at] >> 1 == number)
            return run->known[at] & 1;
        if (run->known[at])
            continue;
        bool race = has_race(run->setup, program);
        run->known[at] = number << 1 | race;
        return race;
    }
}

/* A race stays one, whatever a thread does behind it: code without branches always comes to it. */
static bool is_decided(struct run *run, const struct small_program *program) {
    for (unsigned t = 0; t < program->threads; t++) {
        struct small_program smaller = *program;
        smaller.thread[t].count--;
        if (barriers_meet(run->setup, &smaller) && is_known_race(run, &smaller))
            return true;
    }
    return false;
}

/* ---- the witness's view ---- */

static void put_name(const struct litmus *litmus, uint32_t i, FILE *file) {
    const struct observed *o = &litmus->observations.items[i];
    if (o->thread == MODEL_NONE)
        fprintf(file, "\"%s\"", litmus->program.cells[o->number].name);
    else
        fprintf(file, "\"%s:%s\"", litmus->program.threads[o->thread].name,
                litmus->program.threads[o->thread].registers[o->number].name);
}

static void put_outcomes(const struct litmus *litmus, const struct litmus_answer *answer, FILE *file) {
    for (uint32_t k = 0; k < answer->found.count; k++) {
        fprintf(file, "%s{", k ? ", " : "");
        for (uint32_t i = 0; i < litmus->observations.count; i++) {
            const struct outcome_value *value = &answer->found.rows[k][i];
            fprintf(file, "%s", i ? ", " : "");
            put_name(litmus, i, file);
            if (value->known && !value->undefined)
                fprintf(file, ": %llu", (unsigned long long)value->value);
            else
                fprintf(file, ": null");
        }
        fprintf(file, "}");
    }
}

static void put_text(const char *text, FILE *file) {
    for (; *text; text++)
        fprintf(file, *text == '\n' ? "\\n" : *text == '"' ? "\\\"" : "%c", *text);
}

/* `v`: the translation in the profile, if the program has no race. */
static void tell_witness(const struct run *run, const char *text, const struct litmus *litmus,
                         const struct litmus_answer *answer, enum profile profile, const struct validation *v) {
    const char *ir = validation_text(v);
    fprintf(run->witness, "{\"text\": \"");
    put_text(text, run->witness);
    fprintf(run->witness, "\", \"race\": %s, \"outcomes\": [", answer->race ? "true" : "false");
    put_outcomes(litmus, answer, run->witness);
    fprintf(run->witness, "], \"profile\": \"%s\", \"result\": \"%s\", \"ir\": \"", profile_names[profile],
            validation_name(v->result));
    put_text(ir ? ir : "", run->witness);
    fprintf(run->witness, "\"}\n");
}

/* ---- one program ---- */

/* Whether semantics name all memory that the program accesses. Where they do not, IR orders more: a relaxed atomic
 * counts for all memory in AMDGPU's model, and a tag on an atomic of other semantics would not change that. */
static bool names_all(const struct setup *setup, const struct small_program *program) {
    unsigned accessed = 0;
    for (unsigned t = 0; t < program->threads; t++)
        for (unsigned i = 0; i < program->thread[t].count; i++) {
            struct operation operation = program->thread[t].operations[i];
            if (flags_of(operation) & (READS | WRITES))
                accessed |= 1u << setup->classes[operation.location];
        }
    return !(accessed & ~setup->semantics);
}

static void translate(struct run *run, const struct small_program *program, const char *text,
                      struct validation_source *source, struct arena *arena) {
    for (enum profile profile = 0; profile < PROFILE_COUNT; profile++) {
        struct map_options options = {.profile = profile, .thread_private = true, .backend_workarounds = true};
        struct validation v;
        validation_check(source, &options, arena, &v);
        run->results[v.result]++;
        bool loose = v.result == VALIDATION_SOUND && names_all(run->setup, program);
        bool wrong = loose || v.result == VALIDATION_UNSOUND || v.result == VALIDATION_REFUSED;
        bool told = v.result != VALIDATION_SOUND_AND_TIGHT && v.result != VALIDATION_RACE;
        if (run->witness && profile == run->judged % PROFILE_COUNT)
            tell_witness(run, text, source->litmus, &source->answer, profile, &v);
        run->loose += loose;
        if (wrong || (run->verbose && told))
            printf("%s\nprofile %s: %s: %s\n", text, profile_names[profile], validation_name(v.result),
                   v.what ? v.what : "");
    }
}

static void judge(struct run *run, const struct small_program *program) {
    char text[TEXT];
    struct arena arena;
    struct litmus litmus;
    struct validation_source source;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    print_program(run->setup, program, text, sizeof text);
    read_text(text, &litmus, &arena);
    validation_begin(&source, &litmus, &arena);
    run->judged++;
    run->races += source.answer.race;
    translate(run, program, text, &source, &arena);
    arena_destroy(&arena);
}

static void drop(struct run *run, const struct small_program *program) {
    if (run->dropped++ % CHECKED_OF_DROPPED || has_race(run->setup, program))
        return;
    char text[TEXT];
    print_program(run->setup, program, text, sizeof text);
    printf("%s\na smaller program has a race, and this one has none\n", text);
    run->wrongly_dropped++;
}

static void take(struct run *run, const struct small_program *program) {
    if (!is_canonical(run->setup, program) || !needs_all(run->setup, program))
        return;
    run->programs++;
    if (run->count_only ||
        hash(canonical(run->setup, program) * 64 + (uint64_t)run->only_setup) % run->every != run->from)
        return;
    if (is_decided(run, program))
        drop(run, program);
    else
        judge(run, program);
}

/* ---- all programs ---- */

static bool is_on_menu(const struct run *run, unsigned kind) {
    return !run->menu || kinds[kind].flags & run->menu;
}

static void add_sequences(struct run *run, struct thread thread) {
    if (thread.count && thread_needs_all(&thread))
        run->sequences[run->sequence_count++] = thread;
    if (thread.count == run->operations)
        return;
    for (unsigned kind = 0; kind < kind_count; kind++) {
        if (!is_on_menu(run, kind))
            continue;
        unsigned locations = kinds[kind].flags & (FENCE | BARRIER) ? 1 : LOCATIONS;
        for (unsigned location = 0; location < locations; location++) {
            struct thread longer = thread;
            longer.operations[longer.count++] = (struct operation){(uint8_t)kind, (uint8_t)location};
            add_sequences(run, longer);
        }
    }
}

static void every_program(struct run *run, struct small_program *program, unsigned thread) {
    if (thread == MOST_THREADS || thread == run->threads) {
        take(run, program);
        return;
    }
    for (size_t i = 0; i < run->sequence_count; i++) {
        program->thread[thread] = run->sequences[i];
        every_program(run, program, thread + 1);
    }
}

/* Threads of up to N operations of `menu` each, and programs of such threads, up to the order of threads and locations
 * that are alike; barriers and fences are at no location. By Burnside's lemma, for setups in which all are alike. */
static double count_of_all(const struct run *run) {
    double located = 0, other = 0, threads = 0, fixed = 0;
    for (unsigned kind = 0; kind < kind_count; kind++)
        if (is_on_menu(run, kind))
            *(kinds[kind].flags & (FENCE | BARRIER) ? &other : &located) += 1;
    double operations = LOCATIONS * located + other, all = 1, same = 1;
    for (unsigned n = 1; n <= run->operations; n++) {
        threads += all *= operations;
        fixed += same *= other;
    }
    double swapped = run->threads == 2 ? (fixed * fixed + threads) / 4
                                       : (fixed * fixed * fixed + 3 * threads * fixed + 2 * fixed) / 12;
    double kept = run->threads == 2 ? (threads * threads + threads) / 4
                                    : (threads * threads * threads + 3 * threads * threads + 2 * threads) / 12;
    return kept + swapped;
}

static void run_setups(struct run *run) {
    static struct setup setups[MAX_SETUPS];
    size_t count = setups_of(run->threads, setups, MAX_SETUPS);
    long only = run->only_setup;
    printf("%zu setups; %.0f programs for each, of %zu threads that need all they do\n", count, count_of_all(run),
           run->sequence_count);
    for (size_t s = 0; s < count; s++) {
        struct small_program program = {.threads = (uint8_t)run->threads};
        if (only >= 0 && (size_t)only != s)
            continue;
        run->only_setup = (long)s;
        run->setup = &setups[s];
        memset(run->known, 0, VERDICTS * sizeof *run->known);
        every_program(run, &program, 0);
    }
}

static unsigned long number(const char *text) {
    return strtoul(text, NULL, 10);
}

static uint16_t menu_of(const char *name) {
    static const struct {
        const char *name;
        uint16_t flag;
    } menus[] = {{"small", IN_SMALL}, {"tiny", IN_TINY}, {"fenced", IN_FENCED}, {"ordered", IN_ORDERED}, {"whole", 0}};
    for (size_t i = 0; i < sizeof menus / sizeof *menus; i++)
        if (strcmp(name, menus[i].name) == 0)
            return menus[i].flag;
    fprintf(stderr, "%s: no menu\n", name);
    exit(2);
}

static bool read_option(struct run *run, const char *name, const char *value) {
    if (strcmp(name, "--count") == 0)
        run->count_only = true;
    else if (strcmp(name, "--verbose") == 0)
        run->verbose = true;
    else if (!value)
        return false;
    else if (strcmp(name, "--threads") == 0)
        run->threads = (unsigned)number(value);
    else if (strcmp(name, "--operations") == 0)
        run->operations = (unsigned)number(value);
    else if (strcmp(name, "--menu") == 0)
        run->menu = menu_of(value);
    else if (strcmp(name, "--setup") == 0)
        run->only_setup = (long)number(value);
    else if (strcmp(name, "--every") == 0)
        run->every = number(value);
    else if (strcmp(name, "--from") == 0)
        run->from = number(value);
    else if (strcmp(name, "--witness") == 0)
        return (run->witness = fopen(value, "w")) != NULL;
    else
        return false;
    return true;
}

static void report(const struct run *run) {
    printf("%llu programs; %llu of those chosen have a race in a smaller one, %llu judged, %llu of them have a race\n",
           (unsigned long long)run->programs, (unsigned long long)run->dropped, (unsigned long long)run->judged,
           (unsigned long long)run->races);
    for (unsigned i = 0; i < VALIDATION_RESULT_COUNT; i++)
        if (run->results[i])
            printf("  %s: %llu%s\n", validation_name(i), (unsigned long long)run->results[i],
                   i == VALIDATION_SOUND && !run->loose ? ", each with semantics that name less memory than it has"
                                                        : "");
}

int main(int count, char **arguments) {
    struct run run = {.threads = 2, .menu = IN_SMALL, .only_setup = -1, .every = 1};
    for (int i = 1; i < count; i++) {
        bool alone = strcmp(arguments[i], "--count") == 0 || strcmp(arguments[i], "--verbose") == 0;
        if (!read_option(&run, arguments[i], alone || i + 1 == count ? NULL : arguments[i + 1])) {
            fprintf(stderr, "%s: no option, or without its value\n", arguments[i]);
            return 2;
        }
        i += !alone;
    }
    if (!run.operations)
        run.operations = run.threads == 2 ? 3 : 2;
    if (run.threads < 2 || run.threads > MOST_THREADS || run.operations > MOST_OPERATIONS || !run.every) {
        fprintf(stderr, "two or three threads, and up to three operations of each\n");
        return 2;
    }
    run.sequences = malloc(sizeof *run.sequences << 16);
    run.known = malloc(VERDICTS * sizeof *run.known);
    if (!run.sequences || !run.known)
        exhausted(NULL);
    add_sequences(&run, (struct thread){0});
    run_setups(&run);
    report(&run);
    if (run.witness)
        fclose(run.witness);
    free(run.sequences);
    free(run.known);
    return run.wrongly_dropped || run.loose || run.results[VALIDATION_UNSOUND] || run.results[VALIDATION_REFUSED];
}
