/* Interning: types, constants and metadata nodes are found by their content, so that each exists once. */
#include "mmra/ir/ir.h"
#include "mmra/ir/ir_intrinsic.h"

/* ---- types ---- */

struct type_key {
    const struct ir_module *module;
    const struct ir_type_info *type;
};

static bool equal_type(const void *context, uint32_t item) {
    const struct type_key *key = context;
    const struct ir_type_info *a = key->type, *b = &key->module->types[item];
    return a->kind == b->kind && a->packed == b->packed && a->variadic == b->variadic && a->width == b->width &&
           a->element == b->element && a->count == b->count && a->member_count == b->member_count &&
           (!a->member_count || memcmp(a->members, b->members, a->member_count * sizeof *a->members) == 0);
}

static uint32_t hash_type(uint64_t key, const struct ir_type_info *type) {
    uint64_t hash = mmra_hash_mix(key ^ type->kind, (uint64_t)type->width << 32 | type->element);
    hash = mmra_hash_mix(hash, type->count);
    hash = mmra_hash_mix(hash, (uint64_t)type->packed << 1 | (uint64_t)type->variadic);
    for (uint32_t i = 0; i < type->member_count; i++)
        hash = mmra_hash_mix(hash, type->members[i]);
    return mmra_hash_end(hash);
}

static const ir_type *copy_members(struct ir_module *module, const ir_type *members, uint32_t count) {
    ir_type *copy = arena_allocate_array(module->arena, count, sizeof *copy);
    if (count)
        memcpy(copy, members, count * sizeof *copy);
    return copy;
}

static ir_type add_type(struct ir_module *module, const struct ir_type_info *type) {
    struct ir_type_info copy = *type;
    if (module->type_count == IR_MOST_TYPES)
        module->arena->exhausted(module->arena->exhausted_user);
    copy.members = copy_members(module, type->members, type->member_count);
    *ARENA_PUSH(module->arena, module->types, module->type_count, module->type_capacity) = copy;
    return module->type_count - 1;
}

static ir_type intern_type(struct ir_module *module, const struct ir_type_info *type) {
    struct type_key key = {module, type};
    uint32_t hash = hash_type(module->key, type);
    uint32_t found = mmra_index_find(&module->type_index, hash, equal_type, &key);
    if (found != MMRA_INDEX_NONE)
        return found;
    ir_type added = add_type(module, type);
    mmra_index_add(&module->type_index, module->arena, hash, added);
    return added;
}

/* A type that one number describes. Such types are requested often, so small numbers find theirs without a search. */
static ir_type intern_scalar(struct ir_module *module, ir_type *known, uint32_t known_count, enum ir_type_kind kind,
                             uint32_t width, uint32_t number) {
    if (number < known_count && known[number])
        return known[number];
    ir_type type = intern_type(module, &(struct ir_type_info){.kind = (uint8_t)kind, .width = width});
    if (number < known_count)
        known[number] = type;
    return type;
}

ir_type ir_type_simple(struct ir_module *module, enum ir_type_kind kind) {
    if (kind == IR_TYPE_VOID)
        return 0;
    return intern_scalar(module, module->simple_types, IR_TYPE_OPAQUE, kind, 0, kind);
}

ir_type ir_type_scope(struct ir_module *module) {
    if (!module->scope_type)
        module->scope_type =
            add_type(module, &(struct ir_type_info){.kind = IR_TYPE_OPAQUE, .name = ir_text_of(module, IR_SCOPE_TYPE)});
    return module->scope_type;
}

ir_type ir_type_integer(struct ir_module *module, uint32_t width) {
    return intern_scalar(module, module->integer_types, IR_KNOWN_WIDTHS, IR_TYPE_INTEGER, width, width);
}

ir_type ir_type_pointer(struct ir_module *module, uint32_t address_space) {
    return intern_scalar(module, module->pointer_types, IR_KNOWN_SPACES, IR_TYPE_POINTER, address_space, address_space);
}

ir_type ir_type_vector(struct ir_module *module, ir_type element, uint64_t count) {
    return intern_type(module, &(struct ir_type_info){.kind = IR_TYPE_VECTOR, .element = element, .count = count});
}

