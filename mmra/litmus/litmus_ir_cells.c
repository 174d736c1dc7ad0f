/* Memory of IR litmus tests: where accesses go, and the cells that globals and images are cut into. */
#include "mmra/litmus/litmus_ir.h"

#include <stdio.h>

#include "mmra/base/bits.h"
#include "mmra/base/text.h"
#include "mmra/ir/ir_effects.h"

enum { GLOBAL_STRIDE = 1 << 20, LARGEST_GLOBAL = 4096, LARGEST_CELL = 8 };

/* ---- where accesses go, as far as it is constant ---- */

struct target {
    uint32_t global; /* MODEL_NONE: unknown */
    bool constant;   /* whether the offset is */
    uint64_t offset;
};

static void add_indexes(const struct litmus_ir_reader *r, const struct ir_instruction *gep, struct target *target) {
    ir_type type = gep->accessed;
    for (uint32_t i = 1; i < gep->operand_count; i++) {
        const struct ir_value_info *index = litmus_ir_operand_info(r, gep, i);
        const struct ir_type_info *info = ir_type_get(r->module, type);
        uint32_t width = ir_type_get(r->module, index->type)->width;
        bool known = index->kind == IR_VALUE_INTEGER || index->kind == IR_VALUE_ZERO;
        uint64_t number = index->kind == IR_VALUE_INTEGER ? (uint64_t)mmra_signed_bits(index->bits, width) : 0;
        if (i > 1 && info->kind == IR_TYPE_STRUCT) {
            target->offset += litmus_ir_member_offset(r->module, type, number);
            type = number < info->member_count ? info->members[number] : type;
            continue;
        }
        if (i > 1)
            type = info->element;
        target->constant &= known;
        target->offset += number * litmus_ir_size_of(r->module, type);
    }
}

/* Follows GEPs, casts and aliases back to a global. */
static struct target find_target(const struct litmus_ir_reader *r, ir_value pointer) {
    struct target target = {MODEL_NONE, true, 0};
    for (uint32_t steps = 0; steps < 100; steps++) {
        const struct ir_value_info *info = ir_value_get(r->module, pointer);
        if (info->kind == IR_VALUE_GLOBAL && r->module->globals[info->index].alias) {
            pointer = r->module->globals[info->index].initializer;
            continue;
        }
        if (info->kind == IR_VALUE_GLOBAL) {
            target.global = info->index;
            return target;
        }
        const struct ir_instruction *from = ir_definition(r->module, pointer);
        if (!from)
            break;
        if (from->opcode == IR_GETELEMENTPTR)
            add_indexes(r, from, &target);
        else if (from->opcode != IR_ADDRSPACECAST && from->opcode != IR_BITCAST && from->opcode != IR_FREEZE)
            break;
        pointer = litmus_ir_operand(r, from, 0);
    }
    target.constant = false;
    return target;
}

/* ---- initial values ---- */

/* Returns how many bytes a global has. */
struct initial {
    uint8_t *items;
    bool *defined;
    uint64_t count;
};

static void put_number(struct initial *bytes, uint64_t offset, uint64_t number, uint64_t size) {
    for (uint64_t k = 0; k < size && offset + k < bytes->count; k++) {
        bytes->items[offset + k] = k < 8 ? (uint8_t)(number >> k * 8) : 0;
        bytes->defined[offset + k] = true;
    }
}

static void put_initial(struct litmus_ir_reader *r, ir_value value, uint64_t offset, struct initial *bytes);

static void put_elements(struct litmus_ir_reader *r, const struct ir_value_info *info, uint64_t offset,
                         struct initial *bytes) {
    const struct ir_type_info *type = ir_type_get(r->module, info->type);
    uint32_t first = (uint32_t)(info->bits >> 32);
    for (uint32_t k = 0; k < (uint32_t)info->bits; k++) {
        uint64_t at = type->kind == IR_TYPE_STRUCT ? litmus_ir_member_offset(r->module, info->type, k)
                                                   : k * litmus_ir_size_of(r->module, type->element);
        put_initial(r, r->module->operands[first + k], offset + at, bytes);
    }
}

