/* The Vulkan memory model: the definitions of Khronos's formal model (spirv.als of
 * KhronosGroup/Vulkan-MemoryModel), in its order and under its names, for any number of storage classes. An
 * initial value is no event of it: a read that takes it is in RFINIT. */
#include "mmra/model/model.h"

enum { STORAGE_CLASSES = 4 };

struct vulkan {
    struct execution *x;
    struct relations *pool;
    event_set shader, R, W, A, ACQ, REL, F, CBAR, RFINIT, AV, VIS, SEMAV, SEMVIS, AVDEVICE, VISDEVICE, NONPRIV;
    event_set SC[STORAGE_CLASSES], SEMSC[STORAGE_CLASSES];
    event_set at_least[MODEL_LEVELS]; /* scope of this level or a larger one */
    relation same[MODEL_LEVELS];      /* in the same instance of this level */
    relation sthd, po, rf, asmo, sloc, sref, scbarinst, inscope, mutordatom, avvisinc, av_includes, vis_includes;
    relation ssw, sw, hb, locord, fr;
};

static event_set scope_at_least(struct vulkan *v, uint8_t level) {
    event_set result = set_empty(v->pool);
    for (uint32_t i = 0; i < v->x->count; i++)
        if (v->x->events[i].thread >= 0 && v->x->events[i].operation->scope <= level)
            set_add(result, i);
    return result;
}

static event_set in_classes(struct vulkan *v, bool semantics, unsigned bit) {
    event_set result = set_empty(v->pool);
    for (uint32_t i = 0; i < v->x->count; i++) {
        const struct model_event *event = &v->x->events[i];
        bool access = event->kind & (MODEL_READ | MODEL_WRITE);
        if (event->thread < 0)
            continue;
        if (semantics ? event->operation->semantics >> bit & 1 : access && event->operation->storage_class == bit)
            set_add(result, i);
    }
    return result;
}

static void collect_sets(struct vulkan *v) {
    struct execution *x = v->x;
    event_set initial = model_events(x, MODEL_INITIAL, 0);
    v->shader = set_minus(v->pool, model_events(x, 0, 0), initial);
    v->R = model_events(x, MODEL_READ, 0);
    v->W = set_minus(v->pool, model_events(x, MODEL_WRITE, 0), initial);
    v->A = set_minus(v->pool, model_events(x, 0, MODEL_ATOMIC), initial);
    v->ACQ = model_events(x, 0, MODEL_ACQUIRE);
    v->REL = model_events(x, 0, MODEL_RELEASE);
    v->F = model_events(x, MODEL_FENCE, 0);
    v->CBAR = model_events(x, MODEL_BARRIER, 0);
    v->AV = model_events(x, MODEL_WRITE, MODEL_AVAILABLE);
    v->VIS = model_events(x, MODEL_READ, MODEL_VISIBLE);
    v->SEMAV = model_events(x, 0, MODEL_SEMANTICS_AVAILABLE);
    v->SEMVIS = model_events(x, 0, MODEL_SEMANTICS_VISIBLE);
    v->AVDEVICE = model_events(x, MODEL_MAKE_AVAILABLE_DEVICE, 0);
    v->VISDEVICE = model_events(x, MODEL_MAKE_VISIBLE_DEVICE, 0);
    v->NONPRIV = model_events(x, 0, MODEL_NONPRIVATE);
    v->RFINIT = set_empty(v->pool);
    SET_EACH (v->pool, v->R, read)
        if (x->events[read].source >= 0 && set_has(initial, (uint32_t)x->events[read].source))
            set_add(v->RFINIT, read);
    for (unsigned i = 0; i < STORAGE_CLASSES; i++) {
        v->SC[i] = in_classes(v, false, i);
        v->SEMSC[i] = in_classes(v, true, i);
    }
    for (uint8_t level = 0; level < MODEL_LEVELS; level++)
        v->at_least[level] = scope_at_least(v, level);
}

