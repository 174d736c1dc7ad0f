/* What functions need from their callers. SPIR-V functions name module-scope variables directly; in IR only Workgroup
 * variables are globals, and not on the host. A buffer, a push constant block, a Private variable (one alloca in the
 * entry point) and a built-in are values of the kernel, and reach the functions that use them as hidden parameters in
 * front of their own.
 */
#include "mmra/base/sort.h"
#include "spirv/later.h"
#include "translator/lower/functions/entry_point.h"
#include "translator/lower/functions/functions.h"
#include "translator/lower/memory/bounds.h"
#include "translator/lower/opcodes.h"
#include "translator/lower/stages/endings.h"
#include "translator/lower/stages/geometry.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/stages/rays.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* ---- the items ---- */

static void add_item(struct lowering *l, spirv_id variable, enum environment_kind kind, ir_type type) {
    l->environment[l->environment_count++] =
        (struct environment_item){.variable = variable, .kind = (uint8_t)kind, .type = type};
}

static void add_given(struct lowering *l, uint32_t *given, uint32_t builtin, ir_type type) {
    add_item(l, 0, ENVIRONMENT_GIVEN, type);
    l->environment[l->environment_count - 1].builtin = builtin;
    *given = l->environment_count;
}

static bool is_attachment(struct lowering *l, const struct spirv_type *type) {
    while (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray)
        type = type_of(l, type->element);
    return type->opcode == SpvOpTypeImage && type->dim == SpvDimSubpassData;
}

/* Input attachments need the fragment's position and layer. With multiview each view has its layer. */
static void note_attachment(struct lowering *l) {
    l->environment[l->environment_count - 1].is_attachment = true;
    if (l->given_position)
        return;
    uint32_t layer = spirv_has_capability(l->spirv, SpvCapabilityMultiView) ? SpvBuiltInViewIndex : SpvBuiltInLayer;
    ir_type position = ir_type_vector(l->ir, ir_type_simple(l->ir, IR_TYPE_FLOAT), 4);
    add_given(l, &l->given_position, SpvBuiltInFragCoord, position);
    add_given(l, &l->given_layer, layer, ir_type_integer(l->ir, 32));
}

static bool is_descriptor_array(struct lowering *l, const struct spirv_type *pointer) {
    uint16_t pointee = type_of(l, pointer->element)->opcode;
    return pointee == SpvOpTypeArray || pointee == SpvOpTypeRuntimeArray;
}

/* A captured block has no Offsets of memory, so no buffer may be of that type. */
static void refuse_captured_buffer(struct lowering *l, const struct spirv_instruction *in,
                                   const struct spirv_type *block) {
    if (!spirv_layout_of(&l->layouts, block->id)->is_captured)
        return;
    for (uint32_t i = 1; i <= l->layouts.count; i++) {
        const struct spirv_type *pointer = l->spirv->types[i];
        if (pointer && pointer->opcode == SpvOpTypePointer && pointer->element == block->id &&
            pointer->storage_class != SpvStorageClassOutput && pointer->storage_class != SpvStorageClassInput)
            FAIL_UNSUPPORTED(l, in, "its type %%%u has Offsets of transform feedback and is that of a buffer too",
                             block->id);
    }
}

/* Returns where the chosen entry points keep a variable: all that list it must keep it in the same way. */
static enum interface_keeping keeping_of(struct lowering *l, const struct spirv_instruction *in) {
    uint8_t seen = l->keeping ? l->keeping[spirv_index(l->spirv, in->result)] : 0;
    if (seen & (seen - 1))
        FAIL_UNSUPPORTED(l, in, "stages that keep it in different memory use it; translate them apart (%s)",
                         OPTION_NAME(l->options, STAGES));
    return seen;
}

/* The payload that a task of SPV_NV_mesh_shader hands to its meshes has no Locations. */
static void refuse_task_memory(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *block) {
    bool of_task = spirv_find_decoration(l->spirv, in->result, SPIRV_NO_MEMBER, SpvDecorationPerTaskNV);
    for (uint32_t i = 0; block->opcode == SpvOpTypeStruct && i < block->count && !of_task; i++)
        of_task = spirv_find_decoration(l->spirv, block->id, i, SpvDecorationPerTaskNV);
    if (of_task)
        FAIL_UNSUPPORTED(l, in, "outputs of tasks (PerTaskNV) are not supported");
}

