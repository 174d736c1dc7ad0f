/* Image accesses of IR litmus tests: the intrinsics of amdgcn on images and texel buffers, as accesses of global memory
 * to the texel that descriptor and coordinates name.
 *
 * A descriptor is what litmus_image says in its words: where the image lies, and how large it is. A read or write that
 * the cache policy makes volatile goes through to where the whole system meets: that is how atomic loads and stores of
 * texels are written, so it is an atomic access, `monotonic` at agent scope, as the image atomics are. */
#include "mmra/ir/ir_intrinsic.h"
#include "mmra/litmus/litmus_ir.h"

enum { TEXEL_COMPONENTS = 4, COMPONENT_BYTES = 4, FLOATING_TEXEL = 1 << 8 };
enum { IMAGE_DWORDS = 8, TEXEL_BUFFER_DWORDS = 4 };
#define ONE_AS_FLOAT UINT32_C(0x3F800000)

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

/* ---- names ---- */

static bool take_prefix(struct mmra_string *name, const char *prefix) {
    size_t length = strlen(prefix);
    if (name->length < length || memcmp(name->bytes, prefix, length) != 0)
        return false;
    name->bytes += length;
    name->length -= length;
    return true;
}

/* The action of each family that is known, + 1. */
static const uint8_t actions[IR_FAMILY_COUNT] = {[IR_FAMILY_TEXEL_LOAD] = 1 + LITMUS_IR_IMAGE_LOAD,
                                                 [IR_FAMILY_TEXEL_STORE] = 1 + LITMUS_IR_IMAGE_STORE,
                                                 [IR_FAMILY_TEXEL_ATOMIC] = 1 + LITMUS_IR_IMAGE_ATOMIC,
                                                 [IR_FAMILY_TEXEL_SIZE] = 1 + LITMUS_IR_IMAGE_SIZE};

static const struct {
    const char *name;
    uint8_t rmw;
} operations[] = {{"swap.", IR_RMW_XCHG}, {"add.", IR_RMW_ADD},  {"sub.", IR_RMW_SUB},   {"smin.", IR_RMW_MIN},
                  {"umin.", IR_RMW_UMIN}, {"smax.", IR_RMW_MAX}, {"umax.", IR_RMW_UMAX}, {"and.", IR_RMW_AND},
                  {"or.", IR_RMW_OR},     {"xor.", IR_RMW_XOR}};

static const struct {
    const char *name;
    uint8_t coordinates;
} dimensions[] = {{"1d.", 1}, {"2d.", 2}, {"3d.", 3}, {"1darray.", 2}, {"2darray.", 3}};

static bool read_operation(struct mmra_string *name, struct litmus_ir_image_call *call) {
    if (take_prefix(name, "cmpswap.")) {
        call->action = LITMUS_IR_IMAGE_CMPXCHG;
        return true;
    }
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (take_prefix(name, operations[i].name)) {
            call->rmw = operations[i].rmw;
            return true;
        }
    return false;
}

static bool read_dimension(struct mmra_string *name, struct litmus_ir_image_call *call) {
    call->coordinates = 1;
    if (call->is_buffer)
        return true;
    for (size_t i = 0; i < sizeof dimensions / sizeof dimensions[0]; i++)
        if (take_prefix(name, dimensions[i].name)) {
            call->coordinates = dimensions[i].coordinates;
            return true;
        }
    return false;
}

/* Operands: the data; what is compared; of an image a mask of components or not, coordinates, descriptor, flags,
 * policy; of a texel buffer descriptor, element, two offsets, policy. */
static uint32_t place_operands(struct litmus_ir_image_call *call) {
    uint32_t at = 1; /* after the callee */
    bool stores = call->action != LITMUS_IR_IMAGE_LOAD && call->action != LITMUS_IR_IMAGE_SIZE;
    call->data = stores ? at++ : 0;
    if (call->action == LITMUS_IR_IMAGE_CMPXCHG)
        call->compared = at++;
    if (call->is_buffer) {
        call->descriptor = at;
        call->coordinate = at + 1;
        call->policy = at + 4;
        return at + 5;
    }
    if (call->action == LITMUS_IR_IMAGE_LOAD || call->action == LITMUS_IR_IMAGE_STORE ||
        call->action == LITMUS_IR_IMAGE_SIZE)
        call->mask = at++;
    call->coordinate = at;
    call->descriptor = at + (call->action == LITMUS_IR_IMAGE_SIZE ? 1 : call->coordinates);
    call->policy = call->descriptor + 2;
    return call->policy + 1;
}

