/* Which memory objects are Coherent or Volatile, for every pointer and image value.
 *
 * The rules are those by which SPIRV-Tools' --upgrade-memory-model traces an access back to its object: the decorations
 * of the variable or parameter; of each struct member that the access chains go through; and of any member within what
 * the pointer points to. What is made from pointers or images has the flags of all of them.
 *
 * A value's flags depend on its operands'. Operands come before the value, except those of OpPhi, so that one pass
 * suffices for most. Values that depend on a later operand of an OpPhi are put on a list and computed again whenever
 * one of their operands gains a flag. No flag is ever lost, so each value is computed a few times at most. */
#include <string.h>

#include "spirv/later.h"
#include "spirv/memory_view.h"
#include "spirv/reader.h"

struct trace {
    const struct spirv_module *module;
    struct arena *arena;
    uint8_t *flags; /* by dense index: what the caller gets */
    uint8_t *path;  /* by dense index of a value: of the object and the members on the way, not of what is within */
    uint8_t *type_flags;  /* by dense index of a type: of any member in it, or in what it points to */
    uint32_t later_count; /* operands that stand after their OpPhi */

    uint32_t *first_user; /* by dense index: users[first_user[v + 1]] to users[first_user[v + 2] - 1] use v */
    uint32_t *users;
    uint32_t *list; /* values whose users must be computed again */
    uint8_t *is_on_list;
    uint32_t list_count;
};

/* A pointer or image. */
struct value {
    uint32_t index;
    struct spirv_instruction instruction;
    const struct spirv_type *type;
};

/* ---- types ---- */

static uint8_t decorated(const struct spirv_module *module, spirv_id id, uint32_t member) {
    uint8_t flags = 0;
    if (spirv_find_decoration(module, id, member, SpvDecorationCoherent))
        flags |= SPIRV_OBJECT_COHERENT;
    if (spirv_find_decoration(module, id, member, SpvDecorationVolatile))
        flags |= SPIRV_OBJECT_VOLATILE;
    return flags;
}

static uint8_t flag_of_decoration(uint32_t decoration) {
    return decoration == SpvDecorationCoherent   ? SPIRV_OBJECT_COHERENT
           : decoration == SpvDecorationVolatile ? SPIRV_OBJECT_VOLATILE
                                                 : 0;
}

/* The memory behind a buffer address is an object of its own: it shares no flags with the object that holds the
 * address.
 */
static bool is_address(const struct spirv_type *type) {
    return type->opcode == SpvOpTypePointer && type->storage_class == SpvStorageClassPhysicalStorageBuffer;
}

static uint8_t flags_within_type(const struct trace *trace, const struct spirv_type *type, uint32_t index) {
    const struct spirv_module *module = trace->module;
    const struct spirv_definition *definition = &module->definitions[index];
    uint8_t flags = 0;
    if (type->opcode == SpvOpTypeStruct) {
        for (uint32_t i = 0; i < definition->decoration_count; ++i)
            flags |= flag_of_decoration(module->decorations[definition->first_decoration + i].decoration);
        for (uint32_t i = 0; i < type->count; ++i)
            flags |= trace->type_flags[spirv_index(module, type->members[i])];
    } else if (type->element != 0 && type->opcode != SpvOpTypeFunction && !is_address(type)) {
        flags = trace->type_flags[spirv_index(module, type->element)];
    }
    return flags;
}

/* In order of declaration. An announced pointer has nothing within it, because it points to another object. */
static void trace_types(struct trace *trace) {
    const struct spirv_module *module = trace->module;
    for (uint32_t i = 1; i <= module->declaration_count; ++i)
        if (module->types[i])
            trace->type_flags[i] = flags_within_type(trace, module->types[i], i);
}

/* ---- values ---- */

/* Whether definition number `index` is a pointer or an image. */
static bool find_value(const struct trace *trace, uint32_t index, struct value *value) {
    const struct spirv_module *module = trace->module;
    if (module->definitions[index].word == 0)
        return false;
    value->index = index;
    value->instruction = spirv_instruction_at(module, module->definitions[index].word);
    if (value->instruction.type == 0)
        return false;
    value->type = spirv_type_of_id(module, value->instruction.type);
    return value->type->opcode == SpvOpTypePointer || value->type->opcode == SpvOpTypeImage ||
           value->type->opcode == SpvOpTypeSampledImage;
}

