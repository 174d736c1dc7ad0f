/* How the types of a module lie in memory. IR and litmus programs take every offset and stride from here.
 *
 * A type lies as its layout decorations say (SPIR-V 2.16.2 and "Shader Interfaces": Offset, ArrayStride, MatrixStride),
 * if it has all that its shape needs. A struct that lacks one is *free*: Vulkan requires them all wherever they have a
 * meaning ("Standalone SPIR-V Validation"), and some front ends decorate a part of the types of other memory. Nothing
 * that it has counts then, nor does the ArrayStride of an array of such structs. What has no decorations lies
 * naturally: a scalar is aligned to its size, a vector to its size rounded up to a power of two, a struct or array to
 * the most aligned part of it, and each part of them takes its size rounded up to its alignment. That is how LLVM lays
 * out an IR type of the same shape. */
#ifndef SPIRV_LAYOUT_H
#define SPIRV_LAYOUT_H

#include "spirv/module.h"

/* Bytes of descriptors. OpConstantSizeOfEXT gives them (SPV_EXT_descriptor_heap), so a module may compute with them,
 * and whoever lays descriptors out takes them from here. A texel buffer in a heap takes the place of an image. */
enum {
    SPIRV_IMAGE_DESCRIPTOR_BYTES = 32,
    SPIRV_BUFFER_DESCRIPTOR_BYTES = 16,
    SPIRV_SAMPLER_DESCRIPTOR_BYTES = 16,
    SPIRV_ACCELERATION_STRUCTURE_DESCRIPTOR_BYTES = 16
};

/* How the columns of a matrix lie. A struct's member says this, since the matrix's own type cannot. */
struct spirv_matrix_layout {
    uint32_t stride; /* MatrixStride in bytes; 0: columns lie naturally */
    bool row_major;  /* never with stride 0 */
};

struct spirv_member_layout {
    uint64_t offset;
    struct spirv_matrix_layout matrix; /* of a member that is a matrix or an array of them */
};

struct spirv_layout {
    uint64_t size;   /* bytes, UINT64_MAX if they are more; of an explicit layout without padding to the alignment */
    uint64_t stride; /* of an array: from element to element; of a matrix: natural column stride; of a vector: its
                        component's */
    uint32_t stretched_stride; /* of an array of matrices: its ArrayStride, or 0 (spirv_element_stride) */
    const struct spirv_member_layout *members; /* of a struct */
    uint32_t alignment;                        /* natural alignment, a power of two; 0: it has no place in memory */
    spirv_id misfit;                           /* then the type in it that is the reason */
    bool is_explicit;                          /* a layout decoration takes part */
    bool is_free;                              /* it lacks decorations */
    bool is_unbounded;                         /* it ends in a runtime array, of which `size` counts nothing */
    bool is_captured; /* an interface block whose Offsets are places in a buffer of transform feedback */
};

struct spirv_layouts {
    const struct spirv_module *module;
    struct spirv_layout *of; /* by dense index */
    uint32_t count;          /* the last index that is a type's */
};

/* The caller gives what the module does not say: the bytes of a pointer, and of what an opaque type is in memory. 0:
 * nothing can be. */
struct spirv_opaque_sizes {
    uint64_t (*bytes)(void *user, const struct spirv_type *type);
    void *user;
};

/* Lays out all types. */
void spirv_lay_out(const struct spirv_module *module, const struct spirv_opaque_sizes *sizes, struct arena *arena,
                   struct spirv_layouts *layouts);

/* An id that is no type has alignment 0. */
static inline const struct spirv_layout *spirv_layout_of(const struct spirv_layouts *layouts, spirv_id type) {
    uint32_t index = spirv_index(layouts->module, type);
    return &layouts->of[index <= layouts->count ? index : 0];
}

/* Bytes from element to element of an array. The ArrayStride of matrices goes with their MatrixStride: where no member
 * gives them one, neither counts. */
uint64_t spirv_element_stride(const struct spirv_layouts *layouts, const struct spirv_type *array,
                              struct spirv_matrix_layout layout);

/* The bytes of a type where a member, or none, says how its matrices lie. */
uint64_t spirv_part_size(const struct spirv_layouts *layouts, const struct spirv_type *type,
                         struct spirv_matrix_layout layout);

/* Bytes between what OpPtrAccessChain and OpPtrDiff step over: the ArrayStride of the pointer's type; else elements lie
 * as in an array of them (SPIR-V 3.49.8). `pointee` is what the pointer is taken to point to; 0: bytes, as OpPtrDiff
 * takes untyped pointers. */
uint64_t spirv_pointer_stride(const struct spirv_layouts *layouts, const struct spirv_type *pointer, spirv_id pointee);

/* Whether a Workgroup variable is a block that begins where all such blocks of the module begin
 * (SPV_KHR_workgroup_memory_explicit_layout). If there are untyped pointers, only Aliased ones do
 * (SPV_KHR_untyped_pointers). */
bool spirv_is_common_block(const struct spirv_module *module, const struct spirv_instruction *variable);

/* The matrix that a type is, or is an array of; NULL: neither. */
const struct spirv_type *spirv_matrix_in(const struct spirv_module *module, spirv_id type);

/* Bytes from a column of a matrix to the next, and from a component of a column to the next. */
struct spirv_matrix_steps {
    uint64_t column, component;
};
struct spirv_matrix_steps spirv_matrix_steps(const struct spirv_layouts *layouts, const struct spirv_type *matrix,
                                             struct spirv_matrix_layout layout);

#endif
