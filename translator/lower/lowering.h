/* The lowering of one SPIR-V module to IR: its state, and what every chapter of it uses.
 *
 * The chapters (types.c, constants.c, arithmetic.c, ...) are one file each, split as the SPIR-V specification is. Which
 * instruction is lowered by whom is a row of opcodes.c: a handler and what the handler needs to know. A handler reads
 * the operands with lower_value, appends IR with the emit functions, and ends with define. Handlers never return
 * errors: lowering_fail leaves the translation at once (a longjmp to smmra_translate; all memory is the
 * request's arenas').
 *
 * Every SPIR-V value is exactly one IR value. A SPIR-V pointer is an IR value too, with a struct pointer beside it that
 * says what only the translator knows: how far its alignment is proven and how a matrix behind it is laid out. */
#ifndef TRANSLATOR_LOWERING_H
#define TRANSLATOR_LOWERING_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"
#include "mmra/base/dominators.h"
#include "mmra/base/noinline.h"
#include "mmra/ir/ir.h"
#include "spirv/memory_view.h"
#include "spirv/module.h"
#include "translator/lower/opcodes.h"
#include "translator/lower/target.h"
#include "translator/map/map_tags.h"
#include "translator/map/memory_map.h"
#include "translator/spirv_mmra.h"

struct lowering;

/* ---- failing ---- */

#if defined(__GNUC__)
#define LOWERING_NORETURN                __attribute__((noreturn))
#define LOWERING_PRINTF(position, first) __attribute__((format(printf, position, first)))
#else
#define LOWERING_NORETURN
#define LOWERING_PRINTF(position, first)
#endif

/* Ends the translation with a message about the instruction at `in` (NULL: about the module). The message says what is
 * wrong or missing and what to do; opcode, id and word are put before it. */
LOWERING_NORETURN void lowering_fail(struct lowering *l, smmra_result result, const struct spirv_instruction *in,
                                     const char *format, ...) LOWERING_PRINTF(4, 5);

/* The same with a message that says all; word and id may be 0. */
LOWERING_NORETURN void lowering_end(struct lowering *l, smmra_result result, uint32_t word, uint32_t id, char *message);

/* Gives a message to the caller; what is not printable ASCII in it becomes '?'. */
void lowering_report(const smmra_options *options, uint32_t word, uint32_t id, char *message);

/* Not valid SPIR-V (only reached without validation); valid but not supported; and what cannot be, whatever the module.
 */
#define FAIL_INVALID(l, in, ...)     lowering_fail((l), SMMRA_INVALID_INPUT, (in), __VA_ARGS__)
#define FAIL_UNSUPPORTED(l, in, ...) lowering_fail((l), SMMRA_UNSUPPORTED, (in), __VA_ARGS__)
#define FAIL_INTERNAL(l, in, ...)    lowering_fail((l), SMMRA_INTERNAL_ERROR, (in), "internal fault: " __VA_ARGS__)

/* Asks the caller whether to go on, and ends the translation if not. */
void lowering_poll(struct lowering *l);

/* ---- pointers ---- */

/* How a matrix behind a pointer is laid out: 0 for a column-major matrix with its type's natural stride. */
struct matrix_layout {
    uint32_t stride; /* MatrixStride in bytes, or 0 */
    bool row_major;
};

/* Pointers of which the same is known share one. */
struct pointer {
    uint32_t alignment; /* proven, in bytes, a power of two; 0: no more than the type's scalar alignment */
    struct matrix_layout matrix;
    bool strided_vector;         /* pointee is a column of a row-major matrix: its components are matrix.stride apart */
    spirv_id interface_variable; /* an Input built-in: no memory; `steps` lead from the variable to the pointee */
    const spirv_id *steps;
    uint32_t step_count;
    const struct texel *texel;   /* what OpImageTexelPointer points to; it has no value */
    bool descriptor_array;       /* points to a descriptor array: the next index chooses a descriptor */
    ir_value descriptor;         /* address of the descriptor that the buffer came from, or 0 */
    spirv_id buffer;             /* the variable that is the buffer pointed into; 0: none, or one of an array */
    const struct bounds *bounds; /* else, with --abi=buffer: those of the buffer; NULL: not known */
};

