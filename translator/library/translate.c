/* smmra_translate: options in, text out. Everything in between is in the request's three arenas, and every failure
 * jumps back here. */
#include <stdio.h>

#include "translator/internal_flags.h"
#include "translator/library/findings.h"
#include "translator/library/provenance.h"
#include "translator/library/request.h"
#include "translator/lower/budget.h"
#include "translator/lower/debug_info.h"
#include "translator/lower/functions/driver_kernel.h"
#include "translator/lower/functions/driver_table.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/functions/meeting_places.h"
#include "translator/lower/functions/turns.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/names.h"
#include "translator/lower/opcodes.h"
#include "translator/lower/sources.h"
#include "translator/lower/stages/helpers.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"
#include "translator/map/pipeline.h"

struct smmra_translation {
    struct arena arena; /* holds this object too */
    const char *text;
    size_t length;
    const smmra_resource *const *resources;
    size_t resource_count;
    const smmra_translated_entry *const *entries;
    const smmra_facts *facts; /* by entry */
    size_t entry_count;
    const smmra_finding *const *findings;
    size_t finding_count;
    smmra_statistics statistics;
};

static struct map_options map_options(const smmra_options *options) {
    bool device = options->memory == SMMRA_MEMORY_DEVICE ||
                  (options->memory == SMMRA_MEMORY_BY_ABI && options->abi != SMMRA_ABI_KERNEL);
    return (struct map_options){
        .profile = target_get(options->target)->av_intrinsics ? (enum profile)options->profile : PROFILE_22,
        .glsl450 = options->glsl450 == SMMRA_GLSL450_STRICT ? GLSL450_STRICT : GLSL450_CONSERVATIVE,
        .implicit_nonprivate = options->flags & SMMRA_FLAG_IMPLICIT_NONPRIVATE,
        .atomics_sync_as = options->flags & SMMRA_FLAG_ATOMICS_SYNC_AS,
        .shader_calls_in_lane = options->flags & SMMRA_FLAG_SHADER_CALLS_IN_LANE,
        .buffers_by_resource = options->abi == SMMRA_ABI_DRIVER,
        .thread_private = !(options->flags & SMMRA_FLAG_NO_THREAD_PRIVATE),
        .device_memory = device,
        .fences_for_atomics = processor_find(options->mcpu) && profile_get((enum profile)options->profile)->released,
        .backend_workarounds = !(options->flags & SMMRA_FLAG_NO_BACKEND_WORKAROUNDS),
    };
}

/* ---- the steps ---- */

static void init_tables(struct request *request) {
    struct lowering *l = &request->lowering;
    const struct spirv_opaque_sizes sizes = {type_opaque_bytes, l};
    l->ids = arena_allocate_array(l->arena, l->spirv->definition_count + 1, sizeof *l->ids);
    driver_table_read_layout(l);
    spirv_lay_out(l->spirv, &sizes, &request->reading, &l->layouts);
    l->types = arena_allocate_array(l->arena, (size_t)l->layouts.count + 1, sizeof *l->types);
    l->environment_of = arena_allocate_array(l->arena, l->spirv->declaration_count + 1, sizeof *l->environment_of);
    l->functions = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *l->functions);
    l->part_budget = BUDGET_PARTS + BUDGET_PARTS_PER_WORD * (uint64_t)l->spirv->word_count;
}

/* The atomics and barriers of all functions. They matter if there is a barrier, which they may allow to reduce, or an
 * atomic on an image. */
struct synchronizing {
    uint32_t *words;
    uint32_t count, capacity;
    bool matters;
};

static NOINLINE void note_synchronizing(struct lowering *l, uint32_t word, struct synchronizing *found) {
    struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
    *ARENA_PUSH(l->arena, found->words, found->count, found->capacity) = word;
    if (found->matters)
        return;
    bool is_atomic = opcode_row(in.opcode)->traits & IS_ATOMIC;
    const struct spirv_type *pointer = is_atomic ? spirv_type_of_value(l->spirv, in.operands[0]) : NULL;
    found->matters =
        !pointer || pointer->opcode != SpvOpTypePointer || map_orders_by_fences(&l->map, pointer->storage_class);
}

/* mapping.md 6: which operations order which memory, and whether an image atomic both acquires and releases, or orders
 * Workgroup memory too. */
