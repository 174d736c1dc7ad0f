/* Steps: a thread runs until it ends or something that it needs is still open. */
#include "mmra/model/explore_step.h"

enum { STEPS_WITHOUT_EVENT = 100000, MAX_CERTAIN_ROUNDS = 64, MAX_UNDEFINED_BRANCHES = 4, MOST_AHEAD = 64 };

static const struct model_operation thread_end = {
    .kind = MODEL_END, .flags = MODEL_RELEASE, .spaces = MODEL_ALL_SPACES, .ordered = MODEL_ALL_SPACES, .text = "end"};

static void stop(struct step *s, const char *fault) {
    s->thread->status = THREAD_STOPPED;
    s->thread->fault = fault;
}

uint32_t step_operand(struct step *s, struct program_operand o) {
    if (o.kind == PROGRAM_NOTHING)
        return 0;
    if (o.kind == PROGRAM_REGISTER) {
        uint32_t held = s->state->registers[s->e->first_register[s->number] + o.value];
        if (held || s->program->registers[o.value].name)
            return held;
    }
    uint32_t node = state_add_node(s->e, s->state, NODE_VALUE);
    s->state->nodes[node].known = true;
    s->state->nodes[node].undefined = o.kind != PROGRAM_CONSTANT;
    s->state->nodes[node].value = o.value;
    return node;
}

void step_set_register(struct step *s, uint32_t number, uint32_t node) {
    if (number != MODEL_NONE)
        s->state->registers[s->e->first_register[s->number] + number] = node;
}

/* Whether the node is known; if not, the thread stops here until it is. */
static bool need(struct step *s, uint32_t node) {
    if (s->state->nodes[node].known)
        return true;
    s->thread->status = THREAD_NEEDS_VALUE;
    s->thread->needs = node;
    return false;
}

/* Whether the node is, or will be, a defined value. */
static bool is_defined(const struct step *s, uint32_t node) {
    const struct node *n = &s->state->nodes[node];
    if (n->known)
        return !n->undefined;
    return n->kind == NODE_READ && s->e->defined[s->state->events[n->a].model.location];
}

/* Whether `read` is what a compare-exchange has read, and `compared` what it has compared with. */
static bool is_outcome(const struct step *s, uint8_t width, uint32_t read, uint32_t compared) {
    const struct node *n = &s->state->nodes[read];
    if (n->kind != NODE_READ)
        return false;
    const struct explore_event *event = &s->state->events[n->a];
    bool failed = event->constraint == CONSTRAINT_UNEQUAL && state_may_retry(s->e, s->state, s->number);
    bool succeeded = event->constraint == CONSTRAINT_EQUAL &&
                     !state_exchanges_alike(s->e, s->state, event->model.location, event->compared, event->value);
    return (failed || succeeded) && event->instruction->width == width &&
           state_copied_node(s->state, event->compared) == compared && is_defined(s, read) && is_defined(s, compared);
}

/* Whether these are equal is known, where one is what a compare-exchange has read and the other what it compares with:
 * that has been guessed. Of one that fails it is only told if the thread then goes round for nothing; otherwise it is
 * better to know first what it reads. */
static void know_outcome(struct step *s, uint32_t number) {
    struct node *node = &s->state->nodes[number];
    uint32_t a = state_copied_node(s->state, node->a), b = state_copied_node(s->state, node->b);
    bool equals = node->instruction->alu == PROGRAM_COMPARE + IR_EQ;
    if (node->known || (!equals && node->instruction->alu != PROGRAM_COMPARE + IR_NE) ||
        s->e->options->without & EXPLORE_EXCHANGES)
        return;
    uint8_t width = node->instruction->from_width ? node->instruction->from_width : node->instruction->width;
    uint32_t read = is_outcome(s, width, a, b) ? a : is_outcome(s, width, b, a) ? b : 0;
    if (!read)
        return;
    node->known = true;
    node->value = (s->state->events[s->state->nodes[read].a].constraint == CONSTRAINT_EQUAL) == equals;
}

