/* This file computes what an instruction does to the registers of a wave: scalars, lanes, masks, branches. */
#include "mmra/machine/machine_wave.h"

#include <string.h>

#include "mmra/base/bits.h"
#include "mmra/machine/machine_matrix.h"
#include "mmra/machine/machine_processor.h"

/* ---- registers ---- */

static uint64_t read_scalar(const struct machine_registers *g, const struct machine_operand *o) {
    if (o->number == MACHINE_NULL)
        return 0;
    uint64_t value = g->scalars[o->number];
    if (o->count > 1 && o->number + 1 < MACHINE_SCALARS)
        value |= (uint64_t)g->scalars[o->number + 1] << 32;
    return value;
}

static void write_scalar(const struct machine_registers *g, const struct machine_operand *o, uint64_t value) {
    if (o->number == MACHINE_NULL)
        return;
    g->scalars[o->number] = (uint32_t)value;
    if (o->count > 1 && o->number + 1 < MACHINE_SCALARS)
        g->scalars[o->number + 1] = (uint32_t)(value >> 32);
}

uint64_t machine_mask(const struct machine_registers *g, uint32_t number, uint32_t count) {
    return g->scalars[number] | (count > 1 ? (uint64_t)g->scalars[number + 1] << 32 : 0);
}

static uint64_t read_exec(const struct machine_registers *g) {
    return machine_mask(g, MACHINE_EXEC, 2);
}

/* The part of a register that an operand names, in its lowest bits. */
static uint64_t part_of(const struct machine_operand *o, uint64_t value) {
    if (!o->width)
        return value;
    uint64_t sign = UINT64_C(1) << (o->width - 1), part = value >> o->shift & (sign | (sign - 1));
    return o->is_signed ? (part ^ sign) - sign : part;
}

uint64_t machine_lane(const struct machine_registers *g, const struct machine_operand *o, uint32_t lane) {
    if (o->kind == MACHINE_LITERAL)
        return (uint64_t)o->value;
    if (o->kind == MACHINE_SCALAR)
        return part_of(o, read_scalar(g, o));
    if (o->kind != MACHINE_VECTOR)
        return 0;
    uint64_t value = g->vectors[o->number * g->lanes + lane];
    if (o->count > 1)
        value |= (uint64_t)g->vectors[(o->number + 1) * g->lanes + lane] << 32;
    return part_of(o, value);
}

void machine_set_lane(const struct machine_registers *g, const struct machine_operand *o, uint32_t lane,
                      uint64_t value) {
    g->vectors[o->number * g->lanes + lane] = (uint32_t)value;
    if (o->count > 1)
        g->vectors[(o->number + 1) * g->lanes + lane] = (uint32_t)(value >> 32);
}

/* Writes a part of a register; the rest stays, or becomes 0 or the sign. */
static void set_part(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                     uint64_t value) {
    const struct machine_operand *o = &i->target;
    uint64_t mask = ((UINT64_C(1) << o->width) - 1) << o->shift;
    uint64_t rest = i->pads ? 0 : g->vectors[o->number * g->lanes + lane] & ~mask;
    if (i->pads && o->is_signed && value >> (o->width - 1) & 1)
        rest = ~mask & ~((UINT64_C(1) << o->shift) - 1);
    machine_set_lane(g, o, lane, rest | (value << o->shift & mask));
}

enum { ADDRESSED_VECTORS = 256 };

static uint32_t count_of(const struct machine_operand *o, uint32_t least) {
    uint32_t count = (uint32_t)o->number + o->count;
    return o->kind == MACHINE_VECTOR && count > least ? count : least;
}

uint32_t machine_count_vectors(const struct machine_code *code) {
    uint32_t count = 3; /* what hardware sets up */
    for (uint32_t at = 0; at < code->count; at++) {
        const struct machine_instruction *i = &code->instructions[at];
        if (i->unit == MACHINE_VALU && i->operation == MACHINE_MOVE_RELATIVE && count < ADDRESSED_VECTORS)
            count = ADDRESSED_VECTORS;
        const struct machine_operand *all[] = {&i->target, &i->source[0], &i->source[1], &i->source[2]};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            count = count_of(all[k], count);
        for (size_t k = 0; k < MACHINE_MORE; k++)
            count = count_of(&i->more[k], count);
    }
    return count;
}

