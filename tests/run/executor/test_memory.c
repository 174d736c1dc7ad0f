/* Scratch memory that is reached through a buffer, and the faults of all memory and of what is not known. */
#include "run.h"

#include <stdio.h>
#include <string.h>

/* ---- scratch memory through a buffer ---- */

#define SCRATCH "s_add_u32 s0, s0, s7\ns_addc_u32 s1, s1, 0\n"

static const char scratch_directives[] = ".amdhsa_user_sgpr_private_segment_buffer 1\n.amdhsa_user_sgpr_count 6\n"
                                         ".amdhsa_system_sgpr_private_segment_wavefront_offset 1\n";
static const struct {
    const char *processor;
    uint32_t lanes;
} scratch_rows[] = {{"gfx90a", 64}, {"gfx1030", 32}};

/* Lane n stores 1024 + n in one of eight places, from byte 12 on. */
static uint32_t stored_at_12(uint32_t n) {
    return n % 8 == 0 ? 1024 + n : 0xC5C5C5C5;
}

/* Two waves: a place of each lane's own; byte 12 by the offset of all, which counts bytes of the whole wave; the same
 * of the next lane, behind whose last one the next place begins; a byte. */
static void scratch_through_buffers(void **state) {
    static struct machine m;
    char text[1024];
    (void)state;
    m.mode = scratch_directives;
    for (size_t k = 0; k < sizeof scratch_rows / sizeof *scratch_rows; k++) {
        uint32_t lanes = scratch_rows[k].lanes, count = 2 * lanes;
        snprintf(text, sizeof text,
                 SCRATCH "s_load_dwordx2 s[4:5], s[4:5], 0x38\nv_or_b32 v1, 0x400, v0\nv_and_b32 v2, 7, v0\n"
                         "v_lshlrev_b32 v2, 2, v2\nv_lshlrev_b32 v3, 4, v0\ns_movk_i32 s8, %u\ns_movk_i32 s9, %u\n"
                         "buffer_store_dword v1, v2, s[0:3], 0 offen offset:12\n"
                         "buffer_store_byte v1, off, s[0:3], 0 offset:61\n"
                         "buffer_load_dword v4, v2, s[0:3], s8 offen\nbuffer_load_dword v5, off, s[0:3], s8\n"
                         "buffer_load_dword v6, off, s[0:3], s9\nbuffer_load_ubyte v7, off, s[0:3], 0 offset:61\n"
                         "s_waitcnt vmcnt(0)\nglobal_store_dwordx4 v3, v[4:7], s[4:5]\n",
                 12 * lanes, 12 * lanes + 4);
        run(&m, scratch_rows[k].processor, text, (struct shape){count, 1, 0, 0});
        assert_null(m.result.fault);
        for (uint32_t n = 0; n < count; n++) {
            uint32_t behind = n % lanes == lanes - 1 ? 0xC5C5C5C5 : stored_at_12(n + 1);
            assert_int_equal(m.memory[4 * n], 1024 + n);
            assert_int_equal(m.memory[4 * n + 1], stored_at_12(n));
            assert_int_equal(m.memory[4 * n + 2], behind);
            assert_int_equal(m.memory[4 * n + 3], n);
        }
    }
    m.mode = NULL;
}

