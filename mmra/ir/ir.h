/* LLVM IR in memory: the part of it that the translator writes and the checker reads.
 *
 * Plain structs in arrays, 32-bit indexes for references, index 0 meaning "none" everywhere. One module lives in one
 * arena and is freed with it. Whatever the parser meets and does not model is kept as text (IR_OPAQUE instructions,
 * opaque types, constants, attributes and metadata) and printed back unchanged.
 *
 * Order of building: types and globals at any time; a function is begun, its parameters, blocks and instructions are
 * appended, and it is ended before the next one is begun. So the instructions of one function are contiguous, and so
 * are its blocks and the instructions of one block. Instructions, blocks, operands and globals count from 0: they are
 * referred to by ranges or through values, so they need no "none". */
#ifndef MMRA_IR_H
#define MMRA_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"
#include "mmra/base/index.h"
#include "mmra/base/scope.h"
#include "mmra/base/tags.h"
#include "mmra/base/watch.h"
#include "mmra/ir/ir_operation.h"

typedef uint32_t ir_type;     /* index in ir_module.types; 0 is void */
typedef uint32_t ir_value;    /* index in ir_module.values; 0 is none */
typedef uint32_t ir_function; /* index in ir_module.functions; 0 is none */
typedef uint32_t ir_string;   /* index in ir_module.strings; 0 is none (and not the empty string) */
typedef uint32_t ir_metadata; /* index in ir_module.metadata; 0 is none */

/* ---- types ---- */

enum { IR_MOST_TYPES = 1 << 24 };

enum ir_type_kind {
    IR_TYPE_VOID,
    IR_TYPE_INTEGER, /* width bits */
    IR_TYPE_HALF,
    IR_TYPE_BFLOAT,
    IR_TYPE_FLOAT,
    IR_TYPE_DOUBLE,
    IR_TYPE_POINTER, /* width is the address space */
    IR_TYPE_VECTOR,  /* count x element */
    IR_TYPE_ARRAY,   /* count x element */
    IR_TYPE_STRUCT,  /* members; named if name is set, else literal */
    IR_TYPE_LABEL,
    IR_TYPE_METADATA,
    IR_TYPE_FUNCTION, /* element is the result, members the parameters */
    IR_TYPE_OPAQUE    /* name holds its text */
};

struct ir_type_info {
    uint8_t kind;
    bool packed;   /* of a struct */
    bool variadic; /* of a function */
    uint32_t width;
    ir_type element;
    uint64_t count;         /* elements of a vector or array */
    const ir_type *members; /* of a struct or function */
    uint32_t member_count;
    ir_string name;    /* of a named struct; the text of an opaque type */
    uint32_t number;   /* see struct ir_value_info.number */
    bool name_is_text; /* parsed: `name` is printed as it stood, sigil and quotes included */
    bool bodiless;     /* parsed: a named struct that is `opaque` */
};

/* ---- values ---- */

enum ir_value_kind {
    IR_VALUE_NONE,
    /* defined, with a name */
    IR_VALUE_INSTRUCTION, /* index: of the instruction */
    IR_VALUE_PARAMETER,   /* index: its position */
    IR_VALUE_BLOCK,       /* index: of the block */
    IR_VALUE_FUNCTION,    /* index: ir_function */
    IR_VALUE_GLOBAL,      /* index: of the global */
    /* constants, and what else exists once and has no name */
    IR_VALUE_INTEGER,  /* bits: the value, zero-extended; printed as LLVM does: i1 as true/false, else signed */
    IR_VALUE_FLOATING, /* bits: the bit pattern in the type's own width; printed in hexadecimal form */
    IR_VALUE_ZERO,     /* zeroinitializer, null, 0 or 0.0, by type */
    IR_VALUE_UNDEF,
    IR_VALUE_POISON,
    IR_VALUE_AGGREGATE, /* constant vector, array or struct; bits: first operand << 32 | count */
    IR_VALUE_METADATA,  /* a metadata operand of a call; bits: ir_metadata */
    IR_VALUE_TEXT,      /* an opaque constant or operand; bits: ir_string */
    IR_VALUE_EXPRESSION /* parsed: a constant expression; index: in ir_module.expressions; name: its text, printed */
};

