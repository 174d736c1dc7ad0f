/* The comparer: runs a compute shader on the Vulkan driver and its translation on the host target, with the
 * same random contents of every resource, and compares what they left there. docs/evidence/comparing.md. */
#ifndef TESTS_COMPARE_COMPARE_H
#define TESTS_COMPARE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compare/draw.h"
#include "host/images.h"
#include "spirv/module.h"
#include "translator/spirv_mmra.h"

enum {
    MAX_BUFFERS = 96,
    MAX_SAMPLERS = 32,
    MAX_POINTERS = 512,
    MAX_RUNS = 3,
    MAX_SPECIALIZATIONS = 32,
    MAX_PUSHED = 8,
    MAX_GIVEN = 32,
    PATH_SIZE = 256,
    MESSAGE_SIZE = 512
};

/* ---- options of one comparison ---- */

/* A file that a resource's contents, and its size if it is a buffer, come from. */
struct given {
    bool pushed; /* the push constants; else: */
    uint32_t set, binding;
    char path[PATH_SIZE];
};

enum integer_content { INTEGERS_WIDE, INTEGERS_SMALL, INTEGERS_ZERO };
enum float_content { FLOATS_ORDINARY, FLOATS_UNIT, FLOATS_POSITIVE, FLOATS_WILD };

struct image_settings {
    struct {
        uint32_t set, binding, format; /* SpvImageFormat */
    } formats[MAX_PUSHED];             /* of images whose format the shader does not say */
    uint32_t format_count;
    struct {
        uint32_t set, binding, size[3];
    } extents[MAX_PUSHED]; /* of single images */
    uint32_t extent_count;
    uint32_t size[3], layers, levels; /* 0: ordinary */
    uint32_t filter, mip;             /* enum host_filter */
    uint32_t address, border;         /* enum host_address, enum host_border */
    uint32_t compare;                 /* enum host_compare, for samplers that compare */
    bool unnormalized;
    bool lod_given;
    float bias, least_lod, most_lod;
};

struct settings {
    uint64_t seed;
    uint32_t integers; /* enum integer_content */
    bool integers_given;
    uint32_t floats;              /* enum float_content */
    uint32_t ulp16, ulp32, ulp64; /* 0: by what the module computes with */
    double absolute;              /* floats that differ by no more are equal */
    uint32_t groups[3];           /* 0: chosen by the workgroup's shape */
    uint32_t elements;            /* of runtime arrays; 0: by the number of invocations */
    bool has_address;             /* the 64-bit integer at address_at in the push constants is an address */
    uint32_t address_at;
    struct {
        uint32_t offset, value;
    } push[MAX_PUSHED]; /* 32-bit values in the push constants */
    uint32_t push_count;
    struct {
        uint32_t set, binding;
    } zero[MAX_PUSHED]; /* buffers that begin as zero */
    uint32_t zero_count;
    struct given given[MAX_GIVEN];
    uint32_t given_count;
    char keep[PATH_SIZE]; /* a folder for what both left in the resources; empty: none */
    struct image_settings image;
    uint32_t samples, primitives; /* 0: as the shader needs */
    uint32_t depth;               /* 1 + enum host_compare of the depth test; 0: as the shader needs */
    bool perspective;             /* w differs between vertices */
    bool unadvertised;            /* what the driver does not say that it has is tried all the same */
    bool fills;                   /* undefined.c: variables have values before they are written */
    bool other_undefined;         /* undefined.c: what OpUndef gives is no zero */
    bool optimize;                /* opt -O2 before llc */
    bool races;                   /* with `on`: looks for races of the machine code, and takes old values */
    char on[16];                  /* the processor whose machine code is executed; empty: the host's */
    uint32_t llvm;                /* that compiles it: 22 or 23; 0: 22 */
    uint32_t wave;                /* lanes of its waves, 32 or 64; 0: as LLVM chooses */
    char driver[64];              /* the driver runs the module of this name beside it instead; empty: the same */
    uint32_t abi;                 /* smmra_abi; with BUFFER, out of bounds is robust */
    uint32_t expect;              /* enum outcome */
    uint32_t expect_on;           /* with `on`, if it is not OUTCOME_EQUAL */
    bool may_lack;                /* OUTCOME_LACKING is expected too: drivers differ in what they have */
    bool may_crash;               /* so is a crash of the driver: some versions have one */
    smmra_specialization specializations[MAX_SPECIALIZATIONS];
    uint32_t specialization_count;
};