static uint32_t compute(struct step *s, const struct program_instruction *instruction, uint32_t a, uint32_t b,
                        uint32_t c) {
    uint32_t number = state_add_node(s->e, s->state, NODE_COMPUTED);
    struct explore_state *state = s->state;
    struct node *node = &state->nodes[number];
    node->a = a;
    node->b = b;
    node->c = c;
    node->instruction = instruction;
    node->depends =
        state_join(s->e, state_join(s->e, state->nodes[a].depends, state->nodes[b].depends), state->nodes[c].depends);
    node->matters =
        state_join(s->e, state_join(s->e, state->nodes[a].matters, state->nodes[b].matters), state->nodes[c].matters);
    node->ways = state_ways_of(state, instruction, a);
    state_update_node(state, number);
    know_outcome(s, number);
    state_reduce_node(s->e, state, number);
    return number;
}

static void step_compute(struct step *s, const struct program_instruction *instruction) {
    uint32_t a = step_operand(s, instruction->a), b = step_operand(s, instruction->b),
             c = step_operand(s, instruction->c);
    step_set_register(s, instruction->target, compute(s, instruction, a, b, c));
    s->thread->at++;
}

/* ---- values exchanged within a subgroup ---- */

static bool is_member(const struct step *s, uint32_t other, uint8_t level) {
    return s->e->program->threads[other].scopes.instance[level] == s->program->scopes.instance[level];
}

static const struct program_instruction *next_of(const struct step *s, uint32_t thread) {
    return &s->e->program->threads[thread].code[s->state->threads[thread].at];
}

enum meeting { MEETING_WAITS, MEETING_DIVERGES, MEETING_COMPLETE };

static bool same_operands(struct step *s, struct program_operand mine, struct step *other, struct program_operand its) {
    if (mine.kind == PROGRAM_REGISTER || its.kind == PROGRAM_REGISTER)
        return state_same_values(s->state, step_operand(s, mine), step_operand(other, its));
    return mine.kind == its.kind && mine.value == its.value;
}

/* Whether the other waits at the same dynamic instance of an exchange as this one. */
static bool is_at_same(struct step *s, struct step *other) {
    const struct program_instruction *mine = next_of(s, s->number), *its = next_of(s, other->number);
    return its->barrier == mine->barrier && same_operands(s, mine->b, other, its->b);
}

/* Whether all threads of the instance have come to the exchange that this one is at. At another one a thread waits for
 * this one, unless that is of others, as a subgroup's is. One that an undefined value has led astray keeps nobody
 * waiting: where it goes is nowhere in particular, and what it gives is undefined. */
static enum meeting meet(struct step *s, uint8_t level) {
    enum meeting result = MEETING_COMPLETE;
    for (uint32_t i = 0; i < s->e->program->thread_count; i++) {
        struct step other = {s->e, s->state, i, &s->state->threads[i], &s->e->program->threads[i]};
        if (!is_member(s, i, level) || other.thread->undefined)
            continue;
        bool waits = other.thread->status == THREAD_AT_EXCHANGE, is_there = waits && is_at_same(s, &other);
        bool is_elsewhere = waits && !is_there && is_member(s, i, next_of(s, i)->barrier_level);
        if (other.thread->status == THREAD_ENDED || is_elsewhere)
            return MEETING_DIVERGES;
        if (!is_there)
            result = MEETING_WAITS;
    }
    return result;
}

static void exchange(struct step *s, uint8_t level) {
    uint32_t values[MODEL_MAX_THREADS], count = 0;
    for (uint32_t i = 0; i < s->e->program->thread_count; i++) {
        struct step other = {s->e, s->state, i, &s->state->threads[i], &s->e->program->threads[i]};
        uint32_t astray = other.thread->undefined;
        if (is_member(s, i, level) && count < MODEL_MAX_THREADS)
            values[count++] = astray ? astray : step_operand(&other, next_of(s, i)->a);
    }
    for (uint32_t i = 0; i < s->e->program->thread_count; i++) {
        struct step other = {s->e, s->state, i, &s->state->threads[i], &s->e->program->threads[i]};
        if (!is_member(s, i, level) || other.thread->undefined)
            continue;
        const struct program_instruction *instruction = next_of(s, i);
        step_set_register(&other, instruction->target, instruction->quorum < count ? values[instruction->quorum] : 0);
        other.thread->status = THREAD_RUNS;
        other.thread->effects += count > 1; /* others go on by what it gives: a round with that is not nothing */
        other.thread->at++;
    }
}

static void diverge(struct step *s) {
    s->e->statistics->refused = "a subgroup operation where control flow diverges: not all invocations come to it";
    s->state->impossible = true;
}