ir_type ir_type_array(struct ir_module *module, ir_type element, uint64_t count) {
    return intern_type(module, &(struct ir_type_info){.kind = IR_TYPE_ARRAY, .element = element, .count = count});
}

ir_type ir_type_struct(struct ir_module *module, const ir_type *members, uint32_t count) {
    return intern_type(module,
                       &(struct ir_type_info){.kind = IR_TYPE_STRUCT, .members = members, .member_count = count});
}

ir_type ir_type_named_struct(struct ir_module *module, ir_string name, uint32_t number, const ir_type *members,
                             uint32_t count) {
    return add_type(
        module, &(struct ir_type_info){
                    .kind = IR_TYPE_STRUCT, .members = members, .member_count = count, .name = name, .number = number});
}

ir_type ir_type_function(struct ir_module *module, ir_type result, const ir_type *parameters, uint32_t count) {
    return intern_type(module,
                       &(struct ir_type_info){
                           .kind = IR_TYPE_FUNCTION, .element = result, .members = parameters, .member_count = count});
}

ir_type ir_type_intern(struct ir_module *module, const struct ir_type_info *type) {
    return intern_type(module, type);
}

/* ---- constants ---- */

struct constant_key {
    const struct ir_module *module;
    struct ir_value_info value;
    const ir_value *elements; /* of an aggregate */
};

static bool equal_constant(const void *context, uint32_t item) {
    const struct constant_key *key = context;
    const struct ir_value_info *other = &key->module->values[item];
    if (other->kind != key->value.kind || other->type != key->value.type)
        return false;
    if (other->kind != IR_VALUE_AGGREGATE)
        return other->bits == key->value.bits;
    uint32_t count = (uint32_t)key->value.bits;
    return (uint32_t)other->bits == count && (!count || memcmp(key->module->operands + (other->bits >> 32),
                                                               key->elements, count * sizeof *key->elements) == 0);
}

static uint32_t hash_constant(const struct constant_key *key) {
    uint64_t hash = mmra_hash_mix(key->module->key ^ key->value.kind, key->value.type);
    hash = mmra_hash_mix(hash, key->value.bits);
    if (key->value.kind == IR_VALUE_AGGREGATE)
        for (uint32_t i = 0; i < (uint32_t)key->value.bits; i++)
            hash = mmra_hash_mix(hash, key->elements[i]);
    return mmra_hash_end(hash);
}

/* The elements of an aggregate follow one another in module->operands, as an instruction's operands do. */
static uint64_t add_elements(struct ir_module *module, const ir_value *elements, uint32_t count) {
    uint64_t first = module->operand_count;
    for (uint32_t i = 0; i < count; i++)
        *ARENA_PUSH(module->arena, module->operands, module->operand_count, module->operand_capacity) = elements[i];
    return first << 32 | count;
}

static ir_value intern_constant(struct ir_module *module, const struct constant_key *key) {
    uint32_t hash = hash_constant(key);
    uint32_t found = mmra_index_find(&module->constant_index, hash, equal_constant, key);
    if (found != MMRA_INDEX_NONE)
        return found;
    struct ir_value_info value = key->value;
    if (value.kind == IR_VALUE_AGGREGATE)
        value.bits = add_elements(module, key->elements, (uint32_t)value.bits);
    *ARENA_PUSH(module->arena, module->values, module->value_count, module->value_capacity) = value;
    mmra_index_add(&module->constant_index, module->arena, hash, module->value_count - 1);
    return module->value_count - 1;
}

static ir_value simple_constant(struct ir_module *module, enum ir_value_kind kind, ir_type type, uint64_t bits) {
    struct constant_key key = {module, {.kind = (uint8_t)kind, .type = type, .bits = bits}, NULL};
    return intern_constant(module, &key);
}

ir_value ir_integer(struct ir_module *module, ir_type type, uint64_t bits) {
    uint32_t width = ir_type_get(module, type)->width;
    return simple_constant(module, IR_VALUE_INTEGER, type, width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits);
}

ir_value ir_floating(struct ir_module *module, ir_type type, uint64_t bits) {
    return simple_constant(module, IR_VALUE_FLOATING, type, bits);
}

