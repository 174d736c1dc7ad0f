/* This file finds what the annotated IR orders. Blocks are cut into segments after calls of functions that have a
 * body, so that a call leads into its callee, and a return to after every call; which segment reaches which is found
 * once. */
#include "translator/cost/cost_module.h"

#include <string.h>

#include "mmra/base/search.h"
#include "mmra/base/sort.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/ir/ir_source.h"
#include "mmra/parse/ir_parse.h"
#include "mmra/passes/flow.h"
#include "translator/map/profile.h"

enum { MAX_SEGMENTS = 1 << 13 };

struct builder {
    struct cost_module *module;
    struct ir_module *ir;
    struct arena *arena;
    uint32_t *first_segment; /* by block */
    uint32_t *segment_call;  /* by segment: the function that it ends in a call of, or 0 */
    uint32_t segment_count, segment_capacity;
};

/* ---- operations ---- */

/* Loads and stores of texels do not say that they are atomic. The translation for a processor gives atomic ones a
 * coherent cache policy, or where stores need none, data of one component. */
static bool is_atomic_texel(const struct ir_module *ir, const struct ir_instruction *i,
                            const struct ir_effects *effects) {
    bool store = effects->texel && !effects->reads && i->operand_count > 1;
    return (effects->texel && effects->coherent) ||
           (store && ir_type_get(ir, ir_type_of(ir, ir->operands[i->operands + 1]))->kind != IR_TYPE_VECTOR);
}

static bool describe(const struct ir_module *ir, const struct ir_instruction *i, struct cost_operation *o) {
    struct ir_effects effects = ir_effects_of(ir, i);
    bool narrow = i->scope == MMRA_SCOPE_WAVEFRONT || i->scope == MMRA_SCOPE_SINGLETHREAD;
    *o = (struct cost_operation){
        .word = ir_line_of_instruction(ir, (uint32_t)(i - ir->instructions)), .set = i->mmra, .scope = effects.scope};
    o->spaces = effects.fence ? IR_ALL_MEMORY : effects.memory & IR_ALL_MEMORY;
    bool atomic = (effects.atomic && i->scope != MMRA_SCOPE_SINGLETHREAD) || is_atomic_texel(ir, i, &effects);
    o->does =
        (uint8_t)((effects.reads && !(i->annotations & IR_INVARIANT_LOAD) ? COST_READS : 0) |
                  (effects.writes ? COST_WRITES : 0) | (atomic ? COST_ATOMIC : 0) |
                  (effects.acquires && !narrow ? COST_ACQUIRES : 0) | /* what is narrow orders nothing for others */
                  (effects.releases && !narrow ? COST_RELEASES : 0) | (effects.waves_meet ? COST_BARRIER : 0) |
                  (effects.is_volatile ? COST_IS_VOLATILE : 0));
    if (effects.unknown && !ir_called_intrinsic(ir, i))
        return false; /* assembly of the passes */
    return o->does & COST_BARRIER || (o->spaces && !(effects.fence && narrow));
}

static int compare_words(const void *a, const void *b) {
    const struct cost_operation *x = a, *y = b;
    return x->word != y->word         ? (x->word < y->word ? -1 : 1)
           : x->segment != y->segment ? (x->segment < y->segment ? -1 : 1)
           : x->place < y->place      ? -1
                                      : x->place > y->place;
}

/* ---- segments ---- */

static uint32_t new_segment(struct builder *b) {
    *ARENA_PUSH(b->arena, b->segment_call, b->segment_count, b->segment_capacity) = 0;
    return b->segment_count - 1;
}

static void cut_block(struct builder *b, uint32_t block) {
    const struct ir_block *info = &b->ir->blocks[block];
    uint32_t segment = b->first_segment[block] = new_segment(b);
    for (uint32_t k = 0; k < info->instruction_count; k++) {
        const struct ir_instruction *i = &b->ir->instructions[info->first_instruction + k];
        struct cost_operation o;
        ir_function callee = flow_callee(b->ir, i);
        if (callee) {
            b->segment_call[segment] = callee;
            segment = new_segment(b);
        } else if (describe(b->ir, i, &o)) {
            o.segment = segment;
            o.place = k;
            *ARENA_PUSH(b->arena, b->module->operations, b->module->count, b->module->capacity) = o;
        }
    }
}

