/* What functions need from their callers. SPIR-V functions name module-scope variables directly; in IR only Workgroup
 * variables are globals. A buffer, a push constant block, a Private variable (one alloca in the entry point) and a built-in are
 * values of the kernel, and reach the functions that use them as hidden parameters in front of their own. */
#include "translator/lowering.h"

#include "spirv/sort.h"

/* Which operands of an instruction may be a pointer to a variable. Everything else that SPIR-V lets near a pointer is refused by
 * its own handler. `from`: first operand that may be, `count`: how many (0: all that follow). */
struct pointer_use {
    bool any;
    uint8_t from, count;
};

static const struct pointer_use pointer_uses[] = {
    [SpvOpLoad] = {true, 0, 1},
    [SpvOpStore] = {true, 0, 2},
    [SpvOpCopyMemory] = {true, 0, 2},
    [SpvOpCopyMemorySized] = {true, 0, 2},
    [SpvOpAccessChain] = {true, 0, 1},
    [SpvOpInBoundsAccessChain] = {true, 0, 1},
    [SpvOpPtrAccessChain] = {true, 0, 1},
    [SpvOpInBoundsPtrAccessChain] = {true, 0, 1},
    [SpvOpArrayLength] = {true, 0, 1},
    [SpvOpFunctionCall] = {true, 1, 0},
    [SpvOpExtInst] = {true, 2, 0},
    [SpvOpCopyObject] = {true, 0, 1},
    [SpvOpSelect] = {true, 1, 2},
    [SpvOpPhi] = {true, 0, 0},
    [SpvOpReturnValue] = {true, 0, 1},
    [SpvOpPtrEqual] = {true, 0, 2},
    [SpvOpPtrNotEqual] = {true, 0, 2},
    [SpvOpPtrDiff] = {true, 0, 2},
    [SpvOpImageTexelPointer] = {true, 0, 1},
    [SpvOpCompositeConstruct] = {true, 0, 0},
    [SpvOpCompositeInsert] = {true, 0, 1},
    [SpvOpVariable] = {true, 1, 1},
    [SpvOpConvertPtrToU] = {true, 0, 1},
    [SpvOpBitcast] = {true, 0, 1},
    [SpvOpAtomicLoad] = {true, 0, 1},
    [SpvOpAtomicStore] = {true, 0, 1},
    [SpvOpAtomicExchange] = {true, 0, 1},
    [SpvOpAtomicCompareExchange] = {true, 0, 1},
    [SpvOpAtomicIIncrement] = {true, 0, 1},
    [SpvOpAtomicIDecrement] = {true, 0, 1},
    [SpvOpAtomicIAdd] = {true, 0, 1},
    [SpvOpAtomicISub] = {true, 0, 1},
    [SpvOpAtomicSMin] = {true, 0, 1},
    [SpvOpAtomicUMin] = {true, 0, 1},
    [SpvOpAtomicSMax] = {true, 0, 1},
    [SpvOpAtomicUMax] = {true, 0, 1},
    [SpvOpAtomicAnd] = {true, 0, 1},
    [SpvOpAtomicOr] = {true, 0, 1},
    [SpvOpAtomicXor] = {true, 0, 1},
    [SpvOpAtomicFAddEXT] = {true, 0, 1},
    [SpvOpAtomicFMinEXT] = {true, 0, 1},
    [SpvOpAtomicFMaxEXT] = {true, 0, 1},
};

static struct pointer_use pointer_use(uint16_t opcode) {
    return opcode < sizeof pointer_uses / sizeof *pointer_uses ? pointer_uses[opcode] : (struct pointer_use){0};
}

/* ---- the items ---- */

uint32_t environment_item_of(const struct lowering *l, spirv_id id) {
    uint32_t index = spirv_index(l->spirv, id);
    return index <= l->spirv->declaration_count ? l->environment_of[index] : 0;
}

static void add_item(struct lowering *l, spirv_id variable, enum environment_kind kind, ir_type type) {
    l->environment[l->environment_count++] =
        (struct environment_item){.variable = variable, .kind = (uint8_t)kind, .type = type};
}

static bool is_descriptor_array(struct lowering *l, const struct spirv_type *pointer) {
    uint16_t pointee = type_of(l, pointer->element)->opcode;
    return pointee == SpvOpTypeArray || pointee == SpvOpTypeRuntimeArray;
}

/* A variable whose class has no item (Workgroup, and what is refused where it is used) keeps environment_of 0. */
static void add_variable(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = type_of(l, in->type);
    uint32_t *item = &l->environment_of[spirv_index(l->spirv, in->result)];
    *item = l->environment_count + 1;
    switch (in->operands[0]) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        if (is_descriptor_array(l, pointer)) {
            add_item(l, in->result, ENVIRONMENT_RESOURCE, ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT));
            set_pointer(l, in->result,
                        &(struct pointer){.descriptor_array = true, .alignment = 16});
        } else {
            add_item(l, in->result, ENVIRONMENT_RESOURCE, lower_type(l, in->type));
            add_item(l, in->result, ENVIRONMENT_BYTE_SIZE, ir_type_integer(l->ir, 64));
            set_pointer(l, in->result, &(struct pointer){.alignment = l->buffer_alignment, .buffer = in->result});
        }
        break;
    case SpvStorageClassUniformConstant:
        add_item(l, in->result, ENVIRONMENT_RESOURCE, lower_type(l, in->type));
        set_pointer(l, in->result, &(struct pointer){.alignment = 16});
        break;
    case SpvStorageClassPushConstant:
        add_item(l, in->result, ENVIRONMENT_PUSH_CONSTANTS, lower_type(l, in->type));
        set_pointer(l, in->result, &(struct pointer){.alignment = 16});
        break;
    case SpvStorageClassPrivate:
        add_item(l, in->result, ENVIRONMENT_PRIVATE, lower_type(l, in->type));
        set_pointer(l, in->result, &(struct pointer){.alignment = layout_of(l, pointer->element)->alignment});
        break;
    case SpvStorageClassInput:
        add_item(l, in->result, ENVIRONMENT_BUILTIN, lower_type(l, pointer->element));
        set_pointer(l, in->result, &(struct pointer){.interface_variable = in->result});
        break;
    default:
        *item = 0;
    }
}

