/* Validation of real translations: the module is translated by the library, as text, which is parsed and run as the
 * same grid under AMDGPU's model. */
#include <stdio.h>
#include <string.h>

#include "translator/internal_flags.h"
#include "translator/validation/litmus_module.h"

/* ---- the module with the workgroup size of the grid ---- */

const uint32_t *module_with_local_size(const struct litmus_spirv *program, struct arena *arena) {
    uint32_t *words = arena_allocate_array(arena, program->word_count, sizeof *words);
    memcpy(words, program->words, program->word_count * sizeof *words);
    for (size_t at = 5; program->model == SpvExecutionModelGLCompute && at + 5 < program->word_count && words[at] >> 16;
         at += words[at] >> 16) {
        uint16_t opcode = words[at] & 0xFFFF;
        bool mode = (opcode == SpvOpExecutionMode && words[at + 2] == SpvExecutionModeLocalSize) ||
                    (opcode == SpvOpExecutionModeId && words[at + 2] == SpvExecutionModeLocalSizeId);
        if (!mode)
            continue;
        words[at] = (words[at] & 0xFFFF0000) | SpvOpExecutionMode;
        words[at + 2] = SpvExecutionModeLocalSize;
        memcpy(words + at + 3, program->grid.local, sizeof program->grid.local);
    }
    return words;
}

/* ---- parameters ---- */

/* Whether the memory is that of the thread's workgroup. Each workgroup has memory of its own for a variable; all but
 * the first call it NAME@N. Push constants are the same for all. */
static bool is_of_thread(const struct litmus_memory *memory, const struct litmus_spirv_thread *at) {
    if (memory->storage_class == SpvStorageClassPushConstant)
        return true;
    bool payload = memory->storage_class == SpvStorageClassTaskPayloadWorkgroupEXT;
    uint32_t task = at->launched_by ? at->launched_by - 1 : at->model == SpvExecutionModelTaskEXT ? at->workgroup : 0;
    return memory->workgroup == (payload ? task : at->workgroup);
}

static const struct litmus_memory *find_memory(const struct litmus_spirv *program, const smmra_resource *resource,
                                               const struct litmus_spirv_thread *at) {
    uint32_t class = resource->kind == SMMRA_RESOURCE_PUSH_CONSTANTS ? SpvStorageClassPushConstant
                     : resource->kind == SMMRA_RESOURCE_TASK_PAYLOAD ? SpvStorageClassTaskPayloadWorkgroupEXT
                                                                     : SpvStorageClassMax;
    for (uint32_t i = 0; i < program->memory_count; i++) {
        const struct litmus_memory *memory = &program->memory[i];
        if (class == SpvStorageClassMax ? memory->set == resource->set && memory->binding == resource->binding
                                        : memory->storage_class == class && is_of_thread(memory, at))
            return memory;
    }
    return NULL;
}

/* Returns the first word after that decoration of the variable, or of a member; SMMRA_NONE: it has none. */
static uint32_t decoration_of(const struct litmus_spirv *program, uint32_t id, uint32_t member, uint32_t decoration) {
    const uint32_t *words = program->words, opcode = member == SMMRA_NONE ? SpvOpDecorate : SpvOpMemberDecorate;
    const uint32_t first = member == SMMRA_NONE ? 2 : 3;
    for (size_t at = 5; at < program->word_count && (words[at] & 0xFFFF) != SpvOpFunction; at += words[at] >> 16)
        if ((words[at] & 0xFFFF) == opcode && words[at] >> 16 > first + 1 && words[at + 1] == id &&
            (first == 2 || words[at + 2] == member) && words[at + first] == decoration)
            return words[at + first + 1];
    return SMMRA_NONE;
}

static const uint32_t *type_at(const struct litmus_spirv *program, uint32_t id) {
    const uint32_t *words = program->words;
    for (size_t at = 5; at < program->word_count && (words[at] & 0xFFFF) != SpvOpFunction; at += words[at] >> 16)
        if ((words[at] & 0xFFFF) >= SpvOpTypeVoid && (words[at] & 0xFFFF) <= SpvOpTypePointer && words[at + 1] == id)
            return words + at;
    return NULL;
}

