/* mapping.md 7: modules that declare GLSL450 or Simple. The strict rows say what
 * `spirv-opt --upgrade-memory-model` writes into the module for the same object. */
#include "memory_map_text.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    VOLATILE = SpvMemoryAccessVolatileMask,
    ALIGNED = SpvMemoryAccessAlignedMask,
    AVAILABLE = SpvMemoryAccessMakePointerAvailableMask,
    VISIBLE = SpvMemoryAccessMakePointerVisibleMask,
    NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask,
    BUFFER = SpvStorageClassStorageBuffer,
    LOCAL = SpvStorageClassWorkgroup,
    CO = SPIRV_OBJECT_COHERENT,
    VO = SPIRV_OBJECT_VOLATILE,
    NO_SCOPE = 99
};

static struct memory_map glsl_map(uint32_t memory_model, enum glsl450_mode mode) {
    struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
    map.facts.memory_model = memory_model;
    map.options.glsl450 = mode;
    return map;
}

static void expect_operands(struct spirv_memory_operands operands, uint32_t mask, bool write, uint32_t scope) {
    assert_int_equal(operands.mask, mask);
    if (scope != NO_SCOPE)
        assert_int_equal(write ? operands.available_scope : operands.visible_scope, scope);
}

/* ---- loads and stores ---- */

struct row {
    uint32_t storage_class;
    uint8_t object;
    uint32_t load, store, scope; /* masks; scope of the make bits */
};

static const struct row strict_rows[] = {
    {BUFFER, 0, 0, 0, NO_SCOPE},
    {BUFFER, CO, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeQueueFamily},
    {BUFFER, VO, VOLATILE, VOLATILE, NO_SCOPE},
    {BUFFER, CO | VO, NONPRIVATE | VISIBLE | VOLATILE, NONPRIVATE | AVAILABLE | VOLATILE, SpvScopeQueueFamily},
    {SpvStorageClassUniform, CO, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeQueueFamily},
    {SpvStorageClassPhysicalStorageBuffer, CO, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeQueueFamily},
    {SpvStorageClassUniform, 0, 0, 0, NO_SCOPE},
    {LOCAL, 0, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeWorkgroup},
    {LOCAL, CO, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeWorkgroup},
    {LOCAL, VO, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeWorkgroup},
    {SpvStorageClassFunction, CO, 0, 0, NO_SCOPE},
    {SpvStorageClassPrivate, CO | VO, VOLATILE, VOLATILE, NO_SCOPE},
    {SpvStorageClassInput, 0, 0, 0, NO_SCOPE},
};

static const struct row conservative_rows[] = {
    {BUFFER, 0, NONPRIVATE, NONPRIVATE, NO_SCOPE},
    {BUFFER, CO, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeQueueFamily},
    {BUFFER, VO, NONPRIVATE | VOLATILE, NONPRIVATE | VOLATILE, NO_SCOPE},
    {BUFFER, CO | VO, NONPRIVATE | VISIBLE | VOLATILE, NONPRIVATE | AVAILABLE | VOLATILE, SpvScopeQueueFamily},
    {SpvStorageClassUniform, 0, NONPRIVATE, NONPRIVATE, NO_SCOPE},
    {SpvStorageClassPhysicalStorageBuffer, 0, NONPRIVATE, NONPRIVATE, NO_SCOPE},
    {SpvStorageClassCrossWorkgroup, 0, NONPRIVATE, NONPRIVATE, NO_SCOPE},
    {LOCAL, 0, NONPRIVATE, NONPRIVATE, NO_SCOPE},
    {LOCAL, CO, NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, SpvScopeWorkgroup},
    {LOCAL, VO, NONPRIVATE | VISIBLE | VOLATILE, NONPRIVATE | AVAILABLE | VOLATILE, SpvScopeWorkgroup},
    {SpvStorageClassFunction, 0, 0, 0, NO_SCOPE},
    {SpvStorageClassFunction, CO, 0, 0, NO_SCOPE},
    {SpvStorageClassPrivate, CO | VO, VOLATILE, VOLATILE, NO_SCOPE},
    {SpvStorageClassInput, 0, 0, 0, NO_SCOPE},
    {SpvStorageClassOutput, 0, 0, 0, NO_SCOPE},
    {SpvStorageClassPushConstant, 0, 0, 0, NO_SCOPE},
};