/* Each arrival at a split barrier is related to the waits of the others: what comes before the arrival happens before
 * what comes after the wait. The barrier orders nothing that an invocation does between the two. */
static relation same_barriers(struct vulkan *v, relation equal) {
    struct relations *p = v->pool;
    event_set arrivals = model_events(v->x, MODEL_ARRIVES, 0), waits = model_events(v->x, MODEL_WAITS, 0);
    relation directed =
        relation_into(p, relation_from(p, set_minus(p, v->CBAR, waits), equal), set_minus(p, v->CBAR, arrivals));
    return relation_minus(p, directed, relation_intersection(p, relation_product(p, arrivals, waits), v->sthd));
}

static void collect_relations(struct vulkan *v) {
    struct execution *x = v->x;
    uint32_t *references = relations_numbers(v->pool), *barriers = relations_numbers(v->pool);
    for (uint8_t level = 0; level < MODEL_LEVELS; level++)
        v->same[level] = relation_into(v->pool, relation_from(v->pool, v->shader, x->within[level]), v->shader);
    v->sthd = v->same[VULKAN_INVOCATION];
    v->po = x->po;
    event_set accesses = set_union(v->pool, v->R, v->W);
    relation between_accesses = relation_product(v->pool, accesses, accesses);
    v->sloc = RELATION_UNION(v->pool, relation_intersection(v->pool, x->same_location, between_accesses),
                             relation_identity(v->pool, accesses));
    for (uint32_t i = 0; i < x->count; i++) {
        references[i] = x->events[i].reference;
        barriers[i] = x->events[i].barrier;
    }
    v->sref = relation_same_key(v->pool, accesses, references);
    v->scbarinst = same_barriers(v, relation_same_key(v->pool, v->CBAR, barriers));
    v->rf = relation_into(v->pool, relation_intersection(v->pool, x->rf, between_accesses), v->R);
    v->asmo = x->mo;
}

/* (a+b) x c | ... as Khronos writes inscope: both scopes reach at least the level, in one instance of it. */
static void define_inscope(struct vulkan *v) {
    v->inscope = relation_empty(v->pool);
    for (uint8_t level = 0; level < MODEL_LEVELS; level++) {
        relation reach = relation_product(v->pool, v->at_least[level], v->at_least[level]);
        v->inscope = RELATION_UNION(v->pool, v->inscope, relation_intersection(v->pool, reach, v->same[level]));
    }
    relation atomics = relation_product(v->pool, v->A, v->A);
    relation pairs = relation_intersection(v->pool, relation_intersection(v->pool, v->sloc, v->sref),
                                           relation_intersection(v->pool, atomics, v->inscope));
    event_set accesses = set_union(v->pool, v->R, v->W);
    v->mutordatom = relation_minus(v->pool, pairs, relation_identity(v->pool, accesses));
}

static relation both_ways(struct relations *pool, relation a) {
    return RELATION_UNION(pool, a, relation_inverse(pool, a));
}

static void define_avvisinc(struct vulkan *v) {
    struct relations *p = v->pool;
    event_set accesses = set_union(p, v->R, v->W);
    relation per_instruction = RELATION_CHAIN(p, relation_identity(p, set_union(p, v->AV, v->VIS)),
                                              relation_intersection(p, v->sref, v->sloc));
    v->avvisinc = RELATION_UNION(p, relation_product(p, accesses, v->AVDEVICE),
                                 relation_product(p, v->VISDEVICE, accesses), both_ways(p, per_instruction));
    for (unsigned i = 0; i < STORAGE_CLASSES; i++)
        v->avvisinc =
            RELATION_UNION(p, v->avvisinc, relation_product(p, v->SC[i], set_intersection(p, v->SEMSC[i], v->SEMAV)),
                           relation_product(p, set_intersection(p, v->SEMSC[i], v->SEMVIS), v->SC[i]));
}

