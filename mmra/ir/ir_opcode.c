#include "mmra/ir/ir_opcode.h"

#define OPCODE(name, text, pattern, flags, rule) {text, sizeof(text) - 1, pattern, flags},
const struct ir_opcode_info ir_opcodes[IR_OPCODE_COUNT] = {IR_OPCODE_ROWS(OPCODE)};

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

const struct ir_attribute_word ir_parameter_words[IR_PARAMETER_WORDS] = {
    {IR_PARAMETER_INREG, "inreg"},       {IR_PARAMETER_NOALIAS, "noalias"},     {IR_PARAMETER_NOUNDEF, "noundef"},
    {IR_PARAMETER_READONLY, "readonly"}, {IR_PARAMETER_WRITEONLY, "writeonly"},
};

const struct ir_attribute_word ir_annotation_words[IR_ANNOTATION_WORDS] = {
    {IR_INVARIANT_LOAD, "invariant.load"},
    {IR_NONTEMPORAL, "nontemporal"},
    {0, "mmra"},
    {IR_THREAD_PRIVATE, "thread.private"},
    {IR_NO_FINE_GRAINED_MEMORY, "amdgpu.no.fine.grained.memory"},
    {IR_NO_REMOTE_MEMORY, "amdgpu.no.remote.memory"},
};

#define PREDICATE(name, text, holds) text,
const char *const ir_integer_predicates[IR_INTEGER_PREDICATE_COUNT] = {IR_INTEGER_PREDICATE_ROWS(PREDICATE)};

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
    return opcode >= IR_BR;
}

const char *ir_opcode_name(enum ir_opcode opcode) {
    return ir_opcodes[opcode].name;
}

const char *ir_ordering_name(enum ir_ordering ordering) {
    return ordering_names[ordering];
}
