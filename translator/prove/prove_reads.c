/* Reads of memory of the workgroup that find the same in all its invocations: one invocation has written the place, and
 * barriers separate every write from the read. Conditions of barriers may hang on them (docs/reference/proofs.md,
 * "Barriers"). All such reads are taken to be alike first; those of which that does not follow then are no more, until
 * it follows of all that are left. It holds from the beginning of a run on: what a read finds hangs on earlier ones. */
#include "mmra/model/model.h"
#include "translator/prove/prove_core.h"

/* Terms as the first invocation of a workgroup has them, and the last one. */
struct ones {
    struct prove_substitution of[2];
    prove_term to[2][3];
};

/* The place in the workgroup is the first symbols that there are, without dimensions of one. */
static void begin_ones(struct prover *p, struct ones *ones) {
    for (uint32_t last = 0; last < 2; last++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < 3; i++)
            if (p->local[i] > 1)
                ones->to[last][count++] = prove_constant(&p->terms, 32, last ? p->local[i] - 1 : 0);
        prove_substitution_init(&p->terms, &ones->of[last], 0, count, ones->to[last]);
    }
}

static bool varies(const struct prover *p, prove_term term) {
    return prove_variance(&p->terms, term) & PROVE_OF_INVOCATION;
}

/* Whether one of them always writes what is read. */
static bool is_written_by_one(struct prover *p, struct prove_substitution *one, const struct prove_event *write,
                              const struct prove_event *read) {
    prove_term control = prove_substitute(&p->terms, one, write->control);
    if (varies(p, control) || !prove_has_all(&p->terms, read->control, control) ||
        write->path_count != read->path_count)
        return false;
    for (uint32_t i = 0; i < read->path_count; i++)
        if (varies(p, read->path[i]) || prove_substitute(&p->terms, one, write->path[i]) != read->path[i])
            return false;
    return true;
}

static bool is_same_for_all(struct prove_asker *a, struct ones *ones, uint32_t i) {
    struct prover *p = a->p;
    const struct prove_event *read = &p->events[i];
    bool is_written = false;
    for (uint32_t k = 0; k < p->event_count; k++) {
        const struct prove_event *write = &p->events[k];
        if (write->kind != PROVE_ACCESS || !write->is_write || write->object != read->object ||
            prove_is_elsewhere(p, write, read))
            continue;
        mmra_work(p->arena->watch, 1 + (k < i ? i - k : k - i));
        bool is_ordered = read->flags & write->flags & MODEL_NONPRIVATE;
        bool is_before = is_ordered && prove_is_separated(a, k, i, false);
        if (!is_before && !(is_ordered && prove_is_separated(a, i, k, false)))
            return false;
        for (uint32_t last = 0; last < 2 && is_before && !is_written; last++)
            is_written = is_written_by_one(p, &ones->of[last], write, read);
    }
    return is_written;
}

/* By dense index; 0: the instruction has none. */
static uint32_t result_of(const struct prover *p, const struct prove_event *event) {
    const spirv_id result = spirv_instruction_at(p->module, event->word).result;
    return result ? spirv_index(p->module, result) : 0;
}

static bool is_shared_read(const struct prover *p, const struct prove_event *event) {
    return event->kind == PROVE_ACCESS && event->is_read && !event->is_atomic &&
           p->objects[event->object - 1].storage_class == SpvStorageClassWorkgroup && result_of(p, event);
}

/* Whether a barrier hangs on what is not alike in all invocations. */
static bool has_uneven_barrier(const struct prover *p) {
    for (uint32_t i = 0; i < p->event_count; i++)
        if (p->events[i].kind == PROVE_BARRIER && varies(p, p->events[i].control))
            return true;
    return p->uneven;
}

bool *prove_alike_reads(struct prove_asker *a, const bool *alike) {
    struct prover *p = a->p;
    bool *next = arena_allocate_array(p->arena, p->module->definition_count + 1, sizeof *next), is_other = false;
    struct ones ones;
    if (!alike && !has_uneven_barrier(p))
        return NULL;
    begin_ones(p, &ones);
    for (uint32_t i = 0; i < p->event_count; i++)
        if (is_shared_read(p, &p->events[i]))
            next[result_of(p, &p->events[i])] = true;
    for (uint32_t i = 0; i < p->event_count; i++) {
        const uint32_t result = is_shared_read(p, &p->events[i]) ? result_of(p, &p->events[i]) : 0;
        next[result] &= !alike || (alike[result] && is_same_for_all(a, &ones, i));
        is_other |= result && (!alike || next[result] != alike[result]);
    }
    return is_other ? next : NULL;
}
