/* spirv-mmra: the model checker, as a library: programs are executed under their memory model.
 *
 * C11 and C++. What spirv_mmra.h says of every function holds here too. */
#ifndef SPIRV_MMRA_LITMUS_H
#define SPIRV_MMRA_LITMUS_H

#include "spirv_mmra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the model checker ---- */

/* The language that a litmus program is written in, which also says under which memory model it is run. */
typedef enum smmra_litmus_language {
    SMMRA_LITMUS_LANGUAGE_SPIRV,   /* the words of a compute module, in either byte order: Vulkan's model, as a grid */
    SMMRA_LITMUS_LANGUAGE_VULKAN,  /* a .litmus file: Vulkan's model */
    SMMRA_LITMUS_LANGUAGE_KHRONOS, /* a .test file of Khronos's: Vulkan's model */
    SMMRA_LITMUS_LANGUAGE_IR       /* LLVM IR with comments that name threads and condition: AMDGPU's model */
} smmra_litmus_language;

enum {
    SMMRA_LITMUS_FLAG_TRANSLATE = 1u << 0,    /* judge the translation of the program, which is no IR */
    SMMRA_LITMUS_FLAG_OUTCOMES = 1u << 1,     /* collect every outcome */
    SMMRA_LITMUS_FLAG_GRAPHS = 1u << 2,       /* also draw the executions that show something, for Graphviz */
    SMMRA_LITMUS_FLAG_FIRST = 1u << 3,        /* end at the first thing that is wrong */
    SMMRA_LITMUS_FLAG_NO_CONDITION = 1u << 4, /* do not ask for the condition of the program */
    SMMRA_LITMUS_FLAG_NO_CHAINS = 1u << 5,    /* Vulkan: a device without availability and visibility chains */
    SMMRA_LITMUS_FLAG_FR_NEEDS_LOCORD =
        1u << 6, /* Vulkan: a read is before later writes only if its own is ordered before it */
    SMMRA_LITMUS_FLAG_PO_RF_ACYCLIC = 1u << 7, /* no load buffering, as in RC11 */
    SMMRA_LITMUS_FLAG_LETTER =
        1u << 8, /* AMDGPU: the letter of the document, without choice A5 of docs/reference/models.md */
    SMMRA_LITMUS_FLAG_KEEP_IR = 1u << 9,               /* keep the translation in the answer */
    SMMRA_LITMUS_FLAG_SHADER_CALLS_IN_LANE = 1u << 10, /* as SMMRA_FLAG_SHADER_CALLS_IN_LANE, of the translation */
    /* Where neither the options nor @Config choose a grid, and workgroups of a compute module share storage (storage
     * buffers, storage images, buffer addresses), two workgroups are run; by smmra_litmus if these are at most 32
     * invocations. */
    SMMRA_LITMUS_FLAG_TWO_GROUPS = 1u << 11
};

/* How many elements the runtime array of a variable has, or its image texels along each coordinate: 1 to 65536. */
typedef struct smmra_litmus_size {
    const char *name; /* OpName, or the number of the id; with or without '%' */
    uint64_t length;
} smmra_litmus_size;

/* A variable, or a part of it, holds this at first, and a runtime array is as long as it says. A recorded dispatch has
 * other names: "@SET.BINDING.ELEMENT" is a descriptor, "@push" the push constants, "@0xADDRESS" the memory at a buffer
 * address. What the module does not have of them, and bytes beyond what it declares, are passed over. */
typedef struct smmra_litmus_data {
    const char *name; /* as in smmra_litmus_size, or as the source writes a part: "Camera.plane" */
    const void *bytes;
    size_t length;
} smmra_litmus_data;

/* The texels of a recorded image: four components of 32 bits each, as a read gives them, x by x, then y by y, then z by
 * z or layer by layer. */
typedef struct smmra_litmus_image {
    const char *name;    /* "@SET.BINDING.ELEMENT" */
    uint32_t extents[3]; /* along each coordinate, the layer being the last; 1 beyond; at most 65536 */
    const void *texels;
} smmra_litmus_image;

