/* IR kernels as grids: parameters are addresses, the numbers of workitem and workgroup are constants of each thread,
 * and local memory is each workgroup's own. */
#include "mmra/litmus/litmus_ir.h"

#include "mmra/ir/ir_intrinsic.h"

/* Local memory lies below the memory of parameters: a window for each workgroup, in it a place for each global. */
enum { LOCAL_WINDOW = 1 << 24, LOCAL_STRIDE = 1 << 16 };

/* ---- memory ---- */

uint64_t litmus_ir_local_address(uint32_t global, uint32_t workgroup) {
    return (uint64_t)(workgroup + 1) * LOCAL_WINDOW + (uint64_t)global * LOCAL_STRIDE;
}

/* The global of local memory at an address, or NULL. */
static const struct ir_global *global_at(const struct litmus_ir_reader *r, uint64_t address, uint64_t *offset) {
    uint64_t number = address % LOCAL_WINDOW / LOCAL_STRIDE;
    *offset = address % LOCAL_STRIDE;
    bool local = address >= LOCAL_WINDOW && address < LITMUS_FIRST_ADDRESS;
    return local && number < r->module->global_count ? &r->module->globals[number] : NULL;
}

uint64_t litmus_ir_grid_memory_bytes(const struct litmus_ir_reader *r, uint64_t base) {
    uint64_t offset;
    const struct ir_global *global = global_at(r, base, &offset);
    if (global)
        return litmus_ir_size_of(r->module, global->type);
    for (uint32_t i = 0; i < r->grid->memory_count; i++)
        if (r->grid->memory[i].address == base)
            return r->grid->memory[i].bytes;
    return LITMUS_FIRST_ADDRESS;
}

bool litmus_ir_grid_is_local(const struct litmus_ir_reader *r, uint64_t address) {
    uint64_t offset;
    return global_at(r, address, &offset) != NULL;
}

uint32_t litmus_ir_grid_bytes_at(const struct litmus_ir_reader *r, uint64_t address) {
    for (uint32_t i = 0; i < r->grid->cell_count; i++)
        if (r->grid->cells[i].address == address)
            return r->grid->cells[i].bytes;
    return 0;
}

/* ---- intrinsics ---- */

static void set_constants(struct litmus_ir_reader *r, const struct ir_instruction *i, const uint32_t *values,
                          uint32_t count) {
    struct litmus_ir_parts parts = {.count = count};
    parts.items = arena_allocate_array(r->reader.arena, count, sizeof *parts.items);
    for (uint32_t k = 0; k < count; k++)
        parts.items[k] = (struct litmus_part){program_constant(values[k]), 32};
    litmus_ir_let_result(r, i, parts);
}

/* The implicit arguments of a kernel begin with the number of workgroups. */
static void set_implicit_arguments(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    litmus_ir_let_result(r, i, litmus_ir_constant_numbers(r, r->grid->groups, 3));
}

/* llvm.umax.i32 and so on, element by element. */
static void read_choice(struct litmus_ir_reader *r, const struct ir_instruction *i, uint8_t predicate) {
    struct litmus_ir_parts a = litmus_ir_parts_at(r, i, 1), b = litmus_ir_parts_at(r, i, 2);
    struct litmus_ir_parts result = litmus_ir_new_parts(r, i->type, NULL);
    for (uint32_t k = 0; k < result.count && k < a.count && k < b.count; k++)
        result.items[k].operand =
            litmus_ir_selected(r, result.items[k].width,
                               litmus_ir_folded(r, PROGRAM_COMPARE + predicate, 1, result.items[k].width,
                                                a.items[k].operand, b.items[k].operand),
                               a.items[k].operand, b.items[k].operand);
    litmus_ir_let_result(r, i, result);
}

static struct program_operand lane_of(struct litmus_ir_reader *r) {
    if (!r->grid->is_shared)
        return program_constant(r->grid->invocations[r->thread].lane);
    return program_in_register(program_register(&r->reader.litmus->program, litmus_ir_thread(r), r->grid->lane));
}

/* Lanes below this one, half by half: what the first half counts, the second adds to. */
static void read_count_below(struct litmus_ir_reader *r, const struct ir_instruction *i, bool high) {
    const struct program_operand lane = lane_of(r), half = program_constant(32);
    struct program_operand is_above = litmus_ir_folded(r, PROGRAM_COMPARE + IR_UGT, 1, 32, lane, half);
    struct program_operand below = litmus_ir_selected(r, 32, is_above, half, lane);
    struct program_operand counted = high ? litmus_ir_folded(r, PROGRAM_SUB, 32, 32, lane, below) : below;
    struct litmus_ir_parts result = litmus_ir_new_parts(r, i->type, NULL);
    result.items[0].operand =
        litmus_ir_folded(r, PROGRAM_ADD, 32, 32, litmus_ir_parts_at(r, i, 2).items[0].operand, counted);
    litmus_ir_let_result(r, i, result);
}

/* These intrinsics have a result in a grid alone. */
static bool read_in_grid(struct litmus_ir_reader *r, const struct ir_instruction *i,
                         const struct ir_intrinsic *intrinsic) {
    const struct litmus_invocation *me = &r->grid->invocations[r->thread];
    switch (intrinsic->family) {
    case IR_FAMILY_WORKITEM_ID:
        set_constants(r, i, &me->local[intrinsic->which], 1);
        return true;
    case IR_FAMILY_WORKGROUP_ID:
        set_constants(r, i, &me->group[intrinsic->which], 1);
        return true;
    case IR_FAMILY_WAVE_SIZE:
        set_constants(r, i, &r->grid->subgroup, 1);
        return true;
    case IR_FAMILY_IMPLICIT_ARGUMENTS:
        set_implicit_arguments(r, i);
        return true;
    case IR_FAMILY_COUNT_BELOW:
        if (i->operand_count == 3)
            read_count_below(r, i, intrinsic->which);
        return i->operand_count == 3;
    default:
        return false;
    }
}

bool litmus_ir_read_intrinsic(struct litmus_ir_reader *r, const struct ir_instruction *i, bool *known) {
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(r->module, i);
    *known = i->result;
    if (!*known)
        return false;
    if (intrinsic && intrinsic->family == IR_FAMILY_CHOICE && i->operand_count == 3) {
        read_choice(r, i, intrinsic->which);
        return true;
    }
    *known =
        litmus_ir_read_number(r, i, litmus_ir_callee(r, i)) || (r->grid && intrinsic && read_in_grid(r, i, intrinsic));
    return *known;
}

/* The mesh workgroups of a task begin when all of its workgroup have emitted them. */
void litmus_ir_append_launch(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    const struct litmus_invocation *me = &r->grid->invocations[r->thread];
    struct program_instruction *launch = litmus_ir_append(r, PROGRAM_BARRIER);
    launch->operation = (struct model_operation){.kind = MODEL_BARRIER,
                                                 .ordered = MODEL_ALL_SPACES,
                                                 .line = i ? i->source : 0,
                                                 .text = i ? "emits mesh tasks" : "the mesh workgroup is launched"};
    launch->barrier_mode = PROGRAM_BARRIER_NUMBERED;
    launch->barrier = me->launch;
}
