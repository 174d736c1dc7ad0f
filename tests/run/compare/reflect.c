/* What a shader uses: its entry point, workgroup, buffers and their layout, from the decoded module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/rays.h"
#include "spirv/later.h"

enum {
    DESCRIPTORS_OF_UNSIZED_ARRAY = 4,
    LEAST_ELEMENTS = 64, /* of a runtime array; of a block behind a pointer, which may be one of an array */
    MAX_BYTES = 1 << 26, /* of a buffer */
    MAX_DEPTH = 8        /* of pointers in what pointers point to */
};

struct walk {
    struct shader *shader;
    struct buffer *buffer;
    const struct settings *settings;
    const struct given *given; /* the file that the next buffer's contents come from */
    bool has_length;           /* of the runtime array, by the file's size: */
    uint64_t length;
    uint32_t depth; /* of pointers */
    bool failed;
};

/* A matrix's layout comes from the member that it is, or is an array in. */
struct matrix {
    uint32_t stride;
    bool row_major;
};

static const struct spirv_type *type_of(const struct shader *shader, spirv_id id) {
    return spirv_type_of_id(&shader->module, id);
}

static uint32_t decoration(const struct shader *shader, spirv_id id, uint32_t member, SpvDecoration kind,
                           uint32_t otherwise) {
    const struct spirv_decoration *found = spirv_find_decoration(&shader->module, id, member, kind);
    return found ? found->operand_count ? found->operands[0] : 1 : otherwise;
}

/* ---- sizes ---- */

static uint64_t runtime_elements(const struct walk *walk) {
    const struct shader *shader = walk->shader;
    const struct settings *settings = walk->settings;
    if (walk->has_length)
        return walk->length;
    if (settings->elements)
        return settings->elements;
    uint64_t invocations = 1;
    for (uint32_t i = 0; i < 3; i++)
        invocations *= (uint64_t)shader->groups[i] * shader->local_size[i];
    return invocations * 4 < LEAST_ELEMENTS ? LEAST_ELEMENTS : invocations * 4;
}

static struct matrix matrix_of_member(const struct shader *shader, spirv_id type, uint32_t member) {
    return (struct matrix){decoration(shader, type, member, SpvDecorationMatrixStride, 0),
                           spirv_find_decoration(&shader->module, type, member, SpvDecorationRowMajor) != NULL};
}

static uint64_t size_of(const struct walk *walk, spirv_id id, struct matrix matrix) {
    const struct shader *shader = walk->shader;
    const struct spirv_type *type = type_of(shader, id);
    switch (type->opcode) {
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return type->width / 8;
    case SpvOpTypePointer:
        return 8;
    case SpvOpTypeVector:
        return type->count * size_of(walk, type->element, matrix);
    case SpvOpTypeMatrix: {
        const struct spirv_type *column = type_of(shader, type->element);
        uint64_t component = size_of(walk, column->element, matrix);
        uint32_t lines = matrix.row_major ? column->count : type->count;
        uint32_t length = matrix.row_major ? type->count : column->count;
        return (lines - 1) * (uint64_t)matrix.stride + length * component;
    }
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: {
        uint64_t stride = decoration(shader, id, SPIRV_NO_MEMBER, SpvDecorationArrayStride, 0);
        uint64_t length = type->opcode == SpvOpTypeArray ? type->length : runtime_elements(walk);
        return length * stride;
    }
    case SpvOpTypeStruct: {
        uint64_t size = 0;
        for (uint32_t i = 0; i < type->count; i++) {
            uint64_t end = decoration(shader, id, i, SpvDecorationOffset, 0) +
                           size_of(walk, type->members[i], matrix_of_member(shader, id, i));
            size = end > size ? end : size;
        }
        return size;
    }
    default:
        return 0;
    }
}

/* ---- shapes ---- */

static uint8_t scalar_shape(const struct spirv_type *type) {
    bool is_float = type->opcode == SpvOpTypeFloat;
    switch (type->width) {
    case 8:
        return SHAPE_INT8;
    case 16:
        return is_float ? SHAPE_FLOAT16 : SHAPE_INT16;
    case 32:
        return is_float ? SHAPE_FLOAT32 : SHAPE_INT32;
    default:
        return is_float ? SHAPE_FLOAT64 : SHAPE_INT64;
    }
}

