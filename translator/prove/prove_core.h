/* The files of this room share this: one invocation's way through an entry point, with terms for what it computes, and
 * what it does to memory on the way, in an order that is the same for all. docs/reference/proofs.md has the rules. */
#ifndef TRANSLATOR_PROVE_CORE_H
#define TRANSLATOR_PROVE_CORE_H

#include <setjmp.h>

#include "spirv/memory_view.h"
#include "translator/prove/prove.h"
#include "translator/prove/prove_term.h"
#include "translator/second_reading/second_reading.h"

enum prove_built_in { PROVE_LOCAL_X = 1, PROVE_GROUP_X = 4, PROVE_GROUPS_X = 7, PROVE_BUILT_INS = 10 };

/* ---- values ---- */

enum prove_value_kind {
    PROVE_SCALAR,
    PROVE_PARTS,   /* of a composite */
    PROVE_POINTER, /* to a part of an object */
    PROVE_HANDLE,  /* an image, sampler or both, which an object holds */
    PROVE_UNKNOWN  /* anything of its type */
};

struct prove_value {
    uint8_t kind;
    prove_term term;
    spirv_id type;
    uint32_t count; /* of parts, or of indices of a path */
    const struct prove_value *const *parts;
    uint32_t object; /* of a pointer or handle: 1 + its number */
    const prove_term *path;
};

/* A variable. What an invocation has for itself is a cell of the state. */
struct prove_object {
    spirv_id variable;
    spirv_id type; /* pointee */
    uint32_t storage_class;
    uint32_t binding, set; /* UINT32_MAX: none */
    uint32_t cell;         /* 1 + number; 0: memory of several invocations */
    bool is_written;
};

/* ---- events ---- */

enum prove_event_kind { PROVE_ACCESS, PROVE_BARRIER, PROVE_CUT };

struct prove_event {
    uint8_t kind, class; /* of an access, second_reading_class(); of a barrier the classes as bits */
    bool is_write, is_read, is_atomic;
    bool is_copy;   /* a first or next round of a loop: in no question about all rounds */
    uint16_t flags; /* enum model_flag */
    uint32_t scope; /* of an atomic; of a barrier the memory scope */
    uint32_t execution_scope;
    uint32_t word, object;
    const prove_term *path;
    uint32_t path_count;
    prove_term control;       /* what decides that it happens */
    prove_term facts;         /* what is known then */
    prove_term ticket, added; /* of an atomic that adds: the number before, and what is added; else 0 */
    /* of a cut: */
    uint32_t round; /* so many events before it are the first round, as many after it round k, and the next ones round k
                       + 1 */
    prove_term again; /* round k is followed by round k + 1 */
};

/* A counter does not wrap in `count` rounds if `stays` holds. */
struct prove_counter {
    prove_term count, stays;
};

/* ---- control ---- */

struct prove_state {
    const struct prove_value **cells;
    uint32_t count;
};

struct prove_edge {
    uint32_t from, to; /* blocks of the function; to = their number: it returns */
    prove_term control, facts;
    struct prove_state state;
    const struct prove_value *result; /* of a return */
};

struct prove_edges {
    struct prove_edge *items;
    uint32_t count, capacity;
};

/* The blocks of a function in an order in which only loops go back. */
struct prove_flow {
    uint32_t *order, count; /* reverse postorder, of those that are reached */
    uint32_t *position;     /* by block; UINT32_MAX: not reached */
    uint8_t **bodies;       /* by block: if it is the header of a loop, which blocks are in it; else NULL */
    uint32_t block_count;
};

struct prove_free_constant {
    uint32_t spec_id;
    prove_term term;
};

