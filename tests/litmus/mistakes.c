/* Deliberate mistakes in the memory map, each as what it makes of the map's answer for one instruction. The
 * litmus programs must expose them all. */
#include <spirv/unified1/spirv.h>

#include "tests/litmus/mistakes.h"

typedef bool selector(const struct spirv_memory_view *view, const struct mapped_operation *operation);

/* ---- which operations a mistake is about ---- */

static bool is_access(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    (void)view;
    return operation->kind == MAPPED_LOAD || operation->kind == MAPPED_STORE;
}

static bool is_atomic_instruction(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    (void)operation;
    return view->kind >= SPIRV_MEMORY_ATOMIC_LOAD && view->kind <= SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE;
}

static bool is_atomic_load(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    (void)operation;
    return view->kind == SPIRV_MEMORY_ATOMIC_LOAD;
}

static bool is_atomic_store(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    (void)operation;
    return view->kind == SPIRV_MEMORY_ATOMIC_STORE;
}

static bool is_rmw(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    (void)operation;
    return view->kind == SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE;
}

static bool is_available_store(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return view->kind == SPIRV_MEMORY_STORE && operation->kind != MAPPED_STORE;
}

static bool is_visible_load(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return view->kind == SPIRV_MEMORY_LOAD && operation->kind != MAPPED_LOAD;
}

static bool is_fence(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    (void)view;
    return operation->kind == MAPPED_FENCE;
}

static bool is_memory_barrier(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return view->kind == SPIRV_MEMORY_BARRIER && is_fence(view, operation);
}

static bool is_barrier_fence(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return view->kind == SPIRV_MEMORY_CONTROL_BARRIER && is_fence(view, operation);
}

static bool is_texel_access(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    (void)operation;
    return view->kind == SPIRV_MEMORY_IMAGE_READ || view->kind == SPIRV_MEMORY_IMAGE_WRITE;
}

static bool is_texel_fence(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return is_texel_access(view, operation) && is_fence(view, operation);
}

static bool is_fence_after_write(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return view->kind == SPIRV_MEMORY_IMAGE_WRITE && is_fence(view, operation);
}

static bool is_fence_before_read(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return view->kind == SPIRV_MEMORY_IMAGE_READ && is_fence(view, operation);
}

static bool is_image_atomic(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return is_atomic_instruction(view, operation) && view->storage_class == SpvStorageClassImage;
}

static bool is_image_atomic_fence(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return is_image_atomic(view, operation) && is_fence(view, operation);
}

static bool is_image_release(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return is_image_atomic_fence(view, operation) && operation->ordering == IR_RELEASE;
}

static bool is_image_acquire(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return is_image_atomic_fence(view, operation) && operation->ordering == IR_ACQUIRE;
}

static bool is_texel_load_or_store(const struct spirv_memory_view *view, const struct mapped_operation *operation) {
    return is_image_atomic(view, operation) &&
           (operation->kind == MAPPED_IMAGE_READ || operation->kind == MAPPED_IMAGE_WRITE);
}

/* ---- what it does to them ---- */

static void narrow(struct mapped_operation *operation) {
    if (operation->scope == MMRA_SCOPE_AGENT)
        operation->scope = MMRA_SCOPE_WORKGROUP;
    else if (operation->scope < MMRA_SCOPE_SINGLETHREAD)
        operation->scope++;
}

static void make_private(struct mapped_operation *operation) {
    operation->tags = (uint8_t)((operation->tags & ~MAP_NONPRIVATE) | MAP_PRIVATE);
}

static void make_plain_load(struct mapped_operation *operation) {
    operation->kind = MAPPED_LOAD;
    operation->ordering = IR_NOT_ATOMIC;
}

static void make_plain_store(struct mapped_operation *operation) {
    operation->kind = MAPPED_STORE;
    operation->ordering = IR_NOT_ATOMIC;
}

static void make_plain_texel(struct mapped_operation *operation) {
    operation->ordering = IR_NOT_ATOMIC;
    operation->is_volatile = false;
}

static void drop_ordering(struct mapped_operation *operation) {
    operation->ordering = IR_MONOTONIC;
    operation->tags &= (uint8_t)~MAP_AV_NONE;
}