static void faults_of_scratch(void **state) {
    static const struct {
        const char *text, *fault;
        uint32_t line;
    } rows[] = {
        {SCRATCH "buffer_load_dword v1, off, s[0:3], 0 offset:60\ns_nop 0\n", NULL, 0},
        {SCRATCH "buffer_load_dword v1, off, s[0:3], 0 offset:64\n", "an access to scratch memory out of bounds", 4},
        {SCRATCH "buffer_load_dwordx2 v[1:2], off, s[0:3], 0\n",
         "more than an element where they alternate between lanes", 4},
        {SCRATCH "buffer_load_ushort v1, off, s[0:3], 0 offset:3\n",
         "more than an element where they alternate between lanes", 4},
        {SCRATCH "s_mov_b32 s1, 0x80001234\nbuffer_load_dword v1, off, s[0:3], 0\n",
         "a buffer whose elements alternate between lanes", 5},
        /* the second wave, which does not add where its own memory begins; or adds it without a carry */
        {"buffer_load_dword v1, off, s[0:3], 0\n", "an access to scratch memory out of bounds", 2},
        {"s_add_u32 s0, s0, s7\nbuffer_load_dword v1, off, s[0:3], 0\n", "an access to scratch memory out of bounds",
         3},
    };
    static struct machine m;
    (void)state;
    m.mode = scratch_directives;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (size_t p = 0; p < sizeof scratch_rows / sizeof *scratch_rows; p++) {
            run(&m, scratch_rows[p].processor, rows[k].text, (struct shape){2 * scratch_rows[p].lanes, 1, 0, 0});
            assert_int_equal(m.result.fault != NULL, rows[k].fault != NULL);
            if (rows[k].fault)
                assert_string_equal(m.result.fault, rows[k].fault);
            assert_int_equal(m.result.line, rows[k].line);
        }
    m.mode = NULL;
}

/* ---- addresses ---- */

/* A buffer of 16 words at the beginning of memory. Byte 4 as 4294967288 and 12, whose sum has 32 bits; byte 60, the
 * last one that a word may have, and one after it, of which the offset of all is a part (ISA guide of RDNA2, "Buffer
 * Memory Addressing" and "Range checking"). A scalar load looks at 48 bits of its address, the last of which is the
 * sign. */
static void addresses(void **state) {
    static struct machine m;
    (void)state;
    for (uint32_t k = 0; k < 20; k++)
        m.memory[k] = 100 + k;
    run(&m, "gfx1100",
        "s_load_b64 s[4:5], s[0:1], 0x38\ns_mov_b32 s6, 64\ns_mov_b32 s7, 0\ns_movk_i32 s8, 60\ns_movk_i32 s9, 64\n"
        "v_mov_b32 v2, -8\nv_mov_b32 v9, 0\nbuffer_load_b32 v4, v2, s[4:7], 0 offen offset:12\n"
        "buffer_load_b32 v5, off, s[4:7], s8\nbuffer_load_b32 v6, off, s[4:7], s9\n"
        "s_or_b32 s11, s5, 0x70000\ns_mov_b32 s10, s4\ns_load_b32 s12, s[10:11], 0x8\nv_mov_b32 v7, s12\n"
        "global_store_b128 v9, v[4:7], s[4:5]\n",
        (struct shape){1, 1, 0, 0});
    assert_null(m.result.fault);
    assert_int_equal(m.memory[0], 101);
    assert_int_equal(m.memory[1], 115);
    assert_int_equal(m.memory[2], 0);
    assert_int_equal(m.memory[3], 102);
}

/* gfx1250: an offset in a lane's register has a sign, and counts the access's size where the code says so (LLVM,
 * "scale_offset"); one in a scalar register likewise; a flat access may have a base. The workgroup is no cluster's. */
static void offsets_that_count(void **state) {
    static struct machine m;
    (void)state;
    for (uint32_t k = 0; k < 20; k++)
        m.memory[k] = 100 + k;
    run(&m, "gfx1250",
        "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 1\ns_load_b64 s[4:5], s[0:1], 0x38 nv\ns_mov_b32 s8, 3\n"
        "s_wait_kmcnt 0x0\ns_add_nc_u64 s[6:7], s[4:5], 8\nv_mov_b32 v2, -1\nv_mov_b32 v3, 2\nv_mov_b32 v9, 0\n"
        "global_load_b32 v4, v2, s[6:7] scale_offset\nglobal_load_b64 v[5:6], v3, s[4:5] scale_offset offset:4 nv\n"
        "flat_load_u16 v7, v3, s[4:5] scale_offset\ns_load_b64 s[10:11], s[4:5], s8 offset:0x4 scale_offset\n"
        "s_wait_xcnt 0x0\ns_getreg_b32 s12, hwreg(HW_REG_IB_STS2, 6, 4)\ns_or_b32 s12, s12, ttmp6\n"
        "s_wait_loadcnt_dscnt 0x0\ns_wait_kmcnt 0x0\nglobal_store_b128 v9, v[4:7], s[4:5]\nv_mov_b32 v4, s10\n"
        "v_mov_b32 v5, s11\nv_mov_b32 v6, s12\nglobal_store_b96 v9, v[4:6], s[4:5] offset:16\n",
        (struct shape){1, 1, 0, 0});
    assert_null(m.result.fault);
    static const uint32_t expected[] = {101, 105, 106, 101, 107, 108, 0};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        assert_int_equal(m.memory[k], expected[k]);
}

