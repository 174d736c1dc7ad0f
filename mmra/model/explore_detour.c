/* Detours. A thread reads a location, does something by what it has read, reads the location again, and goes on with
 * the second value. The execution in which it read that at first, and came here at once, shows the same
 * (docs/reference/models.md, "Detours").
 *
 * Let R be the first read, A the second. In the other execution R stands for A, and all reads between are gone:
 * - From R to A the thread does nothing but atomic reads that may not race, exchanges that fail among them. Both
 *   models are monotone, so that without reads it is an execution, with no more order.
 * - R and A have the same location, reference, scope, semantics, storage class and tags, and R depends on nothing
 *   that A does not. If R is an exchange that failed, it fails with what A has read, too.
 * - The way from R to the place is followed with A's value. It has no event, does not go back, and all its branches
 *   are known. What may still be used, and what has a name, holds the same values there as now.
 * - A thread that waits for ever in a loop, or has come to the head of a loop that it is in since R, does so by the
 *   short way too, with the same in its registers.
 * - All that the thread does from there on depends on A for certain, and on whatever else the branches of the short
 *   way depend on: no branch whose ways meet again is open. So no value newly comes from itself.
 * - There are no values that threads of a subgroup give each other, no calls of shaders, no sequential consistency,
 *   no po | rf that must be acyclic, and no atomics of mixed scopes. */
#include "mmra/model/explore_state.h"

enum {
    LONGEST_DETOUR = 4,                                 /* reads that are left out */
    LONGEST_WAY = 256,                                  /* instructions between two events */
    OF_WRITES = MODEL_AVAILABLE | MODEL_STORE_AVAILABLE /* which tell nothing of a read */
};

enum { MOST_PASSED = 4 };

/* Finds what the thread's registers would hold if it had read the second value at first. */
struct shortcut {
    struct explorer *e;
    const struct explore_state *state;
    uint32_t thread, first, again; /* events: the two reads */
    struct shortcut_value *values; /* per register */
    uint32_t passed[MOST_PASSED];  /* heads of loops on the short way, where it holds what was remembered there */
    uint32_t passed_count;
};

void explore_find_detours(struct explorer *e) {
    if (e->options->without & EXPLORE_DETOURS || e->program->call_level || e->options->model.any_execution ||
        e->orders_all || explore_has_opcode(e->program, PROGRAM_EXCHANGE) || explore_mixes_scopes(e))
        return;
    e->shortcut = arena_allocate_array(e->arena, e->widest, sizeof *e->shortcut);
}

static bool is_within(const struct event_lists *lists, event_list some, event_list all, event_list doubts) {
    EVENT_LIST_EACH(lists, some, read)
    if (!event_lists_has(lists, all, read) || event_lists_has(lists, doubts, read))
        return false;
    return true;
}

/* ---- the two reads ---- */

/* A read that tells nothing but its value: no race and no undefined value is to be seen in it. */
static bool is_mere_read(const struct explorer *e, const struct explore_event *event) {
    return event->model.kind == MODEL_READ && e->defined[event->model.location] &&
           event->instruction->must_read == PROGRAM_READS_ANY && !event->unreached;
}

/* Whether the models cannot tell one read from the other, and the first one needs nothing that the other does not. */
static bool are_alike(const struct explorer *e, const struct explore_event *first, const struct explore_event *again) {
    const struct model_operation *o = first->model.operation, *p = again->model.operation;
    return first->model.reference == again->model.reference &&
           !((first->model.flags ^ again->model.flags) & ~OF_WRITES) &&
           first->instruction->bytes == again->instruction->bytes && o->scope == p->scope &&
           o->storage_class == p->storage_class && o->semantics == p->semantics &&
           o->visible_scope == p->visible_scope && o->vulkan_tags == p->vulkan_tags && o->spaces == p->spaces &&
           o->ordered == p->ordered && o->tags == p->tags &&
           is_within(&e->lists, first->matters, again->matters, again->doubts);
}

