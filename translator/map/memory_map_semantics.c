#include "translator/map/memory_map_semantics.h"

enum {
    ANY_ACQUIRE = SpvMemorySemanticsAcquireMask | SpvMemorySemanticsAcquireReleaseMask |
                  SpvMemorySemanticsSequentiallyConsistentMask,
    ANY_RELEASE = SpvMemorySemanticsReleaseMask | SpvMemorySemanticsAcquireReleaseMask |
                  SpvMemorySemanticsSequentiallyConsistentMask,
    GLOBAL_MEMORY = SpvMemorySemanticsUniformMemoryMask | SpvMemorySemanticsCrossWorkgroupMemoryMask |
                    SpvMemorySemanticsAtomicCounterMemoryMask | SpvMemorySemanticsImageMemoryMask,
    LOCAL_MEMORY = SpvMemorySemanticsWorkgroupMemoryMask,
    /* Storage classes that no value of the tag covers: an operation with a tag would leave them out. */
    UNTAGGED_MEMORY = SpvMemorySemanticsOutputMemoryMask | SpvMemorySemanticsSubgroupMemoryMask
};

/* mapping.md 5: the one kind of memory that the bits name, or 0 for none, both, and what no tag can name. Outputs are
 * local memory, or private, where a stage shares them. The task payload is Workgroup memory that is global. */
static uint8_t ordered_memory(const struct memory_map *map, uint32_t bits) {
    uint32_t payload = map->facts.task_payload ? LOCAL_MEMORY : 0;
    uint32_t outputs = map->facts.shared_outputs ? SpvMemorySemanticsOutputMemoryMask : 0;
    bool global = bits & (GLOBAL_MEMORY | payload);
    bool local = bits & (LOCAL_MEMORY | outputs);
    if (global == local || bits & UNTAGGED_MEMORY & ~outputs)
        return 0;
    return global ? MAP_SYNC_GLOBAL : MAP_SYNC_LOCAL;
}

/* mapping.md 7, conservative: barriers and atomics make available and visible. */
static bool always_makes(const struct memory_map *map) {
    return map->facts.memory_model != SpvMemoryModelVulkan && map->options.glsl450 == GLSL450_CONSERVATIVE;
}

struct map_semantics map_semantics_read(const struct memory_map *map, uint32_t bits) {
    struct map_semantics semantics = {0};
    /* mapping.md 4: two ordering bits are their union, SequentiallyConsistent is AcquireRelease. */
    if (bits & ANY_ACQUIRE)
        semantics.halves |= HALF_ACQUIRE;
    if (bits & ANY_RELEASE)
        semantics.halves |= HALF_RELEASE;
    if (bits & SpvMemorySemanticsMakeVisibleMask)
        semantics.made |= HALF_ACQUIRE;
    if (bits & SpvMemorySemanticsMakeAvailableMask)
        semantics.made |= HALF_RELEASE;
    if (always_makes(map) || (map->facts.task_payload && bits & LOCAL_MEMORY))
        semantics.made = HALF_BOTH;
    semantics.memory = ordered_memory(map, bits);
    if (semantics.memory == MAP_SYNC_LOCAL && map->facts.image_orders_local)
        semantics.memory = 0;
    semantics.is_volatile = bits & SpvMemorySemanticsVolatileMask;
    return semantics;
}

struct map_semantics map_semantics_combine(struct map_semantics a, struct map_semantics b) {
    struct map_semantics both = {
        .halves = a.halves | b.halves, .made = a.made | b.made, .is_volatile = a.is_volatile || b.is_volatile};
    /* If two order different kinds of memory (or all, which is 0), they order all memory together. */
    if (!b.halves)
        both.memory = a.memory;
    else if (!a.halves || a.memory == b.memory)
        both.memory = b.memory;
    return both;
}

/* The reason for the annotations of a synchronizing operation: its first part by the operation's halves and their bits,
 * its second by the memory that the operation orders. */
enum rule_case {
    RULE_MONOTONIC,
    RULE_VISIBLE,
    RULE_NOT_VISIBLE,
    RULE_AVAILABLE,
    RULE_NOT_AVAILABLE,
    RULE_BOTH,
    RULE_NEITHER,
    RULE_ONE_OF_TWO,
    RULE_RAISED,
    /* of modules without the Vulkan memory model, read as drivers do: no bit says so */
    RULE_ALWAYS_VISIBLE,
    RULE_ALWAYS_AVAILABLE
};

#define RULES(text)                                                                                                    \
    {text, text "; its storage-class bits name global memory alone, so it orders no other",                            \
     text "; its storage-class bits name workgroup memory alone, so it orders no other"}

static const char *const rules[][3] = {
    [RULE_MONOTONIC] = {"relaxed: atomic, and orders no other access"},
    [RULE_VISIBLE] = RULES("acquire with MakeVisible: later accesses see what was made available"),
    [RULE_NOT_VISIBLE] = RULES("acquire without MakeVisible: it orders, but makes nothing visible (amdgcn-av:none)"),
    [RULE_AVAILABLE] = RULES("release with MakeAvailable: earlier writes are made available"),
    [RULE_NOT_AVAILABLE] =
        RULES("release without MakeAvailable: it orders, but makes nothing available (amdgcn-av:none)"),
    [RULE_BOTH] = RULES("acquire-release that makes available and visible"),
    [RULE_NEITHER] = RULES("acquire-release without MakeAvailable and MakeVisible: it orders only (amdgcn-av:none)"),
    [RULE_ONE_OF_TWO] = RULES("acquire-release with one of MakeAvailable and MakeVisible: amdgcn-av:none would switch "
                              "off both, so it is left out"),
    [RULE_RAISED] = RULES("the module has an acquire-release image atomic, which acts at agent scope: at least agent, "
                          "and it makes available and visible"),
    [RULE_ALWAYS_VISIBLE] =
        RULES("acquire: later accesses see what was made available, as always without the Vulkan memory model"),
    [RULE_ALWAYS_AVAILABLE] =
        RULES("release: earlier writes are made available, as always without the Vulkan memory model"),
};

