/* The readers of IR and of SPIR-V make threads of these: values in parts, computations that are folded where all is
 * constant, and jumps to blocks that are not there yet. */
#ifndef MMRA_LITMUS_BUILD_H
#define MMRA_LITMUS_BUILD_H

#include "mmra/model/program.h"

/* A value of at most 64 bits; a vector has one for each element, an integer of 128 bits two, and so on. */
struct litmus_part {
    struct program_operand operand;
    uint8_t width; /* bits; 1: a boolean */
};

/* The thread that is being built. */
struct litmus_builder {
    struct program *program;
    uint32_t thread;
};

struct program_instruction *litmus_build(struct litmus_builder b, enum program_opcode opcode);
/* A new register without a name. */
uint32_t litmus_build_temporary(struct litmus_builder b);
/* alu(x, y, z), `from`: the operands' width where it is another: a constant if all are, else a new register. */
struct program_operand litmus_build_compute(struct litmus_builder b, enum program_alu alu, uint8_t width, uint8_t from,
                                            struct program_operand x, struct program_operand y,
                                            struct program_operand z);
/* The target's register becomes the source. */
void litmus_build_copy(struct litmus_builder b, struct litmus_part target, struct program_operand source);
/* `width` bits of the parts in a row, lowest first, from bit `first` on; what is beyond their end is 0. */
struct program_operand litmus_build_bits(struct litmus_builder b, const struct litmus_part *parts, uint32_t count,
                                         uint64_t first, uint8_t width);

/* A lock of 4 bytes at an address: a compare-exchange that goes round until it was free, and a store. `atomic` says
 * what they are besides reads and writes. They order nothing by themselves. */
void litmus_build_take_lock(struct litmus_builder b, const struct model_operation *atomic, uint64_t address);
void litmus_build_leave_lock(struct litmus_builder b, const struct model_operation *atomic, uint64_t address);

/* A thread leaves out what is built between the two if the condition holds, as helper invocations write no
 * memory. A condition of width 0 never holds. */
uint32_t litmus_build_skip(struct litmus_builder b, struct litmus_part condition);

/* The address of what lies outside of its array or image. No memory is there, nor within the offsets that are added. */
#define LITMUS_NOWHERE (UINT64_MAX / 2)

/* A thread leaves out what is built between this and litmus_build_skipped if the address is of no texel of its image:
 * an image write out of bounds is discarded (Vulkan, chapter Images, "Image Writes"). Builds no branch if the address
 * is known to be inside. */
uint32_t litmus_build_skip_outside(struct litmus_builder b, struct program_operand address);
void litmus_build_skipped(struct litmus_builder b, uint32_t skip);

struct litmus_jumps {
    struct litmus_jump {
        uint32_t instruction;
        uint32_t block; /* MODEL_NONE: after what is built */
    } *items;
    uint32_t count, capacity;
};

void litmus_build_jump(struct litmus_builder b, struct litmus_jumps *jumps, uint32_t block);
/* `starts`: by number of a block the instruction that it begins with. */
void litmus_build_landings(struct litmus_builder b, const struct litmus_jumps *jumps, const uint32_t *starts);

#endif
