/* The decoded SPIR-V module: all that its users must know, so that nobody reads the binary form a second time.
 *
 * Ids may be sparse (SPIR-V specification 2.3, 2.16.1): every table is sized by the module's words, never by its bound.
 * An id is looked up once with spirv_index, which gives a dense number from 1 to definition_count; tables of the
 * caller's own are arrays of definition_count + 1. Index 0 means "no such id".
 *
 * After spirv_read has succeeded the following holds, whatever the input was: every instruction lies within the module
 * and is as long as the grammar demands of it; every id operand of an instruction that the grammar knows is defined by
 * exactly one instruction (but see below); every result type is a type; types are acyclic and nested at most
 * SPIRV_MAX_NESTING deep, where a pointer counts as one, whatever it points to, and a struct may hold itself only
 * through a pointer that OpTypeForwardPointer has announced; the module declares, by itself or implicitly, a capability
 * that each instruction and enumerant needs; constants are well typed, composites to their last
 * element; the sections of the module are in their order; functions have the result and the parameters of their type,
 * and they and their blocks are well bracketed, and every block ends with its only terminator; OpEntryPoint names a
 * function. The types of operands are NOT checked, nor whether a value is computed before it is used: spirv-val checks
 * that. Whoever reads an operand must look at its type, or its opcode, before relying on it.
 *
 * SPV_KHR_untyped_pointers: each untyped variable, access chain and OpUntypedArrayLengthKHR becomes the instruction of
 * typed pointers at the same word, and OpNop where that is shorter; the types of their results, in `definitions`, are
 * pointer types of their own. OpArrayLength then has its Structure as third operand. Any other untyped pointer has
 * element 0.
 *
 * OpPoisonKHR becomes OpUndef.
 *
 * The reader refuses by name what a newer grammar has and this version does not know (known_grammar.py). It keeps what
 * the grammar lacks as it is. The operands of an instruction with an unknown opcode may be anything. Nobody has looked
 * at the operands of a decoration or execution mode with an unknown number, nor at those of the extended instructions
 * of the sets DebugInfo and OpenCL.DebugInfo.100, some of which are literals. Names and decorations may belong to an id
 * that only an unknown instruction can define. */
#ifndef SPIRV_MODULE_H
#define SPIRV_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <spirv/unified1/spirv.h>

#include "mmra/base/arena.h"
#include "spirv/grammar.h" /* for the inline functions */
#include "spirv/later.h"

typedef uint32_t spirv_id;

enum { SPIRV_MAX_NESTING = 255 };

enum { SPIRV_WORK_PER_QUESTION = 4096 };

/* Asks, and says up to which word a walk that ends at `end` goes before it asks again. */
static inline uint32_t spirv_ask_until(struct mmra_watch *watch, uint32_t word, uint32_t end) {
    mmra_work(watch, MMRA_WORK_PER_QUESTION);
    return end - word > SPIRV_WORK_PER_QUESTION ? word + SPIRV_WORK_PER_QUESTION : end;
}

/* Asks whether to go on. A walk calls it with its `position`; `next` is the position at which it asks again, and begins
 * as 0. */
static inline void spirv_ask(struct mmra_watch *watch, uint32_t position, uint32_t *next) {
    if (position < *next)
        return;
    *next = position + SPIRV_WORK_PER_QUESTION;
    mmra_work(watch, MMRA_WORK_PER_QUESTION);
}

enum spirv_result {
    SPIRV_OK,
    SPIRV_INVALID,    /* not valid SPIR-V: exit status 3 */
    SPIRV_UNSUPPORTED /* valid, as far as seen, and not understood: exit status 4 */
};

/* Why and where. `word` is the index of the offending instruction's first word; the header is words 0 to 4.
 */
struct spirv_error {
    uint32_t word;
    spirv_id id; /* 0: none in particular */
    char message[256];
    bool wants_value; /* of a specialization constant */
};

/* Writes an error; formats as printf. Returns `result`, so that `return spirv_fail(...)` reads well. */
enum spirv_result spirv_fail(struct spirv_error *error, enum spirv_result result, uint32_t word, spirv_id id,
                             const char *format, ...)
#ifdef __GNUC__
    __attribute__((cold, format(printf, 5, 6)))
#endif
    ;

/* ---- instructions ---- */

struct spirv_instruction {
    const uint32_t *words;    /* words[0] is length and opcode, in the host's byte order */
    uint32_t word;            /* its place in the module */
    uint16_t opcode;          /* SpvOp */
    uint16_t length;          /* in words, this one included */
    spirv_id type;            /* result type, or 0 */
    spirv_id result;          /* result, or 0 */
    const uint32_t *operands; /* the words after type and result */
    uint32_t operand_count;
};

/* ---- types ---- */