/* What a pointer into a buffer may reach, with --abi=buffer (bounds.h). */
struct bounds {
    ir_value base;     /* address of the buffer's first byte */
    ir_value size;     /* i64, bytes */
    ir_value resource; /* ptr addrspace(7) to the first byte; 0: not made here, or the target has none */
};

/* ---- layout of a type in memory (layout.c) ---- */

struct member_layout {
    uint64_t offset;
    struct matrix_layout matrix; /* of the member, if it is a matrix or an array of them */
};

struct layout {
    uint64_t size;   /* bytes, padding to the alignment not included where the layout is explicit */
    uint64_t stride; /* of an array: from element to element; of a matrix: natural column stride; of a vector: its
                        component's */
    const struct member_layout *members; /* of a struct */
    uint32_t alignment;                  /* natural alignment, a power of two */
    bool is_explicit;                    /* a layout decoration takes part: Offset, ArrayStride */
    bool known;
};

/* What is known of a SPIR-V type, each from when it was first asked. */
struct lowered_type {
    struct layout layout;
    ir_type value;  /* of its values; 0: not lowered yet, or void */
    ir_type memory; /* as it lies in natural layout: booleans are i8; 0: not lowered yet */
};

/* ---- functions and what they need from their callers (functions.c) ---- */

/* A thing that a function cannot name itself and gets as a hidden parameter, or, in the kernel, makes: a resource, a
 * Private variable, a built-in. `number` indexes l->environment. */
enum environment_kind {
    ENVIRONMENT_RESOURCE,       /* address of a buffer, or of its descriptor array */
    ENVIRONMENT_BYTE_SIZE,      /* i64 size of the buffer before it */
    ENVIRONMENT_PUSH_CONSTANTS, /* address */
    ENVIRONMENT_NUM_WORKGROUPS, /* address of three i32, and so is the next; with --abi=buffer, parameters of kernels
                                   alone */
    ENVIRONMENT_DISPATCH_BASE,
    ENVIRONMENT_PRIVATE, /* address of a Private variable */
    ENVIRONMENT_BUILTIN  /* value of an Input built-in */
};

struct environment_item {
    spirv_id variable;
    uint8_t kind; /* enum environment_kind */
    ir_type type;
    ir_value value;    /* in the function being lowered; 0 where it does not need it */
    ir_value resource; /* of a buffer with bounds: likewise, its buffer resource */
};

/* A SPIR-V block; one that cannot be reached from the function's first is left out of the IR. */
struct lowered_block {
    ir_value label;
    ir_value exit;           /* the IR block in which it ends */
    uint32_t incoming;       /* edges from reachable blocks */
    const spirv_id *targets; /* of a switch: where it leads, in order; NULL: not asked yet */
    bool reachable;
    /* with --convergence=tokens (tokens.c); loops are named by 1 + the index of their header */
    bool has_heart;        /* it is the header of a loop with a convergent operation */
    uint32_t loop, around; /* the innermost such loop that holds it; of a header: the one around its own */
    ir_value heart;        /* the token */
};

struct lowered_function {
    ir_function ir;
    const uint32_t *items; /* numbers of environment items, ascending; they come before the SPIR-V parameters */
    uint32_t item_count;
    bool convergent; /* a convergent operation is reachable */
};

/* environment.c: 1 + number of the item of a module-scope variable, whose size is the next one; 0: the id has none. */
uint32_t environment_item_of(const struct lowering *l, spirv_id id);

/* environment.c: finds the items, and which function needs which; lists the functions that the chosen entry points
 * reach, callees before callers. Recursion is refused. */
