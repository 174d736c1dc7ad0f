/* What the machine allows and forbids of the shapes of machine.md 4: each row is written as assembly of
 * every processor and mode, read, and run with own and with shared lines, in all placements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mmra/machine/machine_litmus.h"
#include "mmra/machine/machine_processor.h"
#include "notation.h"

enum { MEMORY = 1 << 30 };

/* never, own (with own lines only), both (with shared ones too), or some: with own lines, or with both. Words with '='
 * before them say for which processors and modes; '+' joins what must all hold; the first that fits counts. `-`: not
 * asked. */
struct row {
    const char *name, *program, *condition, *verdicts;
};

static const struct row rows[] = {
#include "rows.inc"
};

struct flags {
    bool v_out_of_order;
};

static void exhausted(void *user) {
    longjmp(*(jmp_buf *)user, 1);
}

static bool is_allowed(const struct configuration *c, const struct row *row, uint8_t lines, bool plain,
                       uint64_t *states) {
    static char text[8192];
    struct arena arena;
    jmp_buf out;
    struct machine_litmus litmus;
    struct machine_answer answer;
    struct machine_question question = machine_question_defaults();
    bool loose = strstr(row->name, "v_in_order off");
    arena_init(&arena, NULL, MEMORY, exhausted, &out);
    if (setjmp(out)) {
        print_error("%s: %s: out of memory\n", row->name, c->name);
        fail();
    }
    assert_true(write_assembly(c, row->program, row->condition, text, sizeof text));
    machine_litmus_read(&litmus, &arena, text, strlen(text), c->processor);
    if (litmus.litmus.error) {
        print_error("%s: %s: line %u: %s\n%s", row->name, c->name, litmus.litmus.line, litmus.litmus.error, text);
        fail();
    }
    question.lines = (uint8_t)(1 << lines);
    question.l2_counts = (uint8_t)(1 << (c->l2s - 1));
    question.v_out_of_order = loose;
    question.ack_at_scope = strstr(row->name, "ack at scope");
    question.outcomes = false;
    question.options.plain = plain;
    machine_litmus_ask(&litmus, &question, NULL, NULL, &arena, &answer);
    if (answer.statistics.fault || answer.statistics.gave_up || answer.statistics.stuck) {
        print_error("%s: %s: %s\n%s", row->name, c->name,
                    answer.statistics.fault ? answer.statistics.fault : "gave up, or stuck", text);
        fail();
    }
    *states += answer.statistics.states;
    bool allowed = answer.condition_verdict == LITMUS_YES;
    if (getenv("SMMRA_MACHINE_EXPLAIN") && strcmp(getenv("SMMRA_MACHINE_EXPLAIN"), row->name) == 0 && answer.witness)
        printf("%s: %s, %s lines:\n%s%s", row->name, c->name, lines ? "shared" : "own", text, answer.witness);
    arena_destroy(&arena);
    return allowed;
}

/* The verdict for the configuration, or NULL if it is not asked. */
static const char *verdict_for(const struct row *row, const struct configuration *c, char *word, size_t size) {
    const char *at = row->verdicts;
    int length;
    for (; sscanf(at, " %63s%n", word, &length) == 1; at += length) {
        char *equals = strchr(word, '=');
        bool fits = true;
        for (char *part = word; equals && part;) {
            char *plus = memchr(part, '+', (size_t)(equals - part));
            fits &= configuration_is(c, part, (size_t)((plus ? plus : equals) - part));
            part = plus ? plus + 1 : NULL;
        }
        if (!fits)
            continue;
        memmove(word, equals ? equals + 1 : word, strlen(equals ? equals + 1 : word) + 1);
        return strcmp(word, "-") == 0 ? NULL : word;
    }
    (void)size;
    return NULL;
}

