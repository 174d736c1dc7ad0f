/* This header is what constants.c and fold.c share. It is private to spirv/. */
#ifndef SPIRV_CONSTANTS_H
#define SPIRV_CONSTANTS_H

#include "spirv/reader.h"

struct spirv_constant *spirv_new_constant(struct spirv_reader *reader, spirv_id type, uint8_t kind, uint64_t bits);
const struct spirv_constant **spirv_new_elements(struct spirv_reader *reader, size_t count);

/* Few words can ask for many elements: a long array changed many times over, or made of one constituent. False: more
 * than are allowed in proportion to the module. */
bool spirv_pay_elements(struct spirv_reader *reader, uint64_t elements);

/* Computes an OpSpecConstantOp. */
enum spirv_result spirv_fold(struct spirv_reader *reader, const struct spirv_instruction *instruction,
                             const struct spirv_constant **folded);

#endif
