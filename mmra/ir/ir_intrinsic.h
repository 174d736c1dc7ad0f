/* The intrinsics of LLVM that anything here reads or writes: their names, and what each of them is. No other file
 * spells the name of an intrinsic of amdgcn. */
#ifndef MMRA_IR_INTRINSIC_H
#define MMRA_IR_INTRINSIC_H

#include "mmra/ir/ir.h"
#include "mmra/ir/ir_revision.h"

/* ---- names that are written; what overloaded ones go on with follows after a '.' ---- */

#define IR_NAME_AMDGCN               "llvm.amdgcn."
#define IR_NAME_WORKITEM_ID_X        IR_NAME_AMDGCN "workitem.id.x"
#define IR_NAME_WORKITEM_ID_Y        IR_NAME_AMDGCN "workitem.id.y"
#define IR_NAME_WORKITEM_ID_Z        IR_NAME_AMDGCN "workitem.id.z"
#define IR_NAME_WORKGROUP_ID_X       IR_NAME_AMDGCN "workgroup.id.x"
#define IR_NAME_WORKGROUP_ID_Y       IR_NAME_AMDGCN "workgroup.id.y"
#define IR_NAME_WORKGROUP_ID_Z       IR_NAME_AMDGCN "workgroup.id.z"
#define IR_NAME_WAVE_SIZE            IR_NAME_AMDGCN "wavefrontsize"
#define IR_NAME_IMPLICIT_ARGUMENTS   IR_NAME_AMDGCN "implicitarg.ptr"
#define IR_NAME_COUNT_BELOW_LOW      IR_NAME_AMDGCN "mbcnt.lo"
#define IR_NAME_COUNT_BELOW_HIGH     IR_NAME_AMDGCN "mbcnt.hi"
#define IR_NAME_BARRIER              IR_NAME_AMDGCN "s.barrier"
#define IR_NAME_BARRIER_SIGNAL       IR_NAME_AMDGCN "s.barrier.signal"
#define IR_NAME_BARRIER_WAIT         IR_NAME_AMDGCN "s.barrier.wait"
#define IR_NAME_WAVE_BARRIER         IR_NAME_AMDGCN "wave.barrier"
#define IR_NAME_BALLOT               IR_NAME_AMDGCN "ballot"
#define IR_NAME_READ_FIRST_LANE      IR_NAME_AMDGCN "readfirstlane"
#define IR_NAME_READ_LANE            IR_NAME_AMDGCN "readlane"
#define IR_NAME_WAVE_SHUFFLE         IR_NAME_AMDGCN "wave.shuffle"
#define IR_NAME_PERMUTE_BY_PLACE     IR_NAME_AMDGCN "ds.bpermute"
#define IR_NAME_WAVE_REDUCE          IR_NAME_AMDGCN "wave.reduce." /* and the operation */
#define IR_NAME_WMMA                 IR_NAME_AMDGCN "wmma." /* and the types of the sum and the factors, and sizes */
#define IR_NAME_MFMA                 IR_NAME_AMDGCN "mfma."
#define IR_NAME_MAKE_BUFFER_RESOURCE IR_NAME_AMDGCN "make.buffer.rsrc"
#define IR_NAME_FPTRUNC_ROUND        "llvm.fptrunc.round" /* and types; its last operand is metadata, the mode: */
#define IR_ROUND_TO_NEAREST          "round.tonearest"
#define IR_NAME_EXP2                 IR_NAME_AMDGCN "exp2"
#define IR_NAME_LOG2                 IR_NAME_AMDGCN "log"
#define IR_NAME_CUBE_FACE            IR_NAME_AMDGCN "cubeid"
#define IR_NAME_CUBE_MAJOR           IR_NAME_AMDGCN "cubema"
#define IR_NAME_CUBE_S               IR_NAME_AMDGCN "cubesc"
#define IR_NAME_CUBE_T               IR_NAME_AMDGCN "cubetc"
#define IR_NAME_AV                   IR_NAME_AMDGCN "av."
#define IR_NAME_AV_GLOBAL_LOAD       IR_NAME_AV "global.load.b" /* and the number of bits, as the next three */
#define IR_NAME_AV_GLOBAL_STORE      IR_NAME_AV "global.store.b"
#define IR_NAME_AV_LOAD              IR_NAME_AV "load.b"
#define IR_NAME_AV_STORE             IR_NAME_AV "store.b"
#define IR_NAME_LOAD_VISIBLE         IR_NAME_AMDGCN "global.load.visible.b" /* of profile draft, as what follows */
#define IR_NAME_STORE_AVAILABLE      IR_NAME_AMDGCN "global.store.available.b"
#define IR_NAME_SCOPE                IR_NAME_AMDGCN "scope." /* and the scope's name */
#define IR_NAME_MAKE_AVAILABLE       IR_NAME_AMDGCN "make.available"
#define IR_NAME_MAKE_VISIBLE         IR_NAME_AMDGCN "make.visible"
#define IR_NAME_MAKE_PTR_AVAILABLE   IR_NAME_AMDGCN "make.ptr.available"
#define IR_NAME_MAKE_PTR_VISIBLE     IR_NAME_AMDGCN "make.ptr.visible"
#define IR_SCOPE_TYPE                "target(\"amdgcn.scope\")" /* of a scope as a value */
#define IR_NAME_IMAGE                IR_NAME_AMDGCN "image."
#define IR_NAME_WAIT                 IR_NAME_AMDGCN "s.waitcnt"
#define IR_NAME_IMAGE_LOAD           IR_NAME_IMAGE "load"
#define IR_NAME_IMAGE_LOAD_MIP       IR_NAME_IMAGE "load.mip"
#define IR_NAME_IMAGE_STORE          IR_NAME_IMAGE "store"
#define IR_NAME_IMAGE_STORE_MIP      IR_NAME_IMAGE "store.mip"
#define IR_NAME_IMAGE_ATOMIC         IR_NAME_IMAGE "atomic"
#define IR_NAME_IMAGE_SAMPLE         IR_NAME_IMAGE "sample"
#define IR_NAME_IMAGE_GATHER         IR_NAME_IMAGE "gather4"
#define IR_NAME_IMAGE_SIZE           IR_NAME_IMAGE "getresinfo"
#define IR_NAME_IMAGE_LEVEL          IR_NAME_IMAGE "getlod"
#define IR_NAME_KILL                 IR_NAME_AMDGCN "kill"
#define IR_NAME_DEMOTE               IR_NAME_AMDGCN "wqm.demote"
#define IR_NAME_LIVE                 IR_NAME_AMDGCN "live.mask"
#define IR_NAME_WHOLE_QUAD           IR_NAME_AMDGCN "wqm"
#define IR_NAME_SOFT_WHOLE_QUAD      IR_NAME_AMDGCN "softwqm"
#define IR_NAME_PERMUTE              IR_NAME_AMDGCN "mov.dpp"
#define IR_NAME_SWIZZLE              IR_NAME_AMDGCN "ds.swizzle"
#define IR_NAME_STRICT               IR_NAME_AMDGCN "strict.w" /* wm or qm */
#define IR_NAME_SET_INACTIVE         IR_NAME_AMDGCN "set.inactive"
#define IR_NAME_BUFFER_LOAD          IR_NAME_AMDGCN "struct.buffer.load.format"
#define IR_NAME_BUFFER_STORE         IR_NAME_AMDGCN "struct.buffer.store.format"
#define IR_NAME_BUFFER_ATOMIC        IR_NAME_AMDGCN "struct.buffer.atomic"
#define IR_NAME_RESOURCE_LOAD        IR_NAME_AMDGCN "raw.ptr.atomic.buffer.load" /* and the type, as the next three */
#define IR_NAME_RESOURCE_STORE       IR_NAME_AMDGCN "raw.ptr.buffer.store"
#define IR_NAME_RESOURCE_ATOMIC      IR_NAME_AMDGCN "raw.ptr.buffer.atomic" /* and first the operation */
#define IR_NAME_SCALAR_LOAD          IR_NAME_AMDGCN "s.buffer.load"

