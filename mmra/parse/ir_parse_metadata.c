#include "mmra/parse/ir_parser.h"

/* ---- nodes by number ---- */

static bool equal_number(const void *context, uint32_t item) {
    const struct ir_metadata_info *const *key = context;
    return key[0][item].number == key[1]->number;
}

static ir_metadata add_node(struct ir_parser *p, const struct ir_metadata_info *node) {
    struct ir_module *module = p->module;
    *ARENA_PUSH(p->arena, module->metadata, module->metadata_count, module->metadata_capacity) = *node;
    return module->metadata_count - 1;
}

/* The node of that number, whether defined yet or not. */
static ir_metadata numbered_node(struct ir_parser *p, uint32_t number, struct ir_place place) {
    struct ir_metadata_info node = {.kind = IR_METADATA_TEXT, .number = number + 1};
    const struct ir_metadata_info *key[2] = {p->module->metadata, &node};
    uint32_t hash = mmra_hash_end(mmra_hash_mix(p->module->key, number));
    uint32_t found = mmra_index_find(&p->metadata_numbers, hash, equal_number, key);
    if (found != MMRA_INDEX_NONE)
        return found;
    ir_metadata added = add_node(p, &node);
    mmra_index_add(&p->metadata_numbers, p->arena, hash, added);
    *ARENA_PUSH(p->arena, p->metadata_forwards.items, p->metadata_forwards.count, p->metadata_forwards.capacity) =
        (struct ir_forward){added, place};
    return added;
}

static ir_metadata take_number(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    uint64_t number;
    if (!ir_take_unsigned(p, &number))
        return 0;
    if (number >= UINT32_MAX) {
        ir_fail(p, place, "this number is too large", "", 0);
        return 0;
    }
    return numbered_node(p, (uint32_t)number, place);
}

/* ---- nodes ---- */

static ir_metadata metadata_at_depth(struct ir_parser *p, unsigned depth);

static ir_metadata operand_at_depth(struct ir_parser *p, unsigned depth) {
    ir_skip(p);
    if (*p->at == '!')
        return metadata_at_depth(p, depth);
    if (ir_accept_word(p, "null"))
        return 0;
    ir_value value = ir_take_typed_value(p);
    return p->failed ? 0 : ir_metadata_value(p->module, value);
}

/* At '{': the operands, copied, into the node. */
static void take_operands(struct ir_parser *p, struct ir_metadata_info *node, unsigned depth) {
    uint32_t base = p->scratch_count;
    p->at++;
    if (!ir_accept(p, '}')) {
        do
            ir_push(p, operand_at_depth(p, depth + 1));
        while (ir_accept(p, ','));
        ir_expect(p, '}');
    }
    node->kind = IR_METADATA_TUPLE;
    node->operand_count = p->failed ? 0 : p->scratch_count - base;
    ir_metadata *operands = arena_allocate_array(p->arena, node->operand_count, sizeof *operands);
    if (node->operand_count)
        memcpy(operands, p->scratch + base, node->operand_count * sizeof *operands);
    node->operands = operands;
    p->scratch_count = base;
}

/* Skips a special node, which follows '!' and is neither a number, a string nor a tuple: !DILocation(...). */
static void skip_special(struct ir_parser *p) {
    ir_take_word(p);
    ir_skip(p);
    if (*p->at == '(')
        ir_skip_balanced(p);
    else
        ir_fail(p, ir_here(p), "expected metadata", "", 0);
}

static ir_metadata metadata_at_depth(struct ir_parser *p, unsigned depth) {
    const char *from = p->at;
    struct ir_metadata_info node = {.kind = IR_METADATA_TEXT, .line = p->line};
    if (depth > IR_MAX_DEPTH) {
        ir_fail(p, ir_here(p), "metadata is nested too deep", "", 0);
        return 0;
    }
    p->at++;
    if (*p->at >= '0' && *p->at <= '9')
        return take_number(p);
    ir_skip(p);
    if (*p->at == '"') {
        struct mmra_string string = ir_take_quoted(p);
        return p->failed ? 0 : ir_metadata_string(p->module, string.bytes, string.length);
    }
    if (*p->at == '{')
        take_operands(p, &node, depth);
    else
        skip_special(p);
    node.text = ir_slice(p, from);
    return p->failed ? 0 : add_node(p, &node);
}

ir_metadata ir_take_metadata(struct ir_parser *p) {
    return metadata_at_depth(p, 0);
}

