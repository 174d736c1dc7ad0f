#include "mmra/passes/waves.h"

void waves_apply(struct ir_module *module) {
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        struct ir_instruction *instruction = &module->instructions[i];
        mmra_work_at(module->watch, i);
        if (instruction->opcode == IR_FENCE && instruction->scope == MMRA_SCOPE_WORKGROUP)
            instruction->scope = MMRA_SCOPE_WAVEFRONT;
    }
}
