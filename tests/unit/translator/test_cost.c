/* smmra_cost: what a price list has, and what is refused. */
#include <string.h>

#include "module.h"

static const char code[] = "main:\n"
                           "\tglobal_load_b32 v0, v1, s[0:1]\n"
                           "\ts_waitcnt vmcnt(0)\n"
                           "\tv_add_nc_u32_e32 v0, 1, v0\n"
                           "\ts_waitcnt vmcnt(0)\n"
                           "\tglobal_load_b32 v2, v1, s[0:1] glc\n"
                           "\ts_endpgm\n";

static void test_waits_and_bits_are_listed(void **state) {
    (void)state;
    smmra_cost_options options = SMMRA_DEFAULTS(smmra_cost_options);
    smmra_price_list *list;
    size_t count;
    options.mcpu = "gfx1100";
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_SUCCESS);
    const smmra_cost_item *const *items = smmra_price_list_items(list, &count);
    assert_int_equal(count, 3);
    assert_int_equal(items[0]->kind, SMMRA_COST_KIND_WAIT);
    assert_int_equal(items[0]->verdict, SMMRA_COST_VERDICT_DEMANDED);
    assert_int_equal(items[0]->line, 3);
    assert_non_null(strstr(items[0]->instruction, "s_waitcnt"));
    assert_string_equal(items[0]->what, "vmcnt(0)");
    assert_int_equal(items[0]->need_count, 1);
    assert_string_equal(items[0]->needs[0]->reason, "data");
    assert_int_equal(items[0]->needs[0]->line, 4);
    assert_int_equal(items[0]->needs[0]->awaited, 2);
    assert_int_equal(items[1]->verdict, SMMRA_COST_VERDICT_NOT_DEMANDED);
    assert_int_equal(items[1]->need_count, 0);
    assert_int_equal(items[2]->kind, SMMRA_COST_KIND_BIT);
    assert_string_equal(items[2]->what, "glc");
    const smmra_cost_total *const *totals = smmra_price_list_totals(list, &count);
    assert_int_equal(count, SMMRA_COST_KIND_BIT + 1);
    assert_int_equal(totals[SMMRA_COST_KIND_WAIT]->kind, SMMRA_COST_KIND_WAIT);
    assert_int_equal(totals[SMMRA_COST_KIND_WAIT]->all, 2);
    assert_int_equal(totals[SMMRA_COST_KIND_WAIT]->demanded, 1);
    smmra_price_list_destroy(list);
    smmra_price_list_destroy(NULL);
}

struct said {
    char text[160];
    uint32_t line;
};

static void hear(void *user, const smmra_diagnostic *diagnostic) {
    struct said *said = user;
    snprintf(said->text, sizeof said->text, "%s", diagnostic->message);
    said->line = diagnostic->line;
}

static bool refuse_to_go_on(void *user) {
    (void)user;
    return true;
}

static void test_what_cannot_be_listed_is_refused(void **state) {
    (void)state;
    struct said said = {{0}, 0};
    smmra_cost_options options = {.size = sizeof options, .mcpu = "gfx1100", .diagnose = hear, .diagnose_user = &said};
    smmra_price_list *list;
    options.ir = "no IR";
    options.ir_length = strlen(options.ir);
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_INVALID_INPUT);
    assert_null(list);
    assert_true(*said.text);
    options.ir = NULL;
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_INVALID_ARGUMENT);
    options.ir_length = 0;
    options.memory_limit = 1000;
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_OUT_OF_MEMORY);
    options.memory_limit = 0;
    options.cancel = refuse_to_go_on;
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_CANCELLED);
    options.cancel = NULL;
    options.mcpu = "gfx1";
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_INVALID_ARGUMENT);
    options.mcpu = NULL;
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_INVALID_ARGUMENT);
    assert_int_equal(smmra_cost(code, strlen(code), NULL, &list), SMMRA_INVALID_ARGUMENT);
    options = (smmra_cost_options){.size = 3, .mcpu = "gfx1100"};
    assert_int_equal(smmra_cost(code, strlen(code), &options, &list), SMMRA_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_waits_and_bits_are_listed),
                                       cmocka_unit_test(test_what_cannot_be_listed_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
