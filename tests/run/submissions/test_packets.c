/* What packets do to registers and memory, and what of them is an error: by the documents that packets.h names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "submissions/packets.h"

#define COMMANDS  UINT64_C(0xFFFF800100000000)
#define DATA      UINT64_C(0xFFFF800000002000)
#define HALVES(a) (uint32_t)((a) & UINT32_MAX), (uint32_t)((a) >> 32)
/* A header of type 3 with the number of dwords after it. */
#define PACKET(operation, body) (0xC0000000u | ((body) - 1u) << 16 | (operation) << 8)

enum { WORDS = 64 };

struct world {
    uint32_t commands[WORDS], data[WORDS];
    struct gpu_memory memory;
    struct packets packets;
    struct packet_dispatch seen;
    uint32_t dispatches;
    bool refuses;
};

static bool see(void *user, const struct packet_dispatch *dispatch, char message[PACKET_MESSAGE]) {
    struct world *w = user;
    w->seen = *dispatch;
    w->dispatches++;
    if (w->refuses)
        snprintf(message, PACKET_MESSAGE, "no");
    return !w->refuses;
}

static void begin(struct world *w) {
    free(w->memory.ranges);
    *w = (struct world){0};
    for (uint32_t k = 0; k < WORDS; k++)
        w->data[k] = 1000 + k;
    assert_true(gpu_map(&w->memory, COMMANDS, sizeof w->commands, (uint8_t *)w->commands));
    assert_true(gpu_map(&w->memory, DATA, sizeof w->data, (uint8_t *)w->data));
    w->packets = (struct packets){.memory = &w->memory, .dispatch = see, .user = w, .left = 100};
}

