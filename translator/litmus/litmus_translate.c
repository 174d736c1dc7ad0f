#include "translator/litmus/litmus_translate.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>

#include "mmra/base/text.h"
#include "translator/map/map_tags.h"

enum { TAG_SETS = 1 << MAP_TAG_BITS, IMAGE_CLASS = 2 };

struct writer {
    const struct program *program;
    struct memory_map map;
    const struct litmus_mutation *mutation;
    struct arena *arena;
    struct text text;
    const char *refused;
    uint32_t temporaries;         /* of the function being written */
    uint32_t tag_nodes[TAG_SETS]; /* number + 1 of the node for a set of enum map_tag bits */
    uint32_t scope_nodes[MMRA_SCOPE_COUNT];
    uint32_t node_count;
    bool has_texels;
};

#define PUT(w, ...)                                                                                                    \
    do {                                                                                                               \
        char piece_[256];                                                                                              \
        snprintf(piece_, sizeof piece_, __VA_ARGS__);                                                                  \
        text_string(&(w)->text, piece_);                                                                               \
    } while (0)

/* ---- names and values ---- */

/* "@name" or "%name", quoted: names of litmus files are not names of IR. */
static void put_name(struct writer *w, char sigil, const char *name) {
    text_char(&w->text, sigil);
    text_char(&w->text, '"');
    text_escaped(&w->text, mmra_string_of(name));
    text_char(&w->text, '"');
}

/* The private variable that holds a register. */
static void put_register(struct writer *w, const struct program_thread *thread, uint32_t number) {
    if (thread->registers[number].name)
        put_name(w, '%', thread->registers[number].name);
    else
        PUT(w, "%%\"temporary.%u\"", number);
}

struct value {
    bool constant;
    uint64_t number; /* or that of a temporary */
};

static void put_value(struct writer *w, struct value value) {
    PUT(w, "%s%d", value.constant ? "" : "%t", (int)value.number);
}

static struct value load_operand(struct writer *w, const struct program_thread *thread, struct program_operand o) {
    if (o.kind != PROGRAM_REGISTER)
        return (struct value){true, o.value};
    struct value result = {false, w->temporaries++};
    text_string(&w->text, "  ");
    put_value(w, result);
    text_string(&w->text, " = load i32, ptr addrspace(5) ");
    put_register(w, thread, (uint32_t)o.value);
    text_char(&w->text, '\n');
    return result;
}

static void store_register(struct writer *w, const struct program_thread *thread, uint32_t number, struct value value) {
    text_string(&w->text, "  store i32 ");
    put_value(w, value);
    text_string(&w->text, ", ptr addrspace(5) ");
    put_register(w, thread, number);
    text_char(&w->text, '\n');
}

/* ---- memory views ---- */

static const uint32_t spirv_scopes[MODEL_LEVELS] = {
    [VULKAN_CROSS_DEVICE] = SpvScopeCrossDevice, [VULKAN_DEVICE] = SpvScopeDevice,
    [VULKAN_QUEUE_FAMILY] = SpvScopeQueueFamily, [VULKAN_WORKGROUP] = SpvScopeWorkgroup,
    [VULKAN_SUBGROUP] = SpvScopeSubgroup,        [VULKAN_INVOCATION] = SpvScopeInvocation};

static const uint32_t class_bits[] = {SpvMemorySemanticsUniformMemoryMask, SpvMemorySemanticsWorkgroupMemoryMask,
                                      SpvMemorySemanticsImageMemoryMask, SpvMemorySemanticsAtomicCounterMemoryMask};

static uint32_t semantics_of(const struct model_operation *o) {
    bool acquire = o->flags & MODEL_ACQUIRE, release = o->flags & MODEL_RELEASE;
    uint32_t semantics = acquire && release ? SpvMemorySemanticsAcquireReleaseMask
                         : acquire          ? SpvMemorySemanticsAcquireMask
                         : release          ? SpvMemorySemanticsReleaseMask
                                            : SpvMemorySemanticsMaskNone;
    if (o->flags & MODEL_SEMANTICS_AVAILABLE)
        semantics |= SpvMemorySemanticsMakeAvailableMask;
    if (o->flags & MODEL_SEMANTICS_VISIBLE)
        semantics |= SpvMemorySemanticsMakeVisibleMask;
    for (unsigned i = 0; i < sizeof class_bits / sizeof class_bits[0]; i++)
        if (o->semantics >> i & 1)
            semantics |= class_bits[i];
    return semantics;
}

