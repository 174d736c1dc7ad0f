/* Keeping fences apart that LLVM could make neighbours: mapping.md 9. */
#include "mmra/ir/ir_effects.h"
#include "mmra/passes/fences.h"
#include "mmra/passes/flow.h"
#include "mmra/passes/insertions.h"

/* Fences that differ in scope, ordering or tags are of different kinds. Kinds are bits of a set. */
typedef uint64_t kind_set;
enum { MAX_KINDS = 63 }; /* the last bit stands for all further ones */
static const kind_set ALL_KINDS = ~(kind_set)0;

/* How a block changes the set of fences that control reaches next. At its start that set has the gained fences and, if
 * the block lets fences pass, those that are reached after it. A block with a fence, or with an instruction that keeps
 * fences apart, lets none pass. */
struct block_effect {
    kind_set gained;
    bool passes;
};

struct separator {
    struct ir_module *module;
    struct ir_instruction kinds[MAX_KINDS]; /* one fence of each */
    kind_set conflicts[MAX_KINDS + 1];      /* by kind: those that must not become its neighbour */
    uint32_t kind_count;
    struct flow_edges predecessors;
    struct block_effect *effects; /* by block */
    struct block_effect *calls;   /* by function: what a call of it does */
    kind_set *returning;          /* by function: fences that are reached after the calls of it */
    kind_set *out;                /* by block: fences that its end reaches */
    uint32_t *work;               /* blocks whose `out` has changed */
    bool *queued;
    ir_string reason; /* for --explain */
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

static struct block_effect effect_of(const struct separator *s, const struct ir_instruction *instruction) {
    static const struct block_effect keeps = {0, false}, nothing = {0, true};
    switch (instruction->opcode) {
    case IR_FENCE:
        return (struct block_effect){bit(kind_of(s, instruction)), false};
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        return keeps;
    case IR_LOAD:
    case IR_STORE:
        return ir_is_plain(instruction) ? nothing : keeps;
    case IR_CALL: {
        ir_function callee = flow_callee(s->module, instruction);
        if (callee)
            return s->calls[callee];
        return is_kept_call(s->module, instruction) ? keeps : nothing;
    }
    default:
        return nothing;
    }
}

static kind_set step_back(struct block_effect effect, kind_set after) {
    return effect.gained | (effect.passes ? after : 0);
}

static struct block_effect block_effect(const struct separator *s, const struct ir_block *block) {
    struct block_effect whole = {0, true};
    for (uint32_t i = block->instruction_count; i-- > 0;) {
        mmra_work_at(s->module->watch, i);
        struct block_effect effect = effect_of(s, &s->module->instructions[block->first_instruction + i]);
        whole.gained = step_back(effect, whole.gained);
        whole.passes = whole.passes && effect.passes;
    }
    return whole;
}

static bool returns(const struct ir_module *module, const struct ir_block *block) {
    return block->instruction_count &&
           module->instructions[block->first_instruction + block->instruction_count - 1].opcode == IR_RET;
}

/* Solves `out` for the blocks of a function, from the fences that its returns reach. The sets only grow, so a block is
 * visited again at most once for each kind. */
static void solve(struct separator *s, const struct ir_function_info *function, kind_set at_return) {
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < function->block_count; i++) {
        uint32_t block = function->first_block + i;
        s->out[block] = returns(s->module, &s->module->blocks[block]) ? at_return : 0;
        s->queued[block] = true;
        s->work[waiting++] = block;
    }
    while (waiting) {
        uint32_t block = s->work[--waiting];
        mmra_work(s->module->watch, 1);
        s->queued[block] = false;
        kind_set start = step_back(s->effects[block], s->out[block]);
        for (uint32_t i = s->predecessors.first[block]; i < s->predecessors.first[block + 1]; i++) {
            uint32_t predecessor = s->predecessors.edges[i];
            if ((s->out[predecessor] | start) == s->out[predecessor])
                continue;
            s->out[predecessor] |= start;
            if (!s->queued[predecessor])
                s->work[waiting++] = predecessor;
            s->queued[predecessor] = true;
        }
    }
}

/* Computes what a call of the function does; its callees are known already. The last bit marks the returns: if the
 * entry reaches it, the function lets fences pass. If that bit already stands for fences, every function is assumed to
 * let them pass. */
