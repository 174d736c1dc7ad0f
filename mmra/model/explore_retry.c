/* Rounds of a loop that come to nothing. A thread reads a location, writes what nobody else reads, and tries to
 * exchange what it has read; if that fails, it has read another value, and goes round with it. The execution in which
 * it reads this value at once has the same outcome and no fewer races (docs/reference/models.md, "Retries").
 *
 * The first read and the round's writes are taken away, and the exchange that failed stands for the first read, if
 * - between the two reads the thread does nothing but lost writes, and before the loop plain accesses to other
 *   locations that do not depend on the read. A lost write is of a cell that no other thread accesses, and that is
 *   written again before the thread reads it or ends, whichever way it goes;
 * - neither read orders anything, and both have the same location, storage class and tags;
 * - what is live at the loop's head, and what has a name, is the same as in the round before, or was the first read
 *   and is now the second. Nothing else depends on the first read: no event, no branch before the head;
 * - the exchange compared with the first read, so that no thread goes round so for ever: what it saw last lets it
 *   through;
 * - no subgroup exchanges values, no operation is sequentially consistent, po | rf need not be acyclic;
 * - every atomic access is in scope of every thread. */
#include "mmra/model/explore_state.h"

enum {
    ORDERING = MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEQ_CST | MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE |
               MODEL_MAKES_AVAILABLE | MODEL_MAKES_VISIBLE | MODEL_UNORDERED,
    OF_WRITES = MODEL_AVAILABLE | MODEL_STORE_AVAILABLE /* which tell nothing of a read */
};

/* ---- cells that nobody reads before they are written again ---- */

static bool has_bit(const uint64_t *set, uint32_t bit) {
    return set[bit / 64] >> (bit % 64) & 1;
}

static void set_bit(uint64_t *set, uint32_t bit, bool value) {
    uint64_t mask = UINT64_C(1) << (bit % 64);
    set[bit / 64] = value ? set[bit / 64] | mask : set[bit / 64] & ~mask;
}

static bool others_access(const struct program *program, uint32_t thread, uint32_t cell) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; t != thread && i < program->threads[t].code_count; i++)
            if (program_may_access(program, &program->threads[t].code[i], cell))
                return true;
    return false;
}

/* The cell that the instruction writes whatever happens, or MODEL_NONE. */
static uint32_t cell_written(const struct program *program, const struct program_instruction *i) {
    bool certain = i->opcode == PROGRAM_ACCESS && i->operation.kind == MODEL_WRITE && i->a.kind == PROGRAM_CONSTANT;
    return certain ? program_find_cell(program, i->a.value, i->bytes) : MODEL_NONE;
}

/* Marks the instructions before which the value of one cell may still be read; at the end of the thread it is read. */
static bool spread(const struct program *program, const struct program_thread *thread, uint32_t cell, uint64_t *live) {
    bool changed = false;
    for (uint32_t at = thread->code_count; at-- > 0;) {
        const struct program_instruction *i = &thread->code[at];
        bool ends = i->opcode == PROGRAM_END || i->opcode == PROGRAM_ABORT || i->opcode == PROGRAM_FAULT;
        bool jumps = i->opcode == PROGRAM_JUMP;
        bool after = ends;
        if (i->opcode == PROGRAM_BRANCH)
            after = has_bit(live, i->if_true) || has_bit(live, i->if_false);
        else if (!ends)
            after = has_bit(live, jumps ? i->if_true : at + 1);
        bool before = cell_written(program, i) != cell && (after || program_may_access(program, i, cell));
        changed |= before != has_bit(live, at);
        set_bit(live, at, before);
    }
    return changed;
}

/* The cells that the thread alone accesses, and which are not read before they are written again, at each head. */
static void find_dead_cells(struct explorer *e, uint32_t number, uint64_t *live) {
    const struct program_thread *thread = &e->program->threads[number];
    size_t words = ((size_t)thread->code_count + 1 + 63) / 64;
    for (uint32_t cell = 0; cell < e->program->cell_count; cell++) {
        bool written = false;
        for (uint32_t i = 0; i < thread->code_count && !written; i++)
            written = cell_written(e->program, &thread->code[i]) == cell;
        if (!written || others_access(e->program, number, cell))
            continue;
        memset(live, 0, words * sizeof *live);
        while (spread(e->program, thread, cell, live))
            continue;
        for (uint32_t i = 0; i < thread->code_count; i++)
            if (thread->is_head[i])
                set_bit(e->dead_cells[e->head_number[number][i]], cell, !has_bit(live, i));
    }
}