static bool constant_operand(const struct litmus_ir_reader *r, const struct ir_instruction *i, uint32_t index,
                             uint64_t *value) {
    const struct ir_value_info *info = litmus_ir_operand_info(r, i, index);
    *value = info->kind == IR_VALUE_INTEGER ? info->bits & UINT32_MAX : 0;
    return info->kind == IR_VALUE_INTEGER || info->kind == IR_VALUE_ZERO;
}

bool litmus_ir_read_image_call(struct litmus_ir_reader *r, const struct ir_instruction *i,
                               struct litmus_ir_image_call *call) {
    const struct ir_intrinsic *intrinsic = ir_called_intrinsic(r->module, i);
    struct mmra_string name = litmus_ir_callee(r, i); /* of which the row's has been read */
    uint64_t policy;
    *call = (struct litmus_ir_image_call){.is_buffer = intrinsic->flags & IR_INTRINSIC_BUFFER};
    take_prefix(&name, intrinsic->name);
    if (!actions[intrinsic->family] || !take_prefix(&name, "."))
        return litmus_ir_unsupported(r, i, "an image access other than a read, a write or an atomic of a texel");
    call->action = actions[intrinsic->family] - 1;
    if ((call->action == LITMUS_IR_IMAGE_ATOMIC && !read_operation(&name, call)) || !read_dimension(&name, call))
        return litmus_ir_unsupported(r, i,
                                     "an image access of other dimensions than 1D, 2D and 3D, to a level, or an atomic "
                                     "operation whose values cannot be enumerated");
    bool reads = call->action == LITMUS_IR_IMAGE_LOAD || call->action == LITMUS_IR_IMAGE_SIZE;
    if (place_operands(call) != i->operand_count || !constant_operand(r, i, call->policy, &policy) ||
        (reads && !i->result))
        return litmus_ir_unsupported(r, i, "an image access whose operands are not known");
    bool is_operation = call->action == LITMUS_IR_IMAGE_ATOMIC || call->action == LITMUS_IR_IMAGE_CMPXCHG;
    if (policy & ~(IR_POLICY_VOLATILE | (is_operation ? IR_POLICY_DEVICE : 0u)))
        return litmus_ir_unsupported(r, i, "a cache policy that means one thing here and another there");
    return true;
}

/* ---- descriptors ---- */

/* Words 0 and 1: the address; 2 to 4: texels along each coordinate, of a texel buffer 2 alone; the last but two, of a
 * texel buffer the last: components, and whether they are floats. */
static uint32_t component_word(bool is_buffer) {
    return is_buffer ? 3 : 5;
}

void litmus_ir_let_descriptors(struct litmus_ir_reader *r, const struct litmus_image *images, uint32_t count,
                               struct litmus_ir_parts *pointer) {
    uint32_t dwords = count && images[0].is_buffer ? TEXEL_BUFFER_DWORDS : IMAGE_DWORDS;
    struct litmus_ir_variable variable = {.constant = true, .stride = dwords * 4, .parts = {.count = count * dwords}};
    uint32_t *offsets = arena_allocate_array(r->reader.arena, variable.parts.count + 1, sizeof *offsets);
    variable.parts.items =
        arena_allocate_array(r->reader.arena, variable.parts.count + 1, sizeof *variable.parts.items);
    for (uint32_t k = 0; k < variable.parts.count; k++) {
        const struct litmus_image *image = &images[k / dwords];
        uint32_t word = k % dwords;
        uint64_t value = word == 0   ? image->address & UINT32_MAX
                         : word == 1 ? image->address >> 32
                         : word == component_word(image->is_buffer)
                             ? image->components | (image->floating ? FLOATING_TEXEL : 0)
                         : word < 5 ? image->extents[word - 2]
                                    : 0;
        variable.parts.items[k] = (struct litmus_part){program_constant(value), 32};
        offsets[k] = 4 * k;
    }
    variable.offsets = offsets;
    *ARENA_PUSH(r->reader.arena, r->variables, r->variable_count, r->variable_capacity) = variable;
    *pointer = (struct litmus_ir_parts){.count = 1, .variable = r->variable_count};
    pointer->items = arena_allocate_array(r->reader.arena, 1, sizeof *pointer->items);
    pointer->items[0] = (struct litmus_part){program_constant(0), 64};
}

