/* Workgroup memory that begins as zero (an OpConstantNull initializer). The backend only takes poison initializers, so
 * a kernel with such memory first calls a function that stores the zeros; kernels with the same memory and workgroup
 * size share it. The invocations divide the stores, which are non-private, between them, and a full barrier of the
 * workgroup follows (mapping.md 8a). */
#include "mmra/base/index.h"
#include "mmra/base/sort.h"
#include "translator/lower/budget.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/memory/pointers.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* The function for entry points with the same variables and the same number of invocations. */
struct zeroing {
    const uint32_t *variables; /* words of the variables, ascending */
    uint32_t count;
    uint32_t invocations;
    ir_function function;
};

struct zeroings {
    uint32_t *all; /* words of the variables that have an initializer */
    uint32_t all_count;
    struct zeroing *items;
    uint32_t count, capacity;
    struct mmra_index index; /* of the items */
};

struct zeroing_key {
    const struct zeroings *zeroings;
    const struct zeroing *zeroing;
};

enum { PARTS_OF_ZEROING = 8 }; /* one variable's, in one function */

static bool is_initialized(const struct spirv_instruction *variable) {
    return variable->operands[0] == SpvStorageClassWorkgroup && variable->operand_count > 1;
}

bool workgroup_has_initialized(const struct lowering *l) {
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        if (is_initialized(&variable))
            return true;
    }
    return false;
}

/* ---- one variable ---- */

/* The widest unit, up to four bytes, that its size and alignment are multiples of. */
static uint32_t unit_of(struct lowering *l, spirv_id variable, const struct spirv_layout *layout) {
    uint32_t alignment = pointer_of(l, variable)->alignment, unit = 4;
    while (unit > 1 && (alignment % unit != 0 || layout->size % unit != 0))
        unit /= 2;
    return unit;
}

static void store_zero(struct lowering *l, ir_value address, uint32_t unit) {
    struct map_leaf leaf = {.write = true,
                            .storage_class = SpvStorageClassWorkgroup,
                            .address_space = ADDRESS_SPACE_LOCAL,
                            .component_bytes = unit,
                            .components = 1,
                            .alignment = unit,
                            .operands = {.mask = SpvMemoryAccessNonPrivatePointerMask}};
    struct mapped_operations mapped;
    map_access(&l->map, &leaf, &mapped);
    if (mapped.unsupported || mapped.count != 1)
        FAIL_INTERNAL(l, &l->current, "a store to workgroup memory is not one operation");
    emit2(l, IR_STORE, 0, ir_zero(l->ir, ir_type_integer(l->ir, unit * 8)), address);
    annotate_operation(l, &mapped.operations[0]);
}

/* Blocks begin at one place, so only the largest is set: stores of two invocations to one byte would be a race. 0: the
 * entry point uses none. */
static spirv_id largest_block(struct lowering *l, const struct zeroing *zeroing) {
    spirv_id largest = 0;
    uint64_t most = 0;
    for (uint32_t i = 0; i < zeroing->count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(l->spirv, zeroing->variables[i]);
        mmra_work(&l->watch, 1);
        if (!spirv_is_common_block(l->spirv, &variable))
            continue;
        uint64_t size = layout_of(l, type_of_operand(l, variable.result)->element)->size;
        if (!largest || size > most) {
            largest = variable.result;
            most = size;
        }
    }
    return largest;
}

/* On the host, where the function that zeroes takes it from. */
static ir_value given_address(struct lowering *l, const struct zeroing *zeroing,
                              const struct spirv_instruction *variable) {
    ir_value memory = l->ir->functions[zeroing->function].parameters[1].value;
    return emit_offset(l, memory, l->environment[environment_item_of(l, variable->result) - 1].offset);
}

