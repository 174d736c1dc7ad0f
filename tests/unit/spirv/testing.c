#include "testing.h"

#include <spirv-tools/libspirv.h>

static void *allocate(void *user, size_t size) {
    struct test_memory *memory = user;
    if (++memory->calls == memory->fail_at)
        return NULL;
    memory->bytes += size;
    return malloc(size);
}

static void release(void *user, void *block, size_t size) {
    (void)user, (void)size;
    free(block);
}

static void end(void *user) {
    struct test_memory *memory = user;
    assert_non_null(memory->exhausted);
    longjmp(*memory->exhausted, 1);
}

struct arena *test_arena(struct test_memory *memory) {
    const struct arena_allocator allocator = {allocate, release, memory};
    if (!memory->begun)
        arena_init(&memory->arena, &allocator, SIZE_MAX, end, memory);
    memory->begun = true;
    return &memory->arena;
}

void test_release(struct test_memory *memory) {
    if (memory->begun)
        arena_destroy(&memory->arena);
    *memory = (struct test_memory){0};
}

struct words test_assemble(const char *text) {
    struct words words = {0};
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_result_t result = spvTextToBinaryWithOptions(
        context, text, strlen(text), SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary, &diagnostic);
    if (result == SPV_SUCCESS) {
        words.count = binary->wordCount;
        words.data = malloc(words.count * sizeof *words.data);
        assert_non_null(words.data);
        memcpy(words.data, binary->code, words.count * sizeof *words.data);
    } else {
        print_error("%zu:%zu: %s\n", diagnostic->position.line + 1, diagnostic->position.column + 1, diagnostic->error);
    }
    spvBinaryDestroy(binary);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    assert_int_equal(result, SPV_SUCCESS);
    return words;
}

void test_read(struct spirv_module *module, const char *text, struct test_memory *memory) {
    struct words words = test_assemble(text);
    struct arena *arena = test_arena(memory);
    struct spirv_error error;
    enum spirv_result result = spirv_read(module, words.data, words.count, NULL, 0, arena, &error);
    free(words.data);
    if (result != SPIRV_OK)
        fail_msg("word %u, id %u: %s", error.word, error.id, error.message);
}

struct words test_swapped(struct words words) {
    struct words swapped = {malloc(words.count * sizeof *words.data), words.count};
    assert_non_null(swapped.data);
    for (size_t i = 0; i < words.count; ++i) {
        uint32_t word = words.data[i];
        swapped.data[i] = word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
    }
    return swapped;
}

struct spirv_instruction test_find(const struct spirv_module *module, SpvOp opcode) {
    for (uint32_t word = 5; word < module->word_count; word += module->words[word] >> 16)
        if ((module->words[word] & 0xFFFF) == (uint32_t)opcode)
            return spirv_instruction_at(module, word);
    fail_msg("no %s in the module", spirv_opcode_name(opcode));
    return (struct spirv_instruction){0};
}

struct words test_load(const char *path) {
    struct words words = {0};
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot read %s", path);
    fseek(file, 0, SEEK_END);
    words.count = (size_t)ftell(file) / 4;
    rewind(file);
    words.data = malloc(words.count * 4 + 4);
    assert_non_null(words.data);
    assert_int_equal(fread(words.data, 4, words.count, file), words.count);
    fclose(file);
    return words;
}

void test_save(const char *path, struct words words) {
    FILE *file = fopen(path, "wb");
    if (!file)
        fail_msg("cannot write %s", path);
    assert_int_equal(fwrite(words.data, 4, words.count, file), words.count);
    assert_int_equal(fclose(file), 0);
}

/* xorshift64* */
uint32_t test_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(0x2545F4914F6CDD1D) >> 32);
}