uint32_t shape_size(uint8_t shape) {
    static const uint8_t sizes[] = {1, 1, 2, 4, 8, 2, 4, 8, 8, 1, 2, 1, 2, 4, 4};
    return sizes[shape];
}

static struct buffer *add_buffer(struct walk *walk, uint32_t kind, spirv_id type);

/* A pointer field gets a buffer of its own; where there are too many, it is null. */
static void add_pointer(struct walk *walk, spirv_id pointee, uint64_t offset) {
    struct shader *shader = walk->shader;
    uint32_t owner = (uint32_t)(walk->buffer - shader->buffers), target = shader->buffer_count;
    walk->buffer->shape[offset] = SHAPE_POINTER;
    if (shader->pointer_count == MAX_POINTERS || target >= MAX_BUFFERS / 2 || walk->depth == MAX_DEPTH)
        return;
    shader->pointers[shader->pointer_count++] =
        (struct pointer_field){.buffer = owner, .offset = offset, .target = target};
    walk->depth++;
    walk->failed |= !add_buffer(walk, BUFFER_POINTED_TO, pointee);
    walk->depth--;
}

/* A type of 32-bit integers that the module has; it is what an address given as an integer points to. */
static spirv_id any_word_type(const struct shader *shader) {
    for (uint32_t i = 1; i <= shader->module.declaration_count; i++) {
        const struct spirv_type *type = shader->module.types[i];
        if (type && type->opcode == SpvOpTypeInt && type->width == 32)
            return type->id;
    }
    return 0;
}

static void add_scalar(struct walk *walk, const struct spirv_type *type, uint64_t offset) {
    if (offset + type->width / 8 > walk->buffer->size)
        return;
    walk->buffer->shape[offset] = scalar_shape(type);
    if (walk->settings->has_address && walk->buffer->kind == BUFFER_PUSH_CONSTANTS && type->width == 64 &&
        offset == walk->settings->address_at && any_word_type(walk->shader))
        add_pointer(walk, any_word_type(walk->shader), offset);
}

static void shape_of(struct walk *walk, spirv_id id, uint64_t offset, struct matrix matrix);

static void repeat(struct walk *walk, spirv_id element, uint64_t offset, uint64_t count, uint64_t stride,
                   struct matrix matrix) {
    for (uint64_t i = 0; i < count && !walk->failed; i++)
        shape_of(walk, element, offset + i * stride, matrix);
}

static void shape_of_matrix(struct walk *walk, const struct spirv_type *type, uint64_t offset, struct matrix matrix) {
    const struct spirv_type *column = type_of(walk->shader, type->element);
    uint64_t component = size_of(walk, column->element, matrix);
    uint32_t lines = matrix.row_major ? column->count : type->count;
    uint32_t length = matrix.row_major ? type->count : column->count;
    for (uint32_t i = 0; i < lines; i++)
        repeat(walk, column->element, offset + (uint64_t)i * matrix.stride, length, component, matrix);
}

static void shape_of(struct walk *walk, spirv_id id, uint64_t offset, struct matrix matrix) {
    const struct shader *shader = walk->shader;
    const struct spirv_type *type = type_of(shader, id);
    switch (type->opcode) {
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        add_scalar(walk, type, offset);
        return;
    case SpvOpTypePointer:
        add_pointer(walk, type->element, offset);
        return;
    case SpvOpTypeVector:
        repeat(walk, type->element, offset, type->count, size_of(walk, type->element, matrix), matrix);
        return;
    case SpvOpTypeMatrix:
        shape_of_matrix(walk, type, offset, matrix);
        return;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: {
        uint64_t stride = decoration(shader, id, SPIRV_NO_MEMBER, SpvDecorationArrayStride, 0);
        if (stride)
            repeat(walk, type->element, offset, size_of(walk, id, matrix) / stride, stride, matrix);
        return;
    }
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            shape_of(walk, type->members[i], offset + decoration(shader, id, i, SpvDecorationOffset, 0),
                     matrix_of_member(shader, id, i));
        return;
    default:
        walk->failed = true;
    }
}

/* ---- buffers ---- */