static bool read_words(struct world *w, const uint32_t *words, uint32_t count) {
    memcpy(w->commands, words, count * sizeof *words);
    return packets_read(&w->packets, COMMANDS, count);
}
#define READ(w, ...)                                                                                                   \
    read_words(w, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/* Registers by their distances from B000 in dwords: NUM_THREAD 207, PGM 20C, RSRC 212, USER_DATA 240. */
static void dispatches(void **state) {
    static struct world w;
    (void)state;
    begin(&w);
    assert_true(READ(&w, PACKET(0x76, 4), 0x207, 64, 2 | 1 << 16, 1, PACKET(0x9B, 3), 0x3000020C, 0x1234, 0x80,
                     PACKET(0xBA, 4), 0x240, 7, 0x241, 8, PACKET(0xBB, 4), 2, 0x242 | 0x24F << 16, 9, 10, 0x80000000,
                     0xFFFF1000, PACKET(0x15, 4), 3, 4, 5, 0x8045));
    assert_int_equal(w.dispatches, 1);
    assert_int_equal(w.seen.code, UINT64_C(0x800000123400));
    assert_int_equal(w.seen.local[0], 64);
    assert_int_equal(w.seen.local[1], 2);
    assert_int_equal(w.seen.last[1], 1);
    assert_int_equal(w.seen.user[0], 7);
    assert_int_equal(w.seen.user[1], 8);
    assert_int_equal(w.seen.user[2], 9);
    assert_int_equal(w.seen.user[15], 10);
    assert_int_equal(w.seen.groups[2], 5);
    assert_int_equal(w.seen.initiator, 0x8045);
    w.refuses = true;
    assert_false(READ(&w, PACKET(0x15, 4), 3, 4, 5, 0x8045));
    assert_non_null(strstr(w.packets.message, "DISPATCH_DIRECT"));
}

/* By an address, or by a distance from the base. */
static void indirect_dispatches(void **state) {
    static struct world w;
    (void)state;
    begin(&w);
    assert_true(READ(&w, PACKET(0x16, 3), HALVES(DATA + 4), 1));
    assert_int_equal(w.seen.groups[0], 1001);
    assert_true(READ(&w, PACKET(0x11, 3), 1, HALVES(DATA), PACKET(0x16, 2), 8, 1));
    assert_int_equal(w.seen.groups[0], 1002);
    assert_int_equal(w.seen.groups[2], 1004);
}

/* The last register of a copy to one: USER_DATA_0, whose number counts dwords from 0. */
static void memory(void **state) {
    static struct world w;
    (void)state;
    begin(&w);
    assert_true(READ(&w, PACKET(0x37, 5), 5 << 8, HALVES(DATA + 8), 1, 2));
    assert_int_equal(w.data[2], 1);
    assert_int_equal(w.data[3], 2);
    assert_true(READ(&w, PACKET(0x40, 5), 1 | 5 << 8 | 1 << 16, HALVES(DATA), HALVES(DATA + 16)));
    assert_int_equal(w.data[4], 1000);
    assert_int_equal(w.data[5], 1001);
    assert_true(READ(&w, PACKET(0x40, 5), 1, HALVES(DATA), 0xB900 / 4, 0, PACKET(0x15, 4), 1, 1, 1, 1));
    assert_int_equal(w.seen.user[0], 1000);
    assert_true(READ(&w, PACKET(0x50, 6), 0, HALVES(DATA), HALVES(DATA + 32), 8));
    assert_int_equal(w.data[9], 1001);
    assert_true(READ(&w, PACKET(0x50, 6), 2u << 29, 0x55, 0, HALVES(DATA + 40), 6));
    assert_int_equal(w.data[10], 0x55);
    assert_int_equal(w.data[11], 0x0055 | (1011 & 0xFFFF0000));
    assert_true(READ(&w, PACKET(0x50, 6), 2 << 20, HALVES(UINT64_C(1)), HALVES(UINT64_C(1)), 8)); /* into a cache */
    assert_true(READ(&w, PACKET(0x49, 7), 0, 1u << 29, HALVES(DATA + 48), 77, 88, 0));
    assert_int_equal(w.data[12], 77);
    assert_int_equal(w.data[13], 1013);
    assert_true(READ(&w, PACKET(0x3C, 6), 3 | 1 << 4, HALVES(DATA + 48), 77, UINT32_MAX, 4));
    assert_false(READ(&w, PACKET(0x3C, 6), 4 | 1 << 4, HALVES(DATA + 48), 77, UINT32_MAX, 4));
    assert_non_null(strstr(w.packets.message, "waits for ever"));
}

/* A buffer of packets within another, which comes back; and one in place of another, which does not. */
static void buffers(void **state) {
    static struct world w;
    (void)state;
    begin(&w);
    w.data[0] = PACKET(0x15, 4);
    w.data[1] = w.data[2] = w.data[3] = 1;
    assert_true(READ(&w, PACKET(0x3F, 3), HALVES(DATA), 5, PACKET(0x15, 4), 2, 1, 1, 1));
    assert_int_equal(w.dispatches, 2);
    assert_int_equal(w.seen.groups[0], 2);
    assert_true(READ(&w, PACKET(0x3F, 3), HALVES(DATA), 5 | 1 << 20, PACKET(0x15, 4), 2, 1, 1, 1));
    assert_int_equal(w.dispatches, 3);
    assert_int_equal(w.seen.groups[0], 1);
}

static void errors(void **state) {
    static const struct {
        uint32_t words[8];
        uint32_t count;
        const char *says;
    } rows[] = {
        {{PACKET(0x15, 4), 1, 1}, 3, "it has 4 dwords, and its buffer has 2"},
        {{PACKET(0x15, 1), 1}, 2, "it has 1 dwords, and not 4 at least"},
        {{PACKET(0x2D, 1), 1}, 2, "packet of a kind (0x2D) at 0xffff800100000000: it is not known"},
        {{PACKET(0x20, 1), 1}, 2, "SET_PREDICATION"},
        {{PACKET(0x46, 1), 0x15}, 2, "statistics"},
        {{0x00001234}, 1, "its type is 0"},
        {{PACKET(0x76, 3), 0x3FF, 1, 2}, 4, "register 1024"},
        {{PACKET(0x37, 4), 0, HALVES(DATA), 1}, 5, "no memory (control"},
        {{PACKET(0x37, 4), 5 << 8, HALVES(DATA + 4 * WORDS), 1}, 5, "no memory of 4 bytes is mapped"},
        {{PACKET(0x37, 5), 5 << 8, HALVES(DATA + 4 * WORDS - 4), 1, 2}, 6, "no memory of 8 bytes is mapped"},
        {{PACKET(0x16, 3), HALVES(UINT64_MAX - 3), 1}, 4, "no memory of 12 bytes is mapped"},
        {{PACKET(0x3F, 3), HALVES(UINT64_C(0)), 1}, 4, "no memory of 4 bytes is mapped at 0x0"},
        {{PACKET(0x3F, 3), HALVES(COMMANDS), 4 | 1 << 20}, 4, "go in circles"},
        {{PACKET(0x3F, 3), HALVES(DATA + 1), 2}, 4, "it begins between two dwords"},
        {{PACKET(0x3F, 3), HALVES(DATA + 2), 2 | 1 << 20}, 4, "it begins between two dwords"},
        {{PACKET(0x3F, 3), HALVES(COMMANDS), 4}, 4, "more than 4 deep"},
    };
    static struct world w;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        begin(&w);
        assert_false(read_words(&w, rows[k].words, rows[k].count));
        if (!strstr(w.packets.message, rows[k].says))
            fail_msg("row %zu: %s", k, w.packets.message);
    }
    begin(&w);
    assert_false(packets_read(&w.packets, COMMANDS + 2, 1));
    assert_false(packets_read(&w.packets, COMMANDS, UINT32_MAX));
}

static void mappings(void **state) {
    static struct world w;
    struct machine_range was;
    uint8_t byte[8];
    (void)state;
    begin(&w);
    assert_false(gpu_map(&w.memory, DATA + 4, 4, byte));
    assert_false(gpu_map(&w.memory, DATA - 4, 8, byte));
    assert_false(gpu_map(&w.memory, UINT64_MAX - 3, 8, byte));
    assert_false(gpu_unmap(&w.memory, DATA + 4, &was));
    assert_ptr_equal(gpu_bytes(&w.memory, DATA & ((UINT64_C(1) << 48) - 1), 4), w.data); /* an address has 48 bits */
    assert_true(gpu_unmap(&w.memory, DATA, &was));
    assert_null(gpu_bytes(&w.memory, DATA, 4));
    free(w.memory.ranges);
    w.memory.ranges = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(dispatches), cmocka_unit_test(indirect_dispatches),
                                       cmocka_unit_test(memory),     cmocka_unit_test(buffers),
                                       cmocka_unit_test(errors),     cmocka_unit_test(mappings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
