#include "translator/litmus/litmus_kernel.h"

#include <stdio.h>
#include <string.h>

#include "mmra/base/address_space.h"
#include "translator/map/pipeline.h"

/* Addresses at which the machine keeps a kernel's memory, results, arguments and descriptors. Each is on a line of its
 * own. */
enum { SPACING = 4096, ARGUMENTS_ADDRESS = 1 << 20, DESCRIPTORS_ADDRESS = 1 << 24, RESULT_BYTES = 4 };
#define RESULTS_ADDRESS (LITMUS_FIRST_ADDRESS + (UINT64_C(1) << 28))

/* ---- which programs ---- */

static uint32_t instance(const struct program *p, uint32_t thread, uint8_t level) {
    return p->threads[thread].scopes.instance[level];
}

static bool is_alone_in_wave(const struct program *p, uint32_t thread) {
    for (uint32_t t = 0; t < p->thread_count; t++)
        if (t != thread && instance(p, t, VULKAN_SUBGROUP) == instance(p, thread, VULKAN_SUBGROUP))
            return false;
    return true;
}

/* Whether no workgroup has threads in several waves. */
static bool workgroups_are_waves(const struct program *p) {
    for (uint32_t a = 0; a < p->thread_count; a++)
        for (uint32_t b = 0; b < a; b++)
            if (instance(p, a, VULKAN_WORKGROUP) == instance(p, b, VULKAN_WORKGROUP) &&
                instance(p, a, VULKAN_SUBGROUP) != instance(p, b, VULKAN_SUBGROUP))
                return false;
    return true;
}

/* The number of the thread's n-th barrier, or 0 after the last. */
static const struct program_instruction *nth_barrier(const struct program_thread *thread, uint32_t n) {
    for (uint32_t k = 0; k < thread->code_count; k++)
        if (thread->code[k].opcode == PROGRAM_BARRIER && n-- == 0)
            return &thread->code[k];
    return NULL;
}

/* The workgroup's barrier is one that all its waves come to, in one order. */
static const char *refused_barriers(const struct program *p, uint32_t a, uint32_t b) {
    bool same = instance(p, a, VULKAN_WORKGROUP) == instance(p, b, VULKAN_WORKGROUP);
    for (uint32_t n = 0;; n++) {
        const struct program_instruction *x = nth_barrier(&p->threads[a], n), *y = nth_barrier(&p->threads[b], n);
        if (!x && !y)
            return NULL;
        if (same && (!x || !y || x->barrier != y->barrier))
            return "barriers that not all threads of a workgroup come to in one order";
        for (uint32_t k = 0; x && !same && (y = nth_barrier(&p->threads[b], k)); k++)
            if (x->barrier == y->barrier)
                return "a barrier of several workgroups";
        if ((x && x->barrier_mode == PROGRAM_BARRIER_QUORUM) || (y && y->barrier_mode == PROGRAM_BARRIER_QUORUM))
            return "a barrier with a quorum";
        if (x && !is_alone_in_wave(p, a))
            return "a barrier in a wave of several threads";
    }
}

static bool accesses_local(const struct litmus_kernel *kernel, uint32_t thread) {
    const struct program *p = &kernel->litmus->program;
    const struct program_thread *t = &p->threads[thread];
    for (uint32_t k = 0; k < t->code_count; k++) {
        uint32_t cell = t->code[k].opcode == PROGRAM_ACCESS ? program_find_cell(p, t->code[k].a.value, 4) : MODEL_NONE;
        if (cell != MODEL_NONE && kernel->spaces[cell] == ADDRESS_SPACE_LOCAL)
            return true;
    }
    return false;
}

/* A location under two names may be accessed in two storage classes, which are apart here. */
static bool has_several_classes(const struct program *p) {
    for (uint32_t cell = 0; cell < p->cell_count; cell++) {
        uint32_t found = MODEL_NONE;
        for (uint32_t t = 0; t < p->thread_count; t++)
            for (uint32_t k = 0; k < p->threads[t].code_count; k++) {
                const struct program_instruction *i = &p->threads[t].code[k];
                if (i->opcode != PROGRAM_ACCESS || i->a.value != p->cells[cell].address)
                    continue;
                if (found != MODEL_NONE && found != i->operation.storage_class)
                    return true;
                found = i->operation.storage_class;
            }
    }
    return false;
}

