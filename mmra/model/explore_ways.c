/* Ways of branches: what an event, and what a thread does from now on, depends on by the way that the thread has come
 * from each branch, until the ways of that branch come together (docs/reference/models.md, "Dependencies"). */
#include "mmra/model/explore_step.h"

static bool is_among(const uint32_t *instructions, uint32_t count, uint32_t at) {
    for (uint32_t i = 0; i < count; i++)
        if (instructions[i] == at)
            return true;
    return false;
}

/* How many branches are open but for the innermost ones all of whose ways begin with what the thread is at. */
static uint32_t decisive_branches(const struct step *s) {
    for (uint32_t count = s->thread->open_count; count; count--) {
        const struct program_join *join = s->program->joins[s->thread->open[count - 1].branch];
        if (!is_among(join->common, join->common_count, s->thread->at))
            return count;
    }
    return 0;
}

/* What has decided the open branch and nothing before it. */
static event_list deciders_of(const struct step *s, uint32_t branch) {
    const struct explore_thread *thread = s->thread;
    event_list next = branch + 1 < thread->open_count ? thread->open[branch + 1].matters : thread->matters;
    return event_lists_without(&s->e->lists, next, thread->open[branch].matters);
}

/* What has decided the branches on each of whose ways the same may be done as the thread is to do. */
static event_list perhaps_decided(const struct step *s) {
    event_list reads = 0;
    for (uint32_t k = 0, count = decisive_branches(s); k < count; k++) {
        const struct program_join *join = s->program->joins[s->thread->open[k].branch];
        if (is_among(join->perhaps, join->perhaps_count, s->thread->at))
            reads = state_join(s->e, reads, deciders_of(s, k));
    }
    return reads;
}

void ways_set(struct step *s, struct explore_event *event) {
    const struct explore_thread *thread = s->thread;
    uint32_t count = decisive_branches(s);
    bool all = count == thread->open_count;
    event->matters = all ? thread->matters : thread->open[count].matters;
    event->doubts = state_join(s->e, all ? thread->doubts : thread->open[count].doubts, perhaps_decided(s));
}

event_list ways_both_doubts(struct step *s, event_list matters, event_list doubts, event_list others,
                            event_list other_doubts) {
    struct event_lists *lists = &s->e->lists;
    event_list certain = event_lists_without(lists, matters, doubts);
    event_list others_certain = event_lists_without(lists, others, other_doubts);
    return event_lists_without(lists, state_join(s->e, doubts, other_doubts),
                               state_join(s->e, certain, others_certain));
}

void ways_add(struct step *s, uint32_t number, uint32_t node) {
    struct explore_event *event = &s->state->events[number];
    event_list matters = s->state->nodes[node].matters;
    event->depends = state_join(s->e, event->depends, s->state->nodes[node].depends);
    event_list decided = event_lists_without(&s->e->lists, matters, perhaps_decided(s)); /* not by the way as well */
    event_list doubts =
        state_join(s->e, state_doubts(s->e, s->state, node), event_lists_without(&s->e->lists, matters, decided));
    event->doubts = ways_both_doubts(s, event->matters, event->doubts, matters, doubts);
    event->matters = state_join(s->e, event->matters, matters);
}

/* Whether the branch was taken in an earlier round of a loop whose ways have not come together yet. */
static bool is_open(const struct explore_thread *thread) {
    for (uint32_t i = 0; i < thread->open_count; i++)
        if (thread->open[i].branch == thread->at)
            return true;
    return false;
}

void ways_open(struct step *s, uint32_t condition, bool side, event_list doubts) {
    struct explore_thread *thread = s->thread;
    const struct program_join *join = s->program->joins[thread->at];
    if (!join || thread->open_count == MOST_OPEN_BRANCHES || is_open(thread))
        return;
    struct open_branch *open = &thread->open[thread->open_count++];
    *open = (struct open_branch){.branch = thread->at,
                                 .condition = condition,
                                 .side = side,
                                 .matters = thread->matters,
                                 .doubts = thread->doubts};
    for (uint32_t i = 0; i < join->variable_count && i < MOST_BEFORE; i++)
        open->before[i] = step_operand(s, program_in_register(join->variables[i].number));
    EVENT_LIST_EACH(&s->e->lists, s->state->nodes[condition].matters, read)
    if (!event_lists_has(&s->e->lists, doubts, read))
        open->certain = event_lists_with(&s->e->lists, open->certain, read);
}

/* The node of what the variable would be had the thread come by the other side; 0: that is not known. */
static uint32_t other_value(struct step *s, const struct open_branch *open, uint32_t variable) {
    const struct program_variable *v = &s->program->joins[open->branch]->variables[variable];
    const struct program_operand other = v->by_side[open->side ? IF_FALSE : IF_TRUE];
    if (other.kind == PROGRAM_REGISTER && other.value == v->number)
        return variable < MOST_BEFORE ? open->before[variable] : 0;
    return step_operand(s, other);
}

void ways_close(struct step *s) {
    struct explore_thread *thread = s->thread;
    const struct open_branch *open = &thread->open[--thread->open_count];
    const struct program_join *join = s->program->joins[open->branch];
    for (uint32_t i = 0; i < join->variable_count; i++) {
        const struct program_variable *variable = &join->variables[i];
        uint32_t held = step_operand(s, program_in_register(variable->number));
        const struct way way = {open->condition, other_value(s, open, i), open->side};
        event_list certain = variable->differs && !way.other ? open->certain : 0;
        step_set_register(s, variable->number, state_copy_of_way(s->e, s->state, held, way, thread->matters, certain));
    }
    thread->doubts = open->doubts;
    if (join->loops)
        thread->doubts = state_join(s->e, open->doubts, deciders_of(s, thread->open_count));
    else
        thread->matters = open->matters;
}

bool ways_are_at_join(const struct step *s) {
    const struct explore_thread *thread = s->thread;
    return thread->open_count && s->program->joins[thread->open[thread->open_count - 1].branch]->at == thread->at;
}