/* ---- accesses ---- */

struct texel {
    struct program_operand address;
    uint64_t base; /* of the image, if it is known which */
    uint32_t components;
    bool floating;
};

static struct program_operand wide(struct litmus_ir_reader *r, struct program_operand operand) {
    return litmus_ir_folded(r, PROGRAM_COPY, 64, 32, operand, nothing);
}

static struct program_operand arithmetic(struct litmus_ir_reader *r, enum program_alu alu, struct program_operand a,
                                         struct program_operand b) {
    return litmus_ir_folded(r, alu, 64, 64, a, b);
}

static struct program_operand choose(struct litmus_ir_reader *r, struct program_operand condition,
                                     struct program_operand yes, struct program_operand no) {
    if (condition.kind == PROGRAM_CONSTANT)
        return condition.value ? yes : no;
    return litmus_ir_selected(r, 64, condition, yes, no);
}

/* The texel that the coordinates name: outside of the image, a place where nothing is. */
static bool find_texel(struct litmus_ir_reader *r, const struct ir_instruction *i,
                       const struct litmus_ir_image_call *call, struct texel *texel) {
    struct litmus_ir_parts descriptor = litmus_ir_parts_at(r, i, call->descriptor);
    uint64_t zero, size;
    if (descriptor.count != (call->is_buffer ? TEXEL_BUFFER_DWORDS : IMAGE_DWORDS))
        return litmus_ir_unsupported(r, i, "a descriptor that is none");
    for (uint32_t k = 2; call->is_buffer && k < 4; k++)
        if (!constant_operand(r, i, call->descriptor + k, &zero) || zero)
            return litmus_ir_unsupported(r, i, "an offset into a texel");
    if (!litmus_ir_constant(r, descriptor.items[component_word(call->is_buffer)].operand, &size))
        return litmus_ir_unsupported(r, i, "images of different formats, of which one is chosen");
    texel->components = (uint32_t)size & (FLOATING_TEXEL - 1);
    texel->floating = size & FLOATING_TEXEL;
    struct program_operand high =
        arithmetic(r, PROGRAM_SHL, wide(r, descriptor.items[1].operand), program_constant(32));
    struct program_operand base = arithmetic(r, PROGRAM_OR, wide(r, descriptor.items[0].operand), high);
    struct program_operand unit = program_constant((uint64_t)texel->components * COMPONENT_BYTES);
    texel->base = base.kind == PROGRAM_CONSTANT ? base.value : 0;
    texel->address = base;
    for (uint32_t k = 0; k < call->coordinates; k++) {
        struct litmus_ir_parts coordinate = litmus_ir_parts_at(r, i, call->coordinate + k);
        if (coordinate.count != 1 || coordinate.items[0].width != 32)
            return litmus_ir_unsupported(r, i, "a coordinate of other than 32 bits");
        struct program_operand at = wide(r, coordinate.items[0].operand);
        struct program_operand extent = wide(r, descriptor.items[2 + k].operand);
        struct program_operand there = arithmetic(r, PROGRAM_ADD, texel->address, arithmetic(r, PROGRAM_MUL, at, unit));
        struct program_operand inside = litmus_ir_folded(r, PROGRAM_COMPARE + IR_ULT, 1, 64, at, extent);
        texel->address = choose(r, inside, there, program_constant(LITMUS_NOWHERE));
        unit = arithmetic(r, PROGRAM_MUL, unit, extent);
    }
    return true;
}

static struct program_instruction *access_component(struct litmus_ir_reader *r, const struct model_operation *operation,
                                                    const struct texel *texel, uint32_t component) {
    struct program_operand offset = program_constant((uint64_t)component * COMPONENT_BYTES);
    return litmus_ir_append_access(
        r, operation,
        (struct litmus_ir_piece){arithmetic(r, PROGRAM_ADD, texel->address, offset), COMPONENT_BYTES, texel->base});
}

/* Components that the mask names follow each other in the data. Those that the image does not have are 0, and the
 * fourth 1. */