/* The bytes of the file; the runtime array takes what is behind the other members. */
static bool fit_to_file(struct walk *walk, const struct given *given, spirv_id type, uint64_t *size) {
    uint8_t *bytes = given_read(given, size);
    const struct spirv_type *block = type_of(walk->shader, type);
    free(bytes);
    walk->has_length = true;
    walk->length = 0;
    if (!bytes || !*size)
        return false;
    const struct spirv_type *last = block->count ? type_of(walk->shader, block->members[block->count - 1]) : NULL;
    if (last && last->opcode == SpvOpTypeRuntimeArray) {
        uint64_t stride = decoration(walk->shader, last->id, SPIRV_NO_MEMBER, SpvDecorationArrayStride, 0);
        uint64_t before = decoration(walk->shader, type, block->count - 1, SpvDecorationOffset, 0);
        walk->length = stride && *size > before ? (*size - before) / stride : 0;
    }
    return true;
}

static struct buffer *add_buffer(struct walk *walk, uint32_t kind, spirv_id type) {
    struct shader *shader = walk->shader;
    const struct given *given = walk->given;
    uint64_t of_file = 0;
    if (shader->buffer_count == MAX_BUFFERS) {
        walk->failed = true;
        return NULL;
    }
    struct buffer *buffer = &shader->buffers[shader->buffer_count++], *outer = walk->buffer;
    walk->given = NULL;
    if (given && !fit_to_file(walk, given, type, &of_file)) {
        walk->failed = true;
        return NULL;
    }
    uint64_t size = size_of(walk, type, (struct matrix){0});
    uint32_t pointers = shader->pointer_count;
    uint64_t copies = kind == BUFFER_POINTED_TO ? LEAST_ELEMENTS : 1;
    if (size == 0)
        size = 4;
    if (size < of_file)
        size = of_file;
    if (size * copies > MAX_BYTES || !(buffer->shape = calloc(size * copies, 1))) {
        walk->failed = true;
        return NULL;
    }
    buffer->kind = kind;
    buffer->type = type;
    buffer->size = size;
    buffer->descriptor_count = 1;
    walk->buffer = buffer;
    shape_of(walk, type, 0, (struct matrix){0});
    for (uint64_t i = 1; i < copies && pointers == shader->pointer_count; i++, buffer->size += size)
        memcpy(buffer->shape + buffer->size, buffer->shape, size);
    walk->buffer = outer;
    walk->has_length = false;
    if (given)
        buffer->size = of_file;
    buffer->given = given;
    return buffer;
}

static bool add_descriptors(struct walk *walk, spirv_id variable, const struct spirv_type *pointee,
                            uint32_t storage_class) {
    struct shader *shader = walk->shader;
    bool is_array = pointee->opcode == SpvOpTypeArray || pointee->opcode == SpvOpTypeRuntimeArray;
    uint64_t count = !is_array ? 1 : pointee->length ? pointee->length : DESCRIPTORS_OF_UNSIZED_ARRAY;
    if (is_array)
        pointee = type_of(shader, pointee->element);
    bool storage = storage_class == SpvStorageClassStorageBuffer ||
                   spirv_find_decoration(&shader->module, pointee->id, SPIRV_NO_MEMBER, SpvDecorationBufferBlock);
    uint32_t set = decoration(shader, variable, SPIRV_NO_MEMBER, SpvDecorationDescriptorSet, 0);
    uint32_t binding = decoration(shader, variable, SPIRV_NO_MEMBER, SpvDecorationBinding, 0);
    for (uint32_t i = 0; i < shader->buffer_count; i++) /* another view of the same buffer */
        if (shader->buffers[i].kind <= BUFFER_UNIFORM && shader->buffers[i].set == set &&
            shader->buffers[i].binding == binding)
            return true;
    if (count > MAX_BUFFERS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        walk->given = given_for(walk->settings, BUFFER_STORAGE, set, binding);
        struct buffer *buffer = add_buffer(walk, storage ? BUFFER_STORAGE : BUFFER_UNIFORM, pointee->id);
        if (!buffer)
            return false;
        buffer->set = set;
        buffer->binding = binding;
        buffer->element = i;
        buffer->is_array = is_array;
        buffer->descriptor_count = (uint32_t)count;
    }
    return true;
}

static bool has_resource(const struct shader *shader, uint32_t kind, uint32_t set, uint32_t binding) {
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        if (shader->buffers[i].kind == kind && shader->buffers[i].set == set && shader->buffers[i].binding == binding)
            return true;
    return false;
}

