#include "translator/workarounds.h"

#include "translator/flow.h"
#include "translator/insertions.h"
#include "translator/profile.h"

/* What may have happened before a point of the program. */
enum past {
    ACQUIRED_GLOBAL = 1 << 0,       /* an acquire that covers global memory */
    ACQUIRE_LOADED_GLOBAL = 1 << 1, /* an acquire load that does */
    ACQUIRE_LOADED_LOCAL = 1 << 2,  /* an acquire load that covers local memory */
    ANYTHING = ACQUIRED_GLOBAL | ACQUIRE_LOADED_GLOBAL | ACQUIRE_LOADED_LOCAL
};

static bool has_tag(const struct ir_module *module, mmra_set set, const char *prefix, const char *suffix) {
    struct mmra_set_info members = mmra_set_members(&module->tags, set);
    struct mmra_string wanted_prefix = mmra_string_of(prefix), wanted = mmra_string_of(suffix);
    for (uint32_t i = 0; i < members.count; i++) {
        if (mmra_string_equal(members.tags[i].prefix, wanted_prefix) &&
            mmra_string_equal(members.tags[i].suffix, wanted))
            return true;
    }
    return false;
}

/* Without a tag of either value, all memory is ordered. */
static bool covers(const struct ir_module *module, mmra_set set, const char *memory) {
    static const char prefix[] = "amdgpu-synchronize-as";
    return has_tag(module, set, prefix, memory) ||
           (!has_tag(module, set, prefix, "global") && !has_tag(module, set, prefix, "local"));
}

static uint8_t past_of(const struct ir_module *module, const struct ir_instruction *instruction) {
    bool acquires = ir_ordering_acquires((enum ir_ordering)instruction->ordering) ||
                    (instruction->opcode == IR_CMPXCHG &&
                     ir_ordering_acquires((enum ir_ordering)instruction->failure_ordering));
    if (!acquires)
        return 0;
    uint8_t past = covers(module, instruction->mmra, "global") ? ACQUIRED_GLOBAL : 0;
    if (instruction->opcode == IR_LOAD) {
        past |= past ? ACQUIRE_LOADED_GLOBAL : 0;
        past |= covers(module, instruction->mmra, "local") ? ACQUIRE_LOADED_LOCAL : 0;
    }
    return past;
}

/* ---- what may precede what ---- */

struct history {
    struct ir_module *module;
    struct flow_edges successors;
    uint8_t *within; /* by function: what happens in it and in what it calls */
    uint8_t *before; /* by function: what may precede the calls of it */
    uint8_t *start;  /* by block: what may precede it */
    uint8_t *inside; /* by block: what happens in it */
    uint32_t *work;
};

/* What the instruction adds to the past of those after it. */
static uint8_t added_by(const struct history *h, const struct ir_instruction *instruction) {
    ir_function callee = flow_callee(h->module, instruction);
    return callee ? h->within[callee] : past_of(h->module, instruction);
}

static void sum_up(struct history *h, ir_function function) {
    const struct ir_function_info *info = &h->module->functions[function];
    uint8_t within = 0;
    for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++) {
        const struct ir_block *b = &h->module->blocks[block];
        for (uint32_t i = 0; i < b->instruction_count; i++) {
            mmra_work_at(h->module->watch, b->first_instruction + i);
            h->inside[block] |= added_by(h, &h->module->instructions[b->first_instruction + i]);
        }
        within |= h->inside[block];
    }
    h->within[function] = within;
}

/* Carries the past of each block on to its successors, until nothing grows. */
static void carry_on(struct history *h, ir_function function) {
    const struct ir_function_info *info = &h->module->functions[function];
    uint32_t waiting = 0;
    h->start[info->first_block] = h->before[function];
    for (uint32_t i = info->block_count; i-- > 0;)
        h->work[waiting++] = info->first_block + i;
    while (waiting) {
        uint32_t block = h->work[--waiting];
        mmra_work(h->module->watch, 1);
        uint8_t end = h->start[block] | h->inside[block];
        for (uint32_t i = h->successors.first[block]; i < h->successors.first[block + 1]; i++) {
            uint32_t next = h->successors.edges[i];
            if ((h->start[next] | end) == h->start[next])
                continue;
            h->start[next] |= end;
            h->work[waiting++] = next;
        }
    }
}