static const char *reason_to_refuse(const struct litmus_kernel *kernel) {
    const struct program *p = &kernel->litmus->program;
    const char *why = p->system_order_count    ? "order that comes from outside"
                      : has_several_classes(p) ? "memory that is accessed in several storage classes"
                                               : NULL;
    for (uint32_t a = 0; a < p->thread_count && !why; a++)
        for (uint32_t b = 0; b < p->thread_count && !why; b++) {
            why = refused_barriers(p, a, b);
            if (!why && instance(p, a, VULKAN_WORKGROUP) != instance(p, b, VULKAN_WORKGROUP) &&
                accesses_local(kernel, a) && accesses_local(kernel, b))
                why = "local memory that several workgroups share";
        }
    return why;
}

/* ---- the translation ---- */

static struct ir_module *translate(struct litmus_kernel *kernel, const struct litmus_kernel_target *target,
                                   struct arena *arena) {
    const struct map_options options = {
        .profile = target->profile, .thread_private = true, .fences_for_atomics = true, .backend_workarounds = true};
    const struct pipeline pipeline = {.profile = target->profile,
                                      .backend_workarounds = true,
                                      .processor = processor_find(machine_processor_names[target->processor]),
                                      .coherence = target->coherence,
                                      .workgroups_are_waves = workgroups_are_waves(&kernel->litmus->program)};
    const struct litmus_kernel_form form = {kernel->name, pipeline.processor, kernel->divergent};
    struct ir_module *module = litmus_translate_kernel(kernel->litmus, &options, &form, arena, &kernel->refused);
    if (!module)
        return NULL;
    pipeline_finish(module, &pipeline);
    pipeline_spell(module, &pipeline);
    return module;
}

/* Cells of local memory are gone when their workgroup has ended. */
static void find_spaces(struct litmus_kernel *kernel, struct arena *arena) {
    struct program *p = &kernel->litmus->program;
    uint8_t *spaces = arena_allocate_array(arena, p->cell_count + 1, 1);
    for (uint32_t k = 0; k < p->cell_count; k++)
        spaces[k] = (uint8_t)litmus_space_of(p, &p->cells[k]);
    kernel->spaces = spaces;
}

static void hide_local_cells(struct litmus_kernel *kernel) {
    struct program *p = &kernel->litmus->program;
    for (uint32_t k = 0; k < p->cell_count; k++)
        if (kernel->spaces[k] == ADDRESS_SPACE_LOCAL)
            p->cells[k].observed = false;
    observe_all(p, &kernel->litmus->observations);
}

void litmus_kernel_make(struct litmus_kernel *kernel, struct litmus *litmus, const char *name,
                        const struct litmus_kernel_target *target, struct arena *arena) {
    size_t length;
    *kernel = (struct litmus_kernel){.litmus = litmus, .name = name};
    find_spaces(kernel, arena);
    for (uint32_t t = 0; t < litmus->program.thread_count; t++)
        kernel->divergent |= !is_alone_in_wave(&litmus->program, t);
    struct ir_module *module = translate(kernel, target, arena);
    if (module)
        kernel->refused = reason_to_refuse(kernel);
    if (kernel->refused)
        return;
    hide_local_cells(kernel);
    kernel->text = ir_print(module, &length);
}

/* ---- machine code ---- */

struct kernel_reader {
    const struct litmus_kernel *kernel;
    const struct program *program;
    struct machine_litmus *machine;
    struct arena *arena;
    uint32_t *parameters; /* the words of the arguments; `parameter_count` pointers */
    uint32_t parameter_count;
    struct machine_location *locations;
};

static void add_argument(struct kernel_reader *r, uint64_t value) {
    r->parameters[2 * r->parameter_count] = (uint32_t)value;
    r->parameters[2 * r->parameter_count + 1] = (uint32_t)(value >> 32);
    r->parameter_count++;
}

static void add_location(struct kernel_reader *r, uint64_t address, uint32_t initial) {
    r->locations[r->machine->program.location_count++] = (struct machine_location){address, initial};
}

