/* Where the stores of a module go when it is read as a litmus program: "NAME OFFSET BYTES", one line for each store of
 * its one invocation to memory that invocations may share. usage: litmus_offsets MODULE.spv */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "translator/program/litmus_spirv.h"

static void exhausted(void *user) {
    (void)user;
    fputs("out of memory\n", stderr);
    exit(1);
}

static const struct litmus_memory *memory_at(const struct litmus_spirv *program, uint64_t address) {
    for (uint32_t i = 0; i < program->memory_count; i++)
        if (address >= program->memory[i].address && address - program->memory[i].address < program->memory[i].bytes)
            return &program->memory[i];
    fprintf(stderr, "nothing is at %" PRIx64 "\n", address);
    exit(1);
}

static void print_stores(const struct litmus_spirv *program) {
    const struct program_thread *thread = &program->litmus.program.threads[0];
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct program_instruction *in = &thread->code[i];
        if (in->opcode != PROGRAM_ACCESS)
            continue;
        if (in->a.kind != PROGRAM_CONSTANT) {
            fputs("an address that is no constant\n", stderr);
            exit(1);
        }
        const struct litmus_memory *memory = memory_at(program, in->a.value);
        printf("%s %" PRIu64 " %u\n", memory->name, in->a.value - memory->address, in->bytes);
    }
}

int main(int argc, char **argv) {
    static uint32_t words[1 << 20];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file)
        return 2;
    size_t count = fread(words, sizeof *words, sizeof words / sizeof *words, file);
    fclose(file);
    struct arena arena;
    struct litmus_spirv program;
    const smmra_litmus_options options = {.groups = {1}, .local = {1}, .subgroup = 1};
    arena_init(&arena, &arena_malloc, SIZE_MAX, exhausted, NULL);
    litmus_read_spirv(&program, &arena, words, count, NULL, &options);
    if (program.litmus.error)
        fprintf(stderr, "%s\n", program.litmus.error);
    else
        print_stores(&program);
    arena_destroy(&arena);
    return program.litmus.error ? 1 : 0;
}
