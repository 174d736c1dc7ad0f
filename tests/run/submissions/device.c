#include "submissions/device.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/product.h"
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_wave.h"
#include "submissions/descriptors.h"
#include "submissions/disassembly.h"
#include "submissions/kernel.h"

enum {
    MOST_PACKETS = 1 << 22,
    MOST_CODE_BYTES = 1 << 26,
    MOST_RUN_BYTES = 1 << 30,
    MOST_CONFLICTS = 10,
    MOST_INVOCATIONS = 1024
};

/* Code that was read. The same place may have other code later, so its bytes are kept. */
struct device_code {
    struct device_code *next;
    struct arena arena;
    struct machine_code code;
    uint64_t address;
    char *text;
    uint8_t *bytes;
    size_t size;
};

bool device_begin(struct device *device, const char *processor) {
    device->most_instructions = UINT64_C(1) << 32;
    for (uint32_t k = 0; machine_processor_names[k]; k++)
        if (strcmp(machine_processor_names[k], processor) == 0) {
            device->processor = (enum machine_processor)k;
            return true;
        }
    return false;
}

static void free_code(struct device_code *code) {
    arena_destroy(&code->arena);
    free(code->text);
    free(code->bytes);
    free(code);
}

void device_end(struct device *device) {
    while (device->code) {
        struct device_code *next = device->code->next;
        free_code(device->code);
        device->code = next;
    }
    free(device->memory.ranges);
}

static void leave(void *landing) {
    longjmp(*(jmp_buf *)landing, 1);
}

/* ---- code ---- */

static struct device_code *known_code(const struct device *device, const struct machine_kernel *kernel,
                                      uint64_t address) {
    for (struct device_code *c = device->code; c; c = c->next) {
        const uint8_t *now = gpu_bytes(&device->memory, c->address, c->size);
        if (c->address == address && c->code.kernel.wave32 == kernel->wave32 &&
            c->code.kernel.flushes == kernel->flushes && now && memcmp(now, c->bytes, c->size) == 0)
            return c;
    }
    return NULL;
}

static bool parse(struct device_code *c, enum machine_processor processor, const struct machine_kernel *kernel,
                  char message[PACKET_MESSAGE]) {
    jmp_buf landing;
    arena_init(&c->arena, NULL, MOST_CODE_BYTES, leave, &landing);
    if (setjmp(landing)) {
        snprintf(message, PACKET_MESSAGE, "the code at 0x%llx needs too much memory", (unsigned long long)c->address);
        return false;
    }
    machine_read_driver(&c->code, &c->arena, c->text, strlen(c->text), processor, kernel);
    if (c->code.error)
        snprintf(message, PACKET_MESSAGE, "code at 0x%llx, line %u: %s", (unsigned long long)c->address, c->code.line,
                 c->code.error);
    return !c->code.error;
}

/* The code of a dispatch, disassembled and read once. */
static struct device_code *find_code(struct device *device, const struct machine_kernel *kernel, uint64_t address,
                                     char message[PACKET_MESSAGE]) {
    uint64_t rest;
    const uint8_t *bytes = gpu_rest(&device->memory, address, &rest);
    struct device_code *c = known_code(device, kernel, address);
    if (c)
        return c;
    if (!bytes || !(c = calloc(1, sizeof *c))) {
        snprintf(message, PACKET_MESSAGE, "no code is mapped at 0x%llx", (unsigned long long)address);
        return NULL;
    }
    c->address = address;
    c->text = disassemble(bytes, rest, machine_canonical(address), machine_processor_names[device->processor],
                          kernel->wave32, &c->size, message, PACKET_MESSAGE);
    c->bytes = c->text ? malloc(c->size) : NULL;
    if (!c->bytes || !parse(c, device->processor, kernel, message)) {
        free_code(c);
        return NULL;
    }
    memcpy(c->bytes, bytes, c->size);
    c->next = device->code;
    device->code = c;
    return c;
}

/* ---- a dispatch ---- */

static void tell_races(struct device *device, const struct machine_race *race) {
    uint32_t count;
    bool more;
    const struct machine_conflict *all = machine_race_conflicts(race, &count, &more);
    device->racing += count != 0;
    for (uint32_t k = 0; k < count && device->tells; k++) {
        const struct machine_conflict *c = &all[k];
        const struct machine_party *a = &c->parties[0], *b = &c->parties[1];
        fprintf(device->tells,
                "race: workgroup %u, wave %u, lane %u: %s; then workgroup %u, wave %u, lane %u: %s; %s memory at "
                "0x%llx; missing: %s\n",
                a->group, a->wave, a->lane, a->instruction->text, b->group, b->wave, b->lane, b->instruction->text,
                c->local ? "shared" : "global", (unsigned long long)c->address, machine_missing_names[c->missing]);
    }
}

static const char *text_of(const struct machine_code *code, uint32_t line) {
    for (uint32_t k = 0; k < code->count; k++)
        if (code->instructions[k].line == line)
            return code->instructions[k].text;
    return "";
}

/* An instruction that accesses texels, told to who looks for races. */
struct telling {
    const struct device *device;
    const struct machine_told *told;
    const struct machine_instruction *instruction;
};