/* gfx1250: copies of 8, 32, 64 and 128 bits into shared memory and back; the offset counts at both sides. What they do
 * not touch has the bytes 0xC5. */
static void copies(void **state) {
    static struct machine m;
    (void)state;
    for (uint32_t k = 0; k < 32; k++)
        m.memory[k] = 0x01010101 * (k + 1);
    run(&m, "gfx1250",
        "s_load_b64 s[4:5], s[0:1], 0x38\nv_mov_b32 v1, 32\nv_mov_b32 v2, 1\nv_mov_b32 v3, 0\nv_mov_b64 v[4:5], s[4:5]\n"
        "global_load_async_to_lds_b32 v1, v2, s[4:5] offset:4 scale_offset\n"
        "global_load_async_to_lds_b8 v3, v[4:5], off offset:8\n"
        "global_load_async_to_lds_b64 v1, v3, s[4:5] offset:24\ns_wait_asynccnt 0x1\n"
        "global_load_async_to_lds_b128 v1, v3, s[4:5] offset:48\ns_wait_asynccnt 0x0\nv_mov_b32 v6, 64\n"
        "global_store_async_from_lds_b32 v6, v1, s[4:5] offset:4\nv_mov_b32 v7, 8\n"
        "global_store_async_from_lds_b8 v6, v7, s[4:5]\nglobal_store_async_from_lds_b64 v[4:5], v1, off offset:24\n"
        "global_store_async_from_lds_b128 v6, v1, s[4:5] offset:48 th:TH_STORE_NT scope:SCOPE_DEV\n",
        (struct shape){1, 1, 0, 0});
    assert_null(m.result.fault);
    /* LDS: byte 8 is byte 8 of memory; 36 is word 2; 56 is words 6 and 7; 80 is words 12 to 15 */
    assert_int_equal(m.memory[17], 0x03030303);
    assert_int_equal(m.memory[16], 0x11111103);
    assert_int_equal(m.memory[6], 0x07070707);
    assert_int_equal(m.memory[7], 0x08080808);
    for (uint32_t k = 0; k < 4; k++)
        assert_int_equal(m.memory[28 + k], 0x01010101 * (13 + k));
}

/* Two waves meet twice at a barrier with a name, where one makes the other wait. Each wave stores what it has: whether
 * it was first, and what the first one has written. */
static void named_barriers(void **state) {
    static struct machine m;
    (void)state;
    run(&m, "gfx1250",
        "s_load_b64 s[4:5], s[0:1], 0x38\nv_readfirstlane_b32 s6, v0\ns_mov_b32 m0, 0x20003\ns_cmp_eq_u32 s6, 0\n"
        "s_cbranch_scc0 joins\ns_barrier_init m0\njoins:\ns_barrier_signal -1\ns_barrier_wait -1\n"
        "s_barrier_join 3\ns_barrier_signal -1\ns_barrier_wait -1\ns_cmp_eq_u32 s6, 0\ns_cbranch_scc0 meets\n"
        "s_movk_i32 s7, 2000\nloops:\ns_sub_co_i32 s7, s7, 1\ns_cmp_eq_u32 s7, 0\ns_cbranch_scc0 loops\n"
        "v_mov_b32 v1, 0x2a\nv_mov_b32 v2, 0\nds_store_b32 v2, v1\nmeets:\ns_barrier_signal_isfirst m0\n"
        "s_cselect_b32 s8, 1, 0\ns_barrier_wait 3\ns_barrier_signal m0\ns_barrier_wait 3\nv_mov_b32 v2, 0\nds_load_b32 v3, v2\nv_mov_b32 v4, s8\n"
        "v_lshlrev_b32 v5, 3, v0\nv_mov_b32 v2, v4\nglobal_store_b64 v5, v[2:3], s[4:5]\n",
        (struct shape){64, 1, 0, 0});
    assert_null(m.result.fault);
    for (uint32_t lane = 0; lane < 64; lane++) {
        assert_int_equal(m.memory[2 * lane], lane >= 32); /* the first wave comes last */
        assert_int_equal(m.memory[2 * lane + 1], 0x2a);
    }
}

