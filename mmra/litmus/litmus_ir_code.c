/* Functions of IR litmus tests: memory operations, control flow, private variables. */
#include "mmra/ir/ir_effects.h"
#include "mmra/litmus/litmus_ir.h"

enum { LARGEST_PIECE = 8 };

static uint32_t cell_bytes_at(const struct litmus_ir_reader *r, uint64_t address) {
    if (r->grid)
        return litmus_ir_grid_bytes_at(r, address);
    const struct program *program = &r->reader.litmus->program;
    for (uint32_t i = 0; i < program->cell_count; i++)
        if (program->cells[i].address == address)
            return program->cells[i].bytes;
    return 0;
}

/* The size of the cells of a memory that is known, or else of all that addresses in memory lead to, if they are all of
 * one; else 0. */
static uint32_t cell_bytes_of(const struct litmus_ir_reader *r, uint64_t base) {
    uint64_t end = base + litmus_ir_grid_memory_bytes(r, base);
    uint32_t bytes = 0;
    for (uint32_t i = 0; base && i < r->grid->cell_count; i++) {
        const struct program_cell *cell = &r->grid->cells[i];
        if (cell->address < base || cell->address >= end || cell->bytes == bytes)
            continue;
        if (bytes)
            return 0;
        bytes = cell->bytes;
    }
    return base ? bytes : r->grid->reached_bytes;
}

/* How an access at an unknown address is cut: as litmus_ir_make_cells assumed, and in a grid, whose memory is cut into
 * scalars, as was found when the threads were read before, or into the scalars of the memory that it goes to, or else
 * of its type. */
static uint32_t assumed_piece(const struct litmus_ir_reader *r, const struct ir_instruction *i, ir_type type,
                              uint64_t bytes, uint64_t base) {
    const struct ir_type_info *info = ir_type_get(r->module, type);
    uint32_t known = r->grid && !litmus_ir_grid_is_local(r, base) ? cell_bytes_of(r, base) : 0;
    uint32_t part = i->source < r->line_count ? r->parts_of_line[i->source] : 0;
    if (part && bytes % part == 0)
        return part;
    if (known && known < LARGEST_PIECE && bytes % known == 0)
        return known;
    if (r->grid && info->kind == IR_TYPE_VECTOR)
        bytes = litmus_ir_size_of(r->module, info->element);
    return bytes < LARGEST_PIECE ? (uint32_t)bytes : LARGEST_PIECE;
}

/* Bytes that an access of the type touches: a vector has no padding there. */
static uint64_t accessed_bytes(const struct litmus_ir_reader *r, ir_type type) {
    const struct ir_type_info *info = ir_type_get(r->module, type);
    uint64_t element = info->kind == IR_TYPE_VECTOR ? litmus_ir_size_of(r->module, info->element) : 0;
    return r->grid && element ? element * info->count : litmus_ir_size_of(r->module, type);
}

/* Cuts an access into the cells that it covers. */
static bool cut_access(struct litmus_ir_reader *r, const struct ir_instruction *i, struct litmus_ir_parts pointer,
                       ir_type type, struct litmus_ir_piece pieces[LITMUS_IR_MAX_PARTS], uint32_t *count) {
    uint64_t base = 0, bytes = accessed_bytes(r, type);
    struct program_operand address = pointer.items[0].operand;
    bool known = !(r->grid && r->grid->is_shared) && litmus_ir_constant(r, address, &base) &&
                 !(r->grid && litmus_ir_grid_is_local(r, base));
    *count = 0;
    for (uint64_t at = 0; at < bytes; ++*count) {
        if (*count == LITMUS_IR_MAX_PARTS)
            return litmus_ir_unsupported(r, i, "an access to more than 64 cells");
        uint32_t size = known ? cell_bytes_at(r, base + at) : assumed_piece(r, i, type, bytes, pointer.base);
        if (known && size == 0 && r->grid) { /* out of bounds: what follows says so when it is reached */
            pieces[(*count)++] =
                (struct litmus_ir_piece){address, (uint32_t)(bytes < LARGEST_PIECE ? bytes : LARGEST_PIECE), 0};
            return true;
        }
        if (known && size == 0)
            return litmus_ir_unsupported(r, i, "an access outside of every global");
        if (size > bytes - at)
            return litmus_ir_unsupported(r, i, "accesses that overlap by no whole cells");
        struct program_operand where = known ? program_constant(base + at) : address;
        if (!known && at) {
            uint32_t sum = litmus_ir_temporary(r);
            litmus_ir_compute(r, PROGRAM_ADD, 64, sum, address, program_constant(at));
            where = program_in_register(sum);
        }
        pieces[*count] = (struct litmus_ir_piece){where, size, 0};
        at += size;
    }
    return true;
}

