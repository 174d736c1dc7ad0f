/* A run. Private to race*.c. */
#ifndef MMRA_RACE_RUN_H
#define MMRA_RACE_RUN_H

#include "mmra/base/index.h"
#include "mmra/race/race_code.h"
#include "mmra/race/race_memory.h"

enum race_status { RACE_READY, RACE_RUNS, RACE_AT_BARRIER, RACE_AT_EXCHANGE, RACE_ENDED, RACE_STOPPED };

struct race_thread {
    const struct program_thread *code;
    uint64_t *registers; /* while it runs, with struct race_own before them */
    uint32_t at;
    uint8_t status; /* enum race_status */
};

/* An invocation has this besides its registers while it runs. */
struct race_own {
    uint8_t *undefined;                        /* which registers are; */
    uint32_t *rounds;                          /* by number of an access: how often it has come there */
    uint64_t arrived;                          /* instance of the split barrier at which it has arrived and has not
                                                * waited; 0: none */
    const struct program_instruction *arrival; /* at that one */
    const struct model_operation *unwritten;   /* the last that has read an undefined value; or NULL */
    uint64_t unwritten_at;                     /* its address */
    uint32_t arrivals;                         /* at split barriers, so far */
};

static inline struct race_own *race_own(const struct race_thread *t) {
    return (struct race_own *)(void *)t->registers - 1;
}

/* An event that a finding may speak of. */
struct race_note {
    struct race_event event;
    uint64_t instance;                     /* of a control barrier; equal numbers are one */
    uint64_t sequence;                     /* of all invocations */
    uint32_t source_invocation, source_at; /* of an atomic read: the write; its number, or 0 */
};

enum { RACE_NOTES = 32 }; /* of each invocation, the last */

/* Invocations that meet at a control barrier share what they note, but for their own events' numbers. */
struct race_record {
    struct race_note note;
    uint32_t marks; /* that refer to it */
    uint32_t next;  /* of those that are free */
};

struct race_mark {
    uint32_t index; /* the event's, in its invocation */
    uint32_t record;
};

/* A ring; of an invocation that has ended, rows of race_pack.c. */
struct race_marks {
    union {
        struct race_mark *items;
        const uint8_t *packed; /* capacity 0 */
    };
    uint32_t count, capacity; /* count: of all that there were */
};

struct race_records {
    struct race_record **blocks;
    uint32_t count, block_count, block_capacity;
    uint32_t last;                /* that race_note() has made */
    uint32_t free;                /* number of the first, UINT32_MAX: none */
    uint8_t *packed, *packed_end; /* room for what has ended */
};

/* race_pack.c: numbers of a row, those that differ most first. The first are an event, without what it knows, and
 * `since`. */
enum {
    RACE_ROW_INDEX,
    RACE_ROW_INVOCATION,
    RACE_ROW_VALUE,
    RACE_ROW_ADDRESS,
    RACE_ROW_ROUND,
    RACE_ROW_OPERATION,
    RACE_ROW_KIND,
    RACE_ROW_BYTES,
    RACE_ROW_REFERENCE,
    RACE_ROW_FURTHER,
    RACE_ROW = 13,
    RACE_PACKED = (RACE_ROW + 1) * 10 /* bytes, at most */
};

struct race_row {
    uint64_t at[RACE_ROW], step[RACE_ROW]; /* step: from the row before */
};

/* Writes that are kept as rows: race_crowd.c. */
struct race_chunk;
struct race_crowd {
    struct race_chunk *first, *last;
    struct race_row last_row;
    uint32_t count;
    bool once; /* all are by this operation, to which each invocation has come once */
    const struct model_operation *operation;
};

/* Which groups go on, where not all do. */
enum { RACE_WATCHED = 32 };
struct race_held {
    bool *begun;                  /* of each group, before all go on; NULL: all go on */
    uint32_t *order;              /* in which they begin */
    uint32_t next;                /* of these */
    uint32_t resident;            /* that run at once, at most */
    uint32_t strays;              /* rounds in which any may go on */
    uint32_t chosen;              /* where one goes on alone */
    bool looks, is_told, is_over; /* at accesses; who waits is told; that one has done something else since */
    uint32_t waiting;    /* an invocation; while all go on the one that a write lets go on, UINT32_MAX: none yet */
    uint32_t read_count; /* what those of one group read that wait */
    struct {
        const struct model_operation *operation;
        uint32_t invocation, bytes;
        uint64_t address;
    } reads[RACE_WATCHED];
};