/* How many of the operands, from the first, are ids that pointers or images may come from. */
static uint32_t id_operand_count(const struct spirv_module *module, const struct spirv_instruction *instruction) {
    if (instruction->opcode == SpvOpLoad)
        return is_address(spirv_type_of_id(module, instruction->type)) ? 0 : 1;
    bool is_of_ids =
        instruction->opcode == SpvOpPhi || (spirv_grammar_of(instruction->opcode)->flags & SPIRV_GRAMMAR_ONLY_IDS);
    return is_of_ids ? instruction->operand_count : 0;
}

/* How many operands an access chain has before its indexes; 0 if it is not an access chain. */
static uint32_t operands_before_indexes(uint16_t opcode) {
    switch (opcode) {
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        return 1;
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
        return 2;
    }
    return 0;
}

/* Whether the value points to another type than its operands do, so that what is within is found by its own
 * type. */
static bool has_own_type(const struct value *value) {
    uint16_t opcode = value->instruction.opcode;
    bool is_loaded_pointer = opcode == SpvOpLoad && value->type->opcode == SpvOpTypePointer;
    return operands_before_indexes(opcode) > 0 || is_loaded_pointer || opcode == SpvOpVariable ||
           opcode == SpvOpFunctionParameter || opcode == SPIRV_BUFFER_POINTER;
}

/* The flags of the members that an access chain goes through. */
static uint8_t flags_of_members(const struct spirv_module *module, const struct spirv_instruction *chain,
                                uint32_t first_index) {
    uint8_t flags = 0;
    const struct spirv_type *type = spirv_type_of_id(module, spirv_chain_base(module, chain));
    for (uint32_t i = first_index; type && i < chain->operand_count; ++i) {
        uint64_t member;
        spirv_id next = type->element;
        if (type->opcode == SpvOpTypeStruct) {
            if (!spirv_integer_constant(module, chain->operands[i], &member) || member >= type->count)
                break;
            flags |= decorated(module, type->id, (uint32_t)member);
            next = type->members[member];
        }
        type = next != 0 ? spirv_type_of_id(module, next) : NULL;
    }
    return flags;
}

/* Function and Private storage is never coherent. What decorations of Workgroup storage mean depends on the reading
 * (mapping.md 7). */
static uint8_t meaningless_flags(const struct spirv_type *type) {
    bool is_private = type->opcode == SpvOpTypePointer &&
                      (type->storage_class == SpvStorageClassFunction || type->storage_class == SpvStorageClassPrivate);
    return is_private ? SPIRV_OBJECT_COHERENT : 0;
}

/* Whether any flag is new. */
static bool add_flags(struct trace *trace, const struct value *value, uint8_t path, uint8_t within) {
    uint8_t flags = (uint8_t)((path | within) & ~meaningless_flags(value->type));
    bool is_new = (path & ~trace->path[value->index]) != 0 || (flags & ~trace->flags[value->index]) != 0;
    trace->path[value->index] |= path;
    trace->flags[value->index] |= flags;
    return is_new;
}

static bool add_operand(struct trace *trace, const struct value *value, uint32_t operand) {
    return add_flags(trace, value, trace->path[operand], has_own_type(value) ? 0 : trace->flags[operand]);
}

static void trace_value(struct trace *trace, const struct value *value) {
    const struct spirv_module *module = trace->module;
    const struct spirv_instruction *instruction = &value->instruction;
    uint32_t before_indexes = operands_before_indexes(instruction->opcode);
    uint8_t path = 0;
    if (instruction->opcode == SpvOpVariable || instruction->opcode == SpvOpFunctionParameter ||
        instruction->opcode == SPIRV_BUFFER_POINTER)
        path = decorated(module, instruction->result, SPIRV_NO_MEMBER);
    else if (before_indexes > 0)
        path = flags_of_members(module, instruction, before_indexes);
    bool is_own = has_own_type(value) && value->type->opcode == SpvOpTypePointer;
    add_flags(trace, value, path, is_own ? trace->type_flags[spirv_index(module, value->type->element)] : 0);
    for (uint32_t i = 0; i < id_operand_count(module, instruction); ++i) {
        uint32_t operand = spirv_index(module, instruction->operands[i]);
        add_operand(trace, value, operand);
        trace->later_count += operand > value->index;
    }
}

