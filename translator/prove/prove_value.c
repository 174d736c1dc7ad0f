/* Values: trees whose leaves are terms. Nothing of a value ever changes. */
#include "translator/prove/prove_core.h"

enum { MOST_PARTS = 64, MOST_LEAVES = 1024, MOST_CHOSEN = 32 };

static struct prove_value *make(struct prover *p, enum prove_value_kind kind) {
    struct prove_value *value = arena_allocate_array(p->arena, 1, sizeof *value);
    value->kind = (uint8_t)kind;
    return value;
}

const struct prove_value *prove_scalar(struct prover *p, prove_term term) {
    struct prove_value *value = make(p, PROVE_SCALAR);
    value->term = term;
    return value;
}

const struct prove_value *prove_unknown(struct prover *p, spirv_id type) {
    struct prove_value *value = make(p, PROVE_UNKNOWN);
    value->type = type;
    return value;
}

const struct prove_value *prove_composite(struct prover *p, const struct prove_value *const *parts, uint32_t count) {
    struct prove_value *value = make(p, PROVE_PARTS);
    value->parts = parts;
    value->count = count;
    return value;
}

uint8_t prove_scalar_width(const struct prover *p, spirv_id type) {
    const struct spirv_type *t = spirv_type_of_id(p->module, type);
    bool is_number = t && (t->opcode == SpvOpTypeInt || t->opcode == SpvOpTypeFloat);
    return t && t->opcode == SpvOpTypeBool ? 1 : is_number && t->width <= 64 ? (uint8_t)t->width : 0;
}

uint32_t prove_part_count(const struct prover *p, spirv_id type) {
    const struct spirv_type *t = spirv_type_of_id(p->module, type);
    uint64_t count = !t ? 0
                     : t->opcode == SpvOpTypeVector || t->opcode == SpvOpTypeMatrix || t->opcode == SpvOpTypeStruct
                         ? t->count
                     : t->opcode == SpvOpTypeArray ? t->length
                                                   : 0;
    return count <= MOST_PARTS ? (uint32_t)count : 0;
}

spirv_id prove_part_type(const struct prover *p, spirv_id type, uint32_t part) {
    const struct spirv_type *t = spirv_type_of_id(p->module, type);
    return !t ? 0 : t->opcode == SpvOpTypeStruct ? part < t->count ? t->members[part] : 0 : t->element;
}

/* ---- trees of a type ---- */

struct maker {
    uint8_t variance;
    uint64_t function; /* 0: each scalar is a symbol */
    const prove_term *arguments;
    uint32_t argument_count, leaves;
};

static prove_term make_leaf(struct prover *p, struct maker *maker, uint8_t width) {
    if (!maker->function)
        return prove_symbol(&p->terms, width, maker->variance);
    prove_term *arguments = arena_allocate(p->arena, (maker->argument_count + 1) * sizeof *arguments);
    if (maker->argument_count)
        memcpy(arguments, maker->arguments, maker->argument_count * sizeof *arguments);
    arguments[maker->argument_count] = prove_constant(&p->terms, 32, maker->leaves);
    return prove_apply(&p->terms, maker->function, width, arguments, maker->argument_count + 1);
}

static const struct prove_value *make_tree(struct prover *p, struct maker *maker, spirv_id type) {
    uint8_t width = prove_scalar_width(p, type);
    uint32_t count = prove_part_count(p, type);
    if (width) {
        prove_term leaf = make_leaf(p, maker, width);
        maker->leaves++;
        return prove_scalar(p, leaf);
    }
    if (!count || maker->leaves > MOST_LEAVES)
        return prove_unknown(p, type);
    const struct prove_value **parts = arena_allocate_array(p->arena, count, sizeof *parts);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = make_tree(p, maker, prove_part_type(p, type, i));
    return prove_composite(p, parts, count);
}

const struct prove_value *prove_fresh(struct prover *p, spirv_id type, uint8_t variance) {
    struct maker maker = {.variance = variance};
    return make_tree(p, &maker, type);
}

const struct prove_value *prove_applied(struct prover *p, spirv_id type, uint64_t function, const prove_term *arguments,
                                        uint32_t count) {
    struct maker maker = {.function = function, .arguments = arguments, .argument_count = count};
    return make_tree(p, &maker, type);
}

