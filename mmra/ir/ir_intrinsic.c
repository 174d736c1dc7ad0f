#include "mmra/ir/ir_intrinsic.h"

enum {
    WHOLE = IR_INTRINSIC_WHOLE,
    CONVERGENT = IR_INTRINSIC_CONVERGENT,
    KEPT = IR_INTRINSIC_KEPT,
    READS = IR_INTRINSIC_READS,
    WRITES = IR_INTRINSIC_WRITES,
    BUFFER = IR_INTRINSIC_BUFFER,
    SHELL = IR_INTRINSIC_SHELL,
    BOTH = READS | WRITES
};
enum { R_DOCUMENT = 1 << IR_DOCUMENT, R_23 = 1 << IR_LLVM_23, R_24 = 1 << IR_LLVM_24, R_DRAFT = 1 << IR_DRAFT };

#define ROW(name, family, ...)    {name, sizeof(name) - 1, IR_FAMILY_##family, __VA_ARGS__}
#define AMDGCN(rest, family, ...) ROW(IR_NAME_AMDGCN rest, family, __VA_ARGS__)
#define OF_SHELL(rest, family, may)                                                                                    \
    ROW(IR_NAME_SHELL rest, family, SHELL | ((may) & IR_FUNCTION_CONVERGENT ? CONVERGENT : 0), 0, 0, 0, may)

