/* This header is what the parts of the checker share: check.c (the order of all), check_findings.c (findings,
 * silencing), check_facts.c (what tags, types, callees and instructions are), check_survey.c (which instructions a rule
 * may judge), check_roots.c (where pointers come from), and one file for each family of rules.
 *
 * A module is large and most of its instructions concern no rule. So all of them are looked at once, in the survey,
 * which lists the few that do; whatever comes after it looks at the list. */
#ifndef MMRA_CHECKER_H
#define MMRA_CHECKER_H

#include "mmra/base/dominators.h"
#include "mmra/check/check.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/ir/ir_opcode.h"
#include "mmra/ir/ir_operand_types.h"
#include "mmra/passes/flow.h"

/* The facts that a set of tags states. */
struct check_tags {
    bool clean;         /* no rule on values finds anything */
    uint16_t facts;     /* enum mmra_fact */
    uint8_t spaces;     /* the known values of amdgpu-synchronize-as; all, if it has none */
    uint8_t dead;       /* enum check_answer: whether a fence with it orders nothing */
    mmra_set elsewhere; /* the set without amdgpu-synchronize-as, whose compatibility is special */
};

enum check_answer { CHECK_NOT_ASKED, CHECK_YES, CHECK_NO };

/* The global, parameter or alloca that a pointer comes from, by number; 0: not known. See check_roots.c. */
typedef uint32_t check_root;

struct check_callee {
    bool touches;    /* memory, or orders it, or may do so */
    bool convergent; /* LLVM knows it to be convergent; not what begins a region */
    bool region;     /* llvm.experimental.convergence.* */
    bool quiet;      /* no rule judges a call of it that carries nothing special */
};

/* An event is what an instruction does to memory. */
struct check_event {
    struct ir_effects does;
    uint32_t index; /* of the instruction */
    mmra_set mmra;
    check_root root;   /* where the pointer comes from, if checker.needs_roots */
    uint8_t space;     /* which memory it accesses, of IR_ALL_MEMORY */
    bool touches : 1;  /* memory, or orders it */
    bool coherent : 1; /* by itself: store-available and load-visible, in the revision that is asked for */
    bool judged : 1;   /* a rule on single instructions may judge it */
    bool followed : 1; /* it may matter to never-available and never-visible */
};

/* Whether an atomic access serves few: not all who can reach the memory need see it. */
static inline bool check_is_narrow(const struct check_event *event) {
    return event->does.atomic && event->does.scope >= MMRA_SCOPE_WORKGROUP && event->does.scope < MMRA_SCOPE_COUNT &&
           (event->space != IR_LOCAL_MEMORY || event->does.scope > MMRA_SCOPE_WORKGROUP);
}

/* The tags of an operation, and the memory that it accesses. */
struct check_set {
    mmra_set mmra;
    uint8_t space;
    bool synchronizes;
};

/* WIDELY: by a plain access, or by an atomic one for more than a workgroup. */
enum check_use {
    CHECK_READ = 1,
    CHECK_WRITTEN = 2,
    CHECK_NONPRIVATE = 4,
    CHECK_READ_WIDELY = 8,
    CHECK_WRITTEN_WIDELY = 16
};

struct check_root_info {
    check_root same;                 /* another root that a call binds it to, or itself (a forest); 0: not known */
    uint8_t uses[IR_ALL_MEMORY + 1]; /* by spaces: bits of enum check_use */
};

/* The roots of pointers, and what is done through them. */
struct check_roots {
    struct check_root_info *items;
    uint32_t count, capacity;
    check_root *first_parameter; /* by ir_function */
    check_root *here; /* by instruction of the function under survey, for pointers that are made from others */
    uint32_t here_capacity, here_first, here_count;
    uint8_t all_uses[IR_ALL_MEMORY + 1];     /* by spaces: those of all pointers */
    uint8_t unknown_uses[IR_ALL_MEMORY + 1]; /* by spaces: those of pointers of unknown origin */
};

struct checker {
    struct ir_module *module;
    struct arena *arena;
    const struct check_options *options;
    struct check_summary summary;
    uint8_t severity[CHECK_RULE_COUNT];

    struct check_finding *findings;
    uint32_t finding_count, finding_capacity;
    uint32_t reported[CHECK_RULE_COUNT];

    struct check_tags *tags;      /* by mmra_set, of those that the module has */
    struct check_callee *callees; /* by ir_function */
    uint8_t *spaces;              /* by ir_type: which spaces pointers of it access, and IR_CONSTANT_MEMORY */
    uint8_t language;             /* enum check_language */
    bool amdgcn;
    ir_function function;   /* the one under examination */
    struct ir_shapes types; /* with the function whose text is judged */

