/* Functions and control flow of SPIR-V: blocks one after the other, phis as copies on their edges, calls inlined. */
#include "mmra/base/search.h"
#include "translator/program/grid_reader.h"

enum { DEEPEST_CALL = 64 };

static uint32_t here(struct grid_reader *g) {
    return grid_thread(g)->code_count;
}

/* ---- edges ---- */

static void jump(struct grid_reader *g, spirv_id label) {
    litmus_build_jump(grid_builder(g), &g->frame->jumps,
                      label ? spirv_index(g->module, label) - g->frame->first_index : MODEL_NONE);
}

/* Blocks stand in the order of their words. */
static const struct spirv_block *find_block(struct grid_reader *g, spirv_id label) {
    const struct spirv_function *function = g->frame->function;
    const struct spirv_block *blocks = &g->module->blocks[function->first_block];
    uint32_t word = g->module->definitions[spirv_index(g->module, label)].word;
    uint32_t b = COUNT_UP_TO(blocks, function->block_count, first_word, word);
    if (b < function->block_count && blocks[b].label == label)
        return &blocks[b];
    grid_refuse(g, NULL, "a branch to what is no block of its function");
}

struct phi_copy {
    struct grid_value target, copy;
};

/* The copies that phis ask for on the way from one block to another, all at once, then the jump. */
static void take_edge(struct grid_reader *g, spirv_id from, spirv_id to) {
    const struct spirv_block *block = find_block(g, to);
    struct phi_copy *copies = NULL;
    uint32_t count = 0, capacity = 0;
    for (uint32_t word = block->first_word; word < block->terminator;) {
        struct spirv_instruction phi = spirv_instruction_at(g->module, word);
        word += phi.length;
        if (phi.opcode == SpvOpLine || phi.opcode == SpvOpNoLine)
            continue;
        if (phi.opcode != SpvOpPhi)
            break;
        for (uint32_t k = 0; k + 1 < phi.operand_count; k += 2) {
            if (phi.operands[k + 1] != from)
                continue;
            struct phi_copy copy = {.target = grid_value_of(g, &phi, phi.result)};
            struct grid_value source = grid_value_of(g, &phi, phi.operands[k]);
            copy.copy = grid_new_value(g, &phi, grid_type(g, &phi, phi.type));
            for (uint32_t i = 0; i < copy.copy.count && i < source.count; i++)
                grid_copy(g, copy.copy.parts[i], source.parts[i].operand);
            *ARENA_PUSH(g->arena, copies, count, capacity) = copy;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < copies[i].target.count && k < copies[i].copy.count; k++)
            grid_copy(g, copies[i].target.parts[k], copies[i].copy.parts[k].operand);
    grid_count_round(g, from, to);
    jump(g, to);
}

/* Appends a branch. Its two ways follow it, each with the copies of its edge. */
static void branch(struct grid_reader *g, struct program_operand condition, const struct spirv_instruction *in,
                   spirv_id from, spirv_id yes, spirv_id no) {
    uint32_t at = here(g);
    struct program_instruction *instruction = grid_append(g, PROGRAM_BRANCH);
    instruction->a = condition;
    instruction->operation.origin = grid_word(g, in->word);
    instruction->operation.place = grid_place(g, in->word);
    grid_thread(g)->code[at].if_true = at + 1;
    take_edge(g, from, yes);
    grid_thread(g)->code[at].if_false = here(g);
    if (no)
        take_edge(g, from, no);
}

static void switch_over(struct grid_reader *g, const struct spirv_instruction *in, spirv_id from) {
    struct litmus_part value = grid_value_of(g, in, in->operands[0]).parts[0];
    uint32_t words = value.width > 32 ? 2 : 1;
    for (uint32_t k = 2; k + words < in->operand_count; k += words + 1) {
        uint64_t literal = in->operands[k];
        if (words == 2)
            literal |= (uint64_t)in->operands[k + 1] << 32;
        struct program_operand equal =
            grid_compute(g, PROGRAM_COMPARE + IR_EQ, 1, value.width, value.operand, program_constant(literal));
        branch(g, equal, in, from, in->operands[k + words], 0);
    }
    take_edge(g, from, in->operands[1]);
}

static void leave(struct grid_reader *g, const struct spirv_instruction *in) {
    if (in->opcode == SpvOpReturnValue) {
        struct grid_value value = grid_value_of(g, in, in->operands[0]);
        for (uint32_t i = 0; i < g->frame->result.count && i < value.count; i++)
            grid_copy(g, g->frame->result.parts[i], value.parts[i].operand);
        if (g->frame->result.count && value.root)
            g->frame->result.root = value.root;
    }
    jump(g, 0);
}

/* Ends the invocation. A task that runs without its mesh shader launches nothing that is looked at. */
static void emit_mesh_tasks(struct grid_reader *g, const struct spirv_instruction *in) {
    if (g->mesh)
        grid_append_launch(g, in);
    grid_append(g, PROGRAM_END);
}

/* Whoever ends it in an interlock leaves that too, which is not known here. */
static void end_invocation(struct grid_reader *g, const struct spirv_instruction *in) {
    if (spirv_has_capability(g->module, SpvCapabilityFragmentShaderPixelInterlockEXT) ||
        spirv_has_capability(g->module, SpvCapabilityFragmentShaderSampleInterlockEXT) ||
        spirv_has_capability(g->module, SpvCapabilityFragmentShaderShadingRateInterlockEXT))
        grid_refuse(g, in, "in a shader with an interlock");
    grid_append(g, PROGRAM_END);
}

/* A helper has no effects (Vulkan, "Helper Invocations"): it only ends. */
static void abort_invocation(struct grid_reader *g, const struct spirv_instruction *in) {
    uint32_t skip = litmus_build_skip(grid_builder(g), g->helper);
    grid_append(g, PROGRAM_ABORT)->operation = (struct model_operation){.line = grid_line(g, in->word),
                                                                        .origin = grid_word(g, in->word),
                                                                        .text = "OpAbortKHR",
                                                                        .place = grid_place(g, in->word)};
    litmus_build_skipped(grid_builder(g), skip);
    grid_append(g, PROGRAM_END);
}

static void require_fragment(struct grid_reader *g, const struct spirv_instruction *in) {
    if (!g->helper.width)
        grid_refuse(g, in, "where nothing is a fragment");
}

/* From there on the fragment is a helper, whose accesses nobody sees. */
static void demote(struct grid_reader *g, const struct spirv_instruction *in) {
    require_fragment(g, in);
    grid_copy(g, g->helper, program_constant(1));
}

static void is_helper(struct grid_reader *g, const struct spirv_instruction *in) {
    require_fragment(g, in);
    struct grid_value result = grid_new_value(g, in, grid_type(g, in, in->type));
    grid_copy(g, result.parts[0], g->helper.operand);
    grid_set_result(g, in, result);
}

static void terminate(struct grid_reader *g, const struct spirv_block *block) {
    struct spirv_instruction in = spirv_instruction_at(g->module, block->terminator);
    switch (in.opcode) {
    case SpvOpBranch:
        take_edge(g, block->label, in.operands[0]);
        break;
    case SpvOpBranchConditional:
        branch(g, grid_value_of(g, &in, in.operands[0]).parts[0].operand, &in, block->label, in.operands[1],
               in.operands[2]);
        break;
    case SpvOpSwitch:
        switch_over(g, &in, block->label);
        break;
    case SpvOpReturn:
    case SpvOpReturnValue:
        leave(g, &in);
        break;
    case SpvOpUnreachable:
        grid_append(g, PROGRAM_FAULT);
        break;
    case SpvOpKill:
    case SpvOpTerminateInvocation:
        end_invocation(g, &in);
        break;
    case SPIRV_ABORT:
        abort_invocation(g, &in);
        break;
    case SpvOpEmitMeshTasksEXT:
        emit_mesh_tasks(g, &in);
        break;
    case SpvOpIgnoreIntersectionKHR:
    case SpvOpTerminateRayKHR:
        grid_end_call(g, &in);
        jump(g, 0);
        break;
    default:
        grid_refuse(g, &in, "a terminator that is not known here");
    }
}

/* ---- calls ---- */

/* Each untyped variable and access chain has a type of its own, which also says where it leads (spirv/module.h). */
static bool is_one_type(const struct spirv_type *a, const struct spirv_type *b) {
    return a == b || (a && b && a->is_untyped && b->is_untyped && a->storage_class == b->storage_class);
}

static const struct spirv_function *callee_of(struct grid_reader *g, const struct spirv_instruction *in,
                                              uint32_t count) {
    const struct spirv_function *callee = spirv_function_of_id(g->module, spirv_callee(in));
    if (!callee || !callee->block_count || g->frame->depth == DEEPEST_CALL)
        grid_refuse(g, in,
                    callee && callee->block_count ? "recursion, or calls nested too deep"
                                                  : "a function that the module does not define");
    if (callee->parameter_count != count)
        grid_refuse(g, in, "a call with the wrong number of arguments");
    return callee;
}

struct program_operand grid_call_component(struct grid_reader *g, const struct spirv_instruction *in,
                                           const struct grid_value *arguments, uint32_t count) {
    const struct spirv_function *callee = callee_of(g, in, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct spirv_type *type = spirv_type_of_value(g->module, callee->parameters[i]);
        bool is_address =
            type->opcode == SpvOpTypePointer && type->storage_class == SpvStorageClassPhysicalStorageBuffer;
        if (grid_count_parts(g, in, type) != arguments[i].count || is_address != arguments[i].physical ||
            (type->opcode == SpvOpTypePointer && !is_address))
            grid_refuse(g, in, "a function of components whose parameters are not those that it is called with");
    }
    const struct spirv_type *type = grid_type(g, in, grid_type(g, in, callee->type)->element);
    if (type->id != grid_type(g, in, in->type)->element)
        grid_refuse(g, in, "a function of components whose result is no component");
    struct grid_value result = grid_new_value(g, in, type);
    grid_compile_function(g, callee, arguments, &result);
    return result.parts[0].operand;
}

static void call(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_function *callee = callee_of(g, in, in->operand_count - 1);
    uint32_t count = in->operand_count - 1;
    struct grid_value *arguments = arena_allocate_array(g->arena, count + 1, sizeof *arguments), result = {0};
    for (uint32_t i = 0; i < count; i++)
        arguments[i] = grid_value_of(g, in, in->operands[i + 1]);
    for (uint32_t i = 0; i < count; i++)
        if (!is_one_type(spirv_type_of_value(g->module, in->operands[i + 1]),
                         spirv_type_of_value(g->module, callee->parameters[i])))
            grid_refuse(g, in, "its argument %s is of another type than the parameter",
                        grid_name(g, in->operands[i + 1]));
    if (grid_type(g, in, in->type)->opcode == SpvOpTypePointer)
        grid_refuse(g, in, "a function that returns a pointer");
    result = grid_new_value(g, in, grid_type(g, in, in->type));
    const struct model_place *around = g->caller;
    g->caller = grid_place(g, in->word);
    grid_compile_function(g, callee, arguments, &result);
    g->caller = around;
    grid_set_result(g, in, result);
}

/* ---- functions ---- */

static void compile_variable(struct grid_reader *g, const struct spirv_instruction *in) {
    struct grid_value pointer = {.count = 1, .root = grid_private_variable(g, in)};
    pointer.parts = arena_allocate_array(g->arena, 1, sizeof *pointer.parts);
    pointer.parts[0] = grid_part(program_constant(0), 64);
    grid_set_result(g, in, pointer);
}

/* ---- opcodes ---- */

static void compile_nothing(struct grid_reader *g, const struct spirv_instruction *in) {
    (void)g;
    (void)in;
}

static const struct grid_row rows[] = {{SpvOpVariable, compile_variable},
                                       {SpvOpFunctionCall, call},
                                       {SpvOpDemoteToHelperInvocation, demote},
                                       {SpvOpIsHelperInvocationEXT, is_helper},
                                       {SpvOpNop, compile_nothing},
                                       {SpvOpLine, compile_nothing},
                                       {SpvOpNoLine, compile_nothing},
                                       {SpvOpSelectionMerge, compile_nothing},
                                       {SpvOpLoopMerge, compile_nothing},
                                       {SpvOpSetMeshOutputsEXT, compile_nothing},
                                       {SpvOpPhi, compile_nothing}, /* on the edges */
                                       {SpvOpLifetimeStart, compile_nothing},
                                       {SpvOpLifetimeStop, compile_nothing}};

const struct grid_table grid_code_tables[] = {GRID_ROWS(rows), {NULL}};

static void compile_instruction(struct grid_reader *g, const struct spirv_instruction *in) {
    uint32_t at = g->opcode_starts[in->opcode % GRID_OPCODE_STARTS];
    while (at && *(const uint16_t *)g->opcodes[at - 1].row != in->opcode)
        at = g->opcodes[at - 1].next;
    if (at)
        g->opcodes[at - 1].table->compile(g, in, g->opcodes[at - 1].row);
    else
        g->compile_rest(g, in);
}

static void compile_block(struct grid_reader *g, const struct spirv_block *block) {
    g->frame->starts[spirv_index(g->module, block->label) - g->frame->first_index] = here(g);
    g->frame->block = block->label;
    for (uint32_t word = block->first_word; word < block->terminator;) {
        struct spirv_instruction in = spirv_instruction_at(g->module, word);
        mmra_work(g->arena->watch, 4);
        compile_instruction(g, &in);
        word += in.length;
    }
    terminate(g, block);
}

/* Dense indexes follow the order of the words. */
static uint32_t end_index(const struct spirv_module *module, const struct spirv_function *function) {
    uint32_t number = (uint32_t)(function - module->functions);
    return number + 1 < module->function_count ? spirv_index(module, function[1].id) : module->definition_count + 1;
}

void grid_compile_function(struct grid_reader *g, const struct spirv_function *function,
                           const struct grid_value *arguments, struct grid_value *result) {
    struct grid_frame frame = {.function = function, .depth = g->frame ? g->frame->depth + 1 : 0}, *caller = g->frame;
    frame.first_index = spirv_index(g->module, function->id);
    size_t count = end_index(g->module, function) - frame.first_index;
    frame.values = arena_allocate_array(g->arena, count, sizeof *frame.values);
    frame.starts = arena_allocate_array(g->arena, count, sizeof *frame.starts);
    frame.rounds_of_caller = caller ? grid_rounds(g, caller->block) : program_constant(0);
    frame.loop_of_caller = caller ? grid_loop_around(g, caller->block) : 0;
    if (result)
        frame.result = *result;
    for (uint32_t i = 0; i < function->parameter_count; i++)
        frame.values[spirv_index(g->module, function->parameters[i]) - frame.first_index] = arguments[i];
    g->frame = &frame;
    grid_begin_rounds(g);
    for (uint32_t b = 0; b < function->block_count; b++)
        compile_block(g, &g->module->blocks[function->first_block + b]);
    g->frame = caller;
    litmus_build_landings(grid_builder(g), &frame.jumps, frame.starts);
}
