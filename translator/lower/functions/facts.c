/* The facts are found in a single walk over the functions that an entry point reaches, callers before callees. */
#include "translator/lower/functions/facts.h"

#include "mmra/base/sort.h"
#include "spirv/later.h"
#include "translator/lower/budget.h"
#include "translator/lower/extended/extended.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/lower/opcodes.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* A function on the longest chains of calls that lead to it. */
struct reached {
    bool is_reached;
    uint32_t depth;
    uint64_t bytes; /* of Function variables of its callers, and then its own */
};

enum { ANY_OPAQUE, ANY_UNIFORM, ANY_STORAGE, ANY_COUNT };

struct walk {
    struct interface_entry *entry;
    struct reached *functions;   /* by index in spirv->functions */
    struct reached *function;    /* the one being walked */
    uint32_t *uses;              /* by environment item: SMMRA_USE_READ ... */
    uint8_t *shared;             /* by declaration: Workgroup variables that are used */
    uint32_t unknown[ANY_COUNT]; /* uses through pointers whose variables are not known */
    bool has_quads;
};

/* Set besides the uses of a variable whose pointer is handed on. */
enum { HANDED_ON = 1 << 30 };

/* ---- from an operand to its variable ---- */

static bool is_decorated(const struct lowering *l, spirv_id id) {
    return spirv_find_decoration(l->spirv, id, SPIRV_NO_MEMBER, SpvDecorationNonUniform);
}

/* Adds the facts of a chain's indexes. Only those into an array of descriptors count. */
static uint32_t uses_of_chain(struct lowering *l, const struct spirv_instruction *chain) {
    const struct spirv_type *base = type_of_operand(l, chain->operands[0]);
    const struct spirv_type *pointee = type_of(l, spirv_chain_base(l->spirv, chain));
    bool is_array = pointee->opcode == SpvOpTypeArray || pointee->opcode == SpvOpTypeRuntimeArray;
    bool is_opaque = base->storage_class == SpvStorageClassUniformConstant;
    uint32_t flags = 0, count = is_opaque ? chain->operand_count : 2;
    uint64_t index;
    if (!is_array || (!is_opaque && !pointer_of(l, chain->operands[0])->descriptor_array))
        return 0;
    for (uint32_t i = 1; i < count && i < chain->operand_count; i++) {
        flags |= spirv_integer_constant(l->spirv, chain->operands[i], &index) ? 0 : SMMRA_USE_INDEXED;
        flags |= is_decorated(l, chain->operands[i]) ? SMMRA_USE_NON_UNIFORM : 0;
    }
    return flags;
}

static uint32_t *unknown_of(struct lowering *l, struct walk *walk, spirv_id pointer) {
    const struct spirv_type *type = spirv_type_of_value(l->spirv, pointer);
    if (type && type->opcode == SpvOpTypePointer && type->storage_class == SpvStorageClassUniform)
        return &walk->unknown[ANY_UNIFORM];
    if (type && type->opcode == SpvOpTypePointer && type->storage_class == SpvStorageClassStorageBuffer)
        return &walk->unknown[ANY_STORAGE];
    return &walk->unknown[ANY_OPAQUE];
}

static void note_variable(struct lowering *l, struct walk *walk, const struct spirv_instruction *variable,
                          uint32_t uses) {
    uint32_t item = environment_item_of(l, variable->result);
    if (variable->operands[0] == SpvStorageClassWorkgroup)
        walk->shared[spirv_index(l->spirv, variable->result)] = true;
    if (item)
        walk->uses[item - 1] |= uses;
}

/* A chain longer than this ends at a pointer that is not known. */
enum { LONGEST_WAY = 64 };