/* There are as many as instructions: each is kept small. */
struct ir_value_info {
    union {
        uint64_t bits; /* of what has no name */
        struct {
            uint32_t index;
            ir_string name;
        };
    };
    /* How it is named. `name` alone: that name. Name and number: name.number. Number alone: _number. Neither: the next
     * number in order of appearance, as LLVM numbers temporaries. */
    uint32_t number;
    uint32_t type : 24; /* ir_type, below IR_MOST_TYPES */
    uint32_t kind : 8;  /* enum ir_value_kind */
};

/* ---- instructions (ir_operation.h) ---- */

enum { IR_NO_ALIGNMENT = 0xFF };

/* Texts that few instructions have. Copies of an instruction share them, so they never change: ir_set_comment and the
 * other setters make new ones. */
struct ir_notes {
    ir_string scope_name;
    ir_string attachments; /* metadata attachments (and call attributes) kept as text, printed after the known ones */
    ir_string comment;     /* lines printed before it, each after "; " */
    ir_metadata loop;      /* of the branch at a loop's end: what !llvm.loop names */
};

/* There are many: small things share two words. */
struct ir_instruction {
    uint8_t opcode;                /* enum ir_opcode */
    uint8_t alignment_log2;        /* IR_NO_ALIGNMENT: none printed */
    uint32_t scope : 5;            /* enum mmra_scope; MMRA_SCOPE_UNKNOWN: the name is in its notes */
    uint32_t detail : 5;           /* predicate or read-modify-write operation */
    uint32_t ordering : 3;         /* enum ir_ordering */
    uint32_t failure_ordering : 3; /* enum ir_ordering, of cmpxchg */
    uint32_t flags : 27;           /* enum ir_flag */
    uint32_t annotations : 5;      /* enum ir_annotation */
    ir_type type;                  /* of the result; void if none */
    ir_type accessed;              /* see the opcodes that say so */
    ir_value result;
    uint32_t operands; /* first, in ir_module.operands */
    uint32_t operand_count;
    mmra_set mmra;
    uint32_t notes;  /* index in ir_module.notes; 0: none */
    uint32_t source; /* translation: word of the SPIR-V instruction; parsed: line of the text */
};

_Static_assert(IR_FORWARDS_REST < 1 << 27 && MMRA_SCOPE_UNKNOWN < 1 << 5 && IR_RMW_COUNT <= 1 << 5 &&
                   IR_FLOAT_PREDICATE_COUNT <= 1 << 5 && IR_ORDERING_COUNT <= 1 << 3 && IR_ANNOTATIONS <= 1 << 5,
               "the small things of an instruction fit into their bits");

struct ir_block {
    ir_value label;
    uint32_t first_instruction;
    uint32_t instruction_count;
};

/* ---- functions and globals ---- */

enum ir_parameter_attribute {
    IR_PARAMETER_NOUNDEF = 1 << 0,
    IR_PARAMETER_NOALIAS = 1 << 1,
    IR_PARAMETER_READONLY = 1 << 2,
    IR_PARAMETER_WRITEONLY = 1 << 3,
    IR_PARAMETER_INREG = 1 << 4, /* the same in all lanes */
    /* built, and not printed: what the module says of the memory that the parameter points to */
    IR_PARAMETER_SEPARATE = 1 << 5, /* nothing else that the module names is the same memory */
    IR_PARAMETER_UNWRITTEN = 1 << 6 /* besides, no invocation writes it */
};

struct ir_parameter {
    ir_value value;
    uint8_t attributes;
    uint8_t alignment_log2;   /* IR_NO_ALIGNMENT: none */
    ir_type byref;            /* byref(type), or 0 */
    ir_string attribute_text; /* attributes kept as text */
};

enum ir_function_attribute {
    IR_FUNCTION_CONVERGENT = 1 << 0,
    IR_FUNCTION_NOUNWIND = 1 << 1,
    IR_FUNCTION_WILLRETURN = 1 << 2,
    IR_FUNCTION_NOCALLBACK = 1 << 3,
    IR_FUNCTION_READNONE = 1 << 4, /* memory(none) */
    IR_FUNCTION_NODUPLICATE = 1 << 5,
    /* memory that the module has no name of, written and read, or read alone; and beside it what arguments point to */
    IR_FUNCTION_OWN_MEMORY = 1 << 6,
    IR_FUNCTION_READS_OWN_MEMORY = 1 << 7,
    IR_FUNCTION_OBJECT = 1 << 8,
    IR_FUNCTION_READS_OBJECT = 1 << 9
};

