/* smmra_cost: the price of synchronization in machine code (translator/cost). */
#include <string.h>

#include "translator/answers/litmus_call.h"
#include "translator/cost/cost.h"

struct smmra_price_list {
    struct arena arena; /* holds this object too */
    const smmra_cost_item *const *items;
    const smmra_cost_total *const *totals;
    size_t item_count;
};

struct cost_call {
    struct litmus_call call; /* first: it is cast back */
    smmra_cost_options options;
    enum machine_processor processor;
    smmra_price_list *list;
};

/* ---- the list ---- */

static const smmra_cost_need *const *keep_needs(struct arena *arena, const struct cost_item *item) {
    smmra_cost_need *needs = arena_allocate_array(arena, item->need_count + 1, sizeof *needs);
    for (uint32_t i = 0; i < item->need_count; i++) {
        const struct cost_need *need = &item->needs[i];
        needs[i] = (smmra_cost_need){cost_reason_names[need->reason], need->word, need->line, need->awaited};
    }
    return arena_list(arena, needs, item->need_count, sizeof *needs);
}

static const char *keep(struct arena *arena, const char *text) {
    return arena_copy_string(arena, text ? text : "", text ? strlen(text) : 0);
}

static void keep_items(struct cost_call *call, smmra_price_list *list, const struct machine_code *code,
                       const struct cost_list *found) {
    struct arena *arena = &call->call.output;
    smmra_cost_item *items = arena_allocate_array(arena, found->count + 1, sizeof *items);
    for (uint32_t i = 0; i < found->count; i++) {
        const struct cost_item *item = &found->items[i];
        const struct machine_instruction *at = &code->instructions[item->instruction];
        items[i] = (smmra_cost_item){.kind = (smmra_cost_kind)item->kind,
                                     .verdict = (smmra_cost_verdict)item->verdict,
                                     .line = at->line,
                                     .instruction = keep(arena, at->text),
                                     .what = keep(arena, item->what),
                                     .needs = keep_needs(arena, item),
                                     .need_count = item->need_count,
                                     .has_more_needs = item->more};
    }
    list->items = arena_list(arena, items, found->count, sizeof *items);
    list->item_count = found->count;
    smmra_cost_total *totals = arena_allocate_array(arena, COST_KINDS, sizeof *totals);
    for (uint32_t k = 0; k < COST_KINDS; k++) {
        const struct cost_total *total = &found->totals[k];
        totals[k] =
            (smmra_cost_total){(smmra_cost_kind)k, total->all, total->demanded, total->progress, total->excused};
    }
    list->totals = arena_list(arena, totals, COST_KINDS, sizeof *totals);
}

static struct cost_module *read_ir(struct cost_call *call) {
    const char *message = NULL, *ir = call->options.ir;
    if (!ir)
        return NULL;
    const char *text = arena_copy_string(&call->call.work, ir, call->options.ir_length);
    struct cost_module *module =
        cost_read_module(text, call->options.ir_length, SMMRA_PROFILE_23, &call->call.work, &message);
    if (!module)
        litmus_call_end(&call->call, SMMRA_INVALID_INPUT, 0, message);
    return module;
}

static void run(struct litmus_call *base, const void *assembly, size_t length) {
    struct cost_call *call = (struct cost_call *)base;
    struct machine_code *code = arena_allocate_array(&base->work, 1, sizeof *code);
    struct cost_list found;
    call->list = arena_allocate_array(&base->output, 1, sizeof *call->list);
    if (call->processor == MACHINE_PROCESSOR_COUNT)
        litmus_call_end(base, SMMRA_INVALID_ARGUMENT, 0, "options.mcpu is no processor whose machine code is known");
    const char *text = arena_copy_string(&base->work, assembly ? assembly : "", length);
    struct cost_module *module = read_ir(call);
    machine_survey(code, &base->work, text, length, call->processor);
    if (code->error)
        litmus_call_end(base, code->unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT, code->line, code->error);
    cost_find(&found, code, module, &base->work);
    if (found.gave_up)
        litmus_call_refuse(base, "machine code with too many ways between operations and waits");
    keep_items(call, call->list, code, &found);
}

/* ---- what the header declares ---- */

static bool read_options(const smmra_cost_options *given, smmra_cost_options *options) {
    static const uint16_t ends[] = {STRUCT_END(smmra_cost_options, cancel_user)};
    return given && request_read_options(options, sizeof *options, given, ends, sizeof ends / sizeof *ends) &&
           options->mcpu && (options->ir || !options->ir_length);
}

static enum machine_processor processor_of(const char *name) {
    uint32_t processor = 0;
    while (machine_processor_names[processor] && strcmp(machine_processor_names[processor], name) != 0)
        processor++;
    return (enum machine_processor)processor;
}

smmra_result smmra_cost(const char *assembly, size_t length, const smmra_cost_options *options,
                        smmra_price_list **list) {
    struct cost_call call;
    memset(&call, 0, sizeof call);
    *list = NULL;
    if (!read_options(options, &call.options) || (!assembly && length))
        return SMMRA_INVALID_ARGUMENT;
    const smmra_cost_options *given = &call.options;
    call.processor = processor_of(given->mcpu);
    call.call.options = (smmra_litmus_options){.memory_limit = given->memory_limit,
                                               .allocator = given->allocator,
                                               .diagnose = given->diagnose,
                                               .diagnose_user = given->diagnose_user,
                                               .cancel = given->cancel,
                                               .cancel_user = given->cancel_user};
    smmra_result result = litmus_call_run(&call.call, run, assembly, length);
    if (result != SMMRA_SUCCESS)
        return result;
    *list = call.list;
    call.list->arena = call.call.output;
    return SMMRA_SUCCESS;
}

const smmra_cost_item *const *smmra_price_list_items(const smmra_price_list *list, size_t *count) {
    *count = list->item_count;
    return list->items;
}

const smmra_cost_total *const *smmra_price_list_totals(const smmra_price_list *list, size_t *count) {
    *count = COST_KINDS;
    return list->totals;
}

void smmra_price_list_destroy(smmra_price_list *list) {
    if (!list)
        return;
    struct arena arena = list->arena; /* which holds the list itself */
    arena_destroy(&arena);
}