static void summarize(struct separator *s, ir_function function) {
    const struct ir_function_info *info = &s->module->functions[function];
    kind_set mark = bit(MAX_KINDS);
    bool taken = s->conflicts[MAX_KINDS];
    for (uint32_t i = 0; i < info->block_count; i++)
        s->effects[info->first_block + i] = block_effect(s, &s->module->blocks[info->first_block + i]);
    solve(s, info, taken ? 0 : mark);
    kind_set start = step_back(s->effects[info->first_block], s->out[info->first_block]);
    s->calls[function] =
        (struct block_effect){.gained = taken ? start : start & ~mark, .passes = taken || start & mark};
}

/* Tells the callees of a function which fences come after their calls. */
static void tell_callees(struct separator *s, const struct ir_function_info *function) {
    for (uint32_t block = function->first_block; block < function->first_block + function->block_count; block++) {
        const struct ir_block *info = &s->module->blocks[block];
        kind_set after = s->out[block];
        for (uint32_t i = info->instruction_count; i-- > 0;) {
            mmra_work_at(s->module->watch, i);
            const struct ir_instruction *instruction = &s->module->instructions[info->first_instruction + i];
            ir_function callee = flow_callee(s->module, instruction);
            if (callee)
                s->returning[callee] |= after;
            after = step_back(effect_of(s, instruction), after);
        }
    }
}

/* Walks from the end of the block to its start, then reverses the insertions, which must be in order. */
static void separate_block(struct separator *s, uint32_t block, const struct ir_instruction *assembly,
                           struct insertions *insertions) {
    const struct ir_block *info = &s->module->blocks[block];
    kind_set after = s->out[block];
    uint32_t first = insertions->count;
    for (uint32_t i = info->first_instruction + info->instruction_count; i-- > info->first_instruction;) {
        const struct ir_instruction *instruction = &s->module->instructions[i];
        mmra_work_at(s->module->watch, i);
        if (instruction->opcode == IR_FENCE && s->conflicts[kind_of(s, instruction)] & after) {
            struct ir_instruction separator = *assembly;
            ir_set_comment(s->module, &separator, ir_comment_of(s->module, instruction) ? s->reason : 0);
            insertions_add(s->module, insertions, i + 1, &separator);
        }
        after = step_back(effect_of(s, instruction), after);
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
    ir_value callee = ir_text_value(s->module, 0, ir_text_of(s->module, "asm sideeffect \"\", \"\""));
    struct ir_instruction assembly = insertions_instruction(s->module, IR_CALL, 0, &callee, 1);
    for (uint32_t block = 0; block < s->module->block_count; block++)
        separate_block(s, block, &assembly, &insertions);
    insertions_apply(s->module, &insertions);
}

static void *by(struct ir_module *module, uint32_t count, size_t size) {
    return arena_allocate_array(module->arena, (size_t)count + 1, size);
}

void fences_separate(struct ir_module *module) {
    struct separator *s = by(module, 0, sizeof *s);
    s->module = module;
    if (!find_kinds(s))
        return;
    struct flow_edges successors = flow_successors(module);
    struct flow_order order = flow_call_order(module);
    s->predecessors = flow_predecessors(module, &successors);
    s->effects = by(module, module->block_count, sizeof *s->effects);
    s->out = by(module, module->block_count, sizeof *s->out);
    s->work = by(module, module->block_count, sizeof *s->work);
    s->queued = by(module, module->block_count, sizeof *s->queued);
    s->calls = by(module, module->function_count, sizeof *s->calls);
    s->returning = by(module, module->function_count, sizeof *s->returning);
    for (uint32_t i = 0; i < order.count; i++) { /* until it is known: a recursive call may do anything */
        s->calls[order.functions[i]] = (struct block_effect){ALL_KINDS, true};
        s->returning[order.functions[i]] = order.recursive[order.functions[i]] ? ALL_KINDS : 0;
    }
    for (uint32_t i = 0; i < order.count; i++)
        summarize(s, order.functions[i]);
    for (uint32_t i = order.count; i-- > 0;) { /* callers first: all that follows the calls is known */
        const struct ir_function_info *function = &module->functions[order.functions[i]];
        solve(s, function, s->returning[order.functions[i]]);
        tell_callees(s, function);
    }
    put_separators(s);
}