static void learn_facts_at(struct lowering *l, uint32_t word) {
    struct spirv_memory_view view;
    struct spirv_error error = {0};
    struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
    mmra_work(&l->watch, 1);
    request_require(l, spirv_decode_memory(l->spirv, NULL, &in, &view, &error), &error);
    map_learn_synchronization(&l->map, &view);
    if (!(opcode_row(in.opcode)->traits & IS_ATOMIC) || !map_orders_by_fences(&l->map, view.storage_class))
        return;
    l->map.facts.image_acq_rel |= map_image_atomic_is_acq_rel(&l->map, &view);
    l->map.facts.image_orders_local |= map_image_atomic_orders_local(&l->map, &view);
}

enum { WORDS_AT_A_TIME = 2048 };

static void find_synchronizing(struct lowering *l, const struct spirv_function *function, struct synchronizing *found) {
    const uint32_t *words = l->spirv->words;
    for (uint32_t word = function->word, end = function->end_word; word < end;) {
        uint32_t stop = end - word > WORDS_AT_A_TIME ? word + WORDS_AT_A_TIME : end;
        for (; word < stop; word += words[word] >> 16)
            if (opcode_row(words[word] & 0xFFFF)->traits & (IS_ATOMIC | IS_BARRIER))
                note_synchronizing(l, word, found);
        mmra_work(&l->watch, WORDS_AT_A_TIME / 16);
    }
}

/* Outputs of any entry point are local memory if some stage shares them, and else private. */
static void learn_stages(struct lowering *l) {
    for (uint32_t i = 0; i < l->spirv->entry_point_count; i++) {
        const struct stage *stage = stage_of_model(l->spirv->entry_points[i].execution_model);
        l->map.facts.shared_outputs |= stage && stage->shares_outputs;
        l->map.facts.barrier_of_outputs |= stage && stage->stage == SMMRA_STAGE_TESSELLATION_CONTROL;
        l->map.facts.task_payload |= stage && stage->stage == SMMRA_STAGE_TASK;
    }
}

static bool has_local_memory(const struct lowering *l) {
    for (uint32_t i = 0; i < l->spirv->global_count; i++)
        if (spirv_instruction_at(l->spirv, l->spirv->globals[i]).operands[0] == SpvStorageClassWorkgroup)
            return true;
    return false;
}

static void learn_facts(struct lowering *l) {
    learn_stages(l);
    l->map.facts.memory_model = l->spirv->memory_model;
    l->map.facts.copy_shares_operands = l->spirv->version < 0x00010400;
    l->map.facts.workgroup_initialized = workgroup_has_initialized(l);
    l->map.facts.local_memory = has_local_memory(l);
    struct synchronizing found = {.matters = l->map.facts.workgroup_initialized};
    for (uint32_t i = 0; i < l->spirv->function_count; i++)
        find_synchronizing(l, &l->spirv->functions[i], &found);
    for (uint32_t i = 0; found.matters && i < found.count; i++)
        learn_facts_at(l, found.words[i]);
}

static void refuse_choice(struct lowering *l) {
    char names[256] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < l->spirv->entry_point_count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s\"%.60s\"", i ? ", " : "",
                                 l->spirv->entry_points[i].name);
    if (used >= sizeof names)
        memcpy(names + sizeof names - sizeof "...", "...", sizeof "...");
    char stage[64] = "";
    if (l->options->stages)
        snprintf(stage, sizeof stage, " of the stage that was asked for (%s)", OPTION_NAME(l->options, STAGES));
    if (!l->options->entry)
        lowering_fail(l, SMMRA_INVALID_ARGUMENT, NULL, "the module has no entry point%s; it has %s", stage,
                      *names ? names : "none");
    lowering_fail(l, SMMRA_INVALID_ARGUMENT, NULL, "the module has no entry point \"%.60s\" (%s)%s; it has %s",
                  l->options->entry, OPTION_NAME(l->options, ENTRY), stage, *names ? names : "none");
}

/* Refuses the execution model of one entry point, or of the only stage that is asked for. */
static void refuse_model(struct lowering *l, const struct spirv_entry_point *entry) {
    const char *model = spirv_execution_model_name(entry->execution_model);
    FAIL_UNSUPPORTED(
        l, NULL,
        "entry point \"%.60s\" is of execution model %s, which is not supported; %s or %s chooses others to "
        "translate alone",
        entry->name, model ? model : "?", OPTION_NAME(l->options, ENTRY), OPTION_NAME(l->options, STAGES));
}

