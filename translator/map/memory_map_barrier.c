/* OpMemoryBarrier, OpControlBarrier, and the halves of a split one: mapping.md 6. */
#include "translator/map/memory_map_semantics.h"

/* Adds one side of a control barrier: acquire, then release, each judged alone; a single fence if their tags are
 * equal. */
static void add_side(const struct memory_map *map, struct map_semantics semantics, enum mmra_scope scope,
                     struct mapped_operations *out) {
    uint32_t first = out->count;
    map_fence(map, map_half(semantics, HALF_ACQUIRE), scope, out);
    map_fence(map, map_half(semantics, HALF_RELEASE), scope, out);
    if (out->operations[first].tags != out->operations[first + 1].tags)
        return;
    out->count = first;
    map_fence(map, semantics, scope, out);
}

static void add_execution_barrier(bool workgroup, struct mapped_operations *out) {
    struct mapped_operation *barrier = map_add(out, workgroup ? MAPPED_WORKGROUP_BARRIER : MAPPED_WAVE_BARRIER);
    barrier->rule = workgroup
                        ? "every invocation of the workgroup waits here"
                        : "every invocation of the subgroup is here at once: no more than a mark for the compiler";
}

/* The kinds of memory that semantics name: 0 stands for all. */
static uint8_t named_memory(struct map_semantics semantics) {
    return semantics.memory ? semantics.memory : MAP_SYNC_GLOBAL | MAP_SYNC_LOCAL;
}

/* Whether the barrier itself may be the fence that pairs with an atomic beside it, in a chain from or to another place.
 * Such an atomic accesses memory that the barrier names. If only barriers of the whole workgroup order that memory
 * within the workgroup, the chain comes from a barrier too, and the invocations that it joins meet at this one anyway.
 * A barrier of the subgroup may concern only some of its invocations: what one of them acquires by it, others get by a
 * fence after the next barrier. */
static bool may_be_in_a_chain(const struct memory_map *map, bool workgroup, struct map_semantics semantics) {
    uint8_t memory = named_memory(semantics);
    if (map->options.litmus || map->facts.halved_barriers)
        return true;
    if (!workgroup)
        return (map->facts.atomic_memory | map->facts.fenced_memory) & memory;
    return map->facts.atomic_memory & memory && map->facts.unbounded_memory & memory;
}

static bool is_workgroup_or_subgroup(const struct spirv_memory_view *view, struct mapped_operations *out) {
    if (view->execution_scope == SpvScopeWorkgroup || view->execution_scope == SpvScopeSubgroup)
        return true;
    map_refuse(out, "a control barrier whose execution scope is neither Workgroup nor Subgroup");
    return false;
}

static void map_control_barrier(const struct memory_map *map, const struct spirv_memory_view *view,
                                struct map_semantics semantics, enum mmra_scope scope, struct mapped_operations *out) {
    bool workgroup = view->execution_scope == SpvScopeWorkgroup;
    if (!is_workgroup_or_subgroup(view, out))
        return;
    /* A thread also releases by the barrier what it acquires by it. So both halves stand on both sides, unless only the
     * threads that meet there can have synchronized with it. */
    bool full = semantics.halves == HALF_BOTH && may_be_in_a_chain(map, workgroup, semantics);
    if (full)
        add_side(map, semantics, scope, out);
    else
        map_fence(map, map_half(semantics, HALF_RELEASE), scope, out);
    add_execution_barrier(workgroup, out);
    if (full)
        add_side(map, semantics, scope, out);
    else
        map_fence(map, map_half(semantics, HALF_ACQUIRE), scope, out);
}

/* mapping.md 6, "Split barriers": the arrival is the release fence that it begins with, and all meet at the wait. */
static void map_half_barrier(const struct memory_map *map, const struct spirv_memory_view *view,
                             struct map_semantics semantics, enum mmra_scope scope, struct mapped_operations *out) {
    bool arrives = view->kind == SPIRV_MEMORY_ARRIVE;
    if (!is_workgroup_or_subgroup(view, out))
        return;
    if (semantics.halves & (arrives ? HALF_ACQUIRE : HALF_RELEASE)) {
        map_refuse(out,
                   arrives ? "an arrival at a split barrier that acquires" : "a wait at a split barrier that releases");
        return;
    }
    if (!arrives)
        add_execution_barrier(view->execution_scope == SpvScopeWorkgroup, out);
    map_fence(map, semantics, scope, out);
}

/* Until 2017 glslang wrote GLSL's barrier() like this, and only one meaning makes sense: barrier() is for shared
 * memory. */
