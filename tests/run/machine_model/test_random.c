/* Random litmus programs, and those of files, compiled for the machine: what their machine code does must be what
 * Vulkan's model allows. Many programs go through one run of opt and llc as kernels of one module.
 *
 * test_machine_random [FILE ...]: the files instead. SMMRA_RANDOM_PROGRAMS (40), SMMRA_RANDOM_PHASES (10),
 * SMMRA_RANDOM_SEED (1), SMMRA_RANDOM_MACHINES (gfx942,gfx1100,gfx1201), SMMRA_RANDOM_COHERENCE (fence, access or
 * auto), SMMRA_RANDOM_STATES (of a program, 100000), SMMRA_RANDOM_LLVM (22, or 23). */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/litmus/random_programs.h"
#include "translator/litmus/litmus_kernel.h"
#include "translator/validation/litmus_validate.h"

enum { BATCH = 100, TEXT = 1 << 14 };

enum verdict { SOUND, UNSOUND, FAULTY, UNKNOWN, NOT_ASKED, EXPLAINED, REFUSED, VERDICTS };
static const char *const verdict_names[VERDICTS] = {"sound",
                                                    "unsound",
                                                    "faulty machine code",
                                                    "too many states",
                                                    "nothing is asked: a race, or another reason",
                                                    "a known deviation",
                                                    "refused"};

static uint32_t totals[VERDICTS];

