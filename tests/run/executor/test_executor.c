/* Runs the executor of machine code: single instructions, whose results standard input has (rows.py), and small
 * programs, whose results follow from what they are for. */
#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mmra/machine/machine_execute.h"

enum { MEMORY_WORDS = 4096, MEMORY_ADDRESS = 0x10000000, ARGUMENTS_ADDRESS = 0x20000 };

static void run_out_of_memory(void *user) {
    (void)user;
    abort();
}

struct machine {
    struct machine_code code;
    struct machine_result result;
    uint32_t memory[MEMORY_WORDS];
    uint64_t arguments[16];
    const uint64_t *live; /* of a shader that is no kernel */
    machine_export *take_export;
    machine_trap *take_trap;
    const char *mode; /* a directive more */
};

struct shape {
    uint32_t invocations, groups;
    uint64_t order;
    uint32_t more_rows; /* of invocations */
};

static enum machine_processor processor_named(const char *name) {
    int i = 0;
    while (machine_processor_names[i] && strcmp(machine_processor_names[i], name) != 0)
        i++;
    assert_non_null(machine_processor_names[i]);
    return (enum machine_processor)i;
}

/* The directives of a kernel with its arguments in s[0:1] and its workgroup in s2 */
static const char directives[] = "s_endpgm\n.amdhsa_kernel k\n.amdhsa_group_segment_fixed_size 256\n"
                                 ".amdhsa_private_segment_fixed_size 64\n"
                                 ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_user_sgpr_count 2\n"
                                 ".amdhsa_system_sgpr_workgroup_id_x 1\n";

static void run(struct machine *m, const char *processor, const char *body, struct shape shape) {
    struct arena arena;
    const char *mode = m->mode ? m->mode : "";
    size_t size = strlen(body) + sizeof directives + strlen(mode) + 32;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "k:\n%s\n%s%s.end_amdhsa_kernel\n", body, directives, mode);
    arena_init(&arena, NULL, SIZE_MAX, run_out_of_memory, NULL);
    machine_read_to_execute(&m->code, &arena, text, strlen(text), processor_named(processor));
    m->result = (struct machine_result){.fault = m->code.error, .line = m->code.line};
    m->arguments[7] = MEMORY_ADDRESS;
    const struct machine_range ranges[] = {{ARGUMENTS_ADDRESS, sizeof m->arguments, 0, (uint8_t *)m->arguments, true},
                                           {MEMORY_ADDRESS, sizeof m->memory, 0, (uint8_t *)m->memory, false}};
    struct machine_dispatch dispatch = {.code = &m->code,
                                        .local = {shape.invocations, 1 + shape.more_rows, 1},
                                        .groups = {shape.groups, 1, 1},
                                        .arguments = ARGUMENTS_ADDRESS,
                                        .ranges = ranges,
                                        .range_count = 2,
                                        .order = shape.order,
                                        .live = m->live,
                                        .take_export = m->take_export,
                                        .take_trap = m->take_trap,
                                        .user = m,
                                        .most_instructions = 1 << 20};
    if (!m->code.error)
        m->result = machine_execute(&dispatch, &arena);
    m->code.error = NULL; /* it lives in the arena; m->result.fault is compared before */
    if (m->result.fault) {
        static char kept[256];
        snprintf(kept, sizeof kept, "%s", m->result.fault);
        m->result.fault = kept;
    }
    arena_destroy(&arena);
    free(text);
}

/* ---- operands of any kind ---- */

static const char *const strange_operands[] = {"v0",
                                               "v255",
                                               "v[254:255]",
                                               "v[248:255]",
                                               "v[255:256]",
                                               "v[1:0]",
                                               "v[0:15]",
                                               "-v0",
                                               "|v255|",
                                               "s0",
                                               "s105",
                                               "s[104:105]",
                                               "s[96:103]",
                                               "s[104:107]",
                                               "s[2:5]",
                                               "m0",
                                               "exec",
                                               "exec_lo",
                                               "vcc",
                                               "vcc_hi",
                                               "scc",
                                               "null",
                                               "a0",
                                               "a[254:255]",
                                               "0",
                                               "-1",
                                               "0x7fffffff",
                                               "1.0",
                                               "off",
                                               "ttmp0",
                                               "src_shared_base",
                                               "nowhere"};

/* The instruction with about every second operand another, as `seed` chooses. */
static void write_strange(const char *instruction, uint32_t *seed, char *text, size_t size) {
    size_t used = strcspn(instruction, " "), count = sizeof strange_operands / sizeof *strange_operands;
    snprintf(text, size, "%.*s", (int)used, instruction);
    for (const char *at = instruction + used; *at;) {
        size_t length = 1 + strcspn(at + 1, ", "), written = strlen(text);
        *seed = *seed * 1664525 + 1013904223;
        bool is_operand = *at == ' ' && isalnum((unsigned char)at[1]) && *seed >> 31;
        if (is_operand)
            snprintf(text + written, size - written, " %s", strange_operands[(*seed >> 8) % count]);
        else
            snprintf(text + written, size - written, "%.*s", (int)length, at);
        at += length;
    }
}

