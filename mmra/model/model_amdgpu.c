/* The AMDGPU memory model: the document "AMDGPU Memory Model" on top of LLVM's, with the choices A1 to A7 of
 * docs/reference/models.md where it leaves room. The definitions stand in the order of that page. */
#include "mmra/model/excuses.h"

struct amdgpu {
    struct execution *x;
    struct relations *pool;
    event_set R, W, A, ACQ, REL, F, B, BEGIN, END, SC, INITIAL;
    event_set make_available, make_visible, store_available, load_visible;
    relation po, same_location, rf, mo, poc, inclusive, atomics, sequence, sw, hb;
    relation before;                /* the inverse of hb */
    relation available;             /* write to availability operation */
    relation visible[MODEL_LEVELS]; /* write to visibility operation: in its instance of this level */
    relation visible_any;
    relation write_before, read_before; /* location order, from a write half and from a read half */
    relation in_order;                  /* atomics with inclusive scopes, or excused from that */
    relation fr, eco;
};

static const struct model_operation *operation(const struct amdgpu *m, uint32_t event) {
    return m->x->events[event].operation;
}

static bool is_access(const struct model_event *event) {
    return event->kind & (MODEL_READ | MODEL_WRITE);
}

/* A1: an operation with an acquire or a release half. A relaxed atomic is an access to its own address space, which
 * orders no other. */
static bool synchronizes(const struct model_event *event) {
    return (event->flags & (MODEL_ACQUIRE | MODEL_RELEASE)) || (event->kind & MODEL_FENCE);
}

static void collect_sets(struct amdgpu *m) {
    struct execution *x = m->x;
    m->R = model_events(x, MODEL_READ, 0);
    m->W = model_events(x, MODEL_WRITE, 0);
    m->A = model_events(x, 0, MODEL_ATOMIC);
    m->ACQ = model_events(x, 0, MODEL_ACQUIRE);
    m->REL = model_events(x, 0, MODEL_RELEASE);
    m->SC = model_events(x, 0, MODEL_SEQ_CST);
    m->F = model_events(x, MODEL_FENCE, 0);
    m->B = model_events(x, MODEL_BARRIER, 0);
    m->BEGIN = model_events(x, MODEL_BEGIN, 0);
    m->END = model_events(x, MODEL_END, 0);
    m->INITIAL = model_events(x, MODEL_INITIAL, 0);
    event_set none = model_events(x, 0, MODEL_AV_NONE);
    m->make_available = set_union(m->pool, set_minus(m->pool, m->REL, none), model_events(x, 0, MODEL_MAKES_AVAILABLE));
    m->make_visible = set_union(m->pool, set_minus(m->pool, m->ACQ, none), model_events(x, 0, MODEL_MAKES_VISIBLE));
    m->store_available = model_events(x, MODEL_WRITE, MODEL_STORE_AVAILABLE);
    m->load_visible = model_events(x, MODEL_READ, MODEL_LOAD_VISIBLE);
}

/* ---- address spaces (A1) and compatibility ---- */

/* An operation covers the spaces of its ordered set. */
static bool covers(const struct amdgpu *m, uint32_t event, int32_t spaces) {
    bool one_space = m->x->events[event].flags & MODEL_ONE_SPACE;
    return (operation(m, event)->ordered & spaces) == spaces && !(one_space && (spaces & (spaces - 1)));
}

/* A MakeAvailable or MakeVisible operation covers a write: its space, and its location if the operation is for one. */
static bool covers_write(const struct amdgpu *m, uint32_t event, uint32_t write) {
    const struct model_event *other = &m->x->events[event];
    bool located = other->kind & MODEL_FENCE && other->location != MODEL_NONE;
    return covers(m, event, operation(m, write)->spaces) &&
           (!located || other->location == m->x->events[write].location);
}

