#include "translator/lower/functions/host_kernel.h"

#include <stdio.h>

#include "translator/lower/memory/memory.h"
#include "translator/lower/memory/pointers.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/stages/stages.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

enum { ARGUMENT_BYTES = 8, NUMBER_ALIGNMENT = 4, MOST_PARAMETERS = 3 };

static const char kernel_name[] = "smmra_kernel", workgroup_name[] = "smmra_workgroup";

bool is_host_kernel(const struct lowering *l) {
    return l->kernel.stage->is_kernel && !l->target->kernel_convention;
}

static uint32_t number_of(const struct lowering *l, const struct chosen_entry *entry) {
    return (uint32_t)(entry->point - l->spirv->entry_points) + 1;
}

static ir_type three(struct lowering *l) {
    return ir_type_vector(l->ir, i32_type(l), 3);
}

ir_function host_kernel_new(struct lowering *l, const struct chosen_entry *entry, ir_type *types, uint32_t count) {
    types[count] = types[count + 1] = three(l);
    ir_type type = ir_type_function(l->ir, 0, types, count + HOST_NUMBERS);
    ir_function kernel = ir_new_function(l->ir, ir_text_of(l->ir, kernel_name), number_of(l, entry), type);
    l->ir->functions[kernel].internal = true;
    l->kernel.local_id = l->ir->functions[kernel].parameters[count].value;
    l->kernel.workgroup_id = l->ir->functions[kernel].parameters[count + 1].value;
    l->ir->values[l->kernel.local_id].name = ir_text_of(l->ir, "smmra_local_id");
    l->ir->values[l->kernel.workgroup_id].name = ir_text_of(l->ir, "smmra_workgroup_id");
    return kernel;
}

/* ---- a function around it ---- */

/* It takes addresses: of the arguments, 8 bytes each, of WorkgroupId, and maybe of LocalInvocationId. */
static ir_function begin(struct lowering *l, ir_string name, uint32_t number, uint32_t count) {
    ir_type types[MOST_PARAMETERS];
    for (uint32_t i = 0; i < count; i++)
        types[i] = ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT);
    ir_function function = ir_new_function(l->ir, name, number, ir_type_function(l->ir, 0, types, count));
    ir_begin_function(l->ir, function);
    emit_open_block(l, emit_new_block(l));
    l->ir->functions[function].attributes = IR_FUNCTION_NOUNWIND | (l->body.convergent ? IR_FUNCTION_CONVERGENT : 0);
    return function;
}

/* The kernel and its arguments, and room for the numbers. */
static ir_value *load_arguments(struct lowering *l, ir_function kernel, ir_value arguments) {
    const struct ir_function_info *called = &l->ir->functions[kernel];
    uint32_t count = called->parameter_count - HOST_NUMBERS;
    ir_value *operands = arena_allocate(l->arena, ((size_t)count + 1 + HOST_NUMBERS) * sizeof *operands);
    operands[0] = called->value;
    for (uint32_t i = 0; i < count; i++) {
        ir_type type = ir_type_of(l->ir, l->ir->functions[kernel].parameters[i].value);
        operands[1 + i] = emit_descriptor_load(l, type, emit_offset(l, arguments, ARGUMENT_BYTES * (uint64_t)i), 8);
    }
    mmra_work(&l->watch, 1 + count);
    return operands;
}

static void call(struct lowering *l, ir_function kernel, ir_value *operands, ir_value local_id, ir_value workgroup_id) {
    uint32_t count = l->ir->functions[kernel].parameter_count;
    operands[count - 1] = local_id;
    operands[count] = workgroup_id;
    emit_instruction(l, IR_CALL, 0, operands, count + 1);
    if (l->body.convergent)
        mark_convergent_call(l);
}

static void end(struct lowering *l, ir_function function) {
    emit_instruction(l, IR_RET, 0, NULL, 0);
    ir_end_function(l->ir, function);
}

static void add_invocation(struct lowering *l, const struct chosen_entry *entry, ir_function kernel) {
    ir_function function = begin(l, entry->name, entry->number, 3);
    const struct ir_parameter *given = l->ir->functions[function].parameters;
    ir_value *operands = load_arguments(l, kernel, given[0].value);
    ir_value workgroup_id = emit_descriptor_load(l, three(l), given[1].value, NUMBER_ALIGNMENT);
    call(l, kernel, operands, emit_descriptor_load(l, three(l), given[2].value, NUMBER_ALIGNMENT), workgroup_id);
    end(l, function);
}

/* ---- all invocations ---- */

struct loop {
    ir_value before, head, counter;
    uint32_t phi;
};

/* for (counter = 0; ...; counter++) */
static struct loop open_loop(struct lowering *l) {
    struct loop loop = {.before = l->at.open_block, .head = emit_new_block(l)};
    emit_branch(l, loop.head);
    emit_open_block(l, loop.head);
    loop.counter = emit_instruction(l, IR_PHI, i32_type(l), NULL, 0);
    loop.phi = l->ir->instruction_count - 1;
    return loop;
}

/* Every loop runs at least once. */
static void close_loop(struct lowering *l, const struct loop *loop, uint32_t count) {
    ir_type i32 = i32_type(l);
    ir_value next = emit2(l, IR_ADD, i32, loop->counter, ir_integer(l->ir, i32, 1)), after = emit_new_block(l);
    ir_set_operands(l->ir, loop->phi, (uint32_t[]){ir_integer(l->ir, i32, 0), loop->before, next, l->at.open_block}, 4);
    ir_value more = emit_compare(l, IR_ICMP, IR_ULT, next, ir_integer(l->ir, i32, count));
    emit_conditional_branch(l, more, loop->head, after);
    emit_open_block(l, after);
}

static void add_workgroup(struct lowering *l, const struct chosen_entry *entry, ir_function kernel) {
    struct loop loops[3]; /* z outside, as LocalInvocationIndex counts */
    ir_function function = begin(l, ir_text_of(l->ir, workgroup_name), number_of(l, entry), 2);
    const struct ir_parameter *given = l->ir->functions[function].parameters;
    ir_value *operands = load_arguments(l, kernel, given[0].value);
    ir_value workgroup_id = emit_descriptor_load(l, three(l), given[1].value, NUMBER_ALIGNMENT);
    ir_value local_id = ir_poison(l->ir, three(l));
    for (uint32_t i = 3; i-- > 0;) {
        loops[i] = open_loop(l);
        local_id = emit_insert_element(l, local_id, loops[i].counter, i);
    }
    call(l, kernel, operands, local_id, workgroup_id);
    for (uint32_t i = 0; i < 3; i++)
        close_loop(l, &loops[i], l->kernel.workgroup_size[i]);
    end(l, function);
    char text[32];
    int length = snprintf(text, sizeof text, "%s.%u", workgroup_name, number_of(l, entry));
    l->entries[l->entry_count - 1].workgroup_function = arena_copy_string(l->arena, text, (size_t)length);
}

void host_kernel_end(struct lowering *l, const struct chosen_entry *entry, ir_function kernel) {
    l->at.token = 0;
    add_invocation(l, entry, kernel);
    if (!l->body.convergent && !l->asks_lanes)
        add_workgroup(l, entry, kernel);
}