static struct litmus_ir_parts new_pieces(struct litmus_ir_reader *r, const struct litmus_ir_piece *pieces,
                                         uint32_t count) {
    struct litmus_ir_parts parts = {arena_allocate_array(r->reader.arena, count, sizeof *parts.items), count};
    for (uint32_t k = 0; k < count; k++)
        parts.items[k] =
            (struct litmus_part){program_in_register(litmus_ir_temporary(r)), (uint8_t)(pieces[k].bytes * 8)};
    return parts;
}

/* The whole cells of memory that a value's bits fill, and the value itself. */
static void read_pieces(struct litmus_ir_reader *r, const struct model_operation *operation,
                        const struct litmus_ir_piece *pieces, uint32_t count, struct litmus_ir_parts value) {
    bool same = count == 1 && value.count == 1 && value.items[0].width == pieces[0].bytes * 8;
    struct litmus_ir_parts parts = same ? value : new_pieces(r, pieces, count);
    for (uint32_t k = 0; k < count; k++)
        litmus_ir_append_access(r, operation, pieces[k])->target = (uint32_t)parts.items[k].operand.value;
    if (!same)
        litmus_ir_repack(r, value, parts);
}

static void write_pieces(struct litmus_ir_reader *r, const struct model_operation *operation,
                         const struct litmus_ir_piece *pieces, uint32_t count, struct litmus_ir_parts value) {
    struct litmus_ir_parts parts = value;
    if (count != 1 || value.count != 1) {
        parts = new_pieces(r, pieces, count);
        litmus_ir_repack(r, parts, value);
    }
    for (uint32_t k = 0; k < count; k++)
        litmus_ir_append_access(r, operation, pieces[k])->b = parts.items[k].operand;
}

static bool read_rmw(struct litmus_ir_reader *r, const struct ir_instruction *i,
                     const struct model_operation *operation, struct litmus_ir_piece piece) {
    struct litmus_ir_parts result = litmus_ir_parts_of(r, i->result), operand = litmus_ir_parts_at(r, i, 1);
    bool floating = i->detail >= IR_RMW_FADD && i->detail <= IR_RMW_FMIN;
    if (i->detail > IR_RMW_FMIN ||
        (floating && !litmus_ir_is_ieee(r->module, ir_type_of(r->module, litmus_ir_operand(r, i, 1)))))
        return litmus_ir_unsupported(r, i, "an atomic operation that is not known here");
    struct program_instruction *access = litmus_ir_append_access(r, operation, piece);
    access->alu = PROGRAM_READ_MODIFY_WRITE;
    access->rmw = i->detail;
    access->target = (uint32_t)result.items[0].operand.value;
    access->b = operand.items[0].operand;
    return true;
}

