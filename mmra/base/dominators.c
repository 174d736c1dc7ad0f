/* Which blocks control must have passed to get to a block (Lengauer, Tarjan: "A Fast Algorithm for Finding Dominators
 * in a Flowgraph", with path compression alone), as numbers of the tree: n log n, whatever the graph is. */
#include "mmra/base/dominators.h"

#include <string.h>

#define NOT_REACHED UINT32_MAX

/* By number of the depth-first search, from 0, but for `number`. */
struct search {
    const struct block_graph *graph;
    uint32_t count;
    uint32_t *number; /* by block */
    uint32_t *vertex; /* the block */
    uint32_t *parent, *semi, *label, *ancestor, *idom, *bucket, *next_in_bucket;
    uint32_t *stack;
    uint32_t *predecessors, *predecessor_from; /* by block: numbers of the search */
};

static uint32_t *numbers(struct arena *arena, uint32_t count) {
    return arena_allocate_array(arena, count, sizeof(uint32_t));
}

static void search_depth_first(struct arena *arena, struct search *s) {
    const struct block_graph *graph = s->graph;
    uint32_t *edge = numbers(arena, graph->count), depth = 0;
    memset(s->number, 0xFF, graph->count * sizeof *s->number);
    s->number[0] = s->vertex[0] = s->parent[0] = 0;
    s->count = 1;
    s->stack[depth++] = 0;
    edge[0] = graph->successor_from[0];
    while (depth) {
        uint32_t block = s->stack[depth - 1];
        mmra_work(arena->watch, 1);
        if (edge[block] == graph->successor_from[block + 1]) {
            depth--;
            continue;
        }
        uint32_t next = graph_successor(graph, edge[block]++);
        if (s->number[next] != NOT_REACHED)
            continue;
        s->number[next] = s->count;
        s->vertex[s->count] = next;
        s->parent[s->count++] = s->number[block];
        edge[next] = graph->successor_from[next];
        s->stack[depth++] = next;
    }
}

/* Of each block that is reached, those that lead to it and are reached too. */
static void find_predecessors(struct arena *arena, struct search *s) {
    const struct block_graph *graph = s->graph;
    s->predecessor_from = numbers(arena, graph->count + 1);
    s->predecessors = numbers(arena, graph->successor_from[graph->count] - graph->successor_from[0]);
    for (uint32_t i = 0; i < graph->count; i++)
        s->predecessor_from[i + 1] = s->predecessor_from[i] + graph->predecessor_count[i];
    uint32_t *at = numbers(arena, graph->count);
    memcpy(at, s->predecessor_from, graph->count * sizeof *at);
    for (uint32_t i = 0; i < graph->count; i++)
        for (uint32_t e = graph->successor_from[i]; e < graph->successor_from[i + 1]; e++)
            s->predecessors[at[graph_successor(graph, e)]++] = s->number[i];
}

/* The vertex of least semidominator on the way up to the root of the forest. */
static uint32_t evaluate(struct search *s, uint32_t v) {
    uint32_t depth = 0;
    if (s->ancestor[v] == NOT_REACHED)
        return v;
    for (uint32_t u = v; s->ancestor[s->ancestor[u]] != NOT_REACHED; u = s->ancestor[u])
        s->stack[depth++] = u;
    while (depth) {
        uint32_t u = s->stack[--depth], above = s->ancestor[u];
        if (s->semi[s->label[above]] < s->semi[s->label[u]])
            s->label[u] = s->label[above];
        s->ancestor[u] = s->ancestor[above];
    }
    return s->label[v];
}

static void empty_bucket(struct search *s, uint32_t parent) {
    for (uint32_t v = s->bucket[parent]; v != NOT_REACHED; v = s->next_in_bucket[v]) {
        uint32_t u = evaluate(s, v);
        s->idom[v] = s->semi[u] < s->semi[v] ? u : parent;
    }
    s->bucket[parent] = NOT_REACHED;
}

static void find_semidominators(struct arena *arena, struct search *s) {
    for (uint32_t w = 0; w < s->count; w++) {
        s->semi[w] = s->label[w] = w;
        s->ancestor[w] = s->bucket[w] = NOT_REACHED;
    }
    for (uint32_t w = s->count - 1; w > 0; w--) {
        uint32_t block = s->vertex[w];
        mmra_work(arena->watch, 1);
        for (uint32_t e = s->predecessor_from[block]; e < s->predecessor_from[block + 1]; e++) {
            if (s->predecessors[e] == NOT_REACHED)
                continue;
            uint32_t u = evaluate(s, s->predecessors[e]);
            if (s->semi[u] < s->semi[w])
                s->semi[w] = s->semi[u];
        }
        s->next_in_bucket[w] = s->bucket[s->semi[w]];
        s->bucket[s->semi[w]] = w;
        s->ancestor[w] = s->parent[w];
        empty_bucket(s, s->parent[w]);
    }
    s->idom[0] = 0;
    for (uint32_t w = 1; w < s->count; w++)
        if (s->idom[w] != s->semi[w])
            s->idom[w] = s->idom[s->idom[w]];
}

/* Numbers of the tree in preorder: those below a block are as many as `size` from its own on. (An immediate dominator
 * has a lower number of the search than what it dominates.) */
static void number_tree(struct arena *arena, const struct search *s, struct dominators *d) {
    uint32_t *size = numbers(arena, s->count), *next = numbers(arena, s->count);
    for (uint32_t v = s->count; v-- > 0;) {
        mmra_work_at(arena->watch, v);
        size[v]++;
        if (v)
            size[s->idom[v]] += size[v];
    }
    for (uint32_t v = 0; v < s->count; v++) {
        uint32_t number = v ? next[s->idom[v]] : 0, block = s->vertex[v];
        if (v)
            next[s->idom[v]] += size[v];
        next[v] = number + 1;
        d->first[block] = number;
        d->size[block] = size[v];
    }
}

struct dominators dominators_find(struct arena *arena, const struct block_graph *graph) {
    struct search s = {.graph = graph};
    uint32_t **arrays[] = {&s.number,   &s.vertex, &s.parent, &s.semi,           &s.label,
                           &s.ancestor, &s.idom,   &s.bucket, &s.next_in_bucket, &s.stack};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = numbers(arena, graph->count);
    struct dominators d = {numbers(arena, graph->count), numbers(arena, graph->count)};
    search_depth_first(arena, &s);
    find_predecessors(arena, &s);
    find_semidominators(arena, &s);
    number_tree(arena, &s, &d);
    return d;
}
