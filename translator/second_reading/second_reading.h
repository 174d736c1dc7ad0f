/* This room says what Vulkan's memory model makes of an instruction: whether an access is private, what it makes
 * available or visible, what an atomic or a barrier orders, and at which scope.
 *
 * translator/map answers the same questions for the translation. Everywhere else a meaning has one author; this room is
 * the one deliberate second author. It is written from the SPIR-V specification (3.26 Memory Operands, 3.14 Image
 * Operands, 3.25 Memory Semantics, 3.49 the instructions) and from Vulkan's appendix Memory Model, and not from the
 * map. The Vulkan side of translation validation reads modules by it alone, so that a mistake in either of the two is
 * an unsound translation. tests/unit/second_reading holds both against each other and names each difference. */
#ifndef TRANSLATOR_SECOND_READING_H
#define TRANSLATOR_SECOND_READING_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/model/model.h"
#include "spirv/memory_view.h"

struct second_reading {
    const struct spirv_module *module;
    bool as_drivers;     /* a module without the Vulkan memory model is read as drivers do, not by the letter */
    bool shares_outputs; /* invocations of the stage share Output variables */
    bool patch;          /* a tessellation control shader */
    bool task;           /* a task shader */
};

/* The object that a pointer points into: its storage class, and what decorates the object (enum spirv_object_flag). */
struct second_object {
    uint32_t storage_class; /* SpvStorageClass; SpvStorageClassImage for texels */
    unsigned decorations;
};

struct second_answer {
    uint16_t flags;      /* enum model_flag: halves, availability, visibility, NONPRIVATE */
    uint8_t classes;     /* storage classes that it orders, as bits: struct model_operation, `semantics` */
    uint32_t scope;      /* SpvScope; SECOND_NO_SCOPE if it has none */
    const char *refused; /* not NULL: what one event cannot say, by name */
};

#define SECOND_NO_SCOPE UINT32_MAX

/* The number that the model gives to a storage class. */
uint8_t second_reading_class(uint32_t storage_class);

/* Reads one half of a non-atomic access. `other`: the object of a copy's other half; of any other access the same
 * object. */
struct second_answer second_reading_access(const struct second_reading *reading, const struct spirv_instruction *in,
                                           struct second_object object, struct second_object other, bool write);

/* An atomic: the order that it asks for. `failed`: of a compare-exchange whose comparison fails. */
struct second_answer second_reading_atomic(const struct second_reading *reading, const struct spirv_instruction *in,
                                           bool failed);

/* OpMemoryBarrier, OpControlBarrier, the halves of a split one, and the two ends of an interlock. Without halves it
 * orders nothing. */
struct second_answer second_reading_barrier(const struct second_reading *reading, const struct spirv_instruction *in);

/* The value of an integer constant, which the reader has found to be one. */
static inline uint32_t second_reading_constant(const struct second_reading *reading, spirv_id id) {
    uint64_t value = 0;
    return spirv_integer_constant(reading->module, id, &value) ? (uint32_t)value : 0;
}

static inline bool second_reading_is_vulkan(const struct second_reading *reading) {
    return reading->module->memory_model == SpvMemoryModelVulkan;
}

#endif
