#include "mmra/base/noinline.h"
#include "mmra/ir/ir.h"
#include "mmra/ir/ir_intrinsic.h"

void ir_module_init(struct ir_module *module, struct arena *arena) {
    *module = (struct ir_module){.arena = arena};
    mmra_tags_init(&module->tags, arena);
    module->key = module->tags.key;
    /* Number 0 of each of these means "none" (or void). */
    *ARENA_PUSH(arena, module->types, module->type_count, module->type_capacity) =
        (struct ir_type_info){.kind = IR_TYPE_VOID};
    *ARENA_PUSH(arena, module->values, module->value_count, module->value_capacity) = (struct ir_value_info){0};
    *ARENA_PUSH(arena, module->functions, module->function_count, module->function_capacity) =
        (struct ir_function_info){0};
    *ARENA_PUSH(arena, module->strings, module->string_count, module->string_capacity) = (struct mmra_string){"", 0};
    *ARENA_PUSH(arena, module->metadata, module->metadata_count, module->metadata_capacity) =
        (struct ir_metadata_info){0};
    *ARENA_PUSH(arena, module->notes, module->note_count, module->note_capacity) = (struct ir_notes){0};
}

/* Room for `more` items beside the first `count`. */
static void make_room(struct arena *arena, void *items, uint32_t count, uint32_t *capacity, uint64_t more,
                      size_t size) {
    void *old, *moved;
    if (*capacity - count >= more || count + more > UINT32_MAX / 2)
        return;
    memcpy(&old, items, sizeof old); /* `items` is the address of a typed pointer */
    moved = arena_allocate(arena, (size_t)(count + more) * size);
    if (count)
        arena_copy(arena, moved, old, count * size);
    arena_give_back(arena, old);
    memcpy(items, &moved, sizeof moved);
    *capacity = (uint32_t)(count + more);
}

/* Expects two operands and one result of each instruction; those without a result leave room for labels, parameters and
 * constants. */
void ir_module_reserve(struct ir_module *module, uint32_t instructions) {
    struct arena *arena = module->arena;
    make_room(arena, &module->instructions, module->instruction_count, &module->instruction_capacity, instructions,
              sizeof *module->instructions);
    make_room(arena, &module->operands, module->operand_count, &module->operand_capacity, 2 * (uint64_t)instructions,
              sizeof *module->operands);
    make_room(arena, &module->values, module->value_count, &module->value_capacity, (uint64_t)instructions + 8,
              sizeof *module->values);
}

/* ---- strings ---- */

ir_string ir_text(struct ir_module *module, const char *bytes, size_t length) {
    if (length > UINT32_MAX)
        module->arena->exhausted(module->arena->exhausted_user);
    *ARENA_PUSH(module->arena, module->strings, module->string_count, module->string_capacity) =
        (struct mmra_string){arena_copy_string(module->arena, bytes, length), (uint32_t)length};
    return module->string_count - 1;
}

ir_string ir_text_of(struct ir_module *module, const char *text) {
    return ir_text(module, text, strlen(text));
}

struct mmra_string ir_string_get(const struct ir_module *module, ir_string string) {
    return module->strings[string];
}

/* ---- values ---- */

#define NOT_DEFINED_YET UINT32_MAX

static ir_value add_value(struct ir_module *module, struct ir_value_info info) {
    *ARENA_PUSH(module->arena, module->values, module->value_count, module->value_capacity) = info;
    return module->value_count - 1;
}

ir_value ir_new_value(struct ir_module *module, ir_type type, ir_string name, uint32_t number) {
    bool label = ir_type_get(module, type)->kind == IR_TYPE_LABEL;
    return add_value(module, (struct ir_value_info){.index = NOT_DEFINED_YET,
                                                    .type = type,
                                                    .kind = label ? IR_VALUE_BLOCK : IR_VALUE_INSTRUCTION,
                                                    .name = name,
                                                    .number = number});
}

