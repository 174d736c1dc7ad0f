/* Names from a module are hostile: whatever OpName and entry points say, the IR keeps its structure
 * (translator/lower/names.c). */
#include "tests/unit/translator/module.h"

#include <stdlib.h>

/* `everything` with the helper function named `name`; quotes and backslashes must come escaped for the assembler. */
static char *with_helper_named(const char *name) {
    static const char key[] = "OpName %helper \"helper\"";
    const char *place = strstr(everything, key);
    size_t size = sizeof everything + strlen(name) + 1;
    char *text = malloc(size);
    snprintf(text, size, "%.*sOpName %%helper \"%s\"%s", (int)(place - everything), everything, name,
             place + strlen(key));
    return text;
}

static char *translate_helper(const char *name) {
    char *text = with_helper_named(name);
    struct test_module module = assemble(text);
    smmra_translation *translation;
    assert_int_equal(smmra_translate(module.words, module.count, NULL, &translation), SMMRA_SUCCESS);
    char *ir = strdup(smmra_translation_text(translation, NULL));
    smmra_translation_destroy(translation);
    smmra_free_words(module.words);
    free(text);
    return ir;
}

static void test_legal_names_are_kept(void **state) {
    (void)state;
    static const struct {
        const char *name, *spelled;
    } rows[] = {{"helper", "@helper("}, {"do_it.now$", "@do_it.now$("}, {"f(i1;", "@\"f(i1;\"("}, {"a b", "@\"a b\"("}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *ir = translate_helper(rows[i].name);
        assert_non_null(strstr(ir, rows[i].spelled));
        free(ir);
    }
}

static void test_hostile_names_give_way_to_the_id(void **state) {
    (void)state;
    char *plain = translate_helper("");
    static const char *const hostile[] = {
        "x\\\"(); call void @evil(",
        "line\nbreak",
        "llvm.amdgcn.s.barrier",
        "smmra_host_barrier",
        "tab\there",
        "\xC3\x28 not UTF-8",
        "\xE2\x80\xAE",
        "_12",
        "helper.3",
        "42",
        "back\\\\slash",
        "\x01\x61sm",
    };
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        char *ir = translate_helper(hostile[i]);
        assert_string_equal(ir, plain);
        free(ir);
    }
    free(plain);
}

static void test_a_long_name_gives_way_to_the_id(void **state) {
    (void)state;
    char name[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    char *plain = translate_helper(""), *ir = translate_helper(name);
    assert_string_equal(ir, plain);
    free(plain);
    free(ir);
}

/* The entry point has the name first. */
static void test_a_name_that_stands_twice_gets_its_id(void **state) {
    (void)state;
    char *ir = translate_helper("main");
    assert_non_null(strstr(ir, "define amdgpu_kernel void @main"));
    assert_non_null(strstr(ir, "define internal i32 @main."));
    free(ir);
}

static const char named_entry[] = "OpCapability Shader\n"
                                  "OpMemoryModel Logical GLSL450\n"
                                  "OpEntryPoint GLCompute %%main \"%s\"\n"
                                  "OpExecutionMode %%main LocalSize 1 1 1\n"
                                  "%%void = OpTypeVoid\n"
                                  "%%type = OpTypeFunction %%void\n"
                                  "%%main = OpFunction %%void None %%type\n"
                                  "%%entry = OpLabel\n"
                                  "OpReturn\n"
                                  "OpFunctionEnd\n";

/* Code that LLVM makes of a copy calls memcpy, and must not come to the shader. */
static void test_on_the_host_none_has_the_name_of_a_library_function(void **state) {
    (void)state;
    smmra_options options = SMMRA_DEFAULTS(smmra_options);
    options.target = SMMRA_TARGET_HOST;
    char text[2048];
    snprintf(text, sizeof text, named_entry, "memcpy");
    struct test_module module = assemble(text);
    smmra_translation *translation;
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_SUCCESS);
    const char *ir = smmra_translation_text(translation, NULL);
    size_t count;
    const smmra_translated_entry *entry = *smmra_translation_entry_points(translation, &count);
    char defined[300];
    snprintf(defined, sizeof defined, "define void @%s(", entry->function);
    assert_string_equal(entry->name, "memcpy");
    assert_string_not_equal(entry->function, "memcpy");
    assert_non_null(strstr(ir, defined));
    assert_null(strstr(ir, "@memcpy("));
    smmra_translation_destroy(translation);
    smmra_free_words(module.words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_names_are_kept),
        cmocka_unit_test(test_hostile_names_give_way_to_the_id),
        cmocka_unit_test(test_a_long_name_gives_way_to_the_id),
        cmocka_unit_test(test_a_name_that_stands_twice_gets_its_id),
        cmocka_unit_test(test_on_the_host_none_has_the_name_of_a_library_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