/* amdgpu-synchronize-as, looked at only where at least one synchronizes. */
static bool spaces_compatible(const struct model_event *a, const struct model_event *b) {
    bool a_synchronizes = synchronizes(a), b_synchronizes = synchronizes(b);
    int32_t a_ordered = a->operation->ordered, b_ordered = b->operation->ordered;
    if (!a_synchronizes && !b_synchronizes)
        return true;
    return (a_synchronizes && is_access(b) && (a_ordered & b->operation->spaces)) ||
           (b_synchronizes && is_access(a) && (b_ordered & a->operation->spaces)) ||
           (a_synchronizes && b_synchronizes && (a_ordered & b_ordered));
}

static bool compatible(const struct amdgpu *m, const struct model_event *a, const struct model_event *b) {
    if ((a->kind | b->kind) & (MODEL_BEGIN | MODEL_END | MODEL_BARRIER))
        return true;
    if (m->x->tags && !mmra_compatible(m->x->tags, a->operation->tags, b->operation->tags))
        return false;
    return spaces_compatible(a, b);
}

static uint8_t own_scope(const struct model_operation *o) {
    return o->scope;
}

static uint8_t scope_available(const struct model_operation *o) {
    return o->available_scope;
}

/* [set] ; { (a, b): a's instance of the scope that `scope_of` gives contains b } */
static relation includes(struct amdgpu *m, const uint64_t *set, uint8_t (*scope_of)(const struct model_operation *)) {
    relation result = relation_empty(m->pool);
    SET_EACH (m->pool, set, a)
        relation_set_row(m->pool, result, a, model_instance(m->x, a, scope_of(operation(m, a))));
    return result;
}

static void define_relations(struct amdgpu *m) {
    struct execution *x = m->x;
    m->po = x->po;
    m->same_location = x->same_location;
    m->rf = x->rf;
    m->mo = x->mo;
    m->poc = relation_empty(m->pool);
    for (uint32_t a = 0; a < x->count; a++)
        SET_EACH (m->pool, relation_row(m->pool, m->po, a), b)
            if (compatible(m, &x->events[a], &x->events[b]))
                relation_add(m->pool, m->poc, a, b);
    relation reach = includes(m, model_events(x, 0, 0), own_scope);
    m->inclusive = relation_intersection(m->pool, reach, relation_inverse(m->pool, reach));
    m->atomics = relation_intersection(m->pool, relation_product(m->pool, m->A, m->A), m->inclusive);
}

/* ---- synchronizes-with and happens-before ---- */

static relation same_barrier(struct amdgpu *m) {
    relation result = relation_empty(m->pool);
    SET_EACH (m->pool, m->B, a)
        SET_EACH (m->pool, m->B, b)
            if (a != b && m->x->events[a].barrier == m->x->events[b].barrier)
                relation_add(m->pool, result, a, b);
    return result;
}

static void define_synchronizes_with(struct amdgpu *m) {
    struct relations *p = m->pool;
    relation rf = relation_intersection(p, m->rf, m->atomics);
    event_set A_W = set_intersection(p, m->A, m->W), A_R = set_intersection(p, m->A, m->R);
    event_set REL_A = set_intersection(p, m->REL, A_W), ACQ_A = set_intersection(p, m->ACQ, A_R);
    event_set REL_F = set_intersection(p, m->REL, m->F), ACQ_F = set_intersection(p, m->ACQ, m->F);
    event_set RMW = set_intersection(p, A_R, m->W);

    /* While the order is still growing, what a read-modify-write reads is known to precede it immediately. */
    relation all_rf = relation_into(p, relation_from(p, m->A, m->rf), m->A);
    relation next = m->x->complete ? relation_immediate(p, m->mo) : all_rf;
    m->sequence = relation_from(p, A_W, relation_reflexive(p, relation_closure(p, relation_into(p, next, RMW))));

    relation read_of_sequence = RELATION_CHAIN(p, m->sequence, rf);
    relation from_atomic = relation_from(p, REL_A, read_of_sequence);
    relation from_fence = RELATION_CHAIN(p, relation_into(p, relation_from(p, REL_F, m->poc), A_W), read_of_sequence);
    relation to_fence = relation_into(p, relation_from(p, A_R, m->poc), ACQ_F);
    relation across = RELATION_CHAIN(p, m->po, same_barrier(m), m->po);
    m->sw = RELATION_UNION(p, relation_into(p, from_atomic, ACQ_A), relation_into(p, from_fence, ACQ_A),
                           RELATION_CHAIN(p, from_atomic, to_fence), RELATION_CHAIN(p, from_fence, to_fence),
                           relation_into(p, relation_from(p, REL_F, across), ACQ_F));
    if (m->x->calls) /* the shell goes on in another lane, or comes back, when all before it is done */
        m->sw = RELATION_UNION(p, m->sw, relation_into(p, relation_from(p, REL_F, m->x->calls), ACQ_F));
    m->sw = relation_intersection(p, m->sw, m->inclusive);
}

