/* Constant tables: Function variables that always have one constant.
 *
 * Compilers of GLSL and HLSL write an array of constants that is indexed as a Function variable, to which the whole
 * constant is stored before an element is loaded. In private memory that takes one store for each element, in each
 * invocation. Here the variable is a constant of the module, and its loads are those of memory that never changes. A
 * load before the store may give anything (SPIR-V 2.15, undefined values), and so the constant too. */
#include "translator/lower/memory/memory.h"
#include "translator/lower/names.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* Of smaller ones LLVM makes selections, which are no longer than a load. */
enum { LEAST_BYTES = 16 };

/* The facts that one scan of all functions finds, by definition. */
struct constant_tables {
    spirv_id *variable_of; /* of a variable and what access chains make of it: the variable; 0: none of interest */
    spirv_id *constant_of; /* of a variable: its constant; 0: none yet */
    bool *changes;         /* a variable with something else, or that something else than a load uses */
    ir_value *global_of;   /* of a constant: the global; 0: none yet */
};

static spirv_id variable_of(const struct lowering *l, spirv_id id) {
    return l->tables->variable_of[spirv_index(l->spirv, id)];
}

static void drop(struct lowering *l, spirv_id id) {
    l->tables->changes[spirv_index(l->spirv, variable_of(l, id))] = true;
}

static void give(struct lowering *l, spirv_id variable, spirv_id value) {
    spirv_id *constant = &l->tables->constant_of[spirv_index(l->spirv, variable)];
    if (*constant || !spirv_constant_of_id(l->spirv, value))
        drop(l, variable);
    *constant = value;
}

static bool is_indexable_array(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = type_of_operand(l, in->result);
    return in->operands[0] == SpvStorageClassFunction && pointer->opcode == SpvOpTypePointer &&
           type_of(l, pointer->element)->opcode == SpvOpTypeArray &&
           layout_of(l, pointer->element)->size >= LEAST_BYTES;
}

static void visit_variable(struct lowering *l, const struct spirv_instruction *in) {
    if (!is_indexable_array(l, in))
        return;
    l->tables->variable_of[spirv_index(l->spirv, in->result)] = in->result;
    if (in->operand_count > 1)
        give(l, in->result, in->operands[1]);
}

/* How many operands may be ids. Other literals may be taken for ids: then a table is not found. */
static uint32_t count_ids(const struct spirv_instruction *in) {
    uint32_t most = in->opcode == SpvOpCompositeExtract                                      ? 1
                    : in->opcode == SpvOpCompositeInsert || in->opcode == SpvOpVectorShuffle ? 2
                                                                                             : UINT32_MAX;
    return in->operand_count < most ? in->operand_count : most;
}

static void visit(struct lowering *l, const struct spirv_instruction *in) {
    uint32_t first = 0; /* of the operands that may not be a table's */
    switch (in->opcode) {
    case SpvOpVariable:
        visit_variable(l, in);
        return;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        l->tables->variable_of[spirv_index(l->spirv, in->result)] = variable_of(l, in->operands[0]);
        first = 1;
        break;
    case SpvOpLoad:
        first = in->operand_count < 2 || !(in->operands[1] & SpvMemoryAccessVolatileMask);
        break;
    case SpvOpStore:
        first = in->operand_count == 2 && variable_of(l, in->operands[0]) == in->operands[0];
        if (first && variable_of(l, in->operands[0]))
            give(l, in->operands[0], in->operands[1]);
        break;
    default:
        break;
    }
    for (uint32_t i = first; i < count_ids(in); i++)
        if (variable_of(l, in->operands[i]))
            drop(l, in->operands[i]);
}

/* The table that a pointer is or leads into; 0: none. */
static spirv_id table_behind(struct lowering *l, spirv_id pointer) {
    spirv_id variable = l->tables ? variable_of(l, pointer) : 0;
    uint32_t index = spirv_index(l->spirv, variable);
    return variable && l->tables->constant_of[index] && !l->tables->changes[index] ? variable : 0;
}

/* Whether a function has a variable of interest: they stand at the beginning of its first block. */
static bool has_arrays(struct lowering *l, const struct spirv_function *function) {
    for (uint32_t word = function->word; word < function->end_word; word += l->spirv->words[word] >> 16) {
        uint16_t opcode = l->spirv->words[word] & 0xFFFF;
        bool is_before = opcode == SpvOpFunction || opcode == SpvOpFunctionParameter || opcode == SpvOpLabel ||
                         opcode == SpvOpLine || opcode == SpvOpNoLine;
        if (is_before)
            continue;
        if (opcode != SpvOpVariable)
            return false;
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        if (is_indexable_array(l, &in))
            return true;
    }
    return false;
}

static bool some_have_arrays(struct lowering *l) {
    for (uint32_t i = 0; i < l->order_count; i++)
        if (has_arrays(l, &l->spirv->functions[l->order[i]]))
            return true;
    return false;
}

void constant_tables_init(struct lowering *l) {
    size_t count = (size_t)l->spirv->definition_count + 1;
    if (!l->target->kernel_convention || l->target->for_models || !some_have_arrays(l))
        return;
    l->tables = arena_allocate(l->arena, sizeof *l->tables);
    *l->tables = (struct constant_tables){arena_allocate_array(l->arena, count, sizeof(spirv_id)),
                                          arena_allocate_array(l->arena, count, sizeof(spirv_id)),
                                          arena_allocate_array(l->arena, count, sizeof(bool)),
                                          arena_allocate_array(l->arena, count, sizeof(ir_value))};
    for (uint32_t i = 0; i < l->order_count; i++) {
        const struct spirv_function *function = &l->spirv->functions[l->order[i]];
        for (uint32_t word = function->word; word < function->end_word; word += l->spirv->words[word] >> 16) {
            struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
            visit(l, &in);
        }
        mmra_work(&l->watch, function->end_word - function->word);
    }
}

static ir_value global_of(struct lowering *l, spirv_id variable, spirv_id constant, ir_type type, uint32_t alignment) {
    ir_value *global = &l->tables->global_of[spirv_index(l->spirv, constant)];
    if (*global)
        return *global;
    ir_string name;
    uint32_t number;
    ir_value initializer = lower_constant(l, spirv_constant_of_id(l->spirv, constant));
    name_choose(l, variable, NAME_GLOBAL, &name, &number);
    *global = ir_new_global(l->ir, name, number, type, ADDRESS_SPACE_CONSTANT, initializer);
    struct ir_global *info = &l->ir->globals[l->ir->global_count - 1];
    info->constant = info->internal = true;
    info->alignment_log2 = 0;
    while (1u << info->alignment_log2 < alignment)
        info->alignment_log2++;
    return *global;
}

bool constant_table_make(struct lowering *l, const struct spirv_instruction *in) {
    spirv_id variable = table_behind(l, in->result), type = type_of_operand(l, in->result)->element;
    if (!variable)
        return false;
    uint32_t index = spirv_index(l->spirv, variable), alignment = variable_alignment(l, type);
    spirv_id constant = l->tables->constant_of[index];
    /* in memory a boolean is a byte, and matrices may lie by rows */
    if (lower_memory_type(l, type) != lower_type(l, type) || spirv_constant_of_id(l->spirv, constant)->type != type) {
        l->tables->changes[index] = true;
        return false;
    }
    ir_value address = global_of(l, variable, constant, lower_type(l, type), alignment);
    pointer_set(l, variable, &(struct pointer){.alignment = alignment});
    lower_result_unchecked(l, in, address);
    return true;
}

bool constant_table_has(struct lowering *l, spirv_id pointer) {
    return table_behind(l, pointer);
}