static void note_use(struct lowering *l, struct walk *walk, spirv_id id, uint32_t uses) {
    for (uint32_t i = 0; i < LONGEST_WAY; i++) {
        struct spirv_instruction in = spirv_defining(l->spirv, id);
        if (is_decorated(l, id))
            uses |= SMMRA_USE_NON_UNIFORM;
        mmra_work(&l->watch, 1);
        switch (in.opcode) {
        case SpvOpVariable:
            note_variable(l, walk, &in, uses);
            return;
        case SpvOpAccessChain:
        case SpvOpInBoundsAccessChain:
            uses |= uses_of_chain(l, &in);
            break;
        case SpvOpSampledImage:
            note_use(l, walk, in.operands[1], uses); /* a sampler, which is made of no sampled image */
            break;
        case SpvOpPtrAccessChain:
        case SpvOpInBoundsPtrAccessChain:
        case SpvOpLoad:
        case SpvOpCopyObject:
        case SpvOpImage:
        case SpvOpImageTexelPointer:
            break;
        default:
            i = LONGEST_WAY;
            continue;
        }
        id = in.operands[0];
    }
    *unknown_of(l, walk, id) |= uses;
}

/* ---- what instructions do ---- */

static bool is_memory(struct lowering *l, struct walk *walk, spirv_id pointer) {
    const struct spirv_type *type = spirv_type_of_value(l->spirv, pointer);
    uint32_t class = type && type->opcode == SpvOpTypePointer ? type->storage_class : SpvStorageClassUniformConstant;
    if (class == SpvStorageClassPhysicalStorageBuffer)
        walk->entry->facts.flags |= SMMRA_FACT_ADDRESSES;
    return class == SpvStorageClassPhysicalStorageBuffer || class == SpvStorageClassStorageBuffer ||
           class == SpvStorageClassUniform || class == SpvStorageClassImage || class == SpvStorageClassUniformConstant;
}

static void note_access(struct lowering *l, struct walk *walk, spirv_id pointer, uint32_t uses) {
    note_use(l, walk, pointer, uses);
    if (is_memory(l, walk, pointer) && uses & SMMRA_USE_WRITTEN)
        walk->entry->facts.flags |= SMMRA_FACT_WRITES_MEMORY;
}

/* Pointers that leave the chains that note_use follows. */
static void note_handed_on(struct lowering *l, struct walk *walk, const struct spirv_instruction *in) {
    struct opcode_pointers pointers = opcode_row(in->opcode)->pointers;
    uint32_t end = pointers.count == ALL_THAT_FOLLOW ? in->length : (uint32_t)pointers.first + pointers.count;
    for (uint32_t i = pointers.first; i < end && i < in->length; i++) {
        const struct spirv_type *type = spirv_type_of_value(l->spirv, in->words[i]);
        if (type && type->opcode == SpvOpTypePointer)
            note_use(l, walk, in->words[i], HANDED_ON);
    }
}

static void note_call(struct lowering *l, struct walk *walk, const struct spirv_instruction *in) {
    const struct spirv_function *callee = spirv_function_of_id(l->spirv, spirv_callee(in));
    struct reached *reached = &walk->functions[callee - l->spirv->functions];
    reached->is_reached = true;
    if (reached->depth < walk->function->depth + 1)
        reached->depth = walk->function->depth + 1;
    if (reached->bytes < walk->function->bytes)
        reached->bytes = walk->function->bytes;
    note_handed_on(l, walk, in);
}

/* A barrier of what is larger than a subgroup, or may be. */
static bool is_group_barrier(struct lowering *l, const struct spirv_instruction *in) {
    uint64_t scope;
    return !spirv_integer_constant(l->spirv, in->operands[0], &scope) || scope != SpvScopeSubgroup;
}

static bool is_image_query(uint16_t opcode) {
    return opcode >= SpvOpImageQueryFormat && opcode <= SpvOpImageQuerySamples;
}

static bool is_variable_in_function(const struct spirv_instruction *in) {
    return in->opcode == SpvOpVariable && in->operands[0] == SpvStorageClassFunction;
}

/* Descriptors that are loaded are not read yet. */
static bool loads_descriptor(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *type = in->opcode == SpvOpLoad ? spirv_type_of_id(l->spirv, in->type) : NULL;
    return type && (image_is_opaque_type(type) || type->opcode == SpvOpTypeAccelerationStructureKHR);
}

static void note_others(struct lowering *l, struct walk *walk, const struct spirv_instruction *in) {
    switch (in->opcode) {
    case SpvOpAccessChain: /* steps on the way to an access */
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
    case SpvOpCopyObject:
    case SpvOpImage:
    case SpvOpSampledImage:
    case SpvOpImageTexelPointer:
    case SpvOpVariable:
        return;
    default:
        if (in->opcode == SpvOpArrayLength || is_image_query(in->opcode))
            note_access(l, walk, in->operands[0], 0);
        else
            note_handed_on(l, walk, in);
    }
}