static bool read_cmpxchg(struct litmus_ir_reader *r, const struct ir_instruction *i,
                         const struct model_operation *operation, struct litmus_ir_piece piece) {
    struct litmus_ir_parts result = litmus_ir_parts_of(r, i->result);
    struct litmus_ir_parts compared = litmus_ir_parts_at(r, i, 1), stored = litmus_ir_parts_at(r, i, 2);
    struct program_instruction *access = litmus_ir_append_access(r, operation, piece);
    access->compare_exchange = true;
    access->weak = i->flags & IR_WEAK;
    access->target = (uint32_t)result.items[0].operand.value;
    access->success = (uint32_t)result.items[result.count - 1].operand.value;
    access->b = stored.items[0].operand;
    access->c = compared.items[0].operand;
    return true;
}

/* An access that must be available or visible is made of atomics as wide as the machine has them (mapping.md 3), and
 * other accesses go to scalars in it. As one access for each of these it allows more than it does. */
static bool may_be_cut(const struct litmus_ir_reader *r, const struct ir_instruction *i,
                       const struct model_operation *operation) {
    const uint16_t ordering = MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEQ_CST;
    return r->grid && (i->opcode == IR_LOAD || i->opcode == IR_STORE) && !(operation->flags & ordering);
}

static bool read_access(struct litmus_ir_reader *r, const struct ir_instruction *i, struct litmus_ir_parts value) {
    ir_value pointer = ir_pointer_of(r->module, i);
    ir_type type = ir_type_of_access(r->module, i);
    struct model_operation operation;
    struct litmus_ir_piece pieces[LITMUS_IR_MAX_PARTS];
    uint32_t count;
    struct litmus_ir_parts address = litmus_ir_parts_of(r, pointer);
    if (address.variable)
        return i->opcode == IR_LOAD || i->opcode == IR_STORE
                   ? litmus_ir_read_private_access(r, i)
                   : litmus_ir_unsupported(r, i, "an atomic operation on private memory");
    if (litmus_ir_address_space(r, pointer) == ADDRESS_SPACE_PRIVATE)
        return litmus_ir_unsupported(r, i, "private memory other than a variable");
    if (!litmus_ir_operation_of(r, i, &operation) || !cut_access(r, i, address, type, pieces, &count))
        return false;
    for (uint32_t k = 0; k < count; k++)
        pieces[k].base = address.base;
    if (operation.flags & MODEL_ATOMIC && count != 1 && !may_be_cut(r, i, &operation))
        return litmus_ir_unsupported(r, i, "atomic accesses of different sizes to the same bytes");
    if (i->opcode == IR_ATOMICRMW)
        return read_rmw(r, i, &operation, pieces[0]);
    if (i->opcode == IR_CMPXCHG)
        return read_cmpxchg(r, i, &operation, pieces[0]);
    if (operation.kind & MODEL_READ)
        read_pieces(r, &operation, pieces, count, value);
    else
        write_pieces(r, &operation, pieces, count, value);
    return true;
}

/* ---- calls ---- */

static bool constant_argument(const struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t index,
                              uint32_t *number) {
    const struct ir_value_info *info = litmus_ir_operand_info(r, i, index);
    *number = info->kind == IR_VALUE_INTEGER ? (uint32_t)info->bits : 0;
    return info->kind == IR_VALUE_INTEGER || info->kind == IR_VALUE_ZERO;
}

static bool read_barrier(struct litmus_ir_reader *r, const struct ir_instruction *i, enum litmus_ir_known_call call) {
    struct program_instruction *barrier = litmus_ir_append(r, PROGRAM_BARRIER);
    if (!litmus_ir_operation_of(r, i, &barrier->operation))
        return false;
    if (call != LITMUS_IR_CALL_NUMBERED_BARRIER) {
        barrier->barrier_mode = PROGRAM_BARRIER_COUNTED;
        barrier->barrier_level = call == LITMUS_IR_CALL_WORKGROUP_BARRIER ? MMRA_SCOPE_WORKGROUP : MMRA_SCOPE_WAVEFRONT;
        return true;
    }
    bool quorum = i->operand_count == 3;
    barrier->barrier_mode = quorum ? PROGRAM_BARRIER_QUORUM : PROGRAM_BARRIER_NUMBERED;
    return (i->operand_count == 2 || quorum) && constant_argument(r, i, 1, &barrier->barrier) &&
                   (!quorum || constant_argument(r, i, 2, &barrier->quorum))
               ? true
               : litmus_ir_unsupported(r, i, "a numbered barrier takes a number, and may take a quorum");
}