static void drop_acquire(struct mapped_operation *operation) {
    if (operation->ordering == IR_ACQ_REL)
        operation->ordering = IR_RELEASE;
    else if (operation->ordering == IR_ACQUIRE)
        operation->ordering = operation->kind == MAPPED_FENCE ? IR_RELEASE : IR_MONOTONIC;
}

static void drop_release(struct mapped_operation *operation) {
    if (operation->ordering == IR_ACQ_REL)
        operation->ordering = IR_ACQUIRE;
    else if (operation->ordering == IR_RELEASE)
        operation->ordering = operation->kind == MAPPED_FENCE ? IR_ACQUIRE : IR_MONOTONIC;
}

static void add_none(struct mapped_operation *operation) {
    if (operation->ordering > IR_MONOTONIC)
        operation->tags |= MAP_AV_NONE;
}

static void sync_global_only(struct mapped_operation *operation) {
    operation->tags = (uint8_t)((operation->tags & ~MAP_SYNC_LOCAL) | MAP_SYNC_GLOBAL);
}

static void sync_local_only(struct mapped_operation *operation) {
    operation->tags = (uint8_t)((operation->tags & ~MAP_SYNC_GLOBAL) | MAP_SYNC_LOCAL);
}

/* Applies one change to the operations that a selector picks. */
static void change(const struct spirv_memory_view *view, struct mapped_operations *operations, selector *selects,
                   void (*does)(struct mapped_operation *)) {
    for (uint32_t i = 0; i < operations->count; i++)
        if (selects(view, &operations->operations[i]))
            does(&operations->operations[i]);
}

static void drop(struct mapped_operations *operations, uint32_t at) {
    for (uint32_t i = at; i + 1 < operations->count; i++)
        operations->operations[i] = operations->operations[i + 1];
    operations->count--;
}

static void drop_all(const struct spirv_memory_view *view, struct mapped_operations *operations, selector *selects) {
    for (uint32_t i = operations->count; i-- > 0;)
        if (selects(view, &operations->operations[i]))
            drop(operations, i);
}

/* The execution barrier among the operations, or their number. */
static uint32_t barrier_at(const struct mapped_operations *operations) {
    uint32_t i = 0;
    while (i < operations->count && operations->operations[i].kind != MAPPED_WORKGROUP_BARRIER &&
           operations->operations[i].kind != MAPPED_WAVE_BARRIER)
        i++;
    return i;
}

/* ---- the mistakes ---- */

#define MISTAKE(function, selects, does)                                                                               \
    static void function(const struct spirv_memory_view *view, struct mapped_operations *operations) {                 \
        change(view, operations, selects, does);                                                                       \
    }

MISTAKE(plain_accesses_private, is_access, make_private)
MISTAKE(available_private, is_available_store, make_private)
MISTAKE(visible_private, is_visible_load, make_private)
MISTAKE(atomics_private, is_atomic_instruction, make_private)
MISTAKE(fences_private, is_fence, make_private)
MISTAKE(available_plain, is_available_store, make_plain_store)
MISTAKE(visible_plain, is_visible_load, make_plain_load)
MISTAKE(available_narrow, is_available_store, narrow)
MISTAKE(visible_narrow, is_visible_load, narrow)
MISTAKE(atomic_loads_narrow, is_atomic_load, narrow)
MISTAKE(atomic_stores_narrow, is_atomic_store, narrow)
MISTAKE(rmw_narrow, is_rmw, narrow)
MISTAKE(fences_narrow, is_memory_barrier, narrow)
MISTAKE(barriers_narrow, is_barrier_fence, narrow)
MISTAKE(loads_relaxed, is_atomic_load, drop_ordering)
MISTAKE(stores_relaxed, is_atomic_store, drop_ordering)
MISTAKE(rmw_no_acquire, is_rmw, drop_acquire)
MISTAKE(rmw_no_release, is_rmw, drop_release)
MISTAKE(fences_no_acquire, is_memory_barrier, drop_acquire)
MISTAKE(fences_no_release, is_memory_barrier, drop_release)
MISTAKE(none_on_atomics, is_atomic_instruction, add_none)
MISTAKE(none_on_fences, is_memory_barrier, add_none)
MISTAKE(none_on_barriers, is_barrier_fence, add_none)
MISTAKE(global_only, is_fence, sync_global_only)
MISTAKE(local_only, is_fence, sync_local_only)
MISTAKE(texels_private, is_texel_access, make_private)
MISTAKE(texel_fences_narrow, is_texel_fence, narrow)
MISTAKE(texel_fences_local, is_texel_fence, sync_local_only)
MISTAKE(texel_fences_none, is_texel_fence, add_none)
MISTAKE(image_fences_narrow, is_image_atomic_fence, narrow)
MISTAKE(image_fences_none, is_image_atomic_fence, add_none)
MISTAKE(image_atomics_plain, is_texel_load_or_store, make_plain_texel)