static void check_rows(const struct row *rows, size_t count, enum glsl450_mode mode) {
    static const uint32_t models[] = {SpvMemoryModelGLSL450, SpvMemoryModelSimple};
    for (size_t i = 0; i < count; i++) {
        for (size_t model = 0; model < COUNT(models); model++) {
            struct memory_map map = glsl_map(models[model], mode);
            struct spirv_memory_view view = {.storage_class = rows[i].storage_class,
                                             .object = rows[i].object,
                                             .read = {.mask = ALIGNED, .alignment = 8},
                                             .write = {.mask = ALIGNED, .alignment = 8}};
            view.kind = SPIRV_MEMORY_LOAD;
            view.opcode = SpvOpLoad;
            struct spirv_memory_operands load = map_effective_operands(&map, &view, false);
            expect_operands(load, rows[i].load | ALIGNED, false, rows[i].scope);
            assert_int_equal(load.alignment, 8);
            view.kind = SPIRV_MEMORY_STORE;
            view.opcode = SpvOpStore;
            struct spirv_memory_operands store = map_effective_operands(&map, &view, true);
            expect_operands(store, rows[i].store | ALIGNED, true, rows[i].scope);
            assert_int_equal(store.alignment, 8);
        }
    }
}

/* Outputs that invocations share: the barrier orders them, whatever the model says of the access. */
static void shared_outputs_are_not_private(void **state) {
    static const uint32_t models[] = {SpvMemoryModelGLSL450, SpvMemoryModelVulkan};
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(models); i++) {
        struct memory_map map = glsl_map(models[i / 2], i % 2 ? GLSL450_STRICT : GLSL450_CONSERVATIVE);
        struct spirv_memory_view view = {
            .kind = SPIRV_MEMORY_STORE, .opcode = SpvOpStore, .storage_class = SpvStorageClassOutput};
        assert_int_equal(map_effective_operands(&map, &view, true).mask, 0);
        map.facts.shared_outputs = true;
        assert_int_equal(map_effective_operands(&map, &view, true).mask, NONPRIVATE);
        view.storage_class = SpvStorageClassInput;
        assert_int_equal(map_effective_operands(&map, &view, true).mask, 0);
    }
}

static void strict_loads_and_stores(void **state) {
    (void)state;
    check_rows(strict_rows, COUNT(strict_rows), GLSL450_STRICT);
}

static void conservative_loads_and_stores(void **state) {
    (void)state;
    check_rows(conservative_rows, COUNT(conservative_rows), GLSL450_CONSERVATIVE);
}

/* Decorations mean nothing under the Vulkan model, which has operands instead. */
static void the_vulkan_model_is_left_alone(void **state) {
    (void)state;
    for (uint32_t mask = 0; mask < 64; mask++) {
        for (int mode = 0; mode < 2; mode++) {
            struct memory_map map = glsl_map(SpvMemoryModelVulkan, (enum glsl450_mode)mode);
            struct spirv_memory_view view = {.kind = SPIRV_MEMORY_COPY,
                                             .opcode = SpvOpCopyMemory,
                                             .storage_class = LOCAL,
                                             .source_storage_class = LOCAL,
                                             .object = CO | VO,
                                             .source_object = CO | VO,
                                             .read = {.mask = mask, .visible_scope = SpvScopeDevice},
                                             .write = {.mask = mask ^ 63, .available_scope = SpvScopeSubgroup}};
            map.facts.copy_shares_operands = true;
            expect_operands(map_effective_operands(&map, &view, false), mask, false, SpvScopeDevice);
            expect_operands(map_effective_operands(&map, &view, true), mask ^ 63, true, SpvScopeSubgroup);
        }
    }
}

