/* Numbers of instructions and capabilities that this project knows and the headers of older distributions lack: those
 * of spirv/known_grammar.py's LATER_INSTRUCTIONS. */
#ifndef SPIRV_LATER_H
#define SPIRV_LATER_H

enum {
    /* SPV_KHR_relaxed_extended_instruction */
    SPIRV_EXT_INST_WITH_FORWARD_REFS = 4433,
    /* SPV_VALVE_mixed_float_dot_product; of its kinds of operands, those of IEEE 754's 16 bits */
    SPIRV_CAPABILITY_DOT_FLOAT16_ACC_FLOAT32 = 6912,
    SPIRV_CAPABILITY_DOT_FLOAT16_ACC_FLOAT16 = 6913,
    /* SPV_KHR_ray_tracing_position_fetch */
    SPIRV_BUILTIN_HIT_TRIANGLE_POSITIONS = 5335,
    SPIRV_RAY_QUERY_GET_TRIANGLE_POSITIONS = 5340,
    SPIRV_F_DOT2_MIX_ACC32 = 6916,
    SPIRV_F_DOT2_MIX_ACC16 = 6917
};

#endif
