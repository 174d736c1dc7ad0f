#include "mmra/ir/ir_opcode.h"

enum { WRAP = IR_NUW | IR_NSW };

#define NAME(text) text, sizeof(text) - 1

const struct ir_opcode_info ir_opcodes[IR_OPCODE_COUNT] = {
    [IR_OPAQUE] = {NAME(""), IR_FORM_TEXT, 0, false, 0},
    [IR_FNEG] = {NAME("fneg"), IR_FORM_LIKE, 1, false, IR_FAST_MATH},
    [IR_ADD] = {NAME("add"), IR_FORM_LIKE, 2, false, WRAP},
    [IR_SUB] = {NAME("sub"), IR_FORM_LIKE, 2, false, WRAP},
    [IR_MUL] = {NAME("mul"), IR_FORM_LIKE, 2, false, WRAP},
    [IR_UDIV] = {NAME("udiv"), IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_SDIV] = {NAME("sdiv"), IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_UREM] = {NAME("urem"), IR_FORM_LIKE, 2, false, 0},
    [IR_SREM] = {NAME("srem"), IR_FORM_LIKE, 2, false, 0},
    [IR_SHL] = {NAME("shl"), IR_FORM_LIKE, 2, false, WRAP},
    [IR_LSHR] = {NAME("lshr"), IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_ASHR] = {NAME("ashr"), IR_FORM_LIKE, 2, false, IR_EXACT},
    [IR_AND] = {NAME("and"), IR_FORM_LIKE, 2, false, 0},
    [IR_OR] = {NAME("or"), IR_FORM_LIKE, 2, false, IR_DISJOINT},
    [IR_XOR] = {NAME("xor"), IR_FORM_LIKE, 2, false, 0},
    [IR_FADD] = {NAME("fadd"), IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FSUB] = {NAME("fsub"), IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FMUL] = {NAME("fmul"), IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FDIV] = {NAME("fdiv"), IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_FREM] = {NAME("frem"), IR_FORM_LIKE, 2, false, IR_FAST_MATH},
    [IR_TRUNC] = {NAME("trunc"), IR_FORM_CAST, 1, false, WRAP},
    [IR_ZEXT] = {NAME("zext"), IR_FORM_CAST, 1, false, IR_NNEG},
    [IR_SEXT] = {NAME("sext"), IR_FORM_CAST, 1, false, 0},
    [IR_FPTOUI] = {NAME("fptoui"), IR_FORM_CAST, 1, false, 0},
    [IR_FPTOSI] = {NAME("fptosi"), IR_FORM_CAST, 1, false, 0},
    [IR_UITOFP] = {NAME("uitofp"), IR_FORM_CAST, 1, false, IR_NNEG},
    [IR_SITOFP] = {NAME("sitofp"), IR_FORM_CAST, 1, false, 0},
    [IR_FPTRUNC] = {NAME("fptrunc"), IR_FORM_CAST, 1, false, IR_FAST_MATH},
    [IR_FPEXT] = {NAME("fpext"), IR_FORM_CAST, 1, false, IR_FAST_MATH},
    [IR_PTRTOINT] = {NAME("ptrtoint"), IR_FORM_CAST, 1, false, 0},
    [IR_INTTOPTR] = {NAME("inttoptr"), IR_FORM_CAST, 1, false, 0},
    [IR_BITCAST] = {NAME("bitcast"), IR_FORM_CAST, 1, false, 0},
    [IR_ADDRSPACECAST] = {NAME("addrspacecast"), IR_FORM_CAST, 1, false, 0},
    [IR_FREEZE] = {NAME("freeze"), IR_FORM_LIKE, 1, false, 0},
    [IR_ICMP] = {NAME("icmp"), IR_FORM_COMPARISON, 2, false, IR_SAMESIGN},
    [IR_FCMP] = {NAME("fcmp"), IR_FORM_COMPARISON, 2, false, IR_FAST_MATH},
    [IR_SELECT] = {NAME("select"), IR_FORM_TYPED, 3, false, IR_FAST_MATH},
    [IR_PHI] = {NAME("phi"), IR_FORM_PHI, 0, false, IR_FAST_MATH},
    [IR_EXTRACTELEMENT] = {NAME("extractelement"), IR_FORM_TYPED, 2, false, 0},
    [IR_INSERTELEMENT] = {NAME("insertelement"), IR_FORM_TYPED, 3, false, 0},
    [IR_SHUFFLEVECTOR] = {NAME("shufflevector"), IR_FORM_SHUFFLE, 3, false, 0},
    [IR_EXTRACTVALUE] = {NAME("extractvalue"), IR_FORM_EXTRACT_VALUE, 1, false, 0},
    [IR_INSERTVALUE] = {NAME("insertvalue"), IR_FORM_INSERT_VALUE, 2, false, 0},
    [IR_ALLOCA] = {NAME("alloca"), IR_FORM_ALLOCA, 0, false, 0},
    [IR_LOAD] = {NAME("load"), IR_FORM_LOAD, 1, false, IR_VOLATILE},
    [IR_STORE] = {NAME("store"), IR_FORM_STORE, 2, false, IR_VOLATILE},
    [IR_GETELEMENTPTR] = {NAME("getelementptr"), IR_FORM_GETELEMENTPTR, 0, false, IR_INBOUNDS | IR_NUSW | IR_NUW},
    [IR_ATOMICRMW] = {NAME("atomicrmw"), IR_FORM_ATOMICRMW, 2, false, IR_VOLATILE},
    [IR_CMPXCHG] = {NAME("cmpxchg"), IR_FORM_CMPXCHG, 3, false, IR_WEAK | IR_VOLATILE},
    [IR_FENCE] = {NAME("fence"), IR_FORM_FENCE, 0, false, 0},
    [IR_CALL] = {NAME("call"), IR_FORM_CALL, 0, false, IR_FAST_MATH},
    [IR_BR] = {NAME("br"), IR_FORM_TYPED, 0, true, 0},
    [IR_SWITCH] = {NAME("switch"), IR_FORM_SWITCH, 0, true, 0},
    [IR_RET] = {NAME("ret"), IR_FORM_RET, 0, true, 0},
    [IR_UNREACHABLE] = {NAME("unreachable"), IR_FORM_TYPED, 0, true, 0},
    [IR_OPAQUE_TERMINATOR] = {NAME(""), IR_FORM_TEXT, 0, true, 0},
};