/* H(S) of A2. */
static relation happens_before_of(struct amdgpu *m, int32_t spaces) {
    struct relations *p = m->pool;
    event_set covering = set_empty(p), concerned = set_empty(p);
    for (uint32_t i = 0; i < m->x->count; i++) {
        const struct model_event *event = &m->x->events[i];
        bool covers_all = synchronizes(event) && covers(m, i, spaces);
        if (covers_all)
            set_add(covering, i);
        if (covers_all || (is_access(event) && (event->operation->spaces & spaces)))
            set_add(concerned, i);
    }
    relation step = RELATION_UNION(
        p, model_system_edges(m->x, m->END, m->BEGIN), relation_into(p, relation_from(p, covering, m->sw), covering),
        relation_into(p, relation_from(p, set_intersection(p, m->ACQ, covering), m->poc), concerned),
        relation_into(p, relation_from(p, concerned, m->poc), set_intersection(p, m->REL, covering)));
    return relation_closure(p, step);
}

static void define_happens_before(struct amdgpu *m) {
    m->hb = RELATION_UNION(m->pool, m->poc, happens_before_of(m, MODEL_GLOBAL), happens_before_of(m, MODEL_LOCAL),
                           happens_before_of(m, MODEL_GLOBAL | MODEL_LOCAL));
    m->before = relation_inverse(m->pool, m->hb);
}

/* ---- availability and visibility ---- */

/* [writes] ; { (W, X): X covers W } ; [operations] */
static relation covered_by(struct amdgpu *m, const uint64_t *operations) {
    relation result = relation_empty(m->pool);
    SET_EACH (m->pool, m->W, write)
        SET_EACH (m->pool, operations, other)
            if (covers_write(m, other, write))
                relation_add(m->pool, result, write, other);
    return result;
}

/* hb(Z,X) where Z's instance, as an availability operation on W, includes X; as W -> X. */
static relation available_later(struct amdgpu *m, const uint64_t *by_itself, const uint64_t *by_others) {
    relation self = relation_intersection(m->pool, m->hb, includes(m, m->store_available, scope_available));
    relation other = relation_intersection(m->pool, m->hb, includes(m, m->make_available, own_scope));
    return RELATION_UNION(m->pool, RELATION_CHAIN(m->pool, by_itself, self), RELATION_CHAIN(m->pool, by_others, other));
}

static void define_availability(struct amdgpu *m) {
    struct relations *p = m->pool;
    relation by_itself = relation_identity(p, m->store_available);
    relation coverage = covered_by(m, m->make_available);
    relation by_others = relation_intersection(p, coverage, m->poc);
    relation instance_has_write = relation_inverse(p, includes(m, m->make_available, own_scope));
    relation eligible = relation_intersection(p, coverage, instance_has_write);
    for (;;) {
        relation more = relation_intersection(p, available_later(m, by_itself, by_others), eligible);
        relation all = RELATION_UNION(p, by_others, more);
        if (relation_equal(p, all, by_others))
            break;
        by_others = all;
    }
    /* The next rules ask about W itself and about others apart, as their scopes differ. */
    m->available = RELATION_UNION(p, by_itself, by_others);
}

/* The scope of X as an availability operation on W. */
static uint8_t availability_scope(const struct amdgpu *m, uint32_t write, uint32_t other) {
    return write == other ? operation(m, write)->available_scope : operation(m, other)->scope;
}

