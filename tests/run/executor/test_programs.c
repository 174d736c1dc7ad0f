/* Small programs of several lanes, waves and workgroups, whose results follow from what they are for. */
#include "run.h"

#include <stdio.h>
#include <string.h>

/* ---- programs ---- */

struct program {
    const char *name, *text;
    uint32_t invocations;
    uint32_t (*expected)(uint32_t lane);
};

static uint32_t reversed_quad(uint32_t lane) {
    return lane ^ 3;
}
static uint32_t shifted(uint32_t lane) { /* the first lane of a row keeps what it had */
    return lane % 16 ? lane - 1 : lane;
}
static uint32_t shifted_zero(uint32_t lane) {
    return lane % 16 < 14 ? lane + 2 : 0;
}
static uint32_t masked_rows(uint32_t lane) {
    return lane < 16 ? 15 - lane : lane;
}
static uint32_t eight(uint32_t lane) {
    return (lane & ~7u) | ((lane & 7) ^ 1);
}
static uint32_t permuted(uint32_t lane) {
    return (lane * 5 + 1) % 32;
}
static uint32_t pushed(uint32_t lane) {
    for (uint32_t from = 0; from < 32; from++)
        if ((from * 5 + 1) % 32 == lane)
            return from;
    return 0;
}
static uint32_t odd_alone(uint32_t lane) {
    return lane & 1 ? 100 + lane : lane;
}
static uint32_t turned(uint32_t lane) {
    return 63 - lane;
}
static uint32_t summed(uint32_t lane) {
    return lane < 1 ? 2016 : lane;
}
static uint32_t scratched(uint32_t lane) {
    return 0xFFFFFF00u | ((lane + 0x80) & 0xFF);
}
static uint32_t factorial(uint32_t lane) {
    uint32_t product = 1;
    for (uint32_t k = 1; k <= lane % 8; k++)
        product *= k;
    return product;
}
static uint32_t unsigned_largest(uint32_t lane) {
    return lane ? lane : 0xFFFFFFFF;
}
static uint32_t paired(uint32_t lane) {
    return lane + 1000 + lane + 2000;
}

static uint32_t fifth(uint32_t lane) {
    return 500 + lane;
}

/* 7 and the lane, 3 and 9. */
static uint32_t halves_exchanged(uint32_t lane) {
    return (7u << 16 | lane) + (3u << 16 | 9);
}

static uint32_t exchanged(uint32_t lane) {
    return 500 + lane - 7;
}