static unsigned check_row(const struct row *row, uint64_t *states) {
    unsigned wrong = 0;
    const char *only = getenv("SMMRA_MACHINE_ROW");
    if (only && strcmp(only, row->name) != 0)
        return 0;
    for (size_t k = 0; k < configuration_count; k++) {
        const struct configuration *c = &configurations[k];
        char word[64];
        const char *verdict = verdict_for(row, c, word, sizeof word);
        if (!verdict)
            continue;
        uint64_t before = *states;
        bool own = is_allowed(c, row, MACHINE_OWN_LINES, false, states);
        bool shared = is_allowed(c, row, MACHINE_SHARED_LINES, false, states);
        const char *found = own ? shared ? "both" : "own" : shared ? "shared" : "never";
        if (getenv("SMMRA_MACHINE_STATES")) {
            printf("%s: %s: %s, %llu states\n", row->name, c->name, found, (unsigned long long)(*states - before));
            fflush(stdout);
        }
        if (strcmp(found, verdict) != 0) {
            print_error("%s: %s: %s, must be %s\n", row->name, c->name, found, verdict);
            wrong++;
        }
    }
    return wrong;
}

static void test_rows(void **state) {
    (void)state;
    uint64_t states = 0;
    unsigned wrong = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows && !(wrong && getenv("SMMRA_MACHINE_FIRST")); k++)
        wrong += check_row(&rows[k], &states);
    printf("%zu rows, %llu states\n", sizeof rows / sizeof *rows, (unsigned long long)states);
    assert_int_equal(wrong, 0);
}

/* ---- programs as assembly ---- */

#define PAIR                                                                                                           \
    "; @Memory: pair[2], other[2]\n; @Wave: P0 = p, group 0, s[0:1] = &pair, v1 = 1\n"                                 \
    "; @Wave: P1 = q, group 1, s[0:1] = &pair, s[2:3] = &other\n; @Output: exists (P1:v2 == 1 and P1:v3 == 0)\n"       \
    "p:\nglobal_store_b32 v0, v1, s[0:1]\nglobal_store_b32 v0, v1, s[0:1] offset:4\ns_endpgm\n"                        \
    "q:\nglobal_load_b32 v2, v0, s[0:1] offset:4 glc\ns_waitcnt vmcnt(0)\nglobal_load_b32 v3, v0, s[0:1] glc\n"        \
    "s_waitcnt vmcnt(0)\n"
#define ADDS                                                                                                           \
    "; @Memory: x\n; @Wave: P0 = p, group 0, s[0:1] = &x, v1 = 1\n; @Wave: P1 = p, group 1, s[0:1] = &x, v1 = 1\n"     \
    "; @Output: forall (x == 2)\np:\nglobal_atomic_add_u32 v0, v1, s[0:1]"
#define SPLIT_BARRIER "s_barrier_signal -1\ns_barrier_wait -1\n"
#define BEHIND(stored, awaited)                                                                                        \
    "; @Memory: x\n; @Wave: P0 = p, group 0, s[0:1] = &x, v1 = 2\n"                                                    \
    "; @Wave: P1 = q, group 0, s[0:1] = &x, v1 = 1\n; @Output: forall (x == 3 and P1:v2 == 2)\n"                       \
    "p:\nglobal_store_b32 v0, v1, s[0:1] scope:SCOPE_SE\ns_wait_storecnt 0x0\n" stored "s_endpgm\n"                    \
    "q:\nglobal_load_b32 v4, v0, s[0:1]\ns_wait_loadcnt 0x0\n" awaited                                                 \
    "global_atomic_add_u32 v2, v0, v1, s[0:1] th:TH_ATOMIC_RETURN\ns_endpgm\n"
/* The new value is 7, the one compared with v3. */
#define EXCHANGE(values, condition)                                                                                    \
    "; @Memory: x\n; @Wave: P0 = p, group 0, s[0:1] = &x, v1 = 1\n; @Wave: P1 = q, group 1, s[0:1] = &x, " values      \
    "\n; @Output: forall (" condition ")\np:\nglobal_store_b32 v0, v1, s[0:1] scope:SCOPE_DEV\ns_endpgm\n"             \
    "q:\nglobal_atomic_cmpswap_b32 v4, v0, v[2:3], s[0:1] th:TH_ATOMIC_RETURN\ns_endpgm\n"
