/* Shaders that are no kernels: what the comparer feeds to one stage on the driver and on the host, and what it takes
 * from there. docs/evidence/comparer.md, "Drawing". */
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
    MAX_COMPONENTS = 8, /* of a vector, or of an array of distances */
    MAX_ATTACHMENTS = MAX_TARGETS + 8,
    FEEDER_POINT_SIZE = 4,
    TARGET_WIDTH = 8, /* of the images that are drawn to */
    TARGET_HEIGHT = 8,
    MAX_SAMPLES = 4,
    MAX_LOCATIONS = 32,
    MAX_CAPTURED = 512, /* bytes of a vertex, which drivers have at least */
    MAX_STREAMS = 4,
    MAX_MODES = 16,
    MAX_EVALUATED = 1024,
    PATCH_VERTICES = 4, /* that go into a patch, also of an evaluation shader */
    PATCHES = 3,
    PATCH_SET = 7, /* of the buffer of patches' outputs */
    LEVELS = 6,
    MESH_GROUPS_X = 2, /* workgroups of tasks and meshes */
    MESH_GROUPS_Y = 2,
    MAX_MESH_GROUPS = MESH_GROUPS_X * MESH_GROUPS_Y,
    MAX_PAYLOAD_WORDS = 64,
    MESH_VIEWPORTS = 2,
    MAX_MEMORIES = 64,
    NOT_CAPTURED = 0xFFFF,
    NO_MEMORY = 0xFFFF,
    ATTRIBUTE_BYTES = 16,
    VERTICES = 8, /* of each instance of a draw of points, as llvmpipe's subgroups have them */
    INSTANCES = 3,
    FIRST_VERTEX = 2,
    FIRST_INSTANCE = 1,
    NO_BUFFER = 0xFFFF,
    SCENE_DESCRIPTOR = 16,
    VIEWPORT_ORIGIN = -12, /* beyond the triangles, so that nothing is clipped */
    VIEWPORT_SIZE = 32
};

/* One input or output, and where it lies in the record of an invocation. */
struct stage_value {
    smmra_interface about;
    bool is_given;                                         /* its variable, if there is one, has no name */
    uint32_t offset, element_bytes, stride, elements;      /* of a vector; one if it is no array */
    uint32_t captured;                                     /* where, of an output of vertices; NOT_CAPTURED */
    uint32_t memory;                                       /* in which of the stage's memories; NO_MEMORY: a value */
    uint64_t vertices[MAX_PRIMITIVES * 3][MAX_COMPONENTS]; /* of an input of fragments: its components at each vertex */
};

/* What the entry point has a pointer to. In the record of an invocation stands the pointer. */
struct stage_memory {
    uint32_t record, bytes;
    bool is_output;
    bool is_shared; /* by the invocations of a workgroup; else the invocation's own */
};

/* A point that is drawn: in pixels, its depth, and w. */
struct corner {
    double x, y, z, w;
};

/* An invocation of an evaluation shader. */
struct evaluated {
    float at[3];
    uint32_t patch;
};

struct drawn_stage {
    char function[128]; /* its name in the IR, which is not the entry point's if that is no word */
    uint32_t model;     /* SpvExecutionModel */
    struct stage_value values[MAX_VALUES];
    uint32_t value_count, input_count; /* inputs, then outputs */
    uint32_t input_bytes, output_bytes, resource_count;
    struct stage_memory memories[MAX_MEMORIES];
    uint32_t memory_count;
    uint32_t own_bytes[HOST_MOST_ARGUMENTS]; /* of a resource that is memory of the invocation alone; else 0 */
    bool early_tests, sample_shading, whole_quads;
    smmra_execution_mode modes[MAX_MODES];
    uint32_t mode_count;
    uint32_t primitive_count, corners_each; /* triangles, points, patches: their vertices */
    struct corner corners[MAX_PRIMITIVES * 3];
    uint32_t samples, layers;
    uint32_t targets[MAX_TARGETS]; /* buffer of each colour; NO_BUFFER */
    uint32_t depth, stencil;       /* likewise */
    uint32_t depth_compare;        /* enum host_compare: of a fragment with what is stored */
    uint32_t views;                /* of multiview */
    /* of vertices: */
    uint32_t draws;
    uint32_t attributes[MAX_LOCATIONS]; /* buffer of each Location; NO_BUFFER */
    /* the buffer of what feedback captures of each stream, or NO_BUFFER, and how much of each vertex: */
    uint32_t captured[MAX_STREAMS], captured_bytes[MAX_STREAMS];
    /* of geometry: */
    uint32_t output_corners, invocations, output_vertices; /* corners of what it puts out: 1 to 3 */
    /* of tessellation: the buffer of a patch's outputs and its words for each patch; where the driver evaluates. */
    uint32_t patch_outputs, patch_words; /* of a mesh: of each pixel; of a task: of each workgroup */
    uint32_t payload_words;
    uint32_t *outer_levels; /* that the kind of patch has, of a control shader; or NULL */
    struct evaluated *evaluated;
    uint32_t evaluated_count;
};