static void no_fences(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    drop_all(view, operations, is_memory_barrier);
}

static void no_barrier_fences(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    drop_all(view, operations, is_barrier_fence);
}

static void no_fence_before_barrier(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    (void)view;
    for (uint32_t at = barrier_at(operations); at < operations->count && at > 0; at--)
        drop(operations, 0);
}

static void no_fence_after_barrier(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    (void)view;
    if (barrier_at(operations) < operations->count)
        operations->count = barrier_at(operations) + 1;
}

static void no_execution_barrier(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    (void)view;
    if (barrier_at(operations) < operations->count)
        drop(operations, barrier_at(operations));
}

/* Release before and acquire after, as most front ends do it. */
static void reduced_barrier(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    (void)view;
    uint32_t at = barrier_at(operations);
    if (at >= operations->count)
        return;
    for (uint32_t i = 0; i < operations->count; i++)
        if (i != at)
            (i < at ? drop_acquire : drop_release)(&operations->operations[i]);
}

/* amdgcn-av:none where any half lacks its bit, not only where all do. */
static void none_if_any_half(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    bool lacks = (view->semantics & (SpvMemorySemanticsReleaseMask | SpvMemorySemanticsAcquireReleaseMask) &&
                  !(view->semantics & SpvMemorySemanticsMakeAvailableMask)) ||
                 (view->semantics & (SpvMemorySemanticsAcquireMask | SpvMemorySemanticsAcquireReleaseMask) &&
                  !(view->semantics & SpvMemorySemanticsMakeVisibleMask));
    for (uint32_t i = 0; i < operations->count && lacks; i++)
        add_none(&operations->operations[i]);
}

/* The scope of one thing taken for another. */
static void queue_family_is_workgroup(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    for (uint32_t i = 0; i < operations->count; i++)
        if (view->scope == SpvScopeQueueFamily && operations->operations[i].scope == MMRA_SCOPE_AGENT)
            operations->operations[i].scope = MMRA_SCOPE_WORKGROUP;
}

static void no_fence_after_texel(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    drop_all(view, operations, is_fence_after_write);
}

static void no_fence_before_texel(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    drop_all(view, operations, is_fence_before_read);
}

static void no_release_before_image_atomic(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    drop_all(view, operations, is_image_release);
}

static void no_acquire_after_image_atomic(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    drop_all(view, operations, is_image_acquire);
}

/* The fence of an access, and those of an atomic, on the other side of it. */
static void texel_fences_on_the_wrong_side(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    bool image = is_texel_access(view, operations->operations) || is_image_atomic(view, operations->operations);
    for (uint32_t low = 0, high = operations->count; image && high && low < --high; low++) {
        struct mapped_operation kept = operations->operations[low];
        operations->operations[low] = operations->operations[high];
        operations->operations[high] = kept;
    }
}

/* The fences of an image atomic order what its semantics name, and not the atomic itself. */
static void image_fences_without_images(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    const uint32_t global = SpvMemorySemanticsUniformMemoryMask | SpvMemorySemanticsCrossWorkgroupMemoryMask |
                            SpvMemorySemanticsAtomicCounterMemoryMask | SpvMemorySemanticsImageMemoryMask;
    if (view->semantics & SpvMemorySemanticsWorkgroupMemoryMask && !(view->semantics & global))
        change(view, operations, is_image_atomic_fence, sync_local_only);
}

/* In a module with an acquire-release image atomic, what orders global memory keeps the scope that it asked for. */
static void not_raised(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    for (uint32_t i = 0; i < operations->count && !is_texel_access(view, operations->operations); i++)
        if (operations->operations[i].kind == MAPPED_FENCE &&
            target_scope(view->scope) > operations->operations[i].scope)
            operations->operations[i].scope = (uint8_t)target_scope(view->scope);
}

static void rmw_is_store(const struct spirv_memory_view *view, struct mapped_operations *operations) {
    for (uint32_t i = 0; i < operations->count; i++)
        if (is_rmw(view, &operations->operations[i]))
            operations->operations[i].rmw = IR_RMW_XCHG;
}

