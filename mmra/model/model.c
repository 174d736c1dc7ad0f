#include "mmra/model/model.h"

event_set model_events(struct execution *x, uint16_t kind, uint16_t flags) {
    event_set result = set_empty(x->pool);
    for (uint32_t i = 0; i < x->count; i++)
        if ((x->events[i].kind & kind) == kind && (x->events[i].flags & flags) == flags)
            set_add(result, i);
    return result;
}

relation model_system_edges(struct execution *x, const uint64_t *from, const uint64_t *to) {
    relation result = relation_empty(x->pool);
    for (uint32_t i = 0; i < x->system_order_count; i++) {
        const struct model_system_order *order = &x->system_order[i];
        SET_EACH (x->pool, from, a)
            SET_EACH (x->pool, to, b)
                if (x->events[a].thread == (int32_t)order->before && x->events[b].thread == (int32_t)order->after)
                    relation_add(x->pool, result, a, b);
    }
    return result;
}

bool model_grow_order(struct execution *x, relation *order, const uint64_t *writes, const uint64_t *pairs,
                      const uint64_t *forced) {
    struct relations *p = x->pool;
    /* An event before a read of a write is before the write: else the read would be before it. */
    relation before_read =
        relation_minus(p, RELATION_CHAIN(p, forced, relation_inverse(p, x->rf)), relation_identity(p, writes));
    relation added = relation_intersection(p, pairs, RELATION_UNION(p, forced, before_read));
    relation all = RELATION_UNION(p, *order, added);
    if (relation_equal(p, all, *order))
        return false;
    *order = relation_closure(p, all);
    return true;
}

bool model_values_have_origin(struct execution *x) {
    if (!relation_acyclic(x->pool, RELATION_UNION(x->pool, x->rf, x->depends)))
        x->inconsistent = "a value depends on itself (dependencies | rf)";
    else if (x->options->plain_rf_acyclic && !relation_acyclic(x->pool, RELATION_UNION(x->pool, x->po, x->rf)))
        x->inconsistent = "po | rf is cyclic";
    return !x->inconsistent;
}

void model_publish(struct execution *x, const char *name, relation link) {
    if (x->link_count < MODEL_MAX_LINKS)
        x->links[x->link_count++] = (struct model_link){name, link};
}

bool model_same_operation(const struct model_operation *a, const struct model_operation *b) {
    return a->kind == b->kind && a->call == b->call && a->flags == b->flags && a->scope == b->scope &&
           a->execution == b->execution && a->storage_class == b->storage_class && a->semantics == b->semantics &&
           a->failure_flags == b->failure_flags && a->available_scope == b->available_scope &&
           a->visible_scope == b->visible_scope && a->vulkan_tags == b->vulkan_tags && a->spaces == b->spaces &&
           a->ordered == b->ordered && a->tags == b->tags;
}
