#include "translator/litmus/litmus_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/address_space.h"
#include "mmra/base/text.h"
#include "mmra/ir/ir_intrinsic.h"
#include "translator/map/pipeline.h"

/* Addresses at which the machine keeps a kernel's memory, results, arguments and descriptors. Each is on a line of its
 * own. */
enum { SPACING = 4096, ARGUMENTS_ADDRESS = 1 << 20, DESCRIPTORS_ADDRESS = 1 << 24, RESULT_BYTES = 4 };
#define RESULTS_ADDRESS (LITMUS_FIRST_ADDRESS + (UINT64_C(1) << 28))

struct kernel_writer {
    struct litmus_kernel *kernel;
    const struct program *program;
    uint8_t *spaces; /* of the program's cells, as the translation has them */
    struct text text, declares;
    const struct program_thread *thread;
    uint32_t ends; /* of threads, so far */
    uint32_t first;
};

/* ---- which programs ---- */

static uint32_t instance(const struct program *p, uint32_t thread, uint8_t level) {
    return p->threads[thread].place.instance[level];
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

/* The number of the thread's n-th barrier, or 0 behind the last. */
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

static bool accesses_local(const struct kernel_writer *w, uint32_t thread) {
    const struct program_thread *t = &w->program->threads[thread];
    for (uint32_t k = 0; k < t->code_count; k++) {
        uint32_t cell =
            t->code[k].opcode == PROGRAM_ACCESS ? program_find_cell(w->program, t->code[k].a.value, 4) : MODEL_NONE;
        if (cell != MODEL_NONE && w->spaces[cell] == ADDRESS_SPACE_LOCAL)
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

static const char *reason_to_refuse(const struct kernel_writer *w) {
    const struct program *p = w->program;
    const char *why = p->system_order_count    ? "order that comes from outside"
                      : has_several_classes(p) ? "memory that is accessed in several storage classes"
                                               : NULL;
    for (uint32_t a = 0; a < p->thread_count && !why; a++)
        for (uint32_t b = 0; b < p->thread_count && !why; b++) {
            why = refused_barriers(p, a, b);
            if (!why && instance(p, a, VULKAN_WORKGROUP) != instance(p, b, VULKAN_WORKGROUP) && accesses_local(w, a) &&
                accesses_local(w, b))
                why = "local memory that several workgroups share";
        }
    return why;
}

/* ---- text ---- */

static const char *end_of(const char *line) {
    return line + strcspn(line, "\n");
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* The number of the cell that is named at "@..."; MODEL_NONE: it is no cell. */
static uint32_t cell_at(const struct program *p, const char *at, const char **after) {
    bool quoted = at[1] == '"';
    const char *name = at + 1 + quoted;
    size_t length = strcspn(name, quoted ? "\"" : " ,)\n");
    *after = name + length + quoted;
    for (uint32_t k = 0; k < p->cell_count; k++)
        if (strlen(p->cells[k].name) == length && memcmp(p->cells[k].name, name, length) == 0)
            return k;
    return MODEL_NONE;
}

static void put_name(struct text *text, const char *thread, const char *name) {
    text_string(text, "%\"");
    text_string(text, thread);
    text_char(text, ':');
    text_string(text, name);
    text_char(text, '"');
}

/* Each thing that a parameter stands for, in order: cells, then results of threads; `visit` has its name in two. */
static void put_parameters(struct kernel_writer *w, bool declared) {
    const struct program *p = w->program;
    const char *before = "";
    for (uint32_t k = 0; k < p->cell_count; k++) {
        text_string(&w->text, before);
        text_string(&w->text, w->spaces[k] == ADDRESS_SPACE_CONSTANT ? "ptr addrspace(4) " : "ptr addrspace(1) ");
        put_name(&w->text, "", p->cells[k].name);
        before = ", ";
    }
    for (uint32_t t = 0; t < p->thread_count; t++)
        for (uint32_t k = 0; k < p->threads[t].register_count; k++)
            if (p->threads[t].registers[k].name) {
                text_string(&w->text, before);
                text_string(&w->text, "ptr addrspace(1) ");
                put_name(&w->text, p->threads[t].name, p->threads[t].registers[k].name);
                before = ", ";
            }
    if (declared && !w->kernel->divergent) {
        text_string(&w->text, before);
        text_string(&w->text, "i32 %thread");
    }
}

static void put_local(struct kernel_writer *w, uint32_t cell) {
    if (cell)
        text_string(&w->text, "getelementptr inbounds (i8, ptr addrspace(3) ");
    text_char(&w->text, '@');
    text_string(&w->text, w->kernel->name);
    text_string(&w->text, ".lds");
    if (cell) {
        text_string(&w->text, ", i32 ");
        text_unsigned(&w->text, 4 * (uint64_t)cell);
        text_char(&w->text, ')');
    }
}

/* A pointer to a cell at "ptr addrspace(N) @...": what it is in the kernel; NULL: there is none. */
static const char *put_pointer(struct kernel_writer *w, const char *at) {
    static const char pointer[] = "ptr addrspace(";
    const char *name = begins(at, pointer) ? strchr(at, ')') : NULL, *after;
    uint32_t cell = name && begins(name, ") @") ? cell_at(w->program, name + 2, &after) : MODEL_NONE;
    if (cell == MODEL_NONE)
        return NULL;
    text_bytes(&w->text, at, (size_t)(name + 2 - at));
    if (w->spaces[cell] == ADDRESS_SPACE_LOCAL)
        put_local(w, cell);
    else
        put_name(&w->text, "", w->program->cells[cell].name);
    return after;
}

/* Metadata are numbered on from what other kernels have. */
static const char *put_metadata(struct kernel_writer *w, const char *at) {
    char *after;
    if (at[0] != '!' || at[1] < '0' || at[1] > '9')
        return NULL;
    uint32_t number = w->first + (uint32_t)strtoul(at + 1, &after, 10);
    w->kernel->metadata = number >= w->kernel->metadata ? number + 1 : w->kernel->metadata;
    text_char(&w->text, '!');
    text_unsigned(&w->text, number);
    return after;
}

static void put_rest(struct kernel_writer *w, const char *at, const char *end) {
    static const char barrier[] = "@spirv_mmra.litmus.barrier(i32 ", policy[] = ", i32 -2147483648)",
                      plain[] = ", i32 0)";
    const char *atomic = strstr(at, IR_NAME_BUFFER_ATOMIC);
    bool is_atomic = atomic && atomic < end;
    while (at < end) {
        const char *after = put_pointer(w, at);
        after = after ? after : put_metadata(w, at);
        if (!after && is_atomic && (begins(at, policy) || begins(at, plain))) {
            text_string(&w->text, ", i32 16)"); /* IR_POLICY_DEVICE, as images_processors.c has it */
            after = strchr(at, ')') + 1;
        }
        if (!after && begins(at, barrier)) {
            text_string(&w->text, "@llvm.amdgcn.s.barrier()");
            after = strchr(at, ')') + 1;
        }
        if (!after)
            text_char(&w->text, *at);
        at = after ? after : at + 1;
    }
    text_char(&w->text, '\n');
}

/* ---- threads ---- */

static const struct program_thread *find_thread(const struct program *p, const char *at) {
    bool quoted = *at == '"';
    size_t length = strcspn(at + quoted, quoted ? "\"" : "(");
    for (uint32_t t = 0; t < p->thread_count; t++)
        if (strlen(p->threads[t].name) == length && memcmp(p->threads[t].name, at + quoted, length) == 0)
            return &p->threads[t];
    return NULL;
}

static void put_function_name(struct kernel_writer *w, const struct program_thread *thread) {
    text_string(&w->text, "@\"");
    text_string(&w->text, w->kernel->name);
    text_char(&w->text, '.');
    text_string(&w->text, thread->name);
    text_char(&w->text, '"');
}

static void begin_thread(struct kernel_writer *w) {
    text_string(&w->text, "define internal void ");
    put_function_name(w, w->thread);
    text_char(&w->text, '(');
    put_parameters(w, false);
    text_string(&w->text, ") alwaysinline {\n");
}

/* A register begins as 0. */
static void put_register(struct kernel_writer *w, const char *line, const char *end) {
    const char *name = line + strlen("  "), *stop = strstr(name, " = alloca ");
    put_rest(w, line, end);
    text_string(&w->text, "  store i32 0, ptr addrspace(5) ");
    text_bytes(&w->text, name, (size_t)(stop - name));
    text_string(&w->text, ", align 4\n");
}

/* What registers hold where a thread ends becomes memory there, not before: whoever waits for a result earlier does so
 * for the thread. */
static void end_thread(struct kernel_writer *w) {
    for (uint32_t k = 0; k < w->thread->register_count; k++) {
        const char *name = w->thread->registers[k].name;
        char result[32];
        if (!name)
            continue;
        snprintf(result, sizeof result, "%%end.%u.%u", w->ends, k);
        text_string(&w->text, "  ");
        text_string(&w->text, result);
        text_string(&w->text, " = load i32, ptr addrspace(5) %\"");
        text_string(&w->text, name);
        text_string(&w->text, "\", align 4\n  store i32 ");
        text_string(&w->text, result);
        text_string(&w->text, ", ptr addrspace(1) ");
        put_name(&w->text, w->thread->name, name);
        text_string(&w->text, ", align 4\n");
    }
    w->ends++;
    text_string(&w->text, "  ret void\n");
}

static void put_line(struct kernel_writer *w, const char *line) {
    const char *end = end_of(line), *alloca = strstr(line, " = alloca ");
    if (begins(line, "define ")) {
        w->thread = find_thread(w->program, strchr(line, '@') + 1);
        begin_thread(w);
    } else if (begins(line, "declare ")) {
        bool own = strstr(line, "@spirv_mmra.") && strstr(line, "@spirv_mmra.") < end;
        text_bytes(&w->declares, own ? "declare void @llvm.amdgcn.s.barrier()" : line,
                   own ? strlen("declare void @llvm.amdgcn.s.barrier()") : (size_t)(end - line));
        text_char(&w->declares, '\n');
    } else if (begins(line, "  ret void")) {
        end_thread(w);
    } else if (alloca && alloca < end) {
        put_register(w, line, end);
    } else if (*line != '@' && *line != ';' && !begins(line, "target ") && !begins(line + strspn(line, " "), ";")) {
        put_rest(w, line, end);
    }
}

static void put_kernel(struct kernel_writer *w) {
    const struct program *p = w->program;
    text_string(&w->text, "define amdgpu_kernel void @");
    text_string(&w->text, w->kernel->name);
    text_char(&w->text, '(');
    put_parameters(w, true);
    text_string(&w->text, ") {\n");
    if (w->kernel->divergent)
        text_string(&w->text, "  %thread = call i32 @llvm.amdgcn.workitem.id.x()\n");
    text_string(&w->text, "  switch i32 %thread, label %end [");
    for (uint32_t t = 0; t < p->thread_count; t++) {
        text_string(&w->text, " i32 ");
        text_unsigned(&w->text, t);
        text_string(&w->text, ", label %case.");
        text_unsigned(&w->text, t);
    }
    text_string(&w->text, " ]\n");
    for (uint32_t t = 0; t < p->thread_count; t++) {
        text_string(&w->text, "case.");
        text_unsigned(&w->text, t);
        text_string(&w->text, ":\n  call void ");
        put_function_name(w, &p->threads[t]);
        text_char(&w->text, '(');
        put_parameters(w, false);
        text_string(&w->text, ")\n  br label %end\n");
    }
    text_string(&w->text, "end:\n  ret void\n}\n");
    if (w->kernel->divergent)
        text_string(&w->declares, "declare i32 @llvm.amdgcn.workitem.id.x()\n");
}

/* ---- the translation ---- */

static void find_spaces(struct kernel_writer *w, const char *ir) {
    const char *after;
    for (const char *line = ir; *line; line = *end_of(line) ? end_of(line) + 1 : end_of(line)) {
        uint32_t cell = *line == '@' ? cell_at(w->program, line, &after) : MODEL_NONE;
        if (cell == MODEL_NONE)
            continue;
        w->spaces[cell] = begins(after, " = internal addrspace(3)")   ? ADDRESS_SPACE_LOCAL
                          : begins(after, " = external addrspace(4)") ? ADDRESS_SPACE_CONSTANT
                                                                      : ADDRESS_SPACE_GLOBAL;
    }
}

static const char *translate(struct litmus_kernel *kernel, enum machine_processor processor, enum coherence coherence,
                             struct arena *arena) {
    const struct map_options options = {.profile = PROFILE_22, .thread_private = true, .backend_workarounds = true};
    const struct pipeline pipeline = {.profile = PROFILE_22,
                                      .backend_workarounds = true,
                                      .processor = processor_find(machine_processor_names[processor]),
                                      .coherence = coherence,
                                      .workgroups_are_waves = workgroups_are_waves(&kernel->litmus->program)};
    struct ir_module *module = litmus_translate(kernel->litmus, &options, arena, &kernel->refused);
    size_t length;
    if (!module)
        return NULL;
    pipeline_finish(module, &pipeline);
    pipeline_spell(module, &pipeline);
    return ir_print(module, &length);
}

static void hide_local_cells(struct kernel_writer *w) {
    struct program *p = &w->kernel->litmus->program;
    for (uint32_t k = 0; k < p->cell_count; k++)
        if (w->spaces[k] == ADDRESS_SPACE_LOCAL) {
            p->cells[k].observed = false;
            w->kernel->has_local = true;
        }
    observe_all(p, &w->kernel->litmus->observations);
}

void litmus_kernel_make(struct litmus_kernel *kernel, struct litmus *litmus, const char *name, uint32_t first,
                        enum machine_processor processor, enum coherence coherence, struct arena *arena) {
    struct kernel_writer w = {.kernel = kernel, .program = &litmus->program, .first = first};
    *kernel = (struct litmus_kernel){.litmus = litmus, .name = name, .metadata = first};
    const char *ir = translate(kernel, processor, coherence, arena);
    if (!ir)
        return;
    w.spaces = arena_allocate_array(arena, litmus->program.cell_count + 1, 1);
    text_init(&w.text, arena, 4096);
    text_init(&w.declares, arena, 256);
    find_spaces(&w, ir);
    kernel->spaces = w.spaces;
    kernel->refused = reason_to_refuse(&w);
    for (uint32_t t = 0; t < litmus->program.thread_count; t++)
        kernel->divergent |= !is_alone_in_wave(&litmus->program, t);
    for (const char *line = ir; *line && !kernel->refused; line = *end_of(line) ? end_of(line) + 1 : end_of(line))
        put_line(&w, line);
    put_kernel(&w);
    hide_local_cells(&w);
    text_char(&w.text, '\0');
    text_char(&w.declares, '\0');
    kernel->code = w.text.start;
    kernel->declares = w.declares.start;
}

/* ---- modules of kernels ---- */

/* Lines that are not there yet. */
static void put_new_lines(struct text *text, const char *lines) {
    for (const char *line = lines; *line; line = end_of(line) + 1) {
        size_t length = (size_t)(end_of(line) - line);
        bool known = false;
        for (const char *at = text->start; at < text->start + text_length(text) && !known;) {
            const char *stop = memchr(at, '\n', (size_t)(text->start + text_length(text) - at));
            known = (size_t)(stop - at) == length && memcmp(at, line, length) == 0;
            at = stop + 1;
        }
        if (!known)
            text_bytes(text, line, length + 1);
    }
}

static void put_locals(struct text *text, const struct litmus_kernel *kernels, uint32_t count) {
    const char *before = "@llvm.compiler.used = appending global [";
    uint32_t used = 0;
    for (uint32_t k = 0; k < count; k++)
        if (kernels[k].has_local) {
            text_char(text, '@');
            text_string(text, kernels[k].name);
            text_string(text, ".lds = internal addrspace(3) global [");
            text_unsigned(text, kernels[k].litmus->program.cell_count);
            text_string(text, " x i32] poison, align 16\n");
            used++;
        }
    if (!used)
        return;
    text_string(text, before);
    text_unsigned(text, used);
    text_string(text, " x ptr] [");
    before = "";
    for (uint32_t k = 0; k < count; k++)
        if (kernels[k].has_local) {
            text_string(text, before);
            text_string(text, "ptr addrspacecast (ptr addrspace(3) @");
            text_string(text, kernels[k].name);
            text_string(text, ".lds to ptr)");
            before = ", ";
        }
    text_string(text, "], section \"llvm.metadata\"\n");
}

const char *litmus_kernel_module(const struct litmus_kernel *kernels, uint32_t count, struct arena *arena) {
    struct text text, declares;
    text_init(&text, arena, 65536);
    text_init(&declares, arena, 1024);
    text_string(&text, "target triple = \"amdgcn-amd-amdhsa\"\n");
    put_locals(&text, kernels, count);
    for (uint32_t k = 0; k < count; k++) {
        put_new_lines(&declares, kernels[k].declares);
        text_string(&text, kernels[k].code);
    }
    text_bytes(&text, declares.start, text_length(&declares));
    text_char(&text, '\0');
    return text.start;
}

/* ---- machine code ---- */

const char *litmus_kernel_find(const char *assembly, const char *name, size_t *length) {
    static const char end[] = ".end_amdhsa_kernel";
    char label[80];
    snprintf(label, sizeof label, "\n%.70s:", name);
    const char *start = strstr(assembly, label), *stop = start ? strstr(start, end) : NULL;
    *length = stop ? (size_t)(stop + sizeof end - 1 - start) : 0;
    return stop ? start : NULL;
}

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

/* Parameters in the order of put_parameters(); memory in order of address. */
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