/* ---- what a shader uses (reflect.c, reflect_images.c) ---- */

enum buffer_kind {
    BUFFER_STORAGE,
    BUFFER_UNIFORM,
    BUFFER_SCENE, /* nothing: an acceleration structure, always the same one */
    BUFFER_IMAGE, /* the texels of an image or a texel buffer; the last with a descriptor */
    BUFFER_PUSH_CONSTANTS,
    BUFFER_POINTED_TO,
    BUFFER_TARGET,   /* an image that is drawn to */
    BUFFER_VERTICES, /* attributes of one Location */
    BUFFER_CAPTURED  /* what transform feedback captures */
};

struct image {
    struct smmra_host_image host; /* its data are the buffer's `live` */
    bool is_storage, is_arrayed;  /* else it is sampled; of layers */
    bool is_compared;             /* with a depth reference */
    bool is_target;               /* it is drawn to */
    bool is_stencil;              /* that: */
    uint32_t attachment_index;    /* 1 + InputAttachmentIndex; 0: it is no input attachment */
    bool is_combined;             /* with a sampler: */
    struct smmra_host_sampler sampler;
};

struct sampler {
    uint32_t set, binding, element;
    uint32_t descriptor_count;
    struct smmra_host_sampler host;
};

/* Memory that a translation runs in, between inaccessible bytes: `mapped`, of so many bytes with these. NULL: none. */
struct memory {
    uint8_t *live, *mapped;
    uint64_t mapped_size;
};

/* One resource. `shape` has a byte for each byte of it: what begins there, else 0. */
struct buffer {
    uint32_t kind;                  /* enum buffer_kind */
    uint32_t set, binding, element; /* element of a descriptor array */
    uint32_t descriptor_count;      /* of the array; 1 if it is none */
    bool is_array;                  /* of descriptors */
    bool in_heap;                   /* it is an element of the resource heap, and of no set */
    spirv_id type;                  /* of the block */
    uint64_t size;
    uint8_t *shape;
    const struct given *given; /* NULL: its contents are random */
    uint8_t *initial, *driver, *host[MAX_RUNS];
    struct memory host_memory, machine_memory;
    uint8_t *live;           /* what a translation works on: one of these two */
    uint64_t driver_address; /* of a buffer that is pointed to */
    struct image image;      /* of an image */
};

/* What begins at a byte of a buffer. */
enum shape {
    SHAPE_BYTE, /* padding, or the inside of something */
    SHAPE_INT8 = 1,
    SHAPE_INT16,
    SHAPE_INT32,
    SHAPE_INT64,
    SHAPE_FLOAT16,
    SHAPE_FLOAT32,
    SHAPE_FLOAT64,
    SHAPE_POINTER,
    SHAPE_UNORM8, /* of images: */
    SHAPE_UNORM16,
    SHAPE_SNORM8,
    SHAPE_SNORM16,
    SHAPE_RGB10A2,
    SHAPE_R11G11B10
};

/* A pointer in a buffer: which buffer it points to. A list ends after MAX_DEPTH pointers with a null one. */
struct pointer_field {
    uint32_t buffer, target;
    uint64_t offset;
};

