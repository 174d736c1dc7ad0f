/* Rules on fences: fences that LLVM merges, that order nothing, or whose scope is too small. */
#include "mmra/check/checker.h"

/* ---- places ---- */

/* A walk over the fences, atomics and barriers of a function, in order. */
struct fence_walk {
    ir_function function;
    const struct ir_block *block; /* of the event that it is at */
    /* what came before, or CHECK_NO_INSTRUCTION */
    uint32_t fence;
    uint32_t narrow_release; /* a release fence at singlethread, if no fence of a wider scope came after it */
    uint32_t relaxed_read;   /* a relaxed atomic read of a wider scope than singlethread, if no acquire came after it */
};

/* Whether control goes only to the next block, and only this block leads there: LLVM makes one block of the two. */
static bool falls_through(const struct checker *c, ir_function function, const struct ir_block *from) {
    const struct block_graph graph = check_control_flow(c, function);
    uint32_t block = (uint32_t)(from - c->module->blocks) - graph.first, edge = graph.successor_from[block];
    return graph.successor_from[block + 1] - edge == 1 && graph_successor(&graph, edge) == block + 1 &&
           graph.predecessor_count[block + 1] == 1;
}

/* Whether the earlier instruction is in the block that the walk is at, or in one that LLVM makes part of it. */
static bool is_in_block(const struct checker *c, const struct fence_walk *walk, uint32_t earlier) {
    for (const struct ir_block *block = walk->block; earlier < block->first_instruction; block--) {
        mmra_work(c->module->watch, 1);
        if (!falls_through(c, walk->function, block - 1))
            return false;
    }
    return earlier != CHECK_NO_INSTRUCTION;
}

/* ---- neighbours ---- */

enum { NEAR = 64 };

static uint8_t *find_used(struct checker *c) {
    const struct ir_module *module = c->module;
    uint8_t *used = arena_allocate_array(c->arena, module->value_count, 1);
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        mmra_work_at(module->watch, i);
        const struct ir_instruction *instruction = &module->instructions[i];
        for (uint32_t k = 0, values = ir_count_values(instruction); k < values; k++)
            used[module->operands[instruction->operands + k]] = 1;
    }
    return used;
}

/* Whether any instruction uses the result. Usually one of the next does, so that the others need not be looked at. */
static bool is_used(struct checker *c, uint32_t index) {
    const struct ir_module *module = c->module;
    ir_value result = module->instructions[index].result;
    for (uint32_t i = index + 1; !c->used && i < module->instruction_count && i - index < NEAR; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        for (uint32_t k = 0, values = ir_count_values(instruction); k < values; k++)
            if (module->operands[instruction->operands + k] == result)
                return true;
    }
    if (!c->used)
        c->used = find_used(c);
    return c->used[result];
}

/* Whether LLVM surely keeps the instruction between two fences. LLVM may delete an instruction without uses that
 * touches no memory that others see, also loads and private stores (mapping.md 9). */
static bool is_kept(struct checker *c, uint32_t index) {
    const struct ir_instruction *instruction = &c->module->instructions[index];
    if (instruction->opcode == IR_OPAQUE || instruction->opcode == IR_OPAQUE_TERMINATOR)
        return true;
    if (!ir_may_touch_memory(instruction->opcode))
        return false;
    struct check_event event = check_event_of(c, index);
    if (!event.touches)
        return false;
    if (instruction->opcode == IR_CALL || event.does.atomic || instruction->flags & IR_VOLATILE)
        return true;
    return instruction->opcode == IR_LOAD ? is_used(c, index) : event.space != 0;
}

/* InstCombine keeps the second of two fences that are alike, whatever their tags; at system and singlethread scope it
 * keeps the stronger of two neighbours. */
static bool are_merged(const struct ir_instruction *first, const struct ir_instruction *second) {
    bool one_as = IR_ONE_ADDRESS_SPACE & (first->flags ^ second->flags);
    if (first->scope != second->scope || one_as || first->scope == MMRA_SCOPE_UNKNOWN)
        return false;
    if (first->ordering == second->ordering)
        return true;
    bool any_ordering = first->scope == MMRA_SCOPE_SINGLETHREAD ||
                        (first->scope == MMRA_SCOPE_SYSTEM && !(first->flags & IR_ONE_ADDRESS_SPACE));
    bool both_halves = first->ordering >= IR_ACQ_REL || second->ordering >= IR_ACQ_REL;
    return any_ordering && both_halves;
}