/* These relate what makes available, with what is before it, and what makes visible, with what is after it. For Khronos
 * both are avvisinc, which does not tell them apart. With `directed` they are, and as Vulkan's text has it semantics
 * include what other semantics have made available or visible before. */
static void define_inclusion(struct vulkan *v, bool directed) {
    struct relations *p = v->pool;
    v->av_includes = v->vis_includes = v->avvisinc;
    if (!directed)
        return;
    event_set accesses = set_union(p, v->R, v->W);
    relation same = relation_intersection(p, v->sref, v->sloc);
    v->av_includes = RELATION_UNION(p, relation_product(p, accesses, v->AVDEVICE), relation_into(p, same, v->AV));
    v->vis_includes = RELATION_UNION(p, relation_product(p, v->VISDEVICE, accesses), relation_from(p, v->VIS, same));
    for (unsigned i = 0; i < STORAGE_CLASSES; i++) {
        event_set available = set_intersection(p, v->SEMSC[i], v->SEMAV),
                  visible = set_intersection(p, v->SEMSC[i], v->SEMVIS);
        v->av_includes =
            RELATION_UNION(p, v->av_includes, relation_product(p, set_union(p, v->SC[i], available), available));
        v->vis_includes =
            RELATION_UNION(p, v->vis_includes, relation_product(p, visible, set_union(p, v->SC[i], visible)));
    }
}

/* Control barriers in each other's execution scope, which counts here and not their memory scope (Vulkan,
 * "Synchronizes-With"). Khronos's formal model has one scope for both. */
static relation in_execution_scope(struct vulkan *v) {
    relation result = relation_empty(v->pool);
    for (uint8_t level = 0; level < MODEL_LEVELS; level++) {
        event_set at_least = set_empty(v->pool);
        SET_EACH (v->pool, v->CBAR, i) {
            const struct model_operation *o = v->x->events[i].operation;
            if ((o->execution ? o->execution : o->scope) <= level)
                set_add(at_least, i);
        }
        relation reach = relation_product(v->pool, at_least, at_least);
        result = RELATION_UNION(v->pool, result, relation_intersection(v->pool, reach, v->same[level]));
    }
    return result;
}

static void define_synchronizes_with(struct vulkan *v) {
    struct relations *p = v->pool;
    relation sc_to_sem = relation_empty(p), sem_to_sc = relation_empty(p);
    for (unsigned i = 0; i < STORAGE_CLASSES; i++) {
        sc_to_sem = RELATION_UNION(p, sc_to_sem, relation_product(p, v->SC[i], v->SEMSC[i]));
        sem_to_sc = RELATION_UNION(p, sem_to_sc, relation_product(p, v->SEMSC[i], v->SC[i]));
    }
    relation posctosem = relation_intersection(p, v->po, sc_to_sem),
             posemtosc = relation_intersection(p, v->po, sem_to_sc);
    relation ordered_rf = relation_intersection(p, v->rf, v->mutordatom);
    event_set RMW = set_intersection(p, v->R, v->W);

    /* While the order is still growing, what a read-modify-write reads is known to precede it immediately. */
    relation next = v->x->complete ? relation_immediate(p, v->asmo) : ordered_rf;
    relation extend = relation_closure(p, relation_into(p, next, RMW));
    relation rs = relation_from(p, set_intersection(p, v->REL, v->A), relation_reflexive(p, extend));
    relation hypors = relation_from(p, set_intersection(p, v->W, v->A), relation_reflexive(p, extend));

    event_set REL_A = set_intersection(p, v->REL, v->A), ACQ_A = set_intersection(p, v->ACQ, v->A);
    event_set REL_F = set_intersection(p, v->REL, v->F), ACQ_F = set_intersection(p, v->ACQ, v->F);
    event_set A_W = set_intersection(p, v->A, v->W), A_R = set_intersection(p, v->A, v->R);
    relation from_atomic = RELATION_CHAIN(p, relation_from(p, REL_A, rs), ordered_rf);
    relation from_fence =
        RELATION_CHAIN(p, relation_into(p, relation_from(p, REL_F, posemtosc), A_W), hypors, ordered_rf);
    relation to_fence = relation_into(p, relation_from(p, A_R, posctosem), ACQ_F);
    relation other_barriers = relation_intersection(p, relation_intersection(p, v->scbarinst, in_execution_scope(v)),
                                                    relation_minus(p, v->scbarinst, relation_identity(p, v->CBAR)));
    relation around = relation_reflexive(p, v->po);
    v->sw = RELATION_UNION(
        p, relation_into(p, from_atomic, ACQ_A), relation_into(p, from_fence, ACQ_A),
        RELATION_CHAIN(p, from_atomic, to_fence), RELATION_CHAIN(p, from_fence, to_fence),
        relation_into(p, relation_from(p, REL_F, RELATION_CHAIN(p, around, other_barriers, around)), ACQ_F));
    if (v->x->calls) /* Vulkan, "Synchronizes-With": barriers in shader-call-order */
        v->sw = RELATION_UNION(p, v->sw, relation_into(p, relation_from(p, REL_F, v->x->calls), ACQ_F));
    v->sw = relation_intersection(p, v->inscope, v->sw);
}

