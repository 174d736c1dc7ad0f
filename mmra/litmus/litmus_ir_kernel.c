/* The threads of a kernel, or of the shaders of a grid, and the cells that they access. */
#include <stdlib.h>

#include "mmra/litmus/litmus_ir.h"
#include "mmra/parse/ir_parse.h"

/* The bounds of local memory. */
enum { MAX_LOCALS = 255, LARGEST_LOCAL = 4096 };

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
    uint64_t begin = litmus_ir_local_address(global, workgroup), end = begin + size;
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

static void add_thread(struct litmus_ir_reader *r, const struct litmus_invocation *invocation) {
    struct program_thread *thread = program_add_thread(&r->reader.litmus->program, invocation->name);
    thread->scopes.instance[MMRA_SCOPE_CLUSTER] = invocation->workgroup;
    thread->scopes.instance[MMRA_SCOPE_WORKGROUP] = invocation->workgroup;
    thread->scopes.instance[MMRA_SCOPE_WAVEFRONT] = invocation->wave;
    for (uint32_t g = 0; g < r->module->global_count; g++)
        r->addresses[g] = litmus_ir_local_address(g, invocation->workgroup);
    litmus_ir_let_aliases(r);
    r->variable_count = 0;
    r->exchanges = 0;
    r->calls = 0;
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