/* ---- addresses ---- */

bool machine_is_swizzled(const struct machine_registers *g, const struct machine_instruction *i) {
    return !i->has_wide_descriptor && i->path == MACHINE_BUFFER &&
           g->scalars[i->source[2].number + 1] >> MACHINE_SWIZZLES & 1;
}

/* So many lanes, as the descriptor says, have their first element after each other, and then their second one. The
 * scalar offset is that of all, and takes no part in this (ISA guide of RDNA2, "Swizzled Buffer Addressing"). */
static uint64_t swizzled(const uint32_t words[4], uint64_t index, uint64_t stride, uint64_t offset) {
    uint64_t lanes = UINT64_C(8) << (words[3] >> MACHINE_INDEX_STRIDE & 3);
    return (index / lanes * stride + offset / MACHINE_ELEMENT * MACHINE_ELEMENT) * lanes +
           index % lanes * MACHINE_ELEMENT + offset % MACHINE_ELEMENT;
}

/* Offsets into a buffer have 32 bits. */
static uint64_t within_buffer(const struct machine_instruction *i, uint64_t offset) {
    return (uint32_t)(offset + (uint64_t)(int64_t)i->offset);
}

static bool buffer_address(const struct machine_registers *g, const struct machine_instruction *i, uint64_t index,
                           uint64_t offset, uint64_t soffset, uint64_t *address) {
    const uint32_t *words = &g->scalars[i->source[2].number];
    uint64_t base = machine_canonical(words[0] | (uint64_t)words[1] << 32), records = words[2];
    uint64_t stride = words[1] >> 16 & 0x3FFF, within = within_buffer(i, offset);
    *address =
        base + soffset + (machine_is_swizzled(g, i) ? swizzled(words, index, stride, within) : within + index * stride);
    uint64_t bytes = i->bytes ? i->bytes : 4 * (uint64_t)i->dwords;
    return stride && i->index_in_register ? index < records : within + soffset + bytes <= records;
}

/* Returns what the register of a lane adds to the base. */
static uint64_t lane_offset(const struct machine_instruction *i, uint64_t value) {
    uint64_t offset = i->offset_is_signed ? (uint64_t)mmra_signed_bits(value, 32) : value & UINT32_MAX;
    return i->offset_scale ? offset * i->offset_scale : offset;
}

/* An address of 57 bits, and a size of 45 (LLVM, lowerPointerAsRsrcIntrin). */
uint64_t machine_buffer_base(const struct machine_registers *g, const struct machine_instruction *i) {
    const uint32_t *words = &g->scalars[i->source[2].number];
    return i->has_wide_descriptor ? words[0] | (uint64_t)(words[1] & MACHINE_WIDE_ADDRESS) << 32
                                  : machine_canonical(machine_mask(g, i->source[2].number, 2));
}

uint64_t machine_buffer_records(const struct machine_registers *g, const struct machine_instruction *i) {
    const uint32_t *words = &g->scalars[i->source[2].number];
    return i->has_wide_descriptor
               ? words[1] >> 25 | (uint64_t)words[2] << 7 | (uint64_t)(words[3] & MACHINE_WIDE_SIZE) << 39
               : words[2];
}

static bool wide_buffer_address(const struct machine_registers *g, const struct machine_instruction *i, uint64_t offset,
                                uint64_t soffset, uint64_t *address) {
    uint64_t base = machine_buffer_base(g, i), records = machine_buffer_records(g, i);
    uint64_t within = within_buffer(i, offset), bytes = i->bytes ? i->bytes : 4 * i->dwords;
    *address = base + soffset + within;
    return within + bytes + soffset <= records;
}

