#include "mmra/model/explore_decide.h"

struct level {
    struct explore_state state;
    struct decision decision;
};

struct search {
    struct explorer *e;
    struct level **levels; /* each is allocated once */
    uint32_t level_count, level_capacity;
    explore_visitor *visit;
    void *user;
    bool ended;
};

struct explore_options explore_defaults(void) {
    return (struct explore_options){.model = {.chains = true}, .unroll = 4, .evaluations = 20 * 1000 * 1000};
}

static struct level *push(struct search *search) {
    if (search->level_count == search->level_capacity) {
        uint32_t old = search->level_capacity;
        arena_grow(search->e->arena, &search->levels, old, &search->level_capacity, sizeof *search->levels);
        for (uint32_t i = old; i < search->level_capacity; i++)
            search->levels[i] = arena_allocate_array(search->e->arena, 1, sizeof **search->levels);
    }
    return search->levels[search->level_count++];
}

/* ---- the search ---- */

static void visit_leaf(struct search *search, struct explore_state *state) {
    struct explored one;
    if (!state_end(search->e, state, &one))
        return;
    for (uint32_t i = 0; i < search->e->program->thread_count; i++)
        state_note_ran(search->e, state, i, 0);
    search->ended = !search->visit(search->user, &one);
}

/* Notes whether the choice made the thread that it is about go round a loop for nothing, by a read of that round; true
 * if that is left out. A thread that does by a value that it has read before the round, or that another thread has
 * read, does so by whatever it reads there: it is left to wait for ever. */
static bool made_itself_wait(struct explorer *e, const struct explore_state *before, const struct explore_state *after,
                             struct decision *d, int64_t choice) {
    if (d->kind != DECISION_GUESS && d->kind != DECISION_READ)
        return false;
    /* The event of a compare-exchange comes with the guess. */
    bool guess = d->kind == DECISION_GUESS;
    uint32_t read = guess ? before->event_count : d->subject;
    uint32_t thread = guess ? d->subject : (uint32_t)after->events[read].model.thread;
    if (after->threads[thread].round_from == MODEL_NONE || read < after->threads[thread].round_from)
        return false;
    if (d->kind == DECISION_GUESS)
        d->guesses |= (uint8_t)(1 << choice);
    else if (choice >= 0)
        d->in_vain = event_lists_with(&e->lists, d->in_vain, (uint32_t)choice);
    return after->threads[thread].status == THREAD_STOPPED;
}

/* Makes one choice at the newest level; false if there is none left. What holds before and after it:
 * 1. The levels are one way from the root: the state of each is that of the one before after one choice.
 * 2. Each level has its decision, which state_decide() takes from the state alone; no choice of it is made twice.
 * 3. In the state of a level each thread has ended, or stands where it cannot go on without a decision.
 * 4. What a state has chosen stays so at all levels above it. Models are monotone: a state that the model refuses has
 *    no execution above it, and is given up at once. */
static bool step_search(struct search *search) {
    struct explorer *e = search->e;
    struct level *level = search->levels[search->level_count - 1];
    struct decision *d = &level->decision;
    int64_t choice;
    if (d->kind == DECISION_LEAF || d->kind == DECISION_DEAD) {
        if (d->kind == DECISION_LEAF) {
            visit_leaf(search, &level->state);
        } else {
            e->statistics->abandoned++;
            e->statistics->unroll_reached |= state_is_cut_off(e, &level->state);
        }
        return false;
    }
    if (!state_next_choice(e, &level->state, d, &choice))
        return false;
    struct level *child = push(search);
    state_copy(e, &child->state, &level->state);
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        child->state.threads[i].round_from = MODEL_NONE;
    state_apply(e, &child->state, d, choice);
    state_update_values(&child->state);
    state_advance(e, &child->state);
    bool waits = made_itself_wait(e, &level->state, &child->state, d, choice);
    bool put_off = d->kind == DECISION_READ && choice == CHOICE_PUT_OFF;
    if (!waits && !child->state.impossible && state_was_there(e, &child->state)) {
        e->statistics->mirrored++;
        search->level_count--;
    } else if (waits || child->state.impossible || state_awaits_nothing(e, &child->state) ||
               state_looks_elsewhere(e, &child->state) ||
               (!put_off && !state_evaluate(e, &child->state, child->state.ordered))) {
        e->statistics->abandoned++;
        search->level_count--;
    } else {
        if (d->any_will_do)
            d->next = d->count;
        state_decide(e, &child->state, &child->decision, !put_off);
    }
    return true;
}

