#include "tests/litmus/fronts/other_front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/internal_flags.h"
#include "translator/validation/litmus_module.h"

static const char only_other_does[] = "only the other front end does this";

struct reading {
    struct other_front *other;
    struct arena *arena;
    const struct litmus_spirv *spirv;
    const struct race_program *first;
    smmra_translation *translation;
    const char *text;
    size_t length;
    const char **lines; /* of the text */
    uint32_t line_count, line_capacity;
    uint32_t event; /* the word of the last fence that is an event, with nothing
                       behind it but fences; or 0 */
};

static bool refuse(struct reading *r, const char *why) {
    snprintf(r->other->refused, sizeof r->other->refused, "%s", why);
    return false;
}

static void keep_message(void *user, const smmra_diagnostic *diagnostic) {
    struct reading *r = user;
    if (diagnostic->severity == SMMRA_SEVERITY_ERROR)
        refuse(r, diagnostic->message);
}

/* ---- the translation ---- */

static bool translate(struct reading *r, const smmra_litmus_options *options) {
    const smmra_options given = {.size = sizeof given,
                                 .target = INTERNAL_TARGET_MODEL,
                                 .entry = r->spirv->entry,
                                 .flags = SMMRA_FLAG_LINES | SMMRA_FLAG_NO_CHECK | INTERNAL_FLAG_EXACT_FLOATS,
                                 .glsl450 = options->glsl450,
                                 .specializations = options->specializations,
                                 .specialization_count = options->specialization_count,
                                 .diagnose = keep_message,
                                 .diagnose_user = r};
    const uint32_t *words = module_with_local_size(r->spirv, r->arena);
    if (smmra_translate(words, r->spirv->word_count, &given, &r->translation) != SMMRA_SUCCESS)
        return *r->other->refused ? false : refuse(r, "it is not translated");
    r->text = smmra_translation_text(r->translation, &r->length);
    if (getenv("SMMRA_FRONTS_SHOW"))
        fputs(r->text, stderr);
    return true;
}

static void find_lines(struct reading *r) {
    *ARENA_PUSH(r->arena, r->lines, r->line_count, r->line_capacity) = "";
    for (const char *at = r->text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        *ARENA_PUSH(r->arena, r->lines, r->line_count, r->line_capacity) = at;
    }
}

/* The word that the instruction in a line of the text comes from. */
static uint32_t word_of(const struct reading *r, uint32_t line) {
    static const char mark[] = "!DILocation(line: ";
    const char *at = line < r->line_count ? r->lines[line] : "";
    const char *found = strstr(at, mark);
    return found && found < at + strcspn(at, "\n") ? (uint32_t)strtoul(found + sizeof mark - 1, NULL, 10) : 0;
}

/* ---- the kernel's parameters ---- */

static const struct litmus_memory *memory_of(const struct reading *r, const smmra_resource *resource) {
    for (uint32_t i = 0; i < r->spirv->memory_count; i++) {
        const struct litmus_memory *memory = &r->spirv->memory[i];
        const bool pushed = resource->kind == SMMRA_RESOURCE_PUSH_CONSTANTS;
        if (pushed ? memory->storage_class == SpvStorageClassPushConstant
                   : memory->set == resource->set && memory->binding == resource->binding)
            return memory;
    }
    return NULL;
}

static const char *const *registers_of(struct reading *r, uint32_t builtin) {
    const char **names = arena_allocate_array(r->arena, 3, sizeof *names);
    for (uint32_t k = 0; k < 3; k++)
        names[k] = grid_builtin_name(r->arena, builtin, k);
    return names;
}

static bool bind(struct reading *r, const smmra_resource *resource, struct litmus_ir_argument *argument) {
    const struct litmus_memory *memory = memory_of(r, resource);
    if (resource->kind == SMMRA_RESOURCE_NUM_WORKGROUPS) {
        argument->is_constant = true;
        argument->number_count = 3;
        memcpy(argument->numbers, r->spirv->grid.groups, sizeof r->spirv->grid.groups);
        return true;
    }
    if (resource->kind == SMMRA_RESOURCE_DESCRIPTOR_ARRAY)
        return refuse(r, "an array of descriptors");
    if (!memory)
        return refuse(r, "a parameter that is no memory of the program");
    if (memory->images) {
        for (uint32_t i = 0; i < memory->image_count; i++)
            if (memory->images[i].converted)
                return refuse(r, "an image whose texels keep other numbers than are written");
        argument->images = memory->images;
        argument->image_count = memory->image_count;
        return true;
    }
    argument->value = resource->kind == SMMRA_RESOURCE_SIZE ? memory->bytes : memory->address;
    return true;
}