static void note_stage(struct lowering *l, const struct stage *stage) {
    l->has_shaders |= !stage->is_kernel;
    l->has_quads |= stage->has_quads;
    l->has_rays |= stage->has_rays;
    l->has_workgroups_of_shells |= stage->shares_outputs || (stage->has_workgroup && !stage->is_kernel);
}

/* The entry points to translate: those with the requested name and of the requested stages, or all. */
static uint32_t choose_entry_points(struct lowering *l, struct chosen_entry *chosen, uint32_t *roots) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->spirv->entry_point_count; i++) {
        const struct spirv_entry_point *entry = &l->spirv->entry_points[i];
        if (l->options->entry && strcmp(entry->name, l->options->entry) != 0)
            continue;
        const struct stage *stage = stage_of_model(entry->execution_model);
        if (l->options->stages && !(stage && l->options->stages >> stage->stage & 1))
            continue;
        if (!stage)
            refuse_model(l, entry);
        note_stage(l, stage);
        const struct spirv_function *function = spirv_function_of_id(l->spirv, entry->function);
        if (!function || !function->block_count)
            FAIL_INVALID(l, NULL, "entry point \"%.60s\" has no function body", entry->name);
        roots[count] = (uint32_t)(function - l->spirv->functions);
        chosen[count++].point = entry;
    }
    if (!count && (l->options->entry || l->options->stages))
        refuse_choice(l);
    if (!count)
        FAIL_INVALID(l, NULL, "the module has no entry point");
    return count;
}

/* ---- room for the IR ---- */

/* How much IR a function becomes is only known when it has been lowered. The first estimate is from the number of
 * instructions; when the room runs out, the rest is estimated from the IR so far. This happens only between functions,
 * because the arrays move. */
struct room {
    uint32_t words_done, words_left; /* of functions */
};

static struct room make_room_for_all(struct lowering *l) {
    uint32_t count = l->spirv->function_count;
    ir_module_reserve(l->ir, l->spirv->body_length + l->spirv->body_length / 8 * 3);
    return (struct room){0, count ? l->spirv->functions[count - 1].end_word - l->spirv->functions[0].word : 0};
}

enum { MAX_LIKELY_PER_WORD = 4 };

static void make_room(struct lowering *l, struct room *room, uint32_t function) {
    const struct ir_module *ir = l->ir;
    l->current = spirv_instruction_at(l->spirv, l->spirv->functions[function].word);
    uint32_t words = l->spirv->functions[function].end_word - l->spirv->functions[function].word;
    uint64_t done = room->words_done ? room->words_done : UINT64_MAX;
    uint64_t expected = (uint64_t)ir->instruction_count * words / done * 2;
    if (ir->instruction_capacity - ir->instruction_count < expected ||
        ir->value_capacity - ir->value_count < expected || ir->operand_capacity - ir->operand_count < 2 * expected) {
        uint64_t rest = (uint64_t)ir->instruction_count * room->words_left / done;
        uint64_t likely =
            (uint64_t)MAX_LIKELY_PER_WORD * room->words_left; /* one unusual function says little of the others */
        rest = rest < likely ? rest : likely;
        ir_module_reserve(l->ir, (uint32_t)(rest < UINT32_MAX / 4 ? rest + rest / 16 : UINT32_MAX / 4));
    }
    room->words_done += words;
    room->words_left -= words < room->words_left ? words : room->words_left;
}