ir_value ir_zero(struct ir_module *module, ir_type type) {
    switch (ir_type_get(module, type)->kind) {
    case IR_TYPE_INTEGER:
        return ir_integer(module, type, 0);
    case IR_TYPE_HALF:
    case IR_TYPE_BFLOAT:
    case IR_TYPE_FLOAT:
    case IR_TYPE_DOUBLE:
        return ir_floating(module, type, 0);
    default:
        return simple_constant(module, IR_VALUE_ZERO, type, 0);
    }
}

ir_value ir_undef(struct ir_module *module, ir_type type) {
    return simple_constant(module, IR_VALUE_UNDEF, type, 0);
}

ir_value ir_poison(struct ir_module *module, ir_type type) {
    return simple_constant(module, IR_VALUE_POISON, type, 0);
}

static bool is_zero(const struct ir_value_info *value) {
    return value->kind == IR_VALUE_ZERO ||
           ((value->kind == IR_VALUE_INTEGER || value->kind == IR_VALUE_FLOATING) && value->bits == 0);
}

/* The kind of constant that an aggregate of such elements is as a whole: all zero, undef or poison, as LLVM
 * folds it. */
static enum ir_value_kind aggregate_kind(const struct ir_module *module, const ir_value *elements, uint32_t count) {
    if (!count)
        return IR_VALUE_ZERO;
    const struct ir_value_info *first = ir_value_get(module, elements[0]);
    enum ir_value_kind kind = is_zero(first) ? IR_VALUE_ZERO : first->kind;
    if (kind != IR_VALUE_ZERO && kind != IR_VALUE_UNDEF && kind != IR_VALUE_POISON)
        return IR_VALUE_AGGREGATE;
    for (uint32_t i = 1; i < count; i++) {
        const struct ir_value_info *value = ir_value_get(module, elements[i]);
        if (kind == IR_VALUE_ZERO ? !is_zero(value) : value->kind != kind)
            return IR_VALUE_AGGREGATE;
    }
    return kind;
}

ir_value ir_aggregate(struct ir_module *module, ir_type type, const ir_value *elements, uint32_t count) {
    enum ir_value_kind kind = aggregate_kind(module, elements, count);
    if (kind != IR_VALUE_AGGREGATE)
        return simple_constant(module, kind, type, 0);
    struct constant_key key = {module, {.kind = IR_VALUE_AGGREGATE, .type = type, .bits = count}, elements};
    return intern_constant(module, &key);
}

ir_value ir_metadata_operand(struct ir_module *module, ir_metadata metadata) {
    return simple_constant(module, IR_VALUE_METADATA, ir_type_simple(module, IR_TYPE_METADATA), metadata);
}

ir_value ir_text_value(struct ir_module *module, ir_type type, ir_string text) {
    return simple_constant(module, IR_VALUE_TEXT, type, text);
}

ir_value ir_expression(struct ir_module *module, const struct ir_instruction *expression, const uint32_t *operands,
                       uint32_t operand_count, ir_string text) {
    struct ir_instruction copy = *expression;
    copy.operands = (uint32_t)(add_elements(module, operands, operand_count) >> 32);
    copy.operand_count = operand_count;
    *ARENA_PUSH(module->arena, module->expressions, module->expression_count, module->expression_capacity) = copy;
    struct ir_value_info value = {.kind = IR_VALUE_EXPRESSION, .type = expression->type};
    value.index = module->expression_count - 1;
    value.name = text;
    module->expressions[value.index].result = module->value_count;
    *ARENA_PUSH(module->arena, module->values, module->value_count, module->value_capacity) = value;
    return module->value_count - 1;
}

/* ---- metadata ---- */

struct metadata_key {
    const struct ir_module *module;
    const struct ir_metadata_info *node;
    struct mmra_string text;
};

static bool equal_metadata(const void *context, uint32_t item) {
    const struct metadata_key *key = context;
    const struct ir_metadata_info *a = key->node, *b = &key->module->metadata[item];
    if (a->kind != b->kind || a->value != b->value || a->operand_count != b->operand_count)
        return false;
    if (a->kind == IR_METADATA_STRING || a->kind == IR_METADATA_RECORD)
        if (!mmra_string_equal(key->text, ir_string_get(key->module, b->text)))
            return false;
    return !a->operand_count || memcmp(a->operands, b->operands, a->operand_count * sizeof *a->operands) == 0;
}

