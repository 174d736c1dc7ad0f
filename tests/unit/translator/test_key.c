/* The key of a translation: equal options feed equal bytes, and each option that the text hangs on feeds others. */
#include "tests/unit/translator/module.h"

#include <stdlib.h>

#include "translator/identity.h"

/* What was fed, and that no piece is larger than the contract says. */
struct fed {
    unsigned char bytes[8192];
    size_t length;
};

static void feed(void *user, const void *bytes, size_t length) {
    struct fed *fed = user;
    assert_in_range(length, 1, 256);
    assert_true(fed->length + length <= sizeof fed->bytes);
    memcpy(fed->bytes + fed->length, bytes, length);
    fed->length += length;
}

static struct fed key_of(const smmra_options *options) {
    struct fed fed = {.length = 0};
    assert_int_equal(smmra_feed_key(options, feed, &fed), SMMRA_SUCCESS);
    return fed;
}

static bool are_equal(const struct fed *a, const struct fed *b) {
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

static void *allocate(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static void release(void *user, void *block, size_t size) {
    (void)user, (void)size;
    free(block);
}

static void report(void *user, const smmra_diagnostic *diagnostic) {
    (void)user, (void)diagnostic;
}

static bool never(void *user) {
    (void)user;
    return false;
}

/* Strings are compared by what they hold, and not by where it is. */
static void test_equal_options_have_equal_keys(void **state) {
    (void)state;
    const smmra_allocator allocator = {allocate, release, NULL};
    const smmra_specialization one[] = {{1, 2}}, other[] = {{1, 2}};
    char entry[] = "main", name[] = "gfx1100";
    const smmra_options a = {
        .size = sizeof a, .entry = "main", .mcpu = "gfx1100", .specializations = one, .specialization_count = 1};
    const smmra_options b = {.size = sizeof b,
                             .entry = entry,
                             .mcpu = name,
                             .specializations = other,
                             .specialization_count = 1,
                             .memory_limit = 1000,
                             .word_limit = 7,
                             .cancel = never,
                             .diagnose = report,
                             .diagnose_user = entry,
                             .cancel_user = name,
                             .allocator = &allocator,
                             .target_env = "vulkan1.1"};
    const struct fed key = key_of(&a), same = key_of(&b);
    assert_true(are_equal(&key, &same));
    const smmra_options defaults = SMMRA_DEFAULTS(smmra_options);
    const struct fed without = key_of(NULL), with = key_of(&defaults);
    assert_true(are_equal(&without, &with));
    assert_false(are_equal(&without, &key));
}

static bool has(const struct fed *fed, const char *string) {
    const size_t length = strlen(string);
    bool found = false;
    for (size_t i = 0; i + length <= fed->length; i++)
        found |= memcmp(fed->bytes + i, string, length) == 0;
    return found;
}

static void test_the_key_says_which_library_it_is(void **state) {
    (void)state;
    const struct fed key = key_of(NULL);
    assert_int_equal(strlen(SMMRA_IDENTITY), 64);
    assert_true(has(&key, SMMRA_IDENTITY));
    assert_true(has(&key, smmra_version_string()));
}

/* Each has one option more than the first, or another one; no two feed the same. */
static void test_each_option_counts(void **state) {
    (void)state;
    static const smmra_specialization first[] = {{1, 2}, {3, 4}}, second[] = {{1, 3}};
#define WITH(...)                                                                                                      \
    {                                                                                                                  \
        .size = sizeof(smmra_options), .mcpu = "gfx1100", __VA_ARGS__                                                  \
    }
    const smmra_options options[] = {
        {.size = sizeof(smmra_options)},
        WITH(.flags = 0),
        WITH(.entry = "main"),
        WITH(.entry = ""),
        WITH(.specializations = first, .specialization_count = 1),
        WITH(.specializations = first, .specialization_count = 2),
        WITH(.specializations = second, .specialization_count = 1),
        WITH(.flags = SMMRA_FLAG_EXPLAIN),
        WITH(.flags = SMMRA_FLAG_INLINE),
        WITH(.profile = SMMRA_PROFILE_22),
        WITH(.abi = SMMRA_ABI_BUFFER),
        WITH(.abi = SMMRA_ABI_DRIVER),
        WITH(.glsl450 = SMMRA_GLSL450_STRICT),
        WITH(.memory = SMMRA_MEMORY_DEVICE),
        WITH(.buffer_alignment = 64),
        WITH(.wave = 32),
        WITH(.wave = 64),
        WITH(.convergence = SMMRA_CONVERGENCE_TOKENS),
        WITH(.device_index = 1),
        WITH(.coherence = SMMRA_COHERENCE_FENCE),
        WITH(.stages = 1),
        {.size = sizeof(smmra_options), .target = SMMRA_TARGET_HOST},
        {.size = sizeof(smmra_options), .mcpu = "gfx1101"},
    };
#undef WITH
    enum { COUNT = sizeof options / sizeof *options };
    static struct fed keys[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        keys[i] = key_of(&options[i]);
        for (size_t k = 0; k < i; k++)
            if (are_equal(&keys[i], &keys[k]))
                fail_msg("options %zu and %zu have one key", k, i);
    }
}

static void test_each_part_of_a_driver_counts(void **state) {
    (void)state;
    static const smmra_argument set[] = {{SMMRA_ARGUMENT_SET, 0}, {SMMRA_ARGUMENT_GRID, 0}};
    static const smmra_argument other_set[] = {{SMMRA_ARGUMENT_SET, 1}}, push[] = {{SMMRA_ARGUMENT_PUSH_WORD, 0}};
    static const smmra_binding bindings[] = {{0, 0, 0, 16, 0, 0},  {1, 0, 0, 16, 0, 0}, {0, 1, 0, 16, 0, 0},
                                             {0, 0, 16, 16, 0, 0}, {0, 0, 0, 32, 0, 0}, {0, 0, 0, 16, 32, 0},
                                             {0, 0, 0, 16, 0, 1}};
    static const smmra_attribute name[] = {{"ab", NULL}}, valued[] = {{"ab", ""}}, cut[] = {{"a", "b"}};
#define WITH(...)                                                                                                      \
    {                                                                                                                  \
        .size = sizeof(smmra_driver), __VA_ARGS__                                                                      \
    }
    const smmra_driver drivers[] = {
        WITH(.address_high_bits = 0),
        WITH(.address_high_bits = 1),
        WITH(.arguments = set), /* none */
        WITH(.arguments = set, .argument_count = 1),
        WITH(.arguments = set, .argument_count = 2),
        WITH(.arguments = other_set, .argument_count = 1),
        WITH(.arguments = push, .argument_count = 1),
        WITH(.bindings = bindings), /* none */
        WITH(.bindings = bindings, .binding_count = 1),
        WITH(.bindings = bindings, .binding_count = 2),
        WITH(.bindings = bindings + 1, .binding_count = 1),
        WITH(.bindings = bindings + 2, .binding_count = 1),
        WITH(.bindings = bindings + 3, .binding_count = 1),
        WITH(.bindings = bindings + 4, .binding_count = 1),
        WITH(.bindings = bindings + 5, .binding_count = 1),
        WITH(.bindings = bindings + 6, .binding_count = 1),
        WITH(.triple = "amdgcn"),
        WITH(.data_layout = "amdgcn"),
        WITH(.attributes = name, .attribute_count = 1),
        WITH(.attributes = valued, .attribute_count = 1),
        WITH(.attributes = cut, .attribute_count = 1),
    };
#undef WITH
    enum { COUNT = sizeof drivers / sizeof *drivers };
    static struct fed keys[COUNT + 1];
    smmra_options options = {.size = sizeof options, .mcpu = "gfx1100", .abi = SMMRA_ABI_DRIVER};
    keys[COUNT] = key_of(&options);
    for (size_t i = 0; i < COUNT; i++) {
        options.driver = &drivers[i];
        keys[i] = key_of(&options);
        assert_false(are_equal(&keys[i], &keys[COUNT]));
        for (size_t k = 0; k < i; k++)
            if (are_equal(&keys[i], &keys[k]))
                fail_msg("drivers %zu and %zu have one key", k, i);
    }
}

static void test_wrong_options_have_no_key(void **state) {
    (void)state;
    struct fed fed = {.length = 0};
    const smmra_options wrong = {.size = sizeof wrong, .wave = 7};
    assert_int_equal(smmra_feed_key(&wrong, feed, &fed), SMMRA_INVALID_ARGUMENT);
    const smmra_options cut = {.size = 5};
    assert_int_equal(smmra_feed_key(&cut, feed, &fed), SMMRA_INVALID_ARGUMENT);
    assert_int_equal(fed.length, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_options_have_equal_keys),
        cmocka_unit_test(test_the_key_says_which_library_it_is),
        cmocka_unit_test(test_each_option_counts),
        cmocka_unit_test(test_each_part_of_a_driver_counts),
        cmocka_unit_test(test_wrong_options_have_no_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
