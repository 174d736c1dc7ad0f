/* The handlers of instructions, by chapter, and the flags of their rows. opcodes.c names them in its rows. */
#ifndef TRANSLATOR_HANDLERS_H
#define TRANSLATOR_HANDLERS_H

#include "translator/lower/opcodes.h"

/* memory.c */
opcode_handler lower_op_variable, lower_op_load, lower_op_store, lower_op_copy_memory, lower_op_access_chain;
opcode_handler lower_op_buffer_pointer;
opcode_handler lower_op_array_length, lower_op_atomic, lower_op_barrier;
/* control_flow.c, functions.c */
opcode_handler lower_op_phi, lower_op_branch, lower_op_branch_conditional, lower_op_switch, lower_op_return;
opcode_handler lower_op_unreachable, lower_op_function_call;
/* arithmetic.c */
opcode_handler lower_unary, lower_binary, lower_op_fma, lower_comparison, lower_logical, lower_logical_equal;
opcode_handler lower_not, lower_division, lower_carry, lower_extended_multiplication, lower_any_all, lower_op_s_negate;
opcode_handler lower_op_s_mod, lower_op_f_div, lower_float_remainder, lower_op_dot, lower_op_vector_times_scalar;
opcode_handler lower_op_is_nan, lower_op_is_inf, lower_op_select;
/* bits.c */
opcode_handler lower_shift, lower_op_bit_field_insert, lower_op_bit_field_u_extract, lower_op_bit_field_s_extract;
opcode_handler lower_op_bit_reverse, lower_op_bit_count;
/* conversions.c */
opcode_handler lower_integer_to_float, lower_float_to_integer, lower_integer_resize, lower_op_f_convert;
opcode_handler lower_op_quantize_to_f16, lower_op_convert_ptr_to_u, lower_op_convert_u_to_ptr, lower_op_bitcast,
    lower_op_bitcast_extract;
/* composites.c */
opcode_handler lower_op_undef, lower_op_copy_object, lower_op_freeze, lower_op_copy_logical;
opcode_handler lower_op_composite_construct, lower_op_composite_replicate, lower_op_composite_extract;
opcode_handler lower_op_composite_insert, lower_op_vector_extract_dynamic, lower_op_vector_insert_dynamic;
opcode_handler lower_op_vector_shuffle, lower_pointer_comparison, lower_op_ptr_diff;
/* matrices.c */
opcode_handler lower_op_transpose, lower_op_matrix_times_scalar, lower_op_matrix_times_vector;
opcode_handler lower_op_vector_times_matrix, lower_op_matrix_times_matrix, lower_op_outer_product;
/* tensor.c, cooperative_tensor.c */
opcode_handler lower_op_create_tensor, lower_op_tensor_set, lower_op_tensor_layout_set_dimension;
opcode_handler lower_op_tensor_layout_slice, lower_op_tensor_view_set_dimension;
opcode_handler lower_op_cooperative_load_tensor, lower_op_cooperative_store_tensor;
/* cooperative.c, cooperative_changes.c, cooperative_product.c */
opcode_handler lower_op_cooperative_load, lower_op_cooperative_store, lower_op_cooperative_length;
opcode_handler lower_op_cooperative_multiply, lower_op_cooperative_convert_use, lower_op_cooperative_transpose;
opcode_handler lower_op_cooperative_reduce, lower_op_cooperative_per_element, lower_op_cooperative_coordinate;
/* dot_products.c */
enum { DOT_FIRST_SIGNED = 1, DOT_SECOND_SIGNED = 2, DOT_ACCUMULATES = 4 }; /* flags of its rows */
opcode_handler lower_op_integer_dot, lower_op_mixed_float_dot;
/* derivatives.c */
enum { DERIVATIVE_X = 1, DERIVATIVE_Y = 2, DERIVATIVE_COARSE = 4 }; /* flags of its rows; x and y: the width */
opcode_handler lower_op_derivative;
/* aborts.c */
opcode_handler lower_op_abort;
/* clock.c */
opcode_handler lower_op_read_clock;
/* extended.c */
opcode_handler lower_op_ext_inst;
/* images.c, image_*.c */
opcode_handler lower_op_sampled_image, lower_op_image;
enum { IMAGE_SPARSE = 16 }; /* a flag of rows of reads and samples: the result has a residency code */
opcode_handler lower_op_image_read, lower_op_image_resident, lower_op_image_write, lower_op_image_texel_pointer;
enum { SAMPLE_REFERENCE = 1, SAMPLE_PROJECT = 2, SAMPLE_GATHER = 4, SAMPLE_IMPLICIT = 8 }; /* flags of its rows */
opcode_handler lower_op_image_sample, lower_op_image_query_lod, lower_op_image_query_size, lower_op_image_query_levels;
opcode_handler lower_op_image_query_samples;

#endif
