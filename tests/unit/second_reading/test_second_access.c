/* Non-atomic accesses: the memory map and the second reading, cell by cell. */
#include "cells.h"

#include "spirv/later.h"

enum {
    VOLATILE = SpvMemoryAccessVolatileMask,
    ALIGNED = SpvMemoryAccessAlignedMask,
    NONTEMPORAL = SpvMemoryAccessNontemporalMask,
    AVAILABLE = SpvMemoryAccessMakePointerAvailableMask,
    VISIBLE = SpvMemoryAccessMakePointerVisibleMask,
    NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask,
    TEXEL_AVAILABLE = SpvImageOperandsMakeTexelAvailableMask,
    TEXEL_VISIBLE = SpvImageOperandsMakeTexelVisibleMask,
    TEXEL_NONPRIVATE = SpvImageOperandsNonPrivateTexelMask
};

static const uint32_t storage_classes[] = {SpvStorageClassUniformConstant,
                                           SpvStorageClassInput,
                                           SpvStorageClassUniform,
                                           SpvStorageClassOutput,
                                           SpvStorageClassWorkgroup,
                                           SpvStorageClassCrossWorkgroup,
                                           SpvStorageClassPrivate,
                                           SpvStorageClassFunction,
                                           SpvStorageClassPushConstant,
                                           SpvStorageClassStorageBuffer,
                                           SpvStorageClassPhysicalStorageBuffer,
                                           SpvStorageClassShaderRecordBufferKHR,
                                           SpvStorageClassTaskPayloadWorkgroupEXT,
                                           SpvStorageClassRayPayloadKHR,
                                           SpvStorageClassCallableDataKHR};
static const uint32_t image_class[] = {SpvStorageClassImage};

enum { OF_TASK, OF_READ_ONLY_IMAGE, DIFFERENCES };

static struct difference differences[DIFFERENCES] = {
    [OF_TASK] = {"the payload of a task",
                 "the reading lets each access make it available or visible, the map every barrier that orders it", 0},
    [OF_READ_ONLY_IMAGE] = {"a coherent object that is fetched or sampled",
                            "drivers may ignore the decoration there: the map does not, and the reading does", 0},
};

/* The instructions: which operands come before the mask, and which halves they have. */
struct instruction_kind {
    uint16_t opcode;
    uint8_t before;
    bool reads, writes, image, storage_image;
};

static const struct instruction_kind instruction_kinds[] = {
    {SpvOpLoad, 1, true, false, false, false},
    {SpvOpStore, 2, false, true, false, false},
    {SPIRV_COOPERATIVE_MATRIX_LOAD, 3, true, false, false, false},
    {SPIRV_COOPERATIVE_MATRIX_STORE, 4, false, true, false, false},
    {SpvOpCopyMemory, 2, true, true, false, false},
    {SpvOpCopyMemorySized, 3, true, true, false, false},
    {SpvOpImageRead, 2, true, false, true, true},
    {SpvOpImageSparseRead, 2, true, false, true, true},
    {SpvOpImageWrite, 3, false, true, true, true},
    {SpvOpImageFetch, 2, true, false, true, false},
    {SpvOpImageSparseFetch, 2, true, false, true, false},
    {SpvOpImageSampleImplicitLod, 2, true, false, true, false},
    {SpvOpImageSampleExplicitLod, 2, true, false, true, false},
    {SpvOpImageSampleDrefImplicitLod, 3, true, false, true, false},
    {SpvOpImageSampleDrefExplicitLod, 3, true, false, true, false},
    {SpvOpImageSampleProjImplicitLod, 2, true, false, true, false},
    {SpvOpImageSampleProjExplicitLod, 2, true, false, true, false},
    {SpvOpImageSampleProjDrefImplicitLod, 3, true, false, true, false},
    {SpvOpImageSampleProjDrefExplicitLod, 3, true, false, true, false},
    {SpvOpImageGather, 3, true, false, true, false},
    {SpvOpImageDrefGather, 3, true, false, true, false},
    {SpvOpImageSparseSampleImplicitLod, 2, true, false, true, false},
    {SpvOpImageSparseSampleExplicitLod, 2, true, false, true, false},
    {SpvOpImageSparseSampleDrefImplicitLod, 3, true, false, true, false},
    {SpvOpImageSparseSampleDrefExplicitLod, 3, true, false, true, false},
    {SpvOpImageSparseGather, 3, true, false, true, false},
    {SpvOpImageSparseDrefGather, 3, true, false, true, false},
};