struct ir_intrinsic;

/* Debug information: what !dbg names in the instructions from this word on, up to that of the next line. */
struct ir_line {
    uint32_t source;
    ir_metadata location; /* 0: nothing */
};

struct ir_function_info {
    ir_value value; /* of kind IR_VALUE_FUNCTION; carries the name */
    ir_type type;   /* of kind IR_TYPE_FUNCTION */
    bool defined;   /* else a declaration */
    bool kernel;    /* amdgpu_kernel */
    bool shader;    /* built, of a kernel: amdgpu_cs, as drivers start it */
    bool graphics;  /* built: amdgpu_gfx, also where it is called */
    bool internal;
    bool implicit; /* parsed: an intrinsic that is called but not declared; LLVM declares it by itself */
    const struct ir_intrinsic *intrinsic; /* what is known by its name, see ir_intrinsic.h; NULL: it is none */
    uint16_t attributes;                  /* enum ir_function_attribute */
    ir_string attribute_text;             /* further ones: "key"="value" ..., as printed */
    ir_string
        attachments; /* metadata after the parameter list, as text: !reqd_work_group_size !7 is not text but below */
    ir_metadata reqd_work_group_size;
    ir_string comment;
    struct ir_parameter *parameters;
    uint32_t parameter_count;
    uint32_t first_block, block_count;
    uint32_t source;             /* translation: word of the OpFunction whose body it has; 0: of none */
    ir_metadata subprogram;      /* debug information; 0: it has none */
    const struct ir_line *lines; /* with it: by source, the first that of the function, the last after its end */
    uint32_t line_count;
    ir_metadata no_line; /* of a call that has no line */
    uint32_t line;       /* parsed: of its first line */
    uint32_t column;
    ir_string before_type;     /* parsed: linkage, calling convention, attributes of the result, as they stood */
    ir_string after_arguments; /* parsed: everything from the parameters to the body, as it stood */
    uint32_t attribute_group;  /* parsed: number + 1 */
};

struct ir_global {
    ir_value value; /* of kind IR_VALUE_GLOBAL; its type is the pointer's */
    ir_type type;   /* of what it holds */
    bool constant;
    bool internal;
    bool kept;            /* built, and not in address space 0: @llvm.compiler.used names it */
    bool appending;       /* parsed: a list for LLVM such as @llvm.compiler.used, which is no memory */
    bool alias;           /* parsed: another name, for what its initializer points to; no memory of its own */
    ir_value initializer; /* 0: external */
    uint8_t alignment_log2;
    ir_string text; /* parsed: the whole line after "@name = " */
    uint32_t line;
};

/* ---- metadata ---- */

enum ir_metadata_kind {
    IR_METADATA_STRING, /* text */
    IR_METADATA_TUPLE,  /* operands */
    IR_METADATA_VALUE,  /* value: printed as `i32 4` */
    IR_METADATA_LOOP,   /* properties of one loop: printed as `distinct !{itself, operands}` */
    IR_METADATA_TEXT,   /* text, as it stood: !DILocation(...), distinct !{...} */
    IR_METADATA_RECORD  /* text in which each IR_OPERAND_MARK stands for the next operand: !DILocation(scope: ...) */
};

#define IR_OPERAND_MARK '\1'

struct ir_metadata_info {
    uint8_t kind;
    ir_string text;
    ir_value value;
    const ir_metadata *operands; /* 0 prints as null */
    uint32_t operand_count;
    uint32_t number; /* parsed: its number + 1; 0 for one that stands inside another or at its use */
    uint32_t line;   /* parsed: where it is defined; 0: nowhere */
};

struct ir_named_metadata {
    ir_string name;
    ir_metadata *operands;
    uint32_t operand_count, operand_capacity;
};

/* ---- what only a parsed module has ---- */

/* Beside an instruction, under the same index. What the struct does not model is kept as it stood and printed back. */
struct ir_parsed_instruction {
    uint32_t column;
    ir_metadata mmra;          /* the node of !mmra, well-formed or not */
    ir_string before_type;     /* of a call: fast-math flags, calling convention, attributes of the result */
    ir_string after_arguments; /* of a call: attributes and operand bundles */
    uint32_t argument_texts;   /* of a call: index + 1 of its first argument's in argument_texts, if any has one */
    uint32_t attribute_group;  /* of a call: number + 1 */
    ir_value token;            /* of a call: that of its "convergencectrl" bundle */
};