static const struct program programs[] = {
    {"registers exchanged",
     BEGIN "v_mov_b32 v1, 7\nv_add_nc_u32 v2, 0x1f4, v0\nv_swap_b32 v1, v2\nv_sub_nc_u32 v1, v1, v2\n" STORE, 32,
     exchanged},
    {"halves exchanged",
     BEGIN
     "v_mov_b32 v1, 0x70003\nv_lshl_add_u32 v2, v0, 16, 9\nv_swap_b16 v1.l, v2.h\nv_add_nc_u32 v1, v1, v2\n" STORE,
     32, halves_exchanged},
    {"register by M0",
     BEGIN "v_add_nc_u32 v5, 0x1f4, v0\nv_mov_b32 v2, 7\ns_mov_b32 m0, 3\nv_movrels_b32 v1, v2\n" STORE, 32, fifth},
    {"target by M0",
     BEGIN "v_add_nc_u32 v5, 0x1f4, v0\ns_mov_b32 m0, 4\nv_movreld_b32 v2, v5\nv_mov_b32 v1, v6\n" STORE, 32, fifth},
    {"quad_perm", BEGIN "v_mov_b32_dpp v1, v0 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf\n" STORE, 32,
     reversed_quad},
    {"a comment",
     BEGIN "v_mov_b32_dpp v1, v0 /* unexpected */ quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf // the end\n" STORE,
     32, reversed_quad},
    {"row_shr", BEGIN "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf\n" STORE, 32, shifted},
    {"row_shl", BEGIN "v_mov_b32_dpp v1, v0 row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1\n" STORE, 32,
     shifted_zero},
    {"row_mirror", BEGIN "v_mov_b32_dpp v1, v0 row_mirror row_mask:0x1 bank_mask:0xf\n" STORE, 32, masked_rows},
    {"dpp8", BEGIN "v_mov_b32_dpp v1, v0 dpp8:[1,0,3,2,5,4,7,6]\n" STORE, 32, eight},
    {"bpermute", BEGIN "v_mul_u32_u24 v2, 20, v0\nv_add_nc_u32 v2, 4, v2\nds_bpermute_b32 v1, v2, v0\n" STORE, 32,
     permuted},
    {"permute", BEGIN "v_mul_u32_u24 v2, 20, v0\nv_add_nc_u32 v2, 4, v2\nds_permute_b32 v1, v2, v0\n" STORE, 32,
     pushed},
    {"exec",
     BEGIN "v_and_b32 v2, 1, v0\ns_mov_b32 s6, exec_lo\nv_cmpx_eq_u32 1, v2\nv_add_nc_u32 v1, 0x64, v0\n"
           "s_mov_b32 exec_lo, s6\n" STORE,
     32, odd_alone},
    {"barrier",
     BEGIN "ds_store_b32 v9, v0\ns_waitcnt lgkmcnt(0)\ns_barrier\nv_sub_nc_u32 v2, 0xfc, v9\n"
           "ds_load_b32 v1, v2\n" STORE,
     64, turned},
    {"atomics",
     BEGIN "v_mov_b32 v3, 0\nv_mov_b32 v4, 0\nds_store_b32 v3, v4\ns_barrier\nds_add_u32 v3, v0\ns_barrier\n"
           "s_mov_b32 s6, exec_lo\nv_cmpx_eq_u32 0, v0\nds_load_b32 v1, v3\ns_mov_b32 exec_lo, s6\n" STORE,
     64, summed},
    {"scratch",
     BEGIN "v_add_nc_u32 v2, 0x80, v0\nv_mov_b32 v3, 8\nscratch_store_b8 v3, v2, off offset:3\n"
           "scratch_load_i8 v1, off, off offset:11\n" STORE,
     32, scratched},
    {"loop",
     BEGIN "v_and_b32 v2, 7, v0\nv_mov_b32 v1, 1\ns_mov_b32 s6, exec_lo\nv_cmpx_lt_u32 0, v2\n"
           "s_cbranch_execz done\nround:\nv_mul_lo_u32 v1, v1, v2\nv_sub_nc_u32 v2, v2, 1\n"
           "v_cmpx_lt_u32 0, v2\ns_cbranch_execnz round\ndone:\ns_mov_b32 exec_lo, s6\n" STORE,
     32, factorial},
    {"unsigned maximum",
     BEGIN "v_mov_b32 v3, 16\nds_store_b32 v3, v3\nv_mov_b32 v2, -1\ns_barrier\nds_max_u32 v3, v2\n"
           "s_mov_b32 s6, exec_lo\nv_cmpx_eq_u32 0, v0\nds_load_b32 v1, v3\n"
           "s_mov_b32 exec_lo, s6\n" STORE,
     32, unsigned_largest},
    {"two places",
     BEGIN "v_add_nc_u32 v2, 0x3e8, v0\nv_add_nc_u32 v3, 0x7d0, v0\n"
           "ds_store_2addr_b32 v9, v2, v3 offset1:32\nds_load_2addr_b32 v[4:5], v9 offset1:32\n"
           "v_add_nc_u32 v1, v4, v5\n" STORE,
     32, paired},
    {"two in one",
     BEGIN "v_mov_b32 v2, v0\nv_dual_mov_b32 v3, v2 :: v_dual_add_nc_u32 v2, 7, v2\nv_mov_b32 v1, v3\n" STORE, 32,
     NULL},
};