static uint8_t view_kind(const struct model_operation *o, bool image) {
    bool atomic = o->flags & MODEL_ATOMIC, reads = o->kind & MODEL_READ, writes = o->kind & MODEL_WRITE;
    if (o->kind & MODEL_BARRIER)
        return SPIRV_MEMORY_CONTROL_BARRIER;
    if (o->kind & MODEL_FENCE)
        return SPIRV_MEMORY_BARRIER;
    if (reads && writes)
        return SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE;
    if (atomic)
        return reads ? SPIRV_MEMORY_ATOMIC_LOAD : SPIRV_MEMORY_ATOMIC_STORE;
    if (image)
        return reads ? SPIRV_MEMORY_IMAGE_READ : SPIRV_MEMORY_IMAGE_WRITE;
    return reads ? SPIRV_MEMORY_LOAD : SPIRV_MEMORY_STORE;
}

static const struct {
    uint8_t rmw;
    uint16_t opcode;
} rmw_opcodes[] = {{IR_RMW_ADD, SpvOpAtomicIAdd}, {IR_RMW_SUB, SpvOpAtomicISub}, {IR_RMW_AND, SpvOpAtomicAnd},
                   {IR_RMW_OR, SpvOpAtomicOr},    {IR_RMW_XOR, SpvOpAtomicXor},  {IR_RMW_XCHG, SpvOpAtomicExchange}};

static uint16_t view_opcode(uint8_t kind, uint8_t rmw) {
    switch (kind) {
    case SPIRV_MEMORY_CONTROL_BARRIER:
        return SpvOpControlBarrier;
    case SPIRV_MEMORY_BARRIER:
        return SpvOpMemoryBarrier;
    case SPIRV_MEMORY_LOAD:
        return SpvOpLoad;
    case SPIRV_MEMORY_STORE:
        return SpvOpStore;
    case SPIRV_MEMORY_IMAGE_READ:
        return SpvOpImageRead;
    case SPIRV_MEMORY_IMAGE_WRITE:
        return SpvOpImageWrite;
    case SPIRV_MEMORY_ATOMIC_LOAD:
        return SpvOpAtomicLoad;
    case SPIRV_MEMORY_ATOMIC_STORE:
        return SpvOpAtomicStore;
    default:
        for (size_t i = 0; i < sizeof rmw_opcodes / sizeof rmw_opcodes[0]; i++)
            if (rmw_opcodes[i].rmw == rmw)
                return rmw_opcodes[i].opcode;
        return SpvOpAtomicExchange;
    }
}

/* `image`: of a texel. */
static struct spirv_memory_view view_of(const struct program_instruction *instruction, bool image) {
    const struct model_operation *o = &instruction->operation;
    uint32_t scope = o->scope < MODEL_LEVELS ? spirv_scopes[o->scope] : SpvScopeInvocation;
    struct spirv_memory_view view = {.kind = view_kind(o, image),
                                     .storage_class = image                   ? SpvStorageClassImage
                                                      : o->storage_class == 1 ? SpvStorageClassWorkgroup
                                                                              : SpvStorageClassStorageBuffer,
                                     .execution_scope = SpvScopeWorkgroup,
                                     .scope = scope,
                                     .semantics = semantics_of(o)};
    view.opcode = view_opcode(view.kind, instruction->rmw);
    struct spirv_memory_operands operands = {.available_scope = scope, .visible_scope = scope};
    if (o->flags & MODEL_NONPRIVATE)
        operands.mask |= SpvMemoryAccessNonPrivatePointerMask;
    if (o->flags & MODEL_AVAILABLE)
        operands.mask |= SpvMemoryAccessMakePointerAvailableMask;
    if (o->flags & MODEL_VISIBLE)
        operands.mask |= SpvMemoryAccessMakePointerVisibleMask;
    view.read = view.write = operands;
    return view;
}

/* ---- IR operations ---- */