static bool are_neighbours(struct checker *c, const struct fence_walk *walk, uint32_t first, uint32_t second) {
    for (uint32_t i = second - 1; i > first; i--)
        if (is_kept(c, i))
            return false;
    return is_in_block(c, walk, first);
}

static void check_neighbours(struct checker *c, const struct fence_walk *walk, uint32_t first, uint32_t second) {
    const struct ir_instruction *a = &c->module->instructions[first], *b = &c->module->instructions[second];
    if (!are_merged(a, b) || !are_neighbours(c, walk, first, second))
        return;
    mmra_set kept = a->ordering > b->ordering ? a->mmra : b->mmra;
    if (mmra_combine(&c->module->tags, a->mmra, b->mmra) != kept)
        check_relate(c, check_report(c, CHECK_MERGED_FENCES, second, NULL), first, "the other fence");
    else
        check_relate(c, check_report(c, CHECK_FENCE_MERGEABLE, second, NULL), first, "the fence that it repeats");
}

/* ---- fences at singlethread scope ---- */

/* A fence at singlethread scope orders nothing for an atomic of a wider scope if no wider fence stands between them. */
static void follow_narrow_fence(struct checker *c, struct fence_walk *walk, const struct check_event *fence) {
    bool narrow = fence->does.scope == MMRA_SCOPE_SINGLETHREAD;
    if (fence->does.releases)
        walk->narrow_release = narrow ? fence->index : CHECK_NO_INSTRUCTION;
    if (fence->does.acquires && narrow && is_in_block(c, walk, walk->relaxed_read))
        check_relate(c, check_report(c, CHECK_SINGLETHREAD_FENCE, fence->index, NULL), walk->relaxed_read,
                     "the access that it pairs with");
    if (fence->does.acquires)
        walk->relaxed_read = CHECK_NO_INSTRUCTION;
}

static void follow_atomic(struct checker *c, struct fence_walk *walk, const struct check_event *atomic) {
    if (atomic->does.scope >= MMRA_SCOPE_SINGLETHREAD)
        return;
    if (atomic->does.writes && !atomic->does.releases) {
        if (is_in_block(c, walk, walk->narrow_release))
            check_relate(c, check_report(c, CHECK_SINGLETHREAD_FENCE, walk->narrow_release, NULL), atomic->index,
                         "the access that it pairs with");
        walk->narrow_release = CHECK_NO_INSTRUCTION;
    }
    if (atomic->does.reads)
        walk->relaxed_read = atomic->does.acquires ? CHECK_NO_INSTRUCTION : atomic->index;
}

/* ---- fences that order nothing ---- */

/* Whether the fence is compatible with any access, or with any other synchronizing operation that accesses memory. Only
 * operations of the module count; in a module without any, no fence is dead. */
static bool orders_something(const struct checker *c, mmra_set fence) {
    bool anything = false;
    uint8_t spaces = check_tags_of(c, fence)->spaces;
    for (uint32_t i = 0; i < c->set_count; i++) {
        const struct check_set *set = &c->sets[i];
        /* memoryBarrierShared() in a shader without shared memory costs nothing and is common. */
        anything |= spaces == IR_LOCAL_MEMORY ? (set->space & IR_LOCAL_MEMORY) != 0 : set->space != 0;
        if (set->space && check_compatible(c, fence, 0, true, set->mmra, set->space, set->synchronizes))
            return true;
    }
    return !anything || c->any_unknown_access;
}

/* The answer is looked for once for each set of tags. */
static bool is_dead(struct checker *c, mmra_set fence) {
    uint8_t *dead = &c->tags[fence].dead;
    if (*dead == CHECK_NOT_ASKED)
        *dead = orders_something(c, fence) ? CHECK_NO : CHECK_YES;
    return *dead == CHECK_YES;
}

/* ---- fences and barriers ---- */

/* Finds the first instruction that touches memory, from `index` on in steps of `step`, if it is near, and says what it
 * does. Accesses to address space 5 are skipped, and fences too if `past_fences`. */