    /* what can be said before the survey */
    bool any_none;        /* a set has amdgcn-av:none */
    bool any_readonly;    /* a global is constant, or a parameter readonly */
    bool any_restriction; /* a parameter is noalias or readonly */
    bool needs_roots;
    bool judges_plain;      /* a rule is on that looks at every plain access */
    bool follows_handovers; /* check_handover.c looks at them, and at where their pointers come from */

    /* what the survey of all instructions found */
    bool vulkan_synchronization, any_plain_nonprivate, writes_global, any_token, any_unknown_access;
    bool any_unmarked_call;     /* from a function that is not convergent, of one that may be */
    bool waves_known, one_wave; /* every workgroup is one wave; see check_fences.c */
    uint8_t published_spaces;   /* where an operation with amdgcn-av:none orders ... */
    uint8_t ordered_spaces;     /* ... and where a plain access may need one without */
    struct check_event *events; /* in order: the instructions that a rule may judge */
    uint32_t event_count, event_capacity;
    uint32_t *first_event;  /* by ir_function, and one after */
    struct check_set *sets; /* distinct ones of accesses, and of synchronizing operations */
    uint32_t set_count, set_capacity, synchronizing_set_count;
    uint8_t *access_seen, *synchronizing_seen; /* bits by set: which spaces are listed */
    uint16_t *quiet_kinds;                     /* see check_survey.c */
    struct {
        ir_type from, to;
    } conversions[IR_OPCODE_COUNT]; /* that were found right last; see check_survey.c */
    uint8_t *nodes;                 /* of a parsed module, by metadata: whether its shape is right, enum check_answer */
    uint8_t *used;                  /* by value: whether any instruction names it; NULL until it is asked */
    struct check_roots roots;
    /* the graphs of all functions; see check_flow.c */
    struct flow_edges successors;
    uint32_t *predecessor_count; /* by block of the module */
};

/* -- findings: check_findings.c -- */
/* `detail` is appended to the rule's words: "fence: SUMMARY (detail); ADVICE". NULL: none. Returns the finding,
 * for related places, or NULL if it is not to be reported. */
struct check_finding *check_report(struct checker *c, enum check_rule rule, uint32_t instruction, const char *detail);
struct check_finding *check_report_function(struct checker *c, enum check_rule rule, ir_function function,
                                            const char *detail);
void check_relate(struct checker *c, struct check_finding *finding, uint32_t instruction, const char *message);
/* Judges the comments that silence, of an instruction or, for CHECK_NO_INSTRUCTION, of the function. */
void check_silences(struct checker *c, ir_string comment, ir_function function, uint32_t instruction);
static inline bool check_is_on(const struct checker *c, enum check_rule rule) {
    return c->severity[rule] != CHECK_OFF;
}

/* -- facts: check_facts.c -- */
void check_learn_facts(struct checker *c);
static inline const struct check_tags *check_tags_of(const struct checker *c, mmra_set set) {
    return &c->tags[set];
}
static inline bool check_both_private(const struct check_tags *tags) {
    return tags->facts & MMRA_PRIVATE && tags->facts & MMRA_NONPRIVATE;
}
/* The function that is called, or 0. */
static inline ir_function check_called(const struct checker *c, const struct ir_instruction *instruction) {
    if (instruction->opcode != IR_CALL)
        return 0;
    const struct ir_value_info *callee = ir_value_get(c->module, c->module->operands[instruction->operands]);
    return callee->kind == IR_VALUE_FUNCTION ? callee->index : 0;
}
static inline bool check_is_intrinsic(const struct checker *c, ir_value value) {
    const struct ir_value_info *info = ir_value_get(c->module, value);
    return info->kind == IR_VALUE_FUNCTION && ir_is_of_llvm(c->module->functions[info->index].intrinsic);
}
/* Returns the row of an intrinsic; NULL for any other function, and for 0. */
static inline const struct ir_intrinsic *check_intrinsic(const struct checker *c, ir_function function) {
    return c->module->functions[function].intrinsic;
}
/* Returns what an instruction does. */
struct check_event check_event_of(const struct checker *c, uint32_t index);
/* The event of the instruction in the list; it is there if it was `judged` or `followed`. */
const struct check_event *check_find_event(const struct checker *c, uint32_t index);
uint32_t check_address_space(const struct checker *c, ir_value pointer); /* UINT32_MAX: no pointer */
static inline bool check_synchronizes(const struct check_event *event) {
    return event->does.acquires || event->does.releases;
}
/* models.md, "Compatibility"; each side is an event's tags, the spaces that it accesses, and whether
 * it synchronizes. */