/* Notes which members of a block, or of an array of blocks over vertices, are used. */
static void add_interface(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *pointer) {
    const struct spirv_type *pointee = type_of(l, pointer->element);
    const struct spirv_type *whole = pointee;
    if (pointee->opcode == SpvOpTypeArray)
        pointee = type_of(l, pointee->element);
    refuse_captured_buffer(l, in, pointee);
    if (spirv_has_capability(l->spirv, SpvCapabilityMeshShadingNV))
        refuse_task_memory(l, in, pointee);
    enum interface_keeping keeping = keeping_of(l, in);
    bool shared = keeping == INTERFACE_SHARED;
    add_item(l, in->result, ENVIRONMENT_INTERFACE,
             shared ? ir_type_pointer(l->ir, ADDRESS_SPACE_LOCAL) : lower_type(l, in->type));
    l->environment[l->environment_count - 1].is_shared = shared;
    l->environment[l->environment_count - 1].is_per_vertex = keeping == INTERFACE_PER_VERTEX;
    pointer_set(l, in->result,
                keeping == INTERFACE_PER_VERTEX ? &(struct pointer){.interface_variable = in->result}
                                                : &(struct pointer){.alignment = layout_of(l, whole->id)->alignment});
    if (pointee->opcode == SpvOpTypeStruct)
        l->environment[l->environment_count - 1].used_members =
            arena_allocate_array(l->arena, (size_t)pointee->count + 1, sizeof(bool));
}

static void add_buffer(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *pointer) {
    if (is_descriptor_array(l, pointer)) {
        add_item(l, in->result, ENVIRONMENT_RESOURCE, ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT));
        pointer_set(l, in->result, &(struct pointer){.descriptor_array = true, .alignment = 16});
        return;
    }
    add_item(l, in->result, ENVIRONMENT_RESOURCE, lower_type(l, in->type));
    add_item(l, in->result, ENVIRONMENT_BYTE_SIZE, ir_type_integer(l->ir, 64));
    pointer_set(l, in->result,
                &(struct pointer){.alignment = l->buffer_alignment,
                                  .buffer = in->result,
                                  .is_read_only = type_address_space(l, pointer) == ADDRESS_SPACE_CONSTANT});
}

static void add_opaque(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *pointer) {
    add_item(l, in->result, ENVIRONMENT_RESOURCE, lower_type(l, in->type));
    pointer_set(l, in->result, &(struct pointer){.alignment = 16});
    if (is_attachment(l, type_of(l, pointer->element)))
        note_attachment(l);
}

static void add_private(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *pointer) {
    add_item(l, in->result, ENVIRONMENT_PRIVATE, lower_type(l, in->type));
    pointer_set(l, in->result, &(struct pointer){.alignment = layout_of(l, pointer->element)->alignment});
}

static void add_input(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *pointer) {
    if (!builtin_is_made(l, in)) {
        add_interface(l, in, pointer);
        return;
    }
    add_item(l, in->result, ENVIRONMENT_BUILTIN, lower_type(l, pointer->element));
    pointer_set(l, in->result, &(struct pointer){.interface_variable = in->result});
}

static void add_workgroup(struct lowering *l, const struct spirv_instruction *in) {
    if (l->target->workgroup_globals)
        return;
    add_item(l, in->result, ENVIRONMENT_WORKGROUP, lower_type(l, in->type));
    l->environment[l->environment_count - 1].offset = workgroup_place(l, in);
}

/* Adds a variable of a class that the driver or the shell gives as memory, aligned to 16 bytes. */
static void add_given_memory(struct lowering *l, const struct spirv_instruction *in) {
    static const struct {
        uint32_t storage_class;
        enum environment_kind kind;
    } rows[] = {
        {SpvStorageClassPushConstant, ENVIRONMENT_PUSH_CONSTANTS},
        {SpvStorageClassTaskPayloadWorkgroupEXT, ENVIRONMENT_TASK_PAYLOAD},
        {SpvStorageClassIncomingRayPayloadKHR, ENVIRONMENT_RAY_PAYLOAD},
        {SpvStorageClassHitAttributeKHR, ENVIRONMENT_HIT_ATTRIBUTE},
        {SpvStorageClassIncomingCallableDataKHR, ENVIRONMENT_CALLABLE_DATA},
        {SpvStorageClassShaderRecordBufferKHR, ENVIRONMENT_SHADER_RECORD},
    };
    size_t row = 0;
    while (row < sizeof rows / sizeof *rows && rows[row].storage_class != in->operands[0])
        row++;
    if (row == sizeof rows / sizeof *rows) /* a class that is refused where it is used */
        return;
    add_item(l, in->result, rows[row].kind, lower_type(l, in->type));
    pointer_set(l, in->result, &(struct pointer){.alignment = 16});
}

