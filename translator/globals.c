/* Module-scope variables that are IR globals: Workgroup variables, in local memory (memory-mapping.md sections 2 and 10: the
 * backend takes poison initializers only). */
#include "translator/lowering.h"

/* Of any AMDGPU processor, which is gfx1250: more is an error of the backend's. */
enum { MOST_LOCAL_BYTES = 320 * 1024 };

static void require_local_memory(struct lowering *l, const struct spirv_instruction *in, uint64_t bytes) {
    if (l->target->kernel_convention && bytes > MOST_LOCAL_BYTES)
        FAIL_UNSUPPORTED(l, in, "it needs %llu bytes of Workgroup memory, and no processor has more than %u",
                         (unsigned long long)bytes, MOST_LOCAL_BYTES);
}

void lower_globals(struct lowering *l) {
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        l->current = in;
        mmra_work(&l->watch, 1);
        if (in.operands[0] != SpvStorageClassWorkgroup)
            continue;
        const struct spirv_constant *initializer = in.operand_count > 1 ? spirv_constant_of_id(l->spirv, in.operands[1]) : NULL;
        if (in.operand_count > 1 && (!initializer || initializer->kind != SPIRV_CONSTANT_NULL))
            FAIL_INVALID(l, &in, "the initializer of Workgroup memory must be OpConstantNull");
        const struct spirv_type *pointer = type_of(l, in.type);
        const struct layout *layout = layout_of(l, pointer->element);
        require_local_memory(l, &in, layout->size);
        ir_type type = lower_memory_type(l, pointer->element);
        ir_string name;
        uint32_t number;
        choose_name(l, in.result, NAME_GLOBAL, &name, &number);
        ir_value global = ir_new_global(l->ir, name, number, type, ADDRESS_SPACE_LOCAL, ir_poison(l->ir, type));
        struct ir_global *info = &l->ir->globals[l->ir->global_count - 1];
        uint32_t alignment = layout->is_explicit && layout->alignment < 16 ? 16 : layout->alignment;
        info->internal = true;
        info->alignment_log2 = 0;
        while (1u << info->alignment_log2 < alignment)
            info->alignment_log2++;
        l->ids[spirv_index(l->spirv, in.result)].value = global;
        set_pointer(l, in.result, &(struct pointer){.alignment = alignment});
    }
}