struct ir_parsed_group {
    uint32_t number;
    uint16_t attributes; /* enum ir_function_attribute */
    ir_string text;      /* between the braces */
};

struct ir_parsed {
    const char *text; /* all of it, NUL-terminated */
    size_t length;
    struct ir_parsed_instruction *instructions;
    uint32_t instruction_capacity;
    ir_string *argument_texts; /* the attributes of an argument, or 0 */
    uint32_t argument_text_count, argument_text_capacity;
    struct ir_parsed_group *groups;
    uint32_t group_count, group_capacity;
    struct mmra_index group_index; /* of the groups by number: ir_index_groups() */
    uint32_t *temporaries;         /* by value: the number of one without a name */
    uint32_t temporary_count, temporary_capacity;
    ir_string tail;     /* orders of uses and the module's summary, which refer to what stands before them */
    ir_metadata *nodes; /* those with numbers, as they stand */
    uint32_t node_count, node_capacity;
    ir_type *named_types; /* structs, in the order of their definitions */
    uint32_t named_type_count, named_type_capacity;
};

/* ---- the module ---- */

enum { IR_KNOWN_WIDTHS = 65, IR_KNOWN_SPACES = 10 };

struct ir_module {
    struct arena *arena;
    struct mmra_watch *watch;              /* asked by functions that walk the whole module; NULL: they ask nobody */
    const struct ir_instruction *printing; /* the instruction that is being printed; NULL: none */
    struct mmra_tags tags;

    struct ir_type_info *types;
    uint32_t type_count, type_capacity;
    struct ir_value_info *values;
    uint32_t value_count, value_capacity;
    struct ir_instruction *instructions;
    uint32_t instruction_count, instruction_capacity;
    struct ir_notes *notes;
    uint32_t note_count, note_capacity;
    uint32_t *operands; /* ir_value, or plain numbers where the opcode says so */
    uint32_t operand_count, operand_capacity;
    struct ir_instruction *expressions; /* constant expressions: as instructions with these results */
    uint32_t expression_count, expression_capacity;
    struct ir_block *blocks;
    uint32_t block_count, block_capacity;
    struct ir_function_info *functions;
    uint32_t function_count, function_capacity;
    struct ir_global *globals;
    uint32_t global_count, global_capacity;
    struct ir_metadata_info *metadata;
    uint32_t metadata_count, metadata_capacity;
    struct ir_named_metadata *named_metadata;
    uint32_t named_metadata_count, named_metadata_capacity;
    struct mmra_string *strings;
    uint32_t string_count, string_capacity;

    bool lines;        /* built: printed with debug information, in which the line is an instruction's `source` */
    ir_string comment; /* lines at the head of the file */
    ir_string data_layout;
    ir_string triple;
    ir_string module_asm_and_rest; /* parsed: top-level lines that are kept as text */

    struct ir_parsed *parsed; /* NULL: it was built */

    /* interning; private to ir_build.c and ir_intern.c */
    uint64_t key; /* of hashes */
    struct mmra_index type_index, constant_index, declaration_index, metadata_index;
    ir_type simple_types[IR_TYPE_OPAQUE], integer_types[IR_KNOWN_WIDTHS], pointer_types[IR_KNOWN_SPACES]; /* or 0 */
    ir_type scope_type;                                                                                   /* or 0 */
};

/* An empty module. It keeps a reference to the arena. */
void ir_module_init(struct ir_module *module, struct arena *arena);

/* Makes room for so many more instructions and what belongs to them, for callers that can guess the number: growth step
 * by step leaves the outgrown arrays in the arena. A wrong guess costs only memory. Arrays move: pointers into the
 * module are invalid afterwards. */
void ir_module_reserve(struct ir_module *module, uint32_t instructions);

/* The token of a call's "convergencectrl" bundle; 0 if there is none, or if the instruction is no call. */
ir_value ir_call_token(const struct ir_module *module, uint32_t instruction);

/* -- strings -- */
ir_string ir_text(struct ir_module *module, const char *bytes, size_t length); /* copied, not interned */
ir_string ir_text_of(struct ir_module *module, const char *text);              /* NUL-terminated */
/* Makes the groups of attributes that were read findable. */
void ir_index_groups(struct ir_module *module);
/* The group with this number, less 1, or NULL. The first counts if several have the number. */
const struct ir_parsed_group *ir_parsed_group_of(const struct ir_module *module, uint32_t group);

