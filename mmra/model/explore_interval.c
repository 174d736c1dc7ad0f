/* Barrier intervals. A read is not put off for a write that can only come after a barrier which orders the read before
 * it (docs/reference/models.md, "Intervals"). What another thread may do before that barrier is followed on every way,
 * whatever its reads will give: the adversarial abstraction of Betts, Chong, Donaldson, Qadeer and Thomson, "GPUVerify:
 * a verifier for GPU kernels" (OOPSLA 2012), of the threads between two barriers.
 *
 * Take a read R, a thread that may yet write to R's location, and a barrier of the workgroup that both threads come to,
 * the reader after R. Let the barrier release and acquire R's storage class, with a scope that holds both; let neither
 * R nor an instruction of the other thread that may write there be private, and let all be of one class. Then R happens
 * before all that the other writes there after the barrier. If the reader never comes to that barrier, nothing after it
 * happens. Reads that have nothing to wait for are decided first. */
#include "mmra/model/explore_state.h"

enum { MOST_FORKS = 12, MOST_STEPS = 2000 };

struct interval_value {
    uint64_t value;
    bool known;
};

/* The way of a thread from where it is, while the read is open. */
struct walk {
    const struct explorer *e;
    const struct program_thread *program;
    const struct model_operation *read;
    uint32_t cell;
    uint32_t behind; /* the reading thread's barrier of this number, and those that follow, come after the read */
    bool together;   /* both threads are of one workgroup */
    uint32_t steps;
};

void explore_find_intervals(struct explorer *e) {
    bool none = e->options->without & EXPLORE_INTERVALS || e->program->call_level || e->model->decides_plain_reads ||
                e->options->model.any_execution;
    e->interval =
        none ? NULL : arena_allocate_array(e->arena, (size_t)(MOST_FORKS + 1) * (e->widest + 1), sizeof *e->interval);
}

/* Whether the barrier orders the read before what another thread does after it, to memory of the same storage class: it
 * releases and acquires that class, and all threads of the workgroup are in its scope. */
static bool orders(const struct walk *w, const struct program_instruction *barrier) {
    const struct model_operation *o = &barrier->operation;
    const uint16_t both = MODEL_ACQUIRE | MODEL_RELEASE;
    return w->together && barrier->barrier_level == VULKAN_WORKGROUP && (o->flags & both) == both &&
           o->kind & MODEL_FENCE && !(o->kind & (MODEL_ARRIVES | MODEL_WAITS)) && o->scope <= VULKAN_WORKGROUP &&
           o->semantics >> w->read->storage_class & 1;
}

static struct interval_value operand(const struct interval_value *values, struct program_operand o) {
    return o.kind == PROGRAM_REGISTER ? values[o.value] : (struct interval_value){o.value, o.kind == PROGRAM_CONSTANT};
}

static void compute(const struct program_instruction *i, struct interval_value *values) {
    const struct program_operand *operands[] = {&i->a, &i->b, &i->c};
    struct interval_value given[3] = {0}, result = {0, true};
    for (uint32_t k = 0; k < 3; k++) {
        given[k] = operand(values, *operands[k]);
        result.known &= given[k].known || operands[k]->kind == PROGRAM_NOTHING;
    }
    result.known = result.known && program_compute(i, given[0].value, given[1].value, given[2].value, &result.value);
    values[i->target] = result;
}

static void forget(struct interval_value *values, uint32_t target) {
    if (target != MODEL_NONE)
        values[target].known = false;
}

static bool writes(const struct walk *w, const struct program_instruction *i, const struct interval_value *values) {
    const struct interval_value address = operand(values, i->a);
    if (!(i->operation.kind & MODEL_WRITE))
        return false;
    return address.known ? program_find_cell(w->e->program, address.value, i->bytes) == w->cell
                         : program_may_access(w->e->program, i, w->cell);
}

/* Whether the thread may write the cell before it has passed a barrier that orders the read before that; `count`: of
 * the workgroup's barriers it has passed so many. */