/* Puts the initial value, or the part of it that lies at this offset; what is undefined stays so. */
static void put_initial(struct litmus_ir_reader *r, ir_value value, uint64_t offset, struct initial *bytes) {
    const struct ir_value_info *info = ir_value_get(r->module, value);
    uint64_t size = litmus_ir_size_of(r->module, info->type);
    struct mmra_string text = ir_string_get(r->module, info->kind == IR_VALUE_TEXT ? (ir_string)info->bits : 0);
    if (!value || info->kind == IR_VALUE_UNDEF || info->kind == IR_VALUE_POISON)
        return;
    if (info->kind == IR_VALUE_AGGREGATE) {
        put_elements(r, info, offset, bytes);
        return;
    }
    if (info->kind == IR_VALUE_ZERO || litmus_ir_is_string(text)) {
        put_number(bytes, offset, 0, size);
        if (litmus_ir_is_string(text) && offset < bytes->count)
            litmus_ir_bytes_of_string(text, bytes->items + offset, bytes->count - offset);
        return;
    }
    struct litmus_ir_layout layout = litmus_ir_lay_out(r->module, info->type);
    litmus_ir_let_constant(r, value);
    struct litmus_ir_parts parts = litmus_ir_parts_of(r, value);
    for (uint32_t i = 0; i < parts.count; i++)
        if (parts.items[i].operand.kind == PROGRAM_CONSTANT)
            put_number(bytes, offset + layout.offsets[i], parts.items[i].operand.value,
                       parts.count == 1 ? size : (parts.items[i].width + 7u) / 8);
}

/* ---- cells ---- */

struct cuts {
    bool *at; /* whether a cell begins at this byte; one more than the bytes */
    uint64_t bytes;
    bool used;
};

static void cut(struct cuts *cuts, uint64_t at) {
    if (at <= cuts->bytes)
        cuts->at[at] = true;
}

/* An access at an unknown offset may be anywhere at a multiple of its size. */
static void cut_for_access(struct cuts *cuts, struct target target, uint64_t bytes) {
    uint64_t piece = bytes > LARGEST_CELL ? LARGEST_CELL : bytes;
    cuts->used = true;
    if (!piece)
        return;
    if (!target.constant) {
        for (uint64_t at = 0; at < cuts->bytes; at += piece)
            cut(cuts, at);
        return;
    }
    cut(cuts, target.offset);
    for (uint64_t at = 0; at < bytes; at += piece)
        cut(cuts, target.offset + at);
    cut(cuts, target.offset + bytes);
}

static void cut_for_function(struct litmus_ir_reader *r, const struct ir_function_info *function, struct cuts *cuts) {
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = &r->module->blocks[function->first_block + b];
        for (uint32_t i = 0; i < block->instruction_count; i++) {
            const struct ir_instruction *access = &r->module->instructions[block->first_instruction + i];
            struct ir_effects effects = ir_effects_of(r->module, access);
            if (!effects.pointer || !effects.memory)
                continue;
            struct target target = find_target(r, effects.pointer);
            uint64_t bytes = litmus_ir_size_of(r->module, ir_type_of_access(r->module, access));
            for (uint32_t g = 0; g < r->module->global_count; g++)
                if ((target.global == g || target.global == MODEL_NONE) && !litmus_ir_image_of_global(r, g))
                    cut_for_access(&cuts[g], target, bytes);
        }
    }
}

/* Cells are named after the global, if they are all of it; else the n-th of equal cells is x[n]. */
static const char *cell_name(struct litmus_ir_reader *r, struct mmra_string global, uint64_t at, uint64_t bytes,
                             bool all) {
    char text[80];
    int length = all ? snprintf(text, sizeof text, "%.*s", (int)(global.length > 40 ? 40 : global.length), global.bytes)
                     : snprintf(text, sizeof text, "%.*s[%llu]", (int)(global.length > 40 ? 40 : global.length),
                                global.bytes, (unsigned long long)(at / bytes));
    return arena_copy_string(r->reader.arena, text, (size_t)length);
}