static void run_programs(void **state) {
    static struct machine m;
    (void)state;
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
        for (uint64_t order = 0; order < 3; order++) {
            const struct program *p = &programs[k];
            memset(m.memory, 0xEE, sizeof m.memory);
            run(&m, "gfx1100", p->text, (struct shape){p->invocations, 1, order, 0});
            if (m.result.fault)
                fail_msg("%s: line %u: %s", p->name, m.result.line, m.result.fault);
            for (uint32_t lane = 0; lane < p->invocations; lane++)
                if (m.memory[lane] != (p->expected ? p->expected(lane) : lane))
                    fail_msg("%s: lane %u has %x", p->name, lane, m.memory[lane]);
        }
}

static void strange_programs(void **state) {
    uint32_t seed = 1, ran = 0;
    (void)state;
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
        for (const char *line = programs[k].text, *end; (end = strchr(line, '\n')); line = end + 1) {
            char instruction[256];
            snprintf(instruction, sizeof instruction, "%.*s", (int)(end - line), line);
            for (int again = 0; again < 20; again++)
                ran += runs_strangely("gfx1100", BEGIN, instruction, &seed);
        }
    assert_true(ran > 500);
}

/* Workgroups in any order, with the last wave not full. */
static void workgroups(void **state) {
    static struct machine m;
    static const char text[] = BEGIN "v_mov_b32 v2, 1\ns_lshl_b32 s6, s2, 2\nv_mov_b32 v3, s6\n"
                                     "global_atomic_add_u32 v3, v2, s[4:5]\n";
    (void)state;
    for (uint64_t order = 0; order < 4; order++) {
        memset(m.memory, 0, sizeof m.memory);
        run(&m, "gfx1100", text, (struct shape){70, 9, order, 0});
        assert_null(m.result.fault);
        for (uint32_t group = 0; group < 10; group++)
            assert_int_equal(m.memory[group], group < 9 ? 70 : 0);
    }
}

/* Two waves add 1 to one word, and nothing keeps them apart: one after the other they make 2, and 1 if the second loads
 * before the first has stored. Turns are short enough for that in some orders. */
static void short_turns(void **state) {
    static struct machine m;
    static const char text[] = "s_load_b64 s[4:5], s[0:1], 0x38\nv_mov_b32 v3, 0\ns_waitcnt lgkmcnt(0)\n"
                               "global_load_b32 v1, v3, s[4:5]\ns_waitcnt vmcnt(0)\nv_add_nc_u32 v1, 1, v1\n"
                               "global_store_b32 v3, v1, s[4:5]\n";
    uint32_t lost = 0;
    (void)state;
    for (uint64_t order = 0; order < 32; order++) {
        m.memory[0] = 0;
        run(&m, "gfx1100", text, (struct shape){64, 1, order, 0});
        assert_null(m.result.fault);
        assert_true(m.memory[0] == 2 || (order > 0 && m.memory[0] == 1));
        lost += m.memory[0] == 1;
    }
    assert_true(lost > 0);
}

/* A kernel that asks for x alone gets it without y and z beside it in the register, which LLVM relies on: a mask comes
 * only with y (SITargetLowering::allocateSpecialEntryInputVGPRs). */
static void x_alone(void **state) {
    static struct machine m;
    (void)state;
    memset(m.memory, 0, sizeof m.memory);
    run(&m, "gfx1100",
        "s_load_b64 s[4:5], s[0:1], 0x38\nv_lshlrev_b32 v9, 2, v0\nv_mov_b32 v2, 1\n"
        "global_atomic_add_u32 v9, v2, s[4:5]\n",
        (struct shape){16, 1, 0, 2});
    assert_null(m.result.fault);
    for (uint32_t x = 0; x < MEMORY_WORDS; x++)
        assert_int_equal(m.memory[x], x < 16 ? 3 : 0);
}

/* ---- lanes of a wave of 64 ---- */