/* mapping.md 8a: private accesses too come behind what initializes Workgroup memory. */
static void initialized_workgroup_memory(void **state) {
    struct memory_map map = glsl_map(SpvMemoryModelVulkan, GLSL450_STRICT);
    struct spirv_memory_view view = {.kind = SPIRV_MEMORY_COPY,
                                     .opcode = SpvOpCopyMemory,
                                     .storage_class = SpvStorageClassStorageBuffer,
                                     .source_storage_class = LOCAL};
    (void)state;
    assert_int_equal(map_effective_operands(&map, &view, false).mask, 0);
    map.facts.workgroup_initialized = true;
    assert_int_equal(map_effective_operands(&map, &view, false).mask, SpvMemoryAccessNonPrivatePointerMask);
    assert_int_equal(map_effective_operands(&map, &view, true).mask, 0);
}

/* ---- copies ---- */

struct copy_row {
    bool shared; /* SPIR-V before 1.4 */
    uint32_t target_class, source_class;
    uint8_t target, source;
    uint32_t write, available_scope, read, visible_scope;
};

static const struct copy_row strict_copies[] = {
    {false, BUFFER, BUFFER, 0, 0, 0, NO_SCOPE, 0, NO_SCOPE},
    {false, BUFFER, BUFFER, CO, 0, NONPRIVATE | AVAILABLE, SpvScopeQueueFamily, 0, NO_SCOPE},
    {false, BUFFER, BUFFER, 0, CO, 0, NO_SCOPE, NONPRIVATE | VISIBLE, SpvScopeQueueFamily},
    {false, BUFFER, BUFFER, VO, CO, VOLATILE, NO_SCOPE, NONPRIVATE | VISIBLE, SpvScopeQueueFamily},
    {false, LOCAL, BUFFER, 0, CO, NONPRIVATE | AVAILABLE, SpvScopeWorkgroup, NONPRIVATE | VISIBLE, SpvScopeQueueFamily},
    /* one set of operands: each half has all bits, and each scope is its own */
    {true, BUFFER, BUFFER, CO, 0, NONPRIVATE | AVAILABLE, SpvScopeQueueFamily, NONPRIVATE | AVAILABLE, NO_SCOPE},
    {true, BUFFER, BUFFER, 0, CO, NONPRIVATE | VISIBLE, NO_SCOPE, NONPRIVATE | VISIBLE, SpvScopeQueueFamily},
    {true, BUFFER, BUFFER, VO, 0, VOLATILE, NO_SCOPE, VOLATILE, NO_SCOPE},
    {true, BUFFER, LOCAL, CO, 0, NONPRIVATE | AVAILABLE | VISIBLE, SpvScopeQueueFamily,
     NONPRIVATE | AVAILABLE | VISIBLE, SpvScopeWorkgroup},
    {true, LOCAL, BUFFER, 0, CO, NONPRIVATE | AVAILABLE | VISIBLE, SpvScopeWorkgroup, NONPRIVATE | AVAILABLE | VISIBLE,
     SpvScopeQueueFamily},
};

static const struct copy_row conservative_copies[] = {
    {false, BUFFER, SpvStorageClassFunction, 0, 0, NONPRIVATE, NO_SCOPE, 0, NO_SCOPE},
    {false, SpvStorageClassFunction, BUFFER, 0, CO, 0, NO_SCOPE, NONPRIVATE | VISIBLE, SpvScopeQueueFamily},
    {true, SpvStorageClassFunction, BUFFER, 0, CO, 0, NO_SCOPE, NONPRIVATE | VISIBLE, SpvScopeQueueFamily},
    {false, BUFFER, LOCAL, CO | VO, 0, NONPRIVATE | AVAILABLE | VOLATILE, SpvScopeQueueFamily, NONPRIVATE, NO_SCOPE},
};