static const struct {
    uint8_t bit, prefix; /* its number in mmra_known_prefixes */
    const char *suffix;
} tags[] = {{MAP_AV_NONE, 1, "none"},
            {MAP_SYNC_GLOBAL, 2, "global"},
            {MAP_SYNC_LOCAL, 2, "local"},
            {MAP_NONPRIVATE, 0, "nonprivate"},
            {MAP_PRIVATE, 0, "private"}};

static void put_tags(struct writer *w, uint8_t bits) {
    if (bits && !w->tag_nodes[bits])
        w->tag_nodes[bits] = ++w->node_count;
    if (bits)
        PUT(w, ", !mmra !%u", w->tag_nodes[bits] - 1);
    text_char(&w->text, '\n');
}

static void put_nodes(struct writer *w) {
    for (uint32_t scope = 0; scope < MMRA_SCOPE_COUNT; scope++)
        if (w->scope_nodes[scope])
            PUT(w, "!%u = !{!\"%s\"}\n", w->scope_nodes[scope] - 1, mmra_scope_name((enum mmra_scope)scope));
    for (uint32_t bits = 0; bits < TAG_SETS; bits++) {
        bool first = true;
        if (!w->tag_nodes[bits])
            continue;
        bool several = bits & (bits - 1);
        PUT(w, "!%u = %s", w->tag_nodes[bits] - 1, several ? "!{" : "");
        for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
            if (bits & tags[i].bit) {
                PUT(w, "%s!{!\"%s\", !\"%s\"}", first ? "" : ", ", mmra_known_prefixes[tags[i].prefix].bytes,
                    tags[i].suffix);
                first = false;
            }
        text_string(&w->text, several ? "}\n" : "\n");
    }
}

static void put_scope(struct writer *w, const struct mapped_operation *operation) {
    const char *name = mmra_scope_name((enum mmra_scope)operation->scope);
    if (*name)
        PUT(w, " syncscope(\"%s\")", name);
}

/* The pointer to the cell in an address space; through another one than its own it is cast. */
static void put_pointer(struct writer *w, uint32_t space, const struct program_cell *cell, struct value cast) {
    PUT(w, "ptr addrspace(%u) ", space);
    if (cast.number != UINT64_MAX)
        put_value(w, cast);
    else
        put_name(w, '@', cell->name);
}

/* A location that is accessed in storage class 2 alone is a texel, of an image of its own. */
static bool is_texel(const struct program *program, const struct program_cell *cell) {
    bool accessed = false;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            const struct program_instruction *access = &program->threads[t].code[i];
            if (access->opcode != PROGRAM_ACCESS || access->a.value != cell->address)
                continue;
            if (access->operation.storage_class != IMAGE_CLASS)
                return false;
            accessed = true;
        }
    return accessed;
}

static uint32_t space_of_cell(const struct program *program, const struct program_cell *cell) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            const struct program_instruction *access = &program->threads[t].code[i];
            if (access->opcode == PROGRAM_ACCESS && access->a.value == cell->address)
                return access->operation.storage_class == 1 ? ADDRESS_SPACE_LOCAL : ADDRESS_SPACE_GLOBAL;
        }
    return ADDRESS_SPACE_GLOBAL;
}

struct access {
    const struct program_instruction *instruction;
    const struct program_thread *thread;
    const struct program_cell *cell;
    uint32_t space;
    struct value cast;    /* number UINT64_MAX: none */
    struct value operand; /* stored, or of a read-modify-write */
    struct value result;
    struct value descriptor; /* of a texel's image */
};

static void put_av(struct writer *w, const struct mapped_operation *operation, const struct access *a, bool store) {
    char name[PROFILE_INTRINSIC_NAME_SIZE];
    profile_intrinsic_name(profile_get(w->map.options.profile), store, operation->bytes, a->space, name);
    if (!w->scope_nodes[operation->scope])
        w->scope_nodes[operation->scope] = ++w->node_count;
    if (!store) {
        put_value(w, a->result);
        PUT(w, " = call i32 @%s(", name);
    } else {
        PUT(w, "call void @%s(", name);
    }
    put_pointer(w, a->space, a->cell, a->cast);
    if (store) {
        text_string(&w->text, ", i32 ");
        put_value(w, a->operand);
    }
    PUT(w, ", metadata !%u)", w->scope_nodes[operation->scope] - 1);
}