/* The first row that fits says what an intrinsic is: flags, which of its family, revisions, constants. */
static const struct ir_intrinsic amdgcn_rows[] = {
    ROW(IR_NAME_BARRIER, WORKGROUP_BARRIER, WHOLE | CONVERGENT | KEPT),
    ROW(IR_NAME_BARRIER_SIGNAL, OTHER_BARRIER, WHOLE | CONVERGENT | KEPT),
    ROW(IR_NAME_BARRIER_WAIT, OTHER_BARRIER, WHOLE | CONVERGENT | KEPT),
    ROW(IR_NAME_BARRIER, OTHER_BARRIER, CONVERGENT),
    AMDGCN("ds.gws.", OTHER_BARRIER, CONVERGENT),
    ROW(IR_NAME_WAVE_BARRIER, WAVE_BARRIER, WHOLE | CONVERGENT | KEPT),
    ROW(IR_NAME_WORKITEM_ID_X, WORKITEM_ID, WHOLE, 0),
    ROW(IR_NAME_WORKITEM_ID_Y, WORKITEM_ID, WHOLE, 1),
    ROW(IR_NAME_WORKITEM_ID_Z, WORKITEM_ID, WHOLE, 2),
    ROW(IR_NAME_WORKGROUP_ID_X, WORKGROUP_ID, WHOLE, 0),
    ROW(IR_NAME_WORKGROUP_ID_Y, WORKGROUP_ID, WHOLE, 1),
    ROW(IR_NAME_WORKGROUP_ID_Z, WORKGROUP_ID, WHOLE, 2),
    ROW(IR_NAME_WAVE_SIZE, WAVE_SIZE, WHOLE),
    ROW(IR_NAME_IMPLICIT_ARGUMENTS, IMPLICIT_ARGUMENTS, WHOLE),
    ROW(IR_NAME_COUNT_BELOW_LOW, COUNT_BELOW, 0, 0),
    ROW(IR_NAME_COUNT_BELOW_HIGH, COUNT_BELOW, 0, 1),
    ROW(IR_NAME_AV_GLOBAL_LOAD "128", AV_LOAD, READS, 0, R_DOCUMENT),
    ROW(IR_NAME_AV_GLOBAL_STORE "128", AV_STORE, WRITES, 0, R_DOCUMENT),
    ROW(IR_NAME_AV_LOAD "128", AV_LOAD, READS, 0, R_23 | R_24 | R_DRAFT),
    ROW(IR_NAME_AV_STORE "128", AV_STORE, WRITES, 0, R_23 | R_24 | R_DRAFT),
    ROW(IR_NAME_AV_LOAD, AV_LOAD, READS, 0, R_24 | R_DRAFT),
    ROW(IR_NAME_AV_STORE, AV_STORE, WRITES, 0, R_24 | R_DRAFT),
    ROW(IR_NAME_AV, AV_UNKNOWN, 0),
    ROW(IR_NAME_LOAD_VISIBLE "128", AV_LOAD, WHOLE | READS, 0, R_DRAFT),
    ROW(IR_NAME_STORE_AVAILABLE "128", AV_STORE, WHOLE | WRITES, 0, R_DRAFT),
    ROW(IR_NAME_SCOPE "system", SCOPE, WHOLE, MMRA_SCOPE_SYSTEM, R_DRAFT),
    ROW(IR_NAME_SCOPE "agent", SCOPE, WHOLE, MMRA_SCOPE_AGENT, R_DRAFT),
    ROW(IR_NAME_SCOPE "cluster", SCOPE, WHOLE, MMRA_SCOPE_CLUSTER, R_DRAFT),
    ROW(IR_NAME_SCOPE "workgroup", SCOPE, WHOLE, MMRA_SCOPE_WORKGROUP, R_DRAFT),
    ROW(IR_NAME_SCOPE "wavefront", SCOPE, WHOLE, MMRA_SCOPE_WAVEFRONT, R_DRAFT),
    ROW(IR_NAME_SCOPE "singlethread", SCOPE, WHOLE, MMRA_SCOPE_SINGLETHREAD, R_DRAFT),
    ROW(IR_NAME_MAKE_AVAILABLE, MAKE, WHOLE | KEPT, 0, R_DRAFT),
    ROW(IR_NAME_MAKE_VISIBLE, MAKE, WHOLE | KEPT, 1, R_DRAFT),
    ROW(IR_NAME_MAKE_PTR_AVAILABLE, MAKE, KEPT, 0, R_DRAFT),
    ROW(IR_NAME_MAKE_PTR_VISIBLE, MAKE, KEPT, 1, R_DRAFT),
    ROW(IR_NAME_BALLOT, LANES, CONVERGENT),
    ROW(IR_NAME_READ_LANE, LANES, CONVERGENT),
    ROW(IR_NAME_READ_FIRST_LANE, LANES, CONVERGENT),
    ROW(IR_NAME_WAVE_SHUFFLE, LANES, CONVERGENT),
    ROW(IR_NAME_WMMA "i32.16x16x16.iu8", LANES, CONVERGENT, 0, 0, 1 | 1 << 2 | 1 << 5),
    ROW(IR_NAME_WMMA "f16.16x16x16.f16", LANES, CONVERGENT, 0, 0, 1 << 3),
    ROW(IR_NAME_WMMA "bf16.16x16x16.bf16", LANES, CONVERGENT, 0, 0, 1 << 3),
    ROW(IR_NAME_WMMA, LANES, CONVERGENT),
    ROW(IR_NAME_MFMA, LANES, CONVERGENT, 0, 0, 7 << 3),
    AMDGCN("writelane", LANES, CONVERGENT),
    AMDGCN("icmp", LANES, CONVERGENT),
    AMDGCN("fcmp", LANES, CONVERGENT),
    AMDGCN("update.dpp", LANES, CONVERGENT, 0, 0, 15 << 2),
    ROW(IR_NAME_PERMUTE, LANES, CONVERGENT, 0, 0, 15 << 1),
    ROW(IR_NAME_SWIZZLE, LANES, CONVERGENT, 0, 0, 1 << 1),
    ROW(IR_NAME_PERMUTE_BY_PLACE, LANES, CONVERGENT),
    AMDGCN("ds.permute", LANES, CONVERGENT),
    AMDGCN("permlane", LANES, CONVERGENT),
    ROW(IR_NAME_WAVE_REDUCE, LANES, CONVERGENT, 0, 0, 1 << 1),
    ROW(IR_NAME_STRICT, LANES, CONVERGENT),
    ROW(IR_NAME_SET_INACTIVE, LANES, CONVERGENT),
    AMDGCN("inverse.ballot", LANES, CONVERGENT),
    AMDGCN("wqm.vote", LANES, CONVERGENT),
    AMDGCN("init.exec", LANES, CONVERGENT),
    ROW(IR_NAME_IMAGE_LOAD, TEXEL_LOAD, READS),
    ROW(IR_NAME_IMAGE_STORE, TEXEL_STORE, WRITES),
    ROW(IR_NAME_IMAGE_ATOMIC, TEXEL_ATOMIC, BOTH),
    /* with a level of detail or gradients; others take differences between lanes */
    ROW(IR_NAME_IMAGE_SAMPLE ".lz", TEXEL_READ, READS),
    ROW(IR_NAME_IMAGE_SAMPLE ".l.", TEXEL_READ, READS),
    ROW(IR_NAME_IMAGE_SAMPLE ".d.", TEXEL_READ, READS),
    ROW(IR_NAME_IMAGE_SAMPLE ".c.lz", TEXEL_READ, READS),
    ROW(IR_NAME_IMAGE_SAMPLE ".c.l.", TEXEL_READ, READS),
    ROW(IR_NAME_IMAGE_SAMPLE ".c.d.", TEXEL_READ, READS),
    ROW(IR_NAME_IMAGE_SAMPLE, TEXEL_READ, CONVERGENT | READS),
    ROW(IR_NAME_IMAGE_GATHER, TEXEL_READ, READS),
    ROW(IR_NAME_IMAGE_SIZE, TEXEL_SIZE, 0),
    ROW(IR_NAME_IMAGE_LEVEL, TEXEL_SIZE, CONVERGENT),
    ROW(IR_NAME_IMAGE, TEXEL_OTHER, READS),
    ROW(IR_NAME_BUFFER_LOAD, TEXEL_LOAD, BUFFER | READS, 0, 0, 1 << 4),
    ROW(IR_NAME_BUFFER_STORE, TEXEL_STORE, BUFFER | WRITES, 0, 0, 1 << 5),
    ROW(IR_NAME_BUFFER_ATOMIC, TEXEL_ATOMIC, BUFFER | BOTH),
    AMDGCN("struct.buffer.load", TEXEL_READ, BUFFER | READS, 0, 0, 1 << 4),
    AMDGCN("struct.buffer.store", TEXEL_OTHER, BUFFER | WRITES, 0, 0, 1 << 5),
    AMDGCN("struct.ptr.buffer.load", MEMORY, BOTH, 0, 0, 1 << 4),
    AMDGCN("struct.ptr.buffer.store", MEMORY, BOTH, 0, 0, 1 << 5),
    AMDGCN("struct.", MEMORY, BOTH),
    AMDGCN("raw.buffer.load", MEMORY, BOTH, 0, 0, 1 << 3),
    AMDGCN("raw.buffer.store", MEMORY, BOTH, 0, 0, 1 << 4),
    AMDGCN("raw.ptr.buffer.load", MEMORY, BOTH, 0, 0, 1 << 3),
    ROW(IR_NAME_RESOURCE_LOAD, RESOURCE_LOAD, READS, 0, 0, 1 << 3),
    ROW(IR_NAME_RESOURCE_STORE, RESOURCE_STORE, WRITES, 0, 0, 1 << 4),
    ROW(IR_NAME_RESOURCE_ATOMIC, RESOURCE_ATOMIC, BOTH),
    ROW(IR_NAME_SCALAR_LOAD, HARMLESS, 0, 0, 0, 1 << 2),
    AMDGCN("raw.", MEMORY, BOTH),
    AMDGCN("global.", MEMORY, BOTH),
    AMDGCN("flat.", MEMORY, BOTH),
    AMDGCN("ds.", MEMORY, BOTH),
    AMDGCN("s.sleep", HARMLESS, 0, 0, 0, 1 << 0),
    ROW(IR_NAME_WAIT, HARMLESS, 0, 0, 0, 1 << 0),
    AMDGCN("s.setprio", HARMLESS, 0, 0, 0, 1 << 0),
    AMDGCN("", HARMLESS, 0),
};

