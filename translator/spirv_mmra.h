/* spirv-mmra: Vulkan SPIR-V to annotated LLVM IR for AMDGPU, as a library.
 *
 * For C11 and C++. The model checker is declared in spirv_mmra_litmus.h. In short:
 *
 *     smmra_options options = SMMRA_DEFAULTS(smmra_options);
 *     options.entry = "main";
 *     smmra_translation *translation;
 *     if (smmra_translate(words, word_count, &options, &translation) == SMMRA_SUCCESS) {
 *         puts(smmra_translation_text(translation, NULL));
 *         smmra_translation_destroy(translation);
 *     }
 *
 * The following holds for every function here, unless it says otherwise:
 *
 * - There is no global state. Any number of calls may run at once on any number of threads, also on the same words. An
 *   object that a call has returned may be read by several threads at once; only one may destroy it.
 * - Nothing prints, exits, aborts or raises signals, whatever the input. An input that is not valid SPIR-V is refused
 *   or translated to some IR; it never crashes, leaks or runs for long.
 * - All memory comes from options->allocator. When an allocation fails, or a limit is reached, the call gives all its
 *   memory back and returns SMMRA_OUT_OF_MEMORY.
 * - A call needs at most 96 KB of stack, whatever the input, besides what the callbacks take (more with sanitizers).
 * - The same input and options give the same output, byte for byte, in every locale.
 * - A pointer argument must not be NULL unless its function says that it may.
 * - Structs of results may get more members at their ends in a later version. So a list of them is an array of
 * pointers, and they are never given by value: a program that was built before finds what it knows. It must not copy
 * them as arrays of its own do, or take the size of one for the distance to the next.
 * - Strings that come from a module (names of entry points) may hold anything but a NUL. Escape them before they reach
 *   a terminal or a file name.
 *
 * Until version 1.0, a new minor version may change anything here; the shared library's soname then changes. */
#ifndef SPIRV_MMRA_H
#define SPIRV_MMRA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SMMRA_API __attribute__((visibility("default")))
#else
#define SMMRA_API
#endif

/* ---- version and capabilities ---- */

/* The version of this header. */
#define SMMRA_VERSION_MAJOR 0
#define SMMRA_VERSION_MINOR 2
#define SMMRA_VERSION_PATCH 0
#define SMMRA_VERSION       (SMMRA_VERSION_MAJOR * 10000 + SMMRA_VERSION_MINOR * 100 + SMMRA_VERSION_PATCH)

/* The version of the library that is linked: compare with SMMRA_VERSION. */
SMMRA_API uint32_t smmra_version(void);
SMMRA_API const char *smmra_version_string(void); /* "0.2.0" */

/* Options whose values have names. */
typedef enum smmra_option {
    SMMRA_OPTION_PROFILE,     /* smmra_profile */
    SMMRA_OPTION_ABI,         /* smmra_abi */
    SMMRA_OPTION_GLSL450,     /* smmra_glsl450 */
    SMMRA_OPTION_STAGE,       /* smmra_stage: those that can be translated */
    SMMRA_OPTION_TARGET,      /* smmra_target */
    SMMRA_OPTION_CONVERGENCE, /* smmra_convergence */
    SMMRA_OPTION_COHERENCE    /* smmra_coherence */
} smmra_option;

/* The values of an option that this library knows: the name of value `value`, as the command line spells it ("kernel"
 * for SMMRA_OPTION_ABI and SMMRA_ABI_KERNEL), or NULL for a value that it does not support. Values count from 0 without
 * gaps, so a loop until NULL lists them all. */
SMMRA_API const char *smmra_option_value_name(smmra_option option, uint32_t value);

/* ---- results ---- */

/* What a function answers. The values are those of the command's exit status. */
typedef enum smmra_result {
    SMMRA_SUCCESS = 0,
    SMMRA_CHECK_FAILED = 1,     /* the checker found an error in the IR */
    SMMRA_INVALID_ARGUMENT = 2, /* an option or a pointer is wrong */
    SMMRA_INVALID_INPUT = 3,    /* the input is not valid SPIR-V (or IR) */
    SMMRA_UNSUPPORTED = 4,      /* valid, but asks for what is not supported; the message names it */
    SMMRA_OUT_OF_MEMORY = 5,    /* the allocator failed, or a limit was reached */
    SMMRA_CANCELLED = 6,        /* options->cancel said so */
    SMMRA_INTERNAL_ERROR = 7,   /* the library contradicts itself; README.md says where to report it */
    SMMRA_RESULT_FORCE_32_BIT = 0x7FFFFFFF
} smmra_result;

/* A short name: "invalid input". Never NULL, whatever the value. */
SMMRA_API const char *smmra_result_name(smmra_result result);

typedef enum smmra_severity { SMMRA_SEVERITY_NOTE, SMMRA_SEVERITY_WARNING, SMMRA_SEVERITY_ERROR } smmra_severity;

/* A place in what the module or the IR was compiled from, as its debug information says: OpLine and
 * NonSemantic.Shader.DebugInfo.100 or later of SPIR-V, !dbg of LLVM IR. Strings may hold anything but a NUL: they come
 * from the input. */
typedef struct smmra_source {
    const char *file;      /* its name, as the compiler was given it */
    uint32_t line, column; /* from 1; column 0: not known */
    const char *function;  /* NULL: not known */
    const char *text;      /* of the line, without its end, where the input has the source in itself; else NULL */
} smmra_source;

/* One message. Valid during the callback only. */
typedef struct smmra_diagnostic {
    smmra_severity severity;
    uint32_t word;              /* index of the SPIR-V word it is about; 0: none */
    uint32_t id;                /* the SPIR-V id it is about; 0: none */
    const char *message;        /* ASCII, one line, printable: what is wrong and what to do */
    uint32_t line, column;      /* of text (IR, assembly), from 1; 0: none */
    const smmra_source *source; /* of the word; NULL: none is known */
} smmra_diagnostic;