/* The structure that the variable has, or arrays of it; 0: none. */
static uint32_t structure_of(const struct litmus_spirv *program, uint32_t variable) {
    const uint32_t *words = program->words, *type = NULL;
    for (size_t at = 5; at < program->word_count && (words[at] & 0xFFFF) != SpvOpFunction; at += words[at] >> 16)
        if ((words[at] & 0xFFFF) == SpvOpVariable && words[at + 2] == variable)
            type = type_at(program, words[at + 1]);
    type = type && (*type & 0xFFFF) == SpvOpTypePointer ? type_at(program, type[3]) : NULL;
    while (type && ((*type & 0xFFFF) == SpvOpTypeArray || (*type & 0xFFFF) == SpvOpTypeRuntimeArray))
        type = type_at(program, type[2]);
    return type && (*type & 0xFFFF) == SpvOpTypeStruct ? type[1] : 0;
}

/* The Location from which on a member's follow each other: its own, or that of the last member before it that has one,
 * or of all of the structure (Vulkan, "Location and Component Assignment"). */
static uint32_t member_location(const struct litmus_spirv *program, uint32_t structure, uint32_t member,
                                uint32_t location) {
    uint32_t own = SMMRA_NONE;
    for (uint32_t m = member + 1; own == SMMRA_NONE && m-- > 0;)
        own = decoration_of(program, structure, m, SpvDecorationLocation);
    return own == SMMRA_NONE ? location : own;
}

/* The Location from which on the interface may be about the variable of this memory; 0 for a built-in, and SMMRA_NONE:
 * it is about another one. */
static uint32_t place_of(const struct litmus_spirv *program, const smmra_interface *about, uint32_t variable) {
    const uint32_t structure = about->member == SMMRA_NONE ? 0 : structure_of(program, variable);
    const uint32_t id = structure ? structure : variable, member = structure ? about->member : SMMRA_NONE;
    uint32_t component = decoration_of(program, id, member, SpvDecorationComponent);
    uint32_t location = decoration_of(program, variable, SMMRA_NONE, SpvDecorationLocation);
    if ((about->member != SMMRA_NONE && !structure) ||
        decoration_of(program, id, member, SpvDecorationBuiltIn) != about->builtin)
        return SMMRA_NONE;
    if (about->builtin != SMMRA_NONE)
        return 0;
    location = structure ? member_location(program, structure, member, location) : location;
    return location <= about->location && (component == SMMRA_NONE ? 0 : component) == about->component ? location
                                                                                                        : SMMRA_NONE;
}

/* An input or output that invocations share: by its name, and where several have that or none, by where they are too.
 * Of several that begin before its Location it is of the last. */
static const struct litmus_memory *find_shared(const struct litmus_spirv *program, const smmra_interface *about,
                                               const struct litmus_spirv_thread *at) {
    const uint32_t class = about->direction == SMMRA_DIRECTION_INPUT ? SpvStorageClassInput : SpvStorageClassOutput;
    const struct litmus_memory *named = NULL, *placed = NULL;
    uint32_t named_count = 0, last = 0;
    bool several = false;
    for (uint32_t i = 0; i < program->memory_count; i++) {
        const struct litmus_memory *memory = &program->memory[i];
        const char *name = memory->debug_name ? memory->debug_name : "";
        if (memory->storage_class != class || !is_of_thread(memory, at) || strcmp(name, about->name) != 0)
            continue;
        named = memory;
        named_count++;
        uint32_t place = place_of(program, about, memory->variable);
        if (place == SMMRA_NONE || (placed && place < last))
            continue;
        several = placed && place == last;
        placed = memory;
        last = place;
    }
    return named_count == 1 ? named : several ? NULL : placed;
}

static const smmra_translated_entry *entry_of(const struct litmus_spirv_thread *at,
                                              const smmra_translation *translation) {
    size_t count;
    const smmra_translated_entry *const *entries = smmra_translation_entry_points(translation, &count);
    for (size_t i = 0; i < count; i++)
        if (entries[i]->execution_model == at->model && strcmp(entries[i]->name, at->entry) == 0)
            return entries[i];
    return NULL;
}

