/* What the library says of itself and of a module that it does not translate; limits and cancelling. */
#include "tests/unit/translator/module.h"

#include <stdlib.h>

static struct test_module module;
static smmra_module *read_module;

static int setup(void **state) {
    (void)state;
    module = assemble(everything);
    return smmra_module_read(module.words, module.count, NULL, &read_module) == SMMRA_SUCCESS ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    smmra_module_destroy(read_module);
    smmra_free_words(module.words);
    return 0;
}

/* The word of instruction number `wanted` (from 0) with this opcode. */
static uint32_t word_of(uint32_t opcode, uint32_t wanted) {
    for (uint32_t word = 5; word < module.count; word += module.words[word] >> 16)
        if ((module.words[word] & 0xFFFF) == opcode && wanted-- == 0)
            return word;
    fail();
    return 0;
}

enum { OP_VARIABLE = 59, OP_LOAD = 61, OP_STORE = 62, OP_I_ADD = 128, OP_CONTROL_BARRIER = 224, OP_ATOMIC_I_ADD = 234 };

static void test_the_version_is_the_headers(void **state) {
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", SMMRA_VERSION_MAJOR, SMMRA_VERSION_MINOR, SMMRA_VERSION_PATCH);
    assert_string_equal(smmra_version_string(), text);
    assert_int_equal(smmra_version(), SMMRA_VERSION);
}

static void test_values_of_options_have_names(void **state) {
    (void)state;
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_PROFILE, 0), "23"); /* the default */
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_PROFILE, SMMRA_PROFILE_22), "22");
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_PROFILE, SMMRA_PROFILE_DOCUMENT), "document");
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_PROFILE, SMMRA_PROFILE_24), "24");
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_PROFILE, SMMRA_PROFILE_DRAFT), "draft");
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_PROFILE, SMMRA_PROFILE_19), "19");
    assert_null(smmra_option_value_name(SMMRA_OPTION_PROFILE, SMMRA_PROFILE_19 + 1));
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_ABI, SMMRA_ABI_KERNEL), "kernel");
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_GLSL450, SMMRA_GLSL450_STRICT), "strict");
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_STAGE, 0), "compute");
    assert_string_equal(smmra_option_value_name(SMMRA_OPTION_TARGET, 0), "amdgcn");
    assert_null(smmra_option_value_name(SMMRA_OPTION_STAGE, UINT32_MAX));
    assert_null(smmra_option_value_name((smmra_option)99, 0));
    assert_null(smmra_option_value_name((smmra_option)-1, 0));
}

static void test_entry_points_are_listed(void **state) {
    (void)state;
    size_t count;
    const smmra_entry_point *const *entries = smmra_module_entry_points(read_module, &count);
    assert_int_equal(count, 1);
    assert_string_equal(entries[0]->name, "main");
    assert_int_equal(entries[0]->execution_model, 5);
}

/* In order: in, out (StorageBuffer), id (Input), tile (Workgroup), counter (Private). */
static void test_pointers_to_private_storage_are_thread_private(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t id = module.words[word_of(OP_VARIABLE, i) + 2];
        assert_int_equal(smmra_module_pointer_is_thread_private(read_module, id), i == 4);
    }
    uint32_t no_pointer = module.words[word_of(OP_LOAD, 0) + 2];
    assert_false(smmra_module_pointer_is_thread_private(read_module, no_pointer));
    assert_false(smmra_module_pointer_is_thread_private(read_module, 0));
    assert_false(smmra_module_pointer_is_thread_private(read_module, UINT32_MAX));
}

