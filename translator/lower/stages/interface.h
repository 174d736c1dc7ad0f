/* The inputs and outputs of a shader that is no kernel (docs/guide/stages.md): which values its function takes and
 * returns, and the variables that hold them while it runs. Input and Output variables are private memory; the
 * parameters are stored there where the function begins, and the results are loaded where it returns. A variable that
 * several invocations share is memory that the caller gives; for per-vertex inputs the shell is asked
 * (vertex_inputs.h). */
#ifndef TRANSLATOR_INTERFACE_H
#define TRANSLATOR_INTERFACE_H

#include "translator/lower/functions/entry_point.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/stages/stages.h"

/* A value: a scalar or vector at a Location, or a built-in. */
struct interface_value {
    smmra_interface about;
    spirv_id variable;
    spirv_id type;   /* of what lies at `offset`: of the value, or, if it is split, of its components */
    uint32_t split;  /* so many scalars, one after the other, as a vector; 0: as the type is */
    uint64_t offset; /* bytes, in the variable's memory */
    ir_type ir;
    ir_value parameter; /* of an input */
    uint32_t order;     /* in which they were met */
    uint32_t pointer;   /* 1 + number of the pointer to the variable that it lies in; 0: to none */
};

/* A parameter that points to a variable. */
struct interface_pointer {
    spirv_id variable;
    ir_type type;
    uint32_t position; /* while they are ordered: 1 + its index in the order */
};

struct interface {
    const struct stage *stage;
    struct interface_value *values; /* inputs, then outputs, each by position */
    uint32_t count, capacity, input_count;
    struct interface_pointer *pointers;                    /* the first parameters of the interface */
    uint32_t pointer_count, pointer_capacity, empty_count; /* those after the others are no parameters */
    uint32_t parameter_count;                              /* pointers and values */
    ir_type result;                                        /* the struct of the outputs; 0, void: there are none */
    ir_type emitted;                                       /* likewise, of a stage that emits them */
};

/* Makes the interface of an entry point of that stage, whose function needs these environment items. */
struct interface *interface_make(struct lowering *l, const struct stage *stage, const struct chosen_entry *entry,
                                 const struct lowered_function *needs);
/* Those of its parameter_count parameters. */
void interface_parameter_types(const struct interface *interface, ir_type *types);
/* How a stage keeps an Input or Output variable: in memory of the invocation, in memory that invocations share, or not
 * at all, as the shell is asked for what it holds at a vertex. */
enum interface_keeping { INTERFACE_OWN = 1, INTERFACE_SHARED = 2, INTERFACE_PER_VERTEX = 4 };
enum interface_keeping interface_keeping_of(struct lowering *l, const struct stage *stage,
                                            const struct spirv_instruction *variable);
/* Names the parameters after the first `before` ones, which are those of the inputs. Needs that are given get theirs.
 */
void interface_bind(struct lowering *l, struct interface *interface, ir_function function, uint32_t before,
                    const struct lowered_function *needs);
/* At the beginning of the function: stores the parameters to the variables, which have memory. */
void interface_receive(struct lowering *l, const struct interface *interface);
/* The outputs as they are now, in a struct. */
ir_value interface_outputs(struct lowering *l, const struct interface *interface, ir_type type);
/* At its return: loads the outputs, and returns them. */
void interface_return(struct lowering *l, const struct interface *interface);

/* The parameter that is a built-in, which the entry point has. */
static inline ir_value interface_input(struct lowering *l, const struct interface *interface, uint32_t builtin) {
    for (uint32_t i = 0; i < interface->input_count; i++)
        if (interface->values[i].about.builtin == builtin)
            return interface->values[i].parameter;
    FAIL_INTERNAL(l, &l->current, "built-in %u is no input", builtin);
}

/* ---- interface_describe.c ---- */

/* The description of an entry point that the caller gets. */
struct interface_entry {
    const struct spirv_entry_point *point;
    const char *function;              /* its name in the IR */
    const char *workgroup_function;    /* on the host, of a kernel whose invocations do not wait for each other */
    const struct interface *interface; /* NULL: it is a kernel */
    uint32_t first_resource, resource_count;
    smmra_execution_mode *modes;
    uint32_t mode_count;
    smmra_facts facts; /* facts.h */
};
/* Adds it to l->entries, and, in a module with shaders, the nodes of !spirv.entry_points and !spirv.interface. The
 * entry point's resources are those from `first_resource` on. */
void interface_describe(struct lowering *l, const struct chosen_entry *chosen, const struct interface *interface,
                        uint32_t first_resource);

#endif