#define PUBLISHED(wait)                                                                                                \
    "; @Memory: x, y\n; @Wave: P0 = p, group 0, s[0:1] = &x, s[2:3] = &y, v1 = 1\n"                                    \
    "; @Wave: P1 = q, group 1, s[0:1] = &x, s[2:3] = &y\n; @Output: forall (P1:v2 == 0 or P1:v3 == 1)\n"               \
    "p:\nglobal_atomic_add_u32 v2, v0, v1, s[0:1] th:TH_ATOMIC_RETURN\n" wait                                          \
    "global_store_b32 v0, v1, s[2:3] scope:SCOPE_DEV\ns_endpgm\n"                                                      \
    "q:\nglobal_load_b32 v2, v0, s[2:3] scope:SCOPE_DEV\ns_wait_loadcnt 0x0\n"                                         \
    "global_load_b32 v3, v0, s[0:1] scope:SCOPE_DEV\ns_wait_loadcnt 0x0\ns_endpgm\n"
#define ALONE(condition) "; @Memory: x\n; @Wave: P0 = p, group 0\n; @Output: forall (" condition ")\np:\n"
#define LANES                                                                                                          \
    "; @Memory: x = 3\n; @Wave: P0 = p, group 0, lanes 2, s[0:1] = &x\n; @Output: forall (P0:s5 == 9)\np:\n"           \
    "s_mov_b32 exec_lo, 1\nglobal_load_b32 v1, v0, s[0:1]\n"
/* x is 0x8765FEDC, and each register 0x12345678. */
#define HALVES(condition)                                                                                              \
    "; @Memory: x = 2271608540, y\n; @Wave: P0 = p, group 0, s[0:1] = &x, s[2:3] = &y, v2 = 305419896, "               \
    "v4 = 305419896, v5 = 305419896, v6 = 305419896, v7 = 305419896\n; @Output: forall (" condition ")\np:\n"
#define SELECTED(to, from) " dst_sel:WORD_" to " dst_unused:UNUSED_PRESERVE src0_sel:WORD_" from "\n"
#define HALVES_ARE         "P0:v3 == 1450709556"
#define FLOATS                                                                                                         \
    "v_mov_b32_e32 v2, 0x3f8ccccd\nv_mov_b32_e32 v3, 0x40133333\nv_mov_b32_e32 v4, 0xbf333333\n"                       \
    "v_mov_b32_e32 v5, 0x80000000\nv_mov_b32_e32 v6, 0x7f800000\nv_mov_b32_e32 v7, 0x7f812345\n"
#define PAIRS                                                                                                          \
    "v_mov_b32_e32 v2, 1.0\nv_mov_b32_e32 v3, 2.0\nv_mov_b32_e32 v4, 0x40400000\nv_mov_b32_e32 v5, 0x40a00000\n"
/* Two lanes, each with 10 and its number in v3, and the address of the other in v2. */
#define PERMUTED(result, mask, wait)                                                                                   \
    "; @Memory: x\n; @Wave: P0 = p, group 0, lanes 2\n; @Output: forall (P0:s5 == " result ")\np:\n"                   \
    "v_mbcnt_lo_u32_b32 v1, -1, 0\nv_sub_nc_u32_e32 v2, 1, v1\nv_lshlrev_b32_e32 v2, 2, v2\n"                          \
    "v_add_nc_u32_e32 v3, 10, v1\n" mask "ds_bpermute_b32 v4, v2, v3\n" wait "v_readfirstlane_b32 s5, v4\ns_endpgm\n"
#define TWO "v_mov_b32_e32 v2, 0x12345678\nv_mov_b32_e32 v3, 7\n"