/* A function of the module, inlined. */
static bool read_inlined(struct litmus_ir_reader *r, const struct ir_instruction *i,
                         const struct ir_function_info *callee) {
    enum { DEEPEST_CALL = 64, MAX_INSTRUCTIONS = 1 << 20 };
    uint32_t count = i->operand_count - 1;
    if (r->frame->depth == DEEPEST_CALL || callee->parameter_count != count ||
        litmus_ir_thread(r)->code_count > MAX_INSTRUCTIONS)
        return litmus_ir_unsupported(r, i, "recursion, or calls that are nested too deep or do not fit");
    struct litmus_ir_parts *arguments = arena_allocate_array(r->reader.arena, count + 1, sizeof *arguments);
    struct litmus_ir_frame frame = {.depth = r->frame->depth + 1}, *caller = r->frame;
    for (uint32_t k = 0; k < count; k++) {
        if (ir_type_of(r->module, litmus_ir_operand(r, i, k + 1)) != ir_type_of(r->module, callee->parameters[k].value))
            return litmus_ir_unsupported(r, i, "an argument of another type than its parameter");
        arguments[k] = litmus_ir_parts_at(r, i, k + 1);
    }
    if (i->result)
        frame.result = litmus_ir_new_parts(r, i->type, NULL);
    bool read = litmus_ir_read_function(r, &frame, callee, arguments);
    r->frame = caller;
    if (read && i->result)
        litmus_ir_repack(r, litmus_ir_parts_of(r, i->result), frame.result);
    return read;
}

static bool read_unknown(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    const struct ir_value_info *callee = litmus_ir_operand_info(r, i, 0);
    bool known = false;
    if (callee->kind == IR_VALUE_FUNCTION && r->module->functions[callee->index].defined)
        return read_inlined(r, i, &r->module->functions[callee->index]);
    bool read = litmus_ir_read_intrinsic(r, i, &known);
    return known ? read : litmus_ir_unsupported(r, i, "a call of a function that is not known here");
}

static bool is_pointer(const struct litmus_ir_reader *r, ir_value value) {
    return ir_type_get(r->module, ir_type_of(r->module, value))->kind == IR_TYPE_POINTER;
}

/* An operation that makes memory available or visible: all, or the location that begins at its pointer. */
static bool read_making(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct model_operation operation;
    bool located = i->operand_count == 3 && is_pointer(r, litmus_ir_operand(r, i, 1));
    if (i->operand_count != 2 && !located)
        return litmus_ir_unsupported(r, i, "it takes a scope, or a pointer and a scope");
    if (!litmus_ir_operation_of(r, i, &operation))
        return false;
    if (!located) {
        litmus_ir_append(r, PROGRAM_EVENT)->operation = operation;
        return true;
    }
    struct litmus_ir_parts address = litmus_ir_parts_at(r, i, 1);
    if (address.variable)
        return litmus_ir_unsupported(r, i, "private memory is available and visible to its thread");
    litmus_ir_append_access(r, &operation,
                            (struct litmus_ir_piece){.address = address.items[0].operand, .base = address.base});
    return true;
}

/* A shell lets fragments that overlap go one by one: it orders nothing, the fences beside it do. */
static bool read_interlock(struct litmus_ir_reader *r, const struct ir_instruction *i, bool begin) {
    struct model_operation atomic;
    if (!r->grid || !r->grid->invocations[r->thread].function)
        return litmus_ir_unsupported(r, i, "an interlock where nothing is a fragment");
    if (!litmus_ir_operation_of(r, i, &atomic))
        return false;
    atomic.flags |= MODEL_ATOMIC | MODEL_STORE_AVAILABLE | MODEL_LOAD_VISIBLE;
    atomic.scope = atomic.available_scope = atomic.visible_scope = MMRA_SCOPE_AGENT;
    atomic.spaces = MODEL_GLOBAL;
    const uint64_t lock = LITMUS_INTERLOCK_ADDRESS + UINT64_C(4) * r->grid->invocations[r->thread].pixel;
    (begin ? litmus_build_take_lock : litmus_build_leave_lock)(litmus_ir_builder(r), &atomic, lock);
    return true;
}

