/* Atomics and barriers: what their scope and memory semantics order. Vulkan's appendix Memory Model, "Memory
 * Semantics", "Synchronizes-With", "Availability and Visibility Semantics" and "Tessellation Output Ordering". */
#include "translator/second_reading/second_reading.h"

enum { UNIFORM_CLASS, WORKGROUP_CLASS, IMAGE_CLASS, OUTPUT_CLASS };

/* "Memory Semantics" lists the storage classes that each bit applies to. What no bit applies to is with the outputs:
 * nobody shares it. */
uint8_t second_reading_class(uint32_t storage_class) {
    switch (storage_class) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassPhysicalStorageBuffer:
    case SpvStorageClassShaderRecordBufferKHR:
        return UNIFORM_CLASS;
    case SpvStorageClassWorkgroup:
    case SpvStorageClassTaskPayloadWorkgroupEXT:
        return WORKGROUP_CLASS;
    case SpvStorageClassImage:
        return IMAGE_CLASS;
    default:
        return OUTPUT_CLASS;
    }
}

/* SubgroupMemory, CrossWorkgroupMemory and AtomicCounterMemory apply to nothing that Vulkan has. */
static uint8_t classes_of(uint32_t semantics) {
    static const uint32_t bits[] = {[UNIFORM_CLASS] = SpvMemorySemanticsUniformMemoryMask,
                                    [WORKGROUP_CLASS] = SpvMemorySemanticsWorkgroupMemoryMask,
                                    [IMAGE_CLASS] = SpvMemorySemanticsImageMemoryMask,
                                    [OUTPUT_CLASS] = SpvMemorySemanticsOutputMemoryMask};
    uint8_t classes = 0;
    for (unsigned class = 0; class < sizeof bits / sizeof *bits; class++)
        if (semantics & bits[class])
            classes |= (uint8_t)(1u << class);
    return classes;
}

/* Vulkan, "SPIR-V Environment": SequentiallyConsistent is treated as AcquireRelease. Modules may set two of the bits
 * before SPIR-V forbade it: they ask for both. */
static bool acquires(uint32_t semantics) {
    return semantics & (SpvMemorySemanticsAcquireMask | SpvMemorySemanticsAcquireReleaseMask |
                        SpvMemorySemanticsSequentiallyConsistentMask);
}

static bool releases(uint32_t semantics) {
    return semantics & (SpvMemorySemanticsReleaseMask | SpvMemorySemanticsAcquireReleaseMask |
                        SpvMemorySemanticsSequentiallyConsistentMask);
}

/* Reads may acquire, and writes may release: "a memory read with this semantic performs an acquire operation". A
 * barrier does both. Drivers let every acquire make visible and every release make available where the module cannot
 * say so. */
static struct second_answer read_semantics(const struct second_reading *reading, uint32_t scope, uint32_t semantics,
                                           bool reads, bool writes) {
    struct second_answer answer = {.scope = scope};
    bool always = reading->as_drivers && !second_reading_is_vulkan(reading);
    if (reads && acquires(semantics)) {
        answer.flags |= MODEL_ACQUIRE;
        if (always || semantics & SpvMemorySemanticsMakeVisibleMask)
            answer.flags |= MODEL_SEMANTICS_VISIBLE;
    }
    if (writes && releases(semantics)) {
        answer.flags |= MODEL_RELEASE;
        if (always || semantics & SpvMemorySemanticsMakeAvailableMask)
            answer.flags |= MODEL_SEMANTICS_AVAILABLE;
    }
    if (answer.flags)
        answer.classes = classes_of(semantics);
    return answer;
}

/* ---- atomics ---- */

/* SPIR-V 3.49.18: Pointer, Memory, Semantics; OpAtomicCompareExchange has Equal and Unequal instead of the last. An
 * exchange that fails is a read. */
struct second_answer second_reading_atomic(const struct second_reading *reading, const struct spirv_instruction *in,
                                           bool failed) {
    bool load = in->opcode == SpvOpAtomicLoad || failed, store = in->opcode == SpvOpAtomicStore;
    return read_semantics(reading, second_reading_constant(reading, in->operands[1]),
                          second_reading_constant(reading, in->operands[failed ? 3 : 2]), !store, !load);
}

/* ---- barriers ---- */

enum { FULL = MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE };

static bool is_narrower_than_workgroup(uint32_t scope) {
    return scope == SpvScopeSubgroup || scope == SpvScopeInvocation;
}

