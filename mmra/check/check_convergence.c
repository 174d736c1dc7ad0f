/* Rules on convergent operations: functions that reach one, and convergence tokens. */
#include "mmra/check/checker.h"

/* ---- functions that reach a convergent operation ---- */

struct callers {
    uint32_t *from; /* by function: where its list of callers begins */
    ir_function *list;
};

static void count_calls(struct checker *c, uint32_t *counts, ir_function *list) {
    for (ir_function f = 1; f < c->module->function_count; f++)
        for (uint32_t i = c->first_event[f]; i < c->first_event[f + 1]; i++) {
            ir_function called = c->events[i].does.called;
            mmra_work_at(c->module->watch, i);
            if (list && called)
                list[counts[called]] = f;
            counts[called]++;
        }
}

static struct callers find_callers(struct checker *c) {
    uint32_t functions = c->module->function_count;
    uint32_t *counts = arena_allocate_array(c->arena, (size_t)functions + 1, sizeof *counts);
    struct callers callers = {.from = arena_allocate_array(c->arena, (size_t)functions + 1, sizeof(uint32_t))};
    count_calls(c, counts, NULL);
    for (uint32_t f = 0; f < functions; f++)
        callers.from[f + 1] = callers.from[f] + counts[f];
    callers.list = arena_allocate_array(c->arena, callers.from[functions], sizeof *callers.list);
    memcpy(counts, callers.from, functions * sizeof *counts);
    count_calls(c, counts, callers.list);
    return callers;
}

/* Kernels and the entry points of shaders, which no function calls: nobody looks at their attributes. */
static bool is_never_called(const struct ir_module *module, const struct ir_function_info *function) {
    static const char conventions[] =
        "amdgpu_cs amdgpu_ps amdgpu_vs amdgpu_gs amdgpu_es amdgpu_hs amdgpu_ls amdgpu_cs_chain amdgpu_cs_chain_preserve";
    struct mmra_string text = ir_string_get(module, function->before_type);
    for (uint32_t at = 0, end; at < text.length && !function->kernel; at = end + 1) {
        for (end = at; end < text.length && text.bytes[end] != ' '; end++)
            ;
        if (mmra_string_among((struct mmra_string){text.bytes + at, end - at}, conventions))
            return true;
    }
    return function->kernel;
}

/* Goes from the convergent operations up to all their callers, each function once. */
static void check_functions(struct checker *c) {
    const struct ir_module *module = c->module;
    struct callers callers = find_callers(c);
    bool *reaches = arena_allocate_array(c->arena, module->function_count, sizeof *reaches);
    ir_function *waiting = arena_allocate_array(c->arena, module->function_count, sizeof *waiting);
    uint32_t count = 0;
    for (ir_function f = 1; f < module->function_count; f++)
        if (c->callees[f].convergent) {
            reaches[f] = true;
            waiting[count++] = f;
        }
    while (count) {
        ir_function f = waiting[--count];
        for (uint32_t i = callers.from[f]; i < callers.from[f + 1]; i++)
            if (!reaches[callers.list[i]]) {
                reaches[callers.list[i]] = true;
                waiting[count++] = callers.list[i];
            }
    }
    for (ir_function f = 1; f < module->function_count; f++) {
        const struct ir_function_info *info = &module->functions[f];
        if (reaches[f] && info->defined && !(info->attributes & IR_FUNCTION_CONVERGENT) &&
            !is_never_called(module, info))
            check_report_function(c, CHECK_CONVERGENT_FUNCTION, f, NULL);
    }
}

/* ---- tokens ---- */

static void check_token_use(struct checker *c, const struct block_graph *graph, const struct dominators *d,
                            uint32_t index, ir_value token) {
    const struct ir_module *module = c->module;
    const struct ir_value_info *value = ir_value_get(module, token);
    uint32_t block = check_block_of(c, graph, index);
    if (value->kind != IR_VALUE_INSTRUCTION || value->index >= module->instruction_count)
        return;
    uint32_t defined_in = check_block_of(c, graph, value->index);
    bool good = defined_in == block ? value->index < index : dominators_hold(d, defined_in, block);
    if (!good)
        check_relate(c, check_report(c, CHECK_CONVERGENCE_TOKEN, index, NULL), value->index,
                     "the token is defined here");
}

