/* Functions, their blocks, and what they need from their callers (functions.c, blocks.c, control_flow.c,
 * environment.c). */
#ifndef TRANSLATOR_FUNCTIONS_H
#define TRANSLATOR_FUNCTIONS_H

#include "translator/lower/lowering.h"
#include "translator/lower/opcodes.h"

/* ---- environment.c ---- */

/* A thing that a function cannot name itself and gets as a hidden parameter, or, in the kernel, makes: a resource, a
 * Private variable, a built-in. */
enum environment_kind {
    ENVIRONMENT_RESOURCE,       /* address of a buffer, or of its descriptor array */
    ENVIRONMENT_BYTE_SIZE,      /* i64 size of the buffer before it */
    ENVIRONMENT_PUSH_CONSTANTS, /* address */
    ENVIRONMENT_TASK_PAYLOAD,   /* likewise, and so are the next four */
    ENVIRONMENT_RAY_PAYLOAD,    /* incoming */
    ENVIRONMENT_HIT_ATTRIBUTE,
    ENVIRONMENT_CALLABLE_DATA, /* incoming */
    ENVIRONMENT_SHADER_RECORD,
    ENVIRONMENT_WORKGROUP,      /* of a Workgroup variable, on the host */
    ENVIRONMENT_NUM_WORKGROUPS, /* address of three i32, and so is the next; with --abi=buffer and on the host,
                                   parameters of kernels alone */
    ENVIRONMENT_DISPATCH_BASE,
    ENVIRONMENT_PRIVATE,   /* address of a Private variable */
    ENVIRONMENT_BUILTIN,   /* value of an Input built-in that the kernel makes */
    ENVIRONMENT_INTERFACE, /* address of an Input or Output variable of a shader (interface.h) */
    ENVIRONMENT_GIVEN      /* value of a built-in that no variable is: an input attachment is read there */
};

struct environment_item {
    spirv_id variable;
    uint8_t kind; /* enum environment_kind */
    ir_type type;
    ir_value value;     /* in the function being lowered; 0 where it does not need it */
    ir_value resource;  /* of a buffer with bounds: likewise, its buffer resource */
    uint32_t builtin;   /* of a given value: SpvBuiltIn */
    uint64_t offset;    /* of a Workgroup variable, on the host: where it lies in that memory */
    bool is_attachment; /* a resource: input attachments */
    bool is_shared;     /* an interface variable: in memory that invocations share (interface.h) */
    bool is_per_vertex; /* an interface variable: the shell is asked for it (vertex_inputs.h) */
    bool is_in_memory;  /* a built-in that the kernel makes: a pointer to it is handed on */
    bool *used_members; /* of an interface variable that is a block, or an array of them: by member */
};

/* 1 + number in l->environment of the item of a module-scope variable, whose size is the next one; 0: the id has none.
 */
static inline uint32_t environment_item_of(const struct lowering *l, spirv_id id) {
    uint32_t index = spirv_index(l->spirv, id);
    return index <= l->spirv->declaration_count ? l->environment_of[index] : 0;
}
/* The value of one of l->given_..., in the function being lowered; 0: it has none. */
static inline ir_value environment_given(const struct lowering *l, const uint32_t *given) {
    return *given ? l->environment[*given - 1].value : 0;
}
/* Finds the items, and which function needs which; lists the functions that the chosen entry points reach, callees
 * before callers. Recursion is refused. */
struct chosen_entry;
void environment_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots,
                      uint32_t root_count);

/* ---- functions.c ---- */

/* Calls what the instruction calls with these arguments, none of which is a pointer. */
ir_value call_with_values(struct lowering *l, const struct spirv_instruction *in, const ir_value *given,
                          uint32_t count);

struct lowered_function {
    ir_function ir;
    const uint32_t *items; /* numbers of environment items, ascending; they come before the SPIR-V parameters */
    uint32_t item_count;
    uint32_t asked_count; /* after them: of per-vertex inputs that it asks the shell for, ascending; no parameters */
    bool convergent;      /* a convergent operation is reachable */
    uint32_t place_count; /* that a call takes (meeting_places.h) */
};

/* A function that kernels call. */
void lower_function(struct lowering *l, uint32_t function);
/* The handler that the row of l->current names. */
static inline void lower_by_row(struct lowering *l) {
    const struct opcode_row *outer = l->row;
    l->row = opcode_row(l->current.opcode);
    l->row->lower(l, &l->current);
    l->row = outer;
}
/* The instruction at l->current, if it is supported, and as its function has helper invocations. */
void lower_instruction(struct lowering *l);
/* The function's attributes in quotes: "target-cpu" with --mcpu, "target-features" with --wave, then `further`. */
void function_set_attribute_text(struct lowering *l, ir_function function, const char *further);
/* Further attributes of a function that a shader calls, and of one that is no kernel. */
const char *function_shader_attributes(const struct lowering *l, bool is_called);
/* Fails where a function that is called cannot be inlined, and must be. */
void function_refuse_calls(struct lowering *l);

/* ---- blocks.c ---- */

/* A SPIR-V block; one that cannot be reached from the function's first is left out of the IR. */
struct lowered_block {
    ir_value label;
    ir_value exit;           /* the IR block in which it ends */
    uint32_t incoming;       /* edges from reachable blocks */
    const spirv_id *targets; /* of a switch: where it leads, in order; NULL: not asked yet */
    bool reachable;
    struct turn *turn, *leaves; /* its edge to a loop's header is the back edge; such a section ends in it (turns.h) */
    /* with --convergence=tokens (convergence.c); loops are named by 1 + the index of their header */
    bool has_heart;        /* it is the header of a loop with a convergent operation */
    uint32_t loop, around; /* the innermost such loop that holds it; of a header: the one around its own */
    ir_value heart;        /* the token */
};

/* 1 + the index in spirv->blocks of a label of l->body.function; 0: it is none. */
uint32_t block_of_label(const struct lowering *l, spirv_id label);
/* Index in spirv->blocks of a label of this function, which `in` names, and its label in the IR. */
uint32_t block_index(struct lowering *l, const struct spirv_instruction *in, spirv_id label);
ir_value block_label(struct lowering *l, const struct spirv_instruction *in, spirv_id label);
/* Words of one literal of an OpSwitch. */
uint32_t block_literal_words(struct lowering *l, const struct spirv_instruction *in);
/* Target `i` of a terminator; false where there are no more. */
bool block_target(struct lowering *l, const struct spirv_instruction *in, uint32_t i, spirv_id *target);
/* Successor `i` of a block, by index in spirv->blocks; false where there are no more. */
bool block_successor(struct lowering *l, uint32_t block, uint32_t i, uint32_t *successor);
void blocks_mark_reachable(struct lowering *l);
/* Whether all ways to `below` lead through `above`: blocks of l->body.function, by index in spirv->blocks. */
bool block_dominates(struct lowering *l, uint32_t above, uint32_t below);
/* By function: whether it, or one that it calls, has an instruction for which `is_one` holds. */
bool *functions_with(struct lowering *l, bool (*is_one)(struct lowering *l, const struct spirv_instruction *in));

/* ---- control_flow.c ---- */

/* Finds every block's label once. */
void control_flow_init(struct lowering *l);
/* The blocks of l->body.function, between ir_begin_function and ir_end_function. `prologue`, if any, is called when the
 * first block is open. */
void lower_body(struct lowering *l, void (*prologue)(struct lowering *l));

#endif
