/* Final conditions of litmus tests: P0:r0 == 1 /\ (x = 2 \/ ~P1:%r1 != 0), also spelled with and, or, not. */
#ifndef MMRA_CONDITION_H
#define MMRA_CONDITION_H

#include "mmra/model/program.h"

/* These are observed at the end of an execution: named registers of the threads, then cells. */
struct outcome_value {
    bool known;     /* else it never came to be: its thread hangs */
    bool undefined; /* the value undef */
    uint64_t value;
};

struct observed {
    uint32_t thread; /* MODEL_NONE: a cell */
    uint32_t number; /* register or cell */
};

struct observations {
    struct observed *items;
    uint32_t count, capacity;
};

enum condition_kind {
    CONDITION_EQUAL,
    CONDITION_UNEQUAL,
    CONDITION_LESS,
    CONDITION_GREATER,
    CONDITION_AT_MOST,
    CONDITION_AT_LEAST,
    CONDITION_AND,
    CONDITION_OR,
    CONDITION_NOT,
    CONDITION_TRUE
};

struct condition_operand {
    bool constant;
    uint64_t value; /* or the index in the observations */
};

struct condition {
    uint8_t kind;
    struct condition *a, *b;
    struct condition_operand left, right;
};

enum condition_answer { CONDITION_NO, CONDITION_YES, CONDITION_UNKNOWN };

/* Everything that has a name in the program: the registers thread by thread, then the cells. */
void observe_all(struct program *program, struct observations *observations);

/* Parses all of [text, end). NULL on an error, with a message that lives in the program's arena. */
struct condition *condition_parse(struct program *program, const struct observations *observations, const char *text,
                                  const char *end, const char **message);

/* A condition of a kind that has up to two others as its parts; the rest of it is not set. Lives in the program's
 * arena. */
struct condition *condition_new(struct program *program, uint8_t kind, struct condition *a, struct condition *b);

/* Unknown if something that it names never came to be. undef is equal and unequal to nothing. */
enum condition_answer condition_holds(const struct condition *condition, const struct outcome_value *outcome);

/* Equal for conditions that are the same but for the order of what `and`, `or`, `=` and `!=` connect, when each
 * observation is called by the number that `names` gives it. */
uint64_t condition_hash(const struct condition *condition, const uint32_t *names);

#endif