static void tell_callees(struct history *h, ir_function function) {
    const struct ir_function_info *info = &h->module->functions[function];
    for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++) {
        const struct ir_block *b = &h->module->blocks[block];
        uint8_t past = h->start[block];
        for (uint32_t i = 0; i < b->instruction_count; i++) {
            const struct ir_instruction *instruction = &h->module->instructions[b->first_instruction + i];
            mmra_work_at(h->module->watch, b->first_instruction + i);
            ir_function callee = flow_callee(h->module, instruction);
            if (callee)
                h->before[callee] |= past;
            past |= added_by(h, instruction);
        }
    }
}

static void *by(struct ir_module *module, size_t count, size_t size) {
    return arena_allocate_array(module->arena, count + 1, size);
}

static struct history history_of(struct ir_module *module) {
    struct history h = {.module = module, .successors = flow_successors(module)};
    struct flow_order order = flow_call_order(module);
    h.within = by(module, module->function_count, 1);
    h.before = by(module, module->function_count, 1);
    h.start = by(module, module->block_count, 1);
    h.inside = by(module, module->block_count, 1);
    /* A block waits once at first, and then once for each bit that an edge brings it. */
    h.work = by(module, module->block_count + 3 * (size_t)h.successors.first[module->block_count],
                sizeof(uint32_t));
    for (uint32_t i = 0; i < order.count; i++) { /* until it is known: a recursive call may do anything */
        h.within[order.functions[i]] = ANYTHING;
        h.before[order.functions[i]] = order.recursive[order.functions[i]] ? ANYTHING : 0;
    }
    for (uint32_t i = 0; i < order.count; i++)
        sum_up(&h, order.functions[i]);
    for (uint32_t i = order.count; i-- > 0;) { /* callers first */
        carry_on(&h, order.functions[i]);
        tell_callees(&h, order.functions[i]);
    }
    return h;
}

/* ---- loads ---- */

static const struct ir_type_info *pointer_type(const struct ir_module *module,
                                               const struct ir_instruction *load) {
    return ir_type_get(module, ir_type_of(module, module->operands[load->operands]));
}

static bool is_plain_shared_load(const struct ir_module *module, const struct ir_instruction *load) {
    if (load->opcode != IR_LOAD || load->ordering != IR_NOT_ATOMIC || load->flags & IR_VOLATILE ||
        load->annotations & IR_INVARIANT_LOAD)
        return false;
    return has_tag(module, load->mmra, "vulkan", "nonprivate") ||
           !has_tag(module, load->mmra, "vulkan", "private");
}

/* The past that makes a plain load through such a pointer wrong. */
static uint8_t dangerous_past(uint32_t address_space) {
    switch (address_space) {
    case ADDRESS_SPACE_GLOBAL:
        return ACQUIRED_GLOBAL;
    case ADDRESS_SPACE_LOCAL:
        return ACQUIRE_LOADED_LOCAL;
    case ADDRESS_SPACE_BUFFER:
        return ACQUIRE_LOADED_GLOBAL;
    case ADDRESS_SPACE_FLAT:
        return ACQUIRED_GLOBAL | ACQUIRE_LOADED_LOCAL;
    default:
        return 0;
    }
}

/* Bytes of what the load loads; 0 for what no lowering loads plainly. */
static uint32_t loaded_bytes(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return info->width % 8 ? 0 : info->width / 8;
    case IR_TYPE_HALF:
    case IR_TYPE_BFLOAT:
        return 2;
    case IR_TYPE_FLOAT:
        return 4;
    case IR_TYPE_DOUBLE:
        return 8;
    case IR_TYPE_POINTER:
        return info->width == ADDRESS_SPACE_LOCAL || info->width == ADDRESS_SPACE_PRIVATE ? 4 : 8;
    case IR_TYPE_VECTOR:
        return info->count > 32 ? 0 : (uint32_t)info->count * loaded_bytes(module, info->element);
    default:
        return 0;
    }
}

static void make_atomic(struct ir_module *module, struct ir_instruction *load) {
    load->ordering = IR_MONOTONIC;
    load->scope = MMRA_SCOPE_SINGLETHREAD;
    ir_set_comment(module, load,
                   insertions_explain(module, ir_comment_of(module, load),
                                      "atomic for its own thread alone: after an acquire LLVM may take a plain load "
                                      "from the scalar cache, or merge it with one before the acquire"));
}

static ir_value defined_by(struct ir_module *module, struct ir_instruction *instruction) {
    instruction->result = ir_new_value(module, instruction->type, 0, 0);
    return instruction->result;
}