struct mmra_string ir_string_get(const struct ir_module *module, ir_string string);

/* -- types: equal types are the same index; every named struct is a type of its own -- */
ir_type ir_type_simple(struct ir_module *module, enum ir_type_kind kind);
/* target("amdgcn.scope"), of profile draft, in a module that is built: all calls give the same. */
ir_type ir_type_scope(struct ir_module *module);
ir_type ir_type_integer(struct ir_module *module, uint32_t width);
ir_type ir_type_pointer(struct ir_module *module, uint32_t address_space);
ir_type ir_type_vector(struct ir_module *module, ir_type element, uint64_t count);
ir_type ir_type_array(struct ir_module *module, ir_type element, uint64_t count);
ir_type ir_type_struct(struct ir_module *module, const ir_type *members, uint32_t count);
ir_type ir_type_named_struct(struct ir_module *module, ir_string name, uint32_t number, const ir_type *members,
                             uint32_t count);
ir_type ir_type_function(struct ir_module *module, ir_type result, const ir_type *parameters, uint32_t count);
/* Any type but a named struct, as described. */
ir_type ir_type_intern(struct ir_module *module, const struct ir_type_info *type);

/* -- constants: equal constants are the same index -- */
ir_value ir_integer(struct ir_module *module, ir_type type, uint64_t bits); /* masked to the width */
ir_value ir_floating(struct ir_module *module, ir_type type, uint64_t bits);
ir_value ir_zero(struct ir_module *module, ir_type type);
ir_value ir_undef(struct ir_module *module, ir_type type);
ir_value ir_poison(struct ir_module *module, ir_type type);
ir_value ir_aggregate(struct ir_module *module, ir_type type, const ir_value *elements, uint32_t count);
ir_value ir_metadata_operand(struct ir_module *module, ir_metadata metadata);
ir_value ir_text_value(struct ir_module *module, ir_type type, ir_string text);
/* A constant expression of the type that `expression` has; it is printed as its text, and is not interned. */
ir_value ir_expression(struct ir_module *module, const struct ir_instruction *expression, const uint32_t *operands,
                       uint32_t operand_count, ir_string text);

/* -- values that something will define later: results, labels, forward references -- */
ir_value ir_new_value(struct ir_module *module, ir_type type, ir_string name, uint32_t number);

/* -- functions and globals -- */
/* A new function, defined or not, with parameter values of the types in `type`, unnamed. */
ir_function ir_new_function(struct ir_module *module, ir_string name, uint32_t number, ir_type type);
/* The declaration of an intrinsic or runtime function, the same one for the same name. */
ir_function ir_declare(struct ir_module *module, const char *name, ir_type type, uint16_t attributes);
ir_value ir_new_global(struct ir_module *module, ir_string name, uint32_t number, ir_type type, uint32_t address_space,
                       ir_value initializer);
/* Begins the body. Only one function may be open. */
void ir_begin_function(struct ir_module *module, ir_function function);
void ir_end_function(struct ir_module *module, ir_function function);
/* Begins the next block; `label` comes from ir_new_value with the label type. */
void ir_begin_block(struct ir_module *module, ir_value label);

/* -- instructions: appended to the open block. The pointer is valid until the next append. -- */
struct ir_instruction *ir_append(struct ir_module *module, enum ir_opcode opcode, ir_type type,
                                 const uint32_t *operands, uint32_t operand_count);
/* Appends an instruction that comes from the word or line `source`. Returns its fresh unnamed result; 0 if the type is
 * void. */
ir_value ir_append_value(struct ir_module *module, enum ir_opcode opcode, ir_type type, const uint32_t *operands,
                         uint32_t operand_count, uint32_t source);
/* Gives the instruction a result value made before with ir_new_value (its type is set to the instruction's). */
void ir_set_result(struct ir_module *module, struct ir_instruction *instruction, ir_value result);
/* Gives an appended instruction its operands afterwards: a phi's, when its last incoming value is known. */
void ir_set_operands(struct ir_module *module, uint32_t instruction, const uint32_t *operands, uint32_t count);
/* Give the instruction a text that few have, in its notes. */
void ir_set_scope_name(struct ir_module *module, struct ir_instruction *instruction, ir_string name);
void ir_set_attachments(struct ir_module *module, struct ir_instruction *instruction, ir_string attachments);
void ir_set_comment(struct ir_module *module, struct ir_instruction *instruction, ir_string comment);
/* A fresh unnamed result for the instruction. */
ir_value ir_result(struct ir_module *module, struct ir_instruction *instruction);

