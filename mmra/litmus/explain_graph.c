/* Executions as graphs in DOT. Comments say what no edge says: what happens before each event, and the availability and
 * visibility chains. */
#include "mmra/base/text.h"
#include "mmra/litmus/explain_chain.h"
#include "mmra/litmus/litmus.h"

enum { MOST_CHAINS = 64, MOST_EVENTS = 256 }; /* chains that are drawn; events of which is said what is before them */

struct drawing {
    struct text text;
    const struct explored *one;
    const struct execution *x;
    relation drawn[EXPLAIN_VISIBLE + 1]; /* steps of chains, by kind: each is drawn once */
    relation sw;
};

static void put(struct drawing *d, const char *string) {
    text_string(&d->text, string);
}

/* Text of the input is hostile: quotes and backslashes are escaped, and what is not printable is shown as '?'. */
static void put_escaped(struct drawing *d, const char *bytes) {
    for (; bytes && *bytes; bytes++) {
        unsigned char c = (unsigned char)*bytes;
        if (c == '"' || c == '\\')
            text_char(&d->text, '\\');
        text_char(&d->text, c >= ' ' && c < 0x7F ? *bytes : '?');
    }
}

/* ---- nodes ---- */

static void put_value(struct drawing *d, uint32_t event, bool read) {
    const struct model_event *e = &d->x->events[event];
    uint64_t value = 0;
    enum explored_value kind = explored_event_value(d->one, event, read, &value);
    put(d, read ? "\\nreads " : "\\nwrites ");
    if (e->location < d->one->program->cell_count) {
        const struct program_cell *cell = &d->one->program->cells[e->location];
        put_escaped(d, cell->label ? cell->label : cell->name);
        put(d, " = ");
    }
    char number[EXPLAIN_NUMBER];
    explain_number(e->operation->float_bits, value, number);
    put(d, kind == EXPLORED_KNOWN ? number : kind == EXPLORED_UNDEFINED ? "undef" : "?");
}

static void put_place(struct drawing *d, const struct model_place *place) {
    if (!place)
        return;
    put(d, " ");
    put_escaped(d, place->file);
    text_format(&d->text, ":%u", place->line);
    if (place->column)
        text_format(&d->text, ":%u", place->column);
}

static void put_node(struct drawing *d, uint32_t i) {
    const struct model_event *event = &d->x->events[i];
    text_format(&d->text, "    e%u [label=\"e%u", i, i);
    put_place(d, event->operation->place);
    put(d, ": ");
    put_escaped(d, event->operation->text);
    if (event->kind & MODEL_READ)
        put_value(d, i, true);
    if (event->kind & MODEL_WRITE)
        put_value(d, i, false);
    bool marked = i == d->x->race_first || i == d->x->race_second || (d->one->undefined && i == d->one->undefined_read);
    put(d, marked ? "\" color=red penwidth=2];\n" : "\"];\n");
}

static void put_thread(struct drawing *d, int32_t thread) {
    text_format(&d->text, "  subgraph cluster_%u {\n    label=\"", (unsigned)(thread + 1));
    put_escaped(d, thread < 0 ? "initial values" : d->one->program->threads[thread].name);
    put(d, "\";\n");
    for (uint32_t i = 0, last = MODEL_NONE; i < d->x->count; i++) {
        if (d->x->events[i].thread != thread)
            continue;
        put_node(d, i);
        if (thread >= 0 && last != MODEL_NONE)
            text_format(&d->text, "    e%u -> e%u [color=gray];\n", last, i);
        last = i;
    }
    put(d, "  }\n");
}

/* ---- edges ---- */

static void put_edge(struct drawing *d, uint32_t a, uint32_t b, const char *name, const char *color, bool is_idle) {
    text_format(&d->text, "  e%u -> e%u [label=\"%s\" color=%s fontcolor=%s%s];\n", a, b, name, color, color,
                is_idle ? " constraint=false style=dashed" : " constraint=false");
}

/* Whether two accesses that could race are in order: the first reads and happens before, or is in location order. */
static bool is_in_order(const struct execution *x, uint32_t first, uint32_t second) {
    const struct model_event *a = &x->events[first], *b = &x->events[second];
    if (a->thread < 0 || a->thread == b->thread || !((a->kind | b->kind) & MODEL_WRITE) ||
        a->flags & b->flags & MODEL_ATOMIC || !relation_has(x->pool, x->same_location, first, second))
        return false;
    return relation_has(x->pool, a->kind & MODEL_WRITE ? x->locord : x->hb, first, second);
}

/* Whether the edge is on no way between two accesses that are in order, so that it orders nothing that could race. */
static bool orders_nothing(const struct execution *x, uint32_t from, uint32_t to) {
    if (!x->hb || !x->locord || x->count > MOST_EVENTS)
        return false;
    for (uint32_t a = 0; a < x->count; a++) {
        if (a != from && !relation_has(x->pool, x->hb, a, from))
            continue;
        for (uint32_t b = 0; b < x->count; b++)
            if ((b == to || relation_has(x->pool, x->hb, to, b)) && is_in_order(x, a, b))
                return false;
    }
    return true;
}