/* LLVM keeps helper invocations out of image writes, and out of no other access to memory. */
static bool read_image_access(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_image_call image;
    if (!litmus_ir_read_image_call(r, i, &image))
        return false;
    bool writes = image.action != LITMUS_IR_IMAGE_LOAD && image.action != LITMUS_IR_IMAGE_SIZE;
    uint32_t skip = litmus_build_skip(litmus_ir_builder(r), writes ? r->helper : (struct litmus_part){{0}, 0});
    bool read = litmus_ir_read_image_access(r, i);
    litmus_build_skipped(litmus_ir_builder(r), skip);
    return read;
}

/* A call that ends a fragment, or makes a helper of it, comes with the condition on which it does not. */
static bool read_helper(struct litmus_ir_reader *r, const struct ir_instruction *i, enum litmus_ir_known_call call) {
    uint32_t stays = 1;
    if (call == LITMUS_IR_CALL_LIVE) {
        struct program_operand no = r->helper.width ? r->helper.operand : program_constant(0);
        litmus_ir_let_result(r, i, litmus_ir_new_parts(r, i->type, NULL));
        litmus_ir_compute(r, PROGRAM_XOR, 1, (uint32_t)litmus_ir_parts_of(r, i->result).items[0].operand.value, no,
                          program_constant(1));
        return true;
    }
    if (i->operand_count != 2 || !constant_argument(r, i, 1, &stays) || stays ||
        (call == LITMUS_IR_CALL_DEMOTE && !r->helper.width))
        return litmus_ir_unsupported(r, i, "an end of the invocation on a condition, or where nothing is a fragment");
    if (call == LITMUS_IR_CALL_KILL)
        litmus_ir_append(r, PROGRAM_END);
    else
        litmus_build_copy(litmus_ir_builder(r), r->helper, program_constant(1));
    return true;
}

static bool read_call(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    enum litmus_ir_known_call call = litmus_ir_classify_call(r, i);
    switch (call) {
    case LITMUS_IR_CALL_NOTHING:
        return true;
    case LITMUS_IR_CALL_COPY:
        litmus_ir_repack(r, litmus_ir_parts_of(r, i->result), litmus_ir_parts_at(r, i, 1));
        return true;
    case LITMUS_IR_CALL_AV_LOAD:
        if (i->operand_count != 3 || !i->result || !is_pointer(r, litmus_ir_operand(r, i, 1)))
            return litmus_ir_unsupported(r, i, "an av load takes a pointer and a scope");
        return read_access(r, i, litmus_ir_parts_of(r, i->result));
    case LITMUS_IR_CALL_AV_STORE:
        if (i->operand_count != 4 || !is_pointer(r, litmus_ir_operand(r, i, 1)))
            return litmus_ir_unsupported(r, i, "an av store takes a pointer, a value and a scope");
        return read_access(r, i, litmus_ir_parts_at(r, i, 2));
    case LITMUS_IR_CALL_MAKE:
        return read_making(r, i);
    case LITMUS_IR_CALL_INTERLOCK_BEGIN:
    case LITMUS_IR_CALL_INTERLOCK_END:
        return read_interlock(r, i, call == LITMUS_IR_CALL_INTERLOCK_BEGIN);
    case LITMUS_IR_CALL_EMIT_MESH_TASKS:
        if (!r->grid || !r->grid->invocations[r->thread].function)
            return litmus_ir_unsupported(r, i, "mesh tasks where nothing is a task");
        if (r->grid->invocations[r->thread].launch)
            litmus_ir_append_launch(r, i);
        return true;
    case LITMUS_IR_CALL_ABORT: /* what stands after it runs in no thread */
        litmus_ir_append(r, PROGRAM_ABORT);
        return true;
    case LITMUS_IR_CALL_KILL:
    case LITMUS_IR_CALL_DEMOTE:
    case LITMUS_IR_CALL_LIVE:
        return read_helper(r, i, call);
    case LITMUS_IR_CALL_TRACE_RAY:
    case LITMUS_IR_CALL_EXECUTE_CALLABLE:
    case LITMUS_IR_CALL_IGNORE_INTERSECTION:
    case LITMUS_IR_CALL_TERMINATE_RAY:
        return litmus_ir_read_ray(r, i, call);
    case LITMUS_IR_CALL_IMAGE:
        return read_image_access(r, i);
    case LITMUS_IR_CALL_UNKNOWN:
        return read_unknown(r, i);
    default:
        return read_barrier(r, i, call);
    }
}

