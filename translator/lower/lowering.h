/* The lowering of one SPIR-V module to IR: its state, by how long each part of it lives.
 *
 * The chapters are one file each, as the SPIR-V specification is split, and what one offers to the others stands in its
 * header: types.h, values.h, memory.h, functions.h, entry_point.h and so on. The rows of opcode_rows.h say which
 * handler lowers an instruction. A handler reads the operands with lower_value, appends IR with the emit functions, and
 * ends with lower_result. It never returns an error: lowering_fail ends the call (fail.h).
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
#include "spirv/layout.h"
#include "spirv/memory_view.h"
#include "spirv/module.h"
#include "spirv/places.h"
#include "translator/lower/fail.h"
#include "translator/lower/target.h"
#include "translator/map/map_tags.h"
#include "translator/map/memory_map.h"
#include "translator/spirv_mmra.h"

/* ---- as long as an instruction or a block ---- */

/* A load that waits for the one store of what it loads, as both are a copy (memory.c). */
struct delayed_load {
    struct spirv_instruction load;
    spirv_id value; /* what stands for it: its result, or that of the OpCopyLogical of it; 0: none waits */
};

/* Writes that a later one shares its guard with (helpers.c). */
struct waiting_writes {
    uint32_t *words; /* of the instructions, in order; the memory is kept */
    uint32_t count, capacity;
};

struct lowering_position {
    uint32_t block;      /* the SPIR-V block being lowered */
    ir_value open_block; /* label of the open IR block */
    ir_value token;      /* of convergent calls here; 0: none (tokens.h) */
    struct delayed_load delayed;
    struct waiting_writes waiting;
    bool is_guarded; /* no helper invocation comes here */
};

/* A vector constant of equal components (constants.c). */
struct remembered_splat {
    ir_type type;
    ir_value element, value; /* 0: none */
};
enum { REMEMBERED_SPLATS = 64, DESCRIPTOR_KINDS = SMMRA_RESOURCE_INPUT_ATTACHMENT + 1 };

/* ---- as long as a function ---- */

/* A meeting place (meeting_places.h), which is not known before the whole function is lowered. */
struct pending_meeting_place {
    uint32_t instruction; /* in ir->instructions: the call, or what adds the function's own place */
    uint32_t block;       /* of SPIR-V */
    uint32_t count;
};

struct lowering_body {
    const struct spirv_function *function;
    const struct interface *
        interface;                /* where it returns, it returns these outputs; NULL: it is no shader's own body */
    bool is_entry;                /* it is the body of an entry point, to whom nobody returns */
    bool is_last;                 /* no function is lowered after this one, to name its ids */
    bool convergent;              /* a convergent operation was lowered in it */
    uint8_t helpers;              /* enum helpers (helpers.h) */
    uint32_t next_look;           /* word at which its work is counted again */
    struct dominators dominators; /* of its SPIR-V blocks, when they are asked for */
    ir_value message;             /* where those of OpAbortKHR lie; 0: it has none (aborts.h) */
    ir_value entry_token;         /* of its convergent calls outside loops; 0: none (tokens.h) */
    struct pending_phi *phis;     /* the memory is kept for the next function */
    uint32_t phi_count, phi_capacity;
    struct pending_meeting_place *places; /* likewise (meeting_places.h) */
    uint32_t place_count, place_capacity;
    ir_value given_place; /* parameter; 0: none */
};

/* ---- as long as a kernel, which is a function of its own or calls the entry point's ---- */

/* With --abi=driver (driver_kernel.c). */
struct driver_arguments {
    const smmra_argument *arguments; /* what the parameters are */
    uint32_t count;
    const smmra_resource *resources; /* that the shader uses, by set, then binding */
    uint32_t resource_count;
    ir_function function;
    ir_value push;                          /* the push constants' address; 0: not used */
    uint8_t lacks_group_id, lacks_local_id; /* components that have no register: bits */
};