/* gfx1250: a raw buffer of 200 bytes, more than 127, and one of 2^39 bytes: the last word that is within, the one after
 * it, which gives 0, and a store there, which does nothing. */
static void wide_buffers(void **state) {
    static struct machine m;
    (void)state;
    for (uint32_t k = 0; k < 60; k++)
        m.memory[k] = 100 + k;
    run(&m, "gfx1250",
        "s_load_b64 s[4:5], s[0:1], 0x38\ns_or_b32 s5, s5, 0x90000000\ns_mov_b32 s6, 1\ns_brev_b32 s7, 4\n"
        "s_mov_b32 s8, s4\ns_and_b32 s9, s5, 0x1ffffff\ns_mov_b32 s10, 0\ns_or_b32 s11, s7, 1\ns_movk_i32 s12, 100\n"
        "v_mov_b32 v0, 96\nv_mov_b32 v9, 0\nbuffer_load_b32 v4, v0, s[4:7], s12 offen\n"
        "buffer_load_b32 v5, v0, s[4:7], s12 offen offset:4\nbuffer_load_b32 v6, v0, s[8:11], null offen offset:104\n"
        "buffer_store_b32 v6, off, s[4:7], s12 offset:100\nv_mov_b32 v7, s6\nglobal_store_b128 v9, v[4:7], s[8:9]\n",
        (struct shape){1, 1, 0, 0});
    assert_null(m.result.fault);
    assert_int_equal(m.memory[0], 149);
    assert_int_equal(m.memory[1], 0);
    assert_int_equal(m.memory[2], 150);
    assert_int_equal(m.memory[50], 150);
}

/* gfx1250 has registers up to v1023, which LLVM names in comments. */
static void high_registers(void **state) {
    static struct machine m;
    (void)state;
    run(&m, "gfx1250",
        "s_load_b64 s[4:5], s[0:1], 0x38\nv_mov_b32_e32 v1, 5\nv_mov_b32_e32 v9, 0 /*v200\ns_set_vgpr_msb 64 ;  msbs: dst=1 src0=0 src1=0 src2=0\n"
        "s_nop 0\nv_mov_b32_e32 v1 /*v257*/, 7\ns_set_vgpr_msb 0x40c3\n"
        "v_add_f32_e64 v255 /*v1023*/, |v0 /*v768*/|, -v1 /*v769*/ mul:2\ns_set_vgpr_msb 0xc341\n"
        "v_sub_nc_u32_e32 v4 /*v260*/, v1 /*v257*/, v1\n"
        "v_dual_mov_b32 v2 /*v258*/, v1 /*v257*/ :: v_dual_mov_b32 v3 /*v259*/, v1\ns_set_vgpr_msb 0x4104\n"
        "global_store_b96 v9, v[2:4] /*v[258:260]*/, s[4:5]\n",
        (struct shape){1, 1, 0, 0});
    assert_null(m.result.fault);
    assert_int_equal(m.memory[0], 7);
    assert_int_equal(m.memory[1], 5);
    assert_int_equal(m.memory[2], 2);
}