/* Whether the first read, an exchange that has failed perhaps, would have failed with the second value too. */
static bool fails_too(const struct shortcut *s) {
    const struct explore_event *first = &s->state->events[s->first];
    const struct node *compared = &s->state->nodes[first->compared];
    const struct node *read = &s->state->nodes[s->state->events[s->again].read];
    return !first->instruction->compare_exchange || (first->constraint == CONSTRAINT_UNEQUAL && compared->known &&
                                                     !compared->undefined && compared->value != read->value);
}

/* ---- the way from the first read on ---- */

static struct shortcut_value value_of_node(const struct explore_state *state, uint32_t number) {
    const struct node *node = &state->nodes[number];
    return (struct shortcut_value){.known = number && node->known && !node->undefined,
                                   .value = node->value,
                                   .node = number,
                                   .matters = node->matters};
}

static struct shortcut_value operand(const struct shortcut *s, const struct program_operand *o) {
    if (o->kind == PROGRAM_REGISTER)
        return s->values[o->value];
    return (struct shortcut_value){.known = o->kind == PROGRAM_CONSTANT, .value = o->value, .node = MODEL_NONE};
}

/* The registers as they were after the first read, but for what it has read. Nodes are numbered as they come: a later
 * one than that of the read was not there then. */
static void begin(struct shortcut *s) {
    s->passed_count = 0;
    const struct explore_event *first = &s->state->events[s->first], *again = &s->state->events[s->again];
    const struct program_thread *program = &s->e->program->threads[s->thread];
    for (uint32_t i = 0; i < program->register_count; i++) {
        uint32_t node = s->state->registers[s->e->first_register[s->thread] + i];
        s->values[i] = node < first->read ? value_of_node(s->state, node) : (struct shortcut_value){.node = MODEL_NONE};
    }
    if (first->instruction->target != MODEL_NONE)
        s->values[first->instruction->target] = value_of_node(s->state, again->read);
    if (first->instruction->success != MODEL_NONE)
        s->values[first->instruction->success] =
            (struct shortcut_value){.known = true, .node = MODEL_NONE, .matters = s->state->nodes[again->read].matters};
}

static void compute(const struct shortcut *s, const struct program_instruction *i) {
    struct shortcut_value a = operand(s, &i->a), b = operand(s, &i->b), c = operand(s, &i->c),
                          result = {.node = MODEL_NONE};
    bool given = (a.known || i->a.kind == PROGRAM_NOTHING) && (b.known || i->b.kind == PROGRAM_NOTHING) &&
                 (c.known || i->c.kind == PROGRAM_NOTHING);
    result.known = given && program_compute(i, a.value, b.value, c.value, &result.value);
    result.matters = state_join(s->e, state_join(s->e, a.matters, b.matters), c.matters);
    if (i->target != MODEL_NONE)
        s->values[i->target] = result;
}

/* Whether what may still be used at the instruction, or is part of an outcome, is the same by the short way as in these
 * registers, and needs nothing more. */
static bool holds_the_same(const struct shortcut *s, uint32_t at, const uint32_t *registers) {
    const struct program_thread *program = &s->e->program->threads[s->thread];
    const struct explore_thread *thread = &s->state->threads[s->thread];
    for (uint32_t i = 0; i < program->register_count; i++) {
        if (!(program->live[at][i / 64] >> (i % 64) & 1))
            continue;
        const struct shortcut_value *would = &s->values[i];
        struct shortcut_value is = value_of_node(s->state, registers[i]);
        if (would->node != registers[i] &&
            !(would->known && is.known && would->value == is.value &&
              is_within(&s->e->lists, would->matters, state_join(s->e, is.matters, thread->matters),
                        state_join(s->e, state_doubts(s->e, s->state, registers[i]), thread->doubts))))
            return false;
    }
    return true;
}

/* The short way comes to the head of a loop. */
static void pass_head(struct shortcut *s, uint32_t at) {
    uint32_t head = s->e->head_number[s->thread][at];
    if (s->passed_count < MOST_PASSED && s->state->visits[head].times &&
        holds_the_same(s, at, s->state->remembered + (size_t)head * s->e->widest))
        s->passed[s->passed_count++] = at;
}

