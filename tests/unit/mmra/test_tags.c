#include "testing.h"

#include "mmra/base/tags.h"

static struct arena arena;
static struct mmra_tags tags;

static int start(void **state) {
    (void)state;
    testing_arena(&arena);
    mmra_tags_init(&tags, &arena);
    return 0;
}

static int end(void **state) {
    (void)state;
    arena_destroy(&arena);
    return 0;
}

/* The set that the short syntax of Memory Model Relaxation Annotations says: "foo:x bar:y". */
static mmra_set set(const char *text) {
    struct mmra_tag members[64];
    uint32_t count = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        size_t colon = strcspn(text, ":");
        members[count++] =
            (struct mmra_tag){{text, (uint32_t)colon}, {text + colon + 1, (uint32_t)(length - colon - 1)}};
        text += length + (text[length] == ' ');
    }
    return mmra_set_of(&tags, members, count);
}

static void assert_compatible(const char *a, const char *b, bool expected) {
    assert_int_equal(mmra_compatible(&tags, set(a), set(b)), expected);
    assert_int_equal(mmra_compatible(&tags, set(b), set(a)), expected);
}

static void assert_union(const char *a, const char *b, const char *expected) {
    assert_int_equal(mmra_combine(&tags, set(a), set(b)), set(expected));
    assert_int_equal(mmra_combine(&tags, set(b), set(a)), set(expected));
}

static void assert_facts(const char *text, unsigned expected) {
    assert_int_equal(mmra_facts(&tags, set(text)), expected);
}

static void test_facts(void **state) {
    (void)state;
    assert_facts("", 0);
    assert_facts("vulkan:private", MMRA_VULKAN | MMRA_PRIVATE);
    assert_facts("vulkan:nonprivate", MMRA_VULKAN | MMRA_NONPRIVATE);
    assert_facts("vulkan:privat", MMRA_VULKAN | MMRA_ODD_VALUE);
    assert_facts("amdgcn-av:none", MMRA_AV | MMRA_AV_NONE);
    assert_facts("amdgcn-av:agent vulkan:private", MMRA_AV | MMRA_ODD_VALUE | MMRA_VULKAN | MMRA_PRIVATE);
    assert_facts("amdgpu-synchronize-as:local", MMRA_SYNC | MMRA_SYNC_LOCAL);
    assert_facts("amdgpu-synchronize-as:global amdgpu-synchronize-as:x", MMRA_SYNC | MMRA_SYNC_GLOBAL | MMRA_ODD_VALUE);
    assert_facts("amdgcn-a:none amdgcn-av2:none private:vulkan", MMRA_ODD_PREFIX);
    for (unsigned known = 0; known < 1u << MMRA_KNOWN_TAGS; known++)
        assert_int_equal(mmra_facts(&tags, mmra_set_of_known(&tags, known)) & ((1u << MMRA_KNOWN_TAGS) - 1), known);
}

static void test_without_sync(void **state) {
    (void)state;
    assert_int_equal(mmra_without_sync(&tags, set("vulkan:private foo:x")), set("vulkan:private foo:x"));
    assert_int_equal(mmra_without_sync(&tags, set("amdgpu-synchronize-as:x foo:x")), set("foo:x"));
    assert_int_equal(mmra_without_sync(&tags, set("amdgpu-synchronize-as:global")), MMRA_EMPTY_SET);
}

static void test_equal_sets_are_one(void **state) {
    (void)state;
    assert_int_equal(set(""), MMRA_EMPTY_SET);
    assert_int_equal(set("foo:x bar:y"), set("bar:y foo:x bar:y"));
    assert_int_not_equal(set("foo:x"), set("foo:y"));
    assert_int_not_equal(set("foo:x"), set("foox:"));
    assert_int_not_equal(set("foo:x"), set("foo:x bar:y"));
}

