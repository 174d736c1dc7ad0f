/* The host's half: memory between guard pages, the translation, and its runs in a process of their own. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/compare.h"
#include "compare/rays.h"
#include "host/loader.h"
#include "host/rays.h"
#include "host/runtime.h"
#include "translator/internal_flags.h"

enum { PAGE = 4096, GUARD = 16 * PAGE, SECONDS_TO_RUN = 10 };

/* ---- translation ---- */

static void keep_message(void *user, const smmra_diagnostic *diagnostic) {
    snprintf(user, MESSAGE_SIZE, "%s", diagnostic->message);
}

static uint32_t stage_bits(const struct shader *shader) {
    const struct drawn_kind *kind = kind_of(shader->stage.model);
    if (has_ray_stages(shader))
        return 1u << SMMRA_STAGE_RAY_GENERATION | 1u << SMMRA_STAGE_INTERSECTION | 1u << SMMRA_STAGE_ANY_HIT |
               1u << SMMRA_STAGE_CLOSEST_HIT | 1u << SMMRA_STAGE_MISS | 1u << SMMRA_STAGE_CALLABLE;
    return 1u << (kind ? kind->stage : SMMRA_STAGE_COMPUTE);
}

smmra_options host_options(const struct shader *shader, const struct settings *settings, char *message) {
    return (smmra_options){
        .size = sizeof(smmra_options),
        .entry = has_ray_stages(shader) ? NULL : shader->entry,
        .specializations = settings->specializations,
        .specialization_count = settings->specialization_count,
        .flags = settings->other_undefined ? INTERNAL_FLAG_OTHER_UNDEFINED : 0,
        .target = SMMRA_TARGET_HOST,
        .abi = (smmra_abi)settings->abi,
        .stages = stage_bits(shader),
        .diagnose = keep_message,
        .diagnose_user = message,
    };
}

enum outcome host_build(struct shader *shader, const struct settings *settings, const char *files, char *message) {
    smmra_options options = host_options(shader, settings, message);
    smmra_translation *translation;
    smmra_result result = smmra_translate(shader->words, shader->word_count, &options, &translation);
    if (result != SMMRA_SUCCESS)
        return result == SMMRA_UNSUPPORTED ? OUTCOME_REFUSED : OUTCOME_NOT_TRANSLATED;
    const char *text = smmra_translation_text(translation, NULL);
    shader->stage.whole_quads = has_whole_quads(text);
    bool calls = !is_kernel(shader) || strstr(text, "@smmra.ray.") || strstr(text, "@smmra.abort(");
    char *with_shell = calls ? shell_around(shader, text) : NULL;
    char *filled = settings->fills ? fill_variables(with_shell ? with_shell : text) : NULL;
    bool compiled = host_compile(filled       ? filled
                                 : with_shell ? with_shell
                                              : text,
                                 files, settings->optimize, message, MESSAGE_SIZE);
    smmra_translation_destroy(translation);
    free(with_shell);
    free(filled);
    return compiled ? OUTCOME_EQUAL : OUTCOME_NOT_TRANSLATED;
}

/* ---- the kernel's arguments ---- */

enum { DESCRIPTOR_BYTES = MAX_BUFFERS * 64 };

struct descriptor {
    const void *address;
    uint64_t size;
};

static struct buffer *find_buffer(struct shader *shader, const smmra_resource *resource, uint32_t element) {
    bool push_constants = resource->kind == SMMRA_RESOURCE_PUSH_CONSTANTS;
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        struct buffer *buffer = &shader->buffers[i];
        if (push_constants ? buffer->kind == BUFFER_PUSH_CONSTANTS
                           : buffer->kind <= BUFFER_IMAGE && buffer->set == resource->set &&
                                 buffer->in_heap == (resource->kind == SMMRA_RESOURCE_RESOURCE_HEAP) &&
                                 buffer->binding == resource->binding && buffer->element == element)
            return buffer;
    }
    return NULL;
}

/* Memory for all descriptors of the kernel. */
static struct {
    _Alignas(64) uint8_t bytes[DESCRIPTOR_BYTES];
    uint32_t used;
} table;

static uint32_t samples_shift = 16; /* as translator/map/processor.c has it */

const void *host_descriptors(const char *processor, size_t *size) {
    samples_shift = strncmp(processor, "gfx12", 5) == 0 ? 15 : 16;
    *size = sizeof table.bytes;
    return table.bytes;
}

static void append(const void *address, uint64_t size, uint32_t bytes) {
    struct descriptor descriptor = {address, size};
    if (table.used + bytes > DESCRIPTOR_BYTES)
        return;
    memcpy(table.bytes + table.used, &descriptor, sizeof descriptor);
    table.used += bytes;
}

/* What machine code reads of a descriptor itself, in the third and fourth word: how many texels a texel buffer has, and
 * how often 2 goes into the number of samples. */
