/* Rules on fences: those that LLVM merges, those that order nothing, those of too small a scope. */
#include "mmra/checker.h"

/* ---- neighbours ---- */

static uint8_t *find_used(struct checker *c) {
    const struct ir_module *module = c->module;
    uint8_t *used = arena_allocate_array(c->arena, module->value_count, 1);
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        uint8_t form = ir_opcodes[instruction->opcode].form;
        uint32_t values = form == IR_FORM_EXTRACT_VALUE || form == IR_FORM_INSERT_VALUE
                              ? ir_opcodes[instruction->opcode].operands
                              : instruction->operand_count;
        for (uint32_t k = 0; k < values; k++)
            used[module->operands[instruction->operands + k]] = 1;
    }
    return used;
}

/* Whether LLVM surely keeps the instruction between two fences. What has no use and touches nothing that
 * others see may go at any time, loads and private stores among it (memory-mapping.md section 9). */
static bool is_kept(struct checker *c, const struct ir_instruction *instruction) {
    struct check_event event;
    if (instruction->opcode == IR_OPAQUE || instruction->opcode == IR_OPAQUE_TERMINATOR)
        return true;
    if (!check_may_touch_memory(instruction->opcode) || !check_event_of(c, instruction, &event))
        return false;
    if (instruction->opcode == IR_CALL || event.atomic || instruction->flags & IR_VOLATILE)
        return true;
    if (instruction->opcode != IR_LOAD)
        return event.space != 0;
    if (!c->used)
        c->used = find_used(c);
    return c->used[instruction->result];
}

/* InstCombine keeps the second of two fences that are alike, tags or not; at system and singlethread scope,
 * of two neighbours the stronger one. */
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

static void check_neighbours(struct checker *c, uint32_t first, uint32_t second) {
    const struct ir_instruction *a = &c->module->instructions[first], *b = &c->module->instructions[second];
    if (!are_merged(a, b))
        return;
    mmra_set kept = a->ordering > b->ordering ? a->mmra : b->mmra;
    if (mmra_union(&c->module->tags, a->mmra, b->mmra) != kept)
        check_relate(c, check_report(c, CHECK_MERGED_FENCES, second, NULL), first, "the other fence");
    else
        check_relate(c, check_report(c, CHECK_FENCE_MERGEABLE, second, NULL), first,
                     "the fence that it repeats");
}

/* ---- fences at singlethread scope ---- */

/* What a block's fences and atomics did so far: a fence at singlethread scope orders nothing for an atomic of
 * a wider scope, where no wider fence stands between. */
struct narrow_fences {
    uint32_t release;     /* index of an open release fence at singlethread, or CHECK_NO_INSTRUCTION */
    uint32_t atomic_read; /* index of a relaxed atomic read of wider scope, likewise */
};

static void follow_fence(struct checker *c, uint32_t index, const struct ir_instruction *fence,
                         const struct check_event *event, struct narrow_fences *at) {
    bool narrow = fence->scope == MMRA_SCOPE_SINGLETHREAD;
    if (event->releases)
        at->release = narrow ? index : CHECK_NO_INSTRUCTION;
    if (event->acquires && narrow && at->atomic_read != CHECK_NO_INSTRUCTION)
        check_relate(c, check_report(c, CHECK_SINGLETHREAD_FENCE, index, NULL), at->atomic_read,
                     "the access that it pairs with");
    if (event->acquires)
        at->atomic_read = CHECK_NO_INSTRUCTION;
}

static void follow_atomic(struct checker *c, uint32_t index, const struct ir_instruction *atomic,
                          const struct check_event *event, struct narrow_fences *at) {
    if (atomic->scope >= MMRA_SCOPE_SINGLETHREAD)
        return;
    if (event->writes && !event->releases && at->release != CHECK_NO_INSTRUCTION) {
        check_relate(c, check_report(c, CHECK_SINGLETHREAD_FENCE, at->release, NULL), index,
                     "the access that it pairs with");
        at->release = CHECK_NO_INSTRUCTION;
    }
    if (event->reads)
        at->atomic_read = event->acquires ? CHECK_NO_INSTRUCTION : index;
}

/* ---- fences that order nothing ---- */

/* Whether the fence is compatible with any of the accesses, or with any other synchronizing operation that
 * accesses memory. Only what lies around in the module is asked, so an empty module has no dead fence. */
