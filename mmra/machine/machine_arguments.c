#include "mmra/machine/machine_arguments.h"

#include <string.h>

#include "mmra/machine/machine_litmus.h"

enum {
    ARGUMENTS_AT = 1 << 20,
    PACKET_AT = 1 << 21,
    PACKET_BYTES = 64,
    HOST_AT = 1 << 22,
    HOST_BYTES = 1 << 12,
    MOST_ARGUMENT_BYTES = 1 << 16,
    LOCAL_ALIGNMENT = 16,
    POINTER = 8,
    MOST_RANGES = 512
};
#define BUFFERS_AT (UINT64_C(1) << 40)

static bool is_hidden(const struct machine_argument *argument) {
    return strncmp(argument->kind, "hidden_", 7) == 0;
}

uint32_t machine_count_given(const struct machine_kernel *kernel) {
    uint32_t count = 0;
    while (count < kernel->argument_count && !is_hidden(&kernel->arguments[count]))
        count++;
    return count;
}

bool machine_is_buffer(const struct machine_argument *argument) {
    return strcmp(argument->kind, "global_buffer") == 0;
}

bool machine_is_local_pointer(const struct machine_argument *argument) {
    return strcmp(argument->kind, "dynamic_shared_pointer") == 0;
}

/* Returns what the host's runtime would have put there. */
static bool is_of_host(const char *kind) {
    static const char *const kinds[] = {"hidden_hostcall_buffer",   "hidden_printf_buffer", "hidden_heap_v1",
                                        "hidden_default_queue",     "hidden_queue_ptr",     "hidden_completion_action",
                                        "hidden_multigrid_sync_arg"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(kind, kinds[k]) == 0)
            return true;
    return false;
}

/* The runtime passes these arguments after the parameters. */
static uint64_t hidden_value(const struct machine_dispatch *d, const char *kind, uint32_t more) {
    uint32_t axis = (uint32_t)(kind[strlen(kind) - 1] - 'x') % 3;
    return strncmp(kind, "hidden_block_count_", 19) == 0  ? d->groups[axis]
           : strncmp(kind, "hidden_group_size_", 18) == 0 ? d->local[axis]
           : strcmp(kind, "hidden_grid_dims") == 0        ? 3
           : strcmp(kind, "hidden_dynamic_lds_size") == 0 ? more
           : is_of_host(kind)                             ? HOST_AT
                                                          : 0;
}

static void fail(struct machine_layout *layout, uint32_t at, const char *error, bool unsupported) {
    if (layout->error)
        return;
    layout->error = error;
    layout->at = at;
    layout->unsupported = unsupported;
}

static uint8_t *add_range(struct machine_layout *layout, struct arena *arena, uint64_t address, uint64_t size,
                          const struct machine_argument *argument) {
    if (layout->range_count == MOST_RANGES) {
        fail(layout, 0, "has so many pointers, with others, that there are more than 512 buffers", true);
        layout->range_count--;
    }
    uint8_t *bytes = arena_allocate_array(arena, size + 16, 1);
    bool constant = !argument;
    layout->arguments[layout->range_count] = argument;
    layout->ranges[layout->range_count++] = (struct machine_range){address, size, -size & 15, bytes, constant};
    return bytes;
}

/* Memory that is there, and of which nothing is known. */
static void refuse_range(struct machine_layout *layout, struct arena *arena, uint64_t address, const char *what) {
    add_range(layout, arena, address, HOST_BYTES, NULL);
    struct machine_range *range = &layout->ranges[layout->range_count - 1];
    range->size = address < MACHINE_CODE_AT ? HOST_BYTES : MACHINE_MODULE_SIZE;
    range->refused = what;
}

/* The packet is one of hsa_kernel_dispatch_packet_t. */
static void make_packet(struct machine_layout *layout, struct arena *arena, const struct machine_dispatch *d,
                        const struct machine_kernel *kernel) {
    uint8_t *bytes = add_range(layout, arena, PACKET_AT, PACKET_BYTES, NULL);
    const uint16_t setup = 3;
    const uint64_t arguments = ARGUMENTS_AT;
    memcpy(bytes + 2, &setup, 2);
    for (int k = 0; k < 3; k++) {
        const uint16_t local = (uint16_t)d->local[k];
        const uint32_t grid = d->local[k] * d->groups[k];
        memcpy(bytes + 4 + 2 * k, &local, 2);
        memcpy(bytes + 12 + 4 * k, &grid, 4);
    }
    memcpy(bytes + 24, &kernel->private_bytes, 4);
    memcpy(bytes + 28, &layout->group_bytes, 4);
    memcpy(bytes + 40, &arguments, 8);
    layout->packet = PACKET_AT;
}

/* Another buffer, after those before; its address. */
static uint64_t add_buffer(struct machine_layout *layout, struct arena *arena, const struct machine_argument *argument,
                           const struct machine_value *value, uint64_t size) {
    const struct machine_range *last = &layout->ranges[layout->range_count - 1];
    uint64_t address = last->address < BUFFERS_AT
                           ? BUFFERS_AT
                           : (last->address + last->size + 2 * MACHINE_BUFFER_GAP) & -MACHINE_BUFFER_GAP;
    uint8_t *bytes = add_range(layout, arena, address, size, argument);
    if (value)
        memcpy(bytes, value->bytes, value->count);
    return address;
}

