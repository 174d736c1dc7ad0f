/* Each operation of subgroups gets its place in the order in which invocations come to such operations: who waits at
 * the first place goes on first, so the others join those who were ahead where their ways meet again. Addresses of the
 * machine code do not tell, as LLVM puts blocks behind those that they lead to, copies calls, and shares functions. */
#include "lvp_smmra_private.h"
#include "util/hash_table.h"
#include "util/macros.h"
#include "util/u_memory.h"

/* A weak topological ordering (F. Bourdoncle, Efficient chaotic iteration strategies with widenings, 1993, figure 4):
 * blocks that a loop leads to stand behind the whole loop. */
struct ordering {
    struct hash_table *numbers; /* of a block: its index */
    LLVMBasicBlockRef *blocks, *order;
    uint32_t *found; /* by index: when it was first visited; 0: not yet */
    uint32_t *stack;
    uint32_t stack_count, found_count, order_begin; /* `order` is filled from its end */
};

static uint32_t number_of(const struct ordering *ordering, LLVMBasicBlockRef block) {
    return (uint32_t)(uintptr_t)_mesa_hash_table_search(ordering->numbers, block)->data;
}

static uint32_t visit(struct ordering *ordering, uint32_t block);

/* The earliest block that `block` leads back to; UINT32_MAX: none. With `again`, visits those only that are not found
 * yet. */
static uint32_t follow(struct ordering *ordering, uint32_t block, bool again) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(ordering->blocks[block]);
    uint32_t earliest = UINT32_MAX;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
        uint32_t next = number_of(ordering, LLVMGetSuccessor(terminator, i));
        if (!ordering->found[next] || !again)
            earliest = MIN2(earliest, ordering->found[next] ? ordering->found[next] : visit(ordering, next));
    }
    return earliest;
}

static uint32_t visit(struct ordering *ordering, uint32_t block) {
    uint32_t own = ordering->found[block] = ++ordering->found_count;
    ordering->stack[ordering->stack_count++] = block;
    uint32_t earliest = follow(ordering, block, false);
    if (earliest < own)
        return earliest;
    uint32_t last;
    while ((last = ordering->stack[--ordering->stack_count]) != block)
        ordering->found[last] = 0;
    ordering->found[block] = UINT32_MAX;
    if (earliest == own)
        follow(ordering, block, true);
    ordering->order[--ordering->order_begin] = ordering->blocks[block];
    return own;
}

/* ---- calls ---- */

/* The function of that name, with a parameter more; the present one loses its name. */
static LLVMValueRef with_place(LLVMModuleRef module, LLVMValueRef function, const char *name, LLVMTypeRef word) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function), parameters[8];
    unsigned parameter_count = LLVMCountParamTypes(type);
    LLVMGetParamTypes(type, parameters);
    parameters[parameter_count] = word;
    LLVMSetValueName2(function, "", 0);
    LLVMValueRef changed = LLVMAddFunction(
        module, name, LLVMFunctionType(LLVMGetReturnType(type), parameters, parameter_count + 1, false));
    LLVMAttributeRef attributes[16];
    unsigned attribute_count = LLVMGetAttributeCountAtIndex(function, LLVMAttributeFunctionIndex);
    if (attribute_count <= ARRAY_SIZE(attributes))
        LLVMGetAttributesAtIndex(function, LLVMAttributeFunctionIndex, attributes);
    for (unsigned i = 0; i < attribute_count && attribute_count <= ARRAY_SIZE(attributes); i++)
        LLVMAddAttributeAtIndex(changed, LLVMAttributeFunctionIndex, attributes[i]);
    return changed;
}

static void add_place(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef function, LLVMValueRef place) {
    LLVMValueRef arguments[8];
    unsigned argument_count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < argument_count; i++)
        arguments[i] = LLVMGetArgOperand(call, i);
    arguments[argument_count] = place;
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef changed =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, argument_count + 1, "");
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, changed);
    LLVMInstructionEraseFromParent(call);
}

enum { MOST_FUNCTIONS = 16 };

static void add_places(LLVMContextRef context, LLVMModuleRef module, const struct ordering *ordering, uint32_t count) {
    LLVMValueRef before[MOST_FUNCTIONS] = {0}, after[MOST_FUNCTIONS];
    LLVMTypeRef word = LLVMInt32TypeInContext(context);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    uint32_t place = 0;
    for (unsigned i = 0; smmra_fibers_function_name(i); i++) {
        const char *name = smmra_fibers_function_name(i);
        before[i] = smmra_fibers_function_has_place(i) ? LLVMGetNamedFunction(module, name) : NULL;
        after[i] = before[i] ? with_place(module, before[i], name, word) : NULL;
    }
    for (uint32_t i = ordering->order_begin; i < count; i++) {
        for (LLVMValueRef in = LLVMGetFirstInstruction(ordering->order[i]), next; in; in = next) {
            next = LLVMGetNextInstruction(in);
            LLVMValueRef callee = LLVMIsACallInst(in) ? LLVMGetCalledValue(in) : NULL;
            for (unsigned f = 0; callee && f < MOST_FUNCTIONS; f++) {
                if (callee == before[f]) {
                    add_place(builder, in, after[f], LLVMConstInt(word, place++, false));
                    break;
                }
            }
        }
    }
    LLVMDisposeBuilder(builder);
}

bool smmra_add_places(LLVMContextRef context, LLVMModuleRef module, LLVMValueRef kernel) {
    uint32_t count = LLVMCountBasicBlocks(kernel);
    struct ordering ordering = {.numbers = _mesa_pointer_hash_table_create(NULL), .order_begin = count};
    LLVMBasicBlockRef *blocks = CALLOC(2 * (size_t)count, sizeof *blocks);
    uint32_t *words = CALLOC(2 * (size_t)count, sizeof *words);
    bool ordered = ordering.numbers && blocks && words;
    if (ordered) {
        ordering.blocks = blocks;
        ordering.order = blocks + count;
        ordering.found = words;
        ordering.stack = words + count;
        LLVMGetBasicBlocks(kernel, blocks);
        for (uint32_t i = 0; i < count; i++)
            _mesa_hash_table_insert(ordering.numbers, blocks[i], (void *)(uintptr_t)i);
        visit(&ordering, 0);
        add_places(context, module, &ordering, count);
    }
    FREE(blocks);
    FREE(words);
    _mesa_hash_table_destroy(ordering.numbers, NULL);
    return ordered;
}
