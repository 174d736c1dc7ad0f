/* The two front ends of SPIR-V against each other: translator/program reads a module for `race`, and translator/lower
 * makes IR of it, which mmra/litmus reads. Both programs run as the same dispatches, in the same orders, on the same
 * data. Findings, memory at the end, and the number of accesses must be equal. DIFFERENCES names the modules where they
 * are not, each with the reason. A module that differs and is not among them is a fault of one front end; one that is
 * among them and is equal stands there wrongly. SMMRA_FRONTS_SHOW prints the IR.
 *
 *     test_fronts DIFFERENCES FLOOR MODULE... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/litmus/fronts/other_front.h"

enum { RUNS = 3, MOST_FINDINGS = 20 };
#define STEPS UINT64_C(3000000)
#define TURN  1000000

static void exhausted(void *user) {
    (void)user;
    fputs("out of memory\n", stderr);
    exit(2);
}

/* ---- modules ---- */

struct module {
    const char *name; /* the file's, without its folder */
    uint32_t *words;
    size_t word_count;
    char *text;
    size_t length; /* of the text of assembly; else 0 */
};

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    if (!bytes || fread(bytes, 1, *length, file) != *length)
        exit(2);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

static bool read_module(const char *path, struct module *module) {
    size_t length;
    const char *slash = strrchr(path, '/'), *end = strrchr(path, '.');
    *module = (struct module){.name = slash ? slash + 1 : path};
    char *bytes = read_file(path, &length);
    if (!end || strcmp(end, ".spvasm") != 0) {
        module->words = (uint32_t *)(void *)bytes;
        module->word_count = length / 4;
        return true;
    }
    const smmra_options options = {.size = sizeof options};
    module->text = bytes;
    module->length = length;
    return smmra_assemble(bytes, length, &options, &module->words, &module->word_count) == SMMRA_SUCCESS;
}

static void forget(struct module *module) {
    free(module->words);
    free(module->text);
}

/* ---- what memory holds ---- */

static struct memory_of_run {
    uint64_t data;
    uint64_t accesses; /* of all runs */
    uint32_t *bytes;   /* at the end; UINT32_MAX: it is undefined */
    void (*fill)(void *user, struct race_memory *memory);
    struct litmus_race *race;
} at_hand;

static uint64_t next(uint64_t *random) {
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *random >> 33;
}

/* Small integers, some larger ones, some floats. */
static uint32_t draw_word(uint64_t *random) {
    static const uint32_t floats[] = {0x3F800000, 0xC0200000, 0x40490FDB, 0x3E99999A};
    const uint32_t kind = (uint32_t)next(random) % 8, number = (uint32_t)next(random);
    return kind < 5 ? number % 6 : kind < 7 ? floats[number % 4] : number;
}

static bool holds_data(const struct race_range *range) {
    return !range->per_group && !range->undefined;
}

static void fill(void *user, struct race_memory *memory) {
    const struct race_program *program = &at_hand.race->program;
    uint64_t random = at_hand.data;
    for (uint32_t i = 0; random && i < program->range_count; i++)
        for (uint64_t k = 0; holds_data(&program->ranges[i]) && k < program->ranges[i].bytes / 4 * 4; k += 4)
            race_memory_set(memory, program->ranges[i].address + k, 4, draw_word(&random));
    at_hand.fill(user, memory);
}

static void finish(void *user, struct race_memory *memory) {
    const struct race_program *program = &at_hand.race->program;
    uint64_t at = 0;
    (void)user;
    for (uint32_t i = 0; i < program->range_count; i++)
        for (uint64_t k = 0; !program->ranges[i].per_group && k < program->ranges[i].bytes; k++)
            at_hand.bytes[at++] = race_memory_get(memory, program->ranges[i].address + k);
}

static uint64_t bytes_of(const struct race_program *program) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < program->range_count; i++)
        count += program->ranges[i].per_group ? 0 : program->ranges[i].bytes;
    return count;
}

/* Returns the bytes of memory at the end. `data`: memory holds that random data at first; 0: what the module says. */
static uint32_t *run(struct litmus_race *race, const struct race_options *options, uint64_t data, struct arena *arena,
                     struct race_answer *answer) {
    at_hand.race = race;
    at_hand.fill = race->program.fill;
    at_hand.data = data;
    at_hand.bytes = arena_allocate_array(arena, bytes_of(&race->program) + 1, sizeof *at_hand.bytes);
    race->program.fill = fill;
    race->program.finish = finish;
    race_run(&race->program, options, arena, answer);
    race->program.fill = at_hand.fill;
    return at_hand.bytes;
}

/* ---- two answers ---- */

static bool is_same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool are_alike(const struct race_finding *a, const struct race_finding *b) {
    bool alike = a->words[0] == b->words[0] && a->words[1] == b->words[1] && a->messages.count == b->messages.count;
    for (uint32_t i = 0; alike && i < a->messages.count; i++)
        alike = is_same_text(a->messages.items[i].text, b->messages.items[i].text) &&
                a->messages.items[i].word == b->messages.items[i].word;
    return alike;
}

