/* The blocks of a function in an order in which only loops go back, and what is in a loop. */
#include "spirv/grammar.h"
#include "translator/prove/prove_core.h"

enum { MOST_BLOCKS = 4096 };

struct graph {
    struct prover *p;
    const struct spirv_function *function;
    struct prove_flow *flow;
    uint32_t (*edges)[2]; /* from, to */
    uint32_t edge_count, edge_capacity;
    uint32_t *first_edge; /* by block, into edges */
};

void prove_number_blocks(struct prover *p) {
    const struct spirv_module *module = p->module;
    p->blocks = arena_allocate_array(p->arena, module->definition_count + 1, sizeof *p->blocks);
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f].block_count; i++)
            p->blocks[spirv_index(module, module->blocks[module->functions[f].first_block + i].label)] = i;
}

uint32_t prove_block_of(const struct prover *p, const struct spirv_function *function, spirv_id label) {
    const uint32_t block = p->blocks[spirv_index(p->module, label)];
    const bool is_of_function =
        block < function->block_count && p->module->blocks[function->first_block + block].label == label;
    return is_of_function ? block : UINT32_MAX;
}

static void add_edge(struct graph *g, uint32_t from, spirv_id label) {
    uint32_t to = prove_block_of(g->p, g->function, label), *edge;
    if (to == UINT32_MAX)
        return;
    edge = *ARENA_PUSH(g->p->arena, g->edges, g->edge_count, g->edge_capacity);
    edge[0] = from;
    edge[1] = to;
}

static void add_edges(struct graph *g, uint32_t block) {
    const struct spirv_module *module = g->p->module;
    struct spirv_instruction in =
        spirv_instruction_at(module, module->blocks[g->function->first_block + block].terminator);
    g->first_edge[block] = g->edge_count;
    if (in.opcode == SpvOpBranch)
        add_edge(g, block, in.operands[0]);
    if (in.opcode == SpvOpBranchConditional) {
        add_edge(g, block, in.operands[1]);
        add_edge(g, block, in.operands[2]);
    }
    if (in.opcode == SpvOpSwitch) {
        uint8_t width = prove_scalar_width(g->p, spirv_defining(module, in.operands[0]).type);
        uint32_t words = width > 32 ? 2 : 1;
        add_edge(g, block, in.operands[1]);
        for (uint32_t i = 2; i + words < in.operand_count; i += words + 1)
            add_edge(g, block, in.operands[i + words]);
    }
}

static void order_blocks(struct graph *g) {
    struct prove_flow *flow = g->flow;
    uint32_t n = g->function->block_count, depth = 1, left = n;
    uint32_t *stack = arena_allocate_array(g->p->arena, n + 1, sizeof *stack);
    uint32_t *next = arena_allocate_array(g->p->arena, n + 1, sizeof *next);
    bool *seen = arena_allocate_array(g->p->arena, n + 1, sizeof *seen);
    uint32_t *reversed = arena_allocate_array(g->p->arena, n + 1, sizeof *reversed);
    seen[0] = true;
    while (depth) {
        uint32_t block = stack[depth - 1], end = g->first_edge[block + 1];
        if (g->first_edge[block] + next[block] == end) {
            reversed[--left] = block;
            depth--;
            continue;
        }
        uint32_t to = g->edges[g->first_edge[block] + next[block]++][1];
        if (!seen[to]) {
            seen[to] = true;
            stack[depth++] = to;
        }
    }
    flow->order = reversed + left;
    flow->count = n - left;
    for (uint32_t i = 0; i < n; i++)
        flow->position[i] = UINT32_MAX;
    for (uint32_t i = 0; i < flow->count; i++)
        flow->position[flow->order[i]] = i;
}

/* A block that reaches the edge which goes back, without coming through the header, is in its loop. */
static void add_body(struct graph *g, uint32_t latch, uint32_t header) {
    struct prove_flow *flow = g->flow;
    uint32_t n = g->function->block_count, depth = 0;
    uint32_t *stack = arena_allocate_array(g->p->arena, n + 1, sizeof *stack);
    if (!flow->bodies[header]) {
        flow->bodies[header] = arena_allocate_array(g->p->arena, n, 1);
        flow->bodies[header][header] = 1;
    }
    uint8_t *body = flow->bodies[header];
    if (!body[latch])
        body[latch] = 1, stack[depth++] = latch;
    while (depth) {
        uint32_t block = stack[--depth];
        if (flow->position[block] < flow->position[header])
            prove_give_up(g->p, g->function->word, "a loop that has several entries");
        for (uint32_t i = 0; i < g->edge_count; i++) {
            uint32_t from = g->edges[i][0];
            if (g->edges[i][1] == block && !body[from] && flow->position[from] != UINT32_MAX)
                body[from] = 1, stack[depth++] = from;
        }
    }
}

const struct prove_flow *prove_flow_of(struct prover *p, const struct spirv_function *function) {
    struct prove_flow **known = &p->flows[function - p->module->functions];
    uint32_t n = function->block_count;
    if (*known)
        return *known;
    if (!n || n > MOST_BLOCKS)
        prove_give_up(p, function->word, n ? "a function of more than %d blocks" : "a function without a body",
                      MOST_BLOCKS);
    struct prove_flow *flow = *known = arena_allocate_array(p->arena, 1, sizeof *flow);
    struct graph g = {.p = p, .function = function, .flow = flow};
    *flow = (struct prove_flow){.position = arena_allocate_array(p->arena, n, sizeof *flow->position),
                                .bodies = arena_allocate_array(p->arena, n, sizeof *flow->bodies),
                                .block_count = n};
    g.first_edge = arena_allocate_array(p->arena, n + 1, sizeof *g.first_edge);
    for (uint32_t i = 0; i < n; i++)
        add_edges(&g, i);
    g.first_edge[n] = g.edge_count;
    order_blocks(&g);
    for (uint32_t i = 0; i < g.edge_count; i++) {
        uint32_t from = flow->position[g.edges[i][0]], to = flow->position[g.edges[i][1]];
        if (from != UINT32_MAX && to <= from)
            add_body(&g, g.edges[i][0], g.edges[i][1]);
    }
    return flow;
}