void environment_init(struct lowering *l, const uint32_t *roots, uint32_t root_count);

/* ---- intrinsics (expression.c) ---- */

struct declared_intrinsic {
    const char *name; /* without the type: the address of a literal */
    ir_type type;
    ir_function function;
};

/* ---- what the map has said (accesses.c) ---- */

/* Of a leaf whose access is one operation. */
struct known_leaf {
    struct map_leaf leaf; /* of no components: none yet */
    struct mapped_operation operation;
};

/* ---- the state ---- */

/* What is known of a SPIR-V id. */
/* Of a value that another block than the function's first has computed, when that block is behind us, or another
 * function: whoever names it is held against the dominators. Most values are used in their own block, or come from the
 * first. */
#define VALUE_ELSEWHERE (UINT32_C(1) << 31)

struct lowered_id {
    const struct pointer *pointer; /* NULL: struct pointer with nothing known */
    ir_value value;                /* 0: not lowered yet; with VALUE_ELSEWHERE: see there */
    uint32_t name;                 /* of names.c; 0: none */
};

/* memory.c: a load that waits for the one store of what it loads, as both are a copy. */
struct delayed_load {
    struct spirv_instruction load;
    spirv_id value; /* what stands for it: its result, or that of the OpCopyLogical of it; 0: none waits */
};

struct lowering {
    struct arena *arena;
    const struct spirv_module *spirv;
    struct ir_module *ir;
    const smmra_options *options;
    const struct target *target;
    struct memory_map map;
    struct map_tags tags;
    struct spirv_object_flags objects;
    jmp_buf *landing; /* where lowering_fail goes */
    smmra_result result;
    uint64_t part_budget;                         /* of budget.h: what is left of it */
    struct mmra_watch watch;                      /* which asks options->cancel */
    bool is_printing, words_stay;                 /* the module is being printed; its words can still be read */
    ir_metadata scope_metadata[MMRA_SCOPE_COUNT]; /* operands of the av intrinsics, made at first use */
    struct known_leaf known_leaves[16];           /* those met last */
    const struct pointer *known_pointers[16];     /* likewise (values.c); NULL: none yet */

    /* by dense id (spirv_index) */
    struct lowered_id *ids;
    struct lowered_type *types; /* up to the last of them, which is type_count */
    uint32_t type_count;
    uint32_t *environment_of; /* of declarations alone: see environment_item_of */

    struct environment_item *environment;
    uint32_t environment_count;
    struct lowered_function *functions; /* by index in spirv->functions */
    uint32_t *order;                    /* reachable functions, callees first: indexes in spirv->functions */
    uint32_t order_count;

    /* the function being lowered (control_flow.c) */
    const struct spirv_function *function;
    struct spirv_instruction current; /* the instruction being lowered */
    bool is_last_body;                /* no function is lowered after this one, to name its ids */
    uint32_t next_look;               /* word of the function at which its work is counted again */
    uint32_t instructions_counted;    /* of the IR, as work that was done */
    struct lowered_block *blocks;     /* by index in spirv->blocks */
    uint32_t block;                   /* the SPIR-V block being lowered */
    struct dominators dominators;     /* of the SPIR-V blocks, when they are asked for */
    ir_value open_block;              /* label of the open IR block */
    bool convergent;                  /* a convergent operation was lowered in this function */
    struct delayed_load delayed;
    uint32_t *word_uses; /* by definition: how often its id is a word of a function; NULL until asked (memory.c) */
    ir_value token, entry_token; /* of convergent calls here, and of the function; 0: none (tokens.h) */
    struct pending_phi *phis;
    uint32_t phi_count, phi_capacity;

    struct names *names; /* names.c */

