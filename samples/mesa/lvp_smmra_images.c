/* Image instructions: a call of smmra_host_image_... (spirv_mmra_host.h) becomes a call of a function that
 * lavapipe has compiled for the image that is bound, and to which the descriptor leads. Such a function takes a vector
 * of invocations: the caller is the first of them, and the others do as it does, or are masked. */
#include <spirv/spirv.h>

#include "lvp_private.h"
#include "lvp_smmra_private.h"
#include "util/u_memory.h"

#include "lp_context.h"
#include "lp_texture_handle.h"

#include "gallivm/lp_bld_jit_sample.h"

/* A call, and the arguments of the one that replaces it. */
struct site {
    struct lvp_smmra_device *device;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef byte, word, pointer, vector; /* an i8, an i32, a pointer, i32 for each lane */
    LLVMValueRef call;
    uint32_t shape;
    LLVMValueRef arguments[LP_MAX_TEX_FUNC_ARGS];
    unsigned argument_count;
};

/* ---- values ---- */

static LLVMValueRef operand(const struct site *site, unsigned index) {
    return LLVMGetOperand(site->call, index);
}

static uint32_t constant(const struct site *site, unsigned index) {
    return (uint32_t)LLVMConstIntGetZExtValue(operand(site, index));
}

static LLVMValueRef number(const struct site *site, uint64_t value) {
    return LLVMConstInt(site->word, value, false);
}

static LLVMValueRef component(const struct site *site, unsigned index, unsigned place) {
    return LLVMBuildExtractElement(site->builder, operand(site, index), number(site, place), "");
}

static LLVMValueRef load(const struct site *site, LLVMTypeRef type, LLVMValueRef base, uint64_t offset) {
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(site->context), offset, false);
    return LLVMBuildLoad2(site->builder, type, LLVMBuildGEP2(site->builder, site->byte, base, &index, 1, ""), "");
}

static void add(struct site *site, LLVMValueRef argument) {
    site->arguments[site->argument_count++] = argument;
}

static void add_descriptor(struct site *site, unsigned index) {
    add(site, LLVMBuildPtrToInt(site->builder, operand(site, index), LLVMInt64TypeInContext(site->context), ""));
}

/* A word or float, in all lanes. */
static void add_wide(struct site *site, LLVMValueRef value) {
    LLVMValueRef first = LLVMBuildBitCast(site->builder, value, site->word, ""), none = LLVMGetPoison(site->vector);
    LLVMValueRef vector = LLVMBuildInsertElement(site->builder, none, first, number(site, 0), "");
    add(site, LLVMBuildShuffleVector(site->builder, vector, none, LLVMConstNull(site->vector), ""));
}

/* The driver has the layer of a 1D image third. */
static void add_coordinates(struct site *site, unsigned index, unsigned count) {
    static const uint8_t places[2][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}};
    for (unsigned i = 0; i < count; i++)
        add_wide(site, component(site, index, places[(site->shape & SMMRA_HOST_SHAPE_DIM) == SpvDim1D][i]));
}

/* Calls `function`, which returns so many vectors, or nothing. */
static LLVMValueRef call(struct site *site, LLVMValueRef function, unsigned vector_count) {
    LLVMTypeRef types[LP_MAX_TEX_FUNC_ARGS], vectors[5];
    for (unsigned i = 0; i < site->argument_count; i++)
        types[i] = LLVMTypeOf(site->arguments[i]);
    for (unsigned i = 0; i < vector_count; i++)
        vectors[i] = site->vector;
    LLVMTypeRef result = vector_count ? LLVMStructTypeInContext(site->context, vectors, vector_count, false)
                                      : LLVMVoidTypeInContext(site->context);
    LLVMTypeRef type = LLVMFunctionType(result, types, site->argument_count, false);
    return LLVMBuildCall2(site->builder, type, function, site->arguments, site->argument_count, "");
}

static LLVMValueRef first_lane(const struct site *site, LLVMValueRef result, unsigned place) {
    LLVMValueRef vector = LLVMBuildExtractValue(site->builder, result, place, "");
    return LLVMBuildExtractElement(site->builder, vector, number(site, 0), "");
}