static void test_members_are_sorted(void **state) {
    (void)state;
    struct mmra_set_info info = mmra_set_members(&tags, set("b:2 a:9 b:1 a:9"));
    assert_int_equal(info.count, 3);
    const char *const expected[3][2] = {{"a", "9"}, {"b", "1"}, {"b", "2"}};
    for (int i = 0; i < 3; i++) {
        assert_true(mmra_string_equal(info.tags[i].prefix, mmra_string_of(expected[i][0])));
        assert_true(mmra_string_equal(info.tags[i].suffix, mmra_string_of(expected[i][1])));
    }
}

static void test_strings_are_copied(void **state) {
    (void)state;
    char prefix[] = "foo", suffix[] = "x";
    struct mmra_tag tag = {{prefix, 3}, {suffix, 1}};
    mmra_set first = mmra_set_of(&tags, &tag, 1);
    prefix[0] = 'z';
    assert_int_equal(set("foo:x"), first);
    assert_int_not_equal(mmra_set_of(&tags, &tag, 1), first);
}

static void test_strings_may_hold_any_byte(void **state) {
    (void)state;
    struct mmra_tag a = {{"a\0b", 3}, {"", 0}}, b = {{"a\0c", 3}, {"", 0}};
    assert_int_not_equal(mmra_set_of(&tags, &a, 1), mmra_set_of(&tags, &b, 1));
}

/* Seed, "Ordering": stores A, B and the release X. */
static void test_seed_ordering(void **state) {
    (void)state;
    assert_compatible("foo:bar", "foo:bar", true);
    assert_compatible("foo:baz", "foo:bar", false);
}

/* Seed, "compatibility": an empty set is compatible with any other. */
static void test_seed_empty_set(void **state) {
    (void)state;
    assert_compatible("", "", true);
    assert_compatible("", "vulkan:private", true);
    assert_compatible("", "foo:bar foo:baz sync-as:1", true);
}

/* Seed, "Examples": pairs A and B. */
static void test_seed_examples(void **state) {
    (void)state;
    assert_compatible("sync-as:1 vulkan:nonprivate", "sync-as:0 vulkan:nonprivate", false);
    assert_compatible("sync-as:1 vulkan:nonprivate", "sync-as:1 vulkan:nonprivate", true);
    assert_compatible("sync-as:1 vulkan:nonprivate", "vulkan:nonprivate", true);
    assert_compatible("sync-as:1", "sync-as:2", false);
}

/* Seed, "SPIRV NonPrivatePointer": A and D are ordered by X and Y, B and C are not. */
static void test_seed_vulkan(void **state) {
    (void)state;
    assert_compatible("vulkan:nonprivate", "vulkan:nonprivate", true);
    assert_compatible("vulkan:private", "vulkan:nonprivate", false);
    /* Tagged both: conservatively compatible with either. */
    assert_compatible("vulkan:private vulkan:nonprivate", "vulkan:nonprivate", true);
    assert_compatible("vulkan:private vulkan:nonprivate", "vulkan:private", true);
    /* Interoperability: Y is tagged foo:bar, B not at all. */
    assert_compatible("vulkan:nonprivate", "foo:bar", true);
    assert_compatible("foo:bar", "", true);
}

/* Seed, "Memory Types": X and Y synchronize address space 3, A and D are of 1. */
static void test_seed_memory_types(void **state) {
    (void)state;
    assert_compatible("sync-as:3", "sync-as:3", true);
    assert_compatible("sync-as:1", "sync-as:3", false);
}

static void test_every_common_prefix_counts(void **state) {
    (void)state;
    assert_compatible("a:1 b:1", "a:1 b:2", false);
    assert_compatible("a:1 a:2 b:1", "a:2 a:3 b:1 c:1", true);
    assert_compatible("a:1 c:1", "b:1 d:1", true);
    assert_compatible("aa:1", "a:2", true);
    assert_compatible("a:1 b:1 c:1 d:1", "a:2 c:1", false);
    assert_compatible("b:1 c:1 d:1", "a:1 d:2", false);
}