static bool read_fence(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct model_operation operation;
    if (!litmus_ir_operation_of(r, i, &operation))
        return false;
    litmus_ir_append(r, PROGRAM_EVENT)->operation = operation;
    return true;
}

/* ---- control flow ---- */

static uint32_t block_of(const struct litmus_ir_reader *r, ir_value label) {
    return ir_value_get(r->module, label)->index;
}

struct phi_copy {
    struct litmus_ir_parts target, copy;
};

/* The copies that phis ask for on the way from one block to another, all at once, then the jump. */
static void take_edge(struct litmus_ir_reader *r, uint32_t from, uint32_t to) {
    const struct ir_block *block = &r->module->blocks[to];
    struct phi_copy *copies = NULL;
    uint32_t count = 0, capacity = 0;
    for (uint32_t k = 0; k < block->instruction_count; k++) {
        const struct ir_instruction *phi = &r->module->instructions[block->first_instruction + k];
        if (phi->opcode != IR_PHI)
            break;
        for (uint32_t operand = 0; operand + 1 < phi->operand_count; operand += 2) {
            if (block_of(r, litmus_ir_operand(r, phi, operand + 1)) != from)
                continue;
            struct phi_copy copy = {litmus_ir_parts_of(r, phi->result), litmus_ir_new_parts(r, phi->type, NULL)};
            litmus_ir_note_varying(r, copy.target);
            litmus_ir_repack(r, copy.copy, litmus_ir_parts_of(r, litmus_ir_operand(r, phi, operand)));
            *ARENA_PUSH(r->reader.arena, copies, count, capacity) = copy;
            break;
        }
    }
    for (uint32_t k = 0; k < count; k++)
        litmus_ir_repack(r, copies[k].target, copies[k].copy);
    litmus_build_jump(litmus_ir_builder(r), &r->frame->jumps, to);
}

/* Appends a branch. Its two ways follow it, each with the copies of its edge. */
static void branch_between(struct litmus_ir_reader *r, struct program_operand condition, uint32_t from, uint32_t yes,
                           uint32_t no) {
    uint32_t branch = litmus_ir_thread(r)->code_count;
    litmus_ir_append(r, PROGRAM_BRANCH)->a = condition;
    litmus_ir_thread(r)->code[branch].if_true = branch + 1;
    take_edge(r, from, yes);
    litmus_ir_thread(r)->code[branch].if_false = litmus_ir_thread(r)->code_count;
    if (no != MODEL_NONE)
        take_edge(r, from, no);
}