static uint32_t other_of_half(uint32_t lane) {
    return (lane & 32) | (lane * 5 + 1) % 32;
}
static uint32_t other_of_wave(uint32_t lane) {
    return (lane * 5 + 1) % 64;
}
static uint32_t itself(uint32_t lane) {
    return lane;
}
static uint32_t across(uint32_t lane) {
    return lane ^ 32;
}
static uint32_t fifteenth(uint32_t lane) {
    return (lane & 32) | 15;
}
static uint32_t third_of_eight(uint32_t lane) {
    return (lane & ~7u) | 3;
}

static uint32_t swapped_eights(uint32_t lane) {
    return lane ^ 8;
}
static uint32_t turned_row(uint32_t lane) {
    return lane ^ 15;
}
static uint32_t by_bits(uint32_t lane) {
    return (lane & (32 | 4)) | (~lane & 2) | 1;
}
static uint32_t two_before(uint32_t lane) {
    return (lane & 32) | ((lane - 2) & 31);
}
static uint32_t stored_by_lane(uint32_t lane) { /* what lane - 3 has stored */
    return lane < 3 || lane > 30 ? lane : lane - 3 + 8;
}
static uint32_t other_row(uint32_t lane) {
    return lane ^ 16 ^ 7;
}
static uint32_t first_row(uint32_t lane) { /* 77 stays where the other lane is not active */
    return lane < 16 ? 77 : lane;
}
static uint32_t second_row_swapped(uint32_t lane) { /* of lanes that are not active the values are taken too */
    return lane < 16 ? 77 : lane < 32 ? lane ^ 32 : lane;
}
static uint32_t first_row_zero(uint32_t lane) {
    return lane < 16 ? 0 : lane;
}
static uint32_t upper_half_swapped(uint32_t lane) { /* v2 has 64 more */
    return lane < 32 ? lane : 64 + lane - 32;
}
static uint32_t lower_half_swapped(uint32_t lane) {
    return lane < 32 ? lane + 32 : 64 + lane;
}
static uint32_t odd_rows_swapped(uint32_t lane) {
    return lane & 16 ? 64 + lane - 16 : lane;
}
static uint32_t first_row_turned(uint32_t lane) {
    return lane < 16 ? other_row(lane) : lane;
}

/* The ISA guides of gfx11 say of ds_permute_b32 and ds_bpermute_b32 that the lane is taken modulo 32 "regardless of
 * wave size", those of gfx9 and gfx12 modulo the number of lanes. LLVM (lowerWaveShuffle) and Mesa take it on gfx10 and
 * gfx11 for the lane of the same half. */
