/* Images and samplers: what the chapter's files share. An image's value is its descriptor, as it lies in memory; an
 * instruction is read into the structs here, which know no target, and the target's operations write the calls. */
#ifndef TRANSLATOR_IMAGES_H
#define TRANSLATOR_IMAGES_H

#include "translator/lower/expression.h"

/* Bytes of descriptors in memory (docs/reference/mapping.md, "Images"). A combined image sampler is an image's, then a
 * sampler's.
 */
enum {
    IMAGE_DESCRIPTOR_BYTES = SPIRV_IMAGE_DESCRIPTOR_BYTES,
    TEXEL_BUFFER_DESCRIPTOR_BYTES = 16,
    SAMPLER_DESCRIPTOR_BYTES = SPIRV_SAMPLER_DESCRIPTOR_BYTES
};

/* An image operand, and the sampler that came with it. */
struct image {
    const struct spirv_type *type; /* OpTypeImage */
    ir_value descriptor;           /* <8 x i32>; of a texel buffer <4 x i32> */
    ir_value sampler;              /* <4 x i32>, or 0 */
};

/* The class of a texel's components, to the instruction. */
enum texel_kind { TEXEL_FLOAT, TEXEL_SIGNED, TEXEL_UNSIGNED };

/* The place of a texel, and what it is taken for. */
struct texel {
    const struct image *image;
    ir_value coordinates[3]; /* i32: spatial, then the layer; of a cube x, y, face + 6 * cube */
    uint32_t coordinate_count;
    ir_value lod;        /* i32, or 0 for level 0 */
    ir_value sample;     /* i32, or 0 */
    uint8_t kind;        /* enum texel_kind */
    bool wide;           /* 64 bits, in the first two components */
    ir_value *residency; /* where the residency code goes, an i32, which is 0 if it is resident; NULL: nobody asks */
};

/* Which level of detail a sampling instruction asks for. */
enum image_lod { LOD_BASE, LOD_BIAS, LOD_EXPLICIT, LOD_GRADIENTS, LOD_DERIVATIVES };

/* A sample or gather, projected already. What is not there is 0. */
struct image_sample {
    const struct image *image;
    ir_value coordinates[4]; /* float: spatial, or a cube's direction; then the layer */
    uint32_t coordinate_count;
    ir_value reference;     /* float: of a depth comparison */
    ir_value lod;           /* float: bias or level; of LOD_DERIVATIVES a bias */
    ir_value minimum_lod;   /* float */
    ir_value dx[3], dy[3];  /* float, as many as spatial coordinates */
    ir_value offset[3];     /* i32, as many as spatial coordinates */
    ir_value offsets[4][2]; /* i32: of each texel of a gather */
    uint32_t component;     /* of a gather without comparison */
    uint8_t lod_kind;       /* enum image_lod */
    uint8_t kind;           /* enum texel_kind */
    bool is_gather;
    ir_value *residency; /* as that of a texel */
};

/* A target's calls. Those that access memory carry what `operation` says. Texels are four components, <4 x i32>,
 * whatever their kind; a comparison's result is the first. */
struct image_target {
    bool atomic_accesses; /* atomic loads and stores are calls of `atomic`; else coherent reads and writes */
    ir_value (*read)(struct lowering *l, const struct texel *texel, const struct mapped_operation *operation);
    /* `value`: <n x i32>, or i32 */
    void (*write)(struct lowering *l, const struct texel *texel, ir_value value,
                  const struct mapped_operation *operation);
    /* The value before, of the type of `value`, or of `type` where there is none. `opcode`: SpvOp of the atomic. */
    ir_value (*atomic)(struct lowering *l, const struct texel *texel, uint16_t opcode, ir_type type, ir_value value,
                       ir_value comparator, const struct mapped_operation *operation);
    ir_value (*sample)(struct lowering *l, const struct image_sample *sample, const struct mapped_operation *operation);
    /* The clamped level and the level of detail, <2 x float>, at the sample's coordinates. */
    ir_value (*level)(struct lowering *l, const struct image_sample *sample);
    /* Queries. Of the size: <4 x i32>, the first of them in the order of OpImageQuerySize. */
    ir_value (*size)(struct lowering *l, const struct image *image, ir_value lod);
    ir_value (*levels)(struct lowering *l, const struct image *image);
    ir_value (*samples)(struct lowering *l, const struct image *image);
};

