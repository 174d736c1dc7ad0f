#include "mmra/ir_opcode.h"

enum { WRAP = IR_NUW | IR_NSW };

const struct ir_opcode_info ir_opcodes[IR_OPCODE_COUNT] = {
    [IR_OPAQUE] = {"", IR_FORM_TEXT, 0, false, 0},
    [IR_FNEG] = {"fneg", IR_FORM_LIKE, 1, false, IR_FAST_MATH},
    [IR_ADD] = {"add", IR_FORM_LIKE, 2, false, WRAP},
    [IR_SUB] = {"sub", IR_FORM_LIKE, 2, false, WRAP},
    [IR_MUL] = {"mul", IR_FORM_LIKE, 2, false, WRAP},
    [IR_UDIV] = {"udiv", IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_SDIV] = {"sdiv", IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_UREM] = {"urem", IR_FORM_LIKE, 2, false, 0},
    [IR_SREM] = {"srem", IR_FORM_LIKE, 2, false, 0},
    [IR_SHL] = {"shl", IR_FORM_LIKE, 2, false, WRAP},
    [IR_LSHR] = {"lshr", IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_ASHR] = {"ashr", IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_AND] = {"and", IR_FORM_LIKE, 2, false, 0},
    [IR_OR] = {"or", IR_FORM_LIKE, 2, false, IR_DISJOINT},
    [IR_XOR] = {"xor", IR_FORM_LIKE, 2, false, 0},
    [IR_FADD] = {"fadd", IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FSUB] = {"fsub", IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FMUL] = {"fmul", IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FDIV] = {"fdiv", IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FREM] = {"frem", IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_TRUNC] = {"trunc", IR_FORM_CAST, 1, false, WRAP},
    [IR_ZEXT] = {"zext", IR_FORM_CAST, 1, false, IR_NNEG},
    [IR_SEXT] = {"sext", IR_FORM_CAST, 1, false, 0},
    [IR_FPTOUI] = {"fptoui", IR_FORM_CAST, 1, false, 0},
    [IR_FPTOSI] = {"fptosi", IR_FORM_CAST, 1, false, 0},
    [IR_UITOFP] = {"uitofp", IR_FORM_CAST, 1, false, IR_NNEG},
    [IR_SITOFP] = {"sitofp", IR_FORM_CAST, 1, false, 0},
    [IR_FPTRUNC] = {"fptrunc", IR_FORM_CAST, 1, false, IR_FAST_MATH},
    [IR_FPEXT] = {"fpext", IR_FORM_CAST, 1, false, IR_FAST_MATH},
    [IR_PTRTOINT] = {"ptrtoint", IR_FORM_CAST, 1, false, 0},
    [IR_INTTOPTR] = {"inttoptr", IR_FORM_CAST, 1, false, 0},
    [IR_BITCAST] = {"bitcast", IR_FORM_CAST, 1, false, 0},
    [IR_ADDRSPACECAST] = {"addrspacecast", IR_FORM_CAST, 1, false, 0},
    [IR_FREEZE] = {"freeze", IR_FORM_LIKE, 1, false, 0},
    [IR_ICMP] = {"icmp", IR_FORM_COMPARISON, 2, false, IR_SAMESIGN},
    [IR_FCMP] = {"fcmp", IR_FORM_COMPARISON, 2, false, IR_FAST_MATH},
    [IR_SELECT] = {"select", IR_FORM_TYPED, 3, false, IR_FAST_MATH},
    [IR_PHI] = {"phi", IR_FORM_PHI, 0, false, IR_FAST_MATH},
    [IR_EXTRACTELEMENT] = {"extractelement", IR_FORM_TYPED, 2, false, 0},
    [IR_INSERTELEMENT] = {"insertelement", IR_FORM_TYPED, 3, false, 0},
    [IR_SHUFFLEVECTOR] = {"shufflevector", IR_FORM_SHUFFLE, 3, false, 0},
    [IR_EXTRACTVALUE] = {"extractvalue", IR_FORM_EXTRACT_VALUE, 1, false, 0},
    [IR_INSERTVALUE] = {"insertvalue", IR_FORM_INSERT_VALUE, 2, false, 0},
    [IR_ALLOCA] = {"alloca", IR_FORM_ALLOCA, 0, false, 0},
    [IR_LOAD] = {"load", IR_FORM_LOAD, 1, false, IR_VOLATILE},
    [IR_STORE] = {"store", IR_FORM_STORE, 2, false, IR_VOLATILE},
    [IR_GETELEMENTPTR] = {"getelementptr", IR_FORM_GETELEMENTPTR, 0, false, IR_INBOUNDS | IR_NUSW | IR_NUW},
    [IR_ATOMICRMW] = {"atomicrmw", IR_FORM_ATOMICRMW, 2, false, IR_VOLATILE},
    [IR_CMPXCHG] = {"cmpxchg", IR_FORM_CMPXCHG, 3, false, IR_WEAK | IR_VOLATILE},
    [IR_FENCE] = {"fence", IR_FORM_FENCE, 0, false, 0},
    [IR_CALL] = {"call", IR_FORM_CALL, 0, false, IR_FAST_MATH},
    [IR_BR] = {"br", IR_FORM_TYPED, 0, true, 0},
    [IR_SWITCH] = {"switch", IR_FORM_SWITCH, 0, true, 0},
    [IR_RET] = {"ret", IR_FORM_RET, 0, true, 0},
    [IR_UNREACHABLE] = {"unreachable", IR_FORM_TYPED, 0, true, 0},
    [IR_OPAQUE_TERMINATOR] = {"", IR_FORM_TEXT, 0, true, 0},
};