/* ithb of one set of storage classes: the operations whose semantics have all of them, the accesses in any of
 * them. */
static relation inter_thread_happens_before(struct vulkan *v, unsigned classes) {
    struct relations *p = v->pool;
    event_set sem = NULL, sc = set_empty(p);
    for (unsigned i = 0; i < STORAGE_CLASSES; i++)
        if (classes >> i & 1) {
            sem = sem ? set_intersection(p, sem, v->SEMSC[i]) : v->SEMSC[i];
            sc = set_union(p, sc, v->SC[i]);
        }
    event_set either = set_union(p, sc, sem);
    relation step = RELATION_UNION(p, v->ssw, relation_into(p, relation_from(p, sem, v->sw), sem),
                                   relation_into(p, relation_from(p, either, v->po), set_intersection(p, v->REL, sem)),
                                   relation_into(p, relation_from(p, set_intersection(p, v->ACQ, sem), v->po), either));
    return relation_closure(p, step);
}

/* Adds a set of classes, and its intersections with those that are there. */
static uint32_t add_classes(uint8_t *sets, uint32_t count, uint8_t classes) {
    for (uint32_t i = 0; i < count; i++)
        if (sets[i] == classes)
            return count;
    sets[count++] = classes;
    for (uint32_t i = 0; i + 1 < count; i++)
        count = add_classes(sets, count, sets[i] & classes);
    return count;
}

/* Khronos unites ithb over all sets of classes. A set that is no intersection of semantics in the program
 * adds nothing: the smallest intersection that contains it has the same operations and more accesses. */
static void define_happens_before(struct vulkan *v) {
    uint8_t sets[1 << STORAGE_CLASSES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->x->count; i++)
        if (v->x->events[i].thread >= 0)
            count = add_classes(sets, count, v->x->events[i].operation->semantics);
    v->ssw = model_system_edges(v->x, v->shader, v->shader);
    v->hb = RELATION_UNION(v->pool, v->po, relation_closure(v->pool, v->ssw));
    for (uint32_t i = 0; i < count; i++)
        if (sets[i])
            v->hb = RELATION_UNION(v->pool, v->hb, inter_thread_happens_before(v, sets[i]));
}

/* Without the feature AvailabilityVisibilityChains a chain has one element. */
static relation chains(struct vulkan *v, relation a) {
    if (v->x->options->chains)
        return a;
    return relation_intersection(v->pool, a, relation_identity(v->pool, model_events(v->x, 0, 0)));
}

/* The instance domains from the smallest to the largest; the last is Khronos's shader domain. */
static const uint8_t domains[] = {VULKAN_SUBGROUP, VULKAN_WORKGROUP, VULKAN_QUEUE_FAMILY, VULKAN_DEVICE};
enum { DOMAINS = sizeof domains / sizeof *domains };

