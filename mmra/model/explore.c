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
    if (state_end(search->e, state, &one))
        search->ended = !search->visit(search->user, &one);
}

/* Whether the choice made the thread that it is about go round a loop for nothing. Another thread that does,
 * by a value that has now become known, is left to wait for ever. */
static bool made_itself_wait(const struct explore_state *before, const struct explore_state *after,
                             const struct decision *d) {
    if (d->kind == DECISION_GUESS)
        return after->went_round == d->subject;
    return d->kind == DECISION_READ && after->went_round != MODEL_NONE &&
           (int32_t)after->went_round == before->events[d->subject].model.thread;
}

/* Makes one choice at the newest level; false if there is none left. */
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
    child->state.went_round = MODEL_NONE;
    state_apply(e, &child->state, d, choice);
    state_update_values(&child->state);
    state_advance(e, &child->state);
    bool waits = made_itself_wait(&level->state, &child->state, d);
    d->waited |= waits;
    if (waits && d->kind == DECISION_READ && choice >= 0)
        d->in_vain = event_lists_with(&e->lists, d->in_vain, (uint32_t)choice);
    bool put_off = d->kind == DECISION_READ && choice == CHOICE_PUT_OFF;
    if (!waits && !child->state.impossible && state_was_there(e, &child->state)) {
        e->statistics->mirrored++;
        search->level_count--;
    } else if (waits || child->state.impossible ||
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

static bool goes_on(const struct explorer *e) {
    return !e->options->goes_on || e->options->goes_on(e->options->goes_on_user, e->statistics);
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
        if (e->statistics->evaluations >= e->options->evaluations || !goes_on(e)) {
            e->statistics->gave_up = true;
            break;
        }
    }
}

/* ---- what does not change while exploring ---- */

static void number_registers_and_loops(struct explorer *e) {
    const struct program *program = e->program;
    e->first_register = arena_allocate_array(e->arena, program->thread_count, sizeof(uint32_t));
    e->head_number = arena_allocate_array(e->arena, program->thread_count, sizeof(uint32_t *));
    e->places = arena_allocate_array(e->arena, program->thread_count, sizeof *e->places);
    e->later = arena_allocate_array(e->arena, program->thread_count, sizeof *e->later);
    for (uint32_t t = 0; t < program->thread_count; t++) {
        const struct program_thread *thread = &program->threads[t];
        e->places[t] = thread->place;
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

/* Whether the instructions, which may access one cell, may be in a data race: of two threads, one of which writes, not
 * both atomic or with a scope that does not include the other's thread. What one thread does to a location is in
 * order. */
static bool instructions_mix(const struct program *program, uint32_t t, const struct program_instruction *a, uint32_t u,
                             const struct program_instruction *b) {
    const struct model_thread_place *p = &program->threads[t].place, *q = &program->threads[u].place;
    uint8_t level_a = a->operation.scope, level_b = b->operation.scope;
    if (t == u || !((a->operation.kind | b->operation.kind) & MODEL_WRITE))
        return false;
    if (!(a->operation.flags & b->operation.flags & MODEL_ATOMIC))
        return true;
    return level_a >= MODEL_LEVELS || level_b >= MODEL_LEVELS || p->instance[level_a] != q->instance[level_a] ||
           p->instance[level_b] != q->instance[level_b];
}

struct access {
    uint32_t thread;
    const struct program_instruction *instruction;
};

struct accesses {
    struct access *items;
    uint32_t count, capacity;
};

static struct accesses find_accesses(struct explorer *e) {
    struct accesses all = {NULL, 0, 0};
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        for (uint32_t i = 0; i < e->program->threads[t].code_count; i++)
            if (e->program->threads[t].code[i].opcode == PROGRAM_ACCESS)
                *ARENA_PUSH(e->arena, all.items, all.count, all.capacity) =
                    (struct access){t, &e->program->threads[t].code[i]};
    return all;
}

/* Whether the two are alike to instructions_mix(). */
static bool mixes_alike(const struct access *a, const struct access *b) {
    const struct model_operation *one = &a->instruction->operation, *two = &b->instruction->operation;
    return a->thread == b->thread && one->kind == two->kind && one->flags == two->flags && one->scope == two->scope;
}

/* Those that may access the cell, of neighbours that are alike one. */
static void find_accesses_to(const struct explorer *e, const struct accesses *all, uint32_t cell,
                             struct accesses *found) {
    found->count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct access *access = &all->items[i];
        if (program_may_access(e->program, access->instruction, cell) &&
            !(found->count && mixes_alike(&found->items[found->count - 1], access)))
            *ARENA_PUSH(e->arena, found->items, found->count, found->capacity) = *access;
    }
}

static bool accesses_mix(const struct program *program, const struct accesses *found) {
    for (uint32_t a = 0; a < found->count; a++) {
        const struct access *one = &found->items[a];
        for (uint32_t b = 0; b < found->count && one->instruction->operation.kind & MODEL_WRITE; b++)
            if (instructions_mix(program, one->thread, one->instruction, found->items[b].thread,
                                 found->items[b].instruction))
                return true;
    }
    return false;
}

/* Whether what the instruction writes to a cell is defined if what it reads there is. */
static bool writes_defined(const struct program_instruction *i) {
    return !(i->operation.kind & MODEL_WRITE) || i->b.kind == PROGRAM_CONSTANT;
}

static void find_mixed_and_defined_cells(struct explorer *e) {
    const struct program *program = e->program;
    struct accesses all = find_accesses(e), found = {NULL, 0, 0};
    e->mixed = arena_allocate_array(e->arena, program->cell_count, sizeof *e->mixed);
    e->defined = arena_allocate_array(e->arena, program->cell_count, sizeof *e->defined);
    for (uint32_t cell = 0; cell < program->cell_count; cell++) {
        find_accesses_to(e, &all, cell, &found);
        e->mixed[cell] = accesses_mix(program, &found);
        e->defined[cell] = !e->mixed[cell] && !program->cells[cell].undefined;
        for (uint32_t i = 0; i < all.count && e->defined[cell]; i++)
            e->defined[cell] = writes_defined(all.items[i].instruction) ||
                               !program_may_access(program, all.items[i].instruction, cell);
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
    e.orders_all = options->model.plain_rf_acyclic || has_sequential_consistency(program);
    find_mixed_and_defined_cells(&e);
    explore_find_symmetry(&e);
    explore_find_retries(&e);
    struct search search = {.e = &e, .visit = visit, .user = user};
    run_search(&search);
}