/* Y in the role of one form of visibility operation on W, with that form's scope: the largest level at which
 * W is visible in Y's instance, or MODEL_LEVELS. */
static uint8_t visible_at(struct amdgpu *m, uint32_t write, uint32_t y, uint8_t scope) {
    uint8_t best = MODEL_LEVELS;
    const uint64_t *before = relation_row(m->pool, m->before, y), *own = model_instance(m->x, y, scope);
    SET_EACH (m->pool, relation_row(m->pool, m->available, write), other) {
        uint8_t available = availability_scope(m, write, other);
        uint8_t common = available > scope ? available : scope;
        if (common < best && set_has(before, other) && set_has(own, other) && model_includes(m->x, other, available, y))
            best = common;
    }
    for (uint8_t level = 0; level < MODEL_LEVELS; level++)
        SET_EACH (m->pool, relation_row(m->pool, m->visible[level], write), other) {
            uint8_t common = level > scope ? level : scope;
            if (common < best && set_has(before, other) && set_has(own, other) && model_includes(m->x, other, level, y))
                best = common;
        }
    return best;
}

/* Whether Y could now be entered as making W visible at `level`, where it was not at one as large. */
static bool enter_visible(struct amdgpu *m, uint32_t write, uint32_t y, uint8_t level) {
    if (level == MODEL_LEVELS)
        return false;
    for (uint8_t larger = 0; larger <= level; larger++)
        if (relation_has(m->pool, m->visible[larger], write, y))
            return false;
    relation_add(m->pool, m->visible[level], write, y);
    return true;
}

static bool extend_visibility(struct amdgpu *m, uint32_t write, uint32_t y) {
    const struct model_operation *o = operation(m, y);
    bool grown = false;
    if (set_has(m->load_visible, y) && relation_has(m->pool, m->same_location, write, y))
        grown |= enter_visible(m, write, y, visible_at(m, write, y, o->visible_scope));
    if (set_has(m->make_visible, y) && covers_write(m, y, write))
        grown |= enter_visible(m, write, y, visible_at(m, write, y, o->scope));
    return grown;
}

static void define_visibility(struct amdgpu *m) {
    event_set candidates = set_union(m->pool, m->load_visible, m->make_visible);
    for (uint8_t level = 0; level < MODEL_LEVELS; level++)
        m->visible[level] = relation_empty(m->pool);
    for (bool grown = true; grown;) {
        grown = false;
        SET_EACH (m->pool, m->W, write)
            SET_EACH (m->pool, candidates, y)
                grown |= extend_visibility(m, write, y);
    }
    m->visible_any = relation_empty(m->pool);
    for (uint8_t level = 0; level < MODEL_LEVELS; level++)
        m->visible_any = RELATION_UNION(m->pool, m->visible_any, m->visible[level]);
}

/* ---- location order ---- */

/* W before W1: an availability operation Z on W has hb(Z,W1) and an instance that includes W1. */
static relation writes_made_available(struct amdgpu *m) {
    relation itself = relation_identity(m->pool, m->store_available);
    relation others = relation_minus(m->pool, m->available, itself);
    return relation_into(m->pool, available_later(m, itself, others), m->W);
}

/* W before R: a visibility operation Z on W is R, or poc(Z,R), or is load-visible at the same location, with
 * the same `vulkan` tag, before R in program order. */
static relation writes_made_visible(struct amdgpu *m) {
    relation reaches = RELATION_UNION(m->pool, m->poc, relation_identity(m->pool, m->R));
    SET_EACH (m->pool, m->load_visible, z)
        SET_EACH (m->pool, relation_row(m->pool, m->po, z), read)
            if (relation_has(m->pool, m->same_location, z, read) &&
                operation(m, z)->vulkan_tags == operation(m, read)->vulkan_tags)
                relation_add(m->pool, reaches, z, read);
    return relation_into(m->pool, RELATION_CHAIN(m->pool, m->visible_any, reaches), m->R);
}