/* The shaders of a ray tracing pipeline have a variable each for the same one. */
static bool add_scenes(struct shader *shader, uint32_t set, uint32_t binding, uint32_t count, bool is_array) {
    if (has_resource(shader, BUFFER_SCENE, set, binding))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = add_drawn_buffer(shader, BUFFER_SCENE, SCENE_DESCRIPTOR);
        if (number == NO_BUFFER)
            return false;
        struct buffer *buffer = &shader->buffers[number];
        buffer->set = set;
        buffer->binding = binding;
        buffer->element = i;
        buffer->is_array = is_array;
        buffer->descriptor_count = count;
    }
    return shader->has_scene = true;
}

/* Images, samplers and acceleration structures; with arrays of arrays as one array. */
static bool add_opaque(struct walk *walk, spirv_id variable, const struct spirv_type *type, char *message) {
    struct shader *shader = walk->shader;
    uint64_t count = 1;
    bool is_array = false;
    for (; type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray;
         type = type_of(shader, type->element), is_array = true)
        count *= type->length ? type->length : DESCRIPTORS_OF_UNSIZED_ARRAY;
    uint32_t set = decoration(shader, variable, SPIRV_NO_MEMBER, SpvDecorationDescriptorSet, 0);
    uint32_t binding = decoration(shader, variable, SPIRV_NO_MEMBER, SpvDecorationBinding, 0);
    if (has_resource(shader, BUFFER_IMAGE, set, binding)) {
        snprintf(message, MESSAGE_SIZE, "set %u binding %u holds more than one kind of resource", set, binding);
        return false;
    }
    if (count > MAX_BUFFERS) {
        snprintf(message, MESSAGE_SIZE, "there are more images than can be compared");
        return false;
    }
    if (type->opcode == SpvOpTypeAccelerationStructureKHR)
        return add_scenes(shader, set, binding, (uint32_t)count, is_array);
    return add_images(shader, variable, type, (uint32_t)count, is_array, walk->settings, message);
}

/* The first buffer that the shader takes from a heap says what they all hold. */
static const struct spirv_instruction *first_of_heap(const struct shader *shader, struct spirv_instruction *in) {
    const struct spirv_module *module = &shader->module;
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t word = module->functions[f].word; word < module->functions[f].end_word;
             word += module->words[word] >> 16) {
            *in = spirv_instruction_at(module, word);
            if (in->opcode == SPIRV_BUFFER_POINTER)
                return in;
        }
    return NULL;
}

static bool add_heap(struct walk *walk) {
    struct spirv_instruction in;
    const struct spirv_type *pointer = first_of_heap(walk->shader, &in) ? type_of(walk->shader, in.type) : NULL;
    if (!pointer || !pointer->element)
        return false;
    for (uint32_t i = 0; i < DESCRIPTORS_OF_UNSIZED_ARRAY; i++) {
        bool is_storage = pointer->storage_class == SpvStorageClassStorageBuffer;
        struct buffer *buffer = add_buffer(walk, is_storage ? BUFFER_STORAGE : BUFFER_UNIFORM, pointer->element);
        if (!buffer)
            return false;
        buffer->element = i;
        buffer->in_heap = buffer->is_array = true;
        buffer->descriptor_count = DESCRIPTORS_OF_UNSIZED_ARRAY;
    }
    return true;
}

static bool add_variable(struct walk *walk, uint32_t word, char *message) {
    struct shader *shader = walk->shader;
    struct spirv_instruction in = spirv_instruction_at(&shader->module, word);
    const struct spirv_type *pointee = type_of(shader, spirv_type_of_value(&shader->module, in.result)->element);
    switch (in.operands[0]) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        if (!add_descriptors(walk, in.result, pointee, in.operands[0]) || walk->failed) {
            snprintf(message, MESSAGE_SIZE,
                     "buffer %%%u is too large, or has too many pointers, or an unknown layout, or no contents",
                     in.result);
            return false;
        }
        return true;
    case SpvStorageClassPushConstant:
        if (has_resource(shader, BUFFER_PUSH_CONSTANTS, 0, 0)) /* of another shader of the pipeline */
            return true;
        walk->given = given_for(walk->settings, BUFFER_PUSH_CONSTANTS, 0, 0);
        if (add_buffer(walk, BUFFER_PUSH_CONSTANTS, pointee->id) && !walk->failed)
            return true;
        snprintf(message, MESSAGE_SIZE, "the push constants are too large, or have an unknown layout, or no contents");
        return false;
    case SpvStorageClassUniformConstant:
        if (decoration(shader, in.result, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, 0) == SPIRV_BUILTIN_RESOURCE_HEAP) {
            snprintf(message, MESSAGE_SIZE, "a heap of other things than buffers of one kind");
            return add_heap(walk);
        }
        return add_opaque(walk, in.result, pointee, message);
    default:
        return true;
    }
}