struct lowering_kernel {
    const struct stage *stage;   /* stages.h */
    struct interface *interface; /* of a shader that is no kernel; else NULL */
    uint32_t workgroup_size[3];
    bool derivative_quads;                  /* its invocations are numbered so that those of 2 x 2 follow one another */
    bool initializes;                       /* an output that invocations share has an initializer */
    ir_function zeroing;                    /* of Workgroup memory; 0: none */
    uint32_t *item_parameter;               /* by environment item: position of its parameter */
    ir_value num_workgroups, dispatch_base; /* parameters, with --abi=buffer and on the host: addresses of three i32 */
    struct driver_arguments driver;
    ir_value grid; /* with --abi=driver: NumWorkgroups; 0: not given */
    /* On the host (host_kernel.h) parameters too, and made of them with --abi=driver (driver_kernel.h): */
    ir_value local_id, workgroup_id; /* <3 x i32> */
    ir_value workgroup_memory;       /* an address; 0: it uses none */
};

/* ---- as long as the module ---- */

/* How freely the module lets floats be computed (float_controls.c). */
struct float_freedom {
    bool contracts;             /* products and sums may be contracted */
    bool is_decorated;          /* unless a decoration of the instruction forbids it */
    bool contracts_undecorated; /* what holds without one */
    bool approximates;          /* 32-bit functions may be the processor's instructions */
    bool keeps_zero_signs;      /* the module asks for the sign of zero in 16 or 32 bits */
    bool orders_zeros;          /* it may ask, in some width, for -0 < +0, which LLVM's minimum leaves open */
    uint32_t toward_zero;       /* widths that round toward zero, one bit each, which has the width as its value */
    uint32_t flushed;           /* widths of which denormals are flushed, likewise */
    bool extended_rounds;       /* a rounding mode is about the extended instruction being lowered */
    uint32_t asked_word;        /* the instruction last asked about, and the answer */
    bool asked_contracts;
};

/* The map's answer about a leaf whose access is one operation (leaves.c). */
struct known_leaf {
    struct map_leaf leaf; /* of no components: none yet */
    struct mapped_operation operation;
};

/* An intrinsic overloaded on a type (expression.c). */
struct declared_intrinsic {
    const char *name; /* without the type: the address of a literal */
    ir_type type;
    ir_function function;
};

struct lowering {
    /* The call: set where it begins (translator/library/request.c). */
    struct arena *arena;
    const struct spirv_module *spirv;
    struct ir_module *ir;
    const smmra_options *options;
    const struct target *target;
    jmp_buf *landing; /* where lowering_fail goes */
    smmra_result result;
    struct mmra_watch watch;          /* which asks options->cancel */
    uint64_t part_budget;             /* of budget.h: what is left of it */
    struct spirv_instruction current; /* what messages and comments are about: the instruction being lowered */
    const struct opcode_row *row;     /* its row (opcodes.h) */
    bool is_printing, words_stay;     /* the module is being printed; its words can still be read */
    bool is_ending;                   /* a message is being made: nothing of it may fail with another */
    struct spirv_places *places;      /* in the IR's arena; NULL: the module has none, or nobody has asked */
    smmra_resource *resources;        /* what the caller gets, by kernel */
    uint32_t resource_count, resource_capacity;
    struct interface_entry *entries; /* likewise (interface.h) */
    uint32_t entry_count, entry_capacity;
    uint32_t *listed_for; /* by 1 + environment item: the last interface, from 1, that lists it */
    uint32_t interfaces_made;
    uint32_t *first_mode, *next_mode; /* 1 + execution mode, by function and by mode (interface_describe.c) */
    bool has_shaders;                 /* an entry point that is translated is no kernel: functions are amdgpu_gfx */
    bool has_quads;                   /* one has quads: functions are always inlined */
    bool has_rays;                    /* one is a ray tracing shader */
    bool has_partial_waves;           /* workgroups may have more waves than their size needs */
    bool has_exact_floats;            /* floats are not approximated */
    bool has_other_undefined;         /* what OpUndef gives is no zero */
    bool has_workgroups_of_shells;    /* one has a patch or workgroup, of which its shell knows how many waves it is */

    /* The module. */
    struct memory_map map;
    struct map_tags tags;
    struct spirv_object_flags objects;
    uint32_t buffer_alignment; /* proven alignment of a buffer binding */
    bool separate_objects;     /* no memory object declaration is an alias of another */
    struct names *names;       /* names.c */