bool machine_lane_address(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                          uint64_t *address) {
    uint64_t first = machine_lane(g, &i->source[0], lane);
    if (i->path == MACHINE_BUFFER || i->path == MACHINE_TEXELS) {
        uint64_t offset = i->offset_in_register ? i->index_in_register ? first >> 32 : first & UINT32_MAX : 0;
        uint64_t index = i->index_in_register ? first & UINT32_MAX : 0;
        if (i->has_wide_descriptor)
            return wide_buffer_address(g, i, offset, machine_lane(g, &i->soffset, lane) & UINT32_MAX, address);
        if (machine_is_swizzled(g, i) && g->scalars[i->source[2].number + 3] >> MACHINE_ADDS_LANE & 1)
            index += lane;
        return buffer_address(g, i, index, offset, machine_lane(g, &i->soffset, lane) & UINT32_MAX, address);
    }
    uint64_t base = i->source[2].kind == MACHINE_SCALAR ? machine_lane(g, &i->source[2], lane) : 0;
    bool wide = i->source[0].count == 2;
    *address = base + (wide ? first : lane_offset(i, first)) + (uint64_t)(int64_t)i->offset;
    return true;
}

uint32_t machine_coordinate(const struct machine_registers *g, const struct machine_instruction *i, uint32_t lane,
                            uint32_t number) {
    const struct machine_operand *o = &i->source[0];
    uint32_t at = i->short_coordinates ? number / 2 : number;
    for (uint32_t next = 0; at >= o->count && next < MACHINE_MORE && i->more[next].count; next++) {
        at -= o->count;
        o = &i->more[next];
    }
    uint32_t value = at < o->count ? g->vectors[(o->number + at) * g->lanes + lane] : 0;
    return i->short_coordinates ? value >> (16 * (number & 1)) & 0xFFFF : value;
}

uint64_t machine_scalar_address(const struct machine_registers *g, const struct machine_instruction *i) {
    uint64_t base = machine_buffer_base(g, i), offset = machine_lane(g, &i->soffset, 0);
    if (i->soffset.kind == MACHINE_SCALAR)
        offset = lane_offset(i, offset);
    return base + offset + (uint64_t)(int64_t)i->offset;
}

/* ---- scalars ---- */

static uint64_t scalar_source(const struct machine_registers *g, const struct machine_operand *o) {
    uint64_t value = o->kind == MACHINE_LITERAL  ? (uint64_t)o->value
                     : o->kind == MACHINE_SCALAR ? read_scalar(g, o)
                                                 : 0;
    return part_of(o, value);
}

/* The first source, of a float its absolute value and then the negative one, where the instruction asks for them. */
static uint64_t first_source(const struct machine_registers *g, const struct machine_instruction *i) {
    uint64_t value = scalar_source(g, &i->source[0]), sign = UINT64_C(1) << (i->bits - 1);
    value = i->absolute & 1 ? value & ~sign : value;
    return i->negated & 1 ? value ^ sign : value;
}

void machine_run_scalar(const struct machine_registers *g, const struct machine_instruction *i) {
    uint64_t a = i->negated | i->absolute ? first_source(g, i) : scalar_source(g, &i->source[0]),
             b = scalar_source(g, &i->source[1]);
    bool carry = g->scalars[MACHINE_SCC];
    uint64_t result;
    if (i->operation == MACHINE_SAVE_EXEC || i->operation == MACHINE_WRITE_EXEC) {
        struct machine_instruction combined = *i;
        struct machine_operand exec = {MACHINE_SCALAR, i->bits / 32, MACHINE_EXEC};
        uint64_t before = read_scalar(g, &exec);
        combined.operation = i->combine;
        result = machine_compute(&combined, a, before, 0, &carry);
        write_scalar(g, &i->target, i->operation == MACHINE_SAVE_EXEC ? before : result);
        write_scalar(g, &exec, result);
    } else if (i->operation == MACHINE_SELECT) {
        write_scalar(g, &i->target, carry != i->reversed ? a : b);
    } else {
        result = machine_compute(i, a, b, scalar_source(g, &i->source[2]), &carry);
        if (i->target.kind == MACHINE_SCALAR)
            write_scalar(g, &i->target, result);
    }
    g->scalars[MACHINE_SCC] = carry;
}

/* ---- between lanes ---- */

uint32_t machine_first_lane(uint64_t exec) {
    for (uint32_t lane = 0; lane < 64; lane++)
        if (exec >> lane & 1)
            return lane;
    return 0;
}

static uint32_t lane_in_range(const struct machine_registers *g, uint64_t lane) {
    return lane < g->lanes ? (uint32_t)lane : 0;
}

