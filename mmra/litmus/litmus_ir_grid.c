/* IR kernels as grids: parameters are addresses, the numbers of workitem and workgroup are constants of each thread,
 * and local memory is each workgroup's own. */
#include "mmra/litmus/litmus_ir.h"

#include <stdlib.h>

#include "mmra/ir/ir_intrinsic.h"
#include "mmra/parse/ir_parse.h"

/* Local memory lies below the memory of parameters: a window for each workgroup, in it a place for each global. */
enum { LOCAL_WINDOW = 1 << 24, LOCAL_STRIDE = 1 << 16, MAX_LOCALS = 255, LARGEST_LOCAL = 4096 };

/* ---- memory ---- */

static uint64_t local_address(uint32_t global, uint32_t workgroup) {
    return (uint64_t)(workgroup + 1) * LOCAL_WINDOW + (uint64_t)global * LOCAL_STRIDE;
}

/* The global of local memory at an address, or NULL. */
static const struct ir_global *global_at(const struct litmus_ir_reader *r, uint64_t address, uint64_t *offset) {
    uint64_t number = address % LOCAL_WINDOW / LOCAL_STRIDE;
    *offset = address % LOCAL_STRIDE;
    bool local = address >= LOCAL_WINDOW && address < LITMUS_FIRST_ADDRESS;
    return local && number < r->module->global_count ? &r->module->globals[number] : NULL;
}

uint64_t litmus_ir_grid_memory_bytes(const struct litmus_ir_reader *r, uint64_t base) {
    uint64_t offset;
    const struct ir_global *global = global_at(r, base, &offset);
    if (global)
        return litmus_ir_size_of(r->module, global->type);
    for (uint32_t i = 0; i < r->grid->memory_count; i++)
        if (r->grid->memory[i].address == base)
            return r->grid->memory[i].bytes;
    return LITMUS_FIRST_ADDRESS;
}

bool litmus_ir_grid_is_local(const struct litmus_ir_reader *r, uint64_t address) {
    uint64_t offset;
    return global_at(r, address, &offset) != NULL;
}

uint32_t litmus_ir_grid_bytes_at(const struct litmus_ir_reader *r, uint64_t address) {
    for (uint32_t i = 0; i < r->grid->cell_count; i++)
        if (r->grid->cells[i].address == address)
            return r->grid->cells[i].bytes;
    return 0;
}

/* Whether some access is, or may be, of so many bytes at the address: one whose address is computed, at any multiple of
 * its size. */
static bool is_accessed(const struct program *program, uint64_t address, uint32_t bytes) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t k = 0; k < program->threads[t].code_count; k++) {
            const struct program_instruction *i = &program->threads[t].code[k];
            bool anywhere = i->lowest == 0 && i->highest == 0;
            if (i->opcode == PROGRAM_ACCESS && i->bytes == bytes &&
                (i->a.kind == PROGRAM_CONSTANT
                     ? i->a.value == address
                     : address % bytes == 0 && (anywhere || (address >= i->lowest && address < i->highest))))
                return true;
        }
    return false;
}

static void set_initial(const struct litmus_ir_reader *r, struct program_cell *cell, uint64_t offset, uint32_t global,
                        uint32_t workgroup) {
    struct mmra_string name = litmus_ir_name_of(r, r->module->globals[global].value);
    for (uint32_t i = 0; i < r->grid->local_count; i++) {
        const struct litmus_ir_local *given = &r->grid->locals[i];
        struct mmra_string wanted = mmra_string_of(given->name);
        bool named = name.length && *name.bytes == '_' &&
                     mmra_string_equal((struct mmra_string){name.bytes + 1, name.length - 1}, wanted);
        if (given->workgroup != workgroup || given->offset != offset || given->bytes != cell->bytes ||
            !(named || mmra_string_equal(name, wanted)))
            continue;
        cell->initial = given->initial;
        cell->undefined = false;
    }
}

/* A cell for each access to local memory, whose type in IR may be bytes. */
static bool make_local_cells(struct litmus_ir_reader *r, uint32_t global, uint32_t workgroup, uint64_t size) {
    uint64_t begin = local_address(global, workgroup), end = begin + size;
    struct program *program = &r->reader.litmus->program;
    uint64_t free = begin;
    for (uint64_t at = begin; at < end; at++)
        for (uint32_t bytes = 1; bytes <= 8; bytes *= 2) {
            if (!is_accessed(program, at, bytes))
                continue;
            if (at < free)
                return reader_fail(&r->reader, "local memory that is accessed in different sizes",
                                   (struct word){"", 0});
            uint32_t cell = program_add_cell(program, "local", at, bytes);
            program->cells[cell].undefined = true;
            set_initial(r, &program->cells[cell], at - begin, global, workgroup);
            program->cells[cell].observed = false;
            free = at + bytes;
        }
    return true;
}

