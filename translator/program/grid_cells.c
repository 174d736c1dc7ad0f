/* Cells: the scalars of shared memory that some invocation accesses or a condition names. */
#include "translator/program/grid_reader.h"

#include <inttypes.h>
#include <stdio.h>

#include "mmra/base/sort.h"
#include "spirv/later.h"

struct scalar {
    uint64_t address;
    const struct litmus_memory *memory;
    const struct grid_variable *variable;
    uint64_t value;
    uint8_t bytes, float_bits;
    bool used, undefined, is_address, is_named;
    uint8_t within; /* of a component of a cooperative matrix: how far after the beginning of a scalar it lies */
    uint8_t unit;   /* the bytes of each cell that it becomes */
};

struct scalars {
    struct scalar *items;
    uint32_t count, capacity;
};

/* ---- what memory holds at first ---- */

/* A pointer holds the address of what it points to. */
static void set_target(const struct grid_reader *g, struct scalar *scalar) {
    for (uint32_t i = 0; i < g->target_count; i++, mmra_work_at(g->arena->watch, i))
        if (g->targets[i].pointer == scalar->address)
            scalar->value = g->equal ? g->targets[i].equal : g->targets[i].address;
}

/* Inputs are there before the shader is, and so is the payload of a mesh shader that is run without its task. */
bool grid_begins_undefined(const struct grid_reader *g, const struct grid_variable *variable) {
    return (variable->kind == GRID_WORKGROUP && variable->storage_class != SpvStorageClassInput) ||
           (variable->kind == GRID_PAYLOAD && g->output->model == SpvExecutionModelTaskEXT);
}

static void set_initial(struct grid_reader *g, struct scalar *scalars, uint32_t count,
                        const struct grid_variable *variable) {
    struct spirv_instruction in = {0};
    if (variable->id)
        in = spirv_defining(g->module, variable->id);
    for (uint32_t i = 0; i < count; i++)
        scalars[i].undefined = grid_begins_undefined(g, variable);
    if (in.operand_count > 1) {
        const struct spirv_constant *constant = spirv_constant_of_id(g->module, in.operands[1]);
        struct grid_value value = {0};
        if (constant)
            value = grid_constant_value(g, &in, constant);
        for (uint32_t i = 0; i < count && i < value.count; i++) {
            scalars[i].value = value.parts[i].operand.value;
            scalars[i].undefined = value.parts[i].operand.kind != PROGRAM_CONSTANT;
        }
    }
}