const struct ir_flag_word ir_flag_words[IR_FLAG_WORDS] = {
    {IR_WEAK, "weak"},         {IR_VOLATILE, "volatile"}, {IR_INBOUNDS, "inbounds"},
    {IR_NUSW, "nusw"},         {IR_NUW, "nuw"},           {IR_NSW, "nsw"},
    {IR_EXACT, "exact"},       {IR_DISJOINT, "disjoint"}, {IR_NNEG, "nneg"},
    {IR_SAMESIGN, "samesign"}, {IR_FAST_MATH, "fast"},    {IR_REASSOC, "reassoc"},
    {IR_NNAN, "nnan"},         {IR_NINF, "ninf"},         {IR_NSZ, "nsz"},
    {IR_ARCP, "arcp"},         {IR_CONTRACT, "contract"}, {IR_AFN, "afn"},
};

const struct ir_attribute_word ir_attribute_words[IR_ATTRIBUTE_WORDS] = {
    {IR_FUNCTION_CONVERGENT, "convergent"}, {IR_FUNCTION_NOCALLBACK, "nocallback"},
    {IR_FUNCTION_NOUNWIND, "nounwind"},     {IR_FUNCTION_WILLRETURN, "willreturn"},
    {IR_FUNCTION_READNONE, "memory(none)"},
};

const char *const ir_integer_predicates[IR_INTEGER_PREDICATE_COUNT] = {
    [IR_EQ] = "eq",   [IR_NE] = "ne",   [IR_UGT] = "ugt", [IR_UGE] = "uge", [IR_ULT] = "ult",
    [IR_ULE] = "ule", [IR_SGT] = "sgt", [IR_SGE] = "sge", [IR_SLT] = "slt", [IR_SLE] = "sle",
};

const char *const ir_float_predicates[IR_FLOAT_PREDICATE_COUNT] = {
    [IR_FALSE] = "false", [IR_OEQ] = "oeq",  [IR_OGT] = "ogt",  [IR_OGE] = "oge",
    [IR_OLT] = "olt",     [IR_OLE] = "ole",  [IR_ONE] = "one",  [IR_ORD] = "ord",
    [IR_UEQ] = "ueq",     [IR_FUGT] = "ugt", [IR_FUGE] = "uge", [IR_FULT] = "ult",
    [IR_FULE] = "ule",    [IR_UNE] = "une",  [IR_UNO] = "uno",  [IR_TRUE] = "true",
};

const char *const ir_rmw_names[IR_RMW_COUNT] = {
    [IR_RMW_XCHG] = "xchg",
    [IR_RMW_ADD] = "add",
    [IR_RMW_SUB] = "sub",
    [IR_RMW_AND] = "and",
    [IR_RMW_NAND] = "nand",
    [IR_RMW_OR] = "or",
    [IR_RMW_XOR] = "xor",
    [IR_RMW_MAX] = "max",
    [IR_RMW_MIN] = "min",
    [IR_RMW_UMAX] = "umax",
    [IR_RMW_UMIN] = "umin",
    [IR_RMW_FADD] = "fadd",
    [IR_RMW_FSUB] = "fsub",
    [IR_RMW_FMAX] = "fmax",
    [IR_RMW_FMIN] = "fmin",
    [IR_RMW_UINC_WRAP] = "uinc_wrap",
    [IR_RMW_UDEC_WRAP] = "udec_wrap",
    [IR_RMW_USUB_COND] = "usub_cond",
    [IR_RMW_USUB_SAT] = "usub_sat",
    [IR_RMW_FMAXIMUM] = "fmaximum",
    [IR_RMW_FMINIMUM] = "fminimum",
};

static const char *const ordering_names[IR_ORDERING_COUNT] = {
    [IR_NOT_ATOMIC] = "",     [IR_UNORDERED] = "unordered", [IR_MONOTONIC] = "monotonic",
    [IR_ACQUIRE] = "acquire", [IR_RELEASE] = "release",     [IR_ACQ_REL] = "acq_rel",
    [IR_SEQ_CST] = "seq_cst",
};

bool ir_is_terminator(enum ir_opcode opcode) {
    return ir_opcodes[opcode].terminator;
}

const char *ir_opcode_name(enum ir_opcode opcode) {
    return ir_opcodes[opcode].name;
}

const char *ir_ordering_name(enum ir_ordering ordering) {
    return ordering_names[ordering];
}
