/* Arithmetic of a wave: what an instruction does to its registers, which is the same for all who run it. */
#ifndef MMRA_MACHINE_WAVE_H
#define MMRA_MACHINE_WAVE_H

#include "mmra/machine/machine.h"

struct machine_registers {
    uint32_t *scalars; /* MACHINE_SCALARS */
    uint32_t *vectors; /* number * lanes + lane */
    uint32_t lanes;    /* what is beyond is not there */
};

/* An instruction of MACHINE_MOVE_RELATIVE with the register that it means: M0 is added to the number of the source, or
 * reversed to that of the target (ISA guides, "V_MOVRELS_B32"). */
struct machine_instruction machine_moved(const struct machine_instruction *i, uint32_t m0);

/* The value of an operand of one or two registers in a lane. */
uint64_t machine_lane(const struct machine_registers *g, const struct machine_operand *o, uint32_t lane);
void machine_set_lane(const struct machine_registers *g, const struct machine_operand *o, uint32_t lane,
                      uint64_t value);
/* That of the lowest number; 0 if there is none. */
uint32_t machine_first_lane(uint64_t exec);
/* A mask of lanes in `count` scalar registers. */
uint64_t machine_mask(const struct machine_registers *g, uint32_t number, uint32_t count);

/* ds_bpermute, ds_permute, ds_swizzle: the other lane. */
uint32_t machine_permuted_lane(const struct machine_code *code, const struct machine_registers *g,
                               const struct machine_instruction *i, uint32_t lane);

/* Bits of the second word and of the last one of a buffer's descriptor: elements alternate between lanes; of two bits,
 * between 8 to 64 of them; a lane's number counts as its index (ISA guides, "Buffer Resource Descriptor"). */
enum { MACHINE_SWIZZLES = 31, MACHINE_INDEX_STRIDE = 21, MACHINE_ADDS_LANE = 23, MACHINE_ELEMENT = 4 /* bytes */ };
/* The bits of words 1 and 3 of gfx1250's descriptor; and what word 3 has besides where its bounds are offsets. */
enum { MACHINE_WIDE_ADDRESS = 0x1FFFFFF, MACHINE_WIDE_SIZE = 0x3F, MACHINE_WIDE_RAW = 1 << 29 };
bool machine_is_swizzled(const struct machine_registers *g, const struct machine_instruction *i);

/* An address has 48 bits, the last of which fills those above. Descriptors of buffers have no others, and scalar loads
 * look at no others: from Mesa 26 on ACO leaves something else there. */
static inline uint64_t machine_canonical(uint64_t address) {
    const uint64_t sign = UINT64_C(1) << 47;
    return ((address & (2 * sign - 1)) ^ sign) - sign;
}

/* The address of an access to vector memory; false where it is out of a buffer's bounds: then a load gives 0, and a
 * store does nothing. */
bool machine_lane_address(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                          uint64_t *address);
/* The coordinate of this number of an access to an image; 0 if there are fewer. */
uint32_t machine_coordinate(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                            uint32_t number);
/* Of the descriptor of a buffer, or the pair of registers of another scalar load, where it begins; how many bytes it
 * has, if it is raw. */
uint64_t machine_buffer_base(const struct machine_registers *g, const struct machine_instruction *i);
uint64_t machine_buffer_records(const struct machine_registers *g, const struct machine_instruction *i);
uint64_t machine_scalar_address(const struct machine_registers *g, const struct machine_instruction *i);
/* How many vector registers of a lane the code names. */
uint32_t machine_count_vectors(const struct machine_code *code);

void machine_run_scalar(const struct machine_registers *g, const struct machine_instruction *i);
void machine_run_vector(const struct machine_registers *g, const struct machine_instruction *i);
bool machine_is_taken(const struct machine_registers *g, bool wave32, uint8_t condition);

#endif
