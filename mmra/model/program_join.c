/* Finds where the ways of a branch come together again, and what may differ there by the way that was taken. What comes
 * after that depends on the branch no longer, but for the variables that its ways have set (docs/reference/models.md,
 * "Dependencies").
 *
 * Nor does an operation depend on it that all ways begin with, or that all go on with after such ones. None of this
 * holds if a way goes round a loop that has an event, waits at a barrier or ends the thread: it may never get there. */
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
    bool loops;          /* some way goes back */
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

static bool is_event(const struct program_instruction *i) {
    return i->opcode == PROGRAM_ACCESS || i->opcode == PROGRAM_EVENT;
}

static bool has_events(const struct joining *j) {
    for (uint32_t i = 0; i < j->count; i++)
        if (is_event(&j->thread->code[j->list[i]]))
            return true;
    return false;
}

/* Walks all ways from the branch to the join; false if one waits, goes round a loop with events, or is too long. */
static bool walk_ways(struct joining *j) {
    uint32_t next[2], waiting = 0;
    j->count = 0;
    j->loops = false;
    j->stack[waiting++] = j->branch;
    while (waiting) {
        uint32_t at = j->stack[--waiting], nexts = program_successors(j->thread, at, next);
        for (uint32_t k = 0; k < nexts; k++) {
            j->loops |= next[k] <= at;
            if (j->count == MOST_INSTRUCTIONS)
                return false;
            uint8_t sides = at != j->branch ? j->inside[at] : (uint8_t)(1 << k), before = j->inside[next[k]];
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
    return !j->loops || !has_events(j);
}

static bool is_assigned_inside(const struct joining *j, uint32_t number) {
    for (uint32_t i = 0; i < j->count; i++)
        if (j->thread->code[j->list[i]].target == number || j->thread->code[j->list[i]].success == number)
            return true;
    return false;
}

struct met {
    bool join, marked;
};

/* Follows all ways from after the instruction, up to marked ones or the join; what was seen is not looked at again. */
static void walk_on(const struct joining *j, uint32_t from, struct met *met) {
    uint32_t next[2], waiting = 0;
    j->stack[waiting++] = from;
    while (waiting) {
        uint32_t nexts = program_successors(j->thread, j->stack[--waiting], next);
        for (uint32_t k = 0; k < nexts; k++) {
            bool goes_on = next[k] != j->join && !j->marked[next[k]] && !j->seen[next[k]];
            met->join |= next[k] == j->join;
            met->marked |= next[k] != j->join && j->marked[next[k]];
            j->seen[next[k]] = true;
            if (goes_on)
                j->stack[waiting++] = next[k];
        }
    }
}

static struct met walk_from(const struct joining *j, uint32_t from) {
    struct met met = {false, false};
    clear(j, j->seen);
    walk_on(j, from, &met);
    return met;
}

/* Whether a way leads from after the instruction to the join past none of the marked ones. */
static bool leads_past(const struct joining *j, uint32_t from) {
    return walk_from(j, from).join;
}

/* Returns what the operand is after the instruction, by the copies in the straight code up to there; NOTHING if
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

/* Returns what the register is after an instruction of a way, as it was before the branch; NOTHING if that is not
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
    bool kept;     /* some way does not set it */
};

static void add_setting(struct settings *s, struct program_operand value) {
    s->constant &= value.kind == PROGRAM_CONSTANT && s->count < MOST_SETTINGS;
    if (s->count < MOST_SETTINGS)
        s->values[s->count++] = value;
}

/* The marked instructions set the register. What counts is the last one of a way, or, of a way without one, what the
 * register holds before the branch. */
static struct settings settings_of(const struct joining *j, uint32_t number, uint32_t side) {
    const struct program_instruction *branch = &j->thread->code[j->branch];
    uint32_t first = side == IF_TRUE ? branch->if_true : branch->if_false;
    struct settings s = {.constant = true};
    for (uint32_t i = 0; i < j->count; i++) {
        uint32_t at = j->list[i];
        if (j->marked[at] && j->inside[at] >> side & 1 && leads_past(j, at))
            add_setting(&s, root_of(j, number, at));
    }
    s.kept = first == j->join || (!j->marked[first] && leads_past(j, first));
    if (s.kept)
        add_setting(&s, root_before(j, number));
    return s;
}

/* Returns what the register is after the side, if that is one operand. */
static struct program_operand only_setting(const struct settings *s, uint32_t number) {
    if (s->count != 1)
        return (struct program_operand){PROGRAM_NOTHING, 0};
    return s->kept ? program_in_register(number) : s->values[0];
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
static enum setting compare_settings(const struct joining *j, uint32_t number, struct program_operand by_side[2]) {
    clear(j, j->marked);
    for (uint32_t i = 0; i < j->count; i++) {
        const struct program_instruction *at = &j->thread->code[j->list[i]];
        j->marked[j->list[i]] = at->target == number || at->success == number;
    }
    const struct settings one = settings_of(j, number, IF_TRUE), other = settings_of(j, number, IF_FALSE);
    by_side[IF_TRUE] = only_setting(&one, number);
    by_side[IF_FALSE] = only_setting(&other, number);
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
    struct program_variable variable = {.number = number};
    enum setting setting = j->loops ? SET_PERHAPS : compare_settings(j, number, variable.by_side);
    variable.differs = setting == SET_UNLIKE;
    if (setting != SET_ALIKE)
        *ARENA_PUSH(j->arena, result->variables, result->variable_count, result->variable_capacity) = variable;
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

/* Whether both do the same, but for where they put what they have read. */
static bool same_event(const struct joining *j, const struct program_instruction *a,
                       const struct program_instruction *b) {
    return a->opcode == b->opcode && model_same_operation(&a->operation, &b->operation) && a->bytes == b->bytes &&
           a->reference == b->reference && a->rmw == b->rmw && a->width == b->width &&
           a->compare_exchange == b->compare_exchange && a->weak == b->weak && same_operand(j, a->a, b->a) &&
           same_operand(j, a->b, b->b) && same_operand(j, a->c, b->c);
}

/* Marks the events that come first after the instructions. False if a way leads to the join past all. */
static bool mark_next_events(const struct joining *j, const uint32_t *from, uint32_t count) {
    struct met met = {false, false};
    clear(j, j->marked);
    clear(j, j->seen);
    for (uint32_t i = 0; i < j->count; i++)
        j->marked[j->list[i]] = is_event(&j->thread->code[j->list[i]]);
    for (uint32_t i = 0; i < count; i++)
        walk_on(j, from[i], &met);
    for (uint32_t i = 0; i < j->count; i++)
        j->marked[j->list[i]] &= j->seen[j->list[i]];
    return !met.join;
}

/* Whether the marked events do the same, and none of them comes after another. */
static bool are_alike(const struct joining *j) {
    uint32_t first = MODEL_NONE;
    for (uint32_t i = 0; i < j->count; i++) {
        uint32_t at = j->list[i];
        if (!j->marked[at])
            continue;
        first = first == MODEL_NONE ? at : first;
        if (!same_event(j, &j->thread->code[first], &j->thread->code[at]) || walk_from(j, at).marked)
            return false;
    }
    return true;
}

/* What each way begins with is done whichever is taken; and so is what each then goes on with. */
static void find_common_events(const struct joining *j, struct program_join *result) {
    const uint32_t *from = &j->branch;
    uint32_t count = 1;
    while (mark_next_events(j, from, count) && are_alike(j)) {
        uint32_t before = result->common_count;
        for (uint32_t i = 0; i < j->count; i++)
            if (j->marked[j->list[i]])
                *ARENA_PUSH(j->arena, result->common, result->common_count, result->common_capacity) = j->list[i];
        from = result->common + before;
        count = result->common_count - before;
    }
}

/* ---- writes that either way may come to ---- */

/* Whether the operands of two instructions are different for certain. */
static bool differ(const struct joining *j, uint32_t a, struct program_operand x, uint32_t b,
                   struct program_operand y) {
    x = copied_from(j, x, a);
    y = copied_from(j, y, b);
    return x.kind == PROGRAM_CONSTANT && y.kind == PROGRAM_CONSTANT && x.value != y.value;
}

/* Whether the instructions may write the same, and in the same way. */
static bool may_be_alike(const struct joining *j, uint32_t a, uint32_t b) {
    const struct program_instruction *x = &j->thread->code[a], *y = &j->thread->code[b];
    return y->opcode == PROGRAM_ACCESS && model_same_operation(&x->operation, &y->operation) && x->bytes == y->bytes &&
           x->reference == y->reference && x->rmw == y->rmw && x->compare_exchange == y->compare_exchange &&
           !differ(j, a, x->a, b, y->a) && !differ(j, a, x->b, b, y->b) && !differ(j, a, x->c, b, y->c);
}

static bool is_common(const struct program_join *result, uint32_t at) {
    for (uint32_t i = 0; i < result->common_count; i++)
        if (result->common[i] == at)
            return true;
    return false;
}

/* Whether a marked instruction comes after one that nothing is moved before. */
static bool follows_order(const struct joining *j, const struct program_join *result) {
    for (uint32_t i = 0; i < j->count; i++) {
        const struct program_instruction *at = &j->thread->code[j->list[i]];
        bool orders = at->opcode == PROGRAM_EVENT || at->operation.flags & MODEL_ACQUIRE;
        if (is_event(at) && orders && !is_common(result, j->list[i]) && walk_from(j, j->list[i]).marked)
            return true;
    }
    return false;
}

/* Writes of which each way may have the same, but not at once: whether the branch decides about them is not known. */
static void find_perhaps(const struct joining *j, struct program_join *result) {
    for (uint32_t i = 0; i < j->count; i++) {
        const struct program_instruction *write = &j->thread->code[j->list[i]];
        if (write->opcode != PROGRAM_ACCESS || !(write->operation.kind & MODEL_WRITE) || is_common(result, j->list[i]))
            continue;
        clear(j, j->marked);
        for (uint32_t k = 0; k < j->count; k++)
            j->marked[j->list[k]] = may_be_alike(j, j->list[i], j->list[k]);
        if (!leads_past(j, j->branch) && !follows_order(j, result))
            *ARENA_PUSH(j->arena, result->perhaps, result->perhaps_count, result->perhaps_capacity) = j->list[i];
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
            result->loops = j.loops;
            find_variables(&j, result);
            find_common_events(&j, result);
            find_perhaps(&j, result);
            thread->joins[i] = result;
        }
        for (uint32_t k = 0; k < j.count; k++)
            j.inside[j.list[k]] = false;
    }
}