struct prover {
    const struct spirv_module *module;
    const smmra_litmus_options *run;
    struct arena *arena;
    struct arena *kept;          /* outlives the work: of what is said */
    struct prove_solver *solver; /* NULL: nothing was asked, or there is none */
    struct prove_terms terms;
    struct second_reading reading;
    struct spirv_object_flags flags;
    const struct prove_value **values; /* by dense index */
    struct prove_flow **flows;         /* by function */
    uint32_t *blocks;                  /* by dense index of a label: its block's number in the function */
    struct prove_object *objects;
    uint32_t object_count, object_capacity, cell_count;
    struct prove_event *events;
    uint32_t event_count, event_capacity;
    struct prove_counter *counters;
    uint32_t counter_count, counter_capacity;
    struct prove_free_constant *constants; /* that may be anything */
    uint32_t constant_count, constant_capacity;
    bool *is_fixed;    /* by dense index, of constants; NULL: all are */
    const bool *alike; /* by dense index: of reads that find the same in all invocations of a workgroup; NULL: none */
    prove_term built_ins[PROVE_BUILT_INS];
    prove_term lane[2]; /* of an invocation: SubgroupId and SubgroupLocalInvocationId; 0: the module has none */
    uint32_t local[3];
    uint32_t depth;
    uint32_t uneven;  /* word in a loop with barriers whose rounds are not known to be alike; 0: none */
    uint32_t assumed; /* enum prove_assumption as bits */
    spirv_id entry;
    struct prove_answer *answer;
    jmp_buf landing; /* last: the rest begins anew with another way */
};