static ir_value new_value_of_kind(struct ir_module *module, enum ir_value_kind kind, uint32_t index, ir_type type,
                                  ir_string name, uint32_t number) {
    ir_value value = ir_new_value(module, type, name, number);
    module->values[value].kind = (uint8_t)kind;
    module->values[value].index = index;
    return value;
}

/* ---- functions and globals ---- */

ir_function ir_new_function(struct ir_module *module, ir_string name, uint32_t number, ir_type type) {
    ir_function index = module->function_count;
    const struct ir_type_info info = *ir_type_get(module, type);
    struct ir_function_info function = {.type = type, .parameter_count = info.member_count};
    ir_type pointer = ir_type_pointer(module, 0);
    function.value = new_value_of_kind(module, IR_VALUE_FUNCTION, index, pointer, name, number);
    function.parameters = arena_allocate_array(module->arena, info.member_count, sizeof *function.parameters);
    for (uint32_t i = 0; i < info.member_count; i++) {
        function.parameters[i].value = new_value_of_kind(module, IR_VALUE_PARAMETER, i, info.members[i], 0, 0);
        function.parameters[i].alignment_log2 = IR_NO_ALIGNMENT;
    }
    *ARENA_PUSH(module->arena, module->functions, module->function_count, module->function_capacity) = function;
    return index;
}

struct group_key {
    const struct ir_parsed *parsed;
    uint32_t number;
};

static bool equal_group(const void *context, uint32_t item) {
    const struct group_key *key = context;
    return key->parsed->groups[item].number == key->number;
}

static uint32_t hash_of_group(const struct ir_module *module, uint32_t number) {
    return mmra_hash_end(mmra_hash_mix(module->key, number));
}

const struct ir_parsed_group *ir_parsed_group_of(const struct ir_module *module, uint32_t group) {
    const struct ir_parsed *parsed = module->parsed;
    if (!parsed || !group)
        return NULL;
    const struct group_key key = {parsed, group - 1};
    uint32_t found = mmra_index_find(&parsed->group_index, hash_of_group(module, key.number), equal_group, &key);
    return found == MMRA_INDEX_NONE ? NULL : &parsed->groups[found];
}

void ir_index_groups(struct ir_module *module) {
    struct ir_parsed *parsed = module->parsed;
    for (uint32_t i = 0; i < parsed->group_count; i++)
        if (!ir_parsed_group_of(module, parsed->groups[i].number + 1))
            mmra_index_add(&parsed->group_index, module->arena, hash_of_group(module, parsed->groups[i].number), i);
}

struct declaration_key {
    const struct ir_module *module;
    struct mmra_string name;
};

static bool equal_declaration(const void *context, uint32_t item) {
    const struct declaration_key *key = context;
    const struct ir_function_info *function = &key->module->functions[item];
    return mmra_string_equal(key->name, ir_string_get(key->module, ir_value_get(key->module, function->value)->name));
}

ir_function ir_declare(struct ir_module *module, const char *name, ir_type type, uint16_t attributes) {
    struct declaration_key key = {module, mmra_string_of(name)};
    uint32_t hash = mmra_hash_end(mmra_hash_bytes(module->key, key.name.bytes, key.name.length));
    uint32_t found = mmra_index_find(&module->declaration_index, hash, equal_declaration, &key);
    if (found != MMRA_INDEX_NONE)
        return found;
    ir_function function = ir_new_function(module, ir_text_of(module, name), 0, type);
    module->functions[function].attributes = attributes;
    module->functions[function].intrinsic = ir_find_intrinsic(key.name);
    mmra_index_add(&module->declaration_index, module->arena, hash, function);
    return function;
}