/* The recorded bytes of a descriptor are those of a buffer, from an offset on. For smmra_race alone: ranges of one
 * buffer are one memory then, and that of a buffer address which holds them, but for those of arrays of descriptors. */
typedef struct smmra_litmus_range {
    uint32_t set, binding;
    uint64_t buffer, offset;
    uint64_t address; /* of the first byte, in the memory of a "@0xADDRESS" of `data`; 0: not known */
} smmra_litmus_range;

/* Returns what a read outside of an image takes (Vulkan, VkSamplerAddressMode). */
typedef enum smmra_litmus_address {
    SMMRA_LITMUS_ADDRESS_EDGE,
    SMMRA_LITMUS_ADDRESS_REPEAT,
    SMMRA_LITMUS_ADDRESS_MIRROR,
    SMMRA_LITMUS_ADDRESS_MIRROR_ONCE,
    SMMRA_LITMUS_ADDRESS_BORDER
} smmra_litmus_address;

/* A recorded sampler, alone or together with an image. Without one the nearest texel is read, at the edge where the
 * coordinates lead outside. */
typedef struct smmra_litmus_sampler {
    const char *name;                /* "@SET.BINDING.ELEMENT" */
    bool is_linear, is_unnormalized; /* its filter; its coordinates */
    smmra_litmus_address address[3]; /* along each coordinate */
    uint32_t border[4];              /* components, as a read gives them */
} smmra_litmus_sampler;

typedef struct smmra_litmus_statistics {
    uint64_t executions;  /* that were completed; one stands for all that symmetry makes of it */
    uint64_t deadlocked;  /* threads wait for each other, or at a barrier that never opens */
    uint64_t endless;     /* a thread goes round a loop for ever */
    uint64_t faulty;      /* undefined behaviour that memory order does not cause */
    uint64_t cut_off;     /* a loop met the bound */
    uint64_t mirrored;    /* beginnings that are images of others */
    uint64_t evaluations; /* of the memory model: steps */
    uint64_t aborted;     /* a thread aborts */
} smmra_litmus_statistics;

/* Begin with SMMRA_DEFAULTS(smmra_litmus_options); what smmra_options says of sizes holds here too. Nothing of it is
 * kept after the call but the allocator's functions and `user`. */
typedef struct smmra_litmus_options {
    size_t size;
    smmra_litmus_language language;
    uint32_t flags; /* SMMRA_LITMUS_... bits above */
    /* The profile of the translation; of IR, the revision of the model: SMMRA_PROFILE_24, or an older one. */
    smmra_profile profile;
    uint32_t unroll; /* how often loops that do something go round; 0: 4 */
    /* The grid of a SPIR-V module: 0 is what a comment @Config of `assembly` says, else one workgroup of the module's
     * size with subgroups of 64. */
    uint32_t groups[3], local[3], subgroup;
    const char *entry; /* NULL: the only one */
    const smmra_specialization *specializations;
    uint32_t specialization_count, input_count;
    /* The values that variables hold at first, as a comment @Input says them: "NAME=VALUE", VALUE a number or a list in
     * braces. Without it, buffers are 0. */
    const char *const *inputs;
    const smmra_litmus_size *sizes;
    uint32_t size_count;
    smmra_glsl450 glsl450;
    /* The assembly that the words were made of, or only its comments "; @Input:", "; @Output:", "; @Config:", which say
     * what memory holds at first and what is asked (docs/reference/models.md, "SPIR-V modules as grids"). Messages and
     * executions name its lines. NULL: there is none. */
    const char *assembly;
    size_t assembly_length;
    /* Limits. What one of the first two ends is answered as far as it is known; 0: 20 million steps, and no time. */
    uint64_t step_limit;              /* evaluations of the memory model, in each exploration */
    uint32_t time_limit;              /* milliseconds, of all explorations of the call */
    size_t memory_limit;              /* bytes that the call may hold at one time; 0: no limit */
    const smmra_allocator *allocator; /* as in smmra_options, and so are these: */
    smmra_diagnostic_callback diagnose;
    void *diagnose_user;
    bool (*cancel)(void *user); /* then there is no answer */
    void *cancel_user;
    /* Called before each step of an exploration, with the counts so far. If it returns false, the exploration ends
     * there, as at a limit. NULL: it always goes on. */
    bool (*progress)(void *user, const smmra_litmus_statistics *statistics);
    void *progress_user;
    /* With SMMRA_LITMUS_FLAG_TRANSLATE: what is done to the IR of the translation before it is judged, such as by an
     * optimizer. Gives the new IR, NUL-terminated, which is read at once; or NULL, and why in *error. NULL: nothing. */
    const char *(*transform)(void *user, const char *ir, const char **error);
    void *transform_user;
    /* smmra_race alone asks for it. 0: workgroups and invocations run in their order; else another order for each. */
    uint64_t seed;
    uint32_t most_races; /* pairs of instructions, at most; 0: 10 */
    /* The bytes that variables hold at first, where `inputs` says nothing. */
    const smmra_litmus_data *data;
    uint32_t data_count;
    const smmra_litmus_image *images;
    uint32_t image_count, sampler_count;
    const smmra_litmus_sampler *samplers;
    const smmra_litmus_range *ranges;
    uint32_t range_count;
} smmra_litmus_options;