/* ---- lines of the top level ---- */

/* At the number of "!5 = distinct !{!5, !6}". The whole text is kept; the operands of a tuple are also read. */
static void take_definition(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    uint32_t line = p->line;
    ir_metadata metadata = take_number(p);
    ir_expect(p, '=');
    ir_skip(p);
    if (p->failed)
        return;
    struct ir_metadata_info node = p->module->metadata[metadata];
    if (node.line) {
        ir_fail(p, place, "this metadata is defined twice", "", 0);
        return;
    }
    const char *from = p->at;
    if (ir_accept_word(p, "distinct"))
        ir_skip(p);
    if (!ir_accept(p, '!'))
        ir_fail(p, ir_here(p), "expected metadata", "", 0);
    ir_skip(p);
    if (*p->at == '{')
        take_operands(p, &node, 0);
    else
        skip_special(p);
    node.text = ir_slice(p, from);
    node.line = line;
    if (p->failed)
        return;
    p->module->metadata[metadata] = node;
    *ARENA_PUSH(p->arena, p->parsed->nodes, p->parsed->node_count, p->parsed->node_capacity) = metadata;
}

static void take_named(struct ir_parser *p) {
    const char *from = p->at;
    ir_take_kind(p);
    struct ir_named_metadata named = {.name = ir_slice(p, from)};
    ir_expect(p, '=');
    ir_expect(p, '!');
    ir_skip(p);
    struct ir_metadata_info node = {0};
    if (*p->at == '{')
        take_operands(p, &node, 0);
    else
        ir_fail(p, ir_here(p), "expected '{'", "", 0);
    named.operand_count = named.operand_capacity = node.operand_count;
    named.operands = arena_allocate_array(p->arena, node.operand_count, sizeof *named.operands);
    if (node.operand_count)
        memcpy(named.operands, node.operands, node.operand_count * sizeof *named.operands);
    struct ir_module *module = p->module;
    if (!p->failed)
        *ARENA_PUSH(p->arena, module->named_metadata, module->named_metadata_count, module->named_metadata_capacity) =
            named;
}

void ir_take_metadata_line(struct ir_parser *p) {
    p->at++;
    if (*p->at >= '0' && *p->at <= '9')
        take_definition(p);
    else
        take_named(p);
}

void ir_end_metadata(struct ir_parser *p) {
    for (uint32_t i = 0; i < p->metadata_forwards.count && !p->failed; i++) {
        const struct ir_forward *forward = &p->metadata_forwards.items[i];
        if (!p->module->metadata[forward->value].line)
            ir_fail(p, forward->place, "this metadata is never defined", "", 0);
    }
}

/* ---- tags ---- */

static const struct ir_metadata_info *string_operand(const struct ir_module *module,
                                                     const struct ir_metadata_info *node, uint32_t operand) {
    const struct ir_metadata_info *string = &module->metadata[node->operands[operand]];
    return node->operands[operand] && string->kind == IR_METADATA_STRING ? string : NULL;
}

static bool take_tag(const struct ir_module *module, ir_metadata metadata, struct mmra_tag *tag) {
    const struct ir_metadata_info *node = &module->metadata[metadata];
    if (!metadata || node->kind != IR_METADATA_TUPLE || node->operand_count != 2)
        return false;
    const struct ir_metadata_info *prefix = string_operand(module, node, 0), *suffix = string_operand(module, node, 1);
    if (!prefix || !suffix)
        return false;
    *tag = (struct mmra_tag){module->strings[prefix->text], module->strings[suffix->text]};
    return true;
}

bool ir_tags_of_metadata(struct ir_module *module, ir_metadata metadata, mmra_set *set) {
    const struct ir_metadata_info *node = &module->metadata[metadata];
    struct mmra_tag tag;
    *set = MMRA_EMPTY_SET;
    if (!metadata || node->kind != IR_METADATA_TUPLE)
        return false;
    if (take_tag(module, metadata, &tag)) {
        *set = mmra_set_of(&module->tags, &tag, 1);
        return true;
    }
    struct mmra_tag *tags = arena_allocate_array(module->arena, node->operand_count, sizeof *tags);
    for (uint32_t i = 0; i < node->operand_count; i++)
        if (!take_tag(module, node->operands[i], &tags[i]))
            return false;
    *set = mmra_set_of(&module->tags, tags, node->operand_count);
    return true;
}