static void add_scalars(struct grid_reader *g, struct scalars *all, uint32_t number) {
    const struct litmus_memory *memory = &g->output->memory[number];
    const struct grid_variable *variable = g->owners[number];
    struct grid_leaves leaves = {0};
    uint32_t first = all->count;
    grid_add_leaves(g, variable->type, (struct spirv_matrix_layout){0, false}, 0, variable, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        *ARENA_PUSH(g->arena, all->items, all->count, all->capacity) =
            (struct scalar){.address = memory->address + leaves.items[i].offset,
                            .memory = memory,
                            .variable = variable,
                            .bytes = leaves.items[i].bytes,
                            .float_bits = leaves.items[i].floating ? leaves.items[i].width : 0};
    for (uint32_t i = 0; i < leaves.count; i++)
        if (leaves.items[i].points_to) {
            set_target(g, &all->items[first + i]);
            all->items[first + i].is_address = true;
        }
    set_initial(g, all->items + first, leaves.count, variable);
}

static int by_address(const void *a, const void *b) {
    const struct scalar *x = a, *y = b;
    return x->address != y->address ? (x->address > y->address) - (x->address < y->address) : y->used - x->used;
}

/* The bytes of a scalar that some other number covers, of the same size or not. An address is that of the memory that
 * was made for it. */
static void set_bytes(struct scalar *scalar, uint64_t address, uint32_t bytes, uint64_t value) {
    for (uint32_t i = 0; i < scalar->bytes && !scalar->is_address; i++) {
        uint64_t at = scalar->address + i - address;
        if (scalar->address + i < address || at >= bytes)
            continue;
        scalar->value &= ~(UINT64_C(0xFF) << i * 8);
        scalar->value |= (value >> at * 8 & 0xFF) << i * 8;
        scalar->undefined = false;
    }
}

/* The number of the first scalar that may reach to this address or stands after it; they stand in order of address. */
static uint32_t first_at(const struct scalars *all, uint64_t address) {
    enum { LARGEST = 8 };
    uint32_t first = 0, end = all->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        bool before = all->items[middle].address + LARGEST <= address;
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    return first;
}

/* All scalars there, of whichever variable of a descriptor they are. */
static void set_number(struct scalars *all, uint64_t address, const struct grid_initial *number) {
    for (uint32_t k = first_at(all, address); k < all->count && all->items[k].address < address + number->bytes; k++)
        set_bytes(&all->items[k], address, number->bytes, number->value);
}

static void set_inputs(struct grid_reader *g, struct scalars *all) {
    mmra_sort(g->arena, all->items, all->count, sizeof *all->items, by_address);
    for (uint32_t n = 0; n < g->given_count; n++) {
        const struct grid_given *given = g->given[n];
        uint32_t m = given->part.variable->first_memory;
        for (; m < g->owner_count && g->owners[m] == given->part.variable; m++)
            for (uint32_t i = 0; i < given->initial_count; i++)
                set_number(all, g->output->memory[m].address + given->initial[i].offset, &given->initial[i]);
    }
}

/* ---- components of cooperative matrices in memory of other scalars ---- */

/* The byte at an address, by the scalars that are there; false: none has it. They stand in order of address. */
static bool find_byte(const struct scalars *all, uint32_t near, uint64_t address, struct scalar *to, uint32_t number) {
    for (uint32_t k = near; k < all->count && all->items[k].address <= address; k++) {
        const struct scalar *s = &all->items[k];
        if (s->is_address || s->memory != to->memory || address - s->address >= s->bytes)
            continue;
        to->value |= (s->value >> (address - s->address) * 8 & 0xFF) << number * 8;
        to->undefined |= s->undefined;
        return true;
    }
    return false;
}

/* Adds the component that begins at an offset of a scalar, if all its bytes are there. */
static void add_component(struct grid_reader *g, struct scalars *all, uint32_t k, uint64_t offset, uint8_t bytes) {
    const struct scalar *s = &all->items[k];
    struct scalar component = {.address = s->address + offset,
                               .memory = s->memory,
                               .variable = s->variable,
                               .bytes = bytes,
                               .within = (uint8_t)offset};
    for (uint32_t i = 0; i < bytes; i++)
        if (!find_byte(all, k, component.address + i, &component, i))
            return;
    *ARENA_PUSH(g->arena, all->items, all->count, all->capacity) = component;
}

/* Components are aligned to their size. */
static void add_components(struct grid_reader *g, struct scalars *all, const struct grid_view *view) {
    const uint32_t count = all->count;
    for (uint32_t k = 0; k < count; k++) {
        const struct scalar s = all->items[k];
        bool is_there =
            view->root ? s.variable == view->root : s.variable->storage_class == SpvStorageClassPhysicalStorageBuffer;
        for (uint32_t offset = 0; is_there && s.bytes == view->bytes && offset < s.bytes; offset += view->component)
            if ((s.address + offset) % view->component == 0)
                add_component(g, all, k, offset, view->component);
    }
    mmra_sort(g->arena, all->items, all->count, sizeof *all->items, by_address);
}

/* ---- which are used, and in which sizes ---- */

/* An access reaches this far: its first byte is in [lowest, highest]. If its range is not known, both are 0. */
struct reach {
    uint64_t lowest, highest;
};

static struct reach reach_of(const struct program_instruction *i) {
    if (i->a.kind == PROGRAM_CONSTANT)
        return (struct reach){i->a.value, i->a.value};
    return i->lowest == 0 && i->highest == 0 ? (struct reach){0, UINT64_MAX} : (struct reach){i->lowest, i->highest};
}

/* Which scalars an access may be of. Those of its own size that begin where it may; if its pointer may be of another
 * type than memory, others there too. */
enum others { OF_NO_OTHERS, OF_OTHERS_IF_NONE, OF_OTHERS };

static enum others others_of(const struct grid_reader *g, const struct program_instruction *i) {
    bool untyped = spirv_has_capability(g->module, (SpvCapability)SPIRV_CAPABILITY_UNTYPED_POINTERS) || g->copies_bytes;
    bool addressed = i->highest == g->targets_end && i->lowest == g->targets_begin;
    return untyped && i->a.kind != PROGRAM_CONSTANT ? OF_OTHERS
           : untyped || addressed                   ? OF_OTHERS_IF_NONE
                                                    : OF_NO_OTHERS;
}

static bool overlaps(const struct scalar *s, uint64_t address, uint32_t bytes) {
    return s->address < address + bytes && address < s->address + s->bytes;
}

static bool is_of_size(const struct scalar *s, const struct program_instruction *i, struct reach reach) {
    return s->bytes == i->bytes && s->address >= reach.lowest;
}

/* Calls a function with each scalar that an access may be of; returns whether one is of another size. */
typedef void scalar_user(struct scalar *s, void *user);
static bool visit(struct grid_reader *g, struct scalars *all, const struct program_instruction *i, scalar_user *use,
                  void *user) {
    const struct reach reach = reach_of(i);
    const bool constant = i->a.kind == PROGRAM_CONSTANT;
    const uint64_t end = constant ? reach.lowest + i->bytes - 1 : reach.highest;
    const uint32_t first = first_at(all, reach.lowest);
    const enum others others = others_of(g, i);
    bool found = false, misfits = false;
    for (uint32_t k = first; k < all->count && all->items[k].address <= reach.highest; k++) {
        mmra_work_at(g->arena->watch, k);
        if (!is_of_size(&all->items[k], i, reach))
            continue;
        found = true;
        use(&all->items[k], user);
    }
    if (others == OF_NO_OTHERS || (others == OF_OTHERS_IF_NONE && found))
        return false;
    for (uint32_t k = first; k < all->count && all->items[k].address <= end; k++) {
        struct scalar *s = &all->items[k];
        bool is_there = constant ? overlaps(s, i->a.value, i->bytes) : s->address >= reach.lowest;
        mmra_work_at(g->arena->watch, k);
        if (!is_there || is_of_size(s, i, reach))
            continue;
        misfits = true;
        use(s, user);
    }
    return misfits;
}

static void use_scalar(struct scalar *s, void *user) {
    (void)user;
    s->used = true;
}

/* ---- memory that is accessed in several sizes ---- */

/* Pieces of an access, and cells of a scalar, have so many bytes. */
struct cutting {
    uint8_t unit;
    const struct scalar *by; /* a scalar that is cut so; NULL: the access is of none */
    bool changed;
};

static uint8_t smaller(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

/* The largest power of two that divides an address, as far as sizes of scalars go. */
static uint8_t alignment(uint64_t address) {
    return (uint8_t)((address | 8) & (0 - (address | 8)));
}

static void find_unit(struct scalar *s, void *user) {
    struct cutting *cutting = user;
    cutting->by = !cutting->by || s->unit < cutting->by->unit ? s : cutting->by;
    cutting->unit = smaller(cutting->unit, s->unit);
}

static void cut_scalar(struct scalar *s, void *user) {
    struct cutting *cutting = user;
    cutting->changed |= s->unit > cutting->unit;
    s->unit = smaller(s->unit, cutting->unit);
}

static struct cutting cutting_of(struct grid_reader *g, struct scalars *all, const struct program_instruction *i) {
    struct cutting cutting = {(uint8_t)i->bytes, NULL, false};
    visit(g, all, i, find_unit, &cutting);
    if (cutting.by && i->a.kind == PROGRAM_CONSTANT)
        cutting.unit = smaller(cutting.unit, alignment(i->a.value));
    return cutting;
}

static bool is_access(const struct program_instruction *i) {
    return i->opcode == PROGRAM_ACCESS && i->bytes;
}

static bool cut_accessed(struct grid_reader *g, struct scalars *all) {
    const struct program *program = &g->litmus->program;
    bool changed = false;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t n = 0; n < program->threads[t].code_count; n++) {
            const struct program_instruction *i = &program->threads[t].code[n];
            struct cutting cutting = {0};
            if (!is_access(i))
                continue;
            cutting = cutting_of(g, all, i);
            visit(g, all, i, cut_scalar, &cutting);
            changed |= cutting.changed;
        }
    return changed;
}

/* Scalars that overlap are cut alike. */
static bool cut_overlapping(struct grid_reader *g, struct scalars *all) {
    struct cutting cutting = {0};
    for (uint32_t k = 0; k < all->count; k++) {
        struct scalar *a = &all->items[k];
        for (uint32_t n = k + 1; n < all->count && all->items[n].address < a->address + a->bytes; n++) {
            struct scalar *b = &all->items[n];
            bool same = a->address == b->address && a->bytes == b->bytes;
            mmra_work_at(g->arena->watch, n);
            if (!a->used || !b->used || (same && a->unit == b->unit))
                continue;
            cutting.unit = smaller(smaller(a->unit, alignment(a->address)), smaller(b->unit, alignment(b->address)));
            cut_scalar(a, &cutting);
            cut_scalar(b, &cutting);
        }
    }
    return cutting.changed;
}

static const char *name_of(struct grid_reader *g, const struct scalar *s, uint32_t within) {
    char name[LITMUS_MOST_NAME + 128], path[96] = "";
    grid_put_path(g, s->variable, s->address - s->memory->address, path, sizeof path);
    int length = snprintf(name, sizeof name, "%s%s", s->memory->name, path);
    within += s->within;
    if (within && (size_t)length < sizeof name)
        snprintf(name + length, sizeof name - (size_t)length, "+%u", within);
    return arena_copy_string(g->arena, name, strlen(name));
}

static const char *label_of(struct grid_reader *g, const struct scalar *s) {
    char path[96] = "";
    if (!g->places.count)
        return NULL;
    grid_put_path(g, s->variable, s->address - s->memory->address, path, sizeof path);
    return grid_label(g, s->variable, path);
}

static void take_apart(struct grid_reader *g, struct scalars *all, uint32_t number) {
    struct program_thread *thread = &g->litmus->program.threads[number];
    uint8_t *units = arena_allocate_array(g->arena, thread->code_count + 1, sizeof *units);
    for (uint32_t n = 0; n < thread->code_count; n++) {
        const struct program_instruction *i = &thread->code[n];
        if (!is_access(i))
            continue;
        struct cutting cutting = cutting_of(g, all, i);
        units[n] = cutting.unit;
        if (units[n] < i->bytes && (i->operation.flags & MODEL_ATOMIC))
            grid_refuse(g, NULL, "%%%s is accessed in parts of %u bytes, and by an atomic of %u; race executes it",
                        name_of(g, cutting.by, 0), units[n], i->bytes);
    }
    grid_take_apart(g, number, units);
}

/* Vulkan's memory model, "Memory Location": a location has 8 bits, and an operation accesses a set of them. So an
 * access that is no atomic is one of each of its parts, and memory that is accessed in several sizes has cells that no
 * access takes a part of. */
static void cut(struct grid_reader *g, struct scalars *all, bool misfits) {
    bool overlap = cut_overlapping(g, all);
    if (!overlap && !misfits)
        return;
    while (cut_accessed(g, all) || cut_overlapping(g, all))
        continue;
    for (uint32_t t = 0; t < g->litmus->program.thread_count; t++)
        take_apart(g, all, t);
}

/* "%name..." in a condition names a scalar. */
static void use_named(struct grid_reader *g, struct scalars *all, const char *text, size_t length) {
    for (const char *at = text; (at = memchr(at, '%', (size_t)(text + length - at))) != NULL; at++) {
        size_t known = strspn(at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@[]");
        for (uint32_t k = 0; k < all->count; k++) {
            size_t prefix = strlen(all->items[k].memory->name);
            mmra_work_at(g->arena->watch, k);
            if (prefix > known || memcmp(at + 1, all->items[k].memory->name, prefix) != 0)
                continue;
            const char *name = name_of(g, &all->items[k], 0);
            all->items[k].is_named |= strlen(name) == known && memcmp(name, at + 1, known) == 0;
            all->items[k].used |= all->items[k].is_named;
        }
    }
}

static void add_piece(struct grid_reader *g, const struct scalar *s, uint32_t within) {
    struct program *program = &g->litmus->program;
    const uint64_t all = s->unit < 8 ? (UINT64_C(1) << s->unit * 8) - 1 : UINT64_MAX;
    const bool whole = s->unit == s->bytes;
    uint32_t cell = program_add_cell(program, name_of(g, s, within), s->address + within, s->unit);
    program->cells[cell].label = whole ? label_of(g, s) : NULL;
    program->cells[cell].initial = s->value >> within * 8 & all;
    program->cells[cell].undefined = s->undefined;
    program->cells[cell].float_bits = whole ? s->float_bits : 0;
    program->cells[cell].observed &= s->variable->type->opcode != SpvOpTypeAccelerationStructureKHR;
}

/* Scalars that overlap, as those of two variables of one descriptor may, have the same cells. */
static void add_cells(struct grid_reader *g, const struct scalar *s) {
    const struct program *program = &g->litmus->program;
    if (s->is_named && s->unit < s->bytes)
        grid_refuse(g, NULL, "%%%s is accessed in parts of %u bytes, and named in a condition", name_of(g, s, 0),
                    s->unit);
    for (uint32_t within = 0; within < s->bytes; within += s->unit) {
        const struct program_cell *last = program->cell_count ? &program->cells[program->cell_count - 1] : NULL;
        if (!last || last->address + last->bytes <= s->address + within)
            add_piece(g, s, within);
    }
}

/* Adds the lock of each pixel, by which its fragments take turns. */
static void add_locks(struct grid_reader *g) {
    struct program *program = &g->litmus->program;
    uint32_t last = 0;
    for (uint32_t t = 0; t < g->output->threads_count; t++) {
        uint32_t pixel = litmus_pixel_of(&g->output->threads[t]);
        last = pixel > last ? pixel : last;
    }
    for (uint32_t pixel = 0; pixel <= last; pixel++) {
        uint32_t lock = program_add_cell(program, "interlock", LITMUS_INTERLOCK_ADDRESS + UINT64_C(4) * pixel, 4);
        program->cells[lock].observed = false;
    }
}

void grid_make_cells(struct grid_reader *g) {
    struct scalars all = {0};
    const struct program *program = &g->litmus->program;
    const char *text;
    size_t length;
    uint32_t line;
    bool misfits = false;
    for (uint32_t m = 0; m < g->output->memory_count; m++)
        add_scalars(g, &all, m);
    set_inputs(g, &all);
    for (uint32_t v = 0; v < g->view_count; v++)
        add_components(g, &all, &g->views[v]);
    for (uint32_t k = 0; k < all.count; k++)
        all.items[k].unit = all.items[k].bytes;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (is_access(&program->threads[t].code[i]))
                misfits |= visit(g, &all, &program->threads[t].code[i], use_scalar, NULL);
    for (uint32_t n = 0; g->source && litmus_source_comment(g->source, "Output", n, &text, &length, &line); n++)
        use_named(g, &all, text, length);
    mmra_sort(g->arena, all.items, all.count, sizeof *all.items, by_address);
    cut(g, &all, misfits);
    for (uint32_t k = 0; k < all.count; k++)
        if (all.items[k].used)
            add_cells(g, &all.items[k]);
    if (g->output->model == SpvExecutionModelFragment)
        add_locks(g);
}
