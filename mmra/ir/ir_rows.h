/* The opcodes and integer predicates of IR: each is one row. */
#ifndef MMRA_IR_ROWS_H
#define MMRA_IR_ROWS_H

/* A row has an opcode, its spelling, how it is written behind that, and the flags that may be written. A letter stands
 * for each part, a comma for itself; behind '=' stands which type the result has.
 *
 *     a  an operand with its type         t  the result's type       s  scope and ordering, of what is atomic
 *     v  one of the first one's type      u  the accessed type       f  the ordering of a failure
 *     g  indexes: operands with types     >  the word "to"           l  the alignment, if any
 *     i  indexes: plain numbers           p  a predicate             o  none, or two blocks
 *     x  values, and from which blocks    r  the operation           m  a mask, which is spelled out
 *
 *     0, 1  that of the first or second operand     t  the one that is written, or found by indexes
 *     b  i1, or as many as the first operand has    e  of an element of the first operand
 *     h  so many elements as the mask has           c  { the last operand's, i1 }
 *
 * Capital letters are forms of their own. */
#define IR_OPCODE_ROWS(ROW)                                                                                            \
    /* operand 0 is an IR_VALUE_TEXT, all that is printed; further operands are the values it names */                 \
    ROW(OPAQUE, "", "T", 0)                                                                                            \
    /* unary and binary: operands of one type */                                                                       \
    ROW(FNEG, "fneg", "a=0", IR_FAST_MATH)                                                                             \
    ROW(ADD, "add", "a,v=0", IR_NUW | IR_NSW)                                                                          \
    ROW(SUB, "sub", "a,v=0", IR_NUW | IR_NSW)                                                                          \
    ROW(MUL, "mul", "a,v=0", IR_NUW | IR_NSW)                                                                          \
    ROW(UDIV, "udiv", "a,v=0", IR_EXACT)                                                                               \
    ROW(SDIV, "sdiv", "a,v=0", IR_EXACT)                                                                               \
    ROW(UREM, "urem", "a,v=0", 0)                                                                                      \
    ROW(SREM, "srem", "a,v=0", 0)                                                                                      \
    ROW(SHL, "shl", "a,v=0", IR_NUW | IR_NSW)                                                                          \
    ROW(LSHR, "lshr", "a,v=0", IR_EXACT)                                                                               \
    ROW(ASHR, "ashr", "a,v=0", IR_EXACT)                                                                               \
    ROW(AND, "and", "a,v=0", 0)                                                                                        \
    ROW(OR, "or", "a,v=0", IR_DISJOINT)                                                                                \
    ROW(XOR, "xor", "a,v=0", 0)                                                                                        \
    ROW(FADD, "fadd", "a,v=0", IR_FAST_MATH)                                                                           \
    ROW(FSUB, "fsub", "a,v=0", IR_FAST_MATH)                                                                           \
    ROW(FMUL, "fmul", "a,v=0", IR_FAST_MATH)                                                                           \
    ROW(FDIV, "fdiv", "a,v=0", IR_FAST_MATH)                                                                           \
    ROW(FREM, "frem", "a,v=0", IR_FAST_MATH)                                                                           \
    /* casts: operand 0 to `type` */                                                                                   \
    ROW(TRUNC, "trunc", "a>t=t", IR_NUW | IR_NSW)                                                                      \
    ROW(ZEXT, "zext", "a>t=t", IR_NNEG)                                                                                \
    ROW(SEXT, "sext", "a>t=t", 0)                                                                                      \
    ROW(FPTOUI, "fptoui", "a>t=t", 0)                                                                                  \
    ROW(FPTOSI, "fptosi", "a>t=t", 0)                                                                                  \
    ROW(UITOFP, "uitofp", "a>t=t", IR_NNEG)                                                                            \
    ROW(SITOFP, "sitofp", "a>t=t", 0)                                                                                  \
    ROW(FPTRUNC, "fptrunc", "a>t=t", IR_FAST_MATH)                                                                     \
    ROW(FPEXT, "fpext", "a>t=t", IR_FAST_MATH)                                                                         \
    ROW(PTRTOINT, "ptrtoint", "a>t=t", 0)                                                                              \
    ROW(INTTOPTR, "inttoptr", "a>t=t", 0)                                                                              \
    ROW(BITCAST, "bitcast", "a>t=t", 0)                                                                                \
    ROW(ADDRSPACECAST, "addrspacecast", "a>t=t", 0)                                                                    \
    ROW(FREEZE, "freeze", "a=0", 0)                                                                                    \
    /* comparisons: `detail` is an enum ir_integer_predicate or ir_float_predicate */                                  \
    ROW(ICMP, "icmp", "pa,v=b", IR_SAMESIGN)                                                                           \
    ROW(FCMP, "fcmp", "pa,v=b", IR_FAST_MATH)                                                                          \
    ROW(SELECT, "select", "a,a,a=1", IR_FAST_MATH)                                                                     \
    ROW(PHI, "phi", "tx=t", IR_FAST_MATH) /* operands: value, block, value, block, ... */                              \
    /* vectors and aggregates */                                                                                       \
    ROW(EXTRACTELEMENT, "extractelement", "a,a=e", 0)                                                                  \
    ROW(INSERTELEMENT, "insertelement", "a,a,a=0", 0)                                                                  \
    ROW(SHUFFLEVECTOR, "shufflevector", "a,a,m=h", 0) /* operand 2 is a constant vector of i32 */                      \
    /* operand 0, then the indexes as plain numbers, not values */                                                     \
    ROW(EXTRACTVALUE, "extractvalue", "a,i=t", 0)                                                                      \
    /* operands 0 and 1, then the indexes as plain numbers, not values */                                              \
    ROW(INSERTVALUE, "insertvalue", "a,a,i=0", 0)                                                                      \
    /* memory */                                                                                                       \
    ROW(ALLOCA, "alloca", "A", 0)             /* `accessed` is the allocated type; operand 0, if any, the count */     \
    ROW(LOAD, "load", "t,asl=t", IR_VOLATILE) /* operand 0 the pointer */                                              \
    ROW(STORE, "store", "a,asl", IR_VOLATILE) /* operand 0 the value, 1 the pointer */                                 \
    /* `accessed` is the source element type; operands pointer, indexes */                                             \
    ROW(GETELEMENTPTR, "getelementptr", "u,ag=t", IR_INBOUNDS | IR_NUSW | IR_NUW)                                      \
    /* `detail` an enum ir_rmw; operands pointer, value */                                                             \
    ROW(ATOMICRMW, "atomicrmw", "ra,asl=1", IR_VOLATILE)                                                               \
    /* operands pointer, compared, new; type is { T, i1 } */                                                           \
    ROW(CMPXCHG, "cmpxchg", "a,a,asfl=c", IR_WEAK | IR_VOLATILE)                                                       \
    ROW(FENCE, "fence", "s", 0)                                                                                        \
    /* operand 0 the callee (function, value or IR_VALUE_TEXT for inline assembly), then the arguments */              \
    ROW(CALL, "call", "C", IR_FAST_MATH)                                                                               \
    /* terminators */                                                                                                  \
    ROW(BR, "br", "ao", 0)        /* operand 0 the block; or condition, block if true, block if false */               \
    ROW(SWITCH, "switch", "S", 0) /* value, default block, then constant, block, ... */                                \
    ROW(RET, "ret", "R", 0)       /* operand 0, or none */                                                             \
    ROW(UNREACHABLE, "unreachable", "", 0)                                                                             \
    /* as IR_OPAQUE; the blocks among its operands are its successors */                                               \
    ROW(OPAQUE_TERMINATOR, "", "T", 0)

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
