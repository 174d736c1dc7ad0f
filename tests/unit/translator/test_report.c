/* smmra_report: what a page has without a command, and what is refused. */
#include "module.h"

#include "translator/spirv_mmra_litmus.h"

struct heard {
    char said[160];
    const char *code; /* what compile() gives */
    uint32_t compiled;
};

static void hear(void *user, const smmra_diagnostic *diagnostic) {
    snprintf(((struct heard *)user)->said, sizeof((struct heard *)user)->said, "%s", diagnostic->message);
}

static const char *compile(void *user, const char *ir, const char **error) {
    struct heard *heard = user;
    heard->compiled += strstr(ir, "define ") != NULL;
    *error = "there is no backend";
    return heard->code;
}

static bool say_yes(void *user) {
    (void)user;
    return true;
}

/* Its only invocation writes "%s"; two workgroups race. */
static const char store[] = "OpCapability Shader\n"
                            "OpCapability VulkanMemoryModel\n"
                            "OpMemoryModel Logical Vulkan\n"
                            "OpEntryPoint GLCompute %main \"main\" %b\n"
                            "OpExecutionMode %main LocalSize 1 1 1\n"
                            "OpName %b \"</script>\"\n"
                            "OpDecorate %s Block\n"
                            "OpMemberDecorate %s 0 Offset 0\n"
                            "OpDecorate %b DescriptorSet 0\n"
                            "OpDecorate %b Binding 0\n"
                            "%void = OpTypeVoid\n"
                            "%f = OpTypeFunction %void\n"
                            "%u = OpTypeInt 32 0\n"
                            "%zero = OpConstant %u 0\n"
                            "%s = OpTypeStruct %u\n"
                            "%ps = OpTypePointer StorageBuffer %s\n"
                            "%pu = OpTypePointer StorageBuffer %u\n"
                            "%b = OpVariable %ps StorageBuffer\n"
                            "%main = OpFunction %void None %f\n"
                            "%l = OpLabel\n"
                            "%p = OpAccessChain %pu %b %zero\n"
                            "OpStore %p %zero\n"
                            "OpReturn\n"
                            "OpFunctionEnd\n";

static void test_a_page_has_code_prices_and_races(void **state) {
    (void)state;
    struct test_module module = assemble(store);
    struct heard heard = {.code = "main:\n\ts_waitcnt vmcnt(0)\n\ts_endpgm\n"};
    smmra_litmus_options run = {.size = sizeof run, .groups = {2, 1, 1}, .diagnose = hear, .diagnose_user = &heard};
    smmra_report_options options = {.size = sizeof options,
                                    .name = "store.spv",
                                    .mcpu = "gfx1100",
                                    .profile = SMMRA_PROFILE_22,
                                    .disassembly = "OpNop ; 0x00000014\n",
                                    .compile = compile,
                                    .compile_user = &heard,
                                    .run = &run};
    smmra_page *page;
    smmra_result result;
    size_t length;
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_SUCCESS);
    const char *text = smmra_page_text(page, &length);
    assert_int_equal(strlen(text), length);
    assert_non_null(strstr(text, "{\"name\":\"store.spv\""));
    assert_non_null(strstr(text, "[5,\"OpNop\"]"));
    assert_non_null(strstr(text, "store i32 0"));
    assert_non_null(strstr(text, "\"totals\":[[\"wait\",1,0,0]"));
    assert_non_null(strstr(text, "\"verdict\":\"data race\""));
    assert_int_equal(heard.compiled, 1);
    const smmra_litmus_answer *answer = smmra_page_answer(page, &result);
    assert_int_equal(result, SMMRA_SUCCESS);
    assert_int_equal(smmra_litmus_answer_summary(answer)->race, SMMRA_LITMUS_VERDICT_YES);
    smmra_page_destroy(page);
    smmra_page_destroy(NULL);
    smmra_free_words(module.words);
}

static void test_a_page_says_what_is_missing(void **state) {
    (void)state;
    struct test_module module = assemble(store);
    struct heard heard = {.code = NULL};
    smmra_litmus_options run = {.size = sizeof run, .groups = {1, 1, 1}, .diagnose = hear, .diagnose_user = &heard};
    smmra_report_options options = SMMRA_DEFAULTS(smmra_report_options);
    smmra_page *page;
    smmra_result result;
    assert_int_equal(smmra_report(module.words, module.count, NULL, &page), SMMRA_SUCCESS);
    assert_non_null(strstr(smmra_page_text(page, NULL), "\"missing\":\"nothing compiles it\""));
    assert_non_null(strstr(smmra_page_text(page, NULL), "\"verdict\":\"data race\"")); /* of two workgroups */
    smmra_page_destroy(page);
    options.mcpu = "gfx1100";
    options.profile = SMMRA_PROFILE_22;
    options.compile = compile;
    options.compile_user = &heard;
    options.run = &run;
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_SUCCESS);
    assert_non_null(strstr(smmra_page_text(page, NULL), "\"missing\":\"there is no backend\""));
    assert_non_null(strstr(smmra_page_text(page, NULL), "\"verdict\":\"no data race\""));
    smmra_page_destroy(page);
    heard.code = "no assembly\n";
    run.entry = "another";
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_SUCCESS);
    assert_null(smmra_page_answer(page, &result));
    assert_int_equal(result, SMMRA_UNSUPPORTED);
    assert_non_null(strstr(heard.said, "another"));
    smmra_page_destroy(page);
    assert_int_equal(smmra_report(module.words, 3, &options, &page), SMMRA_SUCCESS);
    assert_null(smmra_page_answer(page, &result));
    smmra_page_destroy(page);
    smmra_free_words(module.words);
}

static void test_what_has_no_page(void **state) {
    (void)state;
    struct test_module module = assemble(store);
    smmra_litmus_options run = SMMRA_DEFAULTS(smmra_litmus_options);
    smmra_report_options options = SMMRA_DEFAULTS(smmra_report_options);
    smmra_page *page;
    options.run = &run;
    options.memory_limit = 1000;
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_OUT_OF_MEMORY);
    assert_null(page);
    options.memory_limit = 0;
    run.cancel = say_yes;
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_CANCELLED);
    run.cancel = NULL;
    run.language = SMMRA_LITMUS_LANGUAGE_VULKAN;
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_UNSUPPORTED);
    run.language = SMMRA_LITMUS_LANGUAGE_SPIRV;
    options.flags = ~0u;
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_INVALID_ARGUMENT);
    options.flags = 0;
    options.size = 3;
    assert_int_equal(smmra_report(module.words, module.count, &options, &page), SMMRA_INVALID_ARGUMENT);
    smmra_free_words(module.words);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_page_has_code_prices_and_races),
                                       cmocka_unit_test(test_a_page_says_what_is_missing),
                                       cmocka_unit_test(test_what_has_no_page)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