    ir_value workgroup_blocks;  /* the memory of all Workgroup variables that are blocks, or 0 (globals.c) */
    ir_function zeroing;        /* of Workgroup memory, of the entry point, or 0 */
    struct zeroings *zeroings;  /* all of them (zero_workgroup.c) */
    uint32_t workgroup_size[3]; /* of the entry point */
    bool derivative_quads;      /* its invocations are numbered so that those of 2 x 2 follow one another */
    uint32_t smallest_workgroup, largest_workgroup;       /* invocations, of all entry points */
    const struct spirv_constant *workgroup_size_constant; /* built-in WorkgroupSize; NULL: none */
    const uint32_t **local_sizes;                         /* by function: its LocalSize or LocalSizeId; NULL: none */
    bool *quads;                                          /* by function: DerivativeGroupQuads */
    uint32_t *item_parameter; /* by environment item: position of the parameter of the kernel being lowered */
    smmra_resource *resources;
    uint32_t resource_count, resource_capacity;
    uint32_t buffer_alignment;                /* proven alignment of a buffer binding */
    ir_value num_workgroups, dispatch_base;   /* parameters of the kernel, with --abi=buffer: addresses of three i32 */
    struct declared_intrinsic intrinsics[64]; /* those met last */
    ir_string allowed_error;      /* the attachment of inexact divisions and square roots, once there is one */
    const char *float_attributes; /* of every function: how it treats denormals; NULL for LLVM's default */
};

/* float_controls.c: reads the execution modes of the entry points, whose functions these are. */
void float_controls_init(struct lowering *l, const uint32_t *roots, uint32_t count);

/* Where the workgroup sizes of entry points are declared (entry_point.c). Before the first lower_kernel. */
void workgroup_sizes_init(struct lowering *l);
/* One of the entry points to be lowered: what its size is of all. */
void workgroup_sizes_include(struct lowering *l, spirv_id function);

/* ---- types.c ---- */

/* What is known of a type; of an id that is none, nothing. */
static inline struct lowered_type *lowered_type_of(struct lowering *l, spirv_id type) {
    uint32_t index = spirv_index(l->spirv, type);
    return &l->types[index <= l->type_count ? index : 0];
}

/* The IR type of values of a SPIR-V type; void for OpTypeVoid. */
NOINLINE ir_type lower_new_type(struct lowering *l, spirv_id type);
static inline ir_type lower_type(struct lowering *l, spirv_id type) {
    ir_type known = lowered_type_of(l, type)->value;
    return known ? known : lower_new_type(l, type);
}
/* The IR type whose LLVM layout is the natural layout of the type; an array of bytes where the layout is explicit. */
ir_type lower_memory_type(struct lowering *l, spirv_id type);
NOINLINE const struct layout *layout_compute(struct lowering *l, spirv_id type);
static inline const struct layout *layout_of(struct lowering *l, spirv_id type) {
    const struct layout *layout = &lowered_type_of(l, type)->layout;
    return layout->known ? layout : layout_compute(l, type);
}
/* The SPIR-V type behind an id; fails if it is none. */
NOINLINE LOWERING_NORETURN void lowering_fail_no_type(struct lowering *l, spirv_id id);
static inline const struct spirv_type *type_of(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_id(l->spirv, id);
    if (!type)
        lowering_fail_no_type(l, id);
    return type;
}
const struct spirv_type *type_of_operand(struct lowering *l, spirv_id value);
/* Component type and count of a scalar or vector type; fails on others. */
const struct spirv_type *type_component_of(struct lowering *l, const struct spirv_type *type, uint32_t *count);
/* Address space of a pointer type, as the memory map knows it: enum address_space. */
uint32_t type_address_space(struct lowering *l, const struct spirv_type *pointer);
/* The IR type of a pointer to it: private memory has an address space of the target's own. And back from an IR pointer.
 */
ir_type pointer_to_space(struct lowering *l, uint32_t address_space);
uint32_t pointer_space_of(struct lowering *l, ir_value address);

/* ---- constants.c ---- */

