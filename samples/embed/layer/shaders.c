#include "shaders.h"

#include <inttypes.h>
#include <pthread.h>
#include <spirv_mmra.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The words of a stage: of its module, or of the create info that stands in its place. */
static const uint32_t *words_of(VkDevice device, const VkPipelineShaderStageCreateInfo *stage, size_t *count) {
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

static void write_message(void *user, const smmra_diagnostic *diagnostic) {
    fprintf(user, "word %" PRIu32 ": %s\n", diagnostic->word, diagnostic->message);
}

static FILE *open_file(const char *directory, unsigned number, const char *suffix) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/pipeline-%05u.%s", directory, number, suffix);
    return length > 0 && (size_t)length < sizeof path ? fopen(path, "w") : NULL;
}

static void write_ir(const char *directory, unsigned number, const smmra_translation *translation) {
    FILE *file = open_file(directory, number, "ll");
    if (!file)
        return;
    size_t length;
    const char *text = smmra_translation_text(translation, &length);
    fwrite(text, 1, length, file);
    fclose(file);
}

void shaders_translate(VkDevice device, const VkComputePipelineCreateInfo *info) {
    static atomic_uint pipelines;
    const char *directory = getenv("SMMRA_LAYER_DIR");
    size_t word_count;
    const uint32_t *words = directory ? words_of(device, &info->stage, &word_count) : NULL;
    unsigned number = atomic_fetch_add(&pipelines, 1);
    FILE *findings = words ? open_file(directory, number, "txt") : NULL;
    if (!findings)
        return;
    smmra_options options = {sizeof options};
    options.entry = info->stage.pName;
    smmra_specialization *values = specializations_of(info->stage.pSpecializationInfo, &options.specialization_count);
    options.specializations = values;
    options.profile = SMMRA_PROFILE_22;
    options.flags = info->flags & VK_PIPELINE_CREATE_DISPATCH_BASE_BIT ? SMMRA_DISPATCH_BASE : 0;
    options.memory_limit = (size_t)1 << 30;
    options.diagnose = write_message;
    options.diagnose_user = findings;
    smmra_translation *translation;
    smmra_result result = smmra_translate(words, word_count, &options, &translation);
    fprintf(findings, "%s\n", smmra_result_name(result));
    for (uint32_t i = 0; i < options.specialization_count; i++)
        fprintf(findings, "constant %" PRIu32 " is 0x%" PRIx64 "\n", values[i].spec_id, values[i].bits);
    if (translation) {
        smmra_statistics figures = smmra_translation_statistics(translation);
        fprintf(findings, "%" PRIu64 " words, %" PRIu64 " instructions, %" PRIu64 " memory operations\n", figures.words,
                figures.instructions, figures.memory_operations);
        write_ir(directory, number, translation);
    }
    smmra_translation_destroy(translation);
    free(values);
    fclose(findings);
}