bool check_compatible(const struct checker *c, mmra_set a, uint8_t a_accesses, bool a_synchronizes, mmra_set b,
                      uint8_t b_accesses, bool b_synchronizes);
static inline bool check_is_defined(const struct checker *c, ir_function function) {
    return function && c->module->functions[function].defined;
}

/* Returns the text between the braces of an attribute group of a parsed module; `group` is its number + 1. */
struct mmra_string check_text_of_group(const struct checker *c, uint32_t group);
/* Returns the text of a function's attributes, of a module that was parsed or built. */
static inline struct mmra_string check_attribute_text(const struct checker *c, ir_function function) {
    const struct ir_function_info *info = &c->module->functions[function];
    return c->module->parsed ? check_text_of_group(c, info->attribute_group)
                             : ir_string_get(c->module, info->attribute_text);
}

/* -- scopes as values: check_scopes.c -- */

void check_scope_values(struct checker *c);

/* -- the survey: check_survey.c -- */
void check_survey(struct checker *c);

/* -- where pointers come from: check_roots.c; all of it only if checker.needs_roots -- */
void check_begin_roots(struct checker *c);
/* The instructions of a function are learned one by one, then its events get their roots. */
void check_begin_function_roots(struct checker *c, ir_function function);
void check_learn_root(struct checker *c, uint32_t index);
void check_end_function_roots(struct checker *c);
/* To be called when all calls are known: roots that are bound to each other are one from now on. */
void check_end_roots(struct checker *c);
/* Returns what the event does to the memory behind its pointer: bits of enum check_use. */
uint8_t check_uses_of(const struct checker *c, const struct check_event *event);
/* Returns one root for all that calls bind to each other; 0 if it is not known. */
check_root check_memory_of(const struct checker *c, check_root root);
/* Returns what is done to the memory of a known root through pointers to any space, as far as that is known. */
uint8_t check_uses_of_root(const struct checker *c, check_root root);
/* The parameter of the open function, or the global, that the root is; else NULL. */
const struct ir_parameter *check_parameter_of(const struct checker *c, check_root root);
const struct ir_global *check_global_of(const struct checker *c, check_root root);

/* -- addresses behind one root: check_address.c -- */
/* An access begins at a constant offset from its root, and an unknown multiple of `granule` after that (0: no more). */
struct check_address {
    uint64_t offset, granule, size; /* bytes; offset modulo 2^64 */
    bool known;                     /* else it may be anywhere */
};
struct check_address check_address_of(const struct checker *c, const struct check_event *event);
/* Whether the two accesses may overlap, if their roots are the same memory. */
bool check_addresses_meet(const struct check_address *a, const struct check_address *b);
/* Whether both pointers are computed in the same way, from what differs between invocations. */
bool check_is_own_place(const struct checker *c, ir_value x, ir_value y);

/* -- rules -- */
/* Whether the rules on values find nothing wrong with any tag of the set. */
bool check_values_are_right(const struct checker *c, mmra_set set);
/* Whether the instruction has no !mmra node, or one of the right shape. Only a parsed module can have others. */
bool check_shape_is_right(struct checker *c, uint32_t index);
void check_instruction_tags(struct checker *c, const struct check_event *event);
void check_instruction_memory(struct checker *c, const struct check_event *event);
void check_instruction_call(struct checker *c, const struct check_event *event);
void check_fences(struct checker *c, ir_function function);
void check_attributes(struct checker *c);
void check_convergence(struct checker *c);
void check_availability(struct checker *c);
void check_handovers(struct checker *c);

/* -- control flow: check_flow.c -- */
void check_find_control_flow(struct checker *c);
struct block_graph check_control_flow(const struct checker *c, ir_function function);
/* The block of the graph that the instruction of its function is in. */
uint32_t check_block_of(const struct checker *c, const struct block_graph *graph, uint32_t instruction);

/* -- whether LLVM would read it: check_structure.c, check_signature.c -- */
bool check_types_of(struct checker *c, uint32_t index); /* whether they fit */
void check_types(struct checker *c, ir_function function);
void check_structure(struct checker *c, ir_function function);
/* Judges the signatures of a parsed module. */
void check_signatures(struct checker *c);
const char *check_wrong_call(const struct checker *c, uint32_t index); /* NULL: nothing is wrong */
bool check_takes_address_of_intrinsic(const struct checker *c, const struct ir_instruction *instruction,
                                      uint32_t count);

#endif