/* A shell defines these functions (docs/guide/stages.md); they are no intrinsics of LLVM. */
#define IR_NAME_SHELL               "smmra."
#define IR_NAME_EMIT_MESH_TASKS     IR_NAME_SHELL "emit.mesh.tasks"
#define IR_NAME_SET_MESH_OUTPUTS    IR_NAME_SHELL "set.mesh.outputs"
#define IR_NAME_INTERLOCK_BEGIN     IR_NAME_SHELL "interlock.begin"
#define IR_NAME_INTERLOCK_END       IR_NAME_SHELL "interlock.end"
#define IR_NAME_ABORT               IR_NAME_SHELL "abort"
#define IR_NAME_TRACE_RAY           IR_NAME_SHELL "ray.trace"
#define IR_NAME_EXECUTE_CALLABLE    IR_NAME_SHELL "ray.execute.callable"
#define IR_NAME_IGNORE_INTERSECTION IR_NAME_SHELL "ray.ignore.intersection"
#define IR_NAME_TERMINATE_RAY       IR_NAME_SHELL "ray.terminate"

/* ---- what they are ---- */

enum ir_family {
    IR_FAMILY_HARMLESS,     /* touches no memory that others see, and keeps no fence apart */
    IR_FAMILY_NO_OPERATION, /* likewise, and has no result either: llvm.assume, llvm.lifetime.* */
    IR_FAMILY_CHOICE,       /* llvm.umax.* and its relatives; `which`: the enum ir_predicate by which it chooses */
    IR_FAMILY_WORKITEM_ID,  /* `which`: 0 x, 1 y, 2 z */
    IR_FAMILY_WORKGROUP_ID, /* likewise */
    IR_FAMILY_WAVE_SIZE,
    IR_FAMILY_COUNT_BELOW, /* lanes below this one; `which`: 0 the lower 32, 1 the upper */
    IR_FAMILY_IMPLICIT_ARGUMENTS,
    IR_FAMILY_LANES,       /* exchanges values between lanes; no memory */
    IR_FAMILY_CONVERGENCE, /* llvm.experimental.convergence.* */
    IR_FAMILY_WORKGROUP_BARRIER,
    IR_FAMILY_WAVE_BARRIER,
    IR_FAMILY_OTHER_BARRIER, /* halves of barriers, named barriers and so on */
    IR_FAMILY_AV_LOAD,       /* load-visible; the scope is the last operand */
    IR_FAMILY_AV_STORE,      /* store-available; likewise */
    IR_FAMILY_AV_UNKNOWN,    /* an av name that no revision has */
    IR_FAMILY_SCOPE,         /* makes a scope, `which` (enum mmra_scope), into a value */
    IR_FAMILY_MAKE,          /* makes all memory, or that of a pointer, available (`which`: 0) or visible (1) */
    IR_FAMILY_TEXEL_LOAD,    /* of a texel of an image or texel buffer; the cache policy is the last operand */
    IR_FAMILY_TEXEL_STORE,
    IR_FAMILY_TEXEL_ATOMIC,
    IR_FAMILY_TEXEL_READ,  /* samples, gathers, and loads without a format */
    IR_FAMILY_TEXEL_OTHER, /* other accesses of images and texel buffers */
    IR_FAMILY_TEXEL_SIZE,  /* accesses nothing */
    /* of memory by a buffer's descriptor, as of texels: the cache policy alone makes such an access coherent */
    IR_FAMILY_RESOURCE_LOAD,
    IR_FAMILY_RESOURCE_STORE,
    IR_FAMILY_RESOURCE_ATOMIC,
    IR_FAMILY_MEMORY,     /* reads or writes through pointers or resources: llvm.memcpy.*, raw buffers */
    IR_FAMILY_SHELL_CALL, /* what a shell gives lets other invocations run: it may do anything */
    IR_FAMILY_COUNT
};