/* Whether the thread comes from the first read to where it is without another event, by branches that depend on
 * nothing but what all that it does from now on depends on for certain. */
static bool leads_here(struct shortcut *s) {
    const struct program_thread *program = &s->e->program->threads[s->thread];
    const struct explore_thread *thread = &s->state->threads[s->thread];
    uint32_t at = s->state->events[s->first].position + 1;
    while (at != thread->at) {
        const struct program_instruction *i = &program->code[at];
        uint32_t next = at + 1;
        if (i->opcode == PROGRAM_BRANCH) {
            struct shortcut_value condition = operand(s, &i->a);
            if (!condition.known || !is_within(&s->e->lists, condition.matters, thread->matters, thread->doubts))
                return false;
            next = condition.value & 1 ? i->if_true : i->if_false;
        } else if (i->opcode == PROGRAM_JUMP) {
            next = i->if_true;
        } else if (i->opcode == PROGRAM_COMPUTE) {
            compute(s, i);
        } else {
            return false;
        }
        if (next <= at)
            return false;
        at = next;
        if (program->is_head[at])
            pass_head(s, at);
    }
    return true;
}

/* Whether the thread may come back to the head from where it is. */
static bool is_in_loop(const struct shortcut *s, uint32_t head) {
    const struct program_thread *program = &s->e->program->threads[s->thread];
    for (uint32_t at = s->state->threads[s->thread].at; at < program->code_count; at++) {
        const struct program_instruction *i = &program->code[at];
        if ((i->opcode == PROGRAM_JUMP && i->if_true == head) ||
            (i->opcode == PROGRAM_BRANCH && (i->if_true == head || i->if_false == head)))
            return true;
    }
    return false;
}

/* Whether a thread that waits for ever in a loop does so by the short way, too: where it has come to the head of one
 * since, it comes there by the short way, with the same in its registers. Else each way would be left out for a shorter
 * one, in a round that never ends. */
static bool goes_the_same_rounds(const struct shortcut *s) {
    const struct program_thread *program = &s->e->program->threads[s->thread];
    for (uint32_t at = 0; at < program->code_count; at++) {
        const struct loop_visit *visit = &s->state->visits[s->e->head_number[s->thread][at]];
        bool passed = false;
        for (uint32_t i = 0; i < s->passed_count; i++)
            passed |= s->passed[i] == at;
        if (program->is_head[at] && visit->times && visit->events > s->first && !passed && is_in_loop(s, at))
            return false;
    }
    return true;
}

/* ---- detours ---- */

bool state_is_detour(struct explorer *e, const struct explore_state *state, uint32_t number) {
    const struct explore_thread *thread = &state->threads[number];
    struct shortcut s = {.e = e, .state = state, .thread = number, .again = MODEL_NONE, .values = e->shortcut};
    if (!e->shortcut || thread->undefined || thread->foreseen_count || thread->open_count || thread->rests)
        return false;
    uint32_t left_out = 0;
    for (uint32_t i = state->event_count; i-- > 0 && left_out <= LONGEST_DETOUR;) {
        const struct explore_event *event = &state->events[i];
        if (event->model.thread != (int32_t)number)
            continue;
        if (!is_mere_read(e, event))
            return false;
        s.first = i;
        if (s.again == MODEL_NONE) {
            s.again = i;
            if (!value_of_node(state, event->read).known || !event_lists_has(&e->lists, thread->matters, i) ||
                event_lists_has(&e->lists, thread->doubts, i))
                return false;
            continue;
        }
        left_out++;
        if (!are_alike(e, event, &state->events[s.again]) || !fails_too(&s))
            continue;
        begin(&s);
        if (leads_here(&s) && holds_the_same(&s, thread->at, state->registers + e->first_register[number]) &&
            goes_the_same_rounds(&s)) {
            state_note_ran(e, state, number, s.first);
            return true;
        }
    }
    return false;
}
