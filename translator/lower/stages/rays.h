/* Ray queries and ray tracing: calls of what the shell gives (rays.c; docs/guide/stages.md). */
#ifndef TRANSLATOR_RAYS_H
#define TRANSLATOR_RAYS_H

#include "translator/lower/lowering.h"
#include "translator/lower/opcode_rows.h"

/* The object of a ray query, which only the shell's functions look into; the descriptor of an acceleration structure,
 * of which the first 8 bytes are the address. */
enum { RAY_QUERY_BYTES = 256, ACCELERATION_STRUCTURE_BYTES = SPIRV_ACCELERATION_STRUCTURE_DESCRIPTOR_BYTES };

/* The calls, as rows of the opcode table name them. */
enum ray_call {
    RAY_TRACE,
    RAY_TRACE_NV, /* with a Location for a pointer, as others of NV */
    RAY_TRACE_MOTION,
    RAY_TRACE_MOTION_NV,
    RAY_EXECUTE_CALLABLE_NV,
    RAY_EXECUTE_CALLABLE,
    RAY_REPORT_INTERSECTION,
    RAY_IGNORE_INTERSECTION,
    RAY_TERMINATE,
    RAY_QUERY_INITIALIZE,
    RAY_QUERY_TERMINATE,
    RAY_QUERY_GENERATE_INTERSECTION,
    RAY_QUERY_CONFIRM_INTERSECTION,
    RAY_QUERY_PROCEED,
    RAY_QUERY_TYPE,
    RAY_QUERY_T_MIN,
    RAY_QUERY_FLAGS,
    RAY_QUERY_T,
    RAY_QUERY_INSTANCE_CUSTOM_INDEX,
    RAY_QUERY_INSTANCE_ID,
    RAY_QUERY_RECORD_OFFSET,
    RAY_QUERY_GEOMETRY_INDEX,
    RAY_QUERY_PRIMITIVE_INDEX,
    RAY_QUERY_BARYCENTRICS,
    RAY_QUERY_FRONT_FACE,
    RAY_QUERY_CANDIDATE_IS_OPAQUE,
    RAY_QUERY_OBJECT_RAY_DIRECTION,
    RAY_QUERY_OBJECT_RAY_ORIGIN,
    RAY_QUERY_WORLD_RAY_DIRECTION,
    RAY_QUERY_WORLD_RAY_ORIGIN,
    RAY_QUERY_OBJECT_TO_WORLD,
    RAY_QUERY_WORLD_TO_OBJECT,
    RAY_QUERY_TRIANGLE
};

enum { RAY_ENDS_INSIDE_BLOCK = 1 }; /* flag of rows: SPV_NV_ray_tracing lets instructions follow */

/* The variable at a Location, which is a constant: callable data, or a payload. */
spirv_id ray_variable_at(struct lowering *l, const struct spirv_instruction *in, spirv_id location, bool callable);

#endif
