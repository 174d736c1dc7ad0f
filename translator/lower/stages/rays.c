/* Ray queries (SPV_KHR_ray_query) and ray tracing (SPV_KHR_ray_tracing): each instruction is a call with its operands.
 * The object of a query is memory of the invocation, and so are payloads, callable data and hit attributes; an
 * acceleration structure is its address. */
#include "translator/lower/stages/rays.h"

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/memory/pointers.h"
#include "translator/lower/stages/endings.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* Operands and results have a letter for each type. */
enum {
    ACCELERATION_STRUCTURE = 'a',
    BOOLEAN = 'b',
    COMMITTED = 'c', /* a constant: 0 asks for the candidate intersection, 1 for the committed one */
    FLOAT = 'f',
    INTEGER = 'i',
    MATRIX = 'm', /* 4 columns of 3 */
    POINTER = 'p',
    QUERY = 'q',
    FLOATS_2 = '2',
    FLOATS_3 = '3',
    TRIANGLE = 't', /* 3 times 3 */
    CALLABLE = 'C', /* a constant: the Location of what SPV_NV_ray_tracing hands over, which KHR's points to */
    PAYLOAD = 'P'
};

static const struct ray_row {
    const char *name, *operands;
    char result; /* 0: none */
} rows[] = {
    [RAY_TRACE] = {IR_NAME_TRACE_RAY, "aiiiii3f3fp", 0},
    [RAY_TRACE_NV] = {IR_NAME_TRACE_RAY, "aiiiii3f3fP", 0},
    [RAY_TRACE_MOTION] = {"smmra.ray.trace.motion", "aiiiii3f3ffp", 0},
    [RAY_TRACE_MOTION_NV] = {"smmra.ray.trace.motion", "aiiiii3f3ffP", 0},
    [RAY_EXECUTE_CALLABLE_NV] = {IR_NAME_EXECUTE_CALLABLE, "iC", 0},
    [RAY_EXECUTE_CALLABLE] = {IR_NAME_EXECUTE_CALLABLE, "ip", 0},
    [RAY_REPORT_INTERSECTION] = {"smmra.ray.report.intersection", "fi", BOOLEAN},
    [RAY_IGNORE_INTERSECTION] = {IR_NAME_IGNORE_INTERSECTION, "", 0},
    [RAY_TERMINATE] = {IR_NAME_TERMINATE_RAY, "", 0},
    [RAY_QUERY_INITIALIZE] = {"smmra.ray.query.initialize", "qaii3f3f", 0},
    [RAY_QUERY_TERMINATE] = {"smmra.ray.query.terminate", "q", 0},
    [RAY_QUERY_GENERATE_INTERSECTION] = {"smmra.ray.query.generate.intersection", "qf", 0},
    [RAY_QUERY_CONFIRM_INTERSECTION] = {"smmra.ray.query.confirm.intersection", "q", 0},
    [RAY_QUERY_PROCEED] = {"smmra.ray.query.proceed", "q", BOOLEAN},
    [RAY_QUERY_TYPE] = {"smmra.ray.query.intersection.type", "qc", INTEGER},
    [RAY_QUERY_T_MIN] = {"smmra.ray.query.t.min", "q", FLOAT},
    [RAY_QUERY_FLAGS] = {"smmra.ray.query.flags", "q", INTEGER},
    [RAY_QUERY_T] = {"smmra.ray.query.intersection.t", "qc", FLOAT},
    [RAY_QUERY_INSTANCE_CUSTOM_INDEX] = {"smmra.ray.query.instance.custom.index", "qc", INTEGER},
    [RAY_QUERY_INSTANCE_ID] = {"smmra.ray.query.instance.id", "qc", INTEGER},
    [RAY_QUERY_RECORD_OFFSET] = {"smmra.ray.query.record.offset", "qc", INTEGER},
    [RAY_QUERY_GEOMETRY_INDEX] = {"smmra.ray.query.geometry.index", "qc", INTEGER},
    [RAY_QUERY_PRIMITIVE_INDEX] = {"smmra.ray.query.primitive.index", "qc", INTEGER},
    [RAY_QUERY_BARYCENTRICS] = {"smmra.ray.query.barycentrics", "qc", FLOATS_2},
    [RAY_QUERY_FRONT_FACE] = {"smmra.ray.query.front.face", "qc", BOOLEAN},
    [RAY_QUERY_CANDIDATE_IS_OPAQUE] = {"smmra.ray.query.candidate.is.opaque", "q", BOOLEAN},
    [RAY_QUERY_OBJECT_RAY_DIRECTION] = {"smmra.ray.query.object.ray.direction", "qc", FLOATS_3},
    [RAY_QUERY_OBJECT_RAY_ORIGIN] = {"smmra.ray.query.object.ray.origin", "qc", FLOATS_3},
    [RAY_QUERY_WORLD_RAY_DIRECTION] = {"smmra.ray.query.world.ray.direction", "q", FLOATS_3},
    [RAY_QUERY_WORLD_RAY_ORIGIN] = {"smmra.ray.query.world.ray.origin", "q", FLOATS_3},
    [RAY_QUERY_OBJECT_TO_WORLD] = {"smmra.ray.query.object.to.world", "qc", MATRIX},
    [RAY_QUERY_WORLD_TO_OBJECT] = {"smmra.ray.query.world.to.object", "qc", MATRIX},
    [RAY_QUERY_TRIANGLE] = {"smmra.ray.query.triangle.positions", "qc", TRIANGLE},
};