/* Parameters in the order of litmus_translate_kernel(); memory in order of address. */
static void place_memory(struct kernel_reader *r) {
    const struct program *p = r->program;
    struct machine_program *program = &r->machine->program;
    struct machine_constant *constants =
        arena_allocate_array(r->arena, p->cell_count + p->thread_count + 1, sizeof *constants);
    uint32_t results = 0;
    for (uint32_t k = 0; k < p->cell_count; k++) {
        uint64_t address = LITMUS_FIRST_ADDRESS + (uint64_t)SPACING * k, where = DESCRIPTORS_ADDRESS + SPACING * k;
        bool texel = r->kernel->spaces[k] == ADDRESS_SPACE_CONSTANT;
        add_argument(r, texel ? where : address);
        if (r->kernel->spaces[k] != ADDRESS_SPACE_LOCAL)
            add_location(r, address, (uint32_t)p->cells[k].initial);
        if (!texel)
            continue;
        struct litmus_image image = {.address = address,
                                     .extents = {1, 1, 1},
                                     .coordinates = 1,
                                     .components = 1,
                                     .component_bytes = 4,
                                     .is_buffer = true};
        uint32_t *words = arena_allocate_array(r->arena, MACHINE_IMAGE_WORDS, sizeof *words);
        uint32_t count = machine_describe_image(&image, words);
        constants[program->constant_count++] = (struct machine_constant){where, words, count};
    }
    for (uint32_t t = 0; t < p->thread_count; t++)
        for (uint32_t k = 0; k < p->threads[t].register_count; k++)
            if (p->threads[t].registers[k].name) {
                add_argument(r, RESULTS_ADDRESS + SPACING * (uint64_t)results);
                add_location(r, RESULTS_ADDRESS + SPACING * (uint64_t)results++, 0);
            }
    program->locations = r->locations;
    program->constants = constants;
}

static uint64_t address_of_result(const struct program *p, uint32_t thread, uint32_t number) {
    uint64_t results = 0;
    for (uint32_t t = 0; t <= thread; t++)
        for (uint32_t k = 0; k < (t < thread ? p->threads[t].register_count : number); k++)
            results += p->threads[t].registers[k].name != NULL;
    return RESULTS_ADDRESS + SPACING * results;
}

static void observe_alike(struct kernel_reader *r) {
    struct litmus *litmus = &r->machine->litmus;
    const struct litmus *given = r->kernel->litmus;
    program_init(&litmus->program, r->arena);
    for (uint32_t k = 0; k < given->observations.count; k++) {
        const struct observed *o = &given->observations.items[k];
        const char *thread = o->thread == MODEL_NONE ? "" : r->program->threads[o->thread].name;
        const char *name = o->thread == MODEL_NONE ? r->program->cells[o->number].name
                                                   : r->program->threads[o->thread].registers[o->number].name;
        uint64_t address = o->thread == MODEL_NONE ? LITMUS_FIRST_ADDRESS + (uint64_t)SPACING * o->number
                                                   : address_of_result(r->program, o->thread, o->number);
        char text[160];
        snprintf(text, sizeof text, "%.70s%s%.70s", thread, *thread ? ":" : "", name);
        program_add_cell(&litmus->program, arena_copy_string(r->arena, text, strlen(text)), address, 4);
    }
    observe_all(&litmus->program, &litmus->observations);
}

/* The arguments of a wave: parameters, then which thread it is, if it is one. */
static void give_arguments(struct kernel_reader *r, uint32_t wave, uint32_t thread) {
    struct machine_program *program = &r->machine->program;
    struct machine_constant *constants = (struct machine_constant *)program->constants;
    uint32_t count = 2 * r->parameter_count, *words = arena_allocate_array(r->arena, count + 2u, sizeof *words);
    memcpy(words, r->parameters, count * sizeof *words);
    words[count] = thread;
    constants[program->constant_count++] =
        (struct machine_constant){ARGUMENTS_ADDRESS + (uint64_t)wave * SPACING * 4, words, count + 2};
}

