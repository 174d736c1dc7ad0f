/* Non-atomic accesses, from SPIR-V's memory operands and image operands and from the decorations of older modules. */
#include "spirv/later.h"
#include "translator/second_reading/second_reading.h"

/* ---- operands ---- */

#define NO_MASK UINT32_MAX

/* Returns the place of the mask among the operands, if the instruction is long enough to have one. */
static uint32_t mask_place(uint16_t opcode) {
    switch (opcode) {
    case SpvOpLoad: /* Pointer */
        return 1;
    case SpvOpStore:      /* Pointer, Object */
    case SpvOpCopyMemory: /* Target, Source */
        return 2;
    case SpvOpCopyMemorySized: /* Target, Source, Size */
        return 3;
    case SPIRV_COOPERATIVE_MATRIX_LOAD:         /* Pointer, MemoryLayout, Stride */
    case SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR:  /* Pointer, Object, TensorLayout */
    case SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR: /* likewise */
    case SpvOpImageWrite:                       /* Image, Coordinate, Texel */
        return 3;
    case SPIRV_COOPERATIVE_MATRIX_STORE: /* Pointer, Object, MemoryLayout, Stride */
        return 4;
    case SpvOpImageRead: /* Image, Coordinate */
    case SpvOpImageFetch:
    case SpvOpImageSampleImplicitLod:
    case SpvOpImageSampleExplicitLod:
    case SpvOpImageSampleProjImplicitLod:
    case SpvOpImageSampleProjExplicitLod:
    case SpvOpImageSparseRead:
    case SpvOpImageSparseFetch:
    case SpvOpImageSparseSampleImplicitLod:
    case SpvOpImageSparseSampleExplicitLod:
        return 2;
    case SpvOpImageSampleDrefImplicitLod: /* Image, Coordinate, Dref or Component */
    case SpvOpImageSampleDrefExplicitLod:
    case SpvOpImageSampleProjDrefImplicitLod:
    case SpvOpImageSampleProjDrefExplicitLod:
    case SpvOpImageGather:
    case SpvOpImageDrefGather:
    case SpvOpImageSparseSampleDrefImplicitLod:
    case SpvOpImageSparseSampleDrefExplicitLod:
    case SpvOpImageSparseGather:
    case SpvOpImageSparseDrefGather:
        return 3;
    default:
        return NO_MASK;
    }
}

static bool is_copy(uint16_t opcode) {
    return opcode == SpvOpCopyMemory || opcode == SpvOpCopyMemorySized;
}

static bool is_memory_instruction(uint16_t opcode) {
    return opcode == SpvOpLoad || opcode == SpvOpStore || opcode == SPIRV_COOPERATIVE_MATRIX_LOAD ||
           opcode == SPIRV_COOPERATIVE_MATRIX_STORE || opcode == SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR ||
           opcode == SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR || is_copy(opcode);
}

/* The bits of a mask that have operands of their own, and the bits that say something about memory. Operands stand
 * after the mask in the order of the bits. */
struct mask_kind {
    uint32_t one, two; /* bits with one operand, and with two */
    uint32_t nonprivate, available, visible;
};

static const struct mask_kind memory_operands = {
    .one = SpvMemoryAccessAlignedMask | SpvMemoryAccessMakePointerAvailableMask |
           SpvMemoryAccessMakePointerVisibleMask | SpvMemoryAccessAliasScopeINTELMaskMask |
           SpvMemoryAccessNoAliasINTELMaskMask,
    .nonprivate = SpvMemoryAccessNonPrivatePointerMask,
    .available = SpvMemoryAccessMakePointerAvailableMask,
    .visible = SpvMemoryAccessMakePointerVisibleMask,
};

static const struct mask_kind image_operands = {
    .one = SpvImageOperandsBiasMask | SpvImageOperandsLodMask | SpvImageOperandsConstOffsetMask |
           SpvImageOperandsOffsetMask | SpvImageOperandsConstOffsetsMask | SpvImageOperandsSampleMask |
           SpvImageOperandsMinLodMask | SpvImageOperandsMakeTexelAvailableMask | SpvImageOperandsMakeTexelVisibleMask |
           SpvImageOperandsOffsetsMask,
    .two = SpvImageOperandsGradMask,
    .nonprivate = SpvImageOperandsNonPrivateTexelMask,
    .available = SpvImageOperandsMakeTexelAvailableMask,
    .visible = SpvImageOperandsMakeTexelVisibleMask,
};