bool explore_has_opcode(const struct program *program, enum program_opcode opcode) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].code[i].opcode == opcode)
                return true;
    return false;
}

static bool has_compare_exchange(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].code[i].compare_exchange)
                return true;
    return false;
}

/* Writes that are not all in scope of each other may have
 * no order that the model accepts; then no execution stands at the end, and a round that is left out may be all that
 * shows a race. */
bool explore_mixes_scopes(const struct explorer *e) {
    const struct program *program = e->program;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            const struct model_operation *o = &program->threads[t].code[i].operation;
            bool atomic = program->threads[t].code[i].opcode == PROGRAM_ACCESS && o->flags & MODEL_ATOMIC;
            for (uint32_t u = 0; atomic && u < program->thread_count; u++)
                if (u != t &&
                    (o->scope >= MODEL_LEVELS || e->scopes[t].instance[o->scope] != e->scopes[u].instance[o->scope]))
                    return true;
        }
    return false;
}

/* Values that threads of a subgroup give each other show what one has read without an event. */
void explore_find_retries(struct explorer *e) {
    const struct program *program = e->program;
    if (e->options->without & EXPLORE_RETRIES || program->call_level || e->options->model.any_execution ||
        e->orders_all || !e->head_count || !has_compare_exchange(program) ||
        explore_has_opcode(program, PROGRAM_EXCHANGE) || explore_mixes_scopes(e))
        return;
    uint32_t longest = 0;
    size_t words = ((size_t)program->cell_count + 63) / 64;
    e->dead_cells = arena_allocate_array(e->arena, e->head_count, sizeof *e->dead_cells);
    for (uint32_t head = 0; head < e->head_count; head++)
        e->dead_cells[head] = arena_allocate_array(e->arena, words, sizeof **e->dead_cells);
    for (uint32_t t = 0; t < program->thread_count; t++)
        longest = program->threads[t].code_count > longest ? program->threads[t].code_count : longest;
    uint64_t *live = arena_allocate_array(e->arena, (longest + 1 + 63) / 64, sizeof *live);
    for (uint32_t t = 0; t < program->thread_count; t++)
        find_dead_cells(e, t, live);
}

/* ---- a round that came to nothing ---- */

struct retry {
    const struct explorer *e;
    const struct explore_state *state;
    uint32_t thread, head; /* the head's instruction */
    uint32_t from;         /* its first event of the round, or a later one of another thread */
    uint32_t first, again; /* the read before the round, and the exchange in it that failed */
};

/* Whether the value is what the event has read, and nothing else. */
static bool is_read_of(const struct explore_state *state, uint32_t node, uint32_t event) {
    return node && state_copied_node(state, node) == state->events[event].read;
}

static bool is_lost_write(const struct retry *r, const struct explore_event *event) {
    uint32_t head = r->e->head_number[r->thread][r->head];
    return event->model.kind == MODEL_WRITE && has_bit(r->e->dead_cells[head], event->model.location);
}

/* The exchange that failed, and no event of the thread in the round but it and writes that are lost. */
static bool find_exchange(struct retry *r) {
    r->again = MODEL_NONE;
    for (uint32_t i = r->from; i < r->state->event_count; i++) {
        const struct explore_event *event = &r->state->events[i];
        if (event->model.thread != (int32_t)r->thread || is_lost_write(r, event))
            continue;
        if (r->again != MODEL_NONE || event->constraint != CONSTRAINT_UNEQUAL || event->model.flags & ORDERING)
            return false;
        r->again = i;
    }
    return r->again != MODEL_NONE;
}