static const struct ir_intrinsic other_rows[] = {
    ROW("llvm.umin.", CHOICE, 0, IR_ULT),
    ROW("llvm.umax.", CHOICE, 0, IR_UGT),
    ROW("llvm.smin.", CHOICE, 0, IR_SLT),
    ROW("llvm.smax.", CHOICE, 0, IR_SGT),
    ROW("llvm.abs.", HARMLESS, 0, 0, 0, 1 << 1),
    ROW("llvm.ctlz.", HARMLESS, 0, 0, 0, 1 << 1),
    ROW("llvm.cttz.", HARMLESS, 0, 0, 0, 1 << 1),
    ROW("llvm.is.fpclass.", HARMLESS, 0, 0, 0, 1 << 1),
    ROW("llvm.memcpy.p", MEMORY, BOTH, 0, 0, 1 << 3),
    ROW("llvm.memmove.p", MEMORY, BOTH, 0, 0, 1 << 3),
    ROW("llvm.memset.p", MEMORY, BOTH, 0, 0, 1 << 3),
    ROW("llvm.mem", MEMORY, BOTH),
    ROW("llvm.masked.", MEMORY, BOTH),
    ROW("llvm.experimental.convergence.", CONVERGENCE, CONVERGENT),
    ROW("llvm.assume", NO_OPERATION, 0),
    ROW("llvm.donothing", NO_OPERATION, 0),
    ROW("llvm.lifetime.", NO_OPERATION, 0),
    ROW("llvm.", HARMLESS, 0),
};

