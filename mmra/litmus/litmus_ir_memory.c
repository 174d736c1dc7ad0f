/* Types of IR litmus tests in memory: their sizes, offsets and parts. */
#include "mmra/litmus/litmus_ir.h"

enum { MANY_ELEMENTS = 4097, LARGEST_SIZE = 1 << 30 /* what is larger counts so */ };

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

/* Puts a member after those that the structure has. Returns its offset. */
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
        uint64_t count = info->count > MANY_ELEMENTS ? MANY_ELEMENTS : info->count;
        uint64_t all = element.size > LARGEST_SIZE / MANY_ELEMENTS ? LARGEST_SIZE : element.size * count;
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
    return global->appending || global->alias ? 0 : litmus_ir_size_of(module, global->type);
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