static void not_of_gfx1250(void **state) {
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"buffer_load_b32 v1, v0, s[8:11], null offen\n", "a buffer that is not a raw one whose bounds are offsets"},
        {"s_brev_b32 s11, 4\nbuffer_load_b32 v1, v0, s[8:11], null idxen\n",
         "a buffer that is not a raw one whose bounds are offsets"},
        {"s_buffer_load_b32 s4, s[8:11], 0x0\n", "a buffer that is not a raw one whose bounds are offsets"},
        {"s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 2), 1\n", "instruction s_setreg_imm32_b32"},
        {"s_set_vgpr_msb 0x40\nv_mov_b32 v1, 7\n", "vector registers from v256 on that no comment names: v_mov_b32"},
        {"v_mov_b32 v1 /*v1024*/, 7\n", "an operand that is no register of the kernel and no whole number: v1024"},
        {"tensor_load_to_lds s[0:3], s[4:11]\n", "instruction tensor_load_to_lds"},
        {"global_load_b32 v1, v0, s[4:5] scale_offset lds\n", "a modifier: lds"},
        {"global_load_b32 v1, v[2:3], off scale_offset\n", "scale_offset without a base: global_load_b32"},
        {"buffer_load_b32 v1, v0, s[8:11], null offen scale_offset\n", "a modifier: scale_offset"},
        {"v_permlane16_swap_b32 v0, m0\n", "an operand of this kind: m0"},
        {"v_permlane16_swap_b32 v0, 5\n", "an operand of this kind: 5"},
        {"v_mov_b32 a5, v0\n", "an operand that is no register of the kernel and no whole number: a5"},
        {"s_set_vgpr_msb v0\n", "operands of s_set_vgpr_msb"},
        {"s_set_vgpr_msb\n", "operands of s_set_vgpr_msb"},
        {"s_barrier_wait 1\n", "a wait for a named barrier of a wave that has joined none"},
        {"s_mov_b32 m0, 0x20001\ns_barrier_init m0\ns_barrier_signal 1\ns_barrier_init m0\n",
         "a named barrier that begins anew when some have arrived"},
        {"cluster_load_async_to_lds_b32 v1, v2, s[4:5]\n", "instruction cluster_load_async_to_lds_b32"},
        {"global_load_async_to_lds_b96 v1, v2, s[4:5]\n", "instruction global_load_async_to_lds_b96"},
        {"v_mov_b32 v1, 0xfe\nv_mov_b32 v2, 0\nglobal_load_async_to_lds_b32 v1, v2, s[0:1]\n",
         "an access to local memory out of bounds"},
        {"s_barrier_signal -3\n", "the barrier of a cluster, in which the workgroup is not"},
        {"s_barrier_wait 0xfffd\n", "the barrier of a cluster, in which the workgroup is not"},
        {"s_barrier_signal -4\n", "another barrier than the workgroup's: s_barrier_signal"},
        {"s_barrier_join -3\n", "another barrier than the workgroup's: s_barrier_join"},
        {"s_barrier_leave\n", "instruction s_barrier_leave"},
        {"s_barrier_signal 1\n", "a named barrier that nobody has initialized"},
        {"s_barrier_join 2\n", "a named barrier that nobody has initialized"},
        {"s_mov_b32 m0, 20\ns_barrier_join m0\n", "another barrier than the workgroup's or a named one"},
        {"s_mov_b32 m0, 31\ns_barrier_join m0\n", "another barrier than the workgroup's or a named one"},
        {"s_mov_b32 m0, 0x1001f\ns_barrier_init m0\n", "another barrier than the workgroup's or a named one"},
        {"s_mov_b32 m0, 0x10001\ns_barrier_init m0\ns_barrier_join m0\ns_barrier_wait 1\n",
         "waves wait for each other for ever"},
        {"s_mov_b32 m0, 0x1\ns_barrier_init m0\ns_barrier_signal 1\n", "more arrivals than a named barrier expects"},
        {"s_mov_b64 exec, 1\nv_permlane16_swap_b32 v1, v2\n", "rows that change places where lanes are off"}};
    static struct machine m;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        run(&m, "gfx1250", rows[k].text, (struct shape){1, 1, 0, 0});
        assert_non_null(m.result.fault);
        assert_string_equal(m.result.fault, rows[k].fault);
    }
    /* the second wave arrives once, so that the first may pass alone the second time, which no counter would tell */
    run(&m, "gfx1201",
        "v_readfirstlane_b32 s6, v0\ns_cmp_eq_u32 s6, 0\ns_cbranch_scc0 late\ns_barrier_signal -1\ns_barrier_signal -1\n"
        "s_barrier_wait -1\nlate:\ns_cbranch_scc1 ends\ns_barrier_wait -1\nends:\n",
        (struct shape){64, 1, 0, 0});
    assert_string_equal(m.result.fault, "a wave that arrives again where others have not arrived");
    run(&m, "gfx1201", "global_load_b32 v4, v2, s[6:7] scale_offset\n", (struct shape){1, 1, 0, 0});
    assert_string_equal(m.result.fault, "a modifier: scale_offset");
}

