/* An instruction of a litmus program as the memory view that the map takes, as if SPIR-V had it. */
#include <spirv/unified1/spirv.h>

#include "spirv/operation_rows.h"
#include "translator/litmus/litmus_translate.h"

static const uint32_t spirv_scopes[MODEL_LEVELS] = {
    [VULKAN_CROSS_DEVICE] = SpvScopeCrossDevice, [VULKAN_DEVICE] = SpvScopeDevice,
    [VULKAN_QUEUE_FAMILY] = SpvScopeQueueFamily, [VULKAN_WORKGROUP] = SpvScopeWorkgroup,
    [VULKAN_SUBGROUP] = SpvScopeSubgroup,        [VULKAN_INVOCATION] = SpvScopeInvocation};

static const uint32_t class_bits[] = {SpvMemorySemanticsUniformMemoryMask, SpvMemorySemanticsWorkgroupMemoryMask,
                                      SpvMemorySemanticsImageMemoryMask, SpvMemorySemanticsAtomicCounterMemoryMask};

static uint32_t semantics_of(const struct model_operation *o) {
    bool acquire = o->flags & MODEL_ACQUIRE, release = o->flags & MODEL_RELEASE;
    uint32_t semantics = acquire && release ? SpvMemorySemanticsAcquireReleaseMask
                         : acquire          ? SpvMemorySemanticsAcquireMask
                         : release          ? SpvMemorySemanticsReleaseMask
                                            : SpvMemorySemanticsMaskNone;
    if (o->flags & MODEL_SEMANTICS_AVAILABLE)
        semantics |= SpvMemorySemanticsMakeAvailableMask;
    if (o->flags & MODEL_SEMANTICS_VISIBLE)
        semantics |= SpvMemorySemanticsMakeVisibleMask;
    for (unsigned i = 0; i < sizeof class_bits / sizeof class_bits[0]; i++)
        if (o->semantics >> i & 1)
            semantics |= class_bits[i];
    return semantics;
}

static uint8_t view_kind(const struct model_operation *o, bool image) {
    bool atomic = o->flags & MODEL_ATOMIC, reads = o->kind & MODEL_READ, writes = o->kind & MODEL_WRITE;
    if (o->kind & MODEL_BARRIER)
        return SPIRV_MEMORY_CONTROL_BARRIER;
    if (o->kind & MODEL_FENCE)
        return SPIRV_MEMORY_BARRIER;
    if (reads && writes)
        return SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE;
    if (atomic)
        return reads ? SPIRV_MEMORY_ATOMIC_LOAD : SPIRV_MEMORY_ATOMIC_STORE;
    if (image)
        return reads ? SPIRV_MEMORY_IMAGE_READ : SPIRV_MEMORY_IMAGE_WRITE;
    return reads ? SPIRV_MEMORY_LOAD : SPIRV_MEMORY_STORE;
}

#define RMW_ROW(opcode, operation, operand, one) {opcode, IR_RMW_##operation, one},
static const struct {
    uint16_t opcode;
    uint8_t rmw;
    bool operand_is_one;
} rmw_opcodes[] = {SPIRV_ATOMIC_ROWS(RMW_ROW)};

static uint16_t view_opcode(uint8_t kind, uint8_t rmw) {
    switch (kind) {
    case SPIRV_MEMORY_CONTROL_BARRIER:
        return SpvOpControlBarrier;
    case SPIRV_MEMORY_BARRIER:
        return SpvOpMemoryBarrier;
    case SPIRV_MEMORY_LOAD:
        return SpvOpLoad;
    case SPIRV_MEMORY_STORE:
        return SpvOpStore;
    case SPIRV_MEMORY_IMAGE_READ:
        return SpvOpImageRead;
    case SPIRV_MEMORY_IMAGE_WRITE:
        return SpvOpImageWrite;
    case SPIRV_MEMORY_ATOMIC_LOAD:
        return SpvOpAtomicLoad;
    case SPIRV_MEMORY_ATOMIC_STORE:
        return SpvOpAtomicStore;
    default:
        for (size_t i = 0; i < sizeof rmw_opcodes / sizeof rmw_opcodes[0]; i++)
            if (rmw_opcodes[i].rmw == rmw && !rmw_opcodes[i].operand_is_one)
                return rmw_opcodes[i].opcode;
        return SpvOpAtomicExchange;
    }
}

struct spirv_memory_view litmus_view_of(const struct program_instruction *instruction, bool image) {
    const struct model_operation *o = &instruction->operation;
    uint32_t scope = o->scope < MODEL_LEVELS ? spirv_scopes[o->scope] : SpvScopeInvocation;
    struct spirv_memory_view view = {.kind = view_kind(o, image),
                                     .storage_class = image                   ? SpvStorageClassImage
                                                      : o->storage_class == 1 ? SpvStorageClassWorkgroup
                                                                              : SpvStorageClassStorageBuffer,
                                     .execution_scope = SpvScopeWorkgroup,
                                     .scope = scope,
                                     .semantics = semantics_of(o)};
    view.opcode = view_opcode(view.kind, instruction->rmw);
    struct spirv_memory_operands operands = {.available_scope = scope, .visible_scope = scope};
    if (o->flags & MODEL_NONPRIVATE)
        operands.mask |= SpvMemoryAccessNonPrivatePointerMask;
    if (o->flags & MODEL_AVAILABLE)
        operands.mask |= SpvMemoryAccessMakePointerAvailableMask;
    if (o->flags & MODEL_VISIBLE)
        operands.mask |= SpvMemoryAccessMakePointerVisibleMask;
    view.read = view.write = operands;
    return view;
}
