/* Translation validation: a litmus program under Vulkan's model, its translation under AMDGPU's, and whether
 * the translation is sound and tight on it. models.md, "Translation validation". Two programs of one model are compared
 * in the same way (litmus_against.h). */
#ifndef TRANSLATOR_LITMUS_VALIDATE_H
#define TRANSLATOR_LITMUS_VALIDATE_H

#include "translator/litmus/litmus_translate.h"

enum validation_result {
    VALIDATION_SOUND_AND_TIGHT,
    VALIDATION_SOUND,   /* but some outcome of the SPIR-V cannot come about in the IR */
    VALIDATION_UNSOUND, /* the IR reads undef, or has an outcome that the SPIR-V has not */
    /* Nothing is asked of the translation: */
    VALIDATION_RACE,         /* the program has a data race */
    VALIDATION_NO_EXECUTION, /* or no execution at all: nothing was compared */
    VALIDATION_MIXED_SCOPES, /* or atomic writes to one location, some in scope of each other and others not */
    /* Unsound by Khronos's definition, in which a read-modify-write is ordered before what happens after it because
     * it is a read too; right if AMDGPU's model orders those accesses so. */
    VALIDATION_ORDERED_AS_READ,
    /* The same where besides a write counts as made available by what a visibility operation includes. */
    VALIDATION_INCLUDED_AS_VISIBLE,
    /* Unsound by A5, which asks that the atomics at a location be in scope of each other, where location order does as
       well. */
    VALIDATION_ORDERED_APART,
    /* or its behaviour is undefined for another reason: out of bounds, divergent barriers, an undefined value */
    VALIDATION_UNDEFINED,
    VALIDATION_REFUSED,      /* one of the two is beyond the checker */
    VALIDATION_NOTHING_ENDS, /* no execution of either side ends, or none within the bound: nothing was compared */
    VALIDATION_RESULT_COUNT
};

/* What a program does that the other one does not, where the result is VALIDATION_UNSOUND. */
enum validation_excess {
    VALIDATION_EXCESS_NONE,
    VALIDATION_EXCESS_UNDEFINED,
    VALIDATION_EXCESS_RACE,
    VALIDATION_EXCESS_FAULT,
    VALIDATION_EXCESS_ENDLESS,
    VALIDATION_EXCESS_OUTCOME,
    VALIDATION_EXCESS_ABORT
};

struct validation {
    uint8_t result;   /* enum validation_result */
    uint8_t excess;   /* enum validation_excess */
    const char *what; /* the outcome that is too many or missing, the execution that reads undef, or why refused */
    struct ir_module *module; /* the translation as it was built, or NULL */
    const char *text;         /* or as it was printed and read again; see validation_text */
    struct explore_statistics vulkan, amdgpu;
    /* Perhaps does not depend on what was read, and counts as if it did not: that it did would make it unsound. */
    const struct model_operation *free;
    bool endless; /* some execution of one of the two never ends: those are not compared */
    /* The outcome that is too many: a value for each column, and for what the other program observes; NULL: it is none.
     */
    const struct outcome_value *row, *outcome;
    const char *execution; /* of the other program, which shows the excess, for people; NULL: none is kept */
    const struct litmus_messages *messages; /* the same in the words of the source; NULL: none are */
};

/* The answer says this where they are not. */
extern const char validation_endless[];

struct validation_source;

/* The program in IR, for the AMDGPU model; false, with v->what, if there is none. Sets v->module or v->text. */
typedef bool validation_translator(struct validation_source *source, const struct map_options *options,
                                   struct arena *arena, struct litmus *ir, struct validation *v);

/* A translation as a program, and what came of it. */
struct validated_program {
    struct program program;
    struct validation result;
};

/* What one program has of a column: a part of what it observes, or what is there from the beginning. */
struct validation_part {
    uint32_t observation; /* MODEL_NONE: `initial` */
    uint8_t shift, bytes; /* of its value: the byte at which the part begins, and how many it has */
    struct outcome_value initial;
};

/* Both programs observe this: memory, or a register of a thread. */
struct validation_column {
    const char *thread, *name; /* the thread's name; "": memory */
    struct validation_part parts[2];
};

struct validation_columns {
    struct validation_column *items;
    uint32_t count, capacity;
};

/* Finds what the source's program and the other one observe alike; false, with v->what: they cannot be compared. */
typedef bool validation_matcher(struct validation_source *source, const struct litmus *other, struct arena *arena,
                                struct validation_columns *columns, struct validation *v);

/* How two programs are compared. */
struct validation_pair {
    const struct model *models[2];
    validation_matcher *match;
    const char *other; /* what the second program is called */
};

/* Gives the text to a program and takes what that writes; NULL with an error that lives in the arena. */
typedef const char *litmus_run(void *user, const char *text, struct arena *arena, const char **error);

/* A translation goes through an optimizer before it is judged. */
struct litmus_through {
    litmus_run *run;
    void *user;
};

/* The Vulkan side of a program is computed once for all profiles. */
struct validation_source {
    struct litmus *litmus;
    const struct validation_pair *pair;
    validation_translator *translate;    /* NULL: each instruction through the memory map */
    void *user;                          /* the translator's */
    const struct model_excuses *excuses; /* the pairs of accesses that a known deviation is about; NULL: none */
    bool guarded;                /* only executions count in which no thread ends early: the whole program has a race */
    const char *differs_through; /* not NULL: how what it goes through may see another grid */
    const struct litmus_through *through; /* what the translation goes through; NULL: nothing */
    struct explore_options limits;        /* of each exploration; its model is not used */
    struct litmus_answer answer;
    struct validated_program *validated; /* the translations so far: many options change nothing */
    uint32_t validated_count, validated_capacity;
};

const char *validation_name(enum validation_result result);
/* The faults of a program of whose translation nothing is asked, as smmra_litmus_summary has them; 0: of another. */
uint32_t validation_faults(enum validation_result result, const struct explore_statistics *vulkan);
void validation_begin(struct validation_source *source, struct litmus *litmus, struct arena *arena);
/* The same with another translator, and options of the explorations, whose model is not used. */
void validation_begin_with(struct validation_source *source, struct litmus *litmus,
                           const struct explore_options *limits, validation_translator *translate, void *user,
                           struct arena *arena);
/* The same of a program and another one, which `translate` gives. */
void validation_begin_pair(struct validation_source *source, struct litmus *litmus,
                           const struct explore_options *limits, const struct validation_pair *pair,
                           validation_translator *translate, void *user, struct arena *arena);
/* The values that a program's outcome has in the columns; `side` 0: the source's. */
void validation_project(const struct validation_columns *columns, int side, const struct outcome_value *outcome,
                        struct outcome_value *row);
/* Whether the Vulkan side asks for anything; if not, v->result says why. */
bool validation_is_judged(const struct validation_source *source, struct validation *v);
/* The arena is that of validation_begin: what is found is kept for the next translation that is the same program. */
void validation_check(struct validation_source *source, const struct map_options *options, struct arena *arena,
                      struct validation *validation);
/* The IR that was judged, printed if it was not yet; NULL: there is none. */
const char *validation_text(const struct validation *validation);

#endif
