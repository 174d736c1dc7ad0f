/* How fast a module is read, and how much memory it takes: bench_spirv_reader [FILE ...]
 *
 * Without files it makes modules of 50 KB, 500 KB, 5 MB and 50 MB that are built as glslang builds them:
 * names, decorations, and many small functions with variables, access chains, loads, stores, arithmetic,
 * branches and loops. Of each it prints the least and the median time of a number of runs. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "spirv/memory_view.h"
#include "spirv/module.h"

/* ---- a module ---- */

struct builder {
    uint32_t *words;
    size_t count, capacity;
    uint32_t next_id;
};

static void put(struct builder *builder, uint32_t word) {
    if (builder->count == builder->capacity) {
        builder->capacity = builder->capacity * 2 + 1024;
        builder->words = realloc(builder->words, builder->capacity * sizeof *builder->words);
        if (!builder->words)
            abort();
    }
    builder->words[builder->count++] = word;
}

#define EMIT(builder, opcode, ...)                                                                                     \
    emit(builder, opcode, (const uint32_t[]){0, __VA_ARGS__}, sizeof((const uint32_t[]){0, __VA_ARGS__}) / 4)

static void emit(struct builder *builder, SpvOp opcode, const uint32_t *operands, size_t count) {
    put(builder, (uint32_t)count << 16 | (uint32_t)opcode);
    for (size_t i = 1; i < count; ++i)
        put(builder, operands[i]);
}

enum {
    ID_MAIN = 1,
    ID_VOID,
    ID_FUNCTION,
    ID_FLOAT,
    ID_INT,
    ID_BOOL,
    ID_VECTOR,
    ID_CALLEE, /* the type of the functions */
    ID_LOCAL,  /* pointer to int, Function */
    ID_ARRAY,
    ID_STRUCT,
    ID_BUFFER,
    ID_ELEMENT, /* pointer to int, StorageBuffer */
    ID_VARIABLE,
    ID_FIRST_CONSTANT,
    CONSTANTS = 16,
    ID_FIRST_FREE = ID_FIRST_CONSTANT + CONSTANTS,
    IDS_OF_FUNCTION = 40
};