/* The first lane of four vectors. */
static LLVMValueRef texel_of(const struct site *site, LLVMValueRef result) {
    LLVMValueRef texel = LLVMGetPoison(LLVMVectorType(site->word, 4));
    for (unsigned i = 0; i < 4; i++)
        texel = LLVMBuildInsertElement(site->builder, texel, first_lane(site, result, i), number(site, i), "");
    return texel;
}

/* ---- functions of an image ---- */

static LLVMValueRef member_of_functions(const struct site *site, uint64_t offset) {
    LLVMValueRef functions = load(site, site->pointer, operand(site, 0), offsetof(struct lp_descriptor, functions));
    return load(site, site->pointer, functions, offset);
}

static struct llvmpipe_context *lock_context(const struct site *site) {
    simple_mtx_lock(&site->device->driver->queue.lock);
    return llvmpipe_context(site->device->driver->queue.ctx);
}

static LLVMValueRef image_function(const struct site *site, uint32_t operation) {
    operation += site->shape & SMMRA_HOST_SHAPE_MULTISAMPLED ? LP_TOTAL_IMAGE_OP_COUNT / 2 : 0;
    llvmpipe_register_image_op(lock_context(site), operation);
    simple_mtx_unlock(&site->device->driver->queue.lock);
    LLVMValueRef table = member_of_functions(site, offsetof(struct lp_texture_functions, image_functions));
    return load(site, site->pointer, table, operation * sizeof(void *));
}

static void register_key(const struct site *site, uint32_t key) {
    llvmpipe_register_sample_key(lock_context(site), key);
    simple_mtx_unlock(&site->device->driver->queue.lock);
}

static LLVMValueRef sample_function(const struct site *site, uint32_t key) {
    register_key(site, key);
    LLVMValueRef tables = member_of_functions(site, offsetof(struct lp_texture_functions, sample_functions));
    LLVMValueRef sampler =
        load(site, site->word, operand(site, 1), offsetof(struct lp_descriptor, texture.sampler_index));
    LLVMValueRef entry = LLVMBuildGEP2(site->builder, site->pointer, tables, &sampler, 1, "");
    return load(site, site->pointer, load(site, site->pointer, entry, 0), key * sizeof(void *));
}

/* ---- storage images ---- */

static void add_storage_texel(struct site *site, uint32_t operation, unsigned coordinate, unsigned sample) {
    add_descriptor(site, 0);
    if (operation != LP_IMG_LOAD) {
        LLVMValueRef none = LLVMConstNull(site->vector), all = LLVMConstInt(site->word, UINT32_MAX, false);
        add(site, LLVMBuildInsertElement(site->builder, none, all, number(site, 0), ""));
    }
    add_coordinates(site, coordinate, 3);
    if (site->shape & SMMRA_HOST_SHAPE_MULTISAMPLED)
        add_wide(site, operand(site, sample));
}

static LLVMValueRef replace_write(struct site *site) {
    add_storage_texel(site, LP_IMG_STORE, 2, 4);
    for (unsigned i = 0; i < 4; i++)
        add_wide(site, component(site, 5, i));
    return call(site, image_function(site, LP_IMG_STORE), 0);
}

static const struct {
    uint16_t opcode;
    uint8_t operation; /* LLVMAtomicRMWBinOp */
    enum { GIVEN, NEGATED, ONE, MINUS_ONE } value;
} atomics[] = {
    {SpvOpAtomicExchange, LLVMAtomicRMWBinOpXchg, GIVEN},
    {SpvOpAtomicIIncrement, LLVMAtomicRMWBinOpAdd, ONE},
    {SpvOpAtomicIDecrement, LLVMAtomicRMWBinOpAdd, MINUS_ONE},
    {SpvOpAtomicIAdd, LLVMAtomicRMWBinOpAdd, GIVEN},
    {SpvOpAtomicISub, LLVMAtomicRMWBinOpAdd, NEGATED},
    {SpvOpAtomicSMin, LLVMAtomicRMWBinOpMin, GIVEN},
    {SpvOpAtomicUMin, LLVMAtomicRMWBinOpUMin, GIVEN},
    {SpvOpAtomicSMax, LLVMAtomicRMWBinOpMax, GIVEN},
    {SpvOpAtomicUMax, LLVMAtomicRMWBinOpUMax, GIVEN},
    {SpvOpAtomicAnd, LLVMAtomicRMWBinOpAnd, GIVEN},
    {SpvOpAtomicOr, LLVMAtomicRMWBinOpOr, GIVEN},
    {SpvOpAtomicXor, LLVMAtomicRMWBinOpXor, GIVEN},
    {SpvOpAtomicFAddEXT, LLVMAtomicRMWBinOpFAdd, GIVEN},
    {SpvOpAtomicFMinEXT, LLVMAtomicRMWBinOpFMin, GIVEN},
    {SpvOpAtomicFMaxEXT, LLVMAtomicRMWBinOpFMax, GIVEN},
};