static void note_memory(struct lowering *l, struct walk *walk, const struct spirv_instruction *in) {
    static const uint32_t uses[] = {
        [SPIRV_MEMORY_LOAD] = SMMRA_USE_READ,
        [SPIRV_MEMORY_STORE] = SMMRA_USE_WRITTEN,
        [SPIRV_MEMORY_COPY] = SMMRA_USE_WRITTEN,
        [SPIRV_MEMORY_ATOMIC_LOAD] = SMMRA_USE_READ | SMMRA_USE_ATOMIC,
        [SPIRV_MEMORY_ATOMIC_STORE] = SMMRA_USE_WRITTEN | SMMRA_USE_ATOMIC,
        [SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE] = SMMRA_USE_READ | SMMRA_USE_WRITTEN | SMMRA_USE_ATOMIC,
        [SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE] = SMMRA_USE_READ | SMMRA_USE_WRITTEN | SMMRA_USE_ATOMIC,
        [SPIRV_MEMORY_IMAGE_READ] = SMMRA_USE_READ,
        [SPIRV_MEMORY_IMAGE_WRITE] = SMMRA_USE_WRITTEN};
    struct spirv_memory_view view = memory_decode(l, in);
    if (view.kind >= sizeof uses / sizeof *uses || !uses[view.kind]) {
        note_others(l, walk, in);
        return;
    }
    if (!loads_descriptor(l, in))
        note_access(l, walk, view.pointer, uses[view.kind]);
    if (view.source)
        note_access(l, walk, view.source, SMMRA_USE_READ);
    if (view.value && type_of_operand(l, view.value)->opcode == SpvOpTypePointer)
        note_use(l, walk, view.value, HANDED_ON);
}

static void note_rays(struct lowering *l, struct walk *walk, const struct spirv_instruction *in) {
    uint64_t *flags = &walk->entry->facts.flags;
    switch (in->opcode) {
    case SpvOpTraceRayKHR:
    case SpvOpTraceRayMotionNV:
    case SpvOpTraceNV:
    case SpvOpTraceMotionNV:
        note_access(l, walk, in->operands[0], SMMRA_USE_READ);
        *flags |= SMMRA_FACT_TRACES;
        return;
    case SpvOpExecuteCallableKHR:
    case SpvOpExecuteCallableNV:
    case SpvOpReportIntersectionKHR: /* any-hit shaders run */
        *flags |= SMMRA_FACT_TRACES;
        return;
    case SpvOpRayQueryInitializeKHR:
        note_access(l, walk, in->operands[1], SMMRA_USE_READ);
        *flags |= SMMRA_FACT_RAY_QUERIES;
        return;
    default:
        return;
    }
}

/* It has barriers around it (cooperative.c). */
static bool stores_of_workgroup(struct lowering *l, const struct spirv_instruction *in) {
    bool stores = in->opcode == SPIRV_COOPERATIVE_MATRIX_STORE || in->opcode == SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR;
    return stores && type_of_operand(l, in->operands[1])->scope == SpvScopeWorkgroup;
}

/* These are what invocations do together. */
static uint64_t flags_together(struct lowering *l, struct walk *walk, const struct spirv_instruction *in) {
    uint8_t traits = opcode_row(in->opcode)->traits;
    bool quad = (in->opcode >= SpvOpDPdx && in->opcode <= SpvOpFwidthCoarse) ||
                in->opcode == SpvOpGroupNonUniformQuadBroadcast || in->opcode == SpvOpGroupNonUniformQuadSwap ||
                in->opcode == SPIRV_QUAD_ALL || in->opcode == SPIRV_QUAD_ANY;
    if (quad || traits & IS_CONVERGENT_AS_SAMPLE)
        return walk->has_quads ? SMMRA_FACT_WHOLE_QUADS : 0;
    if (in->opcode == SpvOpControlBarrier || in->opcode == SpvOpControlBarrierWaitINTEL)
        return is_group_barrier(l, in) ? SMMRA_FACT_BARRIERS : 0;
    if (stores_of_workgroup(l, in))
        return SMMRA_FACT_BARRIERS | SMMRA_FACT_SUBGROUPS;
    bool other = in->opcode == SpvOpEmitMeshTasksEXT || in->opcode == SpvOpSetMeshOutputsEXT ||
                 in->opcode == SpvOpBeginInvocationInterlockEXT || in->opcode == SpvOpEndInvocationInterlockEXT;
    return traits & IS_CONVERGENT && !other ? SMMRA_FACT_SUBGROUPS : 0;
}