static uint32_t last_segment(const struct builder *b, uint32_t block) {
    return block + 1 < b->ir->block_count ? b->first_segment[block + 1] - 1 : b->segment_count - 1;
}

static void set_reach(struct cost_module *m, uint32_t from, uint32_t to) {
    m->reach[(size_t)from * m->row + to / 64] |= UINT64_C(1) << (to % 64);
}

static bool has_reach(const struct cost_module *m, uint32_t from, uint32_t to) {
    return !m->reach || m->reach[(size_t)from * m->row + to / 64] >> (to % 64) & 1;
}

static void join_calls(struct builder *b, uint32_t segment) {
    ir_function callee = b->segment_call[segment];
    const struct ir_function_info *info = &b->ir->functions[callee];
    if (!callee)
        return;
    set_reach(b->module, segment, b->first_segment[info->first_block]);
    for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++)
        if (flow_returns(b->ir, block))
            set_reach(b->module, last_segment(b, block), segment + 1);
}

/* Segments that reach one another are a component, which is complete when all that it leads to is: Tarjan, "Depth-First
 * Search and Linear Graph Algorithms". */
struct closing {
    struct cost_module *m;
    uint32_t *number, *low,
        *next;             /* by segment: when it was met, from 1; the least that it leads back to; its next edge */
    uint32_t *open, *path; /* what is in no component yet; the way to where the search is */
    bool *is_open;
    uint32_t met, open_count, path_count;
    uint64_t *row;
};

static void meet(struct closing *c, uint32_t segment) {
    c->number[segment] = c->low[segment] = ++c->met;
    c->is_open[segment] = true;
    c->open[c->open_count++] = c->path[c->path_count++] = segment;
}

/* The first segment, not before `at`, that an edge leads to; m->segments: none. */
static uint32_t next_edge(const struct cost_module *m, uint32_t from, uint32_t at) {
    while (at < m->segments && !has_reach(m, from, at))
        at += m->reach[(size_t)from * m->row + at / 64] >> (at % 64) ? 1 : 64 - at % 64;
    return at < m->segments ? at : m->segments;
}

/* The segments from open[first] on are a component, whose rows have their edges alone: they become what all reach. */
static void close_component(struct closing *c, uint32_t first) {
    struct cost_module *m = c->m;
    memset(c->row, 0, m->row * sizeof *c->row);
    for (uint32_t k = first; k < c->open_count; k++)
        for (uint32_t to = next_edge(m, c->open[k], 0); to < m->segments; to = next_edge(m, c->open[k], to + 1)) {
            c->row[to / 64] |= UINT64_C(1) << (to % 64);
            mmra_work(m->arena->watch, 1 + m->row / 32);
            for (uint32_t word = 0; word < m->row && !c->is_open[to]; word++)
                c->row[word] |= m->reach[(size_t)to * m->row + word];
        }
    while (c->open_count > first) {
        uint32_t segment = c->open[--c->open_count];
        c->is_open[segment] = false;
        memcpy(&m->reach[(size_t)segment * m->row], c->row, m->row * sizeof *c->row);
    }
}

static void close_from(struct closing *c, uint32_t root) {
    meet(c, root);
    while (c->path_count) {
        uint32_t at = c->path[c->path_count - 1], to = c->next[at] = next_edge(c->m, at, c->next[at]);
        if (to < c->m->segments && !c->number[to]) {
            meet(c, to);
        } else if (to < c->m->segments) {
            if (c->is_open[to] && c->low[to] < c->low[at])
                c->low[at] = c->low[to];
            c->next[at]++;
        } else {
            uint32_t first = c->open_count;
            while (c->low[at] == c->number[at] && c->open[--first] != at)
                ;
            c->path_count--;
            if (c->low[at] == c->number[at])
                close_component(c, first);
        }
    }
}