static bool read_switch(struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t from) {
    struct litmus_part value = litmus_ir_parts_at(r, i, 0).items[0];
    for (uint32_t k = 2; k + 1 < i->operand_count; k += 2) {
        uint32_t equal = litmus_ir_temporary(r);
        litmus_ir_compute(r, PROGRAM_COMPARE + IR_EQ, 1, equal, value.operand,
                          litmus_ir_parts_at(r, i, k).items[0].operand)
            ->from_width = value.width;
        branch_between(r, program_in_register(equal), from, block_of(r, litmus_ir_operand(r, i, k + 1)), MODEL_NONE);
    }
    take_edge(r, from, block_of(r, litmus_ir_operand(r, i, 1)));
    return true;
}

static bool read_return(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    if (!r->frame->depth) {
        litmus_ir_append(r, PROGRAM_END);
        return true;
    }
    if (i->operand_count)
        litmus_ir_repack(r, r->frame->result, litmus_ir_parts_at(r, i, 0));
    litmus_build_jump(litmus_ir_builder(r), &r->frame->jumps, MODEL_NONE);
    return true;
}

static bool read_instruction(struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t block) {
    if (!litmus_ir_check_instruction(r, i))
        return false;
    switch (i->opcode) {
    case IR_PHI:
        return true; /* on the edges */
    case IR_ALLOCA:
        return true; /* done before */
    case IR_LOAD:
        return read_access(r, i, litmus_ir_parts_of(r, i->result));
    case IR_STORE:
        return read_access(r, i, litmus_ir_parts_at(r, i, 0));
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        return read_access(r, i, (struct litmus_ir_parts){NULL, 0});
    case IR_FENCE:
        return read_fence(r, i);
    case IR_CALL:
        return read_call(r, i);
    case IR_BR:
        if (i->operand_count == 1)
            take_edge(r, block, block_of(r, litmus_ir_operand(r, i, 0)));
        else
            branch_between(r, litmus_ir_parts_at(r, i, 0).items[0].operand, block,
                           block_of(r, litmus_ir_operand(r, i, 1)), block_of(r, litmus_ir_operand(r, i, 2)));
        return true;
    case IR_SWITCH:
        return read_switch(r, i, block);
    case IR_RET:
        return read_return(r, i);
    case IR_UNREACHABLE:
        litmus_ir_append(r, PROGRAM_FAULT);
        return true;
    default:
        return litmus_ir_read_value_instruction(r, i);
    }
}

static bool read_block(struct litmus_ir_reader *r, uint32_t number) {
    const struct ir_block *block = &r->module->blocks[number];
    r->frame->block_starts[number] = litmus_ir_thread(r)->code_count;
    for (uint32_t k = 0; k < block->instruction_count; k++)
        if (!read_instruction(r, &r->module->instructions[block->first_instruction + k], number))
            return false;
    return true;
}

static bool read_allocas(struct litmus_ir_reader *r) {
    const struct ir_function_info *function = r->frame->function;
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = &r->module->blocks[function->first_block + b];
        for (uint32_t k = 0; k < block->instruction_count; k++) {
            const struct ir_instruction *i = &r->module->instructions[block->first_instruction + k];
            if (i->opcode == IR_ALLOCA && !litmus_ir_read_alloca(r, i))
                return false;
        }
    }
    return true;
}

bool litmus_ir_read_function(struct litmus_ir_reader *r, struct litmus_ir_frame *frame,
                             const struct ir_function_info *function, const struct litmus_ir_parts *arguments) {
    frame->function = function;
    frame->values = arena_allocate_array(r->reader.arena, r->module->value_count, sizeof *frame->values);
    frame->block_starts = arena_allocate_array(r->reader.arena, r->module->block_count, sizeof *frame->block_starts);
    for (uint32_t k = 0; arguments && k < function->parameter_count; k++)
        frame->values[function->parameters[k].value] = arguments[k];
    r->frame = frame;
    if (!litmus_ir_let_constants(r, function) || !read_allocas(r))
        return false;
    for (uint32_t b = 0; b < function->block_count; b++)
        if (!read_block(r, function->first_block + b))
            return false;
    litmus_build_landings(litmus_ir_builder(r), &frame->jumps, frame->block_starts);
    return true;
}