/* Ends the work: nothing is decided, and why. */
_Noreturn void prove_give_up(struct prover *p, uint32_t word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The OpMemberName of a member, or NULL. Hostile. */
const char *prove_member_name(const struct prover *p, spirv_id type, uint64_t member);

/* ---- prove_value.c ---- */

const struct prove_value *prove_scalar(struct prover *p, prove_term term);
const struct prove_value *prove_unknown(struct prover *p, spirv_id type);
const struct prove_value *prove_composite(struct prover *p, const struct prove_value *const *parts, uint32_t count);
/* A value of the type that may be anything: each scalar is a symbol. */
const struct prove_value *prove_fresh(struct prover *p, spirv_id type, uint8_t variance);
/* A value of which each scalar is an unknown function of these terms and of the scalar's place. */
const struct prove_value *prove_applied(struct prover *p, spirv_id type, uint64_t function, const prove_term *arguments,
                                        uint32_t count);
const struct prove_value *prove_of_constant(struct prover *p, const struct spirv_constant *constant);
uint8_t prove_scalar_width(const struct prover *p, spirv_id type); /* 0: it is no scalar */
/* How many parts a type has, and the type of one; 0: it has none, or too many to be looked at. */
uint32_t prove_part_count(const struct prover *p, spirv_id type);
spirv_id prove_part_type(const struct prover *p, spirv_id type, uint32_t part);
const struct prove_value *prove_part(struct prover *p, const struct prove_value *value, uint32_t part);
const struct prove_value *prove_with_part(struct prover *p, const struct prove_value *value, uint32_t part,
                                          const struct prove_value *with);
/* The part that an index chooses. */
const struct prove_value *prove_indexed(struct prover *p, const struct prove_value *value, prove_term index);
const struct prove_value *prove_with_indexed(struct prover *p, const struct prove_value *value, prove_term index,
                                             const struct prove_value *with);
const struct prove_value *prove_merge(struct prover *p, prove_term condition, const struct prove_value *then,
                                      const struct prove_value *otherwise);
const struct prove_value *prove_replaced(struct prover *p, struct prove_substitution *s,
                                         const struct prove_value *value);
/* Appends the scalars; false: some are not known. */
struct prove_list {
    prove_term *items;
    uint32_t count, capacity;
};
bool prove_scalars(struct prover *p, const struct prove_value *value, struct prove_list *list);

/* ---- prove_constants.c ---- */

/* Before anything is run: specialization constants become symbols. */
void prove_free_constants(struct prover *p);
/* Returns the value that is made of symbols; NULL: the constant is as the module has it. */
const struct prove_value *prove_of_free(struct prover *p, spirv_id id);

/* ---- prove_flow.c ---- */

void prove_number_blocks(struct prover *p);
/* UINT32_MAX: the function has no such block. */
uint32_t prove_block_of(const struct prover *p, const struct spirv_function *function, spirv_id label);
const struct prove_flow *prove_flow_of(struct prover *p, const struct spirv_function *function);

/* ---- prove_instruction.c: what computes and touches no memory ---- */

/* NULL: it is none of these. */
const struct prove_value *prove_compute(struct prover *p, const struct spirv_instruction *in);
const struct prove_value *prove_value_of(struct prover *p, spirv_id id, uint32_t word);
prove_term prove_term_of(struct prover *p, spirv_id id, uint32_t word);

/* ---- prove_memory.c ---- */

/* A read of memory that nobody writes is a function of its place. */
const struct prove_value *prove_read_only(struct prover *p, const struct prove_value *pointer);
struct prove_here {
    struct prove_state *state;
    prove_term control, facts;
};
void prove_add_objects(struct prover *p, struct prove_state *state);
uint32_t prove_add_private(struct prover *p, struct prove_state *state, const struct spirv_instruction *variable);
/* False: the instruction neither touches nor orders memory. */
bool prove_memory(struct prover *p, struct prove_here *here, const struct spirv_instruction *in);
/* Whether the instruction has an operand that leads to memory. */
bool prove_has_pointer(const struct prover *p, const struct spirv_instruction *in);

/* ---- prove_edges.c ---- */

struct prove_frame {
    const struct spirv_function *function;
    const struct prove_flow *flow;
    struct prove_edges *pending; /* by block */
    bool *done;
    uint32_t header; /* of the loop whose round is run; UINT32_MAX: none */
    struct prove_edges latches, exits;
};
struct prove_edge prove_merge_edges(struct prover *p, const struct prove_edges *edges);
void prove_send(struct prover *p, struct prove_frame *frame, const struct prove_edge *edge);
/* The value of an OpPhi where these edges meet. */
const struct prove_value *prove_phi(struct prover *p, const struct prove_frame *frame,
                                    const struct spirv_instruction *phi, const struct prove_edges *edges);

/* ---- prove_run.c ---- */

void prove_run(struct prover *p);
/* Runs the blocks of the frame's loop, or of the function, from this block on. */
void prove_run_blocks(struct prover *p, struct prove_frame *frame, uint32_t first, const struct prove_edge *entry);

/* ---- prove_loop.c ---- */

void prove_loop(struct prover *p, struct prove_frame *frame, uint32_t header, const struct prove_edges *edges);

/* ---- prove_assume.c ---- */

/* Makes the condition that a text of --assume says. */
prove_term prove_assume(struct prover *p, const char *text);

/* ---- prove_affine.c ---- */

/* How the two invocations that a question is about are related. */
enum prove_mode {
    PROVE_ORDERED, /* of one workgroup, between the same barriers */
    PROVE_FREE,    /* of one workgroup, anywhere */
    PROVE_APART,   /* of two workgroups */
    PROVE_MODES
};
extern const uint8_t prove_mode_variance[]; /* enum prove_variance: what may be another in the second */

/* Whether the places of two accesses never are the same: by sums of the places of both in the grid. */
bool prove_is_apart(struct prover *p, enum prove_mode mode, const struct prove_event *a, const struct prove_event *b);

/* Two places as rows and columns of an array with rows of one length. Where columns are below the length and nothing
 * wraps, places that are equal have equal rows and equal columns. */
struct prove_rows {
    prove_term row[2], column[2], length;
};
/* False: the places are no such sums. */
bool prove_split(struct prover *p, enum prove_mode mode, prove_term x, prove_term y, struct prove_rows *rows);

/* ---- prove_alike.c ---- */

/* The accesses that a question can tell from every earlier one; those of one object stand together, in their order. */
uint32_t *prove_different(struct prover *p, bool is_between, uint32_t *count);

/* ---- prove_question.c ---- */

/* Two atomics that take tickets of one number, in invocations 0 and 1, in these modes, as bits. */
struct prove_tickets {
    uint32_t first, second; /* events */
    uint8_t modes;
};

struct prove_asker {
    struct prover *p;
    struct prove_solver *solver;
    const struct prove_options *options;
    const uint32_t *words; /* as they were given */
    size_t word_count;
    prove_term *roots; /* what the question is about */
    uint32_t root_count, root_capacity;
    struct prove_said *said;
    prove_term given; /* what --assume says */
    uint32_t *cuts;   /* events that are cuts */
    uint32_t cut_count;
    struct prove_tickets *tickets;
    uint32_t ticket_count;
    bool says_tickets;      /* in this question */
    uint8_t *rounds;        /* by cut and need: what is known of its rounds */
    uint32_t tries;         /* pairs of a question that runs shall show, */
    uint32_t runs_at_once;  /* and runs that were found at once */
    uint32_t shown[2];      /* words of the two accesses, or of those that a run has shown to race */
    uint32_t asked_by_runs; /* how often all runs asked whether to go on (mmra/base/watch.h) */
    size_t bytes_of_runs;
    bool is_hasty; /* the first pair that is not apart ends a question, and no run is tried */
};
void prove_ask_all(struct prove_asker *asker);
/* Whether a barrier between two events, of two invocations, always separates them; else, where it `says`, the solver is
 * told what each one's being there means. */
bool prove_is_separated(struct prove_asker *asker, uint32_t first, uint32_t second, bool says);
/* Members of structures, and other indices that are known, tell most accesses apart. */
bool prove_is_elsewhere(const struct prover *p, const struct prove_event *a, const struct prove_event *b);

/* ---- prove_reads.c ---- */

/* After a way through the entry point in which the reads of `alike` (by dense index of their results; NULL: none) were
 * taken to be alike in all invocations of a workgroup. Returns which may be taken so on another way; NULL: this way
 * stands. */
bool *prove_alike_reads(struct prove_asker *asker, const bool *alike);

/* ---- prove_witness.c ---- */

/* After a question that is possible, or open: whether a run of `race` shows a race, or a divergent barrier where that
 * is asked; then asker->said->run has its options. `at_once`: a run that the solver finds with little work. */
bool prove_show(struct prove_asker *asker, enum prove_question question, bool at_once);

/* ---- prove_solver.c ---- */

enum prove_result { PROVE_NEVER, PROVE_POSSIBLE, PROVE_OPEN };

struct prove_solver;
extern const char *const prove_no_solver; /* why there is none */
/* NULL: there is none. It ends with prove_solver_end(). */
struct prove_solver *prove_solver_begin(struct prover *p, uint32_t milliseconds, uint32_t megabytes);
void prove_solver_end(struct prove_solver *solver);
/* A new question, about two invocations, 0 and 1. */
void prove_solver_ask(struct prove_solver *solver, enum prove_mode mode);
void prove_solver_say(struct prove_solver *solver, prove_term condition, uint32_t side, bool is_so);
void prove_solver_say_equal(struct prove_solver *solver, prove_term a, prove_term b);
/* Says that at least one of these terms differs between the two invocations. */
void prove_solver_say_distinct(struct prove_solver *solver, const prove_term *terms, uint32_t count);
/* Says of two atomics that take tickets, of invocations 0 and 1: if both happen, at one place, then the numbers from
 * the one found up to the sum made are others, and no sum wraps. */
void prove_solver_say_tickets(struct prove_solver *solver, const struct prove_event *a, const struct prove_event *b);
/* Says that a number has no more bits than these, more than 1. */
void prove_solver_say_small(struct prove_solver *solver, prove_term term, uint32_t side, uint8_t bits);
/* How much has been said to the solver; and forgets what was said after that. */
uint32_t prove_solver_said(const struct prove_solver *solver);
void prove_solver_forget(struct prove_solver *solver, uint32_t said);
/* `at_once`: with little work, or it is open. */
enum prove_result prove_solver_check(struct prove_solver *solver, bool at_once);
/* After PROVE_POSSIBLE: what a term is in an invocation. */
uint64_t prove_solver_value(struct prove_solver *solver, prove_term term, uint32_t side);

#endif