/* av[d]: chains of operations that make available to domain d. [AVd] begins or ends each of them; before it
 * may stand, in order, a chain of each smaller domain that happens before the next in that domain. vis is its
 * mirror image. */
static void define_chains(struct vulkan *v, relation av[DOMAINS], relation vis[DOMAINS]) {
    struct relations *p = v->pool;
    event_set available = set_union(p, v->AV, v->SEMAV), visible = set_union(p, v->VIS, v->SEMVIS);
    relation available_hb = relation_intersection(p, v->hb, v->av_includes),
             visible_hb = relation_intersection(p, v->hb, v->vis_includes);
    relation av_prefix = NULL, vis_suffix = NULL;
    for (unsigned d = 0; d < DOMAINS; d++) {
        bool smallest = d == 0; /* any scope reaches the subgroup */
        event_set AVd = smallest ? available : set_intersection(p, available, v->at_least[domains[d]]);
        event_set VISd = smallest ? visible : set_intersection(p, visible, v->at_least[domains[d]]);
        av[d] = smallest ? relation_identity(p, AVd) : relation_into(p, chains(v, av_prefix), AVd);
        vis[d] = smallest ? relation_identity(p, VISd) : relation_from(p, VISd, chains(v, vis_suffix));
        relation av_within = relation_intersection(p, available_hb, v->same[domains[d]]);
        relation vis_within = relation_intersection(p, visible_hb, v->same[domains[d]]);
        relation more_av = relation_reflexive(p, RELATION_CHAIN(p, av[d], av_within));
        relation more_vis = relation_reflexive(p, RELATION_CHAIN(p, vis_within, vis[d]));
        av_prefix = smallest ? more_av : RELATION_CHAIN(p, av_prefix, more_av);
        vis_suffix = smallest ? more_vis : RELATION_CHAIN(p, more_vis, vis_suffix);
    }
}

/* Only the reads of `before_later` are ordered before what happens after them. */
static relation location_order(struct vulkan *v, const uint64_t *before_later, struct model_chains *published) {
    struct relations *p = v->pool;
    relation *av = published->available, *vis = published->visible;
    define_chains(v, av, vis);
    event_set accesses = set_union(p, v->R, v->W);
    event_set R_nonpriv = set_intersection(p, v->R, v->NONPRIV), W_nonpriv = set_intersection(p, v->W, v->NONPRIV);
    event_set ordered_R = set_intersection(p, before_later, R_nonpriv);
    event_set nonpriv = set_intersection(p, accesses, v->NONPRIV);
    relation here_or_later = relation_reflexive(p, v->po);
    relation to_available = relation_intersection(p, here_or_later, v->av_includes);
    relation from_visible = relation_intersection(p, here_or_later, v->vis_includes);
    relation included_hb = relation_intersection(p, v->hb, v->avvisinc);
    published->domains = domains;
    published->to_available = to_available;
    published->from_visible = from_visible;
    published->av_includes = v->av_includes;
    published->vis_includes = v->vis_includes;

    /* Reads: before what happens after them. */
    relation order = RELATION_UNION(p, relation_intersection(p, relation_intersection(p, v->hb, v->sthd), v->sref),
                                    relation_into(p, relation_from(p, ordered_R, v->hb), nonpriv),
                                    relation_into(p, relation_from(p, v->R, relation_closure(p, v->ssw)), accesses));
    /* Writes: through each domain, and through the device domain outside the shader. */
    for (unsigned d = 0; d < DOMAINS; d++) {
        relation hb = domains[d] == VULKAN_DEVICE ? v->hb : relation_intersection(p, v->hb, v->same[domains[d]]);
        relation reached = RELATION_CHAIN(p, relation_from(p, W_nonpriv, to_available), av[d], hb);
        relation seen = RELATION_CHAIN(p, reached, vis[d], from_visible);
        order = RELATION_UNION(p, order, relation_intersection(p, v->sref, relation_into(p, reached, W_nonpriv)),
                               relation_intersection(p, v->sref, relation_into(p, seen, R_nonpriv)));
    }
    relation flushed = RELATION_CHAIN(p, relation_from(p, v->W, included_hb), relation_identity(p, v->AVDEVICE), v->hb);
    relation fetched = RELATION_CHAIN(p, flushed, relation_identity(p, v->VISDEVICE), included_hb);
    order = RELATION_UNION(p, order, relation_into(p, flushed, v->W), relation_into(p, fetched, v->R));
    return relation_intersection(p, v->sloc, order);
}