/* The driver's number of an operation; UINT32_MAX: it has none. */
static uint32_t atomic_operation(const struct site *site, LLVMValueRef *value) {
    uint32_t opcode = constant(site, 2);
    if (opcode == SpvOpAtomicLoad)
        return LP_IMG_LOAD;
    if (opcode == SpvOpAtomicStore)
        return LP_IMG_STORE;
    if (opcode == SpvOpAtomicCompareExchange)
        return LP_IMG_OP_COUNT - 2;
    for (unsigned i = 0; i < ARRAY_SIZE(atomics); i++) {
        if (atomics[i].opcode != opcode)
            continue;
        if (atomics[i].value == NEGATED)
            *value = LLVMBuildNeg(site->builder, *value, "");
        else if (atomics[i].value != GIVEN)
            *value = number(site, atomics[i].value == ONE ? 1 : UINT32_MAX);
        return atomics[i].operation + LP_IMG_OP_COUNT - 1;
    }
    return UINT32_MAX;
}

static LLVMValueRef replace_atomic(struct site *site) {
    LLVMTypeRef wide = LLVMInt64TypeInContext(site->context);
    LLVMValueRef value = LLVMBuildTrunc(site->builder, operand(site, 5), site->word, "");
    LLVMValueRef comparator = LLVMBuildTrunc(site->builder, operand(site, 6), site->word, "");
    uint32_t operation = atomic_operation(site, &value);
    if (operation == UINT32_MAX)
        return NULL;
    add_storage_texel(site, operation, 3, 4);
    for (unsigned i = 0; operation == LP_IMG_OP_COUNT - 2 && i < 4; i++)
        add_wide(site, comparator);
    for (unsigned i = 0; operation != LP_IMG_LOAD && i < 4; i++)
        add_wide(site, value);
    LLVMValueRef result = call(site, image_function(site, operation), operation == LP_IMG_STORE ? 0 : 4);
    if (operation == LP_IMG_STORE)
        return LLVMConstNull(wide);
    return LLVMBuildZExt(site->builder, first_lane(site, result, 0), wide, "");
}

/* ---- sampled images ---- */

static uint32_t lod_bits(LLVMValueRef lod) {
    return LP_SAMPLER_LOD_EXPLICIT << LP_SAMPLER_LOD_CONTROL_SHIFT |
           (LLVMIsConstant(lod) ? LP_SAMPLER_LOD_SCALAR : LP_SAMPLER_LOD_PER_ELEMENT) << LP_SAMPLER_LOD_PROPERTY_SHIFT;
}

static LLVMValueRef fetch(struct site *site) {
    uint32_t key = LP_SAMPLER_OP_FETCH << LP_SAMPLER_OP_TYPE_SHIFT;
    bool multisampled = site->shape & SMMRA_HOST_SHAPE_MULTISAMPLED;
    add_descriptor(site, 0);
    add(site, LLVMConstNull(LLVMInt64TypeInContext(site->context)));
    add_coordinates(site, 2, 4);
    if (multisampled)
        add_wide(site, operand(site, 4));
    else if ((site->shape & SMMRA_HOST_SHAPE_DIM) != SpvDimBuffer)
        add_wide(site, operand(site, 3));
    key |= multisampled                                           ? LP_SAMPLER_FETCH_MS
           : (site->shape & SMMRA_HOST_SHAPE_DIM) == SpvDimBuffer ? 0
                                                                  : lod_bits(operand(site, 3));
    register_key(site, key);
    LLVMValueRef table = member_of_functions(site, offsetof(struct lp_texture_functions, fetch_functions));
    return texel_of(site, call(site, load(site, site->pointer, table, key * sizeof(void *)), 5));
}