/* OpTypeFloat with an encoding of its own is an integer of as many bits, but of 8 at least, whose other bits are 0.
 * Conversions, OpDot and products of cooperative matrices take it for a number; everything else moves its bits. Those
 * from SPIRV_FLOAT6_E2M3 on (SPV_EXT_ocp_microscaling_types) are only ever converted from. */
enum spirv_small_float {
    SPIRV_NO_SMALL_FLOAT,
    SPIRV_BFLOAT16,
    SPIRV_FLOAT8_E4M3,
    SPIRV_FLOAT8_E5M2,
    SPIRV_FLOAT6_E2M3,
    SPIRV_FLOAT6_E3M2,
    SPIRV_FLOAT4_E2M1,
    SPIRV_FLOAT8_E8M0,
    SPIRV_MXINT8
};

struct spirv_type {
    spirv_id id;
    uint16_t opcode;     /* SpvOpTypeVoid ... */
    uint32_t width;      /* of an integer or float: bits */
    bool is_signed;      /* of an integer */
    uint8_t small_float; /* of an integer: enum spirv_small_float */
    spirv_id element;    /* of a vector or cooperative matrix (component), matrix (column), array, pointer (pointee),
                            function (result), sampled image (image), image (sampled type) */
    uint32_t count;      /* of a vector (components), matrix (columns), struct (members), function (parameters), tensor
                            layout or view (dimensions) */
    uint64_t length;     /* of an array, folded; 0 for a runtime array */
    const uint32_t *members; /* of a struct (types) or function (parameter types) */
    uint32_t storage_class;  /* of a pointer: SpvStorageClass */
    bool is_untyped;         /* of a pointer: OpTypeUntypedPointerKHR. `element` is what its variable holds, or what its
                                access chain leads to; 0 if it comes from elsewhere */
    spirv_id base;           /* of an untyped access chain's result: what it takes its base to point to */
    uint32_t nesting;        /* 1 for scalars; pointers do not add to it */
    bool has_long_vector;    /* it is or holds a vector of more than four components (SPV_EXT_long_vector) */
    /* of an image: */
    uint32_t dim, depth, arrayed, multisampled, sampled, image_format;
    /* of a cooperative matrix, folded: SpvScope, and a Cooperative Matrix Use (later.h) */
    uint32_t scope, rows, columns, use;
    /* of a tensor layout and of a tensor view, folded: Tensor Clamp Mode (later.h); p<i> at bit 4 * i; HasDimensions */
    uint32_t clamp_mode, permutation;
    bool has_dimensions;
};

/* Bits of a number with such an encoding. */
uint32_t spirv_small_float_bits(enum spirv_small_float format);

/* ---- constants, folded: specialization applied, OpSpecConstantOp computed ---- */

enum spirv_constant_kind { SPIRV_CONSTANT_SCALAR, SPIRV_CONSTANT_COMPOSITE, SPIRV_CONSTANT_NULL, SPIRV_CONSTANT_UNDEF };

struct spirv_constant {
    spirv_id type;
    uint8_t kind;  /* enum spirv_constant_kind */
    uint64_t bits; /* scalar: bool 0 or 1; integer zero-extended to its width; float its bit pattern */
    const struct spirv_constant *const *elements; /* composite */
    uint32_t element_count;
};

/* ---- decorations ---- */

#define SPIRV_NO_MEMBER 0xFFFFFFFFu

struct spirv_decoration {
    uint32_t decoration;      /* SpvDecoration */
    uint32_t member;          /* or SPIRV_NO_MEMBER */
    const uint32_t *operands; /* of OpDecorateId: ids */
    uint32_t operand_count;
};

/* ---- functions ---- */

struct spirv_block {
    spirv_id label;
    uint32_t first_word; /* of the first instruction after OpLabel */
    uint32_t terminator; /* word of the terminator */
    uint32_t merge;      /* word of OpSelectionMerge or OpLoopMerge, or 0 */
};

struct spirv_function {
    spirv_id id;
    spirv_id type;              /* OpTypeFunction */
    uint32_t word;              /* of OpFunction */
    uint32_t end_word;          /* of OpFunctionEnd */
    uint32_t control;           /* SpvFunctionControlMask */
    const uint32_t *parameters; /* ids */
    uint32_t parameter_count;
    uint32_t first_block, block_count; /* in module.blocks; no blocks: an import */
    bool has_calls;                    /* an instruction that calls one (spirv_callee) */
};

struct spirv_entry_point {
    uint32_t execution_model; /* SpvExecutionModel */
    spirv_id function;
    const char *name; /* NUL-terminated, hostile */
    const uint32_t *interface;
    uint32_t interface_count;
};

/* An execution mode. The operands of OpExecutionModeId are replaced by the values of the constants. */
struct spirv_execution_mode {
    spirv_id entry_point;
    uint32_t mode; /* SpvExecutionMode */
    uint32_t operands[3];
    uint32_t operand_count;
};