static void define_location_order(struct vulkan *v) {
    define_inclusion(v, v->x->options->text_of_appendix);
    v->locord = location_order(v, v->R, &v->x->chains);
}

static void deviate(struct vulkan *v, enum model_deviation deviation, const uint64_t *pairs, const uint64_t *anyhow) {
    v->x->ordered_anyhow[deviation] = relation_intersection(v->pool, pairs, anyhow);
    v->x->deviating[deviation] = relation_minus(v->pool, pairs, anyhow);
}

/* Finds the pairs that lose their order if a read-modify-write is ordered by its write's availability, as in AMDGPU's
 * model, and not because it is a read too; and those that lose it if inclusion has a direction besides. */
static void find_deviations(struct vulkan *v) {
    struct relations *p = v->pool;
    struct model_chains chains;
    event_set only_R = set_minus(p, v->R, v->W);
    relation atomics = relation_intersection(p, v->sloc, relation_product(p, v->A, v->A));
    deviate(v, MODEL_ORDERED_APART, relation_minus(p, atomics, relation_identity(p, v->A)), v->mutordatom);
    deviate(v, MODEL_ORDERED_AS_READ, v->locord, location_order(v, only_R, &chains));
    define_inclusion(v, true);
    deviate(v, MODEL_INCLUDED_AS_VISIBLE, v->locord, location_order(v, only_R, &chains));
}

static void define_from_read(struct vulkan *v) {
    struct relations *p = v->pool;
    event_set accesses = set_union(p, v->R, v->W);
    relation write_order = relation_into(p, relation_from(p, v->W, v->locord), v->W);
    relation inverse_rf = relation_inverse(p, v->rf);
    relation ordered_rf = relation_inverse(p, relation_intersection(p, v->rf, v->locord));
    relation by_locord = RELATION_CHAIN(p, v->x->options->fr_needs_locord ? ordered_rf : inverse_rf, write_order);
    relation from_initial = relation_into(p, relation_from(p, v->RFINIT, v->sloc), v->W);
    v->fr = RELATION_UNION(p, by_locord, RELATION_CHAIN(p, inverse_rf, v->asmo), from_initial);
    v->fr = relation_minus(p, v->fr, relation_identity(p, accesses));
}

/* The formal model demands this of any execution, consistent or not. */
static bool well_formed(struct vulkan *v) {
    struct relations *p = v->pool;
    relation once = RELATION_CHAIN(p, v->po, v->scbarinst, v->po);
    relation writes = relation_product(p, set_intersection(p, v->A, v->W), set_intersection(p, v->A, v->W));
    v->x->unordered =
        !relation_is_empty(p, relation_minus(p, v->asmo, relation_intersection(p, writes, v->mutordatom)));
    if (!relation_is_empty(p, relation_intersection(p, v->scbarinst, both_ways(p, v->po))))
        v->x->inconsistent = "one instance of a control barrier twice in one thread";
    else if (!relation_is_empty(p, relation_intersection(p, v->scbarinst, once)))
        v->x->inconsistent = "two control barriers in opposite orders in two threads";
    else if (v->x->unordered)
        v->x->inconsistent = "the scoped modification order is not transitive (mixed scopes at one location)";
    else if (!relation_irreflexive(p, v->asmo))
        v->x->inconsistent = "the scoped modification order is cyclic";
    SET_EACH (p, v->CBAR, a)
        SET_EACH (p, relation_row(p, v->scbarinst, a), b) {
            const struct model_operation *one = v->x->events[a].operation, *two = v->x->events[b].operation;
            uint16_t halves = MODEL_ACQUIRE | MODEL_RELEASE;
            bool split = one->kind & MODEL_ARRIVES;
            if (!split && (one->scope != two->scope || one->semantics != two->semantics ||
                           (one->flags & halves) != (two->flags & halves)))
                v->x->inconsistent = "one instance of a control barrier with different scope or semantics";
        }
    return !v->x->inconsistent;
}