ir_value lower_constant(struct lowering *l, const struct spirv_constant *constant);
/* Of a scalar IR type, or the same scalar in every component of a vector type. */
ir_value constant_splat(struct lowering *l, ir_type type, uint64_t bits);

/* ---- values.c ---- */

static inline struct lowered_id *lowered_id_of(struct lowering *l, spirv_id id) {
    return &l->ids[spirv_index(l->spirv, id)];
}
/* The IR value of an operand. Constants are lowered at their first use. */
NOINLINE ir_value lower_new_value(struct lowering *l, spirv_id id);
/* Whether all ways to the block being lowered, or to the block whose phi value is asked for, have computed the id. */
bool value_is_computed_before(struct lowering *l, spirv_id id);
static inline ir_value lower_value(struct lowering *l, spirv_id id) {
    ir_value known = lowered_id_of(l, id)->value;
    return (int32_t)known > 0 ? known : lower_new_value(l, id); /* and not elsewhere */
}
/* Records the value of the instruction's result and names it, if it is a fresh unnamed result, after the id. */
void lower_result_unchecked(struct lowering *l, const struct spirv_instruction *in, ir_value value);
/* What is known of a pointer; never NULL. */
const struct pointer *pointer_of(struct lowering *l, spirv_id id);
void pointer_set(struct lowering *l, spirv_id id, const struct pointer *pointer);

/* Append to the open block; the result is unnamed. */
ir_value emit_instruction(struct lowering *l, enum ir_opcode opcode, ir_type type, const ir_value *operands,
                          uint32_t count);
ir_value emit1(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a);
ir_value emit2(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a, ir_value b);
ir_value emit3(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a, ir_value b, ir_value c);
/* What was appended last. Valid until more is. */
static inline struct ir_instruction *last_instruction(struct lowering *l) {
    return &l->ir->instructions[l->ir->instruction_count - 1];
}
/* getelementptr over one array of `element`: `address` and `index` of them. */
ir_value emit_address(struct lowering *l, ir_type element, ir_value address, ir_value index);
/* icmp or fcmp; the type is i1 or a vector of it. */
ir_value emit_compare(struct lowering *l, enum ir_opcode opcode, unsigned predicate, ir_value a, ir_value b);
/* Calls of intrinsics: "llvm.fabs" with the operands' types; `name` is complete, suffix included. */
ir_value emit_intrinsic(struct lowering *l, const char *name, ir_type result, const ir_value *arguments, uint32_t count,
                        uint16_t attributes);
/* The name of an intrinsic overloaded on a type: intrinsic_overloaded_name(l, "llvm.fabs", <4 x float>) is
 * "llvm.fabs.v4f32". */
const char *intrinsic_overloaded_name(struct lowering *l, const char *name, ir_type type);
ir_value emit_extract_value(struct lowering *l, ir_value aggregate, uint32_t index);
ir_value emit_insert_value(struct lowering *l, ir_value aggregate, ir_value element, uint32_t index);
/* Of a vector: element `index`; of a scalar with index 0: itself. */
ir_value emit_extract_element(struct lowering *l, ir_value vector, uint32_t index);
ir_value emit_insert_element(struct lowering *l, ir_value vector, ir_value element, uint32_t index);
/* Opens a new IR block inside the SPIR-V block being lowered. */
ir_value emit_new_block(struct lowering *l);
void emit_open_block(struct lowering *l, ir_value label);
void emit_branch(struct lowering *l, ir_value label);
void emit_conditional_branch(struct lowering *l, ir_value condition, ir_value if_true, ir_value if_false);

/* ---- names.c ---- */

/* Gives a fresh IR value its name after a SPIR-V id: its OpName where that is a legal name and free in this function,
 * else a name from the id. */
void name_give(struct lowering *l, ir_value value, spirv_id id);
/* The name itself: of an id, free in that scope and taken by this call. A name that is used already is given a number.
 */