void ir_set_loop(struct ir_module *module, struct ir_instruction *branch, ir_metadata loop);

/* -- metadata: equal nodes are the same index, but for those of loops -- */
ir_metadata ir_metadata_string(struct ir_module *module, const char *bytes, size_t length);
ir_metadata ir_metadata_value(struct ir_module *module, ir_value value);
ir_metadata ir_metadata_tuple(struct ir_module *module, const ir_metadata *operands, uint32_t count);
ir_metadata ir_metadata_loop(struct ir_module *module, const ir_metadata *operands, uint32_t count);
/* `distinct`: a node of its own, even if it equals another. */
ir_metadata ir_metadata_record(struct ir_module *module, const char *text, size_t length, const ir_metadata *operands,
                               uint32_t count, bool distinct);
/* The node of a tag set: a tuple of two strings, or a tuple of such tuples. 0 for the empty set. */
ir_metadata ir_metadata_of_tags(struct ir_module *module, mmra_set set);
void ir_add_named_metadata(struct ir_module *module, const char *name, ir_metadata operand);

/* -- reading -- */
static inline const struct ir_type_info *ir_type_get(const struct ir_module *module, ir_type type) {
    return &module->types[type];
}
/* The bits of an integer or a floating number; 0: the type is another. */
static inline uint32_t ir_number_bits(const struct ir_type_info *type) {
    static const uint8_t floating[] = {
        [IR_TYPE_HALF] = 16, [IR_TYPE_BFLOAT] = 16, [IR_TYPE_FLOAT] = 32, [IR_TYPE_DOUBLE] = 64};
    if (type->kind == IR_TYPE_INTEGER)
        return type->width;
    return type->kind < sizeof floating ? floating[type->kind] : 0;
}
/* The type of a vector's elements; any other type itself. */
static inline const struct ir_type_info *ir_element_get(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    return info->kind == IR_TYPE_VECTOR ? ir_type_get(module, info->element) : info;
}
static inline const struct ir_value_info *ir_value_get(const struct ir_module *module, ir_value value) {
    return &module->values[value];
}
/* The instruction or constant expression that computes the value; NULL: neither does. */
static inline const struct ir_instruction *ir_definition(const struct ir_module *module, ir_value value) {
    const struct ir_value_info *info = &module->values[value];
    return info->kind == IR_VALUE_INSTRUCTION  ? &module->instructions[info->index]
           : info->kind == IR_VALUE_EXPRESSION ? &module->expressions[info->index]
                                               : NULL;
}
static inline const struct ir_notes *ir_notes_of(const struct ir_module *module,
                                                 const struct ir_instruction *instruction) {
    return &module->notes[instruction->notes];
}
static inline ir_string ir_comment_of(const struct ir_module *module, const struct ir_instruction *instruction) {
    return instruction->notes ? module->notes[instruction->notes].comment : 0;
}
static inline ir_type ir_type_of(const struct ir_module *module, ir_value value) {
    return module->values[value].type;
}
/* Whether it ends a block. */
bool ir_is_terminator(enum ir_opcode opcode);
/* The LLVM spelling: "add", "monotonic", "umax", "sge". */
const char *ir_opcode_name(enum ir_opcode opcode);
const char *ir_ordering_name(enum ir_ordering ordering);

/* The tags that a !mmra node says, in *set. False, and *set is empty, if it is neither a tuple of two strings nor a
 * tuple of such tuples; the empty tuple is the empty set. */
bool ir_tags_of_metadata(struct ir_module *module, ir_metadata node, mmra_set *set);

/* -- text -- */
/* The module as LLVM assembly, NUL-terminated, in the module's arena; *length without the NUL. Deterministic: numbers
 * of temporaries, attribute groups and metadata follow first use. */
const char *ir_print(struct ir_module *module, size_t *length);
/* Prints as ir_print does, but puts the text into another arena, so that it can outlive the module. */
const char *ir_print_in(struct ir_module *module, struct arena *arena, size_t *length);

#endif
