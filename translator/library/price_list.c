/* smmra_cost: the price of synchronization in machine code (translator/cost). */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "translator/cost/cost.h"
#include "translator/library/request.h"

struct smmra_price_list {
    struct arena arena; /* holds this object too */
    const smmra_cost_item *const *items;
    const smmra_cost_total *const *totals;
    size_t item_count;
};

/* The state of one call. */
struct cost_call {
    smmra_cost_options options;
    struct arena work, output;
    struct mmra_watch watch;
    size_t held, limit;
    smmra_allocator allocator;
    enum machine_processor processor;
    smmra_result result; /* of what jumped to the landing */
    jmp_buf landing;
};

_Noreturn static void end_call(struct cost_call *call, smmra_result result, uint32_t line, const char *message) {
    char printable[320];
    snprintf(printable, sizeof printable, "%s", message);
    for (char *c = printable; *c; c++)
        if (*c < 0x20 || *c > 0x7E)
            *c = '?';
    const smmra_diagnostic diagnostic = {.severity = SMMRA_SEVERITY_ERROR, .line = line, .message = printable};
    if (call->options.diagnose)
        call->options.diagnose(call->options.diagnose_user, &diagnostic);
    call->result = result;
    longjmp(call->landing, 1);
}

/* ---- memory ---- */

static void exhausted(void *user) {
    end_call(user, SMMRA_OUT_OF_MEMORY, 0, "out of memory, or the memory limit was reached");
}

static void ask(void *user) {
    struct cost_call *call = user;
    if (call->options.cancel && call->options.cancel(call->options.cancel_user))
        end_call(call, SMMRA_CANCELLED, 0, "cancelled by options.cancel");
}

static void *counted_allocate(void *user, size_t size) {
    struct cost_call *call = user;
    void *block = size > call->limit - call->held ? NULL : call->allocator.allocate(call->allocator.user, size);
    call->held += block ? size : 0;
    return block;
}

static void counted_release(void *user, void *block, size_t size) {
    struct cost_call *call = user;
    call->held -= size;
    call->allocator.release(call->allocator.user, block, size);
}

static void begin_memory(struct cost_call *call) {
    const smmra_allocator *given = call->options.allocator;
    call->allocator =
        given ? *given : (smmra_allocator){arena_malloc.allocate, arena_malloc.release, arena_malloc.user};
    call->limit = call->options.memory_limit ? call->options.memory_limit : SIZE_MAX;
    const struct arena_allocator counted = {counted_allocate, counted_release, call};
    arena_init(&call->work, &counted, SIZE_MAX, exhausted, call);
    arena_init(&call->output, &counted, SIZE_MAX, exhausted, call);
    call->watch = (struct mmra_watch){.ask = ask, .user = call};
    call->work.watch = call->output.watch = &call->watch;
}

/* ---- the list ---- */

static const smmra_cost_need *const *keep_needs(struct arena *arena, const struct cost_item *item) {
    static const char *const reasons[] = {"data",         "release",   "acquire",  "call",    "visibility",
                                          "availability", "coherence", "volatile", "progress"};
    smmra_cost_need *needs = arena_allocate_array(arena, item->need_count + 1, sizeof *needs);
    for (uint32_t i = 0; i < item->need_count; i++) {
        const struct cost_need *need = &item->needs[i];
        needs[i] = (smmra_cost_need){reasons[need->reason], need->word, need->line, need->awaited};
    }
    return arena_list(arena, needs, item->need_count, sizeof *needs);
}

static const char *keep(struct arena *arena, const char *text) {
    return arena_copy_string(arena, text ? text : "", text ? strlen(text) : 0);
}

static void keep_items(struct cost_call *call, smmra_price_list *list, const struct machine_code *code,
                       const struct cost_list *found) {
    struct arena *arena = &call->output;
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
    const char *text = arena_copy_string(&call->work, ir, call->options.ir_length);
    struct cost_module *module = cost_read_module(text, call->options.ir_length, &call->work, &message);
    if (!module)
        end_call(call, SMMRA_INVALID_INPUT, 0, message);
    return module;
}

static smmra_price_list *run(struct cost_call *call, const char *assembly, size_t length) {
    smmra_price_list *list = arena_allocate_array(&call->output, 1, sizeof *list);
    struct machine_code *code = arena_allocate_array(&call->work, 1, sizeof *code);
    struct cost_list found;
    const char *text = arena_copy_string(&call->work, assembly ? assembly : "", length);
    struct cost_module *module = read_ir(call);
    machine_survey(code, &call->work, text, length, call->processor);
    if (code->error)
        end_call(call, code->unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT, code->line, code->error);
    cost_find(&found, code, module, &call->work);
    if (found.gave_up)
        end_call(call, SMMRA_UNSUPPORTED, 0,
                 "not supported: machine code with too many ways between operations and waits");
    keep_items(call, list, code, &found);
    return list;
}

/* ---- what the header declares ---- */

static bool read_options(const smmra_cost_options *given, smmra_cost_options *options) {
    static const uint16_t ends[] = {STRUCT_END(smmra_cost_options, cancel_user)};
    if (!given || !request_is_struct_size(given->size, ends, sizeof ends / sizeof *ends) ||
        given->size > sizeof *options)
        return false;
    memcpy(options, given, given->size);
    return options->mcpu && (options->ir || !options->ir_length);
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
    call.processor = processor_of(call.options.mcpu);
    begin_memory(&call);
    if (setjmp(call.landing)) {
        arena_destroy(&call.work);
        arena_destroy(&call.output);
        return call.result;
    }
    if (call.processor == MACHINE_PROCESSOR_COUNT)
        end_call(&call, SMMRA_INVALID_ARGUMENT, 0, "options.mcpu is no processor whose machine code is known");
    ask(&call);
    smmra_price_list *made = run(&call, assembly, length);
    arena_destroy(&call.work);
    made->arena = call.output;
    made->arena.allocator =
        (struct arena_allocator){call.allocator.allocate, call.allocator.release, call.allocator.user};
    made->arena.exhausted = NULL; /* it only waits to be destroyed */
    made->arena.watch = NULL;
    *list = made;
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