enum name_scope { NAME_LOCAL, NAME_GLOBAL, NAME_TYPE, NAME_SCOPE_COUNT };
void name_choose(struct lowering *l, spirv_id id, enum name_scope scope, ir_string *name, uint32_t *number);
/* Likewise for a name that is no OpName: an entry point's. `shares`: others are of the same function. */
void name_choose_entry(struct lowering *l, const struct spirv_entry_point *entry, bool shares, ir_string *name,
                       uint32_t *number);
/* Reads every OpName once. */
void names_init(struct lowering *l);
/* Begins a function: all local names are free again. */
void names_begin_function(struct lowering *l);

/* ---- memory ---- */

/* access_chains.c: `address` plus a number of bytes; the address itself for 0. */
ir_value emit_offset(struct lowering *l, ir_value address, uint64_t bytes);
/* The alignment of an address `offset` bytes after one of `alignment`. */
uint32_t pointer_alignment_at(uint32_t alignment, uint64_t offset);
/* Fails where a pointer that the translator knows more of (a strided column, a built-in) would lose that knowledge: as
 * an operand of a call, phi, select or store. */
ir_value lower_plain_pointer(struct lowering *l, spirv_id pointer);
/* An alloca for a variable, named and known as it. */
void emit_alloca(struct lowering *l, spirv_id variable, spirv_id type, uint32_t alignment);
/* A view of a store that no SPIR-V instruction makes, without operands: a variable's initializer. */
struct spirv_memory_view memory_initializing_store(uint32_t storage_class);
/* The value behind a pointer to an Input built-in. */
ir_value lower_interface_load(struct lowering *l, const struct pointer *pointer);

/* memory.c: what OpCopyLogical makes of a load that waits for its store is that load still; false if it is another
 * value. */
bool memory_pass_delayed_load(struct lowering *l, spirv_id from, spirv_id to);
/* memory.c: what the instruction does to memory; fails where it cannot be said. */
struct spirv_memory_view memory_decode(struct lowering *l, const struct spirv_instruction *in);

/* accesses.c: load and store of a whole SPIR-V type through a pointer, split into leaves as the memory map demands. */
/* `from_source`: the read half of a copy, through view->source. `address` 0: an Input built-in. */
ir_value lower_load(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value address,
                    const struct pointer *pointer, bool from_source);
void lower_store(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value value,
                 ir_value address, const struct pointer *pointer);

/* A load and the store of what it loaded, as one: part by part, and a long array in a loop. */
struct copy_half {
    const struct spirv_memory_view *view;
    spirv_id type;
    ir_value address;
    const struct pointer *pointer;
    bool from_source;
};
void lower_copy(struct lowering *l, const struct copy_half *source, const struct copy_half *target);
/* Whether it is worth it, and the places are known not to overlap. */
bool memory_copies_in_loops(struct lowering *l, spirv_id type, uint32_t source_class, uint32_t target_class);

/* The instruction appended last gets an alignment in bytes, a power of two. */
void annotate_alignment(struct lowering *l, uint32_t alignment);
/* Makes the instruction appended last the memory operation that the map asks for: ordering, scope, alignment,
 * annotations, and with --explain the comment that says why. */
void annotate_operation(struct lowering *l, const struct mapped_operation *operation);
/* A load of a descriptor or an argument, which nobody writes while the kernel runs. */
ir_value emit_descriptor_load(struct lowering *l, ir_type type, ir_value address, uint32_t alignment);
/* fences, barriers and the like of an answer, in order; `operation` of any other kind ends the translation. */
void emit_synchronization(struct lowering *l, const struct mapped_operation *operation);
/* explain.c: the comment, or 0 without --explain. */
ir_string explain_operation(struct lowering *l, const struct mapped_operation *operation);

/* ---- images and samplers (images.c); images.h has what their own files share ---- */

