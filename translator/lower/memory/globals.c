/* Module-scope variables that are IR globals: Workgroup variables, in local memory (mapping.md 2 and 10: the
 * backend takes poison initializers only). Blocks that begin at one place (spirv_is_common_block) are one global of
 * bytes, as large as the largest. On the host all lie in memory that the kernel's caller gives. */
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/names.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* The largest of all AMDGPU processors, which gfx1250 has; the backend rejects more. */
enum { MAX_LOCAL_BYTES = 320 * 1024 };

static void require_local_memory(struct lowering *l, const struct spirv_instruction *in, uint64_t bytes) {
    if (l->target->kernel_convention && bytes > MAX_LOCAL_BYTES)
        FAIL_UNSUPPORTED(l, in, "it needs %llu bytes of Workgroup memory, and no processor has more than %u",
                         (unsigned long long)bytes, MAX_LOCAL_BYTES);
}

enum { OPERANDS_AT_A_TIME = 32 };

/* Whether one of these operands may be a global: whether it is between the first global and the last. */
static bool has_global(const struct ir_module *ir, const uint32_t *operands) {
    ir_value first = ir->globals[0].value, beyond = ir->globals[ir->global_count - 1].value - first;
    uint32_t found = 0;
    for (uint32_t i = 0; i < OPERANDS_AT_A_TIME; i++)
        found |= operands[i] - first <= beyond;
    return found;
}

/* Keeps the globals among these operands, from operand `from` on, and gives how many were not kept before. */
static uint32_t keep_those_in(struct ir_module *ir, uint32_t from) {
    ir_value first = ir->globals[0].value, last = ir->globals[ir->global_count - 1].value;
    uint32_t kept = 0;
    for (uint32_t i = from; i < ir->operand_count && i - from < OPERANDS_AT_A_TIME; i++) {
        ir_value operand = ir->operands[i]; /* or an index in an aggregate: keeping one too many changes nothing */
        if (operand < first || operand > last || ir_value_get(ir, operand)->kind != IR_VALUE_GLOBAL)
            continue;
        struct ir_global *global = &ir->globals[ir_value_get(ir, operand)->index];
        if (global->constant)
            continue;
        kept += !global->kept;
        global->kept = true;
    }
    return kept;
}

/* LLVM assumes that a module makes all accesses to its internal globals. So if only one value is ever stored to a flag,
 * GlobalOpt removes its release stores and acquire loads, and with them the order that they establish. It does not
 * touch globals that @llvm.compiler.used names; naming them costs no instruction and no local memory. */
void globals_keep(struct lowering *l) {
    struct ir_module *ir = l->ir;
    if (!ir->global_count)
        return;
    uint32_t left = ir->global_count;
    for (uint32_t i = 0; i < ir->operand_count && left; i += OPERANDS_AT_A_TIME) {
        mmra_work_at(&l->watch, i);
        if (ir->operand_count - i < OPERANDS_AT_A_TIME || has_global(ir, ir->operands + i))
            left -= keep_those_in(ir, i);
    }
}

static void align_global(struct ir_global *global, uint32_t alignment) {
    while (1u << global->alignment_log2 < alignment)
        global->alignment_log2++;
}

static ir_value add_global(struct lowering *l, spirv_id named, ir_type type, uint32_t alignment) {
    ir_string name;
    uint32_t number;
    name_choose(l, named, NAME_GLOBAL, &name, &number);
    ir_value global = ir_new_global(l->ir, name, number, type, ADDRESS_SPACE_LOCAL, ir_poison(l->ir, type));
    struct ir_global *info = &l->ir->globals[l->ir->global_count - 1];
    info->internal = true;
    info->alignment_log2 = 0;
    align_global(info, alignment);
    return global;
}

static void require_null_initializer(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_constant *initializer =
        in->operand_count > 1 ? spirv_constant_of_id(l->spirv, in->operands[1]) : NULL;
    if (in->operand_count > 1 && (!initializer || initializer->kind != SPIRV_CONSTANT_NULL))
        FAIL_INVALID(l, in, "the initializer of Workgroup memory must be OpConstantNull");
}

/* Widens the one global of all Workgroup blocks, which is named after the first of them. */
static ir_value lower_block(struct lowering *l, const struct spirv_instruction *in, const struct spirv_layout *layout,
                            uint32_t alignment) {
    struct ir_module *ir = l->ir;
    ir_type byte = ir_type_integer(ir, 8);
    if (!l->workgroup_blocks)
        l->workgroup_blocks = add_global(l, in->result, ir_type_array(ir, byte, 0), alignment);
    struct ir_global *global = &ir->globals[ir_value_get(ir, l->workgroup_blocks)->index];
    align_global(global, alignment);
    if (layout->size > ir_type_get(ir, global->type)->count) {
        global->type = ir_type_array(ir, byte, layout->size);
        global->initializer = ir_poison(ir, global->type);
    }
    return l->workgroup_blocks;
}

/* On the host the memory of all is aligned to that many bytes, and has at most so many. */
enum { GIVEN_ALIGNMENT = 16, MAX_GIVEN_BYTES = 1 << 30 };

uint64_t workgroup_place(struct lowering *l, const struct spirv_instruction *in) {
    uint64_t alignment = pointer_of(l, in->result)->alignment;
    uint64_t size = layout_of(l, type_of_operand(l, in->result)->element)->size;
    bool begins = spirv_is_common_block(l->spirv, in);
    uint64_t place = begins ? 0 : (l->workgroup_bytes + alignment - 1) / alignment * alignment;
    if (size > MAX_GIVEN_BYTES || place + size > MAX_GIVEN_BYTES)
        FAIL_UNSUPPORTED(l, in, "it needs %llu bytes of Workgroup memory besides %llu, and the host has at most %u",
                         (unsigned long long)size, (unsigned long long)place, (unsigned)MAX_GIVEN_BYTES);
    if (place + size > l->workgroup_bytes)
        l->workgroup_bytes = place + size;
    return place;
}

void lower_globals(struct lowering *l) {
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        l->current = in;
        mmra_work(&l->watch, 1);
        if (in.operands[0] != SpvStorageClassWorkgroup)
            continue;
        require_null_initializer(l, &in);
        const struct spirv_type *pointer = type_of_operand(l, in.result);
        const struct spirv_layout *layout = layout_of(l, pointer->element);
        require_local_memory(l, &in, layout->size);
        uint32_t alignment = variable_alignment(l, pointer->element);
        if (!l->target->workgroup_globals)
            alignment = alignment < GIVEN_ALIGNMENT ? alignment : GIVEN_ALIGNMENT;
        else if (spirv_is_common_block(l->spirv, &in))
            l->ids[spirv_index(l->spirv, in.result)].value = lower_block(l, &in, layout, alignment);
        else
            l->ids[spirv_index(l->spirv, in.result)].value =
                add_global(l, in.result, lower_memory_type(l, pointer->element), alignment);
        pointer_set(l, in.result, &(struct pointer){.alignment = alignment});
    }
}