static LLVMValueRef replace_read(struct site *site) {
    if (site->shape & SMMRA_HOST_SHAPE_SAMPLED)
        return fetch(site);
    add_storage_texel(site, LP_IMG_LOAD, 2, 4);
    return texel_of(site, call(site, image_function(site, LP_IMG_LOAD), 4));
}

/* Image, sampler, coordinates and reference, which samples and gathers begin with. */
static uint32_t add_sampled(struct site *site, unsigned coordinate) {
    add_descriptor(site, 0);
    add_descriptor(site, 1);
    add_coordinates(site, coordinate, 4);
    if (!(site->shape & SMMRA_HOST_SHAPE_COMPARED))
        return 0;
    add_wide(site, operand(site, 5));
    return LP_SAMPLER_SHADOW;
}

/* The level of detail is 0, or the bias, where an instruction leaves it to gradients that compute shaders lack. */
static LLVMValueRef replace_sample(struct site *site) {
    if ((site->shape & SMMRA_HOST_SHAPE_LOD) == SMMRA_HOST_SHAPE_LOD_GRADIENTS)
        return NULL;
    uint32_t key = add_sampled(site, 3) | lod_bits(operand(site, 4));
    if (!LLVMIsNull(operand(site, 6))) {
        key |= LP_SAMPLER_OFFSETS;
        for (unsigned i = 0; i < 3; i++)
            add_wide(site, component(site, 6, i));
    }
    add_wide(site, operand(site, 4));
    return texel_of(site, call(site, sample_function(site, key), 5));
}

/* Offsets are left to the driver, which makes four gathers of one that has four. */
static LLVMValueRef replace_gather(struct site *site) {
    if (!LLVMIsNull(operand(site, 6)) || !LLVMIsNull(operand(site, 7)))
        return NULL;
    uint32_t key = add_sampled(site, 4) | LP_SAMPLER_OP_GATHER << LP_SAMPLER_OP_TYPE_SHIFT;
    if (!(site->shape & SMMRA_HOST_SHAPE_COMPARED))
        key |= constant(site, 3) << LP_SAMPLER_GATHER_COMP_SHIFT;
    return texel_of(site, call(site, sample_function(site, key), 5));
}

/* ---- queries ---- */

static LLVMValueRef sizes(struct site *site, LLVMValueRef lod) {
    add_descriptor(site, 0);
    add_wide(site, lod);
    return call(site, member_of_functions(site, offsetof(struct lp_texture_functions, size_function)), 4);
}

/* Width, height, and then depth or layers. */
static LLVMValueRef replace_size(struct site *site) {
    if (site->shape & SMMRA_HOST_SHAPE_SAMPLED)
        return texel_of(site, sizes(site, operand(site, 2)));
    LLVMTypeRef half = LLVMInt16TypeInContext(site->context);
    uint32_t dim = site->shape & SMMRA_HOST_SHAPE_DIM;
    LLVMValueRef size = LLVMConstNull(LLVMVectorType(site->word, 4));
    LLVMValueRef extents[] = {load(site, site->word, operand(site, 0), offsetof(struct lp_descriptor, image.width)),
                              load(site, half, operand(site, 0), offsetof(struct lp_descriptor, image.height)),
                              load(site, half, operand(site, 0), offsetof(struct lp_descriptor, image.depth))};
    LLVMValueRef layers = LLVMBuildZExt(site->builder, extents[2], site->word, "");
    extents[1] = LLVMBuildZExt(site->builder, extents[1], site->word, "");
    extents[2] = dim == SpvDimCube ? LLVMBuildUDiv(site->builder, layers, number(site, 6), "") : layers;
    bool line = dim == SpvDim1D || dim == SpvDimBuffer;
    for (unsigned i = 0, place = 0; i < 3; i++)
        if (i != 1 || !line)
            size = LLVMBuildInsertElement(site->builder, size, extents[i], number(site, place++), "");
    return size;
}