static uint32_t hash_metadata(const struct metadata_key *key) {
    uint64_t hash = mmra_hash_mix(key->module->key ^ key->node->kind, key->node->value);
    hash = mmra_hash_bytes(hash, key->text.bytes, key->text.length);
    for (uint32_t i = 0; i < key->node->operand_count; i++)
        hash = mmra_hash_mix(hash, key->node->operands[i]);
    return mmra_hash_end(hash);
}

static ir_metadata intern_metadata(struct ir_module *module, const struct ir_metadata_info *node,
                                   struct mmra_string text) {
    struct metadata_key key = {module, node, text};
    mmra_work(module->watch, 1 + text.length / 64);
    uint32_t hash = hash_metadata(&key);
    uint32_t found = mmra_index_find(&module->metadata_index, hash, equal_metadata, &key);
    if (found != MMRA_INDEX_NONE)
        return found;
    struct ir_metadata_info copy = *node;
    copy.operands = copy_members(module, node->operands, node->operand_count);
    if (node->kind == IR_METADATA_STRING || node->kind == IR_METADATA_RECORD)
        copy.text = ir_text(module, text.bytes, text.length);
    *ARENA_PUSH(module->arena, module->metadata, module->metadata_count, module->metadata_capacity) = copy;
    mmra_index_add(&module->metadata_index, module->arena, hash, module->metadata_count - 1);
    return module->metadata_count - 1;
}

ir_metadata ir_metadata_string(struct ir_module *module, const char *bytes, size_t length) {
    return intern_metadata(module, &(struct ir_metadata_info){.kind = IR_METADATA_STRING},
                           (struct mmra_string){bytes, (uint32_t)length});
}

ir_metadata ir_metadata_value(struct ir_module *module, ir_value value) {
    return intern_metadata(module, &(struct ir_metadata_info){.kind = IR_METADATA_VALUE, .value = value},
                           (struct mmra_string){"", 0});
}

ir_metadata ir_metadata_tuple(struct ir_module *module, const ir_metadata *operands, uint32_t count) {
    return intern_metadata(
        module, &(struct ir_metadata_info){.kind = IR_METADATA_TUPLE, .operands = operands, .operand_count = count},
        (struct mmra_string){"", 0});
}

ir_metadata ir_metadata_loop(struct ir_module *module, const ir_metadata *operands, uint32_t count) {
    *ARENA_PUSH(module->arena, module->metadata, module->metadata_count, module->metadata_capacity) =
        (struct ir_metadata_info){
            .kind = IR_METADATA_LOOP, .operands = copy_members(module, operands, count), .operand_count = count};
    return module->metadata_count - 1;
}

ir_metadata ir_metadata_record(struct ir_module *module, const char *text, size_t length, const ir_metadata *operands,
                               uint32_t count, bool distinct) {
    struct ir_metadata_info node = {.kind = IR_METADATA_RECORD, .operands = operands, .operand_count = count};
    if (!distinct)
        return intern_metadata(module, &node, (struct mmra_string){text, (uint32_t)length});
    node.operands = copy_members(module, operands, count);
    node.text = ir_text(module, text, length);
    *ARENA_PUSH(module->arena, module->metadata, module->metadata_count, module->metadata_capacity) = node;
    return module->metadata_count - 1;
}

static ir_metadata metadata_of_tag(struct ir_module *module, struct mmra_tag tag) {
    ir_metadata pair[2] = {ir_metadata_string(module, tag.prefix.bytes, tag.prefix.length),
                           ir_metadata_string(module, tag.suffix.bytes, tag.suffix.length)};
    return ir_metadata_tuple(module, pair, 2);
}

ir_metadata ir_metadata_of_tags(struct ir_module *module, mmra_set set) {
    struct mmra_set_info members = mmra_set_members(&module->tags, set);
    if (!members.count)
        return 0;
    if (members.count == 1)
        return metadata_of_tag(module, members.tags[0]);
    ir_metadata *tags = arena_allocate_array(module->arena, members.count, sizeof *tags);
    for (uint32_t i = 0; i < members.count; i++)
        tags[i] = metadata_of_tag(module, members.tags[i]);
    return ir_metadata_tuple(module, tags, members.count);
}