struct race_run {
    uint64_t asked_at; /* how many steps there were when it asked last whether to go on */
    const struct race_program *program;
    const struct race_options *options;
    struct race_answer *answer;
    struct arena *arena;
    struct race_pool pool;
    struct race_order order;
    bool reversed;    /* in its last question */
    bool has_phases;  /* barriers may separate all accesses to shared memory */
    bool looked;      /* some invocation has read what other groups may write, since this was cleared */
    bool is_coherent; /* these make available and visible by themselves */
    struct race_memory memory;
    struct race_thread *threads;
    struct race_marks *marks; /* of each invocation */
    struct race_records records;
    bool *group_done;              /* all of its invocations have come to their ends */
    uint32_t *phases;              /* of each group: barriers that have separated all accesses to its shared memory */
    struct mmra_index scratch;     /* for one function at a time; empty */
    uint32_t thread_count, widest; /* registers of the code that has most */
    struct race_code *codes;       /* of the program */
    uint32_t most_accesses;        /* of the code that has most */
    uint64_t *free_registers;      /* of invocations that have ended, linked by their first word */
    uint64_t sequence;             /* of notes */
    uint64_t random, changes;      /* since the start: writes of other values, ends, barriers */
    uint32_t habit, past_one_in;   /* of this run: race_run.c */
    struct race_held held;
    struct race_reads *reads; /* with options->ends: of this run */
    uint32_t read_count;
    struct race_parts *parts; /* this process does one of them; or NULL */
    struct race_pages *at;    /* where the access is that is compared */
    uint32_t at_group;
};

/* The number of the access to which an invocation has come, of those of its code. */
static inline uint32_t race_access_number(const struct race_run *run, const struct race_thread *t) {
    return run->codes[t->code - run->program->codes].accesses[t->at];
}

/* Returns the operand's value, and says whether it is known. */
static inline uint64_t race_value_of(const struct race_thread *t, struct program_operand o, bool *known) {
    if (o.kind == PROGRAM_REGISTER) {
        *known = !race_own(t)->undefined[o.value];
        return t->registers[o.value];
    }
    *known = o.kind != PROGRAM_UNDEFINED;
    return o.value;
}

static inline const struct program_instruction *race_next_of(const struct race_thread *t) {
    return &t->code->code[t->at];
}

/* race_progress.c */
void race_progress_begin(struct race_run *run, uint32_t *order);
/* Before each round: which groups go on in it. */
void race_progress_choose(struct race_run *run);
bool race_progress_lets(struct race_run *run, uint32_t group);
/* Nothing changes any more. Lets all groups go on, and tells of one that waits if all go round. False: all did. */
bool race_progress_release(struct race_run *run, bool go_round);
/* race_watch.c: after an access, if held.looks: it has changed what memory holds, or not. */
void race_progress_look(struct race_run *run, const struct race_event *event, bool changed);
/* race_ends.c: at the end of a run: keeps what memory holds, or says what is not as in the first run. */
void race_ends_look(struct race_run *run, struct race_ends *ends);
/* After an atomic that changes nothing: what it has read. */
void race_ends_note(struct race_run *run, const struct program_instruction *i, const struct race_event *event);
/* race_notes.c */
void race_note(struct race_run *run, const struct race_event *event, uint64_t instance,
               const struct race_event *source);
/* Notes for one invocation more what the last call of race_note() has noted, but for the event's number. */
void race_note_too(struct race_run *run, const struct race_event *event);
/* The invocation has ended: its notes take less room. */
void race_notes_end(struct race_run *run, uint32_t invocation);
/* How many notes of an invocation are kept; with fewer than RACE_NOTES they are all, else the oldest stands at the
 * number of all there were modulo RACE_NOTES. */
uint32_t race_note_count(const struct race_run *run, uint32_t invocation);
struct race_note race_note_at(const struct race_run *run, uint32_t invocation, uint32_t at);
/* race_pack.c: appends a row to those up to `last`, which it becomes; returns where the next one goes. And reads the
 * one after `row`, which it becomes; returns where the next one is. */
uint8_t *race_pack(uint8_t *to, const uint64_t *row, struct race_row *last);
const uint8_t *race_unpack(const uint8_t *from, struct race_row *row);
void race_put_event(uint64_t *row, const struct race_event *event);
struct race_event race_get_event(const uint64_t *row);
/* race_crowd.c: the writes of a word but for the last go to the crowd of its location; and all come back. */
void race_crowd_join(struct race_run *run, struct race_word *word);
void race_crowd_part(struct race_run *run, struct race_word *word);
/* How many there are; and whether all writes of the word are by one instruction, to which each invocation has come
 * once. */