static const char *first_text(const struct race_answer *a, uint32_t finding) {
    return finding < a->count && a->findings[finding].messages.count ? a->findings[finding].messages.items[0].text
                                                                     : "nothing";
}

/* How a run of the second differs from one of the first, in words; "": it does not. */
struct difference {
    bool is_of_values; /* and of nothing else */
    char text[600];
};

static void differ(struct difference *d, const char *what, uint64_t a, uint64_t b) {
    snprintf(d->text, sizeof d->text, "%s: %llu, %llu", what, (unsigned long long)a, (unsigned long long)b);
}

static void compare_ends(const struct race_answer *a, const struct race_answer *b, struct difference *d) {
    if (!is_same_text(a->refused, b->refused))
        snprintf(d->text, sizeof d->text, "refused: %s, %s", a->refused ? a->refused : "not",
                 b->refused ? b->refused : "not");
    else if (!is_same_text(a->fault, b->fault))
        snprintf(d->text, sizeof d->text, "faults: %s, %s", a->fault ? a->fault : "none", b->fault ? b->fault : "none");
    else if (!a->stopped != !b->stopped)
        differ(d, "stopped", a->stopped != NULL, b->stopped != NULL);
    else if (a->divergent != b->divergent)
        differ(d, "divergent", a->divergent, b->divergent);
    else if (a->endless != b->endless)
        differ(d, "endless", a->endless, b->endless);
}

/* The two take different numbers of steps, so a run that its steps stop is stopped in different places. */
static void compare_numbers(const struct race_answer *a, const struct race_answer *b, struct difference *d) {
    if (a->stopped || *d->text)
        return;
    if (a->accesses != b->accesses)
        differ(d, "accesses", a->accesses, b->accesses);
    else if (a->atomics != b->atomics)
        differ(d, "atomics", a->atomics, b->atomics);
    else if (a->synchronizations != b->synchronizations)
        differ(d, "synchronizations", a->synchronizations, b->synchronizations);
    else if (a->outside != b->outside)
        differ(d, "accesses out of bounds", a->outside, b->outside);
}

static bool has_finding(const struct race_answer *a, const struct race_finding *like) {
    for (uint32_t i = 0; i < a->count; i++)
        if (memcmp(a->findings[i].words, like->words, sizeof like->words) == 0)
            return true;
    return false;
}

/* `words_alone`: by which instructions they are, and not which invocations are found first. */
static void compare_findings(const struct race_answer *a, const struct race_answer *b, bool words_alone,
                             struct difference *d) {
    uint32_t same = 0, alike = 0;
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        same += has_finding(b, &a->findings[i]) && has_finding(a, &b->findings[i]);
        alike += alike == i && are_alike(&a->findings[i], &b->findings[i]);
    }
    const uint32_t equal = words_alone ? same : alike;
    if (*d->text || (equal == a->count && a->count == b->count))
        return;
    snprintf(d->text, sizeof d->text, "finding %u: %.250s, %.250s", alike, first_text(a, alike), first_text(b, alike));
    d->is_of_values = a->count == b->count && same == a->count;
}

/* Memory at the end. */
static void compare_bytes(struct litmus_race *race, const uint32_t *a, const uint32_t *b, struct difference *d) {
    const struct race_program *program = &race->program;
    for (uint32_t i = 0; i < program->range_count; i++)
        for (uint64_t k = 0; !program->ranges[i].per_group && k < program->ranges[i].bytes; k++, a++, b++)
            if (*a != *b && !*d->text) {
                const uint64_t from = k % 4;
                const char *name = program->name(program->user, program->ranges[i].address + k - from, 0);
                d->is_of_values = true;
                snprintf(d->text, sizeof d->text, "memory at the end: %s: %02x%02x%02x%02x, %02x%02x%02x%02x",
                         name ? name : "?", (a - from)[3], (a - from)[2], (a - from)[1], (a - from)[0], (b - from)[3],
                         (b - from)[2], (b - from)[1], (b - from)[0]);
            }
}

/* ---- one module ---- */

/* Whether the module has an instruction of one of these opcodes. */
static bool has_any(const struct module *module, uint16_t first, uint16_t last) {
    for (size_t at = 5; at < module->word_count && module->words[at] >> 16; at += module->words[at] >> 16)
        if ((module->words[at] & 0xFFFF) >= first && (module->words[at] & 0xFFFF) <= last)
            return true;
    return false;
}

/* Whether invocations of a subgroup meet besides at barriers. Those take turns after each exchange, of which the two
 * programs have other numbers: only without random orders they do the same. */