enum {
    MAY_ANYTHING = IR_FUNCTION_NOUNWIND,
    IN_STEP = IR_FUNCTION_NOUNWIND | IR_FUNCTION_CONVERGENT,
    OWN = IR_FUNCTION_NOUNWIND | IR_FUNCTION_OWN_MEMORY,
    VALUE = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN
};

/* The contract of each is in docs/guide/stages.md, "What the shell gives". */
static const struct ir_intrinsic shell_rows[] = {
    OF_SHELL("interpolate.at.", HARMLESS, VALUE | IR_FUNCTION_CONVERGENT | IR_FUNCTION_READNONE),
    OF_SHELL("load.vertex.", HARMLESS, VALUE | IR_FUNCTION_READS_OWN_MEMORY),
    OF_SHELL("emit.vertex", HARMLESS, OWN),
    OF_SHELL("end.primitive", HARMLESS, OWN),
    OF_SHELL("set.mesh.outputs", HARMLESS, OWN | IR_FUNCTION_CONVERGENT),
    OF_SHELL("emit.mesh.tasks", SHELL_CALL, IN_STEP),
    OF_SHELL("interlock.", SHELL_CALL, IN_STEP),
    OF_SHELL("ray.ignore.intersection", HARMLESS, OWN),
    OF_SHELL("ray.terminate", HARMLESS, OWN),
    OF_SHELL("ray.t.max", HARMLESS, VALUE | IR_FUNCTION_READS_OWN_MEMORY),
    OF_SHELL("ray.query.initialize", HARMLESS, IR_FUNCTION_NOUNWIND | IR_FUNCTION_OBJECT),
    OF_SHELL("ray.query.terminate", HARMLESS, IR_FUNCTION_NOUNWIND | IR_FUNCTION_OBJECT),
    OF_SHELL("ray.query.generate.", HARMLESS, IR_FUNCTION_NOUNWIND | IR_FUNCTION_OBJECT),
    OF_SHELL("ray.query.confirm.", HARMLESS, IR_FUNCTION_NOUNWIND | IR_FUNCTION_OBJECT),
    OF_SHELL("ray.query.proceed", HARMLESS, IR_FUNCTION_NOUNWIND | IR_FUNCTION_OBJECT),
    OF_SHELL("ray.query.", HARMLESS, VALUE | IR_FUNCTION_READS_OBJECT),
    OF_SHELL("", SHELL_CALL, MAY_ANYTHING),
};

static const struct ir_intrinsic *first_that_fits(const struct ir_intrinsic *row, struct mmra_string name,
                                                  uint32_t known) {
    for (;; row++) {
        if (row->length > name.length || (row->flags & WHOLE && row->length != name.length))
            continue;
        if (row->name[row->length - 1] == name.bytes[row->length - 1] && /* soon seen, of most rows */
            memcmp(row->name + known, name.bytes + known, row->length - known) == 0)
            return row;
    }
}

const struct ir_intrinsic *ir_find_intrinsic(struct mmra_string name) {
    enum { LLVM = sizeof "llvm." - 1, OF_AMDGCN = sizeof IR_NAME_AMDGCN - 1, OF_SHELLS = sizeof IR_NAME_SHELL - 1 };
    if (name.length >= OF_SHELLS && memcmp(name.bytes, IR_NAME_SHELL, OF_SHELLS) == 0)
        return first_that_fits(shell_rows, name, OF_SHELLS);
    if (name.length < LLVM || memcmp(name.bytes, "llvm.", LLVM) != 0)
        return NULL;
    if (name.length < OF_AMDGCN || memcmp(name.bytes, IR_NAME_AMDGCN, OF_AMDGCN) != 0)
        return first_that_fits(other_rows, name, LLVM); /* the last row of each table fits all */
    return first_that_fits(amdgcn_rows, name, OF_AMDGCN);
}