/* Pointers within the value have their buffers. */
static void put_value(struct machine_layout *layout, struct arena *arena, uint8_t *to,
                      const struct machine_argument *argument, const struct machine_value *value) {
    memcpy(to, value->bytes, value->count);
    for (uint32_t k = 0; value->pointed && k < argument->size / POINTER; k++) {
        if (!value->pointed[k])
            continue;
        uint64_t address = add_buffer(layout, arena, argument, NULL, value->pointed[k]);
        layout->slots[layout->range_count - 1] = k;
        memcpy(to + (size_t)POINTER * k, &address, POINTER);
    }
}

/* The argument's bytes: an address, an offset of shared memory, a value. */
static void put_argument(struct machine_layout *layout, struct arena *arena, uint8_t *to,
                         const struct machine_argument *argument, const struct machine_value *value, uint32_t at) {
    if (!value->given) {
        fail(layout, at, "has no value", false);
    } else if (value->is_recorded) {
        memcpy(to, value->bytes, argument->size);
    } else if (machine_is_buffer(argument)) {
        uint64_t address = add_buffer(layout, arena, argument, value, value->size);
        memcpy(to, &address, argument->size < POINTER ? argument->size : POINTER);
    } else if (machine_is_local_pointer(argument)) {
        uint32_t offset = (layout->group_bytes + LOCAL_ALIGNMENT - 1) & -(uint32_t)LOCAL_ALIGNMENT;
        if (value->size > MOST_ARGUMENT_BYTES)
            fail(layout, at, "is more shared memory than 65536 bytes", true);
        else
            layout->group_bytes = offset + (uint32_t)value->size;
        memcpy(to, &offset, argument->size < 4 ? argument->size : 4);
    } else if (strcmp(argument->kind, "by_value") != 0) {
        fail(layout, at, "is of a kind that is not known", true);
    } else if (value->count != argument->size) {
        fail(layout, at, "has another size than its value", false);
    } else {
        put_value(layout, arena, to, argument, value);
    }
}

/* The argument that points to where the memory begins; another pointer may lead there as well. */
static const struct machine_argument *pointer_to(const struct machine_kernel *kernel,
                                                 const struct machine_value *values, uint64_t address) {
    for (uint32_t k = 0; k < machine_count_given(kernel); k++) {
        uint64_t points = 0;
        if (!values[k].is_recorded || !machine_is_buffer(&kernel->arguments[k]))
            continue;
        memcpy(&points, values[k].bytes, kernel->arguments[k].size < POINTER ? kernel->arguments[k].size : POINTER);
        if (points == address)
            return &kernel->arguments[k];
    }
    return NULL;
}

static void add_recorded(struct machine_layout *layout, struct arena *arena, const struct machine_kernel *kernel,
                         const struct machine_value *values, const struct machine_memories *recorded) {
    for (uint32_t m = 0; recorded && m < recorded->count; m++) {
        const struct machine_memory *one = &recorded->items[m];
        memcpy(add_range(layout, arena, one->address, one->size, NULL), one->bytes, one->size);
        layout->ranges[layout->range_count - 1].constant = false;
        layout->arguments[layout->range_count - 1] = pointer_to(kernel, values, one->address);
    }
}

void machine_lay_out(struct machine_layout *layout, struct arena *arena, const struct machine_kernel *kernel,
                     const struct machine_dispatch *dispatch, const struct machine_value *values, uint32_t more,
                     const struct machine_memories *recorded) {
    uint32_t given = machine_count_given(kernel);
    *layout = (struct machine_layout){.group_bytes = kernel->group_bytes + more, .arguments_address = ARGUMENTS_AT};
    layout->ranges = arena_allocate_array(arena, MOST_RANGES, sizeof *layout->ranges);
    layout->arguments = arena_allocate_array(arena, MOST_RANGES, sizeof *layout->arguments);
    layout->slots = arena_allocate_array(arena, MOST_RANGES, sizeof *layout->slots);
    uint8_t *bytes = add_range(layout, arena, ARGUMENTS_AT, MOST_ARGUMENT_BYTES, NULL);
    for (uint32_t k = 0; k < kernel->argument_count; k++) {
        const struct machine_argument *argument = &kernel->arguments[k];
        if ((uint64_t)argument->offset + argument->size > MOST_ARGUMENT_BYTES) {
            fail(layout, k, "lies beyond 65536 bytes of arguments", true);
        } else if (k < given) {
            put_argument(layout, arena, bytes + argument->offset, argument, &values[k], k);
        } else if (is_hidden(argument)) {
            uint64_t value = hidden_value(dispatch, argument->kind, more);
            memcpy(bytes + argument->offset, &value, argument->size < 8 ? argument->size : 8);
        }
    }
    add_recorded(layout, arena, kernel, values, recorded);
    make_packet(layout, arena, dispatch, kernel);
    refuse_range(layout, arena, PACKET_AT + MACHINE_QUEUE_AFTER_PACKET, "a read of the queue");
    refuse_range(layout, arena, MACHINE_CODE_AT, "an access to code, or to a variable of the module");
    refuse_range(layout, arena, MACHINE_OBJECT_AT, "an access to code, or to a variable of the module");
    refuse_range(layout, arena, HOST_AT, "an access to what the host's runtime gives in a hidden argument");
}