static void close_reach(struct cost_module *m) {
    struct closing c = {.m = m};
    c.number = arena_allocate_array(m->arena, m->segments, sizeof *c.number);
    c.low = arena_allocate_array(m->arena, m->segments, sizeof *c.low);
    c.next = arena_allocate_array(m->arena, m->segments, sizeof *c.next);
    c.open = arena_allocate_array(m->arena, m->segments, sizeof *c.open);
    c.path = arena_allocate_array(m->arena, m->segments, sizeof *c.path);
    c.is_open = arena_allocate_array(m->arena, m->segments, sizeof *c.is_open);
    c.row = arena_allocate_array(m->arena, m->row, sizeof *c.row);
    for (uint32_t segment = 0; segment < m->segments; segment++)
        if (!c.number[segment])
            close_from(&c, segment);
}

static void find_reach(struct builder *b) {
    struct cost_module *m = b->module;
    struct flow_edges successors = flow_successors(b->ir);
    m->segments = b->segment_count;
    m->row = m->segments / 64 + 1;
    if (m->segments > MAX_SEGMENTS)
        return;
    m->reach = arena_allocate_array(b->arena, (size_t)m->segments * m->row, sizeof *m->reach);
    for (uint32_t block = 0; block < b->ir->block_count; block++)
        for (uint32_t k = successors.first[block]; k < successors.first[block + 1]; k++)
            set_reach(m, last_segment(b, block), b->first_segment[successors.edges[k]]);
    for (uint32_t segment = 0; segment < m->segments; segment++)
        join_calls(b, segment);
    close_reach(m);
}

/* Operations that are alike answer all questions below the same, but for their place: there are few kinds. */
static bool is_alike(const struct cost_operation *a, const struct cost_operation *b) {
    return a->set == b->set && a->scope == b->scope && a->does == b->does;
}

static void add_member(struct cost_module *m, struct cost_class *class, uint32_t operation) {
    const struct cost_operation *o = &m->operations[operation];
    struct cost_run *last = class->run_count ? &class->runs[class->run_count - 1] : NULL;
    if (!last || last->segment != o->segment || class->places[class->count - 1] >= o->place) {
        last = ARENA_PUSH(m->arena, class->runs, class->run_count, class->run_capacity);
        *last = (struct cost_run){o->segment, class->count, class->count};
    }
    last->end++;
    *ARENA_PUSH(m->arena, class->members, class->count, class->capacity) = operation;
    *ARENA_PUSH(m->arena, class->places, class->place_count, class->place_capacity) = o->place;
}

static void classify(struct cost_module *m, uint32_t operation) {
    const struct cost_operation *o = &m->operations[operation];
    uint32_t k = 0;
    while (k < m->class_count && !is_alike(&m->classes[k].like, o))
        k++;
    if (k == m->class_count)
        *ARENA_PUSH(m->arena, m->classes, m->class_count, m->class_capacity) = (struct cost_class){.like = *o};
    add_member(m, &m->classes[k], operation);
}

struct cost_module *cost_read_module(const char *text, size_t length, smmra_profile profile, struct arena *arena,
                                     const char **message) {
    struct cost_module *m = arena_allocate_array(arena, 1, sizeof *m);
    struct ir_module *ir = arena_allocate_array(arena, 1, sizeof *ir);
    struct ir_parse_error error;
    struct builder b = {.module = m, .ir = ir, .arena = arena};
    ir_module_init(ir, arena);
    ir_set_revision(ir, profile_get((enum profile)profile)->revision);
    if (!ir_parse(ir, text, length, &error)) {
        *message = arena_copy_string(arena, error.message, strlen(error.message));
        return NULL;
    }
    *m = (struct cost_module){.arena = arena, .tags = &ir->tags};
    b.first_segment = arena_allocate_array(arena, (size_t)ir->block_count + 1, sizeof *b.first_segment);
    for (uint32_t block = 0; block < ir->block_count; block++)
        cut_block(&b, block);
    find_reach(&b);
    mmra_sort(arena, m->operations, m->count, sizeof *m->operations, compare_words);
    for (uint32_t k = 0; k < m->count; k++)
        if (m->operations[k].does & (COST_ACQUIRES | COST_RELEASES))
            classify(m, k);
    return m;
}

