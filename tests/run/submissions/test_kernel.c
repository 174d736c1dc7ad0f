/* What the registers of a dispatch say about its code: by the bits of COMPUTE_PGM_RSRC1 and 2 (LLVM's AMDGPU user
 * guide, "Kernel Descriptor", has them too). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mmra/machine/machine_litmus.h"
#include "submissions/kernel.h"

enum { WAVE32 = 1 << 15, FROM_ZERO = 1 << 2, PARTIAL = 1 << 1 };

/* Five words of the driver, workgroup x and z, waves; 3 units of LDS; a wave of 32 with floats of 32 bits whose
 * denormals are 0; scratch memory of two units of 256 bytes for 32 lanes. */
static void descriptions(void **state) {
    struct packet_dispatch d = {.local = {64, 1, 1},
                                .groups = {1, 1, 1},
                                .resources = {12u << 16 | 1u << 29 | 1u << 30,
                                              1u | 5u << 1 | 1u << 7 | 1u << 9 | 1u << 10 | 2u << 11 | 3u << 15},
                                .initiator = WAVE32 | FROM_ZERO,
                                .first = {9, 9, 9},
                                .scratch = 2u << 12};
    struct machine_kernel kernel;
    char message[PACKET_MESSAGE];
    (void)state;
    d.user[4] = 77;
    assert_true(kernel_describe(&kernel, &d, MACHINE_GFX1100, message));
    assert_true(kernel.wave32 && kernel.work_group_processor_mode && kernel.memory_ordered && !kernel.other_floats);
    assert_int_equal(kernel.flushes, MACHINE_FLUSH_32);
    assert_int_equal(kernel.user_scalars, 5);
    assert_int_equal(kernel.given[4].value, 77);
    assert_int_equal(kernel.given[5].kind, MACHINE_GIVEN_WAVE);
    assert_int_equal(kernel.given[5].number, 7);
    assert_int_equal(kernel.given[6].number, 8);
    assert_true(kernel.group_id[0] && !kernel.group_id[1] && kernel.group_id[2]);
    assert_int_equal(kernel.workitem_ids, 2);
    assert_int_equal(kernel.group_bytes, 1536);
    assert_int_equal(kernel.private_bytes, 16);
    d.initiator &= ~(uint32_t)(WAVE32 | FROM_ZERO);
    assert_false(kernel_describe(&kernel, &d, MACHINE_GFX1100, message));
    assert_non_null(strstr(message, "a first workgroup"));
    memset(d.first, 0, sizeof d.first);
    d.resources[0] = 1u << 12;
    assert_true(kernel_describe(&kernel, &d, MACHINE_GFX1030, message));
    assert_true(kernel.other_floats && !kernel.wave32);
    assert_int_equal(kernel.flushes, MACHINE_FLUSH_32 | MACHINE_FLUSH_16_64);
    assert_int_equal(kernel.private_bytes, 32); /* units of 1,024 bytes, for 64 lanes */
    assert_false(kernel.memory_ordered);
    assert_true(kernel_describe(&kernel, &d, MACHINE_GFX1201, message));
    assert_true(kernel.memory_ordered);
    d.resources[1] = 17u << 1;
    assert_false(kernel_describe(&kernel, &d, MACHINE_GFX1100, message));
}

/* Mesa reads a wave's number at bit 20 from gfx10.3 on, before that at bit 6 (load_subgroup_id_lowered). */
static void a_wave_knows_its_number(void **state) {
    static struct machine_register_value items[MACHINE_MAX_BEGINNING];
    const uint32_t local[3] = {96, 1, 1}, ids[3] = {0, 0, 0}, groups[3] = {1, 1, 1};
    const struct machine_beginning third = {local, ids, 64, 32, 0, 0, groups, 2, 3};
    struct machine_code code = {.processor = MACHINE_GFX1100};
    (void)state;
    code.kernel.given[code.kernel.given_count++] = (struct machine_given){MACHINE_GIVEN_WAVE, 7, 0};
    uint32_t count = machine_begin_wave(items, &code, &third), found = 0;
    for (uint32_t k = 0; k < count; k++)
        if (items[k].kind == MACHINE_SCALAR && items[k].number == 7) {
            assert_int_equal(items[k].value & 63, 3);
            assert_int_equal(items[k].value >> 6 & 63, 2);
            assert_int_equal(items[k].value >> 20, 2);
            found++;
        }
    assert_int_equal(found, 1);
}

/* Workgroups of 40 x 2 in waves of 32, the last one along y of 40 x 1: 80 and 40 invocations. */
static void smaller_groups(void **state) {
    struct packet_dispatch d = {
        .local = {40, 2, 1}, .last = {40, 1, 1}, .groups = {2, 2, 1}, .initiator = WAVE32 | FROM_ZERO | PARTIAL};
    const uint64_t whole[] = {UINT32_MAX, UINT32_MAX, 0xFFFF}, half[] = {UINT32_MAX, 0xFF, 0};
    uint64_t live[12];
    struct machine_instruction lane_instructions[] = {{.unit = MACHINE_VALU, .operation = MACHINE_READ_LANE}};
    const struct machine_code reading = {.instructions = lane_instructions, .count = 1};
    struct machine_kernel kernel;
    char message[PACKET_MESSAGE];
    (void)state;
    assert_true(kernel_describe(&kernel, &d, MACHINE_GFX1100, message));
    assert_true(kernel_has_partial_groups(&d));
    kernel_mask_lanes(&d, 32, live);
    for (uint32_t k = 0; k < 12; k++)
        assert_int_equal(live[k] & UINT32_MAX, (k < 6 ? whole : half)[k % 3]);
    d.last[0] = 39; /* not the first invocations of a whole one: the last of each row is missing */
    kernel_mask_lanes(&d, 32, live);
    const uint64_t all = UINT32_MAX, narrow[] = {all, all & ~(UINT64_C(1) << 7), 0x7FFF};
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(live[k] & UINT32_MAX, whole[k]);
        assert_int_equal(live[3 + k] & UINT32_MAX, narrow[k]);
    }
    assert_false(kernel_knows_lanes(&d, &reading));
    lane_instructions[0].operation = MACHINE_XOR;
    assert_true(kernel_knows_lanes(&d, &reading));
    lane_instructions[0] = (struct machine_instruction){.samples = true, .lod = MACHINE_LOD_IMPLICIT};
    assert_false(kernel_knows_lanes(&d, &reading));
    lane_instructions[0] = (struct machine_instruction){.unit = MACHINE_VALU, .move.kind = MACHINE_ROW_XOR};
    assert_false(kernel_knows_lanes(&d, &reading));
    lane_instructions[0] = (struct machine_instruction){.unit = MACHINE_SALU, .operation = MACHINE_COUNT_ONES};
    assert_false(kernel_knows_lanes(&d, &reading));
    d.last[0] = 40;
    assert_true(kernel_knows_lanes(&d, &reading));
    d.initiator &= ~(uint32_t)PARTIAL;
    assert_true(kernel_describe(&kernel, &d, MACHINE_GFX1100, message));
    assert_false(kernel_has_partial_groups(&d));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(descriptions), cmocka_unit_test(a_wave_knows_its_number),
                                       cmocka_unit_test(smaller_groups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
