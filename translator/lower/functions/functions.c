/* Functions and calls (SPIR-V 3.49.9). A function's hidden parameters, the items of its environment, come
 * first, then its own. */
#include "translator/lower/functions/functions.h"

#include <stdio.h>
#include <string.h>

#include "translator/lower/budget.h"
#include "translator/lower/functions/driver_kernel.h"
#include "translator/lower/functions/driver_table.h"
#include "translator/lower/functions/meeting_places.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/names.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/stages/endings.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"
#include "translator/map/processor.h"

void lower_instruction(struct lowering *l) {
    if (!opcode_row(l->current.opcode)->lower) {
        const char *name = spirv_opcode_name(l->current.opcode);
        FAIL_UNSUPPORTED(l, &l->current, "%s (opcode %u) is not supported", name ? name : "this instruction",
                         l->current.opcode);
    }
    if (l->body.helpers & HELPERS_RUN)
        helpers_lower(l);
    else
        lower_by_row(l);
}

/* After the parameters come the bounds of those that are pointers with bounds: the address of the buffer, and its
 * size. The function's place comes last. */
static ir_type function_type(struct lowering *l, const struct lowered_function *lowered) {
    const struct spirv_type *type = type_of(l, l->body.function->type);
    uint32_t count = lowered->item_count + l->body.function->parameter_count;
    ir_type *types =
        arena_allocate(l->arena, (count + 2 * (size_t)l->body.function->parameter_count + 2) * sizeof *types);
    if (type->opcode != SpvOpTypeFunction || type->count != l->body.function->parameter_count)
        FAIL_INVALID(l, &l->current, "its type does not fit its parameters");
    for (uint32_t i = 0; i < lowered->item_count; i++)
        types[i] = l->environment[lowered->items[i]].type;
    for (uint32_t i = 0; i < type->count; i++)
        types[lowered->item_count + i] = lower_type(l, type->members[i]);
    for (uint32_t i = 0; i < type->count; i++)
        if (bounds_apply_to_type(l, type->members[i])) {
            types[count++] = lower_type(l, type->members[i]);
            types[count++] = ir_type_integer(l->ir, 64);
        }
    if (places_are_in(l, l->body.function))
        types[count++] = ir_type_integer(l->ir, 32);
    ir_type result = endings_result(l, l->body.function, lower_type(l, type->element));
    return ir_type_function(l->ir, result, types, count);
}

/* Names and records the parameters. */
static void bind_parameters(struct lowering *l, const struct lowered_function *lowered) {
    const struct ir_parameter *parameters = l->ir->functions[lowered->ir].parameters;
    for (uint32_t i = 0; i < lowered->item_count; i++) {
        struct environment_item *item = &l->environment[lowered->items[i]];
        item->value = parameters[i].value;
        if (item->kind == ENVIRONMENT_BYTE_SIZE)
            name_byte_size(l, item->value, item->variable);
        else
            name_give(l, item->value, item->variable);
    }
    const struct ir_parameter *bounds = parameters + lowered->item_count + l->body.function->parameter_count;
    for (uint32_t i = 0; i < l->body.function->parameter_count; i++) {
        spirv_id id = l->body.function->parameters[i];
        ir_value value = parameters[lowered->item_count + i].value;
        name_give(l, value, id);
        l->ids[spirv_index(l->spirv, id)].value = value;
        if (bounds_apply_to_type(l, type_of_operand(l, id)->id)) {
            bounds_set(l, id, (struct bounds){.base = bounds[0].value, .size = bounds[1].value}, 0);
            bounds += 2;
        }
    }
    if (!places_are_in(l, l->body.function)) {
        places_begin(l, 0);
        return;
    }
    places_begin(l, bounds->value);
    l->ir->values[bounds->value].name = ir_text_of(l->ir, "place");
    l->ir->values[bounds->value].number = l->body.function->id;
}

void name_byte_size(struct lowering *l, ir_value value, spirv_id variable) {
    l->ir->values[value].name = ir_text_of(l->ir, "size");
    l->ir->values[value].number = variable;
}

/* In the processor's IEEE mode, which LLVM gives kernels, a minimum quiets NaNs that signal, and LLVM quiets each
 * operand before. Without it an instruction returns the other operand, as NMin must and FMin may (mapping.md 10,
 * "NaNs"). */