bool image_is_opaque_type(const struct spirv_type *type); /* of an image, sampler or sampled image */
/* The IR type of their values, and the bytes of their descriptors in memory. */
ir_type image_type(struct lowering *l, const struct spirv_type *type);
uint32_t image_descriptor_bytes(struct lowering *l, const struct spirv_type *type);
smmra_resource_kind image_resource_kind(struct lowering *l, const struct spirv_type *type);
ir_value image_load_descriptor(struct lowering *l, spirv_id type, ir_value address);
/* image_atomics.c: an atomic through a texel pointer. */
void lower_image_atomic(struct lowering *l, const struct spirv_instruction *in, const struct spirv_memory_view *view);

/* ---- functions and the kernel ---- */

/* control_flow.c: the blocks of l->function, between ir_begin_function and ir_end_function. `prologue`, if any, is
 * called when the first block is open. */
void lower_body(struct lowering *l, void (*prologue)(struct lowering *l));
/* 1 + the index in spirv->blocks of a label of l->function; 0: it is none. */
uint32_t block_of_label(const struct lowering *l, spirv_id label);
/* Successor `i` of a block, by index in spirv->blocks; false where there are no more. */
bool block_successor(struct lowering *l, uint32_t block, uint32_t i, uint32_t *successor);
/* Finds every block's label once. */
void control_flow_init(struct lowering *l);
/* functions.c: a function that kernels call. */
void lower_function(struct lowering *l, uint32_t function);
/* The instruction at l->current through its row of the opcode table. */
void lower_instruction(struct lowering *l);
/* globals.c: Workgroup variables. */
void lower_globals(struct lowering *l);
/* Whether an OpVariable shares its memory with all others of which this is true. */
bool globals_is_workgroup_block(const struct lowering *l, const struct spirv_instruction *variable);
/* Those that functions use survive LLVM's optimizations of variables whose every access it sees. When all is lowered.
 */
void globals_keep(struct lowering *l);
/* entry_point.c: an entry point as an amdgpu_kernel. */
struct chosen_entry {
    const struct spirv_entry_point *point;
    ir_string name; /* chosen before any function's, so that the kernel is called what the module calls it */
    uint32_t number;
};
void lower_kernel(struct lowering *l, const struct chosen_entry *entry);
/* The function's attributes in quotes: "target-cpu" with --mcpu, "target-features" with --wave, then `further`. */
void function_set_attribute_text(struct lowering *l, ir_function function, const char *further);
/* Names the byte size that goes with a buffer variable. */
void name_byte_size(struct lowering *l, ir_value value, spirv_id variable);
/* builtins.c: the value of an Input variable in a kernel. */
ir_value lower_builtin(struct lowering *l, spirv_id variable);
/* LocalInvocationIndex: the built-ins of a kernel are known where it begins. */
ir_value builtin_local_invocation_index(struct lowering *l);
/* provenance.c: the comment with which the IR begins; last, as it says which intrinsics the IR has. */
void provenance_write(struct lowering *l);

/* zero_workgroup.c: a function that sets the Workgroup memory of an entry point to zero where it begins as such, or 0;
 * and its call in the kernel. Not while another function is open. */
bool workgroup_has_initialized(
    const struct lowering *l); /* whether a Workgroup variable of the module has an initializer */
ir_function lower_zeroing(struct lowering *l, const struct spirv_entry_point *entry, uint32_t invocations);
void emit_zeroing(struct lowering *l, ir_function function);

/* ---- handlers, by chapter; opcodes.c names them in its rows ---- */

#define HANDLER(name) opcode_handler name

