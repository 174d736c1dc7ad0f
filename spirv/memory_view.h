/* The memory view: any instruction that touches or orders memory, decoded into one plain struct, which the
 * memory map and the model checker both read. Nothing here knows LLVM. */
#ifndef SPIRV_MEMORY_VIEW_H
#define SPIRV_MEMORY_VIEW_H

#include "spirv/module.h"

enum spirv_memory_kind {
    SPIRV_MEMORY_NONE, /* the instruction neither touches nor orders memory */
    SPIRV_MEMORY_LOAD,
    SPIRV_MEMORY_STORE,
    SPIRV_MEMORY_COPY, /* OpCopyMemory, OpCopyMemorySized */
    SPIRV_MEMORY_ATOMIC_LOAD,
    SPIRV_MEMORY_ATOMIC_STORE,
    SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE, /* exchange, arithmetic, flag test-and-set: see opcode */
    SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE,
    SPIRV_MEMORY_BARRIER,         /* OpMemoryBarrier */
    SPIRV_MEMORY_CONTROL_BARRIER, /* OpControlBarrier */
    SPIRV_MEMORY_ARRIVE,          /* OpControlBarrierArriveEXT */
    SPIRV_MEMORY_WAIT,            /* OpControlBarrierWaitEXT */
    SPIRV_MEMORY_IMAGE_READ,      /* read, fetch, sample, gather, sparse forms */
    SPIRV_MEMORY_IMAGE_WRITE
};

/* The memory operands of one access, or the image operands that matter to memory, in the same bits: the mask
 * holds SpvMemoryAccess* bits; of an image access NonPrivateTexel, MakeTexelAvailable, MakeTexelVisible,
 * VolatileTexel and Nontemporal are translated to their pointer counterparts. */
struct spirv_memory_operands {
    uint32_t mask;            /* SpvMemoryAccessMask */
    uint32_t alignment;       /* bytes; 0 without Aligned */
    uint32_t available_scope; /* SpvScope; meaningful with MakePointerAvailable */
    uint32_t visible_scope;   /* SpvScope; meaningful with MakePointerVisible */
};

/* The decorations of the memory object say this (variable, struct member on the way, pointer parameter). */
enum spirv_object_flag { SPIRV_OBJECT_COHERENT = 1, SPIRV_OBJECT_VOLATILE = 2 };

struct spirv_memory_view {
    uint8_t kind; /* enum spirv_memory_kind */
    uint16_t opcode;
    uint32_t word;
    spirv_id result, result_type;
    spirv_id pointer; /* of a load, store, atomic; the target of a copy; the image of an image access */
    spirv_id source;  /* the source pointer of a copy */
    spirv_id value;   /* stored, or operand of a read-modify-write; 0 if none */
    spirv_id comparator;
    spirv_id size;           /* of OpCopyMemorySized */
    spirv_id pointee;        /* the type that `pointer` points to; 0 if it is no pointer */
    spirv_id source_pointee; /* likewise */
    uint32_t storage_class;  /* of `pointer`: SpvStorageClass; SpvStorageClassImage through a texel pointer,
                                and of an image access */
    uint32_t source_storage_class;
    struct spirv_memory_operands read;  /* of a load; of a copy's source */
    struct spirv_memory_operands write; /* of a store; of a copy's target */
    uint32_t execution_scope;           /* of a control barrier or a half of one: SpvScope */
    uint32_t scope;                     /* memory scope of an atomic or barrier: SpvScope */
    uint32_t semantics;                 /* SpvMemorySemanticsMask; of a compare-exchange the Equal operand */
    uint32_t unequal_semantics;
    uint8_t object;        /* enum spirv_object_flag of `pointer` */
    uint8_t source_object; /* of `source` */
};

/* Coherent and Volatile, for every pointer value, by dense index: computed once for a module in one pass in
 * order of the words. NULL: no object of the module has a flag. */
struct spirv_object_flags {
    uint8_t *flags;
    uint8_t *of_types; /* by dense index of a type: of any member within it */
};
void spirv_trace_objects(const struct spirv_module *module, struct arena *arena, struct spirv_object_flags *objects);

/* Decodes one instruction. GLSL.std.450's Modf and Frexp, which write through a pointer, are a store whose
 * `value` is 0. Scopes and semantics are folded: one that is no constant is an error (SPIRV_UNSUPPORTED, by
 * name), as is a scope value that the specification lacks (SPIRV_INVALID). `objects` may be NULL: then no
 * object flags are reported. */
enum spirv_result spirv_decode_memory(const struct spirv_module *module, const struct spirv_object_flags *objects,
                                      const struct spirv_instruction *instruction, struct spirv_memory_view *view,
                                      struct spirv_error *error);

#endif
