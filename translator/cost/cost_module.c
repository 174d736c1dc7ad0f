/* This file finds what the annotated IR orders. Blocks are cut into segments behind calls of functions that have a
 * body, so that a call leads into its callee, and a return to behind every call; which segment reaches which is found
 * once. */
#include "translator/cost/cost_module.h"

#include <string.h>

#include "mmra/base/search.h"
#include "mmra/base/sort.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/ir/ir_source.h"
#include "mmra/parse/ir_parse.h"
#include "mmra/passes/flow.h"

enum { MAX_SEGMENTS = 1 << 13 };

struct builder {
    struct cost_module *module;
    struct ir_module *ir;
    struct arena *arena;
    uint32_t *first_segment; /* by block */
    uint32_t *segment_call;  /* by segment: the function that it ends in a call of, or 0 */
    uint32_t segment_count, segment_capacity, call_capacity;
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

/* Warshall, "A Theorem on Boolean Matrices". */
static void close_reach(struct cost_module *m) {
    for (uint32_t via = 0; via < m->segments; via++)
        for (uint32_t from = 0; from < m->segments; from++) {
            mmra_work(m->arena->watch, 1 + m->row / 32);
            if (has_reach(m, from, via))
                for (uint32_t word = 0; word < m->row; word++)
                    m->reach[(size_t)from * m->row + word] |= m->reach[(size_t)via * m->row + word];
        }
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

static void classify(struct cost_module *m, uint32_t operation) {
    const struct cost_operation *o = &m->operations[operation];
    uint32_t k = 0;
    while (k < m->class_count && !is_alike(&m->classes[k].like, o))
        k++;
    if (k == m->class_count)
        *ARENA_PUSH(m->arena, m->classes, m->class_count, m->class_capacity) = (struct cost_class){.like = *o};
    struct cost_class *class = &m->classes[k];
    *ARENA_PUSH(m->arena, class->members, class->count, class->capacity) = operation;
}

struct cost_module *cost_read_module(const char *text, size_t length, struct arena *arena, const char **message) {
    struct cost_module *m = arena_allocate_array(arena, 1, sizeof *m);
    struct ir_module *ir = arena_allocate_array(arena, 1, sizeof *ir);
    struct ir_parse_error error;
    struct builder b = {.module = m, .ir = ir, .arena = arena};
    ir_module_init(ir, arena);
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

/* Whether the ordering operation orders the access. What only a tag excuses is noted. */
static bool orders(struct cost_module *m, const struct cost_operation *ordering, const struct cost_operation *access) {
    unsigned facts = mmra_facts(m->tags, ordering->set), accessed = mmra_facts(m->tags, access->set);
    uint8_t excuse = 0;
    if (!access->spaces)
        return false;
    if (!mmra_is_shared(accessed))
        excuse |= COST_EXCUSED_PRIVATE;
    if (!(ir_memory_ordered(facts) & access->spaces))
        excuse |= COST_EXCUSED_SPACE;
    m->excuse |= excuse;
    return !excuse || m->ignores_tags;
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

/* Whether a flag of `flag`, an atomic or a barrier, may publish what the release orders, or be what the acquire reads.
 */
static bool meets_flag(const struct cost_module *m, const struct cost_operation *ordering, uint32_t flag,
                       bool releases) {
    struct cost_range range = cost_operations_of(m, flag);
    uint8_t access = COST_ATOMIC | (releases ? COST_WRITES : COST_READS);
    for (uint32_t k = range.first; k < range.end; k++) {
        const struct cost_operation *o = &m->operations[k];
        if (((o->does & access) == access || o->does & COST_BARRIER) &&
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

/* The first of the class speaks for all, unless operations of no word, which are all, ask what excuses each. */
static void find_in_class(struct cost_module *m, const struct question *q, const struct cost_class *class,
                          struct cost_between *best) {
    const uint32_t *members = class->members;
    uint32_t own = q->own ? cost_operations_of(m, q->own).first : 0;
    uint32_t first = class->count ? numbers_below(members, sizeof *members, class->count, own) : 0;
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

/* Whether some atomic of the dispatch stands behind a barrier and writes, or before one and reads. */
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
