/* Memory of IR litmus tests: sizes of types, addresses of globals, and the cells that they are cut into. */
#include "mmra/litmus/litmus_ir.h"

#include <stdio.h>
#include <stdlib.h>

#include "mmra/base/text.h"
#include "mmra/ir/ir_effects.h"

enum {
    GLOBAL_STRIDE = 1 << 20,
    LARGEST_GLOBAL = 4096,
    LARGEST_CELL = 8,
    LARGEST_SIZE = 1 << 30 /* what is larger counts so */
};

/* ---- sizes ---- */

static uint64_t align_up(uint64_t size, uint64_t alignment) {
    return alignment ? (size + alignment - 1) / alignment * alignment : size;
}

static uint64_t power_of_two(uint64_t size) {
    uint64_t result = 1;
    while (result < size && result < UINT64_C(1) << 32)
        result *= 2;
    return result;
}

struct extent {
    uint64_t size, alignment; /* bytes */
};

static struct extent extent_of(const struct ir_module *module, ir_type type);

/* Puts a member behind those that the structure has. Returns its offset. */
static uint64_t append_member(struct extent *structure, bool packed, struct extent member) {
    uint64_t alignment = packed ? 1 : member.alignment;
    uint64_t offset = align_up(structure->size, alignment);
    structure->alignment = alignment > structure->alignment ? alignment : structure->alignment;
    structure->size = offset + member.size;
    return offset;
}

/* Size and alignment come from one walk over the members. A walk for each of them would meet the innermost of n
 * structures n times. */
static struct extent extent_of_struct(const struct ir_module *module, const struct ir_type_info *info) {
    struct extent all = {.alignment = 1};
    for (uint32_t i = 0; i < info->member_count; i++)
        append_member(&all, info->packed, extent_of(module, info->members[i]));
    all.size = align_up(all.size, all.alignment);
    return all;
}

static struct extent naturally_aligned(uint64_t size) {
    return (struct extent){.size = size, .alignment = size > 16 ? 16 : power_of_two(size)};
}

static struct extent extent_of(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return naturally_aligned(info->width <= 64 ? power_of_two((info->width + 7) / 8) : (info->width + 63) / 64 * 8);
    case IR_TYPE_HALF:
    case IR_TYPE_BFLOAT:
    case IR_TYPE_FLOAT:
    case IR_TYPE_DOUBLE:
        return naturally_aligned(ir_number_bits(info) / 8);
    case IR_TYPE_POINTER:
        return naturally_aligned(info->width == 3 || info->width == 5 ? 4 : 8);
    case IR_TYPE_VECTOR:
    case IR_TYPE_ARRAY: {
        struct extent element = extent_of(module, info->element);
        uint64_t count = info->count > LARGEST_GLOBAL ? LARGEST_GLOBAL + 1 : info->count;
        uint64_t all = element.size > LARGEST_SIZE / (LARGEST_GLOBAL + 1) ? LARGEST_SIZE : element.size * count;
        return info->kind == IR_TYPE_VECTOR ? naturally_aligned(power_of_two(all))
                                            : (struct extent){.size = all, .alignment = element.alignment};
    }
    case IR_TYPE_STRUCT:
        return extent_of_struct(module, info);
    default:
        return naturally_aligned(0);
    }
}

uint64_t litmus_ir_size_of(const struct ir_module *module, ir_type type) {
    return extent_of(module, type).size;
}

uint64_t litmus_ir_global_bytes(const struct ir_module *module, const struct ir_global *global) {
    return global->appending ? 0 : litmus_ir_size_of(module, global->type);
}

uint64_t litmus_ir_member_offset(const struct ir_module *module, ir_type structure, uint64_t index) {
    const struct ir_type_info *info = ir_type_get(module, structure);
    struct extent all = {.alignment = 1};
    for (uint32_t i = 0; i < info->member_count; i++) {
        uint64_t offset = append_member(&all, info->packed, extent_of(module, info->members[i]));
        if (i == index)
            return offset;
    }
    return all.size;
}

static void add_parts(struct litmus_ir_layout *layout, uint64_t bits) {
    for (uint32_t at = 0; bits && layout->count <= LITMUS_IR_MAX_PARTS; bits -= bits < 64 ? bits : 64, at += 8) {
        layout->widths[layout->count] = (uint8_t)(bits < 64 ? bits : 64);
        layout->offsets[layout->count++] = at;
    }
}

static void move_parts(struct litmus_ir_layout *layout, uint32_t first, uint64_t offset) {
    for (uint32_t i = first; offset && i < layout->count; i++)
        layout->offsets[i] += (uint32_t)offset;
}

static struct extent lay_out(const struct ir_module *module, ir_type type, struct litmus_ir_layout *layout);

static void lay_out_list(const struct ir_module *module, const struct ir_type_info *info,
                         struct litmus_ir_layout *layout) {
    uint64_t stride = litmus_ir_size_of(module, info->element);
    for (uint64_t i = 0; i < info->count && layout->count <= LITMUS_IR_MAX_PARTS; i++) {
        uint32_t before = layout->count;
        lay_out(module, info->element, layout);
        if (layout->count == before)
            return; /* of nothing */
        move_parts(layout, before, i * stride);
    }
}

/* Parts are appended at their offsets in `type`; the caller moves them to where that lies. So one walk yields them and
 * the extent, which is not that of the whole where there are too many parts. */