/* Called on the thread that made the call. It must return: no longjmp or exception out of it. */
typedef void (*smmra_diagnostic_callback)(void *user, const smmra_diagnostic *diagnostic);

/* ---- memory ---- */

/* The source of all memory. `allocate` gives memory aligned for any object, or NULL. `release` gets the size that
 * was asked for. Both are called on the thread that translates (or destroys) alone. */
typedef struct smmra_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *block, size_t size);
    void *user;
} smmra_allocator;

/* ---- options ---- */

/* Spelling of availability and visibility operations: docs/reference/mapping.md, 3. */
typedef enum smmra_profile {
    SMMRA_PROFILE_23,       /* the newest LLVM that is released */
    SMMRA_PROFILE_22,       /* LLVM 22: atomics only, as in 21 and 19 */
    SMMRA_PROFILE_DOCUMENT, /* the intrinsics of the AMDGPU memory model's document, which no LLVM compiles */
    SMMRA_PROFILE_24,       /* LLVM's main branch */
    SMMRA_PROFILE_DRAFT, /* proposals of August 2026: scopes as values, operations that only make available or visible
                          */
    SMMRA_PROFILE_21,    /* the tag of fences has its older name, amdgpu-as */
    SMMRA_PROFILE_19     /* likewise, and buffer resources have another type */
} smmra_profile;

/* What the IR is for. HOST is experimental, and may change or go in any version: x86-64, where a program calls
 *
 *     void function(const uint64_t *arguments, const uint32_t workgroup_id[3], const uint32_t local_id[3])
 *     void workgroup_function(const uint64_t *arguments, const uint32_t workgroup_id[3])
 *
 * of a compute entry point (smmra_translated_entry) for one invocation, and for all of a workgroup, one after the
 * other. The second exists if no invocation waits for another or asks for its lane; in a module of several entry points
 * it may be missing. `arguments` has 8 bytes for each resource, in their order: an address, or a size. Barriers, and
 * operations of subgroups and images, call functions smmra_host_... of a runtime that the library does not have
 * (spirv_mmra_host.h); OpAbortKHR calls smmra.abort (docs/guide/stages.md). Neither function has the name of one of the
 * C library. */
typedef enum smmra_target { SMMRA_TARGET_AMDGCN, SMMRA_TARGET_HOST } smmra_target;

/* What the parameters of a kernel are, and what happens out of bounds. KERNEL: addresses, and sizes where the shader
 * asks for them; an access out of bounds is undefined. BUFFER: every storage and uniform buffer has its size beside it
 * (in a descriptor array, the descriptor has it), and access is robust: what lies beyond the size reads as 0, and
 * writes and atomics there do nothing. Of a vector, only the components beyond it do, or all. A buffer's bound is its
 * size, but at most 2^32 - 256: the rest of a larger buffer is out of bounds. NumWorkgroups and the dispatch base come
 * from parameters. For SMMRA_TARGET_AMDGCN it needs `mcpu`, as the processors' buffer resources differ. A pointer to
 * such a buffer that is loaded from memory, or returned by a function, is SMMRA_UNSUPPORTED.
 *
 * DRIVER: a compute shader is the function amdgpu_cs that Mesa's driver starts (docs/guide/embed.md); all others are to
 * be inlined into it. options.driver says what its parameters are and where descriptors lie; without it there is one
 * SMMRA_ARGUMENT_SET for each set that the shader uses, ascending, the push constants' pointer if it has any, the grid
 * if it asks for it, then the workgroup's and the invocation's ids as the processor has them, and a set holds the
 * bindings that the shader uses, ascending and without gaps. Buffers are used by the driver's four words, whose
 * NUM_RECORDS the processor checks; offsets into them have 32 bits. It needs a profile of a released LLVM, and `mcpu`
 * of gfx10 to gfx12. */
typedef enum smmra_abi { SMMRA_ABI_KERNEL, SMMRA_ABI_BUFFER, SMMRA_ABI_DRIVER } smmra_abi;

/* ---- what a driver starts, with SMMRA_ABI_DRIVER ---- */

/* What a parameter of the entry point holds. All but LOCAL_ID, LOCAL_IDS_PACKED and IGNORED_VECTOR are the same in all
 * invocations of a wave, and become inreg parameters: scalar registers. */
typedef enum smmra_argument_kind {
    SMMRA_ARGUMENT_IGNORED,          /* `index` words that the shader does not need */
    SMMRA_ARGUMENT_IGNORED_VECTOR,   /* the same of vector registers */
    SMMRA_ARGUMENT_SET,              /* low half of the address of descriptor set `index` */
    SMMRA_ARGUMENT_SET_TABLE,        /* low half of the address of such halves, one for each set from 0 */
    SMMRA_ARGUMENT_PUSH_POINTER,     /* low half of the address of the push constants */
    SMMRA_ARGUMENT_PUSH_WORD,        /* word `index` of the push constants */
    SMMRA_ARGUMENT_GRID,             /* NumWorkgroups: 3 words */
    SMMRA_ARGUMENT_GRID_POINTER,     /* the address of these, 64 bits */
    SMMRA_ARGUMENT_WORKGROUP_ID,     /* component `index` of WorkgroupId, if the shader uses it; not on gfx12 */
    SMMRA_ARGUMENT_LOCAL_ID,         /* component `index` of LocalInvocationId */
    SMMRA_ARGUMENT_LOCAL_IDS_PACKED, /* all three, x in the lowest 10 bits */
    SMMRA_ARGUMENT_KIND_FORCE_32_BIT = 0x7FFFFFFF
} smmra_argument_kind;

typedef struct smmra_argument {
    smmra_argument_kind kind;
    uint32_t index;
} smmra_argument;

/* Where the descriptor of a binding is: `offset` bytes from the beginning of its set, or, of a dynamic buffer, of the
 * push constants. Those of an array are `stride` bytes apart. A buffer's has 16 bytes, which must be a raw buffer
 * resource without a stride, an image's 32, a texel buffer's and a sampler's 16; a combined image sampler is an image
 * and, `sampler_offset` bytes after its beginning, a sampler. A shader's image or sampler at such a binding is that
 * part of it. Strides and offsets are multiples of 16, and the same in all bindings of a kind that a module has, but
 * for buffers, whose stride is 16. Anything else is SMMRA_UNSUPPORTED. */
