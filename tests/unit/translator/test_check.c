/* smmra_check and the findings of translations: results, severities, memory that fails. */
#include "tests/unit/translator/module.h"

#include <stdlib.h>

/* A release without availability publishes a plain non-private store: rule never-available, a warning. */
static const char wrong[] =
    "target triple = \"amdgcn-amd-amdhsa\"\n"
    "define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i1 %c) {\n"
    "  br i1 %c, label %send, label %receive\n"
    "send:\n"
    "  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0\n"
    "  store atomic i32 1, ptr addrspace(1) %flag syncscope(\"agent\") release, align 4, !mmra !1\n"
    "  ret void\n"
    "receive:\n"
    "  %f = load atomic i32, ptr addrspace(1) %flag syncscope(\"agent\") acquire, align 4, !mmra !0\n"
    "  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0\n"
    "  ret void\n"
    "}\n"
    "!0 = !{!\"vulkan\", !\"nonprivate\"}\n"
    "!1 = !{!2, !0}\n"
    "!2 = !{!\"amdgcn-av\", !\"none\"}\n";

struct seen {
    uint32_t count;
    char rule[64];
    smmra_severity severity;
    uint32_t line, column;
    size_t related;
    uint32_t release_line; /* of the first related place that is a release */
};

static void see(void *user, const smmra_finding *finding) {
    struct seen *seen = user;
    seen->count++;
    snprintf(seen->rule, sizeof seen->rule, "%s", finding->rule);
    seen->severity = finding->severity;
    seen->line = finding->line;
    seen->column = finding->column;
    seen->related = finding->related_count;
    for (size_t i = 0; i < finding->related_count; i++)
        if (strstr(finding->related[i]->message, "the release") && !seen->release_line)
            seen->release_line = finding->related[i]->line;
}

static smmra_check_options options_to(struct seen *seen) {
    return (smmra_check_options){
        .size = sizeof(smmra_check_options), .any_profile = true, .report = see, .report_user = seen};
}

static void test_a_finding_has_rule_severity_and_place(void **state) {
    (void)state;
    struct seen seen = {0};
    smmra_check_options options = options_to(&seen);
    assert_int_equal(smmra_check(wrong, strlen(wrong), &options), SMMRA_SUCCESS);
    assert_int_equal(seen.count, 1);
    assert_string_equal(seen.rule, "never-available");
    assert_int_equal(seen.severity, SMMRA_SEVERITY_WARNING);
    assert_int_equal(seen.line, 5);
    assert_int_equal(seen.column, 3);
    assert_true(seen.related >= 2);
    assert_int_equal(seen.release_line, 6);
}

static void test_severities_can_be_set(void **state) {
    (void)state;
    struct seen seen = {0};
    smmra_check_options options = options_to(&seen);
    options.warnings_are_errors = true;
    assert_int_equal(smmra_check(wrong, strlen(wrong), &options), SMMRA_CHECK_FAILED);
    const char *rules[] = {"never-available=error"};
    options = options_to(&seen);
    options.rules = rules;
    options.rule_count = 1;
    assert_int_equal(smmra_check(wrong, strlen(wrong), &options), SMMRA_CHECK_FAILED);
    assert_int_equal(seen.severity, SMMRA_SEVERITY_ERROR);
    rules[0] = "never-available=off";
    seen.count = 0;
    assert_int_equal(smmra_check(wrong, strlen(wrong), &options), SMMRA_SUCCESS);
    assert_int_equal(seen.count, 0);
    rules[0] = "no-such-rule=off";
    assert_int_equal(smmra_check(wrong, strlen(wrong), &options), SMMRA_INVALID_ARGUMENT);
}

static void test_what_is_no_ir_is_invalid_input(void **state) {
    (void)state;
    assert_int_equal(smmra_check("define {", 8, NULL), SMMRA_INVALID_INPUT);
    assert_int_equal(smmra_check(NULL, 8, NULL), SMMRA_INVALID_ARGUMENT);
    smmra_check_options options = {.size = 1};
    assert_int_equal(smmra_check("", 0, &options), SMMRA_INVALID_ARGUMENT);
    assert_int_equal(smmra_check("", 0, NULL), SMMRA_SUCCESS);
}

/* ---- memory ---- */

struct counting {
    size_t calls, fail_at, blocks;
};

static void *counting_allocate(void *user, size_t size) {
    struct counting *counting = user;
    if (counting->calls++ == counting->fail_at)
        return NULL;
    counting->blocks++;
    return malloc(size);
}

static void counting_release(void *user, void *block, size_t size) {
    struct counting *counting = user;
    (void)size;
    counting->blocks--;
    free(block);
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    for (size_t fail_at = 0;; fail_at++) {
        struct counting counting = {.fail_at = fail_at};
        smmra_allocator allocator = {counting_allocate, counting_release, &counting};
        smmra_check_options options = {.size = sizeof options, .any_profile = true, .allocator = &allocator};
        smmra_result result = smmra_check(wrong, strlen(wrong), &options);
        assert_int_equal(counting.blocks, 0);
        if (counting.calls <= fail_at) {
            assert_int_equal(result, SMMRA_SUCCESS);
            assert_true(fail_at > 1);
            return;
        }
        assert_int_equal(result, SMMRA_OUT_OF_MEMORY);
    }
}

/* ---- translations ---- */

static void test_translations_are_checked(void **state) {
    (void)state;
    struct test_module module = assemble(everything);
    smmra_options options = {.size = sizeof options};
    smmra_translation *translation;
    size_t count;
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_SUCCESS);
    smmra_translation_findings(translation, &count);
    assert_int_equal(count, 0);
    struct seen seen = {0};
    smmra_check_options check = options_to(&seen);
    size_t length;
    const char *text = smmra_translation_text(translation, &length);
    assert_int_equal(smmra_check(text, length, &check), SMMRA_SUCCESS);
    assert_int_equal(seen.count, 0);
    smmra_translation_destroy(translation);
    smmra_free_words(module.words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_finding_has_rule_severity_and_place),
        cmocka_unit_test(test_severities_can_be_set),
        cmocka_unit_test(test_what_is_no_ir_is_invalid_input),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_translations_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
