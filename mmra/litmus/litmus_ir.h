/* The reader of LLVM IR as litmus tests. Private to litmus_ir*.c. */
#ifndef MMRA_LITMUS_IR_H
#define MMRA_LITMUS_IR_H

#include "mmra/ir/ir_intrinsic.h"
#include "mmra/litmus/litmus_build.h"
#include "mmra/litmus/litmus_text.h"

enum { LITMUS_IR_MAX_PARTS = 64 };

/* The parts that a type consists of. Beyond one too many they are not counted. */
struct litmus_ir_layout {
    uint32_t count;
    bool unknown; /* it has others besides, which are no numbers or addresses */
    uint8_t widths[LITMUS_IR_MAX_PARTS + 1];
    uint32_t offsets[LITMUS_IR_MAX_PARTS + 1]; /* bytes */
};

struct litmus_ir_parts {
    struct litmus_part *items; /* NULL: not made yet */
    uint32_t count;
    uint32_t
        variable;  /* of a pointer to private memory: number + 1 of the variable; its one part is the offset in it */
    uint64_t base; /* of a pointer to memory that is known: the address where that begins; else 0 */
};

/* A private variable: registers, and where in it each lies. */
struct litmus_ir_variable {
    struct litmus_ir_parts parts;
    const uint32_t *offsets; /* bytes */
    bool constant;           /* its parts are no registers: it is never written */
    uint32_t stride;         /* bytes; not 0: what is accessed begins at a multiple of it */
};

/* A function on its way, inlined where it is called. */
struct litmus_ir_frame {
    const struct ir_function_info *function;
    struct litmus_ir_parts *values; /* of all values of the module */
    uint32_t *block_starts;         /* program instruction of each block of the module */
    struct litmus_jumps jumps;
    struct litmus_ir_parts result; /* registers of a called function's result */
    uint32_t depth;                /* 0: the thread's own function */
};

/* An image that a comment gives to a global. */
struct litmus_ir_image_global {
    uint32_t global;
    struct litmus_image image;
    uint32_t coordinates; /* 0: one texel, called as the image is */
    uint32_t variable;    /* in this thread its descriptor: number + 1 */
};

/* A shader call on its way. */
struct litmus_ir_call {
    uint8_t number;              /* of its invocation; 0: it stays the thread's */
    struct litmus_part accepted; /* of a ray: whether the intersection is; a register */
};

struct litmus_ir_reader {
    struct reader reader; /* for errors; its text is not used */
    struct ir_module *module;
    enum ir_revision revision;        /* of the model */
    uint64_t *addresses;              /* of the globals */
    struct mmra_string *other_spaces; /* values of amdgpu-synchronize-as besides global and local */
    uint32_t other_space_count, other_space_capacity;
    struct litmus_ir_image_global *images;
    uint32_t image_count, image_capacity;
    /* the thread whose function is being read */
    uint32_t thread;
    struct litmus_ir_frame *frame;
    struct litmus_ir_variable *variables;
    uint32_t variable_count, variable_capacity;
    struct litmus_part helper; /* whether it is a helper invocation: a register; of width 0 if it never is one */
    uint32_t exchanges;        /* of the thread so far */
    uint32_t calls;            /* of shaders by the thread so far */
    const struct litmus_ir_call *call; /* the one that is being read, or NULL */
    uint32_t constant_steps;           /* see litmus_ir_constant */
    uint32_t described_line;           /* the line that was described last, and where it begins; 0: none */
    const char *described;
    const struct litmus_ir_grid *grid; /* NULL: functions named in comments are the threads */
    /* By line, of accesses that overlap others of fewer bytes, or cells of fewer: the bytes of the parts that they are
     * cut into; 0: as their types say. Reading finds them, and goes on to the end; then the threads are read again. */
    uint8_t *parts_of_line;
    uint32_t line_count;
    uint32_t cut_line; /* one that must be cut; 0: none */
    bool cuts_more;    /* which was not known before */
};

/* A builder for the thread whose function is being read. */
static inline struct litmus_builder litmus_ir_builder(const struct litmus_ir_reader *r) {
    return (struct litmus_builder){&r->reader.litmus->program, r->thread};
}

