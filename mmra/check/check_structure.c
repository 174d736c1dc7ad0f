/* The structure of a function: every use comes after its definition on all paths, and phis fit the branches that lead
 * to their block. As in LLVM's verifier, instructions that control never reaches may use anything. */
#include "mmra/check/checker.h"

bool check_types_of(struct checker *c, uint32_t index) {
    const char *wrong = ir_misfit(&c->types, &c->module->instructions[index]);
    if (wrong)
        check_report(c, CHECK_OPERAND_TYPE, index, wrong);
    return !wrong;
}

void check_types(struct checker *c, ir_function function) {
    const struct flow_range range = flow_instructions(c->module, function);
    c->types.function = function;
    for (uint32_t i = range.first; i < range.end; i++) {
        mmra_work(c->module->watch, 1);
        check_types_of(c, i);
    }
}

struct structure {
    struct checker *c;
    const struct ir_function_info *function;
    struct block_graph graph;
    struct dominators dominators;              /* when a use asks for them */
    uint32_t *predecessors, *predecessor_from; /* by block, when a phi asks for them */
    uint32_t *
        wanted; /* by block: the number of branches from it to the current block for which no value has been seen yet */
    ir_value *given; /* by block: the phi's value from there */
};

static const struct ir_instruction *instruction_at(const struct structure *s, uint32_t index) {
    return &s->c->module->instructions[index];
}

/* ---- uses after definitions ---- */

static const struct dominators *dominators(struct structure *s) {
    if (!s->dominators.first)
        s->dominators = dominators_find(s->c->arena, &s->graph);
    return &s->dominators;
}

static bool is_in_function(const struct structure *s, uint32_t instruction) {
    const struct ir_block *blocks = &s->c->module->blocks[s->graph.first], *last = blocks + s->graph.count - 1;
    return instruction >= blocks->first_instruction && instruction < last->first_instruction + last->instruction_count;
}

/* Whether what instruction `definition` gives is there at `use` in `block`; of a phi's use, `use` is the block's end.
 */
static bool is_there(struct structure *s, uint32_t definition, uint32_t use, uint32_t block) {
    const struct ir_block *info = &s->c->module->blocks[s->graph.first + block];
    if (definition >= info->first_instruction && definition < use)
        return true;
    if (!is_in_function(s, definition))
        return false;
    uint32_t defined_in = check_block_of(s->c, &s->graph, definition);
    if (defined_in == block) /* and not before it */
        return !dominators_reached(dominators(s), block);
    if (defined_in == 0 && s->graph.predecessor_count[0] == 0)
        return true;
    return dominators_hold(dominators(s), defined_in, block);
}

static void judge_use(struct structure *s, uint32_t index, ir_value operand, uint32_t use, uint32_t block) {
    const struct ir_value_info *value = ir_value_get(s->c->module, operand);
    if (value->kind != IR_VALUE_INSTRUCTION || is_there(s, value->index, use, block))
        return;
    struct check_finding *finding = check_report(s->c, CHECK_DOMINANCE, index, NULL);
    if (value->index < s->c->module->instruction_count)
        check_relate(s->c, finding, value->index, "the value is computed here");
}

/* The number of operands that are values; the others of extractvalue and insertvalue are numbers. */
static uint32_t value_count(const struct ir_instruction *instruction) {
    return instruction->opcode == IR_EXTRACTVALUE  ? 1
           : instruction->opcode == IR_INSERTVALUE ? 2
                                                   : instruction->operand_count;
}

static void judge_uses(struct structure *s, uint32_t block) {
    const struct ir_module *module = s->c->module;
    const struct ir_block *info = &module->blocks[s->graph.first + block];
    for (uint32_t i = info->first_instruction; i < info->first_instruction + info->instruction_count; i++) {
        const struct ir_instruction *instruction = instruction_at(s, i);
        const uint32_t *operands = module->operands + instruction->operands;
        uint32_t count = value_count(instruction);
        mmra_work(module->watch, 1);
        const char *wrong = instruction->opcode == IR_CALL ? check_wrong_call(s->c, i) : NULL;
        if (!wrong && check_takes_address_of_intrinsic(s->c, instruction, count))
            wrong = "the address of an intrinsic is taken";
        if (wrong)
            check_report(s->c, CHECK_SIGNATURE, i, wrong);
        if (instruction->opcode == IR_PHI)
            continue;
        for (uint32_t k = 0; k < count; k++) {
            mmra_work_at(module->watch, k);
            if (ir_value_get(module, operands[k])->kind == IR_VALUE_INSTRUCTION)
                judge_use(s, i, operands[k], i, block);
        }
    }
}

/* ---- phis ---- */

