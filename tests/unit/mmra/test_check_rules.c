#include "files.h"

#include "mmra/check/check.h"

static struct arena arena;
static struct ir_module module;
static struct check_options options;
static struct check_finding last;
static uint32_t reported;

static void remember(void *user, const struct check_finding *finding) {
    (void)user;
    last = *finding;
    reported++;
}

static int start(void **state) {
    (void)state;
    testing_arena(&arena);
    ir_module_init(&module, &arena);
    check_options_init(&options);
    options.report = remember;
    reported = 0;
    return 0;
}

static int end(void **state) {
    (void)state;
    arena_destroy(&arena);
    return 0;
}

/* A function of `count` fences tagged vulkan:private, as a translator builds it: wrong each time. */
static void build_private_fences(uint32_t count) {
    struct mmra_tag tag = {mmra_string_of("vulkan"), mmra_string_of("private")};
    ir_function function = ir_new_function(&module, ir_text_of(&module, "f"), 0, ir_type_function(&module, 0, NULL, 0));
    ir_begin_function(&module, function);
    ir_begin_block(&module, ir_new_value(&module, ir_type_simple(&module, IR_TYPE_LABEL), 0, 0));
    for (uint32_t i = 0; i < count; i++) {
        struct ir_instruction *fence = ir_append(&module, IR_FENCE, 0, NULL, 0);
        fence->ordering = i % 2 ? IR_RELEASE : IR_ACQUIRE;
        fence->scope = MMRA_SCOPE_AGENT;
        fence->mmra = mmra_set_of(&module.tags, &tag, 1);
        fence->source = 100 + i;
    }
    ir_append(&module, IR_RET, 0, NULL, 0);
    ir_end_function(&module, function);
}

static void test_built_module(void **state) {
    (void)state;
    build_private_fences(1);
    struct check_summary summary = check_module(&module, &options);
    assert_int_equal(summary.findings[CHECK_ERROR], 1);
    assert_int_equal(reported, 1);
    assert_int_equal(last.rule, CHECK_PRIVATE_SYNCHRONIZATION);
    assert_int_equal(last.function, 1);
    assert_int_equal(last.instruction, 0);
    assert_int_equal(last.line, 0);
    assert_int_equal(last.source, 100);
    assert_non_null(strstr(last.message, "fence acquire: "));
}

static void test_most_findings(void **state) {
    (void)state;
    build_private_fences(20);
    options.most_findings = 7;
    struct check_summary summary = check_module(&module, &options);
    assert_int_equal(summary.findings[CHECK_ERROR], 20);
    assert_int_equal(reported, 7);
}

static void test_configuration(void **state) {
    (void)state;
    assert_true(check_configure(&options, "private-synchronization=note"));
    assert_false(check_configure(&options, "private-synchronization"));
    assert_false(check_configure(&options, "private-synchronization=loud"));
    assert_false(check_configure(&options, "private=error"));
    assert_false(check_configure(&options, "=error"));
    build_private_fences(1);
    assert_int_equal(check_module(&module, &options).findings[CHECK_NOTE], 1);
    assert_int_equal(last.severity, CHECK_NOTE);
    assert_true(check_configure(&options, "private-synchronization=off"));
    assert_int_equal(check_module(&module, &options).findings[CHECK_NOTE], 0);
}

static void test_silenced(void **state) {
    (void)state;
    build_private_fences(2);
    ir_set_comment(&module, &module.instructions[0],
                   ir_text_of(&module, "mmra-check: off private-synchronization: on purpose"));
    struct check_summary summary = check_module(&module, &options);
    assert_int_equal(summary.findings[CHECK_ERROR], 1);
    assert_int_equal(summary.silenced, 1);
    assert_int_equal(last.instruction, 1);
}

/* Names are unique, as short as a word on the command line, and every rule says what to do. */
static void test_table(void **state) {
    (void)state;
    for (int rule = 0; rule < CHECK_RULE_COUNT; rule++) {
        const struct check_rule_info *info = &check_rules[rule];
        assert_non_null(info->name);
        assert_int_equal(check_find_rule(info->name, strlen(info->name)), rule);
        assert_true(strlen(info->summary) > 0 && strlen(info->advice) > 0);
        assert_null(strpbrk(info->name, " _:=,"));
        if (info->suggestion)
            assert_int_equal(info->severity, CHECK_OFF);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_built_module, start, end),
        cmocka_unit_test_setup_teardown(test_most_findings, start, end),
        cmocka_unit_test_setup_teardown(test_configuration, start, end),
        cmocka_unit_test_setup_teardown(test_silenced, start, end),
        cmocka_unit_test_setup_teardown(test_table, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
