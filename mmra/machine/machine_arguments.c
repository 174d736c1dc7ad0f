#include "mmra/machine/machine_arguments.h"

#include <string.h>

enum {
    ARGUMENTS_AT = 1 << 20,
    PACKET_AT = 1 << 21,
    PACKET_BYTES = 64,
    MOST_ARGUMENT_BYTES = 1 << 16,
    LOCAL_ALIGNMENT = 16
};
#define BUFFERS_AT (UINT64_C(1) << 40)
#define BUFFER_GAP (UINT64_C(1) << 16) /* at least; what leaves one buffer does not come to another */

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

/* The runtime passes these arguments after the parameters. Those that have to do with the host are 0. */
static uint64_t hidden_value(const struct machine_dispatch *d, const char *kind, uint32_t more) {
    uint32_t axis = (uint32_t)(kind[strlen(kind) - 1] - 'x') % 3;
    return strncmp(kind, "hidden_block_count_", 19) == 0  ? d->groups[axis]
           : strncmp(kind, "hidden_group_size_", 18) == 0 ? d->local[axis]
           : strcmp(kind, "hidden_grid_dims") == 0        ? 3
           : strcmp(kind, "hidden_dynamic_lds_size") == 0 ? more
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
    uint8_t *bytes = arena_allocate_array(arena, size + 16, 1);
    bool constant = !argument;
    layout->arguments[layout->range_count] = argument;
    layout->ranges[layout->range_count++] = (struct machine_range){address, size, -size & 15, bytes, constant};
    return bytes;
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

/* The argument's bytes: an address, an offset of shared memory, a value. */
static void put_argument(struct machine_layout *layout, struct arena *arena, uint8_t *to,
                         const struct machine_argument *argument, const struct machine_value *value, uint32_t at) {
    uint64_t number = 0;
    if (!value->given) {
        fail(layout, at, "has no value", false);
    } else if (machine_is_buffer(argument)) {
        number = layout->range_count ? layout->ranges[layout->range_count - 1].address : 0;
        number = number < BUFFERS_AT
                     ? BUFFERS_AT
                     : (number + layout->ranges[layout->range_count - 1].size + 2 * BUFFER_GAP) & -BUFFER_GAP;
        uint8_t *bytes = add_range(layout, arena, number, value->size, argument);
        memcpy(bytes, value->bytes, value->count);
        memcpy(to, &number, argument->size < 8 ? argument->size : 8);
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
        memcpy(to, value->bytes, value->count);
    }
}

void machine_lay_out(struct machine_layout *layout, struct arena *arena, const struct machine_kernel *kernel,
                     const struct machine_dispatch *dispatch, const struct machine_value *values, uint32_t more) {
    uint32_t given = machine_count_given(kernel);
    *layout = (struct machine_layout){.group_bytes = kernel->group_bytes + more, .arguments_address = ARGUMENTS_AT};
    layout->ranges = arena_allocate_array(arena, (size_t)kernel->argument_count + 2, sizeof *layout->ranges);
    layout->arguments = arena_allocate_array(arena, (size_t)kernel->argument_count + 2, sizeof *layout->arguments);
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
    make_packet(layout, arena, dispatch, kernel);
}
