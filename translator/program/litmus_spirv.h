/* SPIR-V compute modules as litmus programs: every invocation of a grid is a thread, shader memory is cut into its
 * scalars, and comments of the assembly say what memory holds at first and what is asked about the end:
 *
 *     ; @Input: %buffer = {{0, 1}}
 *     ; @Output: exists (%buffer[0][1] == 2)
 *     ; @Config: 1, 2, 1
 *
 * @Config: invocations of a subgroup, subgroups of a workgroup, workgroups. @Output: exists, forall or not exists, of
 * which the last two may be said in several lines; a filter may stand before it, or in a line "@Filter:". An element of
 * memory is named by its variable and an index for each level of its type; in a workgroup other than the first, the
 * variable of Workgroup memory is %name@NUMBER. What @Input leaves out is 0 in buffers and undefined in Workgroup
 * memory. A runtime array has as many elements as @Input gives it, else as the grid has invocations, or as @Output
 * names if those are more; an image as many texels along each coordinate. A texel is named by its coordinates, and its
 * component if it has several. */
#ifndef TRANSLATOR_LITMUS_SPIRV_H
#define TRANSLATOR_LITMUS_SPIRV_H

#include "mmra/litmus/litmus.h"
#include "spirv/module.h"
#include "translator/map/memory_map.h"
#include "translator/program/litmus_coverage.h"
#include "translator/spirv_mmra_litmus.h"

enum { LITMUS_MOST_NAME = 64 };

/* The text of an assembly file has names, lines and header comments that the module lacks. */
struct litmus_source_instruction {
    uint32_t line;
    const char *name; /* of its result, without the '%'; NULL: it has none */
};

struct litmus_source {
    const char *text;                               /* as it was given; NULL: there is only a module */
    struct litmus_source_instruction *instructions; /* in their order, which is the module's */
    uint32_t instruction_count;
};

/* The names of results and the lines of instructions, which an assembler forgets. Lives in the arena. */
void litmus_source_read(struct litmus_source *source, struct arena *arena, const char *text, size_t length);

/* The first comment line that begins with '@' and is no header that is known: its word; false if there is none. */
bool litmus_source_wrong_comment(const struct litmus_source *source, const char **word, size_t *length, uint32_t *line);
/* The text after "; @Keyword:" of the n-th such line; false if there is none. */
bool litmus_source_comment(const struct litmus_source *source, const char *keyword, uint32_t n, const char **text,
                           size_t *length, uint32_t *line);

struct litmus_grid {
    uint32_t groups[3], local[3], subgroup; /* 0: not given; then the header's, then the module's */
};

/* Memory that all threads share, or all of a workgroup. */
struct litmus_memory {
    spirv_id variable;
    uint32_t workgroup; /* of Workgroup memory; else 0 */
    uint32_t storage_class;
    uint32_t set, binding;
    uint64_t address, bytes;
    const char *name;
    const char *debug_name; /* OpName, or "" */
    const char *given; /* of Workgroup memory that only @Input says the contents of: the variable's name; else NULL */
    const struct litmus_image *images; /* what it is made of, if that is images */
    uint32_t image_count;
};

/* The entry point that a thread runs, and its place in the grid of that. */
struct litmus_spirv_thread {
    uint32_t model;       /* SpvExecutionModel */
    const char *entry;    /* its name */
    uint32_t workgroup;   /* counted over the whole program: those of tasks come before those of meshes */
    uint32_t launched_by; /* of a mesh workgroup 1 + the number of the task's, if it is run with one; else 0 */
    uint32_t group[3], local[3], local_index;
    uint32_t groups[3], size[3]; /* of its grid */
    bool in_a_row;               /* a fragment of a draw that has so many pixels, and not so many primitives */
};

struct litmus_spirv {
    struct litmus litmus;     /* `error` and `line` say what is wrong, if anything is */
    struct litmus_grid grid;  /* as it is run */
    bool groups_by_default;   /* workgroups share storage, and nobody chose how many there are */
    bool subgroup_by_default; /* nobody chose how many invocations it has */
    const char *entry;
    uint32_t flags; /* of the options, for option_name() */
    /* The module as it is run: with the grid's workgroup size, what is untyped as it was given. */
    const uint32_t *words;
    size_t word_count;
    uint32_t memory_model; /* SpvMemoryModel */
    /* It is read in a second way, too: components of cooperative matrices belong to other invocations, or fragments are
     * of pixels in a row. */
    bool turns;
    const char *equal; /* buffer addresses that are equal in a second reading of memory: "a and b"; NULL: none may be */
    const char *differ; /* what the assumption says of buffer addresses; or NULL */
    bool apart;         /* elements of one array of addresses differ in that reading, too */
    enum glsl450_mode glsl450;
    uint32_t model; /* SpvExecutionModel of what is run; fragments all overlap, each a workgroup of its own, and patches
                     * are workgroups of their output vertices */
    struct litmus_spirv_thread *threads; /* of those of the program */
    uint32_t threads_count, threads_capacity;
    struct litmus_memory *memory;
    uint32_t memory_count, memory_capacity;
    struct litmus_coverage coverage; /* whoever runs the program notes what has run */
};

enum { LITMUS_MAX_BUILTIN = 4 };

/* Gives the numbers that an input holds in an invocation; returns how many, up to four, or 0 if they are not known. */
uint32_t litmus_builtin_values(const struct litmus_spirv_thread *at, uint32_t subgroup, uint32_t builtin,
                               uint32_t values[LITMUS_MAX_BUILTIN]);
/* The pixel of a fragment, counted over those of the draw. */
uint32_t litmus_pixel_of(const struct litmus_spirv_thread *at);
/* The number of the launch that joins a task's workgroup and its mesh workgroups; 0: none does. */
uint32_t litmus_launch_of(const struct litmus_spirv_thread *at);
/* How the module's memory model is read: "vulkan", or of GLSL450 and Simple "strict" or "conservative". */
const char *litmus_spirv_reading(const struct litmus_spirv *program);
/* "compute", "fragment" and so on. */
const char *litmus_stage_name(const struct litmus_spirv *program);

/* Reads a module of the host's or the other byte order as a litmus program under Vulkan's model. Of the options it asks
 * for what says how a module is run; they stay as long as it is read. */
void litmus_read_spirv(struct litmus_spirv *result, struct arena *arena, const uint32_t *words, size_t word_count,
                       const struct litmus_source *source, const smmra_litmus_options *options);
/* Returns the assumption of a verdict about one reading alone of a module that `turns`. It lives for ever. */
const char *litmus_one_way(bool second);
/* The second reading of a module that `turns`. */
void litmus_read_spirv_turned(struct litmus_spirv *result, struct arena *arena, const uint32_t *words,
                              size_t word_count, const struct litmus_source *source,
                              const smmra_litmus_options *options);
/* The reading of a module in which its buffer addresses are `equal`. */
void litmus_read_spirv_equal(struct litmus_spirv *result, struct arena *arena, const uint32_t *words, size_t word_count,
                             const struct litmus_source *source, const smmra_litmus_options *options);
/* Why a verdict is unknown if that reading alone has a race. `race`: more about it, or "". */
const char *litmus_race_of_equal(const struct litmus_spirv *program, struct arena *arena, const char *race);
/* An assumption of the program, once that reading is known to have no race either. */
const char *litmus_assume_both(const struct litmus_spirv *program, struct arena *arena, const char *assumption);

#endif