struct cell {
    struct table table;
    const struct instruction_kind *kind;
    uint32_t words[MAX_WORDS], count;
    struct second_object target, source;
    unsigned long cells;
};

/* ---- masks ---- */

/* Whether the specification allows the mask: availability and visibility belong to non-private accesses of the half
 * that they are for, and to the Vulkan memory model. */
static bool is_valid(const struct cell *c, uint32_t mask, uint32_t available, uint32_t visible, uint32_t nonprivate,
                     bool reads, bool writes) {
    if (c->table.kind->memory_model != SpvMemoryModelVulkan)
        return !(mask & (available | visible | nonprivate));
    return (writes || !(mask & available)) && (reads || !(mask & visible)) &&
           (!(mask & (available | visible)) || mask & nonprivate);
}

/* The mask, then what its bits have as operands, in their order. */
static void put_mask(struct cell *c, uint32_t mask, uint32_t available_scope, uint32_t visible_scope) {
    c->words[c->count++] = mask;
    for (uint32_t bit = 1; bit; bit <<= 1) {
        if (!(mask & bit))
            continue;
        if (c->kind->image) {
            enum {
                TWO = SpvImageOperandsGradMask,
                NONE = TEXEL_NONPRIVATE | SpvImageOperandsVolatileTexelMask | SpvImageOperandsSignExtendMask |
                       SpvImageOperandsZeroExtendMask | SpvImageOperandsNontemporalMask
            };
            if (bit & (TEXEL_AVAILABLE | TEXEL_VISIBLE))
                c->words[c->count++] = FIRST_SCOPE + (bit == TEXEL_AVAILABLE ? available_scope : visible_scope);
            else if (!(bit & NONE))
                c->words[c->count++] = VALUE;
            if (bit == TWO)
                c->words[c->count++] = VALUE;
        } else if (bit == ALIGNED) {
            c->words[c->count++] = 4;
        } else if (bit & (AVAILABLE | VISIBLE)) {
            c->words[c->count++] = FIRST_SCOPE + (bit == AVAILABLE ? available_scope : visible_scope);
        }
    }
}

/* ---- one cell ---- */

/* What the map's answer says in the model's words. */
static struct second_answer of_map(const struct spirv_memory_operands *operands, bool write) {
    struct second_answer answer = {.scope = SECOND_NO_SCOPE};
    uint32_t bit = write ? AVAILABLE : VISIBLE;
    if (operands->mask & NONPRIVATE)
        answer.flags |= MODEL_NONPRIVATE;
    if (operands->mask & bit) {
        answer.flags |= write ? MODEL_AVAILABLE : MODEL_VISIBLE;
        answer.scope = write ? operands->available_scope : operands->visible_scope;
    }
    return answer;
}

/* The difference that must be there, or DIFFERENCES. */
static unsigned expected_difference(const struct cell *c, struct second_object object,
                                    const struct second_answer *mapped) {
    bool made = mapped->flags & (MODEL_AVAILABLE | MODEL_VISIBLE);
    bool drivers = c->table.kind->memory_model != SpvMemoryModelVulkan && c->table.reading.as_drivers;
    if (object.storage_class == SpvStorageClassTaskPayloadWorkgroupEXT && c->table.stage->task && !made)
        return OF_TASK;
    if (c->kind->image && !c->kind->storage_image && drivers && object.decorations & SPIRV_OBJECT_COHERENT)
        return OF_READ_ONLY_IMAGE;
    return DIFFERENCES;
}