static bool bind_all(struct reading *r, struct litmus_ir_argument **arguments, uint32_t *count) {
    size_t resource_count;
    const smmra_resource *const *resources = smmra_translation_resources(r->translation, &resource_count);
    *count = (uint32_t)resource_count + 2;
    *arguments = arena_allocate_array(r->arena, *count, sizeof **arguments);
    for (size_t i = 0; i < resource_count; i++)
        if (!bind(r, resources[i], &(*arguments)[resources[i]->parameter]))
            return false;
    (*arguments)[resource_count].registers = registers_of(r, SpvBuiltInLocalInvocationId);
    (*arguments)[resource_count + 1].registers = registers_of(r, SpvBuiltInWorkgroupId);
    return true;
}

/* ---- Workgroup variables: globals, whose names end with their ids ---- */

static bool find_globals(struct reading *r, struct litmus_ir_grid *grid) {
    uint64_t *addresses = NULL;
    uint32_t capacity = 0;
    for (uint32_t line = 1; line < r->line_count; line++) {
        const char *at = r->lines[line], *end = strstr(at, " = ");
        if (*at != '@' || !end || end > at + strcspn(at, "\n"))
            continue;
        if (strncmp(at, "@llvm.", 6) == 0) { /* nothing accesses it */
            *ARENA_PUSH(r->arena, addresses, grid->global_count, capacity) = 0;
            continue;
        }
        while (end[-1] == '"' || (end[-1] >= '0' && end[-1] <= '9'))
            end--;
        const uint32_t id = (uint32_t)strtoul(end, NULL, 10);
        uint64_t address = 0;
        for (uint32_t i = 0; i < r->spirv->memory_count; i++)
            if (r->spirv->memory[i].variable == id)
                address = r->spirv->memory[i].address;
        if (!address)
            return refuse(r, "a global that is no memory of the program");
        *ARENA_PUSH(r->arena, addresses, grid->global_count, capacity) = address;
    }
    grid->global_addresses = addresses;
    return true;
}

/* ---- the code ---- */

static const char *find_kernel(struct reading *r) {
    const char *at = strstr(r->text, "@smmra_kernel.");
    return at ? arena_copy_string(r->arena, at + 1, strcspn(at + 1, "(")) : NULL;
}

/* Several variables may be one memory. */
static uint64_t bytes_at(const struct reading *r, uint64_t address) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < r->spirv->memory_count; i++) {
        const struct litmus_memory *memory = &r->spirv->memory[i];
        most = memory->address == address && memory->bytes > most ? memory->bytes : most;
    }
    return most;
}

static bool read_code(struct reading *r, struct litmus *litmus) {
    struct litmus_ir_argument *arguments;
    struct litmus_ir_grid grid = {.invocation_count = 1,
                                  .subgroup = r->spirv->grid.subgroup,
                                  .is_shared = true,
                                  .lane = grid_builtin_name(r->arena, SpvBuiltInSubgroupLocalInvocationId, 0)};
    struct litmus_invocation invocation = {.name = "all", .function = find_kernel(r)};
    struct litmus_memory_range *memory = arena_allocate_array(r->arena, r->spirv->memory_count + 1, sizeof *memory);
    if (!invocation.function)
        return refuse(r, "no kernel");
    if (!bind_all(r, &arguments, &invocation.argument_count) || !find_globals(r, &grid))
        return false;
    for (uint32_t i = 0; i < r->spirv->memory_count; i++)
        memory[i] = (struct litmus_memory_range){r->spirv->memory[i].address, bytes_at(r, r->spirv->memory[i].address)};
    invocation.arguments = arguments;
    grid.memory = memory;
    grid.memory_count = r->spirv->memory_count;
    grid.invocations = &invocation;
    memcpy(grid.groups, r->spirv->grid.groups, sizeof grid.groups);
    litmus_read_ir_grid(litmus, r->arena, r->text, r->length, IR_LLVM_22, &grid);
    if (litmus->error)
        snprintf(r->other->refused, sizeof r->other->refused, "line %u: %s: %.*s", litmus->line, litmus->error,
                 litmus->line < r->line_count ? (int)strcspn(r->lines[litmus->line], "\n") : 0,
                 litmus->line < r->line_count ? r->lines[litmus->line] : "");
    return !litmus->error;
}

/* ---- its operations ---- */