static const char *ieee_mode(const struct lowering *l) {
    const struct processor *processor = processor_find(l->options->mcpu);
    bool has_mode = processor && !processor->lacks_ieee_mode;
    return has_mode && l->target->kernel_convention && !functions_are_graphics(l) ? "\"amdgpu-ieee\"=\"false\"" : "";
}

void function_set_attribute_text(struct lowering *l, ir_function function, const char *further) {
    char cpu[64] = "", features[64] = "";
    struct text text;
    if (l->options->mcpu)
        snprintf(cpu, sizeof cpu, "\"target-cpu\"=\"%s\"", l->options->mcpu);
    uint32_t wave = l->options->wave ? l->options->wave : subgroup_assumed_size(l);
    if (wave)
        snprintf(features, sizeof features, "\"target-features\"=\"+wavefrontsize%u\"", wave);
    const char *parts[] = {cpu, features, ieee_mode(l), further, l->float_attributes ? l->float_attributes : ""};
    text_init(&text, l->arena, 256);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (*parts[i])
            text_format(&text, "%s%s", text_length(&text) ? " " : "", parts[i]);
    if (l->options->abi == SMMRA_ABI_DRIVER)
        driver_kernel_attributes(l, &text);
    if (text_length(&text))
        l->ir->functions[function].attribute_text = ir_text_of(l->ir, text_finish(&text));
}

/* The hardware's entry points of graphics have the processor's IEEE mode off, in which LLVM inlines functions of that
 * mode alone. What has quads must be inlined, and what a driver starts calls nothing. */
const char *function_shader_attributes(const struct lowering *l, bool is_called) {
    const bool is_graphics = functions_are_graphics(l);
    const bool must = is_graphics && (l->has_quads || l->options->abi == SMMRA_ABI_DRIVER);
    if (must || (is_called && l->options->flags & SMMRA_FLAG_INLINE))
        return is_graphics ? "alwaysinline \"amdgpu-ieee\"=\"false\"" : "alwaysinline";
    return is_graphics ? "\"amdgpu-ieee\"=\"false\"" : "";
}

/* LLVM 23 inlines none into an amdgpu_cs of gfx12, with whatever attributes. */
void function_refuse_calls(struct lowering *l) {
    const struct processor *processor = processor_find(l->options->mcpu);
    if (l->options->abi == SMMRA_ABI_DRIVER && l->map.options.profile == PROFILE_23 && processor->tells_workgroup_ids)
        FAIL_UNSUPPORTED(
            l, &l->current,
            "a function besides the entry point's: LLVM 23 does not inline it into what a driver starts on "
            "%s; inline all functions first (spirv-opt --inline-entry-points-exhaustive "
            "--eliminate-dead-functions), or translate for LLVM 22 (%s)",
            l->options->mcpu, OPTION_NAME(l->options, PROFILE));
}

void lower_function(struct lowering *l, uint32_t index) {
    struct lowered_function *lowered = &l->functions[index];
    l->body.function = &l->spirv->functions[index];
    l->current = spirv_instruction_at(l->spirv, l->body.function->word);
    l->body.convergent = false;
    l->body.helpers = helpers_of(l, index);
    l->body.interface = NULL;
    l->body.is_entry = false;
    function_refuse_calls(l);
    for (uint32_t i = 0; i < lowered->item_count; i++)
        if (l->environment[lowered->items[i]].kind == ENVIRONMENT_PUSH_CONSTANTS)
            driver_table_need_push_pointer(l);
    names_begin_function(l);
    ir_string name;
    uint32_t number;
    name_choose(l, l->body.function->id, NAME_GLOBAL, &name, &number);
    lowered->ir = ir_new_function(l->ir, name, number, function_type(l, lowered));
    l->ir->functions[lowered->ir].internal = true;
    l->ir->functions[lowered->ir].source = l->body.function->word;
    l->ir->functions[lowered->ir].graphics = functions_are_graphics(l);
    bind_parameters(l, lowered);
    ir_begin_function(l->ir, lowered->ir);
    lower_body(l, NULL);
    lowered->place_count = places_end(l, true);
    ir_end_function(l->ir, lowered->ir);
    lowered->convergent = l->body.convergent;
    function_set_attribute_text(l, lowered->ir, function_shader_attributes(l, true));
    l->ir->functions[lowered->ir].attributes = IR_FUNCTION_NOUNWIND | (l->body.convergent ? IR_FUNCTION_CONVERGENT : 0);
    for (uint32_t i = 0; i < lowered->item_count; i++)
        l->environment[lowered->items[i]].value = 0;
}