/* No and yes are said of what was explored to its end, or was found. */
typedef enum smmra_litmus_verdict {
    SMMRA_LITMUS_VERDICT_NOT_ASKED,
    SMMRA_LITMUS_VERDICT_NO,
    SMMRA_LITMUS_VERDICT_YES,
    SMMRA_LITMUS_VERDICT_UNKNOWN
} smmra_litmus_verdict;

/* This may be wrong with a program besides its condition (docs/reference/models.md, "Verdicts"). */
typedef enum smmra_litmus_fault {
    SMMRA_LITMUS_FAULT_RACE,
    SMMRA_LITMUS_FAULT_UNDEFINED_READ,
    SMMRA_LITMUS_FAULT_OUT_OF_BOUNDS,
    SMMRA_LITMUS_FAULT_DIVERGENT_BARRIER,
    SMMRA_LITMUS_FAULT_UNDEFINED_BEHAVIOUR,
    SMMRA_LITMUS_FAULT_DEADLOCK,
    SMMRA_LITMUS_FAULT_ENDLESS_LOOP,
    SMMRA_LITMUS_FAULT_NOT_DECIDED, /* some verdict is unknown */
    SMMRA_LITMUS_FAULT_ABORT        /* OpAbortKHR: no fault of the program, which says so itself */
} smmra_litmus_fault;

/* The name of a fault, as the command's --allow takes it: "race". NULL for a value that is none; values count from 0
 * without gaps. */
SMMRA_API const char *smmra_litmus_fault_name(smmra_litmus_fault fault);

/* A finding is one thing that was found. */
typedef struct smmra_litmus_finding {
    smmra_litmus_fault fault;
    const char *message; /* one line */
    const char *witness; /* an execution that shows it, for people, in lines; NULL: none is kept */
    const char *graph;   /* the same for Graphviz, with SMMRA_LITMUS_FLAG_GRAPHS */
    /* The operations that make it up, in the words of the source: the first is what is wrong, the others explain.
     * None if no operation has a known place. */
    const smmra_place *const *places;
    size_t place_count;
    /* The number in the list of the first race for the same variable and for which the same is missing, counted from 0;
     * a finding that is no race has its own number. */
    size_t first_alike;
} smmra_litmus_finding;

