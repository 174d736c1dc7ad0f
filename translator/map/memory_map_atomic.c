/* Atomics: mapping.md 4, 5, 6 and 7. */
#include "spirv/operation_rows.h"
#include "translator/map/memory_map_semantics.h"

enum operand { INTEGER = 1, FLOATING = 2, EITHER = INTEGER | FLOATING };

/* mapping.md 4, the table of atomics. */
struct atomic_row {
    uint16_t opcode;
    uint8_t kind;    /* enum mapped_kind */
    uint8_t rmw;     /* enum ir_rmw */
    uint8_t operand; /* enum operand: what it can work on */
    bool one;        /* the operand is 1 */
};

#define RMW_ROW(opcode, operation, operand, one) {opcode, MAPPED_ATOMIC_RMW, IR_RMW_##operation, operand, one},
static const struct atomic_row rows[] = {{SpvOpAtomicLoad, MAPPED_ATOMIC_LOAD, 0, EITHER, false},
                                         {SpvOpAtomicStore, MAPPED_ATOMIC_STORE, 0, EITHER, false},
                                         {SpvOpAtomicCompareExchange, MAPPED_CMPXCHG, 0, INTEGER, false},
                                         SPIRV_ATOMIC_ROWS(RMW_ROW) SPIRV_FLOAT_ATOMIC_ROWS(RMW_ROW)};

static const struct atomic_row *find_row(uint16_t opcode) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].opcode == opcode)
            return &rows[i];
    }
    return NULL;
}

static const char *refused_operation(const struct atomic_row *row, const struct spirv_memory_view *view, uint32_t bytes,
                                     bool floating) {
    if (!row)
        return "an atomic instruction that Vulkan does not have";
    if (!(row->operand & (floating ? FLOATING : INTEGER)))
        return "an atomic operation on a type that it cannot work on";
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
        return "an atomic of other than 8, 16, 32 or 64 bits";
    if (target_scope(view->scope) == MMRA_SCOPE_UNKNOWN)
        return "a scope that this target does not know";
    return NULL;
}

static const char *refused_address_space(uint32_t address_space) {
    switch (address_space) {
    case ADDRESS_SPACE_FLAT:
    case ADDRESS_SPACE_GLOBAL:
    case ADDRESS_SPACE_LOCAL:
        return NULL;
    case ADDRESS_SPACE_CONSTANT:
        return "an atomic on read-only memory";
    case ADDRESS_SPACE_BUFFER: /* mapping.md 10 */
        return "an atomic on address space 7, which drops its scope";
    default:
        return "an atomic on memory that is not shared";
    }
}

/* The halves that an operation can have: a load releases nothing, a store acquires nothing. */
static uint8_t possible_halves(uint8_t kind) {
    if (kind == MAPPED_ATOMIC_LOAD)
        return HALF_ACQUIRE;
    return kind == MAPPED_ATOMIC_STORE ? HALF_RELEASE : HALF_BOTH;
}

/* mapping.md 7: Volatile on the object counts as in the semantics; Workgroup storage cannot have it in strict
 * mode. */
static bool is_volatile_object(const struct memory_map *map, const struct spirv_memory_view *view) {
    if (map->facts.memory_model == SpvMemoryModelVulkan || !(view->object & SPIRV_OBJECT_VOLATILE))
        return false;
    return map->options.glsl450 == GLSL450_CONSERVATIVE || view->storage_class != SpvStorageClassWorkgroup;
}

/* Local memory is shared within the workgroup only, so an atomic there that orders no other memory needs no
 * wider scope (mapping.md 3). One that orders global memory keeps its scope: it may be a link of an availability
 * chain. */
static bool is_clipped(const struct memory_map *map, uint32_t address_space, struct map_semantics semantics) {
    bool local_only = !semantics.halves || semantics.memory == MAP_SYNC_LOCAL;
    return address_space == ADDRESS_SPACE_LOCAL && local_only && !map->options.litmus;
}

/* mapping.md 10: without these LLVM makes compare-exchange loops of some operations. Local memory needs none. */
static uint8_t rmw_annotations(const struct memory_map *map, uint32_t address_space) {
    if (!map->options.device_memory || address_space == ADDRESS_SPACE_LOCAL)
        return 0;
    return IR_NO_FINE_GRAINED_MEMORY | IR_NO_REMOTE_MEMORY;
}

/* mapping.md 10, "Atomics that order one memory": the half that a fence says in the atomic's place. An acquire of
 * global memory waits for its own load alone, which a fence would not. An atomic with both halves hands on what it
 * acquires itself, which fences on its two sides would not. */
