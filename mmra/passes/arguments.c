#include "mmra/passes/arguments.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/insertions.h"

enum { MAX_ARGUMENTS = 8 }; /* of two scalar registers each, of about 100 */

#define NOWHERE UINT32_MAX

/* The arguments of one kernel; reused for the next. */
struct taken {
    struct ir_module *module;
    struct insertions insertions;
    bool *used; /* by parameter of the kernel */
    uint32_t values[MAX_ARGUMENTS], count;
};

/* ---- arguments ---- */

/* In one or two scalar registers. */
static bool fits_registers(const struct ir_module *module, ir_value value) {
    const struct ir_type_info *type = ir_type_get(module, ir_type_of(module, value));
    return (type->kind == IR_TYPE_INTEGER && (type->width == 32 || type->width == 64)) ||
           (type->kind == IR_TYPE_POINTER &&
            (type->width == ADDRESS_SPACE_GLOBAL || type->width == ADDRESS_SPACE_CONSTANT));
}

/* An argument that points to memory of the kernel alone stays: LLVM knows more of such memory as long as nothing else
 * has its address. */
static bool can_be_taken(const struct ir_module *module, const struct ir_parameter *parameter) {
    return fits_registers(module, parameter->value) && !parameter->byref &&
           !(parameter->attributes & IR_PARAMETER_NOALIAS);
}

/* Finds those of the arguments that can be taken which the block uses. Returns whether there are any, or the block
 * reads what lies among the arguments. Operands that are plain numbers may be taken for values: then an argument more
 * is taken. */
static bool find_used(struct taken *t, const struct ir_function_info *kernel, uint32_t block) {
    const struct ir_module *module = t->module;
    const struct ir_block *info = &module->blocks[block];
    bool any = false;
    for (uint32_t i = info->first_instruction; i < info->first_instruction + info->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        for (uint32_t k = 0; k < instruction->operand_count; k++) {
            uint32_t value = module->operands[instruction->operands + k], index;
            if (value >= module->value_count || module->values[value].kind != IR_VALUE_PARAMETER)
                continue;
            index = module->values[value].index;
            if (index >= kernel->parameter_count || kernel->parameters[index].value != value)
                continue;
            if (can_be_taken(module, &kernel->parameters[index]))
                any = t->used[index] = true;
            any |= kernel->parameters[index].byref && block != kernel->first_block;
        }
    }
    return any;
}

/* Arguments are taken at the end of the first block, unless that block waits for arguments anyway, or at most one other
 * block does. */
static uint32_t find_arguments(struct taken *t, const struct ir_function_info *kernel) {
    const struct ir_block *first = &t->module->blocks[kernel->first_block];
    if (find_used(t, kernel, kernel->first_block))
        return NOWHERE;
    uint32_t blocks = 0;
    for (uint32_t block = 1; block < kernel->block_count; block++)
        blocks += find_used(t, kernel, kernel->first_block + block);
    return blocks > 1 ? first->first_instruction + first->instruction_count - 1 : NOWHERE;
}

/* ---- atomics that LLVM makes blocks of ---- */

/* LLVM has one lane do such a read-modify-write for all of a wave, in a block of its own. */
static bool is_combined(const struct ir_instruction *atomic) {
    return atomic->opcode == IR_ATOMICRMW && atomic->detail != IR_RMW_XCHG;
}

static bool is_by_value(const struct ir_function_info *kernel, const struct ir_value_info *value) {
    return value->kind == IR_VALUE_PARAMETER && value->index < kernel->parameter_count &&
           kernel->parameters[value->index].byref;
}

/* A number from the kernel's arguments, such as an address in push constants: the same in all lanes. */
static bool is_loaded_argument(const struct ir_module *module, const struct ir_function_info *kernel,
                               const struct ir_instruction *load) {
    if (load->opcode != IR_LOAD || load->ordering != IR_NOT_ATOMIC || !fits_registers(module, load->result))
        return false;
    const struct ir_value_info *address = &module->values[module->operands[load->operands]];
    if (address->kind != IR_VALUE_INSTRUCTION)
        return is_by_value(kernel, address);
    const struct ir_instruction *chain = &module->instructions[address->index];
    bool constant = chain->opcode == IR_GETELEMENTPTR;
    for (uint32_t i = 1; constant && i < chain->operand_count; i++)
        constant = module->values[module->operands[chain->operands + i]].kind == IR_VALUE_INTEGER;
    return constant && is_by_value(kernel, &module->values[module->operands[chain->operands]]);
}

/* Nothing that waits for arguments: no access but of private memory, or an exchange, which makes no block. */
static bool is_before_accesses(const struct ir_module *module, const struct ir_instruction *instruction) {
    struct ir_effects effects = ir_effects_of(module, instruction);
    const struct ir_intrinsic *called = ir_called_intrinsic(module, instruction);
    if (instruction->opcode == IR_CALL)
        return called && !effects.reads && !effects.writes;
    return instruction->opcode != IR_OPAQUE && !effects.fence &&
           (!effects.memory || instruction->opcode == IR_ATOMICRMW);
}

/* Before the first such atomic, if the first block has one and waits for no argument before it. What the
 * block loads from the arguments until then is taken too. */
static uint32_t find_atomic(struct taken *t, const struct ir_function_info *kernel) {
    const struct ir_module *module = t->module;
    const struct ir_block *first = &module->blocks[kernel->first_block];
    for (uint32_t i = first->first_instruction; i < first->first_instruction + first->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (is_combined(instruction)) {
            for (uint32_t block = 0; block < kernel->block_count; block++)
                find_used(t, kernel, kernel->first_block + block);
            return i;
        }
        if (is_loaded_argument(module, kernel, instruction) && t->count < MAX_ARGUMENTS)
            t->values[t->count++] = instruction->result;
        else if (!is_before_accesses(module, instruction))
            break;
    }
    return NOWHERE;
}

/* ---- what is put in ---- */

static void take(struct taken *t, uint32_t at) {
    static const char text[] = "asm sideeffect \"\", \"s,s,s,s,s,s,s,s\"";
    struct ir_module *module = t->module;
    char spelled[sizeof text];
    size_t length = sizeof text - 1 - 2 * (MAX_ARGUMENTS - t->count);
    memcpy(spelled, text, length);
    spelled[length - 1] = '"';
    spelled[length] = 0;
    struct ir_instruction use = insertions_assembly(module, 0, spelled, t->values, t->count);
    use.source = module->instructions[at].source;
    insertions_add(module, &t->insertions, at, &use);
}

static void wait_in(struct taken *t, const struct ir_function_info *kernel) {
    t->used = arena_allocate_array(t->module->arena, kernel->parameter_count + 1, sizeof *t->used);
    t->count = 0;
    uint32_t at = find_atomic(t, kernel);
    if (at == NOWHERE) {
        t->count = 0;
        at = find_arguments(t, kernel);
    }
    for (uint32_t i = 0; at != NOWHERE && i < kernel->parameter_count && t->count < MAX_ARGUMENTS; i++)
        if (t->used[i])
            t->values[t->count++] = kernel->parameters[i].value;
    if (at != NOWHERE && t->count)
        take(t, at);
}

void arguments_wait(struct ir_module *module) {
    struct taken t = {.module = module};
    for (uint32_t block = 0, i = 1; i < module->function_count; i++) {
        const struct ir_function_info *function = &module->functions[i];
        if (function->kernel && function->defined && function->block_count && function->first_block >= block) {
            wait_in(&t, function);
            block = function->first_block;
        }
    }
    insertions_apply(module, &t.insertions);
}