/* The first front end's instruction that comes from the word and does this; of several that which may access the same
 * memory. NULL: none does. */
static const struct program_instruction *find_in(const struct program_thread *code, uint32_t word,
                                                 const struct program_instruction *like,
                                                 const struct program_instruction *found) {
    const uint16_t access = MODEL_READ | MODEL_WRITE;
    for (uint32_t k = 0; k < code->code_count; k++) {
        const struct program_instruction *i = &code->code[k];
        if (i->operation.origin != word || i->opcode != like->opcode ||
            ((i->operation.kind ^ like->operation.kind) & access))
            continue;
        bool better = !found || (i->lowest == like->lowest && found->lowest != like->lowest);
        found = better ? i : found;
    }
    return found;
}

static const struct program_instruction *find_alike(const struct reading *r, uint32_t word,
                                                    const struct program_instruction *like) {
    const struct program_instruction *found = NULL;
    for (uint32_t c = 0; c < r->first->code_count; c++)
        found = find_in(&r->first->codes[c], word, like, found);
    return found;
}

/* The first front end does not do this, or does not come to it. A run that comes to it has found a difference. */
static void forbid(struct reading *r, struct program_instruction *i, uint32_t word) {
    char text[400];
    snprintf(text, sizeof text, "%s at word %u: %.*s", only_other_does, word,
             (int)strcspn(r->lines[i->operation.line], "\n"), r->lines[i->operation.line]);
    *i = (struct program_instruction){.opcode = PROGRAM_FAULT};
    i->operation.text = arena_copy_string(r->arena, text, strlen(text));
}

static void drop(struct program_instruction *i, uint32_t at) {
    *i = (struct program_instruction){.opcode = PROGRAM_JUMP, .if_true = at + 1};
}

static void take_operation(struct reading *r, struct program_instruction *i, uint32_t at) {
    const uint32_t word = grid_word(&r->other->race.reader, word_of(r, i->operation.line));
    const struct program_instruction *alike = find_alike(r, word, i);
    if (i->opcode == PROGRAM_EVENT && (!alike || r->event == word)) {
        drop(i, at);
        return;
    }
    r->event = i->opcode == PROGRAM_EVENT ? word : 0;
    if (!alike) {
        forbid(r, i, word);
        return;
    }
    i->operation = alike->operation;
    i->reference = alike->reference;
    if (!i->highest) { /* an address that the module computes, or keeps in memory:
                          IR does not say of what */
        i->lowest = alike->lowest;
        i->highest = alike->highest;
    }
    i->barrier_level = i->barrier_level == MMRA_SCOPE_WORKGROUP ? VULKAN_WORKGROUP : VULKAN_SUBGROUP;
}

/* Calls are inlined, so that each barrier of the code is one of its own. */
static void take_operations(struct reading *r, struct program_thread *code) {
    uint32_t barriers = 0;
    for (uint32_t k = 0; k < code->code_count; k++) {
        struct program_instruction *i = &code->code[k];
        if (i->opcode == PROGRAM_EXCHANGE)
            i->barrier_level = VULKAN_SUBGROUP;
        if (i->opcode != PROGRAM_ACCESS && i->opcode != PROGRAM_EVENT && i->opcode != PROGRAM_BARRIER)
            continue;
        if (i->opcode == PROGRAM_BARRIER)
            i->barrier = ++barriers;
        take_operation(r, i, k);
    }
}

void other_front_read(struct other_front *other, struct arena *arena, struct litmus_race *first,
                      const smmra_litmus_options *options) {
    struct reading r = {.other = other, .arena = arena, .spirv = &first->spirv, .first = &first->program};
    struct litmus *litmus = arena_allocate_array(arena, 1, sizeof *litmus);
    *other = (struct other_front){.race = *first};
    if (first->spirv.model != SpvExecutionModelGLCompute)
        refuse(&r, "a stage other than compute");
    else if (first->spirv.turns)
        refuse(&r, "cooperative matrices, which are read in two ways");
    else if (translate(&r, options)) {
        find_lines(&r);
        if (read_code(&r, litmus))
            take_operations(&r, litmus->program.threads);
    }
    smmra_translation_destroy(r.translation);
    if (*other->refused)
        return;
    other->race.reader.by_local = false;
    other->race.first_code = 0;
    other->race.program.codes = litmus->program.threads;
    other->race.program.code_count = 1;
    other->race.program.ran = NULL;
    other->race.program.user = &other->race;
    litmus_race_find_builtins(&other->race);
}
