#include "submissions/packets.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_NESTED = 4,
    FIRST_REGISTER = 0xB000,
    NUM_THREAD = 0xB81C,
    START = 0xB810,
    PGM = 0xB830,
    RSRC = 0xB848,
    TMPRING = 0xB860,
    USER_DATA = 0xB900
};

/* A packet of type 3: its body, where it stands, and what its name is. */
struct packet {
    const uint32_t *body;
    uint32_t dwords, operation;
    uint64_t address;
    const char *name;
};

static bool fail(struct packets *p, const struct packet *packet, const char *format, ...) {
    char what[PACKET_MESSAGE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(p->message, sizeof p->message, "packet %s (0x%02X) at 0x%llx: %s", packet->name, packet->operation,
             (unsigned long long)packet->address, what);
    return false;
}

static uint64_t address_at(const uint32_t *words) {
    return words[0] | (uint64_t)words[1] << 32;
}

/* The bytes of an operand, aligned to dwords. */
static uint8_t *operand(struct packets *p, const struct packet *packet, uint64_t address, uint64_t size) {
    uint8_t *bytes = gpu_bytes(p->memory, address, size);
    if (!bytes)
        fail(p, packet, "no memory of %llu bytes is mapped at 0x%llx", (unsigned long long)size,
             (unsigned long long)address);
    return bytes;
}

static bool put(struct packets *p, const struct packet *packet, uint64_t address, const void *bytes, uint64_t size) {
    uint8_t *to = operand(p, packet, address, size);
    if (to)
        memcpy(to, bytes, size);
    return to != NULL;
}

/* ---- registers ---- */

static uint32_t *register_at(struct packets *p, uint32_t address) {
    return &p->registers[(address - FIRST_REGISTER) / 4];
}

static bool set_register(struct packets *p, const struct packet *packet, uint32_t number, uint32_t value) {
    if (number >= PACKET_REGISTERS)
        return fail(p, packet, "register %u is none of shaders'", number);
    p->registers[number] = value;
    return true;
}

static bool set_registers(struct packets *p, const struct packet *packet) {
    bool good = true;
    for (uint32_t k = 1; k < packet->dwords && good; k++)
        good = set_register(p, packet, (packet->body[0] & 0xFFFF) + k - 1, packet->body[k]);
    return good;
}

static bool set_pairs(struct packets *p, const struct packet *packet) {
    bool good = true;
    for (uint32_t k = 0; k + 1 < packet->dwords && good; k += 2)
        good = set_register(p, packet, packet->body[k] & 0xFFFF, packet->body[k + 1]);
    return good;
}

/* Two numbers in a dword, then their values. */
static bool set_packed(struct packets *p, const struct packet *packet) {
    bool good = true;
    for (uint32_t k = 1; k + 2 < packet->dwords && good; k += 3)
        good = set_register(p, packet, packet->body[k] & 0xFFFF, packet->body[k + 1]) &&
               set_register(p, packet, packet->body[k] >> 16, packet->body[k + 2]);
    return good;
}

/* ---- memory ---- */

enum { TO_REGISTER = 0, TO_MEMORY = 5, OF_MEMORY = 1, OF_L2 = 2, OF_NUMBER = 5, OF_CLOCK = 9 };

static bool is_memory(uint32_t selected) {
    return selected == OF_MEMORY || selected == OF_L2 || selected == TO_MEMORY;
}

static bool write_data(struct packets *p, const struct packet *packet) {
    uint32_t control = packet->body[0];
    uint64_t to = address_at(packet->body + 1), size = 4 * (uint64_t)(packet->dwords - 3);
    if (!is_memory(control >> 8 & 15) || control >> 16 & 1)
        return fail(p, packet, "a target that is no memory (control 0x%08X)", control);
    return put(p, packet, to, packet->body + 3, size);
}

static bool copy_data(struct packets *p, const struct packet *packet) {
    uint32_t control = packet->body[0], from = control & 15, to = control >> 8 & 15;
    uint64_t value = address_at(packet->body + 1), target = address_at(packet->body + 3),
             size = control >> 16 & 1 ? 8 : 4;
    const uint8_t *bytes = NULL;
    if (from == OF_MEMORY || from == OF_L2) {
        if (!(bytes = operand(p, packet, value, size)))
            return false;
        memcpy(&value, bytes, size);
    } else if (from == OF_CLOCK) {
        value = ++p->clock;
    } else if (from != OF_NUMBER) {
        return fail(p, packet, "a source that is no memory (control 0x%08X)", control);
    }
    if (to == TO_REGISTER && size == 4)
        return set_register(p, packet, (uint32_t)target - FIRST_REGISTER / 4, (uint32_t)value);
    return is_memory(to) ? put(p, packet, target, &value, size)
                         : fail(p, packet, "a target that is no memory (control 0x%08X)", control);
}

/* Copies bytes, or fills them with a dword; without a target it only brings them into a cache. */
static bool move_data(struct packets *p, const struct packet *packet) {
    enum { NOWHERE = 2, FILLS = 2, GLOBAL_DATA_SHARE = 1 };
    uint32_t control = packet->body[0], from = control >> 29 & 3, to = control >> 20 & 3;
    uint64_t size = packet->body[5] & 0x3FFFFFF;
    if (to == NOWHERE || !size)
        return true;
    if (from == GLOBAL_DATA_SHARE || to == GLOBAL_DATA_SHARE || packet->body[5] >> 26 & 15)
        return fail(p, packet, "a place that is no memory (control 0x%08X, command 0x%08X)", control, packet->body[5]);
    uint8_t *target = operand(p, packet, address_at(packet->body + 3), size);
    const uint8_t *source = target && from != FILLS ? operand(p, packet, address_at(packet->body + 1), size) : NULL;
    if (source)
        memmove(target, source, size);
    for (uint64_t k = 0; target && from == FILLS && k < size; k++)
        target[k] = (uint8_t)(packet->body[1] >> (8 * (k & 3)));
    return target && (source || from == FILLS);
}

/* Events flush caches and wait, but for those that write what was counted. */
static bool write_event(struct packets *p, const struct packet *packet) {
    enum { ZPASS_DONE = 0x15, SAMPLE_PIPELINE_STATISTICS = 0x1E, PIXEL_PIPE_STAT_DUMP = 0x39 };
    uint32_t event = packet->body[0] & 0x3F;
    return (event != ZPASS_DONE && event != SAMPLE_PIPELINE_STATISTICS && event != PIXEL_PIPE_STAT_DUMP) ||
           fail(p, packet, "event 0x%02X, which writes statistics, is not known", event);
}

/* All work before it is done: what it waits for has happened. */
static bool release_memory(struct packets *p, const struct packet *packet) {
    uint32_t what = packet->body[1] >> 29;
    uint64_t data = address_at(packet->body + 4), to = address_at(packet->body + 2);
    if (what == 3)
        data = ++p->clock;
    return !what      ? true
           : what < 4 ? put(p, packet, to, &data, what == 1 ? 4 : 8)
                      : fail(p, packet, "data of kind %u", what);
}

/* A write that did not happen before happens no more: packets run one after the other. */
static bool wait_for_memory(struct packets *p, const struct packet *packet) {
    uint32_t how = packet->body[0] & 7, value;
    const uint8_t *bytes = packet->body[0] >> 4 & 1 ? operand(p, packet, address_at(packet->body + 1), 4) : NULL;
    if (!(packet->body[0] >> 4 & 1))
        return true; /* a register of the hardware */
    if (!bytes)
        return false;
    memcpy(&value, bytes, 4);
    value &= packet->body[4];
    uint32_t reference = packet->body[3];
    const bool holds[] = {
        true,
        value<reference, value <= reference, value == reference, value != reference, value >= reference, value>
            reference,
        false};
    return holds[how] || fail(p, packet, "it waits for ever: memory has 0x%X", value);
}

/* ---- dispatches ---- */

static bool dispatch(struct packets *p, const struct packet *packet, const uint32_t groups[3], uint32_t initiator) {
    const uint32_t *threads = register_at(p, NUM_THREAD), *resources = register_at(p, RSRC);
    struct packet_dispatch d = {
        .code = address_at(register_at(p, PGM)) << 8,
        .resources = {resources[0], resources[1]},
        .initiator = initiator,
        .scratch = *register_at(p, TMPRING),
    };
    char why[PACKET_MESSAGE] = "";
    memcpy(d.user, register_at(p, USER_DATA), sizeof d.user);
    memcpy(d.groups, groups, sizeof d.groups);
    memcpy(d.first, register_at(p, START), sizeof d.first);
    for (int k = 0; k < 3; k++) {
        d.local[k] = threads[k] & 0xFFFF;
        d.last[k] = threads[k] >> 16;
    }
    return p->dispatch(p->user, &d, why) || fail(p, packet, "%.*s", (int)sizeof p->message / 2, why);
}

static bool dispatch_direct(struct packets *p, const struct packet *packet) {
    return dispatch(p, packet, packet->body, packet->body[3]);
}

/* The graphics engine has a base and a distance from it, the compute engine an address. */
static bool dispatch_indirect(struct packets *p, const struct packet *packet) {
    bool is_address = packet->dwords == 3;
    uint32_t groups[3];
    uint64_t from = is_address ? address_at(packet->body) : p->base + packet->body[0];
    const uint8_t *bytes = operand(p, packet, from, sizeof groups);
    if (!bytes)
        return false;
    memcpy(groups, bytes, sizeof groups);
    return dispatch(p, packet, groups, packet->body[is_address ? 2 : 1]);
}

static bool set_base(struct packets *p, const struct packet *packet) {
    if ((packet->body[0] & 15) == 1)
        p->base = address_at(packet->body + 1);
    return true;
}

/* ---- packets ---- */

static bool nothing(struct packets *p, const struct packet *packet) {
    (void)p, (void)packet;
    return true;
}

/* What is not there is an error that names it. Nothing: registers of graphics; caches, as memory answers at once. */
static const struct kind {
    uint8_t operation, least; /* dwords of its body */
    const char *name;
    bool (*run)(struct packets *p, const struct packet *packet);
} kinds[] = {
    {0x10, 0, "NOP", nothing},
    {0x11, 3, "SET_BASE", set_base},
    {0x12, 1, "CLEAR_STATE", nothing},
    {0x15, 4, "DISPATCH_DIRECT", dispatch_direct},
    {0x16, 2, "DISPATCH_INDIRECT", dispatch_indirect},
    {0x1E, 1, "ATOMIC_MEM", NULL},
    {0x20, 1, "SET_PREDICATION", NULL},
    {0x22, 1, "COND_EXEC", NULL},
    {0x28, 2, "CONTEXT_CONTROL", nothing},
    {0x2F, 1, "NUM_INSTANCES", nothing},
    {0x37, 3, "WRITE_DATA", write_data},
    {0x3C, 6, "WAIT_REG_MEM", wait_for_memory},
    {0x3F, 3, "INDIRECT_BUFFER", NULL}, /* packets_read() itself */
    {0x40, 5, "COPY_DATA", copy_data},
    {0x42, 1, "PFP_SYNC_ME", nothing},
    {0x46, 1, "EVENT_WRITE", write_event},
    {0x49, 7, "RELEASE_MEM", release_memory},
    {0x50, 6, "DMA_DATA", move_data},
    {0x58, 6, "ACQUIRE_MEM", nothing},
    {0x68, 2, "SET_CONFIG_REG", nothing},
    {0x69, 2, "SET_CONTEXT_REG", nothing},
    {0x76, 2, "SET_SH_REG", set_registers},
    {0x79, 2, "SET_UCONFIG_REG", nothing},
    {0x7A, 2, "SET_UCONFIG_REG_INDEX", nothing},
    {0x9B, 2, "SET_SH_REG_INDEX", set_registers},
    {0xB8, 2, "SET_CONTEXT_REG_PAIRS", nothing},
    {0xB9, 2, "SET_CONTEXT_REG_PAIRS_PACKED", nothing},
    {0xBA, 2, "SET_SH_REG_PAIRS", set_pairs},
    {0xBB, 2, "SET_SH_REG_PAIRS_PACKED", set_packed},
    {0xBD, 2, "SET_SH_REG_PAIRS_PACKED_N", set_packed},
    {0xBE, 2, "SET_UCONFIG_REG_PAIRS", nothing},
};

static const struct kind *kind_of(uint32_t operation) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].operation == operation)
            return &kinds[k];
    return NULL;
}