/* ---- questions ---- */

struct cost_range cost_operations_of(const struct cost_module *m, uint32_t word) {
    if (!word)
        return (struct cost_range){0, m->count};
    return (struct cost_range){COUNT_BELOW(m->operations, m->count, word, word),
                               COUNT_UP_TO(m->operations, m->count, word, word)};
}

static bool reaches(const struct cost_module *m, const struct cost_operation *a, const struct cost_operation *b) {
    return (a->segment == b->segment && a->place < b->place) || has_reach(m, a->segment, b->segment);
}

/* Returns what alone excuses the ordering operation from ordering the access: bits of enum cost_excuse. */
static uint8_t excuses(const struct cost_module *m, const struct cost_operation *ordering,
                       const struct cost_operation *access) {
    unsigned facts = mmra_facts(m->tags, ordering->set), accessed = mmra_facts(m->tags, access->set);
    return (uint8_t)((mmra_is_shared(accessed) ? 0 : COST_EXCUSED_PRIVATE) |
                     (ir_memory_ordered(facts) & access->spaces ? 0 : COST_EXCUSED_SPACE));
}

static bool may_be_ordered(const struct cost_module *m, const struct cost_operation *ordering,
                           const struct cost_operation *access) {
    return access->spaces && (m->ignores_tags || !excuses(m, ordering, access));
}

/* Whether the ordering operation orders the access. What only a tag excuses is noted. */
static bool orders(struct cost_module *m, const struct cost_operation *ordering, const struct cost_operation *access) {
    m->excuse |= access->spaces ? excuses(m, ordering, access) : 0;
    return may_be_ordered(m, ordering, access);
}

/* An operation without availability or visibility; what only the tag excuses is noted. */
static bool is_av_none(struct cost_module *m, const struct cost_operation *ordering) {
    bool none = mmra_facts(m->tags, ordering->set) & MMRA_AV_NONE;
    if (none)
        m->excuse |= COST_EXCUSED_AV;
    return none && !m->ignores_tags;
}

/* The first of the widest stays. */
static void take_widest(struct cost_between *best, const struct cost_operation *o, bool av_none) {
    enum mmra_scope scope = (enum mmra_scope)o->scope;
    if (best->found && (best->scope < scope || (best->scope == scope && best->word <= o->word)))
        return;
    *best = (struct cost_between){true, av_none, o->word, (enum mmra_scope)o->scope};
}

/* The accesses of `access` that the operation orders, and that stand on its side: before a release, after an acquire.
 */
static bool orders_some(struct cost_module *m, const struct cost_operation *ordering, uint32_t access, bool before) {
    struct cost_range range = cost_operations_of(m, access);
    for (uint32_t k = range.first; k < range.end; k++) {
        const struct cost_operation *o = &m->operations[k];
        if (o->does & (COST_READS | COST_WRITES) && (before ? reaches(m, o, ordering) : reaches(m, ordering, o)) &&
            orders(m, ordering, o))
            return true;
    }
    return false;
}

static bool may_be_flag(const struct cost_operation *o, bool releases) {
    uint8_t access = COST_ATOMIC | (releases ? COST_WRITES : COST_READS);
    return (o->does & access) == access || o->does & COST_BARRIER;
}

/* Whether a flag of `flag`, an atomic or a barrier, may publish what the release orders, or be what the acquire reads.
 */