/* W before X but for availability and visibility: what could make W available may stand before what happens before X,
 * and what could make it visible between. */
static relation writes_that_happen_first(struct amdgpu *m) {
    struct relations *p = m->pool;
    relation released = relation_intersection(p, m->poc, covered_by(m, m->make_available));
    relation reached = RELATION_CHAIN(p, RELATION_UNION(p, relation_identity(p, m->W), released), m->hb);
    relation acquired = relation_intersection(p, reached, covered_by(m, m->make_visible));
    return RELATION_UNION(p, reached, RELATION_CHAIN(p, acquired, m->poc));
}

/* The pairs that a known deviation excuses: ordered atomics from being in scope of each other, or writes that happen
 * first from being available and visible. */
static relation excused(struct amdgpu *m, bool apart) {
    const struct model_excuses *excuses = m->x->options->excuses;
    relation pairs = relation_empty(m->pool);
    if (!excuses || (excuses->deviation == MODEL_ORDERED_APART) != apart)
        return pairs;
    for (uint32_t a = 0; a < m->x->count; a++)
        SET_EACH (m->pool, relation_row(m->pool, m->same_location, a), b)
            if (excuses_have(excuses, m->x, a, b))
                relation_add(m->pool, pairs, a, b);
    return relation_intersection(m->pool, pairs, apart ? m->write_before : writes_that_happen_first(m));
}

static void define_location_order(struct amdgpu *m) {
    struct relations *p = m->pool;
    event_set accesses = set_union(p, m->R, m->W);
    relation initial = relation_product(p, m->INITIAL, accesses);
    relation from_write =
        RELATION_UNION(p, m->po /* A4 */, initial, writes_made_available(m), writes_made_visible(m), excused(m, false));
    relation from_read = RELATION_UNION(p, m->po /* A4 */, m->hb);
    m->write_before = relation_intersection(p, relation_from(p, m->W, from_write), m->same_location);
    m->read_before = relation_intersection(p, relation_from(p, m->R, from_read), m->same_location);
    relation apart = excused(m, true);
    m->in_order = RELATION_UNION(p, m->atomics, apart, relation_inverse(p, apart));
}

/* ---- what a read may see ---- */

static void define_may_see(struct amdgpu *m) {
    struct relations *p = m->pool;
    relation sees = relation_into(p, relation_from(p, m->R, m->same_location), m->W);
    sees = relation_minus(p, sees, m->read_before);
    relation hidden = RELATION_CHAIN(p, relation_into(p, m->write_before, m->W), m->write_before);
    event_set A_W = set_intersection(p, m->A, m->W); /* A7 */
    relation newer = relation_intersection(p, relation_into(p, relation_from(p, A_W, m->mo), A_W), m->atomics);
    hidden = RELATION_UNION(p, hidden, RELATION_CHAIN(p, newer, m->write_before));
    m->x->may_see = relation_minus(p, sees, relation_inverse(p, hidden));
    m->x->before_at_end = RELATION_UNION(p, relation_into(p, m->write_before, m->W), newer);
}

/* Whether the writes that a read may see, but for `odd`, are atomics with scopes inclusive pairwise and with
 * R. */
static bool all_inclusive(const struct amdgpu *m, uint32_t read, const uint64_t *sees, uint32_t odd) {
    SET_EACH (m->pool, sees, one) {
        if (one == odd)
            continue;
        if (!relation_has(m->pool, m->in_order, read, one))
            return false;
        SET_EACH (m->pool, sees, other)
            if (other != odd && !relation_has(m->pool, m->in_order, one, other))
                return false;
    }
    return true;
}

/* Whether `odd` is location-ordered before the read and before each of the other writes that it may see. */
static bool comes_first(const struct amdgpu *m, uint32_t read, const uint64_t *sees, uint32_t odd) {
    if (!relation_has(m->pool, m->write_before, odd, read))
        return false;
    SET_EACH (m->pool, sees, other)
        if (other != odd && !relation_has(m->pool, m->write_before, odd, other))
            return false;
    return true;
}

