/* Proofs that no run of a module races, whatever its data, lengths and grid are (docs/reference/proofs.md). */
#ifndef TRANSLATOR_PROVE_H
#define TRANSLATOR_PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmra/base/arena.h"
#include "translator/spirv_mmra_litmus.h"

enum prove_question { PROVE_BARRIERS, PROVE_WITHIN, PROVE_BETWEEN, PROVE_QUESTIONS };
enum prove_verdict { PROVE_NOT_DECIDED, PROVE_PROVEN, PROVE_REFUTED };

/* By enum prove_question: for JSON, and as a sentence has it. */
extern const char *const prove_question_names[], *const prove_question_texts[];

/* A verdict takes these for granted. */
enum prove_assumption {
    PROVE_ASSUMES_DESCRIPTORS,
    PROVE_ASSUMES_BOUNDS,
    PROVE_ASSUMES_END,
    PROVE_ASSUMES_BARRIERS,
    PROVE_ASSUMES_DEFINED,
    PROVE_ASSUMES_FLOATS,
    PROVE_ASSUMES_CONSTANTS,
    PROVE_ASSUMES_SIZES,
    PROVE_ASSUMES_ALONE,
    PROVE_ASSUMES_GRID,
    PROVE_ASSUMES_ONE_X,
    PROVE_ASSUMES_ONE_Y,
    PROVE_ASSUMES_ONE_Z,
    PROVE_ASSUMES_COUNTERS,
    PROVE_ASSUMES_INDICES,
    PROVE_ASSUMES_TICKETS,
    PROVE_ASSUMES_GIVEN,
    PROVE_ASSUMES_STRICT,
    PROVE_ASSUMES_DRIVERS,
    PROVE_ASSUMPTIONS
};
/* By enum prove_assumption, as parts of a sentence. */
extern const char *const prove_assumption_texts[];

struct prove_said {
    uint8_t verdict;           /* enum prove_verdict */
    const char *why;           /* of what is not decided or refuted; "" */
    const char *run;           /* of what is refuted: the options of the run of `race` that shows it; else NULL */
    uint32_t words[2];         /* of the instructions that it is about; 0: none */
    uint32_t assumed;          /* of what is proven: enum prove_assumption as bits */
    const char *const *proven; /* names of variables of which it is proven, where others are open */
    uint32_t proven_count;
};

struct prove_answer {
    struct prove_said of[PROVE_QUESTIONS];
    uint32_t questions; /* that the solver was asked */
    uint32_t pairs;     /* of accesses */
    uint32_t local[3];  /* the invocations of a workgroup that the verdicts are about */
    bool has_barriers;  /* any that wait */
    const char *error;  /* the module cannot be read: why, and at which word */
    uint32_t error_word;
    bool is_unsupported;
};

struct prove_options {
    const smmra_litmus_options *run; /* entry, specializations, glsl450; local */
    uint32_t milliseconds;           /* of a question to the solver */
    uint32_t megabytes;              /* of the solver */
    const char *const *assumptions;  /* "size == 8 * groups.x" */
    uint32_t assumption_count;
    bool any_constants; /* of specialization: what is refuted names them, and none is taken to be as the module says */
    bool is_quick;      /* without a solver, and until the first pair of accesses that is not apart, or many are */
    bool (*goes_on)(void *user); /* false: the time is over */
    void *user;
};

/* Answers the three questions about a module's compute shader, and does not return before all three have a verdict.
 * What is said lives in `arena`, whose limit holds for the work besides. A module that cannot be read has an error; for
 * all else that is not known, and when memory or time is over, a question is not decided, with the reason. Where it is
 * not known where an access leads, or what an instruction does, all three are. Not for several threads at once: the
 * first question loads the solver's library. docs/reference/proofs.md has the rules. */
void prove_module(struct prove_answer *answer, struct arena *arena, const uint32_t *words, size_t count,
                  const struct prove_options *options);

/* Whether there is a solver: the build has one, and its library is there. */
bool prove_has_solver(void);

#endif