static void check_copies(const struct copy_row *rows, size_t count, enum glsl450_mode mode) {
    for (size_t i = 0; i < count; i++) {
        struct memory_map map = glsl_map(SpvMemoryModelGLSL450, mode);
        struct spirv_memory_view view = {.kind = SPIRV_MEMORY_COPY,
                                         .opcode = SpvOpCopyMemory,
                                         .storage_class = rows[i].target_class,
                                         .source_storage_class = rows[i].source_class,
                                         .object = rows[i].target,
                                         .source_object = rows[i].source};
        map.facts.copy_shares_operands = rows[i].shared;
        expect_operands(map_effective_operands(&map, &view, true), rows[i].write, true, rows[i].available_scope);
        expect_operands(map_effective_operands(&map, &view, false), rows[i].read, false, rows[i].visible_scope);
    }
}

static void strict_copies_hold(void **state) {
    (void)state;
    check_copies(strict_copies, COUNT(strict_copies), GLSL450_STRICT);
}

static void conservative_copies_hold(void **state) {
    (void)state;
    check_copies(conservative_copies, COUNT(conservative_copies), GLSL450_CONSERVATIVE);
}

/* ---- images ---- */

static void image_operands(void **state) {
    static const struct {
        uint16_t opcode;
        uint8_t object;
        uint32_t strict, conservative;
    } rows[] = {
        {SpvOpImageRead, 0, 0, NONPRIVATE},
        {SpvOpImageRead, CO, NONPRIVATE | VISIBLE, NONPRIVATE | VISIBLE},
        {SpvOpImageSparseRead, CO | VO, NONPRIVATE | VISIBLE | VOLATILE, NONPRIVATE | VISIBLE | VOLATILE},
        {SpvOpImageWrite, 0, 0, NONPRIVATE},
        {SpvOpImageWrite, CO, NONPRIVATE | AVAILABLE, NONPRIVATE | AVAILABLE},
        {SpvOpImageWrite, VO, VOLATILE, NONPRIVATE | VOLATILE},
        {SpvOpImageFetch, CO, 0, NONPRIVATE | VISIBLE}, /* the pass gives operands to reads and writes alone */
        {SpvOpImageSampleExplicitLod, 0, 0, NONPRIVATE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool write = rows[i].opcode == SpvOpImageWrite;
        struct spirv_memory_view view = {.kind = write ? SPIRV_MEMORY_IMAGE_WRITE : SPIRV_MEMORY_IMAGE_READ,
                                         .opcode = rows[i].opcode,
                                         .storage_class = SpvStorageClassUniformConstant,
                                         .object = rows[i].object};
        struct memory_map map = glsl_map(SpvMemoryModelGLSL450, GLSL450_STRICT);
        assert_int_equal(map_effective_operands(&map, &view, write).mask, rows[i].strict);
        map.options.glsl450 = GLSL450_CONSERVATIVE;
        assert_int_equal(map_effective_operands(&map, &view, write).mask, rows[i].conservative);
    }
}

/* ---- what the lowering then makes of it ---- */

static void accesses(void **state) {
    static const struct {
        enum glsl450_mode mode;
        uint32_t storage_class;
        uint8_t object;
        bool buffer_block;
        const char *expected;
    } rows[] = {
        {GLSL450_STRICT, BUFFER, 0, false, "load 4@0 align 4 private"},
        {GLSL450_STRICT, BUFFER, CO, false, "atomic-load 4@0 align 4 agent monotonic nonprivate"},
        {GLSL450_STRICT, LOCAL, 0, false, "atomic-load 4@0 align 4 workgroup monotonic nonprivate"},
        {GLSL450_STRICT, SpvStorageClassFunction, CO, false, "load 4@0 align 4 private thread.private"},
        {GLSL450_CONSERVATIVE, BUFFER, 0, false, "load 4@0 align 4 nonprivate"},
        {GLSL450_CONSERVATIVE, BUFFER, VO, false, "volatile load 4@0 align 4 nonprivate"},
        {GLSL450_CONSERVATIVE, LOCAL, 0, false, "load 4@0 align 4 nonprivate"},
        {GLSL450_CONSERVATIVE, SpvStorageClassUniform, 0, true, "load 4@0 align 4 nonprivate"},
        {GLSL450_CONSERVATIVE, SpvStorageClassUniform, 0, false, "load 4@0 align 4 private invariant"},
        {GLSL450_CONSERVATIVE, SpvStorageClassUniform, CO, false, "load 4@0 align 4 nonprivate invariant"},
        {GLSL450_CONSERVATIVE, SpvStorageClassPrivate, 0, false, "load 4@0 align 4 private thread.private"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct memory_map map = glsl_map(SpvMemoryModelGLSL450, rows[i].mode);
        struct spirv_memory_view view = {.kind = SPIRV_MEMORY_LOAD,
                                         .opcode = SpvOpLoad,
                                         .storage_class = rows[i].storage_class,
                                         .object = rows[i].object};
        struct map_leaf leaf = {.storage_class = rows[i].storage_class,
                                .address_space =
                                    (uint32_t)map_address_space(rows[i].storage_class, rows[i].buffer_block),
                                .component_bytes = 4,
                                .components = 1,
                                .alignment = 4,
                                .operands = map_effective_operands(&map, &view, false)};
        struct mapped_operations out;
        map_access(&map, &leaf, &out);
        expect_text(&out, rows[i].expected, "GLSL450 access");
    }
}

static void atomics_and_barriers(void **state) {
    enum { ACQ_REL = 0x8, UNIFORM = 0x40, WORKGROUP = 0x100 };
    static const struct {
        enum glsl450_mode mode;
        uint8_t object;
        uint32_t storage_class;
        const char *atomic;
    } rows[] = {
        {GLSL450_STRICT, 0, BUFFER, "rmw add 4@0 align 4 agent acq_rel nonprivate none"},
        {GLSL450_STRICT, CO, BUFFER, "rmw add 4@0 align 4 agent acq_rel nonprivate none"},
        {GLSL450_STRICT, VO, BUFFER, "volatile rmw add 4@0 align 4 agent acq_rel nonprivate none"},
        {GLSL450_STRICT, VO, LOCAL, "rmw add 4@0 align 4 agent acq_rel nonprivate none"},
        {GLSL450_CONSERVATIVE, 0, BUFFER, "rmw add 4@0 align 4 agent acq_rel nonprivate"},
        {GLSL450_CONSERVATIVE, VO, BUFFER, "volatile rmw add 4@0 align 4 agent acq_rel nonprivate"},
        {GLSL450_CONSERVATIVE, VO, LOCAL, "volatile rmw add 4@0 align 4 agent acq_rel nonprivate"},
    };
    struct mapped_operations out;
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct memory_map map = glsl_map(SpvMemoryModelGLSL450, rows[i].mode);
        struct spirv_memory_view view = {.kind = SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE,
                                         .opcode = SpvOpAtomicIAdd,
                                         .storage_class = rows[i].storage_class,
                                         .object = rows[i].object,
                                         .scope = SpvScopeDevice,
                                         .semantics = ACQ_REL | UNIFORM};
        map_atomic(&map, &view, (uint32_t)map_address_space(rows[i].storage_class, false), 4, false, &out);
        expect_text(&out, rows[i].atomic, "GLSL450 atomic");
        /* The same decorations under the Vulkan model, where they mean nothing. */
        map.facts.memory_model = SpvMemoryModelVulkan;
        map_atomic(&map, &view, (uint32_t)map_address_space(rows[i].storage_class, false), 4, false, &out);
        expect_text(&out, "rmw add 4@0 align 4 agent acq_rel nonprivate none", "Vulkan atomic");
    }
    struct spirv_memory_view barrier = {.kind = SPIRV_MEMORY_CONTROL_BARRIER,
                                        .opcode = SpvOpControlBarrier,
                                        .execution_scope = SpvScopeWorkgroup,
                                        .scope = SpvScopeWorkgroup,
                                        .semantics = ACQ_REL | WORKGROUP};
    struct memory_map strict = glsl_map(SpvMemoryModelGLSL450, GLSL450_STRICT);
    map_barrier(&strict, &barrier, &out);
    expect_text(&out,
                "fence workgroup acq_rel nonprivate none local; s.barrier; fence workgroup acq_rel "
                "nonprivate none local",
                "strict barrier");
    struct memory_map conservative = glsl_map(SpvMemoryModelSimple, GLSL450_CONSERVATIVE);
    map_barrier(&conservative, &barrier, &out);
    expect_text(&out, "fence workgroup acq_rel nonprivate local; s.barrier; fence workgroup acq_rel nonprivate local",
                "conservative barrier");
}

/* mapping.md 7, conservative: the control barrier of the workgroup that says nothing of memory. */
static void barriers_without_semantics(void **state) {
    static const char local[] =
        "fence workgroup acq_rel nonprivate local; s.barrier; fence workgroup acq_rel nonprivate local";
    static const struct {
        uint32_t model, execution, scope, semantics;
        enum glsl450_mode mode;
        const char *expected;
    } rows[] = {
        {SpvMemoryModelGLSL450, SpvScopeWorkgroup, SpvScopeDevice, 0, GLSL450_CONSERVATIVE, local},
        {SpvMemoryModelSimple, SpvScopeWorkgroup, SpvScopeInvocation, 0, GLSL450_CONSERVATIVE, local},
        {SpvMemoryModelGLSL450, SpvScopeWorkgroup, SpvScopeDevice, 0x40, GLSL450_CONSERVATIVE, local}, /* no half */
        {SpvMemoryModelGLSL450, SpvScopeWorkgroup, SpvScopeDevice, 0x48, GLSL450_CONSERVATIVE,
         "fence agent acq_rel nonprivate global; s.barrier; fence agent acq_rel nonprivate global"},
        {SpvMemoryModelGLSL450, SpvScopeSubgroup, SpvScopeDevice, 0, GLSL450_CONSERVATIVE, "wave.barrier"},
        {SpvMemoryModelGLSL450, SpvScopeWorkgroup, SpvScopeDevice, 0, GLSL450_STRICT, "s.barrier"},
        {SpvMemoryModelVulkan, SpvScopeWorkgroup, SpvScopeDevice, 0, GLSL450_CONSERVATIVE, "s.barrier"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct memory_map map = glsl_map(rows[i].model, rows[i].mode);
        struct spirv_memory_view view = {.kind = SPIRV_MEMORY_CONTROL_BARRIER,
                                         .opcode = SpvOpControlBarrier,
                                         .execution_scope = rows[i].execution,
                                         .scope = rows[i].scope,
                                         .semantics = rows[i].semantics};
        struct mapped_operations out;
        map_barrier(&map, &view, &out);
        expect_text(&out, rows[i].expected, "barrier without semantics");
    }
    struct memory_map map = glsl_map(SpvMemoryModelGLSL450, GLSL450_CONSERVATIVE);
    /* what executes has no meaning where nothing does */
    struct spirv_memory_view fence = {.kind = SPIRV_MEMORY_BARRIER,
                                      .opcode = SpvOpMemoryBarrier,
                                      .execution_scope = SpvScopeWorkgroup,
                                      .scope = SpvScopeDevice};
    struct mapped_operations out;
    map_barrier(&map, &fence, &out);
    expect_text(&out, "", "memory barrier without semantics");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strict_loads_and_stores),
        cmocka_unit_test(conservative_loads_and_stores),
        cmocka_unit_test(the_vulkan_model_is_left_alone),
        cmocka_unit_test(initialized_workgroup_memory),
        cmocka_unit_test(strict_copies_hold),
        cmocka_unit_test(conservative_copies_hold),
        cmocka_unit_test(image_operands),
        cmocka_unit_test(accesses),
        cmocka_unit_test(atomics_and_barriers),
        cmocka_unit_test(shared_outputs_are_not_private),
        cmocka_unit_test(barriers_without_semantics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