enum { INDIRECT_BUFFER = 0x3F, TYPE_2 = 2, TYPE_3 = 3, ALONE = 0x3FFF };

static bool run_packet(struct packets *p, struct packet *packet) {
    const struct kind *kind = kind_of(packet->operation);
    packet->name = kind ? kind->name : "of a kind";
    if (!kind || !kind->run)
        return fail(p, packet, "it is not known");
    if (packet->dwords < kind->least)
        return fail(p, packet, "it has %u dwords, and not %u at least", packet->dwords, kind->least);
    return kind->run(p, packet);
}

static bool read_buffer(struct packets *p, uint64_t address, uint32_t dwords, int depth);

/* A buffer within this one, or one that goes on in place of this one. */
static bool enter(struct packets *p, struct packet *packet, uint64_t *address, uint32_t *dwords, bool *jumps,
                  int depth) {
    packet->name = "INDIRECT_BUFFER";
    if (packet->dwords < 3)
        return fail(p, packet, "it has %u dwords, and not 3 at least", packet->dwords);
    uint64_t to = address_at(packet->body);
    uint32_t count = packet->body[2] & 0xFFFFF;
    *jumps = packet->body[2] >> 20 & 1;
    if (*jumps) {
        *address = to;
        *dwords = count;
        return true;
    }
    if (depth == MOST_NESTED)
        return fail(p, packet, "buffers within buffers, more than %d deep", MOST_NESTED);
    return read_buffer(p, to, count, depth + 1);
}

