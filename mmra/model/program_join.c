/* Finds where the ways of a branch come together again, and what may differ there by the way that was taken. What comes
 * after that depends on the branch no longer, but for the variables that its ways have set (docs/reference/models.md,
 * "Dependencies").
 */
#include "mmra/base/dominators.h"
#include "mmra/model/program.h"

enum { MOST_INSTRUCTIONS = 512, MOST_SETTINGS = 16 };

struct joining {
    struct arena *arena;
    struct program_thread *thread;
    uint32_t branch, join;
    const bool *targets; /* instructions to which a jump or branch leads */
    uint8_t *inside;     /* of the branch's ways: instructions before the join, and on which sides they are; */
    uint32_t *list;
    uint32_t count;      /* those of them */
    uint32_t *stack;     /* where the walk goes on */
    bool *marked, *seen; /* instructions, while they are looked at */
};

/* Clears the flags of the instructions between the branch and its join. */
static void clear(const struct joining *j, bool *flags) {
    flags[j->join] = false;
    for (uint32_t i = 0; i < j->count; i++)
        flags[j->list[i]] = false;
}

/* ---- the tree of post-dominators ---- */

/* The code backwards: 0 is the end, and n + 1 instruction n. */
static struct block_graph backwards(const struct program_thread *thread, struct arena *arena) {
    uint32_t count = thread->code_count + 1, next[2];
    uint32_t *from = arena_allocate_array(arena, (size_t)count + 1, sizeof *from);
    uint32_t *into = arena_allocate_array(arena, count, sizeof *into), *at;
    uint32_t *successors = arena_allocate_array(arena, 2 * (size_t)count, sizeof *successors);
    for (uint32_t i = 0; i + 1 < count; i++) {
        into[i + 1] = program_successors(thread, i, next);
        for (uint32_t k = 0; k < into[i + 1]; k++)
            from[next[k] + 2]++;
        if (!into[i + 1])
            from[1]++;
        into[i + 1] += !into[i + 1];
    }
    for (uint32_t i = 0; i < count; i++)
        from[i + 1] += from[i];
    at = arena_allocate_array(arena, count, sizeof *at);
    memcpy(at, from, count * sizeof *at);
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t nexts = program_successors(thread, i, next);
        for (uint32_t k = 0; k < nexts; k++)
            successors[at[next[k] + 1]++] = i + 1;
        if (!nexts)
            successors[at[0]++] = i + 1;
    }
    return (struct block_graph){
        .count = count, .successors = successors, .successor_from = from, .predecessor_count = into};
}

/* Finds for each instruction the next one through which all ways from it lead; MODEL_NONE: there is none. */
static uint32_t *find_joins(const struct program_thread *thread, struct arena *arena) {
    const struct block_graph graph = backwards(thread, arena);
    const struct dominators d = dominators_find(arena, &graph);
    uint32_t *joins = arena_allocate_array(arena, graph.count, sizeof *joins), open = 0;
    uint32_t *order = arena_allocate_array(arena, (size_t)graph.count + 1, sizeof *order);
    uint32_t *stack = arena_allocate_array(arena, graph.count, sizeof *stack);
    for (uint32_t v = 0; v < graph.count; v++)
        if (d.size[v])
            order[d.first[v]] = v + 1;
    for (uint32_t place = 0; place <= graph.count; place++) {
        if (!order[place])
            continue;
        uint32_t v = order[place] - 1;
        while (open && !(d.first[v] - d.first[stack[open - 1]] < d.size[stack[open - 1]]))
            open--;
        joins[v] = open ? stack[open - 1] : 0;
        stack[open++] = v;
    }
    for (uint32_t i = 0; i < thread->code_count; i++)
        joins[i] = joins[i + 1] - 1; /* MODEL_NONE, for 0 */
    return joins;
}

/* ---- between a branch and its join ---- */

/* Whether the way goes on there for certain, and does nothing that others wait for. */
static bool is_plain(const struct program_instruction *i) {
    return i->opcode != PROGRAM_BARRIER && i->opcode != PROGRAM_EXCHANGE;
}

enum { IF_TRUE = 1, IF_FALSE = 2 };

/* Walks all ways from the branch to the join; false if one goes back, waits, or is too long. */
static bool walk_ways(struct joining *j) {
    uint32_t next[2], waiting = 0;
    j->count = 0;
    j->stack[waiting++] = j->branch;
    while (waiting) {
        uint32_t at = j->stack[--waiting], nexts = program_successors(j->thread, at, next);
        for (uint32_t k = 0; k < nexts; k++) {
            if (next[k] <= at || j->count == MOST_INSTRUCTIONS)
                return false;
            uint8_t sides = at != j->branch ? j->inside[at] : k == 0 ? IF_TRUE : IF_FALSE, before = j->inside[next[k]];
            if (next[k] == j->join || !(sides & ~before))
                continue;
            if (!is_plain(&j->thread->code[next[k]]))
                return false;
            j->inside[next[k]] |= sides;
            if (!before)
                j->list[j->count++] = next[k];
            j->stack[waiting++] = next[k];
        }
    }
    return true;
}

