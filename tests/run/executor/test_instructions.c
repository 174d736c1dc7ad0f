/* Single instructions: their results, which standard input has (rows.py), and what the reader understands of them. */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- single instructions ---- */

struct row {
    char processor[16], text[160], after[20];
    uint64_t values[6]; /* old, a, b, c, mask, result */
};

static bool read_row(struct row *row) {
    char line[512];
    if (!fgets(line, sizeof line, stdin))
        return false;
    int fields =
        sscanf(line, "%15[^#]#%159[^#]#%" SCNx64 "#%" SCNx64 "#%" SCNx64 "#%" SCNx64 "#%" SCNx64 "#%" SCNx64 "#%19s",
               row->processor, row->text, &row->values[0], &row->values[1], &row->values[2], &row->values[3],
               &row->values[4], &row->values[5], row->after);
    if (fields != 9)
        fail_msg("not a row: %s", line);
    return true;
}

/* The instruction with "VCC" as the processor's waves have it. */
static void name_vcc(const struct row *row, char *instruction, size_t size) {
    const char *at = strstr(row->text, "VCC"), *vcc = row->processor[3] == '9' ? "vcc" : "vcc_lo";
    snprintf(instruction, size, "%.*s%s%s", at ? (int)(at - row->text) : (int)strlen(row->text), row->text,
             at ? vcc : "", at ? at + 3 : "");
}

static void write_row(const struct row *row, const char *instruction, char *text, size_t size) {
    bool dwords = row->processor[3] == '9' || strcmp(row->processor, "gfx1030") == 0;
    bool scalar = row->text[0] == 's' || strncmp(row->text, "v_s_", 4) == 0;
    snprintf(
        text, size,
        "%s s[28:43], s[0:1], 0x0\ns_mov_b32 s24, s28\ns_mov_b32 s25, s29\nv_mov_b32 v0, s28\nv_mov_b32 v1, s29\n"
        "v_mov_b32 v2, s30\nv_mov_b32 v3, s31\nv_mov_b32 v4, s32\nv_mov_b32 v5, s33\nv_mov_b32 v6, s34\n"
        "v_mov_b32 v7, s35\ns_mov_b32 s8, s30\ns_mov_b32 s9, s31\ns_mov_b32 s10, s32\ns_mov_b32 s12, s34\ns_mov_b32 vcc_lo, s36\n"
        "s_mov_b32 vcc_hi, 0\n%s\n%s"
        "v_mov_b32 v8, 0\n%s v8, v[0:1], s[42:43]\nv_mov_b32 v0, vcc_lo\n%s v8, v0, s[42:43] offset:8\n",
        dwords ? "s_load_dwordx16" : "s_load_b512", instruction,
        scalar ? "s_cselect_b32 vcc_lo, 1, 0\nv_mov_b32 v0, s24\nv_mov_b32 v1, s25\n" : "",
        dwords ? "global_store_dwordx2" : "global_store_b64", dwords ? "global_store_dword" : "global_store_b32");
}

static void instructions(void **state) {
    static struct machine m;
    struct row row;
    char instruction[192], text[2048];
    uint32_t rows = 0, wrong = 0, seed = 0, strange = 0;
    (void)state;
    while (read_row(&row)) {
        name_vcc(&row, instruction, sizeof instruction);
        write_row(&row, instruction, text, sizeof text);
        memcpy(m.arguments, row.values, 5 * sizeof *m.arguments);
        run(&m, row.processor, text, (struct shape){1, 1, 0, 0});
        uint64_t result = m.memory[0] | (uint64_t)m.memory[1] << 32;
        bool compares = strncmp(row.text, "s_cmp", 5) == 0;
        bool good = !m.result.fault && (compares || result == row.values[5]) &&
                    (row.after[0] == '-' || (m.memory[2] & 1) == strtoul(row.after, NULL, 16));
        rows++;
        if (!good && wrong++ < 40)
            print_error("%s %s of %" PRIx64 ", %" PRIx64 ", %" PRIx64 ": %" PRIx64 " not %" PRIx64
                        ", VCC %x not %s%s%s\n",
                        row.processor, row.text, row.values[1], row.values[2], row.values[3], result, row.values[5],
                        m.memory[2], row.after, m.result.fault ? "; " : "", m.result.fault ? m.result.fault : "");
        strange += runs_strangely(row.processor, "", instruction, &seed);
    }
    print_message("%u rows, %u wrong; with strange operands %u ran\n", rows, wrong, strange);
    assert_int_equal(wrong, 0);
    assert_true(rows > 5000 && strange > 500);
}