static void step_exchange(struct step *s, const struct program_instruction *instruction) {
    if (s->thread->undefined) {
        step_set_register(s, instruction->target, s->thread->undefined);
        s->thread->at++;
        return;
    }
    s->thread->status = THREAD_AT_EXCHANGE;
    enum meeting meeting = meet(s, instruction->barrier_level);
    if (meeting == MEETING_COMPLETE)
        exchange(s, instruction->barrier_level);
    else if (meeting == MEETING_DIVERGES)
        diverge(s);
}

/* A thread that ends comes to no exchange any more. */
static void leave_exchanges(struct step *s) {
    for (uint32_t i = 0; i < s->e->program->thread_count && !s->thread->undefined; i++)
        if (s->state->threads[i].status == THREAD_AT_EXCHANGE && is_member(s, i, next_of(s, i)->barrier_level))
            diverge(s);
}

/* The others of its subgroup may have waited for this thread alone, which an undefined value leads astray. */
static void meet_without(struct step *s) {
    for (uint32_t i = 0; i < s->e->program->thread_count; i++) {
        struct step other = {s->e, s->state, i, &s->state->threads[i], &s->e->program->threads[i]};
        if (other.thread->status == THREAD_AT_EXCHANGE && is_member(s, i, next_of(s, i)->barrier_level))
            step_exchange(&other, next_of(s, i));
    }
}

/* ---- events ---- */

static uint32_t add_event(struct step *s, const struct program_instruction *instruction) {
    s->state->impossible |= state_is_detour(s->e, s->state, s->number);
    uint32_t number = state_add_event(s->e, s->state, (int32_t)s->number, &instruction->operation);
    struct explore_event *event = &s->state->events[number];
    event->instruction = instruction;
    event->position = s->thread->at;
    event->depends = s->thread->control;
    event->matters = s->thread->matters;
    ways_set(s, event);
    return number;
}

static void step_read(struct step *s, const struct program_instruction *instruction, uint32_t number) {
    uint32_t node = state_add_node(s->e, s->state, NODE_READ);
    s->state->nodes[node].a = number;
    s->state->nodes[node].depends = s->state->nodes[node].matters = event_lists_with(&s->e->lists, 0, number);
    s->state->events[number].read = node;
    step_set_register(s, instruction->target, node);
}

/* The value written: the operand, or what a read-modify-write other than an exchange makes of it and of what it read.
 */
static void step_write(struct step *s, const struct program_instruction *instruction, uint32_t number,
                       uint32_t stored) {
    struct explore_event *event = &s->state->events[number];
    ways_add(s, number, stored);
    event->value = stored;
    if ((event->model.kind & MODEL_READ) && !instruction->compare_exchange && instruction->rmw != IR_RMW_XCHG)
        event->value = compute(s, instruction, 0, event->read, stored);
    s->thread->effects++;
}

/* A compare-exchange that succeeds reads what it compares with, if nothing there can be undefined: the thread need not
 * wait until it is known whose value that is. */
static void know_what_is_read(struct step *s, const struct explore_event *event, uint32_t stored) {
    const struct node *compared = &s->state->nodes[event->compared];
    uint32_t cell = event->model.location;
    if (!compared->known || compared->undefined || s->e->mixed[cell] || s->e->program->cells[cell].undefined ||
        state_exchanges_alike(s->e, s->state, cell, event->compared, stored))
        return;
    s->state->nodes[event->read].known = true;
    s->state->nodes[event->read].value = compared->value;
}

/* The outcome of a compare-exchange is guessed; the constraint makes sure that what it reads fits. */
static void step_guessed(struct step *s, const struct program_instruction *instruction, uint32_t number,
                         uint32_t compared, uint32_t stored) {
    struct explore_event *event = &s->state->events[number];
    bool success = s->thread->guess == GUESS_SUCCESS;
    event->compared = compared;
    if (success && !(s->e->options->without & EXPLORE_EXCHANGES))
        know_what_is_read(s, event, stored);
    event->constraint = success ? CONSTRAINT_EQUAL : instruction->weak ? CONSTRAINT_NONE : CONSTRAINT_UNEQUAL;
    if (!success) {
        event->model.kind &= (uint16_t)~MODEL_WRITE;
        event->model.flags &= (uint16_t)~(MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEQ_CST | MODEL_SEMANTICS_AVAILABLE |
                                          MODEL_SEMANTICS_VISIBLE);
        event->model.flags |= instruction->operation.failure_flags;
    }
    ways_add(s, number, compared);
    uint32_t node = state_add_node(s->e, s->state, NODE_VALUE);
    s->state->nodes[node].known = true;
    s->state->nodes[node].a = number;
    s->state->nodes[node].value = success;
    s->state->nodes[node].depends = event_lists_with(&s->e->lists, s->state->nodes[compared].depends, number);
    s->state->nodes[node].matters = event_lists_with(&s->e->lists, s->state->nodes[compared].matters, number);
    step_set_register(s, instruction->success, node);
    s->thread->guess = GUESS_NONE;
}