const struct mistake mistakes[] = {
    {"plain-private", "non-private plain accesses are tagged private", plain_accesses_private},
    {"available-private", "available stores are tagged private", available_private},
    {"visible-private", "visible loads are tagged private", visible_private},
    {"atomics-private", "atomics are tagged private", atomics_private},
    {"fences-private", "fences are tagged private", fences_private},
    {"available-plain", "available stores are plain", available_plain},
    {"visible-plain", "visible loads are plain", visible_plain},
    {"available-narrow", "available stores have the next smaller scope", available_narrow},
    {"visible-narrow", "visible loads have the next smaller scope", visible_narrow},
    {"loads-narrow", "atomic loads have the next smaller scope", atomic_loads_narrow},
    {"stores-narrow", "atomic stores have the next smaller scope", atomic_stores_narrow},
    {"rmw-narrow", "read-modify-writes have the next smaller scope", rmw_narrow},
    {"fences-narrow", "memory barriers have the next smaller scope", fences_narrow},
    {"barriers-narrow", "the fences of control barriers have the next smaller scope", barriers_narrow},
    {"loads-relaxed", "atomic loads do not acquire", loads_relaxed},
    {"stores-relaxed", "atomic stores do not release", stores_relaxed},
    {"rmw-no-acquire", "read-modify-writes do not acquire", rmw_no_acquire},
    {"rmw-no-release", "read-modify-writes do not release", rmw_no_release},
    {"fences-no-acquire", "memory barriers do not acquire", fences_no_acquire},
    {"fences-no-release", "memory barriers do not release", fences_no_release},
    {"no-fences", "memory barriers are left out", no_fences},
    {"no-barrier-fences", "control barriers have no fences", no_barrier_fences},
    {"no-fence-before", "control barriers have no fence before them", no_fence_before_barrier},
    {"no-fence-after", "control barriers have no fence after them", no_fence_after_barrier},
    {"no-execution-barrier", "control barriers are fences alone", no_execution_barrier},
    {"reduced-barrier", "control barriers release before and acquire after, no more", reduced_barrier},
    {"none-on-atomics", "atomics carry amdgcn-av:none whatever their semantics", none_on_atomics},
    {"none-on-fences", "memory barriers carry amdgcn-av:none whatever their semantics", none_on_fences},
    {"none-on-barriers", "control barriers carry amdgcn-av:none whatever their semantics", none_on_barriers},
    {"none-if-any-half", "amdgcn-av:none where one half lacks its bit", none_if_any_half},
    {"global-only", "fences order global memory alone", global_only},
    {"local-only", "fences order local memory alone", local_only},
    {"queue-family", "QueueFamily is taken for Workgroup", queue_family_is_workgroup},
    {"rmw-exchange", "every read-modify-write is an exchange", rmw_is_store},
    {"image-private", "non-private texel accesses are tagged private", texels_private},
    {"image-no-available", "available image writes have no fence behind them", no_fence_after_texel},
    {"image-no-visible", "visible image reads have no fence before them", no_fence_before_texel},
    {"image-wrong-side", "the fences of image accesses and atomics stand on their other side",
     texel_fences_on_the_wrong_side},
    {"image-narrow", "the fences of image accesses have the next smaller scope", texel_fences_narrow},
    {"image-local", "the fences of image accesses order local memory alone", texel_fences_local},
    {"image-none", "the fences of image accesses carry amdgcn-av:none", texel_fences_none},
    {"image-atomic-plain", "atomic loads and stores of texels are plain", image_atomics_plain},
    {"image-atomic-no-release", "image atomics have no release fence before them", no_release_before_image_atomic},
    {"image-atomic-no-acquire", "image atomics have no acquire fence behind them", no_acquire_after_image_atomic},
    {"image-atomic-narrow", "the fences of image atomics have the next smaller scope", image_fences_narrow},
    {"image-atomic-none", "the fences of image atomics carry amdgcn-av:none whatever their semantics",
     image_fences_none},
    {"image-atomic-memory", "the fences of image atomics do not order images beside what the semantics name",
     image_fences_without_images},
    {"image-not-raised", "an acquire-release image atomic raises no other fence", not_raised},
};

const uint32_t mistake_count = sizeof mistakes / sizeof mistakes[0];
