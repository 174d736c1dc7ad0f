#include "mmra/litmus/explain_chain.h"

const char *const explain_step_names[] = {"av", "hb", "vis"};

static void add(struct explain_path *path, uint8_t kind, uint32_t from, uint32_t to) {
    if (from != to)
        path->steps[path->count++] = (struct explain_step){kind, from, to};
}

/* Whether one happens before the other, inside of an instance of the domain. */
static bool is_before(const struct execution *x, unsigned domain, uint32_t a, uint32_t b) {
    uint8_t scope = x->chains.domains[domain];
    return relation_has(x->pool, x->hb, a, b) && (domain == MODEL_DOMAINS - 1 || model_includes(x, a, scope, b));
}

/* Whether an operation takes up in a domain what another did. */
static bool continues(const struct execution *x, unsigned domain, const uint64_t *includes, uint32_t a, uint32_t b) {
    return relation_has(x->pool, includes, a, b) && is_before(x, domain, a, b);
}

/* The operation before the last of a chain of a domain, which becomes that of the chain up to there; the first if none
 * is found. */
static uint32_t before_last(const struct execution *x, unsigned *domain, uint32_t first, uint32_t last) {
    for (unsigned d = 0; d < *domain; d++)
        for (uint32_t m = 0; m < x->count; m++)
            if (relation_has(x->pool, x->chains.available[d], first, m) &&
                continues(x, d, x->chains.av_includes, m, last)) {
                *domain = d;
                return m;
            }
    return first;
}

/* The mirror image: the operation after the first of a chain. */
static uint32_t behind_first(const struct execution *x, unsigned *domain, uint32_t first, uint32_t last) {
    for (unsigned d = 0; d < *domain; d++)
        for (uint32_t m = 0; m < x->count; m++)
            if (relation_has(x->pool, x->chains.visible[d], m, last) &&
                continues(x, d, x->chains.vis_includes, first, m)) {
                *domain = d;
                return m;
            }
    return last;
}

/* A domain gets smaller with each step, so that there are no more steps than domains. */
static void add_available(const struct execution *x, unsigned domain, uint32_t first, uint32_t last,
                          struct explain_path *path) {
    uint32_t ends[MODEL_DOMAINS + 1] = {last}, count = 1;
    for (; ends[count - 1] != first && count <= MODEL_DOMAINS; count++)
        ends[count] = before_last(x, &domain, first, ends[count - 1]);
    for (uint32_t i = count - 1; i > 0; i--)
        add(path, EXPLAIN_AVAILABLE, ends[i], ends[i - 1]);
}

static void add_visible(const struct execution *x, unsigned domain, uint32_t first, uint32_t last,
                        struct explain_path *path) {
    while (first != last) {
        uint32_t next = behind_first(x, &domain, first, last);
        add(path, EXPLAIN_VISIBLE, first, next);
        first = next;
    }
}

/* Adds the steps from an operation that has made a write available in the domain to the access. */
static bool arrive(const struct execution *x, unsigned domain, uint32_t made, uint32_t access,
                   struct explain_path *path) {
    const struct model_event *event = &x->events[access];
    if (event->kind & MODEL_WRITE && is_before(x, domain, made, access)) {
        add(path, EXPLAIN_BEFORE, made, access);
        return true;
    }
    for (uint32_t first = 0; event->kind & MODEL_READ && first < x->count; first++) {
        if (!is_before(x, domain, made, first))
            continue;
        SET_EACH (x->pool, relation_row(x->pool, x->chains.visible[domain], first), last) {
            if (!relation_has(x->pool, x->chains.from_visible, last, access))
                continue;
            add(path, EXPLAIN_BEFORE, made, first);
            add_visible(x, domain, first, last, path);
            add(path, EXPLAIN_VISIBLE, last, access);
            return true;
        }
    }
    return false;
}

bool explain_chain(const struct execution *x, uint32_t write, uint32_t access, struct explain_path *path) {
    const struct model_event *a = &x->events[write], *b = &x->events[access];
    path->count = 0;
    if (!x->chains.domains || !(a->kind & MODEL_WRITE) || a->thread < 0 || b->thread < 0 ||
        a->reference != b->reference || !(a->flags & b->flags & MODEL_NONPRIVATE))
        return false;
    for (unsigned domain = 0; domain < MODEL_DOMAINS; domain++)
        SET_EACH (x->pool, relation_row(x->pool, x->chains.to_available, write), first)
            SET_EACH (x->pool, relation_row(x->pool, x->chains.available[domain], first), last) {
                struct explain_path rest = {.count = 0};
                if (!arrive(x, domain, last, access, &rest))
                    continue;
                add(path, EXPLAIN_AVAILABLE, write, first);
                add_available(x, domain, first, last, path);
                for (uint32_t i = 0; i < rest.count; i++)
                    path->steps[path->count++] = rest.steps[i];
                return true;
            }
    return false;
}
