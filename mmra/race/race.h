/* Data races of one run at full size. A program of many invocations runs once, one invocation at a time, and every read
 * takes the last write: such a run is an execution of Vulkan's model (docs/reference/races.md). Its accesses are
 * recorded with what synchronizes, and two that conflict and that location order leaves unordered are a race, as in
 * mmra/model/model_vulkan.c, whose definitions are used here. */
#ifndef MMRA_RACE_H
#define MMRA_RACE_H

#include "mmra/litmus/litmus.h"

struct race_memory;

/* Memory that lies in a row. Ranges stand in order of address and do not overlap. */
struct race_range {
    uint64_t address, bytes;
    bool per_group; /* each workgroup has its own */
    bool undefined; /* until something is written */
};

struct race_invocation {
    const struct program_thread *code; /* may be that of many */
    struct model_scope_instances scopes;
};

struct race_program {
    const struct program_thread *codes; /* what the invocations run */
    uint32_t code_count;
    uint8_t **ran; /* by code and instruction: some invocation of some run has executed it; or NULL */
    struct race_range *ranges;
    uint32_t range_count;
    uint32_t group_count, group_size; /* invocation n is number n % group_size of group n / group_size */
    uint8_t groups;                   /* enum program_groups: what a group is */
    uint8_t language;                 /* enum program_language */
    bool is_robust;                   /* reads outside of buffers give 0, and writes do nothing; else they are faults */
    bool waits_for_all;               /* an invocation that has ended keeps a control barrier closed */
    struct race_invocation (*invocation)(void *user, uint32_t number);
    const char *(*who)(void *user, uint32_t number); /* "workgroup 0 invocation 1" */
    /* Sets the registers that hold something at first, and clears that they are undefined. */
    void (*begin)(void *user, uint32_t number, uint64_t *registers, uint8_t *undefined);
    /* Writes what memory holds at first, by race_memory_set(). */
    void (*fill)(void *user, struct race_memory *memory);
    /* Looks at what memory holds at the end, by race_memory_get(); or NULL. */
    void (*finish)(void *user, struct race_memory *memory);
    /* Returns what the source calls the scalar at an address; NULL: no name. */
    const char *(*name)(void *user, uint64_t address, uint32_t group);
    /* Whether a race of these two is a finding; else it is a doubt of the answer. Or NULL: each is. */
    bool (*counts)(void *user, const struct model_operation *a, const struct model_operation *b);
    /* Whether the run may go on after an access where no memory is: it reads 0 and writes nothing; or NULL: never. */
    bool (*passes)(void *user, uint64_t address, uint32_t bytes);
    /* Whether two accesses that race are known to, and are no finding; or NULL: none are. */
    bool (*allows)(void *user, const struct model_operation *first, const struct model_operation *second);
    void *allows_user;
    void *user;
};

/* Which of the workgroups that have not ended go on: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
 * Models" (OOPSLA 2021), 3. `linear` is LOBE there, `unfair` the weak model. */
enum race_progress {
    RACE_FAIR,   /* all */
    RACE_LINEAR, /* those that have begun, which they do by their numbers */
    RACE_HSA,    /* the one with the lowest number */
    RACE_OBE,    /* those that have begun, one at least */
    RACE_UNFAIR, /* some one */
    RACE_PROGRESSES
};

/* A workgroup waits for one that the run's progress does not let go on. */
struct race_wait {
    const struct model_operation *at; /* what it reads again and again; NULL: none waits */
    uint32_t waiting, awaited;        /* groups; the second is UINT32_MAX if none was seen to end this */
    bool begun;                       /* the one that is awaited has, but does not go on */
};

/* A store whose last value differs between runs. */
enum { RACE_ENDS = 4, RACE_END_VALUES = 4 };
struct race_end {
    const struct model_operation *at;
    const struct model_operation *made_of; /* an atomic that reads other values, though no end differs; or NULL */
    uint64_t address;                      /* of a word that it has written */
    uint32_t values[RACE_END_VALUES], value_count; /* of that word: the first run's, then others */
    uint32_t runs, last_run; /* in which some word of it is not as in the first; the last of these */
};

/* Values that an atomic which changes nothing has read in a run, if no invocation comes to it twice. */
enum { RACE_READS = 32 };
struct race_reads {
    const struct model_operation *at;
    uint32_t target; /* a register */
    uint64_t sum;    /* of who has read what */
    bool repeats;
    uint32_t runs; /* that differ from the first */
};

/* Memory that outlives runs, as it is at their ends, against the first one. */
struct race_kept;
struct race_ends {
    struct arena *arena; /* lasts longer than a run */
    struct race_kept ***pages;
    struct race_end items[RACE_ENDS];
    uint32_t count, runs;
    bool more; /* stores differ than RACE_ENDS */
    struct race_reads reads[RACE_READS];
    uint32_t read_count;
};

/* Each of these short cuts makes a run shorter and changes nothing of what it finds: tests run without it, and compare.
 * Where `left_out` is set, how often a race is there may differ, which is at least so often then. */
enum race_shortcut {
    RACE_WITHOUT_MEETING = 1 << 0, /* a control barrier is computed for each invocation, not once for all */
    RACE_WITHOUT_CHAINS = 1 << 1,  /* chains are looked for whatever the operations of the program are */
    RACE_WITHOUT_PHASES = 1 << 2,  /* accesses to shared memory are remembered and compared after a barrier of all */
    RACE_WITHOUT_ENDS = 1 << 3,    /* what has ended keeps all that it had of notes, and of what it made available */
    RACE_WITHOUT_CROWDS = 1 << 4,  /* writes that are alike are kept as others are */
    RACE_WITHOUT_MOVES = 1 << 5,   /* each instruction is a step of its own */
    RACE_COLD_AT_ONCE = 1 << 6     /* memory is packed whenever a workgroup ends, and not when there is much */
};