static bool orders_something(struct checker *c, const struct ir_instruction *fence) {
    bool anything = false;
    uint8_t spaces = check_tags_of(c, fence->mmra)->spaces;
    for (uint32_t i = 0; i < c->access_set_count; i++) {
        uint8_t space = c->access_sets[i] & CHECK_ALL_SPACES;
        /* memoryBarrierShared() in a shader without shared memory costs nothing and is common. */
        anything |= spaces == CHECK_LOCAL ? (space & CHECK_LOCAL) != 0 : space != 0;
        if (space && check_compatible(c, fence->mmra, 0, true, c->access_sets[i] >> 2, space, false))
            return true;
    }
    for (uint32_t i = 0; i < c->synchronizing_set_count; i++) {
        uint8_t space = c->synchronizing_sets[i] & CHECK_ALL_SPACES;
        if (space && check_compatible(c, fence->mmra, 0, true, c->synchronizing_sets[i] >> 2, space, true))
            return true;
        anything |= spaces == CHECK_LOCAL ? (space & CHECK_LOCAL) != 0 : space != 0;
    }
    return !anything || c->any_unknown_access;
}

/* ---- fences and barriers ---- */

enum { NEAR = 64 };

/* The first instruction from `index` on, in steps of `step` and not far away, that touches memory, and what it does to
 * it; CHECK_NO_INSTRUCTION if there is none. What lies in address space 5 is passed by, and fences are if `past_fences`. */
static uint32_t find_neighbour(const struct checker *c, const struct ir_block *block, uint32_t index, int step,
                               bool past_fences, struct check_event *event) {
    uint32_t place = index - block->first_instruction;
    for (int i = 0; i < NEAR; i++) {
        place += (uint32_t)step; /* before the first it wraps, and is beyond the last */
        if (place >= block->instruction_count)
            return CHECK_NO_INSTRUCTION;
        const struct ir_instruction *instruction = &c->module->instructions[block->first_instruction + place];
        if (instruction->opcode == IR_OPAQUE)
            return CHECK_NO_INSTRUCTION;
        if (!check_may_touch_memory(instruction->opcode) || !check_event_of(c, instruction, event))
            continue;
        bool touches = event->space || event->barrier || event->unknown || instruction->opcode == IR_CALL;
        if (instruction->opcode == IR_FENCE ? !past_fences : touches)
            return block->first_instruction + place;
    }
    return CHECK_NO_INSTRUCTION;
}

/* GLSL's barrier() orders local memory, in shaders without any too. So do fences of other languages beside a
 * barrier: what they are to order may be none, and that is no mistake of their tags. */
static bool belongs_to_barrier(const struct checker *c, const struct ir_block *block, uint32_t index) {
    for (int step = -1; step <= 1; step += 2) {
        struct check_event event;
        if (find_neighbour(c, block, index, step, true, &event) != CHECK_NO_INSTRUCTION && event.barrier)
            return true;
    }
    return false;
}

/* An access that others may be concerned with and that orders nothing by itself. */
static bool is_unordered(struct checker *c, uint32_t index, const struct check_event *event) {
    const struct ir_instruction *instruction = &c->module->instructions[index];
    const struct check_tags *tags = check_tags_of(c, instruction->mmra);
    return event->space && !event->unknown && !check_synchronizes(event) && !event->barrier &&
           (event->reads || event->writes) && !(tags->private && !tags->nonprivate) &&
           !(instruction->annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD));
}

/* The fence orders what the access is concerned with. */
static bool orders(struct checker *c, uint32_t fence, uint32_t access, const struct check_event *event) {
    return check_compatible(c, c->module->instructions[fence].mmra, 0, true, c->module->instructions[access].mmra,
                            event->space, false);
}

/* Among the fences that stand beside the barrier on one side, one of `half` alone that orders the access. A fence of both
 * halves on one side is what many write, and is meant. */
static uint32_t find_half(struct checker *c, const struct ir_block *block, uint32_t barrier, int step, bool acquire,
                          uint32_t access, const struct check_event *accessed) {
    struct check_event event;
    uint32_t fence = find_neighbour(c, block, barrier, step, false, &event);
    for (; fence != CHECK_NO_INSTRUCTION && event.fence; fence = find_neighbour(c, block, fence, step, false, &event)) {
        bool alone = acquire ? event.acquires && !event.releases : event.releases && !event.acquires;
        if (alone && orders(c, fence, access, accessed))
            return fence;
    }
    return CHECK_NO_INSTRUCTION;
}

/* Directly at one side of the barrier stands an access, and at the other a fence of the half that belongs there: the fence
 * that should order the access is missing. */
static void check_half(struct checker *c, const struct ir_block *block, uint32_t barrier, bool released) {
    struct check_event event;
    int side = released ? -1 : 1;
    uint32_t access = find_neighbour(c, block, barrier, side, false, &event);
    if (access == CHECK_NO_INSTRUCTION || event.fence || !(released ? event.writes : event.reads) ||
        !is_unordered(c, access, &event))
        return;
    uint32_t fence = find_half(c, block, barrier, -side, released, access, &event);
    if (fence == CHECK_NO_INSTRUCTION)
        return;
    struct check_finding *finding =
        check_report(c, CHECK_HALF_BARRIER, barrier, released ? "no release" : "no acquire");
    check_relate(c, finding, access, "the access that is not ordered");
    check_relate(c, finding, fence, "the fence on the other side");
}

