/* Translation validation: a litmus program under Vulkan's model, its translation under AMDGPU's, and whether
 * the translation is sound and tight on it. models.md, "Translation validation". */
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

struct validation {
    uint8_t result;   /* enum validation_result */
    const char *what; /* the outcome that is too many or missing, the execution that reads undef, or why refused */
    struct ir_module *module; /* the translation as it was built, or NULL */
    const char *text;         /* or as it was printed and read again; see validation_text */
    struct explore_statistics vulkan, amdgpu;
    /* Perhaps does not depend on what was read, and counts as if it did not: that it did would make it unsound. */
    const struct model_operation *free;
    bool endless; /* some execution of one of the two never ends: those are not compared */
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
/* Whether the Vulkan side asks for anything; if not, v->result says why. */
bool validation_is_judged(const struct validation_source *source, struct validation *v);
/* The arena is that of validation_begin: what is found is kept for the next translation that is the same program. */
void validation_check(struct validation_source *source, const struct map_options *options, struct arena *arena,
                      struct validation *validation);
/* The IR that was judged, printed if it was not yet; NULL: there is none. */
const char *validation_text(const struct validation *validation);

#endif