/* ---- the module ---- */

struct spirv_definition {
    const struct spirv_type *type; /* the result type; NULL: it is no value */
    uint32_t word;                 /* of the defining instruction; 0: an id that is only named or decorated */
    spirv_id id;
    uint32_t name;                               /* word of its OpName, or 0 */
    uint32_t function;                           /* 1 + index in functions of the one it is in, or 0 */
    uint32_t first_decoration, decoration_count; /* in decorations */
};

struct spirv_module {
    const uint32_t *words; /* in the host's byte order; what is untyped is rewritten (see above) */
    const uint32_t *given; /* the same before that */
    uint32_t word_count;
    uint32_t version; /* 0x00010600 for 1.6 */
    uint32_t generator;
    uint32_t bound;
    uint32_t addressing_model;    /* SpvAddressingModel */
    uint32_t memory_model;        /* SpvMemoryModel */
    const uint32_t *capabilities; /* as declared, in order */
    uint32_t capability_count;
    struct spirv_enabled *enabled; /* these, and what they declare implicitly (grammar.h) */

    struct spirv_definition *definitions; /* [1 .. definition_count] */
    uint32_t definition_count;
    uint32_t declaration_count;      /* of those, the ones before all functions: types and constants are among them */
    const struct spirv_type **types; /* by dense index up to declaration_count; NULL where it is no type */
    const struct spirv_constant **constants; /* likewise; NULL where it is no constant */
    struct spirv_decoration *decorations;    /* grouped by target; of one target in order of member */
    uint32_t decoration_count;
    struct spirv_entry_point *entry_points;
    uint32_t entry_point_count;
    struct spirv_execution_mode *execution_modes;
    uint32_t execution_mode_count;
    struct spirv_function *functions;
    uint32_t function_count;
    struct spirv_block *blocks;
    uint32_t block_count;
    uint32_t body_length;  /* instructions in functions */
    uint32_t first_string; /* word of the first OpString; 0: there is none, and so no place in a source (places.h) */
    uint32_t *globals;     /* words of the module-scope OpVariable instructions, in order */
    uint32_t global_count;

    /* id -> dense index: direct while the bound is in proportion to the words, else open addressing; private
     */
    uint32_t *index_table;
    uint32_t index_end;  /* of direct look-up: the bound; else 0 */
    uint32_t index_mask; /* of open addressing; else 0 */
    uint32_t index_seed;
};

/* A value for the specialization constant with this SpecId. Bits as in struct spirv_constant. */
struct spirv_specialization {
    uint32_t spec_id;
    uint64_t bits;
};

/* Reads `word_count` words in either byte order. `words` is not kept, and the module lives in the arena. Capabilities
 * and extensions that the tool does not know are SPIRV_UNSUPPORTED by name, before anything else is looked at. A
 * specialization whose SpecId the module lacks is ignored, as Vulkan has it. Thread-safe on different modules. */
enum spirv_result spirv_read(struct spirv_module *module, const uint32_t *words, size_t word_count,
                             const struct spirv_specialization *specializations, uint32_t specialization_count,
                             struct arena *arena, struct spirv_error *error);

/* The same without a copy: `words` must not change as long as the module is used. */
enum spirv_result spirv_read_in_place(struct spirv_module *module, const uint32_t *words, size_t word_count,
                                      const struct spirv_specialization *specializations, uint32_t specialization_count,
                                      struct arena *arena, struct spirv_error *error);

/* For an id that is not looked up directly (ids.c). */
uint32_t spirv_index_hashed(const struct spirv_module *module, spirv_id id);

/* The dense index of an id, or 0. */
static inline uint32_t spirv_index(const struct spirv_module *module, spirv_id id) {
    return id < module->index_end ? module->index_table[id] : spirv_index_hashed(module, id);
}

/* The instruction at a word that is known to begin one. */
static inline struct spirv_instruction spirv_instruction_at(const struct spirv_module *module, uint32_t word) {
    const uint32_t *words = module->words + word;
    const struct spirv_grammar *grammar = spirv_grammar_of(words[0] & 0xFFFF);
    uint32_t own = grammar->own_words;
    return (struct spirv_instruction){.words = words,
                                      .word = word,
                                      .opcode = (uint16_t)(words[0] & 0xFFFF),
                                      .length = (uint16_t)(words[0] >> 16),
                                      .type = grammar->flags & SPIRV_GRAMMAR_HAS_TYPE ? words[1] : 0,
                                      .result = grammar->flags & SPIRV_GRAMMAR_HAS_RESULT ? words[own - 1] : 0,
                                      .operands = words + own,
                                      .operand_count = (words[0] >> 16) - own};
}

/* The instruction that defines an id; opcode SpvOpNop if none does. */
struct spirv_instruction spirv_defining(const struct spirv_module *module, spirv_id id);