/* ---- faults ---- */

static void faults(void **state) {
    static const struct {
        const char *text, *fault;
        uint32_t line;
    } rows[] = {
        {BEGIN "v_mov_b32 v9, 0x4000\n" STORE, "an access out of bounds", 7},
        {BEGIN "v_mov_b32 v9, 0x3ffd\n" STORE, "an access out of bounds", 7},
        {"v_mov_b32 v1, 0\nglobal_store_b32 v1, v1, s[0:1]\n", "a write to memory that is constant", 3},
        {"v_mov_b32 v1, 0xfd\nds_load_b32 v1, v1\n", "an access to local memory out of bounds", 3},
        {"scratch_load_b32 v1, off, off offset:61\n", "an access to scratch memory out of bounds", 2},
        {"again:\ns_branch again\n", "the dispatch does not end", 3},
        {"v_mov_b32 v1, 0\nv_frobnicate_b32 v1, v1\n", "instruction v_frobnicate_b32", 3},
        {"v_mov_b32 v1, v1 row_turn:1\n", "a modifier: row_turn:1", 2},
        {"v_add_nc_u32 v1, v1, v1 mul:2\n", "a modifier: mul:2", 2},
        {"exp mrt0 v0, off, off, off done\n", "an export of a kernel", 2},
        {"exp mrt8 v0, off, off, off\n", "a target of exports: mrt8", 2},
        {"image_load v[0:3], v[4:5], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm\n", "an access to an image", 2}};
    static struct machine m;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        run(&m, "gfx1100", rows[k].text, (struct shape){1, 1, 0, 0});
        assert_non_null(m.result.fault);
        assert_string_equal(m.result.fault, rows[k].fault);
        assert_int_equal(m.result.line, rows[k].line);
    }
    m.mode = ".amdhsa_user_sgpr_count 17\n";
    run(&m, "gfx1100", "s_nop 0\n", (struct shape){1, 1, 0, 0});
    assert_string_equal(m.result.fault, "more registers than a processor sets: 17");
    m.mode = ".amdhsa_user_sgpr_count 33\n";
    run(&m, "gfx1250", "s_nop 0\n", (struct shape){1, 1, 0, 0});
    assert_string_equal(m.result.fault, "more registers than a processor sets: 33");
}

/* ---- tables of the module ---- */

#define DATA                                                                                                           \
    ".section .rodata,\"a\",@progbits\n.p2align 2, 0x0\nfirst:\n.byte 1\n.p2align 1, 0x0\n.short 0x1234\n"             \
    "second.x:\n.long 0x89abcdef, -2\n.quad 0x1122334455667788\n.zero 3\n.ascii \"a\\377\\\\\"\n.asciz \"b\"\n.text\n"
#define TABLE(at, low, high)                                                                                           \
    "s_getpc_b64 s[2:3]\ns_add_u32 s2, s2, " at "@rel32@lo+" low "\ns_addc_u32 s3, s3, " at "@rel32@hi+" high "\n"
#define TABLE_GFX12(at, low, high)                                                                                     \
    "s_getpc_b64 s[2:3]\ns_sext_i32_i16 s3, s3\ns_add_co_u32 s2, s2, " at "@rel32@lo+" low                             \
    "\ns_add_co_ci_u32 s3, s3, " at "@rel32@hi+" high "\n"
#define LOAD       "global_load_b32 v1, v9, s[2:3]\ns_waitcnt vmcnt(0)\n"
#define LOAD_GFX12 "global_load_b32 v1, v9, s[2:3]\ns_wait_loadcnt 0x0\n"

/* The bytes of DATA as words, least byte first. */
static const uint32_t data_words[] = {0x12340001, 0x89ABCDEF, 0xFFFFFFFE, 0x55667788,
                                      0x11223344, 0x61000000, 0x00625CFF};
enum { DATA_WORDS = sizeof data_words / sizeof *data_words };