static uint64_t told_size(const struct smmra_host_image *image) {
    uint64_t doublings = 0;
    while (image->samples >> (doublings + 1))
        doublings++;
    return image->dim == SpvDimBuffer ? image->width : doublings << (32 + samples_shift);
}

static void append_buffer(const struct buffer *buffer) {
    const struct image *image = &buffer->image;
    if (buffer->kind == BUFFER_SCENE) {
        append(&host_scene, 0, SCENE_DESCRIPTOR);
        return;
    }
    if (buffer->kind != BUFFER_IMAGE) {
        append(buffer->live, buffer->size, sizeof(struct descriptor));
        return;
    }
    append(&image->host, told_size(&image->host),
           image->host.dim == SpvDimBuffer ? HOST_TEXEL_BUFFER_DESCRIPTOR : HOST_IMAGE_DESCRIPTOR);
    if (image->is_combined)
        append(&image->sampler, 0, HOST_SAMPLER_DESCRIPTOR);
}

static const struct sampler *find_sampler(const struct shader *shader, const smmra_resource *resource,
                                          uint32_t element) {
    for (uint32_t i = 0; i < shader->sampler_count; i++) {
        const struct sampler *sampler = &shader->samplers[i];
        if (sampler->set == resource->set && sampler->binding == resource->binding && sampler->element == element)
            return sampler;
    }
    return NULL;
}

static const void *descriptors_of(struct shader *shader, const smmra_resource *resource) {
    const struct buffer *buffer;
    const struct sampler *sampler;
    table.used = (table.used + 63) / 64 * 64;
    const void *first = table.bytes + table.used;
    for (uint32_t i = 0; (buffer = find_buffer(shader, resource, i)) != NULL; i++)
        append_buffer(buffer);
    for (uint32_t i = 0; (sampler = find_sampler(shader, resource, i)) != NULL; i++)
        append(&sampler->host, 0, HOST_SAMPLER_DESCRIPTOR);
    return first;
}

bool is_of_invocation(smmra_resource_kind kind) {
    return kind >= SMMRA_RESOURCE_RAY_PAYLOAD && kind <= SMMRA_RESOURCE_SHADER_RECORD;
}

static struct {
    uint8_t *bytes;
    uint64_t size;
} workgroup_memory;

/* Returns memory for one workgroup at a time. NULL: there is none. */
static void *give_workgroup_memory(uint64_t size) {
    if (size > workgroup_memory.size) {
        free(workgroup_memory.bytes);
        workgroup_memory.bytes = aligned_alloc(16, (size + 15) / 16 * 16);
        workgroup_memory.size = size;
    }
    return workgroup_memory.bytes;
}

bool set_arguments(struct shader *shader, const smmra_translated_entry *entry, uint64_t *arguments, char *message) {
    const smmra_resource *const *resources = entry->resources;
    for (size_t i = 0; i < entry->resource_count; i++) {
        if (is_of_invocation(resources[i]->kind))
            continue;
        struct buffer *buffer =
            resources[i]->kind == SMMRA_RESOURCE_TASK_PAYLOAD ? NULL : find_buffer(shader, resources[i], 0);
        bool is_sampler = !buffer && find_sampler(shader, resources[i], 0);
        bool payload = resources[i]->kind == SMMRA_RESOURCE_TASK_PAYLOAD;
        bool num_workgroups = resources[i]->kind == SMMRA_RESOURCE_NUM_WORKGROUPS;
        bool workgroup = resources[i]->kind == SMMRA_RESOURCE_WORKGROUP_MEMORY;
        if ((!buffer && !is_sampler && !num_workgroups && !payload && !workgroup) ||
            resources[i]->parameter >= HOST_MOST_ARGUMENTS) {
            snprintf(message, MESSAGE_SIZE, "the kernel's parameters are not those that the shader was seen to use");
            return false;
        }
        uint64_t *argument = &arguments[resources[i]->parameter];
        if (payload)
            *argument = (uint64_t)(uintptr_t)host_payload();
        else if (workgroup)
            *argument = (uint64_t)(uintptr_t)give_workgroup_memory(resources[i]->byte_size);
        else if (num_workgroups)
            *argument = (uint64_t)(uintptr_t)shader->groups;
        else if (resources[i]->kind == SMMRA_RESOURCE_SIZE)
            *argument = buffer->size;
        else if (is_sampler || buffer->kind == BUFFER_IMAGE || buffer->kind == BUFFER_SCENE ||
                 resources[i]->kind == SMMRA_RESOURCE_DESCRIPTOR_ARRAY || buffer->in_heap)
            *argument = (uint64_t)(uintptr_t)descriptors_of(shader, resources[i]);
        else
            *argument = (uint64_t)(uintptr_t)buffer->live;
    }
    return true;
}