/* Whether the resource goes with the ray: the caller hands it over, or nobody else has it. */
static bool is_of_ray(const smmra_resource *resource, struct litmus_ir_argument *argument) {
    *argument = (struct litmus_ir_argument){.private_bytes = resource->byte_size};
    argument->is_payload =
        resource->kind == SMMRA_RESOURCE_RAY_PAYLOAD || resource->kind == SMMRA_RESOURCE_CALLABLE_DATA;
    return argument->is_payload || resource->kind == SMMRA_RESOURCE_HIT_ATTRIBUTE;
}

static bool bind_resources(struct module_translation *m, const smmra_translated_entry *entry,
                           const struct litmus_spirv_thread *at, struct litmus_ir_argument *arguments) {
    for (size_t i = 0; i < entry->resource_count; i++) {
        const smmra_resource *resource = entry->resources[i];
        const struct litmus_memory *memory = find_memory(m->program, resource, at);
        if (is_of_ray(resource, &arguments[resource->parameter]))
            continue;
        if (resource->kind == SMMRA_RESOURCE_DESCRIPTOR_ARRAY) {
            snprintf(m->message, sizeof m->message, "a parameter of the kernel that is an array of descriptors");
            return false;
        }
        if (!memory) {
            snprintf(m->message, sizeof m->message,
                     "a parameter of the kernel that is no buffer and no image (set %u, binding %u)", resource->set,
                     resource->binding);
            return false;
        }
        arguments[resource->parameter] = (struct litmus_ir_argument){
            .value = resource->kind == SMMRA_RESOURCE_SIZE ? memory->bytes : memory->address,
            .images = memory->images,
            .image_count = memory->image_count};
    }
    return true;
}

/* Pointers to what is shared, then inputs; how many parameters there are, or 0: they cannot be given. */
static uint32_t bind_interface(struct module_translation *m, const smmra_translated_entry *entry,
                               const struct litmus_spirv_thread *at, struct litmus_ir_argument *arguments) {
    uint32_t count = (uint32_t)entry->resource_count, subgroup = m->program->grid.subgroup;
    for (size_t i = 0; i < entry->interface_count; i++) {
        const smmra_interface *about = entry->interfaces[i];
        bool shared = about->address_space == ADDRESS_SPACE_LOCAL;
        const struct litmus_memory *memory = shared ? find_shared(m->program, about, at) : NULL;
        bool asked = about->position == SMMRA_NONE; /* by a call for a vertex */
        if (asked || (!shared && about->direction == SMMRA_DIRECTION_OUTPUT))
            continue;
        if (shared && !memory) {
            snprintf(m->message, sizeof m->message, "blocks of shared outputs or inputs that have one name, \"%.80s\"",
                     about->name);
            return UINT32_MAX;
        }
        struct litmus_ir_argument *argument = &arguments[about->position];
        *argument = (struct litmus_ir_argument){.value = shared ? memory->address : 0,
                                                .is_input = !shared,
                                                .is_place = about->builtin == SpvBuiltInFragCoord};
        if (!shared)
            argument->number_count = litmus_builtin_values(at, subgroup, about->builtin, argument->numbers);
        count = about->position >= count ? about->position + 1 : count;
    }
    return count;
}

static bool bind_entry(struct module_translation *m, const smmra_translated_entry *entry,
                       const struct litmus_spirv_thread *at, struct arena *arena,
                       const struct litmus_ir_argument **given, uint32_t *count) {
    struct litmus_ir_argument *arguments =
        arena_allocate_array(arena, entry->resource_count + entry->interface_count + 1, sizeof *arguments);
    *given = arguments;
    if (!bind_resources(m, entry, at, arguments))
        return false;
    *count = bind_interface(m, entry, at, arguments);
    return *count != UINT32_MAX;
}

