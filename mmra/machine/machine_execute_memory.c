/* The executor's accesses: global and scratch memory, buffers, LDS, scalar loads, and registers of other lanes. */
#include "mmra/machine/machine_execute.h"

#include <string.h>

enum { MOST_DWORDS = 16 };

/* ---- the bytes of an access ---- */

static bool holds(const struct machine_range *range, uint64_t address, uint64_t size, bool loads) {
    uint64_t all = range->size + (loads ? range->behind : 0);
    return address >= range->address && address - range->address <= all && size <= all - (address - range->address);
}

static void stop_beyond(struct machine_execution *e, const struct machine_instruction *i, const char *fault,
                        enum machine_wrong wrong, uint64_t end) {
    if (!e->result->fault)
        e->result->address = end;
    machine_stop(e, i, fault, wrong);
}

/* The bytes of an access, or NULL after a fault. */
static uint8_t *global_bytes(struct machine_execution *e, const struct machine_instruction *i, uint64_t address,
                             uint64_t size) {
    bool loads = i->operation == MACHINE_LOAD;
    const struct machine_range *range = e->last && holds(e->last, address, size, loads) ? e->last
                                        : holds(&e->data, address, size, loads)         ? &e->data
                                                                                        : NULL;
    for (uint32_t k = 0; k < e->dispatch->range_count && !range; k++)
        range = holds(&e->dispatch->ranges[k], address, size, loads) ? &e->dispatch->ranges[k] : NULL;
    if (!range)
        stop_beyond(e, i, "an access out of bounds", MACHINE_BEYOND, address + size);
    else if (range->refused)
        machine_stop(e, i, range->refused, MACHINE_NOT_KNOWN);
    else if (range->constant && !loads)
        machine_stop(e, i, "a write to memory that is constant", MACHINE_UNDEFINED);
    e->last = range;
    return range && !e->result->fault ? range->bytes + (address - range->address) : NULL;
}

static uint8_t *local_bytes(struct machine_execution *e, const struct machine_instruction *i, uint64_t address,
                            uint64_t size) {
    address &= UINT32_MAX;
    if (address + size > e->code->kernel.group_bytes) {
        stop_beyond(e, i, "an access to local memory out of bounds", MACHINE_BEYOND_LOCAL, address + size);
        return NULL;
    }
    return e->group->local + address;
}

static uint8_t *scratch_bytes(struct machine_execution *e, const struct machine_executed_wave *w,
                              const struct machine_instruction *i, uint32_t lane, uint64_t address, uint64_t size) {
    uint64_t bytes = e->code->kernel.private_bytes;
    address &= UINT32_MAX;
    if (address + size > bytes) {
        machine_stop(e, i, "an access to scratch memory out of bounds", MACHINE_BEYOND);
        return NULL;
    }
    return w->scratch + lane * bytes + address;
}

/* ---- scratch memory through a buffer ---- */

/* That of all waves lies there. The offset of each but the first carries into the upper half. */
#define SCRATCH_ADDRESS (((uint64_t)0x5000 << 32) - 256)
enum { SCRATCH_UPPER = (int)(SCRATCH_ADDRESS >> 32) };

void machine_describe_scratch(uint32_t lanes, uint32_t words[4]) {
    words[0] = (uint32_t)SCRATCH_ADDRESS;
    words[1] = (uint32_t)SCRATCH_UPPER | UINT32_C(1) << MACHINE_SWIZZLES;
    words[2] = UINT32_MAX;
    words[3] = UINT32_C(1) << MACHINE_ADDS_LANE | (lanes == 64 ? UINT32_C(3) : UINT32_C(2)) << MACHINE_INDEX_STRIDE;
}

uint32_t machine_scratch_of_wave(const struct machine_execution *e) {
    uint32_t elements = (e->code->kernel.private_bytes + MACHINE_ELEMENT - 1) / MACHINE_ELEMENT;
    return elements * MACHINE_ELEMENT * e->lanes;
}

/* The bytes at an address at which elements of all lanes alternate, which may be another lane's (LLVM's AMDGPU user
 * guide, "Memory Spaces"). */