/* memory.c */
HANDLER(lower_op_variable);
HANDLER(lower_op_load);
HANDLER(lower_op_store);
HANDLER(lower_op_copy_memory);
HANDLER(lower_op_access_chain);
HANDLER(lower_op_array_length);
HANDLER(lower_op_atomic);
HANDLER(lower_op_barrier);
/* control_flow.c, functions.c */
HANDLER(lower_op_phi);
HANDLER(lower_op_branch);
HANDLER(lower_op_branch_conditional);
HANDLER(lower_op_switch);
HANDLER(lower_op_return);
HANDLER(lower_op_unreachable);
HANDLER(lower_op_function_call);
/* arithmetic.c */
HANDLER(lower_unary);
HANDLER(lower_binary);
HANDLER(lower_comparison);
HANDLER(lower_logical);
HANDLER(lower_logical_equal);
HANDLER(lower_not);
HANDLER(lower_division);
HANDLER(lower_carry);
HANDLER(lower_extended_multiplication);
HANDLER(lower_any_all);
HANDLER(lower_op_s_negate);
HANDLER(lower_op_s_mod);
HANDLER(lower_op_f_div);
HANDLER(lower_op_f_mod);
HANDLER(lower_op_dot);
HANDLER(lower_op_vector_times_scalar);
HANDLER(lower_op_is_nan);
HANDLER(lower_op_is_inf);
HANDLER(lower_op_select);
/* bits.c */
HANDLER(lower_shift);
HANDLER(lower_op_bit_field_insert);
HANDLER(lower_op_bit_field_u_extract);
HANDLER(lower_op_bit_field_s_extract);
HANDLER(lower_op_bit_reverse);
HANDLER(lower_op_bit_count);
/* conversions.c */
HANDLER(lower_integer_to_float);
HANDLER(lower_float_to_integer);
HANDLER(lower_integer_resize);
HANDLER(lower_op_f_convert);
HANDLER(lower_op_quantize_to_f16);
HANDLER(lower_op_convert_ptr_to_u);
HANDLER(lower_op_convert_u_to_ptr);
HANDLER(lower_op_bitcast);
/* composites.c */
HANDLER(lower_op_undef);
HANDLER(lower_op_copy_object);
HANDLER(lower_op_copy_logical);
HANDLER(lower_op_composite_construct);
HANDLER(lower_op_composite_extract);
HANDLER(lower_op_composite_insert);
HANDLER(lower_op_vector_extract_dynamic);
HANDLER(lower_op_vector_insert_dynamic);
HANDLER(lower_op_vector_shuffle);
HANDLER(lower_pointer_comparison);
HANDLER(lower_op_ptr_diff);
/* matrices.c */
HANDLER(lower_op_transpose);
HANDLER(lower_op_matrix_times_scalar);
HANDLER(lower_op_matrix_times_vector);
HANDLER(lower_op_vector_times_matrix);
HANDLER(lower_op_matrix_times_matrix);
HANDLER(lower_op_outer_product);
/* dot_products.c */
enum { DOT_FIRST_SIGNED = 1, DOT_SECOND_SIGNED = 2, DOT_ACCUMULATES = 4 }; /* flags of its rows */
HANDLER(lower_op_integer_dot);
HANDLER(lower_op_mixed_float_dot);
/* derivatives.c */
enum { DERIVATIVE_X = 1, DERIVATIVE_Y = 2, DERIVATIVE_COARSE = 4 }; /* flags of its rows; x and y: the width */
HANDLER(lower_op_derivative);
/* clock.c */
HANDLER(lower_op_read_clock);
/* extended.c */
HANDLER(lower_op_ext_inst);
/* images.c, image_*.c */
HANDLER(lower_op_sampled_image);
HANDLER(lower_op_image);
HANDLER(lower_op_image_read);
HANDLER(lower_op_image_write);
HANDLER(lower_op_image_texel_pointer);
enum { SAMPLE_REFERENCE = 1, SAMPLE_PROJECT = 2, SAMPLE_GATHER = 4, SAMPLE_IMPLICIT = 8 }; /* flags of its rows */
HANDLER(lower_op_image_sample);
HANDLER(lower_op_image_query_size);
HANDLER(lower_op_image_query_levels);
HANDLER(lower_op_image_query_samples);

#endif
