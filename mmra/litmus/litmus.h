/* Litmus tests: a program, what is asked about it, and the answers. Front ends: litmus_khronos.c (Khronos's
 * .test), litmus_vulkan.c (.litmus) and litmus_ir.c (LLVM IR with comments). */
#ifndef MMRA_LITMUS_H
#define MMRA_LITMUS_H

#include "mmra/ir/ir_revision.h"
#include "mmra/model/condition.h"
#include "mmra/model/explore.h"

struct ir_module;

enum litmus_quantifier { LITMUS_NOTHING, LITMUS_EXISTS, LITMUS_FORALL, LITMUS_NOT_EXISTS };

/* A verdict line of a Khronos test says whether an execution with these properties exists. */
enum litmus_races { LITMUS_ANY_RACES, LITMUS_NO_RACE, LITMUS_SOME_RACE };
struct litmus_expectation {
    bool satisfiable;
    bool no_chains;
    bool consistent; /* whether the execution must be */
    uint8_t races;   /* enum litmus_races */
    uint32_t line;
};

struct litmus {
    struct program program;
    struct observations observations;
    uint8_t quantifier; /* enum litmus_quantifier */
    struct condition *condition;
    struct condition *filter;
    /* A Khronos program: that each read gives the value that the file names, as a condition of the registers' names;
     * NULL: none does. Executions that fail `guards` count for nothing. */
    const char *guards_text;
    struct condition *guards;
    struct litmus_expectation *expectations;
    uint32_t expectation_count, expectation_capacity;
    /* SPIR-V: the first computation of which a device may give another result; NULL: all results are exact. */
    const char *estimate;
    /* The answer takes this for granted (litmus_assume); NULL: nothing. */
    const char *assumption;
    uint32_t skipped_expectations; /* those about relations of the solver */
    const char *error;             /* not NULL: the text is no litmus test; then only this, `line` and
                                    * `unsupported` count */
    uint32_t line;
    bool unsupported; /* it is one, but asks for what cannot be run, which `error` names */
};

/* Reads the whole text. The program, names and messages live in the arena. */
void litmus_read_khronos(struct litmus *litmus, struct arena *arena, const char *text, size_t length);
/* The same file as a program: reads take what they may, and a thread ends where it reads another value than
 * the one given. `guards_text` says that none does. */
void litmus_read_khronos_program(struct litmus *litmus, struct arena *arena, const char *text, size_t length);
void litmus_read_vulkan(struct litmus *litmus, struct arena *arena, const char *text, size_t length);
/* `revision`: of the model. */
void litmus_read_ir(struct litmus *litmus, struct arena *arena, const char *text, size_t length,
                    enum ir_revision revision);
/* The same of a module that was built, whose comment is those lines without their semicolons. The program refers to the
 * module's tags. */
void litmus_read_ir_module(struct litmus *litmus, struct arena *arena, struct ir_module *module,
                           enum ir_revision revision);

/* The opcode of integer arithmetic that IR has an instruction for, else IR_OPAQUE. */
enum ir_opcode litmus_ir_opcode(enum program_alu alu);

/* Sets `guards` from a text as litmus_read_khronos_program() gives it; false if the program has not what it names. */
bool litmus_set_guards(struct litmus *litmus, const char *text);

/* The first kernel of a module as a grid: every invocation runs it. Addresses of the memory that its parameters point
 * to lie above LITMUS_FIRST_ADDRESS. */
#define LITMUS_FIRST_ADDRESS (UINT64_C(1) << 32)

/* The address of the lock that an interlock is between fragments that overlap (SPV_EXT_fragment_shader_interlock). It
 * is above all memory that has a name. */
#define LITMUS_INTERLOCK_ADDRESS (UINT64_C(1) << 46)

/* A shader that a ray or a callable shader leads to. */
enum litmus_ir_call_kind { LITMUS_CALL_ANY_HIT, LITMUS_CALL_CLOSEST_HIT, LITMUS_CALL_MISS, LITMUS_CALL_CALLABLE };