/* "Tessellation Output Ordering": in a module of another memory model the control barrier of a patch orders outputs
 * whatever its semantics are. Under Vulkan's it does where its semantics name OutputMemory, and makes them available
 * and visible by itself (docs/guide/stages.md, "Memory of several invocations"). One event has one scope and orders all
 * its memory alike, so a barrier that orders other memory less than outputs is refused. */
static void order_outputs(const struct second_reading *reading, uint32_t semantics, struct second_answer *answer) {
    uint8_t outputs = 1u << OUTPUT_CLASS;
    if (second_reading_is_vulkan(reading) && !(semantics & SpvMemorySemanticsOutputMemoryMask))
        return;
    bool as_much = (answer->flags & FULL) == FULL && !is_narrower_than_workgroup(answer->scope);
    if (answer->classes & ~outputs && !as_much)
        answer->refused = "a control barrier of a patch that orders other memory less than outputs";
    answer->flags |= FULL;
    answer->classes |= outputs;
    if (is_narrower_than_workgroup(answer->scope))
        answer->scope = SpvScopeWorkgroup;
}

/* SPIR-V 3.49.20: Execution, Memory, Semantics. */
static struct second_answer control_barrier(const struct second_reading *reading, const struct spirv_instruction *in) {
    uint32_t execution = second_reading_constant(reading, in->operands[0]);
    uint32_t semantics = second_reading_constant(reading, in->operands[2]);
    struct second_answer answer =
        read_semantics(reading, second_reading_constant(reading, in->operands[1]), semantics, true, true);
    bool whole_group = execution == SpvScopeWorkgroup;
    /* Until 2017 compilers wrote GLSL's barrier() without semantics, and drivers let it order shared variables. */
    if (whole_group && !answer.flags && reading->as_drivers && !second_reading_is_vulkan(reading))
        answer = (struct second_answer){.flags = FULL, .classes = 1u << WORKGROUP_CLASS, .scope = SpvScopeWorkgroup};
    if (whole_group && reading->patch)
        order_outputs(reading, semantics, &answer);
    return answer;
}

/* SPV_EXT_split_barrier: the operands of OpControlBarrier. The arrival is the start of a memory barrier and releases,
 * the wait is the end of one and acquires; Vulkan has neither do the other. */
static struct second_answer half_barrier(const struct second_reading *reading, const struct spirv_instruction *in) {
    bool arrives = in->opcode == SpvOpControlBarrierArriveINTEL;
    uint32_t semantics = second_reading_constant(reading, in->operands[2]);
    struct second_answer answer =
        read_semantics(reading, second_reading_constant(reading, in->operands[1]), semantics, true, true);
    if (answer.flags & (arrives ? MODEL_ACQUIRE : MODEL_RELEASE))
        answer.refused =
            arrives ? "an arrival at a split barrier that acquires" : "a wait at a split barrier that releases";
    return answer;
}

/* "Synchronizes-With": the begin of an interlock acquires and its end releases, for buffers and images, and who
 * overlaps are invocations of one queue family. The appendix has them make nothing available or visible;
 * docs/reference/mapping.md 6 has them make both, which compilers that leave `coherent` away rely on. */
static struct second_answer interlock(bool begin) {
    return (struct second_answer){.flags = begin ? MODEL_ACQUIRE | MODEL_SEMANTICS_VISIBLE
                                                 : MODEL_RELEASE | MODEL_SEMANTICS_AVAILABLE,
                                  .classes = 1u << UNIFORM_CLASS | 1u << IMAGE_CLASS,
                                  .scope = SpvScopeQueueFamily};
}

struct second_answer second_reading_barrier(const struct second_reading *reading, const struct spirv_instruction *in) {
    switch (in->opcode) {
    case SpvOpBeginInvocationInterlockEXT:
    case SpvOpEndInvocationInterlockEXT:
        return interlock(in->opcode == SpvOpBeginInvocationInterlockEXT);
    case SpvOpControlBarrier:
        return control_barrier(reading, in);
    case SpvOpControlBarrierArriveINTEL:
    case SpvOpControlBarrierWaitINTEL:
        return half_barrier(reading, in);
    default: /* OpMemoryBarrier: Memory, Semantics */
        return read_semantics(reading, second_reading_constant(reading, in->operands[0]),
                              second_reading_constant(reading, in->operands[1]), true, true);
    }
}