static enum rule_case rule_of(const struct memory_map *map, struct map_semantics semantics) {
    if (always_makes(map) && (semantics.halves == HALF_ACQUIRE || semantics.halves == HALF_RELEASE))
        return semantics.halves == HALF_ACQUIRE ? RULE_ALWAYS_VISIBLE : RULE_ALWAYS_AVAILABLE;
    static const uint8_t cases[4][4] = {
        [0] = {RULE_MONOTONIC, RULE_MONOTONIC, RULE_MONOTONIC, RULE_MONOTONIC},
        [HALF_ACQUIRE] = {RULE_NOT_VISIBLE, RULE_VISIBLE, RULE_NOT_VISIBLE, RULE_VISIBLE},
        [HALF_RELEASE] = {RULE_NOT_AVAILABLE, RULE_NOT_AVAILABLE, RULE_AVAILABLE, RULE_AVAILABLE},
        [HALF_BOTH] = {RULE_NEITHER, RULE_ONE_OF_TWO, RULE_ONE_OF_TWO, RULE_BOTH},
    };
    return (enum rule_case)cases[semantics.halves][semantics.made];
}

/* mapping.md 6: in a module with an acquire-release image atomic, every release and acquire that covers global
 * memory. */
static bool is_raised(const struct memory_map *map, struct map_semantics semantics) {
    return map->facts.image_acq_rel && semantics.halves && semantics.memory != MAP_SYNC_LOCAL;
}

enum ir_ordering map_ordering(uint8_t halves) {
    static const uint8_t orderings[] = {
        [0] = IR_MONOTONIC, [HALF_ACQUIRE] = IR_ACQUIRE, [HALF_RELEASE] = IR_RELEASE, [HALF_BOTH] = IR_ACQ_REL};
    return (enum ir_ordering)orderings[halves];
}

void map_synchronize(const struct memory_map *map, struct map_semantics semantics, bool tag_memory,
                     struct mapped_operation *operation) {
    enum rule_case rule = rule_of(map, semantics);
    if (is_raised(map, semantics)) {
        semantics.made = HALF_BOTH;
        if (operation->scope > MMRA_SCOPE_AGENT)
            operation->scope = MMRA_SCOPE_AGENT;
        rule = RULE_RAISED;
    }
    operation->ordering = map_ordering(semantics.halves);
    operation->tags = map_nonprivate(map);
    /* mapping.md 4: one tag switches off both halves, so every half must lack its bit. */
    if (semantics.halves && !(semantics.halves & semantics.made))
        operation->tags |= MAP_AV_NONE;
    /* On an operation without halves the tag would speak of the access itself, so it is never put there. */
    uint8_t memory = tag_memory && semantics.halves ? semantics.memory : 0;
    operation->tags |= memory;
    operation->rule = rules[rule][memory == MAP_SYNC_LOCAL ? 2 : memory == MAP_SYNC_GLOBAL];
}

void map_make(const struct memory_map *map, enum map_half half, enum mmra_scope scope, uint32_t offset,
              enum mapped_kind kind, struct mapped_operations *out) {
    static const char *const made[] = {"makes visible and orders nothing: MakeVisible without an order of its own",
                                       "makes available and orders nothing: MakeAvailable without an order of its own"};
    struct mapped_operation *make = map_add(out, kind);
    bool raised = map->facts.image_acq_rel && scope > MMRA_SCOPE_AGENT;
    make->scope = (uint8_t)(raised ? MMRA_SCOPE_AGENT : scope);
    make->offset = offset;
    make->rule = made[half == HALF_RELEASE];
}

/* Profile draft: an acquire-release fence of which one half alone makes available or visible. What it does so is said
 * between the two halves: after what is acquired, before what is released (docs/reference/mapping.md 6). */
static bool map_divided_fence(const struct memory_map *map, struct map_semantics semantics, enum mmra_scope scope,
                              struct mapped_operations *out) {
    bool one_of_two =
        semantics.halves == HALF_BOTH && (semantics.made == HALF_ACQUIRE || semantics.made == HALF_RELEASE);
    if (!one_of_two || !profile_get(map->options.profile)->scopes_are_values || is_raised(map, semantics))
        return false;
    enum map_half made = (enum map_half)semantics.made;
    semantics.made = 0;
    map_fence(map, map_half(semantics, HALF_ACQUIRE), scope, out);
    map_make(map, made, scope, 0, made == HALF_ACQUIRE ? MAPPED_MAKE_VISIBLE : MAPPED_MAKE_AVAILABLE, out);
    map_fence(map, map_half(semantics, HALF_RELEASE), scope, out);
    return true;
}

void map_fence(const struct memory_map *map, struct map_semantics semantics, enum mmra_scope scope,
               struct mapped_operations *out) {
    if (!semantics.halves || map_divided_fence(map, semantics, scope, out))
        return;
    struct mapped_operation *fence = map_add(out, MAPPED_FENCE);
    fence->scope = (uint8_t)scope;
    map_synchronize(map, semantics, true, fence);
}
