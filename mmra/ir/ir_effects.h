/* This header says what an instruction does to memory: what it reads, writes and orders, in which memory, and how. The
 * passes, the checker, the model checker and `cost` all ask here; each adds only what its own question is about. */
#ifndef MMRA_IR_EFFECTS_H
#define MMRA_IR_EFFECTS_H

#include "mmra/base/address_space.h"
#include "mmra/ir/ir_intrinsic.h"

/* The memory that an address may be in: models.md A1. */
enum ir_memory {
    IR_GLOBAL_MEMORY = 1 << 0,
    IR_LOCAL_MEMORY = 1 << 1,
    IR_ALL_MEMORY = IR_GLOBAL_MEMORY | IR_LOCAL_MEMORY,
    IR_CONSTANT_MEMORY = 1 << 2, /* beside global: nothing writes it through such an address */
    IR_UNNAMED_MEMORY = 1 << 3   /* beside all: no value of amdgpu-synchronize-as names it */
};

/* The memory that an operation with these tags (enum mmra_fact) orders: without a known value of amdgpu-synchronize-as
 * all. */
static inline uint8_t ir_memory_ordered(unsigned facts) {
    uint8_t memory =
        (uint8_t)((facts & MMRA_SYNC_GLOBAL ? IR_GLOBAL_MEMORY : 0) | (facts & MMRA_SYNC_LOCAL ? IR_LOCAL_MEMORY : 0));
    return memory ? memory : IR_ALL_MEMORY;
}

/* Bits of enum ir_memory. An address space that LLVM does not define may be anywhere. */
uint8_t ir_memory_of_space(uint32_t address_space);

/* The address space of a pointer or of a vector of pointers; UINT32_MAX: the type is neither. */
uint32_t ir_space_of_type(const struct ir_module *module, ir_type type);

struct ir_effects {
    ir_value pointer;   /* through which it accesses memory; 0: there is none, or it is not known */
    ir_function called; /* of a call: the function, if it is known which */
    uint8_t memory;     /* enum ir_memory: what it accesses */
    uint8_t scope;      /* enum mmra_scope: of a coherent texel the agent, whatever the shader asked for;
                         * MMRA_SCOPE_UNKNOWN: the operand that should name it does not */
    bool reads : 1, writes : 1, is_volatile : 1;
    bool atomic : 1;                             /* to LLVM, which knows no atomics of texels */
    bool texel : 1;                              /* the access is of an image or a texel buffer, or by a descriptor */
    bool coherent : 1;                           /* by itself, in every revision of the model, as av intrinsics are */
    bool fence : 1, acquires : 1, releases : 1;  /* acquires: a read half or fence; releases: a write half or fence */
    bool makes_available : 1, makes_visible : 1; /* the memory of others, and orders nothing */
    bool barrier : 1;                            /* lanes meet */
    bool waves_meet : 1;                         /* at a barrier of several waves */
    bool defined : 1;                            /* calls what the module defines, whose instructions tell the rest */
    bool unknown : 1;                            /* may do anything */
};

/* Whether the opcode is among those that may access or order memory: a quick way past all others. */
static inline bool ir_may_touch_memory(uint8_t opcode) {
    return opcode >= IR_LOAD && opcode <= IR_CALL && opcode != IR_GETELEMENTPTR;
}

static inline bool ir_touches_memory(const struct ir_effects *effects) {
    return effects->reads || effects->writes || effects->fence || effects->makes_available || effects->makes_visible ||
           effects->barrier || effects->defined || effects->unknown;
}

struct ir_effects ir_effects_of(const struct ir_module *module, const struct ir_instruction *instruction);

/* Returns what every call of the function does; the operands of a call may add to it. */
struct ir_effects ir_effects_of_function(const struct ir_function_info *function);

/* The pointer operand of a load, store, atomicrmw, cmpxchg or av intrinsic. */
static inline ir_value ir_pointer_of(const struct ir_module *module, const struct ir_instruction *access) {
    return module->operands[access->operands + (access->opcode == IR_STORE || access->opcode == IR_CALL)];
}

static inline uint32_t ir_space_of_access(const struct ir_module *module, const struct ir_instruction *access) {
    return ir_type_get(module, ir_type_of(module, ir_pointer_of(module, access)))->width;
}

/* The type of what such an access or an av intrinsic reads or writes. */
ir_type ir_type_of_access(const struct ir_module *module, const struct ir_instruction *access);

/* Whether its tags let other invocations look at what it accesses. */
static inline bool ir_is_shared(const struct ir_module *module, const struct ir_instruction *access) {
    return mmra_is_shared(mmra_facts(&module->tags, access->mmra));
}

/* Whether nobody but the driver calls its functions, and only as kernels: nothing stands before or after them. */
bool ir_is_closed(const struct ir_module *module);

/* Whether it may do anything, which nothing in the module tells more of. Empty assembly does nothing. */
bool ir_may_do_anything(const struct ir_module *module, const struct ir_instruction *instruction,
                        const struct ir_effects *effects);

/* Whether it is inline assembly that does nothing, by which LLVM is kept from something. */
bool ir_is_empty_assembly(const struct ir_module *module, const struct ir_instruction *instruction);

/* Whether its result is its one argument, of which LLVM is to know no more: empty assembly, in one register. */
bool ir_is_copying_assembly(const struct ir_module *module, const struct ir_instruction *instruction);

static inline bool ir_is_plain(const struct ir_instruction *access) {
    return access->ordering == IR_NOT_ATOMIC && !(access->flags & IR_VOLATILE);
}

/* A store acquires nothing and a load releases nothing, not even a seq_cst one; a failed cmpxchg may acquire. */
bool ir_acquires(const struct ir_instruction *instruction);
bool ir_releases(const struct ir_instruction *instruction);

/* ---- inline assembly that the passes put in ---- */

enum ir_assembly { IR_NO_ASSEMBLY, IR_ASSEMBLY, IR_KEPT_ASSEMBLY, IR_EMPTY_ASSEMBLY };

/* IR_KEPT_ASSEMBLY has side effects; IR_EMPTY_ASSEMBLY is kept too, but does nothing, whatever it takes. */
enum ir_assembly ir_assembly_of(const struct ir_module *module, const struct ir_instruction *call);

#endif