static uint8_t *swizzled_bytes(struct machine_execution *e, const struct machine_executed_wave *w,
                               const struct machine_instruction *i, uint64_t address, uint64_t size) {
    uint32_t upper = (uint32_t)(address >> 32), within = (uint32_t)(address % MACHINE_ELEMENT);
    uint64_t begin = SCRATCH_ADDRESS + (uint64_t)w->number * machine_scratch_of_wave(e);
    uint64_t element = (address - begin) / MACHINE_ELEMENT; /* before the beginning: far beyond the end */
    if (upper != SCRATCH_UPPER && upper != SCRATCH_UPPER + 1)
        machine_stop(e, i, "a buffer whose elements alternate between lanes", MACHINE_NOT_KNOWN);
    else if (within + size > MACHINE_ELEMENT)
        machine_stop(e, i, "more than an element where they alternate between lanes", MACHINE_NOT_KNOWN);
    else
        return scratch_bytes(e, w, i, (uint32_t)(element % e->lanes), element / e->lanes * MACHINE_ELEMENT + within,
                             size);
    return NULL;
}

/* ---- data ---- */

static uint32_t *vector_at(const struct machine_execution *e, const struct machine_executed_wave *w, uint32_t number,
                           uint32_t lane) {
    return &w->vectors[number * e->lanes + lane];
}

static void load(const struct machine_execution *e, const struct machine_executed_wave *w,
                 const struct machine_instruction *i, uint32_t lane, uint32_t number, const uint8_t *from) {
    for (uint32_t k = 0; k < i->dwords; k++) {
        uint32_t value = 0, *to = vector_at(e, w, number + k, lane);
        if (from)
            memcpy(&value, from + 4 * (size_t)k, i->bytes ? i->bytes : 4);
        *to = machine_loaded(i, *to, value, 0);
    }
}

static void store(const struct machine_execution *e, const struct machine_executed_wave *w,
                  const struct machine_instruction *i, uint32_t lane, uint32_t number, uint8_t *to) {
    for (uint32_t k = 0; k < i->dwords; k++) {
        uint32_t value = *vector_at(e, w, number + k, lane) >> (i->half == 2 ? 16 : 0);
        memcpy(to + 4 * (size_t)k, &value, i->bytes ? i->bytes : 4);
    }
}

static uint64_t value_at(const struct machine_execution *e, const struct machine_executed_wave *w, uint32_t number,
                         uint32_t lane, uint32_t dwords) {
    uint64_t high = dwords > 1 ? *vector_at(e, w, number + 1, lane) : 0;
    return *vector_at(e, w, number, lane) | high << 32;
}

/* The new value stands before the one that is compared with, unless they are swapped. */
static void modify(const struct machine_execution *e, const struct machine_executed_wave *w,
                   const struct machine_instruction *i, uint32_t lane, uint8_t *at) {
    uint64_t old = 0, value = value_at(e, w, i->source[1].number, lane, i->dwords), compared = 0;
    size_t size = 4 * (size_t)i->dwords;
    memcpy(&old, at, size);
    if (i->rmw == MACHINE_COMPARE_SWAP) {
        uint32_t second = i->unit == MACHINE_LOCAL ? i->source[2].number : i->source[1].number + i->dwords;
        compared = value_at(e, w, second, lane, i->dwords);
    }
    uint64_t result = i->swapped ? machine_modify(i->rmw, 32u * i->dwords, old, compared, value)
                                 : machine_modify(i->rmw, 32u * i->dwords, old, value, compared);
    memcpy(at, &result, size);
    for (uint32_t k = 0; i->returns && k < i->dwords; k++)
        *vector_at(e, w, i->target.number + k, lane) = (uint32_t)(old >> (32 * k));
}

static void perform(const struct machine_execution *e, const struct machine_executed_wave *w,
                    const struct machine_instruction *i, uint32_t lane, uint8_t *at) {
    if (i->operation == MACHINE_LOAD)
        load(e, w, i, lane, i->target.number, at);
    else if (i->operation == MACHINE_STORE)
        store(e, w, i, lane, i->source[1].number, at);
    else
        modify(e, w, i, lane, at);
}

/* ---- accesses ---- */

static uint64_t size_of(const struct machine_instruction *i) {
    return i->bytes ? i->bytes : 4 * (uint64_t)i->dwords;
}