/* ---- which function needs what ---- */

/* One function's set of items while it grows. `stamp` of an item is the function it was last added for. */
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

static void collect_operands(struct lowering *l, struct collector *c, const struct spirv_instruction *in) {
    struct pointer_use use = pointer_use(in->opcode);
    uint32_t end = in->operand_count;
    if (use.count && use.from + (uint32_t)use.count < end)
        end = use.from + (uint32_t)use.count;
    for (uint32_t i = use.from; i < end; i++) {
        uint32_t item = environment_item_of(l, in->operands[i]);
        if (!item)
            continue;
        collect(l, c, item - 1);
        bool asks_size = in->opcode == SpvOpArrayLength || l->options->abi == SMMRA_ABI_BUFFER;
        if (asks_size && pointer_of(l, in->operands[i])->buffer)
            collect(l, c, item);
    }
}

static void collect_instruction(struct lowering *l, struct collector *c, uint32_t word) {
    struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
    collect_operands(l, c, &in);
    if (in.opcode != SpvOpFunctionCall)
        return;
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, in.operands[0]);
    const struct lowered_function *needs = &l->functions[callee - l->spirv->functions];
    for (uint32_t i = 0; i < needs->item_count; i++)
        collect(l, c, needs->items[i]);
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Hidden parameters in sum, per word of the module: a chain of n functions below a function that uses n variables needs n * n of
 * them, and such a module is refused rather than blown up. */
enum { MOST_ITEMS_PER_WORD = 8 };

static void collect_function(struct lowering *l, struct collector *c, uint32_t function) {
    const struct spirv_function *f = &l->spirv->functions[function];
    c->function = function;
    c->count = 0;
    for (uint32_t word = f->word; word < f->end_word;) {
        uint16_t opcode = l->spirv->words[word] & 0xFFFF;
        if (pointer_use(opcode).any)
            collect_instruction(l, c, word);
        word += l->spirv->words[word] >> 16;
    }
    c->total += c->count;
    if (c->total > (uint64_t)MOST_ITEMS_PER_WORD * l->spirv->word_count)
        FAIL_UNSUPPORTED(l, NULL, "functions pass too many module-scope variables to each other; inline some of them");
    uint32_t *items = arena_allocate(l->arena, (c->count + 1) * sizeof *items);
    if (c->count)
        memcpy(items, c->items, c->count * sizeof *items);
    spirv_sort(items, c->count, sizeof *items, compare_numbers);
    l->functions[function].items = items;
    l->functions[function].item_count = c->count;
}

/* ---- the call graph ---- */

/* A function on the way down, and the word from which to look for its next call. */
struct visit {
    uint32_t function;
    uint32_t word;
};

enum visit_state { UNSEEN, ON_THE_WAY, DONE };

static uint32_t callee_of(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_function *callee = in->operand_count ? spirv_function_of_id(l->spirv, in->operands[0]) : NULL;
    if (!callee)
        FAIL_INVALID(l, in, "the callee is not a function");
    if (!callee->block_count)
        FAIL_UNSUPPORTED(l, in, "the callee %%%u is imported; link the module with spirv-link first", callee->id);
    return (uint32_t)(callee - l->spirv->functions);
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
        if (top->word >= l->spirv->functions[top->function].end_word) {
            states[top->function] = DONE;
            l->order[l->order_count++] = top->function;
            depth--;
            continue;
        }
        const uint32_t word = top->word, first = l->spirv->words[word];
        top->word += first >> 16;
        if ((first & 0xFFFF) != SpvOpFunctionCall)
            continue;
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        uint32_t callee = callee_of(l, &in);
        if (states[callee] == ON_THE_WAY)
            FAIL_INVALID(l, &in, "recursion: %%%u calls itself, which SPIR-V forbids below an entry point",
                         in.operands[0]);
        if (states[callee] == UNSEEN) {
            states[callee] = ON_THE_WAY;
            stack[depth++] = (struct visit){callee, l->spirv->functions[callee].word};
        }
    }
}

void environment_init(struct lowering *l, const uint32_t *roots, uint32_t root_count) {
    const struct spirv_module *spirv = l->spirv;
    l->environment = arena_allocate_array(l->arena, 2 * (size_t)spirv->global_count + 1, sizeof *l->environment);
    for (uint32_t i = 0; i < spirv->global_count; i++) {
        l->current = spirv_instruction_at(spirv, spirv->globals[i]);
        add_variable(l, &l->current);
    }
    l->order = arena_allocate_array(l->arena, spirv->function_count + 1, sizeof *l->order);
    uint8_t *states = arena_allocate_array(l->arena, spirv->function_count + 1, 1);
    struct visit *stack = arena_allocate_array(l->arena, spirv->function_count + 1, sizeof *stack);
    for (uint32_t i = 0; i < root_count; i++)
        visit_calls(l, roots[i], states, stack);
    struct collector collector = {0};
    collector.stamps = arena_allocate_array(l->arena, l->environment_count + 1, sizeof *collector.stamps);
    for (uint32_t i = 0; i < l->order_count; i++)
        collect_function(l, &collector, l->order[i]);
}