static void put_load(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    bool atomic = operation->kind == MAPPED_ATOMIC_LOAD;
    put_value(w, a->result);
    PUT(w, " = load %s%si32, ", atomic ? "atomic " : "", operation->is_volatile ? "volatile " : "");
    put_pointer(w, a->space, a->cell, a->cast);
    if (atomic) {
        put_scope(w, operation);
        PUT(w, " %s", ir_ordering_name((enum ir_ordering)operation->ordering));
    }
    text_string(&w->text, ", align 4");
}

static void put_store(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    bool atomic = operation->kind == MAPPED_ATOMIC_STORE;
    PUT(w, "store %s%si32 ", atomic ? "atomic " : "", operation->is_volatile ? "volatile " : "");
    put_value(w, a->operand);
    text_string(&w->text, ", ");
    put_pointer(w, a->space, a->cell, a->cast);
    if (atomic) {
        put_scope(w, operation);
        PUT(w, " %s", ir_ordering_name((enum ir_ordering)operation->ordering));
    }
    text_string(&w->text, ", align 4");
}

static const char *const rmw_names[] = {[IR_RMW_XCHG] = "xchg", [IR_RMW_ADD] = "add", [IR_RMW_SUB] = "sub",
                                        [IR_RMW_AND] = "and",   [IR_RMW_OR] = "or",   [IR_RMW_XOR] = "xor"};

static void put_rmw(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    put_value(w, a->result);
    PUT(w, " = atomicrmw %s ", rmw_names[operation->rmw]);
    put_pointer(w, a->space, a->cell, a->cast);
    text_string(&w->text, ", i32 ");
    put_value(w, a->operand);
    put_scope(w, operation);
    PUT(w, " %s, align 4", ir_ordering_name((enum ir_ordering)operation->ordering));
}

static void put_barrier(struct writer *w, const struct program_instruction *instruction) {
    bool quorum = instruction->barrier_mode == PROGRAM_BARRIER_QUORUM;
    PUT(w, "call void @spirv_mmra.litmus.barrier%s(i32 %u", quorum ? ".quorum" : "", instruction->barrier);
    if (quorum)
        PUT(w, ", i32 %u", instruction->quorum);
    text_char(&w->text, ')');
}

/* ---- texels: each an image of its own, a texel buffer ---- */

static void put_image_call(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    bool coherent = operation->is_volatile || operation->ordering != IR_NOT_ATOMIC;
    text_string(&w->text, "<4 x i32> ");
    put_value(w, a->descriptor);
    PUT(w, ", i32 0, i32 0, i32 0, i32 %s)", coherent ? "-2147483648" : "0");
}

static void put_image_read(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    struct value texel = {false, w->temporaries++};
    put_value(w, texel);
    text_string(&w->text, " = call float @llvm.amdgcn.struct.buffer.load.format.f32(");
    put_image_call(w, operation, a);
    put_tags(w, operation->tags);
    text_string(&w->text, "  ");
    put_value(w, a->result);
    text_string(&w->text, " = bitcast float ");
    put_value(w, texel);
    text_string(&w->text, " to i32\n");
}

static void put_image_write(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    struct value texel = {false, w->temporaries++};
    put_value(w, texel);
    text_string(&w->text, " = bitcast i32 ");
    put_value(w, a->operand);
    text_string(&w->text, " to float\n  call void @llvm.amdgcn.struct.buffer.store.format.f32(float ");
    put_value(w, texel);
    text_string(&w->text, ", ");
    put_image_call(w, operation, a);
    put_tags(w, operation->tags);
}

static void put_image_atomic(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    put_value(w, a->result);
    PUT(w, " = call i32 @llvm.amdgcn.struct.buffer.atomic.%s.i32(i32 ",
        operation->rmw == IR_RMW_XCHG ? "swap" : rmw_names[operation->rmw]);
    put_value(w, a->operand);
    text_string(&w->text, ", ");
    put_image_call(w, operation, a);
    put_tags(w, operation->tags);
}