    struct lowered_id *ids;     /* by dense id (spirv_index), and so are the next two */
    struct lowered_type *types; /* up to the last of them, as `layouts` has it */
    struct spirv_layouts layouts;
    uint32_t *environment_of; /* of declarations alone: see environment_item_of */

    uint8_t
        *keeping; /* by definition: enum interface_keeping of all entry points; NULL: none has others than its own */
    struct environment_item *environment;
    uint32_t environment_count;
    struct geometry *geometry; /* geometry.c; NULL: no entry point emits vertices */
    struct remembered_splat splats[REMEMBERED_SPLATS];
    bool *ends;                           /* by function: it may end the invocation (endings.c); NULL: none does */
    bool *killed;                         /* by function, if the module may abort: fragments call it */
    uint8_t *helpers;                     /* by function: enum helpers (helpers.h); NULL: no fragments */
    struct ray_locations *ray_locations;  /* rays.c; NULL: not asked yet */
    uint32_t given_position, given_layer; /* 1 + item of FragCoord and Layer or ViewIndex; 0: none */
    struct lowered_function *functions;   /* by index in spirv->functions */
    uint32_t *order;                      /* reachable functions, callees first: indexes in spirv->functions */
    uint32_t order_count;
    struct lowered_block *blocks; /* by index in spirv->blocks */
    bool *is_named_again;         /* by entry point: one before it has its name and stage; NULL: nobody has asked */
    /* A driver's, of images and samplers (driver_table.h); 0: descriptors follow one another, and so do their parts. */
    uint32_t descriptor_strides[DESCRIPTOR_KINDS], sampler_offset;
    uint8_t *descriptor_flags;      /* by definition: enum descriptor_flag (descriptors.h); NULL: nothing waits */
    struct constant_tables *tables; /* constant_tables.c; NULL: the target has none */
    spirv_id *descriptors_made;     /* what waited and is lowered in the open block */
    uint32_t descriptors_made_count, descriptors_made_capacity;
    uint32_t *word_uses; /* by definition: how often its id is a word of a function; NULL until asked (memory.c) */
    uint32_t instructions_counted; /* of the IR, as work that was done (control_flow.c) */

    ir_value workgroup_blocks;                      /* the memory of all Workgroup variables that are blocks, or 0 */
    uint64_t workgroup_bytes;                       /* on the host: of the memory of all Workgroup variables */
    bool asks_lanes;                                /* a function asks for the size of a subgroup, or its lane */
    struct zeroings *zeroings;                      /* zero_workgroup.c */
    bool with_tokens;                               /* convergence: --convergence=tokens, or MaximallyReconvergesKHR */
    bool reconverges_on_host;                       /* MaximallyReconvergesKHR, without tokens */
    const bool *looks, *shows;                      /* by function (turns.h); NULL: nobody asks */
    const bool *takes_place;                        /* by function (meeting_places.h); NULL: none does */
    uint32_t smallest_workgroup, largest_workgroup; /* invocations, of all entry points */
    const struct spirv_constant *workgroup_size_constant; /* built-in WorkgroupSize; NULL: none */
    const uint32_t **local_sizes;                         /* by function: its LocalSize or LocalSizeId; NULL: none */
    bool *quads;                                          /* by function: DerivativeGroupQuads */
    const char *float_attributes; /* of every function: how it treats denormals; NULL for LLVM's default */
    struct float_freedom floats;

    ir_metadata scope_metadata[MMRA_SCOPE_COUNT]; /* operands of the av intrinsics, made at first use */
    ir_string allowed_error;           /* the attachment of inexact divisions and square roots, once there is one */
    struct known_leaf known_leaves[4]; /* the last of loads and of stores, of scalars and of vectors */
    struct declared_intrinsic intrinsics[64]; /* those met last; 1.8 % more instructions without */

    struct lowering_kernel kernel;
    struct lowering_body body;
    struct lowering_position at;
};

/* Whether functions are amdgpu_gfx: what calls them is no kernel to the hardware. */
static inline bool functions_are_graphics(const struct lowering *l) {
    return (l->has_shaders || l->options->abi == SMMRA_ABI_DRIVER) && l->target->kernel_convention;
}

#endif
