/* Where code lies, and what hardware knows of a wave: instructions about these become others, for the executor.
 * Functions and what is after a call have addresses that are made up, 4 bytes for each instruction; those of a code
 * object have their own (translator/command/command_object.c). */
#include "mmra/machine/machine_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool names(struct machine_word text, const char *const *all) {
    for (; *all; all++)
        if (machine_word_begins(text, *all))
            return true;
    return false;
}

/* At the first comma that is in no brackets. */
static void part_operands(struct machine_word all, struct machine_word *first, struct machine_word *second) {
    size_t end = 0;
    for (int depth = 0; end < all.length && (depth > 0 || all.at[end] != ','); end++)
        depth += (all.at[end] == '(') - (all.at[end] == ')');
    size_t next = end < all.length ? end + 1 : end;
    *first = machine_trimmed((struct machine_word){all.at, end});
    *second = machine_trimmed((struct machine_word){all.at + next, all.length - next});
}

static bool sets_nearest(struct machine_word which, struct machine_word value) {
    return machine_word_is(value, "0") && (machine_word_is(which, "hwreg(HW_REG_WAVE_MODE, 0, 2)") ||
                                           machine_word_is(which, "hwreg(HW_REG_WAVE_MODE, 2, 2)") ||
                                           machine_word_is(which, "hwreg(HW_REG_WAVE_MODE, 0, 4)"));
}

/* "s_getreg_b32 s4, hwreg(HW_REG_XCC_ID)": a wave may be on the first one of all. What is written decides nothing that
 * the executor knows: where flat addresses of scratch memory begin, how instructions are scheduled, and on gfx1250
 * whether they are repeated after a fault of a page (bit 25 of the mode). Which workgroup of its cluster this is, and
 * whether there is a cluster, a register that has no other use tells. A rounding of floats to the nearest is what
 * the kernel has anyway. */
bool machine_read_program(struct machine_reader *r, struct machine_word line, struct machine_word *instead) {
    static const char *const places[] = {"hwreg(HW_REG_XCC_ID", "hwreg(HW_REG_HW_ID", "hwreg(HW_REG_SHADER_XCC_ID",
                                         NULL};
    static const char *const within[] = {"hwreg(HW_REG_IB_STS2, 21, 4)", NULL};
    static const char *const whether[] = {"hwreg(HW_REG_IB_STS2, 6, 4)", NULL};
    static const char *const settings[] = {"hwreg(HW_REG_FLAT_SCR_", "hwreg(HW_REG_SCHED_MODE",
                                           "hwreg(HW_REG_WAVE_SCHED_MODE", "hwreg(HW_REG_WAVE_MODE, 25, 1)", NULL};
    struct machine_word rest = line, name = machine_take_word(&rest);
    struct machine_word first, second;
    part_operands(rest, &first, &second);
    char text[64] = "";
    if (machine_word_is(name, "s_getpc_b64") || machine_word_is(name, "s_get_pc_i64"))
        snprintf(text, sizeof text, "s_mov_b64 %.*s, 0x%" PRIx64, (int)first.length, first.at, MACHINE_CODE_AT);
    else if (machine_word_is(name, "s_getreg_b32") && names(second, places))
        snprintf(text, sizeof text, "s_mov_b32 %.*s, 0", (int)first.length, first.at);
    else if (machine_word_is(name, "s_getreg_b32") && (names(second, within) || names(second, whether)))
        snprintf(text, sizeof text, "s_mov_b32 %.*s, ttmp%d", (int)first.length, first.at,
                 (names(second, within) ? MACHINE_IN_CLUSTER : MACHINE_HAS_CLUSTER) - MACHINE_TTMP);
    else if (machine_word_begins(name, "s_setreg_") && (names(first, settings) || sets_nearest(first, second)))
        snprintf(text, sizeof text, "s_nop 0");
    size_t length = strlen(text);
    *instead = (struct machine_word){arena_copy_string(r->arena, text, length), length};
    return length && length + 1 < sizeof text;
}

/* How many bytes of code lie between what s_getpc gave and the number in instruction `at`: LLVM writes a sum of 8 bytes
 * for each half, of which a number is the last 4, and before them at most an s_sext. 0: the code is another. */
static uint32_t bytes_since_here(const struct machine_code *code, uint32_t at, bool is_high) {
    enum { MOST_BETWEEN = 1, HALF = 4 };
    const struct machine_operand here = {.kind = MACHINE_LITERAL, .value = MACHINE_CODE_AT};
    for (uint32_t between = 0; between <= MOST_BETWEEN && between + is_high < at; between++) {
        const struct machine_operand *from = &code->instructions[at - is_high - between - 1].source[0];
        if (from->kind == here.kind && from->value == here.value)
            return HALF * (1 + between) + (is_high ? 2 * HALF : 0);
    }
    return 0;
}

/* Finds the distance of the data at an operand's label; false: it is not known. */
static bool find_distance(const struct machine_code *code, uint32_t at, const struct machine_operand *o,
                          uint64_t *distance) {
    uint32_t since = bytes_since_here(code, at, o->number);
    if (!since || !machine_find_data(code, o->name, distance))
        return false;
    *distance += (uint64_t)o->value - since;
    return *distance >= MACHINE_DATA_AT - MACHINE_CODE_AT && *distance <= UINT32_MAX;
}

/* A label is a function's or that of data. Where neither is known, it is refused where its address is used. */
void machine_resolve_distances(struct machine_reader *r) {
    for (uint32_t i = 0; i < r->code->count; i++)
        for (uint32_t s = 0; s < 3; s++) {
            struct machine_instruction *one = &r->code->instructions[i];
            struct machine_operand *o = &one->source[s];
            if (o->kind != MACHINE_LITERAL || !o->name)
                continue;
            uint32_t at = machine_find_label(r->code, o->name, strlen(o->name));
            uint64_t distance = 4 * (uint64_t)at;
            bool is_known = at < r->code->count || find_distance(r->code, i, o, &distance);
            o->value = o->number || !is_known ? 0 : (int64_t)distance;
            if (!is_known) {
                one->unit = MACHINE_OTHER;
                one->refused = "the address of a variable of the module";
            }
        }
}

uint32_t machine_find_address(const struct machine_code *code, uint64_t address) {
    char name[32];
    if (address >= MACHINE_CODE_AT && address - MACHINE_CODE_AT < 4 * (uint64_t)code->count)
        return (uint32_t)((address - MACHINE_CODE_AT) / 4);
    if (address < MACHINE_OBJECT_AT)
        return UINT32_MAX;
    int length = snprintf(name, sizeof name, ".Lcode%" PRIx64, address - MACHINE_OBJECT_AT);
    return machine_find_label(code, name, (size_t)length);
}
