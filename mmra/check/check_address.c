/* Addresses tell whether two accesses through pointers of one root may meet, and whether each invocation has a place of
 * its own. An address is its root, a constant offset, and multiples of a number of bytes that are not known. */
#include "mmra/check/checker.h"

enum { DEEP = 16 };

static const struct ir_instruction *made_by(const struct checker *c, ir_value value) {
    const struct ir_value_info *info = ir_value_get(c->module, value);
    return info->kind == IR_VALUE_INSTRUCTION ? &c->module->instructions[info->index] : NULL;
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* ---- sizes, by the data layout of amdgcn ---- */

struct extent {
    uint64_t size, align; /* bytes; size 0: not known */
};

static uint64_t round_up(uint64_t size, uint64_t align) {
    return (size + align - 1) / align * align;
}

static struct extent extent_of(const struct checker *c, ir_type type, unsigned depth);

static struct extent extent_of_struct(const struct checker *c, const struct ir_type_info *info, uint32_t members,
                                      unsigned depth) {
    struct extent all = {0, 1};
    for (uint32_t i = 0; i < members; i++) {
        struct extent member = extent_of(c, info->members[i], depth + 1);
        uint64_t align = info->packed ? 1 : member.align;
        mmra_work_at(c->module->watch, i);
        if (!member.size)
            return (struct extent){0, 1};
        all.size = round_up(all.size, align) + member.size;
        all.align = align > all.align ? align : all.align;
    }
    return all;
}

static struct extent extent_of(const struct checker *c, ir_type type, unsigned depth) {
    const struct ir_type_info *info = ir_type_get(c->module, type);
    if (depth > DEEP)
        return (struct extent){0, 1};
    if (info->kind == IR_TYPE_ARRAY || info->kind == IR_TYPE_VECTOR) {
        struct extent element = extent_of(c, info->element, depth + 1);
        bool fits = element.size && info->count && info->count < UINT32_MAX && element.size < UINT32_MAX;
        uint64_t size = fits ? element.size * info->count : 0, align = element.align;
        while (info->kind == IR_TYPE_VECTOR && align < size)
            align *= 2;
        return (struct extent){round_up(size, align), align};
    }
    if (info->kind == IR_TYPE_STRUCT) {
        struct extent all = extent_of_struct(c, info, info->member_count, depth);
        return (struct extent){round_up(all.size, all.align), all.align};
    }
    uint64_t bits =
        info->kind == IR_TYPE_POINTER ? (info->width == 3 || info->width == 5 ? 32 : 64) : ir_number_bits(info);
    uint64_t bytes = 1;
    while (bytes * 8 < bits)
        bytes *= 2;
    return (struct extent){bits ? bytes : 0, bytes < 16 ? bytes : 16};
}

/* ---- offsets ---- */

/* Adds `scale` times the index; what is not constant counts as any multiple of its factor. */
static void add_term(const struct checker *c, struct check_address *address, ir_value index, uint64_t scale) {
    for (unsigned depth = 0; depth < DEEP; depth++) {
        const struct ir_value_info *info = ir_value_get(c->module, index);
        const struct ir_instruction *made = made_by(c, index);
        if (info->kind == IR_VALUE_ZERO)
            return;
        if (info->kind == IR_VALUE_INTEGER) {
            uint64_t sign = ir_type_get(c->module, info->type)->width < 64
                                ? UINT64_C(1) << (ir_type_get(c->module, info->type)->width - 1)
                                : 0;
            address->offset += scale * ((info->bits ^ sign) - sign);
            return;
        }
        const ir_value *operands = made ? c->module->operands + made->operands : NULL;
        const struct ir_value_info *other =
            made && made->operand_count == 2 ? ir_value_get(c->module, operands[1]) : NULL;
        bool constant = other && other->kind == IR_VALUE_INTEGER;
        if (made && (made->opcode == IR_ZEXT || made->opcode == IR_SEXT))
            index = operands[0];
        else if (constant && (made->opcode == IR_ADD || (made->opcode == IR_OR && made->flags & IR_DISJOINT))) {
            add_term(c, address, operands[1], scale);
            index = operands[0];
        } else if (constant && made->opcode == IR_SHL && other->bits < 32) {
            scale <<= other->bits;
            index = operands[0];
        } else if (constant && made->opcode == IR_MUL && other->bits && other->bits < UINT32_MAX) {
            scale *= other->bits;
            index = operands[0];
        } else
            break;
    }
    address->granule = greatest_divisor(scale, address->granule);
}

static bool add_indexes(const struct checker *c, struct check_address *address, const struct ir_instruction *gep) {
    const ir_value *operands = c->module->operands + gep->operands;
    ir_type type = gep->accessed;
    for (uint32_t i = 1; i < gep->operand_count; i++) {
        const struct ir_type_info *info = ir_type_get(c->module, type);
        const struct ir_value_info *index = ir_value_get(c->module, operands[i]);
        mmra_work_at(c->module->watch, i);
        if (i > 1 && info->kind == IR_TYPE_STRUCT) {
            uint32_t member = index->kind == IR_VALUE_INTEGER ? (uint32_t)index->bits : 0;
            if (member >= info->member_count || extent_of(c, type, 0).size == 0)
                return false;
            type = info->members[member];
            address->offset +=
                round_up(extent_of_struct(c, info, member, 0).size, info->packed ? 1 : extent_of(c, type, 0).align);
            continue;
        }
        if (i > 1)
            type = info->element;
        uint64_t size = type ? extent_of(c, type, 0).size : 0;
        if (!size)
            return false;
        add_term(c, address, operands[i], size);
    }
    return true;
}

struct check_address check_address_of(const struct checker *c, const struct check_event *event) {
    const struct ir_instruction *access = &c->module->instructions[event->index];
    struct check_address address = {.size = extent_of(c, ir_type_of_access(c->module, access), 0).size};
    ir_value pointer = event->does.pointer;
    address.known = address.size;
    for (unsigned depth = 0; depth < DEEP * DEEP && address.known; depth++) {
        const struct ir_instruction *made = made_by(c, pointer);
        if (!made)
            return address;
        if (made->opcode == IR_GETELEMENTPTR)
            address.known = add_indexes(c, &address, made);
        else if (made->opcode != IR_ADDRSPACECAST && made->opcode != IR_BITCAST && made->opcode != IR_FREEZE)
            return address; /* an alloca, or what no root is known of */
        pointer = c->module->operands[made->operands];
    }
    return address;
}

bool check_addresses_meet(const struct check_address *a, const struct check_address *b) {
    if (!a->known || !b->known)
        return true;
    uint64_t granule = greatest_divisor(a->granule, b->granule), apart = b->offset - a->offset;
    if (!granule)
        return apart < a->size || 0 - apart < b->size;
    uint64_t up = apart >> 63 ? granule - (0 - apart) % granule : apart; /* not negative, and as far apart */
    return up % granule < a->size || granule - up % granule < b->size;
}

/* ---- the same place ---- */

static bool are_equal(const struct checker *c, ir_value x, ir_value y, unsigned depth) {
    if (x == y)
        return true;
    const struct ir_instruction *a = made_by(c, x), *b = made_by(c, y);
    if (!a || !b || depth > DEEP / 2 || a->opcode != b->opcode || a->opcode == IR_PHI || a->type != b->type ||
        a->accessed != b->accessed || a->detail != b->detail || a->operand_count != b->operand_count)
        return false;
    for (uint32_t i = 0; i < a->operand_count; i++) {
        mmra_work(c->module->watch, 1);
        if (!are_equal(c, c->module->operands[a->operands + i], c->module->operands[b->operands + i], depth + 1))
            return false;
    }
    return true;
}

/* Kernels get the same arguments in all invocations; whatever is computed otherwise counts as different. */
static bool differs(const struct checker *c, ir_value value, unsigned depth) {
    const struct ir_instruction *made = made_by(c, value);
    if (!made)
        return false;
    if (depth > DEEP / 2 || made->opcode == IR_CALL || made->opcode == IR_LOAD || made->opcode == IR_PHI)
        return true;
    for (uint32_t i = 0; i < ir_count_values(made); i++) {
        mmra_work(c->module->watch, 1);
        if (differs(c, c->module->operands[made->operands + i], depth + 1))
            return true;
    }
    return false;
}

bool check_is_own_place(const struct checker *c, ir_value x, ir_value y) {
    return are_equal(c, x, y, 0) && differs(c, x, 0);
}