static inline struct program_thread *litmus_ir_thread(const struct litmus_ir_reader *r) {
    return &r->reader.litmus->program.threads[r->thread];
}

static inline struct program_instruction *litmus_ir_append(const struct litmus_ir_reader *r,
                                                           enum program_opcode opcode) {
    return program_append(&r->reader.litmus->program, litmus_ir_thread(r), opcode);
}

/* Errors name the line of the instruction. Always false. */
bool litmus_ir_unsupported(struct litmus_ir_reader *r, const struct ir_instruction *instruction, const char *what);
struct mmra_string litmus_ir_name_of(const struct litmus_ir_reader *r, ir_value value);
const struct ir_value_info *litmus_ir_operand_info(const struct litmus_ir_reader *r,
                                                   const struct ir_instruction *instruction, uint32_t index);
ir_value litmus_ir_operand(const struct litmus_ir_reader *r, const struct ir_instruction *instruction, uint32_t index);

/* litmus_ir_check.c: what the rest builds on */
/* Refuses a module with types whose layout would take long, or with an instruction that LLVM's verifier refuses. */
bool litmus_ir_check_types(struct litmus_ir_reader *r);
/* Refuses an instruction on types that programs do not have. */
bool litmus_ir_check_instruction(struct litmus_ir_reader *r, const struct ir_instruction *instruction);

/* Whether it is half, float or double, or a vector of them. */
bool litmus_ir_is_ieee(const struct ir_module *module, ir_type type);

/* litmus_ir_memory.c: types in memory */
/* 0: it is no memory. */
uint64_t litmus_ir_global_bytes(const struct ir_module *module, const struct ir_global *global);
uint64_t litmus_ir_size_of(const struct ir_module *module, ir_type type); /* bytes, padding included; 0: has none */
/* The offset and type of what the indexes of a GEP select, beyond the first, as far as they are constant. */
uint64_t litmus_ir_member_offset(const struct ir_module *module, ir_type structure, uint64_t index);
struct litmus_ir_layout litmus_ir_lay_out(const struct ir_module *module, ir_type type);
uint32_t litmus_ir_address_space(const struct litmus_ir_reader *r, ir_value pointer);

/* litmus_ir_cells.c: addresses and cells */
bool litmus_ir_make_cells(struct litmus_ir_reader *r);
/* Aliases of globals have the addresses of these; others have none. */
void litmus_ir_let_aliases(struct litmus_ir_reader *r);

/* litmus_ir_operation.c: what an instruction says about its events */
bool litmus_ir_operation_of(struct litmus_ir_reader *r, const struct ir_instruction *instruction,
                            struct model_operation *operation);
/* The callee's name of a call; empty for none. */
struct mmra_string litmus_ir_callee(const struct litmus_ir_reader *r, const struct ir_instruction *instruction);
enum litmus_ir_known_call {
    LITMUS_IR_CALL_UNKNOWN,
    LITMUS_IR_CALL_NOTHING, /* has no effect on memory or values */
    LITMUS_IR_CALL_COPY,    /* its result is its argument */
    LITMUS_IR_CALL_AV_LOAD,
    LITMUS_IR_CALL_AV_STORE,
    LITMUS_IR_CALL_MAKE,  /* makes memory available or visible */
    LITMUS_IR_CALL_IMAGE, /* of an image or a texel buffer */
    LITMUS_IR_CALL_WORKGROUP_BARRIER,
    LITMUS_IR_CALL_WAVE_BARRIER,
    LITMUS_IR_CALL_INTERLOCK_BEGIN, /* of a fragment's shell */
    LITMUS_IR_CALL_INTERLOCK_END,
    LITMUS_IR_CALL_EMIT_MESH_TASKS, /* of a task's */
    LITMUS_IR_CALL_ABORT,           /* of any shell */
    LITMUS_IR_CALL_KILL,            /* of a fragment, and so are these: */
    LITMUS_IR_CALL_DEMOTE,
    LITMUS_IR_CALL_LIVE,
    LITMUS_IR_CALL_TRACE_RAY, /* of a ray's, and so are these: */
    LITMUS_IR_CALL_EXECUTE_CALLABLE,
    LITMUS_IR_CALL_IGNORE_INTERSECTION,
    LITMUS_IR_CALL_TERMINATE_RAY,
    LITMUS_IR_CALL_NUMBERED_BARRIER /* of litmus tests: its number, or its number and a quorum */
};
enum litmus_ir_known_call litmus_ir_classify_call(const struct litmus_ir_reader *r,
                                                  const struct ir_instruction *instruction);