typedef struct smmra_binding {
    uint32_t set, binding;
    uint32_t offset, stride;
    uint32_t sampler_offset; /* of a combined image sampler, at least 32; else 0 */
    uint32_t is_dynamic;     /* 0 or 1 */
} smmra_binding;

/* A function attribute, "name"="value"; value NULL: the name alone, without quotes. */
typedef struct smmra_attribute {
    const char *name, *value;
} smmra_attribute;

/* Begin with SMMRA_DEFAULTS(smmra_driver). Strings are of printable ASCII without '"' and '\'. */
typedef struct smmra_driver {
    size_t size;
    const smmra_argument *arguments; /* the parameters, in order; NULL: those of the default, below */
    size_t argument_count;
    const smmra_binding *bindings; /* NULL: those of the default */
    size_t binding_count;
    uint32_t address_high_bits;        /* of all addresses of which a half is given; 0: 0xffff8000 */
    const char *triple;                /* NULL: amdgcn-mesa-mesa3d */
    const char *data_layout;           /* NULL: LLVM 22's */
    const smmra_attribute *attributes; /* of every function */
    size_t attribute_count;
} smmra_driver;

/* How a module that declares the GLSL450 or Simple memory model is read. */
typedef enum smmra_glsl450 { SMMRA_GLSL450_CONSERVATIVE, SMMRA_GLSL450_STRICT } smmra_glsl450;

typedef enum smmra_memory { SMMRA_MEMORY_BY_ABI, SMMRA_MEMORY_ANY, SMMRA_MEMORY_DEVICE } smmra_memory;

/* How the IR says which invocations execute a barrier or subgroup operation together. ATTRIBUTES: by `convergent`
 * alone, so that it follows from control flow. TOKENS: also by LLVM's convergence-control intrinsics, from SPIR-V's
 * structured control flow; only for SMMRA_TARGET_AMDGCN. LLVM 22 cannot compile every barrier with a token, so some are
 * replaced by others, which for a workgroup of 33 to 64 invocations, or gfx12, depend on `mcpu` and `wave`. */
typedef enum smmra_convergence { SMMRA_CONVERGENCE_ATTRIBUTES, SMMRA_CONVERGENCE_TOKENS } smmra_convergence;

/* Who keeps reads after an acquire from finding old values in a cache (docs/reference/mapping.md 10, "Coherent
 * accesses"). FENCE: the acquire, which invalidates the caches. ACCESS: the reads, which go past the caches, wherever
 * all of those that may follow an acquire can. AUTO: as ACCESS if that takes few reads, else FENCE. ACCESS is for
 * SMMRA_PROFILE_22 and 23 and a processor of gfx10 to gfx12 in `mcpu`, and SMMRA_INVALID_ARGUMENT without them; there
 * AUTO is FENCE. */
typedef enum smmra_coherence { SMMRA_COHERENCE_AUTO, SMMRA_COHERENCE_FENCE, SMMRA_COHERENCE_ACCESS } smmra_coherence;

/* The stages that can be translated. docs/guide/stages.md says what an entry point of each becomes. */
typedef enum smmra_stage {
    SMMRA_STAGE_COMPUTE,
    SMMRA_STAGE_VERTEX,
    SMMRA_STAGE_FRAGMENT,
    SMMRA_STAGE_TESSELLATION_CONTROL,
    SMMRA_STAGE_TESSELLATION_EVALUATION,
    SMMRA_STAGE_GEOMETRY,
    SMMRA_STAGE_TASK,
    SMMRA_STAGE_MESH,
    SMMRA_STAGE_RAY_GENERATION,
    SMMRA_STAGE_INTERSECTION,
    SMMRA_STAGE_ANY_HIT,
    SMMRA_STAGE_CLOSEST_HIT,
    SMMRA_STAGE_MISS,
    SMMRA_STAGE_CALLABLE
} smmra_stage;

/* The value of one specialization constant, which never grows: its bits, zero-extended; a boolean is 0 or 1. As in
 * Vulkan, a constant that the module lacks is ignored, and so are bits beyond the constant's width; `diagnose` gets a
 * warning. */
typedef struct smmra_specialization {
    uint32_t spec_id;
    uint64_t bits;
} smmra_specialization;

enum {
    SMMRA_FLAG_IMPLICIT_NONPRIVATE = 1u << 0,    /* no vulkan:nonprivate on atomics and fences */
    SMMRA_FLAG_ATOMICS_SYNC_AS = 1u << 1,        /* amdgpu-synchronize-as on atomics too */
    SMMRA_FLAG_NO_THREAD_PRIVATE = 1u << 2,      /* no !thread.private */
    SMMRA_FLAG_NO_BACKEND_WORKAROUNDS = 1u << 3, /* no workarounds for a particular backend */
    SMMRA_FLAG_EXPLAIN = 1u << 4,                /* a comment before each memory operation */
    SMMRA_FLAG_DISPATCH_BASE = 1u << 5,          /* the pipeline has VK_PIPELINE_CREATE_DISPATCH_BASE_BIT */
    SMMRA_FLAG_NO_CHECK = 1u << 6,               /* the checker does not look at the IR */
    SMMRA_FLAG_LINES = 1u << 7,         /* debug information: lines, which are the words of SPIR-V instructions */
    SMMRA_FLAG_NO_DEBUG_INFO = 1u << 8, /* no !dbg, which a module with lines of its source has */
    SMMRA_FLAG_SHADER_CALLS_IN_LANE = 1u << 10, /* the driver keeps the shader calls of a ray in one lane */
    /* Descriptors of images, samplers and acceleration structures, and arrays of buffers, lie in a
     * kernel's arguments (byref), as push constants do, not where an argument points to; but for runtime-sized arrays,
     * and those of more than 4096 bytes */
    SMMRA_FLAG_DESCRIPTORS_BY_VALUE = 1u << 11,
    SMMRA_FLAG_FACTS = 1u << 12, /* finds what smmra_translation_facts() gives */
    /* Every function that a shader calls has alwaysinline, so that LLVM's pass of that name leaves the entry points */
    SMMRA_FLAG_INLINE = 1u << 13
};

