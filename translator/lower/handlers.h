/* The handlers of instructions, by chapter, and the flags of their rows. opcodes.c names them in its rows. */
#ifndef TRANSLATOR_HANDLERS_H
#define TRANSLATOR_HANDLERS_H

#include "translator/lower/opcodes.h"

#define HANDLER(name) opcode_handler name

/* memory.c */
HANDLER(lower_op_variable);
HANDLER(lower_op_load);
HANDLER(lower_op_store);
HANDLER(lower_op_copy_memory);
HANDLER(lower_op_access_chain);
HANDLER(lower_op_array_length);
HANDLER(lower_op_atomic);
HANDLER(lower_op_barrier);
/* control_flow.c, functions.c */
HANDLER(lower_op_phi);
HANDLER(lower_op_branch);
HANDLER(lower_op_branch_conditional);
HANDLER(lower_op_switch);
HANDLER(lower_op_return);
HANDLER(lower_op_unreachable);
HANDLER(lower_op_function_call);
/* arithmetic.c */
HANDLER(lower_unary);
HANDLER(lower_binary);
HANDLER(lower_op_fma);
HANDLER(lower_comparison);
HANDLER(lower_logical);
HANDLER(lower_logical_equal);
HANDLER(lower_not);
HANDLER(lower_division);
HANDLER(lower_carry);
HANDLER(lower_extended_multiplication);
HANDLER(lower_any_all);
HANDLER(lower_op_s_negate);
HANDLER(lower_op_s_mod);
HANDLER(lower_op_f_div);
HANDLER(lower_float_remainder);
HANDLER(lower_op_dot);
HANDLER(lower_op_vector_times_scalar);
HANDLER(lower_op_is_nan);
HANDLER(lower_op_is_inf);
HANDLER(lower_op_select);
/* bits.c */
HANDLER(lower_shift);
HANDLER(lower_op_bit_field_insert);
HANDLER(lower_op_bit_field_u_extract);
HANDLER(lower_op_bit_field_s_extract);
HANDLER(lower_op_bit_reverse);
HANDLER(lower_op_bit_count);
/* conversions.c */
HANDLER(lower_integer_to_float);
HANDLER(lower_float_to_integer);
HANDLER(lower_integer_resize);
HANDLER(lower_op_f_convert);
HANDLER(lower_op_quantize_to_f16);
HANDLER(lower_op_convert_ptr_to_u);
HANDLER(lower_op_convert_u_to_ptr);
HANDLER(lower_op_bitcast);
/* composites.c */
HANDLER(lower_op_undef);
HANDLER(lower_op_copy_object);
HANDLER(lower_op_freeze);
HANDLER(lower_op_copy_logical);
HANDLER(lower_op_composite_construct);
HANDLER(lower_op_composite_replicate);
HANDLER(lower_op_composite_extract);
HANDLER(lower_op_composite_insert);
HANDLER(lower_op_vector_extract_dynamic);
HANDLER(lower_op_vector_insert_dynamic);
HANDLER(lower_op_vector_shuffle);
HANDLER(lower_pointer_comparison);
HANDLER(lower_op_ptr_diff);
/* matrices.c */
HANDLER(lower_op_transpose);
HANDLER(lower_op_matrix_times_scalar);
HANDLER(lower_op_matrix_times_vector);
HANDLER(lower_op_vector_times_matrix);
HANDLER(lower_op_matrix_times_matrix);
HANDLER(lower_op_outer_product);
/* cooperative.c, cooperative_product.c */
HANDLER(lower_op_cooperative_load);
HANDLER(lower_op_cooperative_store);
HANDLER(lower_op_cooperative_length);
HANDLER(lower_op_cooperative_multiply);
/* dot_products.c */
enum { DOT_FIRST_SIGNED = 1, DOT_SECOND_SIGNED = 2, DOT_ACCUMULATES = 4 }; /* flags of its rows */
HANDLER(lower_op_integer_dot);
HANDLER(lower_op_mixed_float_dot);
/* derivatives.c */
enum { DERIVATIVE_X = 1, DERIVATIVE_Y = 2, DERIVATIVE_COARSE = 4 }; /* flags of its rows; x and y: the width */
HANDLER(lower_op_derivative);
/* clock.c */
HANDLER(lower_op_read_clock);
/* extended.c */
HANDLER(lower_op_ext_inst);
/* images.c, image_*.c */
HANDLER(lower_op_sampled_image);
HANDLER(lower_op_image);
enum { IMAGE_SPARSE = 16 }; /* a flag of rows of reads and samples: the result has a residency code */
HANDLER(lower_op_image_read);
HANDLER(lower_op_image_resident);
HANDLER(lower_op_image_write);
HANDLER(lower_op_image_texel_pointer);
enum { SAMPLE_REFERENCE = 1, SAMPLE_PROJECT = 2, SAMPLE_GATHER = 4, SAMPLE_IMPLICIT = 8 }; /* flags of its rows */
HANDLER(lower_op_image_sample);
HANDLER(lower_op_image_query_lod);
HANDLER(lower_op_image_query_size);
HANDLER(lower_op_image_query_levels);
HANDLER(lower_op_image_query_samples);

#endif