static bool find_neighbour(const struct checker *c, const struct ir_block *block, uint32_t index, int step,
                           bool past_fences, struct check_event *event) {
    uint32_t place = index - block->first_instruction;
    for (int i = 0; i < NEAR; i++) {
        place += (uint32_t)step; /* before the first it wraps, and is beyond the last */
        if (place >= block->instruction_count)
            return false;
        uint8_t opcode = c->module->instructions[block->first_instruction + place].opcode;
        if (opcode == IR_OPAQUE)
            return false;
        if (!ir_may_touch_memory(opcode))
            continue;
        *event = check_event_of(c, block->first_instruction + place);
        bool concerns = event->space || event->does.barrier || event->does.unknown || opcode == IR_CALL;
        if (event->touches && (event->does.fence ? !past_fences : concerns))
            return true;
    }
    return false;
}

/* GLSL's barrier() orders local memory, also in shaders that have none, and so do fences beside a barrier in other
 * languages. That there is no such memory is no mistake of their tags. */
static bool belongs_to_barrier(const struct checker *c, const struct ir_block *block, uint32_t index) {
    struct check_event event;
    for (int step = -1; step <= 1; step += 2)
        if (find_neighbour(c, block, index, step, true, &event) && event.does.barrier)
            return true;
    return false;
}

/* An access that other invocations may look at and that orders nothing by itself. */
static bool is_unordered(const struct checker *c, const struct check_event *event) {
    const struct check_tags *tags = check_tags_of(c, event->mmra);
    return event->space && !event->does.unknown && !check_synchronizes(event) && !event->does.barrier &&
           (event->does.reads || event->does.writes) && mmra_is_shared(tags->facts) &&
           !(c->module->instructions[event->index].annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD));
}

/* Finds, among the fences on one side of the barrier, one that has only `half` and orders the access. Many programs
 * have a fence of both halves on one side, which is intended. */
static uint32_t find_half(const struct checker *c, const struct ir_block *block, uint32_t barrier, int step,
                          bool acquire, const struct check_event *access) {
    struct check_event fence = {.index = barrier};
    while (find_neighbour(c, block, fence.index, step, false, &fence) && fence.does.fence) {
        bool alone =
            acquire ? fence.does.acquires && !fence.does.releases : fence.does.releases && !fence.does.acquires;
        if (alone && check_compatible(c, fence.mmra, 0, true, access->mmra, access->space, false))
            return fence.index;
    }
    return CHECK_NO_INSTRUCTION;
}

/* An access stands directly on one side of the barrier, and on the other a fence of the half that belongs there: the
 * fence that should order the access is missing. */
static void check_half(struct checker *c, const struct ir_block *block, uint32_t barrier,
                       const struct check_event *access, bool released) {
    if (!(released ? access->does.writes : access->does.reads) || !is_unordered(c, access))
        return;
    uint32_t fence = find_half(c, block, barrier, released ? 1 : -1, released, access);
    if (fence == CHECK_NO_INSTRUCTION)
        return;
    struct check_finding *finding =
        check_report(c, CHECK_HALF_BARRIER, barrier, released ? "no release" : "no acquire");
    check_relate(c, finding, access->index, "the access that is not ordered");
    check_relate(c, finding, fence, "the fence on the other side");
}

static bool is_of_wave(const struct checker *c, const struct check_event *barrier) {
    return check_intrinsic(c, barrier->does.called)->family == IR_FAMILY_WAVE_BARRIER;
}

/* Whether a barrier of the other kind stands on the fence's other side: the fence may belong to that one. */
static bool is_between_kinds(const struct checker *c, const struct ir_block *block, const struct check_event *fence,
                             int step, bool wave) {
    struct check_event other;
    return find_neighbour(c, block, fence->index, step, true, &other) && other.does.barrier &&
           is_of_wave(c, &other) != wave;
}

/* The lanes that a wave surely has. */
static unsigned lanes_of_wave(struct mmra_string attributes) {
    const char *processor = mmra_string_behind(attributes, "\"target-cpu\"=\"gfx");
    bool wide =
        mmra_string_behind(attributes, "wavefrontsize64") || (processor && *processor >= '6' && *processor <= '9');
    return wide ? 64 : 32;
}

/* Whether every workgroup of a kernel is one wave, as its attributes say how large it is at most. */
static bool is_kernel_of_one_wave(const struct checker *c, ir_function kernel) {
    struct mmra_string attributes = check_attribute_text(c, kernel);
    mmra_work(c->module->watch, (uint32_t)(attributes.length / 8) + 1);
    const char *size = mmra_string_behind(attributes, "\"amdgpu-flat-work-group-size\"=\"");
    const char *end = attributes.bytes + attributes.length;
    uint64_t most = 0;
    while (size && size < end && *size != ',')
        size++;
    for (size = size ? size + 1 : end; size < end && *size >= '0' && *size <= '9' && most < UINT32_MAX; size++)
        most = 10 * most + (unsigned)(*size - '0');
    return most && most <= lanes_of_wave(attributes);
}