static void check_tokens(struct checker *c, ir_function function) {
    const struct ir_module *module = c->module;
    const struct block_graph graph = check_control_flow(c, function);
    struct dominators dominators = {0};
    for (uint32_t i = c->first_event[function]; i < c->first_event[function + 1]; i++) {
        uint32_t index = c->events[i].index;
        mmra_work(c->module->watch, 1);
        ir_value token = ir_call_token(module, index);
        if (!token)
            continue;
        if (!dominators.first)
            dominators = dominators_find(c->arena, &graph);
        check_token_use(c, &graph, &dominators, index, token);
    }
}

/* LLVM calls a convergent call with a token controlled, and one without uncontrolled; entry and anchor begin a region.
 */
static bool is_controlled(const struct checker *c, const struct check_event *event) {
    return ir_call_token(c->module, event->index) || (event->does.called && c->callees[event->does.called].region);
}

static bool is_uncontrolled(const struct checker *c, const struct check_event *event) {
    if (!event->does.called || is_controlled(c, event))
        return false;
    return c->callees[event->does.called].convergent || c->module->instructions[event->index].flags & IR_CONVERGENT ||
           c->module->functions[event->does.called].attributes & IR_FUNCTION_CONVERGENT;
}

static void check_mix(struct checker *c, ir_function function) {
    uint32_t controlled = UINT32_MAX, uncontrolled = UINT32_MAX;
    for (uint32_t i = c->first_event[function]; i < c->first_event[function + 1]; i++) {
        const struct check_event *event = &c->events[i];
        mmra_work_at(c->module->watch, i);
        if (controlled == UINT32_MAX && is_controlled(c, event))
            controlled = event->index;
        if (uncontrolled == UINT32_MAX && is_uncontrolled(c, event))
            uncontrolled = event->index;
    }
    if (controlled != UINT32_MAX && uncontrolled != UINT32_MAX)
        check_relate(c, check_report(c, CHECK_CONVERGENCE_MIX, uncontrolled, NULL), controlled,
                     "there are tokens in this function");
}

/* ---- reductions ---- */

static bool is_reduction(const struct checker *c, ir_function function) {
    const struct ir_intrinsic *intrinsic = check_intrinsic(c, function);
    return intrinsic && strcmp(intrinsic->name, IR_NAME_WAVE_REDUCE) == 0;
}

/* Waves of 64 lanes, where DPP does not bring one half to the other (docs/upstream/llvm-wave-reduce-*.md). gfx9 does.
 */
static bool is_wide(const struct checker *c, ir_function function) {
    struct mmra_string attributes = check_attribute_text(c, function);
    mmra_work(c->module->watch, (uint32_t)(attributes.length / 8) + 1);
    return mmra_string_behind(attributes, "+wavefrontsize64") &&
           !mmra_string_behind(attributes, "\"target-cpu\"=\"gfx9");
}

static void check_reductions(struct checker *c) {
    bool any = false;
    for (ir_function f = 1; f < c->module->function_count && !any; f++)
        any = is_reduction(c, f);
    for (ir_function f = 1; any && f < c->module->function_count; f++) {
        c->function = f;
        for (uint32_t i = c->first_event[f]; i < c->first_event[f + 1]; i++) {
            mmra_work_at(c->module->watch, i);
            if (is_reduction(c, c->events[i].does.called) && is_wide(c, f))
                check_report(c, CHECK_WIDE_REDUCTION, c->events[i].index, NULL);
        }
    }
    c->function = 0;
}

/* If no unmarked function calls a convergent operation or a function that is marked convergent, then no unmarked
 * function reaches one: some call on the way there would be such a call. Kernels need no mark, so calls of them count
 * too. */
void check_convergence(struct checker *c) {
    if (c->any_unmarked_call && check_is_on(c, CHECK_CONVERGENT_FUNCTION))
        check_functions(c);
    if (c->options->revision != IR_LLVM_21 && c->options->revision != IR_LLVM_22 &&
        check_is_on(c, CHECK_WIDE_REDUCTION))
        check_reductions(c);
    if (!c->any_token)
        return;
    for (ir_function f = 1; f < c->module->function_count; f++) {
        c->function = f;
        check_tokens(c, f);
        check_mix(c, f);
    }
    c->function = 0;
}