/* The defaults of a struct of options: `size` is its size, and everything else 0. It initializes a variable, as
 * "smmra_options options = SMMRA_DEFAULTS(smmra_options);" does, without a warning of C or C++ about other members. */
#ifdef __cplusplus
#define SMMRA_DEFAULTS(type) smmra_defaults_of<type>()
} /* extern "C" */
template <typename Options> inline Options smmra_defaults_of() {
    Options options = Options();
    options.size = sizeof options;
    return options;
}
extern "C" {
#else
#define SMMRA_DEFAULTS(type) {.size = sizeof(type)}
#endif

/* Begin with SMMRA_DEFAULTS(smmra_options). A caller that was built when the
 * struct was smaller gets the defaults for the rest. A struct of up to 4096 bytes that is larger than the library's is
 * taken if all that comes after is 0; else it is SMMRA_INVALID_ARGUMENT, as a size is that ends within a field. Nothing
 * of it is kept after the call except the allocator's functions and `user`, which the object that a call gives uses
 * when it is destroyed. */
typedef struct smmra_options {
    size_t size;
    const char *entry; /* name of the entry point; NULL: every one */
    const smmra_specialization *specializations;
    uint32_t specialization_count;
    uint32_t flags; /* SMMRA_... bits above; an unknown bit is SMMRA_INVALID_ARGUMENT */
    smmra_profile profile;
    smmra_abi abi;
    smmra_glsl450 glsl450;
    smmra_memory memory;
    uint32_t buffer_alignment; /* proven alignment of buffer bindings, a power of two; 0: 16 (kernel), 4 (buffer) */
    size_t memory_limit;       /* bytes that one call may hold at one time; 0: no limit */
    const char *mcpu; /* becomes the attribute "target-cpu" of every function, as "gfx1100": lower-case letters, digits
                         and '-'; for SMMRA_TARGET_AMDGCN alone. NULL: none */
    const smmra_allocator *allocator;   /* NULL: malloc and free */
    smmra_diagnostic_callback diagnose; /* NULL: messages are dropped */
    void *diagnose_user;
    size_t word_limit; /* words that a module may have; 0: no limit of its own (there never may be more than 2^30) */
    /* Called repeatedly as long as a call works, at least once in two million of the processor's instructions. If it
     * returns true, the call ends with SMMRA_CANCELLED; so a caller can limit the time. NULL: never. It must return, as
     * `diagnose` must. */
    bool (*cancel)(void *user);
    void *cancel_user;
    smmra_target target;
    uint32_t
        wave; /* invocations of a subgroup, 32 or 64, for SMMRA_TARGET_AMDGCN: an attribute of every function. Where
                 `mcpu` names a processor whose sizes are known, it must have this one. 0: the processor's own */
    smmra_convergence convergence;
    uint32_t device_index; /* built-in DeviceIndex: which device of the pipeline's device group the kernel is for; 0 for
                              one alone */
    /* Only for smmra_validate and smmra_assemble: the environment to validate or assemble for, as spirv-val and
     * spirv-as take it ("vulkan1.2", "spv1.4"). NULL: Vulkan 1.3, and for assembly the version in the comment at its
     * head, if there is one. */
    const char *target_env;
    smmra_coherence coherence;
    uint32_t stages; /* only entry points of these stages: a bit 1 << smmra_stage for each; 0: of every stage */
    const smmra_driver *driver; /* with SMMRA_ABI_DRIVER; NULL: the default */
} smmra_options;

/* ---- keys for a cache of pipelines ---- */

/* Takes the next bytes of a key, at most 256, and returns. */
typedef void (*smmra_feed_callback)(void *user, const void *bytes, size_t length);

/* Feeds a driver's hash with what the text of a translation hangs on besides the words of the module: which library
 * this is (its version and a hash of its sources) and the options. Two calls that feed equal bytes stand for equal
 * texts of equal words, on every machine; a hash of these bytes and the words is a key. Options that limit a call or
 * report count for nothing. SMMRA_INVALID_ARGUMENT, with nothing fed, as smmra_translate() says it of these options.
 * It allocates nothing. */
SMMRA_API smmra_result smmra_feed_key(const smmra_options *options, smmra_feed_callback feed, void *user);

/* ---- translation ---- */

typedef struct smmra_translation smmra_translation;

typedef enum smmra_resource_kind {
    SMMRA_RESOURCE_STORAGE_BUFFER,
    SMMRA_RESOURCE_UNIFORM_BUFFER,
    SMMRA_RESOURCE_DESCRIPTOR_ARRAY,
    SMMRA_RESOURCE_SIZE, /* the i64 byte size of the buffer at the same set and binding */
    SMMRA_RESOURCE_PUSH_CONSTANTS,
    SMMRA_RESOURCE_NUM_WORKGROUPS, /* SMMRA_ABI_BUFFER, and SMMRA_TARGET_HOST: the address of three 32-bit counts */
    SMMRA_RESOURCE_DISPATCH_BASE,  /* likewise, with SMMRA_FLAG_DISPATCH_BASE: the first workgroup's number, three times
                                      32 bits */
    /* descriptors of images and samplers, `byte_size` bytes each, one after the other */
    SMMRA_RESOURCE_STORAGE_IMAGE,
    SMMRA_RESOURCE_SAMPLED_IMAGE,
    SMMRA_RESOURCE_SAMPLER,
    SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER,
    SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER,
    SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER,
    SMMRA_RESOURCE_INPUT_ATTACHMENT,
    SMMRA_RESOURCE_TASK_PAYLOAD, /* of the task's workgroup, which its mesh workgroups read: `byte_size` bytes */
    SMMRA_RESOURCE_ACCELERATION_STRUCTURE, /* descriptors of 16 bytes, each of which begins with a 64-bit address */
    /* memory that belongs to the invocation of a ray tracing shader, of `byte_size` bytes */
    SMMRA_RESOURCE_RAY_PAYLOAD,
    SMMRA_RESOURCE_HIT_ATTRIBUTE,
    SMMRA_RESOURCE_CALLABLE_DATA,
    SMMRA_RESOURCE_SHADER_RECORD,
    /* descriptor heaps, as large as the caller makes them */
    SMMRA_RESOURCE_RESOURCE_HEAP,
    SMMRA_RESOURCE_SAMPLER_HEAP,
    SMMRA_RESOURCE_WORKGROUP_MEMORY /* SMMRA_TARGET_HOST: `byte_size` bytes for each workgroup, aligned to 16 */
} smmra_resource_kind;

/* The kind's name in !spirv.resources: "storage_buffer". NULL for a kind that this library does not have. Kinds count
 * from 0 without gaps. */
SMMRA_API const char *smmra_resource_kind_name(smmra_resource_kind kind);

/* What one parameter of a kernel is. Strings live as long as the translation. */
typedef struct smmra_resource {
    const char *kernel; /* name of the entry point */
    uint32_t parameter; /* position, from 0 */
    smmra_resource_kind kind;
    uint32_t set, binding;
    uint32_t descriptor_count; /* of an array; 0: runtime-sized */
    uint32_t input_attachment; /* InputAttachmentIndex of an input attachment; of others 0 */
    uint64_t byte_size;        /* of the fixed part of a block; of a descriptor of an image or sampler */
} smmra_resource;

/* What a shader takes and gives besides resources (docs/guide/stages.md). */
#define SMMRA_NONE 0xFFFFFFFFu /* of a number: there is none */

typedef enum smmra_direction {
    SMMRA_DIRECTION_INPUT, /* a parameter, or, per vertex, what the function asks its shell for */
    SMMRA_DIRECTION_OUTPUT /* a member of the struct that is returned or emitted; a parameter where it is in memory */
} smmra_direction;

typedef enum smmra_scalar { SMMRA_SCALAR_FLOAT, SMMRA_SCALAR_SINT, SMMRA_SCALAR_UINT, SMMRA_SCALAR_BOOL } smmra_scalar;

/* Decorations of an input or output. */
enum {
    SMMRA_DECORATION_FLAT = 1u << 0,
    SMMRA_DECORATION_NO_PERSPECTIVE = 1u << 1,
    SMMRA_DECORATION_CENTROID = 1u << 2,
    SMMRA_DECORATION_SAMPLE = 1u << 3,
    SMMRA_DECORATION_PER_VERTEX = 1u << 4, /* PerVertexKHR */
    SMMRA_DECORATION_PATCH = 1u << 5,
    SMMRA_DECORATION_PER_PRIMITIVE = 1u << 6,
    SMMRA_DECORATION_PER_VIEW = 1u << 7,
    SMMRA_DECORATION_INVARIANT = 1u << 8,
    SMMRA_DECORATION_EXPLICIT_INTERPOLATION = 1u << 9 /* ExplicitInterpAMD */
};

/* One input or output: what lies at a Location and Component, or a built-in. Its IR type is a scalar, or a vector of
 * `components`; around it an array of `array_length`. One that has `vertices` is no value: an input is loaded for a
 * vertex by smmra.load.vertex or smmra.interpolate.at.vertex (docs/guide/stages.md), an output is memory. Strings live
 * as long as the translation. */
typedef struct smmra_interface {
    smmra_direction direction;
    uint32_t position;            /* of the parameter, or of the member, from 0; SMMRA_NONE: a per-vertex input */
    const char *name;             /* OpName of its variable; "" if it has none */
    uint32_t member;              /* of the variable's block; SMMRA_NONE: it is no block */
    uint32_t builtin;             /* SPIR-V's number; SMMRA_NONE: it has a Location */
    uint32_t location, component; /* SMMRA_NONE for a built-in */
    uint32_t index;               /* of a colour that is blended: Index */
    smmra_scalar scalar;
    uint32_t width;        /* bits of a component; a boolean is 1 */
    uint32_t components;   /* 1 to 4; of 64 bits 1 or 2, as a Location has no more */
    uint32_t array_length; /* of a built-in that is an array; 0: it is none */
    uint32_t vertices;     /* elements of a per-vertex array; 0: it is none */
    uint32_t decorations;  /* SMMRA_DECORATION_FLAT ... */
    bool used;             /* some function accesses its variable; an output that is not used is poison */
    uint32_t stream;       /* of geometry shaders */
    uint32_t transform_buffer, transform_offset, transform_stride; /* of transform feedback; SMMRA_NONE: not captured */
    /* SMMRA_NONE: it is a value. Else the parameter points to the memory, in this address space, of its variable: */
    uint32_t address_space;
    uint64_t offset;        /* where it lies there, in bytes; the elements of an array follow each other */
    uint64_t vertex_stride; /* from one vertex to the next */
} smmra_interface;

/* As SPIR-V has it; ids of OpExecutionModeId are replaced by their values. */
typedef struct smmra_execution_mode {
    uint32_t mode;
    uint32_t operand_count;
    uint32_t operands[3];
} smmra_execution_mode;

/* An entry point that was translated. */
typedef struct smmra_translated_entry {
    const char *name;         /* as the module has it */
    const char *function;     /* its name in the IR: another one on the host, and where two stages have the same */
    uint32_t execution_model; /* SPIR-V's number */
    const smmra_resource *const *resources;
    size_t resource_count;
    const smmra_interface *const *interfaces; /* inputs, then outputs, by position */
    size_t interface_count;
    const smmra_execution_mode *const *modes;
    size_t mode_count;
    const char *workgroup_function; /* SMMRA_TARGET_HOST; NULL: there is none (smmra_target) */
} smmra_translated_entry;

/* What an entry point does, with all functions that it calls, whether or not control comes there: smmra_facts.flags. */
enum {
    SMMRA_FACT_KILLS = 1u << 0,   /* OpKill, OpTerminateInvocation */
    SMMRA_FACT_DEMOTES = 1u << 1, /* OpDemoteToHelperInvocation */
    SMMRA_FACT_WRITES_MEMORY =
        1u << 2, /* stores and atomics (but for loads) of buffers, images, and memory behind addresses */
    SMMRA_FACT_ADDRESSES = 1u << 3,   /* accesses memory behind addresses: physical storage buffers */
    SMMRA_FACT_WHOLE_QUADS = 1u << 4, /* helper invocations must run: derivatives, implicit levels of detail, operations
                                         of a quad, interpolation functions */
    SMMRA_FACT_PER_SAMPLE = 1u << 5,  /* reads SampleId or SamplePosition, or an input decorated Sample */
    SMMRA_FACT_EARLY_TESTS = 1u << 6, /* mode EarlyFragmentTests */
    SMMRA_FACT_EARLY_AND_LATE_TESTS = 1u << 7, /* mode EarlyAndLateFragmentTestsAMD */
    SMMRA_FACT_POST_DEPTH_COVERAGE = 1u << 8,  /* mode PostDepthCoverage */
    SMMRA_FACT_DEPTH = 1u << 9,                /* has the output FragDepth, and uses it */
    SMMRA_FACT_DEPTH_GREATER = 1u << 10, /* modes DepthGreater, DepthLess, DepthUnchanged; with none of them the depth
                                            may be anything */
    SMMRA_FACT_DEPTH_LESS = 1u << 11,
    SMMRA_FACT_DEPTH_UNCHANGED = 1u << 12,
    SMMRA_FACT_STENCIL = 1u << 13,     /* has the output FragStencilRefEXT, and uses it */
    SMMRA_FACT_SAMPLE_MASK = 1u << 14, /* has the output SampleMask, and uses it */
    SMMRA_FACT_INTERLOCK = 1u << 15,   /* begins an interlock */
    SMMRA_FACT_BARRIERS = 1u << 16,    /* control barriers of a workgroup or patch */
    SMMRA_FACT_SUBGROUPS = 1u << 17,   /* operations of a subgroup, but for those of its quads */
    SMMRA_FACT_TRACES = 1u << 18,      /* traces rays or executes callables: other shaders run, and their facts count */
    SMMRA_FACT_RAY_QUERIES = 1u << 19,
    SMMRA_FACT_ABORTS = 1u << 20 /* OpAbortKHR: it calls smmra.abort, of compute too */
};

/* How an entry point uses descriptors: smmra_descriptor_use.flags. */
enum {
    SMMRA_USE_READ = 1u << 0, /* loaded, sampled, traced; a query of a size is none of these */
    SMMRA_USE_WRITTEN = 1u << 1,
    SMMRA_USE_ATOMIC = 1u << 2,     /* besides: READ, WRITTEN or both */
    SMMRA_USE_INDEXED = 1u << 3,    /* an index that is no constant chooses from the array */
    SMMRA_USE_NON_UNIFORM = 1u << 4 /* besides: something on the way to an access is decorated NonUniform */
};

/* What a variable is used for. Variables that are passed to functions, selected or merged have the uses of all such
 * pointers of their storage class. */
typedef struct smmra_descriptor_use {
    uint32_t set, binding;
    uint32_t flags; /* SMMRA_USE_READ ... */
} smmra_descriptor_use;

/* What drivers program registers from. Arrays live as long as the translation. */
typedef struct smmra_facts {
    size_t size;    /* of the struct that the library has; what lies behind it is not there */
    uint64_t flags; /* SMMRA_FACT_KILLS ... */
    /* Inputs that are built-ins which the entry point reads, also those that are made from others: SPIR-V's numbers,
     * ascending. FragCoord and the layer are there for an input attachment too. Where a compute shader reads a member
     * of a struct of built-ins, all members are there. */
    const uint32_t *builtins;
    size_t builtin_count;
    const smmra_descriptor_use *const *descriptors; /* one for each variable, by set, then binding */
    size_t descriptor_count;
    uint32_t workgroup_size[3]; /* of compute, task and mesh; else 0 */
    uint32_t subgroup_size;     /* which the IR demands: options.wave, or what it relies on; 0: none */
    uint64_t shared_bytes;      /* of Workgroup variables, each at its alignment, in order of declaration. LLVM may lay
                                   them out with more or less between */
    uint64_t private_bytes; /* of Private variables, and Function variables on the deepest chain of calls; LLVM makes
                               registers of most, and spills others */
    uint32_t call_depth;    /* calls in the longest chain; 0: it calls none. Recursion is refused */
} smmra_facts;

/* Another place that belongs to a finding: the release, the branch that leads there, the read. */
typedef struct smmra_place {
    uint32_t word; /* as in smmra_finding, and so are these: */
    uint32_t line, column;
    const char *message;
    const smmra_source *source;
} smmra_place;

/* The first of the places that belong to a finding are, with its own, the path that control takes. */
typedef enum smmra_path {
    SMMRA_PATH_NONE,
    SMMRA_PATH_FROM_HERE, /* it begins at the finding's own place */
    SMMRA_PATH_TO_HERE    /* it ends there */
} smmra_path;

/* One thing that the checker found in IR. */
typedef struct smmra_finding {
    const char *rule; /* its stable name, which is a heading of docs/reference/checker.md */
    smmra_severity severity;
    uint32_t word;         /* in a translation: the SPIR-V word that the operation comes from; else 0 */
    uint32_t line, column; /* in IR that was read: its place, from 1; else 0 */
    const char *message;   /* the operation, what is wrong with it, and how to correct it: one printable line */
    const smmra_place *const *related; /* `related_count` of them, in the order of the path where there is one */
    size_t related_count;
    const smmra_source *source; /* what the operation was compiled from; NULL: not known */
    const char *function;       /* in IR that was read: the name of the operation's function; else NULL */
    smmra_path path;
    size_t path_count; /* of the related places, the first ones, that are on the path */
} smmra_finding;

typedef struct smmra_statistics {
    uint64_t words;             /* of the input */
    uint64_t instructions;      /* of the IR */
    uint64_t memory_operations; /* of the IR: loads, stores, atomics, fences, av intrinsics */
    uint64_t bytes_allocated;   /* the most that was held at one time */
} smmra_statistics;

/* Translates a module of `word_count` words, in either byte order. `words` is read where it stands, so nobody may
 * change it during the call; it is not kept. `options` may be NULL for the defaults. On SMMRA_SUCCESS *translation is a
 * new object that the caller destroys; else it is NULL and the reason went to options->diagnose. SPIRV-Tools is not
 * involved: call smmra_validate first if the module must be valid.
 *
 * Memory, and with it the IR, takes at most 64 MB and 1 KB for each word; a module that asks for more than that is
 * SMMRA_UNSUPPORTED, with a message that names what grew (SECURITY.md, "Bounds"). Time grows with the
 * words and the IR. */
SMMRA_API smmra_result smmra_translate(const uint32_t *words, size_t word_count, const smmra_options *options,
                                       smmra_translation **translation);

/* The IR, NUL-terminated; *length (may be NULL) without the NUL. Its first line is a comment that names the version,
 * the profile and the options that shaped it. Lives as long as the translation. */
SMMRA_API const char *smmra_translation_text(const smmra_translation *translation, size_t *length);

/* The parameters of every kernel, in order, *count of them. They live as long as the translation. */
SMMRA_API const smmra_resource *const *smmra_translation_resources(const smmra_translation *translation, size_t *count);

/* The entry points that were translated, in order, *count of them. They live as long as the translation. */
SMMRA_API const smmra_translated_entry *const *smmra_translation_entry_points(const smmra_translation *translation,
                                                                              size_t *count);

/* Returns what entry point `entry` of those does, if options.flags had SMMRA_FLAG_FACTS. NULL without that flag, and if
 * there is no such entry point. It lives as long as the translation. */
SMMRA_API const smmra_facts *smmra_translation_facts(const smmra_translation *translation, size_t entry);

/* How large the translation is, and what memory it took. Lives as long as the translation. */
SMMRA_API const smmra_statistics *smmra_translation_statistics(const smmra_translation *translation);

/* The checker's findings, in the order of the IR, *count of them. They are warnings and notes, since the caller gets no
 * translation with an error. None with SMMRA_FLAG_NO_CHECK. They live as long as the translation. */
SMMRA_API const smmra_finding *const *smmra_translation_findings(const smmra_translation *translation, size_t *count);

/* Frees everything that belongs to it. NULL is allowed. */
SMMRA_API void smmra_translation_destroy(smmra_translation *translation);

/* ---- checking IR ---- */

/* A kind of finding: of smmra_check and smmra_translate, of smmra_litmus and smmra_race, or of the command alone. No
 * text ends in a full stop, and all live for ever. */
typedef struct smmra_code {
    const char *name; /* stable: smmra_finding.rule, the name of a fault, and the id of a rule in a log */
    smmra_severity severity;
    const char *meaning;
    const char *cause; /* NULL: docs/reference/checker.md says it */
    const char *mend;
} smmra_code;

/* Returns the code number `index`, from 0 without gaps; NULL after the last. */
SMMRA_API const smmra_code *smmra_code_at(size_t index);
/* Returns the code of that name; NULL: there is none. */
SMMRA_API const smmra_code *smmra_code_find(const char *name);

typedef struct smmra_check_options {
    size_t size;              /* begin with SMMRA_DEFAULTS(smmra_check_options) */
    const char *const *rules; /* "NAME=off", =note, =warning or =error: severities other than a rule's own */
    size_t rule_count;
    bool suggest; /* also the rules that report what is stronger than necessary, as notes */
    bool warnings_are_errors;
    bool any_profile; /* the IR may be of any profile; else of `profile` */
    smmra_profile profile;
    size_t memory_limit; /* as in smmra_options, and so are these: */
    const smmra_allocator *allocator;
    smmra_diagnostic_callback
        diagnose; /* for messages that are not findings: text that cannot be read, a rule that does not exist */
    void *diagnose_user;
    void (*report)(void *user, const smmra_finding *finding); /* NULL: findings are only counted */
    void *report_user;
    bool (*cancel)(void *user); /* as in smmra_options */
    void *cancel_user;
} smmra_check_options;

/* Checks textual LLVM IR from any front end. SMMRA_SUCCESS; SMMRA_CHECK_FAILED if a finding is an error;
 * SMMRA_INVALID_INPUT if the text is not IR, with its line and column; SMMRA_INVALID_ARGUMENT for a rule or severity
 * that does not exist; SMMRA_OUT_OF_MEMORY; SMMRA_CANCELLED. `options` may be NULL for the defaults. */
SMMRA_API smmra_result smmra_check(const char *text, size_t length, const smmra_check_options *options);

/* ---- the price of synchronization ---- */

/* What in machine code waits, or concerns caches. */
typedef enum smmra_cost_kind {
    SMMRA_COST_KIND_WAIT,
    SMMRA_COST_KIND_INVALIDATION,
    SMMRA_COST_KIND_WRITE_BACK,
    SMMRA_COST_KIND_BIT /* of cache policy */
} smmra_cost_kind;

/* Whether the module demands it, as docs/guide/cost.md defines that. */
typedef enum smmra_cost_verdict {
    SMMRA_COST_VERDICT_DEMANDED,
    SMMRA_COST_VERDICT_FOR_PROGRESS, /* without it a new value may come late, but no outcome is new */
    SMMRA_COST_VERDICT_NOT_DEMANDED
} smmra_cost_verdict;

/* Why it is demanded. */
typedef struct smmra_cost_need {
    const char *reason; /* "data", "release", "acquire" and so on, as docs/guide/cost.md names them */
    uint32_t word;      /* of the SPIR-V instruction that demands; 0: none is known */
    uint32_t line;      /* of the assembly: whose register, barrier or access it is for */
    uint32_t awaited;   /* of the assembly: what is waited for; 0: nothing */
} smmra_cost_need;

typedef struct smmra_cost_item {
    smmra_cost_kind kind;
    smmra_cost_verdict verdict;
    uint32_t line;           /* of the assembly */
    const char *instruction; /* its text */
    const char *what;        /* "vmcnt(0)", "glc"; may be empty */
    const smmra_cost_need *const *needs;
    size_t need_count;
    bool has_more_needs; /* there are more */
} smmra_cost_item;

/* How many there are of a kind; a wait for two counters is one. */
typedef struct smmra_cost_total {
    smmra_cost_kind kind;
    uint32_t all, demanded, for_progress;
    uint32_t excused; /* not demanded, but it were without annotations */
} smmra_cost_total;

typedef struct smmra_cost_options {
    size_t size;      /* begin with SMMRA_DEFAULTS(smmra_cost_options) */
    const char *mcpu; /* the processor, as smmra_options has it: one that `spirv-mmra cost --help` names */
    /* The annotated IR of the module that the assembly was compiled from, which says what demands: a translation with
     * the same profile, 22 or 23, SMMRA_FLAG_LINES and SMMRA_COHERENCE_FENCE. The assembly may be of another coherence.
     * NULL: any atomic access may synchronize with all that stands before and after it. */
    const char *ir;
    size_t ir_length;
    size_t memory_limit; /* as in smmra_options, and so are these: */
    const smmra_allocator *allocator;
    smmra_diagnostic_callback diagnose;
    void *diagnose_user;
    bool (*cancel)(void *user);
    void *cancel_user;
} smmra_cost_options;

typedef struct smmra_price_list smmra_price_list;

/* Lists the waits, invalidations, write-backs and cache-policy bits of machine code, and who demands them, as
 * `spirv-mmra cost` does. The assembly is what LLVM's llc writes. On SMMRA_SUCCESS *list is a new object that the
 * caller destroys; else it is NULL: SMMRA_INVALID_INPUT for text that is no assembly, or IR that is none;
 * SMMRA_UNSUPPORTED for code with too many ways between operations and waits; SMMRA_INVALID_ARGUMENT for a processor
 * that is not known; SMMRA_OUT_OF_MEMORY; SMMRA_CANCELLED.
 * options->cancel is asked every few milliseconds. */
SMMRA_API smmra_result smmra_cost(const char *assembly, size_t length, const smmra_cost_options *options,
                                  smmra_price_list **list);

/* What is listed, *count of them, in the order of the code. They live as long as the list. */
SMMRA_API const smmra_cost_item *const *smmra_price_list_items(const smmra_price_list *list, size_t *count);

/* One total of each kind, *count of them, in the order of smmra_cost_kind. They live as long as the list. */
SMMRA_API const smmra_cost_total *const *smmra_price_list_totals(const smmra_price_list *list, size_t *count);

/* Frees everything that belongs to it. NULL is allowed. */
SMMRA_API void smmra_price_list_destroy(smmra_price_list *list);

/* ---- questions about a module, without translating it ---- */

typedef struct smmra_module smmra_module;

typedef struct smmra_entry_point {
    const char *name;
    uint32_t execution_model; /* SPIR-V's number: 5 is GLCompute */
    uint32_t function;        /* its id */
} smmra_entry_point;

/* Reads a module as smmra_translate does, and refuses what smmra_translate refuses while reading. It uses only the
 * specializations, limits, allocator and callbacks of the options. On SMMRA_SUCCESS *module is a new object that the
 * caller destroys; else it is NULL. `words` is not kept. */
SMMRA_API smmra_result smmra_module_read(const uint32_t *words, size_t word_count, const smmra_options *options,
                                         smmra_module **module);

/* The entry points, in order, *count of them. They live as long as the module. */
SMMRA_API const smmra_entry_point *const *smmra_module_entry_points(const smmra_module *module, size_t *count);

/* Whether the pointer with this id provably points to memory that one invocation alone accesses while it can be
 * dereferenced: Function and Private storage. Such an access gets !thread.private. False for an id that is no pointer.
 */
SMMRA_API bool smmra_module_pointer_is_thread_private(const smmra_module *module, uint32_t id);

/* Whether the instruction that begins at this word accesses memory, and all that it accesses is thread-private in the
 * sense above. False for a call, whatever its callee does, and for a word at which no instruction of a function begins.
 * Words count as those of the input, its header included. */
SMMRA_API bool smmra_module_access_is_thread_private(const smmra_module *module, uint32_t word);

/* Frees everything that belongs to it. NULL is allowed. */
SMMRA_API void smmra_module_destroy(smmra_module *module);

/* ---- validation: optional, in a library of its own (spirv-mmra-validate), because SPIRV-Tools is C++ ---- */

/* These functions also allocate outside options->allocator, so the guarantees about memory and limits above do not hold
 * for them. Both use the diagnostic callback and `target_env` of the options; smmra_validate also uses those that
 * smmra_module_read uses. NULL is allowed. Thread-safe. */

/* Whether SPIRV-Tools finds the module, as it is specialized, valid for options->target_env: SMMRA_SUCCESS,
 * SMMRA_INVALID_INPUT with its message, or SMMRA_UNSUPPORTED where the module declares capabilities or extensions that
 * this version does not know. It accepts what this version knows and SPIRV-Tools does not; where SPIRV-Tools cannot
 * look at the module at all, for one capability that it does not know, a note says so. */
SMMRA_API smmra_result smmra_validate(const uint32_t *words, size_t word_count, const smmra_options *options);

/* Assembles SPIR-V assembly with SPIRV-Tools. On SMMRA_SUCCESS *words holds *word_count words, which the caller frees
 * with smmra_free_words. A failure's message has line and column. */
SMMRA_API smmra_result smmra_assemble(const char *text, size_t length, const smmra_options *options, uint32_t **words,
                                      size_t *word_count);
SMMRA_API void smmra_free_words(uint32_t *words);

#ifdef __cplusplus
}
#endif

#endif
