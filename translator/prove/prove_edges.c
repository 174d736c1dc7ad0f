/* Ways that meet: values of those that come together, with the condition that tells which way was taken. */
#include "translator/prove/prove_core.h"

void prove_send(struct prover *p, struct prove_frame *frame, const struct prove_edge *edge) {
    const uint8_t *body = frame->header == UINT32_MAX ? NULL : frame->flow->bodies[frame->header];
    if (prove_is(&p->terms, edge->control, 0))
        return;
    struct prove_edges *to = body && edge->to == frame->header ? &frame->latches
                             : body && (edge->to == frame->flow->block_count || !body[edge->to])
                                 ? &frame->exits
                                 : &frame->pending[edge->to];
    *ARENA_PUSH(p->arena, to->items, to->count, to->capacity) = *edge;
}

/* The condition that tells an edge from others, where one of all is taken. */
static prove_term choice(struct prover *p, prove_term edge, prove_term others) {
    return prove_rest(&p->terms, edge, others);
}

struct prove_edge prove_merge_edges(struct prover *p, const struct prove_edges *edges) {
    struct prove_edge merged = edges->items[0];
    for (uint32_t i = 1; i < edges->count; i++) {
        const struct prove_edge *edge = &edges->items[i];
        prove_term condition = choice(p, edge->control, merged.control);
        uint32_t less = edge->state.count < merged.state.count ? edge->state.count : merged.state.count;
        struct prove_state state = edge->state.count < merged.state.count ? merged.state : edge->state;
        const struct prove_value **cells = arena_allocate_array(p->arena, state.count + 1, sizeof *cells);
        for (uint32_t k = 0; k < state.count; k++)
            cells[k] =
                k < less ? prove_merge(p, condition, edge->state.cells[k], merged.state.cells[k]) : state.cells[k];
        if (edge->result && merged.result)
            merged.result = prove_merge(p, condition, edge->result, merged.result);
        merged.state = (struct prove_state){cells, state.count};
        merged.control = prove_or(&p->terms, merged.control, edge->control);
        merged.facts = prove_common(&p->terms, merged.facts, edge->facts);
    }
    return merged;
}

const struct prove_value *prove_phi(struct prover *p, const struct prove_frame *frame,
                                    const struct spirv_instruction *phi, const struct prove_edges *edges) {
    const struct spirv_block *blocks = p->module->blocks + frame->function->first_block;
    const struct prove_value *value = NULL;
    prove_term control = 0;
    for (uint32_t i = 0; i < edges->count; i++) {
        spirv_id label = blocks[edges->items[i].from].label, given = 0;
        for (uint32_t k = 0; k + 1 < phi->operand_count; k += 2)
            given = phi->operands[k + 1] == label ? phi->operands[k] : given;
        if (!given)
            prove_give_up(p, phi->word, "OpPhi without a value for a block before it");
        const struct prove_value *one = prove_value_of(p, given, phi->word);
        value = value ? prove_merge(p, choice(p, edges->items[i].control, control), one, value) : one;
        control = control ? prove_or(&p->terms, control, edges->items[i].control) : edges->items[i].control;
    }
    return value;
}