/* Processes, which a library starts none of: whoever has some lets a run of one order be done in parts (race_split.c).
 */
struct race_processes {
    uint32_t count; /* at most */
    /* Returns memory that holds 0 and that this process shares with those that run() starts from then on, until the
     * next call; or NULL. */
    void *(*share)(size_t bytes);
    /* Lets a process of its own do each part, and whenever some time has passed asks goes_on(), until it says no.
     * False: not each part has returned true. */
    bool (*run)(uint32_t parts, bool (*work)(void *job, uint32_t part), bool (*goes_on)(void *job), void *job);
};

extern const char race_steps_are_over[];

struct race_options {
    uint64_t seed;     /* 0: groups and invocations in their order; else another order for each */
    uint64_t steps;    /* at most, each an instruction or several (race_moves.c); 0: no limit */
    uint32_t turn;     /* instructions that an invocation goes on for, at most; 0: as many as usual */
    uint32_t most;     /* findings, each of another pair of instructions */
    uint32_t length;   /* accesses of an invocation, about, as an earlier run had them; 0: not known */
    bool values_alone; /* nothing is compared or ordered: what the run does, and not whether it races */
    bool is_second;    /* of two readings of the program, which whoever made it knows of */
    uint8_t progress;  /* enum race_progress: what the run keeps, until a workgroup waits in vain; then all go on */
    uint8_t without;   /* enum race_shortcut */
    const struct race_processes *processes; /* or NULL */
    struct race_ends *ends;                 /* of several runs, this one included if it comes to its end; or NULL */
    bool (*goes_on)(void *user);
    void *goes_on_user;
};

struct race_finding {
    struct litmus_messages messages; /* the accesses, and what is missing between them */
    uint32_t words[2];               /* of the two instructions */
    uint32_t groups[2];              /* of the two invocations that raced first */
    const char *memory;              /* the name of what they raced for first */
    uint64_t times;
};

/* A race that is no finding by itself: the program's counts() says why. */
enum { RACE_DOUBTS = 16 };
struct race_doubt {
    const struct model_operation *operations[2]; /* of the program */
};

struct race_answer {
    struct race_finding *findings;
    uint32_t count, capacity;
    struct race_doubt doubts[RACE_DOUBTS]; /* the first ones, each of another pair of instructions */
    uint32_t doubt_count;
    bool more;         /* pairs of instructions than `most` */
    bool left_out;     /* they race more often than is counted */
    bool assumed;      /* order, where too much happened to one word to be remembered */
    bool by_text;      /* some two accesses race by the text of Vulkan's appendix, too, or by it alone */
    const char *fault; /* of the first invocation whose behaviour is undefined, apart from memory order; NULL: none */
    const struct model_operation *fault_at; /* or NULL */
    const char *unwritten; /* what the invocation has read there, undefined; NULL: nothing, or no name */
    uint32_t fault_invocation;
    bool out_of_bounds; /* it is that, */
    const char *beyond; /* the index that left its array, and of what; of a fault of another kind NULL */
    uint64_t outside;   /* accesses outside of buffers, where the program is robust */
    bool divergent;     /* some invocations wait at a control barrier to which others do not come */
    struct litmus_messages divergent_messages;
    const char *divergence; /* which ones, and what they come to; NULL: they wait at a subgroup operation */
    bool endless;           /* invocations go round and nothing changes any more */
    bool repeats;           /* some invocation has read by one atomic more than once, and so may have waited */
    bool ordered;           /* what its atomics do may hang on the order in which they run (race_commute.c) */
    struct race_wait wait;
    const char *stopped; /* why the run was ended before its end, race_steps_are_over or another; NULL: it was not */
    const char *refused; /* what about the run is beyond this checker; then only this counts */
    uint64_t steps, accesses, atomics, synchronizations; /* atomics: accesses, too */
    uint32_t groups;                                     /* that have come to their ends */
    uint32_t parts;                                      /* that ran by themselves; 0: it was one run */
};

/* Sets `bytes` of memory that is not of one group, or of all groups. */
void race_memory_set(struct race_memory *memory, uint64_t address, uint32_t bytes, uint64_t value);

/* A byte of such memory, UINT32_MAX if it is undefined or outside. */
uint32_t race_memory_get(struct race_memory *memory, uint64_t address);

/* Whether the two, in either order, are among the answer's doubts. */
bool race_doubts(const struct race_answer *answer, const struct model_operation *a, const struct model_operation *b);
/* Adds a doubt that is not there yet, if there is room. */
void race_doubt(struct race_answer *answer, const struct model_operation *a, const struct model_operation *b);

/* The first of the answer's findings that is like the one of this number: for the same variable, and the same is
 * missing. */
const struct race_finding *race_alike(const struct race_answer *answer, uint32_t number);

/* After several runs: if their ends are alike, stores that write what atomics have read that differs between them. */
void race_ends_conclude(const struct race_program *program, struct race_ends *ends);

void race_run(const struct race_program *program, const struct race_options *options, struct arena *arena,
              struct race_answer *answer);

/* How many ranges begin at the address or before it. */
uint32_t race_ranges_up_to(const struct race_program *program, uint64_t address);

#endif
