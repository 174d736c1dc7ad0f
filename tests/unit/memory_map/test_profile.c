/* mapping.md 1 and 3: scopes and profiles. */
#include "memory_map_text.h"

#include <string.h>

static void scopes_are_those_of_section_1(void **state) {
    (void)state;
    /* The value column of the table, in its order; then values that no scope has. */
    assert_int_equal(target_scope(0), MMRA_SCOPE_SYSTEM);
    assert_int_equal(target_scope(1), MMRA_SCOPE_AGENT);
    assert_int_equal(target_scope(2), MMRA_SCOPE_WORKGROUP);
    assert_int_equal(target_scope(3), MMRA_SCOPE_WAVEFRONT);
    assert_int_equal(target_scope(4), MMRA_SCOPE_SINGLETHREAD);
    assert_int_equal(target_scope(5), MMRA_SCOPE_AGENT);
    assert_int_equal(target_scope(6), MMRA_SCOPE_AGENT);
    assert_int_equal(target_scope(7), MMRA_SCOPE_UNKNOWN);
    assert_int_equal(target_scope(0xFFFFFFFF), MMRA_SCOPE_UNKNOWN);
}

/* mapping.md 3's table, a row for each intrinsic that exists. */
static const struct {
    enum profile profile;
    uint32_t bytes, address_space;
    const char *load, *store;
} intrinsics[] = {
    {PROFILE_DOCUMENT, 16, 1, "llvm.amdgcn.av.global.load.b128", "llvm.amdgcn.av.global.store.b128"},
    {PROFILE_23, 16, 1, "llvm.amdgcn.av.load.b128.p1", "llvm.amdgcn.av.store.b128.p1"},
    {PROFILE_23, 16, 0, "llvm.amdgcn.av.load.b128.p0", "llvm.amdgcn.av.store.b128.p0"},
    {PROFILE_24, 16, 1, "llvm.amdgcn.av.load.b128.p1", "llvm.amdgcn.av.store.b128.p1"},
    {PROFILE_24, 16, 0, "llvm.amdgcn.av.load.b128.p0", "llvm.amdgcn.av.store.b128.p0"},
    {PROFILE_24, 8, 1, "llvm.amdgcn.av.load.b64.p1", "llvm.amdgcn.av.store.b64.p1"},
    {PROFILE_24, 4, 1, "llvm.amdgcn.av.load.b32.p1", "llvm.amdgcn.av.store.b32.p1"},
    {PROFILE_24, 2, 1, "llvm.amdgcn.av.load.b16.p1", "llvm.amdgcn.av.store.b16.p1"},
    {PROFILE_24, 1, 1, "llvm.amdgcn.av.load.b8.p1", "llvm.amdgcn.av.store.b8.p1"},
    {PROFILE_24, 8, 0, "llvm.amdgcn.av.load.b64.p0", "llvm.amdgcn.av.store.b64.p0"},
    {PROFILE_24, 4, 0, "llvm.amdgcn.av.load.b32.p0", "llvm.amdgcn.av.store.b32.p0"},
    {PROFILE_24, 2, 0, "llvm.amdgcn.av.load.b16.p0", "llvm.amdgcn.av.store.b16.p0"},
    {PROFILE_DRAFT, 16, 1, "llvm.amdgcn.global.load.visible.b128", "llvm.amdgcn.global.store.available.b128"},
    {PROFILE_24, 1, 0, "llvm.amdgcn.av.load.b8.p0", "llvm.amdgcn.av.store.b8.p0"},
};

static int find_intrinsic(int profile, uint32_t bytes, uint32_t address_space) {
    for (int i = 0; i < (int)(sizeof intrinsics / sizeof *intrinsics); i++) {
        if ((int)intrinsics[i].profile == profile && intrinsics[i].bytes == bytes &&
            intrinsics[i].address_space == address_space)
            return i;
    }
    return -1;
}

static void intrinsics_are_those_of_section_3(void **state) {
    (void)state;
    for (int profile = 0; profile < PROFILE_COUNT; profile++) {
        const struct profile_info *info = profile_get((enum profile)profile);
        for (uint32_t bytes = 0; bytes <= 33; bytes++) {
            for (uint32_t space = 0; space < 10; space++) {
                int row = find_intrinsic(profile, bytes, space);
                assert_int_equal(profile_has_intrinsic(info, bytes, space), row >= 0);
                if (row < 0)
                    continue;
                char name[PROFILE_INTRINSIC_NAME_SIZE];
                profile_intrinsic_name(info, false, bytes, space, name);
                assert_string_equal(name, intrinsics[row].load);
                profile_intrinsic_name(info, true, bytes, space, name);
                assert_string_equal(name, intrinsics[row].store);
            }
        }
    }
}

static void only_real_compilers_are_numbered(void **state) {
    (void)state;
    assert_false(profile_get(PROFILE_DOCUMENT)->numbered);
    assert_true(profile_get(PROFILE_22)->numbered);
    assert_true(profile_get(PROFILE_23)->numbered);
    assert_true(profile_get(PROFILE_24)->numbered);
}

static void local_memory_is_coherent_from_24_on(void **state) {
    (void)state;
    assert_false(ir_local_is_coherent(profile_get(PROFILE_DOCUMENT)->revision));
    assert_false(ir_local_is_coherent(profile_get(PROFILE_19)->revision));
    assert_false(ir_local_is_coherent(profile_get(PROFILE_22)->revision));
    assert_false(ir_local_is_coherent(profile_get(PROFILE_23)->revision));
    assert_true(ir_local_is_coherent(profile_get(PROFILE_24)->revision));
    assert_true(ir_local_is_coherent(profile_get(PROFILE_DRAFT)->revision));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scopes_are_those_of_section_1),
        cmocka_unit_test(intrinsics_are_those_of_section_3),
        cmocka_unit_test(only_real_compilers_are_numbered),
        cmocka_unit_test(local_memory_is_coherent_from_24_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