/* ---- the entry point ---- */

static void find_workgroup_size(struct shader *shader) {
    const struct spirv_module *module = &shader->module;
    for (uint32_t i = 0; i < module->execution_mode_count; i++) {
        const struct spirv_execution_mode *mode = &module->execution_modes[i];
        if ((mode->mode == SpvExecutionModeLocalSize || mode->mode == SpvExecutionModeLocalSizeId) &&
            mode->operand_count == 3)
            memcpy(shader->local_size, mode->operands, sizeof shader->local_size);
    }
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const struct spirv_constant *size = module->constants[i];
        if (size && size->kind == SPIRV_CONSTANT_COMPOSITE && size->element_count == 3 &&
            decoration(shader, module->definitions[i].id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, UINT32_MAX) ==
                SpvBuiltInWorkgroupSize)
            for (uint32_t k = 0; k < 3; k++)
                shader->local_size[k] = (uint32_t)size->elements[k]->bits;
    }
}

static bool uses_builtin(const struct shader *shader, SpvBuiltIn builtin) {
    for (uint32_t i = 0; i < shader->module.global_count; i++) {
        spirv_id id = spirv_instruction_at(&shader->module, shader->module.globals[i]).result;
        if (decoration(shader, id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, UINT32_MAX) == (uint32_t)builtin)
            return true;
    }
    return false;
}

/* Several workgroups, in the dimensions that the workgroup has, if the shader can tell them apart: else
 * invocations of different workgroups write the same memory. */
static void choose_groups(struct shader *shader, const struct settings *settings) {
    uint32_t dimensions = shader->local_size[2] > 1 ? 3 : shader->local_size[1] > 1 ? 2 : 1;
    bool several = uses_builtin(shader, SpvBuiltInGlobalInvocationId) || uses_builtin(shader, SpvBuiltInWorkgroupId) ||
                   uses_builtin(shader, SpvBuiltInNumWorkgroups);
    for (uint32_t i = 0; i < 3; i++)
        shader->groups[i] = settings->groups[i]           ? settings->groups[i]
                            : !several || i >= dimensions ? 1
                            : dimensions == 1             ? 3
                                                          : 2;
}

/* ---- bounds on the difference of floats ---- */

/* Vulkan's precision table lets these functions be off by thousands of ULP near some arguments, and bounds
 * some of them absolutely: what a module that uses one computes is compared more loosely. */
static bool is_imprecise(const struct spirv_instruction *in) {
    static const uint8_t functions[] = {13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 32, 69};
    if (in->opcode != SpvOpExtInst)
        return false;
    for (size_t i = 0; i < sizeof functions; i++)
        if (in->operands[1] == functions[i])
            return true;
    return false;
}

/* Filtering adds up texels whose weights are a rounded coordinate's. */
static bool is_sampling(const struct spirv_instruction *in) {
    return in->opcode >= SpvOpImageSampleImplicitLod && in->opcode <= SpvOpImageSampleProjDrefExplicitLod;
}

static void choose_bounds(struct shader *shader, const struct settings *settings) {
    bool imprecise = false, samples = false;
    for (uint32_t i = 0; i < shader->module.function_count; i++) {
        const struct spirv_function *function = &shader->module.functions[i];
        for (uint32_t word = function->word; word < function->end_word;) {
            struct spirv_instruction in = spirv_instruction_at(&shader->module, word);
            imprecise |= is_imprecise(&in);
            samples |= is_sampling(&in);
            word += in.length;
        }
    }
    shader->ulp16 = settings->ulp16 ? settings->ulp16 : imprecise ? 8 : 1;
    shader->ulp32 = settings->ulp32 ? settings->ulp32 : imprecise ? 4096 : 4;
    shader->ulp64 = settings->ulp64 ? settings->ulp64 : 4;
    shader->absolute = settings->absolute > 0 ? settings->absolute : samples ? 0x1p-10 : imprecise ? 0x1p-11 : 0;
}