/* ---- calls ---- */

static ir_value argument(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of_operand(l, id);
    return type->opcode == SpvOpTypePointer ? lower_plain_pointer(l, id) : lower_value(l, id);
}

ir_value call_with_values(struct lowering *l, const struct spirv_instruction *in, const ir_value *given,
                          uint32_t count) {
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, spirv_callee(in));
    const struct lowered_function *lowered = &l->functions[callee - l->spirv->functions];
    const struct ir_type_info *type = lowered->ir ? ir_type_get(l->ir, l->ir->functions[lowered->ir].type) : NULL;
    if (endings_has(l, callee))
        FAIL_UNSUPPORTED(l, in, "%%%u, which is called for components of a matrix, may abort", callee->id);
    if (!type || type->member_count != lowered->item_count + count)
        FAIL_INVALID(l, in, "the parameters of %%%u are not those that it calls it with", callee->id);
    budget_spend(l, lowered->item_count + count,
                 "functions of components are called too often; use smaller matrices, or fewer of these instructions");
    mmra_work(&l->watch, lowered->item_count + count);
    uint32_t *operands = arena_allocate(l->arena, (1 + lowered->item_count + (size_t)count) * sizeof *operands);
    operands[0] = l->ir->functions[lowered->ir].value;
    for (uint32_t i = 0; i < lowered->item_count; i++)
        operands[1 + i] = l->environment[lowered->items[i]].value;
    memcpy(operands + 1 + lowered->item_count, given, count * sizeof *given);
    for (uint32_t i = 0; i < type->member_count; i++)
        if (ir_type_of(l->ir, operands[1 + i]) != type->members[i])
            FAIL_INVALID(l, in, "argument %u is not of the type of the parameter", i - lowered->item_count + 1);
    ir_value result = emit_instruction(l, IR_CALL, type->element, operands, 1 + type->member_count);
    if (lowered->convergent)
        mark_convergent_call(l);
    return result;
}

void lower_op_function_call(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, in->operands[0]);
    const struct lowered_function *lowered = &l->functions[callee - l->spirv->functions];
    uint32_t given = in->operand_count - 1, count = 1;
    if (!lowered->ir || given != callee->parameter_count)
        FAIL_INVALID(l, in, "%u arguments for the %u parameters of %%%u", given, callee->parameter_count, callee->id);
    budget_spend(
        l, lowered->item_count,
        "functions that use many module-scope variables are called too often; use fewer in each, or call them less");
    mmra_work(&l->watch, lowered->item_count + given);
    uint32_t *operands = arena_allocate(l->arena, (3 + lowered->item_count + 3 * (size_t)given) * sizeof *operands);
    operands[0] = l->ir->functions[lowered->ir].value;
    for (uint32_t i = 0; i < lowered->item_count; i++)
        operands[count++] = l->environment[lowered->items[i]].value;
    for (uint32_t i = 0; i < given; i++)
        operands[count++] = argument(l, in->operands[1 + i]);
    for (uint32_t i = 0; i < given; i++)
        if (bounds_apply_to_type(l, type_of_operand(l, in->operands[1 + i])->id)) {
            struct bounds bounds = bounds_of(l, in->operands[1 + i]);
            operands[count++] = bounds.base;
            operands[count++] = bounds.size;
        }
    if (places_are_in(l, callee))
        operands[count++] = emit_place(l, lowered->place_count);
    const struct ir_type_info *type = ir_type_get(l->ir, l->ir->functions[lowered->ir].type);
    if (count - 1 != type->member_count)
        FAIL_INVALID(l, in, "its arguments are not of the types of the parameters");
    for (uint32_t i = 1; i < count; i++)
        if (ir_type_of(l->ir, operands[i]) != type->members[i - 1])
            FAIL_INVALID(l, in, "argument %u is not of the type of the parameter", i - lowered->item_count);
    ir_value result = emit_instruction(l, IR_CALL, type->element, operands, count);
    if (lowered->convergent)
        mark_convergent_call(l);
    result = endings_after_call(l, callee, result);
    if (result)
        lower_result_unchecked(l, in, result);
}