static void tell_texel(void *user, uint32_t lane, uint8_t *texel, uint32_t size) {
    const struct telling *t = user;
    const struct gpu_memory *memory = &t->device->memory;
    for (uint32_t k = 0; k < memory->count; k++) {
        const struct machine_range *range = &memory->ranges[k];
        uint64_t at = (uint64_t)((uintptr_t)texel - (uintptr_t)range->bytes);
        if (at < range->size)
            machine_race_touch(t->told->race, t->told->group, t->told->wave, t->instruction, lane, range,
                               range->address + at, size, texel);
    }
}

/* Of buffers the executor knows the atomics itself. */
static bool access_image(void *user, const struct machine_registers *g, const struct machine_instruction *i,
                         uint64_t exec, const struct machine_told *told) {
    struct device *device = user;
    struct telling telling = {device, told, i};
    const uint32_t *words = &g->scalars[i->source[2].number];
    struct descriptor_image image;
    struct smmra_host_sampler sampler;
    char *why = device->not_known;
    if (i->path == MACHINE_BUFFER)
        return false;
    if (!(i->path == MACHINE_TEXELS ? descriptor_texel_buffer(&image, words, device->processor, &device->memory, why)
                                    : descriptor_image(&image, words, device->processor, &device->memory, why)) ||
        (i->samples && !descriptor_sampler(&sampler, &g->scalars[i->soffset.number], device->processor, why)))
        return false;
    const struct machine_bound bound = {
        .image = &image.image,
        .sampler = i->samples ? &sampler : NULL,
        .select = {image.select[0], image.select[1], image.select[2], image.select[3]},
        .spreads_component = machine_traits(device->processor)->has_scopes,
        .touched = told ? tell_texel : NULL,
        .user = &telling,
    };
    const char *fault = host_access_image(&bound, g, i, exec);
    if (fault)
        snprintf(why, sizeof device->not_known, "%s", fault);
    return !fault;
}

static bool execute(struct device *device, const struct packet_dispatch *packet, struct machine_dispatch *d,
                    struct arena *arena, char message[PACKET_MESSAGE]) {
    const uint32_t lanes = d->code->kernel.wave32 ? 32 : 64;
    const struct machine_race_options options = {.waves = (uint32_t)((mmra_volume(d->local) + lanes - 1) / lanes),
                                                 .most = MOST_CONFLICTS};
    if (device->races) {
        d->race = machine_race_make(arena, d->code, d->ranges, d->range_count, &options);
        d->rounds = 8; /* as the command has it */
    }
    if (kernel_has_partial_groups(packet) && mmra_volume(d->local) <= MOST_INVOCATIONS) {
        uint64_t *live = arena_allocate_array(arena, mmra_product(mmra_volume(d->groups), options.waves), sizeof *live);
        kernel_mask_lanes(packet, lanes, live);
        d->live = live;
    }
    struct machine_result result = machine_execute(d, arena);
    device->instructions += result.instructions;
    if (device->races)
        tell_races(device, d->race);
    if (result.fault)
        snprintf(message, PACKET_MESSAGE, "line %u: %s%s%s: %.120s", result.line, result.fault,
                 *device->not_known ? ", " : "", device->not_known, text_of(d->code, result.line));
    return !result.fault;
}

static void tell_dispatch(struct device *device, const struct packet_dispatch *packet) {
    const uint32_t *groups = packet->groups, *local = packet->local;
    device->dispatches++;
    if (device->tells)
        fprintf(device->tells, "dispatch: %u x %u x %u workgroups of %u x %u x %u, code at 0x%llx\n", groups[0],
                groups[1], groups[2], local[0], local[1], local[2], (unsigned long long)packet->code);
}

static bool run_dispatch(void *user, const struct packet_dispatch *packet, char message[PACKET_MESSAGE]) {
    struct device *device = user;
    struct machine_kernel kernel;
    struct arena arena;
    jmp_buf landing;
    if (!kernel_describe(&kernel, packet, device->processor, message))
        return false;
    tell_dispatch(device, packet);
    struct device_code *code = device->only_describes ? NULL : find_code(device, &kernel, packet->code, message);
    if (!code)
        return device->only_describes;
    if (!kernel_knows_lanes(packet, &code->code)) {
        snprintf(message, PACKET_MESSAGE, "it is not known which lanes a smaller workgroup has");
        return false;
    }
    code->code.kernel = kernel;
    struct machine_dispatch d = {.code = &code->code,
                                 .ranges = device->memory.ranges,
                                 .range_count = device->memory.count,
                                 .order = device->order,
                                 .most_instructions = device->most_instructions,
                                 .access_image = access_image,
                                 .user = device};
    memcpy(d.local, packet->local, sizeof d.local);
    memcpy(d.groups, packet->groups, sizeof d.groups);
    arena_init(&arena, NULL, MOST_RUN_BYTES, leave, &landing);
    bool good = false;
    *device->not_known = '\0'; /* of an earlier one */
    if (setjmp(landing) == 0)
        good = execute(device, packet, &d, &arena, message);
    else
        snprintf(message, PACKET_MESSAGE, "the dispatch needs more memory than %d MB", MOST_RUN_BYTES >> 20);
    arena_destroy(&arena);
    return good;
}

bool device_submit(struct device *device, uint64_t address, uint32_t dwords, char message[PACKET_MESSAGE]) {
    struct packets *packets = &device->packets;
    packets->memory = &device->memory;
    packets->dispatch = run_dispatch;
    packets->user = device;
    packets->left = MOST_PACKETS;
    bool good = packets_read(packets, address, dwords);
    snprintf(message, PACKET_MESSAGE, "%s", packets->message);
    return good;
}