ir_value ir_new_global(struct ir_module *module, ir_string name, uint32_t number, ir_type type, uint32_t address_space,
                       ir_value initializer) {
    ir_type pointer = ir_type_pointer(module, address_space);
    ir_value value = new_value_of_kind(module, IR_VALUE_GLOBAL, module->global_count, pointer, name, number);
    *ARENA_PUSH(module->arena, module->globals, module->global_count, module->global_capacity) =
        (struct ir_global){.value = value, .type = type, .initializer = initializer, .alignment_log2 = IR_NO_ALIGNMENT};
    return value;
}

void ir_begin_function(struct ir_module *module, ir_function function) {
    module->functions[function].defined = true;
    module->functions[function].first_block = module->block_count;
}

/* Ends the last block: it has all instructions that were appended since it began. */
static void end_block(struct ir_module *module) {
    if (!module->block_count)
        return;
    struct ir_block *block = &module->blocks[module->block_count - 1];
    block->instruction_count = module->instruction_count - block->first_instruction;
}

void ir_end_function(struct ir_module *module, ir_function function) {
    struct ir_function_info *info = &module->functions[function];
    end_block(module);
    info->block_count = module->block_count - info->first_block;
}

void ir_begin_block(struct ir_module *module, ir_value label) {
    end_block(module);
    module->values[label].index = module->block_count;
    *ARENA_PUSH(module->arena, module->blocks, module->block_count, module->block_capacity) =
        (struct ir_block){.label = label, .first_instruction = module->instruction_count};
}

/* ---- instructions ---- */

static uint32_t append_operands(struct ir_module *module, const uint32_t *operands, uint32_t count) {
    while (module->operand_capacity - module->operand_count < count)
        arena_grow(module->arena, &module->operands, module->operand_count, &module->operand_capacity,
                   sizeof *module->operands);
    uint32_t first = module->operand_count;
    if (count)
        memcpy(module->operands + first, operands, count * sizeof *operands);
    module->operand_count += count;
    return first;
}

/* The next one, for which there is room. */
static inline struct ir_instruction *add_instruction(struct ir_module *module, enum ir_opcode opcode, ir_type type,
                                                     uint32_t first_operand, uint32_t operand_count) {
    struct ir_instruction *instruction = &module->instructions[module->instruction_count++];
    *instruction = (struct ir_instruction){.opcode = (uint8_t)opcode,
                                           .alignment_log2 = IR_NO_ALIGNMENT,
                                           .type = type,
                                           .operands = first_operand,
                                           .operand_count = operand_count};
    return instruction;
}

struct ir_instruction *ir_append(struct ir_module *module, enum ir_opcode opcode, ir_type type,
                                 const uint32_t *operands, uint32_t operand_count) {
    uint32_t first = append_operands(module, operands, operand_count);
    if (module->instruction_count == module->instruction_capacity)
        arena_grow(module->arena, &module->instructions, module->instruction_count, &module->instruction_capacity,
                   sizeof *module->instructions);
    return add_instruction(module, opcode, type, first, operand_count);
}

static inline struct ir_value_info result_info(uint32_t instruction, ir_type type) {
    return (struct ir_value_info){.index = instruction, .type = type, .kind = IR_VALUE_INSTRUCTION};
}

ir_value ir_result(struct ir_module *module, struct ir_instruction *instruction) {
    uint32_t index = (uint32_t)(instruction - module->instructions);
    instruction->result = add_value(module, result_info(index, instruction->type));
    return instruction->result;
}

static NOINLINE ir_value append_any(struct ir_module *module, enum ir_opcode opcode, ir_type type,
                                    const uint32_t *operands, uint32_t operand_count, uint32_t source) {
    struct ir_instruction *instruction = ir_append(module, opcode, type, operands, operand_count);
    instruction->source = source;
    return type ? ir_result(module, instruction) : 0;
}

/* Nearly every instruction has few operands, and room is reserved for whole functions, so this is mostly a few stores.
 */