/* The scalars of local memory that some thread accesses; then all cells of the parameters' memory. */
static bool make_cells(struct litmus_ir_reader *r) {
    struct program *program = &r->reader.litmus->program;
    uint32_t workgroups = 0;
    for (uint32_t i = 0; i < r->grid->invocation_count; i++)
        if (r->grid->invocations[i].workgroup >= workgroups)
            workgroups = r->grid->invocations[i].workgroup + 1;
    for (uint32_t w = 0; w < workgroups; w++)
        for (uint32_t g = 0; g < r->module->global_count; g++) {
            uint64_t bytes = litmus_ir_global_bytes(r->module, &r->module->globals[g]);
            if (bytes > LARGEST_LOCAL)
                return reader_fail(&r->reader, "local memory of more than 4096 bytes", (struct word){"", 0});
            if (!make_local_cells(r, g, w, bytes))
                return false;
        }
    for (uint32_t i = 0; i < r->grid->cell_count; i++) {
        const struct program_cell *given = &r->grid->cells[i];
        uint32_t cell = program_add_cell(program, given->name, given->address, given->bytes);
        program->cells[cell] = *given;
    }
    return true;
}

/* ---- intrinsics ---- */

static void set_constants(struct litmus_ir_reader *r, const struct ir_instruction *i, const uint32_t *values,
                          uint32_t count) {
    struct litmus_ir_parts parts = {.count = count};
    parts.items = arena_allocate_array(r->reader.arena, count, sizeof *parts.items);
    for (uint32_t k = 0; k < count; k++)
        parts.items[k] = (struct litmus_part){program_constant(values[k]), 32};
    litmus_ir_let_result(r, i, parts);
}

/* The implicit arguments of a kernel begin with the number of workgroups: private memory that is constant. */
static void set_implicit_arguments(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_variable variable = {.constant = true, .parts = {.count = 3}};
    uint32_t *offsets = arena_allocate_array(r->reader.arena, 3, sizeof *offsets);
    variable.parts.items = arena_allocate_array(r->reader.arena, 3, sizeof *variable.parts.items);
    for (uint32_t k = 0; k < 3; k++) {
        variable.parts.items[k] = (struct litmus_part){program_constant(r->grid->groups[k]), 32};
        offsets[k] = 4 * k;
    }
    variable.offsets = offsets;
    *ARENA_PUSH(r->reader.arena, r->variables, r->variable_count, r->variable_capacity) = variable;
    struct litmus_ir_parts pointer = {.count = 1, .variable = r->variable_count};
    pointer.items = arena_allocate_array(r->reader.arena, 1, sizeof *pointer.items);
    pointer.items[0] = (struct litmus_part){program_constant(0), 64};
    litmus_ir_let_result(r, i, pointer);
}

/* llvm.umax.i32 and so on, element by element. */
static void read_choice(struct litmus_ir_reader *r, const struct ir_instruction *i, uint8_t predicate) {
    struct litmus_ir_parts a = litmus_ir_parts_of(r, litmus_ir_operand(r, i, 1)),
                           b = litmus_ir_parts_of(r, litmus_ir_operand(r, i, 2));
    struct litmus_ir_parts result = litmus_ir_new_parts(r, i->type, NULL);
    for (uint32_t k = 0; k < result.count && k < a.count && k < b.count; k++)
        result.items[k].operand =
            litmus_ir_selected(r, result.items[k].width,
                               litmus_ir_folded(r, PROGRAM_COMPARE + predicate, 1, result.items[k].width,
                                                a.items[k].operand, b.items[k].operand),
                               a.items[k].operand, b.items[k].operand);
    litmus_ir_let_result(r, i, result);
}

/* Lanes below this one, half by half: what the first half counts, the second adds to. */
static void read_count_below(struct litmus_ir_reader *r, const struct ir_instruction *i, bool high) {
    uint32_t lane = r->grid->invocations[r->thread].lane, below = lane > 32 ? 32 : lane, above = lane - below;
    struct litmus_ir_parts result = litmus_ir_new_parts(r, i->type, NULL);
    result.items[0].operand =
        litmus_ir_folded(r, PROGRAM_ADD, 32, 32, litmus_ir_parts_of(r, litmus_ir_operand(r, i, 2)).items[0].operand,
                         program_constant(high ? above : below));
    litmus_ir_let_result(r, i, result);
}

