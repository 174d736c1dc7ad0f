/* Workgroup memory that begins as zero (an OpConstantNull initializer): as the backend takes poison
 * initializers only, a function that every kernel of such memory calls first. Its invocations share the
 * stores, which are non-private, and a full barrier of the workgroup follows (memory-mapping.md section 8a).
 */
#include "translator/tokens.h"

static ir_type i32_type(struct lowering *l) {
    return ir_type_integer(l->ir, 32);
}

static bool is_initialized(const struct spirv_instruction *variable) {
    return variable->operands[0] == SpvStorageClassWorkgroup && variable->operand_count > 1;
}

bool has_initialized_workgroup(const struct lowering *l) {
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        if (is_initialized(&variable))
            return true;
    }
    return false;
}

/* From version 1.4 on the interface lists all variables that the entry point uses; before, each may be used.
 */
static bool may_use(struct lowering *l, const struct spirv_entry_point *entry, spirv_id variable) {
    if (l->spirv->version < 0x00010400)
        return true;
    for (uint32_t i = 0; i < entry->interface_count; i++)
        if (entry->interface[i] == variable)
            return true;
    return false;
}

/* ---- one variable ---- */

/* The widest unit, up to four bytes, that its size and alignment are multiples of. */
static uint32_t unit_of(struct lowering *l, spirv_id variable, const struct layout *layout) {
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
        lowering_fail(l, SMMRA_OUT_OF_MEMORY, &l->current,
                      "internal fault: a store to workgroup memory is not one operation");
    emit2(l, IR_STORE, 0, ir_zero(l->ir, ir_type_integer(l->ir, unit * 8)), address);
    annotate(l, &mapped.operations[0]);
}

/* Of blocks, which begin at one place, the largest is enough: two stores to one byte, of two invocations, would be a race. 0: the
 * entry point uses none. */
static spirv_id largest_block(struct lowering *l, const struct spirv_entry_point *entry) {
    spirv_id largest = 0;
    uint64_t most = 0;
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        if (!is_initialized(&variable) || !is_workgroup_block(l, &variable) || !may_use(l, entry, variable.result))
            continue;
        uint64_t size = layout_of(l, type_of(l, variable.type)->element)->size;
        if (!largest || size > most) {
            largest = variable.result;
            most = size;
        }
    }
    return largest;
}

/* for (i = index; i < size / unit; i += invocations) unit i of the variable = 0 */
static void zero_variable(struct lowering *l, const struct spirv_instruction *variable, ir_value index,
                          uint32_t invocations) {
    const struct layout *layout = layout_of(l, type_of(l, variable->type)->element);
    uint32_t unit = unit_of(l, variable->result, layout);
    ir_value before = l->open_block, head = new_block(l), body = new_block(l), after = new_block(l);
    if (layout->size / unit > INT32_MAX)
        FAIL_UNSUPPORTED(l, variable, "workgroup memory of %llu bytes", (unsigned long long)layout->size);
    emit_branch(l, head);
    open_block(l, head);
    ir_value i = emit(l, IR_PHI, i32_type(l), NULL, 0);
    uint32_t phi = l->ir->instruction_count - 1;
    ir_value count = ir_integer(l->ir, i32_type(l), layout->size / unit);
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_ULT, i, count), body, after);
    open_block(l, body);
    ir_value global = lower_value(l, variable->result);
    ir_type byte = ir_type_integer(l->ir, 8);
    store_zero(l, emit_address(l, unit == 1 ? byte : ir_type_array(l->ir, byte, unit), global, i), unit);
    ir_value next = emit2(l, IR_ADD, i32_type(l), i, ir_integer(l->ir, i32_type(l), invocations));
    emit_branch(l, head);
    ir_set_operands(l->ir, phi, (uint32_t[]){index, before, next, body}, 4);
    open_block(l, after);
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

static ir_function begin(struct lowering *l, const struct spirv_entry_point *entry) {
    ir_type type = ir_type_function(l->ir, 0, (ir_type[]){i32_type(l)}, 1);
    ir_function function =
        ir_new_function(l->ir, ir_text_of(l->ir, "smmra_zero_workgroup_memory"), entry->function, type);
    l->ir->functions[function].internal = true;
    l->ir->functions[function].attributes = IR_FUNCTION_NOUNWIND | IR_FUNCTION_CONVERGENT;
    set_attribute_text(l, function, "");
    ir_begin_function(l->ir, function);
    open_block(l, new_block(l));
    tokens_begin_own_function(l);
    return function;
}

ir_function lower_zeroing(struct lowering *l, const struct spirv_entry_point *entry, uint32_t invocations) {
    ir_function function = 0;
    struct spirv_instruction current = l->current;
    if (!l->map.facts.workgroup_initialized)
        return 0;
    spirv_id block = largest_block(l, entry);
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        if (!is_initialized(&variable) || !may_use(l, entry, variable.result) ||
            (variable.result != block && is_workgroup_block(l, &variable)))
            continue;
        l->current = variable;
        mmra_work(&l->watch, 8);
        if (!function)
            function = begin(l, entry);
        zero_variable(l, &variable, l->ir->functions[function].parameters[0].value, invocations);
    }
    if (function) {
        full_barrier(l);
        emit(l, IR_RET, 0, NULL, 0);
        ir_end_function(l->ir, function);
    }
    l->current = current;
    return function;
}

void emit_zeroing(struct lowering *l, ir_function function) {
    ir_value operands[2] = {l->ir->functions[function].value, local_invocation_index(l)};
    emit(l, IR_CALL, 0, operands, 2);
    mark_convergent_call(l);
}
