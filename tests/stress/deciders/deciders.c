/* Holds the deciders against each other: programs are changed at random, what reaches code that none before has reached
 * is kept and changed further, and each goes before all of them (judge.h).
 *
 *     deciders [OPTION...] FILE...        .litmus files, each with one test or more
 *         --programs N    so many (1000)      --seed N       of what is random (1)
 *         --seconds N     at most             --runs N       of `race`, each in another order (6)
 *         --milliseconds N   of each decider of executions, at most; the seed alone then decides no more
 *         --out FOLDER    contradictions, made small, go there, and the corpus: corpus.litmus
 *         --until NAME    ends at the first contradiction of this name
 *         --judge         the files as they are
 *
 * Prints how many programs were judged, by how many deciders, and contradictions, each with the number of mutated
 * programs until then. Exit status 1 if there are any but of the names in --but NAME. Built with
 * -fsanitize-coverage=inline-8bit-counters (run.sh) it is guided by what code is reached, without by the verdicts
 * alone. */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "judge.h"
#include "reached.h"
#include "table.h"

enum { CORPUS = 6000, TEXT = 1 << 15, KNOWN = 4096, CHANGES = 6, MOST_OF_A_KIND = 30, DROPS = 120 };

struct kept {
    struct table table;
    bool is_seed;
};

struct fuzzing {
    const char *out, *until;
    uint64_t programs, seconds, read, by_two, by_three, found[CONTRADICTIONS];
    uint64_t given; /* of `read`: programs as they came */
    time_t begun;
    uint64_t known[KNOWN]; /* hashes of contradictions */
    uint32_t runs, but, known_count, corpus_count;
    bool just_judge, ended;
    struct kept *corpus;
};

/* ---- one program ---- */

static char text[TEXT];

static void stop(int number) {
    (void)number;
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(3);
    _exit(2);
}

static void judge_table(const struct fuzzing *f, const struct table *table, const char *name, struct judgment *j) {
    table_print(table, name, text, sizeof text);
    reached_clear();
    judge(text, f->runs, j);
}

/* ---- contradictions ---- */

static bool still(const struct fuzzing *f, struct table *table, uint32_t kind) {
    struct judgment j;
    table_tidy(table);
    judge_table(f, table, "small", &j);
    return j.read && j.contradictions & kind;
}

static bool try_dropping(const struct fuzzing *f, struct table *table, uint32_t thread, uint32_t at, uint32_t kind,
                         uint32_t *drops) {
    struct table smaller = *table;
    if (++*drops > DROPS)
        return false;
    if (at == UINT32_MAX)
        table_drop_thread(&smaller, thread);
    else
        table_drop_operation(&smaller, thread, at);
    if (!still(f, &smaller, kind))
        return false;
    *table = smaller;
    return true;
}

/* Without threads and operations without which it is still there. */
static void make_small(const struct fuzzing *f, struct table *table, uint32_t kind) {
    uint32_t drops = 0;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t t = table->thread_count; t-- > 0;)
            again |= table->thread_count > 1 && try_dropping(f, table, t, UINT32_MAX, kind, &drops);
        for (uint32_t t = 0; t < table->thread_count; t++)
            for (uint32_t i = 0; i < table->columns[t].count;)
                if (try_dropping(f, table, t, i, kind, &drops))
                    again = true;
                else
                    i++;
    }
}

/* The operations alone count: programs with other names and values are often the same fault. */
static uint64_t hash_of(const struct table *table, uint32_t kind) {
    uint64_t sum = 0;
    for (uint32_t t = 0; t < table->thread_count; t++) {
        uint64_t hash = kind;
        for (uint32_t i = 0; i < table->columns[t].count; i++)
            for (const char *c = table->columns[t].operations[i].tokens; *c && *c != '.'; c++)
                hash = (hash ^ (uint8_t)*c) * UINT64_C(0x100000001B3);
        sum += hash * hash;
    }
    return sum;
}

static void write_file(const struct fuzzing *f, const char *name, const char *mode) {
    char path[4096];
    if (!f->out)
        return;
    snprintf(path, sizeof path, "%s/%s", f->out, name);
    FILE *file = fopen(path, mode);
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        fprintf(stderr, "deciders: %s cannot be written\n", path);
        exit(2);
    }
}

static void note(struct fuzzing *f, const struct table *table, uint32_t kind) {
    const char *name = contradiction_names[kind];
    char file[128];
    struct table smaller = *table;
    if (f->found[kind]++ >= MOST_OF_A_KIND) /* the first ones are made small, which takes long */
        return;
    f->ended |= f->until && strcmp(f->until, name) == 0;
    make_small(f, &smaller, 1u << kind);
    uint64_t hash = hash_of(&smaller, kind);
    for (uint32_t i = 0; i < f->known_count; i++)
        if (f->known[i] == hash)
            return;
    if (f->known_count == KNOWN)
        return;
    f->known[f->known_count++] = hash;
    snprintf(file, sizeof file, "%s-%u", name, f->known_count);
    table_print(&smaller, file, text, sizeof text);
    strcat(file, ".litmus");
    write_file(f, file, "w");
    printf("program %llu, %ld s: %s\n%s", (unsigned long long)(f->read - f->given), (long)(time(NULL) - f->begun), file,
           text);
    fflush(stdout);
}

/* ---- the loop ---- */

