/* The opcodes and integer predicates of IR: each is one row. */
#ifndef MMRA_IR_ROWS_H
#define MMRA_IR_ROWS_H

/* A row has an opcode, its spelling, how it is written after that, and the flags that may be written. A letter stands
 * for each part; after '=' stands which type the result has.
 *
 *     a  an operand with its type         t  the result's type       s  scope and ordering, of what is atomic
 *     n  the same after a comma          u  the accessed type       f  the ordering of a failure
 *     v  one of the first one's type      >  "to", the result's type l  the alignment, if any
 *     g  indexes: operands with types     p  a predicate             o  none, or two blocks
 *     i  indexes: plain numbers           r  the operation           m  a mask, which is spelled out
 *     x  values, and from which blocks
 *
 *     0, 1  that of the first or second operand     t  the one that is written, or found by indexes
 *     b  i1, or as many as the first operand has    e  of an element of the first operand
 *     h  so many elements as the mask has           c  { the last operand's, i1 }
 *
 * Capital letters are forms of their own.
 *
 * The last column says which types fit, in the words of ir_operand_types.c. */
#define IR_OPCODE_ROWS(ROW)                                                                                            \
    /* operand 0 is an IR_VALUE_TEXT, all that is printed; further operands are the values it names */                 \
    ROW(OPAQUE, "", "T", 0, RULE(0, 0, ANY, NULL, 0))                                                                  \
    /* unary and binary: operands of one type */                                                                       \
    ROW(FNEG, "fneg", "a=0", IR_FAST_MATH, RULE(ALIKE, 1, FLOATS, NULL, 0))                                            \
    ROW(ADD, "add", "av=0", IR_NUW | IR_NSW, BINARY(INTEGERS))                                                         \
    ROW(SUB, "sub", "av=0", IR_NUW | IR_NSW, BINARY(INTEGERS))                                                         \
    ROW(MUL, "mul", "av=0", IR_NUW | IR_NSW, BINARY(INTEGERS))                                                         \
    ROW(UDIV, "udiv", "av=0", IR_EXACT, BINARY(INTEGERS))                                                              \
    ROW(SDIV, "sdiv", "av=0", IR_EXACT, BINARY(INTEGERS))                                                              \
    ROW(UREM, "urem", "av=0", 0, BINARY(INTEGERS))                                                                     \
    ROW(SREM, "srem", "av=0", 0, BINARY(INTEGERS))                                                                     \
    ROW(SHL, "shl", "av=0", IR_NUW | IR_NSW, BINARY(INTEGERS))                                                         \
    ROW(LSHR, "lshr", "av=0", IR_EXACT, BINARY(INTEGERS))                                                              \
    ROW(ASHR, "ashr", "av=0", IR_EXACT, BINARY(INTEGERS))                                                              \
    ROW(AND, "and", "av=0", 0, BINARY(INTEGERS))                                                                       \
    ROW(OR, "or", "av=0", IR_DISJOINT, BINARY(INTEGERS))                                                               \
    ROW(XOR, "xor", "av=0", 0, BINARY(INTEGERS))                                                                       \
    ROW(FADD, "fadd", "av=0", IR_FAST_MATH, BINARY(FLOATS))                                                            \
    ROW(FSUB, "fsub", "av=0", IR_FAST_MATH, BINARY(FLOATS))                                                            \
    ROW(FMUL, "fmul", "av=0", IR_FAST_MATH, BINARY(FLOATS))                                                            \
    ROW(FDIV, "fdiv", "av=0", IR_FAST_MATH, BINARY(FLOATS))                                                            \
    ROW(FREM, "frem", "av=0", IR_FAST_MATH, BINARY(FLOATS))                                                            \
    /* casts: operand 0 to `type` */                                                                                   \
    ROW(TRUNC, "trunc", "a>=t", IR_NUW | IR_NSW, CAST(INTEGERS, INTEGERS, NARROWER))                                   \
    ROW(ZEXT, "zext", "a>=t", IR_NNEG, CAST(INTEGERS, INTEGERS, WIDER))                                                \
    ROW(SEXT, "sext", "a>=t", 0, CAST(INTEGERS, INTEGERS, WIDER))                                                      \
    ROW(FPTOUI, "fptoui", "a>=t", 0, CAST(INTEGERS, FLOATS, 0))                                                        \
    ROW(FPTOSI, "fptosi", "a>=t", 0, CAST(INTEGERS, FLOATS, 0))                                                        \
    ROW(UITOFP, "uitofp", "a>=t", IR_NNEG, CAST(FLOATS, INTEGERS, 0))                                                  \
    ROW(SITOFP, "sitofp", "a>=t", 0, CAST(FLOATS, INTEGERS, 0))                                                        \
    ROW(FPTRUNC, "fptrunc", "a>=t", IR_FAST_MATH, CAST(FLOATS, FLOATS, NARROWER))                                      \
    ROW(FPEXT, "fpext", "a>=t", IR_FAST_MATH, CAST(FLOATS, FLOATS, WIDER))                                             \
    ROW(PTRTOINT, "ptrtoint", "a>=t", 0, CAST(INTEGERS, ADDRESSES, 0))                                                 \
    ROW(INTTOPTR, "inttoptr", "a>=t", 0, CAST(ADDRESSES, INTEGERS, 0))                                                 \
    ROW(BITCAST, "bitcast", "a>=t", 0, RULE(0, 1, AGGREGATE | NOTHING, misfit_of_bitcast, AGGREGATE | NOTHING))        \
    ROW(ADDRSPACECAST, "addrspacecast", "a>=t", 0, RULE(AS_MANY, 1, ADDRESSES, misfit_of_addrspacecast, ADDRESSES))    \
    ROW(FREEZE, "freeze", "a=0", 0, RULE(ALIKE, 1, VALUES, NULL, 0))                                                   \
    /* comparisons: `detail` is an enum ir_integer_predicate or ir_float_predicate */                                  \
    ROW(ICMP, "icmp", "pav=b", IR_SAMESIGN, RULE(FIRST_TWO | AS_MANY, 2, TRUTHS, NULL, NUMBERS_OR_ADDRESSES, ANY))     \
    ROW(FCMP, "fcmp", "pav=b", IR_FAST_MATH, RULE(FIRST_TWO | AS_MANY, 2, TRUTHS, NULL, FLOATS, ANY))                  \
    ROW(SELECT, "select", "ann=1", IR_FAST_MATH, RULE(LAST_TWO, 3, VALUES, misfit_of_select, TRUTHS, ANY, ANY))        \
    /* operands: value, block, value, block, ... */                                                                    \
    ROW(PHI, "phi", "tx=t", IR_FAST_MATH, RULE(0, 0, VALUES, misfit_of_phi, 0))                                        \
    /* vectors and aggregates */                                                                                       \
    ROW(EXTRACTELEMENT, "extractelement", "an=e", 0,                                                                   \
        RULE(0, 2, VALUES, misfit_of_extractelement, VECTORS, INTEGERS | ONE))                                         \
    ROW(INSERTELEMENT, "insertelement", "ann=0", 0,                                                                    \
        RULE(LIKE_FIRST, 3, VALUES, misfit_of_insertelement, VECTORS, ANY, INTEGERS | ONE))                            \
    /* operand 2 is a constant vector of i32 */                                                                        \
    ROW(SHUFFLEVECTOR, "shufflevector", "anm=h", 0,                                                                    \
        RULE(FIRST_TWO, 3, VALUES, misfit_of_shuffle, VECTORS, ANY, VECTORS | INTEGERS))                               \
    /* operand 0, then the indexes as plain numbers, not values */                                                     \
    ROW(EXTRACTVALUE, "extractvalue", "ai=t", 0, RULE(0, 1, ANY, misfit_of_extractvalue, ANY))                         \
    /* operands 0 and 1, then the indexes as plain numbers, not values */                                              \
    ROW(INSERTVALUE, "insertvalue", "ani=0", 0, RULE(LIKE_FIRST, 2, ANY, misfit_of_insertvalue, ANY))                  \
    /* memory */                                                                                                       \
    /* `accessed` is the allocated type; operand 0, if any, the count */                                               \
    ROW(ALLOCA, "alloca", "A", 0, RULE(0, 1, ADDRESSES | ONE, misfit_of_alloca, INTEGERS | ONE))                       \
    /* operand 0 the pointer */                                                                                        \
    ROW(LOAD, "load", "tnsl=t", IR_VOLATILE, RULE(0, 1, STORED, misfit_of_access, ADDRESSES | ONE))                    \
    /* operand 0 the value, 1 the pointer */                                                                           \
    ROW(STORE, "store", "ansl", IR_VOLATILE, RULE(0, 2, ANY, misfit_of_access, STORED, ADDRESSES | ONE))               \
    /* `accessed` is the source element type; operands pointer, indexes */                                             \
    ROW(GETELEMENTPTR, "getelementptr", "ung=t", IR_INBOUNDS | IR_NUSW | IR_NUW,                                       \
        RULE(0, 1, ADDRESSES, misfit_of_getelementptr, ADDRESSES))                                                     \
    /* `detail` an enum ir_rmw; operands pointer, value */                                                             \
    ROW(ATOMICRMW, "atomicrmw", "ransl=1", IR_VOLATILE, RULE(0, 2, ANY, misfit_of_atomicrmw, ADDRESSES | ONE, STORED)) \
    /* operands pointer, compared, new; type is { T, i1 } */                                                           \
    ROW(CMPXCHG, "cmpxchg", "annsfl=c", IR_WEAK | IR_VOLATILE,                                                         \
        RULE(0, 3, ANY, misfit_of_cmpxchg, ADDRESSES | ONE, NUMBERS_OR_ADDRESSES | ONE, ANY))                          \
    ROW(FENCE, "fence", "s", 0, RULE(0, 0, ANY, NULL, 0))                                                              \
    /* operand 0 the callee (function, value or IR_VALUE_TEXT for inline assembly), then the arguments */              \
    ROW(CALL, "call", "C", IR_FAST_MATH, RULE(0, 0, ANY, misfit_of_call, 0))                                           \
    /* terminators */                                                                                                  \
    /* operand 0 the block; or condition, block if true, block if false */                                             \
    ROW(BR, "br", "ao", 0, RULE(0, 0, ANY, misfit_of_br, 0))                                                           \
    /* value, default block, then constant, block, ... */                                                              \
    ROW(SWITCH, "switch", "S", 0, RULE(0, 1, ANY, misfit_of_switch, INTEGERS | ONE))                                   \
    /* operand 0, or none */                                                                                           \
    ROW(RET, "ret", "R", 0, RULE(0, 0, ANY, misfit_of_ret, 0))                                                         \
    ROW(UNREACHABLE, "unreachable", "", 0, RULE(0, 0, ANY, NULL, 0))                                                   \
    /* as IR_OPAQUE; the blocks among its operands are its successors */                                               \
    ROW(OPAQUE_TERMINATOR, "", "T", 0, RULE(0, 0, ANY, NULL, 0))

/* A row has a predicate, its spelling, and whether it holds for a and b, which as signed numbers are x and y. */
#define IR_INTEGER_PREDICATE_ROWS(ROW)                                                                                 \
    ROW(EQ, "eq", a == b)                                                                                              \
    ROW(NE, "ne", a != b)                                                                                              \
    ROW(UGT, "ugt", a > b)                                                                                             \
    ROW(UGE, "uge", a >= b)                                                                                            \
    ROW(ULT, "ult", a < b)                                                                                             \
    ROW(ULE, "ule", a <= b)                                                                                            \
    ROW(SGT, "sgt", x > y)                                                                                             \
    ROW(SGE, "sge", x >= y)                                                                                            \
    ROW(SLT, "slt", x < y)                                                                                             \
    ROW(SLE, "sle", x <= y)

#endif