static void put_operation(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    text_string(&w->text, "  ");
    switch (operation->kind) {
    case MAPPED_FENCE:
        text_string(&w->text, "fence");
        put_scope(w, operation);
        PUT(w, " %s", ir_ordering_name((enum ir_ordering)operation->ordering));
        break;
    case MAPPED_WORKGROUP_BARRIER:
    case MAPPED_WAVE_BARRIER:
        put_barrier(w, a->instruction);
        break;
    case MAPPED_LOAD:
    case MAPPED_ATOMIC_LOAD:
        put_load(w, operation, a);
        break;
    case MAPPED_STORE:
    case MAPPED_ATOMIC_STORE:
        put_store(w, operation, a);
        break;
    case MAPPED_ATOMIC_RMW:
        put_rmw(w, operation, a);
        break;
    case MAPPED_AV_LOAD:
    case MAPPED_AV_STORE:
        put_av(w, operation, a, operation->kind == MAPPED_AV_STORE);
        break;
    case MAPPED_IMAGE_READ:
        put_image_read(w, operation, a);
        return;
    case MAPPED_IMAGE_WRITE:
        put_image_write(w, operation, a);
        return;
    case MAPPED_IMAGE_ATOMIC:
        put_image_atomic(w, operation, a);
        return;
    default:
        w->refused = "the memory map gave an operation that no litmus instruction asks for";
        break;
    }
    put_tags(w, operation->tags);
}

/* ---- instructions ---- */

static void map_instruction(const struct writer *w, const struct spirv_memory_view *view, uint32_t space,
                            struct mapped_operations *out) {
    struct map_leaf leaf = {.write = view->kind == SPIRV_MEMORY_STORE,
                            .storage_class = view->storage_class,
                            .address_space = space,
                            .component_bytes = 4,
                            .components = 1,
                            .alignment = 4};
    switch (view->kind) {
    case SPIRV_MEMORY_LOAD:
    case SPIRV_MEMORY_STORE:
        leaf.operands = map_effective_operands(&w->map, view, leaf.write);
        map_access(&w->map, &leaf, out);
        break;
    case SPIRV_MEMORY_IMAGE_READ:
    case SPIRV_MEMORY_IMAGE_WRITE:
        leaf.write = view->kind == SPIRV_MEMORY_IMAGE_WRITE;
        leaf.operands = map_effective_operands(&w->map, view, leaf.write);
        map_image_access(&w->map, &leaf.operands, leaf.write, out);
        break;
    case SPIRV_MEMORY_BARRIER:
    case SPIRV_MEMORY_CONTROL_BARRIER:
        map_barrier(&w->map, view, out);
        break;
    default:
        if (view->storage_class == SpvStorageClassImage)
            map_image_atomic(&w->map, view, 4, false, out);
        else
            map_atomic(&w->map, view, space, 4, false, out);
        break;
    }
}

static bool map_and_spoil(struct writer *w, const struct program_instruction *instruction, uint32_t space, bool image,
                          struct mapped_operations *operations) {
    struct spirv_memory_view view = view_of(instruction, image);
    map_instruction(w, &view, space, operations);
    if (operations->unsupported) {
        w->refused = operations->unsupported;
        return false;
    }
    if (w->mutation)
        w->mutation->spoil(&view, operations);
    return true;
}

static void load_descriptor(struct writer *w, struct access *a) {
    a->descriptor.number = w->temporaries++;
    text_string(&w->text, "  ");
    put_value(w, a->descriptor);
    text_string(&w->text, " = load <4 x i32>, ptr addrspace(4) ");
    put_name(w, '@', a->cell->name);
    text_string(&w->text, ", align 16\n");
}

static void write_access(struct writer *w, const struct program_thread *thread,
                         const struct program_instruction *instruction) {
    struct mapped_operations operations;
    uint32_t cell = program_find_cell(w->program, instruction->a.value, 4);
    if (instruction->a.kind != PROGRAM_CONSTANT || cell == MODEL_NONE) {
        w->refused = "an access whose location is computed";
        return;
    }
    struct access a = {.instruction = instruction,
                       .thread = thread,
                       .cell = &w->program->cells[cell],
                       .space = instruction->operation.storage_class == 1 ? ADDRESS_SPACE_LOCAL : ADDRESS_SPACE_GLOBAL,
                       .cast = {false, UINT64_MAX}};
    bool image = is_texel(w->program, a.cell);
    if (!map_and_spoil(w, instruction, a.space, image, &operations))
        return;
    if (image)
        load_descriptor(w, &a);
    uint32_t own = space_of_cell(w->program, a.cell);
    if (own != a.space) {
        a.cast.number = w->temporaries++;
        text_string(&w->text, "  ");
        put_value(w, a.cast);
        PUT(w, " = addrspacecast ptr addrspace(%u) ", own);
        put_name(w, '@', a.cell->name);
        PUT(w, " to ptr addrspace(%u)\n", a.space);
    }
    if (instruction->operation.kind & MODEL_WRITE)
        a.operand = load_operand(w, thread, instruction->b);
    if (instruction->operation.kind & MODEL_READ)
        a.result = (struct value){false, w->temporaries++};
    for (uint32_t i = 0; i < operations.count; i++)
        put_operation(w, &operations.operations[i], &a);
    if (instruction->target != MODEL_NONE)
        store_register(w, thread, instruction->target, a.result);
}