/* Whether all kernels are so: any of them may call the function that is under examination. */
static bool is_one_wave(struct checker *c) {
    const struct ir_module *module = c->module;
    if (c->waves_known)
        return c->one_wave;
    c->waves_known = true;
    uint32_t kernels = 0, narrow = 0;
    for (ir_function f = 1; f < module->function_count; f++) {
        if (!module->functions[f].kernel)
            continue;
        kernels++;
        mmra_work(module->watch, 1);
        narrow += is_kernel_of_one_wave(c, f);
    }
    c->one_wave = kernels && narrow == kernels;
    return c->one_wave;
}

/* Checks the scope of a fence that belongs to the barrier by its kind and place: it releases before, or acquires after
 * it. */
static void check_scope_beside(struct checker *c, const struct ir_block *block, const struct check_event *barrier,
                               const struct check_event *fence, int step) {
    bool wave = is_of_wave(c, barrier), half = step < 0 ? fence->does.releases : fence->does.acquires;
    if (!half || fence->does.scope >= MMRA_SCOPE_COUNT || is_between_kinds(c, block, fence, step, wave))
        return;
    if (wave && fence->does.scope < MMRA_SCOPE_WAVEFRONT)
        check_relate(c, check_report(c, CHECK_FENCE_WIDER, fence->index, NULL), barrier->index,
                     "the barrier beside it");
    else if (!wave && fence->does.scope > MMRA_SCOPE_WORKGROUP &&
             !(fence->does.scope == MMRA_SCOPE_WAVEFRONT && is_one_wave(c)))
        check_relate(c, check_report(c, CHECK_BARRIER_SCOPE, fence->index, NULL), barrier->index,
                     "the barrier beside it");
}

static void check_barrier(struct checker *c, const struct ir_block *block, const struct check_event *barrier) {
    struct check_event before, behind;
    if (find_neighbour(c, block, barrier->index, -1, false, &before)) {
        if (before.does.fence)
            check_scope_beside(c, block, barrier, &before, -1);
        else
            check_half(c, block, barrier->index, &before, true);
    }
    if (find_neighbour(c, block, barrier->index, 1, false, &behind)) {
        if (behind.does.fence)
            check_scope_beside(c, block, barrier, &behind, 1);
        else
            check_half(c, block, barrier->index, &behind, false);
    }
}

/* ---- a function ---- */

static void follow_fence(struct checker *c, struct fence_walk *walk, const struct check_event *fence) {
    if (walk->fence != CHECK_NO_INSTRUCTION)
        check_neighbours(c, walk, walk->fence, fence->index);
    if (is_dead(c, fence->mmra) && !belongs_to_barrier(c, walk->block, fence->index))
        check_report(c, CHECK_DEAD_FENCE, fence->index, NULL);
    follow_narrow_fence(c, walk, fence);
    walk->fence = fence->index;
}

static void go_to(struct checker *c, struct fence_walk *walk, uint32_t instruction) {
    while (instruction - walk->block->first_instruction >= walk->block->instruction_count) {
        walk->block++;
        mmra_work_at(c->module->watch, (uint32_t)(walk->block - c->module->blocks));
    }
}

void check_fences(struct checker *c, ir_function function) {
    struct fence_walk walk = {.function = function,
                              .block = &c->module->blocks[c->module->functions[function].first_block],
                              .fence = CHECK_NO_INSTRUCTION,
                              .narrow_release = CHECK_NO_INSTRUCTION,
                              .relaxed_read = CHECK_NO_INSTRUCTION};
    for (uint32_t i = c->first_event[function]; i < c->first_event[function + 1]; i++) {
        const struct check_event *event = &c->events[i];
        mmra_work(c->module->watch, 1);
        if (!event->does.fence && !event->does.atomic && !event->does.barrier)
            continue;
        go_to(c, &walk, event->index);
        if (event->does.fence)
            follow_fence(c, &walk, event);
        else if (event->does.atomic)
            follow_atomic(c, &walk, event);
        else
            check_barrier(c, walk.block, event);
    }
}