static void find_predecessors(struct structure *s) {
    struct arena *arena = s->c->arena;
    const struct block_graph *graph = &s->graph;
    s->predecessor_from = arena_allocate_array(arena, graph->count + 1, sizeof *s->predecessor_from);
    s->predecessors = arena_allocate_array(arena, graph->successor_from[graph->count] - graph->successor_from[0] + 1,
                                           sizeof *s->predecessors);
    s->wanted = arena_allocate_array(arena, graph->count, sizeof *s->wanted);
    s->given = arena_allocate_array(arena, graph->count, sizeof *s->given);
    uint32_t *at = arena_allocate_array(arena, graph->count, sizeof *at);
    for (uint32_t i = 0; i < graph->count; i++)
        at[i] = s->predecessor_from[i], s->predecessor_from[i + 1] = at[i] + graph->predecessor_count[i];
    for (uint32_t i = 0; i < graph->count; i++)
        for (uint32_t e = graph->successor_from[i]; e < graph->successor_from[i + 1]; e++) {
            mmra_work_at(s->c->module->watch, e);
            s->predecessors[at[graph_successor(graph, e)]++] = i;
        }
}

/* The block that incoming value `pair` comes from, relative to the function's first; UINT32_MAX if there is none. */
static uint32_t source_of(const struct structure *s, const struct ir_instruction *phi, uint32_t pair) {
    const struct ir_module *module = s->c->module;
    const struct ir_value_info *label = ir_value_get(module, module->operands[phi->operands + 2 * pair + 1]);
    bool own = label->kind == IR_VALUE_BLOCK && label->index - s->graph.first < s->graph.count;
    return own ? label->index - s->graph.first : UINT32_MAX;
}

static const char *wrong_sources(struct structure *s, const struct ir_instruction *phi, uint32_t block) {
    const uint32_t *from = s->predecessor_from + block, *operands = s->c->module->operands + phi->operands;
    uint32_t pairs = phi->operand_count / 2;
    const char *wrong = NULL;
    if (pairs != from[1] - from[0])
        return "it has not one value for each branch that leads to its block";
    for (uint32_t i = from[0]; i < from[1]; i++) {
        mmra_work_at(s->c->module->watch, i);
        s->wanted[s->predecessors[i]]++, s->given[s->predecessors[i]] = 0;
    }
    for (uint32_t i = 0; i < pairs && !wrong; i++) {
        mmra_work_at(s->c->module->watch, i);
        uint32_t source = source_of(s, phi, i);
        if (source == UINT32_MAX || !s->wanted[source])
            wrong = "it has a value from a block that does not lead to its own, or too many from one that does";
        else if (s->given[source] && s->given[source] != operands[2 * i])
            wrong = "it has different values from one block";
        else
            s->wanted[source]--, s->given[source] = operands[2 * i];
    }
    for (uint32_t i = from[0]; i < from[1]; i++)
        s->wanted[s->predecessors[i]] = 0;
    return wrong;
}

static void judge_phi(struct structure *s, uint32_t index, uint32_t block) {
    const struct ir_instruction *phi = instruction_at(s, index);
    if (!s->predecessor_from)
        find_predecessors(s);
    const char *wrong = wrong_sources(s, phi, block);
    if (wrong) {
        check_report(s->c, CHECK_STRUCTURE, index, wrong);
        return;
    }
    for (uint32_t i = 0; i < phi->operand_count / 2; i++) {
        mmra_work_at(s->c->module->watch, i);
        uint32_t source = source_of(s, phi, i);
        const struct ir_block *info = &s->c->module->blocks[s->graph.first + source];
        judge_use(s, index, s->c->module->operands[phi->operands + 2 * i],
                  info->first_instruction + info->instruction_count, source);
    }
}

static void judge_phis(struct structure *s, uint32_t block) {
    const struct ir_block *info = &s->c->module->blocks[s->graph.first + block];
    bool leading = true;
    for (uint32_t i = info->first_instruction; i < info->first_instruction + info->instruction_count; i++) {
        mmra_work_at(s->c->module->watch, i);
        bool phi = instruction_at(s, i)->opcode == IR_PHI;
        if (phi && !leading)
            check_report(s->c, CHECK_STRUCTURE, i, "it stands after an instruction that is no phi");
        leading &= phi;
        if (phi)
            judge_phi(s, i, block);
    }
}

/* ---- the function ---- */

void check_structure(struct checker *c, ir_function function) {
    struct structure s = {
        .c = c, .function = &c->module->functions[function], .graph = check_control_flow(c, function)};
    const struct ir_block *entry = &c->module->blocks[s.graph.first];
    if (s.graph.predecessor_count[0])
        check_report(c, CHECK_STRUCTURE, entry->first_instruction, "a branch leads to the function's first block");
    for (uint32_t block = 0; block < s.graph.count; block++) {
        mmra_work(c->module->watch, 4);
        judge_phis(&s, block);
        judge_uses(&s, block);
    }
}