/* ---- operands that come later ---- */

/* Calls for each operand of each value; the first time counts an operand's users, the second time enters
 * them. */
static void number_users(struct trace *trace, bool enters) {
    struct value value;
    uint32_t next = 0;
    for (uint32_t i = 1; i <= trace->module->definition_count; ++i) {
        spirv_ask(trace->arena->watch, i, &next);
        if (!find_value(trace, i, &value))
            continue;
        for (uint32_t j = 0; j < id_operand_count(trace->module, &value.instruction); ++j) {
            uint32_t operand = spirv_index(trace->module, value.instruction.operands[j]);
            if (enters)
                trace->users[--trace->first_user[operand + 1]] = i;
            else
                ++trace->first_user[operand + 1];
        }
    }
}

static void put_on_list(struct trace *trace, uint32_t index) {
    if (trace->is_on_list[index] || trace->flags[index] + trace->path[index] == 0)
        return;
    trace->is_on_list[index] = 1;
    trace->list[trace->list_count++] = index;
}

/* Builds the lists of users: counts, then sums, then enters from the end of each list to its beginning. */
static void find_users(struct trace *trace) {
    size_t count = (size_t)trace->module->definition_count + 1;
    trace->first_user = arena_allocate_array(trace->arena, count + 2, sizeof *trace->first_user);
    trace->list = arena_allocate_array(trace->arena, count, sizeof *trace->list);
    trace->is_on_list = arena_allocate_array(trace->arena, count, sizeof *trace->is_on_list);
    number_users(trace, false);
    for (size_t i = 1; i <= count + 1; ++i)
        trace->first_user[i] += trace->first_user[i - 1];
    trace->users = arena_allocate_array(trace->arena, (size_t)trace->first_user[count + 1] + 1, sizeof *trace->users);
    number_users(trace, true);
}

/* Carries flags on to users until nothing changes. */
static void settle(struct trace *trace) {
    struct value user;
    uint32_t next = 0, steps = 0;
    for (uint32_t i = 1; i <= trace->module->definition_count; ++i)
        put_on_list(trace, i);
    while (trace->list_count > 0) {
        uint32_t index = trace->list[--trace->list_count];
        spirv_ask(trace->arena->watch, ++steps, &next);
        trace->is_on_list[index] = 0;
        for (uint32_t i = trace->first_user[index + 1]; i < trace->first_user[index + 2]; ++i)
            if (find_value(trace, trace->users[i], &user) && add_operand(trace, &user, index))
                put_on_list(trace, user.index);
    }
}

/* ---- the module ---- */

static bool has_flags(const struct spirv_module *module) {
    for (uint32_t i = 0; i < module->decoration_count; ++i)
        if (flag_of_decoration(module->decorations[i].decoration) != 0)
            return true;
    return false;
}

void spirv_trace_objects(const struct spirv_module *module, struct arena *arena, struct spirv_object_flags *objects) {
    struct trace trace = {.module = module, .arena = arena};
    struct value value;
    size_t count = (size_t)module->definition_count + 1;
    objects->flags = NULL;
    if (!has_flags(module))
        return;
    objects->flags = trace.flags = arena_allocate_array(arena, count, 1);
    trace.path = arena_allocate_array(arena, count, 1);
    objects->of_types = trace.type_flags = arena_allocate_array(arena, (size_t)module->declaration_count + 1, 1);
    trace_types(&trace);
    uint32_t next = 0;
    for (uint32_t i = 1; i <= module->definition_count; ++i) {
        spirv_ask(arena->watch, i, &next);
        if (find_value(&trace, i, &value))
            trace_value(&trace, &value);
    }
    if (trace.later_count == 0)
        return;
    find_users(&trace);
    settle(&trace);
}