static uint32_t bits_in(uint32_t mask) {
    uint32_t count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* How many words the operands of these bits take. */
static uint32_t words_of(const struct mask_kind *kind, uint32_t mask) {
    return bits_in(mask & kind->one) + 2 * bits_in(mask & kind->two);
}

/* SPIR-V 3.49.8, OpCopyMemory: of two masks the first applies to Target, the second to Source; one applies to both. */
static uint32_t own_mask_place(const struct spirv_instruction *in, bool write) {
    uint32_t first = mask_place(in->opcode);
    if (first == NO_MASK || first >= in->operand_count)
        return NO_MASK;
    uint32_t second = first + 1 + words_of(&memory_operands, in->operands[first]);
    bool of_source = is_copy(in->opcode) && !write;
    return of_source && second < in->operand_count ? second : first;
}

/* The scope that a bit of the mask has as its operand. */
static uint32_t scope_of_bit(const struct second_reading *reading, const struct mask_kind *kind, const uint32_t *mask,
                             uint32_t bit) {
    return second_reading_constant(reading, mask[1 + words_of(kind, *mask & (bit - 1))]);
}

/* Appendix Memory Model, "Private vs. Non-Private" and "Per-Instruction Availability and Visibility Semantics". A write
 * is never made visible and a read never made available, whatever the one mask of a copy says for its other half. */
static void read_mask(const struct second_reading *reading, const struct spirv_instruction *in, bool write,
                      struct second_answer *answer) {
    uint32_t place = own_mask_place(in, write);
    if (place == NO_MASK)
        return;
    const struct mask_kind *kind = is_memory_instruction(in->opcode) ? &memory_operands : &image_operands;
    const uint32_t *mask = &in->operands[place];
    uint32_t bit = write ? kind->available : kind->visible;
    /* SPIR-V demands NonPrivatePointer beside the two; an access that makes available is for others to see. */
    if (*mask & (kind->nonprivate | bit))
        answer->flags |= MODEL_NONPRIVATE;
    if (!(*mask & bit))
        return;
    answer->flags |= write ? MODEL_AVAILABLE : MODEL_VISIBLE;
    answer->scope = scope_of_bit(reading, kind, mask, bit);
}

/* ---- decorations: modules that do not declare the Vulkan memory model ---- */

/* GLSL 4.10: shared variables are coherent without saying so. What an invocation has for itself cannot be. */
static bool is_coherent(const struct second_reading *reading, struct second_object object) {
    switch (object.storage_class) {
    case SpvStorageClassWorkgroup:
        return !reading->as_drivers || object.decorations;
    case SpvStorageClassFunction:
    case SpvStorageClassPrivate:
        return false;
    default:
        return object.decorations & SPIRV_OBJECT_COHERENT;
    }
}

/* Memory that another invocation may write while the shader runs. */
static bool is_shared(uint32_t storage_class) {
    return storage_class == SpvStorageClassStorageBuffer || storage_class == SpvStorageClassPhysicalStorageBuffer ||
           storage_class == SpvStorageClassUniform || storage_class == SpvStorageClassCrossWorkgroup ||
           storage_class == SpvStorageClassWorkgroup || storage_class == SpvStorageClassImage;
}

/* Storage images are read and written by these three; what the others access is read-only, and no decoration makes more
 * of it. */
static bool is_of_read_only_image(uint16_t opcode) {
    return !is_memory_instruction(opcode) && opcode != SpvOpExtInst && opcode != SpvOpImageRead &&
           opcode != SpvOpImageSparseRead && opcode != SpvOpImageWrite;
}

/* An access through a coherent object is what GLSL compilers write for the Vulkan memory model: non-private, and made
 * available or visible in the queue family, or in the workgroup for its own memory. */
static void read_decorations(const struct second_reading *reading, const struct spirv_instruction *in,
                             struct second_object object, struct second_object other, bool write,
                             struct second_answer *answer) {
    bool can_be_coherent = !is_of_read_only_image(in->opcode);
    bool one_mask = is_copy(in->opcode) && reading->module->version < 0x00010400;
    if (reading->as_drivers && is_shared(object.storage_class))
        answer->flags |= MODEL_NONPRIVATE;
    /* A single mask says NonPrivatePointer for both halves, as --upgrade-memory-model writes it. */
    if (!reading->as_drivers && one_mask && is_coherent(reading, other))
        answer->flags |= MODEL_NONPRIVATE;
    if (!can_be_coherent || !is_coherent(reading, object))
        return;
    answer->flags |= MODEL_NONPRIVATE | (write ? MODEL_AVAILABLE : MODEL_VISIBLE);
    answer->scope = object.storage_class == SpvStorageClassWorkgroup ? SpvScopeWorkgroup : SpvScopeQueueFamily;
}

/* ---- memory of several invocations outside compute ---- */

/* docs/guide/stages.md, "Memory of several invocations" and "Tasks and meshes": compilers leave NonPrivatePointer away
 * there. A task's payload is as `shared` variables are in GLSL: each access makes available or visible in the
 * workgroup. */
static void read_stage(const struct second_reading *reading, struct second_object object, bool write,
                       struct second_answer *answer) {
    bool payload = object.storage_class == SpvStorageClassTaskPayloadWorkgroupEXT;
    bool output = object.storage_class == SpvStorageClassOutput && reading->shares_outputs;
    if (payload || output)
        answer->flags |= MODEL_NONPRIVATE;
    if (!payload || !reading->task || answer->scope != SECOND_NO_SCOPE)
        return;
    answer->flags |= write ? MODEL_AVAILABLE : MODEL_VISIBLE;
    answer->scope = SpvScopeWorkgroup;
}

struct second_answer second_reading_access(const struct second_reading *reading, const struct spirv_instruction *in,
                                           struct second_object object, struct second_object other, bool write) {
    struct second_answer answer = {.scope = SECOND_NO_SCOPE};
    if (second_reading_is_vulkan(reading))
        read_mask(reading, in, write, &answer);
    else
        read_decorations(reading, in, object, other, write, &answer);
    read_stage(reading, object, write, &answer);
    return answer;
}
