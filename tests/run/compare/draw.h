/* Shaders that are no kernels: what the comparer feeds to one stage on the driver and on the host, and what it takes
 * from there. docs/comparing.md, "Drawing". */
#ifndef TESTS_COMPARE_DRAW_H
#define TESTS_COMPARE_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "host/runtime.h"
#include "translator/spirv_mmra.h"

struct shader;
struct settings;

enum {
    MAX_VALUES = 96, /* inputs and outputs */
    MAX_TARGETS = 8,
    MAX_PRIMITIVES = 8,
    TARGET_WIDTH = 8, /* of the images that are drawn to */
    TARGET_HEIGHT = 8,
    MAX_SAMPLES = 4,
    NO_BUFFER = 0xFFFF,
    VIEWPORT_ORIGIN = -12, /* beyond the triangles, so that nothing is clipped */
    VIEWPORT_SIZE = 32
};

/* One input or output, and where it lies in the record of an invocation. */
struct stage_value {
    smmra_interface about;
    uint32_t offset, element_bytes, stride, elements; /* of a vector; one if it is no array */
    uint64_t vertices[MAX_PRIMITIVES * 3][4];         /* of an input of fragments: its components at each vertex */
};

/* A point that is drawn: in pixels, its depth, and w. */
struct corner {
    double x, y, z, w;
};

struct drawn_stage {
    uint32_t model; /* SpvExecutionModel */
    struct stage_value values[MAX_VALUES];
    uint32_t value_count, input_count; /* inputs, then outputs */
    uint32_t input_bytes, output_bytes, resource_count;
    bool early_tests, sample_shading;
    uint32_t primitive_count;
    struct corner corners[MAX_PRIMITIVES * 3];
    uint32_t samples, layers;
    uint32_t targets[MAX_TARGETS]; /* buffer of each colour; NO_BUFFER */
    uint32_t depth;
};

/* stage.c: what the stage takes and gives, from the translation. False: why not is in `message`. */
bool stage_read(struct shader *shader, const struct settings *settings, char *message);
/* The value with that built-in, or NULL. */
struct stage_value *stage_builtin(struct drawn_stage *stage, smmra_direction direction, uint32_t builtin);

/* shell.c: IR of a function that takes an invocation's inputs from memory, calls the entry point, and writes its
 * outputs to memory; to be freed. NULL: no memory. */
char *shell_text(const struct drawn_stage *stage, const char *entry);
/* A copy of the IR in which helper invocations write nothing, as LLVM makes it of an amdgpu_ps; to be freed. */
char *shell_guarded(const char *text);

/* fragments.c: the vertices, by the seed; the invocations that they give, with their inputs; what these return, in the
 * images that are drawn to. */
void fill_vertices(struct shader *shader, const struct settings *settings);
bool make_fragments(struct shader *shader, struct host_dispatch *dispatch);
void merge_fragments(struct shader *shader, const struct host_dispatch *dispatch);

/* feeder.c: a vertex shader that gives fragments what fragments.c computes with. NULL: it cannot be made. */
uint32_t *feeder_words(const struct drawn_stage *stage, size_t *count, char *message);

#endif