/* stage.c: what the stage takes and gives, from the translation. False: why not is in `message`. */
bool stage_read(struct shader *shader, const struct settings *settings, char *message);
/* host.c: what the invocation has, and its shell gives it (compare/rays.h). */
bool is_of_invocation(smmra_resource_kind kind);
/* What one entry point takes and gives. */
bool stage_take(struct drawn_stage *stage, const smmra_translated_entry *entry, char *message);
/* The value with that built-in, or NULL. */
struct stage_value *stage_builtin(struct drawn_stage *stage, smmra_direction direction, uint32_t builtin);

/* The value's vertex and element, in the record of an invocation or in the memory that it has a pointer to. */
uint8_t *element_at(const struct drawn_stage *stage, const struct stage_value *value, uint8_t *record, uint32_t vertex,
                    uint32_t element);
uint32_t mode_of(const struct drawn_stage *stage, uint32_t mode, uint32_t otherwise);

/* What the comparer does with the shaders of a stage. */
struct drawn_kind {
    uint32_t model; /* SpvExecutionModel */
    smmra_stage stage;
    /* Adds the buffers that the stage needs; false: why not is in `message`. NULL: it needs none. */
    bool (*add)(struct shader *shader, const struct settings *settings, char *message);
    /* The invocations, with their inputs; and what these left, in the buffers. */
    bool (*make)(struct shader *shader, struct host_dispatch *dispatch);
    void (*take)(struct shader *shader, const struct host_dispatch *dispatch); /* NULL: they are there already */
};
const struct drawn_kind *kind_of(uint32_t model); /* NULL: a kernel */

/* The place of a fragment, and what its inputs follow from. */
struct weights {
    double linear[3], perspective[3]; /* of the primitive's corners */
    double depth, reciprocal_w;
};

struct fragment {
    uint32_t primitive, x, y, layer, view, sample;
    uint32_t coverage; /* a bit for each sample; 0: it is a helper */
    double at[2];      /* in pixels: the centre, or the sample */
    struct weights weights;
};

/* raster.c */
void place_corners(struct drawn_stage *stage, const struct settings *settings);
void sample_location(uint32_t samples, uint32_t sample, double at[2]); /* in the pixel */
bool is_front(const struct drawn_stage *stage, uint32_t primitive);
uint32_t coverage_of(const struct drawn_stage *stage, uint32_t primitive, uint32_t x, uint32_t y);
struct weights weights_at(const struct drawn_stage *stage, uint32_t primitive, const double at[2]);
float interpolate(const struct drawn_stage *stage, const struct stage_value *value, uint32_t primitive,
                  uint32_t component, const struct weights *weights);

/* merge.c: the depth test before the shader; all that comes after it. */
void test_fragments(struct shader *shader, struct fragment *fragments, uint32_t count);
void write_fragment(struct shader *shader, struct fragment *fragment, const uint8_t *record);

/* The places of smmra.interpolate.at..., as shell.c and fragments.c have them. */
enum { INTERPOLATE_CENTROID, INTERPOLATE_SAMPLE, INTERPOLATE_OFFSET };
/* Called by the shell: the components of the input there. */
__attribute__((visibility("default"))) void smmra_host_interpolate(uint32_t place, uint32_t location,
                                                                   uint32_t component, uint32_t count, uint32_t sample,
                                                                   float x, float y, float *to);

/* Called by the shell: a per-vertex input, or a built-in with its number and element. */
__attribute__((visibility("default"))) void smmra_host_load_vertex(uint8_t of_builtin, uint32_t location,
                                                                   uint32_t component, uint32_t vertex, uint8_t *to);

/* shell.c: the IR with a function @smmra_shell, which takes an invocation's inputs from memory, calls the entry point,
 * and writes its outputs to memory, or of a ray tracing pipeline with one for each entry point, @smmra_shell_0 and so
 * on; and with the functions that a shell gives. To be freed. NULL: no memory. */
char *shell_around(const struct shader *shader, const char *ir);

/* fragments.c: the vertices, by the seed; the invocations that they give, with their inputs; what these return, in the
 * images that are drawn to. */
void fill_vertices(struct shader *shader, const struct settings *settings);
bool has_whole_quads(const char *ir); /* a processor runs the shader with helper invocations */
bool make_fragments(struct shader *shader, struct host_dispatch *dispatch);
void merge_fragments(struct shader *shader, const struct host_dispatch *dispatch);

/* Memory for the records of `count` invocations, and for what these point to; of `group` in a row, what they share. */
bool make_invocations(const struct drawn_stage *stage, struct host_dispatch *dispatch, uint32_t count, uint32_t group);

/* Words of outputs that nobody wrote: 0, as the driver leaves them. */
void clear_unwritten(uint8_t *words, uint32_t count);