static void test_accesses_of_private_storage_are_thread_private(void **state) {
    (void)state;
    static const struct {
        uint32_t opcode, number;
        bool expected;
    } cases[] = {
        {OP_LOAD, 0, true},                                          /* the counter */
        {OP_LOAD, 1, false},                                         /* an element of a buffer */
        {OP_LOAD, 2, false},                                         /* the built-in */
        {OP_STORE, 0, true},                                         /* the counter */
        {OP_STORE, 1, false},                                        /* the tile */
        {OP_ATOMIC_I_ADD, 0, false}, {OP_CONTROL_BARRIER, 0, false}, /* accesses nothing */
        {OP_I_ADD, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t word = word_of(cases[i].opcode, cases[i].number);
        assert_int_equal(smmra_module_access_is_thread_private(read_module, word), cases[i].expected);
        assert_false(smmra_module_access_is_thread_private(read_module, word + 1)); /* inside an instruction */
    }
    uint32_t variable = word_of(OP_VARIABLE, 4);
    assert_false(smmra_module_access_is_thread_private(read_module, variable));
    assert_false(smmra_module_access_is_thread_private(read_module, 0));
    assert_false(smmra_module_access_is_thread_private(read_module, (uint32_t)module.count));
    assert_false(smmra_module_access_is_thread_private(read_module, UINT32_MAX));
}

/* What the query says is what the translation does. */
static void test_the_query_agrees_with_the_translation(void **state) {
    (void)state;
    uint32_t expected = 0, found = 0;
    for (uint32_t word = 5; word < module.count; word += module.words[word] >> 16)
        expected += smmra_module_access_is_thread_private(read_module, word);
    smmra_translation *translation;
    assert_int_equal(smmra_translate(module.words, module.count, NULL, &translation), SMMRA_SUCCESS);
    static const char annotation[] = ", !thread.private";
    for (const char *at = smmra_translation_text(translation, NULL); (at = strstr(at, annotation)); at += 5)
        found++;
    assert_int_equal(expected, 2);
    assert_int_equal(found, expected + 1); /* and the store of the variable's initializer */
    smmra_translation_destroy(translation);
}

static void test_what_cannot_be_read_gives_no_module(void **state) {
    (void)state;
    smmra_module *none = read_module;
    assert_int_equal(smmra_module_read(module.words, module.count - 1, NULL, &none), SMMRA_INVALID_INPUT);
    assert_null(none);
    assert_int_equal(smmra_module_read(NULL, 0, NULL, &none), SMMRA_INVALID_INPUT);
    assert_int_equal(smmra_module_read(NULL, 1, NULL, &none), SMMRA_INVALID_ARGUMENT);
    assert_int_equal(smmra_module_read(module.words, module.count, NULL, NULL), SMMRA_INVALID_ARGUMENT);
    smmra_module_destroy(NULL);
}

/* ---- limits ---- */

static void test_the_word_limit_holds(void **state) {
    (void)state;
    smmra_options options = {.size = sizeof options, .word_limit = module.count - 1};
    smmra_translation *translation;
    smmra_module *limited;
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_OUT_OF_MEMORY);
    assert_int_equal(smmra_module_read(module.words, module.count, &options, &limited), SMMRA_OUT_OF_MEMORY);
    options.word_limit++;
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_SUCCESS);
    smmra_translation_destroy(translation);
}

/* Says no when it has been asked `left` times. */
static bool cancel_after(void *left) {
    return (*(int *)left)-- == 0;
}

static void test_a_translation_can_be_cancelled_whenever_it_asks(void **state) {
    (void)state;
    int asked = 0;
    for (;; asked++) {
        int left = asked;
        smmra_options options = {.size = sizeof options, .cancel = cancel_after, .cancel_user = &left};
        smmra_translation *translation;
        smmra_result result = smmra_translate(module.words, module.count, &options, &translation);
        if (result == SMMRA_SUCCESS) {
            smmra_translation_destroy(translation);
            break;
        }
        assert_int_equal(result, SMMRA_CANCELLED);
        assert_null(translation);
    }
    assert_true(asked >= 3); /* after reading, in the lowering, before printing */
}

static void test_a_check_can_be_cancelled_whenever_it_asks(void **state) {
    (void)state;
    static const char text[] = "define void @f() {\n  ret void\n}\n";
    int asked = 0;
    for (;; asked++) {
        int left = asked;
        smmra_check_options options = {.size = sizeof options, .cancel = cancel_after, .cancel_user = &left};
        smmra_result result = smmra_check(text, sizeof text - 1, &options);
        if (result == SMMRA_SUCCESS)
            break;
        assert_int_equal(result, SMMRA_CANCELLED);
    }
    assert_true(asked >= 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_version_is_the_headers),
        cmocka_unit_test(test_values_of_options_have_names),
        cmocka_unit_test(test_entry_points_are_listed),
        cmocka_unit_test(test_pointers_to_private_storage_are_thread_private),
        cmocka_unit_test(test_accesses_of_private_storage_are_thread_private),
        cmocka_unit_test(test_the_query_agrees_with_the_translation),
        cmocka_unit_test(test_what_cannot_be_read_gives_no_module),
        cmocka_unit_test(test_the_word_limit_holds),
        cmocka_unit_test(test_a_translation_can_be_cancelled_whenever_it_asks),
        cmocka_unit_test(test_a_check_can_be_cancelled_whenever_it_asks),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