static void run_search(struct search *search) {
    struct explorer *e = search->e;
    struct level *root = push(search);
    state_begin(e, &root->state);
    state_advance(e, &root->state);
    if (!root->state.impossible)
        state_decide(e, &root->state, &root->decision, false);
    else
        root->decision.kind = DECISION_DEAD;
    while (search->level_count && !search->ended && !e->statistics->refused) {
        if (!step_search(search))
            search->level_count--;
        e->statistics->gave_up |= e->statistics->evaluations >= e->options->evaluations;
        if (!state_goes_on(e))
            break;
    }
    e->statistics->unroll_reached |= explore_counts_in_doubt(e);
}

/* ---- what does not change while exploring ---- */

static void number_registers_and_loops(struct explorer *e) {
    const struct program *program = e->program;
    e->first_register = arena_allocate_array(e->arena, program->thread_count, sizeof(uint32_t));
    e->head_number = arena_allocate_array(e->arena, program->thread_count, sizeof(uint32_t *));
    e->scopes = arena_allocate_array(e->arena, program->thread_count, sizeof *e->scopes);
    e->later = arena_allocate_array(e->arena, program->thread_count, sizeof *e->later);
    for (uint32_t t = 0; t < program->thread_count; t++) {
        const struct program_thread *thread = &program->threads[t];
        e->scopes[t] = thread->scopes;
        e->first_register[t] = e->register_count;
        e->register_count += thread->register_count;
        if (thread->register_count > e->widest)
            e->widest = thread->register_count;
        e->head_number[t] = arena_allocate_array(e->arena, thread->code_count, sizeof(uint32_t));
        for (uint32_t i = 0; i < thread->code_count; i++)
            if (thread->is_head[i])
                e->head_number[t][i] = e->head_count++;
    }
}

static bool has_sequential_consistency(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            const struct model_operation *operation = &program->threads[t].code[i].operation;
            if ((operation->flags | operation->failure_flags) & MODEL_SEQ_CST)
                return true;
        }
    return false;
}

static bool needs_quorum(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].code[i].opcode == PROGRAM_BARRIER &&
                program->threads[t].code[i].barrier_mode == PROGRAM_BARRIER_QUORUM)
                return true;
    return false;
}

void explore(const struct program *program, const struct model *model, const struct explore_options *options,
             struct arena *arena, explore_visitor *visit, void *user, struct explore_statistics *statistics) {
    struct explorer e = {
        .program = program, .model = model, .options = options, .arena = arena, .statistics = statistics};
    memset(statistics, 0, sizeof *statistics);
    if (program->thread_count > MAX_QUORUM_THREADS && needs_quorum(program)) {
        statistics->refused = "a barrier that needs a quorum, among more than 32 threads";
        return;
    }
    relations_init(&e.pool, arena);
    event_lists_init(&e.lists, arena);
    number_registers_and_loops(&e);
    e.kept = arena_allocate_array(arena, e.widest, sizeof *e.kept);
    e.orders_all = options->model.plain_rf_acyclic || has_sequential_consistency(program);
    explore_find_cells(&e);
    explore_find_counts(&e);
    explore_find_symmetry(&e);
    explore_find_retries(&e);
    explore_find_buffering(&e);
    explore_find_looks(&e);
    explore_find_detours(&e);
    explore_find_intervals(&e);
    struct search search = {.e = &e, .visit = visit, .user = user};
    run_search(&search);
}
