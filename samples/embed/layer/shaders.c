#define _POSIX_C_SOURCE 200809L
#include "shaders.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <spirv_mmra.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "record.h"

/* ---- the modules that are alive ---- */

struct shader {
    struct shader *next;
    VkDevice device;
    VkShaderModule module;
    size_t word_count;
    uint32_t words[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shader *shaders;

void shaders_remember(VkDevice device, VkShaderModule module, const VkShaderModuleCreateInfo *info) {
    size_t word_count = info->codeSize / sizeof(uint32_t);
    struct shader *shader = malloc(sizeof *shader + word_count * sizeof(uint32_t));
    if (!shader)
        return;
    shader->device = device;
    shader->module = module;
    shader->word_count = word_count;
    memcpy(shader->words, info->pCode, word_count * sizeof(uint32_t));
    pthread_mutex_lock(&lock);
    shader->next = shaders;
    shaders = shader;
    pthread_mutex_unlock(&lock);
}

static void forget(VkDevice device, VkShaderModule module, bool every_module) {
    pthread_mutex_lock(&lock);
    for (struct shader **link = &shaders; *link;) {
        struct shader *shader = *link;
        if (shader->device == device && (every_module || shader->module == module)) {
            *link = shader->next;
            free(shader);
        } else {
            link = &shader->next;
        }
    }
    pthread_mutex_unlock(&lock);
}

void shaders_forget(VkDevice device, VkShaderModule module) {
    forget(device, module, false);
}

void shaders_forget_all(VkDevice device) {
    forget(device, VK_NULL_HANDLE, true);
}

/* The application keeps the module alive while it creates pipelines of it, so what is found outlives the lock. */
static const struct shader *find(VkDevice device, VkShaderModule module) {
    pthread_mutex_lock(&lock);
    struct shader *shader = shaders;
    while (shader && (shader->device != device || shader->module != module))
        shader = shader->next;
    pthread_mutex_unlock(&lock);
    return shader;
}

/* ---- one stage ---- */

const uint32_t *shaders_words(VkDevice device, const VkPipelineShaderStageCreateInfo *stage, size_t *count) {
    const struct shader *shader = stage->module ? find(device, stage->module) : NULL;
    if (shader) {
        *count = shader->word_count;
        return shader->words;
    }
    for (const VkBaseInStructure *next = stage->pNext; next; next = next->pNext) {
        if (next->sType != VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO)
            continue;
        const VkShaderModuleCreateInfo *info = (const VkShaderModuleCreateInfo *)next;
        *count = info->codeSize / sizeof(uint32_t);
        return info->pCode;
    }
    return NULL;
}

/* The values that the application gives, as bits; the caller frees. Vulkan is little-endian here, as the machine is. */
static smmra_specialization *specializations_of(const VkSpecializationInfo *info, uint32_t *count) {
    *count = 0;
    smmra_specialization *values = info ? calloc(info->mapEntryCount + 1u, sizeof *values) : NULL;
    for (uint32_t i = 0; values && i < info->mapEntryCount; i++) {
        const VkSpecializationMapEntry *entry = &info->pMapEntries[i];
        if (entry->size > sizeof values[i].bits)
            continue;
        values[*count].spec_id = entry->constantID;
        memcpy(&values[(*count)++].bits, (const char *)info->pData + entry->offset, entry->size);
    }
    return values;
}

/* ---- files ---- */

struct output {
    char path[4096];
    FILE *file; /* NULL: there is none */
};

/* A new file. EEXIST, in errno, if it is there. */
static bool open_output(struct output *output, const char *directory, unsigned number, const char *suffix) {
    int length = snprintf(output->path, sizeof output->path, "%s/pipeline-%ld-%05u.%s", directory, (long)getpid(),
                          number, suffix);
    bool fits = length > 0 && (size_t)length < sizeof output->path;
    output->file = fits ? fopen(output->path, "wx") : NULL;
    if (!fits)
        errno = ENAMETOOLONG;
    return output->file != NULL;
}

/* A file that could not be written to its end is taken away again. */
static void close_output(struct output *output) {
    if (!output->file)
        return;
    errno = 0;
    bool failed = fflush(output->file) != 0 || ferror(output->file);
    int why = errno;
    if (fclose(output->file) == 0 && !failed)
        return;
    files_complain(output->path, strerror(why ? why : errno));
    unlink(output->path);
}

/* ---- what is written ---- */

static void write_message(void *user, const smmra_diagnostic *diagnostic) {
    fprintf(user, "word %" PRIu32 ": %s\n", diagnostic->word, diagnostic->message);
}

static void write_findings(FILE *file, const smmra_translation *translation) {
    static const char *const severities[] = {"note", "warning", "error"};
    size_t count;
    const smmra_finding *const *finding = smmra_translation_findings(translation, &count);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "word %" PRIu32 ": %s: %s [%s]\n", finding[i]->word, severities[finding[i]->severity],
                finding[i]->message, finding[i]->rule);
}

static void write_ir(const char *directory, unsigned number, const smmra_translation *translation) {
    struct output output;
    size_t length;
    const char *text = smmra_translation_text(translation, &length);
    if (!open_output(&output, directory, number, "ll")) {
        files_complain(output.path, strerror(errno));
        return;
    }
    fwrite(text, 1, length, output.file);
    close_output(&output);
}

static void write_result(FILE *file, smmra_result result, const smmra_options *options,
                         const smmra_translation *translation) {
    fprintf(file, "%s\n", smmra_result_name(result));
    for (uint32_t i = 0; i < options->specialization_count; i++)
        fprintf(file, "constant %" PRIu32 " is 0x%" PRIx64 "\n", options->specializations[i].spec_id,
                options->specializations[i].bits);
    if (!translation)
        return;
    const smmra_statistics *figures = smmra_translation_statistics(translation);
    fprintf(file, "%" PRIu64 " words, %" PRIu64 " instructions, %" PRIu64 " memory operations\n", figures->words,
            figures->instructions, figures->memory_operations);
    write_findings(file, translation);
}

/* A work is what is translated: a stage of a pipeline, or a shader object. */
struct work {
    const uint32_t *words;
    size_t word_count;
    const char *entry;
    VkShaderStageFlagBits stage;
    const VkSpecializationInfo *specialization;
    bool dispatch_base;
};

/* Returns 0 for a stage that the library does not know: the entry point's name chooses, and the library says what it
 * is.
 */
static uint32_t stages_of(VkShaderStageFlagBits stage) {
    switch (stage) {
    case VK_SHADER_STAGE_COMPUTE_BIT:
        return 1u << SMMRA_STAGE_COMPUTE;
    case VK_SHADER_STAGE_VERTEX_BIT:
        return 1u << SMMRA_STAGE_VERTEX;
    case VK_SHADER_STAGE_FRAGMENT_BIT:
        return 1u << SMMRA_STAGE_FRAGMENT;
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT:
        return 1u << SMMRA_STAGE_TESSELLATION_CONTROL;
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT:
        return 1u << SMMRA_STAGE_TESSELLATION_EVALUATION;
    case VK_SHADER_STAGE_GEOMETRY_BIT:
        return 1u << SMMRA_STAGE_GEOMETRY;
    case VK_SHADER_STAGE_TASK_BIT_EXT:
        return 1u << SMMRA_STAGE_TASK;
    case VK_SHADER_STAGE_MESH_BIT_EXT:
        return 1u << SMMRA_STAGE_MESH;
    case VK_SHADER_STAGE_RAYGEN_BIT_KHR:
        return 1u << SMMRA_STAGE_RAY_GENERATION;
    case VK_SHADER_STAGE_INTERSECTION_BIT_KHR:
        return 1u << SMMRA_STAGE_INTERSECTION;
    case VK_SHADER_STAGE_ANY_HIT_BIT_KHR:
        return 1u << SMMRA_STAGE_ANY_HIT;
    case VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR:
        return 1u << SMMRA_STAGE_CLOSEST_HIT;
    case VK_SHADER_STAGE_MISS_BIT_KHR:
        return 1u << SMMRA_STAGE_MISS;
    case VK_SHADER_STAGE_CALLABLE_BIT_KHR:
        return 1u << SMMRA_STAGE_CALLABLE;
    default:
        return 0;
    }
}

static void translate(const struct work *work, const char *directory, unsigned number, struct output *output) {
    smmra_options options = SMMRA_DEFAULTS(smmra_options);
    options.entry = work->entry;
    options.stages = stages_of(work->stage);
    smmra_specialization *values = specializations_of(work->specialization, &options.specialization_count);
    options.specializations = values;
    options.flags = work->dispatch_base ? SMMRA_FLAG_DISPATCH_BASE : 0;
    options.memory_limit = (size_t)1 << 30;
    options.diagnose = write_message;
    options.diagnose_user = output->file;
    smmra_translation *translation;
    smmra_result result = smmra_translate(work->words, work->word_count, &options, &translation);
    write_result(output->file, result, &options, translation);
    if (translation)
        write_ir(directory, number, translation);
    smmra_translation_destroy(translation);
    free(values);
}

/* The next number that no file has: a folder may be used by several processes, also of one number in different
 * containers. */
static bool open_next(struct output *output, const char *directory, unsigned *number) {
    static atomic_uint pipelines;
    do
        *number = atomic_fetch_add(&pipelines, 1);
    while (!open_output(output, directory, *number, "txt") && errno == EEXIST);
    return output->file != NULL;
}

static void translate_to_files(const struct work *work) {
    const char *directory = getenv("SMMRA_LAYER_DIR");
    unsigned number;
    struct output output;
    struct files_quiet quiet;
    if (!directory || !*directory) {
        if (!record_is_on())
            files_complain("SMMRA_LAYER_DIR", "not set: it names the folder to write to");
        return;
    }
    files_begin_quiet(&quiet);
    if (open_next(&output, directory, &number))
        translate(work, directory, number, &output);
    else
        files_complain(output.path, strerror(errno));
    close_output(&output);
    files_end_quiet(&quiet);
}

void shaders_translate(VkDevice device, const VkPipelineShaderStageCreateInfo *stage, bool dispatch_base) {
    struct work work = {.entry = stage->pName,
                        .stage = stage->stage,
                        .specialization = stage->pSpecializationInfo,
                        .dispatch_base = dispatch_base};
    work.words = shaders_words(device, stage, &work.word_count);
    if (work.words)
        translate_to_files(&work);
}

#ifdef VK_EXT_shader_object
void shaders_translate_object(const VkShaderCreateInfoEXT *info) {
    if (info->codeType == VK_SHADER_CODE_TYPE_SPIRV_EXT)
        translate_to_files(&(struct work){.words = info->pCode,
                                          .word_count = info->codeSize / sizeof(uint32_t),
                                          .entry = info->pName,
                                          .stage = info->stage,
                                          .specialization = info->pSpecializationInfo});
}
#endif