/* A variable whose class has no item keeps environment_of 0. */
static void add_variable(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = type_of_operand(l, in->result);
    uint32_t first = l->environment_count;
    if (pointer->opcode != SpvOpTypePointer || pointer->storage_class != in->operands[0])
        FAIL_INVALID(l, in, "its type %%%u is not a pointer to its storage class; write an OpTypePointer of that class",
                     in->type);
    switch (in->operands[0]) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        add_buffer(l, in, pointer);
        break;
    case SpvStorageClassUniformConstant:
        add_opaque(l, in, pointer);
        break;
    case SpvStorageClassRayPayloadKHR:
    case SpvStorageClassCallableDataKHR:
    case SpvStorageClassPrivate:
        add_private(l, in, pointer);
        break;
    case SpvStorageClassInput:
        add_input(l, in, pointer);
        break;
    case SpvStorageClassWorkgroup:
        add_workgroup(l, in);
        break;
    case SpvStorageClassOutput:
        add_interface(l, in, pointer);
        break;
    default:
        add_given_memory(l, in);
    }
    if (l->environment_count > first)
        l->environment_of[spirv_index(l->spirv, in->result)] = first + 1;
}

/* ---- which function needs what ---- */

/* The set of items of a function while it grows. `stamp` of an item is the function it was last added for. */
struct collector {
    uint32_t *stamps;
    uint32_t *items;
    uint32_t count, capacity;
    uint64_t total; /* over all functions */
    uint32_t function;
};

static void collect(struct lowering *l, struct collector *c, uint32_t item) {
    if (c->stamps[item] == c->function + 1)
        return;
    c->stamps[item] = c->function + 1;
    *ARENA_PUSH(l->arena, c->items, c->count, c->capacity) = item;
}

/* The members of a block that an instruction uses: that which an access chain goes into, else all. */
static void note_members(struct lowering *l, const struct environment_item *item, const uint32_t *words) {
    const struct spirv_type *block = type_of(l, type_of_operand(l, item->variable)->element);
    uint32_t opcode = words[0] & 0xFFFF, place = block->opcode == SpvOpTypeArray ? 5 : 4;
    uint64_t member;
    if (block->opcode == SpvOpTypeArray)
        block = type_of(l, block->element);
    bool chain = (opcode == SpvOpAccessChain || opcode == SpvOpInBoundsAccessChain) && words[0] >> 16 > place &&
                 words[3] == item->variable;
    if (chain && spirv_integer_constant(l->spirv, words[place], &member) && member < block->count)
        item->used_members[member] = true;
    else
        memset(item->used_members, true, block->count * sizeof(bool));
}

/* Whether a pointer that is an operand is handed on, not only loaded through. */
static bool hands_on(uint32_t opcode) {
    return opcode != SpvOpLoad && opcode != SpvOpAccessChain && opcode != SpvOpInBoundsAccessChain &&
           opcode != SpvOpCopyMemory && opcode != SpvOpCopyMemorySized && opcode != SpvOpCopyObject;
}

/* ---- whose sizes are asked for ---- */

enum { CHAIN_WITHOUT_INDEX = 4 }; /* words of one: it points to what its base does */

/* An OpArrayLength of what is no variable, and no element that a chain chooses from an array of buffers. */
static void note_length(struct lowering *l, uint32_t word) {
    spirv_id pointer = spirv_instruction_at(l->spirv, word).operands[0];
    struct spirv_instruction from = spirv_defining(l->spirv, pointer);
    bool is_chain = from.opcode == SpvOpAccessChain || from.opcode == SpvOpInBoundsAccessChain;
    if (from.opcode != SpvOpVariable && from.opcode != SPIRV_BUFFER_POINTER &&
        (!is_chain || from.length == CHAIN_WITHOUT_INDEX))
        lowered_type_of(l, type_of_operand(l, pointer)->id)->has_length = true;
}