static void run_between_lanes(const struct machine_registers *g, const struct machine_instruction *i) {
    uint64_t named = i->operation == MACHINE_READ_FIRST_LANE ? machine_first_lane(read_exec(g))
                                                             : machine_lane(g, &i->source[1], 0) & 63;
    uint32_t lane = lane_in_range(g, named);
    if (i->operation == MACHINE_WRITE_LANE)
        machine_set_lane(g, &i->target, lane, machine_lane(g, &i->source[0], 0));
    else
        write_scalar(g, &i->target, machine_lane(g, &i->source[0], lane));
}

/* Four bits for each lane of a row, in the second source for the lower eight (ISA guides, "V_PERMLANE16_B32"). */
static void permute_rows(const struct machine_registers *g, const struct machine_instruction *i) {
    uint64_t exec = read_exec(g), taken[MACHINE_MAX_LANES];
    uint64_t named = (machine_lane(g, &i->source[1], 0) & UINT32_MAX) | machine_lane(g, &i->source[2], 0) << 32;
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        taken[lane] = machine_lane(g, &i->source[0], lane);
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        uint32_t from = ((lane & ~15u) ^ i->combine) | (uint32_t)(named >> (4 * (lane & 15)) & 15);
        bool there = i->move.of_absent || exec >> from & 1;
        if (exec >> lane & 1 && (there || i->move.zeroes))
            machine_set_lane(g, &i->target, lane, there ? taken[from] : 0);
    }
}

/* In a wave of 32 it does nothing (ISA guides, "V_PERMLANE64_B32"). */
static void swap_halves(const struct machine_registers *g, const struct machine_instruction *i) {
    uint64_t exec = read_exec(g), taken[MACHINE_MAX_LANES];
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        taken[lane] = machine_lane(g, &i->source[0], lane);
    for (uint32_t lane = 0; lane < g->lanes && g->lanes == 64; lane++)
        if (exec >> lane & 1)
            machine_set_lane(g, &i->target, lane, taken[lane ^ 32]);
}

/* Odd rows of the first register change places with even ones of the second (LLVM's AMDGPU user guide,
 * "llvm.amdgcn.permlane16.swap" and "permlane32.swap"). */
static void swap_rows(const struct machine_registers *g, const struct machine_instruction *i) {
    const struct machine_operand *first = &i->target, *second = &i->source[0];
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        uint64_t before = machine_lane(g, first, lane);
        if (!(lane & i->combine))
            continue;
        machine_set_lane(g, first, lane, machine_lane(g, second, lane - i->combine));
        machine_set_lane(g, second, lane - i->combine, before);
    }
}

struct machine_instruction machine_moved(const struct machine_instruction *i, uint32_t m0) {
    struct machine_instruction moved = *i;
    struct machine_operand *o = i->reversed ? &moved.target : &moved.source[0];
    o->number = (uint16_t)((o->number + m0) % ADDRESSED_VECTORS);
    return moved;
}

static void move_relative(const struct machine_registers *g, const struct machine_instruction *i) {
    const struct machine_instruction moved = machine_moved(i, g->scalars[MACHINE_M0]);
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        if (read_exec(g) >> lane & 1)
            machine_set_lane(g, &moved.target, lane, machine_lane(g, &moved.source[0], lane));
}