/* ---- modes ---- */

/* The mode of a kernel is 0 for denormals of 32 bits: sources, results and sources of 32 bits beside halves are 0,
 * halves stay, and integers are no floats. What packs floats makes 0 of them in any case. */
static void denormals_as_zero(void **state) {
    static struct machine m = {.mode = ".amdhsa_float_denorm_mode_32 0\n"};
    static const struct {
        const char *code;
        uint32_t expected;
    } rows[] = {{"v_mov_b32 v2, 0x80400000\nv_add_f32 v1, v2, v2\n", 0x80000000},
                {"v_mov_b32 v2, 0x800000\nv_mul_f32 v1, 0.5, v2\n", 0},
                {"v_mov_b32 v2, 0x400000\nv_ldexp_f32 v1, v2, 8\n", 0},
                {"v_mov_b32 v2, 0x400000\nv_cmp_lt_f32 vcc_lo, 0, v2\nv_cndmask_b32 v1, 5, 6, vcc_lo\n", 5},
                {"v_mov_b32 v2, 0x400000\nv_fma_mix_f32 v1, v2, 4.0, 1.0\n", 0x3F800000},
                {"v_mov_b32 v2, 0x200\nv_cvt_f32_f16 v1, v2.l\n", 0x38000000},
                {"v_mov_b32 v2, 0x400000\nv_cvt_f32_u32 v1, v2\n", 0x4A800000},
                {"v_mov_b32 v2, 0x400000\nv_cvt_pk_rtz_f16_f32 v1, v2, 1.0\n", 0x3C000000},
                {"v_mov_b32 v2, 0x33800000\nv_cvt_pk_rtz_f16_f32 v1, v2, 1.0\n", 0x3C000001},
                {"v_mov_b32 v2, 0x400000\nv_cvt_pk_norm_u16_f32 v1, v2, 1.0\n", 0xFFFF0000}};
    static struct machine narrow = {.mode = ".amdhsa_float_denorm_mode_16_64 0\n"};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[512];
        snprintf(text, sizeof text, BEGIN "%s" STORE, rows[k].code);
        run(&m, "gfx1100", text, (struct shape){1, 1, 0, 0});
        if (m.result.fault || m.memory[0] != rows[k].expected)
            fail_msg("%s: %s, %x", rows[k].code, m.result.fault ? m.result.fault : "it ends", m.memory[0]);
    }
    run(&m, "gfx1100", "v_mov_b32 v2, 1\nv_frexp_mant_f32 v1, v2\n", (struct shape){1, 1, 0, 0});
    assert_string_equal(m.result.fault, "where denormals are 0: v_frexp_mant_f32 v1, v2");
    assert_int_equal(m.result.line, 3);
    run(&narrow, "gfx1100", "v_cvt_pk_rtz_f16_f32 v1, v0, v0\n", (struct shape){1, 1, 0, 0});
    assert_string_equal(narrow.result.fault, "where denormals are 0: v_cvt_pk_rtz_f16_f32 v1, v0, v0");
}

/* ---- registers as an array ---- */

/* A register is read and one is written, by the low eight bits of an index. M0 has it, and which registers it is for.
 */
