/* Task and mesh shaders (SPV_EXT_mesh_shader). What a task's workgroup writes to the payload is available to the device
 * before its mesh workgroups are launched, and visible to them from where they begin. */
#include "translator/lower/stages/mesh.h"

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/stages/endings.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/values.h"

/* The payload is global memory. */
static void order_payload(struct lowering *l, uint32_t semantics) {
    struct spirv_memory_view view = {.kind = SPIRV_MEMORY_BARRIER,
                                     .opcode = SpvOpMemoryBarrier,
                                     .scope = SpvScopeDevice,
                                     .semantics = semantics | SpvMemorySemanticsUniformMemoryMask};
    emit_barrier(l, &view);
}

static bool has_payload(struct lowering *l, const struct lowered_function *needs) {
    for (uint32_t i = 0; i < needs->item_count; i++)
        if (l->environment[needs->items[i]].kind == ENVIRONMENT_TASK_PAYLOAD)
            return true;
    return false;
}

void mesh_begin(struct lowering *l, const struct lowered_function *needs) {
    if (l->kernel.stage->stage == SMMRA_STAGE_MESH && has_payload(l, needs))
        order_payload(l, SpvMemorySemanticsAcquireMask | SpvMemorySemanticsMakeVisibleMask);
}

static void require_integers(struct lowering *l, const struct spirv_instruction *in, ir_value *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        values[i] = lower_value(l, in->operands[i]);
        if (ir_type_of(l->ir, values[i]) != ir_type_integer(l->ir, 32))
            FAIL_INVALID(l, in, "operand %%%u is no integer of 32 bits", in->operands[i]);
    }
}

static void require_stage(struct lowering *l, const struct spirv_instruction *in, smmra_stage stage) {
    if (l->body.interface && l->body.interface->stage->stage != stage)
        FAIL_INVALID(l, in, "only %s shaders have it", stage == SMMRA_STAGE_TASK ? "task" : "mesh");
}

void lower_op_emit_mesh_tasks(struct lowering *l, const struct spirv_instruction *in) {
    ir_value groups[3];
    require_stage(l, in, SMMRA_STAGE_TASK);
    require_integers(l, in, groups, 3);
    if (has_payload(l, &l->functions[l->body.function - l->spirv->functions]))
        order_payload(l, SpvMemorySemanticsReleaseMask | SpvMemorySemanticsMakeAvailableMask);
    emit_shell_call(l, IR_NAME_EMIT_MESH_TASKS, 0, groups, 3);
    endings_end(l);
}

void lower_op_set_mesh_outputs(struct lowering *l, const struct spirv_instruction *in) {
    ir_value counts[2];
    require_stage(l, in, SMMRA_STAGE_MESH);
    require_integers(l, in, counts, 2);
    emit_shell_call(l, IR_NAME_SET_MESH_OUTPUTS, 0, counts, 2);
}