static void tables(void **state) {
    static const struct {
        const char *processor, *text;
        uint32_t first; /* of the words that the lanes load */
    } rows[] = {{"gfx1100", BEGIN DATA TABLE("first", "4", "12") LOAD STORE, 0},
                {"gfx1100", BEGIN TABLE("second.x", "8", "16") LOAD STORE DATA, 2}, /* 4 bytes behind the label */
                {"gfx1201", BEGIN DATA TABLE_GFX12("first", "8", "16") LOAD_GFX12 STORE, 0},
                {"gfx1201", BEGIN DATA TABLE_GFX12("second.x", "12", "20") LOAD_GFX12 STORE, 2},
                {"gfx1250",
                 BEGIN DATA "s_get_pc_i64 s[2:3]\ns_add_nc_u64 s[2:3], s[2:3], second.x@rel64+8\n" LOAD_GFX12 STORE,
                 2}};
    static struct machine m;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        run(&m, rows[k].processor, rows[k].text, (struct shape){DATA_WORDS - rows[k].first, 1, 0, 0});
        assert_null(m.result.fault);
        assert_memory_equal(m.memory, data_words + rows[k].first, 4 * (DATA_WORDS - rows[k].first));
    }
}

/* LLVM 23 says so of numbers that are literals and no inline constants. */
static void literals_by_name(void **state) {
    static struct machine m;
    (void)state;
    run(&m, "gfx1100", BEGIN "v_mov_b32 v1, lit(0x3c000000)\nv_add_nc_u32 v1, lit64(0x7), v1\n" STORE,
        (struct shape){1, 1, 0, 0});
    assert_null(m.result.fault);
    assert_int_equal(m.memory[0], 0x3C000007);
    run(&m, "gfx1100", BEGIN "v_mov_b32 v1, lit(\n", (struct shape){1, 1, 0, 0});
    assert_non_null(m.result.fault);
}

static void faults_of_tables(void **state) {
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {BEGIN DATA TABLE("first", "4", "12") "global_store_b32 v9, v1, s[2:3]\n",
         "a write to memory that is constant"},
        {BEGIN DATA TABLE("first", "4", "12") "global_load_b32 v1, v9, s[2:3] offset:28\n", "an access out of bounds"},
        {BEGIN DATA TABLE("third", "4", "12"), "the address of a variable of the module"},
        {BEGIN DATA "s_getpc_b64 s[2:3]\ns_nop 0\ns_nop 0\ns_add_u32 s2, s2, first@rel32@lo+12\n",
         "the address of a variable of the module"},
        {DATA "s_addc_u32 s3, s3, first@rel32@hi+12\n", "the address of a variable of the module"},
        {BEGIN DATA TABLE("first", "0", "8"), "the address of a variable of the module"},
        {BEGIN DATA ".section .rodata\n.long first\n.text\n" TABLE("first", "4", "12"),
         "the address of a variable of the module"},
        {BEGIN DATA ".data\n.fill 2, 4, 1\n.text\n" TABLE("first", "4", "12"),
         "the address of a variable of the module"},
        {BEGIN DATA ".data\n.zero 99999999999\n.text\n" TABLE("first", "4", "12"),
         "the address of a variable of the module"},
        {BEGIN DATA ".data\n.ascii \"a\", \"b\"\n.text\n" TABLE("first", "4", "12"),
         "the address of a variable of the module"},
    };
    static struct machine m;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        run(&m, "gfx1100", rows[k].text, (struct shape){1, 1, 0, 0});
        assert_non_null(m.result.fault);
        assert_string_equal(m.result.fault, rows[k].fault);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(scratch_through_buffers),
                                       cmocka_unit_test(faults_of_scratch),
                                       cmocka_unit_test(addresses),
                                       cmocka_unit_test(offsets_that_count),
                                       cmocka_unit_test(copies),
                                       cmocka_unit_test(named_barriers),
                                       cmocka_unit_test(wide_buffers),
                                       cmocka_unit_test(high_registers),
                                       cmocka_unit_test(not_of_gfx1250),
                                       cmocka_unit_test(tables),
                                       cmocka_unit_test(literals_by_name),
                                       cmocka_unit_test(faults_of_tables),
                                       cmocka_unit_test(faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