/* The verdicts about a translation. */
typedef enum smmra_litmus_judgement {
    SMMRA_LITMUS_JUDGEMENT_NOT_TRANSLATED, /* without SMMRA_LITMUS_FLAG_TRANSLATE */
    SMMRA_LITMUS_JUDGEMENT_SOUND_AND_TIGHT,
    SMMRA_LITMUS_JUDGEMENT_SOUND,         /* but some outcome of the program cannot come about in its translation */
    SMMRA_LITMUS_JUDGEMENT_UNSOUND,       /* the translation has an outcome that the program has not, or reads undef */
    SMMRA_LITMUS_JUDGEMENT_NOTHING_ASKED, /* the program has a data race or undefined behaviour */
    SMMRA_LITMUS_JUDGEMENT_DEVIATION,     /* the two models differ here, in a way that docs/reference/models.md names */
    SMMRA_LITMUS_JUDGEMENT_REFUSED,       /* program or translation is beyond the checker: `why` names the feature */
    SMMRA_LITMUS_JUDGEMENT_STOPPED,       /* a limit ended it */
    SMMRA_LITMUS_JUDGEMENT_NOTHING_COMPARED /* no execution ends, or none is there: nothing is known */
} smmra_litmus_judgement;

/* The summary of what is known of a program. Strings live as long as the answer. */
typedef struct smmra_litmus_summary {
    smmra_litmus_verdict condition; /* whether it holds */
    smmra_litmus_verdict race;      /* whether there is a data race */
    uint32_t faults;                /* 1 << smmra_litmus_fault of each finding */
    bool race_is_undefined_read;    /* the model knows a race as a read of undef, and some read is one */
    bool loop_met_bound;            /* what is said holds up to options.unroll */
    const char *estimate;           /* SPIR-V: a result of which a device may give another; NULL: all are exact */
    const char *witness;            /* an execution that decides the condition, for people; NULL: none does */
    const char *graph; /* the same for Graphviz, with SMMRA_LITMUS_FLAG_GRAPHS; where nothing is wrong and none
                          decides, an execution as an example */
    const smmra_litmus_statistics *statistics;
    /* With SMMRA_LITMUS_FLAG_TRANSLATE, where only `loop_met_bound`, `estimate`, `statistics` and `faults` count of
     * those above, and `faults` are those of a program of whose translation nothing is asked: */
    smmra_litmus_judgement judgement;
    const char *judgement_name; /* what it is in words: "nothing is asked: data race" */
    const char *why;            /* the outcome that is too many or missing, the execution that reads undef, or why
                                   refused, in lines; NULL: nothing more is to say */
    const char *ir; /* the translation as it was judged, with SMMRA_LITMUS_FLAG_KEEP_IR; NULL: it was not judged */
    const smmra_litmus_statistics *translated; /* of its exploration */
    /* SPIR-V: the grid that was run. */
    uint32_t groups[3], local[3], subgroup;
    /* What is taken for granted, also of a translation; NULL: nothing */
    const char *assumption;
    /* SPIR-V: how the module's memory model was read: "vulkan" where the module declares it; of another one, "strict"
     * or "conservative", as options.glsl450 says. NULL: no module was run. */
    const char *reading;
    /* SPIR-V, without SMMRA_LITMUS_FLAG_TRANSLATE: operations on memory that no invocation has come to: the first of
     * each line, also of one where others ran, or where there is no debug information each. Nothing is said of them.
     * The message of each says why, if that is known, and which other initial value, size, specialization constant or
     * grid lets it run: "never ran, as `n` was 0: try `--input n=64`". */
    const smmra_place *const *never_ran;
    size_t never_ran_count;
    bool groups_by_default;  /* of compute, which share storage: nobody chose how many */
    bool never_ran_is_known; /* else executions were left out, as a limit or a finding ended the exploration */
} smmra_litmus_summary;

/* A value at the end of an execution. Rows of them are arrays, so this struct never grows. */
typedef enum smmra_litmus_value_kind {
    SMMRA_LITMUS_VALUE_NONE, /* nothing was read, or the execution has no end */
    SMMRA_LITMUS_VALUE_KNOWN,
    SMMRA_LITMUS_VALUE_UNDEFINED /* any value */
} smmra_litmus_value_kind;
typedef struct smmra_litmus_value {
    smmra_litmus_value_kind kind;
    uint64_t value;
} smmra_litmus_value;