/* vertices.c: the same for vertex shaders; their buffers. */
bool add_vertices(struct shader *shader, const struct settings *settings, char *message);
bool make_vertices(struct shader *shader, struct host_dispatch *dispatch);
void take_vertices(struct shader *shader, const struct host_dispatch *dispatch);

uint8_t shape_of_value(const smmra_interface *about);
uint32_t add_drawn_buffer(struct shader *shader, uint32_t kind, uint64_t size);
void clear_drawing(struct drawn_stage *stage);
/* Buffers for `count` captured vertices of each stream. */
bool add_captured(struct shader *shader, uint32_t count, char *message);
void capture_record(const struct drawn_stage *stage, uint32_t stream, uint8_t *outputs, uint8_t *captured);

/* emission.c: the same for geometry shaders. */
bool add_geometry(struct shader *shader, const struct settings *settings, char *message);
bool make_geometry(struct shader *shader, struct host_dispatch *dispatch);
void take_geometry(struct shader *shader, const struct host_dispatch *dispatch);
/* An input's values at all vertices of the primitive. */
void set_corners(const struct drawn_stage *stage, const struct stage_value *value, uint32_t primitive, uint8_t *record);
/* Called by the shell. */
__attribute__((visibility("default"))) void smmra_host_emit(uint32_t stream, const uint8_t *record);
__attribute__((visibility("default"))) void smmra_host_end_primitive(uint32_t stream);

/* patches.c: the same for tessellation. */
bool add_control(struct shader *shader, const struct settings *settings, char *message);
bool make_control(struct shader *shader, struct host_dispatch *dispatch);
void take_control(struct shader *shader, const struct host_dispatch *dispatch);
bool add_evaluation(struct shader *shader, const struct settings *settings, char *message);
bool make_evaluation(struct shader *shader, struct host_dispatch *dispatch);
void take_evaluation(struct shader *shader, const struct host_dispatch *dispatch);
/* False of a level that this kind of patch has not, of which a driver keeps what it likes ("Tessellation Levels"). */
bool has_level(const struct drawn_stage *stage, const struct stage_value *value, uint32_t element);
/* The level of a patch that is evaluated; the first four are the outer ones. */
float level_of(uint32_t patch, uint32_t level);

/* partners.c: words of the comparer's own shaders on the other side of tessellation; NULL: they cannot be made. What
 * evaluates the outputs of a control shader; what controls for an evaluation shader; what evaluates as that does, and
 * puts out where. */
uint32_t *evaluator_words(const struct drawn_stage *stage, size_t *count, char *message);
uint32_t *controller_words(const struct drawn_stage *stage, size_t *count, char *message);
bool write_prober(const struct drawn_stage *stage, const char *path, char *message);

/* meshes.c: the same for tasks and meshes. */
bool add_mesh(struct shader *shader, const struct settings *settings, char *message);
bool add_task(struct shader *shader, const struct settings *settings, char *message);
bool make_mesh(struct shader *shader, struct host_dispatch *dispatch);
void take_mesh(struct shader *shader, const struct host_dispatch *dispatch);
void take_task(struct shader *shader, const struct host_dispatch *dispatch);
/* Why what the mesh shows cannot be compared; NULL: it can. */
const char *mesh_doubt(void);
void *host_payload(void);             /* where the workgroup's payload lies */
uint32_t payload_word(uint32_t word); /* of one that a mesh gets */
#pragma GCC visibility push(default)
void smmra_host_set_mesh_outputs(uint32_t vertices, uint32_t primitives);
void smmra_host_emit_mesh_tasks(uint32_t x, uint32_t y, uint32_t z);
#pragma GCC visibility pop

/* coverage.c: whether a primitive is in front of the viewer, and which pixels it covers. */
enum coverage { NOT_COVERED, COVERED, IN_DOUBT };

struct mesh_primitive {
    uint32_t corners;
    float clip[3][4]; /* of each corner: x, y, z, w */
};
enum coverage volume_coverage(const struct mesh_primitive *primitive);
enum coverage pixel_coverage(const struct mesh_primitive *primitive, uint32_t x, uint32_t y);

/* partners.c: a fragment shader that stores what it finds; a mesh shader that does; a task shader before a mesh. */
uint32_t *finder_words(const struct drawn_stage *stage, size_t *count, char *message);
uint32_t *receiver_words(const struct drawn_stage *stage, size_t *count, char *message);
uint32_t *launcher_words(const struct drawn_stage *stage, size_t *count, char *message);

/* capture.c: gives every output of the module that the driver runs a place in a vertex's record. False: it would be too
 * large. */
bool capture_outputs(struct shader *shader);

/* feeder.c: a vertex shader that gives fragments what fragments.c computes with. NULL: it cannot be made. */
uint32_t *feeder_words(const struct drawn_stage *stage, size_t *count, char *message);

#endif
