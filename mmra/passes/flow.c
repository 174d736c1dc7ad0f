#include "mmra/passes/flow.h"

/* ---- blocks ---- */

/* The last instruction of the block that does anything: an order of uses may stand after the terminator. */
static const struct ir_instruction *terminator(const struct ir_module *module, uint32_t block) {
    const struct ir_block *info = &module->blocks[block];
    const struct ir_instruction *first = &module->instructions[info->first_instruction];
    const struct ir_instruction *end = first + info->instruction_count;
    while (end > first && end[-1].opcode == IR_OPAQUE)
        end--;
    return end > first ? end - 1 : NULL;
}

bool flow_returns(const struct ir_module *module, uint32_t block) {
    const struct ir_block *info = &module->blocks[block];
    return info->instruction_count &&
           module->instructions[info->first_instruction + info->instruction_count - 1].opcode == IR_RET;
}

struct flow_edges flow_successors(struct ir_module *module) {
    uint32_t count = 0, capacity = 2 * module->block_count; /* what most modules need: growing copies */
    struct flow_edges successors = {
        .first = arena_allocate(module->arena, ((size_t)module->block_count + 1) * sizeof(uint32_t)),
        .edges = arena_allocate(module->arena, (size_t)capacity * sizeof(uint32_t))};
    for (uint32_t block = 0; block < module->block_count; block++) {
        const struct ir_instruction *last = terminator(module, block);
        uint32_t operands = last && ir_is_terminator((enum ir_opcode)last->opcode) ? last->operand_count : 0;
        mmra_work(module->watch, 1 + operands / 8);
        successors.first[block] = count;
        for (uint32_t i = 0; i < operands; i++) {
            const struct ir_value_info *value = &module->values[module->operands[last->operands + i]];
            if (value->kind == IR_VALUE_BLOCK && value->index < module->block_count)
                *ARENA_PUSH(module->arena, successors.edges, count, capacity) = value->index;
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
    /* The counts stand two places further on, so that filling moves first[block + 1] to where block + 1 begins. */
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
    uint32_t place;
};

enum visited { UNSEEN, OPEN, DONE };

struct flow_order flow_order(struct arena *arena, uint32_t function_count, flow_next_callee next_callee,
                             const void *user) {
    size_t count = (size_t)function_count + 1;
    struct flow_order order = {.functions = arena_allocate_array(arena, count, sizeof(ir_function)),
                               .recursive = arena_allocate_array(arena, count, sizeof(bool))};
    uint8_t *states = arena_allocate_array(arena, count, 1);
    struct visit *stack = arena_allocate_array(arena, count, sizeof *stack);
    for (ir_function root = 1; root < function_count; root++) {
        uint32_t depth = 0;
        if (states[root] == UNSEEN)
            stack[depth++] = (struct visit){root, 0}, states[root] = OPEN;
        while (depth) {
            struct visit *top = &stack[depth - 1];
            ir_function callee = next_callee(user, top->function, &top->place);
            mmra_work(arena->watch, 1);
            if (!callee) {
                states[top->function] = DONE;
                order.functions[order.count++] = top->function;
                depth--;
            } else if (states[callee] == UNSEEN) {
                states[callee] = OPEN;
                stack[depth++] = (struct visit){callee, 0};
            } else if (states[callee] == OPEN) {
                order.recursive[callee] = true;
            }
        }
    }
    return order;
}

static ir_function next_called(const void *user, ir_function function, uint32_t *place) {
    const struct ir_module *module = user;
    struct flow_range range = flow_instructions(module, function);
    uint32_t call = *place ? *place : range.first;
    while ((call = flow_next(module, call, range.end, IR_CALL)) < range.end) {
        ir_function callee = flow_callee(module, &module->instructions[call++]);
        mmra_work(module->watch, 1);
        *place = call;
        if (callee)
            return callee;
    }
    return 0;
}

struct flow_order flow_call_order(struct ir_module *module) {
    struct flow_order order = flow_order(module->arena, module->function_count, next_called, module);
    uint32_t all = order.count;
    order.count = 0;
    for (uint32_t i = 0; i < all; i++)
        if (module->functions[order.functions[i]].defined)
            order.functions[order.count++] = order.functions[i];
    return order;
}
