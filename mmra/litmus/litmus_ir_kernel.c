/* The threads of a kernel, or of the shaders of a grid, and the cells that they access. */
#include <stdlib.h>

#include "mmra/litmus/litmus_ir.h"
#include "mmra/parse/ir_parse.h"

/* Finds the bounds of local memory. */
enum { MAX_LOCALS = 255, LARGEST_LOCAL = 4096 };

/* Whether an access is, or may be, of so many bytes at the address: one whose address is computed, at any multiple of
 * its size. */
static bool may_access(const struct program_instruction *i, uint64_t address, uint32_t bytes) {
    bool anywhere = i->lowest == 0 && i->highest == 0;
    return i->opcode == PROGRAM_ACCESS && i->bytes == bytes &&
           (i->a.kind == PROGRAM_CONSTANT
                ? i->a.value == address
                : address % bytes == 0 && (anywhere || (address >= i->lowest && address < i->highest)));
}

static const struct program_instruction *find_access(const struct program *program, uint64_t address, uint32_t bytes) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t k = 0; k < program->threads[t].code_count; k++)
            if (may_access(&program->threads[t].code[k], address, bytes))
                return &program->threads[t].code[k];
    return NULL;
}

/* Takes whole what is given of the cell's bytes. */
static void set_initial(const struct litmus_ir_reader *r, struct program_cell *cell, uint64_t offset, uint32_t global,
                        uint32_t workgroup) {
    struct mmra_string name = litmus_ir_name_of(r, r->module->globals[global].value);
    uint32_t left = cell->bytes;
    for (uint32_t i = 0; i < r->grid->local_count; i++) {
        const struct litmus_ir_local *given = &r->grid->locals[i];
        struct mmra_string wanted = mmra_string_of(given->name);
        bool named = name.length && *name.bytes == '_' &&
                     mmra_string_equal((struct mmra_string){name.bytes + 1, name.length - 1}, wanted);
        if (given->workgroup != workgroup || given->offset < offset ||
            given->offset + given->bytes > offset + cell->bytes || !(named || mmra_string_equal(name, wanted)))
            continue;
        cell->initial |= given->initial << (given->offset - offset) * 8;
        left -= given->bytes < left ? given->bytes : left;
    }
    cell->undefined = left != 0;
}

/* Whether an access is an atomic of its own, and not a part of what must be available or visible. */
static bool is_whole(const struct litmus_ir_reader *r, const struct program_instruction *access) {
    return access->operation.flags & MODEL_ATOMIC && r->grid->local_atomics & access->bytes;
}

static bool fail_in_sizes(struct litmus_ir_reader *r, uint32_t line) {
    r->reader.line = line;
    return reader_fail(&r->reader, "memory that is accessed in different sizes", (struct word){"", 0});
}

/* Has every access that may be of so many bytes at the address cut into parts when the threads are read again. False,
 * with the place: one cannot be. */
static bool cut_accesses(struct litmus_ir_reader *r, uint64_t address, uint32_t bytes, uint32_t part) {
    const struct program *program = &r->reader.litmus->program;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t k = 0; k < program->threads[t].code_count; k++) {
            const struct program_instruction *i = &program->threads[t].code[k];
            uint32_t line = i->operation.line;
            if (!may_access(i, address, bytes))
                continue;
            if (part == bytes || line >= r->line_count || is_whole(r, i))
                return fail_in_sizes(r, line);
            bool is_less = !r->parts_of_line[line] || part < r->parts_of_line[line];
            r->cut_line = line;
            r->cuts_more |= is_less;
            r->parts_of_line[line] = is_less ? (uint8_t)part : r->parts_of_line[line];
        }
    return true;
}

/* Begins to keep how lines are cut. */
static void begin_cuts(struct litmus_ir_reader *r) {
    if (r->parts_of_line)
        return;
    r->line_count = 2;
    for (const char *at = r->reader.at; at < r->reader.end; at++)
        r->line_count += *at == '\n';
    r->parts_of_line = arena_allocate_array(r->reader.arena, r->line_count, 1);
}

