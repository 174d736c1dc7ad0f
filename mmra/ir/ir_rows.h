/* The opcodes and integer predicates of IR: each is one row. */
#ifndef MMRA_IR_ROWS_H
#define MMRA_IR_ROWS_H

/* A row has an opcode, its spelling, the form in which it is written (enum ir_form), how many operands it has where the
 * form has a fixed number, and the flags that may be written. */
#define IR_OPCODE_ROWS(ROW)                                                                                            \
    /* operand 0 is an IR_VALUE_TEXT, all that is printed; further operands are the values it names */                 \
    ROW(OPAQUE, "", TEXT, 0, 0)                                                                                        \
    /* unary and binary: operands of one type */                                                                       \
    ROW(FNEG, "fneg", LIKE, 1, IR_FAST_MATH)                                                                           \
    ROW(ADD, "add", LIKE, 2, IR_NUW | IR_NSW)                                                                          \
    ROW(SUB, "sub", LIKE, 2, IR_NUW | IR_NSW)                                                                          \
    ROW(MUL, "mul", LIKE, 2, IR_NUW | IR_NSW)                                                                          \
    ROW(UDIV, "udiv", LIKE, 2, IR_EXACT)                                                                               \
    ROW(SDIV, "sdiv", LIKE, 2, IR_EXACT)                                                                               \
    ROW(UREM, "urem", LIKE, 2, 0)                                                                                      \
    ROW(SREM, "srem", LIKE, 2, 0)                                                                                      \
    ROW(SHL, "shl", LIKE, 2, IR_NUW | IR_NSW)                                                                          \
    ROW(LSHR, "lshr", LIKE, 2, IR_EXACT)                                                                               \
    ROW(ASHR, "ashr", LIKE, 2, IR_EXACT)                                                                               \
    ROW(AND, "and", LIKE, 2, 0)                                                                                        \
    ROW(OR, "or", LIKE, 2, IR_DISJOINT)                                                                                \
    ROW(XOR, "xor", LIKE, 2, 0)                                                                                        \
    ROW(FADD, "fadd", LIKE, 2, IR_FAST_MATH)                                                                           \
    ROW(FSUB, "fsub", LIKE, 2, IR_FAST_MATH)                                                                           \
    ROW(FMUL, "fmul", LIKE, 2, IR_FAST_MATH)                                                                           \
    ROW(FDIV, "fdiv", LIKE, 2, IR_FAST_MATH)                                                                           \
    ROW(FREM, "frem", LIKE, 2, IR_FAST_MATH)                                                                           \
    /* casts: operand 0 to `type` */                                                                                   \
    ROW(TRUNC, "trunc", CAST, 1, IR_NUW | IR_NSW)                                                                      \
    ROW(ZEXT, "zext", CAST, 1, IR_NNEG)                                                                                \
    ROW(SEXT, "sext", CAST, 1, 0)                                                                                      \
    ROW(FPTOUI, "fptoui", CAST, 1, 0)                                                                                  \
    ROW(FPTOSI, "fptosi", CAST, 1, 0)                                                                                  \
    ROW(UITOFP, "uitofp", CAST, 1, IR_NNEG)                                                                            \
    ROW(SITOFP, "sitofp", CAST, 1, 0)                                                                                  \
    ROW(FPTRUNC, "fptrunc", CAST, 1, IR_FAST_MATH)                                                                     \
    ROW(FPEXT, "fpext", CAST, 1, IR_FAST_MATH)                                                                         \
    ROW(PTRTOINT, "ptrtoint", CAST, 1, 0)                                                                              \
    ROW(INTTOPTR, "inttoptr", CAST, 1, 0)                                                                              \
    ROW(BITCAST, "bitcast", CAST, 1, 0)                                                                                \
    ROW(ADDRSPACECAST, "addrspacecast", CAST, 1, 0)                                                                    \
    ROW(FREEZE, "freeze", LIKE, 1, 0)                                                                                  \
    /* comparisons: `detail` is an enum ir_integer_predicate or ir_float_predicate */                                  \
    ROW(ICMP, "icmp", COMPARISON, 2, IR_SAMESIGN)                                                                      \
    ROW(FCMP, "fcmp", COMPARISON, 2, IR_FAST_MATH)                                                                     \
    ROW(SELECT, "select", TYPED, 3, IR_FAST_MATH)                                                                      \
    ROW(PHI, "phi", PHI, 0, IR_FAST_MATH) /* operands: value, block, value, block, ... */                              \
    /* vectors and aggregates */                                                                                       \
    ROW(EXTRACTELEMENT, "extractelement", TYPED, 2, 0)                                                                 \
    ROW(INSERTELEMENT, "insertelement", TYPED, 3, 0)                                                                   \
    ROW(SHUFFLEVECTOR, "shufflevector", SHUFFLE, 3, 0) /* operand 2 is a constant vector of i32 */                     \
    /* operand 0, then the indexes as plain numbers, not values */                                                     \
    ROW(EXTRACTVALUE, "extractvalue", EXTRACT_VALUE, 1, 0)                                                             \
    /* operands 0 and 1, then the indexes as plain numbers, not values */                                              \
    ROW(INSERTVALUE, "insertvalue", INSERT_VALUE, 2, 0)                                                                \
    /* memory */                                                                                                       \
    ROW(ALLOCA, "alloca", ALLOCA, 0, 0)        /* `accessed` is the allocated type; operand 0, if any, the count */    \
    ROW(LOAD, "load", LOAD, 1, IR_VOLATILE)    /* operand 0 the pointer */                                             \
    ROW(STORE, "store", STORE, 2, IR_VOLATILE) /* operand 0 the value, 1 the pointer */                                \
    /* `accessed` is the source element type; operands pointer, indexes */                                             \
    ROW(GETELEMENTPTR, "getelementptr", GETELEMENTPTR, 0, IR_INBOUNDS | IR_NUSW | IR_NUW)                              \
    /* `detail` an enum ir_rmw; operands pointer, value */                                                             \
    ROW(ATOMICRMW, "atomicrmw", ATOMICRMW, 2, IR_VOLATILE)                                                             \
    /* operands pointer, compared, new; type is { T, i1 } */                                                           \
    ROW(CMPXCHG, "cmpxchg", CMPXCHG, 3, IR_WEAK | IR_VOLATILE)                                                         \
    ROW(FENCE, "fence", FENCE, 0, 0)                                                                                   \
    /* operand 0 the callee (function, value or IR_VALUE_TEXT for inline assembly), then the arguments */              \
    ROW(CALL, "call", CALL, 0, IR_FAST_MATH)                                                                           \
    /* terminators */                                                                                                  \
    ROW(BR, "br", TYPED, 0, 0)          /* operand 0 the block; or condition, block if true, block if false */         \
    ROW(SWITCH, "switch", SWITCH, 0, 0) /* value, default block, then constant, block, ... */                          \
    ROW(RET, "ret", RET, 0, 0)          /* operand 0, or none */                                                       \
    ROW(UNREACHABLE, "unreachable", TYPED, 0, 0)                                                                       \
    /* as IR_OPAQUE; the blocks among its operands are its successors */                                               \
    ROW(OPAQUE_TERMINATOR, "", TEXT, 0, 0)

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
