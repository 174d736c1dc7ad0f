#include "submissions/kernel.h"

#include <stdio.h>

#include "mmra/machine/machine_processor.h"
#include "submissions/disassembly.h"

enum { LOCAL_UNIT = 512, BOTH = 3, FLUSHES = 0 };

static uint32_t bits(uint32_t word, int first, int count) {
    return word >> first & ((1u << count) - 1);
}

static void give(struct machine_kernel *kernel, enum machine_given_kind kind, uint32_t number, uint32_t value) {
    kernel->given[kernel->given_count++] = (struct machine_given){(uint8_t)kind, (uint16_t)number, value};
}

/* Two bits each for floats of 32, and for those of 16 and 64: how they are rounded, whether denormals stay. */
static void describe_floats(struct machine_kernel *kernel, uint32_t mode) {
    uint32_t single = bits(mode, 4, 2), others = bits(mode, 6, 2);
    kernel->other_floats =
        bits(mode, 0, 4) || (single != FLUSHES && single != BOTH) || (others != FLUSHES && others != BOTH);
    kernel->flushes =
        (uint8_t)((single == FLUSHES ? MACHINE_FLUSH_32 : 0) | (others == FLUSHES ? MACHINE_FLUSH_16_64 : 0));
}

/* In order: the driver's words, the workgroup's index as far as it is asked for, and which wave of it this is. */
static void describe_registers(struct machine_kernel *kernel, const struct packet_dispatch *d, bool in_trap_registers) {
    uint32_t rsrc = d->resources[1], next = bits(rsrc, 1, 5);
    kernel->user_scalars = next;
    for (uint32_t k = 0; k < next && k < PACKET_USER_DATA; k++)
        give(kernel, MACHINE_GIVEN_VALUE, k, d->user[k]);
    for (int k = 0; k < 3; k++)
        if (bits(rsrc, 7 + k, 1)) {
            kernel->group_id[k] = true;
            next += !in_trap_registers;
        }
    if (bits(rsrc, 10, 1))
        give(kernel, MACHINE_GIVEN_WAVE, next++, 0);
    if (bits(rsrc, 0, 1))
        give(kernel, MACHINE_GIVEN_VALUE, next, 0); /* the offset of scratch memory */
}

/* Whether the last workgroup along a coordinate is smaller. */
static bool is_partial(const struct packet_dispatch *d, int axis) {
    enum { PARTIAL = 1 << 1 };
    return d->initiator & PARTIAL && d->last[axis] && d->last[axis] < d->local[axis];
}

/* Whether a smaller workgroup has the first invocations of a whole one: there is one layer of them alone after the
 * coordinate along which it is smaller. */
static bool is_beginning(const struct packet_dispatch *d) {
    return !(is_partial(d, 0) && d->local[1] * d->local[2] > 1) && !(is_partial(d, 1) && d->local[2] > 1);
}

/* Whether an invocation of a whole workgroup is one of a smaller one too. */
static bool is_within(uint32_t index, const uint32_t local[3], const uint32_t size[3]) {
    return index % local[0] < size[0] && index / local[0] % local[1] < size[1] && index / local[0] / local[1] < size[2];
}

static void mask_group(const uint32_t local[3], const uint32_t size[3], uint32_t lanes, uint64_t *live) {
    uint32_t all = local[0] * local[1] * local[2], waves = (all + lanes - 1) / lanes;
    for (uint32_t w = 0; w < waves; w++)
        live[w] = 0;
    for (uint32_t index = 0; index < all; index++)
        live[index / lanes] |= (uint64_t)is_within(index, local, size) << index % lanes;
}