static bool meets(const struct module *module) {
    return has_any(module, SpvOpDPdx, SpvOpFwidthCoarse) ||
           has_any(module, SpvOpSubgroupBallotKHR, SpvOpSubgroupReadInvocationKHR) ||
           has_any(module, SpvOpGroupNonUniformElect, SpvOpGroupNonUniformQuadSwap);
}

/* How a shader is run that does not say it itself. Images have as many texels along each coordinate as there are
 * invocations; lowering makes subgroup operations of steps over lanes; quads are whole in subgroups of 64. */
static void choose_grid(const struct module *module, smmra_litmus_options *options) {
    options->groups[0] = options->groups[1] = has_any(module, SpvOpTypeImage, SpvOpTypeImage) ? 1 : 2;
    options->subgroup = has_any(module, SpvOpDPdx, SpvOpFwidthCoarse) ? 64 : meets(module) ? 16 : 0;
}

enum verdict { EQUAL, OTHER_VALUES, DIFFERENT, REFUSED_FIRST, REFUSED_OTHER, VERDICTS };

static const char *const said[] = {"equal", "other values", "different", "refused by program",
                                   "refused by the other way"};

/* False: the first front end's run is refused, and d->text says why. */
static bool compare_runs(struct litmus_race *first, struct litmus_race *other, const struct race_options *options,
                         uint64_t data, struct arena *arena, struct difference *d) {
    struct race_answer a, b;
    const uint32_t *bytes = run(first, options, data, arena, &a), *other_bytes = run(other, options, data, arena, &b);
    at_hand.accesses += a.accesses;
    if (a.refused) {
        snprintf(d->text, sizeof d->text, "%s", a.refused);
        return false;
    }
    compare_ends(&a, &b, d);
    compare_numbers(&a, &b, d);
    compare_findings(&a, &b, !options->seed, d);
    if (!a.stopped)
        compare_bytes(first, bytes, other_bytes, d);
    return true;
}

static enum verdict compare_module(const struct module *module, struct arena *arena, struct difference *d) {
    smmra_litmus_options options = {.size = sizeof options, .language = SMMRA_LITMUS_LANGUAGE_SPIRV};
    struct litmus_source source = {0};
    struct litmus_race *race = arena_allocate_array(arena, 1, sizeof *race);
    struct other_front *other = arena_allocate_array(arena, 1, sizeof *other);
    if (module->length)
        litmus_source_read(&source, arena, module->text, module->length);
    else
        choose_grid(module, &options);
    litmus_race_read(race, arena, module->words, module->word_count, module->length ? &source : NULL, &options);
    snprintf(d->text, sizeof d->text, "%s", race->spirv.litmus.error ? race->spirv.litmus.error : "");
    if (*d->text)
        return REFUSED_FIRST;
    other_front_read(other, arena, race, &options);
    snprintf(d->text, sizeof d->text, "%s", other->refused);
    if (*d->text)
        return REFUSED_OTHER;
    for (uint64_t n = 0; n < RUNS && !*d->text; n++) {
        const struct race_options order = {
            .seed = meets(module) ? 0 : n + 1, .steps = STEPS, .turn = TURN, .most = MOST_FINDINGS};
        if (!compare_runs(race, &other->race, &order, n, arena, d))
            return REFUSED_FIRST;
    }
    return !*d->text ? EQUAL : d->is_of_values ? OTHER_VALUES : DIFFERENT;
}

/* ---- all ---- */

/* The list expects this of a module: "NAME: other values: why". A module that it does not name is equal, or refused. */
static bool is_expected(const char *list, const char *name, enum verdict verdict) {
    const size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, name, length) == 0 && at[length] == ':')
            return strncmp(at + length + 2, said[verdict], strlen(said[verdict])) == 0;
    }
    return verdict == EQUAL || verdict == REFUSED_FIRST || verdict == REFUSED_OTHER;
}

int main(int argc, char **argv) {
    size_t length;
    uint32_t counts[VERDICTS] = {0}, faults = 0;
    if (argc < 4)
        return 2;
    char *list = read_file(argv[1], &length);
    const uint32_t least = (uint32_t)strtoul(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        struct module module;
        struct arena arena;
        struct difference d = {.text = "it is not assembled"};
        arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
        const enum verdict verdict =
            read_module(argv[i], &module) ? compare_module(&module, &arena, &d) : REFUSED_FIRST;
        const bool expected = is_expected(list, module.name, verdict);
        counts[verdict]++;
        faults += !expected;
        if (!expected || verdict != EQUAL)
            printf("%s%s: %s: %s\n", expected ? "" : "FAULT: ", module.name, said[verdict], d.text);
        forget(&module);
        arena_destroy(&arena);
        if (faults && getenv("SMMRA_FIRST_FAILURE"))
            break;
    }
    for (uint32_t v = 0; v < VERDICTS; v++)
        printf("%u %s\n", counts[v], said[v]);
    printf("%llu accesses\n", (unsigned long long)at_hand.accesses);
    free(list);
    return faults || counts[EQUAL] < least;
}
