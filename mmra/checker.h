/* What the parts of the checker share: check.c (findings, silencing, order), check_facts.c (what tags,
 * callees and instructions are), and one file for each family of rules. */
#ifndef MMRA_CHECKER_H
#define MMRA_CHECKER_H

#include "mmra/check.h"
#include "mmra/ir_opcode.h"

enum { CHECK_GLOBAL = 1, CHECK_LOCAL = 2, CHECK_ALL_SPACES = 3 };

/* What a tag set says. */
struct check_tags {
    bool known; /* the rest is filled in */
    bool clean; /* its values are known to be right */
    bool nonprivate, private, none;
    bool has_vulkan, has_spaces;
    uint8_t spaces;     /* the known values of amdgpu-synchronize-as; all, if it has none */
    mmra_set elsewhere; /* the set without amdgpu-synchronize-as, whose compatibility is special */
};

enum check_callee_kind {
    CALLEE_UNKNOWN, /* may do anything */
    CALLEE_DEFINED,
    CALLEE_HARMLESS, /* touches no memory that others see, and keeps no fence apart */
    CALLEE_BARRIER,  /* s.barrier and its relatives */
    CALLEE_LANES,    /* convergent, no memory */
    CALLEE_IMAGE, /* of images and texel buffers */
    CALLEE_IMAGE_ATOMIC,
    CALLEE_MEMORY, /* reads or writes through pointers: memcpy, buffer intrinsics */
    CALLEE_AV_LOAD,
    CALLEE_AV_STORE,
    CALLEE_AV_OTHER,   /* an av name that nobody knows */
    CALLEE_CONVERGENCE /* llvm.experimental.convergence.* */
};

struct check_callee {
    uint8_t kind;      /* enum check_callee_kind */
    bool convergent;   /* LLVM knows it to be convergent */
    bool writes;       /* of an image operation */
    bool wave;         /* of a barrier: for the wavefront alone */
    uint8_t revisions; /* of an av intrinsic: bit for each enum check_revision that has it */
};

/* What an instruction does to memory. */
struct check_event {
    bool reads, writes, atomic, fence, acquires, releases, barrier, unknown;
    bool store_available, load_visible; /* av intrinsics */
    uint8_t space;                      /* which spaces it accesses */
    uint8_t scope;                      /* enum mmra_scope */
    ir_value pointer;                   /* 0: none, or not one */
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

    struct check_tags *tags;      /* by mmra_set */
    struct check_callee *callees; /* by ir_function */
    bool amdgcn;
    ir_function function; /* the one under examination */

    /* what the survey of all instructions found */
    bool vulkan_synchronization, any_plain_nonprivate, writes_global, any_token, any_convergent;
    bool any_unknown_access, any_none;
    uint32_t *candidates; /* in order, if there is any amdgcn-av:none: what orders, calls or may be ordered */
    uint32_t candidate_count, candidate_capacity;
    uint32_t *calls; /* of known functions, in order */
    uint32_t call_count, call_capacity;
    uint32_t *fences; /* in order */
    uint32_t fence_count, fence_capacity;
    mmra_set *access_sets; /* distinct (set, space) pairs of accesses: set << 2 | space */
    uint32_t access_set_count, access_set_capacity;
    mmra_set *synchronizing_sets; /* distinct set << 2 | accessed space, of synchronizing operations */
    uint32_t synchronizing_set_count, synchronizing_set_capacity;
    uint8_t *access_seen, *synchronizing_seen; /* bits by set: which spaces are listed */
    uint8_t *used; /* by value: whether any instruction names it; NULL until it is asked */

    bool judges_plain; /* a rule is on that looks at every plain access */
    bool *good_nodes;  /* by metadata, of a parsed module: its shape is known to be right */
    bool needs_roots;  /* else the arrays below are NULL */
    ir_value *roots;   /* by value: the parameter, global or alloca that a pointer comes from; 0: not known */
    ir_value *same_memory; /* by root: another that a call binds it to, or itself (a forest); 0: not known */
    uint8_t *root_uses;    /* by value: bits of enum check_root_use */
    uint8_t all_uses[4];   /* by spaces: those of all pointers */
    uint8_t unknown_uses[4]; /* by space bit: uses through pointers of unknown origin */
};