void kernel_mask_lanes(const struct packet_dispatch *d, uint32_t lanes, uint64_t *live) {
    uint32_t waves = (d->local[0] * d->local[1] * d->local[2] + lanes - 1) / lanes, at = 0;
    for (uint32_t z = 0; z < d->groups[2]; z++)
        for (uint32_t y = 0; y < d->groups[1]; y++)
            for (uint32_t x = 0; x < d->groups[0]; x++, at += waves) {
                const uint32_t id[3] = {x, y, z};
                uint32_t size[3];
                for (int k = 0; k < 3; k++)
                    size[k] = is_partial(d, k) && id[k] + 1 == d->groups[k] ? d->last[k] : d->local[k];
                mask_group(d->local, size, lanes, &live[at]);
            }
}

/* Whether it depends on which lanes, or how many, others are. */
static bool depends_on_lanes(const struct machine_instruction *i) {
    bool computes = i->unit == MACHINE_VALU || i->unit == MACHINE_SALU;
    bool of_mask =
        i->unit == MACHINE_SALU && (i->operation == MACHINE_COUNT_ONES || i->operation == MACHINE_FIRST_ONE ||
                                    i->operation == MACHINE_FIRST_ONE_HIGH);
    bool exchanges = computes && i->operation >= MACHINE_MASKED_BITS_LOW && i->operation <= MACHINE_MATRIX &&
                     i->operation != MACHINE_MOVE_RELATIVE;
    return of_mask || exchanges || i->move.kind != MACHINE_NO_MOVE || i->permutes || i->adds_lane ||
           (i->samples && i->lod <= MACHINE_LOD_ASKED);
}

/* No document says which lanes the invocations of a smaller workgroup have, where they are not the first ones. */
bool kernel_knows_lanes(const struct packet_dispatch *d, const struct machine_code *code) {
    bool knows = true;
    for (uint32_t k = 0; k < code->count && !is_beginning(d); k++)
        knows &= !depends_on_lanes(&code->instructions[k]);
    return knows;
}

bool kernel_has_partial_groups(const struct packet_dispatch *d) {
    return is_partial(d, 0) || is_partial(d, 1) || is_partial(d, 2);
}

static bool begins_at_zero(const struct packet_dispatch *d) {
    enum { FROM_ZERO = 1 << 2 };
    return d->initiator & FROM_ZERO || !(d->first[0] | d->first[1] | d->first[2]);
}

bool kernel_describe(struct machine_kernel *kernel, const struct packet_dispatch *d, enum machine_processor processor,
                     char message[PACKET_MESSAGE]) {
    enum { WAVE32 = 15, BY_THREADS = 1 << 5 };
    const struct machine_traits *traits = machine_traits(processor);
    const char *unknown = bits(d->resources[1], 1, 5) > PACKET_USER_DATA ? "more than 16 user registers"
                          : !begins_at_zero(d)                           ? "a first workgroup that is not (0, 0, 0)"
                          : d->initiator & BY_THREADS                    ? "a size in invocations"
                                                                         : NULL;
    *kernel = (struct machine_kernel){
        .name = DISASSEMBLY_ENTRY,
        .wave32 = traits->has_work_group_processors && bits(d->initiator, WAVE32, 1),
        .work_group_processor_mode = traits->has_work_group_processors && bits(d->resources[0], 29, 1),
        /* gfx12's loads return in order, and Mesa sets no bit for that there. */
        .memory_ordered = traits->has_scopes || (traits->has_work_group_processors && bits(d->resources[0], 30, 1)),
        .workitem_ids = bits(d->resources[1], 11, 2),
        .group_bytes = LOCAL_UNIT * bits(d->resources[1], 15, 9),
    };
    describe_floats(kernel, bits(d->resources[0], 12, 8));
    describe_registers(kernel, d, traits->has_scopes);
    /* From gfx11 on a wave's scratch memory is said in units of 256 bytes, before that in those of 1,024. */
    bool finer = traits->families & MACHINE_NEW;
    if (bits(d->resources[1], 0, 1))
        kernel->private_bytes =
            bits(d->scratch, 12, finer ? 15 : 13) * (finer ? 256 : 1024) / (kernel->wave32 ? 32 : 64);
    if (unknown)
        snprintf(message, PACKET_MESSAGE, "it is not known: %s", unknown);
    return !unknown;
}