/* for (i = index; i < size / unit; i += invocations) unit i of the variable = 0 */
static void zero_variable(struct lowering *l, const struct zeroing *zeroing, const struct spirv_instruction *variable) {
    const struct spirv_layout *layout = layout_of(l, type_of_operand(l, variable->result)->element);
    uint32_t unit = unit_of(l, variable->result, layout);
    ir_value before = l->at.open_block, head = emit_new_block(l), body = emit_new_block(l), after = emit_new_block(l);
    if (layout->size / unit > INT32_MAX)
        FAIL_UNSUPPORTED(l, variable, "workgroup memory of %llu bytes", (unsigned long long)layout->size);
    emit_branch(l, head);
    emit_open_block(l, head);
    ir_value i = emit_instruction(l, IR_PHI, i32_type(l), NULL, 0);
    uint32_t phi = l->ir->instruction_count - 1;
    ir_value count = ir_integer(l->ir, i32_type(l), layout->size / unit);
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_ULT, i, count), body, after);
    emit_open_block(l, body);
    ir_value address =
        l->target->kernel_convention ? lower_value(l, variable->result) : given_address(l, zeroing, variable);
    ir_type byte = ir_type_integer(l->ir, 8);
    store_zero(l, emit_address(l, unit == 1 ? byte : ir_type_array(l->ir, byte, unit), address, i), unit);
    ir_value next = emit2(l, IR_ADD, i32_type(l), i, ir_integer(l->ir, i32_type(l), zeroing->invocations));
    emit_branch(l, head);
    ir_value index = l->ir->functions[zeroing->function].parameters[0].value;
    ir_set_operands(l->ir, phi, (uint32_t[]){index, before, next, body}, 4);
    emit_open_block(l, after);
}

static void full_barrier(struct lowering *l) {
    struct spirv_memory_view view = {0};
    struct mapped_operations mapped;
    view.kind = SPIRV_MEMORY_CONTROL_BARRIER;
    view.opcode = SpvOpControlBarrier;
    view.execution_scope = view.scope = SpvScopeWorkgroup;
    view.semantics = SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsWorkgroupMemoryMask |
                     SpvMemorySemanticsMakeAvailableMask | SpvMemorySemanticsMakeVisibleMask;
    map_barrier(&l->map, &view, &mapped);
    for (uint32_t i = 0; i < mapped.count; i++) {
        mapped.operations[i].rule = "what sets workgroup memory to zero comes before all else";
        emit_synchronization(l, &mapped.operations[i]);
    }
}

/* ---- the function ---- */

/* On the host it takes the address of the memory besides. */
static void begin(struct lowering *l, struct zeroing *zeroing) {
    ir_type parameters[] = {i32_type(l), ir_type_pointer(l->ir, ADDRESS_SPACE_LOCAL)};
    ir_type type = ir_type_function(l->ir, 0, parameters, l->target->kernel_convention ? 1 : 2);
    zeroing->function =
        ir_new_function(l->ir, ir_text_of(l->ir, "smmra_zero_workgroup_memory"), l->zeroings->count + 1, type);
    l->ir->functions[zeroing->function].internal = true;
    l->ir->functions[zeroing->function].attributes = IR_FUNCTION_NOUNWIND | IR_FUNCTION_CONVERGENT;
    l->ir->functions[zeroing->function].graphics = functions_are_graphics(l);
    function_set_attribute_text(l, zeroing->function, function_shader_attributes(l, true));
    ir_begin_function(l->ir, zeroing->function);
    emit_open_block(l, emit_new_block(l));
    tokens_begin_own_function(l);
}

static void lower_function_of(struct lowering *l, struct zeroing *zeroing) {
    function_refuse_calls(l);
    struct spirv_instruction current = l->current;
    spirv_id block = largest_block(l, zeroing);
    begin(l, zeroing);
    for (uint32_t i = 0; i < zeroing->count; i++) {
        l->current = spirv_instruction_at(l->spirv, zeroing->variables[i]);
        if (l->current.result != block && spirv_is_common_block(l->spirv, &l->current))
            continue;
        budget_spend(l, PARTS_OF_ZEROING,
                     "too many entry points, of too many sizes, have too much Workgroup memory that begins as "
                     "zero; translate one entry point at a time");
        mmra_work(&l->watch, PARTS_OF_ZEROING);
        zero_variable(l, zeroing, &l->current);
    }
    full_barrier(l);
    emit_instruction(l, IR_RET, 0, NULL, 0);
    ir_end_function(l->ir, zeroing->function);
    l->current = current;
}

