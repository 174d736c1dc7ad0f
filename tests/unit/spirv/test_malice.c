/* Malice: the time and memory that the reader takes stay in proportion to the words. */
#include <time.h>

#include "testing.h"

#include "spirv/memory_view.h"

#define HEAD                                                                                                           \
    "OpCapability Shader\n"                                                                                            \
    "OpMemoryModel Logical GLSL450\n"

struct cost {
    double milliseconds;
    size_t bytes;
    enum spirv_result result;
    char message[256];
};

static struct cost cost_of(struct words words) {
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    struct spirv_module module;
    struct spirv_error error;
    struct spirv_object_flags objects;
    struct cost cost;
    clock_t start = clock();
    cost.result = spirv_read(&module, words.data, words.count, NULL, 0, arena, &error);
    if (cost.result == SPIRV_OK)
        spirv_trace_objects(&module, arena, &objects);
    cost.milliseconds = (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC;
    cost.bytes = memory.bytes;
    memcpy(cost.message, error.message, sizeof cost.message);
    test_release(&memory);
    return cost;
}

static struct words grow(const char *head, size_t room) {
    struct words words = test_assemble(head);
    words.data = realloc(words.data, (words.count + room) * 4);
    assert_non_null(words.data);
    return words;
}

static void put(struct words *words, uint32_t word) {
    words->data[words->count++] = word;
}

static void expect_cheap(struct words words, enum spirv_result result) {
    struct cost cost = cost_of(words);
    free(words.data);
    if (cost.result != result)
        fail_msg("expected %d, got %d, %s", result, cost.result, cost.message);
    /* A quadratic step at these sizes takes minutes, ASan or not. */
    assert_true(cost.milliseconds < 5000);
    assert_true(cost.bytes < 100 * 4 * words.count + (64 << 20));
}

enum { MANY = 300000 };

static void test_many_decorations(void **state) {
    (void)state;
    struct words words = grow(HEAD, 4 * MANY + 64);
    for (uint32_t i = 0; i < MANY; ++i) { /* backwards, so that they must be sorted */
        put(&words, test_first_word(4, SpvOpDecorate));
        put(&words, 1);
        put(&words, SpvDecorationBinding);
        put(&words, MANY - i);
    }
    put(&words, test_first_word(2, SpvOpTypeVoid));
    put(&words, 1);
    words.data[3] = 2;
    expect_cheap(words, SPIRV_OK);
}

static void test_large_groups(void **state) {
    (void)state;
    /* Thousands of decorations on each of thousands of targets. */
    struct words words = grow(HEAD, 3 * MANY + 70000);
    for (uint32_t i = 0; i < MANY; ++i) {
        put(&words, test_first_word(3, SpvOpDecorate));
        put(&words, 1);
        put(&words, SpvDecorationRestrict);
    }
    put(&words, test_first_word(2, SpvOpDecorationGroup));
    put(&words, 1);
    put(&words, test_first_word(60002, SpvOpGroupDecorate));
    put(&words, 1);
    for (uint32_t i = 0; i < 60000; ++i)
        put(&words, 2);
    put(&words, test_first_word(2, SpvOpTypeVoid));
    put(&words, 2);
    words.data[3] = 3;
    expect_cheap(words, SPIRV_UNSUPPORTED);
}

/* A long array, changed again and again. */
static void test_many_insertions(void **state) {
    (void)state;
    struct words words = grow(HEAD "%1 = OpTypeInt 32 0\n%2 = OpConstant %1 0x10000000\n%3 = OpTypeArray %1 %2\n"
                                   "%4 = OpConstantNull %3\n",
                              7 * MANY);
    for (uint32_t i = 0; i < MANY; ++i) {
        put(&words, test_first_word(7, SpvOpSpecConstantOp));
        put(&words, 3);
        put(&words, 5 + i);
        put(&words, SpvOpCompositeInsert);
        put(&words, 2);
        put(&words, 4);
        put(&words, i);
    }
    words.data[3] = 5 + MANY;
    expect_cheap(words, SPIRV_UNSUPPORTED);
}

/* Each constant is twice the one before: 2^1000 elements, written out. */
static void test_doubling_composites(void **state) {
    (void)state;
    static char text[65536];
    size_t length = (size_t)sprintf(text, HEAD "%%1 = OpTypeInt 32 0\n%%2 = OpConstant %%1 2\n");
    uint32_t type = 1, constant = 2, next = 3;
    for (int i = 0; i < 200; ++i, next += 2) {
        length +=
            (size_t)sprintf(text + length, "%%%u = OpTypeArray %%%u %%2\n%%%u = OpConstantComposite %%%u %%%u %%%u\n",
                            next, type, next + 1, next, constant, constant);
        type = next;
        constant = next + 1;
    }
    expect_cheap(test_assemble(text), SPIRV_OK);
}

/* OpPhi after OpPhi, each of which takes the one that follows: flags travel against the order of the words.
 */
static void test_backward_phis(void **state) {
    (void)state;
    struct words words = grow(HEAD "OpDecorate %6 Coherent\n"
                                   "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n"
                                   "%4 = OpTypePointer StorageBuffer %3\n%6 = OpVariable %4 StorageBuffer\n"
                                   "%7 = OpFunction %1 None %2\n%8 = OpLabel\n",
                              5 * MANY + 10);
    for (uint32_t i = 0; i < MANY; ++i) {
        put(&words, test_first_word(5, SpvOpPhi));
        put(&words, 4);
        put(&words, 10 + i);
        put(&words, i + 1 < MANY ? 11 + i : 6);
        put(&words, 8);
    }
    put(&words, test_first_word(1, SpvOpReturn));
    put(&words, test_first_word(1, SpvOpFunctionEnd));
    words.data[3] = 10 + MANY;
    expect_cheap(words, SPIRV_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_decorations), cmocka_unit_test(test_large_groups),
        cmocka_unit_test(test_many_insertions),  cmocka_unit_test(test_doubling_composites),
        cmocka_unit_test(test_backward_phis),
    };
    return cmocka_run_group_tests_name("spirv malice", tests, NULL, NULL);
}