/* litmus_ir_image.c: images and texel buffers */
enum litmus_ir_image_action {
    LITMUS_IR_IMAGE_LOAD,
    LITMUS_IR_IMAGE_STORE,
    LITMUS_IR_IMAGE_ATOMIC,
    LITMUS_IR_IMAGE_CMPXCHG,
    LITMUS_IR_IMAGE_SIZE
};

/* An image intrinsic: what it does, and which of its operands is what; 0: it has none. */
struct litmus_ir_image_call {
    uint8_t action; /* enum litmus_ir_image_action */
    uint8_t rmw;
    bool is_buffer;
    uint32_t coordinates;
    uint32_t data, compared, mask, coordinate, descriptor, policy;
};

bool litmus_ir_read_image_call(struct litmus_ir_reader *r, const struct ir_instruction *instruction,
                               struct litmus_ir_image_call *call);
/* A pointer to the descriptors of images, which are constant. */
void litmus_ir_let_descriptors(struct litmus_ir_reader *r, const struct litmus_image *images, uint32_t count,
                               struct litmus_ir_parts *pointer);
bool litmus_ir_read_image_access(struct litmus_ir_reader *r, const struct ir_instruction *instruction);
/* That of a global, or NULL. */
struct litmus_ir_image_global *litmus_ir_image_of_global(const struct litmus_ir_reader *r, uint64_t global);

/* litmus_ir_value.c: values in parts */
struct litmus_ir_parts litmus_ir_parts_of(struct litmus_ir_reader *r, ir_value value);
static inline struct litmus_ir_parts litmus_ir_parts_at(struct litmus_ir_reader *r, const struct ir_instruction *i,
                                                        uint32_t operand) {
    return litmus_ir_parts_of(r, litmus_ir_operand(r, i, operand));
}
struct litmus_ir_parts litmus_ir_new_parts(struct litmus_ir_reader *r, ir_type type, const char *name);
/* Whether it is an integer of more than 64 bits, or a vector of them. */
bool litmus_ir_is_wide(const struct litmus_ir_reader *r, ir_type type);
/* Appends target = alu(a, b, c) to the thread. */
struct program_instruction *litmus_ir_compute(struct litmus_ir_reader *r, enum program_alu alu, uint8_t width,
                                              uint32_t target, struct program_operand a, struct program_operand b);
uint32_t litmus_ir_temporary(struct litmus_ir_reader *r);
/* alu(a, b), `from`: the operands' width where it is another: a constant if both are, else a new register. */
struct program_operand litmus_ir_folded(struct litmus_ir_reader *r, enum program_alu alu, uint8_t width, uint8_t from,
                                        struct program_operand a, struct program_operand b);
struct program_operand litmus_ir_selected(struct litmus_ir_reader *r, uint8_t width, struct program_operand condition,
                                          struct program_operand yes, struct program_operand no);
/* Registers that are set in several places: those of phis and of private variables. */
void litmus_ir_note_varying(struct litmus_ir_reader *r, struct litmus_ir_parts parts);
/* Lets the result of an instruction be these parts. */
void litmus_ir_let_result(struct litmus_ir_reader *r, const struct ir_instruction *instruction,
                          struct litmus_ir_parts parts);
/* Makes the bits of `target` from those of `source`, in order, lowest first. */
void litmus_ir_repack(struct litmus_ir_reader *r, struct litmus_ir_parts target, struct litmus_ir_parts source);
bool litmus_ir_read_value_instruction(struct litmus_ir_reader *r, const struct ir_instruction *instruction);