/* Functions and arguments: of the shader, or of each shader of a ray tracing pipeline. */
static bool load(struct shader *shader, const smmra_translation *translation, const char *files,
                 struct host_dispatch *dispatch, void **workgroup_kernel, char *message) {
    struct ray_program *program = shader->program;
    char name[32];
    size_t count;
    const smmra_translated_entry *const *entries = smmra_translation_entry_points(translation, &count);
    for (uint32_t i = 0; program && i < program->entry_count; i++) {
        struct ray_entry *entry = &program->entries[i];
        snprintf(name, sizeof name, "smmra_shell_%u", i);
        if (!set_arguments(shader, entries[i], entry->arguments, message) ||
            !(entry->shell = host_load(files, name, message, MESSAGE_SIZE)))
            return false;
    }
    if (program)
        return true;
    if (!set_arguments(shader, entries[0], dispatch->arguments, message))
        return false;
    const char *kernel = is_kernel(shader) ? entries[0]->function : "smmra_shell",
               *all = entries[0]->workgroup_function;
    dispatch->kernel = host_load(files, kernel, message, MESSAGE_SIZE);
    *workgroup_kernel = all ? host_load(files, all, message, MESSAGE_SIZE) : NULL;
    return dispatch->kernel && (!all || *workgroup_kernel);
}

/* ---- runs ---- */

void set_live(struct shader *shader) {
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        memcpy(shader->buffers[i].live, shader->buffers[i].initial, shader->buffers[i].size);
    for (uint32_t i = 0; i < shader->pointer_count; i++) {
        const struct pointer_field *field = &shader->pointers[i];
        memcpy(shader->buffers[field->buffer].live + field->offset, &shader->buffers[field->target].live, 8);
    }
}

/* In the child. The runs: in natural order, which a workgroup's own function has too, in an order by seed, and all at
 * once. Variables that are filled show what they do where nothing else varies. */
static int run_all(struct shader *shader, const struct settings *settings, const char *files, uint32_t subgroup_size,
                   char *message) {
    smmra_options options = host_options(shader, settings, message);
    smmra_translation *translation;
    const struct drawn_kind *kind = kind_of(shader->stage.model);
    struct host_dispatch dispatch = {.subgroup_size = subgroup_size};
    memcpy(dispatch.local_size, shader->local_size, sizeof dispatch.local_size);
    memcpy(dispatch.group_count, shader->groups, sizeof dispatch.group_count);
    if (smmra_translate(shader->words, shader->word_count, &options, &translation) != SMMRA_SUCCESS)
        return 1;
    void *workgroup_kernel = NULL;
    if (!load(shader, translation, files, &dispatch, &workgroup_kernel, message))
        return 1;
    dispatch.workgroup_memory = workgroup_memory.bytes;
    dispatch.workgroup_bytes = workgroup_memory.size;
    for (uint32_t run = 0; run < MAX_RUNS; run++) {
        uint32_t order = settings->fills ? 0 : run;
        dispatch.seed = order == 0 ? 0 : settings->seed * 7 + order;
        dispatch.workgroups_reversed = order == 1;
        dispatch.free_running = order == 2;
        dispatch.workgroup_kernel = order == 0 ? workgroup_kernel : NULL;
        set_live(shader);
        if (kind && !kind->make(shader, &dispatch)) {
            snprintf(message, MESSAGE_SIZE, "there is no memory for that many invocations");
            return 1;
        }
        if (!host_run(&dispatch)) {
            snprintf(message, MESSAGE_SIZE, "the host cannot run that many invocations at once");
            return 1;
        }
        if (kind && kind->take)
            kind->take(shader, &dispatch);
        if (mesh_doubt()) {
            snprintf(message, MESSAGE_SIZE, "%s", mesh_doubt());
            return 1;
        }
        for (uint32_t i = 0; i < shader->buffer_count; i++)
            memcpy(shader->buffers[i].host[run], shader->buffers[i].live, shader->buffers[i].size);
    }
    return 0;
}

enum outcome host_compare_run(struct shader *shader, const struct settings *settings, const char *files,
                              uint32_t subgroup_size, bool *escaped, char *message) {
    int status;
    shader_enter(shader, settings);
    pid_t child = fork();
    *escaped = false;
    if (child == 0) {
        signal(SIGALRM, SIG_DFL); /* this process ends alone */
        alarm(SECONDS_TO_RUN);
        _exit(*settings->on ? machine_run_all(shader, settings, files, message)
                            : run_all(shader, settings, files, subgroup_size, message));
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        snprintf(message, MESSAGE_SIZE, "cannot fork");
        return OUTCOME_NOT_COMPARABLE;
    }
    if (WIFSIGNALED(status)) {
        int signal_number = WTERMSIG(status);
        *escaped = true;
        snprintf(message, MESSAGE_SIZE, "the translation %s",
                 signal_number == SIGALRM   ? "does not end"
                 : signal_number == SIGSEGV ? "accesses memory out of bounds"
                                            : strsignal(signal_number));
        return OUTCOME_NOT_COMPARABLE;
    }
    *escaped = *settings->on && WEXITSTATUS(status) == MACHINE_FAULT;
    return WEXITSTATUS(status) == 0 ? OUTCOME_EQUAL : OUTCOME_NOT_COMPARABLE;
}