static void halves(void **state) {
    static const char take[] = "v_mul_u32_u24 v2, 20, v0\nv_add_nc_u32 v2, 4, v2\nds_bpermute_b32 v1, v2, v0\n",
                      push[] = "v_add_nc_u32 v2, 32, v0\nv_lshlrev_b32 v2, 2, v2\nds_permute_b32 v1, v2, v0\n",
                      all[] = "ds_swizzle_b32 v1, v0 offset:swizzle(BROADCAST,32,15)\n",
                      eight[] = "ds_swizzle_b32 v1, v0 offset:swizzle(BROADCAST,8,3)\n",
                      swap[] = "ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,8)\n",
                      turn[] = "ds_swizzle_b32 v1, v0 offset:swizzle(REVERSE,16)\n",
                      bits[] = "ds_swizzle_b32 v1, v0 offset:swizzle(BITMASK_PERM,\"00pi1\")\n",
                      /* lane n stores n + 8 at 8 + 20 + 4n, and loads what stands at 16 + 4n; 16 bits of M0 count */
        by_lane[] = "v_mov_b32 v1, v0\nv_add_nc_u32 v3, 8, v0\ns_mov_b32 m0, 0x70008\n"
                    "s_mov_b64 exec, 0x7fffffff\nds_store_addtid_b32 v3 offset:20\ns_mov_b32 m0, 0\n"
                    "s_mov_b64 exec, 0x7ffffff8\nds_load_addtid_b32 v1 offset:16\ns_mov_b64 exec, -1\n",
                      rows_of_16[] = "s_mov_b32 s6, 0x01234567\ns_mov_b32 s7, 0x89abcdef\nv_mov_b32 v1, v0\n"
                                     "v_permlanex16_b32 v1, v1, s6, s7\n";
#define FIRST_ROW(flags)                                                                                                                     \
    "s_mov_b32 s7, 0x89abcdef\nv_mov_b32 v1, v0\ns_mov_b64 exec, 0xffff\nv_mov_b32 v1, 0x4d\nv_permlanex16_b32 v1, v0, 0x01234567, s7" flags \
    "\ns_mov_b64 exec, -1\n"
#define TWO_ROWS "v_mov_b32 v1, v0\nv_add_u32 v2, 64, v0\n"
    static const struct {
        const char *processor, *text;
        uint32_t (*expected)(uint32_t lane);
    } rows[] = {
        {"gfx1030", take, other_of_half},
        {"gfx1100", take, other_of_half},
        {"gfx1201", take, other_of_wave},
        {"gfx1030", push, itself},
        {"gfx1100", push, itself},
        {"gfx1201", push, across},
        {"gfx1100", all, fifteenth},
        {"gfx1201", all, fifteenth},
        {"gfx1030", eight, third_of_eight},
        {"gfx1100", swap, swapped_eights},
        {"gfx1201", turn, turned_row},
        {"gfx1030", bits, by_bits},
        {"gfx1100", "ds_swizzle_b32 v1, v0 offset:swizzle(ROTATE,0,30)\n", two_before},
        {"gfx1201", "ds_swizzle_b32 v1, v0 offset:swizzle(ROTATE,1,2)\n", two_before},
        {"gfx1100", by_lane, stored_by_lane},
        {"gfx1100", rows_of_16, other_row},
        {"gfx1201", "v_permlane64_b32 v1, v0\n", across},
        {"gfx1100",
         "v_mov_b32 v1, v0\ns_mov_b64 exec, 0xffff\nv_mov_b32 v1, 0x4d\ns_mov_b64 exec, 0xffff0000\nv_permlane64_b32 v1, v1\ns_mov_b64 exec, -1\n",
         second_row_swapped},
        {"gfx1030", FIRST_ROW(""), first_row},
        {"gfx1100", FIRST_ROW(" op_sel:[0,1]"), first_row_zero},
        {"gfx1201", FIRST_ROW(" op_sel:[1,0]"), first_row_turned},
        {"gfx950", TWO_ROWS "v_permlane32_swap_b32 v1, v2\n", upper_half_swapped},
        {"gfx950", TWO_ROWS "v_permlane32_swap_b32 v1, v2\nv_mov_b32 v1, v2\n", lower_half_swapped},
        {"gfx950", TWO_ROWS "v_permlane16_swap_b32_e32 v1, v2\n", odd_rows_swapped}};
    static struct machine m;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        bool old = strcmp(rows[k].processor, "gfx1030") == 0 || strcmp(rows[k].processor, "gfx950") == 0;
        char text[512];
        snprintf(text, sizeof text,
                 "%s s[4:5], s[0:1], 0x38\nv_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v9, 2, v0\n%s%s v9, v1, s[4:5]\n",
                 old ? "s_load_dwordx2" : "s_load_b64", rows[k].text, old ? "global_store_dword" : "global_store_b32");
        memset(m.memory, 0xEE, sizeof m.memory);
        m.mode = ".amdhsa_wavefront_size32 0\n";
        run(&m, rows[k].processor, text, (struct shape){64, 1, 0, 0});
        assert_null(m.result.fault);
        for (uint32_t lane = 0; lane < 64; lane++)
            assert_int_equal(m.memory[lane], rows[k].expected(lane));
    }
}

/* ---- names ---- */