uint32_t race_crowd_count(const struct race_word *word);
bool race_crowd_once(const struct race_word *word);
/* race_run.c */
/* A random number, less than the limit. */
uint32_t race_draw(struct race_run *run, uint32_t limit);
/* Runs these groups in their order. False: not each has come to its end in its turn. */
bool race_run_groups(struct race_run *run, uint32_t first, uint32_t end);
/* race_split.c: does the run in parts, if it can. False: nothing is done. */
bool race_split_run(struct race_run *run);
/* Where something has happened that only the whole run can tell of, and this is a part: it ends, and this is true. */
static inline bool race_split_give_up(struct race_run *run) {
    if (run->parts)
        run->answer->refused = "only the whole run can tell";
    return run->parts;
}
/* Asked now and then in a part: publishes how far it is, and gives up where something is to be told. */
void race_split_look(struct race_run *run);
/* race_step.c: lets an invocation go on, at most so many instructions, and accesses. */
void race_step(struct race_run *run, uint32_t number, uint32_t most, uint32_t most_accesses);
/* Others may have the registers of one that nobody looks at any more. */
void race_give_registers(struct race_run *run, struct race_thread *t);
/* Whether an invocation that runs comes to where it is with what it knows, by so many instructions at most. */
bool race_goes_round(struct race_run *run, uint32_t number, uint32_t most);
void race_stop(struct race_run *run, uint32_t number, const struct program_instruction *at, const char *fault);
/* The invocation has just read an undefined value, and what it writes is made of that. It goes on. */
void race_tell_unwritten(struct race_run *run, uint32_t number);
/* The invocation compares and exchanges with an undefined value: it may write, or not. It goes on as if it did not. */
void race_tell_undefined(struct race_run *run, uint32_t number, const struct model_operation *at);
/* race_meet.c: an invocation comes to an arrival or a control barrier, or to an exchange. */
void race_arrive(struct race_run *run, uint32_t number, const struct program_instruction *instruction);
void race_barrier(struct race_run *run, uint32_t number);
void race_exchange(struct race_run *run, uint32_t number);
/* Whether an invocation that waits at a control barrier does so in vain, for another one of its instance has come to
 * another barrier or its end. */
bool race_diverges(const struct race_run *run, uint32_t number, uint32_t *other);
/* Whether an invocation waits at an exchange at which others may be absent. */
bool race_may_go_on_without(const struct race_thread *thread);
/* Lets such invocations go on without those of their instance that cannot come any more; called where nothing changes.
 * Whether there were any. */
bool race_go_on_without(struct race_run *run);
extern const char race_diverged[]; /* why a run is refused in which one still waits for others that might come */
/* race_access.c: an access, with what it is compared with. */
void race_access(struct race_run *run, uint32_t number, const struct program_instruction *instruction);
/* race_outside.c: which index is too large of an access out of bounds, of what; NULL: it is not known. */
const char *race_tell_outside(const struct race_run *run, uint32_t number, const struct program_instruction *access);
/* race_past.c: which older write an atomic load takes, among those that the model lets it; NULL: the last. */
const struct race_past *race_past_choose(struct race_run *run, const struct race_event *event,
                                         const struct race_location *location);
/* Sets what a location holds before its first atomic write: nothing known, or a value. */
void race_past_begin(struct race_run *run, struct race_location *location, uint64_t value, bool known);
/* Before an access to the location, or to some of it: of those that are accessed in several ways only the last write is
 * read. */
void race_past_check(const struct race_event *event, struct race_location *location);
/* After each access to the location: what it has written, or which write it has read (NULL: the last). */
void race_past_note(struct race_run *run, const struct race_event *event, struct race_location *location,
                    const struct race_past *read);
/* race_part.c: the branches of a code at whose one side alone the barrier can be reached at which an invocation waits:
 * how many, or 0 where these are more than `most`, or one has no place. */
uint32_t race_part(const struct race_run *run, uint32_t waiting, const struct model_operation **at, uint32_t most);

/* race_path.c: a part of what an invocation has done, through which synchronization leads on. */
struct race_hop {
    uint32_t invocation, from, to; /* the numbers of its events */
};
/* The hops between the invocations of two events, of which synchronization leads from the first to the second, from the
 * first one on: how many, `most` at most. 0 where it leads straight, or the way is not remembered any more. */
uint32_t race_path(const struct race_run *run, const struct race_event *first, const struct race_event *second,
                   struct race_hop *hops, uint32_t most);
/* race_commute.c: whether what an atomic returns is read. */
bool race_is_asked(const struct race_run *run, const struct race_thread *t, const struct program_instruction *i);
/* After an atomic: whether others of its location may come before it as well. */
void race_commute_look(struct race_run *run, const struct program_instruction *i, const struct race_event *event,
                       struct race_location *location);
/* race_phase.c */
void race_phase_init(struct race_run *run);
/* A control barrier has opened, to which these have come. */
void race_phase_end(struct race_run *run, const struct race_event *events, uint32_t count);
/* Before an access to a word: forgets those before it which it cannot race with. */
void race_phase_begin(struct race_run *run, struct race_word *word, const struct race_event *event);
/* race_find.c: whether a race of two accesses is a finding; and that they are one. */
bool race_counts(const struct race_run *run, const struct race_event *first, const struct race_event *second);
void race_find(struct race_run *run, const struct race_event *first, const struct race_event *second);

#endif
