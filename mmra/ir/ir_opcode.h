/* A row says what the printer and the parser know of an opcode. */
#ifndef MMRA_IR_OPCODE_H
#define MMRA_IR_OPCODE_H

#include "mmra/ir/ir.h"

struct ir_opcode_info {
    char name[16]; /* the printer copies all of it */
    uint8_t name_length;
    char pattern[12]; /* ir_rows.h */
    uint32_t flags;   /* those that may be written */
};

extern const struct ir_opcode_info ir_opcodes[IR_OPCODE_COUNT];

/* How many of the operands are values: the others are indexes. */
static inline uint32_t ir_count_values(const struct ir_instruction *i) {
    return i->opcode == IR_EXTRACTVALUE ? 1 : i->opcode == IR_INSERTVALUE ? 2 : i->operand_count;
}

/* The flags that are words between an opcode and its operands, in LLVM's order. */
struct ir_flag_word {
    uint32_t flag;
    const char *word;
};
enum { IR_FLAG_WORDS = 18, IR_FIRST_MATH_WORD = 10 /* from there on all are IR_FAST_MATH or of it */ };
extern const struct ir_flag_word ir_flag_words[IR_FLAG_WORDS];

/* enum ir_function_attribute, in LLVM's order. */
struct ir_attribute_word {
    uint16_t attribute;
    const char *word;
};
enum { IR_ATTRIBUTE_WORDS = 10, IR_PARAMETER_WORDS = 5, IR_ANNOTATION_WORDS = 6 };
extern const struct ir_attribute_word ir_attribute_words[IR_ATTRIBUTE_WORDS];
extern const struct ir_attribute_word ir_parameter_words[IR_PARAMETER_WORDS];   /* enum ir_parameter_attribute */
extern const struct ir_attribute_word ir_annotation_words[IR_ANNOTATION_WORDS]; /* enum ir_annotation; 0: the tags */

extern const char *const ir_integer_predicates[IR_INTEGER_PREDICATE_COUNT];
extern const char *const ir_float_predicates[IR_FLOAT_PREDICATE_COUNT];
extern const char *const ir_rmw_names[IR_RMW_COUNT];

#endif