static uint8_t fenced_half(const struct memory_map *map, uint32_t address_space, struct map_semantics asked) {
    const bool is_local = address_space == ADDRESS_SPACE_LOCAL && asked.memory == MAP_SYNC_LOCAL;
    const bool is_global = address_space == ADDRESS_SPACE_GLOBAL && asked.memory == MAP_SYNC_GLOBAL;
    const bool spares = map->options.fences_for_atomics && !map->options.atomics_sync_as && map->facts.local_memory &&
                        !map->facts.image_acq_rel;
    if (!spares || !(is_local || is_global) || asked.halves == HALF_BOTH)
        return 0;
    return asked.halves & (is_local ? HALF_BOTH : HALF_RELEASE);
}

/* The access, without its order. */
static struct mapped_operation access_of(const struct memory_map *map, const struct atomic_row *row,
                                         uint32_t address_space, uint32_t bytes) {
    return (struct mapped_operation){.kind = row->kind,
                                     .rmw = row->rmw,
                                     .rmw_operand_is_one = row->one,
                                     .bytes = bytes,
                                     .alignment = bytes, /* mapping.md 8a: Vulkan demands natural alignment */
                                     .annotations =
                                         row->kind == MAPPED_ATOMIC_RMW ? rmw_annotations(map, address_space) : 0};
}

/* The atomic with its order, or beside a fence that has it. */
static void add_ordered(const struct memory_map *map, struct mapped_operation access, struct map_semantics asked,
                        uint8_t fenced, struct mapped_operations *out) {
    const enum mmra_scope scope = (enum mmra_scope)access.scope;
    const struct map_semantics left = {
        .halves = asked.halves & (uint8_t)~fenced, .made = asked.made, .memory = asked.memory};
    map_fence(map, map_half(asked, (enum map_half)(fenced & HALF_RELEASE)), scope, out);
    map_synchronize(map, left, map->options.atomics_sync_as, &access);
    if (fenced) {
        access.failure_ordering = access.failure_ordering ? IR_MONOTONIC : 0;
        access.rule = fenced == HALF_RELEASE ? "its release is the fence before it, at which LLVM waits for less"
                                             : "its acquire is the fence after it, at which LLVM waits for less";
    }
    out->operations[out->count++] = access;
    map_fence(map, map_half(asked, (enum map_half)(fenced & HALF_ACQUIRE)), scope, out);
}

void map_atomic(const struct memory_map *map, const struct spirv_memory_view *view, uint32_t address_space,
                uint32_t bytes, bool floating, struct mapped_operations *out) {
    map_start(out);
    const struct atomic_row *row = find_row(view->opcode);
    const char *refused = refused_operation(row, view, bytes, floating);
    if (!refused)
        refused = refused_address_space(address_space);
    if (refused) {
        map_refuse(out, refused);
        return;
    }
    struct mapped_operation atomic = access_of(map, row, address_space, bytes);
    struct map_semantics semantics = map_semantics_read(map, view->semantics);
    semantics.halves &= possible_halves(row->kind);
    struct map_semantics asked = semantics;
    if (row->kind == MAPPED_CMPXCHG) {
        struct map_semantics unequal = map_semantics_read(map, view->unequal_semantics);
        unequal.halves &= HALF_ACQUIRE; /* a failure writes nothing: it has nothing to release */
        atomic.failure_ordering = unequal.halves ? IR_ACQUIRE : IR_MONOTONIC;
        asked = map_semantics_combine(semantics, unequal);
    }
    atomic.is_volatile = asked.is_volatile || is_volatile_object(map, view);
    enum mmra_scope scope = map_scope(map, view->scope);
    if (is_clipped(map, address_space, asked) && scope < MMRA_SCOPE_WORKGROUP)
        scope = MMRA_SCOPE_WORKGROUP;
    atomic.scope = (uint8_t)scope;
    const uint8_t fenced = fenced_half(map, address_space, asked);
    add_ordered(map, atomic, asked, fenced, out);
    /* The tags are judged by both orderings together, the success ordering by Equal alone. */
    if (!fenced)
        out->operations[0].ordering = map_ordering(semantics.halves);
}

/* mapping.md 6: a fence tagged `local` alone would not order the image atomic itself. */
static uint32_t with_image_memory(uint32_t bits) {
    enum {
        ANY_MEMORY = SpvMemorySemanticsUniformMemoryMask | SpvMemorySemanticsSubgroupMemoryMask |
                     SpvMemorySemanticsWorkgroupMemoryMask | SpvMemorySemanticsCrossWorkgroupMemoryMask |
                     SpvMemorySemanticsAtomicCounterMemoryMask | SpvMemorySemanticsImageMemoryMask |
                     SpvMemorySemanticsOutputMemoryMask
    };
    return bits & ANY_MEMORY ? bits | SpvMemorySemanticsImageMemoryMask : bits;
}

static enum mapped_kind image_kind(uint8_t kind) {
    switch (kind) {
    case MAPPED_ATOMIC_LOAD:
        return MAPPED_IMAGE_READ;
    case MAPPED_ATOMIC_STORE:
        return MAPPED_IMAGE_WRITE;
    case MAPPED_CMPXCHG:
        return MAPPED_IMAGE_CMPXCHG;
    default:
        return MAPPED_IMAGE_ATOMIC;
    }
}