enum check_root_use { ROOT_READ = 1, ROOT_WRITTEN = 2, ROOT_NONPRIVATE = 4 };

/* -- findings: check.c -- */
/* `detail` is appended to the rule's words: "fence: SUMMARY (detail); MEND". NULL: none. Returns the finding,
 * for related places, or NULL if it is not to be reported. */
struct check_finding *check_report(struct checker *c, enum check_rule rule, uint32_t instruction,
                                   const char *detail);
struct check_finding *check_report_function(struct checker *c, enum check_rule rule, ir_function function,
                                            const char *detail);
void check_relate(struct checker *c, struct check_finding *finding, uint32_t instruction,
                  const char *message);
static inline bool check_is_on(const struct checker *c, enum check_rule rule) {
    return c->severity[rule] != CHECK_OFF;
}

/* -- facts: check_facts.c -- */
const struct check_tags *check_tags_of(struct checker *c, mmra_set set);
void check_learn_callees(struct checker *c);
/* The function that is called, or 0. */
ir_function check_called(const struct checker *c, const struct ir_instruction *instruction);
/* Whether the opcode is among those that may touch memory: a quick way past all others. */
static inline bool check_may_touch_memory(uint8_t opcode) {
    return opcode >= IR_ALLOCA && opcode <= IR_CALL && opcode != IR_GETELEMENTPTR;
}
bool check_event_of(const struct checker *c, const struct ir_instruction *instruction,
                    struct check_event *event);
uint8_t check_space_of(const struct checker *c, ir_value pointer);
uint32_t check_address_space(const struct checker *c, ir_value pointer); /* UINT32_MAX: no pointer */
static inline bool check_synchronizes(const struct check_event *event) {
    return event->acquires || event->releases;
}
/* memory-models.md, "Compatibility"; each side is an event's tags, the spaces that it accesses, and whether
 * it synchronizes. */
bool check_compatible(struct checker *c, mmra_set a, uint8_t a_accesses, bool a_synchronizes, mmra_set b,
                      uint8_t b_accesses, bool b_synchronizes);
void check_survey(struct checker *c);
/* The instructions of a function: from *first, before *end. */
static inline void check_range_of(const struct ir_module *module, ir_function function, uint32_t *first,
                                  uint32_t *end) {
    const struct ir_function_info *info = &module->functions[function];
    const struct ir_block *block = &module->blocks[info->first_block];
    const struct ir_block *last = block + (info->block_count ? info->block_count - 1 : 0);
    *first = info->block_count ? block->first_instruction : 0;
    *end = info->block_count ? last->first_instruction + last->instruction_count : 0;
}
/* The place in an ordered list of the first number that is not less; `count` if there is none. */
uint32_t check_first_from(const uint32_t *list, uint32_t count, uint32_t number);
ir_value check_root(const struct checker *c, ir_value pointer);
/* The same, and of roots that calls bind to one another always the same one. */
ir_value check_memory_root(const struct checker *c, ir_value pointer);

/* -- rules -- */
void check_instruction_tags(struct checker *c, uint32_t index, const struct ir_instruction *instruction,
                            const struct check_event *event, bool touches_memory);
void check_instruction_memory(struct checker *c, uint32_t index, const struct ir_instruction *instruction,
                              const struct check_event *event);
void check_instruction_call(struct checker *c, uint32_t index, const struct ir_instruction *instruction);
void check_fences(struct checker *c, ir_function function);
void check_attributes(struct checker *c);
void check_convergence(struct checker *c);
void check_availability(struct checker *c);

/* -- control flow -- */
/* The blocks that may follow, as block indexes, in the arena. */
struct check_graph {
    uint32_t first, count;    /* blocks */
    uint32_t *successors;     /* relative to first */
    uint32_t *successor_from; /* count + 1 */
    uint32_t *predecessor_count;
};
struct check_graph check_control_flow(struct checker *c, ir_function function);

#endif
