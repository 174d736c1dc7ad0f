#include "testing.h"

#include <string.h>

#include "mmra/base/scope.h"

static enum mmra_scope parse(const char *name, bool *one_address_space) {
    return mmra_scope_parse(name, strlen(name), one_address_space);
}

static void assert_scope(const char *name, enum mmra_scope expected, bool expected_one_as) {
    bool one_as = !expected_one_as;
    assert_int_equal(parse(name, &one_as), expected);
    if (expected != MMRA_SCOPE_UNKNOWN)
        assert_int_equal(one_as, expected_one_as);
}

static void test_names(void **state) {
    (void)state;
    assert_scope("", MMRA_SCOPE_SYSTEM, false);
    assert_scope("agent", MMRA_SCOPE_AGENT, false);
    assert_scope("cluster", MMRA_SCOPE_CLUSTER, false);
    assert_scope("workgroup", MMRA_SCOPE_WORKGROUP, false);
    assert_scope("wavefront", MMRA_SCOPE_WAVEFRONT, false);
    assert_scope("singlethread", MMRA_SCOPE_SINGLETHREAD, false);
}

static void test_one_address_space(void **state) {
    (void)state;
    assert_scope("one-as", MMRA_SCOPE_SYSTEM, true);
    assert_scope("agent-one-as", MMRA_SCOPE_AGENT, true);
    assert_scope("cluster-one-as", MMRA_SCOPE_CLUSTER, true);
    assert_scope("workgroup-one-as", MMRA_SCOPE_WORKGROUP, true);
    assert_scope("wavefront-one-as", MMRA_SCOPE_WAVEFRONT, true);
    assert_scope("singlethread-one-as", MMRA_SCOPE_SINGLETHREAD, true);
}

static void test_unknown(void **state) {
    (void)state;
    static const char *const unknown[] = {"device",        "Agent",       "system",
                                          "agent ",        "agen",        "agentx",
                                          "-one-as",       "agentone-as", "agent-one-as-one-as",
                                          "device-one-as", "one-asx"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_scope(unknown[i], MMRA_SCOPE_UNKNOWN, false);
}

static void test_names_are_read_back(void **state) {
    (void)state;
    for (int scope = 0; scope < MMRA_SCOPE_COUNT; scope++)
        assert_scope(mmra_scope_name((enum mmra_scope)scope), (enum mmra_scope)scope, false);
    assert_string_equal(mmra_scope_name(MMRA_SCOPE_UNKNOWN), "");
}

/* mapping.md 1: system, agent, cluster, workgroup, wavefront, singlethread, largest first. */
static void test_inclusion(void **state) {
    (void)state;
    assert_true(mmra_scope_includes(MMRA_SCOPE_SYSTEM, MMRA_SCOPE_AGENT));
    assert_true(mmra_scope_includes(MMRA_SCOPE_AGENT, MMRA_SCOPE_CLUSTER));
    assert_true(mmra_scope_includes(MMRA_SCOPE_CLUSTER, MMRA_SCOPE_WORKGROUP));
    assert_true(mmra_scope_includes(MMRA_SCOPE_WORKGROUP, MMRA_SCOPE_WAVEFRONT));
    assert_true(mmra_scope_includes(MMRA_SCOPE_WAVEFRONT, MMRA_SCOPE_SINGLETHREAD));
    assert_true(mmra_scope_includes(MMRA_SCOPE_AGENT, MMRA_SCOPE_AGENT));
    assert_false(mmra_scope_includes(MMRA_SCOPE_WORKGROUP, MMRA_SCOPE_AGENT));
    assert_int_equal(mmra_scope_common(MMRA_SCOPE_AGENT, MMRA_SCOPE_WORKGROUP), MMRA_SCOPE_WORKGROUP);
    assert_int_equal(mmra_scope_common(MMRA_SCOPE_WAVEFRONT, MMRA_SCOPE_SYSTEM), MMRA_SCOPE_WAVEFRONT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),     cmocka_unit_test(test_one_address_space),
        cmocka_unit_test(test_unknown),   cmocka_unit_test(test_names_are_read_back),
        cmocka_unit_test(test_inclusion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
