/* Questions about a module that is read and not translated. */
#include "mmra/base/search.h"
#include "translator/library/request.h"
#include "translator/lower/fail.h"

struct smmra_module {
    struct arena arena; /* holds this object too */
    struct spirv_module spirv;
    const smmra_entry_point *const *entry_points;
};

static smmra_module *keep(struct request *request) {
    smmra_module *module = arena_allocate_array(&request->reading, 1, sizeof *module);
    module->spirv = request->spirv;
    smmra_entry_point *points =
        arena_allocate_array(&request->reading, request->spirv.entry_point_count, sizeof *points);
    for (uint32_t i = 0; i < request->spirv.entry_point_count; i++) {
        const struct spirv_entry_point *entry = &request->spirv.entry_points[i];
        points[i] = (smmra_entry_point){entry->name, entry->execution_model, entry->function};
    }
    module->entry_points = arena_list(&request->reading, points, request->spirv.entry_point_count, sizeof *points);
    module->arena = request_keep(request, &request->reading);
    return module;
}

smmra_result smmra_module_read(const uint32_t *words, size_t word_count, const smmra_options *options,
                               smmra_module **module) {
    struct request request;
    if (!module)
        return SMMRA_INVALID_ARGUMENT;
    *module = NULL;
    smmra_result result = request_begin(&request, words, word_count, options);
    if (result != SMMRA_SUCCESS)
        return result;
    if (setjmp(request.landing)) {
        request_end(&request);
        return request.lowering.result;
    }
    lowering_poll(&request.lowering);
    request_read(&request, words, word_count, false);
    *module = keep(&request);
    return SMMRA_SUCCESS;
}

const smmra_entry_point *const *smmra_module_entry_points(const smmra_module *module, size_t *count) {
    if (count)
        *count = module->spirv.entry_point_count;
    return module->entry_points;
}

bool smmra_module_pointer_is_thread_private(const smmra_module *module, uint32_t id) {
    const struct spirv_type *type = spirv_type_of_value(&module->spirv, id);
    return type && type->opcode == SpvOpTypePointer && map_is_thread_private(type->storage_class);
}

/* The function that the word is in; NULL: none. They are in order of their words. */
static const struct spirv_function *function_around(const struct spirv_module *spirv, uint32_t word) {
    uint32_t at = COUNT_UP_TO(spirv->functions, spirv->function_count, end_word, word);
    return at < spirv->function_count && spirv->functions[at].word <= word ? &spirv->functions[at] : NULL;
}

static bool begins_instruction(const struct spirv_module *spirv, uint32_t word) {
    const struct spirv_function *function = function_around(spirv, word);
    uint32_t at = function ? function->word : word;
    while (at < word)
        at += spirv->words[at] >> 16;
    return function && at == word;
}

bool smmra_module_access_is_thread_private(const smmra_module *module, uint32_t word) {
    const struct spirv_module *spirv = &module->spirv;
    if (!begins_instruction(spirv, word))
        return false;
    struct spirv_instruction in = spirv_instruction_at(spirv, word);
    struct spirv_memory_view view;
    struct spirv_error error = {0};
    if (spirv_decode_memory(spirv, NULL, &in, &view, &error) != SPIRV_OK)
        return false;
    switch (view.kind) {
    case SPIRV_MEMORY_NONE:
    case SPIRV_MEMORY_BARRIER:
    case SPIRV_MEMORY_CONTROL_BARRIER:
    case SPIRV_MEMORY_ARRIVE:
    case SPIRV_MEMORY_WAIT:
        return false;
    case SPIRV_MEMORY_COPY:
        return map_is_thread_private(view.storage_class) && map_is_thread_private(view.source_storage_class);
    default:
        return map_is_thread_private(view.storage_class);
    }
}

void smmra_module_destroy(smmra_module *module) {
    if (!module)
        return;
    struct arena arena = module->arena; /* which holds the module itself */
    arena_destroy(&arena);
}