static const struct prove_value *zero_of(struct prover *p, spirv_id type, uint32_t *leaves) {
    uint8_t width = prove_scalar_width(p, type);
    uint32_t count = prove_part_count(p, type);
    if (width)
        return ++*leaves, prove_scalar(p, prove_constant(&p->terms, width, 0));
    if (!count || *leaves > MOST_LEAVES)
        return prove_unknown(p, type);
    const struct prove_value **parts = arena_allocate_array(p->arena, count, sizeof *parts);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = zero_of(p, prove_part_type(p, type, i), leaves);
    return prove_composite(p, parts, count);
}

const struct prove_value *prove_of_constant(struct prover *p, const struct spirv_constant *constant) {
    uint32_t leaves = 0, count = constant->element_count;
    switch (constant->kind) {
    case SPIRV_CONSTANT_SCALAR:
        return prove_scalar(p, prove_constant(&p->terms, prove_scalar_width(p, constant->type), constant->bits));
    case SPIRV_CONSTANT_NULL:
        return zero_of(p, constant->type, &leaves);
    case SPIRV_CONSTANT_COMPOSITE:
        break;
    default:
        return prove_unknown(p, constant->type);
    }
    if (prove_part_count(p, constant->type) != count)
        return prove_unknown(p, constant->type);
    const struct prove_value **parts = arena_allocate_array(p->arena, count, sizeof *parts);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = prove_of_constant(p, constant->elements[i]);
    return prove_composite(p, parts, count);
}

/* ---- parts ---- */

const struct prove_value *prove_part(struct prover *p, const struct prove_value *value, uint32_t part) {
    if (value->kind == PROVE_PARTS && part < value->count)
        return value->parts[part];
    spirv_id type = value->kind == PROVE_UNKNOWN ? prove_part_type(p, value->type, part) : 0;
    return type ? prove_fresh(p, type, PROVE_OF_INVOCATION) : prove_unknown(p, 0);
}

const struct prove_value *prove_with_part(struct prover *p, const struct prove_value *value, uint32_t part,
                                          const struct prove_value *with) {
    if (value->kind != PROVE_PARTS || part >= value->count)
        return value->kind == PROVE_PARTS ? prove_unknown(p, 0) : value;
    const struct prove_value **parts = arena_allocate(p->arena, value->count * sizeof *parts);
    memcpy(parts, value->parts, value->count * sizeof *parts);
    parts[part] = with;
    return prove_composite(p, parts, value->count);
}

/* Parts that an index chooses are of one type. */
const struct prove_value *prove_indexed(struct prover *p, const struct prove_value *value, prove_term index) {
    uint64_t at = p->terms.nodes[index].bits;
    if (prove_is_constant(&p->terms, index))
        return prove_part(p, value, at > UINT32_MAX ? UINT32_MAX : (uint32_t)at);
    if (value->kind != PROVE_PARTS || value->count > MOST_CHOSEN || !value->count)
        return prove_part(p, value->kind == PROVE_UNKNOWN ? value : prove_unknown(p, 0), 0);
    const struct prove_value *chosen = value->parts[value->count - 1];
    for (uint32_t i = value->count - 1; i-- > 0;) {
        prove_term is =
            prove_binary(&p->terms, PROVE_EQUAL, index, prove_constant(&p->terms, prove_width(&p->terms, index), i));
        chosen = prove_merge(p, is, value->parts[i], chosen);
    }
    return chosen;
}

const struct prove_value *prove_with_indexed(struct prover *p, const struct prove_value *value, prove_term index,
                                             const struct prove_value *with) {
    uint64_t at = p->terms.nodes[index].bits;
    if (prove_is_constant(&p->terms, index))
        return prove_with_part(p, value, at > UINT32_MAX ? UINT32_MAX : (uint32_t)at, with);
    if (value->kind != PROVE_PARTS)
        return value;
    const struct prove_value **parts = arena_allocate(p->arena, value->count * sizeof *parts);
    for (uint32_t i = 0; i < value->count; i++) {
        prove_term is =
            prove_binary(&p->terms, PROVE_EQUAL, index, prove_constant(&p->terms, prove_width(&p->terms, index), i));
        parts[i] = prove_merge(p, is, with, value->parts[i]);
    }
    return prove_composite(p, parts, value->count);
}

