/* Accesses to memory that others access in smaller parts, taken apart into accesses of these. */
#include <string.h>

#include "translator/program/grid_reader.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

static struct program_instruction *append_piece(struct litmus_builder b, const struct program_instruction *access,
                                                uint8_t unit, uint32_t offset) {
    struct program_operand at =
        offset ? litmus_build_compute(b, PROGRAM_ADD, 64, 0, access->a, program_constant(offset), nothing) : access->a;
    struct program_instruction *piece = litmus_build(b, PROGRAM_ACCESS);
    *piece = *access;
    piece->a = at;
    piece->bytes = unit;
    piece->width = (uint8_t)(unit * 8);
    piece->operation.float_bits = 0;
    piece->lowest = access->highest ? access->lowest + offset : 0;
    piece->highest = access->highest ? access->highest + offset : 0;
    return piece;
}

static void append_reads(struct litmus_builder b, const struct program_instruction *access, uint8_t unit) {
    struct litmus_part parts[8];
    uint32_t count = access->bytes / unit;
    for (uint32_t k = 0; k < count; k++) {
        parts[k] = (struct litmus_part){program_in_register(litmus_build_temporary(b)), (uint8_t)(unit * 8)};
        append_piece(b, access, unit, k * unit)->target = (uint32_t)parts[k].operand.value;
    }
    if (access->target != MODEL_NONE)
        litmus_build_copy(b, (struct litmus_part){program_in_register(access->target), access->width},
                          litmus_build_bits(b, parts, count, 0, access->width));
}

static void append_writes(struct litmus_builder b, const struct program_instruction *access, uint8_t unit) {
    struct litmus_part whole = {access->b, access->width};
    for (uint32_t offset = 0; offset < access->bytes; offset += unit) {
        struct program_operand value = access->b;
        if (value.kind != PROGRAM_UNDEFINED)
            value = litmus_build_bits(b, &whole, 1, UINT64_C(8) * offset, (uint8_t)(unit * 8));
        append_piece(b, access, unit, offset)->b = value;
    }
}

void grid_take_apart(struct grid_reader *g, uint32_t number, const uint8_t *units) {
    struct litmus_builder b = {&g->litmus->program, number};
    struct program_thread *thread = &g->litmus->program.threads[number];
    const struct program_instruction *code = thread->code;
    const uint32_t count = thread->code_count;
    uint32_t *places = arena_allocate_array(g->arena, count + 1, sizeof *places);
    thread->code = NULL;
    thread->code_count = thread->code_capacity = 0;
    for (uint32_t i = 0; i < count; i++) {
        places[i] = thread->code_count;
        if (!units[i] || units[i] == code[i].bytes)
            *litmus_build(b, PROGRAM_END) = code[i];
        else
            (code[i].operation.kind & MODEL_WRITE ? append_writes : append_reads)(b, &code[i], units[i]);
    }
    places[count] = thread->code_count;
    for (uint32_t i = 0; i < thread->code_count; i++) {
        thread->code[i].if_true = places[thread->code[i].if_true];
        thread->code[i].if_false = places[thread->code[i].if_false];
    }
}
