/* Scopes as values, of profile draft: such a value goes from the intrinsic that makes it straight to one that takes it,
 * in one function. */
#include "mmra/check/checker.h"

static ir_type find_scope_type(const struct ir_module *module) {
    for (ir_type type = 0; type < module->type_count; type++) {
        const struct ir_type_info *info = ir_type_get(module, type);
        mmra_work_at(module->watch, type);
        if (info->kind == IR_TYPE_OPAQUE &&
            mmra_string_equal(ir_string_get(module, info->name), mmra_string_of(IR_SCOPE_TYPE)))
            return type;
    }
    return 0;
}

static const char *wrong_use(const struct ir_module *module, const struct ir_instruction *instruction, ir_type scope) {
    const struct ir_intrinsic *called = ir_called_intrinsic(module, instruction);
    const ir_value *operands = module->operands + instruction->operands;
    if (instruction->type == scope && !(called && called->family == IR_FAMILY_SCOPE))
        return "something else makes it";
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        mmra_work_at(module->watch, i);
        if (ir_type_of(module, operands[i]) == scope &&
            !(ir_takes_scope(called) && i + 1 == instruction->operand_count))
            return "something else takes it";
    }
    return NULL;
}

static void check_parameters(struct checker *c, ir_function function, ir_type scope) {
    const struct ir_function_info *info = &c->module->functions[function];
    const struct ir_type_info *type = ir_type_get(c->module, info->type);
    bool passed = type->element == scope;
    for (uint32_t i = 0; i < type->member_count; i++)
        passed |= type->members[i] == scope;
    if (passed)
        check_report_function(c, CHECK_SCOPE_VALUE, function, "it is an argument or a result");
}

void check_scope_values(struct checker *c) {
    const struct ir_module *module = c->module;
    ir_type scope = find_scope_type(module);
    if (!scope || !check_is_on(c, CHECK_SCOPE_VALUE))
        return;
    for (ir_function f = 1; f < module->function_count; f++) {
        const struct ir_function_info *info = &module->functions[f];
        c->function = f;
        if (info->defined)
            check_parameters(c, f, scope);
        for (uint32_t b = info->first_block; b < info->first_block + info->block_count; b++) {
            const struct ir_block *block = &module->blocks[b];
            for (uint32_t i = block->first_instruction; i < block->first_instruction + block->instruction_count; i++) {
                const char *wrong = wrong_use(module, &module->instructions[i], scope);
                mmra_work(module->watch, 1);
                if (wrong)
                    check_report(c, CHECK_SCOPE_VALUE, i, wrong);
            }
        }
    }
    c->function = 0;
}
