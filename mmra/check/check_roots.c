/* This file finds the roots of pointers, and what the module does to the memory behind them.
 *
 * A root is a global, a parameter or an alloca. They have numbers: 0 is "not known", then come the globals, the
 * parameters of all functions, and the allocas as the survey finds them. A parameter is the memory of every argument
 * that any call gives it, so the roots that calls bind to one another are one memory. */
#include "mmra/check/checker.h"

void check_begin_roots(struct checker *c) {
    const struct ir_module *module = c->module;
    struct check_roots *roots = &c->roots;
    roots->first_parameter = arena_allocate_array(c->arena, module->function_count, sizeof *roots->first_parameter);
    roots->count = module->global_count + 1;
    for (ir_function f = 1; f < module->function_count; f++) {
        roots->first_parameter[f] = roots->count;
        roots->count += module->functions[f].parameter_count;
    }
    roots->capacity = roots->count;
    roots->items = arena_allocate_array(c->arena, roots->count, sizeof *roots->items);
    for (check_root root = 0; root < roots->count; root++)
        roots->items[root].same = root;
}

/* ---- one function ---- */

void check_begin_function_roots(struct checker *c, ir_function function) {
    struct check_roots *roots = &c->roots;
    const struct flow_range range = flow_instructions(c->module, function);
    roots->here_first = range.first;
    roots->here_count = range.end - range.first;
    if (roots->here_count >= roots->here_capacity) {
        roots->here_capacity = roots->here_count * 2 + 1;
        roots->here = arena_allocate(c->arena, (size_t)roots->here_capacity * sizeof *roots->here);
    }
    memset(roots->here, 0, roots->here_count * sizeof *roots->here);
}

/* The constant that an address is computed from, without the aliases and constant expressions that keep its object. A
 * cycle of aliases, which LLVM refuses, ends at some of them. */
static ir_value base_of_constant(const struct ir_module *module, ir_value pointer) {
    for (uint32_t steps = 0; steps < 1000; steps++) {
        const struct ir_value_info *value = ir_value_get(module, pointer);
        const struct ir_instruction *from = value->kind == IR_VALUE_EXPRESSION ? ir_definition(module, pointer) : NULL;
        if (from &&
            (from->opcode == IR_GETELEMENTPTR || from->opcode == IR_BITCAST || from->opcode == IR_ADDRSPACECAST))
            pointer = module->operands[from->operands];
        else if (value->kind == IR_VALUE_GLOBAL && module->globals[value->index].alias)
            pointer = module->globals[value->index].initializer;
        else
            break;
    }
    return pointer;
}

static check_root root_of(const struct checker *c, ir_value pointer) {
    const struct ir_value_info *value = ir_value_get(c->module, base_of_constant(c->module, pointer));
    const struct check_roots *roots = &c->roots;
    if (value->kind == IR_VALUE_INSTRUCTION)
        return value->index - roots->here_first < roots->here_count ? roots->here[value->index - roots->here_first] : 0;
    if (value->kind == IR_VALUE_PARAMETER)
        return value->index < c->module->functions[c->function].parameter_count
                   ? roots->first_parameter[c->function] + value->index
                   : 0;
    return value->kind == IR_VALUE_GLOBAL ? value->index + 1 : 0;
}

void check_learn_root(struct checker *c, uint32_t index) {
    struct check_roots *roots = &c->roots;
    const struct ir_instruction *instruction = &c->module->instructions[index];
    check_root *root = &roots->here[index - roots->here_first];
    if (instruction->opcode == IR_ALLOCA) {
        *root = roots->count;
        *ARENA_PUSH(c->arena, roots->items, roots->count, roots->capacity) = (struct check_root_info){.same = *root};
    } else {
        *root = root_of(c, c->module->operands[instruction->operands]);
    }
}

/* ---- one memory ---- */

/* Those of what is not known hang from 0. */
check_root check_memory_of(const struct checker *c, check_root root) {
    struct check_root_info *items = c->roots.items;
    while (items[root].same != root) {
        items[root].same = items[items[root].same].same; /* shorter for the next time */
        root = items[root].same;
    }
    return root;
}

static void bind(struct checker *c, check_root parameter, check_root argument) {
    check_root a = check_memory_of(c, parameter), b = check_memory_of(c, argument);
    if (a > b)
        c->roots.items[a].same = b;
    else
        c->roots.items[b].same = a;
}

static void bind_arguments(struct checker *c, const struct check_event *event) {
    const struct ir_instruction *call = &c->module->instructions[event->index];
    const struct ir_function_info *function = &c->module->functions[event->does.called];
    const ir_value *operands = c->module->operands + call->operands;
    for (uint32_t i = 0; i < function->parameter_count && i + 1 < call->operand_count; i++)
        if (check_address_space(c, operands[i + 1]) != UINT32_MAX)
            bind(c, c->roots.first_parameter[event->does.called] + i, root_of(c, operands[i + 1]));
}

/* ---- what is done to it ---- */

uint8_t check_uses_of(const struct checker *c, const struct check_event *event) {
    const struct check_tags *tags = check_tags_of(c, event->mmra);
    bool shared = mmra_is_shared(tags->facts);
    if (!event->does.reads && !event->does.writes)
        return 0;
    unsigned widely = check_is_narrow(event) ? 1 : 1 | CHECK_READ_WIDELY / CHECK_READ;
    return (uint8_t)((event->does.reads && shared ? CHECK_READ * widely : 0) |
                     (event->does.writes && shared ? CHECK_WRITTEN * widely : 0) |
                     (tags->facts & MMRA_NONPRIVATE || event->does.atomic ? CHECK_NONPRIVATE : 0));
}

static void note_uses(struct checker *c, const struct check_event *event) {
    struct check_roots *roots = &c->roots;
    uint8_t uses = check_uses_of(c, event);
    roots->all_uses[event->space] |= uses;
    if (event->root)
        roots->items[event->root].uses[event->space] |= uses;
    else
        roots->unknown_uses[event->space] |= uses;
}

uint8_t check_uses_of_root(const struct checker *c, check_root root) {
    uint8_t uses = 0;
    for (unsigned space = 0; space <= IR_ALL_MEMORY; space++)
        uses |= c->roots.items[root].uses[space];
    return uses;
}

void check_end_function_roots(struct checker *c) {
    for (uint32_t i = c->first_event[c->function]; i < c->event_count; i++) {
        struct check_event *event = &c->events[i];
        mmra_work(c->module->watch, 1);
        event->root = event->does.pointer ? root_of(c, event->does.pointer) : 0;
        note_uses(c, event);
        if (check_is_defined(c, event->does.called))
            bind_arguments(c, event);
    }
}

void check_end_roots(struct checker *c) {
    struct check_roots *roots = &c->roots;
    for (check_root root = 1; root < roots->count; root++) {
        check_root memory = check_memory_of(c, root);
        for (unsigned space = 0; space <= IR_ALL_MEMORY && memory != root; space++) {
            uint8_t *uses = memory ? &roots->items[memory].uses[space] : &roots->unknown_uses[space];
            *uses |= roots->items[root].uses[space];
        }
    }
}

/* ---- what a root is ---- */

const struct ir_parameter *check_parameter_of(const struct checker *c, check_root root) {
    const struct ir_function_info *function = &c->module->functions[c->function];
    uint32_t position = root - c->roots.first_parameter[c->function]; /* wraps if it is none */
    return position < function->parameter_count ? &function->parameters[position] : NULL;
}

const struct ir_global *check_global_of(const struct checker *c, check_root root) {
    return root && root <= c->module->global_count ? &c->module->globals[root - 1] : NULL;
}