extern const struct image_target images_amdgcn, images_host;

/* ---- image_types.c ---- */

static inline bool is_texel_buffer(const struct spirv_type *image) {
    return image->dim == SpvDimBuffer;
}
bool image_is_opaque_type(const struct spirv_type *type); /* of an image, sampler or sampled image */
/* The IR type of their values, and the bytes from one of their descriptors in an array to the next. */
ir_type image_type(struct lowering *l, const struct spirv_type *type);
uint32_t image_descriptor_bytes(struct lowering *l, const struct spirv_type *type);
smmra_resource_kind image_resource_kind(struct lowering *l, const struct spirv_type *type);
/* The bytes of a descriptor of a kind of image or sampler, where the sampler of a combined one follows its image. */
uint32_t image_kind_bytes(smmra_resource_kind kind);
/* <4 x i32>. */
ir_type image_texel_type(struct lowering *l);
/* Whether an implicit level of detail comes from derivatives: in fragments, and in compute's derivative groups.
 * Elsewhere it is the base level. */
bool image_has_derivatives(const struct lowering *l);

/* ---- for other chapters ---- */

ir_value image_load_descriptor(struct lowering *l, spirv_id type, ir_value address);
/* An atomic through a texel pointer (image_atomics.c). */
void lower_image_atomic(struct lowering *l, const struct spirv_instruction *in, const struct spirv_memory_view *view);

/* ---- images.c ---- */

/* An operand that is an image or a sampled image. */
struct image image_operand(struct lowering *l, const struct spirv_instruction *in, uint32_t index);
/* How many coordinates are spatial (of a cube's direction: 3), and whether a layer follows. */
uint32_t image_spatial_count(const struct image *image);

/* ---- image_operands.c ---- */

/* The image operands that are no memory operands (SPIR-V 3.14). */
struct image_operands {
    uint32_t mask; /* SpvImageOperandsMask */
    spirv_id bias, lod, dx, dy, offset, offsets, sample, minimum_lod;
};

/* Those at operand `place`, or none where the instruction ends before. */
struct image_operands image_read_operands(struct lowering *l, const struct spirv_instruction *in, uint32_t place);
/* The components of a float or integer value, at 32 bits; at most `most`. Gives how many there are. */
uint32_t image_float_components(struct lowering *l, spirv_id id, ir_value *components, uint32_t most);
uint32_t image_integer_components(struct lowering *l, spirv_id id, ir_value *components, uint32_t most);
/* How the sampled type and the extension operands see a texel. */
enum texel_kind texel_kind_of(struct lowering *l, const struct image *image, uint32_t operand_mask);

/* ---- image_access.c ---- */

/* The texel at an integer coordinate, without level and sample. */
struct texel texel_at(struct lowering *l, const struct spirv_instruction *in, const struct image *image,
                      spirv_id coordinate);

/* Asks the map about a read or write of an image, and gives its operation; the fences before it are emitted. */
void image_access_begin(struct lowering *l, const struct spirv_instruction *in, bool write,
                        struct mapped_operations *mapped, const struct mapped_operation **access);
/* The fences after it. */
void image_access_end(struct lowering *l, const struct mapped_operations *mapped,
                      const struct mapped_operation *access);
/* A value of `type` from the components of a texel. */
ir_value texel_as(struct lowering *l, const struct spirv_instruction *in, ir_value texel, ir_type type);
/* The result of the instruction from the components of a texel, and of one that asks for residency from its code. */
void texel_result(struct lowering *l, const struct spirv_instruction *in, ir_value texel, ir_value residency);

#endif