struct shader {
    const char *path, *name;
    uint32_t *words, *driver_words; /* what is translated, and what the driver runs */
    size_t word_count, driver_word_count;
    struct spirv_module module, driver_module;
    const char *entry;
    struct drawn_stage stage; /* of an entry point that is no kernel; else its model alone */
    smmra_result refused;     /* that of the stage's translation */
    uint32_t local_size[3], groups[3];
    struct buffer buffers[MAX_BUFFERS];
    uint32_t buffer_count;
    struct sampler samplers[MAX_SAMPLERS];
    uint32_t sampler_count;
    bool spreads_component; /* the processor fills the rest of a stored texel with its first component */
    struct pointer_field pointers[MAX_POINTERS];
    uint32_t pointer_count;
    uint32_t ulp16, ulp32, ulp64; /* the bounds in force */
    uint32_t driver_flushes;      /* widths of floats of which the driver does not preserve denormal numbers, as bits */
    double absolute;
    struct arena arena;          /* of the module */
    bool has_scene;              /* it has an acceleration structure */
    struct ray_program *program; /* of a ray tracing pipeline; else NULL */
};

static inline bool is_vertex(const struct shader *shader) {
    return shader->stage.model == SpvExecutionModelVertex;
}

static inline bool is_fragment(const struct shader *shader) {
    return shader->stage.model == SpvExecutionModelFragment;
}

static inline bool is_mesh(const struct shader *shader) {
    return shader->stage.model == SpvExecutionModelMeshEXT;
}

static inline bool is_task(const struct shader *shader) {
    return shader->stage.model == SpvExecutionModelTaskEXT;
}

static inline bool has_ray_stages(const struct shader *shader) {
    return shader->stage.model == SpvExecutionModelRayGenerationKHR;
}

static inline bool is_kernel(const struct shader *shader) {
    return shader->stage.model == SpvExecutionModelGLCompute;
}

/* Reads the file and finds its resources. False: why not is in `message`. */
bool shader_read(struct shader *shader, const char *path, const struct settings *settings, char *message);
void shader_free(struct shader *shader);
/* shader.c: memory for the contents of all buffers. */
bool shader_allocate(struct shader *shader, const struct settings *settings);
void shader_release(struct shader *shader);
/* Which memory is live from now on: that of settings->on. */
void shader_enter(struct shader *shader, const struct settings *settings);
uint32_t shape_size(uint8_t shape);
/* Words of a file, to be freed; NULL if it cannot be read. */
uint32_t *read_words(const char *path, size_t *count);

/* given.c: the file that the settings state for a resource; its bytes (to be freed), NULL if it cannot be read. */
const struct given *given_for(const struct settings *settings, uint32_t kind, uint32_t set, uint32_t binding);
uint8_t *given_read(const struct given *given, uint64_t *size);
/* Writes what the translation's runs, or the driver's, left into the folder settings->keep. */
bool keep_results(const struct shader *shader, const struct settings *settings, bool of_driver, char *message);

/* Images and samplers: all descriptors of the variable %`variable`, whose type without arrays is `type`.
 * False: why not is in `message`. */
bool add_images(struct shader *shader, spirv_id variable, const struct spirv_type *type, uint32_t count, bool is_array,
                const struct settings *settings, char *message);

/* One buffer with the texels of the image. */
bool add_image(struct shader *shader, const struct image *image);

/* ---- contents (content.c) ---- */

/* Fills every buffer's `initial` from its file or the seed; `integers` is what integers are like. False: a
 * file cannot be read. */
bool fill_buffers(struct shader *shader, const struct settings *settings, uint32_t integers);

/* ---- running ---- */

enum outcome {
    OUTCOME_EQUAL,
    OUTCOME_NOTHING_COMPARED, /* equal, but the shader changed no byte of what it was given */
    OUTCOME_DIFFERENT,
    OUTCOME_SCHEDULE,       /* the translation's runs differ among themselves */
    OUTCOME_UNDEFINED,      /* one of these two, and values that nobody wrote get into the results */
    OUTCOME_REFUSED,        /* the translator says what it does not support */
    OUTCOME_NOT_TRANSLATED, /* it fails otherwise, or LLVM rejects what it wrote */
    OUTCOME_LACKING,        /* the driver does not claim what the module declares */
    OUTCOME_NOT_COMPARABLE, /* the driver or the host cannot run it */
    OUTCOME_COUNT
};