static void put_synchronization(struct drawing *d) {
    const struct execution *x = d->x;
    for (uint32_t a = 0; d->sw && a < x->count; a++)
        for (uint32_t b = 0; b < x->count; b++)
            if (relation_has(x->pool, d->sw, a, b) && x->events[a].thread != x->events[b].thread)
                put_edge(d, a, b, "sw", "blue", orders_nothing(x, a, b));
}

static void put_edges(struct drawing *d, const uint64_t *edges, const char *name, const char *color) {
    for (uint32_t a = 0; edges && a < d->x->count; a++)
        for (uint32_t b = 0; b < d->x->count; b++)
            if (relation_has(d->x->pool, edges, a, b))
                put_edge(d, a, b, name, color, false);
}

/* ---- chains ---- */

/* A step of happens-before that is one of synchronizes-with is drawn as that. */
static void put_step(struct drawing *d, const struct explain_step *step) {
    static const char *const colors[] = {"purple", "black", "deeppink"};
    relation drawn = d->drawn[step->kind];
    bool synchronizes = step->kind == EXPLAIN_BEFORE && d->sw && relation_has(d->x->pool, d->sw, step->from, step->to);
    if (!synchronizes && !relation_has(d->x->pool, drawn, step->from, step->to))
        put_edge(d, step->from, step->to, explain_step_names[step->kind], colors[step->kind], false);
    relation_add(d->x->pool, drawn, step->from, step->to);
}

/* "// chain e0 av e1 hb e4 vis e5", or "// order e0 hb e5" of two accesses that no chain joins. */
static void put_path(struct drawing *d, const struct explain_path *path, bool is_chain) {
    for (uint32_t i = 0; i < path->count; i++)
        put_step(d, &path->steps[i]);
    text_format(&d->text, "  // %s e%u", is_chain ? "chain" : "order", path->steps[0].from);
    for (uint32_t i = 0; i < path->count; i++)
        text_format(&d->text, " %s e%u", explain_step_names[path->steps[i].kind], path->steps[i].to);
    put(d, "\n");
}

/* Accesses of different threads to one location, of which one writes and one is not atomic, as one happens before the
 * other. */
static relation conflicts(const struct execution *x) {
    relation found = relation_intersection(x->pool, x->hb, x->same_location);
    for (uint32_t a = 0; a < x->count; a++)
        SET_EACH (x->pool, relation_row(x->pool, found, a), b) {
            const struct model_event *one = &x->events[a], *two = &x->events[b];
            if (one->thread < 0 || one->thread == two->thread || !((one->kind | two->kind) & MODEL_WRITE) ||
                one->flags & two->flags & MODEL_ATOMIC)
                relation_remove(x->pool, found, a, b);
        }
    return relation_immediate(x->pool, found);
}

static void put_chains(struct drawing *d) {
    const struct execution *x = d->x;
    uint32_t count = 0;
    if (!x->hb)
        return;
    relation pairs = conflicts(x);
    for (uint32_t a = 0; a < x->count; a++)
        SET_EACH (x->pool, relation_row(x->pool, pairs, a), b) {
            struct explain_path path, straight = {{{EXPLAIN_BEFORE, a, b}}, 1};
            bool is_chain = explain_chain(x, a, b, &path);
            if (count++ < MOST_CHAINS)
                put_path(d, is_chain ? &path : &straight, is_chain);
        }
}

/* "// before e5: e0 e1" */
static void put_before(struct drawing *d) {
    const struct execution *x = d->x;
    for (uint32_t b = 0; x->hb && x->count <= MOST_EVENTS && b < x->count; b++) {
        bool any = false;
        for (uint32_t a = 0; a < x->count; a++) {
            if (x->events[a].thread < 0 || !relation_has(x->pool, x->hb, a, b))
                continue;
            if (!any)
                text_format(&d->text, "  // before e%u:", b);
            text_format(&d->text, " e%u", a);
            any = true;
        }
        put(d, any ? "\n" : "");
    }
}

const char *explain_graph(struct arena *arena, const struct explored *one, const char *title) {
    const struct execution *x = one->x;
    struct drawing d = {.one = one, .x = x};
    text_init(&d.text, arena, 4096);
    for (int kind = 0; kind <= EXPLAIN_VISIBLE; kind++)
        d.drawn[kind] = relation_empty(x->pool);
    d.sw = explain_link(x, "sw");
    put(&d, "digraph execution {\n  label=\"");
    put_escaped(&d, title);
    put(&d, "\";\n  node [shape=box fontname=monospace];\n");
    for (int32_t t = -1; t < (int32_t)one->program->thread_count; t++)
        put_thread(&d, t);
    put_edges(&d, x->rf, "rf", "darkgreen");
    put_edges(&d, relation_immediate(x->pool, x->mo), "mo", "brown");
    put_synchronization(&d);
    put_chains(&d);
    put_before(&d);
    put(&d, "}\n");
    return text_finish(&d.text);
}