static void note_lengths(struct lowering *l) {
    const uint32_t *words = l->spirv->words;
    for (uint32_t i = 0; i < l->order_count; i++) {
        const struct spirv_function *function = &l->spirv->functions[l->order[i]];
        mmra_work(&l->watch, (function->end_word - function->word) / 16 + 1);
        for (uint32_t word = function->word; word < function->end_word; word += words[word] >> 16)
            if ((words[word] & 0xFFFF) == SpvOpArrayLength)
                note_length(l, word);
    }
}

static void collect_position(struct lowering *l, struct collector *c) {
    collect(l, c, l->given_position - 1);
    collect(l, c, l->given_layer - 1);
}

/* An operand that is a variable, which is rare. */
static NOINLINE void collect_variable(struct lowering *l, struct collector *c, spirv_id id, const uint32_t *words) {
    uint32_t item = environment_item_of(l, id), opcode = words[0] & 0xFFFF;
    mmra_work(&l->watch, 1);
    bool handed_on =
        hands_on(opcode) || opcode == SpvOpCopyObject || (opcode != SpvOpLoad && words[0] >> 16 == CHAIN_WITHOUT_INDEX);
    bool asks_size = opcode == SpvOpArrayLength || l->options->abi == SMMRA_ABI_BUFFER ||
                     (handed_on && bounds_apply_to_type(l, type_of_operand(l, id)->id));
    collect(l, c, item - 1);
    if (l->environment[item - 1].is_attachment)
        collect_position(l, c);
    if (l->environment[item - 1].kind == ENVIRONMENT_BUILTIN && hands_on(opcode))
        l->environment[item - 1].is_in_memory = !builtin_changes(l, id);
    if (l->environment[item - 1].used_members)
        note_members(l, &l->environment[item - 1], words);
    if (asks_size && pointer_of(l, id)->buffer && !resources_apply(l, type_of_operand(l, id)->storage_class))
        collect(l, c, item);
}

static NOINLINE void collect_callee(struct lowering *l, struct collector *c, spirv_id id) {
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, id);
    const struct lowered_function *needs = &l->functions[callee - l->spirv->functions];
    mmra_work(&l->watch, needs->item_count / 8);
    for (uint32_t i = 0; i < needs->item_count; i++)
        collect(l, c, needs->items[i]);
}

/* SPV_NV_ray_tracing hands these over by their Location. */
static NOINLINE void collect_at_location(struct lowering *l, struct collector *c, const uint32_t *words, spirv_id id) {
    struct spirv_instruction in = spirv_instruction_at(l->spirv, (uint32_t)(words - l->spirv->words));
    spirv_id variable = ray_variable_at(l, &in, id, in.opcode == SpvOpExecuteCallableNV);
    collect(l, c, environment_item_of(l, variable) - 1);
}

static void collect_instruction(struct lowering *l, struct collector *c, const uint32_t *words,
                                struct opcode_pointers pointers) {
    uint32_t length = words[0] >> 16, end = (uint32_t)pointers.first + pointers.count;
    if (pointers.count == ALL_THAT_FOLLOW || end > length)
        end = length;
    for (uint32_t i = pointers.first; i < end; i++) {
        mmra_work_at(&l->watch, i);
        if (environment_item_of(l, words[i]))
            collect_variable(l, c, words[i], words);
    }
    uint32_t opcode = words[0] & 0xFFFF;
    if (spirv_may_call(opcode)) {
        const struct spirv_instruction call = spirv_instruction_at(l->spirv, (uint32_t)(words - l->spirv->words));
        if (spirv_callee(&call))
            collect_callee(l, c, spirv_callee(&call));
    }
    if (opcode == SpvOpTraceNV || opcode == SpvOpTraceMotionNV || opcode == SpvOpExecuteCallableNV)
        collect_at_location(l, c, words, words[pointers.first]);
}