static void add_cells(struct litmus_ir_reader *r, uint32_t number, const struct cuts *cuts) {
    const struct ir_global *global = &r->module->globals[number];
    struct program *program = &r->reader.litmus->program;
    struct mmra_string name = litmus_ir_name_of(r, global->value);
    struct initial bytes = {arena_allocate_array(r->reader.arena, (size_t)cuts->bytes + 1, 1),
                            arena_allocate_array(r->reader.arena, (size_t)cuts->bytes + 1, sizeof(bool)), cuts->bytes};
    r->reader.line = global->line;
    if (cuts->used && global->initializer)
        put_initial(r, global->initializer, 0, &bytes);
    for (uint64_t at = 0; cuts->used && at < cuts->bytes;) {
        uint64_t end = at + 1;
        while (end < cuts->bytes && !cuts->at[end] && end - at < LARGEST_CELL)
            end++;
        bool all = at == 0 && end == cuts->bytes;
        uint32_t cell = program_add_cell(program, cell_name(r, name, at, end - at, all), r->addresses[number] + at,
                                         (uint32_t)(end - at));
        for (uint64_t k = at; k < end; k++) {
            program->cells[cell].initial |= (uint64_t)bytes.items[k] << (k - at) * 8;
            program->cells[cell].undefined |= !bytes.defined[k];
        }
        at = end;
    }
}

/* The texels of an image, each called by its coordinates. */
static void add_texels(struct litmus_ir_reader *r, const struct litmus_ir_image_global *global) {
    const struct litmus_image *image = &global->image;
    struct mmra_string name = litmus_ir_name_of(r, r->module->globals[global->global].value);
    uint32_t count = image->extents[0] * image->extents[1] * image->extents[2];
    for (uint32_t texel = 0; texel < count; texel++) {
        struct text text;
        text_init(&text, r->reader.arena, 80);
        text_bytes(&text, name.bytes, name.length);
        for (uint32_t k = 0, rest = texel; k < global->coordinates; rest /= image->extents[k++])
            text_format(&text, "[%u]", rest % image->extents[k]);
        program_add_cell(&r->reader.litmus->program, text_finish(&text), image->address + (uint64_t)texel * 4, 4);
    }
}

void litmus_ir_let_aliases(struct litmus_ir_reader *r) {
    for (uint32_t g = 0; g < r->module->global_count; g++)
        if (r->module->globals[g].alias) {
            struct target target = find_target(r, r->module->globals[g].value);
            r->addresses[g] = target.constant ? r->addresses[target.global] + target.offset : 0;
        }
}

/* Addresses for all globals, and cells for those that the threads access. */
bool litmus_ir_make_cells(struct litmus_ir_reader *r) {
    uint32_t count = r->module->global_count;
    struct litmus_ir_frame frame = {
        .values = arena_allocate_array(r->reader.arena, r->module->value_count, sizeof *frame.values)};
    struct cuts *cuts = arena_allocate_array(r->reader.arena, count + 1, sizeof *cuts);
    r->addresses = arena_allocate_array(r->reader.arena, count + 1, sizeof *r->addresses);
    for (uint32_t g = 0; g < count; g++) {
        r->addresses[g] = (uint64_t)(g + 1) * GLOBAL_STRIDE;
        cuts[g].bytes = litmus_ir_global_bytes(r->module, &r->module->globals[g]);
        if (cuts[g].bytes > LARGEST_GLOBAL) {
            r->reader.line = r->module->globals[g].line;
            return reader_fail(&r->reader, "a global of more than 4096 bytes", (struct word){"", 0});
        }
        cuts[g].at = arena_allocate_array(r->reader.arena, (size_t)cuts[g].bytes + 1, sizeof(bool));
    }
    for (uint32_t f = 0; f < r->module->function_count; f++)
        if (r->module->functions[f].defined)
            cut_for_function(r, &r->module->functions[f], cuts);
    litmus_ir_let_aliases(r);
    r->frame = &frame;
    for (uint32_t g = 0; g < count; g++)
        add_cells(r, g, &cuts[g]);
    r->frame = NULL;
    if (r->reader.litmus->error)
        return false;
    for (uint32_t n = 0; n < r->image_count; n++) {
        r->images[n].image.address = (uint64_t)(count + n + 1) * GLOBAL_STRIDE;
        add_texels(r, &r->images[n]);
    }
    return true;
}
