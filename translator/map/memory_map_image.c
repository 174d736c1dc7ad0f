/* Image accesses that are no atomics: mapping.md 6. */
#include "translator/map/memory_map_semantics.h"

static bool is_vulkan(const struct memory_map *map) {
    return map->facts.memory_model == SpvMemoryModelVulkan;
}

/* An operand is named only where the instruction can have it. */
static const char *texel_rule(const struct memory_map *map, bool nonprivate) {
    static const char *const rules[2][2] = {
        {"no coherent image, in a module without the Vulkan memory model: no synchronization orders it",
         "an image, in a module without the Vulkan memory model: drivers let synchronization order it"},
        {"no NonPrivateTexel: no synchronization orders it", "NonPrivateTexel: synchronization orders it"}};
    return rules[is_vulkan(map)][nonprivate];
}

/* There is no av form of an image access: a fence for global memory stands for it, but in profile draft. */
static void add_texel_fence(const struct memory_map *map, enum map_half half, enum mmra_scope scope,
                            struct mapped_operations *out) {
    if (profile_get(map->options.profile)->scopes_are_values) {
        map_make(map, half, scope, 0, half == HALF_RELEASE ? MAPPED_MAKE_AVAILABLE : MAPPED_MAKE_VISIBLE, out);
        return;
    }
    struct map_semantics semantics = {.halves = (uint8_t)half, .made = (uint8_t)half, .memory = MAP_SYNC_GLOBAL};
    map_fence(map, semantics, scope, out);
    static const char *const rules[2][2] = {
        {"a coherent image: a write is made available by a fence after it, for global memory alone",
         "a coherent image: a read is made to see what is available by a fence before it, for global memory alone"},
        {"MakeTexelAvailable: an image write is made available by a fence after it",
         "MakeTexelVisible: an image read is made to see what is available by a fence before it"}};
    out->operations[out->count - 1].rule = rules[is_vulkan(map)][half == HALF_ACQUIRE];
}

void map_image_access(const struct memory_map *map, const struct spirv_memory_operands *operands, bool write,
                      struct mapped_operations *out) {
    enum {
        MAKES = SpvMemoryAccessMakePointerAvailableMask | SpvMemoryAccessMakePointerVisibleMask,
        NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask | MAKES
    };
    uint32_t bit = write ? SpvMemoryAccessMakePointerAvailableMask : SpvMemoryAccessMakePointerVisibleMask;
    bool fenced = operands->mask & bit;
    enum mmra_scope scope = MMRA_SCOPE_SINGLETHREAD;
    map_start(out);
    if (fenced)
        scope = map_scope(map, write ? operands->available_scope : operands->visible_scope);
    if (scope == MMRA_SCOPE_UNKNOWN) {
        map_refuse(out, "a scope that this target does not know");
        return;
    }
    fenced = scope != MMRA_SCOPE_SINGLETHREAD; /* S = Invocation asks for nothing, mapping.md 3 */
    if (fenced && !write)
        add_texel_fence(map, HALF_ACQUIRE, scope, out);
    struct mapped_operation *access = map_add(out, write ? MAPPED_IMAGE_WRITE : MAPPED_IMAGE_READ);
    bool nonprivate = operands->mask & NONPRIVATE;
    access->tags = nonprivate ? MAP_NONPRIVATE : MAP_PRIVATE;
    access->is_volatile = operands->mask & SpvMemoryAccessVolatileMask;
    if (operands->mask & SpvMemoryAccessNontemporalMask)
        access->annotations |= IR_NONTEMPORAL;
    access->rule = texel_rule(map, nonprivate);
    if (fenced && write)
        add_texel_fence(map, HALF_RELEASE, scope, out);
}

struct mapped_operation map_image_guard(const struct memory_map *map) {
    return (struct mapped_operation){
        .kind = MAPPED_FENCE,
        .ordering = IR_ACQ_REL,
        .scope = MMRA_SCOPE_SINGLETHREAD,
        .tags = map_nonprivate(map),
        .rule = "an image read that is atomic or volatile is made each time: LLVM moves none across a fence, which "
                "for one thread is no instruction"};
}