/* An input attachment may be an argument. */
static NOINLINE void collect_parameters(struct lowering *l, struct collector *c, const struct spirv_function *f) {
    for (uint32_t i = 0; i < f->parameter_count; i++) {
        const struct spirv_type *type = type_of_operand(l, f->parameters[i]);
        if (is_attachment(l, type->opcode == SpvOpTypePointer ? type_of(l, type->element) : type))
            collect_position(l, c);
    }
}

/* The total of hidden parameters, per word of the module: a chain of n functions above a function that uses n variables
 * needs n * n of them, and such a module is refused. */
enum { MAX_ITEMS_PER_WORD = 8 };

static void collect_function(struct lowering *l, struct collector *c, uint32_t function) {
    const struct spirv_function *f = &l->spirv->functions[function];
    c->function = function;
    c->count = 0;
    if (l->given_position)
        collect_parameters(l, c, f);
    for (const uint32_t *in = l->spirv->words + f->word, *end = l->spirv->words + f->end_word; in < end;
         in += *in >> 16) {
        const struct opcode_row *row = opcode_row(*in & 0xFFFF);
        if (row->pointers.count)
            collect_instruction(l, c, in, row->pointers);
    }
    mmra_work(&l->watch, (f->end_word - f->word) / 16 + 1);
    c->total += c->count;
    if (c->total > (uint64_t)MAX_ITEMS_PER_WORD * l->spirv->word_count)
        FAIL_UNSUPPORTED(l, NULL, "functions pass too many module-scope variables to each other; inline some of them");
    uint32_t *items = arena_allocate(l->arena, (c->count + 1) * sizeof *items);
    if (c->count)
        memcpy(items, c->items, c->count * sizeof *items);
    mmra_sort(l->arena, items, c->count, sizeof *items, mmra_compare_words);
    l->functions[function].items = items;
    l->functions[function].item_count = c->count;
}

/* A built-in that is a value gets memory if a pointer to it is handed on: to a function, a phi, a select. */
static void give_memory_to_builtins(struct lowering *l) {
    for (uint32_t i = 0; i < l->environment_count; i++) {
        struct environment_item *item = &l->environment[i];
        if (!item->is_in_memory)
            continue;
        const struct spirv_type *pointer = type_of_operand(l, item->variable);
        item->type = lower_type(l, pointer->id);
        pointer_set(l, item->variable, &(struct pointer){.alignment = layout_of(l, pointer->element)->alignment});
    }
}

/* Puts what a function asks the shell for after what it gets. */
static void set_asked_apart(struct lowering *l, struct lowered_function *function) {
    uint32_t *items = arena_allocate(l->arena, ((size_t)function->item_count + 1) * sizeof *items), count = 0;
    mmra_work(&l->watch, function->item_count / 8);
    for (uint32_t asked = 0; asked < 2; asked++) {
        for (uint32_t i = 0; i < function->item_count; i++)
            if (l->environment[function->items[i]].is_per_vertex == asked)
                items[count++] = function->items[i];
        if (!asked)
            function->asked_count = function->item_count - count;
    }
    function->items = items;
    function->item_count -= function->asked_count;
}

/* ---- the call graph ---- */

/* A function on the current path, and the word from which to look for its next call. */
struct visit {
    uint32_t function;
    uint32_t word;
};

enum visit_state { UNSEEN, ON_THE_WAY, DONE };

static uint32_t callee_of(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, spirv_callee(in));
    if (!callee)
        FAIL_INVALID(l, in, "the callee is not a function");
    if (!callee->block_count)
        FAIL_UNSUPPORTED(l, in, "the callee %%%u is imported; link the module with spirv-link first", callee->id);
    return (uint32_t)(callee - l->spirv->functions);
}

enum { WORDS_AT_A_TIME = 2048 };

/* The first instruction in the function from `word` on that may call; its end if there is none. */
static uint32_t next_call(struct lowering *l, const struct spirv_function *function, uint32_t word) {
    const uint32_t *words = l->spirv->words;
    uint32_t end = function->end_word;
    if (!function->has_calls)
        return end;
    while (word < end) {
        uint32_t stop = end - word > WORDS_AT_A_TIME ? word + WORDS_AT_A_TIME : end;
        while (word < stop && !spirv_may_call(words[word] & 0xFFFF))
            word += words[word] >> 16;
        mmra_work(&l->watch, (stop == end ? 0 : WORDS_AT_A_TIME / 16) + 1);
        if (word < stop)
            break;
    }
    return word;
}