static const struct sample {
    const char *name;
    enum machine_processor processor;
    enum { HOLDS, FAILS, FAULTY, UNSUPPORTED } verdict;
    const char *text;
} samples[] = {
    {"two dwords have their own lines, though elsewhere two are accessed at once", MACHINE_GFX1100, HOLDS,
     PAIR "global_store_b64 v0, v[2:3], s[2:3]\ns_endpgm\n"},
    {"two dwords that are accessed at once are of one line", MACHINE_GFX1100, FAILS,
     PAIR "global_store_b64 v0, v[2:3], s[0:1]\ns_endpgm\n"},
    {"additions of the device", MACHINE_GFX1201, HOLDS, ADDS " scope:SCOPE_DEV\ns_endpgm\n"},
    {"additions of a compute unit alone", MACHINE_GFX1201, FAILS, ADDS "\ns_endpgm\n"},
    {"an addition of a compute unit alone, behind another's store", MACHINE_GFX1201, HOLDS,
     BEHIND(SPLIT_BARRIER, SPLIT_BARRIER "global_inv scope:SCOPE_SE\n")},
    {"the same without the invalidation", MACHINE_GFX1201, FAILS, BEHIND(SPLIT_BARRIER, SPLIT_BARRIER)},
    {"the same without the barrier", MACHINE_GFX1201, FAILS, BEHIND("", "global_inv scope:SCOPE_SE\n")},
    {"an exchange of a compute unit alone that fails, and stores nothing", MACHINE_GFX1201, HOLDS,
     EXCHANGE("v2 = 7, v3 = 9", "x == 1")},
    {"an exchange of a compute unit alone that finds an old value", MACHINE_GFX1201, FAILS,
     EXCHANGE("v2 = 7", "x == 1")},
    {"an addition of a compute unit alone that is waited for", MACHINE_GFX1201, HOLDS,
     PUBLISHED("s_wait_loadcnt 0x0\n")},
    {"the same without the wait", MACHINE_GFX1201, FAILS, PUBLISHED("")},
    {"short numbers have a sign", MACHINE_GFX1100, HOLDS,
     ALONE(
         "P0:s4 == 4294967287 and P0:s5 == 4294934528 and P0:s6 == 5") "s_movk_i32 s4, 0x7\ns_addk_i32 s4, 0xfff0\ns_mov_b32 s5, 1\ns_cmpk_lt_i32 s4, 0xffff\ns_cmovk_i32 s5, 0x8000\n"
                                                                       "s_mov_b32 s6, 5\ns_cmpk_gt_i32 s4, 0xffff\ns_cmovk_i32 s6, 0x1\ns_endpgm\n"},
    {"halves of registers", MACHINE_GFX1100, HOLDS,
     ALONE(HALVES_ARE) TWO "v_mov_b16_e32 v3.h, v2.l\nv_mov_b16_e32 v3.l, v2.h\ns_endpgm\n"},
    {"halves of registers by SDWA", MACHINE_GFX1030, HOLDS,
     ALONE(HALVES_ARE) TWO
     "v_mov_b32_sdwa v3, v2" SELECTED("1", "0") "v_mov_b32_sdwa v3, v2" SELECTED("0", "1") "s_endpgm\n"},
    {"sums and products of floats", MACHINE_GFX1100, HOLDS,
     ALONE(
         "P0:v20 == 1079613850 and P0:v21 == 3214514585 and P0:v22 == 1067030937 and P0:v23 == 1075964805 and P0:v24 == 1072315761 and P0:v25 == 3225713377 and P0:v26 == 1072315761 and P0:v27 == 1083871068 and P0:v28 == 1069799178 and P0:v29 == 1066192077 and P0:v30 == 3207803699 and P0:v31 == 0 and P0:v32 == 2143289344 and P0:v33 == 1066192077 and P0:v34 == 2143363909")
         FLOATS "v_add_f32_e32 v20, v2, v3\n"
                "v_sub_f32_e32 v21, v2, v3\n"
                "v_subrev_f32_e32 v22, v2, v3\n"
                "v_mul_f32_e32 v23, v2, v3\n"
                "v_fma_f32 v24, v2, v3, v4\n"
                "v_fma_f32 v25, -v2, |v4|, -|v3|\n"
                "v_mov_b32_e32 v26, v4\nv_fmac_f32_e32 v26, v2, v3\n"
                "v_fmaak_f32 v27, v2, v3, 0x40133333\n"
                "v_fmamk_f32 v28, v2, 0xbf333333, v3\n"
                "v_max_f32_e32 v29, v4, v2\n"
                "v_min_f32_e32 v30, v4, v2\n"
                "v_max_f32_e64 v31, v5, 0\n"
                "v_sub_f32_e32 v32, v6, v6\n"
                "v_max_f32_e32 v33, v7, v2\n"
                "v_add_f32_e32 v34, v2, v7\n"
                "s_endpgm\n"},
    {"floats, their parts and whole numbers", MACHINE_GFX1100, HOLDS,
     ALONE(
         "P0:v20 == 1073741824 and P0:v21 == 3212836864 and P0:v22 == 2147483648 and P0:v23 == 1082130432 and P0:v24 == 1091357901 and P0:v25 == 1058222899 and P0:v26 == 2 and P0:v27 == 3225419776 and P0:v28 == 1333788672 and P0:v29 == 4294967294 and P0:v30 == 0 and P0:v31 == 4294967295 and P0:v32 == 0 and P0:v33 == 1118568448")
         FLOATS "v_trunc_f32_e32 v20, v3\n"
                "v_floor_f32_e32 v21, v4\n"
                "v_ceil_f32_e32 v22, v4\n"
                "v_rndne_f32_e32 v23, 0x40600000\n"
                "v_ldexp_f32 v24, v2, 3\n"
                "v_frexp_mant_f32_e32 v25, v3\n"
                "v_frexp_exp_i32_f32_e32 v26, v3\n"
                "v_cvt_f32_i32_e32 v27, -3\n"
                "v_cvt_f32_u32_e32 v28, -1\n"
                "v_cvt_i32_f32_e32 v29, 0xc02ccccd\n"
                "v_cvt_u32_f32_e32 v30, 0xc02ccccd\n"
                "v_cvt_u32_f32_e32 v31, v6\n"
                "v_cvt_i32_f32_e32 v32, v7\n"
                "v_cvt_f32_ubyte1_e32 v33, 0x12345678\n"
                "s_endpgm\n"},
    {"floats compared", MACHINE_GFX1100, HOLDS,
     ALONE(
         "P0:s20 == 1 and P0:s21 == 0 and P0:s22 == 1 and P0:s23 == 1 and P0:s24 == 1 and P0:s25 == 0 and P0:s26 == 1 and P0:s27 == 0 and P0:s28 == 1 and P0:s29 == 1 and P0:s30 == 0 and P0:s31 == 1 and P0:s32 == 1 and P0:s33 == 0 and P0:s34 == 0 and P0:s35 == 1")
         FLOATS "v_cmp_lt_f32_e64 s20, v4, v2\n"
                "v_cmp_lt_f32_e64 s21, v7, v2\n"
                "v_cmp_nlt_f32_e64 s22, v7, v2\n"
                "v_cmp_le_f32_e64 s23, v2, v2\n"
                "v_cmp_gt_f32_e64 s24, |v4|, v5\n"
                "v_cmp_ge_f32_e64 s25, v2, v3\n"
                "v_cmp_lg_f32_e64 s26, v2, v3\n"
                "v_cmp_lg_f32_e64 s27, v7, v3\n"
                "v_cmp_neq_f32_e64 s28, v7, v7\n"
                "v_cmp_eq_f32_e64 s29, v5, 0\n"
                "v_cmp_o_f32_e64 s30, v2, v7\n"
                "v_cmp_u_f32_e64 s31, v2, v7\n"
                "v_cmp_nge_f32_e64 s32, v7, v7\n"
                "v_cmp_ngt_f32_e64 s33, v3, v2\n"
                "v_cmp_nle_f32_e64 s34, v2, v3\n"
                "v_cmp_nlg_f32_e64 s35, v2, v2\n"
                "s_endpgm\n"},
    {"scalar floats", MACHINE_GFX1201, HOLDS,
     ALONE("P0:s5 == 1079613850 and P0:s6 == 1075964805") "s_mov_b32 s4, 0x3f8ccccd\ns_add_f32 s5, s4, 0x40133333\n"
                                                          "s_mul_f32 s6, s4, 0x40133333\ns_endpgm\n"},
    {"floats whose denormals are 0", MACHINE_GFX1100, UNSUPPORTED,
     ALONE("x == 0") "v_add_f32_e32 v0, v1, v2\ns_endpgm\n"
                     ".amdhsa_kernel k\n.amdhsa_float_denorm_mode_32 0\n.end_amdhsa_kernel\n"},
    {"two floats at once", MACHINE_GFX942, HOLDS,
     ALONE(
         "P0:v20 == 1082130432 and P0:v21 == 1088421888 and P0:v22 == 1084227584 and P0:v23 == 1086324736 and P0:v24 == 1088421888 and P0:v25 == 1096810496 and "
         "P0:v26 == 3221225472 and P0:v27 == 1077936128") PAIRS
     "v_pk_add_f32 v[20:21], v[2:3], v[4:5]\n"
     "v_pk_mul_f32 v[22:23], v[2:3], v[4:5] op_sel:[0,1] op_sel_hi:[1,0]\n"
     "v_pk_fma_f32 v[24:25], v[2:3], v[4:5], 4.0 op_sel_hi:[1,1,0]\n"
     "v_pk_add_f32 v[26:27], v[2:3], v[4:5] neg_lo:[0,1] neg_hi:[1,0]\ns_endpgm\n"},
    {"the high half of a number", MACHINE_GFX942, UNSUPPORTED,
     ALONE("x == 0") "v_pk_add_f32 v[20:21], v[2:3], 4.0\ns_endpgm\n"},
    {"another lane's register", MACHINE_GFX1100, HOLDS, PERMUTED("11", "", "s_waitcnt lgkmcnt(0)\n")},
    {"another lane's register, too early", MACHINE_GFX1100, FAULTY, PERMUTED("11", "", "")},
    {"the register of a lane that is off", MACHINE_GFX1100, HOLDS,
     PERMUTED("0", "s_mov_b32 exec_lo, 1\n", "s_waitcnt lgkmcnt(0)\n")},
    {"a lane's register, while a load of another lane is out", MACHINE_GFX1100, HOLDS,
     LANES "s_mov_b32 exec_lo, 2\nv_mov_b32_e32 v1, 9\nv_readfirstlane_b32 s5, v1\ns_endpgm\n"},
    {"the register of the lane whose load is out", MACHINE_GFX1100, FAULTY,
     LANES "s_mov_b32 exec_lo, 3\nv_readfirstlane_b32 s5, v1\ns_endpgm\n"},
    {"halves of registers, loaded and stored", MACHINE_GFX1100, HOLDS,
     HALVES(
         "P0:v2 == 4275852920 and P0:v4 == 305432421 and P0:v5 == 305463294 and P0:v6 == 8869496 and P0:v7 == 2271608540 and y == 305397980") "global_load_d16_hi_b16 v2, v0, s[0:1]\nglobal_load_d16_b16 v4, v0, s[0:1] offset:2\n"
                                                                                                                                              "global_load_d16_i8 v5, v0, s[0:1] offset:1\nglobal_load_d16_hi_u8 v6, v0, s[0:1] offset:3\n"
                                                                                                                                              "global_load_d16_b16 v7, v0, s[0:1]\nglobal_load_d16_hi_b16 v7, v0, s[0:1] offset:2\ns_waitcnt vmcnt(0)\n"
                                                                                                                                              "global_store_d16_hi_b16 v0, v5, s[2:3] offset:2\nglobal_store_d16_hi_b8 v0, v2, s[2:3]\ns_endpgm\n"},
    {"half of a register is stored while the other half's load is out", MACHINE_GFX1100, HOLDS,
     HALVES("y == 65244") "global_load_d16_b16 v2, v0, s[0:1]\nglobal_load_d16_hi_b16 v2, v0, s[0:1] offset:2\n"
                          "s_waitcnt vmcnt(1)\nglobal_store_b16 v0, v2, s[2:3]\ns_endpgm\n"},
    {"the half of a register whose load is out is stored", MACHINE_GFX1100, FAULTY,
     HALVES("y == 0") "global_load_d16_b16 v2, v0, s[0:1]\nglobal_store_b16 v0, v2, s[2:3]\ns_endpgm\n"},
    {"the other half of a register whose load is out", MACHINE_GFX1100, FAULTY,
     HALVES("y == 0") "global_load_d16_b16 v2, v0, s[0:1]\nv_lshrrev_b32_e32 v3, 16, v2\ns_endpgm\n"},
    {"two loads to one half of a register", MACHINE_GFX1100, FAULTY,
     HALVES("y == 0") "global_load_d16_b16 v2, v0, s[0:1]\nglobal_load_d16_b16 v2, v0, s[0:1] offset:2\ns_endpgm\n"},
};