static bool is_bare_workgroup_barrier(const struct memory_map *map, const struct spirv_memory_view *view) {
    return map->facts.memory_model != SpvMemoryModelVulkan && map->options.glsl450 == GLSL450_CONSERVATIVE &&
           view->kind == SPIRV_MEMORY_CONTROL_BARRIER && view->execution_scope == SpvScopeWorkgroup &&
           !map_semantics_read(map, view->semantics).halves;
}

/* SPIR-V 3.49.20, OpControlBarrier: that of a patch orders what its invocations write to outputs, and makes it visible.
 * Under the Vulkan memory model its semantics say that it does. */
static bool orders_outputs(const struct memory_map *map, const struct spirv_memory_view *view) {
    return map->facts.barrier_of_outputs && view->kind == SPIRV_MEMORY_CONTROL_BARRIER &&
           view->execution_scope == SpvScopeWorkgroup &&
           (map->facts.memory_model != SpvMemoryModelVulkan || view->semantics & SpvMemorySemanticsOutputMemoryMask);
}

struct spirv_memory_view map_effective_barrier(const struct memory_map *map, const struct spirv_memory_view *view) {
    struct spirv_memory_view effective = *view;
    if (is_bare_workgroup_barrier(map, view)) {
        effective.scope = SpvScopeWorkgroup;
        effective.semantics = SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsWorkgroupMemoryMask;
    }
    if (orders_outputs(map, view)) {
        effective.semantics |= SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsOutputMemoryMask |
                               SpvMemorySemanticsMakeAvailableMask | SpvMemorySemanticsMakeVisibleMask;
        if (effective.scope == SpvScopeInvocation || effective.scope == SpvScopeSubgroup)
            effective.scope = SpvScopeWorkgroup;
    }
    return effective;
}

/* Why there is a fence for which no semantics ask. */
static void explain_effective(const struct memory_map *map, const struct spirv_memory_view *view,
                              const struct spirv_memory_view *effective, struct mapped_operations *out) {
    const char *rule =
        orders_outputs(map, view)
            ? "a barrier of a patch orders its outputs by itself: they are workgroup memory alone"
            : "a barrier of the workgroup without semantics: drivers let it order workgroup memory alone";
    for (uint32_t i = 0; i < out->count && effective->semantics != view->semantics; i++)
        if (out->operations[i].kind == MAPPED_FENCE && out->operations[i].tags & MAP_SYNC_LOCAL)
            out->operations[i].rule = rule;
}

void map_barrier(const struct memory_map *map, const struct spirv_memory_view *view, struct mapped_operations *out) {
    struct spirv_memory_view effective = map_effective_barrier(map, view);
    map_start(out);
    struct map_semantics semantics = map_semantics_read(map, effective.semantics);
    enum mmra_scope scope = map_scope(map, effective.scope);
    if (scope == MMRA_SCOPE_UNKNOWN)
        map_refuse(out, "a scope that this target does not know");
    else if (view->kind == SPIRV_MEMORY_CONTROL_BARRIER)
        map_control_barrier(map, view, semantics, scope, out);
    else if (view->kind == SPIRV_MEMORY_ARRIVE || view->kind == SPIRV_MEMORY_WAIT)
        map_half_barrier(map, view, semantics, scope, out);
    else
        map_fence(map, semantics, scope, out);
    explain_effective(map, view, &effective, out);
}

static bool is_bounded(const struct spirv_memory_view *view) {
    return view->kind == SPIRV_MEMORY_CONTROL_BARRIER && view->execution_scope == SpvScopeWorkgroup &&
           (view->scope == SpvScopeWorkgroup || view->scope == SpvScopeSubgroup || view->scope == SpvScopeInvocation);
}

void map_learn_synchronization(struct memory_map *map, const struct spirv_memory_view *view) {
    struct spirv_memory_view effective = map_effective_barrier(map, view);
    struct map_semantics semantics = map_semantics_read(map, effective.semantics);
    struct map_module_facts *facts = &map->facts;
    bool half = view->kind == SPIRV_MEMORY_ARRIVE || view->kind == SPIRV_MEMORY_WAIT;
    bool barrier = view->kind == SPIRV_MEMORY_CONTROL_BARRIER || half, fence = view->kind == SPIRV_MEMORY_BARRIER;
    uint8_t named = semantics.halves ? named_memory(semantics) : 0;
    if (!barrier && !fence) {
        struct map_semantics unequal = map_semantics_read(map, view->unequal_semantics);
        facts->atomic_memory |= view->storage_class == SpvStorageClassWorkgroup ? MAP_SYNC_LOCAL : MAP_SYNC_GLOBAL;
        named |= unequal.halves ? named_memory(unequal) : 0;
    }
    facts->halved_barriers |= half || (barrier && semantics.halves && semantics.halves != HALF_BOTH);
    facts->fenced_memory |= fence ? named : 0;
    facts->unbounded_memory |= is_bounded(&effective) ? 0 : named;
}