/* Fences and barriers; availability and visibility outside the shader are a release and an acquire at system
 * scope. */
static void write_synchronization(struct writer *w, const struct program_instruction *instruction) {
    struct mapped_operations operations;
    struct access a = {.instruction = instruction};
    if (instruction->operation.kind & (MODEL_MAKE_AVAILABLE_DEVICE | MODEL_MAKE_VISIBLE_DEVICE)) {
        bool available = instruction->operation.kind & MODEL_MAKE_AVAILABLE_DEVICE;
        PUT(w, "  fence %s\n", available ? "release" : "acquire");
        return;
    }
    if (!map_and_spoil(w, instruction, ADDRESS_SPACE_GLOBAL, false, &operations))
        return;
    for (uint32_t i = 0; i < operations.count; i++)
        put_operation(w, &operations.operations[i], &a);
}

static const char *const alu_names[] = {[PROGRAM_ADD] = "add",   [PROGRAM_SUB] = "sub",   [PROGRAM_MUL] = "mul",
                                        [PROGRAM_UDIV] = "udiv", [PROGRAM_SDIV] = "sdiv", [PROGRAM_UREM] = "urem",
                                        [PROGRAM_SREM] = "srem", [PROGRAM_SHL] = "shl",   [PROGRAM_LSHR] = "lshr",
                                        [PROGRAM_ASHR] = "ashr", [PROGRAM_AND] = "and",   [PROGRAM_OR] = "or",
                                        [PROGRAM_XOR] = "xor"};
static const char *const predicate_names[IR_INTEGER_PREDICATE_COUNT] = {
    [IR_EQ] = "eq",   [IR_NE] = "ne",   [IR_UGT] = "ugt", [IR_UGE] = "uge", [IR_ULT] = "ult",
    [IR_ULE] = "ule", [IR_SGT] = "sgt", [IR_SGE] = "sge", [IR_SLT] = "slt", [IR_SLE] = "sle"};

static void write_compute(struct writer *w, const struct program_thread *thread,
                          const struct program_instruction *instruction) {
    struct value a = load_operand(w, thread, instruction->a), b = load_operand(w, thread, instruction->b);
    if (instruction->alu == PROGRAM_COPY) {
        store_register(w, thread, instruction->target, a);
        return;
    }
    bool comparison = instruction->alu >= PROGRAM_COMPARE;
    if (!comparison && (instruction->alu >= sizeof alu_names / sizeof alu_names[0] || !alu_names[instruction->alu])) {
        w->refused = "arithmetic that litmus files do not have";
        return;
    }
    struct value result = {false, w->temporaries++};
    text_string(&w->text, "  ");
    put_value(w, result);
    if (comparison)
        PUT(w, " = icmp %s i32 ", predicate_names[instruction->alu - PROGRAM_COMPARE]);
    else
        PUT(w, " = %s i32 ", alu_names[instruction->alu]);
    put_value(w, a);
    text_string(&w->text, ", ");
    put_value(w, b);
    text_char(&w->text, '\n');
    if (comparison) {
        struct value wide = {false, w->temporaries++};
        PUT(w, "  %%t%d = zext i1 %%t%d to i32\n", (int)wide.number, (int)result.number);
        result = wide;
    }
    store_register(w, thread, instruction->target, result);
}

