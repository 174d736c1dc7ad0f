/* An invocation goes through the functions block by block: all ways at once, with a condition for each. */
#include "spirv/grammar.h"
#include "translator/prove/prove_core.h"

enum { MOST_DEPTH = 64, MOST_EVENTS = 20000 };

/* ---- terminators ---- */

static void branch(struct prover *p, struct prove_frame *frame, const struct prove_edge *at, spirv_id label,
                   prove_term condition) {
    struct prove_edge edge = *at;
    edge.to = prove_block_of(p, frame->function, label);
    if (edge.to == UINT32_MAX)
        prove_give_up(p, 0, "a branch to another function");
    edge.control = prove_and(&p->terms, edge.control, condition);
    prove_send(p, frame, &edge);
}

/* Targets in the order of the words; a label that stands several times has one edge. */
static void branch_switch(struct prover *p, struct prove_frame *frame, const struct prove_edge *at,
                          const struct spirv_instruction *in) {
    prove_term selector = prove_term_of(p, in->operands[0], in->word), none = prove_true(&p->terms);
    uint8_t width = prove_width(&p->terms, selector);
    uint32_t words = width > 32 ? 2 : 1, step = words + 1;
    for (uint32_t i = 2; i + words < in->operand_count; i += step) {
        spirv_id label = in->operands[i + words];
        prove_term any = prove_false(&p->terms);
        bool is_first = label != in->operands[1];
        for (uint32_t k = 2; k < i; k += step)
            is_first &= in->operands[k + words] != label;
        for (uint32_t k = i; is_first && k + words < in->operand_count; k += step) {
            uint64_t bits = in->operands[k] | (words == 2 ? (uint64_t)in->operands[k + 1] << 32 : 0);
            if (in->operands[k + words] == label)
                any = prove_or(&p->terms, any,
                               prove_binary(&p->terms, PROVE_EQUAL, selector, prove_constant(&p->terms, width, bits)));
        }
        if (is_first) {
            branch(p, frame, at, label, prove_and(&p->terms, none, any));
            none = prove_and(&p->terms, none, prove_not(&p->terms, any));
        }
    }
    branch(p, frame, at, in->operands[1], none);
}

static void terminate(struct prover *p, struct prove_frame *frame, struct prove_edge *at,
                      const struct spirv_instruction *in) {
    prove_term condition;
    switch (in->opcode) {
    case SpvOpBranch:
        branch(p, frame, at, in->operands[0], prove_true(&p->terms));
        break;
    case SpvOpBranchConditional:
        condition = prove_condition(&p->terms, prove_term_of(p, in->operands[0], in->word));
        if (in->operands[1] == in->operands[2])
            condition = prove_true(&p->terms);
        branch(p, frame, at, in->operands[1], condition);
        branch(p, frame, at, in->operands[2], prove_not(&p->terms, condition));
        break;
    case SpvOpSwitch:
        branch_switch(p, frame, at, in);
        break;
    case SpvOpReturnValue:
    case SpvOpReturn:
        if (in->opcode == SpvOpReturnValue)
            at->result = prove_value_of(p, in->operands[0], in->word);
        at->to = frame->flow->block_count;
        prove_send(p, frame, at);
        break;
    case SpvOpUnreachable:
        break;
    default:
        prove_give_up(p, in->word, "%s", spirv_opcode_name(in->opcode) ? spirv_opcode_name(in->opcode) : "an opcode");
    }
}

/* ---- calls ---- */

static struct prove_edge run_function(struct prover *p, const struct spirv_function *function,
                                      const struct prove_edge *entry) {
    const struct prove_flow *flow = prove_flow_of(p, function);
    struct prove_frame frame = {.function = function,
                                .flow = flow,
                                .pending = arena_allocate_array(p->arena, flow->block_count + 1, sizeof *frame.pending),
                                .done = arena_allocate_array(p->arena, flow->block_count + 1, sizeof *frame.done),
                                .header = UINT32_MAX};
    if (++p->depth > MOST_DEPTH)
        prove_give_up(p, function->word, "calls that are nested too deep");
    prove_run_blocks(p, &frame, 0, entry);
    p->depth--;
    const struct prove_edges *returns = &frame.pending[flow->block_count];
    if (!returns->count)
        return (struct prove_edge){.control = prove_false(&p->terms), .facts = prove_true(&p->terms)};
    return prove_merge_edges(p, returns);
}

static void call(struct prover *p, struct prove_edge *at, const struct spirv_instruction *in) {
    const struct spirv_function *function = spirv_function_of_id(p->module, in->operands[0]);
    if (!function || function->parameter_count != in->operand_count - 1)
        prove_give_up(p, in->word, "a call of what is no function");
    const struct prove_value **given = arena_allocate_array(p->arena, in->operand_count, sizeof *given);
    for (uint32_t i = 1; i < in->operand_count; i++)
        given[i - 1] = prove_value_of(p, in->operands[i], in->word);
    for (uint32_t i = 0; i < function->parameter_count; i++)
        p->values[spirv_index(p->module, function->parameters[i])] = given[i];
    const uint32_t cells = p->cell_count;
    struct prove_edge returned = run_function(p, function, at);
    at->control = returned.control;
    at->facts = returned.facts;
    at->state = returned.state;
    at->state.count = cells < at->state.count ? cells : at->state.count; /* the callee's own are over */
    p->cell_count = cells;
    if (returned.result)
        p->values[spirv_index(p->module, in->result)] = returned.result;
}