static const uint32_t called_models[] = {[LITMUS_CALL_ANY_HIT] = SpvExecutionModelAnyHitKHR,
                                         [LITMUS_CALL_CLOSEST_HIT] = SpvExecutionModelClosestHitKHR,
                                         [LITMUS_CALL_MISS] = SpvExecutionModelMissKHR,
                                         [LITMUS_CALL_CALLABLE] = SpvExecutionModelCallableKHR};

/* The shaders that a ray leads to, each for this thread. */
static bool bind_called(struct module_translation *m, const smmra_translation *translation,
                        const struct litmus_spirv_thread *caller, struct arena *arena,
                        struct litmus_invocation *invocation) {
    size_t count;
    const smmra_translated_entry *const *entries = smmra_translation_entry_points(translation, &count);
    struct litmus_ir_shader *shaders = arena_allocate_array(arena, count + 1, sizeof *shaders);
    struct litmus_spirv_thread at = *caller;
    for (size_t i = 0; i < count; i++)
        for (uint8_t kind = 0; kind < sizeof called_models / sizeof *called_models; kind++) {
            struct litmus_ir_shader *shader = &shaders[invocation->shader_count];
            if (entries[i]->execution_model != called_models[kind])
                continue;
            at.model = called_models[kind];
            shader->kind = kind;
            shader->function = arena_copy_string(arena, entries[i]->function, strlen(entries[i]->function));
            if (!bind_entry(m, entries[i], &at, arena, &shader->arguments, &shader->argument_count))
                return false;
            invocation->shader_count++;
        }
    invocation->shaders = shaders;
    return true;
}

static bool bind_thread(struct module_translation *m, const smmra_translation *translation, uint32_t thread,
                        struct arena *arena, struct litmus_invocation *invocation) {
    const struct litmus_spirv_thread *at = &m->program->threads[thread];
    const smmra_translated_entry *entry = entry_of(at, translation);
    if (!entry) {
        snprintf(m->message, sizeof m->message, "its translation has no such entry point");
        return false;
    }
    if (!bind_entry(m, entry, at, arena, &invocation->arguments, &invocation->argument_count))
        return false;
    if (m->program->litmus.program.call_level && !bind_called(m, translation, at, arena, invocation))
        return false;
    if (at->model == SpvExecutionModelFragment)
        invocation->pixel = litmus_pixel_of(at);
    if (at->model != SpvExecutionModelGLCompute)
        invocation->function = arena_copy_string(arena, entry->function, strlen(entry->function));
    return true;
}

/* ---- the grid ---- */

static bool is_buffer(const struct litmus_spirv *program, uint64_t address) {
    for (uint32_t i = 0; i < program->memory_count; i++) {
        const struct litmus_memory *memory = &program->memory[i];
        if (address >= memory->address && address < memory->address + memory->bytes)
            return memory->storage_class != SpvStorageClassWorkgroup;
    }
    return false;
}

static bool is_lock(uint64_t address) {
    return address >= LITMUS_INTERLOCK_ADDRESS && address < LITMUS_INTERLOCK_ADDRESS + UINT64_C(4) * MODEL_MAX_THREADS;
}

/* The bytes of each cell that buffer addresses in memory lead to, if all have as many; else 0. */
static uint32_t reached_bytes(const struct litmus_spirv *program) {
    const struct program *spirv = &program->litmus.program;
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < program->memory_count; i++)
        for (uint32_t k = 0;
             program->memory[i].storage_class == SpvStorageClassPhysicalStorageBuffer && k < spirv->cell_count; k++) {
            const struct litmus_memory *memory = &program->memory[i];
            const struct program_cell *cell = &spirv->cells[k];
            if (cell->address < memory->address || cell->address - memory->address >= memory->bytes ||
                cell->bytes == bytes)
                continue;
            if (bytes)
                return 0;
            bytes = cell->bytes;
        }
    return bytes;
}