struct litmus_ir_shader {
    uint8_t kind; /* enum litmus_ir_call_kind */
    const char *function;
    const struct litmus_ir_argument *arguments;
    uint32_t argument_count;
};

struct litmus_invocation {
    const char *name;
    uint32_t workgroup, wave; /* numbers over the whole grid */
    uint32_t group[3], local[3], lane;
    const char *function; /* of a stage that is no kernel: what the shell calls; NULL: the first kernel */
    const struct litmus_ir_argument *arguments; /* of its parameters; NULL: the grid's */
    uint32_t argument_count;
    uint32_t launch; /* number of the launch that it makes when it emits mesh tasks, or that it waits for: 0: none */
    bool is_launched;
    uint32_t pixel;                         /* of a fragment: those of one pixel overlap */
    const struct litmus_ir_shader *shaders; /* that it may call, in the module's order */
    uint32_t shader_count;
};

struct litmus_memory_range {
    uint64_t address, bytes;
};

/* An image in memory: texels of components of 32 bits, one after the other along the first coordinate, then the next.
 */
struct litmus_image {
    uint64_t address;
    uint32_t extents[3]; /* texels along each coordinate; 1 beyond */
    uint32_t coordinates, components, component_bytes;
    bool floating;
    bool converted; /* it keeps another value than is written: its components have fewer bits */
    bool is_buffer; /* a texel buffer */
};

/* A parameter is an address or a number, or with `images` the address of their descriptors, or an input: integers
 * hold its numbers, floats only those of a place, and all else is undefined. */
struct litmus_ir_argument {
    uint64_t value;
    const char *const *registers; /* with names: one for each part, which another sets where a run begins; or NULL */
    bool is_constant;             /* the address of the numbers, in memory that nobody writes */
    bool is_input;
    bool is_place;          /* the numbers are floats */
    bool is_payload;        /* what the caller hands over */
    uint64_t private_bytes; /* of memory of its own; 0: it is none */
    uint32_t numbers[4], number_count;
    const struct litmus_image *images;
    uint32_t image_count;
};

/* IR does not say what a scalar of a workgroup's local memory holds at first: the header of a module does. */
struct litmus_ir_local {
    const char *name; /* of the global, or what follows its "_" */
    uint32_t workgroup, bytes;
    uint64_t offset, initial;
};

struct litmus_ir_grid {
    const struct litmus_invocation *invocations;
    uint32_t invocation_count;
    uint32_t groups[3], subgroup;
    bool has_calls;                             /* invocations call shaders */
    bool calls_in_lane;                         /* which the driver keeps in the caller's lane */
    const struct litmus_ir_argument *arguments; /* of the kernel's parameters */
    uint32_t argument_count;
    const struct litmus_memory_range *memory; /* what the addresses are of */
    uint32_t memory_count;
    const struct program_cell *cells; /* of that memory */
    uint32_t cell_count;
    uint32_t reached_bytes; /* of each cell that buffer addresses in memory lead to, if all have as many; else 0 */
    const struct litmus_ir_local *locals;
    uint32_t local_count;
    uint32_t local_atomics; /* bits: the sizes of the source's own atomics in local memory */
    /* All invocations run the first one's code, and no cells are made: a run has memory of its own. */
    bool is_shared;
    const char *lane; /* with it: the name of the register that has an invocation's number in its wave */
    const uint64_t *global_addresses; /* with it: of the module's globals, in their order; `memory` has them too */
    uint32_t global_count;
};

void litmus_read_ir_grid(struct litmus *litmus, struct arena *arena, const char *text, size_t length,
                         enum ir_revision revision, const struct litmus_ir_grid *grid);

/* ---- answers ---- */

/* The set of outcomes, each a row of observations.count values. */
struct outcomes {
    struct arena *arena;
    struct outcome_value **rows;
    uint32_t count, capacity, width;
    uint32_t *buckets;
    uint32_t bucket_count;
    bool some_undefined; /* in some row */
};