/* Whether the undefined value comes from a read that takes undef: whether it may do so is known when its thread has
 * ended, for a barrier to come may order the read before the write that makes it undefined. */
static bool read_is_to_blame(struct explorer *e, const struct explore_state *state, uint32_t node) {
    event_list reads = state->nodes[node].depends, before;
    do { /* a thread may have stored what it has read so */
        before = reads;
        EVENT_LIST_EACH(&e->lists, before, read) {
            int32_t source = state->events[read].model.source;
            if (source == MODEL_SOURCE_UNDEF)
                return true;
            if (source >= 0)
                reads = state_join(e, reads, state->nodes[state->events[source].value].depends);
        }
    } while (reads != before);
    return false;
}

/* Whether a thread whose behaviour is undefined, by this node, goes on to the barriers before it. What it would write
 * must not be seen: an undefined read could then be the reason of itself. */
static bool goes_on(struct step *s, uint32_t node, const char *fault) {
    stop(s, fault);
    if (!read_is_to_blame(s->e, s->state, node))
        return false;
    s->thread->undefined = node;
    meet_without(s);
    return true;
}

/* Does an access by such a thread. */
static void step_lost_access(struct step *s, const struct program_instruction *instruction) {
    step_set_register(s, instruction->target, s->thread->undefined);
    step_set_register(s, instruction->success, s->thread->undefined);
    s->thread->status = THREAD_RUNS;
    s->thread->at++;
}

/* Whether the value is, or may turn out to be, an undefined one that a thread has stored. */
static bool may_be_undefined(const struct step *s, uint32_t node) {
    if (s->state->nodes[node].known)
        return s->state->nodes[node].undefined;
    EVENT_LIST_EACH(&s->e->lists, s->state->nodes[node].depends, read) {
        uint32_t cell = s->state->events[read].model.location;
        if (!s->e->defined[cell] && !s->e->mixed[cell])
            return true;
    }
    return false;
}

/* Whether a compare-exchange may go on: what it compares with is no undefined value, of which nobody can say whether it
 * writes, as little as by which way a branch goes on it. */
static bool has_comparator(struct step *s, const struct program_instruction *instruction) {
    if (instruction->c.kind == PROGRAM_CONSTANT)
        return true;
    uint32_t compared = step_operand(s, instruction->c);
    if (!may_be_undefined(s, compared))
        return true;
    if (!need(s, compared))
        return false;
    if (!s->state->nodes[compared].undefined)
        return true;
    if (goes_on(s, compared, "a compare-exchange with an undefined value"))
        step_lost_access(s, instruction);
    return false;
}

static void step_access(struct step *s, const struct program_instruction *instruction) {
    if (s->thread->undefined) {
        step_lost_access(s, instruction);
        return;
    }
    uint32_t address = step_operand(s, instruction->a);
    if (!need(s, address))
        return;
    if (s->state->nodes[address].undefined) {
        if (goes_on(s, address, "an access through an undefined address"))
            step_lost_access(s, instruction);
        return;
    }
    uint32_t cell = program_find_cell(s->e->program, s->state->nodes[address].value, instruction->bytes);
    if (cell == MODEL_NONE && !instruction->bytes) { /* an operation on a location that nobody accesses */
        s->thread->at++;
        return;
    }
    if (cell == MODEL_NONE && program_has_bytes(s->e->program, s->state->nodes[address].value, instruction->bytes)) {
        s->e->statistics->refused = "an access, at an address that is computed, of other bytes than the memory's parts";
        s->state->impossible = true;
        return;
    }
    if (cell == MODEL_NONE) {
        stop(s, program_beyond);
        return;
    }
    if (instruction->compare_exchange && s->thread->guess == GUESS_NONE) {
        if (has_comparator(s, instruction))
            s->thread->status = THREAD_GUESSES;
        return;
    }
    uint32_t stored = step_operand(s, instruction->b), compared = step_operand(s, instruction->c);
    uint32_t number = add_event(s, instruction);
    struct explore_event *event = &s->state->events[number];
    event->model.location = cell;
    event->model.reference = instruction->reference == MODEL_NONE ? cell : instruction->reference;
    ways_add(s, number, address);
    if (event->model.kind & MODEL_READ)
        step_read(s, instruction, number);
    if (instruction->compare_exchange)
        step_guessed(s, instruction, number, compared, stored);
    if (s->state->events[number].model.kind & MODEL_WRITE)
        step_write(s, instruction, number, stored);
    s->thread->at++;
}