static void walk_instruction(struct lowering *l, struct walk *walk, const struct spirv_instruction *in) {
    uint64_t *flags = &walk->entry->facts.flags;
    *flags |= flags_together(l, walk, in);
    switch (in->opcode) {
    case SpvOpKill:
    case SpvOpTerminateInvocation:
        *flags |= SMMRA_FACT_KILLS;
        return;
    case SPIRV_ABORT:
        *flags |= SMMRA_FACT_ABORTS;
        return;
    case SpvOpDemoteToHelperInvocation:
        *flags |= SMMRA_FACT_DEMOTES;
        return;
    case SpvOpBeginInvocationInterlockEXT:
        *flags |= SMMRA_FACT_INTERLOCK;
        return;
    case SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR:
        if (spirv_callee(in))
            note_call(l, walk, in);
        note_memory(l, walk, in);
        return;
    case SpvOpFunctionCall:
    case SPIRV_COOPERATIVE_MATRIX_PER_ELEMENT:
    case SPIRV_COOPERATIVE_MATRIX_REDUCE:
        note_call(l, walk, in);
        return;
    case SpvOpExtInst:
        *flags |= extended_interpolates(l, in) ? SMMRA_FACT_WHOLE_QUADS : 0;
        note_memory(l, walk, in);
        return;
    default:
        note_rays(l, walk, in);
        note_memory(l, walk, in);
    }
}

static uint64_t aligned(uint64_t bytes, uint32_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

static uint64_t add_object(struct lowering *l, uint64_t bytes, spirv_id type) {
    const struct spirv_layout *layout = layout_of(l, type);
    return aligned(bytes, layout->alignment ? layout->alignment : 1) + layout->size;
}

static uint64_t add_variable(struct lowering *l, uint64_t bytes, spirv_id variable) {
    return add_object(l, bytes, type_of_operand(l, variable)->element);
}

static void walk_function(struct lowering *l, struct walk *walk, const struct spirv_function *function) {
    struct smmra_facts *facts = &walk->entry->facts;
    mmra_work(&l->watch, (function->end_word - function->word) / 4 + 1);
    for (uint32_t word = function->word; word < function->end_word; word += l->spirv->words[word] >> 16) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
        if (is_variable_in_function(&in))
            walk->function->bytes = add_variable(l, walk->function->bytes, in.result);
        if (in.opcode == SPIRV_ABORT)
            walk->function->bytes = add_object(l, walk->function->bytes, in.operands[0]);
        walk_instruction(l, walk, &in);
    }
    if (facts->private_bytes < walk->function->bytes)
        facts->private_bytes = walk->function->bytes;
    if (facts->call_depth < walk->function->depth)
        facts->call_depth = walk->function->depth;
}

/* ---- what the walk has found ---- */

static int compare_uses(const void *a, const void *b) {
    const smmra_descriptor_use *x = a, *y = b;
    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    return (x->binding > y->binding) - (x->binding < y->binding);
}

/* The built-ins of an input: its own, or those of the members of its block that are used. Of a block that no driver
 * gives, as all of it is made from ids, all members count. */
static void add_builtins(struct lowering *l, const struct environment_item *item, uint32_t **list, uint32_t *count,
                         uint32_t *capacity) {
    uint32_t builtin =
        spirv_decoration_operand(l->spirv, item->variable, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, SMMRA_NONE);
    const struct spirv_type *block = type_of(l, type_of_operand(l, item->variable)->element);
    if (block->opcode == SpvOpTypeArray)
        block = type_of(l, block->element);
    if (builtin != SMMRA_NONE)
        *ARENA_PUSH(l->arena, *list, *count, *capacity) = builtin;
    const bool has_members = item->used_members || block->opcode == SpvOpTypeStruct;
    for (uint32_t i = 0; has_members && i < block->count; i++) {
        builtin = spirv_decoration_operand(l->spirv, block->id, i, SpvDecorationBuiltIn, SMMRA_NONE);
        if ((!item->used_members || item->used_members[i]) && builtin != SMMRA_NONE)
            *ARENA_PUSH(l->arena, *list, *count, *capacity) = builtin;
    }
}

