/* mapping.md 6: image accesses and atomics on texels. */
#include "memory_map_text.h"
#include "semantics.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    VOLATILE = SpvMemoryAccessVolatileMask,
    NONTEMPORAL = SpvMemoryAccessNontemporalMask,
    AVAILABLE = SpvMemoryAccessMakePointerAvailableMask,
    VISIBLE = SpvMemoryAccessMakePointerVisibleMask,
    NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask
};

static const struct {
    bool write;
    uint32_t mask, scope;
    const char *expected;
} accesses[] = {
    {false, 0, 0, "image-read private"},
    {true, 0, 0, "image-write private"},
    {false, NONPRIVATE, 0, "image-read nonprivate"},
    {true, NONPRIVATE | VOLATILE, 0, "volatile image-write nonprivate"},
    {false, NONTEMPORAL, 0, "image-read private nontemporal"},
    {false, NONPRIVATE | VISIBLE, SpvScopeDevice, "fence agent acquire nonprivate global; image-read nonprivate"},
    {true, NONPRIVATE | AVAILABLE, SpvScopeWorkgroup,
     "image-write nonprivate; fence workgroup release nonprivate global"},
    {false, NONPRIVATE | VISIBLE, SpvScopeCrossDevice, "fence acquire nonprivate global; image-read nonprivate"},
    {false, NONPRIVATE | VISIBLE, SpvScopeInvocation, "image-read nonprivate"},
    {true, NONPRIVATE | AVAILABLE, SpvScopeInvocation, "image-write nonprivate"},
    {false, NONPRIVATE | AVAILABLE, SpvScopeDevice, "image-read nonprivate"},
    {true, NONPRIVATE | VISIBLE, SpvScopeDevice, "image-write nonprivate"},
    {true, NONPRIVATE | AVAILABLE, 77, "unsupported"},
};

static void image_accesses(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(accesses); i++) {
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_operands operands = {.mask = accesses[i].mask,
                                                 .available_scope = accesses[i].write ? accesses[i].scope : 99,
                                                 .visible_scope = accesses[i].write ? 99 : accesses[i].scope};
        struct mapped_operations out;
        map_image_access(&map, &operands, accesses[i].write, &out);
        expect_text(&out, accesses[i].expected, "image access");
    }
}

static const struct {
    uint16_t opcode;
    uint32_t scope, semantics, unequal, bytes;
    const char *expected;
} atomics[] = {
    {SpvOpAtomicIAdd, 1, 0, 0, 4, "image-rmw add 4@0 agent monotonic nonprivate"},
    {SpvOpAtomicIAdd, 2, 0, 0, 4, "image-rmw add 4@0 agent monotonic nonprivate"},
    {SpvOpAtomicIDecrement, 1, VOLATILE_SEMANTICS, 0, 8, "volatile image-rmw sub 1 8@0 agent monotonic nonprivate"},
    {SpvOpAtomicLoad, 1, 0, 0, 4, "image-read 4@0 agent monotonic nonprivate"},
    {SpvOpAtomicStore, 1, 0, 0, 4, "image-write 4@0 agent monotonic nonprivate"},
    {SpvOpAtomicLoad, 1, ACQ | IMAGE | MAKE_V, 0, 4,
     "image-read 4@0 agent monotonic nonprivate; fence agent acquire nonprivate global"},
    {SpvOpAtomicStore, 2, REL | IMAGE, 0, 4,
     "fence workgroup release nonprivate none global; image-write 4@0 agent monotonic nonprivate"},
    /* each fence judged alone */
    {SpvOpAtomicIAdd, 1, ACQ_REL | UNIFORM | MAKE_A, 0, 4,
     "fence agent release nonprivate global; image-rmw add 4@0 agent monotonic nonprivate; "
     "fence agent acquire nonprivate none global"},
    {SpvOpAtomicIAdd, 1, ACQ_REL | UNIFORM | MAKE_V, 0, 4,
     "fence agent release nonprivate none global; image-rmw add 4@0 agent monotonic nonprivate; "
     "fence agent acquire nonprivate global"},
    /* ImageMemory is added to the classes, if there are any */
    {SpvOpAtomicIAdd, 1, REL | WORKGROUP | MAKE_A, 0, 4,
     "fence agent release nonprivate; image-rmw add 4@0 agent monotonic nonprivate"},
    {SpvOpAtomicIAdd, 1, REL | MAKE_A, 0, 4,
     "fence agent release nonprivate; image-rmw add 4@0 agent monotonic nonprivate"},
    {SpvOpAtomicCompareExchange, 1, REL | IMAGE | MAKE_A, ACQ | IMAGE | MAKE_V, 4,
     "fence agent release nonprivate global; image-cmpxchg 4@0 agent monotonic monotonic nonprivate; "
     "fence agent acquire nonprivate global"},
    {SpvOpAtomicCompareExchange, 1, ACQ | IMAGE, ACQ | WORKGROUP, 4,
     "image-cmpxchg 4@0 agent monotonic monotonic nonprivate; fence agent acquire nonprivate none"},
    {SpvOpAtomicIAdd, 1, 0, 0, 2, "unsupported"},
    {SpvOpAtomicIAdd, 9, 0, 0, 4, "unsupported"},
    {SpvOpAtomicFlagClear, 1, 0, 0, 4, "unsupported"},
};