/* The barrier to which an undefined value leads a thread says nothing about divergence. */
static bool diverges(struct step *s, const struct program_instruction *instruction, uint32_t round) {
    if (instruction->barrier_mode != PROGRAM_BARRIER_COUNTED || s->thread->undefined)
        return false;
    s->thread->diverges_from = state_other_barrier(s->e, s->state, s->number, instruction, round);
    return s->thread->diverges_from != MODEL_NONE;
}

/* The dynamic instance of a barrier: the how-manieth of its level that the thread has come to. */
static uint32_t counted_instance(const struct step *s, uint8_t level) {
    uint32_t instance = s->program->scopes.instance[level];
    return UINT32_C(1) << 31 | (uint32_t)level << 28 | instance << 14 | s->thread->barriers[level];
}

/* Whether an arrival comes after a wait, and a wait after the arrival at the same barrier; what is neither is not
 * asked. */
static bool takes_turns(const struct step *s, const struct program_instruction *instruction) {
    uint16_t kind = instruction->operation.kind;
    if (!(kind & (MODEL_ARRIVES | MODEL_WAITS)))
        return true;
    return s->thread->arrived == (kind & MODEL_WAITS ? counted_instance(s, instruction->barrier_level) : 0);
}

static void step_barrier(struct step *s, const struct program_instruction *instruction) {
    if (instruction->barrier_mode == PROGRAM_BARRIER_QUORUM) {
        s->thread->status = THREAD_AT_BARRIER;
        s->thread->barrier = instruction->barrier;
        s->thread->not_with = 0;
        return;
    }
    uint32_t round = step_operand(s, instruction->a), instance = instruction->barrier;
    if (diverges(s, instruction, round)) {
        stop(s, explore_divergent);
        return;
    }
    if (!takes_turns(s, instruction)) {
        stop(s, program_no_turns);
        return;
    }
    uint32_t number = add_event(s, instruction);
    if (instruction->barrier_mode == PROGRAM_BARRIER_COUNTED) {
        bool arrives = instruction->operation.kind & MODEL_ARRIVES;
        instance = counted_instance(s, instruction->barrier_level);
        s->thread->barriers[instruction->barrier_level] += !arrives;
        s->thread->arrived = arrives ? instance : 0;
    }
    s->state->events[number].model.barrier = instance;
    s->state->events[number].value = round;
    s->thread->effects++;
    s->thread->at++;
}

void state_pass_barrier(struct explorer *e, struct explore_state *state, uint32_t threads) {
    uint32_t instance = UINT32_C(1) << 30 | state->groups++;
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        if (!(threads >> i & 1))
            continue;
        struct step s = {e, state, i, &state->threads[i], &e->program->threads[i]};
        s.thread->status = THREAD_RUNS;
        uint32_t number = add_event(&s, &s.program->code[s.thread->at]);
        state->events[number].model.barrier = instance;
        s.thread->effects++;
        s.thread->at++;
    }
}

/* ---- control flow ---- */

/* Counts a round; false where the bound is met. */
static bool count_round(struct step *s, struct loop_visit *visit) {
    uint32_t unroll = s->e->options->unroll;
    if (visit->times > unroll || visit->certain > (unroll > MAX_CERTAIN_ROUNDS ? unroll : MAX_CERTAIN_ROUNDS))
        return false;
    /* A round that no read has decided leads to no further executions, so that more of them are allowed. */
    bool decided_by_read = visit->control != s->thread->control;
    *(visit->times == 0 || decided_by_read ? &visit->times : &visit->certain) += 1;
    return true;
}

/* Returns where the thread goes from an instruction that does nothing but choose a way forward; from others, where it
 * is. *condition gets the node of a branch's condition. */
