/* Shader calls in IR: what the shell's functions call runs as code of the calling thread, as another invocation, or,
 * where the driver keeps a ray's calls in one lane, as the same (docs/reference/models.md, "Shader calls"). */
#include "mmra/litmus/litmus_ir.h"

enum { MAX_CALLS = 64 };

static uint32_t here(struct litmus_ir_reader *r) {
    return litmus_ir_thread(r)->code_count;
}

static const struct litmus_ir_shader *find_shader(const struct litmus_ir_reader *r, enum litmus_ir_call_kind kind,
                                                  uint64_t n) {
    const struct litmus_invocation *me = &r->grid->invocations[r->thread];
    for (uint32_t i = 0; i < me->shader_count; i++)
        if (me->shaders[i].kind == kind && n-- == 0)
            return &me->shaders[i];
    return NULL;
}

static bool call_shader(struct litmus_ir_reader *r, const struct ir_instruction *i,
                        const struct litmus_ir_shader *shader, struct litmus_part accepted) {
    const struct ir_function_info *function = shader ? litmus_ir_find_function(r, shader->function) : NULL;
    struct litmus_ir_parts payload = litmus_ir_parts_at(r, i, i->operand_count - 1);
    struct litmus_ir_call call = {.number = (uint8_t)(r->grid->calls_in_lane ? 0 : ++r->calls), .accepted = accepted};
    const struct litmus_ir_call *caller = r->call;
    struct litmus_ir_frame frame = {.depth = r->frame->depth + 1}, *calling = r->frame;
    if (!shader)
        return true;
    if (!function || !payload.variable || r->calls > MAX_CALLS || frame.depth > MAX_CALLS)
        return litmus_ir_unsupported(r, i, "a shader call that cannot be followed");
    struct litmus_ir_parts *arguments =
        arena_allocate_array(r->reader.arena, function->parameter_count + 1, sizeof *arguments);
    if (!litmus_ir_let_arguments(r, function, shader->arguments, shader->argument_count, &payload, arguments))
        return false;
    r->call = &call;
    bool read = litmus_ir_read_function(r, &frame, function, arguments);
    r->call = caller;
    r->frame = calling;
    return read;
}

/* A ray hits if there is a shader for that, as on the shader's side. */
static bool trace_ray(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    const struct litmus_ir_shader *any = find_shader(r, LITMUS_CALL_ANY_HIT, 0);
    const struct litmus_ir_shader *closest = find_shader(r, LITMUS_CALL_CLOSEST_HIT, 0);
    struct program *program = &r->reader.litmus->program;
    struct litmus_part accepted = {program_in_register(litmus_ir_temporary(r)), 1};
    litmus_build_copy(litmus_ir_builder(r), accepted, program_constant(any || closest));
    if (!call_shader(r, i, any, accepted))
        return false;
    uint32_t branch = here(r);
    program_append(program, litmus_ir_thread(r), PROGRAM_BRANCH)->a = accepted.operand;
    litmus_ir_thread(r)->code[branch].if_true = branch + 1;
    if (!call_shader(r, i, closest, accepted))
        return false;
    uint32_t jump = here(r);
    program_append(program, litmus_ir_thread(r), PROGRAM_JUMP);
    litmus_ir_thread(r)->code[branch].if_false = here(r);
    bool read = call_shader(r, i, find_shader(r, LITMUS_CALL_MISS, 0), accepted);
    litmus_ir_thread(r)->code[jump].if_true = here(r);
    return read;
}

bool litmus_ir_read_ray(struct litmus_ir_reader *r, const struct ir_instruction *i, enum litmus_ir_known_call call) {
    if (!r->grid || !r->grid->has_calls || ((call == LITMUS_IR_CALL_TRACE_RAY) && i->operand_count < 2) ||
        (call == LITMUS_IR_CALL_EXECUTE_CALLABLE && i->operand_count != 3))
        return litmus_ir_unsupported(r, i, "a shader call where nothing is a ray");
    if (call == LITMUS_IR_CALL_TRACE_RAY)
        return trace_ray(r, i);
    if (call == LITMUS_IR_CALL_EXECUTE_CALLABLE) {
        uint64_t index;
        struct program_operand chosen = litmus_ir_parts_at(r, i, 1).items[0].operand;
        const struct litmus_ir_shader *shader =
            litmus_ir_constant(r, chosen, &index) ? find_shader(r, LITMUS_CALL_CALLABLE, index) : NULL;
        return shader ? call_shader(r, i, shader, (struct litmus_part){{0}, 0})
                      : litmus_ir_unsupported(r, i, "a callable shader that is chosen by no constant");
    }
    if (!r->call || !r->call->accepted.width)
        return litmus_ir_unsupported(r, i, "the end of a ray where there is none");
    if (call == LITMUS_IR_CALL_IGNORE_INTERSECTION)
        litmus_build_copy(litmus_ir_builder(r), r->call->accepted, program_constant(0));
    return true;
}
