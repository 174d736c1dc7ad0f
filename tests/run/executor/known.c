/* Counts the instructions of assembly that the executor knows: known PROCESSOR FILE.s...
 * The first line has how many instructions there are; each further one how often an instruction is not known, its name,
 * and why. Files come from tests/stress/corpus/known.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine.h"

enum { STATUS_WRONG = 2, MOST_BYTES = 1 << 28, NAME = 400 };

struct unknown {
    char what[NAME];
    uint64_t count;
};

static struct unknown *unknown;
static uint32_t unknown_count;
static uint64_t all;

static void run_out_of_memory(void *user) {
    fprintf(stderr, "%s: no memory\n", (const char *)user);
    exit(STATUS_WRONG);
}

static void add_unknown(const char *what) {
    uint32_t i = 0;
    while (i < unknown_count && strcmp(unknown[i].what, what) != 0)
        i++;
    if (i == unknown_count) {
        unknown = realloc(unknown, (unknown_count + 1) * sizeof *unknown);
        if (!unknown)
            run_out_of_memory("known");
        memset(&unknown[unknown_count], 0, sizeof *unknown);
        snprintf(unknown[unknown_count++].what, NAME, "%s", what);
    }
    unknown[i].count++;
}

static void count_code(const struct machine_code *code) {
    char what[NAME];
    all += code->count;
    for (uint32_t i = 0; i < code->count; i++) {
        const struct machine_instruction *one = &code->instructions[i];
        if (one->unit != MACHINE_OTHER)
            continue;
        snprintf(what, sizeof what, "%.*s: %.300s", (int)strcspn(one->text, " \t"), one->text,
                 one->refused ? one->refused : "");
        add_unknown(what);
    }
}

/* Whether the file could be read as a whole. */
static bool count_file(const char *path, enum machine_processor processor) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, capacity = 0, taken;
    struct machine_code code;
    struct arena arena;
    if (!file)
        return false;
    do {
        capacity += 1 << 20;
        text = realloc(text, capacity);
        if (!text)
            run_out_of_memory("known");
        taken = fread(text + size, 1, capacity - size, file);
        size += taken;
    } while (taken);
    fclose(file);
    arena_init(&arena, NULL, MOST_BYTES, run_out_of_memory, (void *)(uintptr_t)path);
    machine_read_one(&code, &arena, text, size, processor, NULL);
    if (code.error)
        fprintf(stderr, "%s:%u: %s\n", path, code.line, code.error);
    else
        count_code(&code);
    bool read = !code.error;
    arena_destroy(&arena);
    free(text);
    return read;
}

int main(int argc, char **argv) {
    uint32_t processor = 0;
    int status = 0;
    while (argc > 1 && machine_processor_names[processor] && strcmp(machine_processor_names[processor], argv[1]) != 0)
        processor++;
    if (argc < 3 || !machine_processor_names[processor]) {
        fputs("usage: known PROCESSOR FILE.s...\n", stderr);
        return STATUS_WRONG;
    }
    for (int i = 2; i < argc; i++)
        status |= !count_file(argv[i], (enum machine_processor)processor);
    printf("%llu\n", (unsigned long long)all);
    for (uint32_t i = 0; i < unknown_count; i++)
        printf("%llu %s\n", (unsigned long long)unknown[i].count, unknown[i].what);
    free(unknown);
    return status;
}
