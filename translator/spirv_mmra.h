/* spirv-mmra: Vulkan SPIR-V to annotated LLVM IR for AMDGPU, as a library.
 *
 * The only public header. C11 and C++. Every function is reentrant: there is no global state, and any number of
 * translations may run at once on any number of threads. Nothing here prints, exits or aborts, whatever the input. */
#ifndef SPIRV_MMRA_H
#define SPIRV_MMRA_H

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

/* ---- results ---- */

/* What a function answers. The values are those of the command's exit status. */
typedef enum smmra_result {
    SMMRA_SUCCESS = 0,
    SMMRA_CHECK_FAILED = 1,      /* the checker found an error in the IR */
    SMMRA_INVALID_ARGUMENT = 2,  /* an option or a pointer is wrong */
    SMMRA_INVALID_INPUT = 3,     /* the input is not valid SPIR-V (or IR) */
    SMMRA_UNSUPPORTED = 4,       /* valid, but asks for what is not supported; the message names it */
    SMMRA_OUT_OF_MEMORY = 5,     /* the allocator failed, or a limit was reached, or an internal fault */
    SMMRA_RESULT_FORCE_32_BIT = 0x7FFFFFFF
} smmra_result;

/* A short name: "invalid input". Never NULL. */
SMMRA_API const char *smmra_result_name(smmra_result result);

typedef enum smmra_severity { SMMRA_NOTE, SMMRA_WARNING, SMMRA_ERROR } smmra_severity;

/* One message. Valid during the callback only. */
typedef struct smmra_diagnostic {
    smmra_severity severity;
    uint32_t word;       /* index of the SPIR-V word it is about; 0: none */
    uint32_t id;         /* the SPIR-V id it is about; 0: none */
    const char *message; /* UTF-8, one line, printable: what is wrong and what to do */
} smmra_diagnostic;

typedef void (*smmra_diagnostic_callback)(void *user, const smmra_diagnostic *diagnostic);

/* ---- memory ---- */

/* Where all memory comes from. `allocate` may return NULL. `release` gets the size that was asked for. Both must be
 * callable from the thread that translates, and need not be thread-safe beyond that. */
typedef struct smmra_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *block, size_t size);
    void *user;
} smmra_allocator;

/* ---- options ---- */

/* Spelling of availability and visibility operations: memory-mapping, "IR profile". */
typedef enum smmra_profile {
    SMMRA_PROFILE_DOCUMENT, /* the intrinsics of the AMDGPU memory model's document */
    SMMRA_PROFILE_22,       /* LLVM 22 and older: atomics only */
    SMMRA_PROFILE_23,
    SMMRA_PROFILE_24
} smmra_profile;

typedef enum smmra_abi { SMMRA_ABI_KERNEL, SMMRA_ABI_BUFFER } smmra_abi;

/* How a module that declares the GLSL450 or Simple memory model is read. */
typedef enum smmra_glsl450 { SMMRA_GLSL450_CONSERVATIVE, SMMRA_GLSL450_STRICT } smmra_glsl450;

typedef enum smmra_memory { SMMRA_MEMORY_BY_ABI, SMMRA_MEMORY_ANY, SMMRA_MEMORY_DEVICE } smmra_memory;

/* The value of one specialization constant: its bits, zero-extended; a boolean is 0 or 1. */
typedef struct smmra_specialization {
    uint32_t spec_id;
    uint64_t bits;
} smmra_specialization;

enum {
    SMMRA_IMPLICIT_NONPRIVATE = 1u << 0,     /* no vulkan:nonprivate on atomics and fences */
    SMMRA_ATOMICS_SYNC_AS = 1u << 1,         /* amdgpu-synchronize-as on atomics too */
    SMMRA_NO_THREAD_PRIVATE = 1u << 2,       /* no !thread.private */
    SMMRA_NO_BACKEND_WORKAROUNDS = 1u << 3,  /* nothing that is there for one backend's sake only */
    SMMRA_EXPLAIN = 1u << 4,                 /* a comment before each memory operation */
    SMMRA_DISPATCH_BASE = 1u << 5            /* the pipeline has VK_PIPELINE_CREATE_DISPATCH_BASE_BIT */
};