static bool consistent(struct vulkan *v) {
    struct relations *p = v->pool;
    relation write_locord = relation_from(p, v->W, v->locord);
    relation shadowed = RELATION_CHAIN(p, write_locord, relation_closure(p, write_locord));
    relation plain_rf = relation_into(p, v->rf, set_minus(p, v->R, v->A));
    if (!relation_acyclic(p, RELATION_UNION(p, v->locord, v->rf, v->fr, v->asmo)))
        v->x->inconsistent = "locord | rf | fr | asmo is cyclic";
    else if (!relation_is_empty(p, relation_intersection(p, plain_rf, shadowed)))
        v->x->inconsistent = "a non-atomic read takes a shadowed write";
    return !v->x->inconsistent;
}

/* The axiom leaves these to a read: no write that it is ordered before, and none that another write hides which is
 * ordered before it. */
static void define_may_see(struct vulkan *v) {
    struct relations *p = v->pool;
    event_set initial = model_events(v->x, MODEL_INITIAL, 0), plain = set_minus(p, v->R, v->A);
    relation sees =
        relation_intersection(p, v->x->same_location, relation_product(p, v->R, set_union(p, v->W, initial)));
    relation to_read = relation_into(p, relation_from(p, v->W, v->locord), v->R);
    relation by_write = RELATION_CHAIN(p, relation_closure(p, relation_from(p, v->W, v->locord)), to_read);
    relation shadowed = v->x->options->fr_needs_locord ? relation_into(p, by_write, plain) : by_write;
    relation hidden = RELATION_UNION(p, shadowed, RELATION_CHAIN(p, v->asmo, to_read),
                                     RELATION_CHAIN(p, relation_product(p, initial, v->W), to_read));
    v->x->may_see = relation_minus(p, relation_minus(p, sees, v->locord), relation_inverse(p, hidden));
}

static relation races(struct vulkan *v, relation locord) {
    struct relations *p = v->pool;
    event_set accesses = set_union(p, v->R, v->W);
    relation with_write = RELATION_UNION(p, relation_product(p, v->W, accesses), relation_product(p, accesses, v->W));
    relation dr = relation_intersection(p, v->sloc, with_write);
    dr = relation_minus(p, relation_minus(p, dr, v->mutordatom), relation_identity(p, accesses));
    return relation_minus(p, dr, both_ways(p, locord));
}

static void find_race(struct vulkan *v) {
    relation dr = races(v, v->locord);
    v->x->race_first = v->x->race_second = MODEL_NONE;
    for (uint32_t a = 0; a < v->x->count && v->x->race_first == MODEL_NONE; a++) {
        uint32_t b = set_next(v->pool, relation_row(v->pool, dr, a), 0);
        if (b < v->x->count) {
            v->x->race_first = a;
            v->x->race_second = b;
        }
    }
}

/* Whether accesses that the formal model orders race by the text of the appendix ("Availability and Visibility"), where
 * inclusion has a direction. Where no step of a chain is lost by that, the text orders at least as much. */