static void expect_difference(unsigned difference, bool write, const struct second_answer *mapped,
                              const struct second_answer *read) {
    uint16_t makes = write ? MODEL_AVAILABLE : MODEL_VISIBLE;
    const struct second_answer *stronger = difference == OF_TASK ? read : mapped;
    const struct second_answer *weaker = difference == OF_TASK ? mapped : read;
    assert_int_equal(stronger->flags, MODEL_NONPRIVATE | makes);
    assert_int_equal(weaker->flags, MODEL_NONPRIVATE);
    assert_int_equal(stronger->scope, difference == OF_TASK ? SpvScopeWorkgroup : SpvScopeQueueFamily);
    differences[difference].seen++;
}

/* Task and mesh shaders alone have a payload. */
static bool exists(const struct cell *c, struct second_object object) {
    bool mesh = c->table.stage->shares_outputs && !c->table.stage->patch;
    return object.storage_class != SpvStorageClassTaskPayloadWorkgroupEXT || mesh || c->table.stage->task;
}

static void check_half(struct cell *c, const struct spirv_instruction *in, const struct spirv_memory_view *view,
                       bool write) {
    struct second_object own = write || !c->kind->writes ? c->target : c->source;
    struct second_object other = c->kind->reads && c->kind->writes ? (write ? c->source : c->target) : own;
    struct spirv_memory_operands operands = map_effective_operands(&c->table.map, view, write);
    struct second_answer mapped = of_map(&operands, write);
    struct second_answer read = second_reading_access(&c->table.reading, in, own, other, write);
    unsigned difference = expected_difference(c, own, &mapped);
    c->cells++;
    if (difference != DIFFERENCES) {
        expect_difference(difference, write, &mapped, &read);
        return;
    }
    if (mapped.flags != read.flags || mapped.scope != read.scope || read.classes || read.refused)
        fail_msg("%s, %s, %s, mask 0x%x, %s of storage class %u decorated %u (other half: %u, %u): the map has flags "
                 "0x%x, scope %d; the second reading 0x%x, %d",
                 c->table.kind->name, c->table.stage->name, spirv_opcode_name(in->opcode),
                 c->count > c->kind->before ? c->words[c->kind->before] : 0, write ? "write" : "read",
                 own.storage_class, own.decorations, other.storage_class, other.decorations, mapped.flags,
                 (int)mapped.scope, read.flags, (int)read.scope);
}

static void check(struct cell *c) {
    if (!exists(c, c->target) || !exists(c, c->source))
        return;
    struct spirv_instruction in = table_instruction(c->kind->opcode, c->words, c->count);
    struct spirv_memory_view view = table_decode(&c->table, &in);
    view.storage_class = c->target.storage_class;
    view.object = (uint8_t)c->target.decorations;
    view.source_storage_class = c->source.storage_class;
    view.source_object = (uint8_t)c->source.decorations;
    if (c->kind->reads)
        check_half(c, &in, &view, false);
    if (c->kind->writes)
        check_half(c, &in, &view, true);
}

/* ---- all cells ---- */

/* All objects that the words may go to. Decorations count in modules that do not declare the Vulkan memory model; there
 * they take every value. */
static void check_objects(struct cell *c) {
    unsigned step = c->table.kind->memory_model == SpvMemoryModelVulkan ? 3 : 1;
    const uint32_t *classes = c->kind->image ? image_class : storage_classes;
    size_t count = c->kind->image ? COUNT(image_class) : COUNT(storage_classes);
    bool copy = c->kind->reads && c->kind->writes;
    for (size_t t = 0; t < count; t++)
        for (unsigned decorations = 0; decorations < 4; decorations += step)
            for (size_t s = 0; s < (copy ? count : 1); s++)
                for (unsigned of_source = 0; of_source < (copy ? 4 : 1); of_source += step) {
                    c->target = (struct second_object){classes[t], decorations};
                    c->source = (struct second_object){classes[s], of_source};
                    check(c);
                }
}