/* A block ends where an instruction is that something jumps to. */
static void write_instruction(struct writer *w, const struct program_thread *thread, uint32_t at) {
    const struct program_instruction *instruction = &thread->code[at];
    switch (instruction->opcode) {
    case PROGRAM_ACCESS:
        write_access(w, thread, instruction);
        break;
    case PROGRAM_EVENT:
    case PROGRAM_BARRIER:
        write_synchronization(w, instruction);
        break;
    case PROGRAM_COMPUTE:
        write_compute(w, thread, instruction);
        break;
    case PROGRAM_BRANCH: {
        struct value condition = load_operand(w, thread, instruction->a);
        struct value bit = {false, w->temporaries++};
        PUT(w, "  %%t%d = icmp ne i32 ", (int)bit.number);
        put_value(w, condition);
        PUT(w, ", 0\n  br i1 %%t%d, label %%L%u, label %%L%u\n", (int)bit.number, instruction->if_true,
            instruction->if_false);
        break;
    }
    case PROGRAM_JUMP:
        PUT(w, "  br label %%L%u\n", instruction->if_true);
        break;
    default:
        text_string(&w->text, "  ret void\n");
        break;
    }
}

static bool ends_block(const struct program_instruction *instruction) {
    return instruction->opcode == PROGRAM_BRANCH || instruction->opcode == PROGRAM_JUMP ||
           instruction->opcode == PROGRAM_END;
}

static void write_thread(struct writer *w, const struct program_thread *thread) {
    w->temporaries = 0;
    text_string(&w->text, "\ndefine void ");
    put_name(w, '@', thread->name);
    text_string(&w->text, "() {\nentry:\n");
    for (uint32_t r = 0; r < thread->register_count; r++) {
        text_string(&w->text, "  ");
        put_register(w, thread, r);
        text_string(&w->text, " = alloca i32, align 4, addrspace(5)\n");
    }
    for (uint32_t r = 0; r < thread->register_count; r++)
        if (thread->registers[r].has_value)
            store_register(w, thread, r, (struct value){true, thread->registers[r].value});
    bool *is_label = arena_allocate_array(w->arena, thread->code_count, sizeof *is_label);
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct program_instruction *instruction = &thread->code[i];
        if (instruction->opcode == PROGRAM_BRANCH)
            is_label[instruction->if_true] = is_label[instruction->if_false] = true;
        if (instruction->opcode == PROGRAM_JUMP)
            is_label[instruction->if_true] = true;
    }
    for (uint32_t i = 0; i < thread->code_count && !w->refused; i++) {
        bool open = i == 0 || !ends_block(&thread->code[i - 1]);
        if (is_label[i] && open)
            PUT(w, "  br label %%L%u\n", i);
        if (is_label[i] || !open)
            PUT(w, "L%u:\n", i);
        write_instruction(w, thread, i);
    }
    text_string(&w->text, "}\n");
}

/* ---- the file ---- */

/* Instances renumbered from 0: within the next larger group of the same thread, or over all threads. */
static uint32_t small_number(const struct program *program, uint32_t thread, uint8_t level) {
    uint32_t number = 0;
    for (uint32_t t = 0; t < program->thread_count; t++) {
        uint32_t instance = program->threads[t].place.instance[level];
        if (instance == program->threads[thread].place.instance[level])
            return number;
        bool first = true;
        for (uint32_t u = 0; u < t; u++)
            first &= program->threads[u].place.instance[level] != instance;
        number += first;
    }
    return number;
}

static void write_head(struct writer *w) {
    const struct program *program = w->program;
    text_string(&w->text, "; @Threads:");
    for (uint32_t t = 0; t < program->thread_count; t++) {
        text_string(&w->text, t ? ", @" : " @");
        text_string(&w->text, program->threads[t].name);
        PUT(w, " wg %u wave %u", small_number(program, t, VULKAN_WORKGROUP), small_number(program, t, VULKAN_SUBGROUP));
    }
    const char *before = "\n; @Images: ";
    for (uint32_t cell = 0; cell < program->cell_count; cell++)
        if (is_texel(program, &program->cells[cell])) {
            text_string(&w->text, before);
            text_string(&w->text, program->cells[cell].name);
            before = ", ";
            w->has_texels = true;
        }
    text_string(&w->text, "\n; @Init:");
    for (uint32_t cell = 0; cell < program->cell_count; cell++) {
        text_string(&w->text, cell ? ", " : " ");
        text_string(&w->text, program->cells[cell].name);
        PUT(w, " = %d", (int)program->cells[cell].initial);
    }
    for (uint32_t i = 0; i < program->system_order_count; i++) {
        text_string(&w->text, i ? ", @" : "\n; @SystemOrder: @");
        text_string(&w->text, program->threads[program->system_order[i].before].name);
        text_string(&w->text, " @");
        text_string(&w->text, program->threads[program->system_order[i].after].name);
    }
    text_string(&w->text, "\ntarget triple = \"amdgcn-amd-amdhsa\"\n\n");
    for (uint32_t cell = 0; cell < program->cell_count; cell++) {
        uint32_t space = space_of_cell(program, &program->cells[cell]);
        put_name(w, '@', program->cells[cell].name);
        if (is_texel(program, &program->cells[cell])) {
            text_string(&w->text, " = external addrspace(4) constant <4 x i32>, align 16\n");
            continue;
        }
        PUT(w, " = %saddrspace(%u) global i32 %s, align 4\n", space == ADDRESS_SPACE_LOCAL ? "internal " : "", space,
            space == ADDRESS_SPACE_LOCAL ? "poison" : "0");
    }
}