static void check_program(const struct sample *p) {
    struct arena arena;
    jmp_buf out;
    struct machine_litmus litmus;
    struct machine_answer answer;
    struct machine_question question = machine_question_defaults();
    arena_init(&arena, NULL, MEMORY, exhausted, &out);
    if (setjmp(out))
        fail_msg("out of memory");
    machine_litmus_read(&litmus, &arena, p->text, strlen(p->text), p->processor);
    if (litmus.litmus.error && p->verdict == UNSUPPORTED) {
        arena_destroy(&arena);
        return;
    }
    if (litmus.litmus.error)
        fail_msg("%s: line %u: %s", p->name, litmus.litmus.line, litmus.litmus.error);
    machine_litmus_ask(&litmus, &question, NULL, NULL, &arena, &answer);
    bool faulty = answer.statistics.fault && !answer.statistics.unsupported;
    bool holds = !answer.statistics.fault && answer.condition_verdict == LITMUS_YES;
    if (faulty != (p->verdict == FAULTY) || holds != (p->verdict == HOLDS))
        fail_msg("%s: %s", p->name, answer.statistics.fault ? answer.statistics.fault : holds ? "holds" : "fails");
    arena_destroy(&arena);
}

static void test_programs(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof samples / sizeof *samples; k++)
        check_program(&samples[k]);
}