static bool is_assigned_inside(const struct joining *j, uint32_t number) {
    for (uint32_t i = 0; i < j->count; i++)
        if (j->thread->code[j->list[i]].target == number || j->thread->code[j->list[i]].success == number)
            return true;
    return false;
}

/* Whether a way leads from behind the instruction to the join past none of the marked ones; or, with `events`, to
 * another event before one of them. */
static bool leads_past(const struct joining *j, uint32_t from, bool events) {
    uint32_t next[2], waiting = 0;
    bool past = false;
    clear(j, j->seen);
    j->stack[waiting++] = from;
    while (waiting && !past) {
        uint32_t at = j->stack[--waiting], nexts = program_successors(j->thread, at, next);
        for (uint32_t k = 0; k < nexts; k++) {
            uint8_t opcode = j->thread->code[next[k]].opcode;
            if (j->marked[next[k]] || j->seen[next[k]])
                continue;
            past |= next[k] == j->join || (events && (opcode == PROGRAM_ACCESS || opcode == PROGRAM_EVENT));
            j->seen[next[k]] = true;
            j->stack[waiting++] = next[k];
        }
    }
    return past;
}

/* Returns what the operand is behind the instruction, by the copies in the straight code up to there; NOTHING if
 * something else has set it. */
static struct program_operand copied_from(const struct joining *j, struct program_operand operand, uint32_t behind) {
    for (uint32_t at = behind; operand.kind == PROGRAM_REGISTER; at--) {
        const struct program_instruction *i = &j->thread->code[at];
        if (i->target == operand.value || i->success == operand.value) {
            if (i->opcode != PROGRAM_COMPUTE || i->alu != PROGRAM_COPY || i->from_width)
                return (struct program_operand){PROGRAM_NOTHING, 0};
            operand = i->a;
        }
        if (at == 0 || j->targets[at])
            return operand;
    }
    return operand;
}

/* Returns what the register is behind an instruction of a way, as it was before the branch; NOTHING if that is not
 * known. */
static struct program_operand root_of(const struct joining *j, uint32_t number, uint32_t behind) {
    struct program_operand operand = copied_from(j, program_in_register(number), behind);
    if (operand.kind == PROGRAM_REGISTER && is_assigned_inside(j, (uint32_t)operand.value))
        return (struct program_operand){PROGRAM_NOTHING, 0};
    return operand;
}

/* Returns what the register holds at the branch, as the straight code before it says; NOTHING if it does not. */
static struct program_operand root_before(const struct joining *j, uint32_t number) {
    struct program_operand operand = program_in_register(number);
    if (j->branch && !j->targets[j->branch])
        operand = copied_from(j, operand, j->branch - 1);
    return operand.kind == PROGRAM_CONSTANT ? operand : (struct program_operand){PROGRAM_NOTHING, 0};
}

enum setting { SET_ALIKE, SET_PERHAPS, SET_UNLIKE };

/* The values to which the ways on one side of the branch set a register. */
struct settings {
    struct program_operand values[MOST_SETTINGS];
    uint32_t count;
    bool constant; /* all are known, and constants */
};

static void add_setting(struct settings *s, struct program_operand value) {
    s->constant &= value.kind == PROGRAM_CONSTANT && s->count < MOST_SETTINGS;
    if (s->count < MOST_SETTINGS)
        s->values[s->count++] = value;
}

/* The marked instructions set the register. What counts is the last one of a way, or, of a way without one, what the
 * register holds before the branch. */
static struct settings settings_of(const struct joining *j, uint32_t number, uint8_t side) {
    const struct program_instruction *branch = &j->thread->code[j->branch];
    uint32_t first = side == IF_TRUE ? branch->if_true : branch->if_false;
    struct settings s = {.constant = true};
    for (uint32_t i = 0; i < j->count; i++) {
        uint32_t at = j->list[i];
        if (j->marked[at] && j->inside[at] & side && leads_past(j, at, false))
            add_setting(&s, root_of(j, number, at));
    }
    if (first == j->join || (!j->marked[first] && leads_past(j, first, false)))
        add_setting(&s, root_before(j, number));
    return s;
}

/* All of them are constants. */
static bool is_setting(const struct settings *s, struct program_operand value) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->values[i].value == value.value)
            return true;
    return false;
}

/* Whether both sides set the register to the same, or to different constants, whichever ways they lead; or it is not
 * known. */