/* Whether the two reads are the same to the model, where each is in scope of every thread. */
static bool reads_alike(const struct retry *r) {
    const struct explore_event *a = &r->state->events[r->first], *b = &r->state->events[r->again];
    const struct model_operation *o = a->model.operation, *p = b->model.operation;
    EVENT_LIST_EACH(&r->e->lists, a->depends, read)
    if (!event_lists_has(&r->e->lists, b->depends, read))
        return false;
    EVENT_LIST_EACH(&r->e->lists, a->matters, read)
    if (!event_lists_has(&r->e->lists, b->matters, read))
        return false;
    return a->model.kind == MODEL_READ && b->model.kind == MODEL_READ &&
           !((a->model.flags ^ b->model.flags) & ~OF_WRITES) && a->model.flags & MODEL_ATOMIC &&
           a->model.location == b->model.location && a->model.reference == b->model.reference &&
           a->constraint == CONSTRAINT_NONE && a->instruction->must_read == PROGRAM_READS_ANY &&
           b->instruction->must_read == PROGRAM_READS_ANY && a->instruction->bytes == b->instruction->bytes &&
           o->storage_class == p->storage_class && !(o->semantics & ~p->semantics) &&
           o->visible_scope == p->visible_scope && o->vulkan_tags == p->vulkan_tags && o->spaces == p->spaces &&
           o->tags == p->tags;
}

static bool depends_on_first(const struct retry *r, event_list list) {
    return event_lists_has(&r->e->lists, list, r->first);
}

/* Whether the read could as well come after the event, an earlier one of the round's thread: that is a plain access to
 * another location. */
static bool passes(const struct retry *r, const struct explore_event *event) {
    return !(event->model.kind & ~(uint32_t)(MODEL_READ | MODEL_WRITE)) && event->model.kind &&
           !(event->model.flags & (MODEL_ATOMIC | ORDERING)) &&
           event->model.location != r->state->events[r->again].model.location;
}

/* The read that the exchange compared with. */
static bool find_first_read(struct retry *r) {
    r->first = MODEL_NONE;
    for (uint32_t i = 0; i < r->again; i++) {
        const struct explore_event *event = &r->state->events[i];
        if (event->model.thread == (int32_t)r->thread && !is_lost_write(r, event) && !passes(r, event))
            r->first = i;
    }
    if (r->first == MODEL_NONE || /* it is before the round, of which find_exchange() has seen all events */
        !is_read_of(r->state, r->state->events[r->again].compared, r->first) || !reads_alike(r))
        return false;
    for (uint32_t i = r->first + 1; i < r->from; i++)
        if (r->state->events[i].model.thread == (int32_t)r->thread && depends_on_first(r, r->state->events[i].depends))
            return false;
    return true;
}

/* Whether the register is now what it was at the head before, or would be if the first read had read what the exchange
 * has. */
static bool is_as_before(const struct retry *r, uint32_t before, uint32_t now) {
    const struct node *x = &r->state->nodes[before], *y = &r->state->nodes[now];
    if (before == 0 || now == 0)
        return before == now;
    if (is_read_of(r->state, before, r->first))
        return is_read_of(r->state, now, r->again);
    return !depends_on_first(r, x->depends) &&
           (before == now ||
            (x->known && y->known && x->undefined == y->undefined && (x->undefined || x->value == y->value)));
}

/* Whether the round so far, since the head, is one. */
static bool is_retry(struct retry *r, const struct loop_visit *visit) {
    r->from = visit->events;
    return visit->times > 0 && !r->state->threads[r->thread].undefined && find_exchange(r) && find_first_read(r) &&
           !depends_on_first(r, visit->control);
}

bool state_may_retry(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    uint32_t head = state->threads[number].loop_head;
    struct retry r = {.e = e, .state = state, .thread = number, .head = head};
    return e->dead_cells && e->program->threads[number].is_head[head] &&
           is_retry(&r, &state->visits[e->head_number[number][head]]);
}

bool state_retries(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    const struct explore_thread *thread = &state->threads[number];
    struct retry r = {.e = e, .state = state, .thread = number, .head = thread->at};
    if (!e->dead_cells)
        return false;
    uint32_t head = e->head_number[number][thread->at];
    const struct loop_visit *visit = &state->visits[head];
    const struct program_thread *program = &e->program->threads[number];
    if (!is_retry(&r, visit))
        return false;
    const uint32_t *before = state->remembered + (size_t)head * e->widest;
    const uint32_t *now = state->registers + e->first_register[number];
    for (uint32_t i = 0; i < program->register_count; i++)
        if ((program->registers[i].name || has_bit(program->live[thread->at], i)) &&
            !is_as_before(&r, before[i], now[i]))
            return false;
    return true;
}