/* A verdict line of a Khronos test. */
typedef struct smmra_litmus_expectation {
    uint32_t line;
    bool satisfiable;         /* what the file says */
    smmra_litmus_verdict met; /* whether such an execution is there */
} smmra_litmus_expectation;

typedef struct smmra_litmus_answer smmra_litmus_answer;

/* Executes a litmus program of `length` bytes under its memory model, as `spirv-mmra litmus` does, or judges its
 * translation by both. SMMRA_SUCCESS, with *answer a new object that the caller destroys, whatever was found, and also
 * if a limit or options->progress ended the exploration. Else *answer is NULL and the reason went to options->diagnose:
 * SMMRA_INVALID_INPUT for what is no program, with its line; SMMRA_UNSUPPORTED for a feature that cannot be run, which
 * the message names; SMMRA_OUT_OF_MEMORY; SMMRA_CANCELLED; SMMRA_INVALID_ARGUMENT. `options` may be NULL for the
 * defaults.
 *
 * `program` may lie at any address, also the words of a module. SPIRV-Tools is not involved: what a module means that
 * is not valid is not said, so call smmra_validate first. Time and memory may grow with the number of executions, which
 * may be exponential in the size of the program: limit them. options->cancel is asked at and in each step of an
 * exploration, but with hundreds of threads not within a millisecond, and the time limit and options->progress only at
 * each. */
SMMRA_API smmra_result smmra_litmus(const void *program, size_t length, const smmra_litmus_options *options,
                                    smmra_litmus_answer **answer);

/* Runs a compute module of `length` bytes once as a whole dispatch, however large, and says which accesses of that run
 * are data races, as `spirv-mmra race` does (docs/reference/races.md). Another run may have others. What smmra_litmus
 * says of its arguments and results holds here too, with these differences: The language of the options is
 * SMMRA_LITMUS_LANGUAGE_SPIRV; flags but SMMRA_LITMUS_FLAG_TWO_GROUPS, profile, unroll, progress and transform mean
 * nothing; step_limit counts steps of the run, each an instruction or several, 0: a thousand millions. The summary has
 * `race`, `faults`, `estimate`, `assumption`, `reading`, `never_ran`, the grid, and as evaluations the steps; there is
 * a finding for each pair of instructions that race, without witness and graph.
 */
SMMRA_API smmra_result smmra_race(const void *module, size_t length, const smmra_litmus_options *options,
                                  smmra_litmus_answer **answer);

/* Returns the summary. It lives as long as the answer. */
SMMRA_API const smmra_litmus_summary *smmra_litmus_answer_summary(const smmra_litmus_answer *answer);

/* Returns what was found besides a condition that fails, *count of them, in the order of smmra_litmus_fault. They live
 * as long as the answer. */
SMMRA_API const smmra_litmus_finding *const *smmra_litmus_answer_findings(const smmra_litmus_answer *answer,
                                                                          size_t *count);

/* With SMMRA_LITMUS_FLAG_OUTCOMES: *names has the names of *width registers and locations, and the result has *count
 * rows of *width values, one row after the other. They live as long as the answer. */
SMMRA_API const smmra_litmus_value *smmra_litmus_answer_outcomes(const smmra_litmus_answer *answer,
                                                                 const char *const **names, size_t *width,
                                                                 size_t *count);

/* The values of these rows as people write them: "1.5" of a location that holds a floating-point number, "undef" and
 * "none" of what has no value. They live as long as the answer. */
SMMRA_API const char *const *smmra_litmus_answer_outcome_texts(const smmra_litmus_answer *answer);

/* The verdict lines of a Khronos test, *count of them. *left_out (may be NULL) is how many others there are, about
 * relations of the solver. They live as long as the answer. */
SMMRA_API const smmra_litmus_expectation *const *smmra_litmus_answer_expectations(const smmra_litmus_answer *answer,
                                                                                  size_t *count, size_t *left_out);