/* The lane whose value this one takes (ISA guides, "DPP"); negative if there is none. */
static int source_lane(const struct machine_instruction *i, int lane) {
    int amount = (int)i->move.amount, within = lane & 15, row = lane - within;
    switch ((enum machine_move)i->move.kind) {
    case MACHINE_QUAD_PERMUTE:
        return (lane & ~3) | (amount >> (2 * (lane & 3)) & 3);
    case MACHINE_SWIZZLE:
        if (amount & MACHINE_ROTATES)
            return (lane & ~31) | ((lane + amount) & 31);
        return (lane & ~31) | (((lane & amount & 31) | (amount >> 5 & 31)) ^ (amount >> 10 & 31));
    case MACHINE_EIGHT:
        return (lane & ~7) | (amount >> (3 * (lane & 7)) & 7);
    case MACHINE_ROW_SHIFT_LEFT:
        return within + amount < 16 ? lane + amount : -1;
    case MACHINE_ROW_SHIFT_RIGHT:
        return within >= amount ? lane - amount : -1;
    case MACHINE_ROW_ROTATE:
        return row | ((within - amount) & 15);
    case MACHINE_ROW_MIRROR:
        return row | (15 - within);
    case MACHINE_ROW_HALF_MIRROR:
        return (lane & ~7) | (7 - (lane & 7));
    case MACHINE_ROW_SHARE:
        return row | amount;
    case MACHINE_ROW_XOR:
        return row | (within ^ amount);
    case MACHINE_ROW_BROADCAST:
        return amount == 31 ? (lane >= 32 ? 31 : -1) : row - 1;
    case MACHINE_WAVE_SHIFT_RIGHT:
        return lane - 1;
    case MACHINE_NO_MOVE:
        break;
    }
    return lane;
}

uint32_t machine_permuted_lane(const struct machine_code *code, const struct machine_registers *g,
                               const struct machine_instruction *i, uint32_t lane) {
    if (i->move.kind != MACHINE_NO_MOVE)
        return (uint32_t)source_lane(i, (int)lane);
    uint32_t reach = code->kernel.wave32 || machine_traits(code->processor)->permutes_halves ? 32 : 64;
    uint64_t address = machine_lane(g, &i->source[0], lane) + (uint64_t)(int64_t)i->offset;
    return (lane & ~(reach - 1)) | (uint32_t)(address / 4 % reach);
}

/* Moves the first source between lanes; returns the lanes that are written. */
static uint64_t move(const struct machine_registers *g, const struct machine_instruction *i, uint64_t exec,
                     uint64_t *values) {
    uint64_t before[MACHINE_MAX_LANES], written = exec;
    memcpy(before, values, sizeof before);
    for (int lane = 0; lane < (int)g->lanes; lane++) {
        int from = source_lane(i, lane);
        bool there = from >= 0 && from < (int)g->lanes && (i->move.of_absent || exec >> from & 1);
        bool masked = !(i->move.rows >> (lane / 16 & 3) & 1) || !(i->move.banks >> (lane / 4 & 3) & 1);
        values[lane] = there ? before[from] : 0;
        if (masked || (!there && !i->move.zeroes))
            written &= ~(UINT64_C(1) << lane);
    }
    return written;
}

/* ---- lanes ---- */

static void gather(const struct machine_registers *g, const struct machine_operand *o, uint64_t *values) {
    const uint32_t *low = g->vectors + o->number * g->lanes;
    if (o->kind != MACHINE_VECTOR) {
        uint64_t value = machine_lane(g, o, 0);
        for (uint32_t lane = 0; lane < g->lanes; lane++)
            values[lane] = value;
    } else if (o->count == 1 && !o->width) {
        for (uint32_t lane = 0; lane < g->lanes; lane++)
            values[lane] = low[lane];
    } else {
        for (uint32_t lane = 0; lane < g->lanes; lane++)
            values[lane] = machine_lane(g, o, lane);
    }
}

static void set_signs(const struct machine_registers *g, const struct machine_instruction *i, unsigned source,
                      uint64_t *values) {
    uint64_t sign = UINT64_C(1) << ((i->from ? i->from : i->bits) - 1);
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        values[lane] = i->absolute >> source & 1 ? values[lane] & ~sign : values[lane];
        values[lane] = i->negated >> source & 1 ? values[lane] ^ sign : values[lane];
    }
}

/* A mask of lanes that is read: a carry, or what chooses. */
static uint64_t mask_in(const struct machine_registers *g, const struct machine_instruction *i) {
    const struct machine_operand *o = i->operation == MACHINE_DIVIDE_MULTIPLY ? &i->more[0] : &i->source[2];
    return o->kind == MACHINE_SCALAR    ? machine_mask(g, o->number, o->count)
           : o->kind == MACHINE_LITERAL ? (uint64_t)o->value
                                        : 0;
}