static void list_builtins(struct lowering *l, struct smmra_facts *facts, const struct lowered_function *needs) {
    uint32_t *list = NULL, count = 0, capacity = 0, kept = 0;
    for (uint32_t i = 0; i < needs->item_count + needs->asked_count; i++) {
        const struct environment_item *item = &l->environment[needs->items[i]];
        if (item->kind == ENVIRONMENT_GIVEN)
            *ARENA_PUSH(l->arena, list, count, capacity) = item->builtin;
        else if (item->kind == ENVIRONMENT_BUILTIN ||
                 (item->kind == ENVIRONMENT_INTERFACE &&
                  type_of_operand(l, item->variable)->storage_class == SpvStorageClassInput))
            add_builtins(l, item, &list, &count, &capacity);
    }
    mmra_sort(l->arena, list, count, sizeof *list, mmra_compare_words);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || list[kept - 1] != list[i])
            list[kept++] = list[i];
    facts->builtins = list;
    facts->builtin_count = kept;
    for (uint32_t i = 0; i < kept; i++)
        if (list[i] == SpvBuiltInSampleId || list[i] == SpvBuiltInSamplePosition)
            facts->flags |= SMMRA_FACT_PER_SAMPLE;
}

static void list_descriptors(struct lowering *l, struct walk *walk, const struct lowered_function *needs) {
    uint32_t count = 0;
    smmra_descriptor_use *list = arena_allocate_array(l->arena, (size_t)needs->item_count + 1, sizeof *list);
    for (uint32_t i = 0; i < needs->item_count; i++) {
        const struct environment_item *item = &l->environment[needs->items[i]];
        uint32_t uses = walk->uses[needs->items[i]];
        bool is_heap = spirv_find_decoration(l->spirv, item->variable, SPIRV_NO_MEMBER, SpvDecorationBuiltIn);
        if (item->kind != ENVIRONMENT_RESOURCE || is_heap)
            continue;
        if (uses & HANDED_ON)
            uses |= *unknown_of(l, walk, item->variable);
        list[count++] = (smmra_descriptor_use){
            .set = spirv_decoration_operand(l->spirv, item->variable, SPIRV_NO_MEMBER, SpvDecorationDescriptorSet, 0),
            .binding = spirv_decoration_operand(l->spirv, item->variable, SPIRV_NO_MEMBER, SpvDecorationBinding, 0),
            .flags = uses & ~(uint32_t)HANDED_ON};
    }
    mmra_sort(l->arena, list, count, sizeof *list, compare_uses);
    walk->entry->facts.descriptors = arena_list(l->arena, list, count, sizeof *list);
    walk->entry->facts.descriptor_count = count;
}

/* Workgroup variables that are Blocks begin at the same place. */
static void add_shared(struct lowering *l, struct walk *walk) {
    uint64_t blocks = 0, others = 0;
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction in = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        mmra_work(&l->watch, 1);
        if (!walk->shared[spirv_index(l->spirv, in.result)])
            continue;
        uint64_t size = layout_of(l, type_of_operand(l, in.result)->element)->size;
        if (!spirv_is_common_block(l->spirv, &in))
            others = add_variable(l, others, in.result);
        else if (blocks < size)
            blocks = size;
    }
    walk->entry->facts.shared_bytes = others + blocks;
}

static void add_private(struct lowering *l, struct smmra_facts *facts, const struct lowered_function *needs) {
    for (uint32_t i = 0; i < needs->item_count; i++) {
        const struct environment_item *item = &l->environment[needs->items[i]];
        if (item->kind == ENVIRONMENT_PRIVATE)
            facts->private_bytes = add_variable(l, facts->private_bytes, item->variable);
    }
}

/* ---- what is declared ---- */