/* `race` advises an invalidation, which its processor must have. */
static void test_advice(void **state) {
    (void)state;
    for (enum machine_processor p = 0; p < MACHINE_PROCESSOR_COUNT; p++)
        for (uint32_t k = 0; k < 2; k++) {
            const struct machine_traits *t = machine_traits(p);
            if (k && !t->g.exists && !t->drops_by_policy)
                continue;
            char text[128];
            assert_non_null(t->invalidations[k]);
            snprintf(text, sizeof text, ALONE("x == 0") "%s\ns_endpgm\n", t->invalidations[k]);
            struct sample sample = {machine_processor_names[p], p, HOLDS, text};
            check_program(&sample);
        }
}

/* What makes the search shorter changes no verdict: the rows whose plain search is small. */
static void test_plain_search(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (size_t i = 0; i < configuration_count; i++) {
            char word[64];
            uint64_t states = 0;
            bool small = strlen(rows[k].program) < 80 && !getenv("SMMRA_MACHINE_FIRST") && !getenv("SMMRA_MACHINE_ROW");
            if (!small || (k + i) % 4 || !verdict_for(&rows[k], &configurations[i], word, sizeof word))
                continue;
            for (uint8_t lines = 0; lines < 2; lines++)
                if (is_allowed(&configurations[i], &rows[k], lines, true, &states) !=
                    is_allowed(&configurations[i], &rows[k], lines, false, &states)) {
                    print_error("%s: %s: the plain search says otherwise\n", rows[k].name, configurations[i].name);
                    fail();
                }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs), cmocka_unit_test(test_advice),
                                       cmocka_unit_test(test_rows), cmocka_unit_test(test_plain_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