/* Tells of an access; returns its bytes, or in a weak run those that a load takes. `range` NULL: shared memory. */
static uint8_t *told(const struct machine_execution *e, const struct machine_executed_wave *w,
                     const struct machine_instruction *i, uint32_t lane, const struct machine_range *range,
                     uint64_t address, uint8_t *at) {
    if (!e->dispatch->race)
        return at;
    return machine_race_touch(e->dispatch->race, e->group->race, w->number, i, lane, range, address, size_of(i), at);
}

static uint8_t *told_local(const struct machine_execution *e, const struct machine_executed_wave *w,
                           const struct machine_instruction *i, uint32_t lane, uint8_t *at) {
    return told(e, w, i, lane, NULL, (uint64_t)(at - e->group->local), at);
}

/* The lanes' dwords follow each other from M0 on, and the offset counts there too (ISA guide of CDNA3, "Memory Buffer
 * Load to LDS"). */
static void load_to_local(struct machine_execution *e, const struct machine_executed_wave *w,
                          const struct machine_instruction *i, uint32_t lane, const uint8_t *from) {
    uint64_t address = (w->scalars[MACHINE_M0] & 0xFFFC) + (uint64_t)(int64_t)i->offset + 4 * (uint64_t)lane;
    uint8_t *to = local_bytes(e, i, address, 4);
    if (!to)
        return;
    uint8_t value[4]; /* before what it comes from is told of again */
    memcpy(value, from, sizeof value);
    told_local(e, w, i, lane, to);
    memcpy(to, value, sizeof value);
}

/* The read is told of first, and its value is kept: in a weak run that lives until the next telling. */
static void copy(struct machine_execution *e, const struct machine_executed_wave *w,
                 const struct machine_instruction *i, const struct machine_registers *g, uint32_t lane,
                 uint64_t address) {
    uint64_t size = size_of(i);
    uint8_t value[4 * MOST_DWORDS], *global = global_bytes(e, i, address, size);
    uint64_t at = machine_lane(g, &i->source[1], lane) + (uint64_t)(int64_t)i->offset;
    uint8_t *local = global ? local_bytes(e, i, at, size) : NULL;
    if (!local)
        return;
    if (i->operation == MACHINE_LOAD) {
        memcpy(value, told(e, w, i, lane, e->last, address, global), size);
        told_local(e, w, i, lane, local);
        memcpy(local, value, size);
    } else {
        memcpy(value, told_local(e, w, i, lane, local), size);
        told(e, w, i, lane, e->last, address, global);
        memcpy(global, value, size);
    }
}

static void access_memory(struct machine_execution *e, struct machine_executed_wave *w,
                          const struct machine_instruction *i, const struct machine_registers *g, uint32_t lane) {
    uint64_t address;
    if (!machine_lane_address(g, i, lane, &address)) {
        if (i->returns)
            load(e, w, i, lane, i->target.number, NULL);
        return;
    }
    if (i->copies) {
        copy(e, w, i, g, lane, address);
        return;
    }
    bool swizzled = machine_is_swizzled(g, i);
    uint8_t *at = swizzled                     ? swizzled_bytes(e, w, i, address, size_of(i))
                  : i->path == MACHINE_SCRATCH ? scratch_bytes(e, w, i, lane, address, size_of(i))
                                               : global_bytes(e, i, address, size_of(i));
    if (!at || e->result->fault)
        return;
    if (!swizzled && i->path != MACHINE_SCRATCH)
        at = told(e, w, i, lane, e->last, address, at);
    if (i->to_local)
        load_to_local(e, w, i, lane, at);
    else
        perform(e, w, i, lane, at);
}

/* Reads at one address, or at the two of ds_read2, which are both read before a register is written. */
static void access_local(struct machine_execution *e, struct machine_executed_wave *w,
                         const struct machine_instruction *i, const struct machine_registers *g, uint32_t lane) {
    uint64_t base = machine_lane(g, &i->source[0], lane) + (i->adds_lane ? 4 * lane : 0);
    uint8_t *first = local_bytes(e, i, base + (uint64_t)(int64_t)i->offset, size_of(i));
    uint8_t *second = i->addresses == 2 ? local_bytes(e, i, base + (uint64_t)(int64_t)i->offset2, size_of(i)) : first;
    if (!first || !second)
        return;
    perform(e, w, i, lane, told_local(e, w, i, lane, first));
    if (i->addresses != 2)
        return;
    second = told_local(e, w, i, lane, second);
    if (i->operation == MACHINE_LOAD)
        load(e, w, i, lane, i->target.number + i->dwords, second);
    else
        store(e, w, i, lane, i->source[2].number, second);
}

