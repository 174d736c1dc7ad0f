/* Products of matrices in the registers of a wave: WMMA and MFMA. */
#ifndef MMRA_MACHINE_MATRIX_H
#define MMRA_MACHINE_MATRIX_H

#include "mmra/machine/machine_wave.h"

/* The types that an instruction multiplies and adds: `combine` of its row. Those before MACHINE_F16_F16 have sums of 32
 * bits that are floats. */
enum machine_product {
    MACHINE_F32_F16,
    MACHINE_F32_BF16,
    MACHINE_F32_F32_X4, /* 4 columns of A and rows of B instead of 16 */
    MACHINE_F16_F16,
    MACHINE_BF16_BF16,
    MACHINE_I32_IU8, /* each factor signed where it is "negated"; may be clamped */
    MACHINE_I32_I8,
    MACHINE_I32_I8_X32 /* 32 of them */
};

/* Where the components are in the registers; `from` of its row. */
enum machine_matrix_layout { MACHINE_LAYOUT_RDNA3, MACHINE_LAYOUT_RDNA4, MACHINE_LAYOUT_CDNA };

void machine_run_matrix(const struct machine_registers *g, const struct machine_instruction *i);

#endif
