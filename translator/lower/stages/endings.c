/* Invocations that end in a function that the entry point calls: OpEmitMeshTasksEXT, OpIgnoreIntersectionKHR,
 * OpTerminateRayKHR, OpAbortKHR. Such a function returns one value more, an i1: whether the invocation has ended. Its
 * caller looks at it and returns in turn. (LLVM itself ends a fragment's invocation, fragments.c.) */
#include "translator/lower/stages/endings.h"

#include "spirv/later.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/stages/stages.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- which functions end it ---- */

static bool ends_its_stage(struct lowering *l, const struct spirv_instruction *in) {
    (void)l;
    return in->opcode == SpvOpEmitMeshTasksEXT || in->opcode == SpvOpIgnoreIntersectionKHR ||
           in->opcode == SpvOpTerminateRayKHR || in->opcode == SpvOpIgnoreIntersectionNV ||
           in->opcode == SpvOpTerminateRayNV;
}

static bool may_end(struct lowering *l, const struct spirv_instruction *in) {
    return ends_its_stage(l, in) || in->opcode == SPIRV_ABORT;
}

static bool stage_ends(const struct stage *stage) {
    return stage->has_rays || stage->stage == SMMRA_STAGE_TASK;
}

static void mark_called(struct lowering *l, bool *reached) {
    for (uint32_t i = l->order_count; i-- > 0;) {
        const struct spirv_function *function = &l->spirv->functions[l->order[i]];
        for (uint32_t word = function->word; reached[l->order[i]] && word < function->end_word;) {
            struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
            spirv_id callee = spirv_callee(&in);
            mmra_work_at(&l->watch, word);
            if (callee)
                reached[spirv_function_of_id(l->spirv, callee) - l->spirv->functions] = true;
            word += in.length;
        }
    }
}

/* A fragment that ends is killed, so that it has no outputs. No other stage can be. */
static void find_killed(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots,
                        uint32_t root_count) {
    bool *other = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *other);
    l->killed = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *l->killed);
    for (uint32_t i = 0; i < root_count; i++)
        (stage_of_model(entries[i].point->execution_model)->has_quads ? l->killed : other)[roots[i]] = true;
    mark_called(l, l->killed);
    mark_called(l, other);
    for (uint32_t i = 0; i < l->spirv->function_count; i++)
        if (l->ends[i] && l->killed[i] && other[i])
            FAIL_UNSUPPORTED(l, NULL,
                             "function %%%u, which may abort, is called by fragments and by another stage: choose an "
                             "entry point",
                             l->spirv->functions[i].id);
}

void endings_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots, uint32_t root_count) {
    bool aborts = spirv_has_capability(l->spirv, (SpvCapability)SPIRV_CAPABILITY_ABORT), wanted = aborts;
    for (uint32_t i = 0; i < root_count; i++)
        wanted |= stage_ends(stage_of_model(entries[i].point->execution_model));
    if (!wanted)
        return;
    const bool *ends = functions_with(l, ends_its_stage);
    for (uint32_t i = 0; i < root_count; i++)
        if (ends[roots[i]] && !stage_ends(stage_of_model(entries[i].point->execution_model)))
            FAIL_INVALID(l, NULL, "entry point %%%u ends as only ray tracing and task shaders do",
                         entries[i].point->function);
    l->ends = functions_with(l, may_end);
    if (aborts)
        find_killed(l, entries, roots, root_count);
}

/* ---- what it becomes ---- */

bool endings_has(const struct lowering *l, const struct spirv_function *function) {
    return l->ends && l->ends[function - l->spirv->functions];
}

/* An entry point has nobody to tell. */
static bool tells(const struct lowering *l) {
    return endings_has(l, l->body.function) && !l->body.is_entry;
}

ir_type endings_result(struct lowering *l, const struct spirv_function *function, ir_type result) {
    ir_type ended = ir_type_integer(l->ir, 1);
    if (!endings_has(l, function))
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
    if (tells(l))
        return_with(l, value, false);
    else
        emit_instruction(l, IR_RET, 0, &value, value ? 1 : 0);
}

/* Nobody reads the outputs of an invocation that has ended in its stage's own way. Those of a vertex that aborts are
 * assembled before the device is lost: they are 0. */
static void interface_return_nothing(struct lowering *l, const struct interface *interface) {
    if (interface->result)
        emit1(l, IR_RET, 0, (l->killed ? ir_zero : ir_poison)(l->ir, interface->result));
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
    if (tells(l))
        return_with(l, zero, true);
    else
        emit_instruction(l, IR_RET, 0, &zero, type ? 1 : 0);
}

void endings_abort(struct lowering *l) {
    if (l->killed[l->body.function - l->spirv->functions])
        fragment_kill(l);
    endings_end(l);
}

ir_value endings_after_call(struct lowering *l, const struct spirv_function *callee, ir_value returned) {
    if (!endings_has(l, callee))
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