enum ir_intrinsic_flag {
    IR_INTRINSIC_WHOLE = 1 << 0,      /* its name is the row's; the names of others begin so */
    IR_INTRINSIC_CONVERGENT = 1 << 1, /* LLVM 22 declares it so */
    IR_INTRINSIC_KEPT = 1 << 2,       /* no pass of LLVM takes a call of it away */
    IR_INTRINSIC_READS = 1 << 3,
    IR_INTRINSIC_WRITES = 1 << 4,
    IR_INTRINSIC_BUFFER = 1 << 5, /* of a texel buffer, not an image */
    IR_INTRINSIC_SHELL = 1 << 6   /* a shell gives it: a module may define it, and LLVM does not know it */
};

/* The module, which has just been made, gets tags in the words of that revision. */
static inline void ir_set_revision(struct ir_module *module, enum ir_revision revision) {
    if (revision == IR_LLVM_21)
        mmra_tags_spell_as(&module->tags);
}

struct ir_intrinsic {
    const char *name; /* or its beginning */
    uint8_t length;
    uint8_t family; /* enum ir_family */
    uint8_t flags;  /* enum ir_intrinsic_flag */
    uint8_t which;
    uint8_t revisions;   /* of AV_LOAD, AV_STORE, SCOPE and MAKE: a bit for each enum ir_revision that has it */
    uint8_t constants;   /* arguments that must be constants: a bit for each */
    uint16_t attributes; /* enum ir_function_attribute, of what a shell gives */
};