/* A5: whether an atomic read takes any of the writes it may see, rather than follow the rules for plain
 * reads. */
static bool takes_any(const struct amdgpu *m, uint32_t read, const uint64_t *sees) {
    if (all_inclusive(m, read, sees, MODEL_NONE))
        return true;
    if (m->x->options->letter_of_document)
        return false;
    SET_EACH (m->pool, sees, odd)
        if (all_inclusive(m, read, sees, odd) && comes_first(m, read, sees, odd))
            return true;
    return false;
}

/* The only value that a read which does not take any may have. */
static int32_t only_source(const struct amdgpu *m, uint32_t read, const uint64_t *sees) {
    int32_t source = MODEL_SOURCE_UNDEF;
    SET_EACH (m->pool, sees, write) {
        if (source >= 0 || !relation_has(m->pool, m->write_before, write, read))
            return MODEL_SOURCE_UNDEF;
        source = (int32_t)write;
    }
    return source;
}

/* The only member of a set; of more, none is decided. */
static int32_t single(const struct amdgpu *m, const uint64_t *set) {
    uint32_t first = set_next(m->pool, set, 0);
    bool one = first < m->pool->count && set_next(m->pool, set, first + 1) == m->pool->count;
    return one ? (int32_t)first : MODEL_SOURCE_NONE;
}

static void define_takes_any(struct amdgpu *m) {
    m->x->takes_any = set_empty(m->pool);
    SET_EACH (m->pool, set_intersection(m->pool, m->R, m->A), read)
        if (takes_any(m, read, relation_row(m->pool, m->x->may_see, read)))
            set_add(m->x->takes_any, read);
}

static bool reads_are_right(struct amdgpu *m) {
    SET_EACH (m->pool, m->R, read) {
        const uint64_t *sees = relation_row(m->pool, m->x->may_see, read);
        int32_t source = m->x->events[read].source;
        if (source >= 0 && !set_has(sees, (uint32_t)source)) {
            m->x->inconsistent = "a read takes a write that it may not see";
            return false;
        }
        if (!m->x->complete)
            continue;
        bool any = set_has(m->A, read) && takes_any(m, read, sees);
        int32_t only = any ? MODEL_SOURCE_NONE : only_source(m, read, sees);
        if (m->x->decided)
            m->x->decided[read] = any ? single(m, sees) : only;
        if (source != MODEL_SOURCE_NONE && (any ? source == MODEL_SOURCE_UNDEF : source != only)) {
            m->x->inconsistent = "a read has another value than the one it must have";
            return false;
        }
    }
    return true;
}

/* ---- coherence ---- */

static relation ordered_writes(struct execution *x) {
    event_set unordered = model_events(x, 0, MODEL_UNORDERED);
    event_set writes = set_minus(x->pool, model_events(x, MODEL_WRITE, MODEL_ATOMIC), unordered);
    return relation_intersection(x->pool, x->same_location, relation_product(x->pool, writes, writes));
}

static void define_extended_coherence(struct amdgpu *m) {
    struct relations *p = m->pool;
    event_set ordered = set_minus(p, m->A, model_events(m->x, 0, MODEL_UNORDERED));
    event_set A_W = set_intersection(p, ordered, m->W), A_R = set_intersection(p, ordered, m->R);
    event_set plain = set_minus(p, m->W, m->A);
    relation rf = relation_into(p, relation_from(p, A_W, m->rf), A_R);
    relation plain_rf = relation_into(p, relation_from(p, plain, m->rf), A_R);
    relation after_plain = relation_into(p, relation_from(p, plain, m->write_before), A_W);
    relation fr = RELATION_UNION(p, RELATION_CHAIN(p, relation_inverse(p, rf), m->mo),
                                 RELATION_CHAIN(p, relation_inverse(p, plain_rf), after_plain) /* A6 */);
    m->fr = relation_minus(p, fr, relation_identity(p, m->A));
    m->eco = relation_closure(p, RELATION_UNION(p, rf, m->mo, m->fr));
}