static void image_atomics(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(atomics); i++) {
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_view view = {.kind = SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE,
                                         .opcode = atomics[i].opcode,
                                         .storage_class = SpvStorageClassImage,
                                         .scope = atomics[i].scope,
                                         .semantics = atomics[i].semantics,
                                         .unequal_semantics = atomics[i].unequal};
        struct mapped_operations out;
        map_image_atomic(&map, &view, atomics[i].bytes, false, &out);
        expect_text(&out, atomics[i].expected, "image atomic");
    }
}

/* An acquire-release image atomic in the module: all fences for global memory at agent scope at least, never
 * none. */
static void raised(void **state) {
    struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
    struct spirv_memory_view view = {.kind = SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE,
                                     .opcode = SpvOpAtomicIAdd,
                                     .storage_class = SpvStorageClassImage,
                                     .scope = SpvScopeWorkgroup,
                                     .semantics = ACQ_REL | IMAGE};
    struct spirv_memory_operands operands = {.mask = NONPRIVATE | VISIBLE, .visible_scope = SpvScopeWorkgroup};
    struct mapped_operations out;
    (void)state;
    map.facts.image_acq_rel = true;
    map_image_atomic(&map, &view, 4, false, &out);
    expect_text(&out,
                "fence agent release nonprivate global; image-rmw add 4@0 agent monotonic nonprivate; "
                "fence agent acquire nonprivate global",
                "raised atomic");
    map_image_access(&map, &operands, false, &out);
    expect_text(&out, "fence agent acquire nonprivate global; image-read nonprivate", "raised access");
}

/* Vulkan orders an atomic whose semantics name Workgroup memory among what names that alone. */
static void nothing_is_local_alone(void **state) {
    static const struct {
        uint32_t semantics;
        bool orders;
    } rows[] = {{ACQ_REL | IMAGE | WORKGROUP, true},
                {REL | WORKGROUP, true},
                {IMAGE | WORKGROUP, false},
                {ACQ_REL | IMAGE, false},
                {0, false}};
    struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
    struct spirv_memory_view view = {.kind = SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE,
                                     .opcode = SpvOpAtomicIAdd,
                                     .storage_class = SpvStorageClassImage,
                                     .scope = SpvScopeDevice};
    struct spirv_memory_view barrier = {.kind = SPIRV_MEMORY_BARRIER,
                                        .opcode = SpvOpMemoryBarrier,
                                        .scope = SpvScopeWorkgroup,
                                        .semantics = ACQ_REL | WORKGROUP};
    struct mapped_operations out;
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        view.semantics = rows[i].semantics;
        assert_int_equal(map_image_atomic_orders_local(&map, &view), rows[i].orders);
    }
    map_barrier(&map, &barrier, &out);
    expect_text(&out, "fence workgroup acq_rel nonprivate none local", "local");
    map.facts.image_orders_local = true;
    map_barrier(&map, &barrier, &out);
    expect_text(&out, "fence workgroup acq_rel nonprivate none", "not local");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(image_accesses),
        cmocka_unit_test(image_atomics),
        cmocka_unit_test(raised),
        cmocka_unit_test(nothing_is_local_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
