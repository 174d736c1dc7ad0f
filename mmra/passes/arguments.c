#include "mmra/passes/arguments.h"

#include "mmra/base/address_space.h"
#include "mmra/passes/insertions.h"

enum { MAX_ARGUMENTS = 8 }; /* of two scalar registers each, of about 100 */

/* Of one kernel; reused for the next. */
struct taken {
    struct ir_module *module;
    struct insertions insertions;
    bool *used; /* by parameter of the kernel */
    uint32_t values[MAX_ARGUMENTS], count;
};

/* ---- arguments ---- */

/* One that LLVM keeps in one or two scalar registers. Of memory that is the kernel's alone LLVM knows more as long as
 * nothing else has its address. */
static bool can_be_taken(const struct ir_module *module, const struct ir_parameter *parameter) {
    const struct ir_type_info *type = ir_type_get(module, ir_type_of(module, parameter->value));
    bool fits = (type->kind == IR_TYPE_INTEGER && (type->width == 32 || type->width == 64)) ||
                (type->kind == IR_TYPE_POINTER &&
                 (type->width == ADDRESS_SPACE_GLOBAL || type->width == ADDRESS_SPACE_CONSTANT));
    return fits && !parameter->byref && !(parameter->attributes & IR_PARAMETER_NOALIAS);
}

/* Of the arguments that can be taken, those that the block uses; whether there are any. Operands that are plain numbers
 * may be taken for values: then an argument more is taken. */
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
            if (index < kernel->parameter_count && kernel->parameters[index].value == value &&
                can_be_taken(module, &kernel->parameters[index]))
                any = t->used[index] = true;
        }
    }
    return any;
}

/* None if the first block waits for arguments anyway, or no more than one other does. */
static void find_arguments(struct taken *t, const struct ir_function_info *kernel) {
    t->used = arena_allocate_array(t->module->arena, kernel->parameter_count + 1, sizeof *t->used);
    t->count = 0;
    if (find_used(t, kernel, kernel->first_block))
        return;
    uint32_t blocks = 0;
    for (uint32_t block = 1; block < kernel->block_count; block++)
        blocks += find_used(t, kernel, kernel->first_block + block);
    for (uint32_t i = 0; i < kernel->parameter_count && blocks > 1 && t->count < MAX_ARGUMENTS; i++)
        if (t->used[i])
            t->values[t->count++] = kernel->parameters[i].value;
}

/* ---- what is put in ---- */

static void take(struct taken *t, uint32_t at) {
    static const char text[] = "asm sideeffect \"\", \"s,s,s,s,s,s,s,s\"";
    struct ir_module *module = t->module;
    uint32_t operands[MAX_ARGUMENTS + 1];
    char spelled[sizeof text];
    size_t length = sizeof text - 1 - 2 * (MAX_ARGUMENTS - t->count);
    memcpy(spelled, text, length);
    spelled[length - 1] = '"';
    spelled[length] = 0;
    operands[0] = ir_text_value(module, 0, ir_text_of(module, spelled));
    memcpy(operands + 1, t->values, t->count * sizeof *t->values);
    struct ir_instruction use = insertions_instruction(module, IR_CALL, 0, operands, t->count + 1);
    use.source = module->instructions[at].source;
    insertions_add(module, &t->insertions, at, &use);
}

static void wait_in(struct taken *t, const struct ir_function_info *kernel) {
    const struct ir_block *first = &t->module->blocks[kernel->first_block];
    find_arguments(t, kernel);
    if (t->count)
        take(t, first->first_instruction + first->instruction_count - 1);
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