static ir_type type_of_letter(struct lowering *l, char letter) {
    ir_type number = ir_type_simple(l->ir, IR_TYPE_FLOAT), three = ir_type_vector(l->ir, number, 3);
    switch (letter) {
    case 0:
        return 0;
    case ACCELERATION_STRUCTURE:
        return ir_type_integer(l->ir, 64);
    case BOOLEAN:
        return ir_type_integer(l->ir, 1);
    case FLOAT:
        return number;
    case FLOATS_2:
        return ir_type_vector(l->ir, number, 2);
    case FLOATS_3:
        return three;
    case MATRIX:
        return ir_type_array(l->ir, three, 4);
    case TRIANGLE:
        return ir_type_array(l->ir, three, 3);
    case POINTER:
    case QUERY:
    case CALLABLE:
    case PAYLOAD:
        return ir_type_pointer(l->ir, l->target->private_space);
    default:
        return ir_type_integer(l->ir, 32);
    }
}

static bool points_to_query(struct lowering *l, spirv_id pointer) {
    const struct spirv_type *type = type_of_operand(l, pointer);
    return type->opcode == SpvOpTypePointer && type_of(l, type->element)->opcode == SpvOpTypeRayQueryKHR;
}

/* ---- what is handed over by its Location ---- */

enum { MAX_LOCATION = 63 };

/* The variables of a module that are handed over, by Location: callable data, and payloads. */
struct ray_locations {
    spirv_id callable[MAX_LOCATION + 1], payload[MAX_LOCATION + 1];
};

static void note_location(struct lowering *l, struct ray_locations *found, const struct spirv_instruction *in) {
    uint32_t class = in->operands[0];
    bool callable = class == SpvStorageClassCallableDataKHR || class == SpvStorageClassIncomingCallableDataKHR;
    bool payload = class == SpvStorageClassRayPayloadKHR || class == SpvStorageClassIncomingRayPayloadKHR;
    uint32_t location =
        spirv_decoration_operand(l->spirv, in->result, SPIRV_NO_MEMBER, SpvDecorationLocation, SMMRA_NONE);
    if ((callable || payload) && location <= MAX_LOCATION)
        (callable ? found->callable : found->payload)[location] = in->result;
}