static LLVMValueRef replace_levels(struct site *site) {
    return first_lane(site, sizes(site, number(site, 0)), 3);
}

static LLVMValueRef replace_samples(struct site *site) {
    if (!(site->shape & SMMRA_HOST_SHAPE_SAMPLED)) {
        LLVMValueRef count =
            load(site, site->byte, operand(site, 0), offsetof(struct lp_descriptor, image.num_samples));
        return LLVMBuildZExt(site->builder, count, site->word, "");
    }
    LLVMValueRef samples = member_of_functions(site, offsetof(struct lp_texture_functions, samples_function));
    add_descriptor(site, 0);
    return first_lane(site, call(site, samples, 4), 0);
}

/* ---- all calls ---- */

static const struct {
    const char *name;
    unsigned shape; /* operand; 0: it has none */
    LLVMValueRef (*replace)(struct site *site);
} functions[] = {
    {"smmra_host_image_read", 1, replace_read},     {"smmra_host_image_write", 1, replace_write},
    {"smmra_host_image_atomic", 1, replace_atomic}, {"smmra_host_image_sample", 2, replace_sample},
    {"smmra_host_image_gather", 2, replace_gather}, {"smmra_host_image_size", 1, replace_size},
    {"smmra_host_image_levels", 0, replace_levels}, {"smmra_host_image_samples", 1, replace_samples},
    {"smmra_host_image_sample_in_quad", 2, NULL},   {"smmra_host_image_level", 2, NULL},
};

static bool replace(struct site *site, unsigned row) {
    site->shape = functions[row].shape ? constant(site, functions[row].shape) : SMMRA_HOST_SHAPE_SAMPLED;
    site->argument_count = 0;
    LLVMPositionBuilderBefore(site->builder, site->call);
    LLVMValueRef value = site->shape & SMMRA_HOST_SHAPE_64_BIT ? NULL : functions[row].replace(site);
    if (value && LLVMGetTypeKind(LLVMTypeOf(site->call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(site->call, value);
    if (value)
        LLVMInstructionEraseFromParent(site->call);
    return value;
}

bool smmra_replace_images(struct lvp_smmra_device *device, LLVMContextRef context, LLVMModuleRef module) {
    struct site site = {.device = device, .context = context, .builder = LLVMCreateBuilderInContext(context)};
    bool replaced = true;
    site.byte = LLVMInt8TypeInContext(context);
    site.word = LLVMInt32TypeInContext(context);
    site.pointer = LLVMPointerTypeInContext(context, 0);
    site.vector = LLVMVectorType(site.word, device->subgroup_size);
    for (unsigned i = 0; i < ARRAY_SIZE(functions); i++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, functions[i].name);
        for (LLVMUseRef use; replaced && function && (use = LLVMGetFirstUse(function));) {
            site.call = LLVMGetUser(use);
            replaced = functions[i].replace && replace(&site, i);
            if (!replaced && device->log)
                fprintf(stderr, "lavapipe: spirv-mmra: %s of this form is left to the driver\n", functions[i].name);
        }
    }
    LLVMDisposeBuilder(site.builder);
    return replaced;
}

/* ---- compiling when it is first called ---- */

struct request {
    uint64_t matrix, textures, sampler, function;
    uint32_t key;
};

static uint64_t (*driver_compile)(uint64_t matrix, uint64_t textures, uint64_t sampler, uint32_t key);

static void compile_now(void *data) {
    struct request *request = data;
    request->function = driver_compile(request->matrix, request->textures, request->sampler, request->key);
}

static uint64_t compile_outside(uint64_t matrix, uint64_t textures, uint64_t sampler, uint32_t key) {
    struct request request = {matrix, textures, sampler, 0, key};
    smmra_fibers_step_out(compile_now, &request);
    return request.function;
}

void smmra_images_init(struct lvp_smmra_device *device) {
    struct lp_sampler_matrix *matrix = &llvmpipe_context(device->driver->queue.ctx)->sampler_matrix;
    driver_compile = matrix->compile_function;
    matrix->compile_function = compile_outside;
}