static void describe_memory(const struct litmus_spirv *program, struct arena *arena, struct litmus_ir_grid *grid) {
    const struct program *spirv = &program->litmus.program;
    struct program_cell *cells = arena_allocate_array(arena, spirv->cell_count + 1, sizeof *cells);
    struct litmus_memory_range *memory = arena_allocate_array(arena, program->memory_count + 1, sizeof *memory);
    for (uint32_t i = 0; i < spirv->cell_count; i++)
        if (is_buffer(program, spirv->cells[i].address) || is_lock(spirv->cells[i].address))
            cells[grid->cell_count++] = spirv->cells[i];
    for (uint32_t i = 0; i < program->memory_count; i++)
        memory[grid->memory_count++] =
            (struct litmus_memory_range){program->memory[i].address, program->memory[i].bytes};
    grid->cells = cells;
    grid->memory = memory;
    grid->reached_bytes = reached_bytes(program);
}

/* Describes the values that @Input gives the memory of workgroups to begin with. */
static void describe_locals(const struct litmus_spirv *program, struct arena *arena, struct litmus_ir_grid *grid) {
    const struct program *spirv = &program->litmus.program;
    struct litmus_ir_local *locals = arena_allocate_array(arena, spirv->cell_count + 1, sizeof *locals);
    for (uint32_t i = 0; i < spirv->cell_count; i++)
        for (uint32_t k = 0; k < program->memory_count; k++) {
            const struct litmus_memory *memory = &program->memory[k];
            const struct program_cell *cell = &spirv->cells[i];
            if (memory->given && !cell->undefined && cell->address >= memory->address &&
                cell->address < memory->address + memory->bytes)
                locals[grid->local_count++] = (struct litmus_ir_local){memory->given, memory->workgroup, cell->bytes,
                                                                       cell->address - memory->address, cell->initial};
        }
    grid->locals = locals;
}

/* The sizes of the module's own atomics in memory that its translation may keep local. */
static uint32_t local_atomics(const struct litmus_spirv *program) {
    const struct program *spirv = &program->litmus.program;
    uint32_t sizes = 0;
    for (uint32_t t = 0; t < spirv->thread_count; t++)
        for (uint32_t k = 0; k < spirv->threads[t].code_count; k++) {
            const struct program_instruction *i = &spirv->threads[t].code[k];
            uint64_t address = i->a.kind == PROGRAM_CONSTANT ? i->a.value : i->lowest;
            if (i->opcode == PROGRAM_ACCESS && i->operation.flags & MODEL_ATOMIC && !is_buffer(program, address))
                sizes |= i->bytes;
        }
    return sizes;
}

static bool place_invocations(struct module_translation *m, const smmra_translation *translation, struct arena *arena,
                              struct litmus_ir_grid *grid) {
    const struct litmus_grid *size = &m->program->grid;
    const struct program *spirv = &m->program->litmus.program;
    struct litmus_invocation *all = arena_allocate_array(arena, spirv->thread_count, sizeof *all);
    for (uint32_t t = 0; t < spirv->thread_count; t++) {
        const struct litmus_spirv_thread *at = &m->program->threads[t];
        uint32_t task = at->launched_by;
        all[t] = (struct litmus_invocation){.name = spirv->threads[t].name,
                                            .workgroup = at->workgroup,
                                            .wave = spirv->threads[t].scopes.instance[VULKAN_SUBGROUP],
                                            .lane = at->local_index % size->subgroup,
                                            .launch = litmus_launch_of(at),
                                            .is_launched = task != 0};
        memcpy(all[t].group, at->group, sizeof all[t].group);
        memcpy(all[t].local, at->local, sizeof all[t].local);
        if (!bind_thread(m, translation, t, arena, &all[t]))
            return false;
    }
    memcpy(grid->groups, size->groups, sizeof grid->groups);
    grid->subgroup = size->subgroup;
    grid->invocations = all;
    grid->invocation_count = spirv->thread_count;
    grid->has_calls = spirv->call_level;
    grid->calls_in_lane = m->options.flags & SMMRA_FLAG_SHADER_CALLS_IN_LANE;
    return true;
}

void observe_buffers(struct litmus_spirv *program) {
    struct program *spirv = &program->litmus.program;
    for (uint32_t i = 0; i < spirv->cell_count; i++)
        spirv->cells[i].observed = is_buffer(program, spirv->cells[i].address);
    observe_all(spirv, &program->litmus.observations);
}