/* Finds what an image atomic asks of memory before it and after it; false if the instruction is no atomic. */
static bool image_semantics(const struct memory_map *map, const struct spirv_memory_view *view,
                            const struct atomic_row *row, struct map_semantics *equal, struct map_semantics *acquire) {
    struct map_semantics unequal = {0};
    if (!row)
        return false;
    *equal = map_semantics_read(map, with_image_memory(view->semantics));
    if (row->kind == MAPPED_CMPXCHG)
        unequal = map_semantics_read(map, with_image_memory(view->unequal_semantics));
    equal->halves &= possible_halves(row->kind);
    *acquire = map_semantics_combine(map_half(*equal, HALF_ACQUIRE), map_half(unequal, HALF_ACQUIRE));
    equal->is_volatile |= unequal.is_volatile;
    return true;
}

bool map_image_atomic_is_acq_rel(const struct memory_map *map, const struct spirv_memory_view *view) {
    struct map_semantics equal = {0}, acquire = {0};
    return image_semantics(map, view, find_row(view->opcode), &equal, &acquire) && acquire.halves &&
           equal.halves & HALF_RELEASE;
}

bool map_image_atomic_orders_local(const struct memory_map *map, const struct spirv_memory_view *view) {
    struct map_semantics equal = {0}, acquire = {0};
    return image_semantics(map, view, find_row(view->opcode), &equal, &acquire) && (equal.halves | acquire.halves) &&
           (view->semantics | view->unequal_semantics) & SpvMemorySemanticsWorkgroupMemoryMask;
}

/* The fences of an atomic that is a call to LLVM, and between them the atomic, which is returned. */
static struct mapped_operation *add_between_fences(const struct memory_map *map, const struct spirv_memory_view *view,
                                                   uint32_t bytes, enum mapped_kind kind,
                                                   struct mapped_operations *out) {
    const struct atomic_row *row = find_row(view->opcode);
    struct map_semantics equal = {0}, acquire = {0};
    image_semantics(map, view, row, &equal, &acquire);
    enum mmra_scope scope = map_scope(map, view->scope);
    map_fence(map, map_half(equal, HALF_RELEASE), scope, out);
    struct mapped_operation *atomic = map_add(out, kind);
    atomic->ordering = IR_MONOTONIC;
    atomic->failure_ordering = row->kind == MAPPED_CMPXCHG ? IR_MONOTONIC : IR_NOT_ATOMIC;
    atomic->rmw = row->rmw;
    atomic->rmw_operand_is_one = row->one;
    atomic->bytes = bytes;
    atomic->tags = map_nonprivate(map);
    atomic->is_volatile = equal.is_volatile || is_volatile_object(map, view);
    map_fence(map, acquire, scope, out);
    return atomic;
}

void map_image_atomic(const struct memory_map *map, const struct spirv_memory_view *view, uint32_t bytes, bool floating,
                      struct mapped_operations *out) {
    map_start(out);
    const struct atomic_row *row = find_row(view->opcode);
    const char *refused = refused_operation(row, view, bytes, floating);
    if (refused || bytes < 4) {
        map_refuse(out, refused ? refused : "an image atomic of other than 32 or 64 bits");
        return;
    }
    struct mapped_operation *atomic = add_between_fences(map, view, bytes, image_kind(row->kind), out);
    atomic->scope = MMRA_SCOPE_AGENT;
    atomic->rule = "an image atomic: atomic in the device, ordered by fences alone";
}

bool map_orders_by_fences(const struct memory_map *map, uint32_t storage_class) {
    bool is_buffer = storage_class == SpvStorageClassStorageBuffer || storage_class == SpvStorageClassUniform;
    return storage_class == SpvStorageClassImage || (map->options.buffers_by_resource && is_buffer);
}

void map_resource_atomic(const struct memory_map *map, const struct spirv_memory_view *view, uint32_t bytes,
                         bool floating, struct mapped_operations *out) {
    map_start(out);
    const struct atomic_row *row = find_row(view->opcode);
    const char *refused = refused_operation(row, view, bytes, floating);
    if (refused) {
        map_refuse(out, refused);
        return;
    }
    struct mapped_operation *atomic = add_between_fences(map, view, bytes, (enum mapped_kind)row->kind, out);
    atomic->scope = (uint8_t)map_scope(map, view->scope);
    atomic->alignment = bytes;
    atomic->annotations = row->kind == MAPPED_ATOMIC_RMW ? rmw_annotations(map, ADDRESS_SPACE_GLOBAL) : 0;
    atomic->rule = "an atomic by the buffer's descriptor: atomic in the device, ordered by fences alone";
}