static bool read_packet(struct packets *p, const uint32_t *words, uint64_t *address, uint32_t *dwords, int depth) {
    const uint32_t header = *words, body = (header >> 16 & ALONE) + 1;
    struct packet packet = {words + 1, body, header >> 8 & 0xFF, *address, "of a kind"};
    bool jumps = false;
    uint32_t taken = 1 + body;
    if (!p->left)
        return fail(p, &packet, "so many packets came before it that their buffers seem to go in circles");
    p->left--;
    if (header >> 30 == TYPE_2 || (header >> 30 == TYPE_3 && packet.operation == 0x10 && body == ALONE + 1))
        taken = 1;
    else if (header >> 30 != TYPE_3)
        return fail(p, &packet, "its type is %u, in 0x%08X", header >> 30, header);
    else if (body > *dwords - 1)
        return fail(p, &packet, "it has %u dwords, and its buffer has %u", body, *dwords - 1);
    else if (packet.operation == INDIRECT_BUFFER ? !enter(p, &packet, address, dwords, &jumps, depth)
                                                 : !run_packet(p, &packet))
        return false;
    *address += jumps ? 0 : 4 * (uint64_t)taken;
    *dwords -= jumps ? 0 : taken;
    return true;
}

static bool read_buffer(struct packets *p, uint64_t address, uint32_t dwords, int depth) {
    while (dwords) {
        const struct packet here = {NULL, 0, 0, address, "buffer"};
        if (address % sizeof(uint32_t))
            return fail(p, &here, "it begins between two dwords");
        const uint8_t *bytes = operand(p, &here, address, 4 * (uint64_t)dwords);
        if (!bytes || !read_packet(p, (const uint32_t *)(const void *)bytes, &address, &dwords, depth))
            return false;
    }
    return true;
}

bool packets_read(struct packets *packets, uint64_t address, uint32_t dwords) {
    return read_buffer(packets, address, dwords, 0);
}