/* ds_bpermute and ds_swizzle take another lane's register, ds_permute gives it away; what EXEC lacks gives 0. */
static void permute(const struct machine_execution *e, const struct machine_instruction *i,
                    const struct machine_registers *g, uint64_t exec) {
    uint32_t taken[MACHINE_MAX_LANES] = {0};
    for (uint32_t lane = 0; lane < e->lanes; lane++) {
        uint32_t other = machine_permuted_lane(e->code, g, i, lane);
        if (i->pushes && exec >> lane & 1)
            taken[other] = (uint32_t)machine_lane(g, &i->source[1], lane);
        else if (!i->pushes && exec >> other & 1)
            taken[lane] = (uint32_t)machine_lane(g, &i->source[1], other);
    }
    for (uint32_t lane = 0; lane < e->lanes; lane++)
        if (exec >> lane & 1)
            machine_set_lane(g, &i->target, lane, taken[lane]);
}

/* Dwords lie at multiples of 4. What is beyond the end of a buffer is 0. */
static void load_scalars(struct machine_execution *e, struct machine_executed_wave *w,
                         const struct machine_instruction *i, const struct machine_registers *g) {
    uint64_t address = machine_scalar_address(g, i) & ~(uint64_t)(i->bytes ? 0 : 3);
    uint64_t base = machine_buffer_base(g, i);
    uint32_t values[MOST_DWORDS] = {0};
    for (uint32_t k = 0; k < i->dwords; k++, address += 4) {
        uint64_t size = i->bytes ? i->bytes : 4;
        if (i->path == MACHINE_BUFFER && address - base + size > machine_buffer_records(g, i))
            continue;
        uint8_t *from = global_bytes(e, i, address, size);
        if (!from)
            return;
        if (e->dispatch->race)
            from = machine_race_touch(e->dispatch->race, e->group->race, w->number, i, 0, e->last, address, size, from);
        memcpy(&values[k], from, size);
        values[k] = machine_loaded(i, 0, values[k], 0);
    }
    memcpy(&w->scalars[i->target.number], values, 4 * (size_t)i->dwords);
}

/* Atomics of texel buffers are those of any buffer. */
static bool is_of_image(const struct machine_instruction *i) {
    return i->unit == MACHINE_MEMORY && (i->path == MACHINE_IMAGE || i->path == MACHINE_TEXELS ||
                                         (i->path == MACHINE_BUFFER && i->index_in_register));
}

void machine_access(struct machine_execution *e, struct machine_executed_wave *w, const struct machine_instruction *i) {
    struct machine_registers g = {w->scalars, w->vectors, e->lanes};
    uint64_t exec = machine_mask(&g, MACHINE_EXEC, 2);
    const struct machine_told told = {e->dispatch->race, e->group->race, w->number};
    if (i->has_wide_descriptor &&
        (i->index_in_register || i->path == MACHINE_TEXELS ||
         (w->scalars[i->source[2].number + 3] & ~(uint32_t)MACHINE_WIDE_SIZE) != MACHINE_WIDE_RAW)) {
        machine_stop(e, i, "a buffer that is not a raw one whose bounds are offsets", MACHINE_NOT_KNOWN);
    } else if (i->unit == MACHINE_SCALAR_MEMORY) {
        load_scalars(e, w, i, &g);
    } else if (i->permutes) {
        permute(e, i, &g, exec);
    } else if (is_of_image(i) && e->dispatch->access_image &&
               e->dispatch->access_image(e->dispatch->user, &g, i, exec, told.race ? &told : NULL)) {
        return;
    } else if (i->unit == MACHINE_MEMORY && (i->path == MACHINE_IMAGE || i->path == MACHINE_TEXELS)) {
        machine_stop(e, i, "an access to an image", MACHINE_NOT_KNOWN);
    } else {
        for (uint32_t lane = 0; lane < e->lanes && !e->result->fault; lane++)
            if (exec >> lane & 1 && i->unit == MACHINE_LOCAL)
                access_local(e, w, i, &g, lane);
            else if (exec >> lane & 1)
                access_memory(e, w, i, &g, lane);
    }
}