/* What has a result in a grid alone. */
static bool read_in_grid(struct litmus_ir_reader *r, const struct ir_instruction *i,
                         const struct ir_intrinsic *intrinsic) {
    const struct litmus_invocation *me = &r->grid->invocations[r->thread];
    switch (intrinsic->family) {
    case IR_FAMILY_WORKITEM_ID:
        set_constants(r, i, &me->local[intrinsic->which], 1);
        return true;
    case IR_FAMILY_WORKGROUP_ID:
        set_constants(r, i, &me->group[intrinsic->which], 1);
        return true;
    case IR_FAMILY_WAVE_SIZE:
        set_constants(r, i, &r->grid->subgroup, 1);
        return true;
    case IR_FAMILY_IMPLICIT_ARGUMENTS:
        set_implicit_arguments(r, i);
        return true;
    case IR_FAMILY_COUNT_BELOW:
        if (i->operand_count == 3)
            read_count_below(r, i, intrinsic->which);
        return i->operand_count == 3;
    default:
        return false;
    }
}

bool litmus_ir_read_intrinsic(struct litmus_ir_reader *r, const struct ir_instruction *i, bool *known) {
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(r->module, i);
    *known = i->result;
    if (!*known)
        return false;
    if (intrinsic && intrinsic->family == IR_FAMILY_CHOICE && i->operand_count == 3) {
        read_choice(r, i, intrinsic->which);
        return true;
    }
    *known =
        litmus_ir_read_number(r, i, litmus_ir_callee(r, i)) || (r->grid && intrinsic && read_in_grid(r, i, intrinsic));
    return *known;
}

/* ---- the grid ---- */

/* The kernel, or the function that the shell calls. */
const struct ir_function_info *litmus_ir_find_function(const struct litmus_ir_reader *r, const char *name) {
    for (uint32_t f = 1; f < r->module->function_count; f++) {
        const struct ir_function_info *function = &r->module->functions[f];
        bool entry =
            name ? mmra_string_equal(litmus_ir_name_of(r, function->value), mmra_string_of(name)) : function->kernel;
        if (entry && function->defined)
            return function;
    }
    return NULL;
}

static void add_thread(struct litmus_ir_reader *r, const struct litmus_invocation *invocation) {
    struct program_thread *thread = program_add_thread(&r->reader.litmus->program, invocation->name);
    thread->place.instance[MMRA_SCOPE_CLUSTER] = invocation->workgroup;
    thread->place.instance[MMRA_SCOPE_WORKGROUP] = invocation->workgroup;
    thread->place.instance[MMRA_SCOPE_WAVEFRONT] = invocation->wave;
    for (uint32_t g = 0; g < r->module->global_count; g++)
        r->addresses[g] = local_address(g, invocation->workgroup);
    r->variable_count = 0;
    r->exchanges = 0;
    r->calls = 0;
}

/* An input: integers hold its numbers, as on the shader's side. */
static void let_input(struct litmus_ir_reader *r, const struct ir_parameter *parameter,
                      const struct litmus_ir_argument *given, struct litmus_ir_parts *argument) {
    ir_type type = ir_type_of(r->module, parameter->value);
    const struct ir_type_info *info = ir_type_get(r->module, type);
    if (info->kind == IR_TYPE_VECTOR)
        info = ir_type_get(r->module, info->element);
    bool number = info->kind == IR_TYPE_INTEGER && info->width >= 8;
    *argument = litmus_ir_new_parts(r, type, NULL);
    for (uint32_t k = 0; k < argument->count; k++)
        argument->items[k].operand = number && k < given->number_count ? program_constant(given->numbers[k])
                                                                       : (struct program_operand){PROGRAM_UNDEFINED, 0};
}

bool litmus_ir_let_arguments(struct litmus_ir_reader *r, const struct ir_function_info *function,
                             const struct litmus_ir_argument *all, uint32_t count,
                             const struct litmus_ir_parts *payload, struct litmus_ir_parts *arguments) {
    if (function->parameter_count != count)
        return reader_fail(&r->reader, "a function whose parameters do not fit", (struct word){"", 0});
    for (uint32_t k = 0; k < count; k++) {
        const struct litmus_ir_argument *given = &all[k];
        bool pointer = given->value >= LITMUS_FIRST_ADDRESS;
        if (given->is_input) {
            let_input(r, &function->parameters[k], given, &arguments[k]);
            continue;
        }
        if (given->images) {
            litmus_ir_let_descriptors(r, given->images, given->image_count, &arguments[k]);
            continue;
        }
        if (given->is_payload || given->private_bytes) {
            arguments[k] = given->is_payload && payload ? *payload : litmus_ir_new_private(r, given->private_bytes);
            continue;
        }
        arguments[k] = (struct litmus_ir_parts){.count = 1, .base = pointer ? given->value : 0};
        arguments[k].items = arena_allocate_array(r->reader.arena, 1, sizeof *arguments[k].items);
        arguments[k].items[0] = (struct litmus_part){program_constant(given->value), 64};
    }
    return true;
}