static void add_head(struct builder *builder, uint32_t functions) {
    static const uint32_t name[] = {0x636E7566, 0x6E6F6974, 0};
    const uint32_t header[] = {SpvMagicNumber, 0x00010300, 0, ID_FIRST_FREE + functions * IDS_OF_FUNCTION, 0};
    for (size_t i = 0; i < 5; ++i)
        put(builder, header[i]);
    EMIT(builder, SpvOpCapability, SpvCapabilityShader);
    EMIT(builder, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
    EMIT(builder, SpvOpEntryPoint, SpvExecutionModelGLCompute, ID_MAIN, 0x6E69616D, 0);
    EMIT(builder, SpvOpExecutionMode, ID_MAIN, SpvExecutionModeLocalSize, 64, 1, 1);
    for (uint32_t i = 0; i < functions; ++i)
        for (uint32_t j = 0; j < 4; ++j)
            EMIT(builder, SpvOpName, ID_FIRST_FREE + i * IDS_OF_FUNCTION + j, name[0], name[1], name[2]);
    EMIT(builder, SpvOpDecorate, ID_ARRAY, SpvDecorationArrayStride, 4);
    EMIT(builder, SpvOpMemberDecorate, ID_STRUCT, 0, SpvDecorationOffset, 0);
    EMIT(builder, SpvOpMemberDecorate, ID_STRUCT, 0, SpvDecorationCoherent);
    EMIT(builder, SpvOpDecorate, ID_STRUCT, SpvDecorationBlock);
    EMIT(builder, SpvOpDecorate, ID_VARIABLE, SpvDecorationDescriptorSet, 0);
    EMIT(builder, SpvOpDecorate, ID_VARIABLE, SpvDecorationBinding, 0);
    EMIT(builder, SpvOpTypeVoid, ID_VOID);
    EMIT(builder, SpvOpTypeFunction, ID_FUNCTION, ID_VOID);
    EMIT(builder, SpvOpTypeFloat, ID_FLOAT, 32);
    EMIT(builder, SpvOpTypeInt, ID_INT, 32, 0);
    EMIT(builder, SpvOpTypeBool, ID_BOOL);
    EMIT(builder, SpvOpTypeVector, ID_VECTOR, ID_FLOAT, 4);
    EMIT(builder, SpvOpTypePointer, ID_LOCAL, SpvStorageClassFunction, ID_INT);
    EMIT(builder, SpvOpTypeFunction, ID_CALLEE, ID_INT, ID_LOCAL);
    EMIT(builder, SpvOpTypeRuntimeArray, ID_ARRAY, ID_INT);
    EMIT(builder, SpvOpTypeStruct, ID_STRUCT, ID_ARRAY);
    EMIT(builder, SpvOpTypePointer, ID_BUFFER, SpvStorageClassStorageBuffer, ID_STRUCT);
    EMIT(builder, SpvOpTypePointer, ID_ELEMENT, SpvStorageClassStorageBuffer, ID_INT);
    EMIT(builder, SpvOpVariable, ID_BUFFER, ID_VARIABLE, SpvStorageClassStorageBuffer);
    for (uint32_t i = 0; i < CONSTANTS; ++i)
        EMIT(builder, SpvOpConstant, ID_INT, ID_FIRST_CONSTANT + i, i);
}

/* buffer[i] += ...; for a while. */
static void add_function(struct builder *builder, uint32_t number) {
    uint32_t id = ID_FIRST_FREE + number * IDS_OF_FUNCTION, one = ID_FIRST_CONSTANT + 1 + number % 8;
    uint32_t function = id, parameter = id + 1, local = id + 2, entry = id + 3, head = id + 4, body = id + 5,
             next = id + 6, end = id + 7;
    EMIT(builder, SpvOpFunction, ID_INT, function, 0, ID_CALLEE);
    EMIT(builder, SpvOpFunctionParameter, ID_LOCAL, parameter);
    EMIT(builder, SpvOpLabel, entry);
    EMIT(builder, SpvOpVariable, ID_LOCAL, local, SpvStorageClassFunction);
    EMIT(builder, SpvOpStore, local, ID_FIRST_CONSTANT);
    EMIT(builder, SpvOpBranch, head);
    EMIT(builder, SpvOpLabel, head);
    EMIT(builder, SpvOpLoopMerge, end, next, 0);
    EMIT(builder, SpvOpLoad, ID_INT, id + 8, local);
    EMIT(builder, SpvOpULessThan, ID_BOOL, id + 9, id + 8, one);
    EMIT(builder, SpvOpBranchConditional, id + 9, body, end);
    EMIT(builder, SpvOpLabel, body);
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t first = id + 10 + i * 6;
        EMIT(builder, SpvOpLoad, ID_INT, first, parameter);
        EMIT(builder, SpvOpAccessChain, ID_ELEMENT, first + 1, ID_VARIABLE, ID_FIRST_CONSTANT, first);
        EMIT(builder, SpvOpLoad, ID_INT, first + 2, first + 1);
        EMIT(builder, SpvOpIMul, ID_INT, first + 3, first + 2, one);
        EMIT(builder, SpvOpIAdd, ID_INT, first + 4, first + 3, first);
        EMIT(builder, SpvOpAccessChain, ID_ELEMENT, first + 5, ID_VARIABLE, ID_FIRST_CONSTANT, id + 8);
        EMIT(builder, SpvOpStore, first + 5, first + 4);
    }
    EMIT(builder, SpvOpBranch, next);
    EMIT(builder, SpvOpLabel, next);
    EMIT(builder, SpvOpLoad, ID_INT, id + 34, local);
    EMIT(builder, SpvOpIAdd, ID_INT, id + 35, id + 34, one);
    EMIT(builder, SpvOpStore, local, id + 35);
    EMIT(builder, SpvOpBranch, head);
    EMIT(builder, SpvOpLabel, end);
    EMIT(builder, SpvOpLoad, ID_INT, id + 36, local);
    EMIT(builder, SpvOpReturnValue, id + 36);
    put(builder, 1 << 16 | SpvOpFunctionEnd);
}