static bool may_write(struct walk *w, uint32_t at, uint32_t count, struct interval_value *values, uint32_t forks) {
    while (w->steps++ < MOST_STEPS) {
        const struct program_instruction *i = &w->program->code[at++];
        const struct interval_value condition = operand(values, i->a);
        switch (i->opcode) {
        case PROGRAM_COMPUTE:
            compute(i, values);
            break;
        case PROGRAM_ACCESS:
            if (writes(w, i, values))
                return true;
            forget(values, i->target);
            forget(values, i->success);
            break;
        case PROGRAM_EXCHANGE:
            forget(values, i->target);
            break;
        case PROGRAM_EVENT:
            break;
        case PROGRAM_BARRIER:
            if (i->barrier_mode != PROGRAM_BARRIER_COUNTED || i->operation.kind & (MODEL_ARRIVES | MODEL_WAITS))
                return true;
            if (count >= w->behind && orders(w, i))
                return false;
            count += i->barrier_level == VULKAN_WORKGROUP;
            break;
        case PROGRAM_JUMP:
            at = i->if_true;
            break;
        case PROGRAM_BRANCH:
            if (!condition.known) {
                struct interval_value *copy = values + w->e->widest;
                if (forks == MOST_FORKS)
                    return true;
                memcpy(copy, values, w->e->widest * sizeof *copy);
                if (may_write(w, i->if_true, count, copy, forks + 1))
                    return true;
            }
            at = condition.known && condition.value & 1 ? i->if_true : i->if_false;
            break;
        default: /* it ends */
            return false;
        }
    }
    return true;
}

/* Accesses to the cell are ordered if they are not private, and of the storage class that the barriers have. */
static bool all_are_ordered(const struct walk *w) {
    for (uint32_t k = 0; k < w->program->code_count; k++) {
        const struct program_instruction *i = &w->program->code[k];
        if (i->opcode == PROGRAM_ACCESS && i->operation.kind & MODEL_WRITE &&
            program_may_access(w->e->program, i, w->cell) &&
            (!(i->operation.flags & MODEL_NONPRIVATE) || i->operation.storage_class != w->read->storage_class))
            return false;
    }
    return true;
}

/* Counts the barriers of the workgroup that a thread has come to before an event, and says whether one of them orders
 * the read before what it does now. */
static uint32_t barriers_before(const struct walk *w, const struct explore_state *state, uint32_t thread, uint32_t end,
                                bool *passed) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < end; i++) {
        const struct explore_event *event = &state->events[i];
        if (event->model.thread != (int32_t)thread || !(event->model.kind & MODEL_BARRIER) ||
            event->model.kind & MODEL_ARRIVES || event->instruction->barrier_mode != PROGRAM_BARRIER_COUNTED ||
            event->instruction->barrier_level != VULKAN_WORKGROUP)
            continue;
        *passed |= count >= w->behind && orders(w, event->instruction);
        count++;
    }
    return count;
}

bool state_writes_behind_barrier(const struct explorer *e, const struct explore_state *state, uint32_t read,
                                 uint32_t thread) {
    const struct explore_event *event = &state->events[read];
    const struct explore_thread *other = &state->threads[thread];
    const uint32_t level = VULKAN_WORKGROUP;
    struct walk w = {.e = e,
                     .program = &e->program->threads[thread],
                     .read = event->model.operation,
                     .cell = event->model.location,
                     .together = e->scopes[thread].instance[level] == e->scopes[event->model.thread].instance[level]};
    if (!e->interval || !(event->model.flags & MODEL_NONPRIVATE) || !w.together || other->fault || other->undefined ||
        other->status == THREAD_AT_UNDEFINED_BRANCH || other->arrived || !all_are_ordered(&w))
        return false;
    bool passed = false;
    w.behind = UINT32_MAX;
    w.behind = barriers_before(&w, state, (uint32_t)event->model.thread, read, &passed);
    barriers_before(&w, state, thread, state->event_count, &passed);
    if (passed)
        return true;
    for (uint32_t i = 0; i < w.program->register_count; i++) {
        const struct node *node = &state->nodes[state->registers[e->first_register[thread] + i]];
        e->interval[i] = (struct interval_value){node->value, node->known && !node->undefined};
    }
    return !may_write(&w, other->at, other->barriers[level], e->interval, 0);
}
