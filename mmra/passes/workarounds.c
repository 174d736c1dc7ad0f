#include "mmra/passes/workarounds.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/history.h"
#include "mmra/passes/insertions.h"

/* ---- loads ---- */

/* The events that make a plain load through a pointer to this address space wrong, if they come before or after it. */
static uint8_t dangerous_events(uint32_t address_space) {
    switch (address_space) {
    case ADDRESS_SPACE_GLOBAL:
        return ACQUIRED_GLOBAL | RELEASES_GLOBAL;
    case ADDRESS_SPACE_LOCAL:
        return ACQUIRE_LOADED_LOCAL;
    case ADDRESS_SPACE_BUFFER:
        return ACQUIRE_LOADED_GLOBAL;
    case ADDRESS_SPACE_FLAT:
        return ACQUIRED_GLOBAL | ACQUIRE_LOADED_LOCAL | RELEASES_GLOBAL;
    default:
        return 0;
    }
}

/* The size in bytes of the loaded type; 0 for types that the lowering never loads with a plain load. */
static uint32_t loaded_bytes(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    if (info->kind == IR_TYPE_POINTER)
        return info->width == ADDRESS_SPACE_LOCAL || info->width == ADDRESS_SPACE_PRIVATE ? 4 : 8;
    if (info->kind == IR_TYPE_VECTOR)
        return info->count > 32 ? 0 : (uint32_t)info->count * loaded_bytes(module, info->element);
    uint32_t bits = ir_number_bits(info);
    return bits % 8 ? 0 : bits / 8;
}

static void make_atomic(struct ir_module *module, struct ir_instruction *load) {
    load->ordering = IR_MONOTONIC;
    load->scope = MMRA_SCOPE_SINGLETHREAD;
    insertions_explain(module, load,
                       "atomic: LLVM may take a plain load from the scalar cache, which no acquire "
                       "invalidates and no release waits for, or merge it with one before an acquire");
}

static ir_value defined_by(struct ir_module *module, struct ir_instruction *instruction) {
    instruction->result = ir_new_value(module, instruction->type, 0, 0);
    return instruction->result;
}

/* Puts an instruction with one or two operands before `at`, and gives its result. */
static ir_value put(struct ir_module *module, struct insertions *insertions, uint32_t at, enum ir_opcode opcode,
                    ir_type type, ir_value a, ir_value b) {
    uint32_t operands[2] = {a, b};
    struct ir_instruction instruction = insertions_instruction(module, opcode, type, operands, b ? 2 : 1);
    if (opcode == IR_GETELEMENTPTR)
        instruction.accessed = ir_type_integer(module, 8);
    ir_value result = defined_by(module, &instruction);
    insertions_add(module, insertions, at, &instruction);
    return result;
}

/* The widest atomic load at `offset` that is naturally aligned: mapping.md 3. */
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

/* Loads the pieces and joins them in one integer, the lowest address in the lowest bits. The load itself becomes the
 * cast of that integer to its type. */
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

static void insert_workaround(struct ir_module *module, struct insertions *insertions, uint32_t at) {
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

/* ---- images ---- */

/* Whether the call reads texels that others may write. LLVM takes it for a read of memory other than Workgroup
 * variables, so it moves the read across an atomic on such a variable, even one that acquires. */
static bool is_shared_texel_read(const struct ir_module *module, const struct ir_instruction *call) {
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(module, call);
    return intrinsic &&
           (intrinsic->family == IR_FAMILY_TEXEL_LOAD || intrinsic->family == IR_FAMILY_TEXEL_READ ||
            intrinsic->family == IR_FAMILY_RESOURCE_LOAD) &&
           ir_is_shared(module, call);
}

static bool reads_shared_texels(const struct ir_module *module) {
    uint32_t count = module->instruction_count;
    for (uint32_t i = 0; (i = flow_next(module, i, count, IR_CALL)) < count; i++) {
        mmra_work(module->watch, 1);
        if (is_shared_texel_read(module, &module->instructions[i]))
            return true;
    }
    return false;
}

/* Inserts a singlethread fence at `at`, with the tag of shared accesses if the atomic has it. */
static void put_fence(struct ir_module *module, struct insertions *insertions, uint32_t at,
                      const struct ir_instruction *atomic) {
    struct ir_instruction like = *atomic;
    like.mmra = mmra_facts(&module->tags, atomic->mmra) & MMRA_NONPRIVATE
                    ? mmra_set_of_known(&module->tags, MMRA_NONPRIVATE)
                    : 0;
    insertions_add_fence(module, insertions, at, &like, MMRA_SCOPE_SINGLETHREAD, IR_ACQ_REL);
    if (ir_comment_of(module, atomic))
        ir_set_comment(module, &insertions->items[insertions->count - 1].instruction,
                       ir_text_of(module, "keeps LLVM from moving image reads across the atomic; no instruction"));
}

static void guard_atomic(struct ir_module *module, struct insertions *insertions, uint32_t at) {
    struct ir_instruction atomic = module->instructions[at];
    uint8_t event = atomic.opcode == IR_FENCE ? 0 : history_event(module, &atomic);
    if (event & RELEASES_GLOBAL)
        put_fence(module, insertions, at, &atomic);
    if (event & ACQUIRED_GLOBAL)
        put_fence(module, insertions, at + 1, &atomic);
}

/* ---- the module ---- */

static bool is_endangered(const struct ir_module *module, const struct ir_instruction *instruction, uint8_t around) {
    return ir_is_plain(instruction) && !(instruction->annotations & IR_INVARIANT_LOAD) &&
           around & dangerous_events(ir_space_of_access(module, instruction)) && ir_is_shared(module, instruction);
}

void workarounds_apply(struct ir_module *module) {
    const uint8_t *around = history_around(module);
    if (!around)
        return;
    bool texels = reads_shared_texels(module);
    struct insertions insertions = {0};
    for (uint32_t i = 0, count = module->instruction_count; i < count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (instruction->opcode == IR_LOAD && around[i] && is_endangered(module, instruction, around[i]))
            insert_workaround(module, &insertions, i);
        else if (texels)
            guard_atomic(module, &insertions, i);
    }
    insertions_apply(module, &insertions);
}
