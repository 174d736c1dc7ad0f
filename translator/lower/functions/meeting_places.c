#include "translator/lower/functions/meeting_places.h"

#include "translator/lower/extended/extended.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/opcodes.h"
#include "translator/lower/values.h"

static ir_value i32_constant(struct lowering *l, uint32_t value) {
    return ir_integer(l->ir, ir_type_integer(l->ir, 32), value);
}

/* ---- which functions take one ---- */

static bool takes_place(struct lowering *l, const struct spirv_instruction *in) {
    uint8_t traits = opcode_row(in->opcode)->traits;
    return traits & (IS_CONVERGENT | IS_CONVERGENT_AS_SAMPLE) ||
           (traits & IS_CONVERGENT_AS_SET && extended_set_is_convergent(l, in->operands[0]));
}

void places_init(struct lowering *l) {
    if (l->options->target == SMMRA_TARGET_HOST)
        l->takes_place = functions_with(l, takes_place);
}

/* Helper invocations are told from others in any function of a fragment. */
bool places_are_in(const struct lowering *l, const struct spirv_function *function) {
    return l->takes_place && (l->has_shaders || l->takes_place[function - l->spirv->functions]);
}

/* ---- the order ---- */

/* The places to which a block leads, as the order needs them: what stands after its construct first. */
static bool next_block(struct lowering *l, uint32_t block, uint32_t i, uint32_t *next) {
    uint32_t merge = l->spirv->blocks[block].merge;
    if (!merge)
        return block_successor(l, block, i, next);
    struct spirv_instruction in = spirv_instruction_at(l->spirv, merge);
    uint32_t behind = in.opcode == SpvOpLoopMerge ? 2 : 1;
    if (i >= behind)
        return block_successor(l, block, i - behind, next);
    *next = block_index(l, &in, in.operands[i]);
    return true;
}

/* The function's blocks, from `order`'s end, in reverse postorder: a block stands after those that lead to it, but for
 * back edges, a loop's continue construct after its body, also after blocks of it that leave the loop, and a merge
 * block after its construct (SPIR-V 2.11.2). */
static uint32_t order_blocks(struct lowering *l, uint32_t *order) {
    struct visit {
        uint32_t block, next;
    };
    uint32_t first = l->body.function->first_block, count = l->body.function->block_count, depth = 0, next;
    struct visit *stack = arena_allocate_array(l->arena, count, sizeof *stack);
    bool *seen = arena_allocate_array(l->arena, count, sizeof *seen);
    uint32_t begin = count;
    stack[depth++] = (struct visit){first, 0};
    seen[0] = true;
    while (depth) {
        struct visit *top = &stack[depth - 1];
        mmra_work(&l->watch, 1);
        if (!next_block(l, top->block, top->next++, &next)) {
            order[--begin] = top->block;
            depth--;
        } else if (!seen[next - first]) {
            seen[next - first] = true;
            stack[depth++] = (struct visit){next, 0};
        }
    }
    return begin;
}

/* ---- places ---- */

void places_begin(struct lowering *l, ir_value given) {
    l->body.place_count = 0;
    l->body.given_place = given;
}

static uint32_t set_place(struct lowering *l, const struct pending_meeting_place *place, uint32_t number) {
    const struct ir_instruction *instruction = &l->ir->instructions[place->instruction];
    if (number > INT32_MAX - place->count)
        FAIL_UNSUPPORTED(l, &l->current, "calls of functions come to more than 2^31 operations of subgroups");
    uint32_t last = instruction->operand_count - (instruction->flags & IR_TOKEN ? 2 : 1);
    l->ir->operands[instruction->operands + last] = i32_constant(l, number);
    return number + place->count;
}

uint32_t places_end(struct lowering *l, bool is_spirv) {
    const struct pending_meeting_place *places = l->body.places;
    uint32_t count = l->body.place_count, number = 0, first = l->body.function->first_block;
    if (!count)
        return 0;
    for (uint32_t i = 0; i < count && !is_spirv; i++)
        number = set_place(l, &places[i], number);
    if (!is_spirv)
        return number;
    uint32_t block_count = l->body.function->block_count;
    uint32_t *order = arena_allocate_array(l->arena, block_count, sizeof *order);
    uint32_t *from = arena_allocate_array(l->arena, (size_t)block_count + 1, sizeof *from);
    for (uint32_t i = 0, block = 0; block < block_count; from[++block] = i)
        while (i < count && places[i].block == first + block)
            i++;
    for (uint32_t i = order_blocks(l, order); i < block_count; i++)
        for (uint32_t k = from[order[i] - first]; k < from[order[i] - first + 1]; k++)
            number = set_place(l, &places[k], number);
    return number;
}

/* ---- iterations ---- */

void places_before_branch(struct lowering *l) {
    uint32_t next;
    for (uint32_t i = 0; l->reconverges_on_host && block_successor(l, l->at.block, i, &next); i++)
        if (l->blocks[next].has_heart && l->blocks[l->at.block].loop == next + 1) {
            emit_intrinsic(l, l->target->wave_barrier, 0, NULL, 0,
                           IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN);
            return;
        }
}