static uint64_t masked_bits(const struct machine_instruction *i, uint64_t mask, uint64_t added, uint32_t lane) {
    uint64_t all = i->operation == MACHINE_MASKED_BITS_LOW ? mask & UINT32_MAX : (mask & UINT32_MAX) << 32;
    return added + mmra_count_ones(all & ((UINT64_C(1) << lane) - 1));
}

static uint64_t run_lane(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, uint32_t lane,
                         bool *carry) {
    if (i->operation == MACHINE_MASKED_BITS_LOW || i->operation == MACHINE_MASKED_BITS_HIGH)
        return masked_bits(i, a, b, lane);
    if (i->operation == MACHINE_SELECT)
        return *carry ? b : a;
    return i->reversed && !i->packed ? machine_compute(i, b, a, c, carry) : machine_compute(i, a, b, c, carry);
}

static void write_masks(const struct machine_registers *g, const struct machine_instruction *i, uint64_t mask) {
    struct machine_operand exec = {MACHINE_SCALAR, 2, MACHINE_EXEC};
    if (i->carry_out.kind == MACHINE_SCALAR)
        write_scalar(g, &i->carry_out, mask);
    if (i->unit == MACHINE_COMPARE && i->writes_exec)
        write_scalar(g, &exec, mask);
}

void machine_run_vector(const struct machine_registers *g, const struct machine_instruction *i) {
    uint64_t sources[3][MACHINE_MAX_LANES], written = read_exec(g), mask = 0, in = 0;
    if (i->operation == MACHINE_MATRIX) {
        machine_run_matrix(g, i);
        return;
    }
    bool masked =
        i->operation == MACHINE_SELECT || i->operation == MACHINE_ADD_CARRY || i->operation == MACHINE_SUB_BORROW;
    if (i->operation >= MACHINE_READ_FIRST_LANE && i->operation <= MACHINE_WRITE_LANE) {
        run_between_lanes(g, i);
        return;
    }
    if (i->operation == MACHINE_MOVE_RELATIVE) {
        move_relative(g, i);
        return;
    }
    if (i->operation == MACHINE_SWAP_HALVES) {
        swap_halves(g, i);
        return;
    }
    if (i->operation == MACHINE_SWAP_ROWS) {
        swap_rows(g, i);
        return;
    }
    if (i->operation == MACHINE_PERMUTE_ROWS) {
        permute_rows(g, i);
        return;
    }
    if (masked || i->operation == MACHINE_DIVIDE_MULTIPLY)
        in = mask_in(g, i);
    for (unsigned k = 0; k < 3; k++) {
        gather(g, masked && k == 2 ? &(struct machine_operand){0} : &i->source[k], sources[k]);
        if (i->move.kind != MACHINE_NO_MOVE && k == 0)
            written = move(g, i, written, sources[k]);
        if ((i->negated | i->absolute) >> k & 1 && i->operation != MACHINE_FLOAT_MIX)
            set_signs(g, i, k, sources[k]);
    }
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        if (!(written >> lane & 1))
            continue;
        bool carry = in >> lane & 1;
        uint64_t result = run_lane(i, sources[0][lane], sources[1][lane], sources[2][lane], lane, &carry);
        mask |= (uint64_t)carry << lane;
        if (i->target.kind != MACHINE_VECTOR)
            continue;
        if (i->target.width)
            set_part(g, i, lane, result);
        else
            machine_set_lane(g, &i->target, lane, result);
    }
    write_masks(g, i, mask);
}

/* ---- flow ---- */

bool machine_is_taken(const struct machine_registers *g, bool wave32, uint8_t condition) {
    uint32_t count = wave32 ? 1 : 2;
    switch ((enum machine_branch)condition) {
    case MACHINE_SCC0:
        return !g->scalars[MACHINE_SCC];
    case MACHINE_SCC1:
        return g->scalars[MACHINE_SCC];
    case MACHINE_VCCZ:
        return machine_mask(g, MACHINE_VCC, count) == 0;
    case MACHINE_VCCNZ:
        return machine_mask(g, MACHINE_VCC, count) != 0;
    case MACHINE_EXECZ:
        return read_exec(g) == 0;
    case MACHINE_EXECNZ:
        return read_exec(g) != 0;
    case MACHINE_ALWAYS:
    case MACHINE_JUMP:
        break;
    }
    return true;
}
