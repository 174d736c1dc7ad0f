/* A program as the model checker runs it: threads of small instructions that step from event to event. Every front end
 * (Khronos's .test, Vulkan .litmus, LLVM IR) makes one of these. */
#ifndef MMRA_PROGRAM_H
#define MMRA_PROGRAM_H

#include "mmra/base/float_format.h"
#include "mmra/base/names.h"
#include "mmra/ir/ir_operation.h"
#include "mmra/model/model.h"
#include "mmra/model/program_rows.h"

enum program_opcode {
    PROGRAM_COMPUTE, /* target = alu(a, b, c) */
    /* operation; a: address, b: value or operand, c: compared; target, success: registers. Of 0 bytes: an event at the
     * location that begins there, which neither reads nor writes. */
    PROGRAM_ACCESS,
    PROGRAM_EVENT, /* operation alone: a fence, or a device-domain operation */
    PROGRAM_BARRIER,
    /* target = what a is in the thread that is number `quorum` of this one's instance of barrier_level. Waits until all
     * threads of the instance are at exchanges, which must be of one number (`barrier`) and one dynamic instance (b).
     * A run may go on with a part of them: c is what a thread gives that is not there; NOTHING: it must be. An
     * exploration refuses threads that diverge. */
    PROGRAM_EXCHANGE,
    PROGRAM_BRANCH, /* a: condition; if_true, if_false */
    PROGRAM_JUMP,   /* if_true */
    PROGRAM_END,
    PROGRAM_ABORT, /* the thread ends, and with it the device, in finite time (SPV_KHR_abort) */
    PROGRAM_FAULT  /* must not be reached: undefined behaviour, which the operation's text may name */
};

/* Arithmetic of `width` bits on operands of `from_width` bits (0: the same). Comparisons are enum ir_integer_predicate,
 * from PROGRAM_COMPARE on, and enum ir_float_predicate, from PROGRAM_FCOMPARE on. */
#define PROGRAM_ALU_NAME(name, ...) PROGRAM_##name,
enum program_alu {
    PROGRAM_SIMPLE_ROWS(PROGRAM_ALU_NAME) PROGRAM_INTEGER_ROWS(PROGRAM_ALU_NAME)
        PROGRAM_READ_MODIFY_WRITE, /* b: old, c: operand; the operation is `rmw` */
    PROGRAM_EXPONENT,              /* of a float; the integer that goes with SIGNIFICAND */
    PROGRAM_UTOF,
    PROGRAM_STOF,
    PROGRAM_FTOU,
    PROGRAM_FTOS,
    PROGRAM_FLOAT_ROWS(PROGRAM_ALU_NAME) PROGRAM_COMPARE,
    PROGRAM_FCOMPARE = PROGRAM_COMPARE + IR_INTEGER_PREDICATE_COUNT
};
#undef PROGRAM_ALU_NAME

enum program_operand_kind { PROGRAM_NOTHING, PROGRAM_CONSTANT, PROGRAM_REGISTER, PROGRAM_UNDEFINED };

struct program_operand {
    uint8_t kind;
    uint64_t value; /* or the register's number */
};

/* How a control barrier finds its dynamic instance. */
enum program_barrier_mode {
    PROGRAM_BARRIER_NUMBERED, /* by its number; does not wait for anyone */
    /* The n-th that each thread of the workgroup (or wavefront) comes to. For all of them it must be the same one:
     * `barrier` is its number in the code, and a says which of its dynamic instances it is. Front ends that do not tell
     * barriers apart leave both out. */
    PROGRAM_BARRIER_COUNTED,
    PROGRAM_BARRIER_QUORUM /* opens when `quorum` threads have reached the one of this number */
};

/* Khronos's tests say that a read must have read this. */
enum { PROGRAM_READS_ANY = -1, PROGRAM_READS_INITIAL = -2 };