static void register_arrays(void **state) {
    static struct machine m;
    static const char code[] =
        "s_load_dwordx2 s[4:5], s[0:1], 0x38\nv_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v9, 2, v0\n"
        "v_add_u32 v5, 0x1f4, v0\nv_mov_b32 v2, 7\ns_mov_b32 s6, 0x103\ns_mov_b32 m0, 0xfffff0ff\ns_cmp_eq_u32 s6, s6\n"
        "s_set_gpr_idx_on s6, gpr_idx(SRC0)\nv_mov_b32_e32 v1, v2\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v3, v2\ns_set_gpr_idx_off\n"
        "s_mov_b32 s7, m0\ns_set_gpr_idx_on 0x4, gpr_idx(DST)\nv_mov_b32_e32 v2, v1\ns_set_gpr_idx_off\n"
        "v_add_u32 v1, v6, v3\nv_add_u32 v1, v1, v2\ns_cselect_b32 s8, m0, 0\nv_mov_b32 v2, s7\nv_mov_b32 v3, s8\n"
        "global_store_dword v9, v1, s[4:5]\nglobal_store_dwordx2 v9, v[2:3], s[4:5] offset:1024\n";
    static const struct {
        const char *text, *fault;
    } refused[] = {
        {"s_set_gpr_idx_on s6, gpr_idx(SRC1)\n", "instruction s_set_gpr_idx_on"},
        {"s_set_gpr_idx_on s6, gpr_idx(DST)\nv_add_u32_e32 v1, v1, v1\n", "instruction v_add_u32(DST)"},
        {"s_set_gpr_idx_on s6, gpr_idx(DST)\nhere:\nv_mov_b32 v1, v1\n", "instruction v_mov_b32(behind-a-label)"}};
    (void)state;
    run(&m, "gfx90a", code, (struct shape){1, 1, 0, 0});
    assert_null(m.result.fault);
    assert_int_equal(m.memory[0], 500 + 500 + 7);
    assert_int_equal(m.memory[256], 0xFFFF1003);
    assert_int_equal(m.memory[257], 0xFFFF8004);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        run(&m, "gfx90a", refused[k].text, (struct shape){1, 1, 0, 0});
        assert_non_null(m.result.fault);
        assert_string_equal(m.result.fault, refused[k].fault);
    }
    run(&m, "gfx1100", "s_set_gpr_idx_on s6, gpr_idx(DST)\n", (struct shape){1, 1, 0, 0});
    assert_string_equal(m.result.fault, "instruction s_set_gpr_idx_on");
}

/* ---- samples ---- */

/* The reader understands the name and the modifiers of a sample. */
static void samples(void **state) {
    static const struct {
        const char *text;
        uint8_t lod, registers;
        bool compares, least, offsets, residency;
    } rows[] = {
        {"image_sample_cl v[0:3], v[4:6], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D", MACHINE_LOD_IMPLICIT, 4, false,
         true, false, false},
        {"image_sample_c v0, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", MACHINE_LOD_IMPLICIT, 1, true,
         false, false, false},
        {"image_sample_c_cl_o v[0:1], v[4:8], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D tfe", MACHINE_LOD_IMPLICIT,
         2, true, true, true, true},
        {"image_sample_c_b_cl v0, v[4:8], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", MACHINE_LOD_BIAS, 1, true,
         true, false, false},
        {"image_sample_l_o v[0:4], [v7, v6, v5, v4], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D tfe",
         MACHINE_LOD_GIVEN, 5, false, false, true, true},
        {"image_gather4_l v[0:4], v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D tfe", MACHINE_LOD_GIVEN, 5,
         false, false, false, true},
        {"image_sample_c_d_cl_o v0, [v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12], s[0:7], s[8:11] dmask:0x1 "
         "dim:SQ_RSRC_IMG_3D",
         MACHINE_LOD_GRADIENTS, 1, true, true, true, false},
        {"image_load v[0:4], v[5:6], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D tfe", MACHINE_LOD_IMPLICIT, 5, false, false,
         false, true},
        {"image_load v[0:2], v[5:6], s[0:7] dmask:0x7 dim:SQ_RSRC_IMG_2D d16 tfe", MACHINE_LOD_IMPLICIT, 3, false,
         false, false, true},
        {"image_sample_lz v[0:1], v[5:6], s[0:7], s[8:11] dmask:0xb dim:SQ_RSRC_IMG_2D d16", MACHINE_LOD_ZERO, 2, false,
         false, false, false},
        {"image_gather4_lz v[0:1], v[5:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D d16", MACHINE_LOD_ZERO, 2,
         false, false, false, false},
        {"image_msaa_load v[0:3], v[4:6], s[0:7] dmask:0x4 dim:SQ_RSRC_IMG_2D_MSAA", MACHINE_LOD_IMPLICIT, 4, false,
         false, false, false},
    };
    struct machine_code code;
    struct arena arena;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        open_arena(&arena);
        machine_read_to_execute(&code, &arena, rows[k].text, strlen(rows[k].text), processor_named("gfx1030"));
        assert_null(code.error);
        const struct machine_instruction *i = &code.instructions[0];
        assert_int_equal(i->lod, rows[k].lod);
        assert_int_equal(i->target.count, rows[k].registers);
        assert_int_equal(i->compares, rows[k].compares);
        assert_int_equal(i->least_lod, rows[k].least);
        assert_int_equal(i->has_offsets, rows[k].offsets);
        assert_int_equal(i->tells_residency, rows[k].residency);
        arena_destroy(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(instructions), cmocka_unit_test(denormals_as_zero),
                                       cmocka_unit_test(register_arrays), cmocka_unit_test(samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