static void start_wave(struct kernel_reader *r, struct machine_start *start, uint32_t wave, uint32_t thread) {
    const struct program *p = r->program;
    struct machine_register_value *values = arena_allocate_array(r->arena, MACHINE_MAX_LANES + 2, sizeof *values);
    uint32_t reg = machine_arguments_register(&r->machine->code.kernel), count = 0;
    uint64_t address = ARGUMENTS_ADDRESS + (uint64_t)wave * SPACING * 4;
    values[count++] = (struct machine_register_value){MACHINE_SCALAR, (uint16_t)reg, 0, (uint32_t)address};
    values[count++] = (struct machine_register_value){MACHINE_SCALAR, (uint16_t)(reg + 1), 0, 0};
    for (uint32_t t = thread; t < p->thread_count && start->lanes < MACHINE_MAX_LANES; t++)
        if (instance(p, t, VULKAN_SUBGROUP) == instance(p, thread, VULKAN_SUBGROUP)) {
            values[count++] = (struct machine_register_value){MACHINE_VECTOR, 0, (uint8_t)start->lanes, t};
            start->lanes++;
        }
    give_arguments(r, wave, thread);
    start->name = p->threads[thread].name;
    start->group = instance(p, thread, VULKAN_WORKGROUP);
    start->values = values;
    start->value_count = count;
}

/* Workgroups are counted from 0. */
static void start_waves(struct kernel_reader *r) {
    const struct program *p = r->program;
    struct machine_program *program = &r->machine->program;
    struct machine_start *waves = arena_allocate_array(r->arena, p->thread_count + 1, sizeof *waves);
    uint32_t groups[MACHINE_MAX_WAVES];
    for (uint32_t t = 0; t < p->thread_count; t++) {
        bool first = true;
        for (uint32_t u = 0; u < t; u++)
            first &= instance(p, u, VULKAN_SUBGROUP) != instance(p, t, VULKAN_SUBGROUP);
        if (!first)
            continue;
        struct machine_start *start = &waves[program->wave_count];
        uint32_t group = 0;
        start_wave(r, start, program->wave_count, t);
        while (group < program->group_count && groups[group] != start->group)
            group++;
        groups[group] = start->group;
        program->group_count = group == program->group_count ? group + 1 : program->group_count;
        start->group = group;
        program->wave_count++;
    }
    program->waves = waves;
}

static void place_locals(struct kernel_reader *r) {
    struct machine_program *program = &r->machine->program;
    uint32_t dwords = (r->machine->code.kernel.group_bytes + 3) / 4;
    uint32_t *initial = arena_allocate_array(r->arena, (size_t)dwords * program->group_count + 1, sizeof *initial);
    for (uint32_t group = 0; group < program->group_count; group++)
        for (uint32_t k = 0; k < r->program->cell_count && k < dwords; k++)
            initial[group * dwords + k] = (uint32_t)r->program->cells[k].initial;
    program->local_dwords = dwords;
    program->local_initial = initial;
}

static void refuse(struct machine_litmus *machine, const char *what, uint32_t line) {
    machine->litmus.error = what;
    machine->litmus.line = line;
    machine->litmus.unsupported = true;
}

void litmus_kernel_read(const struct litmus_kernel *kernel, const char *assembly, size_t length,
                        enum machine_processor processor, struct arena *arena, struct machine_litmus *machine) {
    const struct program *p = &kernel->litmus->program;
    struct kernel_reader r = {kernel, p, machine, arena};
    uint32_t count = p->cell_count;
    memset(machine, 0, sizeof *machine);
    for (uint32_t t = 0; t < p->thread_count; t++)
        count += p->threads[t].register_count;
    if (p->thread_count > MACHINE_MAX_WAVES) {
        refuse(machine, "more than 16 threads", 0);
        return;
    }
    machine_read(&machine->code, arena, assembly, length, processor);
    if (machine->code.error) {
        refuse(machine, machine->code.error, machine->code.line);
        return;
    }
    machine->program.code = &machine->code;
    r.parameters = arena_allocate_array(arena, 2 * ((size_t)count + 1), sizeof *r.parameters);
    r.locations = arena_allocate_array(arena, (size_t)count + 1, sizeof *r.locations);
    place_memory(&r);
    start_waves(&r);
    place_locals(&r);
    observe_alike(&r);
}

void litmus_kernel_outcomes(const struct outcomes *found, struct arena *arena, struct outcomes *result) {
    struct outcome_value *row = arena_allocate_array(arena, found->width + 1, sizeof *row);
    outcomes_init(result, arena, found->width);
    for (uint32_t k = 0; k < found->count; k++) {
        for (uint32_t i = 0; i < found->width; i++)
            row[i] = found->rows[k][i].known ? found->rows[k][i] : (struct outcome_value){.known = true};
        outcomes_add(result, row);
    }
}