struct program_instruction {
    uint8_t opcode, alu, rmw;
    uint8_t width, from_width; /* bits */
    uint8_t barrier_mode, barrier_level;
    bool compare_exchange, weak;
    uint32_t bytes;
    uint32_t target, success; /* registers, or MODEL_NONE */
    struct program_operand a, b, c;
    uint32_t if_true, if_false;
    uint32_t reference;       /* of an exchange: the number of the innermost loop around it, and 1 more; 0: none */
    uint64_t lowest, highest; /* of an access whose address is computed: where it can be; both 0: anywhere */
    uint32_t barrier, quorum;
    int32_t must_read; /* PROGRAM_READS_*, or thread << 16 | instruction of a write */
    struct model_operation operation;
};

/* The fault of a thread whose arrivals and waits at split barriers do not take turns, or have another barrier of the
 * level between them: SPIR-V does not say which of them belong together. */
extern const char program_no_turns[];
/* Faults of an access to what is not there: memory, or a private variable. */
extern const char program_beyond[], program_beyond_private[];
static inline bool program_is_beyond(const char *fault) {
    return fault == program_beyond || fault == program_beyond_private;
}

struct program_register {
    const char *name; /* NULL: a temporary, which is not part of an outcome */
    bool has_value;
    bool varies; /* is set in more than one place */
    uint64_t value;
};

enum { IF_TRUE, IF_FALSE };

/* A variable that the ways of a branch set, and whether they set it to other constants. */
struct program_variable {
    uint32_t number;
    bool differs;
    /* What the variable is after either side, if that is one operand; NOTHING: that is not known. The variable itself:
     * it is what it was before the branch. */
    struct program_operand by_side[2];
};

/* The place where the ways of a branch come together again. */
struct program_join {
    uint32_t at;                        /* instruction */
    bool loops;                         /* a way goes round a loop, without any event: perhaps for ever */
    struct program_variable *variables; /* what is different there by the way */
    uint32_t variable_count, variable_capacity;
    /* Per instruction between branch and join. Common: each of the ways begins with it, so that the branch decides
     * nothing. Perhaps: it is a write, and each of the ways may do the same, perhaps after something else. */
    uint32_t *common, *perhaps;
    uint32_t common_count, common_capacity, perhaps_count, perhaps_capacity;
};

/* A loop whose rounds a register counts. Not by way of the loop around it, it is not entered again. */
struct program_loop {
    uint32_t around;  /* number of the next one outward and 1 more; 0: there is none */
    uint32_t counter; /* register; MODEL_NONE: nothing depends on its rounds */
};

struct program_thread {
    const char *name;
    struct model_scope_instances scopes;
    struct program_instruction *code;
    uint32_t code_count, code_capacity;
    struct program_register *registers;
    uint32_t register_count, register_capacity;
    struct mmra_names names; /* of registers; by number of the name: */
    uint32_t *named;         /* the register */
    uint32_t named_capacity;
    struct program_loop *loops; /* around its exchanges */
    uint32_t loop_count, loop_capacity;
    /* program_finish() computes these: */
    bool *is_head;     /* per instruction: the target of a jump backwards */
    uint64_t **live;   /* per instruction: registers whose value may still be used, as bits */
    uint64_t **writes; /* per instruction: cells that it or what follows may write */
    /* Per instruction, of branches: NULL if the ways do not come together, or if one waits, or goes round a loop that
     * does something, so that it may never come there. */
    struct program_join **joins;
};

/* A cell: memory that is always accessed as a whole. */
struct program_cell {
    const char *name;
    uint64_t address;
    uint32_t bytes;
    uint64_t initial;
    bool undefined;     /* has no initial value */
    bool observed;      /* part of an outcome */
    uint8_t float_bits; /* for people: it holds a floating-point number of so many bits; 0: an integer */
    const char *label;  /* the name that the source has for it: "data.member[3].x"; NULL: none is known */
};

/* Messages name an instance of the scope Workgroup so. */
enum program_groups {
    PROGRAM_WORKGROUPS,
    PROGRAM_PATCHES, /* the invocations of a tessellation control shader that make one patch */
    PROGRAM_ALONE /* fragments and rays: there are no workgroups, and nobody says which invocations share a subgroup */
};