/* ---- joined and replaced ---- */

static const struct prove_value *merge_paths(struct prover *p, prove_term condition, const struct prove_value *a,
                                             const struct prove_value *b) {
    prove_term *path = arena_allocate(p->arena, (a->count + 1) * sizeof *path);
    for (uint32_t i = 0; i < a->count; i++) {
        if (prove_width(&p->terms, a->path[i]) != prove_width(&p->terms, b->path[i]))
            return prove_unknown(p, 0);
        path[i] = prove_choose(&p->terms, condition, a->path[i], b->path[i]);
    }
    struct prove_value *value = make(p, (enum prove_value_kind)a->kind);
    *value = *a;
    value->path = path;
    return value;
}

const struct prove_value *prove_merge(struct prover *p, prove_term condition, const struct prove_value *then,
                                      const struct prove_value *otherwise) {
    mmra_work(p->arena->watch, 1);
    if (then == otherwise || prove_is(&p->terms, condition, 1))
        return then;
    if (prove_is(&p->terms, condition, 0))
        return otherwise;
    bool is_alike = then->kind == otherwise->kind && then->count == otherwise->count;
    if (!is_alike || then->kind == PROVE_UNKNOWN)
        return prove_unknown(p, then->kind == PROVE_UNKNOWN ? then->type : otherwise->type);
    if (then->kind == PROVE_POINTER || then->kind == PROVE_HANDLE)
        return then->object == otherwise->object && then->type == otherwise->type
                   ? merge_paths(p, condition, then, otherwise)
                   : prove_unknown(p, 0);
    if (then->kind == PROVE_SCALAR)
        return prove_width(&p->terms, then->term) == prove_width(&p->terms, otherwise->term)
                   ? prove_scalar(p, prove_choose(&p->terms, condition, then->term, otherwise->term))
                   : prove_unknown(p, 0);
    const struct prove_value **parts = arena_allocate_array(p->arena, then->count, sizeof *parts);
    for (uint32_t i = 0; i < then->count; i++)
        parts[i] = prove_merge(p, condition, then->parts[i], otherwise->parts[i]);
    return prove_composite(p, parts, then->count);
}

const struct prove_value *prove_replaced(struct prover *p, struct prove_substitution *s,
                                         const struct prove_value *value) {
    bool is_same = true;
    if (value->kind == PROVE_UNKNOWN)
        return value;
    if (value->kind == PROVE_SCALAR) {
        prove_term term = prove_substitute(&p->terms, s, value->term);
        return term == value->term ? value : prove_scalar(p, term);
    }
    if (value->kind == PROVE_PARTS) {
        const struct prove_value **parts = arena_allocate_array(p->arena, value->count, sizeof *parts);
        for (uint32_t i = 0; i < value->count; i++) {
            parts[i] = prove_replaced(p, s, value->parts[i]);
            is_same &= parts[i] == value->parts[i];
        }
        return is_same ? value : prove_composite(p, parts, value->count);
    }
    prove_term *path = arena_allocate_array(p->arena, value->count + 1, sizeof *path);
    for (uint32_t i = 0; i < value->count; i++) {
        path[i] = prove_substitute(&p->terms, s, value->path[i]);
        is_same &= path[i] == value->path[i];
    }
    if (is_same)
        return value;
    struct prove_value *replaced = make(p, (enum prove_value_kind)value->kind);
    *replaced = *value;
    replaced->path = path;
    return replaced;
}

bool prove_scalars(struct prover *p, const struct prove_value *value, struct prove_list *list) {
    bool is_known = value->kind == PROVE_SCALAR || value->kind == PROVE_PARTS;
    if (value->kind == PROVE_SCALAR)
        *ARENA_PUSH(p->arena, list->items, list->count, list->capacity) = value->term;
    for (uint32_t i = 0; value->kind == PROVE_PARTS && i < value->count; i++)
        is_known &= prove_scalars(p, value->parts[i], list);
    return is_known;
}
