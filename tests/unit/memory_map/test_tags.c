/* The annotations as sets of a module: every combination of the map's bits. */
#include "memory_map_text.h"

#include <string.h>

#include "translator/map/map_tags.h"

static void out_of_memory(void *user) {
    (void)user;
    fail_msg("memory ran out");
}

static void expect_set(struct mmra_tags *tags, mmra_set set, const char *expected) {
    struct mmra_set_info members = mmra_set_members(tags, set);
    char text[256] = "";
    for (uint32_t i = 0; i < members.count; i++) {
        strncat(text, members.tags[i].prefix.bytes, members.tags[i].prefix.length);
        strcat(text, ":");
        strncat(text, members.tags[i].suffix.bytes, members.tags[i].suffix.length);
        strcat(text, " ");
    }
    assert_string_equal(text, expected);
}

/* By prefix, then value (mapping.md 9), each name as mapping.md 3 to 5 spell it. */
static void names_are_those_of_the_page(void **state) {
    static const struct {
        unsigned bits;
        const char *expected;
    } rows[] = {
        {0, ""},
        {MAP_PRIVATE, "vulkan:private "},
        {MAP_NONPRIVATE, "vulkan:nonprivate "},
        {MAP_AV_NONE, "amdgcn-av:none "},
        {MAP_SYNC_GLOBAL, "amdgpu-synchronize-as:global "},
        {MAP_SYNC_LOCAL, "amdgpu-synchronize-as:local "},
        {MAP_NONPRIVATE | MAP_AV_NONE, "amdgcn-av:none vulkan:nonprivate "},
        {MAP_NONPRIVATE | MAP_AV_NONE | MAP_SYNC_LOCAL,
         "amdgcn-av:none amdgpu-synchronize-as:local vulkan:nonprivate "},
        {MAP_NONPRIVATE | MAP_SYNC_GLOBAL | MAP_SYNC_LOCAL,
         "amdgpu-synchronize-as:global amdgpu-synchronize-as:local vulkan:nonprivate "},
        {MAP_PRIVATE | MAP_NONPRIVATE, "vulkan:nonprivate vulkan:private "},
    };
    struct arena arena;
    struct mmra_tags tags;
    struct map_tags cache = {0};
    (void)state;
    arena_init(&arena, NULL, SIZE_MAX, out_of_memory, NULL);
    mmra_tags_init(&tags, &arena);
    for (int again = 0; again < 2; again++) { /* the second time from the cache */
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            expect_set(&tags, map_tags_set(&cache, &tags, rows[i].bits), rows[i].expected);
    }
    arena_destroy(&arena);
}

/* Until LLVM 21 the tag of fences is amdgpu-as, and neither version knows the other's name (mapping.md 3). */
static void the_older_name_is_another_tag(void **state) {
    static const struct mmra_tag older = {{"amdgpu-as", 9}, {"local", 5}};
    static const struct mmra_tag newer = {{"amdgpu-synchronize-as", 21}, {"local", 5}};
    struct arena arena;
    struct mmra_tags tags;
    struct map_tags cache = {0};
    (void)state;
    arena_init(&arena, NULL, SIZE_MAX, out_of_memory, NULL);
    mmra_tags_init(&tags, &arena);
    assert_int_equal(mmra_facts_of_tag(&tags, newer), MMRA_SYNC | MMRA_SYNC_LOCAL);
    assert_int_equal(mmra_facts_of_tag(&tags, older), MMRA_ODD_PREFIX);
    mmra_tags_spell_as(&tags);
    assert_int_equal(mmra_facts_of_tag(&tags, older), MMRA_SYNC | MMRA_SYNC_LOCAL);
    assert_int_equal(mmra_facts_of_tag(&tags, newer), MMRA_ODD_PREFIX);
    expect_set(&tags, map_tags_set(&cache, &tags, MAP_NONPRIVATE | MAP_SYNC_LOCAL),
               "amdgpu-as:local vulkan:nonprivate ");
    arena_destroy(&arena);
}

static void equal_bits_are_one_set(void **state) {
    struct arena arena;
    struct mmra_tags tags;
    struct map_tags cache = {0};
    (void)state;
    arena_init(&arena, NULL, SIZE_MAX, out_of_memory, NULL);
    mmra_tags_init(&tags, &arena);
    for (unsigned bits = 0; bits < 1u << MAP_TAG_BITS; bits++) {
        mmra_set set = map_tags_set(&cache, &tags, bits);
        assert_int_equal(set == MMRA_EMPTY_SET, bits == 0);
        assert_int_equal(map_tags_set(&cache, &tags, bits), set);
        for (unsigned other = 0; other < bits; other++)
            assert_int_not_equal(map_tags_set(&cache, &tags, other), set);
    }
    arena_destroy(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_page),
        cmocka_unit_test(the_older_name_is_another_tag),
        cmocka_unit_test(equal_bits_are_one_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