/* LLVM quotes the label of a name that is no plain one, and the name in the metadata, but not behind .amdhsa_kernel. */
static void quoted_names(void **state) {
    static const char text[] = "\"a::b \\\"// c\\\"\":\ns_nop 0\ns_endpgm\n.amdhsa_kernel a::b \"// c\"\n"
                               ".end_amdhsa_kernel\n\"two\": ; a comment\ns_endpgm\n.amdgpu_metadata\namdhsa.kernels:\n"
                               "  - .args:\n      - .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n"
                               "    .name: 'a::b \"// c\"'\n.end_amdgpu_metadata\n";
    static const char *const names[] = {"a::b \"// c\"", "two"};
    struct machine_code code;
    struct arena arena;
    (void)state;
    open_arena(&arena);
    machine_read_to_execute(&code, &arena, text, strlen(text), processor_named("gfx1100"));
    assert_null(code.error);
    assert_string_equal(code.kernel.name, names[0]);
    assert_int_equal(code.kernel.argument_count, 1);
    assert_int_equal(machine_find_label(&code, names[0], strlen(names[0])), 0);
    assert_int_equal(machine_find_label(&code, names[1], strlen(names[1])), 2);
    arena_destroy(&arena);
}

/* ---- exports ---- */

/* Words of memory: what a lane exports to a channel of the target that is behind 64 such lanes, and how often it was
 * the last time. */
static void keep_export(void *user, const struct machine_registers *g, const struct machine_instruction *i,
                        uint64_t exec, uint32_t first) {
    struct machine *m = user;
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        for (uint32_t c = 0; c < 4 && exec >> lane & 1; c++) {
            uint32_t at = 64 * (4 * (uint32_t)i->offset + c) + first + lane;
            m->memory[at] = i->components >> c & 1 ? g->vectors[i->more[c].number * g->lanes + lane] : 0xEEEE;
            m->memory[MEMORY_WORDS - 64 + first + lane] += i->done && c == 0;
        }
}

/* Two waves: lane 5 of the first has a fragment, so its quad can be woken, and lanes 0 and 31 of the second. */
static void exports(void **state) {
    static struct machine m;
    static const uint64_t live[] = {1 << 5, UINT64_C(1) << 31 | 1};
    static const struct {
        const char *processor, *name, *last, *comma; /* which LLVM 23 writes */
    } rows[] = {{"gfx1030", "exp", "done vm", ""},
                {"gfx1100", "exp", "done", ""},
                {"gfx1100", "exp", "done", ","},
                {"gfx1201", "export", "done", ","}};
    char text[512];
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        snprintf(text, sizeof text,
                 "v_mov_b32 v3, 7\ns_mov_b32 s6, exec_lo\ns_wqm_b32 exec_lo, exec_lo\nv_mov_b32 v3, 9\n"
                 "%s mrt2%s v0, off, v3, off\ns_mov_b32 exec_lo, s6\n%s mrtz%s off, v3, off, off %s\n",
                 rows[k].name, rows[k].comma, rows[k].name, rows[k].comma, rows[k].last);
        memset(m.memory, 0, sizeof m.memory);
        m.live = live;
        m.take_export = keep_export;
        run(&m, rows[k].processor, text, (struct shape){64, 1, 0, 0});
        assert_null(m.result.fault);
        for (uint32_t lane = 0; lane < 64; lane++) {
            bool in_quad = lane / 4 == 1 || lane / 4 == 8 || lane / 4 == 15,
                 is_live = lane == 5 || lane == 32 || lane == 63;
            assert_int_equal(m.memory[64 * 8 + lane] & 0x3FF, in_quad ? lane : 0);
            assert_int_equal(m.memory[64 * 9 + lane], in_quad ? 0xEEEE : 0);
            assert_int_equal(m.memory[64 * 10 + lane], in_quad ? 9 : 0);
            assert_int_equal(m.memory[64 * 33 + lane], is_live ? 9 : 0);
            assert_int_equal(m.memory[MEMORY_WORDS - 64 + lane], is_live);
        }
    }
}

/* ---- traps ---- */

/* Adds, for each lane of EXEC, the word of its scratch memory and which lane of which wave it is. It leaves another
 * word there. */