static uint32_t way_ahead(struct step *s, const struct program_instruction *i, uint32_t *condition) {
    uint32_t to = i->if_true;
    *condition = i->opcode == PROGRAM_BRANCH ? step_operand(s, i->a) : 0;
    if (i->opcode == PROGRAM_BRANCH) {
        const struct node *n = &s->state->nodes[*condition];
        to = !n->known || n->undefined ? 0 : n->value & 1 ? i->if_true : i->if_false;
    }
    return (i->opcode == PROGRAM_BRANCH || i->opcode == PROGRAM_JUMP) && to > s->thread->at ? to : s->thread->at;
}

/* The node of a condition that is not known, if the thread comes to a branch on one next, and only computes until
 * there; or 0. */
static uint32_t next_condition(struct step *s) {
    uint32_t *registers = s->state->registers + s->e->first_register[s->number], at = s->thread->at, condition = 0;
    size_t size = s->program->register_count * sizeof *registers;
    memcpy(s->e->kept, registers, size);
    for (uint32_t steps = 0, from = MODEL_NONE; steps < MOST_AHEAD && from != s->thread->at; steps++) {
        const struct program_instruction *i = &s->program->code[from = s->thread->at];
        condition = 0;
        if (i->opcode == PROGRAM_COMPUTE)
            step_compute(s, i);
        else
            s->thread->at = way_ahead(s, i, &condition);
    }
    memcpy(registers, s->e->kept, size);
    s->thread->at = at;
    return s->state->nodes[condition].known ? 0 : condition;
}

/* A thread that has gone round without doing anything, and waits for a value at the branch that it comes to next, waits
 * for it at the head already: then it is known there whether the round came to nothing. */
static bool waits_at_head(struct step *s) {
    uint32_t changed;
    if (!s->thread->came_back || s->thread->hurries || s->thread->undefined ||
        s->e->options->without & EXPLORE_WAITING ||
        state_changed_in_round(s->e, s->state, s->number, &changed) == ROUND_DID_SOMETHING)
        return false;
    uint32_t condition = next_condition(s);
    s->thread->at_head = condition && !need(s, condition);
    return s->thread->at_head;
}

/* At the head of a loop: false if the thread does not go on from here. */
static bool enter_loop(struct step *s) {
    uint32_t head = s->e->head_number[s->number][s->thread->at];
    struct loop_visit *visit = &s->state->visits[head];
    if (!s->thread->came_back) { /* from outside: the loop is new */
        visit->times = visit->certain = 0;
        visit->in_doubt = false;
    }
    if (waits_at_head(s))
        return false;
    s->thread->hurries = false;
    if (state_retries(s->e, s->state, s->number)) {
        state_note_ran(s->e, s->state, s->number, visit->events);
        s->state->impossible = true;
        return false;
    }
    if (state_came_back(s->e, s->state, s->number)) {
        s->thread->round_from = visit->events;
        if (!state_keep_round(s->e, s->state, s->number, visit->events)) {
            state_note_ran(s->e, s->state, s->number, visit->events);
            stop(s, s->thread->fault); /* an undefined value may have led it here */
            s->state->impossible |= !state_wait_for_ever(s->e, s->state, s->number, visit->events);
            return false;
        }
    } else if (!state_counts_on(s->e, s->state, s->number) && !count_round(s, visit)) {
        s->thread->cut_off = true;
        stop(s, s->thread->fault);
        return false;
    }
    visit->control = s->thread->control;
    s->thread->loop_head = s->thread->at;
    visit->effects = s->thread->effects;
    visit->events = s->state->event_count;
    memcpy(s->state->remembered + (size_t)head * s->e->widest, s->state->registers + s->e->first_register[s->number],
           s->program->register_count * sizeof(uint32_t));
    return true;
}

static void go_to(struct step *s, uint32_t target) {
    s->thread->came_back = target <= s->thread->at;
    s->thread->at = target;
}

/* NULL: the value is known, or nothing is foreseen of it. */
static const struct foreseen *foreseen_of(const struct step *s, uint32_t node) {
    for (uint32_t i = 0; i < s->thread->foreseen_count && !s->state->nodes[node].known; i++)
        if (s->thread->foreseen[i].node == node)
            return &s->thread->foreseen[i];
    return NULL;
}

