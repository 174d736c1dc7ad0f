/* A row says what the printer and the parser know of an opcode. */
#ifndef MMRA_IR_OPCODE_H
#define MMRA_IR_OPCODE_H

#include "mmra/ir/ir.h"

/* How an instruction is written after its name. */
enum ir_form {
    IR_FORM_TEXT,          /* kept as text */
    IR_FORM_LIKE,          /* T a, b: one type for all operands */
    IR_FORM_CAST,          /* T a to U */
    IR_FORM_COMPARISON,    /* predicate T a, b */
    IR_FORM_TYPED,         /* T a, U b, V c: a type for each operand */
    IR_FORM_SHUFFLE,       /* as typed; the mask is spelled out */
    IR_FORM_PHI,           /* T [ a, %b ], ... */
    IR_FORM_EXTRACT_VALUE, /* T a, index, ... */
    IR_FORM_INSERT_VALUE,  /* T a, U b, index, ... */
    IR_FORM_ALLOCA,
    IR_FORM_LOAD,
    IR_FORM_STORE,
    IR_FORM_GETELEMENTPTR,
    IR_FORM_ATOMICRMW,
    IR_FORM_CMPXCHG,
    IR_FORM_FENCE,
    IR_FORM_CALL,
    IR_FORM_SWITCH,
    IR_FORM_RET,
    IR_FORM_COUNT
};

struct ir_opcode_info {
    char name[16]; /* the printer copies all of it */
    uint8_t name_length;
    uint8_t form;
    uint8_t operands; /* of the forms that have a fixed number */
    uint32_t flags;   /* those that may be written */
};

extern const struct ir_opcode_info ir_opcodes[IR_OPCODE_COUNT];

/* The flags that are words between an opcode and its operands, in LLVM's order. */
struct ir_flag_word {
    uint32_t flag;
    const char *word;
};
enum { IR_FLAG_WORDS = 18 };
extern const struct ir_flag_word ir_flag_words[IR_FLAG_WORDS];

/* enum ir_function_attribute, in LLVM's order. */
struct ir_attribute_word {
    uint16_t attribute;
    const char *word;
};
enum { IR_ATTRIBUTE_WORDS = 10 };
extern const struct ir_attribute_word ir_attribute_words[IR_ATTRIBUTE_WORDS];

extern const char *const ir_integer_predicates[IR_INTEGER_PREDICATE_COUNT];
extern const char *const ir_float_predicates[IR_FLOAT_PREDICATE_COUNT];
extern const char *const ir_rmw_names[IR_RMW_COUNT];

#endif