/* A cell for each access to local memory, whose type in IR may be bytes. */
static bool make_local_cells(struct litmus_ir_reader *r, uint32_t global, uint32_t workgroup, uint64_t size) {
    uint64_t begin = litmus_ir_local_address(global, workgroup), end = begin + size;
    struct program *program = &r->reader.litmus->program;
    struct program_cell last = {.address = begin};
    for (uint64_t at = begin; at < end; at++)
        for (uint32_t bytes = 1; bytes <= 8; bytes *= 2) {
            if (!find_access(program, at, bytes))
                continue;
            if (at < last.address + last.bytes) {
                bool later = bytes > last.bytes;
                begin_cuts(r);
                if (!cut_accesses(r, later ? at : last.address, later ? bytes : last.bytes, later ? last.bytes : bytes))
                    return false;
                continue;
            }
            uint32_t cell = program_add_cell(program, "local", at, bytes);
            set_initial(r, &program->cells[cell], at - begin, global, workgroup);
            program->cells[cell].observed = false;
            last = program->cells[cell];
        }
    return true;
}

/* An access to the memory of parameters whose address is known now covers whole cells of fewer bytes. */
static bool cut_over_cells(struct litmus_ir_reader *r) {
    const struct program *program = &r->reader.litmus->program;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t k = 0; k < program->threads[t].code_count; k++) {
            const struct program_instruction *i = &program->threads[t].code[k];
            bool is_known = i->opcode == PROGRAM_ACCESS && i->a.kind == PROGRAM_CONSTANT;
            uint32_t part = is_known ? litmus_ir_grid_bytes_at(r, i->a.value) : 0;
            if (!part || part >= i->bytes)
                continue;
            begin_cuts(r);
            if (!cut_accesses(r, i->a.value, i->bytes, part))
                return false;
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
    if (!cut_over_cells(r))
        return false;
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
        r->addresses[g] =
            r->grid->is_shared ? r->grid->global_addresses[g] : litmus_ir_local_address(g, invocation->workgroup);
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
    if (!r->grid->is_shared)
        program_fold(&r->reader.litmus->program, &r->reader.litmus->program.threads[r->thread]);
    return true;
}

/* Reads all threads, once more if some access must be cut into parts. */
static bool read_threads(struct litmus_ir_reader *r) {
    struct program *program = &r->reader.litmus->program;
    r->addresses = arena_allocate_array(r->reader.arena, r->module->global_count + 1, sizeof *r->addresses);
    do {
        r->cut_line = 0;
        r->cuts_more = false;
        program_init(program, r->reader.arena);
        program->tags = &r->module->tags;
        program->call_level = r->grid->has_calls && !r->grid->calls_in_lane ? MMRA_SCOPE_CLUSTER : 0;
        for (r->thread = 0; r->thread < r->grid->invocation_count; r->thread++) {
            add_thread(r, &r->grid->invocations[r->thread]);
            if (!read_thread(r))
                return false;
        }
        if (!r->grid->is_shared && !make_cells(r))
            return false;
    } while (r->cuts_more);
    return !r->cut_line || fail_in_sizes(r, r->cut_line);
}

static bool read_all(struct litmus_ir_reader *r, const char *text, size_t length) {
    struct litmus *litmus = r->reader.litmus;
    struct ir_parse_error error;
    ir_module_init(r->module, r->reader.arena);
    ir_set_revision(r->module, r->revision);
    if (!ir_parse(r->module, text, length, &error)) {
        r->reader.line = error.line;
        return reader_fail(&r->reader, error.message, (struct word){"", 0});
    }
    if (!litmus_ir_check_types(r))
        return false;
    const bool fits = !r->grid->is_shared || r->module->global_count == r->grid->global_count;
    if (r->module->global_count > MAX_LOCALS || !fits)
        return reader_fail(&r->reader, "a kernel whose parameters or local memory do not fit", (struct word){"", 0});
    if (!read_threads(r))
        return false;
    if (r->grid->is_shared)
        return true;
    program_finish(&litmus->program);
    observe_all(&litmus->program, &litmus->observations);
    return true;
}

void litmus_read_ir_grid(struct litmus *litmus, struct arena *arena, const char *text, size_t length,
                         enum ir_revision revision, const struct litmus_ir_grid *grid) {
    memset(litmus, 0, sizeof *litmus);
    program_init(&litmus->program, arena);
    struct litmus_ir_reader r = {.reader = {.litmus = litmus, .arena = arena, .at = text, .end = text + length},
                                 .module = arena_allocate_array(arena, 1, sizeof(struct ir_module)),
                                 .revision = revision,
                                 .grid = grid};
    read_all(&r, text, length);
}