/* Frees everything that belongs to it. NULL is allowed. */
SMMRA_API void smmra_litmus_answer_destroy(smmra_litmus_answer *answer);

/* ---- the page of a module ---- */

enum {
    /* Executions of a GLSL450 module are judged as the specification reads it, whatever run->glsl450 says, and the page
     * says whether drivers' reading has a race too. */
    SMMRA_REPORT_FLAG_BOTH_READINGS = 1u << 0
};

/* Begin with SMMRA_DEFAULTS(smmra_report_options). */
typedef struct smmra_report_options {
    size_t size;
    uint32_t flags;        /* SMMRA_REPORT_... bits above */
    const char *name;      /* of the module, as the page names it; NULL: "-" */
    smmra_profile profile; /* of the translation */
    const char *mcpu;      /* the processor of the machine code, one of smmra_cost_options; NULL: there is none */
    /* The module as spirv-dis writes it with --offsets, NUL-terminated; NULL: the page has no SPIR-V. */
    const char *disassembly;
    /* Compiles IR for `mcpu`: gives assembly, NUL-terminated, which is read at once; or NULL, and why in *error. NULL:
     * there is no machine code. */
    const char *(*compile)(void *user, const char *ir, const char **error);
    void *compile_user;
    size_t memory_limit; /* bytes that the call may hold at one time; 0: no limit */
    /* How the module is executed; NULL: the defaults. Its `entry` and specializations are also those of the
     * translation, its allocator, `diagnose` and `cancel` those of the call. Its time limit holds for
     * the whole page, and each part may take half of what is left of it; its memory limit holds for each run. What they
     * end is told on the page, and so is what `progress` ends. `compile`, which is called last, keeps to the rest of
     * the time itself. Its flags and `transform` mean nothing. */
    const smmra_litmus_options *run;
    const char *proven; /* what is known of all runs, as a sentence that the page has; NULL: nothing */
    /* Why the caller knows a finding and accepts it: the page tells it apart from what is new. NULL: it does not. The
     * text lives as long as the call. NULL: nothing is known. */
    const char *(*known)(void *user, const smmra_litmus_finding *finding);
    void *known_user;
    const char *mend; /* a change of the source that mends what is wrong, which the page shows; NULL: none */
} smmra_report_options;

typedef struct smmra_page smmra_page;

/* Makes one page of HTML about a module, as `spirv-mmra report` does: its source as far as the module has it, SPIR-V,
 * IR, and machine code with its price, side by side; what smmra_litmus, or smmra_race where nothing is wrong on a small
 * grid, finds of its executions; pictures of them, and the fewest annotations more that repair a data race. Nothing of
 * the module becomes markup or script. On SMMRA_SUCCESS *page is a new object that the caller destroys, also if the
 * module could not be translated, compiled or executed: the page says why. Else it is NULL: SMMRA_OUT_OF_MEMORY,
 * SMMRA_CANCELLED, SMMRA_INVALID_ARGUMENT. SPIRV-Tools is not involved: call smmra_validate first. */
SMMRA_API smmra_result smmra_report(const uint32_t *words, size_t word_count, const smmra_report_options *options,
                                    smmra_page **page);

/* The page, NUL-terminated; *length (may be NULL) without the NUL. Lives as long as the page. */
SMMRA_API const char *smmra_page_text(const smmra_page *page, size_t *length);

/* Returns what was found of executions, and what the page says. It lives as long as the page. NULL if the module could
 * not be executed: the reason went to run->diagnose, and *result is what smmra_litmus or smmra_race gave, or
 * SMMRA_CANCELLED where the time was over; else SMMRA_SUCCESS. */
SMMRA_API const smmra_litmus_answer *smmra_page_answer(const smmra_page *page, smmra_result *result);

/* Frees everything that belongs to it. NULL is allowed. */
SMMRA_API void smmra_page_destroy(smmra_page *page);

#ifdef __cplusplus
}
#endif

#endif