void outcomes_init(struct outcomes *outcomes, struct arena *arena, uint32_t width);
/* Whether the row was new. */
bool outcomes_add(struct outcomes *outcomes, const struct outcome_value *row);
bool outcomes_has(const struct outcomes *outcomes, const struct outcome_value *row);
/* Whether the values of `row` are among those that `general` stands for, where undefined is any value. */
bool outcome_covers(const struct outcomes *outcomes, const struct outcome_value *general,
                    const struct outcome_value *row);
/* Whether some row covers this one. */
bool outcomes_cover(const struct outcomes *outcomes, const struct outcome_value *row);

struct litmus_question {
    const struct model *model;
    struct explore_options options;
    bool outcomes;   /* collect them all; without it, the exploration ends when everything is decided */
    bool races;      /* whether races (Vulkan) or undef (AMDGPU) are asked for */
    bool texts;      /* Vulkan: whether races by the text of the appendix differ is asked too */
    bool graphs;     /* draw the witnesses */
    bool first;      /* end at the first thing that is wrong: a violated condition, a race, a thread that never ends */
    bool until_race; /* end at the first of either, even if outcomes are collected */
};

/* An execution that shows something, for people. NULL: there is none. */
struct litmus_witness {
    const char *text, *graph;
};

/* This tells what an execution shows, in the words of the source: an error and the notes that belong to it. Only of
 * programs whose operations have places. */
struct litmus_message {
    bool is_note;
    const struct model_place *place; /* NULL: not known */
    uint32_t word;                   /* SPIR-V: of the instruction; 0: of none */
    const char *text;
};

struct litmus_messages {
    struct litmus_message *items;
    uint32_t count, capacity;
    uint64_t missing; /* of one race: equal where the same is missing, which the last of them says */
};

/* An answer for people: no and yes are said of what was explored to the end, and found there. */
enum litmus_verdict { LITMUS_NO, LITMUS_YES, LITMUS_UNKNOWN };

/* Why threads do not come to their ends. */
enum litmus_stop {
    LITMUS_BEYOND,
    LITMUS_UNDEFINED,
    LITMUS_DIVERGENT,
    LITMUS_DEADLOCK,
    LITMUS_ENDLESS,
    LITMUS_ABORT,
    LITMUS_STOPS
};

/* The formal model and the text of Vulkan's appendix may differ about a race (models.md, "Vulkan"). The first two name
 * a data race that the text does not have, or not on the run that was looked at. The third is the assumption of a
 * verdict where the text alone has one. */
extern const char litmus_race_of_formal_model[], litmus_race_of_formal_model_here[], litmus_race_of_text[];

/* `one` and `other` in a list; either may be NULL. */
const char *litmus_and(struct arena *arena, const char *one, const char *other);
/* Adds to what is taken for granted. */
void litmus_assume(struct litmus *litmus, struct arena *arena, const char *what);

struct litmus_answer {
    bool condition_met;                      /* some execution meets the condition (forall: violates it) */
    bool condition_holds;                    /* as the quantifier says, of the executions that were completed */
    uint8_t condition_verdict, race_verdict; /* enum litmus_verdict; of a race also that a read takes undef for one */
    bool text_is_known;                      /* `texts` were asked for */
    uint8_t text_verdict;                    /* Vulkan, if `texts` are asked for: whether the text of the appendix has a
                                                data race; enum litmus_verdict */
    bool race;                               /* some execution (that the filter lets pass) has a data race */
    bool race_by_text;                       /* some execution without a race has one by the text */
    bool torn;                               /* some read takes undef, where the model has that for a data race */
    bool race_free;                          /* some execution has none */
    bool undefined;                          /* some execution reads undef */
    bool any;                                /* there is an execution at all */
    const char *fault;                       /* as in struct explore_statistics, of the executions that count */
    bool ended_at_first;                     /* there may be more than the question's first finding */
    bool ended_decided;                      /* there may be more executions, but nothing more is asked */
    bool passed;                             /* some execution, ended or not, passes the filter */
    bool endless;                            /* some execution never ends, and is no outcome */
    bool counted;                            /* some execution that ends does, so that the condition is asked of it */
    struct outcomes found;
    struct explore_statistics statistics;
    struct litmus_witness condition_witness, race_witness, undefined_witness, stop_witness[LITMUS_STOPS];
    const char *example; /* with graphs: an execution without a race, of the first ones that in which most synchronizes;
                          * NULL: there is none */
    struct litmus_messages race_messages, undefined_messages;
    struct litmus_messages stop_messages[LITMUS_STOPS];
    const char *divergence; /* threads that do not come to the same control barriers, in words; NULL: all do */
};