static bool races_by_text(struct vulkan *v) {
    struct relations *p = v->pool;
    event_set makes = set_union(p, v->AV, v->SEMAV), shows = set_union(p, v->VIS, v->SEMVIS);
    relation available = v->av_includes, visible = v->vis_includes;
    struct model_chains chains;
    define_inclusion(v, true);
    relation lost = RELATION_UNION(
        p,
        relation_into(p, relation_from(p, set_union(p, v->W, makes), relation_minus(p, available, v->av_includes)),
                      makes),
        relation_into(p, relation_from(p, shows, relation_minus(p, visible, v->vis_includes)),
                      set_union(p, v->R, shows)));
    return !relation_is_empty(p, relation_intersection(p, lost, v->hb)) &&
           !relation_is_empty(p, races(v, location_order(v, v->R, &chains)));
}

/* Whether of these pairs of atomics some at one location are in scope of each other and others not. */
static bool mixes_scopes(struct vulkan *v, const uint64_t *pairs) {
    struct relations *p = v->pool;
    relation apart = relation_minus(p, pairs, relation_identity(p, v->A));
    relation in = relation_intersection(p, apart, v->mutordatom), out = relation_minus(p, apart, in);
    return !relation_is_empty(p, RELATION_CHAIN(p, in, v->sloc, out));
}

static void find_mixed_scopes(struct vulkan *v) {
    struct relations *p = v->pool;
    event_set writes = set_intersection(p, v->A, v->W);
    relation from_write = relation_intersection(p, v->sloc, relation_product(p, writes, v->A));
    relation to_write = relation_intersection(p, v->sloc, relation_product(p, v->A, writes));
    v->x->mixed_writes = mixes_scopes(v, relation_intersection(p, from_write, to_write));
    v->x->mixed_reads = mixes_scopes(v, RELATION_UNION(p, from_write, to_write));
}

static void begin(struct vulkan *v, struct execution *x) {
    memset(v, 0, sizeof *v);
    v->x = x;
    v->pool = x->pool;
    collect_sets(v);
    collect_relations(v);
    define_inscope(v);
}

static relation ordered_pairs(struct vulkan *v) {
    event_set writes = set_intersection(v->pool, v->A, v->W);
    return relation_intersection(v->pool, v->mutordatom, relation_product(v->pool, writes, writes));
}

static relation ordered_writes(struct execution *x) {
    struct vulkan v;
    begin(&v, x);
    return ordered_pairs(&v);
}

/* While asmo is growing: the pairs that the axiom leaves in one order only. Nothing before fr depends on asmo
 * then. */
static void complete_order(struct vulkan *v) {
    struct relations *p = v->pool;
    relation pairs = ordered_pairs(v), forced;
    do {
        define_from_read(v);
        forced = relation_closure(p, RELATION_UNION(p, v->locord, v->rf, v->fr, v->asmo));
    } while (model_grow_order(v->x, &v->asmo, v->W, pairs, forced));
    v->x->mo = v->asmo;
}

static bool evaluate(struct execution *x) {
    struct vulkan v;
    begin(&v, x);
    define_avvisinc(&v);
    define_synchronizes_with(&v);
    define_happens_before(&v);
    define_location_order(&v);
    define_from_read(&v);
    if (!x->complete && !x->options->any_execution)
        complete_order(&v);
    if (!x->options->any_execution)
        define_may_see(&v);
    x->hb = v.hb;
    x->locord = v.locord;
    model_publish(x, "sw", v.sw);
    model_publish(x, "hb", v.hb);
    model_publish(x, "locord", v.locord);
    model_publish(x, "fr", v.fr);
    x->before_at_end = RELATION_UNION(v.pool, relation_into(v.pool, relation_from(v.pool, v.W, v.locord), v.W), v.asmo);
    find_race(&v);
    find_mixed_scopes(&v);
    x->race_by_text = x->complete && x->options->ask_text && x->race_first == MODEL_NONE && races_by_text(&v);
    if (x->complete && x->options->find_deviations)
        find_deviations(&v);
    if (!well_formed(&v))
        return false;
    if (x->options->any_execution)
        return true;
    return model_values_have_origin(x) && consistent(&v);
}

const struct model model_vulkan = {"vulkan", false, false, ordered_writes, evaluate};
