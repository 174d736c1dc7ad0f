/* A fault of the library itself has a result and a message of its own. No input is known to make one, so the memory map
 * is made to answer nonsense: the linker leads map_barrier here. */
#include "tests/unit/translator/module.h"

#include "translator/map/memory_map.h"

void __wrap_map_barrier(const struct memory_map *map, const struct spirv_memory_view *view,
                        struct mapped_operations *out);

void __wrap_map_barrier(const struct memory_map *map, const struct spirv_memory_view *view,
                        struct mapped_operations *out) {
    (void)map;
    (void)view;
    *out = (struct mapped_operations){.count = 1, .operations = {{.kind = MAPPED_LOAD}}};
}

static void keep_message(void *user, const smmra_diagnostic *diagnostic) {
    snprintf(user, 128, "%s", diagnostic->message);
}

static void test_internal_fault(void **state) {
    (void)state;
    char message[128] = "";
    struct test_module module = assemble(everything);
    smmra_options options = {.size = sizeof options, .diagnose = keep_message, .diagnose_user = message};
    smmra_translation *translation;
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_INTERNAL_ERROR);
    assert_null(translation);
    assert_non_null(strstr(message, "OpControlBarrier: internal fault: "));
    assert_string_equal(smmra_result_name(SMMRA_INTERNAL_ERROR), "internal error");
    assert_string_equal(smmra_result_name(SMMRA_INTERNAL_ERROR + 1), "unknown result");
    smmra_free_words(module.words);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_internal_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