const struct ir_flag_word ir_flag_words[IR_FLAG_WORDS] = {
    {IR_WEAK, "weak"},         {IR_VOLATILE, "volatile"}, {IR_INBOUNDS, "inbounds"}, {IR_NUSW, "nusw"},
    {IR_NUW, "nuw"},           {IR_NSW, "nsw"},           {IR_EXACT, "exact"},       {IR_DISJOINT, "disjoint"},
    {IR_NNEG, "nneg"},         {IR_SAMESIGN, "samesign"}, {IR_FAST_MATH, "fast"},    {IR_REASSOC, "reassoc"},
    {IR_NNAN, "nnan"},         {IR_NINF, "ninf"},         {IR_NSZ, "nsz"},           {IR_ARCP, "arcp"},
    {IR_CONTRACT, "contract"}, {IR_AFN, "afn"},
};

const struct ir_attribute_word ir_attribute_words[IR_ATTRIBUTE_WORDS] = {
    {IR_FUNCTION_CONVERGENT, "convergent"},
    {IR_FUNCTION_NOCALLBACK, "nocallback"},
    {IR_FUNCTION_NOUNWIND, "nounwind"},
    {IR_FUNCTION_WILLRETURN, "willreturn"},
    {IR_FUNCTION_READNONE, "memory(none)"},
    {IR_FUNCTION_NODUPLICATE, "noduplicate"},
    {IR_FUNCTION_OWN_MEMORY, "memory(inaccessiblemem: readwrite)"},
    {IR_FUNCTION_READS_OWN_MEMORY, "memory(inaccessiblemem: read)"},
    {IR_FUNCTION_OBJECT, "memory(argmem: readwrite, inaccessiblemem: readwrite)"},
    {IR_FUNCTION_READS_OBJECT, "memory(argmem: read, inaccessiblemem: read)"},
};

const char *const ir_integer_predicates[IR_INTEGER_PREDICATE_COUNT] = {
    [IR_EQ] = "eq",   [IR_NE] = "ne",   [IR_UGT] = "ugt", [IR_UGE] = "uge", [IR_ULT] = "ult",
    [IR_ULE] = "ule", [IR_SGT] = "sgt", [IR_SGE] = "sge", [IR_SLT] = "slt", [IR_SLE] = "sle",
};

const char *const ir_float_predicates[IR_FLOAT_PREDICATE_COUNT] = {
    [IR_FALSE] = "false", [IR_OEQ] = "oeq", [IR_OGT] = "ogt", [IR_OGE] = "oge",   [IR_OLT] = "olt",  [IR_OLE] = "ole",
    [IR_ONE] = "one",     [IR_ORD] = "ord", [IR_UEQ] = "ueq", [IR_FUGT] = "ugt",  [IR_FUGE] = "uge", [IR_FULT] = "ult",
    [IR_FULE] = "ule",    [IR_UNE] = "une", [IR_UNO] = "uno", [IR_TRUE] = "true",
};

#define WORD_OF(name, word, result) #word,
const char *const ir_rmw_names[IR_RMW_COUNT] = {
    MMRA_MODIFICATIONS(WORD_OF) "fadd", "fsub", "fmax", "fmin", "usub_cond", "usub_sat", "fmaximum", "fminimum",
};

static const char *const ordering_names[IR_ORDERING_COUNT] = {
    [IR_NOT_ATOMIC] = "",     [IR_UNORDERED] = "unordered", [IR_MONOTONIC] = "monotonic", [IR_ACQUIRE] = "acquire",
    [IR_RELEASE] = "release", [IR_ACQ_REL] = "acq_rel",     [IR_SEQ_CST] = "seq_cst",
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