/* Whether it ran; what it did is for the sanitizers to judge. M0 is beyond all registers. */
static bool runs_strangely(const char *processor, const char *before, const char *instruction, uint32_t *seed) {
    static struct machine m;
    char strange[512], text[1024];
    write_strange(instruction, seed, strange, sizeof strange);
    snprintf(text, sizeof text, "%ss_mov_b32 m0, 0x7ffffff0\n%s\n", before, strange);
    run(&m, processor, text, (struct shape){40, 1, 0, 0});
    return !m.result.fault;
}

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

/* ---- programs ---- */

/* Each lane stores v1 to its place in memory, behind what the program does to it; v0 is the lane. */
#define BEGIN "s_load_b64 s[4:5], s[0:1], 0x38\nv_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v9, 2, v0\nv_mov_b32 v1, v0\n"
#define STORE "global_store_b32 v9, v1, s[4:5]\n"

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

static uint32_t exchanged(uint32_t lane) {
    return 500 + lane - 7;
}

static const struct program programs[] = {
    {"registers exchanged",
     BEGIN "v_mov_b32 v1, 7\nv_add_nc_u32 v2, 0x1f4, v0\nv_swap_b32 v1, v2\nv_sub_nc_u32 v1, v1, v2\n" STORE, 32,
     exchanged},
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

/* The mode of a kernel is 0 for denormals of 32 bits: sources, results and sources of 32 bits beside halves are 0,
 * halves stay, and integers are no floats. */
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
                {"v_mov_b32 v2, 0x400000\nv_cvt_f32_u32 v1, v2\n", 0x4A800000}};
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
static uint32_t other_row(uint32_t lane) {
    return lane ^ 16 ^ 7;
}
static uint32_t first_row(uint32_t lane) { /* 77 stays where the other lane is not active */
    return lane < 16 ? 77 : lane;
}
static uint32_t first_row_zero(uint32_t lane) {
    return lane < 16 ? 0 : lane;
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
                      rows_of_16[] = "s_mov_b32 s6, 0x01234567\ns_mov_b32 s7, 0x89abcdef\nv_mov_b32 v1, v0\n"
                                     "v_permlanex16_b32 v1, v1, s6, s7\n";
#define FIRST_ROW(flags)                                                                                                                     \
    "s_mov_b32 s7, 0x89abcdef\nv_mov_b32 v1, v0\ns_mov_b64 exec, 0xffff\nv_mov_b32 v1, 0x4d\nv_permlanex16_b32 v1, v0, 0x01234567, s7" flags \
    "\ns_mov_b64 exec, -1\n"
    static const struct {
        const char *processor, *text;
        uint32_t (*expected)(uint32_t lane);
    } rows[] = {{"gfx1030", take, other_of_half},
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
                {"gfx1100", rows_of_16, other_row},
                {"gfx1030", FIRST_ROW(""), first_row},
                {"gfx1100", FIRST_ROW(" op_sel:[0,1]"), first_row_zero},
                {"gfx1201", FIRST_ROW(" op_sel:[1,0]"), first_row_turned}};
    static struct machine m;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        bool old = strcmp(rows[k].processor, "gfx1030") == 0;
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

/* ---- registers as an array ---- */

/* A register is read and one is written, by the low eight bits of an index. M0 has it, and which registers it is for.
 */
static void register_arrays(void **state) {
    static struct machine m;
    static const char code[] =
        "s_load_dwordx2 s[4:5], s[0:1], 0x38\nv_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v9, 2, v0\n"
        "v_add_u32 v5, 0x1f4, v0\nv_mov_b32 v2, 7\ns_mov_b32 s6, 0x103\ns_mov_b32 m0, 0xfffff0ff\ns_cmp_eq_u32 s6, s6\n"
        "s_set_gpr_idx_on s6, gpr_idx(SRC0)\nv_mov_b32_e32 v1, v2\nv_mov_b32_e32 v3, v2\ns_set_gpr_idx_off\n"
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
        arena_init(&arena, NULL, SIZE_MAX, run_out_of_memory, NULL);
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
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(instructions),
                                       cmocka_unit_test(run_programs),
                                       cmocka_unit_test(strange_programs),
                                       cmocka_unit_test(workgroups),
                                       cmocka_unit_test(short_turns),
                                       cmocka_unit_test(denormals_as_zero),
                                       cmocka_unit_test(x_alone),
                                       cmocka_unit_test(halves),
                                       cmocka_unit_test(samples),
                                       cmocka_unit_test(register_arrays),
                                       cmocka_unit_test(exports),
                                       cmocka_unit_test(traps),
                                       cmocka_unit_test(scratch_through_buffers),
                                       cmocka_unit_test(faults_of_scratch),
                                       cmocka_unit_test(faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