spirv_id ray_variable_at(struct lowering *l, const struct spirv_instruction *in, spirv_id location, bool callable) {
    uint64_t number;
    if (!l->ray_locations) {
        l->ray_locations = arena_allocate_array(l->arena, 1, sizeof *l->ray_locations);
        mmra_work(&l->watch, l->spirv->global_count);
        for (uint32_t i = 0; i < l->spirv->global_count; i++) {
            struct spirv_instruction variable = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
            note_location(l, l->ray_locations, &variable);
        }
    }
    if (!spirv_integer_constant(l->spirv, location, &number))
        FAIL_INVALID(l, in, "%%%u, which names the Location, is no constant", location);
    const spirv_id *found = callable ? l->ray_locations->callable : l->ray_locations->payload;
    if (number > MAX_LOCATION)
        FAIL_UNSUPPORTED(l, in, "a Location beyond %d is not supported here", MAX_LOCATION);
    if (!found[number])
        FAIL_UNSUPPORTED(l, in, "no variable has Location %u; how large what it hands over is, is not known",
                         (unsigned)number);
    return found[number];
}

/* ---- calls ---- */

static ir_value argument(struct lowering *l, const struct spirv_instruction *in, char letter, spirv_id id) {
    uint64_t bits;
    bool is_pointer = letter == POINTER || letter == QUERY;
    if (letter == COMMITTED && !spirv_integer_constant(l->spirv, id, &bits))
        FAIL_INVALID(l, in, "%%%u, which chooses the intersection, is no constant", id);
    if (letter == QUERY && !points_to_query(l, id))
        FAIL_INVALID(l, in, "%%%u does not point to a ray query", id);
    if (letter == CALLABLE || letter == PAYLOAD)
        id = ray_variable_at(l, in, id, letter == CALLABLE);
    is_pointer = is_pointer || letter == CALLABLE || letter == PAYLOAD;
    ir_value value = is_pointer ? lower_plain_pointer(l, id) : lower_value(l, id);
    if (ir_type_of(l->ir, value) != type_of_letter(l, letter))
        FAIL_INVALID(l, in, "operand %%%u is not of the type that the instruction asks for", id);
    return value;
}

static ir_value emit_ray_call(struct lowering *l, const struct spirv_instruction *in, const struct ray_row *row) {
    enum { MAX_OPERANDS = 13 };
    ir_value arguments[MAX_OPERANDS];
    uint32_t count = 0;
    for (; row->operands[count]; count++)
        arguments[count] = argument(l, in, row->operands[count], in->operands[count]);
    return emit_shell_call(l, row->name, type_of_letter(l, row->result), arguments, count);
}

void lower_op_ray(struct lowering *l, const struct spirv_instruction *in) {
    ir_value value = emit_ray_call(l, in, &rows[l->row->detail]);
    if (!rows[l->row->detail].result)
        return;
    if (lower_type(l, in->type) != ir_type_of(l->ir, value))
        FAIL_INVALID(l, in, "its result type is not the one that it has");
    lower_result_unchecked(l, in, value);
}

void lower_op_ray_end(struct lowering *l, const struct spirv_instruction *in) {
    emit_ray_call(l, in, &rows[l->row->detail]);
    endings_end(l);
    if (l->row->flags & RAY_ENDS_INSIDE_BLOCK)
        emit_open_block(l, emit_new_block(l)); /* for what follows, which nothing reaches */
}

/* From 64 bits, or two times 32. */
void lower_op_convert_u_to_acceleration_structure(struct lowering *l, const struct spirv_instruction *in) {
    ir_type i64 = ir_type_integer(l->ir, 64), pair = ir_type_vector(l->ir, ir_type_integer(l->ir, 32), 2);
    ir_value value = lower_value(l, in->operands[0]);
    if (ir_type_of(l->ir, value) == pair)
        value = emit1(l, IR_BITCAST, i64, value);
    if (ir_type_of(l->ir, value) != i64 || lower_type(l, in->type) != i64)
        FAIL_INVALID(l, in, "it makes an acceleration structure of a number of 64 bits, or two of 32");
    lower_result_unchecked(l, in, value);
}
