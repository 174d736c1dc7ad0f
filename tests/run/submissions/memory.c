#include "submissions/memory.h"

#include <stdlib.h>

#include "mmra/machine/machine_wave.h"

static struct machine_range *range_at(const struct gpu_memory *memory, uint64_t address) {
    for (uint32_t k = 0; k < memory->count; k++)
        if (address - memory->ranges[k].address < memory->ranges[k].size)
            return &memory->ranges[k];
    return NULL;
}

static bool is_free(const struct gpu_memory *memory, uint64_t address, uint64_t size) {
    for (uint32_t k = 0; k < memory->count; k++)
        if (memory->ranges[k].address - address < size)
            return false;
    return !range_at(memory, address);
}

bool gpu_map(struct gpu_memory *memory, uint64_t address, uint64_t size, uint8_t *bytes) {
    address = machine_canonical(address);
    if (!size || size - 1 > UINT64_MAX - address || !is_free(memory, address, size))
        return false;
    if (memory->count == memory->capacity) {
        uint32_t capacity = memory->capacity ? 2 * memory->capacity : 64;
        struct machine_range *ranges = realloc(memory->ranges, capacity * sizeof *ranges);
        if (!ranges)
            return false;
        memory->ranges = ranges;
        memory->capacity = capacity;
    }
    memory->ranges[memory->count++] = (struct machine_range){.address = address, .size = size, .bytes = bytes};
    return true;
}

bool gpu_unmap(struct gpu_memory *memory, uint64_t address, struct machine_range *was) {
    struct machine_range *range = range_at(memory, machine_canonical(address));
    if (!range || range->address != machine_canonical(address))
        return false;
    *was = *range;
    *range = memory->ranges[--memory->count];
    return true;
}

uint8_t *gpu_rest(const struct gpu_memory *memory, uint64_t address, uint64_t *size) {
    address = machine_canonical(address);
    const struct machine_range *range = range_at(memory, address);
    *size = range ? range->size - (address - range->address) : 0;
    return range ? range->bytes + (address - range->address) : NULL;
}

uint8_t *gpu_bytes(const struct gpu_memory *memory, uint64_t address, uint64_t size) {
    uint64_t rest;
    uint8_t *bytes = gpu_rest(memory, address, &rest);
    return size <= rest ? bytes : NULL;
}