static bool meets_flag(const struct cost_module *m, const struct cost_operation *ordering, uint32_t flag,
                       bool releases) {
    struct cost_range range = cost_operations_of(m, flag);
    for (uint32_t k = range.first; k < range.end; k++) {
        const struct cost_operation *o = &m->operations[k];
        if (may_be_flag(o, releases) &&
            (o == ordering || (releases ? reaches(m, ordering, o) : reaches(m, o, ordering))))
            return true;
    }
    return false;
}

/* Which ordering operation is sought. */
struct question {
    bool releases;            /* or acquires */
    uint32_t own;             /* its word; 0: any */
    const uint32_t *flag;     /* that it meets; NULL: none */
    uint32_t access;          /* that it orders */
    bool asks_av, takes_none; /* whether it makes available or visible; it counts without, too */
};

/* Whether annotations let operations of this class order some access of the word. */
static bool may_order(struct cost_module *m, const struct cost_class *class, uint32_t access) {
    struct cost_range range = cost_operations_of(m, access);
    for (uint32_t k = range.first; k < range.end; k++)
        if (orders(m, &class->like, &m->operations[k]))
            return true;
    return false;
}

static bool answers(struct cost_module *m, const struct question *q, const struct cost_operation *o) {
    return (!q->own || o->word == q->own) && (!q->flag || meets_flag(m, o, *q->flag, q->releases)) &&
           orders_some(m, o, q->access, q->releases);
}

/* ---- the first of a class that answers ---- */

/* Places of a segment, the last among them. */
struct cost_places {
    uint64_t first, end;
};

/* The bounds of places from which an operation is reached, or which it reaches. */
static void widen(const struct cost_module *m, struct cost_places *places, uint32_t segment,
                  const struct cost_operation *o, bool comes_later, bool itself) {
    bool all = comes_later ? has_reach(m, segment, o->segment) : has_reach(m, o->segment, segment);
    uint64_t first = all ? 0 : o->place + (itself ? UINT64_C(0) : 1),
             end = all ? UINT64_MAX : o->place + (itself ? UINT64_C(1) : 0);
    if (!all && o->segment != segment)
        return;
    if (comes_later)
        places->end = end > places->end ? end : places->end;
    else
        places->first = first < places->first ? first : places->first;
}

/* At which places of a segment an operation of the class answers: what it orders lies on one side of it, and the flag
 * on the other. */
static struct cost_places find_places(const struct cost_module *m, const struct question *q,
                                      const struct cost_class *class, uint32_t segment) {
    struct cost_range accesses = cost_operations_of(m, q->access);
    struct cost_range flags = q->flag ? cost_operations_of(m, *q->flag) : (struct cost_range){0, 0};
    struct cost_places places = {UINT64_MAX, 0};
    for (uint32_t k = accesses.first; k < accesses.end; k++) {
        const struct cost_operation *o = &m->operations[k];
        if (o->does & (COST_READS | COST_WRITES) && may_be_ordered(m, &class->like, o))
            widen(m, &places, segment, o, !q->releases, false);
    }
    for (uint32_t k = flags.first; k < flags.end; k++)
        if (may_be_flag(&m->operations[k], q->releases))
            widen(m, &places, segment, &m->operations[k], q->releases, true);
    if (!q->flag && q->releases)
        places.end = UINT64_MAX;
    if (!q->flag && !q->releases)
        places.first = 0;
    return places;
}

/* The count of the class: none does. */
static uint32_t first_that_answers(const struct cost_module *m, const struct question *q,
                                   const struct cost_class *class) {
    for (uint32_t k = 0; k < class->run_count; k++) {
        const struct cost_run *run = &class->runs[k];
        struct cost_places places = find_places(m, q, class, run->segment);
        mmra_work(m->arena->watch, 1);
        uint32_t at = run->first + numbers_below(class->places + run->first, sizeof *class->places,
                                                 run->end - run->first, places.first);
        if (at < run->end && class->places[at] < places.end)
            return at;
    }
    return class->count;
}

