/* OpMemoryBarrier and OpControlBarrier: memory-mapping.md section 6. */
#include "translator/memory_map_semantics.h"

/* One side of a control barrier: acquire, then release, each judged alone; one fence where their tags are
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

static void add_execution_barrier(uint32_t execution_scope, struct mapped_operations *out) {
    bool workgroup = execution_scope == SpvScopeWorkgroup;
    struct mapped_operation *barrier =
        map_add(out, workgroup ? MAPPED_WORKGROUP_BARRIER : MAPPED_WAVE_BARRIER);
    barrier->rule =
        workgroup ? "every invocation of the workgroup waits here"
                  : "every invocation of the subgroup is here at once: no more than a mark for the compiler";
}

static void map_control_barrier(const struct memory_map *map, const struct spirv_memory_view *view,
                                struct map_semantics semantics, enum mmra_scope scope,
                                struct mapped_operations *out) {
    if (view->execution_scope != SpvScopeWorkgroup && view->execution_scope != SpvScopeSubgroup) {
        map_refuse(out, "a control barrier whose execution scope is neither Workgroup nor Subgroup");
        return;
    }
    /* What a thread acquires by the barrier it also releases by it, so that both halves stand on both sides;
     * only where no atomic can have synchronized before it does release before and acquire after suffice. */
    bool full = semantics.halves == HALF_BOTH && (map->options.litmus || !map->facts.simple_barriers);
    if (full)
        add_side(map, semantics, scope, out);
    else
        map_fence(map, map_half(semantics, HALF_RELEASE), scope, out);
    add_execution_barrier(view->execution_scope, out);
    if (full)
        add_side(map, semantics, scope, out);
    else
        map_fence(map, map_half(semantics, HALF_ACQUIRE), scope, out);
}

/* glslang wrote GLSL's barrier() so until 2017, and no other meaning of it is of use: shared memory is what barrier() is for. */
static bool is_bare_workgroup_barrier(const struct memory_map *map, const struct spirv_memory_view *view) {
    return map->facts.memory_model != SpvMemoryModelVulkan && map->options.glsl450 == GLSL450_CONSERVATIVE &&
           view->kind == SPIRV_MEMORY_CONTROL_BARRIER && view->execution_scope == SpvScopeWorkgroup &&
           !map_semantics_read(map, view->semantics).halves;
}

struct spirv_memory_view map_effective_barrier(const struct memory_map *map, const struct spirv_memory_view *view) {
    struct spirv_memory_view effective = *view;
    if (is_bare_workgroup_barrier(map, view)) {
        effective.scope = SpvScopeWorkgroup;
        effective.semantics = SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsWorkgroupMemoryMask;
    }
    return effective;
}

void map_barrier(const struct memory_map *map, const struct spirv_memory_view *view,
                 struct mapped_operations *out) {
    struct spirv_memory_view effective = map_effective_barrier(map, view);
    map_start(out);
    struct map_semantics semantics = map_semantics_read(map, effective.semantics);
    enum mmra_scope scope = target_scope(effective.scope);
    if (scope == MMRA_SCOPE_UNKNOWN)
        map_refuse(out, "a scope that this target does not know");
    else if (view->kind == SPIRV_MEMORY_CONTROL_BARRIER)
        map_control_barrier(map, view, semantics, scope, out);
    else
        map_fence(map, semantics, scope, out);
    for (uint32_t i = 0; i < out->count && effective.semantics != view->semantics; i++)
        if (out->operations[i].kind == MAPPED_FENCE)
            out->operations[i].rule = "a barrier of the workgroup without semantics: drivers let it order workgroup memory alone";
}

bool map_barrier_is_simple(const struct memory_map *map, const struct spirv_memory_view *view) {
    uint8_t halves = map_semantics_read(map, view->semantics).halves;
    return halves == 0 || halves == HALF_BOTH;
}