ir_value ir_append_value(struct ir_module *module, enum ir_opcode opcode, ir_type type, const uint32_t *operands,
                         uint32_t operand_count, uint32_t source) {
    enum { FEW = 3 };
    uint32_t first = module->operand_count, index = module->instruction_count, result = module->value_count;
    if (operand_count > FEW || module->operand_capacity - first < FEW || index == module->instruction_capacity ||
        result == module->value_capacity)
        return append_any(module, opcode, type, operands, operand_count, source);
    uint32_t *to = module->operands + first;
    if (operand_count > 0)
        to[0] = operands[0];
    if (operand_count > 1)
        to[1] = operands[1];
    if (operand_count > 2)
        to[2] = operands[2];
    module->operand_count = first + operand_count;
    struct ir_instruction *instruction = add_instruction(module, opcode, type, first, operand_count);
    instruction->source = source;
    if (!type)
        return 0;
    instruction->result = result;
    module->values[result] = result_info(index, type);
    module->value_count = result + 1;
    return result;
}

void ir_set_operands(struct ir_module *module, uint32_t instruction, const uint32_t *operands, uint32_t count) {
    uint32_t first = append_operands(module, operands, count);
    module->instructions[instruction].operands = first;
    module->instructions[instruction].operand_count = count;
}

void ir_set_result(struct ir_module *module, struct ir_instruction *instruction, ir_value result) {
    struct ir_value_info *value = &module->values[result];
    value->kind = IR_VALUE_INSTRUCTION;
    value->index = (uint32_t)(instruction - module->instructions);
    value->type = instruction->type;
    instruction->result = result;
}

static struct ir_notes *new_notes(struct ir_module *module, struct ir_instruction *instruction) {
    const struct ir_notes before = *ir_notes_of(module, instruction);
    struct ir_notes *notes = ARENA_PUSH(module->arena, module->notes, module->note_count, module->note_capacity);
    *notes = before;
    instruction->notes = module->note_count - 1;
    return notes;
}

void ir_set_scope_name(struct ir_module *module, struct ir_instruction *instruction, ir_string name) {
    if (ir_notes_of(module, instruction)->scope_name != name)
        new_notes(module, instruction)->scope_name = name;
}

void ir_set_attachments(struct ir_module *module, struct ir_instruction *instruction, ir_string attachments) {
    if (ir_notes_of(module, instruction)->attachments != attachments)
        new_notes(module, instruction)->attachments = attachments;
}

void ir_set_comment(struct ir_module *module, struct ir_instruction *instruction, ir_string comment) {
    if (ir_notes_of(module, instruction)->comment != comment)
        new_notes(module, instruction)->comment = comment;
}

void ir_set_loop(struct ir_module *module, struct ir_instruction *branch, ir_metadata loop) {
    new_notes(module, branch)->loop = loop;
}

/* ---- named metadata ---- */

static struct ir_named_metadata *find_named_metadata(struct ir_module *module, const char *name) {
    struct mmra_string wanted = mmra_string_of(name);
    for (uint32_t i = 0; i < module->named_metadata_count; i++)
        if (mmra_string_equal(wanted, ir_string_get(module, module->named_metadata[i].name)))
            return &module->named_metadata[i];
    struct ir_named_metadata *named = ARENA_PUSH(module->arena, module->named_metadata, module->named_metadata_count,
                                                 module->named_metadata_capacity);
    *named = (struct ir_named_metadata){.name = ir_text_of(module, name)};
    return named;
}

void ir_add_named_metadata(struct ir_module *module, const char *name, ir_metadata operand) {
    struct ir_named_metadata *named = find_named_metadata(module, name);
    *ARENA_PUSH(module->arena, named->operands, named->operand_count, named->operand_capacity) = operand;
}

ir_value ir_call_token(const struct ir_module *module, uint32_t index) {
    const struct ir_instruction *instruction = &module->instructions[index];
    if (module->parsed)
        return module->parsed->instructions[index].token;
    return instruction->flags & IR_TOKEN ? module->operands[instruction->operands + instruction->operand_count - 1] : 0;
}