/* Puts an instruction with one or two operands before `at`, and gives its result. */
static ir_value put(struct ir_module *module, struct insertions *insertions, uint32_t at,
                    enum ir_opcode opcode, ir_type type, ir_value a, ir_value b) {
    uint32_t operands[2] = {a, b};
    struct ir_instruction instruction = insertions_instruction(module, opcode, type, operands, b ? 2 : 1);
    if (opcode == IR_GETELEMENTPTR)
        instruction.accessed = ir_type_integer(module, 8);
    ir_value result = defined_by(module, &instruction);
    insertions_add(module, insertions, at, &instruction);
    return result;
}

/* The widest atomic load at `offset` that is naturally aligned: memory-mapping.md section 3. */
static uint32_t piece_width(uint32_t alignment, uint32_t offset, uint32_t bytes) {
    uint32_t width = 8;
    while (width > bytes - offset || width > alignment || offset % width)
        width /= 2;
    return width;
}

static ir_value put_piece(struct ir_module *module, struct insertions *insertions, uint32_t at,
                          const struct ir_instruction *load, uint32_t offset, uint32_t width) {
    uint32_t address = module->operands[load->operands];
    if (offset)
        address = put(module, insertions, at, IR_GETELEMENTPTR, ir_type_of(module, address), address,
                      ir_integer(module, ir_type_integer(module, 64), offset));
    struct ir_instruction piece =
        insertions_instruction(module, IR_LOAD, ir_type_integer(module, 8 * width), &address, 1);
    piece.mmra = load->mmra;
    piece.annotations = load->annotations;
    piece.source = load->source;
    ir_set_comment(module, &piece, offset ? 0 : ir_comment_of(module, load));
    for (piece.alignment_log2 = 0; 1u << piece.alignment_log2 < width;)
        piece.alignment_log2++;
    make_atomic(module, &piece);
    ir_value result = defined_by(module, &piece);
    insertions_add(module, insertions, at, &piece);
    return result;
}

/* Pieces meet in one integer, the lowest address lowest, which the load's own instruction turns into its
 * type. */
static void split(struct ir_module *module, struct insertions *insertions, uint32_t at, uint32_t bytes,
                  uint32_t alignment) {
    struct ir_instruction load = module->instructions[at];
    ir_type whole = ir_type_integer(module, 8 * bytes);
    ir_value joined = 0;
    for (uint32_t offset = 0; offset < bytes;) {
        uint32_t width = piece_width(alignment, offset, bytes);
        ir_value piece = put_piece(module, insertions, at, &load, offset, width);
        if (width < bytes)
            piece = put(module, insertions, at, IR_ZEXT, whole, piece, 0);
        if (offset)
            piece = put(module, insertions, at, IR_SHL, whole, piece, ir_integer(module, whole, 8 * offset));
        joined = joined ? put(module, insertions, at, IR_OR, whole, joined, piece) : piece;
        offset += width;
    }
    bool pointer = ir_type_get(module, load.type)->kind == IR_TYPE_POINTER;
    struct ir_instruction turned =
        insertions_instruction(module, pointer ? IR_INTTOPTR : IR_BITCAST, load.type, &joined, 1);
    turned.result = load.result;
    turned.source = load.source;
    module->instructions[at] = turned;
}

static void mend(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction *load = &module->instructions[at];
    uint32_t bytes = loaded_bytes(module, load->type);
    uint32_t alignment = load->alignment_log2 < 16 ? 1u << load->alignment_log2 : 1;
    if (!bytes)
        return;
    bool vector = ir_type_get(module, load->type)->kind == IR_TYPE_VECTOR;
    if (!vector && bytes <= 8 && (bytes & (bytes - 1)) == 0 && alignment >= bytes)
        make_atomic(module, load);
    else
        split(module, insertions, at, bytes, alignment);
}

static bool has_acquire(const struct ir_module *module) {
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        mmra_work_at(module->watch, i);
        if (past_of(module, &module->instructions[i]))
            return true;
    }
    return false;
}

void workarounds_apply(struct ir_module *module) {
    if (!has_acquire(module))
        return;
    struct history h = history_of(module);
    struct insertions insertions = {0};
    for (uint32_t block = 0; block < module->block_count; block++) {
        const struct ir_block *b = &module->blocks[block];
        uint8_t past = h.start[block];
        for (uint32_t i = b->first_instruction; i < b->first_instruction + b->instruction_count; i++) {
            const struct ir_instruction *instruction = &module->instructions[i];
            mmra_work_at(module->watch, i);
            past |= added_by(&h, instruction);
            if (past && is_plain_shared_load(module, instruction) &&
                past & dangerous_past(pointer_type(module, instruction)->width))
                mend(module, &insertions, i);
        }
    }
    insertions_apply(module, &insertions);
}