static enum setting compare_settings(const struct joining *j, uint32_t number) {
    clear(j, j->marked);
    for (uint32_t i = 0; i < j->count; i++) {
        const struct program_instruction *at = &j->thread->code[j->list[i]];
        j->marked[j->list[i]] = at->target == number || at->success == number;
    }
    const struct settings one = settings_of(j, number, IF_TRUE), other = settings_of(j, number, IF_FALSE);
    bool same = one.count < MOST_SETTINGS && other.count < MOST_SETTINGS, apart = one.constant && other.constant;
    for (uint32_t i = 0; i < one.count; i++) {
        same &= one.values[i].kind != PROGRAM_NOTHING;
        apart &= !is_setting(&other, one.values[i]);
        for (uint32_t k = 0; k < other.count; k++)
            same &= one.values[i].kind == other.values[k].kind && one.values[i].value == other.values[k].value;
    }
    return same ? SET_ALIKE : apart ? SET_UNLIKE : SET_PERHAPS;
}

static void find_variable(const struct joining *j, struct program_join *result, uint32_t number) {
    if (number == MODEL_NONE || !(j->thread->live[j->join][number / 64] >> (number % 64) & 1))
        return;
    for (uint32_t i = 0; i < result->variable_count; i++)
        if (result->variables[i].number == number)
            return;
    enum setting setting = compare_settings(j, number);
    if (setting != SET_ALIKE)
        *ARENA_PUSH(j->arena, result->variables, result->variable_count, result->variable_capacity) =
            (struct program_variable){number, setting == SET_UNLIKE};
}

static void find_variables(const struct joining *j, struct program_join *result) {
    for (uint32_t i = 0; i < j->count; i++) {
        const struct program_instruction *at = &j->thread->code[j->list[i]];
        find_variable(j, result, at->target);
        find_variable(j, result, at->success);
    }
}

/* ---- events that happen on either way ---- */

static bool same_operand(const struct joining *j, struct program_operand a, struct program_operand b) {
    return a.kind == b.kind && a.value == b.value &&
           (a.kind != PROGRAM_REGISTER || !is_assigned_inside(j, (uint32_t)a.value));
}

static bool same_store(const struct joining *j, const struct program_instruction *a,
                       const struct program_instruction *b) {
    return a->operation.kind == MODEL_WRITE && model_same_operation(&a->operation, &b->operation) &&
           a->bytes == b->bytes && a->reference == b->reference && same_operand(j, a->a, b->a) &&
           same_operand(j, a->b, b->b);
}

/* A store that each way begins with is done whichever is taken. */
static void find_common_stores(const struct joining *j, struct program_join *result) {
    for (uint32_t i = 0; i < j->count; i++) {
        const struct program_instruction *store = &j->thread->code[j->list[i]];
        j->marked[j->join] = false;
        for (uint32_t k = 0; k < j->count; k++)
            j->marked[j->list[k]] = same_store(j, store, &j->thread->code[j->list[k]]);
        if (j->marked[j->list[i]] && !leads_past(j, j->branch, true))
            *ARENA_PUSH(j->arena, result->common, result->common_count, result->common_capacity) = j->list[i];
    }
}

static bool *find_targets(const struct program_thread *thread, struct arena *arena) {
    bool *targets = arena_allocate_array(arena, thread->code_count, sizeof *targets);
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct program_instruction *at = &thread->code[i];
        if (at->opcode == PROGRAM_BRANCH || at->opcode == PROGRAM_JUMP)
            targets[at->if_true] = true;
        if (at->opcode == PROGRAM_BRANCH)
            targets[at->if_false] = true;
    }
    return targets;
}

void program_find_joins(struct program *program, struct program_thread *thread) {
    uint32_t count = thread->code_count, branches = 0;
    for (uint32_t i = 0; i < count; i++)
        branches += thread->code[i].opcode == PROGRAM_BRANCH;
    thread->joins = arena_allocate_array(program->arena, count, sizeof *thread->joins);
    if (!branches)
        return;
    uint32_t *joins = find_joins(thread, program->arena);
    struct joining j = {.arena = program->arena, .thread = thread, .targets = find_targets(thread, program->arena)};
    j.inside = arena_allocate_array(j.arena, count, sizeof *j.inside);
    j.marked = arena_allocate_array(j.arena, count, sizeof *j.marked);
    j.seen = arena_allocate_array(j.arena, count, sizeof *j.seen);
    j.list = arena_allocate_array(j.arena, count, sizeof *j.list);
    j.stack = arena_allocate_array(j.arena, 2 * (size_t)count + 2, sizeof *j.stack);
    for (uint32_t i = 0; i < count; i++) {
        if (thread->code[i].opcode != PROGRAM_BRANCH || joins[i] == MODEL_NONE)
            continue;
        j.branch = i;
        j.join = joins[i];
        if (walk_ways(&j)) {
            struct program_join *result = arena_allocate_array(j.arena, 1, sizeof *result);
            result->at = j.join;
            find_variables(&j, result);
            find_common_stores(&j, result);
            thread->joins[i] = result;
        }
        for (uint32_t k = 0; k < j.count; k++)
            j.inside[j.list[k]] = false;
    }
}