/* ---- blocks ---- */

static bool is_non_semantic(const struct prover *p, const struct spirv_instruction *in) {
    if (in->opcode != SpvOpExtInst)
        return false;
    const struct spirv_instruction set = spirv_defining(p->module, in->operands[0]);
    return set.opcode == SpvOpExtInstImport && spirv_is_non_semantic((const char *)set.operands);
}

static void step(struct prover *p, struct prove_edge *at, const struct spirv_instruction *in) {
    struct prove_here here = {.state = &at->state, .control = at->control, .facts = at->facts};
    const char *name = spirv_opcode_name(in->opcode);
    mmra_work(p->arena->watch, 1);
    if (p->event_count > MOST_EVENTS)
        prove_give_up(p, in->word, "more than %d accesses", MOST_EVENTS);
    if (in->opcode == SpvOpFunctionCall) {
        call(p, at, in);
        return;
    }
    if (spirv_may_call(in->opcode))
        prove_give_up(p, in->word, "%s", name);
    if (is_non_semantic(p, in))
        return;
    if (prove_memory(p, &here, in))
        return;
    const struct prove_value *value = prove_has_pointer(p, in) ? NULL : prove_compute(p, in);
    if (!value)
        prove_give_up(p, in->word, "%s%s", name ? name : "an opcode",
                      prove_has_pointer(p, in) ? ", which takes a pointer" : "");
    p->values[spirv_index(p->module, in->result)] = value;
}

static bool is_skipped(uint32_t opcode) {
    return opcode == SpvOpLine || opcode == SpvOpNoLine || opcode == SpvOpNop || opcode == SpvOpSelectionMerge ||
           opcode == SpvOpLoopMerge || opcode == SpvOpPhi || opcode == SpvOpAssumeTrueKHR;
}

static void run_block(struct prover *p, struct prove_frame *frame, uint32_t number, const struct prove_edge *entry) {
    const struct spirv_block *block = &p->module->blocks[frame->function->first_block + number];
    struct prove_edge at = *entry;
    at.from = number;
    at.result = NULL;
    frame->done[number] = true;
    for (uint32_t word = block->first_word; word < block->terminator;) {
        const struct spirv_instruction in = spirv_instruction_at(p->module, word);
        if (!is_skipped(in.opcode))
            step(p, &at, &in);
        word += in.length;
        if (prove_is(&p->terms, at.control, 0)) /* of a call that does not come back */
            return;
    }
    const struct spirv_instruction end = spirv_instruction_at(p->module, block->terminator);
    terminate(p, frame, &at, &end);
}

static void set_phis(struct prover *p, struct prove_frame *frame, uint32_t number, const struct prove_edges *edges) {
    const struct spirv_block *block = &p->module->blocks[frame->function->first_block + number];
    struct prove_list_of_values {
        uint32_t index;
        const struct prove_value *value;
    } *list = NULL;
    uint32_t count = 0, capacity = 0;
    for (uint32_t word = block->first_word; word < block->terminator;) {
        const struct spirv_instruction in = spirv_instruction_at(p->module, word);
        if (in.opcode == SpvOpPhi) {
            const struct prove_value *value = prove_phi(p, frame, &in, edges);
            *ARENA_PUSH(p->arena, list, count, capacity) =
                (struct prove_list_of_values){spirv_index(p->module, in.result), value};
        }
        word += in.length;
    }
    for (uint32_t i = 0; i < count; i++)
        p->values[list[i].index] = list[i].value;
}

void prove_run_blocks(struct prover *p, struct prove_frame *frame, uint32_t first, const struct prove_edge *entry) {
    const struct prove_flow *flow = frame->flow;
    const uint8_t *body = frame->header == UINT32_MAX ? NULL : flow->bodies[frame->header];
    run_block(p, frame, first, entry);
    for (uint32_t i = flow->position[first] + 1; i < flow->count; i++) {
        uint32_t block = flow->order[i];
        struct prove_edges *edges = &frame->pending[block];
        if ((body && !body[block]) || frame->done[block] || !edges->count)
            continue;
        if (flow->bodies[block]) {
            prove_loop(p, frame, block, edges);
            continue;
        }
        const struct prove_edge merged = prove_merge_edges(p, edges);
        set_phis(p, frame, block, edges);
        run_block(p, frame, block, &merged);
    }
}

void prove_run(struct prover *p) {
    const struct spirv_function *function = spirv_function_of_id(p->module, p->entry);
    struct prove_edge entry = {.control = prove_true(&p->terms), .facts = prove_true(&p->terms)};
    if (!function)
        prove_give_up(p, 0, "an entry point without a function");
    prove_add_objects(p, &entry.state);
    run_function(p, function, &entry);
}