static bool move_texel(struct litmus_ir_reader *r, const struct ir_instruction *i,
                       const struct litmus_ir_image_call *call, const struct model_operation *operation,
                       const struct texel *texel) {
    bool load = call->action == LITMUS_IR_IMAGE_LOAD;
    struct litmus_ir_parts data = litmus_ir_parts_of(r, load ? i->result : litmus_ir_operand(r, i, call->data));
    uint64_t mask = (UINT64_C(1) << (data.count < TEXEL_COMPONENTS ? data.count : TEXEL_COMPONENTS)) - 1;
    uint32_t next = 0;
    if (call->mask && !constant_operand(r, i, call->mask, &mask))
        return litmus_ir_unsupported(r, i, "a mask of components that is not constant");
    for (uint32_t c = 0; c < TEXEL_COMPONENTS; c++) {
        if (!(mask >> c & 1))
            continue;
        if (next == data.count || data.items[next].width != COMPONENT_BYTES * 8)
            return litmus_ir_unsupported(r, i, "components of other than 32 bits, or another number than the mask has");
        struct litmus_part part = data.items[next++];
        uint32_t absent = c < 3 ? 0 : texel->floating ? ONE_AS_FLOAT : 1;
        if (c < texel->components && load)
            access_component(r, operation, texel, c)->target = (uint32_t)part.operand.value;
        else if (c < texel->components)
            access_component(r, operation, texel, c)->b = part.operand;
        else if (load)
            litmus_ir_compute(r, PROGRAM_COPY, part.width, (uint32_t)part.operand.value, program_constant(absent),
                              nothing);
    }
    return next == data.count || litmus_ir_unsupported(r, i, "another number of components than the mask has");
}

static bool modify_texel(struct litmus_ir_reader *r, const struct ir_instruction *i,
                         const struct litmus_ir_image_call *call, const struct model_operation *operation,
                         const struct texel *texel) {
    struct litmus_ir_parts data = litmus_ir_parts_at(r, i, call->data), compared = data;
    if (call->action == LITMUS_IR_IMAGE_CMPXCHG)
        compared = litmus_ir_parts_at(r, i, call->compared);
    if (texel->components != 1 || compared.count != 1 || data.count != 1 || data.items[0].width != COMPONENT_BYTES * 8)
        return litmus_ir_unsupported(r, i, "an atomic operation on a texel of other than one component of 32 bits");
    struct program_instruction *access = access_component(r, operation, texel, 0);
    access->b = data.items[0].operand;
    if (call->action == LITMUS_IR_IMAGE_CMPXCHG) {
        access->compare_exchange = true;
        access->c = compared.items[0].operand;
    } else {
        access->alu = PROGRAM_READ_MODIFY_WRITE;
        access->rmw = call->rmw;
    }
    if (i->result)
        access->target = (uint32_t)litmus_ir_parts_of(r, i->result).items[0].operand.value;
    return true;
}

/* Width, height, depth or layers, and one level. */
static bool read_size(struct litmus_ir_reader *r, const struct ir_instruction *i,
                      const struct litmus_ir_image_call *call) {
    struct litmus_ir_parts result = litmus_ir_parts_of(r, i->result);
    struct litmus_ir_parts descriptor = litmus_ir_parts_at(r, i, call->descriptor);
    if (descriptor.count != IMAGE_DWORDS)
        return litmus_ir_unsupported(r, i, "a descriptor that is none");
    for (uint32_t k = 0; k < result.count && k < TEXEL_COMPONENTS; k++)
        litmus_ir_compute(r, PROGRAM_COPY, result.items[k].width, (uint32_t)result.items[k].operand.value,
                          k < 3 ? descriptor.items[2 + k].operand : program_constant(1), nothing);
    return true;
}

bool litmus_ir_read_image_access(struct litmus_ir_reader *r, const struct ir_instruction *i) {
    struct litmus_ir_image_call call;
    struct model_operation operation;
    struct texel texel = {.components = 0};
    if (!litmus_ir_read_image_call(r, i, &call))
        return false;
    if (call.action == LITMUS_IR_IMAGE_SIZE)
        return read_size(r, i, &call);
    if (!litmus_ir_operation_of(r, i, &operation) || !find_texel(r, i, &call, &texel))
        return false;
    if (call.action == LITMUS_IR_IMAGE_LOAD)
        return move_texel(r, i, &call, &operation, &texel);
    if (call.action == LITMUS_IR_IMAGE_STORE) {
        uint32_t skip = litmus_build_skip_outside(litmus_ir_builder(r), texel.address);
        bool moved = move_texel(r, i, &call, &operation, &texel);
        litmus_build_skipped(litmus_ir_builder(r), skip);
        return moved;
    }
    return modify_texel(r, i, &call, &operation, &texel);
}
