/* Invocations that end in a function that the entry point calls: OpEmitMeshTasksEXT, OpIgnoreIntersectionKHR,
 * OpTerminateRayKHR. Such a function returns one value more, an i1: whether the invocation has ended. Its caller looks
 * at it and returns in turn. (LLVM itself ends a fragment's invocation, fragments.c.) */
#include "translator/lower/stages/endings.h"

#include "translator/lower/stages/interface.h"
#include "translator/lower/stages/stages.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- which functions end it ---- */

static bool may_end(struct lowering *l, const struct spirv_instruction *in) {
    (void)l;
    return in->opcode == SpvOpEmitMeshTasksEXT || in->opcode == SpvOpIgnoreIntersectionKHR ||
           in->opcode == SpvOpTerminateRayKHR || in->opcode == SpvOpIgnoreIntersectionNV ||
           in->opcode == SpvOpTerminateRayNV;
}

static bool stage_ends(const struct stage *stage) {
    return stage->has_rays || stage->stage == SMMRA_STAGE_TASK;
}

void endings_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots, uint32_t root_count) {
    bool wanted = false;
    for (uint32_t i = 0; i < root_count; i++)
        wanted |= stage_ends(stage_of_model(entries[i].point->execution_model));
    if (!wanted)
        return;
    l->ends = functions_with(l, may_end);
    for (uint32_t i = 0; i < root_count; i++)
        if (l->ends[roots[i]] && !stage_ends(stage_of_model(entries[i].point->execution_model)))
            FAIL_INVALID(l, NULL, "entry point %%%u ends as only ray tracing and task shaders do",
                         entries[i].point->function);
}

/* ---- what it becomes ---- */

static bool function_ends(const struct lowering *l, const struct spirv_function *function) {
    return l->ends && l->ends[function - l->spirv->functions];
}

ir_type endings_result(struct lowering *l, const struct spirv_function *function, ir_type result) {
    ir_type ended = ir_type_integer(l->ir, 1);
    if (!function_ends(l, function))
        return result;
    return result ? ir_type_struct(l->ir, (ir_type[]){result, ended}, 2) : ended;
}

static void return_with(struct lowering *l, ir_value value, bool has_ended) {
    ir_value ended = ir_integer(l->ir, ir_type_integer(l->ir, 1), has_ended);
    if (!value) {
        emit1(l, IR_RET, 0, ended);
        return;
    }
    ir_type both = endings_result(l, l->body.function, ir_type_of(l->ir, value));
    emit1(l, IR_RET, 0, emit_insert_value(l, emit_insert_value(l, ir_poison(l->ir, both), value, 0), ended, 1));
}

void endings_return(struct lowering *l, ir_value value) {
    if (function_ends(l, l->body.function))
        return_with(l, value, false);
    else
        emit_instruction(l, IR_RET, 0, &value, value ? 1 : 0);
}

/* Nobody reads the values of an invocation that has ended. */
static void interface_return_nothing(struct lowering *l, const struct interface *interface) {
    if (interface->result)
        emit1(l, IR_RET, 0, ir_poison(l->ir, interface->result));
    else
        emit_instruction(l, IR_RET, 0, NULL, 0);
}

/* A caller goes on in the other lanes, and a zero keeps LLVM from drawing conclusions. */
void endings_end(struct lowering *l) {
    if (l->body.interface) {
        interface_return_nothing(l, l->body.interface);
        return;
    }
    ir_type type = lower_type(l, type_of(l, l->body.function->type)->element);
    ir_value zero = type ? ir_zero(l->ir, type) : 0;
    if (function_ends(l, l->body.function))
        return_with(l, zero, true);
    else
        emit_instruction(l, IR_RET, 0, &zero, type ? 1 : 0);
}

ir_value endings_after_call(struct lowering *l, const struct spirv_function *callee, ir_value returned) {
    if (!function_ends(l, callee))
        return returned;
    bool alone = type_of(l, type_of(l, callee->type)->element)->opcode == SpvOpTypeVoid;
    ir_value ended = alone ? returned : emit_extract_value(l, returned, 1);
    ir_value end = emit_new_block(l), on = emit_new_block(l);
    emit_conditional_branch(l, ended, end, on);
    emit_open_block(l, end);
    endings_end(l);
    emit_open_block(l, on);
    return alone ? 0 : emit_extract_value(l, returned, 0);
}