/* ---- reading ---- */

uint32_t *read_words(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    uint32_t *words = NULL;
    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        words = size > 0 ? malloc((size_t)size + 4) : NULL;
        *count = words ? fread(words, 4, (size_t)size / 4, file) : 0;
    }
    fclose(file);
    return words;
}

static void end_reading(void *user) {
    (void)user;
    fputs("out of memory\n", stderr);
    exit(1);
}

/* The first kernel; else the first entry point of a stage that can be drawn. */
static const struct spirv_entry_point *find_entry(const struct spirv_module *module) {
    static const uint32_t models[] = {SpvExecutionModelGLCompute,
                                      SpvExecutionModelFragment,
                                      SpvExecutionModelVertex,
                                      SpvExecutionModelGeometry,
                                      SpvExecutionModelTessellationControl,
                                      SpvExecutionModelTessellationEvaluation,
                                      SpvExecutionModelTaskEXT,
                                      SpvExecutionModelMeshEXT,
                                      SpvExecutionModelRayGenerationKHR};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++)
        for (uint32_t i = 0; i < module->entry_point_count; i++)
            if (module->entry_points[i].execution_model == models[k])
                return &module->entry_points[i];
    return NULL;
}

/* Reads a file of the same folder, by its name. */
static uint32_t *read_beside(const char *path, const char *name, size_t *count) {
    char beside[512];
    const char *slash = strrchr(path, '/');
    snprintf(beside, sizeof beside, "%.*s%s.spv", slash ? (int)(slash + 1 - path) : 0, path, name);
    return read_words(beside, count);
}

bool shader_read(struct shader *shader, const char *path, const struct settings *settings, char *message) {
    struct spirv_specialization values[MAX_SPECIALIZATIONS];
    struct spirv_error error;
    memset(shader, 0, sizeof *shader);
    arena_init(&shader->arena, NULL, SIZE_MAX, end_reading, NULL);
    shader->path = path;
    shader->words = read_words(path, &shader->word_count);
    shader->driver_words = *settings->driver ? read_beside(path, settings->driver, &shader->driver_word_count)
                                             : read_words(path, &shader->driver_word_count);
    for (uint32_t i = 0; i < settings->specialization_count; i++)
        values[i] =
            (struct spirv_specialization){settings->specializations[i].spec_id, settings->specializations[i].bits};
    if (!shader->words || !shader->driver_words) {
        snprintf(message, MESSAGE_SIZE, "cannot be read");
        return false;
    }
    if (spirv_read(&shader->module, shader->words, shader->word_count, values, settings->specialization_count,
                   &shader->arena, &error) != SPIRV_OK ||
        spirv_read(&shader->driver_module, shader->driver_words, shader->driver_word_count, values,
                   settings->specialization_count, &shader->arena, &error) != SPIRV_OK) {
        snprintf(message, MESSAGE_SIZE, "%s", error.message);
        return false;
    }
    const struct spirv_entry_point *entry = find_entry(&shader->module);
    if (!entry) {
        snprintf(message, MESSAGE_SIZE, "no entry point of a stage that is compared");
        return false;
    }
    shader->entry = entry->name;
    shader->stage.model = entry->execution_model;
    if (is_kernel(shader) || is_mesh(shader) || is_task(shader))
        find_workgroup_size(shader);
    else if (has_ray_stages(shader))
        memcpy(shader->local_size, (uint32_t[]){LAUNCH_WIDTH, LAUNCH_HEIGHT, LAUNCH_DEPTH}, sizeof shader->local_size);
    else
        memcpy(shader->local_size, (uint32_t[]){TARGET_WIDTH, TARGET_HEIGHT, 1}, sizeof shader->local_size);
    choose_groups(shader, settings);
    choose_bounds(shader, settings);
    struct walk walk = {.shader = shader, .settings = settings};
    for (uint32_t i = 0; i < shader->module.global_count; i++)
        if (!add_variable(&walk, shader->module.globals[i], message))
            return false;
    return is_kernel(shader) || stage_read(shader, settings, message);
}

void shader_free(struct shader *shader) {
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        free(shader->buffers[i].shape);
    arena_destroy(&shader->arena);
    free(shader->program);
    free(shader->words);
    free(shader->driver_words);
}
