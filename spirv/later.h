/* Numbers of instructions, capabilities and modes that this project knows and the headers of older distributions lack:
 * those of spirv/known_grammar.py's LATER_INSTRUCTIONS. */
#ifndef SPIRV_LATER_H
#define SPIRV_LATER_H

enum {
    /* SPV_KHR_relaxed_extended_instruction */
    SPIRV_EXT_INST_WITH_FORWARD_REFS = 4433,
    /* SPV_VALVE_mixed_float_dot_product; of its kinds of operands, those of IEEE 754's 16 bits */
    SPIRV_CAPABILITY_DOT_FLOAT16_ACC_FLOAT32 = 6912,
    SPIRV_CAPABILITY_DOT_FLOAT16_ACC_FLOAT16 = 6913,
    /* SPV_KHR_quad_control */
    SPIRV_CAPABILITY_QUAD_CONTROL = 5087,
    SPIRV_MODE_QUAD_DERIVATIVES = 5088,
    SPIRV_MODE_REQUIRE_FULL_QUADS = 5089,
    SPIRV_QUAD_ALL = 5110,
    SPIRV_QUAD_ANY = 5111,
    /* SPV_EXT_arithmetic_fence */
    SPIRV_CAPABILITY_ARITHMETIC_FENCE = 6144,
    SPIRV_ARITHMETIC_FENCE = 6145,
    /* SPV_KHR_fma, SPV_EXT_replicated_composites, SPV_KHR_float_controls2 */
    SPIRV_CAPABILITY_FMA = 6030,
    SPIRV_FMA = 4427,
    SPIRV_CAPABILITY_REPLICATED_COMPOSITES = 6024,
    SPIRV_CONSTANT_COMPOSITE_REPLICATE = 4461,
    SPIRV_SPEC_CONSTANT_COMPOSITE_REPLICATE = 4462,
    SPIRV_COMPOSITE_CONSTRUCT_REPLICATE = 4463,
    SPIRV_CAPABILITY_FLOAT_CONTROLS2 = 6029,
    SPIRV_MODE_FAST_MATH_DEFAULT = 6028,
    /* SPV_KHR_maximal_reconvergence */
    SPIRV_MODE_MAXIMALLY_RECONVERGES = 6023,
    /* SPV_KHR_ray_tracing_position_fetch */
    SPIRV_BUILTIN_HIT_TRIANGLE_POSITIONS = 5335,
    SPIRV_RAY_QUERY_GET_TRIANGLE_POSITIONS = 5340,
    SPIRV_F_DOT2_MIX_ACC32 = 6916,
    SPIRV_F_DOT2_MIX_ACC16 = 6917
};

#endif