static void judge_one(struct fuzzing *f, const struct table *table, bool is_seed) {
    struct judgment j;
    judge_table(f, table, "program", &j);
    if (!j.read)
        return;
    uint32_t count = (j.deciders & 1) + (j.deciders >> 1 & 1) + (j.deciders >> 2 & 1);
    f->read++;
    f->by_two += count >= 2;
    f->by_three += count == 3;
    /* A program beyond the deciders' limits leads to more of its kind, which take long and tell nothing. */
    if (((count >= 2 && reached_new(&j, false)) || is_seed) && f->corpus_count < CORPUS)
        f->corpus[f->corpus_count++] = (struct kept){*table, is_seed};
    for (uint32_t kind = 0; kind < CONTRADICTIONS; kind++)
        if (j.contradictions >> kind & 1)
            note(f, table, kind);
}

static const struct table *some_kept(const struct fuzzing *f) {
    uint32_t n = f->corpus_count, newest = n > 64 ? 64 : n;
    return &f->corpus[table_below(3) ? table_below(n) : n - 1 - table_below(newest)].table;
}

static void fuzz(struct fuzzing *f) {
    time_t end = time(NULL) + (time_t)f->seconds;
    f->given = f->read;
    for (uint64_t tried = 0; f->read < f->programs && !f->ended && tried < f->programs * 20; tried++) {
        struct table table = *some_kept(f);
        for (uint32_t changes = 1 + table_below(CHANGES); changes > 0; changes--)
            table_mutate(&table, some_kept(f));
        judge_one(f, &table, false);
        if (f->seconds && time(NULL) >= end)
            break;
    }
}

/* The smallest programs of the corpus, besides the seeds, that reach all that it reaches. */
static int by_size(const void *a, const void *b) {
    uint32_t sizes[2] = {0, 0};
    const struct kept *const both[2] = {a, b};
    for (int n = 0; n < 2; n++)
        for (uint32_t t = 0; t < both[n]->table.thread_count; t++)
            sizes[n] += both[n]->table.columns[t].count;
    return sizes[0] < sizes[1] ? -1 : sizes[0] > sizes[1];
}

static void write_corpus(struct fuzzing *f) {
    struct judgment j;
    uint32_t written = 0;
    reached_forget();
    qsort(f->corpus, f->corpus_count, sizeof *f->corpus, by_size);
    for (int seeds = 1; seeds >= 0; seeds--)
        for (uint32_t i = 0; i < f->corpus_count; i++) {
            if (f->corpus[i].is_seed != seeds)
                continue;
            judge_table(f, &f->corpus[i].table, "kept", &j);
            if (reached_new(&j, true) && !seeds)
                write_file(f, "corpus.litmus", written++ ? "a" : "w");
        }
}

/* ---- the command ---- */

static void read_seeds(struct fuzzing *f, const char *path) {
    static char all[1 << 20];
    static struct table table;
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(all, 1, sizeof all - 1, file) : 0;
    all[length] = '\0';
    if (!file || fclose(file) != 0) {
        fprintf(stderr, "deciders: %s cannot be read\n", path);
        exit(2);
    }
    for (const char *at = length ? all : NULL; at;) {
        bool read;
        at = table_read(&table, at, &read);
        if (read)
            judge_one(f, &table, true);
    }
}

static uint32_t contradiction_named(const char *name) {
    for (uint32_t i = 0; i < CONTRADICTIONS; i++)
        if (strcmp(contradiction_names[i], name) == 0)
            return 1u << i;
    fprintf(stderr, "deciders: %s is no contradiction\n", name);
    exit(2);
}

static int read_options(struct fuzzing *f, int argc, char **argv) {
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        const char *option = argv[at] + 2;
        if (strcmp(option, "judge") == 0) {
            f->just_judge = true;
            continue;
        }
        const char *value = argv[at + 1] ? argv[++at] : "";
        uint64_t number = strtoull(value, NULL, 10);
        if (strcmp(option, "programs") == 0)
            f->programs = number;
        else if (strcmp(option, "seconds") == 0)
            f->seconds = number;
        else if (strcmp(option, "seed") == 0)
            table_seed(number);
        else if (strcmp(option, "runs") == 0)
            f->runs = (uint32_t)number;
        else if (strcmp(option, "milliseconds") == 0)
            judge_milliseconds = (uint32_t)number;
        else if (strcmp(option, "out") == 0)
            f->out = value;
        else if (strcmp(option, "but") == 0)
            f->but |= contradiction_named(value);
        else if (strcmp(option, "until") == 0 && contradiction_named(value))
            f->until = value;
        else
            return argc;
    }
    return at;
}

int main(int argc, char **argv) {
    struct fuzzing f = {.programs = 1000, .runs = 6, .begun = time(NULL)};
    table_seed(1);
    int at = read_options(&f, argc, argv);
    f.corpus = malloc(CORPUS * sizeof *f.corpus);
    if (at >= argc || !f.corpus) {
        fputs("usage: deciders [OPTION...] FILE...\n", stderr);
        return 2;
    }
    signal(SIGSEGV, stop);
    signal(SIGABRT, stop);
    for (; at < argc; at++)
        read_seeds(&f, argv[at]);
    uint32_t seeds = f.corpus_count, wrong = 0;
    if (!f.just_judge && seeds)
        fuzz(&f);
    printf("%llu programs from %u, %llu before two deciders and %llu before three; %llu edges, %u kept\n",
           (unsigned long long)f.read, seeds, (unsigned long long)f.by_two, (unsigned long long)f.by_three,
           (unsigned long long)reached_edges(), f.corpus_count);
    for (uint32_t i = 0; i < CONTRADICTIONS; i++) {
        if (f.found[i])
            printf("%s: %llu\n", contradiction_names[i], (unsigned long long)f.found[i]);
        wrong |= f.found[i] ? 1u << i : 0;
    }
    if (f.out && !f.just_judge)
        write_corpus(&f);
    free(f.corpus);
    return (wrong & ~f.but) != 0;
}