static void begin_instruction(struct cell *c) {
    c->count = 0;
    for (uint32_t i = 0; i < c->kind->before; i++)
        c->words[c->count++] = i == 0 || (i == 1 && c->kind->reads && c->kind->writes) ? POINTER : VALUE;
}

/* One mask, with each scope that it can have. */
static void check_mask(struct cell *c, uint32_t mask, uint32_t available, uint32_t visible) {
    for (uint32_t a = 0; a < (mask & available ? SCOPES : 1); a++)
        for (uint32_t v = 0; v < (mask & visible ? SCOPES : 1); v++) {
            begin_instruction(c);
            put_mask(c, mask, a, v);
            check_objects(c);
        }
}

static void check_memory_masks(struct cell *c) {
    for (uint32_t mask = 0; mask < 64; mask++)
        if (is_valid(c, mask, AVAILABLE, VISIBLE, NONPRIVATE, c->kind->reads, c->kind->writes))
            check_mask(c, mask, AVAILABLE, VISIBLE);
}

/* Two masks of a copy, SPIR-V 1.4: scopes that differ, so that a scope of the wrong half is seen. */
static void check_two_masks(struct cell *c) {
    for (uint32_t first = 0; first < 64; first++)
        for (uint32_t second = 0; second < 64; second++) {
            if (!is_valid(c, first, AVAILABLE, VISIBLE, NONPRIVATE, false, true) ||
                !is_valid(c, second, AVAILABLE, VISIBLE, NONPRIVATE, true, false))
                continue;
            begin_instruction(c);
            put_mask(c, first, SpvScopeDevice, SpvScopeSubgroup);
            put_mask(c, second, SpvScopeInvocation, SpvScopeWorkgroup);
            c->target = (struct second_object){SpvStorageClassStorageBuffer, 0};
            c->source = (struct second_object){SpvStorageClassWorkgroup, 0};
            check(c);
        }
}

/* Every set of image operands that the grammar has, in the first kind of module, and some in the others; Offsets stands
 * alone among the offsets. */
static void check_image_masks(struct cell *c) {
    bool vulkan = c->table.kind->memory_model == SpvMemoryModelVulkan, all = c->table.kind == module_kinds;
    for (uint32_t mask = 0; mask < 1u << 15; mask += all ? 1 : 37)
        if (is_valid(c, mask, TEXEL_AVAILABLE, TEXEL_VISIBLE, TEXEL_NONPRIVATE, c->kind->reads, c->kind->writes))
            check_mask(c, mask, TEXEL_AVAILABLE, TEXEL_VISIBLE);
    if (vulkan && c->kind->reads)
        check_mask(c, SpvImageOperandsOffsetsMask | TEXEL_VISIBLE | TEXEL_NONPRIVATE, TEXEL_AVAILABLE, TEXEL_VISIBLE);
}

static void check_instruction(struct cell *c) {
    begin_instruction(c);
    check_objects(c); /* without a mask */
    if (c->kind->image)
        check_image_masks(c);
    else
        check_memory_masks(c);
    if (c->kind->reads && c->kind->writes && c->table.kind->version >= 0x00010400)
        check_two_masks(c);
}

static void every_access(void **state) {
    static struct cell c;
    (void)state;
    table_begin(&c.table);
    for (size_t k = 0; k < COUNT(module_kinds); k++)
        for (size_t s = 0; s < COUNT(stage_kinds); s++) {
            table_set(&c.table, &module_kinds[k], &stage_kinds[s]);
            for (size_t i = 0; i < COUNT(instruction_kinds); i++) {
                c.kind = &instruction_kinds[i];
                if (!c.kind->image || s == 0) /* no stage changes what an image access is */
                    check_instruction(&c);
            }
        }
    expect_all_seen(differences, DIFFERENCES);
    print_message("%lu cells\n", c.cells);
    assert_true(c.cells > 1000000);
    test_release(&c.table.memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_access)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