/* Set `size` to sizeof(smmra_options) and everything else to zero for the defaults. */
typedef struct smmra_options {
    size_t size;
    const char *entry;  /* name of the entry point; NULL: every one */
    const smmra_specialization *specializations;
    uint32_t specialization_count;
    uint32_t flags;     /* SMMRA_... bits above; an unknown bit is SMMRA_INVALID_ARGUMENT */
    smmra_profile profile;
    smmra_abi abi;
    smmra_glsl450 glsl450;
    smmra_memory memory;
    uint32_t buffer_alignment; /* proven alignment of buffer bindings, a power of two; 0: 16 (kernel), 4 (buffer) */
    size_t memory_limit;       /* bytes one translation may take from the allocator; 0: no limit */
    const char *mcpu; /* becomes the attribute "target-cpu" of every function, as "gfx1100"; letters, digits and '-'. NULL: none */
    const smmra_allocator *allocator; /* NULL: malloc and free */
    smmra_diagnostic_callback diagnose; /* NULL: messages are dropped */
    void *diagnose_user;
} smmra_options;

/* ---- translation ---- */

typedef struct smmra_translation smmra_translation;

typedef enum smmra_resource_kind {
    SMMRA_RESOURCE_STORAGE_BUFFER,
    SMMRA_RESOURCE_UNIFORM_BUFFER,
    SMMRA_RESOURCE_DESCRIPTOR_ARRAY,
    SMMRA_RESOURCE_SIZE, /* the i64 byte size of the buffer at the same set and binding */
    SMMRA_RESOURCE_PUSH_CONSTANTS
} smmra_resource_kind;

/* What one parameter of a kernel is. Strings live as long as the translation. */
typedef struct smmra_resource {
    const char *kernel; /* name of the entry point; hostile */
    uint32_t parameter; /* position, from 0 */
    smmra_resource_kind kind;
    uint32_t set, binding;
    uint32_t descriptor_count; /* of an array; 0: runtime-sized */
    uint64_t byte_size;        /* of the fixed part of a block */
} smmra_resource;

typedef struct smmra_statistics {
    uint64_t words;          /* of the input */
    uint64_t instructions;   /* of the IR */
    uint64_t memory_operations; /* of the IR: loads, stores, atomics, fences, av intrinsics */
    uint64_t bytes_allocated; /* taken from the allocator */
} smmra_statistics;

/* Translates a module of `word_count` words, in either byte order; `words` is not kept. On SMMRA_SUCCESS *translation
 * is a new object that the caller destroys; else it is NULL and the reason went to options->diagnose. SPIRV-Tools is not
 * involved: validate first if the input is not trusted to be valid. Whatever the input, nothing crashes. */
SMMRA_API smmra_result smmra_translate(const uint32_t *words, size_t word_count, const smmra_options *options,
                                       smmra_translation **translation);

/* The IR, NUL-terminated; *length (may be NULL) without the NUL. Lives as long as the translation. */
SMMRA_API const char *smmra_translation_text(const smmra_translation *translation, size_t *length);

/* The parameters of every kernel, in order. */
SMMRA_API const smmra_resource *smmra_translation_resources(const smmra_translation *translation, size_t *count);

SMMRA_API smmra_statistics smmra_translation_statistics(const smmra_translation *translation);

/* Frees everything that belongs to it. NULL is allowed. */
SMMRA_API void smmra_translation_destroy(smmra_translation *translation);

/* ---- validation: optional, in a library of its own (spirv-mmra-validate), because SPIRV-Tools is C++ ---- */

/* Whether SPIRV-Tools finds the module valid for Vulkan 1.3: SMMRA_SUCCESS, SMMRA_INVALID_INPUT with its message, or
 * SMMRA_UNSUPPORTED where the module declares capabilities or extensions that this version does not know. Allocates outside
 * options->allocator, and is outside the guarantees above. Thread-safe. */
SMMRA_API smmra_result smmra_validate(const uint32_t *words, size_t word_count, const smmra_options *options);

/* Assembles SPIR-V assembly with SPIRV-Tools. On SMMRA_SUCCESS *words holds *word_count words, which the caller frees with
 * smmra_free_words. The message of a failure names line and column. */
SMMRA_API smmra_result smmra_assemble(const char *text, size_t length, const smmra_options *options, uint32_t **words,
                                      size_t *word_count);
SMMRA_API void smmra_free_words(uint32_t *words);


#ifdef __cplusplus
}
#endif

#endif