/* The intrinsic of that name; NULL if it is the name of none, which begins with "llvm.", or "smmra." of a shell. */
const struct ir_intrinsic *ir_find_intrinsic(struct mmra_string name);

/* Whether LLVM declares it. */
static inline bool ir_is_of_llvm(const struct ir_intrinsic *intrinsic) {
    return intrinsic && !(intrinsic->flags & IR_INTRINSIC_SHELL);
}

/* Whether its last operand is a scope; NULL is none. */
static inline bool ir_takes_scope(const struct ir_intrinsic *intrinsic) {
    return intrinsic && (intrinsic->family == IR_FAMILY_AV_LOAD || intrinsic->family == IR_FAMILY_AV_STORE ||
                         intrinsic->family == IR_FAMILY_MAKE);
}

/* The intrinsic that an instruction calls, or NULL. */
static inline const struct ir_intrinsic *ir_called_intrinsic(const struct ir_module *module,
                                                             const struct ir_instruction *instruction) {
    if (instruction->opcode != IR_CALL || !instruction->operand_count)
        return NULL;
    const struct ir_value_info *callee = &module->values[module->operands[instruction->operands]];
    return callee->kind == IR_VALUE_FUNCTION ? module->functions[callee->index].intrinsic : NULL;
}

/* The intrinsic that made a value of IR_SCOPE_TYPE; NULL for any other value. */
static inline const struct ir_intrinsic *ir_maker_of_scope(const struct ir_module *module,
                                                           const struct ir_value_info *value) {
    const struct ir_intrinsic *maker =
        value->kind == IR_VALUE_INSTRUCTION ? ir_called_intrinsic(module, &module->instructions[value->index]) : NULL;
    return maker && maker->family == IR_FAMILY_SCOPE ? maker : NULL;
}

/* ---- cache policies: the last operand of an access to texels ---- */

enum {
    IR_POLICY_GLC = 1,
    IR_POLICY_SLC = 2, /* no more than a hint */
    IR_POLICY_DLC = 4,
    IR_POLICY_DEVICE = 16 /* coherent in the device: sc1 of gfx940, SCOPE_DEV of gfx12 */
};
#define IR_POLICY_VOLATILE UINT32_C(0x80000000) /* coherent in the whole system, on every processor */

#endif
