/* Shader calls of ray tracing: what is called runs as code of the thread that calls it, as another invocation. What
 * goes with the ray, payloads and callable data, are registers, which both have; buffers are ordered as the model
 * orders invocations (models.md, "Shader calls"). */
#include "translator/program/grid_reader.h"

enum { MAX_CALLS = 64, DEEPEST_CALLS = 4 };

static const struct {
    uint32_t model;
    const char *name;
} called[] = {{SpvExecutionModelAnyHitKHR, "any hit"},
              {SpvExecutionModelClosestHitKHR, "closest hit"},
              {SpvExecutionModelMissKHR, "miss"},
              {SpvExecutionModelCallableKHR, "callable"}};

static const char *name_of_model(uint32_t model) {
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (called[i].model == model)
            return called[i].name;
    return "intersection";
}

/* Returns the n-th shader of that kind; NULL: there are no more. */
static const struct spirv_entry_point *find_shader(const struct grid_reader *g, uint32_t model, uint64_t n) {
    for (uint32_t i = 0; i < g->module->entry_point_count; i++)
        if (g->module->entry_points[i].execution_model == model && n-- == 0)
            return &g->module->entry_points[i];
    return NULL;
}

static const struct spirv_entry_point *only_shader(struct grid_reader *g, const struct spirv_instruction *in,
                                                   uint32_t model) {
    if (find_shader(g, model, 1))
        grid_refuse(g, in, "several %s shaders", name_of_model(model));
    return find_shader(g, model, 0);
}

/* ---- variables: each invocation has its own, but for what goes with the ray ---- */

static bool is_incoming(const struct grid_variable *variable) {
    return variable->storage_class == SpvStorageClassIncomingRayPayloadKHR ||
           variable->storage_class == SpvStorageClassIncomingCallableDataKHR;
}

static void receive(struct grid_reader *g, const struct spirv_instruction *in, const struct spirv_entry_point *entry,
                    const struct grid_variable *given) {
    for (uint32_t i = 0; i < entry->interface_count; i++) {
        struct grid_variable *variable = g->variables[spirv_index(g->module, entry->interface[i])];
        if (!variable || !is_incoming(variable))
            continue;
        if (variable->count != given->count)
            grid_refuse(g, in, "a payload that %s shader \"%.40s\" has as another type",
                        name_of_model(entry->execution_model), entry->name);
        variable->parts = given->parts;
    }
}

static void call_shader(struct grid_reader *g, const struct spirv_instruction *in,
                        const struct spirv_entry_point *entry, const struct grid_variable *payload,
                        struct litmus_part accepted) {
    const struct spirv_function *function = spirv_function_of_id(g->module, entry->function);
    struct grid_call call = {.caller = g->call,
                             .number = ++g->calls,
                             .depth = g->call ? g->call->depth + 1 : 1,
                             .frame_depth = g->frame->depth + 1,
                             .stage = name_of_model(entry->execution_model),
                             .accepted = accepted};
    if (!function || !function->block_count || function->parameter_count)
        grid_refuse(g, in, "an entry point without a body, or with parameters");
    if (g->calls > MAX_CALLS || call.depth > DEEPEST_CALLS)
        grid_refuse(g, in, "shader calls nested deeper than %d, or more than %d", DEEPEST_CALLS, MAX_CALLS);
    size_t count = g->module->definition_count + 1;
    struct grid_variable **own = arena_allocate_array(g->arena, count, sizeof *own);
    memcpy(own, g->variables, count * sizeof *own);
    uint32_t model = g->at.model;
    g->call = &call;
    g->at.model = entry->execution_model;
    grid_begin_private(g);
    receive(g, in, entry, payload);
    grid_compile_function(g, function, NULL, NULL);
    memcpy(g->variables, own, count * sizeof *own);
    g->at.model = model;
    g->call = call.caller;
}

/* ---- instructions ---- */

static const struct grid_variable *payload_of(struct grid_reader *g, const struct spirv_instruction *in, spirv_id id) {
    struct grid_value pointer = grid_value_of(g, in, id);
    bool whole = pointer.root && pointer.root->kind == GRID_PRIVATE && pointer.count == 1 &&
                 pointer.parts[0].operand.kind == PROGRAM_CONSTANT && pointer.parts[0].operand.value == 0;
    if (!whole)
        grid_refuse(g, in, "a payload that is no whole variable");
    return pointer.root;
}

static uint32_t here(struct grid_reader *g) {
    return grid_thread(g)->code_count;
}

/* Hits if there is a shader for that: the any-hit shader once, which may ignore it, then the closest-hit shader; else
 * misses. */
static void trace_ray(struct grid_reader *g, const struct spirv_instruction *in) {
    const struct spirv_entry_point *any = only_shader(g, in, SpvExecutionModelAnyHitKHR);
    const struct spirv_entry_point *closest = only_shader(g, in, SpvExecutionModelClosestHitKHR);
    const struct spirv_entry_point *miss = only_shader(g, in, SpvExecutionModelMissKHR);
    const struct grid_variable *payload = payload_of(g, in, in->operands[in->operand_count - 1]);
    uint32_t hits = any || closest;
    struct litmus_part accepted =
        grid_part(program_in_register(program_register(&g->litmus->program, grid_thread(g), NULL)), 1);
    if (find_shader(g, SpvExecutionModelIntersectionKHR, 0))
        grid_refuse(g, in, "an intersection shader");
    grid_copy(g, accepted, program_constant(hits));
    if (any)
        call_shader(g, in, any, payload, accepted);
    uint32_t branch = here(g);
    grid_append(g, PROGRAM_BRANCH)->a = accepted.operand;
    grid_thread(g)->code[branch].if_true = branch + 1;
    if (closest)
        call_shader(g, in, closest, payload, accepted);
    uint32_t jump = here(g);
    grid_append(g, PROGRAM_JUMP);
    grid_thread(g)->code[branch].if_false = here(g);
    if (miss)
        call_shader(g, in, miss, payload, accepted);
    grid_thread(g)->code[jump].if_true = here(g);
}

static void execute_callable(struct grid_reader *g, const struct spirv_instruction *in) {
    struct program_operand index = grid_value_of(g, in, in->operands[0]).parts[0].operand;
    const struct spirv_entry_point *entry =
        index.kind == PROGRAM_CONSTANT ? find_shader(g, SpvExecutionModelCallableKHR, index.value) : NULL;
    if (!entry)
        grid_refuse(g, in, "a callable shader that is chosen by no constant, or is not there");
    call_shader(g, in, entry, payload_of(g, in, in->operands[1]), (struct litmus_part){{0}, 0});
}

static const struct grid_row rows[] = {{SpvOpTraceRayKHR, trace_ray}, {SpvOpExecuteCallableKHR, execute_callable}};

static void call(struct grid_reader *g, const struct spirv_instruction *in, const void *row) {
    if (!g->litmus->program.call_level || in->operand_count < 2)
        grid_refuse(g, in, "a shader call where nothing is a ray generation shader");
    grid_compile_row(g, in, row);
}

const struct grid_table grid_ray_tables[] = {GRID_TABLE(rows, call), {NULL}};

void grid_end_call(struct grid_reader *g, const struct spirv_instruction *in) {
    if (!g->call || g->frame->depth != g->call->frame_depth || !g->call->accepted.width)
        grid_refuse(g, in, "in a function that the entry point calls");
    if (in->opcode == SpvOpIgnoreIntersectionKHR)
        grid_copy(g, g->call->accepted, program_constant(0));
}