/* The language of the source, whose words messages have: HLSL's for Slang too, GLSL's for all others. */
enum program_language { PROGRAM_GLSL, PROGRAM_HLSL };

struct program {
    struct arena *arena;
    const char *name;
    struct program_thread *threads;
    uint32_t thread_count, thread_capacity;
    struct program_cell *cells; /* in order of address */
    uint32_t cell_count, cell_capacity;
    struct model_system_order *system_order;
    uint32_t system_order_count, system_order_capacity;
    /* A thread that calls shaders runs them as its own code. Each call is an invocation with a program order of its
     * own, and from this level of scopes on stands in other instances than the thread. 0: there are no calls. */
    uint8_t call_level;
    uint8_t groups;               /* enum program_groups */
    uint8_t language;             /* enum program_language */
    const struct mmra_tags *tags; /* of the operations; may be NULL */
};

/* Why a thread stops at PROGRAM_ABORT; known by its address. */
extern const char program_aborts[];

void program_init(struct program *program, struct arena *arena);
struct program_thread *program_add_thread(struct program *program, const char *name);
struct program_instruction *program_append(struct program *program, struct program_thread *thread,
                                           enum program_opcode opcode);
/* The register of this name, made if it is new; a NULL name makes a temporary. */
uint32_t program_register(struct program *program, struct program_thread *thread, const char *name);
/* Adds a cell; they must be added in order of address. Returns its index. */
uint32_t program_add_cell(struct program *program, const char *name, uint64_t address, uint32_t bytes);
/* With 0 bytes it is the cell that begins there, whatever its size. Or MODEL_NONE. */
uint32_t program_find_cell(const struct program *program, uint64_t address, uint32_t bytes);
/* Whether the first and the last of these bytes, of which there are some, belong to cells. */
bool program_has_bytes(const struct program *program, uint64_t address, uint32_t bytes);
/* Whether the instruction may access the cell, as far as its address is known. */
bool program_may_access(const struct program *program, const struct program_instruction *i, uint32_t cell);
uint32_t program_named_cell(const struct program *program, const char *name, size_t length);
/* Whether some thread has a PROGRAM_ABORT. */
bool program_may_abort(const struct program *program);
/* Replaces what is constant in a thread, and drops what it never reaches or never uses. Every way through its code must
 * end in PROGRAM_END, PROGRAM_ABORT, PROGRAM_FAULT or a jump. */
void program_fold(struct program *program, struct program_thread *thread);
/* To be called when all threads are there: liveness, loops, and what may still be written. */
void program_finish(struct program *program);
/* As program_thread.live, made in the arena. Asked: the registers that are used at the end; NULL: those with a name.
 * What is stored to unread cells is not used, and reads of quiet ones tell nothing by themselves (program_idle.h);
 * NULL: there are none. */
uint64_t **program_find_live(const struct program *program, struct program_thread *thread, const bool *asked,
                             const bool *unread, const bool *quiet, struct arena *arena);

/* The instructions that may follow, at most two; returns how many. */
uint32_t program_successors(const struct program_thread *thread, uint32_t at, uint32_t next[2]);
/* program_join.c: fills in `joins`, when `live` is there. */
void program_find_joins(struct program *program, struct program_thread *thread);

static inline struct program_operand program_constant(uint64_t value) {
    return (struct program_operand){PROGRAM_CONSTANT, value};
}
/* The nearest float of 16, 32 or 64 bits. */
static inline struct program_operand program_number(double value, uint32_t width) {
    return program_constant(mmra_float_bits(value, width));
}
static inline struct program_operand program_in_register(uint32_t number) {
    return (struct program_operand){PROGRAM_REGISTER, number};
}

/* Arithmetic in `width` bits, as LLVM defines it. False where the result is undefined (division by zero, ...). */
bool program_compute(const struct program_instruction *instruction, uint64_t a, uint64_t b, uint64_t c,
                     uint64_t *result);

#endif