/* ---- which entry points share it ---- */

static void find_initialized(struct lowering *l) {
    struct zeroings *zeroings = l->zeroings = arena_allocate_array(l->arena, 1, sizeof *zeroings);
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        mmra_work_at(&l->watch, i + 1);
        if (is_initialized(&variable))
            *ARENA_PUSH(l->arena, zeroings->all, zeroings->all_count, capacity) = variable.word;
    }
}

/* Those of the interface, in the order of the module. */
static void choose_from_interface(struct lowering *l, const struct spirv_entry_point *entry, struct zeroing *zeroing) {
    uint32_t *words = arena_allocate(l->arena, ((size_t)entry->interface_count + 1) * sizeof *words), count = 0;
    for (uint32_t i = 0; i < entry->interface_count; i++) {
        struct spirv_instruction variable = spirv_defining(l->spirv, entry->interface[i]);
        mmra_work(&l->watch, 1);
        if (variable.opcode == SpvOpVariable && is_initialized(&variable))
            words[count++] = variable.word;
    }
    mmra_sort(l->arena, words, count, sizeof *words, mmra_compare_words);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || words[i] != words[i - 1])
            words[zeroing->count++] = words[i];
    zeroing->variables = words;
}

/* From version 1.4 on the interface lists all variables that the entry point uses; before, each may be used. */
static void choose_variables(struct lowering *l, const struct spirv_entry_point *entry, struct zeroing *zeroing) {
    struct zeroings *zeroings = l->zeroings;
    if (l->spirv->version >= 0x00010400) {
        choose_from_interface(l, entry, zeroing);
    } else {
        zeroing->variables = zeroings->all;
        zeroing->count = zeroings->all_count;
    }
}

static bool equal_zeroing(const void *key, uint32_t item) {
    const struct zeroing_key *wanted = key;
    const struct zeroing *a = wanted->zeroing, *b = &wanted->zeroings->items[item];
    return a->invocations == b->invocations && a->count == b->count &&
           (a->variables == b->variables || memcmp(a->variables, b->variables, a->count * sizeof *a->variables) == 0);
}

/* The set of all variables of the module has a hash that is computed once, not for each entry point. */
static uint32_t hash_of(const struct lowering *l, const struct zeroing *zeroing) {
    uint64_t hash = mmra_hash_mix(l->ir->key, zeroing->invocations);
    if (zeroing->variables != l->zeroings->all)
        hash = mmra_hash_bytes(hash, (const char *)zeroing->variables, zeroing->count * sizeof *zeroing->variables);
    return mmra_hash_end(hash);
}

ir_function lower_zeroing(struct lowering *l, const struct spirv_entry_point *entry, uint32_t invocations) {
    if (!l->map.facts.workgroup_initialized || l->target->for_models)
        return 0;
    if (!l->zeroings)
        find_initialized(l);
    struct zeroings *zeroings = l->zeroings;
    struct zeroing zeroing = {.invocations = invocations};
    choose_variables(l, entry, &zeroing);
    if (!zeroing.count)
        return 0;
    uint32_t hash = hash_of(l, &zeroing);
    uint32_t found = mmra_index_find(&zeroings->index, hash, equal_zeroing, &(struct zeroing_key){zeroings, &zeroing});
    if (found != MMRA_INDEX_NONE)
        return zeroings->items[found].function;
    lower_function_of(l, &zeroing);
    *ARENA_PUSH(l->arena, zeroings->items, zeroings->count, zeroings->capacity) = zeroing;
    mmra_index_add(&zeroings->index, l->arena, hash, zeroings->count - 1);
    return zeroing.function;
}

void emit_zeroing(struct lowering *l, ir_function function) {
    if (!l->target->kernel_convention && !l->kernel.workgroup_memory)
        return; /* nobody reads it */
    ir_value operands[] = {l->ir->functions[function].value, builtin_local_invocation_index(l),
                           l->kernel.workgroup_memory};
    emit_instruction(l, IR_CALL, 0, operands, l->target->kernel_convention ? 2 : 3);
    mark_convergent_call(l);
}