static struct extent lay_out(const struct ir_module *module, ir_type type, struct litmus_ir_layout *layout) {
    const struct ir_type_info *info = ir_type_get(module, type);
    struct extent all = {.alignment = 1};
    if (info->kind == IR_TYPE_VECTOR || info->kind == IR_TYPE_ARRAY) {
        lay_out_list(module, info, layout);
        return extent_of(module, type);
    }
    if (info->kind != IR_TYPE_STRUCT) {
        uint64_t bits = info->kind == IR_TYPE_POINTER ? 64 : ir_number_bits(info);
        layout->unknown |= !bits;
        add_parts(layout, bits);
        return extent_of(module, type);
    }
    for (uint32_t i = 0; i < info->member_count && layout->count <= LITMUS_IR_MAX_PARTS; i++) {
        uint32_t before = layout->count;
        struct extent member = lay_out(module, info->members[i], layout);
        move_parts(layout, before, append_member(&all, info->packed, member));
    }
    all.size = align_up(all.size, all.alignment);
    return all;
}

struct litmus_ir_layout litmus_ir_lay_out(const struct ir_module *module, ir_type type) {
    struct litmus_ir_layout layout = {.count = 0};
    lay_out(module, type, &layout);
    return layout;
}

uint32_t litmus_ir_address_space(const struct litmus_ir_reader *r, ir_value pointer) {
    const struct ir_type_info *info = ir_type_get(r->module, ir_type_of(r->module, pointer));
    return info->kind == IR_TYPE_POINTER ? info->width : 0;
}

/* ---- where accesses go, as far as it is constant ---- */

struct target {
    uint32_t global; /* MODEL_NONE: unknown */
    bool constant;   /* whether the offset is */
    uint64_t offset;
};

static const struct ir_instruction *definition(const struct litmus_ir_reader *r, ir_value value) {
    const struct ir_value_info *info = ir_value_get(r->module, value);
    return info->kind == IR_VALUE_INSTRUCTION ? &r->module->instructions[info->index] : NULL;
}

static void add_indexes(const struct litmus_ir_reader *r, const struct ir_instruction *gep, struct target *target) {
    ir_type type = gep->accessed;
    for (uint32_t i = 1; i < gep->operand_count; i++) {
        const struct ir_value_info *index = litmus_ir_operand_info(r, gep, i);
        const struct ir_type_info *info = ir_type_get(r->module, type);
        bool known = index->kind == IR_VALUE_INTEGER || index->kind == IR_VALUE_ZERO;
        uint64_t number = index->kind == IR_VALUE_INTEGER ? index->bits : 0;
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

/* Follows GEPs and casts back to a global. */
static struct target find_target(const struct litmus_ir_reader *r, ir_value pointer) {
    struct target target = {MODEL_NONE, true, 0};
    for (uint32_t steps = 0; steps < 100; steps++) {
        const struct ir_value_info *info = ir_value_get(r->module, pointer);
        if (info->kind == IR_VALUE_GLOBAL) {
            target.global = info->index;
            return target;
        }
        uint64_t offset;
        if (litmus_ir_constant_address(r, pointer, &target.global, &offset)) {
            target.offset += offset;
            return target;
        }
        const struct ir_instruction *from = definition(r, pointer);
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

/* The value after the type: `global i32 7, align 4`, `global [4 x i32] zeroinitializer`. */
static bool initial_value(const struct litmus_ir_reader *r, const struct ir_global *global, uint64_t *value) {
    struct mmra_string text = ir_string_get(r->module, global->text);
    struct word rest = {text.bytes, text.length};
    const char *keyword = global->constant ? "constant" : "global";
    while (rest.length && !word_is(take_word(&rest, "()\".-"), keyword)) {
        if (rest.length && *rest.at != ' ') { /* a character that is part of no word */
            rest.at++;
            rest.length--;
        }
    }
    skip_blanks(&rest);
    for (int depth = 0; rest.length && (depth || *rest.at != ' '); rest.at++, rest.length--)
        depth += strchr("[{<(", *rest.at) != NULL ? 1 : strchr("]}>)", *rest.at) != NULL ? -1 : 0;
    struct word word = take_word(&rest, "-");
    *value = 0;
    if (word_is(word, "zeroinitializer") || word_is(word, "null"))
        return true;
    bool negative = word.length && *word.at == '-';
    if (!word.length || (!negative && (*word.at < '0' || *word.at > '9')))
        return false;
    *value = (uint64_t)strtoll(word.at, NULL, 10);
    return true;
}

static void add_cells(struct litmus_ir_reader *r, uint32_t number, const struct cuts *cuts) {
    const struct ir_global *global = &r->module->globals[number];
    struct program *program = &r->reader.litmus->program;
    struct mmra_string name = litmus_ir_name_of(r, global->value);
    uint64_t initial;
    bool defined = initial_value(r, global, &initial);
    for (uint64_t at = 0; cuts->used && at < cuts->bytes;) {
        uint64_t end = at + 1;
        while (end < cuts->bytes && !cuts->at[end] && end - at < LARGEST_CELL)
            end++;
        bool all = at == 0 && end == cuts->bytes;
        uint32_t cell = program_add_cell(program, cell_name(r, name, at, end - at, all), r->addresses[number] + at,
                                         (uint32_t)(end - at));
        uint64_t value = initial >> (at < 8 ? at * 8 : 0);
        program->cells[cell].initial = end - at < 8 ? value & ((UINT64_C(1) << (end - at) * 8) - 1) : value;
        program->cells[cell].undefined = !defined;
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

/* Addresses for all globals, and cells for those that the threads access. */
bool litmus_ir_make_cells(struct litmus_ir_reader *r) {
    uint32_t count = r->module->global_count;
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
    for (uint32_t g = 0; g < count; g++)
        add_cells(r, g, &cuts[g]);
    for (uint32_t n = 0; n < r->image_count; n++) {
        r->images[n].image.address = (uint64_t)(count + n + 1) * GLOBAL_STRIDE;
        add_texels(r, &r->images[n]);
    }
    return true;
}