bool module_knows_subgroups(const struct litmus_spirv *program) {
    for (size_t at = 5; at + 1 < program->word_count && program->words[at] >> 16; at += program->words[at] >> 16)
        if ((program->words[at] & 0xFFFF) == SpvOpCapability &&
            program->words[at + 1] >= SpvCapabilityGroupNonUniform &&
            program->words[at + 1] <= SpvCapabilityGroupNonUniformQuad)
            return true;
    return false;
}

void module_describe(const struct litmus_spirv *program, struct arena *arena, struct litmus_ir_grid *grid) {
    describe_memory(program, arena, grid);
    describe_locals(program, arena, grid);
    grid->local_atomics = local_atomics(program);
}

/* ---- translation ---- */

static void keep_message(void *user, const smmra_diagnostic *diagnostic) {
    struct module_translation *m = user;
    if (diagnostic->severity == SMMRA_SEVERITY_ERROR)
        snprintf(m->message, sizeof m->message, "%s", diagnostic->message);
}

static smmra_result run_library(struct module_translation *m, const struct map_options *options, struct arena *arena) {
    smmra_options given = m->options;
    given.size = sizeof given;
    given.entry = m->program->litmus.program.call_level ? NULL : m->program->entry; /* with the shaders that it calls */
    given.flags |= SMMRA_FLAG_NO_CHECK | INTERNAL_FLAG_EXACT_FLOATS |
                   (options->atomics_sync_as ? SMMRA_FLAG_ATOMICS_SYNC_AS : 0) |
                   (options->implicit_nonprivate ? SMMRA_FLAG_IMPLICIT_NONPRIVATE : 0);
    given.profile = (smmra_profile)options->profile;
    given.diagnose = keep_message;
    given.diagnose_user = m;
    const uint32_t *words = module_with_local_size(m->program, arena);
    m->result = smmra_translate(words, m->program->word_count, &given, &m->translation);
    return m->result;
}

void module_forget(struct module_translation *m) {
    smmra_translation_destroy(m->translation);
    m->translation = NULL;
}

bool translate_module(struct validation_source *source, const struct map_options *options, struct arena *arena,
                      struct litmus *ir, struct validation *v) {
    struct module_translation *m = source->user;
    struct litmus_ir_grid grid = {0};
    v->what = m->message;
    if (run_library(m, options, arena) != SMMRA_SUCCESS)
        return false;
    bool bound = place_invocations(m, m->translation, arena, &grid);
    size_t length;
    const char *text = smmra_translation_text(m->translation, &length);
    v->text = arena_copy_string(arena, text, length);
    module_forget(m);
    if (!bound)
        return false;
    if (source->through) {
        const char *error;
        v->text = source->through->run(source->through->user, v->text, arena, &error);
        if (!v->text) {
            snprintf(m->message, sizeof m->message, "%s", error);
            return false;
        }
        length = strlen(v->text);
    }
    module_describe(m->program, arena, &grid);
    litmus_read_ir_grid(ir, arena, v->text, length, profile_get(options->profile)->revision, &grid);
    if (ir->error)
        snprintf(m->message, sizeof m->message, "line %u of the translation: %s", ir->line, ir->error);
    return !ir->error;
}

const char *translate_for_machine(struct module_translation *m, struct arena *arena, struct litmus_ir_grid *grid) {
    struct map_options options = {.profile = (enum profile)m->options.profile, .thread_private = true};
    size_t length;
    if (run_library(m, &options, arena) != SMMRA_SUCCESS)
        return NULL;
    bool bound = place_invocations(m, m->translation, arena, grid);
    if (bound) {
        grid->arguments = grid->invocations[0].arguments;
        grid->argument_count = grid->invocations[0].argument_count;
    }
    const char *text = smmra_translation_text(m->translation, &length);
    text = arena_copy_string(arena, text, length);
    module_forget(m);
    module_describe(m->program, arena, grid);
    return bound ? text : NULL;
}