static void step_branch(struct step *s, const struct program_instruction *instruction) {
    uint32_t condition = step_operand(s, instruction->a);
    const struct foreseen *foreseen = foreseen_of(s, condition);
    if (!foreseen && !need(s, condition))
        return;
    const struct node *node = &s->state->nodes[condition];
    if (!foreseen && node->undefined) {
        if (goes_on(s, condition, "a branch on an undefined value") &&
            s->thread->undefined_branches++ < MAX_UNDEFINED_BRANCHES)
            s->thread->status = THREAD_AT_UNDEFINED_BRANCH;
        return;
    }
    event_list doubts = state_doubts(s->e, s->state, condition), matters = node->matters;
    bool way = foreseen ? foreseen->value : node->value & 1;
    s->thread->control = state_join(s->e, s->thread->control, node->depends);
    if (matters)
        ways_open(s, condition, way, doubts);
    s->thread->doubts = ways_both_doubts(s, s->thread->matters, s->thread->doubts, matters, doubts);
    s->thread->matters = state_join(s->e, s->thread->matters, matters);
    go_to(s, way ? instruction->if_true : instruction->if_false);
}

void state_take_branch(struct explorer *e, struct explore_state *state, uint32_t thread, bool condition) {
    struct step s = {e, state, thread, &state->threads[thread], &e->program->threads[thread]};
    const struct program_instruction *instruction = &s.program->code[s.thread->at];
    s.thread->status = THREAD_RUNS;
    go_to(&s, condition ? instruction->if_true : instruction->if_false);
}

static void step_end(struct step *s) {
    s->state->impossible |= state_is_detour(s->e, s->state, s->number);
    s->thread->status = THREAD_ENDED;
    leave_exchanges(s);
    if (s->e->model->begins_and_ends)
        state_add_event(s->e, s->state, (int32_t)s->number, &thread_end);
}

/* To others of its subgroup this is an end; it is no event: nothing is made available, and nobody learns of it by
 * memory. */
static void step_abort(struct step *s) {
    stop(s, program_aborts);
    s->thread->status = THREAD_ENDED;
    leave_exchanges(s);
}

static void step(struct step *s) {
    while (ways_are_at_join(s))
        ways_close(s);
    const struct program_instruction *instruction = &s->program->code[s->thread->at];
    switch (instruction->opcode) {
    case PROGRAM_COMPUTE:
        step_compute(s, instruction);
        break;
    case PROGRAM_ACCESS:
        step_access(s, instruction);
        break;
    case PROGRAM_EVENT:
        add_event(s, instruction);
        s->thread->at++;
        break;
    case PROGRAM_BARRIER:
        step_barrier(s, instruction);
        break;
    case PROGRAM_EXCHANGE:
        step_exchange(s, instruction);
        break;
    case PROGRAM_BRANCH:
        step_branch(s, instruction);
        break;
    case PROGRAM_JUMP:
        go_to(s, instruction->if_true);
        break;
    case PROGRAM_END:
        step_end(s);
        break;
    case PROGRAM_ABORT:
        step_abort(s);
        break;
    default:
        stop(s, instruction->operation.text ? instruction->operation.text : "what must not be reached is reached");
        break;
    }
}

static bool run(struct step *s) {
    struct explore_thread *thread = s->thread;
    if (thread->status == THREAD_NEEDS_VALUE && s->state->nodes[thread->needs].known)
        thread->status = THREAD_RUNS;
    if (thread->status != THREAD_RUNS)
        return false;
    for (uint32_t steps = 0; thread->status == THREAD_RUNS && !s->state->impossible; steps++) {
        uint32_t before = thread->at;
        bool at_head = s->program->is_head[before];
        if (steps > STEPS_WITHOUT_EVENT) {
            s->e->statistics->refused = "a thread that does not come to an end between two events";
            s->state->impossible = true;
        } else if (!at_head || thread->guess != GUESS_NONE || (thread->needs && !thread->at_head) || enter_loop(s)) {
            thread->needs = 0;
            thread->at_head = false;
            thread->came_back = false;
            step(s);
        }
    }
    return true;
}

void state_advance(struct explorer *e, struct explore_state *state) {
    for (bool moved = true; moved && !state->impossible;) {
        moved = false;
        for (uint32_t i = 0; i < e->program->thread_count; i++) {
            struct step s = {e, state, i, &state->threads[i], &e->program->threads[i]};
            moved |= run(&s);
        }
    }
    state->impossible |= !state_comes_true(e, state, false);
}