/* What may hang, and for how long: main.c's clock ends the process, and says which it was. */
enum stage { STAGE_NONE, STAGE_TRANSLATION, STAGE_DRIVER };
void enter_stage(enum stage stage);

/* driver.c: the Vulkan device, opened once for a process. `compute_queue`: its queue cannot draw, if there is such a
 * one; then a driver also copies images by dispatches. */
struct driver;
struct driver *driver_open(bool compute_queue, char *message);
uint32_t driver_subgroup_size(const struct driver *driver);
/* Widths of floats, each a bit, of which it does not preserve denormal numbers ("Float Controls Properties"). */
uint32_t driver_flushes(const struct driver *driver);
const char *driver_name(const struct driver *driver);
/* NULL, or what the module needs and the device lacks. */
const char *driver_lacks(const struct driver *driver, const struct spirv_module *module);
/* Runs the shader from `initial` to `driver` of every buffer. */
bool driver_run(struct driver *driver, struct shader *shader, const struct settings *settings, char *message);

uint32_t machine_lanes(const struct settings *settings); /* of a wave of settings->on */
/* Translates for settings->on, leaves machine code in the file `files`.s. */
enum outcome machine_build(struct shader *shader, const struct settings *settings, const char *files, char *message);
/* Runs it MAX_RUNS times in this process; its exit status, which is MACHINE_FAULT where the code leaves its memory or
 * does not end. */
enum { MACHINE_FAULT = 2 };
int machine_run_all(struct shader *shader, const struct settings *settings, const char *files, char *message);
/* machine_images.c: an access of the machine code to one of the shader's images, as machine_image_access. */
struct machine_registers;
struct machine_instruction;
struct machine_told;
bool machine_access_image(void *shader, const struct machine_registers *g, const struct machine_instruction *i,
                          uint64_t exec, const struct machine_told *told);
/* Whether the result depends on the size of subgroups, of which a wave of machine code has another than the driver. */
bool has_subgroups(const struct shader *shader);

/* host.c: what the buffers begin with, and the kernel's parameters as the host's kernel takes them. */
void set_live(struct shader *shader);
bool set_arguments(struct shader *shader, const smmra_translated_entry *entry, uint64_t *arguments, char *message);
/* The memory of all descriptors, in which set_arguments() will write those for the processor. */
const void *host_descriptors(const char *processor, size_t *size);
/* What the shader is translated with. */
smmra_options host_options(const struct shader *shader, const struct settings *settings, char *message);
/* Translates, compiles, and runs MAX_RUNS times in a process of its own. `files`: a path to build
 * at. */
enum outcome host_build(struct shader *shader, const struct settings *settings, const char *files, char *message);
/* OUTCOME_EQUAL: it ran. `*escaped`: it went out of bounds or took too long, and gentler contents may help.
 */
enum outcome host_compare_run(struct shader *shader, const struct settings *settings, const char *files,
                              uint32_t subgroup_size, bool *escaped, char *message);

/* difference.c: whether the driver may take these bits of a float for a zero ("Float Controls Properties"). */
bool driver_may_flush(const struct shader *shader, uint8_t shape, uint64_t bits);
/* Compares what was left in the buffers. */
enum outcome compare_results(const struct shader *shader, char *message);

/* undefined.c: the host's translation, whose variables the comparer fills before anybody writes them; to be freed. */
char *fill_variables(const char *ir);
/* Returns OUTCOME_UNDEFINED if results that differ depend on what undefined values are, else `found`, their outcome.
 * `*escaped`: the host's translation with defined values goes out of bounds, or takes too long. The results are lost.
 */
enum outcome blame_undefined(struct shader *shader, const struct settings *settings, const char *files,
                             uint32_t subgroup_size, enum outcome found, bool *escaped, char *message);
void smmra_host_fill(void *variable, uint64_t size);

/* All of it for one shader. */
enum outcome compare_shader(struct driver *driver, const char *path, const struct settings *settings, const char *files,
                            char *message);

#endif