/* Memory Model Relaxation Annotations, "Combining Operations", first example. It prints "foo:x" alone, and "bar:x !=
 * bar:y so it's not added". That contradicts its own rule, "all tags with prefix P from both sets are added": the rule
 * is right, because more tags are compatible with more, so that a union never relaxes (mapping.md 9). */
static void test_seed_union_first_example(void **state) {
    (void)state;
    assert_union("foo:x foo:y bar:x", "foo:x bar:y", "foo:x foo:y bar:x bar:y");
}

/* The second example: "foo:x" is printed, the rule keeps foo:y too. No tag of A has the prefix bux. */
static void test_seed_union_second_example(void **state) {
    (void)state;
    assert_union("foo:x foo:y", "foo:x bux:y", "foo:x foo:y");
}

/* The third: no tags in A, so none in U. */
static void test_seed_union_third_example(void **state) {
    (void)state;
    assert_union("", "foo:x bar:y", "");
    assert_union("", "", "");
}

static void test_union_of_equal_sets(void **state) {
    (void)state;
    assert_union("foo:x bar:y", "foo:x bar:y", "foo:x bar:y");
}

/* What makes combining sound: whatever either operation was compatible with, their union is too. */
static void test_union_never_relaxes(void **state) {
    (void)state;
    static const char *const sets[] = {"",        "a:1",         "a:2",         "b:1",         "a:1 a:2", "a:1 b:1",
                                       "a:2 b:1", "a:1 a:2 b:1", "b:1 b:2 c:1", "a:1 b:2 c:1", "c:1 c:2"};
    enum { COUNT = sizeof sets / sizeof *sets };
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++) {
            mmra_set both = mmra_combine(&tags, set(sets[a]), set(sets[b]));
            for (int c = 0; c < COUNT; c++)
                if (mmra_compatible(&tags, set(sets[a]), set(sets[c])) ||
                    mmra_compatible(&tags, set(sets[b]), set(sets[c])))
                    assert_true(mmra_compatible(&tags, both, set(sets[c])));
        }
}

static void test_many_sets(void **state) {
    (void)state;
    mmra_set sets[500];
    char text[32];
    for (int i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "p%d:s p%d:s", i % 25, i);
        sets[i] = set(text);
    }
    for (int i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "p%d:s p%d:s", i, i % 25);
        assert_int_equal(set(text), sets[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_facts, start, end),
        cmocka_unit_test_setup_teardown(test_without_sync, start, end),
        cmocka_unit_test_setup_teardown(test_equal_sets_are_one, start, end),
        cmocka_unit_test_setup_teardown(test_members_are_sorted, start, end),
        cmocka_unit_test_setup_teardown(test_strings_are_copied, start, end),
        cmocka_unit_test_setup_teardown(test_strings_may_hold_any_byte, start, end),
        cmocka_unit_test_setup_teardown(test_seed_ordering, start, end),
        cmocka_unit_test_setup_teardown(test_seed_empty_set, start, end),
        cmocka_unit_test_setup_teardown(test_seed_examples, start, end),
        cmocka_unit_test_setup_teardown(test_seed_vulkan, start, end),
        cmocka_unit_test_setup_teardown(test_seed_memory_types, start, end),
        cmocka_unit_test_setup_teardown(test_every_common_prefix_counts, start, end),
        cmocka_unit_test_setup_teardown(test_seed_union_first_example, start, end),
        cmocka_unit_test_setup_teardown(test_seed_union_second_example, start, end),
        cmocka_unit_test_setup_teardown(test_seed_union_third_example, start, end),
        cmocka_unit_test_setup_teardown(test_union_of_equal_sets, start, end),
        cmocka_unit_test_setup_teardown(test_union_never_relaxes, start, end),
        cmocka_unit_test_setup_teardown(test_many_sets, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