static struct builder make_module(size_t bytes) {
    struct builder builder = {0}, sample = {0};
    add_function(&sample, 0);
    uint32_t functions = (uint32_t)(bytes / 4 / (sample.count + 4 * 5));
    free(sample.words);
    add_head(&builder, functions);
    for (uint32_t i = 0; i < functions; ++i)
        add_function(&builder, i);
    EMIT(&builder, SpvOpFunction, ID_VOID, ID_MAIN, 0, ID_FUNCTION);
    EMIT(&builder, SpvOpLabel, ID_FIRST_FREE + functions * IDS_OF_FUNCTION - 1);
    put(&builder, 1 << 16 | SpvOpReturn);
    put(&builder, 1 << 16 | SpvOpFunctionEnd);
    return builder;
}

/* ---- measuring ---- */

static void end(void *user) {
    (void)user;
    fputs("out of memory\n", stderr);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int compare_times(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

/* Decodes all accesses, as the translator does. */
static uint32_t decode_all(const struct spirv_module *module, const struct spirv_object_flags *objects) {
    uint32_t accesses = 0;
    for (uint32_t word = 5; word < module->word_count; word += module->words[word] >> 16) {
        struct spirv_instruction instruction = spirv_instruction_at(module, word);
        struct spirv_memory_view view;
        struct spirv_error error;
        if (spirv_decode_memory(module, objects, &instruction, &view, &error) == SPIRV_OK)
            accesses += view.kind != SPIRV_MEMORY_NONE;
    }
    return accesses;
}

static int measure(const char *name, const uint32_t *words, size_t count) {
    enum { MAX_RUNS = 200 };
    double times[3][MAX_RUNS];
    double bytes = (double)count * 4;
    int runs = bytes > 2e7 ? 7 : bytes > 2e6 ? 31 : MAX_RUNS;
    struct arena arena;
    arena_init(&arena, NULL, SIZE_MAX, end, NULL);
    struct spirv_module module;
    struct spirv_error error;
    struct spirv_object_flags objects;
    uint32_t accesses = 0;
    for (int run = 0; run < runs; ++run) {
        arena_destroy(&arena);
        double start = now();
        if (spirv_read(&module, words, count, NULL, 0, &arena, &error) != SPIRV_OK) {
            fprintf(stderr, "%s: word %u: %s\n", name, error.word, error.message);
            return 1;
        }
        times[0][run] = now() - start;
        start = now();
        spirv_trace_objects(&module, &arena, &objects);
        times[1][run] = now() - start;
        start = now();
        accesses = decode_all(&module, &objects);
        times[2][run] = now() - start;
    }
    for (int i = 0; i < 3; ++i)
        qsort(times[i], (size_t)runs, sizeof times[i][0], compare_times);
    double read = times[0][runs / 2];
    printf("%-12s %9.1f KB  read %9.3f ms (least %9.3f), %6.0f MB/s, memory %4.1f x;  trace %8.3f ms;  "
           "decode %8.3f ms, %u accesses\n",
           name, bytes / 1e3, read, times[0][0], bytes / 1e3 / read, (double)arena.used / bytes, times[1][runs / 2],
           times[2][runs / 2], accesses);
    arena_destroy(&arena);
    return 0;
}

static int measure_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    fseek(file, 0, SEEK_END);
    size_t count = (size_t)ftell(file) / 4;
    rewind(file);
    uint32_t *words = malloc(count * 4 + 4);
    size_t got = words ? fread(words, 4, count, file) : 0;
    fclose(file);
    int status = measure(strrchr(path, '/') ? strrchr(path, '/') + 1 : path, words, got);
    free(words);
    return status;
}

int main(int argc, char **argv) {
    int status = 0;
    for (int i = 1; i < argc; ++i)
        status |= measure_file(argv[i]);
    static const struct {
        const char *name;
        size_t bytes;
    } sizes[] = {{"2 KB", 2000}, {"50 KB", 50000}, {"500 KB", 500000}, {"5 MB", 5000000}, {"50 MB", 50000000}};
    for (size_t i = 0; argc == 1 && i < sizeof sizes / sizeof *sizes; ++i) {
        struct builder builder = make_module(sizes[i].bytes);
        status |= measure(sizes[i].name, builder.words, builder.count);
        free(builder.words);
    }
    return status;
}