/* (hb | po at one location), where it may meet eco between atomics with inclusive scopes */
static relation coherence_steps(struct amdgpu *m) {
    return RELATION_UNION(m->pool, m->hb, relation_intersection(m->pool, m->po, m->same_location));
}

/* While mo is growing: the pairs that coherence leaves in one order only. Nothing that hb is made of depends
 * on mo then. */
static void complete_order(struct amdgpu *m) {
    struct relations *p = m->pool;
    relation pairs = ordered_writes(m->x), steps = relation_intersection(p, coherence_steps(m), m->atomics), forced;
    do {
        define_extended_coherence(m);
        relation around = relation_reflexive(p, m->eco);
        forced = RELATION_UNION(p, m->eco, RELATION_CHAIN(p, around, steps, around));
    } while (model_grow_order(m->x, &m->mo, m->W, pairs, forced));
    m->x->mo = m->mo;
}

static bool coherent(struct amdgpu *m) {
    struct relations *p = m->pool;
    relation scoped_eco = relation_intersection(p, m->eco, m->atomics);
    if (!relation_irreflexive(p, m->hb))
        m->x->inconsistent = "happens-before is reflexive";
    else if (!relation_irreflexive(p, m->eco))
        m->x->inconsistent = "coherence: rf | mo | fr is cyclic";
    else if (!relation_irreflexive(p, RELATION_CHAIN(p, coherence_steps(m), scoped_eco)))
        m->x->inconsistent = "coherence: happens-before against rf | mo | fr";
    return !m->x->inconsistent;
}

/* RC11's axiom for sequentially consistent operations, on pairs with inclusive scopes. */
static bool sequentially_consistent(struct amdgpu *m) {
    struct relations *p = m->pool;
    if (set_next(p, m->SC, 0) == p->count)
        return true;
    relation elsewhere = relation_minus(p, m->po, m->same_location);
    relation scb = RELATION_UNION(p, m->po, RELATION_CHAIN(p, elsewhere, m->hb, elsewhere),
                                  relation_intersection(p, m->hb, m->same_location), m->mo, m->fr);
    event_set F_sc = set_intersection(p, m->SC, m->F);
    relation hb_opt = relation_reflexive(p, m->hb), on_SC = relation_identity(p, m->SC);
    relation before = RELATION_UNION(p, on_SC, relation_from(p, F_sc, hb_opt));
    relation after = RELATION_UNION(p, on_SC, relation_into(p, hb_opt, F_sc));
    relation between = RELATION_UNION(p, m->hb, RELATION_CHAIN(p, m->hb, m->eco, m->hb));
    relation psc = RELATION_UNION(p, RELATION_CHAIN(p, before, scb, after),
                                  relation_into(p, relation_from(p, F_sc, between), F_sc));
    if (!relation_acyclic(p, relation_intersection(p, psc, m->inclusive)))
        m->x->inconsistent = "no order of the sequentially consistent operations (RC11's psc)";
    return !m->x->inconsistent;
}

static void begin(struct amdgpu *m, struct execution *x) {
    memset(m, 0, sizeof *m);
    m->x = x;
    m->pool = x->pool;
    collect_sets(m);
    define_relations(m);
}

static bool evaluate(struct execution *x) {
    struct amdgpu m;
    begin(&m, x);
    define_synchronizes_with(&m);
    define_happens_before(&m);
    define_availability(&m);
    define_visibility(&m);
    define_location_order(&m);
    define_extended_coherence(&m);
    if (!x->complete)
        complete_order(&m);
    define_may_see(&m);
    define_takes_any(&m);
    x->hb = m.hb;
    x->locord = m.write_before;
    model_publish(x, "sw", m.sw);
    model_publish(x, "hb", m.hb);
    model_publish(x, "available", m.available);
    model_publish(x, "visible", m.visible_any);
    model_publish(x, "locord", m.write_before);
    x->race_first = x->race_second = MODEL_NONE;
    return model_values_have_origin(x) && coherent(&m) && sequentially_consistent(&m) && reads_are_right(&m);
}

const struct model model_amdgpu = {"amdgpu", true, true, ordered_writes, evaluate};
