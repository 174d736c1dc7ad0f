/* Extended instructions: sets of them, of GLSL.std.450 and AMD's; what one call is, and the functions that expand them
 * into IR. */
#ifndef TRANSLATOR_EXTENDED_H
#define TRANSLATOR_EXTENDED_H

#include "spirv/extended_rows.h"
#include "translator/lower/expression.h"
#include "translator/lower/extended/widened_rows.h"

enum { EXTENDED_MAX_OPERANDS = 3 };

struct extended_row;

/* An OpExtInst, whose operands are checked as far as the row says. */
struct extended {
    const struct spirv_instruction *in;
    const struct extended_row *row;
    ir_type type; /* of the result */
    ir_value operands[EXTENDED_MAX_OPERANDS];
    uint32_t operand_count;
};

/* Gives the result. */
typedef ir_value expansion(struct lowering *l, const struct extended *call);

/* The rule for the types of the operands and of the result. */
enum extended_rule {
    RULE_FLOAT,   /* floats, all of one type */
    RULE_SHORT,   /* the same, of 16 or 32 bits: LLVM's back end computes no such function of a double */
    RULE_WIDENED, /* the same; a half is computed as a float, for accuracy */
    RULE_INTEGER, /* integers, all of one type */
    RULE_VECTOR,  /* floats, all of one type, whose scalar the result is */
    RULE_OWN      /* checked by the expansion */
};

struct extended_row {
    const char *name;
    expansion *expand;
    uint8_t operand_count;
    uint8_t rule;   /* enum extended_rule */
    uint8_t bits;   /* of one of several numbers that are packed */
    bool is_signed; /* of them */
    bool rounds;    /* as SPIRV_ROUNDED */
};

struct extended_set {
    const char *name;
    const struct extended_row *rows; /* by number; without a name: there is no such instruction */
    size_t count;
    bool convergent; /* some of its instructions are (enum opcode_trait) */
};

/* Whether the set that an OpExtInstImport names has convergent instructions. */
bool extended_set_is_convergent(struct lowering *l, spirv_id import);
/* Whether an OpExtInst is one of InterpolateAt..., which the shell computes with the quad. */
bool extended_interpolates(struct lowering *l, const struct spirv_instruction *in);
/* Whether it depends on its operands alone, if it does not store through one (spirv_decode_memory). */
bool extended_is_pure(struct lowering *l, const struct spirv_instruction *in);

/* amd_extensions.c */
enum { AMD_EXTENDED_SETS = 2 };
extern const struct extended_set extended_amd_sets[AMD_EXTENDED_SETS];

/* glsl_parts.c */
expansion expand_modf, expand_modf_struct, expand_frexp, expand_frexp_struct, expand_ldexp;
/* glsl_packing.c */
expansion expand_pack, expand_pack_half_2x16, expand_pack_double_2x32;
expansion expand_unpack, expand_unpack_half_2x16, expand_unpack_double_2x32;
/* glsl_geometry.c */
expansion expand_refract, expand_determinant, expand_matrix_inverse;
/* glsl_interpolation.c */
expansion expand_interpolate_at_centroid, expand_interpolate_at_sample, expand_interpolate_at_offset;
/* The formulas. */
#define EXTENDED_DECLARATION(name, ...) expansion extended_##name;
SPIRV_GLSL_ROWS(EXTENDED_DECLARATION)
SPIRV_TRINARY_ROWS(EXTENDED_DECLARATION)
EXTENDED_WIDENED_ROWS(EXTENDED_DECLARATION)

#endif