/* litmus_ir_constant.c: constants and constant expressions */
/* Lets a value be what it is, if it is a constant. What is not known is refused by name. */
void litmus_ir_let_constant(struct litmus_ir_reader *r, ir_value value);
/* Does that for all operands in a function, before it is read. */
bool litmus_ir_let_constants(struct litmus_ir_reader *r, const struct ir_function_info *function);
/* Whether a constant that is kept as text is c"text\00"; its bytes, at most so many, and how many there are. */
bool litmus_ir_is_string(struct mmra_string text);
uint64_t litmus_ir_bytes_of_string(struct mmra_string text, uint8_t *bytes, uint64_t most);

/* litmus_ir_private.c: private variables */
/* A pointer to so many bytes, as registers of 32 bits. */
struct litmus_ir_parts litmus_ir_new_private(struct litmus_ir_reader *r, uint64_t bytes);
/* A pointer to numbers of 32 bits in constant memory. */
struct litmus_ir_parts litmus_ir_constant_numbers(struct litmus_ir_reader *r, const uint32_t *numbers, uint32_t count);
bool litmus_ir_read_alloca(struct litmus_ir_reader *r, const struct ir_instruction *instruction);
bool litmus_ir_read_private_access(struct litmus_ir_reader *r, const struct ir_instruction *instruction);

/* litmus_ir_grid.c: what only a grid has */
/* The address of a global of local memory; each workgroup has its own. */
uint64_t litmus_ir_local_address(uint32_t global, uint32_t workgroup);
/* Calls of intrinsics that compute: false if it is none. */
bool litmus_ir_read_intrinsic(struct litmus_ir_reader *r, const struct ir_instruction *instruction, bool *known);
/* Whether an address lies in local memory, which is cut as it is accessed. */
bool litmus_ir_grid_is_local(const struct litmus_ir_reader *r, uint64_t address);
/* The size of the scalar at an address in the parameters' memory, or 0. */
uint32_t litmus_ir_grid_bytes_at(const struct litmus_ir_reader *r, uint64_t address);
/* The value of a parameter; `payload`: what a caller hands over, or NULL. */
bool litmus_ir_let_arguments(struct litmus_ir_reader *r, const struct ir_function_info *function,
                             const struct litmus_ir_argument *all, uint32_t count,
                             const struct litmus_ir_parts *payload, struct litmus_ir_parts *arguments);
/* The function of that name, or with NULL the first kernel. */
const struct ir_function_info *litmus_ir_find_function(const struct litmus_ir_reader *r, const char *name);

/* litmus_ir_rays.c */
bool litmus_ir_read_ray(struct litmus_ir_reader *r, const struct ir_instruction *instruction,
                        enum litmus_ir_known_call call);

/* The launch that this thread makes (at an instruction), or waits for. */
void litmus_ir_append_launch(struct litmus_ir_reader *r, const struct ir_instruction *i);
/* The size of a memory that begins at an address. */
uint64_t litmus_ir_grid_memory_bytes(const struct litmus_ir_reader *r, uint64_t base);

/* litmus_ir_number.c: intrinsics that compute numbers, and those that exchange them within a wavefront */
bool litmus_ir_read_number(struct litmus_ir_reader *r, const struct ir_instruction *instruction,
                           struct mmra_string name);

/* litmus_ir_code.c: functions */
struct litmus_ir_piece {
    struct program_operand address;
    uint32_t bytes;
    uint64_t base; /* of the memory that it lies in, if that is known */
};

struct program_instruction *litmus_ir_append_access(struct litmus_ir_reader *r, const struct model_operation *operation,
                                                    struct litmus_ir_piece piece);
/* Whether an operand is constant after all, by the registers that it was computed in. */
bool litmus_ir_constant(struct litmus_ir_reader *r, struct program_operand operand, uint64_t *value);
/* Reads a function as the frame has it: parameters are set. */
bool litmus_ir_read_function(struct litmus_ir_reader *r, struct litmus_ir_frame *frame,
                             const struct ir_function_info *function, const struct litmus_ir_parts *arguments);

#endif