void litmus_ask(struct litmus *litmus, const struct litmus_question *question, struct arena *arena,
                struct litmus_answer *answer);

/* Whether an execution as the expectation has it exists, under Khronos's model. The options' model is not used. */
bool litmus_meets(struct litmus *litmus, const struct litmus_expectation *expectation,
                  const struct explore_options *limits, struct arena *arena, struct explore_statistics *statistics);

/* ---- explain_number.c ---- */

enum { EXPLAIN_NUMBER = 40 };

/* Writes a value as people write it: a floating-point number of so many bits by the fewest digits that mean it; of 0
 * bits, an integer. */
void explain_number(uint8_t float_bits, uint64_t value, char text[EXPLAIN_NUMBER]);

/* ---- outcome_text.c ---- */

/* The name of what a column of outcomes observes, "data[3].x" or "P1:v2", and a value of it: "1.5", "undef", "none". */
const char *outcome_column(const struct litmus *litmus, size_t column, struct arena *arena);
void outcome_number(const struct litmus *litmus, size_t column, const struct outcome_value *value,
                    char text[EXPLAIN_NUMBER]);

/* ---- explain.c: an execution for people ---- */
const char *explain_execution(struct arena *arena, const struct explored *one);
/* A relation that the model has derived and published; NULL: none of this name. */
relation explain_link(const struct execution *x, const char *name);
const char *explain_level_name(uint8_t level); /* "workgroup", or "no scope" */
/* How the thread b stands to an operation of thread a that does not reach it because of its scope, `level`: "is in
 * another workgroup" names the largest group that contains only one of the two. */
const char *explain_apart(const struct explored *one, int32_t a, int32_t b, uint8_t level);

/* ---- explain_graph.c: the same as a graph ---- */
const char *explain_graph(struct arena *arena, const struct explored *one, const char *title);

/* ---- explain_messages.c: the same in the words of the source ---- */

/* The same of a race whose operations have no place, too. */
void explain_any_race(struct arena *arena, const struct explored *one, struct litmus_messages *messages);
/* Adds nothing if no operation has a place. */
void explain_race(struct arena *arena, const struct explored *one, struct litmus_messages *messages);
/* Why threads of the execution do not come to their ends: enum litmus_stop, as bits. */
uint32_t explain_stops(const struct explored *one);
/* Tells where threads wait for ever, or where their behaviour is undefined. */
void explain_stop(struct arena *arena, const struct explored *one, struct litmus_messages messages[LITMUS_STOPS]);
/* Threads of these names that do not come to the same control barriers: in a line, and as messages if operations have
 * places. */
const char *explain_divergence(struct arena *arena, const struct explore_divergence *divergence,
                               const char *const names[2], struct litmus_messages *messages);
/* The branches at which their ways may have parted, as notes after these messages. */
void explain_parting(struct arena *arena, const struct model_operation *const *branches, uint32_t count,
                     struct litmus_messages *messages);
void explain_undefined_read(struct arena *arena, const struct explored *one, struct litmus_messages *messages);

#endif
