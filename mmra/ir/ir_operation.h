/* The parts of an operation of LLVM IR: opcodes, predicates, read-modify-writes, orderings, flags. Programs and
 * the memory map have the same operations, and need nothing else of IR (ir.h). */
#ifndef MMRA_IR_OPERATION_H
#define MMRA_IR_OPERATION_H

#include <stdbool.h>

#include "mmra/base/modify.h"
#include "mmra/ir/ir_rows.h"

/* From BR on they are terminators. */
#define IR_OPCODE_NAME(name, ...) IR_##name,
enum ir_opcode { IR_OPCODE_ROWS(IR_OPCODE_NAME) IR_OPCODE_COUNT };

enum ir_integer_predicate { IR_INTEGER_PREDICATE_ROWS(IR_OPCODE_NAME) IR_INTEGER_PREDICATE_COUNT };
#undef IR_OPCODE_NAME

/* A predicate is the set of orders in which it holds (mmra/base/bits.h). */
enum ir_float_predicate {
    IR_FALSE,
    IR_OEQ,
    IR_OGT,
    IR_OGE,
    IR_OLT,
    IR_OLE,
    IR_ONE,
    IR_ORD,
    IR_UNO,
    IR_UEQ,
    IR_FUGT,
    IR_FUGE,
    IR_FULT,
    IR_FULE,
    IR_UNE,
    IR_TRUE,
    IR_FLOAT_PREDICATE_COUNT
};

#define IR_RMW_NAME(name, word, result) IR_RMW_##name,
enum ir_rmw {
    MMRA_MODIFICATIONS(IR_RMW_NAME) /* of integers: mmra/base/modify.h */
    IR_RMW_FADD,
    IR_RMW_FSUB,
    IR_RMW_FMAX,
    IR_RMW_FMIN,
    IR_RMW_USUB_COND,
    IR_RMW_USUB_SAT,
    IR_RMW_FMAXIMUM,
    IR_RMW_FMINIMUM,
    IR_RMW_COUNT
};
#undef IR_RMW_NAME

enum ir_ordering {
    IR_NOT_ATOMIC,
    IR_UNORDERED,
    IR_MONOTONIC,
    IR_ACQUIRE,
    IR_RELEASE,
    IR_ACQ_REL,
    IR_SEQ_CST,
    IR_ORDERING_COUNT
};

static inline bool ir_ordering_acquires(enum ir_ordering ordering) {
    return ordering == IR_ACQUIRE || ordering >= IR_ACQ_REL;
}

static inline bool ir_ordering_releases(enum ir_ordering ordering) {
    return ordering >= IR_RELEASE;
}

enum ir_flag {
    IR_VOLATILE = 1 << 0,
    IR_NUW = 1 << 1,
    IR_NSW = 1 << 2,
    IR_EXACT = 1 << 3,
    IR_INBOUNDS = 1 << 4,
    IR_CONVERGENT = 1 << 5,        /* of a call: prints the attribute at the call site */
    IR_ONE_ADDRESS_SPACE = 1 << 6, /* the scope has the suffix -one-as */
    IR_WEAK = 1 << 7,              /* of cmpxchg */
    /* fast-math */
    IR_NNAN = 1 << 8,
    IR_NINF = 1 << 9,
    IR_NSZ = 1 << 10,
    IR_ARCP = 1 << 11,
    IR_CONTRACT = 1 << 12,
    IR_AFN = 1 << 13,
    IR_REASSOC = 1 << 14,
    IR_FAST_MATH = IR_NNAN | IR_NINF | IR_NSZ | IR_ARCP | IR_CONTRACT | IR_AFN | IR_REASSOC,
    IR_NNEG = 1 << 15,     /* of zext, uitofp */
    IR_DISJOINT = 1 << 16, /* of or */
    IR_SAMESIGN = 1 << 17, /* of icmp */
    IR_NUSW = 1 << 18,     /* of getelementptr; inbounds implies it */
    IR_TAIL = 1 << 19,
    IR_MUSTTAIL = 1 << 20,
    IR_NOTAIL = 1 << 21, /* of call */
    IR_TOKEN = 1 << 22,  /* of a call that was built: the last operand is the token of its "convergencectrl" bundle */
    IR_NODUPLICATE = 1 << 23,  /* of a call that was built: prints the attribute */
    IR_COHERENT = 1 << 25,     /* of a call that was built: coherent in the device, though its cache policy may be 0 */
    IR_FORWARDS_REST = 1 << 24 /* of a musttail call that was parsed: its last argument is "..." */
};

/* Metadata kinds without operands that an instruction may carry in addition to !mmra. */
enum ir_annotation {
    IR_THREAD_PRIVATE = 1 << 0,         /* !thread.private !{} */
    IR_NONTEMPORAL = 1 << 1,            /* !nontemporal !{i32 1} */
    IR_INVARIANT_LOAD = 1 << 2,         /* !invariant.load !{} */
    IR_NO_FINE_GRAINED_MEMORY = 1 << 3, /* !amdgpu.no.fine.grained.memory !{} */
    IR_NO_REMOTE_MEMORY = 1 << 4,       /* !amdgpu.no.remote.memory !{} */
    IR_ANNOTATIONS = 1 << 5             /* combinations of them */
};

#endif