/* The mesh workgroups of a task begin when all of its workgroup have emitted them. */
void litmus_ir_append_launch(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    const struct litmus_invocation *me = &r->grid->invocations[r->thread];
    struct program *program = &r->reader.litmus->program;
    struct program_instruction *launch = program_append(program, &program->threads[r->thread], PROGRAM_BARRIER);
    launch->operation = (struct model_operation){.kind = MODEL_BARRIER,
                                                 .ordered = MODEL_ALL_SPACES,
                                                 .line = i ? i->source : 0,
                                                 .text = i ? "emits mesh tasks" : "the mesh workgroup is launched"};
    launch->barrier_mode = PROGRAM_BARRIER_NUMBERED;
    launch->barrier = me->launch;
}

/* No fragment is a helper invocation at first. */
static void begin_helper(struct litmus_ir_reader *r) {
    bool demotes = false;
    r->helper = (struct litmus_part){{0}, 0};
    for (uint32_t f = 1; f < r->module->function_count; f++)
        demotes |=
            mmra_string_equal(litmus_ir_name_of(r, r->module->functions[f].value), mmra_string_of(IR_NAME_DEMOTE));
    if (!demotes)
        return;
    r->helper = (struct litmus_part){program_in_register(litmus_ir_temporary(r)), 1};
    litmus_build_copy(litmus_ir_builder(r), r->helper, program_constant(0));
}

static bool read_thread(struct litmus_ir_reader *r) {
    const struct litmus_invocation *me = &r->grid->invocations[r->thread];
    const struct ir_function_info *kernel = litmus_ir_find_function(r, me->function);
    if (!kernel)
        return reader_fail(&r->reader, "a kernel whose parameters or local memory do not fit", (struct word){"", 0});
    struct litmus_ir_parts *arguments =
        arena_allocate_array(r->reader.arena, kernel->parameter_count + 1, sizeof *arguments);
    struct litmus_ir_frame frame = {0};
    if (!litmus_ir_let_arguments(r, kernel, me->arguments ? me->arguments : r->grid->arguments,
                                 me->arguments ? me->argument_count : r->grid->argument_count, NULL, arguments))
        return false;
    if (me->is_launched)
        litmus_ir_append_launch(r, NULL);
    begin_helper(r);
    if (!litmus_ir_read_function(r, &frame, kernel, arguments))
        return false;
    program_fold(&r->reader.litmus->program, &r->reader.litmus->program.threads[r->thread]);
    return true;
}

static bool read_all(struct litmus_ir_reader *r, const char *text, size_t length) {
    struct litmus *litmus = r->reader.litmus;
    struct ir_parse_error error;
    ir_module_init(r->module, r->reader.arena);
    if (!ir_parse(r->module, text, length, &error)) {
        r->reader.line = error.line;
        return reader_fail(&r->reader, error.message, (struct word){"", 0});
    }
    litmus->program.tags = &r->module->tags;
    litmus->program.call_level = r->grid->has_calls && !r->grid->calls_in_lane ? MMRA_SCOPE_CLUSTER : 0;
    if (!litmus_ir_check_types(r))
        return false;
    if (r->module->global_count > MAX_LOCALS)
        return reader_fail(&r->reader, "a kernel whose parameters or local memory do not fit", (struct word){"", 0});
    r->addresses = arena_allocate_array(r->reader.arena, r->module->global_count + 1, sizeof *r->addresses);
    for (r->thread = 0; r->thread < r->grid->invocation_count; r->thread++) {
        add_thread(r, &r->grid->invocations[r->thread]);
        if (!read_thread(r))
            return false;
    }
    if (!make_cells(r))
        return false;
    program_finish(&litmus->program);
    observe_all(&litmus->program, &litmus->observations);
    return true;
}

void litmus_read_ir_grid(struct litmus *litmus, struct arena *arena, const char *text, size_t length,
                         enum ir_revision revision, const struct litmus_ir_grid *grid) {
    memset(litmus, 0, sizeof *litmus);
    program_init(&litmus->program, arena);
    struct litmus_ir_reader r = {.reader = {.litmus = litmus, .arena = arena, .at = text, .end = text},
                                 .module = arena_allocate_array(arena, 1, sizeof(struct ir_module)),
                                 .revision = revision,
                                 .grid = grid};
    read_all(&r, text, length);
}