static bool keep_trap(void *user, const struct machine_trapped *trapped) {
    struct machine *m = user;
    for (uint32_t lane = 0; lane < trapped->lanes; lane++) {
        uint32_t *word = (uint32_t *)(void *)(trapped->scratch + (size_t)lane * trapped->each + 8);
        if (!(trapped->exec >> lane & 1))
            continue;
        m->memory[trapped->first + lane] = *word;
        m->memory[512 + trapped->first + lane] = trapped->wave << 8 | lane;
        *word += 100;
    }
    return trapped->number == 77;
}

/* Two workgroups of two waves each; only the odd lanes trap. */
static void traps(void **state) {
    static struct machine m;
    static const struct {
        const char *processor, *exec, *store, *load, *wait;
        uint32_t lanes;
    } rows[] = {{"gfx942", "s_mov_b64 exec", "scratch_store_dword", "scratch_load_dword", "s_waitcnt vmcnt(0)", 64},
                {"gfx1100", "s_mov_b32 exec_lo", "scratch_store_b32", "scratch_load_b32", "s_waitcnt vmcnt(0)", 32},
                {"gfx1201", "s_mov_b32 exec_lo", "scratch_store_b32", "scratch_load_b32", "s_wait_loadcnt 0x0", 32}};
    static const char code[] =
        "v_mbcnt_lo_u32_b32 v3, -1, 0\nv_add_u32_e32 v1, 7, v3\n%s off, v1, off offset:8\n"
        "%s, 0x2aaaaaaa\ns_trap %u\n%s v2, off, off offset:8\n%s\n%s off, v2, off offset:12\ns_trap %u\n";
    char text[512];
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (uint32_t number = 77; number < 79; number++) {
            snprintf(text, sizeof text, code, rows[k].store, rows[k].exec, number, rows[k].load, rows[k].wait,
                     rows[k].store, number);
            if (k > 0) /* the name since gfx11 */
                memcpy(strstr(text, "v_add_u32_e32 v1"), "v_add_nc_u32 v1 ", 16);
            memset(m.memory, 0, sizeof m.memory);
            m.take_trap = keep_trap;
            run(&m, rows[k].processor, text, (struct shape){2 * rows[k].lanes, 2, 0, 0});
            if (number == 78) {
                assert_string_equal(m.result.fault, "a trap");
                continue;
            }
            assert_null(m.result.fault);
            for (uint32_t i = 0; i < 4 * rows[k].lanes; i++) {
                uint32_t lane = i % rows[k].lanes, wave = i / rows[k].lanes % 2;
                bool traps = lane & 1 && lane < 31;
                /* the second trap sees what the first one left */
                assert_int_equal(m.memory[i], traps ? 107 + lane : 0);
                assert_int_equal(m.memory[512 + i], traps ? wave << 8 | lane : 0);
            }
        }
    }
    m.take_trap = NULL;
    run(&m, "gfx1100", "s_trap 77\n", (struct shape){32, 1, 0, 0});
    assert_string_equal(m.result.fault, "a trap");
}

static bool no_longer(void *user) {
    (void)user;
    return false;
}

/* The time may be over before the first workgroup. */
static void nothing_begins(void **state) {
    (void)state;
    struct machine m = {.goes_on = no_longer};
    run(&m, "gfx1100", BEGIN STORE, (struct shape){32, 2, 0, 0});
    assert_string_equal(m.result.fault, "the dispatch was stopped");
    assert_true(m.result.stopped);
    assert_int_equal(m.result.instructions, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(run_programs), cmocka_unit_test(strange_programs),
                                       cmocka_unit_test(workgroups),   cmocka_unit_test(short_turns),
                                       cmocka_unit_test(x_alone),      cmocka_unit_test(halves),
                                       cmocka_unit_test(quoted_names), cmocka_unit_test(exports),
                                       cmocka_unit_test(traps),        cmocka_unit_test(nothing_begins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
