/* Keeping fences apart that LLVM could make neighbours: mapping.md 9. */
#include "mmra/ir/ir_effects.h"
#include "mmra/passes/dataflow.h"
#include "mmra/passes/fences.h"
#include "mmra/passes/insertions.h"

/* Fences that differ in scope, ordering or tags are of different kinds. Kinds are bits of a set. */
typedef uint64_t kind_set;
enum { MAX_KINDS = 63 }; /* the last bit stands for all further ones */
#define ALL_KINDS (~(kind_set)0)

struct separator {
    struct ir_module *module;
    struct ir_instruction kinds[MAX_KINDS]; /* one fence of each */
    kind_set conflicts[MAX_KINDS + 1];      /* by kind: those that must not become its neighbour */
    uint32_t kind_count;
    struct dataflow flow;          /* backward: the fences that the end of each block reaches */
    struct dataflow_effect *calls; /* by function: what a call of it does */
    kind_set *returning;           /* by function: fences that are reached after the calls of it */
    ir_string reason;              /* for --explain */
};

static kind_set bit(uint32_t kind) {
    return (kind_set)1 << kind;
}

static uint32_t kind_of(const struct separator *s, const struct ir_instruction *fence) {
    for (uint32_t i = 0; i < s->kind_count; i++) {
        const struct ir_instruction *kind = &s->kinds[i];
        if (kind->ordering == fence->ordering && kind->mmra == fence->mmra && fences_are_alike(kind, fence))
            return i;
    }
    return MAX_KINDS;
}

/* Whether there is any pair of kinds to keep apart. */
static bool find_kinds(struct separator *s) {
    bool any = false;
    uint32_t count = s->module->instruction_count;
    for (uint32_t i = 0; (i = flow_next(s->module, i, count, IR_FENCE)) < count; i++) {
        const struct ir_instruction *instruction = &s->module->instructions[i];
        mmra_work(s->module->watch, 1);
        if (kind_of(s, instruction) < MAX_KINDS)
            continue;
        if (s->kind_count < MAX_KINDS)
            s->kinds[s->kind_count++] = *instruction;
        else
            s->conflicts[MAX_KINDS] = ALL_KINDS;
    }
    for (uint32_t a = 0; a < s->kind_count; a++) {
        s->conflicts[a] = s->conflicts[MAX_KINDS] & bit(MAX_KINDS);
        for (uint32_t b = 0; b < s->kind_count; b++) {
            if (fences_are_alike(&s->kinds[a], &s->kinds[b]) && s->kinds[a].mmra != s->kinds[b].mmra)
                s->conflicts[a] |= bit(b);
        }
        any = any || s->conflicts[a];
    }
    return any;
}

/* Calls that no pass of LLVM takes away: barriers, and inline assembly with side effects. Others may be dead. */
static bool is_kept_call(const struct ir_module *module, const struct ir_instruction *call) {
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(module, call);
    return ir_assembly_of(module, call) >= IR_KEPT_ASSEMBLY || (intrinsic && intrinsic->flags & IR_INTRINSIC_KEPT);
}

/* How an instruction changes the set of fences that control reaches next. A fence, or an instruction that keeps fences
 * apart, lets none pass. */
static struct dataflow_effect effect_of(const struct separator *s, const struct ir_instruction *instruction) {
    static const struct dataflow_effect keeps_apart = {0, 0}, nothing = {0, ALL_KINDS};
    ir_function callee = flow_callee(s->module, instruction);
    if (callee)
        return s->calls[callee];
    if (instruction->opcode == IR_CALL)
        return is_kept_call(s->module, instruction) ? keeps_apart : nothing;
    if (!ir_may_touch_memory(instruction->opcode))
        return nothing;
    struct ir_effects effects = ir_effects_of(s->module, instruction);
    if (effects.fence)
        return (struct dataflow_effect){bit(kind_of(s, instruction)), 0};
    return effects.atomic || effects.is_volatile ? keeps_apart : nothing;
}

static struct dataflow_effect block_effect(const struct separator *s, const struct ir_block *block) {
    struct dataflow_effect whole = {0, ALL_KINDS};
    for (uint32_t i = block->instruction_count; i-- > 0;) {
        mmra_work_at(s->module->watch, i);
        whole = dataflow_both(whole, effect_of(s, &s->module->instructions[block->first_instruction + i]));
    }
    return whole;
}

/* Computes what a call of the function does; its callees are known already. The last bit marks the returns: if the
 * entry reaches it, the function lets fences pass. If that bit already stands for fences, every function is assumed to
 * let them pass. */