/* A fence that is a barrier's, by its kind and place: releasing before, acquiring behind. */
static void check_scope_beside(struct checker *c, uint32_t barrier, uint32_t fence, bool half) {
    ir_function called = check_called(c, &c->module->instructions[barrier]);
    bool wave = called && c->callees[called].wave;
    uint8_t scope = c->module->instructions[fence].scope;
    if (!half || scope >= MMRA_SCOPE_COUNT)
        return;
    if (wave && scope < MMRA_SCOPE_WAVEFRONT)
        check_relate(c, check_report(c, CHECK_FENCE_WIDER, fence, NULL), barrier, "the barrier beside it");
    else if (!wave && scope > MMRA_SCOPE_WORKGROUP)
        check_relate(c, check_report(c, CHECK_BARRIER_SCOPE, fence, NULL), barrier, "the barrier beside it");
}

static void check_barrier(struct checker *c, const struct ir_block *block, uint32_t barrier) {
    struct check_event event;
    uint32_t before = find_neighbour(c, block, barrier, -1, false, &event);
    if (before != CHECK_NO_INSTRUCTION && event.fence)
        check_scope_beside(c, barrier, before, event.releases);
    uint32_t behind = find_neighbour(c, block, barrier, 1, false, &event);
    if (behind != CHECK_NO_INSTRUCTION && event.fence)
        check_scope_beside(c, barrier, behind, event.acquires);
    check_half(c, block, barrier, true);
    check_half(c, block, barrier, false);
}

/* ---- a function ---- */

/* The one block that follows, if control goes there alone and comes from here alone: LLVM makes one block of
 * the two. */
static bool falls_through(const struct check_graph *graph, uint32_t block, uint32_t *next) {
    if (graph->successor_from[block + 1] - graph->successor_from[block] != 1)
        return false;
    *next = graph->successors[graph->successor_from[block]];
    return graph->predecessor_count[*next] == 1 && *next > block;
}

static bool has_fence(const struct checker *c, ir_function function) {
    uint32_t first, end;
    check_range_of(c->module, function, &first, &end);
    uint32_t next = check_first_from(c->fences, c->fence_count, first);
    return next < c->fence_count && c->fences[next] < end;
}

static bool is_barrier(const struct checker *c, const struct ir_instruction *call) {
    ir_function called = check_called(c, call);
    return called && c->callees[called].kind == CALLEE_BARRIER;
}

static void follow_block(struct checker *c, const struct ir_block *block, uint32_t *last_fence,
                         struct narrow_fences *narrow) {
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        uint32_t index = block->first_instruction + i;
        const struct ir_instruction *instruction = &c->module->instructions[index];
        struct check_event event;
        if (instruction->ordering != IR_NOT_ATOMIC)
            check_event_of(c, instruction, &event);
        if (instruction->opcode == IR_FENCE) {
            if (*last_fence != CHECK_NO_INSTRUCTION)
                check_neighbours(c, *last_fence, index);
            if (!orders_something(c, instruction) && !belongs_to_barrier(c, block, index))
                check_report(c, CHECK_DEAD_FENCE, index, NULL);
            follow_fence(c, index, instruction, &event, narrow);
            *last_fence = index;
            continue;
        }
        if (instruction->ordering != IR_NOT_ATOMIC)
            follow_atomic(c, index, instruction, &event, narrow);
        if (instruction->opcode == IR_CALL && is_barrier(c, instruction))
            check_barrier(c, block, index);
        if (*last_fence != CHECK_NO_INSTRUCTION && is_kept(c, instruction))
            *last_fence = CHECK_NO_INSTRUCTION;
    }
}

void check_fences(struct checker *c, ir_function function) {
    const struct ir_module *module = c->module;
    const struct ir_function_info *info = &module->functions[function];
    if (!has_fence(c, function))
        return;
    struct check_graph graph = check_control_flow(c, function);
    uint32_t last_fence = CHECK_NO_INSTRUCTION, next = UINT32_MAX;
    struct narrow_fences narrow = {CHECK_NO_INSTRUCTION, CHECK_NO_INSTRUCTION};
    for (uint32_t b = 0; b < info->block_count; b++) {
        if (b != next) {
            last_fence = CHECK_NO_INSTRUCTION;
            narrow = (struct narrow_fences){CHECK_NO_INSTRUCTION, CHECK_NO_INSTRUCTION};
        }
        next = UINT32_MAX;
        follow_block(c, &module->blocks[info->first_block + b], &last_fence, &narrow);
        if (!falls_through(&graph, b, &next))
            next = UINT32_MAX;
    }
}