static uint64_t flag_of_mode(uint32_t mode) {
    static const struct {
        uint32_t mode;
        uint64_t flag;
    } rows[] = {
        {SpvExecutionModeEarlyFragmentTests, SMMRA_FACT_EARLY_TESTS},
        {SpvExecutionModeEarlyAndLateFragmentTestsAMD, SMMRA_FACT_EARLY_AND_LATE_TESTS},
        {SpvExecutionModePostDepthCoverage, SMMRA_FACT_POST_DEPTH_COVERAGE},
        {SpvExecutionModeDepthGreater, SMMRA_FACT_DEPTH_GREATER},
        {SpvExecutionModeDepthLess, SMMRA_FACT_DEPTH_LESS},
        {SpvExecutionModeDepthUnchanged, SMMRA_FACT_DEPTH_UNCHANGED},
        {SPIRV_MODE_REQUIRE_FULL_QUADS, SMMRA_FACT_WHOLE_QUADS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].mode == mode)
            return rows[i].flag;
    return 0;
}

static uint64_t flag_of_value(const smmra_interface *about) {
    if (!about->used)
        return 0;
    if (about->direction == SMMRA_DIRECTION_INPUT)
        return about->decorations & SMMRA_DECORATION_SAMPLE ? SMMRA_FACT_PER_SAMPLE : 0;
    switch (about->builtin) {
    case SpvBuiltInFragDepth:
        return SMMRA_FACT_DEPTH;
    case SpvBuiltInFragStencilRefEXT:
        return SMMRA_FACT_STENCIL;
    case SpvBuiltInSampleMask:
        return SMMRA_FACT_SAMPLE_MASK;
    default:
        return 0;
    }
}

static void add_declared(struct lowering *l, struct interface_entry *entry) {
    const struct interface *interface = entry->interface;
    for (uint32_t i = 0; i < entry->mode_count; i++)
        entry->facts.flags |= flag_of_mode(entry->modes[i].mode);
    for (uint32_t i = 0; interface && i < interface->count; i++)
        entry->facts.flags |= flag_of_value(&interface->values[i].about);
    if (l->kernel.stage->has_workgroup)
        memcpy(entry->facts.workgroup_size, l->kernel.workgroup_size, sizeof entry->facts.workgroup_size);
    entry->facts.subgroup_size = l->options->wave ? l->options->wave : subgroup_assumed_size(l);
}

/* Fragments have quads, and compute shaders with derivative groups. */
static bool has_quads(const struct lowering *l, const struct interface_entry *entry) {
    bool has = l->kernel.stage->has_quads;
    for (uint32_t i = 0; i < entry->mode_count; i++)
        has |= entry->modes[i].mode == SpvExecutionModeDerivativeGroupQuadsNV ||
               entry->modes[i].mode == SpvExecutionModeDerivativeGroupLinearNV;
    return has;
}

/* Entry points may share functions, which are walked for each. */
enum { WORDS_PER_PART = 64 };

void facts_find(struct lowering *l, struct interface_entry *entry) {
    const struct spirv_function *root = spirv_function_of_id(l->spirv, entry->point->function);
    const struct lowered_function *needs = &l->functions[root - l->spirv->functions];
    struct walk walk = {.entry = entry};
    entry->facts = (smmra_facts){.size = sizeof entry->facts};
    walk.has_quads = has_quads(l, entry);
    walk.functions = arena_allocate_array(l->arena, (size_t)l->spirv->function_count + 1, sizeof *walk.functions);
    walk.uses = arena_allocate_array(l->arena, (size_t)l->environment_count + 1, sizeof *walk.uses);
    walk.shared = arena_allocate_array(l->arena, (size_t)l->spirv->declaration_count + 1, 1);
    walk.functions[root - l->spirv->functions].is_reached = true;
    for (uint32_t i = l->order_count; i-- > 0;) {
        const struct spirv_function *function = &l->spirv->functions[l->order[i]];
        walk.function = &walk.functions[l->order[i]];
        if (!walk.function->is_reached)
            continue;
        if (l->entry_count > 1)
            budget_spend(l, (function->end_word - function->word) / WORDS_PER_PART + 1,
                         "entry points share too many functions; translate one at a time");
        walk_function(l, &walk, function);
    }
    list_builtins(l, &entry->facts, needs);
    list_descriptors(l, &walk, needs);
    add_shared(l, &walk);
    add_private(l, &entry->facts, needs);
    add_declared(l, entry);
}