/* Appends `root` and what it calls to l->order, callees first. Iterative: call chains may be as long as the module. */
static void visit_calls(struct lowering *l, uint32_t root, uint8_t *states, struct visit *stack) {
    uint32_t depth = 0;
    if (states[root] != UNSEEN)
        return;
    states[root] = ON_THE_WAY;
    stack[depth++] = (struct visit){root, l->spirv->functions[root].word};
    while (depth) {
        struct visit *top = &stack[depth - 1];
        const struct spirv_function *function = &l->spirv->functions[top->function];
        uint32_t word = next_call(l, function, top->word);
        if (word >= function->end_word) {
            states[top->function] = DONE;
            l->order[l->order_count++] = top->function;
            depth--;
            continue;
        }
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        top->word = word + in.length;
        if (!spirv_callee(&in))
            continue;
        uint32_t callee = callee_of(l, &in);
        if (states[callee] == ON_THE_WAY)
            FAIL_INVALID(l, &in, "recursion: %%%u calls itself, which SPIR-V forbids below an entry point",
                         spirv_callee(&in));
        if (states[callee] == UNSEEN) {
            states[callee] = ON_THE_WAY;
            stack[depth++] = (struct visit){callee, l->spirv->functions[callee].word};
        }
    }
}

/* Notes how the chosen entry points keep their variables. */
static void find_keeping(struct lowering *l, const struct chosen_entry *entries, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const struct spirv_entry_point *point = entries[i].point;
        const struct stage *stage = stage_of_model(point->execution_model);
        for (uint32_t k = 0; k < point->interface_count; k++) {
            struct spirv_instruction in = spirv_defining(l->spirv, point->interface[k]);
            mmra_work_at(&l->watch, k);
            if (in.opcode == SpvOpVariable)
                l->keeping[spirv_index(l->spirv, in.result)] |= interface_keeping_of(l, stage, &in);
        }
    }
}

/* Whether some stage keeps variables in another way than as its own. */
static bool any_keeps(struct lowering *l, const struct chosen_entry *entries, uint32_t count) {
    bool has_barycentrics = spirv_has_capability(l->spirv, SpvCapabilityFragmentBarycentricKHR);
    for (uint32_t i = 0; i < count; i++) {
        const struct stage *stage = stage_of_model(entries[i].point->execution_model);
        if (stage->input_vertices || stage->shares_outputs || (stage->has_quads && has_barycentrics))
            return true;
    }
    return false;
}

void environment_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots,
                      uint32_t root_count) {
    const struct spirv_module *spirv = l->spirv;
    if (any_keeps(l, entries, root_count)) {
        l->keeping = arena_allocate_array(l->arena, spirv->definition_count + 1, sizeof *l->keeping);
        find_keeping(l, entries, root_count);
    }
    l->environment = arena_allocate_array(l->arena, 2 * (size_t)spirv->global_count + 3, sizeof *l->environment);
    for (uint32_t i = 0; i < spirv->global_count; i++) {
        l->current = spirv_instruction_at(spirv, spirv->globals[i]);
        mmra_work(&l->watch, 1);
        add_variable(l, &l->current);
    }
    l->order = arena_allocate_array(l->arena, spirv->function_count + 1, sizeof *l->order);
    uint8_t *states = arena_allocate_array(l->arena, spirv->function_count + 1, 1);
    struct visit *stack = arena_allocate_array(l->arena, spirv->function_count + 1, sizeof *stack);
    for (uint32_t i = 0; i < root_count; i++)
        visit_calls(l, roots[i], states, stack);
    note_lengths(l);
    struct collector collector = {0};
    collector.stamps = arena_allocate_array(l->arena, l->environment_count + 1, sizeof *collector.stamps);
    for (uint32_t i = 0; i < l->order_count; i++)
        collect_function(l, &collector, l->order[i]);
    give_memory_to_builtins(l);
    geometry_init(l, entries, roots, root_count);
    for (uint32_t i = 0; i < l->order_count && l->keeping; i++)
        set_asked_apart(l, &l->functions[l->order[i]]);
    endings_init(l, entries, roots, root_count);
}