static void lower_module(struct lowering *l) {
    uint32_t most = l->spirv->entry_point_count + 1;
    struct chosen_entry *entries = arena_allocate_array(l->arena, most, sizeof *entries);
    uint32_t *roots = arena_allocate(l->arena, most * sizeof *roots);
    uint32_t count = choose_entry_points(l, entries, roots);
    struct room room = make_room_for_all(l);
    names_init(l);
    uint32_t *entries_of = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *entries_of);
    for (uint32_t i = 0; i < count; i++)
        entries_of[roots[i]]++;
    for (uint32_t i = 0; i < count; i++)
        name_choose_entry(l, entries[i].point, entries_of[roots[i]] > 1, &entries[i].name, &entries[i].number);
    control_flow_init(l);
    workgroup_sizes_init(l);
    objects_init(l);
    for (uint32_t i = 0; i < count; i++)
        if (stage_of_model(entries[i].point->execution_model)->has_workgroup)
            workgroup_sizes_include(l, entries[i].point->function);
    if (l->options->abi == SMMRA_ABI_DRIVER)
        driver_kernel_module(l);
    else if (l->has_shaders)
        l->ir->triple = ir_text_of(l->ir, l->target->shader_triple);
    float_controls_init(l, roots, count);
    lower_globals(l);
    environment_init(l, entries, roots, count);
    constant_tables_init(l);
    places_init(l);
    turns_init(l);
    descriptors_init(l);
    helpers_init(l, entries, roots, count);
    for (uint32_t i = 0; i < l->order_count; i++) {
        if (entries_of[l->order[i]] == 1) /* its body is the kernel's */
            continue;
        make_room(l, &room, l->order[i]);
        lower_function(l, l->order[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (entries_of[roots[i]] == 1)
            make_room(l, &room, roots[i]);
        l->body.is_last = i + 1 == count;
        lower_kernel(l, &entries[i]);
    }
    globals_keep(l);
}

/* How many invocations a wave has at least. */
static uint32_t wave_of(const struct lowering *l, const struct processor *processor) {
    return l->options->wave ? l->options->wave : processor && processor->wave32 ? 32 : 64;
}

static struct pipeline pipeline_of(const struct lowering *l) {
    static const enum coherence coherence[] = {[SMMRA_COHERENCE_FENCE] = COHERENCE_BY_FENCE,
                                               [SMMRA_COHERENCE_ACCESS] = COHERENCE_BY_ACCESS,
                                               [SMMRA_COHERENCE_AUTO] = COHERENCE_AUTO};
    const struct processor *processor = processor_find(l->options->mcpu);
    return (struct pipeline){
        .profile = l->map.options.profile,
        .backend_workarounds = l->map.options.backend_workarounds,
        .processor = processor,
        .coherence = coherence[l->options->coherence],
        .workgroups_are_waves = l->largest_workgroup && !l->has_workgroups_of_shells && !l->has_partial_waves &&
                                l->largest_workgroup <= wave_of(l, processor),
    };
}

/* They refer to words, which must stay when the module has been freed. */
static void keep_places(struct lowering *l, const uint32_t *words) {
    sources_read(l, l->ir->arena);
    if (l->spirv->words == words)
        return;
    uint32_t *copy = arena_allocate_array(l->ir->arena, l->spirv->word_count, sizeof *copy);
    arena_copy(l->ir->arena, copy, l->spirv->words, l->spirv->word_count * sizeof *copy);
    l->places->words = copy;
}

/* LLVM 22's llc copies functions for address space 7, their debug information too, and then refuses the copy
 * (docs/reference/mapping.md 10). */
static bool has_debug_info(const struct lowering *l) {
    const smmra_options *options = l->options;
    bool copied = options->abi != SMMRA_ABI_KERNEL && options->target == SMMRA_TARGET_AMDGCN &&
                  profile_get(l->map.options.profile)->numbered && l->map.options.backend_workarounds;
    return !copied && !(options->flags & (SMMRA_FLAG_NO_DEBUG_INFO | SMMRA_FLAG_LINES));
}

static void translate(struct request *request, const uint32_t *words, size_t word_count) {
    struct lowering *l = &request->lowering;
    const smmra_options *options = &request->options;
    l->buffer_alignment = options->buffer_alignment          ? options->buffer_alignment
                          : options->abi != SMMRA_ABI_KERNEL ? 4
                                                             : 16;
    request_read(request, words, word_count, true);
    request_warn(request);
    lowering_poll(l);
    ir_module_init(&request->ir, &request->ir_arena);
    request->ir.watch = &l->watch;
    request->ir.lines = options->flags & SMMRA_FLAG_LINES;
    request->ir.triple = ir_text_of(&request->ir, l->target->triple);
    request->ir.data_layout = ir_text_of(&request->ir, l->target->data_layout);
    init_tables(request);
    l->map.options = map_options(&request->options);
    ir_set_revision(&request->ir, profile_get(l->map.options.profile)->revision);
    l->has_partial_waves = options->flags & INTERNAL_FLAG_PARTIAL_WAVES;
    l->has_exact_floats = options->flags & INTERNAL_FLAG_EXACT_FLOATS;
    l->has_other_undefined = options->flags & INTERNAL_FLAG_OTHER_UNDEFINED;
    learn_facts(l);
    lower_module(l);
    if (!l->target->for_models) {
        struct pipeline pipeline = pipeline_of(l);
        pipeline_finish(l->ir, &pipeline);
        provenance_write(l);
    }
    if (!l->spirv->first_string)
        return;
    keep_places(l, words);
    if (has_debug_info(l))
        debug_info_write(l);
}

static void count_memory_operations(const struct ir_module *ir, smmra_statistics *statistics) {
    statistics->instructions = ir->instruction_count;
    for (uint32_t i = 0; i < ir->instruction_count; i++)
        statistics->memory_operations += ir->instructions[i].mmra != MMRA_EMPTY_SET;
}

static const smmra_interface *const *keep_interface(struct request *request, const struct interface *interface) {
    smmra_interface *kept = arena_allocate(&request->output, (interface->count + 1) * sizeof *kept);
    for (uint32_t i = 0; i < interface->count; i++) {
        kept[i] = interface->values[i].about;
        kept[i].name = arena_copy_string(&request->output, kept[i].name, strlen(kept[i].name));
    }
    return arena_list(&request->output, kept, interface->count, sizeof *kept);
}

static void keep_facts(struct request *request, smmra_translation *translation) {
    const struct lowering *l = &request->lowering;
    struct arena *arena = &request->output;
    smmra_facts *kept = arena_allocate(arena, (l->entry_count + 1) * sizeof *kept);
    for (uint32_t i = 0; i < l->entry_count; i++) {
        const smmra_facts *facts = &l->entries[i].facts;
        uint32_t *builtins = arena_allocate_array(arena, facts->builtin_count + 1, sizeof *builtins);
        smmra_descriptor_use *uses = arena_allocate_array(arena, facts->descriptor_count + 1, sizeof *uses);
        kept[i] = *facts;
        if (facts->builtin_count)
            memcpy(builtins, facts->builtins, facts->builtin_count * sizeof *builtins);
        if (facts->descriptor_count)
            memcpy(uses, facts->descriptors[0], facts->descriptor_count * sizeof *uses);
        kept[i].builtins = builtins;
        kept[i].descriptors = arena_list(arena, uses, facts->descriptor_count, sizeof *uses);
    }
    translation->facts = kept;
}

/* After the resources. */
static void keep_entries(struct request *request, smmra_translation *translation) {
    const struct lowering *l = &request->lowering;
    struct arena *arena = &request->output;
    smmra_translated_entry *kept = arena_allocate(arena, (l->entry_count + 1) * sizeof *kept);
    for (uint32_t i = 0; i < l->entry_count; i++) {
        const struct interface_entry *entry = &l->entries[i];
        smmra_execution_mode *modes = arena_allocate(arena, (entry->mode_count + 1) * sizeof *modes);
        if (entry->mode_count)
            memcpy(modes, entry->modes, entry->mode_count * sizeof *modes);
        kept[i] =
            (smmra_translated_entry){.name = arena_copy_string(arena, entry->point->name, strlen(entry->point->name)),
                                     .function = arena_copy_string(arena, entry->function, strlen(entry->function)),
                                     .execution_model = entry->point->execution_model,
                                     .resources = translation->resources + entry->first_resource,
                                     .resource_count = entry->resource_count,
                                     .modes = arena_list(arena, modes, entry->mode_count, sizeof *modes),
                                     .mode_count = entry->mode_count};
        if (entry->workgroup_function)
            kept[i].workgroup_function =
                arena_copy_string(arena, entry->workgroup_function, strlen(entry->workgroup_function));
        if (!entry->interface)
            continue;
        kept[i].interfaces = keep_interface(request, entry->interface);
        kept[i].interface_count = entry->interface->count;
    }
    translation->entries = arena_list(arena, kept, l->entry_count, sizeof *kept);
    translation->entry_count = l->entry_count;
}

/* The kernels' names are in the module, which is freed before the translation, so they are copied. Resources of one
 * kernel follow each other. */
static void keep_resources(struct request *request, smmra_translation *translation) {
    const struct lowering *l = &request->lowering;
    smmra_resource *kept = arena_allocate(&request->output, l->resource_count * sizeof *kept);
    const char *original = NULL, *copy = NULL;
    for (uint32_t i = 0; i < l->resource_count; i++) {
        kept[i] = l->resources[i];
        if (kept[i].kernel != original) {
            original = kept[i].kernel;
            copy = arena_copy_string(&request->output, original, strlen(original));
        }
        kept[i].kernel = copy;
    }
    translation->resources = arena_list(&request->output, kept, l->resource_count, sizeof *kept);
    translation->resource_count = l->resource_count;
}

/* The checker uses the reading arena, which is free by now. In the module it only interns tag sets, whose arena stays.
 */
static void check(struct request *request) {
    struct lowering *l = &request->lowering;
    if (request->options.flags & SMMRA_FLAG_NO_CHECK)
        return;
    l->ir->arena = l->arena;
    findings_collect(l, &request->output, &request->findings);
    l->ir->arena = &request->ir_arena;
    arena_destroy(l->arena);
}

/* Frees what was read; the words stay if they are the caller's. */
static void forget_module(struct request *request, const uint32_t *words) {
    struct lowering *l = &request->lowering;
    l->current = (struct spirv_instruction){0};
    l->words_stay = request->spirv.words == words;
    arena_destroy(&request->reading);
}

static smmra_translation *finish(struct request *request, const uint32_t *words, size_t word_count) {
    smmra_translation *translation = arena_allocate_array(&request->output, 1, sizeof *translation);
    lowering_poll(&request->lowering);
    keep_resources(request, translation);
    keep_entries(request, translation);
    keep_facts(request, translation);
    forget_module(request, words);
    check(request);
    struct pipeline pipeline = pipeline_of(&request->lowering);
    if (!request->lowering.target->for_models)
        pipeline_spell(&request->ir, &pipeline);
    request->lowering.is_printing = true;
    translation->text = ir_print_in(&request->ir, &request->output, &translation->length);
    translation->findings =
        arena_list(&request->output, request->findings.items, request->findings.count, sizeof *request->findings.items);
    translation->finding_count = request->findings.count;
    translation->statistics.words = word_count;
    count_memory_operations(&request->ir, &translation->statistics);
    translation->statistics.bytes_allocated = request->memory.most;
    translation->arena = request_keep(request, &request->output);
    request_end(request);
    return translation;
}

smmra_result smmra_translate(const uint32_t *words, size_t word_count, const smmra_options *options,
                             smmra_translation **translation) {
    struct request request;
    if (!translation)
        return SMMRA_INVALID_ARGUMENT;
    *translation = NULL;
    smmra_result result = request_begin(&request, words, word_count, options);
    if (result != SMMRA_SUCCESS)
        return result;
    if (setjmp(request.landing)) {
        request_end(&request);
        return request.lowering.result;
    }
    translate(&request, words, word_count);
    *translation = finish(&request, words, word_count);
    return SMMRA_SUCCESS;
}

/* ---- what came out ---- */

const char *smmra_translation_text(const smmra_translation *translation, size_t *length) {
    if (length)
        *length = translation->length;
    return translation->text;
}

const smmra_resource *const *smmra_translation_resources(const smmra_translation *translation, size_t *count) {
    if (count)
        *count = translation->resource_count;
    return translation->resources;
}

const smmra_translated_entry *const *smmra_translation_entry_points(const smmra_translation *translation,
                                                                    size_t *count) {
    if (count)
        *count = translation->entry_count;
    return translation->entries;
}

const smmra_facts *smmra_translation_facts(const smmra_translation *translation, size_t entry) {
    return entry < translation->entry_count && translation->facts[entry].size ? &translation->facts[entry] : NULL;
}

const smmra_finding *const *smmra_translation_findings(const smmra_translation *translation, size_t *count) {
    if (count)
        *count = translation->finding_count;
    return translation->findings;
}

const smmra_statistics *smmra_translation_statistics(const smmra_translation *translation) {
    return &translation->statistics;
}

void smmra_translation_destroy(smmra_translation *translation) {
    if (!translation)
        return;
    struct arena arena = translation->arena; /* which holds the translation itself */
    arena_destroy(&arena);
}
