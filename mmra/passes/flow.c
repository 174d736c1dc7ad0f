#include "mmra/passes/flow.h"

/* ---- blocks ---- */

static const struct ir_instruction *terminator(const struct ir_module *module, uint32_t block) {
    const struct ir_block *info = &module->blocks[block];
    return info->instruction_count ? &module->instructions[info->first_instruction + info->instruction_count - 1]
                                   : NULL;
}

static bool is_block(const struct ir_module *module, uint32_t operand) {
    return module->values[operand].kind == IR_VALUE_BLOCK && module->values[operand].index < module->block_count;
}

struct flow_edges flow_successors(struct ir_module *module) {
    struct flow_edges successors = {
        .first = arena_allocate_array(module->arena, (size_t)module->block_count + 1, sizeof(uint32_t))};
    uint32_t operands = 0;
    for (uint32_t block = 0; block < module->block_count; block++) {
        const struct ir_instruction *last = terminator(module, block);
        operands += last ? last->operand_count : 0;
    }
    successors.edges = arena_allocate_array(module->arena, operands, sizeof(uint32_t));
    uint32_t count = 0;
    for (uint32_t block = 0; block < module->block_count; block++) {
        const struct ir_instruction *last = terminator(module, block);
        mmra_work(module->watch, 1 + (last ? last->operand_count / 8 : 0));
        successors.first[block] = count;
        if (!last || !ir_is_terminator((enum ir_opcode)last->opcode))
            continue;
        for (uint32_t i = 0; i < last->operand_count; i++) {
            uint32_t operand = module->operands[last->operands + i];
            if (is_block(module, operand))
                successors.edges[count++] = module->values[operand].index;
        }
    }
    successors.first[module->block_count] = count;
    return successors;
}

struct flow_edges flow_predecessors(struct ir_module *module, const struct flow_edges *successors) {
    uint32_t blocks = module->block_count, edges = successors->first[blocks];
    struct flow_edges predecessors = {.first =
                                          arena_allocate_array(module->arena, (size_t)blocks + 2, sizeof(uint32_t)),
                                      .edges = arena_allocate_array(module->arena, edges, sizeof(uint32_t))};
    /* Counted two places further on, so that filling moves first[block + 1] to where block + 1 begins. */
    for (uint32_t i = 0; i < edges; i++)
        predecessors.first[successors->edges[i] + 2]++;
    for (uint32_t block = 0; block < blocks; block++)
        predecessors.first[block + 1] += predecessors.first[block];
    for (uint32_t block = 0; block < blocks; block++) {
        mmra_work_at(module->watch, block);
        for (uint32_t i = successors->first[block]; i < successors->first[block + 1]; i++)
            predecessors.edges[predecessors.first[successors->edges[i] + 1]++] = block;
    }
    return predecessors;
}

/* ---- calls ---- */

uint32_t flow_next(const struct ir_module *module, uint32_t from, uint32_t end, enum ir_opcode opcode) {
    enum { AT_A_TIME = 4096 };
    const struct ir_instruction *at = module->instructions + from, *last = module->instructions + end;
    while (at < last) {
        const struct ir_instruction *stop = last - at > AT_A_TIME ? at + AT_A_TIME : last;
        while (stop - at >= 4 && at[0].opcode != opcode && at[1].opcode != opcode && at[2].opcode != opcode &&
               at[3].opcode != opcode)
            at += 4;
        for (; at < stop; at++)
            if (at->opcode == opcode)
                return (uint32_t)(at - module->instructions);
        if (at < last)
            mmra_work(module->watch, AT_A_TIME / 16);
    }
    return end;
}

ir_function flow_callee(const struct ir_module *module, const struct ir_instruction *instruction) {
    if (instruction->opcode != IR_CALL || instruction->operand_count == 0)
        return 0;
    const struct ir_value_info *callee = &module->values[module->operands[instruction->operands]];
    if (callee->kind != IR_VALUE_FUNCTION || !module->functions[callee->index].defined)
        return 0;
    return callee->index;
}

struct flow_range flow_instructions(const struct ir_module *module, ir_function function) {
    const struct ir_function_info *info = &module->functions[function];
    if (!info->block_count)
        return (struct flow_range){0, 0};
    const struct ir_block *first = &module->blocks[info->first_block];
    const struct ir_block *last = first + info->block_count - 1;
    return (struct flow_range){first->first_instruction, last->first_instruction + last->instruction_count};
}

/* A function whose calls are being followed, and how far. */
struct visit {
    ir_function function;
    struct flow_range rest;
};

enum visited { UNSEEN, OPEN, DONE };

static void push(struct visit *stack, uint32_t *depth, const struct ir_module *module, ir_function function,
                 uint8_t *states) {
    states[function] = OPEN;
    stack[(*depth)++] = (struct visit){function, flow_instructions(module, function)};
}

struct flow_order flow_call_order(struct ir_module *module) {
    size_t count = (size_t)module->function_count + 1;
    struct flow_order order = {.functions = arena_allocate_array(module->arena, count, sizeof(ir_function)),
                               .recursive = arena_allocate_array(module->arena, count, sizeof(bool))};
    uint8_t *states = arena_allocate_array(module->arena, count, 1);
    struct visit *stack = arena_allocate_array(module->arena, count, sizeof *stack);
    for (ir_function root = 1; root < module->function_count; root++) {
        uint32_t depth = 0;
        if (module->functions[root].defined && states[root] == UNSEEN)
            push(stack, &depth, module, root, states);
        while (depth) {
            struct visit *top = &stack[depth - 1];
            uint32_t call = flow_next(module, top->rest.first, top->rest.end, IR_CALL);
            if (call == top->rest.end) {
                states[top->function] = DONE;
                order.functions[order.count++] = top->function;
                depth--;
                continue;
            }
            mmra_work(module->watch, 1);
            top->rest.first = call + 1;
            ir_function callee = flow_callee(module, &module->instructions[call]);
            if (callee && states[callee] == UNSEEN)
                push(stack, &depth, module, callee, states);
            else if (callee && states[callee] == OPEN)
                order.recursive[callee] = true;
        }
    }
    return order;
}