/* The first of the class speaks for all, unless operations of no word, which are all, ask what excuses each. */
static void find_in_class(struct cost_module *m, const struct question *q, const struct cost_class *class,
                          struct cost_between *best) {
    const uint32_t *members = class->members;
    uint32_t own = q->own ? cost_operations_of(m, q->own).first : 0;
    uint32_t first = q->own      ? numbers_below(members, sizeof *members, class->count, own)
                     : q->access ? first_that_answers(m, q, class)
                                 : 0;
    for (uint32_t k = first; k < class->count; k++) {
        const struct cost_operation *o = &m->operations[members[k]];
        if (q->own && o->word != q->own)
            return;
        if (!answers(m, q, o))
            continue;
        bool none = q->asks_av && is_av_none(m, o);
        if (!none || q->takes_none)
            take_widest(best, o, none);
        if (q->access)
            return;
    }
}

static struct cost_between find_widest(struct cost_module *m, const struct question *q) {
    struct cost_between best = {0};
    for (uint32_t k = 0; k < m->class_count; k++) {
        const struct cost_class *class = &m->classes[k];
        if (class->like.does & (q->releases ? COST_RELEASES : COST_ACQUIRES) &&
            (m->ignores_tags || may_order(m, class, q->access)))
            find_in_class(m, q, class, &best);
    }
    return best;
}

struct cost_between cost_release_between(struct cost_module *m, uint32_t access, uint32_t flag) {
    return find_widest(m, &(struct question){.releases = true, .flag = &flag, .access = access});
}

struct cost_between cost_acquire_between(struct cost_module *m, uint32_t flag, uint32_t access, bool through_caches) {
    return find_widest(m, &(struct question){.flag = &flag, .access = access, .asks_av = through_caches});
}

struct cost_between cost_acquire_before(struct cost_module *m, uint32_t acquire, uint32_t read) {
    return find_widest(m, &(struct question){.own = acquire, .access = read, .asks_av = true});
}

struct cost_between cost_release_after(struct cost_module *m, uint32_t release, uint32_t write) {
    return find_widest(
        m, &(struct question){.releases = true, .own = release, .access = write, .asks_av = true, .takes_none = true});
}

bool cost_publishes(struct cost_module *m, uint32_t release, uint32_t flag) {
    struct cost_range range = cost_operations_of(m, release);
    for (uint32_t k = range.first; k < range.end; k++)
        if (m->operations[k].does & COST_RELEASES && meets_flag(m, &m->operations[k], flag, true))
            return true;
    return false;
}

/* Whether some atomic of the dispatch stands after a barrier and writes, or before one and reads. */
static bool meets_atomic(const struct cost_module *m, const struct cost_operation *barrier, bool behind) {
    for (uint32_t k = 0; k < m->count; k++) {
        const struct cost_operation *o = &m->operations[k];
        if (o->does & COST_ATOMIC && o->spaces & IR_GLOBAL_MEMORY && o->does & (behind ? COST_WRITES : COST_READS) &&
            (behind ? reaches(m, barrier, o) : reaches(m, o, barrier)))
            return true;
    }
    return false;
}

enum mmra_scope cost_barrier_scope(const struct cost_module *m, bool releases) {
    for (uint32_t k = 0; k < m->count; k++)
        if (m->operations[k].does & COST_BARRIER && meets_atomic(m, &m->operations[k], releases))
            return MMRA_SCOPE_SYSTEM;
    return MMRA_SCOPE_WORKGROUP;
}

static bool any_does(const struct cost_module *m, struct cost_range range, enum cost_effect effect) {
    for (uint32_t k = range.first; k < range.end; k++)
        if (m->operations[k].does & effect)
            return true;
    return false;
}

bool cost_does(const struct cost_module *m, uint32_t word, enum cost_effect effect) {
    return word && any_does(m, cost_operations_of(m, word), effect);
}

bool cost_is_atomic(const struct cost_module *m, uint32_t word) {
    return any_does(m, cost_operations_of(m, word), COST_ATOMIC);
}