static uint32_t number_from(const char *variable, uint32_t otherwise) {
    const char *text = getenv(variable);
    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static uint32_t llvm(void) {
    return number_from("SMMRA_RANDOM_LLVM", 22);
}

static enum profile profile_of_llvm(void) {
    return llvm() == 23 ? PROFILE_23 : PROFILE_22;
}

static bool is_chosen(const char *variable, const char *name, bool otherwise) {
    const char *text = getenv(variable);
    return text ? strstr(text, name) != NULL : otherwise;
}

static void exhausted(void *user) {
    (void)user;
    fail_msg("out of memory");
    abort();
}

/* ---- a batch ---- */

struct one {
    char *text; /* as it was read */
    struct litmus litmus;
    struct validation_source source;
    struct litmus_kernel kernel;
    char name[16];
};

struct batch {
    struct arena arena;
    struct one *all;
    struct litmus_kernel *kernels;
    uint32_t count;
    enum machine_processor processor;
    enum coherence coherence;
};

static void begin_batch(struct batch *b, enum machine_processor processor, enum coherence coherence) {
    *b = (struct batch){.processor = processor, .coherence = coherence};
    arena_init(&b->arena, NULL, SIZE_MAX, exhausted, NULL);
    b->all = arena_allocate_array(&b->arena, BATCH, sizeof *b->all);
    b->kernels = arena_allocate_array(&b->arena, BATCH, sizeof *b->kernels);
}

static bool ends_in(const char *path, const char *end) {
    return strlen(path) >= strlen(end) && strcmp(path + strlen(path) - strlen(end), end) == 0;
}

/* Takes a program into the batch if anything is asked of it. */
static void take(struct batch *b, const char *path, const char *text) {
    struct one *one = &b->all[b->count];
    struct validation v;
    memset(one, 0, sizeof *one);
    one->text = arena_copy_string(&b->arena, text, strlen(text));
    if (ends_in(path, ".test"))
        litmus_read_khronos_program(&one->litmus, &b->arena, text, strlen(text));
    else
        litmus_read_vulkan(&one->litmus, &b->arena, text, strlen(text));
    if (one->litmus.error) {
        totals[REFUSED]++;
        return;
    }
    snprintf(one->name, sizeof one->name, "k%u", b->count);
    litmus_kernel_make(&one->kernel, &one->litmus, one->name,
                       &(struct litmus_kernel_target){b->processor, profile_of_llvm(), b->coherence}, &b->arena);
    if (one->kernel.refused) {
        totals[REFUSED]++;
        return;
    }
    validation_begin(&one->source, &one->litmus, &b->arena);
    if (!validation_is_judged(&one->source, &v) || one->source.guarded || one->source.answer.statistics.hung) {
        totals[NOT_ASKED]++;
        return;
    }
    b->kernels[b->count++] = one->kernel;
}

static char *run(const char *command, const char *input) {
    char path[] = "/tmp/smmra-random-XXXXXX", line[512];
    int file = mkstemp(path);
    size_t length = strlen(input), size = 0;
    assert_true(file >= 0 && write(file, input, length) == (ssize_t)length);
    close(file);
    snprintf(line, sizeof line, "%s <%s", command, path);
    FILE *pipe = popen(line, "r");
    char *output = NULL;
    for (size_t got = 1; got > 0; size += got) {
        output = realloc(output, size + 65537);
        got = fread(output + size, 1, 65536, pipe);
    }
    output[size] = '\0';
    int status = pclose(pipe);
    if (status != 0)
        fail_msg("%s fails on %s", line, path);
    unlink(path);
    return output;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Each kernel is a module, as passes see one program; llvm-link puts them together. */
static char *compile(struct batch *b) {
    char folder[] = "/tmp/smmra-kernels-XXXXXX", path[64], command[160];
    assert_non_null(mkdtemp(folder));
    for (uint32_t k = 0; k < b->count; k++) {
        snprintf(path, sizeof path, "%s/%u.ll", folder, k);
        write_file(path, b->kernels[k].text);
    }
    snprintf(command, sizeof command, "llvm-link-%u -S %s/*.ll", llvm(), folder);
    char *linked = run(command, "");
    snprintf(command, sizeof command, "opt-%u -O2 -S", llvm());
    char *optimized = run(command, linked);
    free(linked);
    for (uint32_t k = 0; k < b->count; k++) {
        snprintf(path, sizeof path, "%s/%u.ll", folder, k);
        unlink(path);
    }
    rmdir(folder);
    snprintf(command, sizeof command, "llc-%u -mtriple=amdgcn-amd-amdhsa -mcpu=%s -o -", llvm(),
             machine_processor_names[b->processor]);
    char *assembly = run(command, optimized);
    free(optimized);
    return assembly;
}

/* The part of an assembly text that is one kernel's, with its directives; NULL: there is none. */
static const char *find_kernel(const char *assembly, const char *name, size_t *length) {
    static const char end[] = ".end_amdhsa_kernel";
    char label[80];
    snprintf(label, sizeof label, "\n%.70s:", name);
    const char *start = strstr(assembly, label), *stop = start ? strstr(start, end) : NULL;
    *length = stop ? (size_t)(stop + sizeof end - 1 - start) : 0;
    return stop ? start : NULL;
}

static bool is_unsound(void *user, const struct outcome_value *row) {
    return !outcomes_cover(user, row);
}

/* What Khronos's definitions and AMDGPU's document see differently: the model checker knows it of the IR. */
static bool is_known_deviation(struct one *one, struct arena *arena) {
    const struct map_options options = {
        .profile = profile_of_llvm(), .thread_private = true, .backend_workarounds = true};
    struct validation v;
    validation_check(&one->source, &options, arena, &v);
    return v.result >= VALIDATION_ORDERED_AS_READ && v.result <= VALIDATION_ORDERED_APART;
}

static void complain(const struct batch *b, const struct one *one, const char *what, const char *witness,
                     const char *assembly, size_t length) {
    fprintf(stderr, "%s\n%s on %s: %s\n%.*s\n", one->text, what, machine_processor_names[b->processor],
            witness ? witness : "", (int)length, assembly);
}

static enum verdict judge(const struct batch *b, struct one *one, const char *assembly, struct arena *arena) {
    struct machine_question question = machine_question_defaults();
    struct machine_litmus *machine = arena_allocate_array(arena, 1, sizeof *machine);
    struct machine_answer answer;
    struct outcomes allowed;
    size_t length;
    const char *part = find_kernel(assembly, one->name, &length);
    assert_non_null(part);
    litmus_kernel_read(&one->kernel, part, length, b->processor, arena, machine);
    if (machine->litmus.error) {
        complain(b, one, machine->litmus.error, NULL, part, length);
        return REFUSED;
    }
    litmus_kernel_outcomes(&one->source.answer.found, arena, &allowed);
    question.outcomes = false;
    question.options.max_states = number_from("SMMRA_RANDOM_STATES", 100000);
    machine_litmus_ask(machine, &question, is_unsound, &allowed, arena, &answer);
    for (uint32_t k = 0; k < answer.found.count; k++)
        if (!outcomes_cover(&allowed, answer.found.rows[k])) {
            if (is_known_deviation(one, arena))
                return EXPLAINED;
            complain(b, one, "unsound", answer.witness, part, length);
            return UNSOUND;
        }
    if (answer.statistics.fault) {
        complain(b, one, answer.statistics.fault, NULL, part, length);
        return FAULTY;
    }
    return answer.statistics.gave_up ? UNKNOWN : SOUND;
}

static void end_batch(struct batch *b) {
    char *assembly = b->count ? compile(b) : NULL;
    for (uint32_t k = 0; k < b->count; k++) {
        struct arena arena;
        arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
        totals[judge(b, &b->all[k], assembly, &arena)]++;
        arena_destroy(&arena);
    }
    free(assembly);
    arena_destroy(&b->arena);
}

/* ---- all of them ---- */

typedef bool next_program(uint32_t number, char *text, size_t size, const char **path);

static void run_all(next_program *next, enum machine_processor processor, enum coherence coherence) {
    static const char *const how[] = {"fence", "access", "auto"};
    char *text = malloc(TEXT);
    const char *path = "";
    uint32_t number = 0;
    clock_t begin = clock();
    memset(totals, 0, sizeof totals);
    for (bool more = true; more;) {
        struct batch b;
        begin_batch(&b, processor, coherence);
        while (b.count < BATCH && (more = next(number, text, TEXT, &path))) {
            take(&b, path, text);
            number++;
        }
        end_batch(&b);
    }
    free(text);
    print_message("%u programs on %s, LLVM %u, --coherence=%s, %.1f s:", number, machine_processor_names[processor],
                  llvm(), how[coherence], (double)(clock() - begin) / CLOCKS_PER_SEC);
    for (uint32_t k = 0; k < VERDICTS; k++)
        if (totals[k])
            print_message(" %u %s;", totals[k], verdict_names[k]);
    print_message("\n");
    assert_int_equal(totals[UNSOUND] + totals[FAULTY], 0);
}

static void run_on_all(next_program *next) {
    for (uint32_t p = 0; p < MACHINE_PROCESSOR_COUNT; p++)
        for (uint32_t c = COHERENCE_BY_FENCE; c <= COHERENCE_AUTO; c++) {
            static const char *const how[] = {"fence", "access", "auto"};
            bool usual = p == MACHINE_GFX942 || p == MACHINE_GFX1100 || p == MACHINE_GFX1201 || p == MACHINE_GFX1250;
            bool known = c == COHERENCE_BY_FENCE || p >= MACHINE_GFX1030;
            if (known && is_chosen("SMMRA_RANDOM_MACHINES", machine_processor_names[p], usual) &&
                is_chosen("SMMRA_RANDOM_COHERENCE", how[c], c != COHERENCE_AUTO))
                run_all(next, (enum machine_processor)p, (enum coherence)c);
        }
}

static bool next_random(uint32_t number, uint32_t count, void (*make)(void), char *text, size_t size) {
    if (number >= count)
        return false;
    random_seed(((uint64_t)number_from("SMMRA_RANDOM_SEED", 1) << 32) + number);
    random_apart = number % 4 != 0;
    make();
    random_print(text, size);
    return true;
}

static bool next_message(uint32_t number, char *text, size_t size, const char **path) {
    (void)path;
    random_with_texels = number % 8 == 7;
    bool more = next_random(number, number_from("SMMRA_RANDOM_PROGRAMS", 40), random_program, text, size);
    random_with_texels = false;
    return more;
}

static bool next_phases(uint32_t number, char *text, size_t size, const char **path) {
    (void)path;
    return next_random(number, number_from("SMMRA_RANDOM_PHASES", 10), random_phases, text, size);
}

static void random_messages(void **state) {
    (void)state;
    run_on_all(next_message);
}

static void random_barriers(void **state) {
    (void)state;
    run_on_all(next_phases);
}

/* ---- files ---- */

static char **files;
static uint32_t file_count;

static bool next_file(uint32_t number, char *text, size_t size, const char **path) {
    if (number >= file_count)
        return false;
    FILE *file = fopen(files[number], "r");
    if (!file)
        fail_msg("%s cannot be read", files[number]);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    *path = files[number];
    return true;
}

static void files_are_sound(void **state) {
    (void)state;
    run_on_all(next_file);
}

int main(int argc, char **argv) {
    const struct CMUnitTest random[] = {cmocka_unit_test(random_messages), cmocka_unit_test(random_barriers)};
    const struct CMUnitTest given[] = {cmocka_unit_test(files_are_sound)};
    if (llvm() == 23 && system("command -v llc-23 >/dev/null") != 0) {
        print_message("SKIPPED: no LLVM 23\n");
        return 77;
    }
    files = argv + 1;
    file_count = (uint32_t)argc - 1;
    return argc > 1 ? cmocka_run_group_tests(given, NULL, NULL) : cmocka_run_group_tests(random, NULL, NULL);
}