static void summarize(struct separator *s, ir_function function) {
    const struct ir_function_info *info = &s->module->functions[function];
    kind_set mark = bit(MAX_KINDS);
    bool taken = s->conflicts[MAX_KINDS];
    for (uint32_t i = 0; i < info->block_count; i++)
        s->flow.effects[info->first_block + i] = block_effect(s, &s->module->blocks[info->first_block + i]);
    dataflow_solve(&s->flow, function, taken ? 0 : mark);
    kind_set start = dataflow_behind(s->flow.effects[info->first_block], s->flow.facts[info->first_block]);
    s->calls[function] = (struct dataflow_effect){.gained = taken ? start : start & ~mark,
                                                  .kept = taken || start & mark ? ALL_KINDS : 0};
}

/* Tells the callees of a function which fences come after their calls. */
static void tell_callees(struct separator *s, const struct ir_function_info *function) {
    for (uint32_t block = function->first_block; block < function->first_block + function->block_count; block++) {
        const struct ir_block *info = &s->module->blocks[block];
        kind_set after = s->flow.facts[block];
        for (uint32_t i = info->instruction_count; i-- > 0;) {
            mmra_work_at(s->module->watch, i);
            const struct ir_instruction *instruction = &s->module->instructions[info->first_instruction + i];
            ir_function callee = flow_callee(s->module, instruction);
            if (callee)
                s->returning[callee] |= after;
            after = dataflow_behind(effect_of(s, instruction), after);
        }
    }
}

/* Walks from the end of the block to its start, then reverses the insertions, which must be in order. */
static void separate_block(struct separator *s, uint32_t block, const struct ir_instruction *assembly,
                           struct insertions *insertions) {
    const struct ir_block *info = &s->module->blocks[block];
    kind_set after = s->flow.facts[block];
    uint32_t first = insertions->count;
    for (uint32_t i = info->first_instruction + info->instruction_count; i-- > info->first_instruction;) {
        const struct ir_instruction *instruction = &s->module->instructions[i];
        mmra_work_at(s->module->watch, i);
        if (instruction->opcode == IR_FENCE && s->conflicts[kind_of(s, instruction)] & after) {
            struct ir_instruction separator = *assembly;
            ir_set_comment(s->module, &separator, ir_comment_of(s->module, instruction) ? s->reason : 0);
            insertions_add(s->module, insertions, i + 1, &separator);
        }
        after = dataflow_behind(effect_of(s, instruction), after);
    }
    for (uint32_t low = first, high = insertions->count; high - low > 1; low++, high--) {
        struct insertion swapped = insertions->items[low];
        insertions->items[low] = insertions->items[high - 1];
        insertions->items[high - 1] = swapped;
    }
}

static void put_separators(struct separator *s) {
    struct insertions insertions = {0};
    s->reason =
        ir_text_of(s->module, "keeps the fence above apart from one with other tags, with which LLVM would merge it");
    struct ir_instruction assembly = insertions_assembly(s->module, 0, "asm sideeffect \"\", \"\"", NULL, 0);
    for (uint32_t block = 0; block < s->module->block_count; block++)
        separate_block(s, block, &assembly, &insertions);
    insertions_apply(s->module, &insertions);
}

void fences_separate(struct ir_module *module) {
    struct separator *s = arena_allocate_array(module->arena, 1, sizeof *s);
    s->module = module;
    if (!find_kinds(s))
        return;
    struct flow_edges successors = flow_successors(module);
    struct flow_order order = flow_call_order(module);
    s->flow = dataflow_new(module, flow_predecessors(module, &successors), true);
    s->calls = arena_allocate_array(module->arena, module->function_count, sizeof *s->calls);
    s->returning = arena_allocate_array(module->arena, module->function_count, sizeof *s->returning);
    for (uint32_t i = 0; i < order.count; i++) { /* until it is known: a recursive call may do anything */
        s->calls[order.functions[i]] = (struct dataflow_effect){ALL_KINDS, ALL_KINDS};
        s->returning[order.functions[i]] = order.recursive[order.functions[i]] ? ALL_KINDS : 0;
    }
    for (uint32_t i = 0; i < order.count; i++)
        summarize(s, order.functions[i]);
    for (uint32_t i = order.count; i-- > 0;) { /* callers first: all that follows the calls is known */
        dataflow_solve(&s->flow, order.functions[i], s->returning[order.functions[i]]);
        tell_callees(s, &module->functions[order.functions[i]]);
    }
    put_separators(s);
}
