/* A kernel as a grid: registers that hardware sets up, arguments, memory. */
#include "mmra/machine/machine_litmus.h"

#include "mmra/base/product.h"
#include "mmra/machine/machine_processor.h"

#include <stdio.h>

enum { ARGUMENTS_ADDRESS = 1 << 20, HIDDEN_DWORDS = 64 };

/* ---- memory ---- */

static uint32_t find_dword(const struct machine_location *locations, uint32_t count, uint64_t address) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (locations[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void set_initial(struct machine_location *locations, uint32_t count, const struct program_cell *cell) {
    for (uint32_t byte = 0; byte < cell->bytes; byte++) {
        uint64_t address = cell->address + byte, value = cell->undefined ? 0 : cell->initial >> (8 * byte) & 0xFF;
        uint32_t at = find_dword(locations, count, address & ~UINT64_C(3));
        if (at < count && locations[at].address == (address & ~UINT64_C(3)))
            locations[at].initial |= (uint32_t)value << (8 * (address % 4));
    }
}

/* The ranges are in order of address. A dword that several of them have is one location. */
static bool make_memory(struct machine_program *program, const struct machine_grid *grid, struct arena *arena) {
    uint64_t count = 0;
    for (uint32_t k = 0; k < grid->memory_count; k++)
        count += grid->memory[k].bytes > UINT32_MAX ? UINT32_MAX : (grid->memory[k].bytes + 3) / 4;
    if (count > MACHINE_MAX_LOCATIONS)
        return false;
    struct machine_location *locations = arena_allocate_array(arena, count + 1, sizeof *locations);
    uint64_t next = 0;
    for (uint32_t k = 0; k < grid->memory_count; k++) {
        const struct litmus_memory_range *range = &grid->memory[k];
        for (next = range->address > next ? range->address : next; next < range->address + range->bytes; next += 4)
            locations[program->location_count++].address = next;
    }
    for (uint32_t k = 0; k < grid->cell_count; k++)
        set_initial(locations, program->location_count, &grid->cells[k]);
    program->locations = locations;
    return true;
}

/* After the arguments LLVM finds how many workgroups there are, and how large they are. */
static void make_arguments(struct machine_program *program, const struct machine_grid *grid, struct arena *arena) {
    uint32_t given = 2 * grid->argument_count;
    uint32_t *words = arena_allocate_array(arena, (size_t)given + HIDDEN_DWORDS, sizeof *words);
    struct machine_constant *constants = arena_allocate_array(arena, grid->constant_count + 1, sizeof *constants);
    for (uint32_t k = 0; k < grid->argument_count; k++) {
        words[2 * k] = (uint32_t)grid->arguments[k];
        words[2 * k + 1] = (uint32_t)(grid->arguments[k] >> 32);
    }
    memcpy(words + given, grid->groups, sizeof grid->groups);
    words[given + 3] = grid->local[0] | grid->local[1] << 16;
    words[given + 4] = grid->local[2];
    constants[0] = (struct machine_constant){ARGUMENTS_ADDRESS, words, given + HIDDEN_DWORDS};
    for (uint32_t k = 0; k < grid->constant_count; k++)
        constants[k + 1] = grid->constants[k];
    program->constants = constants;
    program->constant_count = grid->constant_count + 1;
}

uint32_t machine_describe_image(const struct litmus_image *image, uint32_t words[MACHINE_IMAGE_WORDS]) {
    uint32_t texel = image->components | (image->floating ? MACHINE_TEXEL_FLOATING : 0);
    memset(words, 0, MACHINE_IMAGE_WORDS * sizeof *words);
    words[0] = (uint32_t)image->address;
    words[1] = (uint32_t)(image->address >> 32);
    if (image->converted || image->component_bytes != 4 || image->components > 4)
        return 0;
    if (image->is_buffer) {
        words[1] |= 4 * image->components << 16;
        words[2] = image->extents[0];
        words[3] = texel;
        return MACHINE_TEXEL_BUFFER_WORDS;
    }
    memcpy(words + 2, image->extents, sizeof image->extents);
    words[5] = texel | image->coordinates << MACHINE_TEXEL_COORDINATES;
    return MACHINE_IMAGE_WORDS;
}

/* ---- registers ---- */

struct values {
    struct machine_register_value *items;
    uint32_t count;
};

static void set_scalar(struct values *v, uint32_t number, uint32_t value) {
    v->items[v->count++] = (struct machine_register_value){MACHINE_SCALAR, (uint16_t)number, 0, value};
}

static void set_lane(struct values *v, uint32_t number, uint32_t lane, uint32_t value) {
    v->items[v->count++] = (struct machine_register_value){MACHINE_VECTOR, (uint16_t)number, (uint8_t)lane, value};
}

enum { WAVE_SHIFT = 25 }; /* of a wave's number in its workgroup, in TTMP8 */

/* Of a cluster the numbers are its own, and TTMP6 has which workgroup of it this is, and which is its last, along each
 * axis and in all (LLVM's SIISelLowering.cpp, "lowerWorkGroupId", and what llc makes of the intrinsics of clusters). */
static void set_cluster(struct values *v, const uint32_t id[3], const uint32_t cluster[3]) {
    uint32_t within[3], last = 0, at = 0;
    for (int i = 2; i >= 0; i--) {
        within[i] = id[i] % cluster[i];
        at = at * cluster[i] + within[i];
        last = (last + 1) * cluster[i] - 1;
    }
    set_scalar(v, MACHINE_TTMP + 9, id[0] / cluster[0]);
    set_scalar(v, MACHINE_TTMP + 7, id[1] / cluster[1] | id[2] / cluster[2] << 16);
    set_scalar(v, MACHINE_TTMP + 6,
               within[0] | within[1] << 4 | within[2] << 8 | (cluster[0] - 1) << 12 | (cluster[1] - 1) << 16 |
                   (cluster[2] - 1) << 20 | last << 24);
    set_scalar(v, MACHINE_IN_CLUSTER, at);
    set_scalar(v, MACHINE_HAS_CLUSTER, last > 0);
}

static void set_group(struct values *v, const struct machine_code *code, const uint32_t id[3], uint32_t wave,
                      const uint32_t *cluster) {
    static const uint32_t alone[3] = {1, 1, 1};
    const struct machine_kernel *k = &code->kernel;
    uint32_t next = k->user_scalars;
    if (machine_traits(code->processor)->has_scopes) {
        set_scalar(v, MACHINE_TTMP + 9, id[0]);
        set_scalar(v, MACHINE_TTMP + 7, id[1] | id[2] << 16);
        set_scalar(v, MACHINE_TTMP + 8, wave << WAVE_SHIFT);
        if (machine_traits(code->processor)->families & MACHINE_GFX125)
            set_cluster(v, id, cluster ? cluster : alone);
        return;
    }
    for (int i = 0; i < 3; i++)
        if (k->group_id[i])
            set_scalar(v, next++, id[i]);
}

/* Sets the registers that a driver's code finds. */
static void set_given(struct values *v, const struct machine_kernel *k, const struct machine_beginning *b) {
    for (uint32_t i = 0; i < k->given_count; i++) {
        const struct machine_given *g = &k->given[i];
        set_scalar(v, g->number,
                   g->kind == MACHINE_GIVEN_GROUPS  ? b->groups[g->value]
                   : g->kind == MACHINE_GIVEN_GROUP ? b->group[g->value]
                   : g->kind == MACHINE_GIVEN_WAVE  ? b->waves | b->wave << 6 | b->wave << 20
                                                    : g->value);
    }
}

uint32_t machine_arguments_register(const struct machine_kernel *k) {
    return (k->private_buffer ? 4 : 0) + (k->dispatch_pointer ? 2 : 0) + (k->queue_pointer ? 2 : 0);
}

uint32_t machine_preloaded_register(const struct machine_kernel *k) {
    return machine_arguments_register(k) + (k->arguments_pointer ? 2 : 0) + (k->dispatch_number ? 2 : 0) +
           (k->scratch_begin ? 2 : 0) + (k->private_size ? 1 : 0);
}

uint32_t machine_private_offset_register(const struct machine_kernel *k) {
    return k->user_scalars + k->group_id[0] + k->group_id[1] + k->group_id[2] + k->group_info;
}

uint32_t machine_begin_wave(struct machine_register_value *items, const struct machine_code *code,
                            const struct machine_beginning *beginning) {
    struct values v = {items, 0};
    uint32_t arguments = machine_arguments_register(&code->kernel);
    const uint32_t *local = beginning->local;
    if (code->kernel.arguments_pointer) {
        set_scalar(&v, arguments, (uint32_t)beginning->arguments);
        set_scalar(&v, arguments + 1, (uint32_t)(beginning->arguments >> 32));
    }
    if (code->kernel.dispatch_pointer && beginning->packet) {
        uint32_t packet = code->kernel.private_buffer ? 4 : 0;
        set_scalar(&v, packet, (uint32_t)beginning->packet);
        set_scalar(&v, packet + 1, (uint32_t)(beginning->packet >> 32));
    }
    if (code->kernel.queue_pointer && beginning->packet) {
        uint64_t queue = beginning->packet + MACHINE_QUEUE_AFTER_PACKET;
        set_scalar(&v, arguments - 2, (uint32_t)queue);
        set_scalar(&v, arguments - 1, (uint32_t)(queue >> 32));
    }
    set_group(&v, code, beginning->group, beginning->wave, beginning->cluster);
    set_given(&v, &code->kernel, beginning);
    uint32_t ids = code->kernel.workitem_ids; /* how many of y and z are there: LLVM does not mask x if it is alone */
    for (uint32_t lane = 0; lane < beginning->lanes; lane++) {
        uint32_t at = beginning->first + lane, x = at % local[0];
        uint32_t y = ids > 0 ? at / local[0] % local[1] : 0, z = ids > 1 ? at / local[0] / local[1] : 0;
        if (machine_traits(code->processor)->indexes_apart) {
            set_lane(&v, 0, lane, x);
            set_lane(&v, 1, lane, y);
            set_lane(&v, 2, lane, z);
        } else {
            set_lane(&v, 0, lane, x | y << 10 | z << 20);
        }
    }
    return v.count;
}

static void make_waves(struct machine_program *program, const struct machine_grid *grid, struct arena *arena) {
    uint32_t local = grid->local[0] * grid->local[1] * grid->local[2];
    uint32_t waves = (local + grid->lanes - 1) / grid->lanes;
    struct machine_start *all = arena_allocate_array(arena, program->wave_count + 1, sizeof *all);
    uint32_t entry = machine_find_label(program->code, program->code->kernel.name, strlen(program->code->kernel.name));
    for (uint32_t w = 0; w < program->wave_count; w++) {
        uint32_t group = w / waves, first = w % waves * grid->lanes, left = local - first;
        uint32_t id[3] = {group % grid->groups[0], group / grid->groups[0] % grid->groups[1],
                          group / grid->groups[0] / grid->groups[1]};
        uint32_t lanes = left < grid->lanes ? left : grid->lanes;
        struct values v = {arena_allocate_array(arena, 15 + MACHINE_MAX_GIVEN + 3 * (size_t)lanes, sizeof *v.items), 0};
        char name[32];
        struct machine_beginning beginning = {grid->local, id,           first,     lanes, ARGUMENTS_ADDRESS,
                                              0,           grid->groups, w % waves, waves};
        v.count = machine_begin_wave(v.items, program->code, &beginning);
        snprintf(name, sizeof name, "W%u", w);
        all[w] = (struct machine_start){.name = arena_copy_string(arena, name, strlen(name)),
                                        .entry = entry,
                                        .group = group,
                                        .lanes = lanes,
                                        .values = v.items,
                                        .value_count = v.count};
    }
    program->waves = all;
}

bool machine_make_grid(struct machine_program *program, const struct machine_grid *grid, struct arena *arena,
                       const char **message) {
    const struct machine_kernel *kernel = &program->code->kernel;
    if (!make_memory(program, grid, arena)) {
        *message = "more memory than 4096 dwords";
        return false;
    }
    make_arguments(program, grid, arena);
    uint64_t groups = mmra_volume(grid->groups), local = mmra_volume(grid->local);
    program->group_count = 0;
    if (!groups)
        return true;
    *message = !kernel->name ? "no kernel, which .amdhsa_kernel would name"
               : kernel->dispatch_pointer || kernel->queue_pointer
                   ? "a kernel that reads the dispatch packet or the queue"
               : kernel->group_bytes > 65536 ? "more local memory than 65536 bytes"
                                             : NULL;
    if (!*message && machine_find_label(program->code, kernel->name, strlen(kernel->name)) >= program->code->count)
        *message = "a kernel without code";
    uint64_t waves = mmra_product(groups, local / grid->lanes + (local % grid->lanes != 0));
    if (!*message && waves > MACHINE_MAX_WAVES)
        *message = "a grid of more than 16 waves";
    if (*message)
        return false;
    program->group_count = (uint32_t)groups;
    program->wave_count = (uint32_t)waves;
    program->local_dwords = (kernel->group_bytes + 3) / 4;
    make_waves(program, grid, arena);
    return true;
}