/* How many components a texel of an image format has (SPIR-V 3.11, "Image Format"); 0 if the format is Unknown, or is
 * one that this version does not know. */
uint32_t spirv_format_components(uint32_t format);

/* NULL if the id is no type, or no constant. */
static inline const struct spirv_type *spirv_type_of_id(const struct spirv_module *module, spirv_id type) {
    uint32_t index = spirv_index(module, type);
    return index <= module->declaration_count ? module->types[index] : NULL;
}
static inline const struct spirv_constant *spirv_constant_of_id(const struct spirv_module *module, spirv_id id) {
    uint32_t index = spirv_index(module, id);
    return index <= module->declaration_count ? module->constants[index] : NULL;
}

/* The type of a value (its defining instruction's result type), or NULL. */
static inline const struct spirv_type *spirv_type_of_value(const struct spirv_module *module, spirv_id value) {
    return module->definitions[spirv_index(module, value)].type;
}

/* Whether the id is an integer constant; if so *value is its zero-extended value. */
bool spirv_integer_constant(const struct spirv_module *module, spirv_id id, uint64_t *value);

/* The first decoration of that kind on the id, or on its member (SPIRV_NO_MEMBER: on the id itself); NULL if
 * none. Decoration groups are seen through. Logarithmic in the number of an id's decorations. */
const struct spirv_decoration *spirv_find_decoration(const struct spirv_module *module, spirv_id target,
                                                     uint32_t member, SpvDecoration decoration);

/* The first operand of such a decoration; `otherwise` without one. */
static inline uint32_t spirv_decoration_operand(const struct spirv_module *module, spirv_id target, uint32_t member,
                                                SpvDecoration decoration, uint32_t otherwise) {
    const struct spirv_decoration *found = spirv_find_decoration(module, target, member, decoration);
    return found && found->operand_count ? found->operands[0] : otherwise;
}

/* Returns the type that an access chain takes its base to point to; 0: an untyped pointer from elsewhere, or none. */
spirv_id spirv_chain_base(const struct spirv_module *module, const struct spirv_instruction *chain);

/* The OpName of an id, or NULL. Hostile. */
const char *spirv_name(const struct spirv_module *module, spirv_id id);

bool spirv_has_capability(const struct spirv_module *module, SpvCapability capability);
/* Whether it is an OpenCL module: it declares the Kernel capability by its name, or has OpenCL's memory model. */
bool spirv_is_kernel(const struct spirv_module *module);

/* The function with this id, or NULL. */
const struct spirv_function *spirv_function_of_id(const struct spirv_module *module, spirv_id id);

enum { SPIRV_CALLEE_BEHIND_MASK = UINT16_MAX - 1, SPIRV_NO_CALLEE = UINT16_MAX };
/* The number of the operand that names the function which an instruction calls: OpFunctionCall, and those that call one
 * for components of a matrix. SPIRV_CALLEE_BEHIND_MASK: its Tensor Addressing Operands may name one. SPIRV_NO_CALLEE:
 * it calls none. No instruction has so many operands. */
static inline uint32_t spirv_callee_operand(uint32_t opcode) {
    return opcode == SpvOpFunctionCall                      ? 0
           : opcode == SPIRV_COOPERATIVE_MATRIX_PER_ELEMENT ? 1
           : opcode == SPIRV_COOPERATIVE_MATRIX_REDUCE      ? 2
           : opcode == SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR ? SPIRV_CALLEE_BEHIND_MASK
                                                            : SPIRV_NO_CALLEE;
}
static inline bool spirv_may_call(uint32_t opcode) {
    return spirv_callee_operand(opcode) != SPIRV_NO_CALLEE;
}
/* The id of the function that it calls; 0: it calls none. */
spirv_id spirv_callee(const struct spirv_instruction *in);
/* The id of the view or function that follows a bit of the Tensor Addressing Operands, of
 * OpCooperativeMatrixLoadTensorNV or StoreTensorNV; 0: the bit is not set. */
spirv_id spirv_tensor_operand(const struct spirv_instruction *in, uint32_t bit);

/* The specification's name of an opcode ("OpLoad"), or NULL for one that the grammar lacks; likewise the
 * others. */
const char *spirv_opcode_name(uint32_t opcode);
const char *spirv_capability_name(uint32_t capability);
const char *spirv_storage_class_name(uint32_t storage_class);
const char *spirv_builtin_name(uint32_t builtin);
/* Whether the instructions of an extended instruction set mean nothing to the result: NonSemantic sets, and the older
 * sets of debug information, whose operands may be literals (see above). */
bool spirv_is_non_semantic(const char *set);
const char *spirv_decoration_name(uint32_t decoration);
const char *spirv_execution_model_name(uint32_t model);
const char *spirv_scope_name(uint32_t scope);

#endif