static void write_image_declarations(struct writer *w) {
    text_string(&w->text,
                "declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32)\n"
                "declare void @llvm.amdgcn.struct.buffer.store.format.f32(float, <4 x i32>, i32, i32, i32, i32)\n");
    for (size_t i = 0; i < sizeof rmw_names / sizeof rmw_names[0]; i++)
        if (rmw_names[i])
            PUT(w, "declare i32 @llvm.amdgcn.struct.buffer.atomic.%s.i32(i32, <4 x i32>, i32, i32, i32, i32)\n",
                i == IR_RMW_XCHG ? "swap" : rmw_names[i]);
}

static void write_declarations(struct writer *w) {
    const struct profile_info *profile = profile_get(w->map.options.profile);
    if (w->has_texels)
        write_image_declarations(w);
    text_string(&w->text, "\ndeclare void @spirv_mmra.litmus.barrier(i32)\n"
                          "declare void @spirv_mmra.litmus.barrier.quorum(i32, i32)\n");
    if (!profile_has_intrinsic(profile, 4, ADDRESS_SPACE_GLOBAL))
        return;
    for (int store = 0; store < 2; store++) {
        char name[PROFILE_INTRINSIC_NAME_SIZE];
        profile_intrinsic_name(profile, store, 4, ADDRESS_SPACE_GLOBAL, name);
        PUT(w, "declare %s @%s(ptr addrspace(1)%s, metadata)\n", store ? "void" : "i32", name, store ? ", i32" : "");
    }
}

/* What the map must know of the texels' atomics. */
static void learn_from_texels(struct writer *w) {
    for (uint32_t t = 0; t < w->program->thread_count; t++)
        for (uint32_t i = 0; i < w->program->threads[t].code_count; i++) {
            const struct program_instruction *access = &w->program->threads[t].code[i];
            uint32_t cell =
                access->opcode == PROGRAM_ACCESS ? program_find_cell(w->program, access->a.value, 4) : MODEL_NONE;
            if (cell == MODEL_NONE || !is_texel(w->program, &w->program->cells[cell]))
                continue;
            struct spirv_memory_view view = view_of(access, true);
            w->map.facts.image_acq_rel |= map_image_atomic_is_acq_rel(&w->map, &view);
            w->map.facts.image_orders_local |= map_image_atomic_orders_local(&w->map, &view);
        }
}

void litmus_translate(const struct litmus *litmus, const struct map_options *options,
                      const struct litmus_mutation *mutation, struct arena *arena,
                      struct litmus_translation *translation) {
    struct writer w = {.program = &litmus->program,
                       .map = {.options = *options, .facts = {.memory_model = SpvMemoryModelVulkan}},
                       .mutation = mutation,
                       .arena = arena};
    w.map.options.litmus = true;
    learn_from_texels(&w);
    text_init(&w.text, arena, 4096);
    write_head(&w);
    for (uint32_t t = 0; t < litmus->program.thread_count && !w.refused; t++)
        write_thread(&w, &litmus->program.threads[t]);
    write_declarations(&w);
    text_char(&w.text, '\n');
    put_nodes(&w);
    text_char(&w.text, '\0');
    translation->refused = w.refused;
    translation->text = w.refused ? NULL : w.text.start;
    translation->length = text_length(&w.text) - 1;
}
