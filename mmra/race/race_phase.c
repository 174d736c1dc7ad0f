/* Phases of a workgroup: a control barrier to which all of its invocations come, and which orders shared memory, makes
 * it available and visible, stands between all accesses to that memory before it and all after it. So a word of shared
 * memory remembers the accesses since the last such barrier alone. It is the counter of barriers that iGUARD (Kamath,
 * Basu, SOSP 2021, "block barrier") and HiRace (Jacobson, Burtscher, Gopalakrishnan, SC 2024) keep beside each word;
 * here it is a proof that the clocks would find them ordered, not another definition of order.
 *
 * Why: let `a` be before the barrier and `x` after it, both non-private, of one reference and of a class of the
 * barrier's semantics, which are one of the sets of classes that have clocks. All invocations have the same clock of
 * this set after the barrier, which has every event before it: `a` happens before `x`. The barrier of a's invocation is
 * an operation that makes its class available after `a`, and that of x's one that makes it visible before `x`, in a
 * domain that has both, and the first happens before the second: so `a` is before `x` in location order, by the formal
 * model and by the text. Accesses of before add nothing to the order of two later ones either: what is made available
 * by itself after a write, or visible before a read, is of the same invocation as these; only chains go through others.
 */
#include "mmra/race/race_run.h"

enum { WORKGROUP_CLASS = 1 };

static bool has_all(uint16_t flags, uint16_t wanted) {
    return (flags & wanted) == wanted;
}

/* Looks at all accesses to shared memory in the program: whether barriers can separate them, and whether each makes
 * available and visible by itself, in the domain of the workgroup. */
static void survey(struct race_run *run, const struct program_instruction *i) {
    const struct model_operation *o = &i->operation;
    const uint16_t own =
        (uint16_t)((o->kind & MODEL_WRITE ? MODEL_AVAILABLE : 0) | (o->kind & MODEL_READ ? MODEL_VISIBLE : 0));
    if (i->opcode != PROGRAM_ACCESS || o->storage_class != WORKGROUP_CLASS)
        return;
    run->has_phases &= o->flags & MODEL_NONPRIVATE && i->reference == MODEL_NONE;
    run->is_coherent &= has_all(o->flags, own) && o->scope <= VULKAN_WORKGROUP;
}

void race_phase_init(struct race_run *run) {
    const struct race_program *program = run->program;
    run->phases = arena_allocate_array(run->arena, program->group_count, sizeof *run->phases);
    run->has_phases = !(run->options->without & RACE_WITHOUT_PHASES) && !run->order.chained;
    run->is_coherent = true;
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            survey(run, &program->codes[c].code[i]);
}

static bool separates(const struct race_run *run, const struct race_event *events, uint32_t count) {
    const uint32_t size = run->program->group_size;
    const struct model_operation *o = events->operation;
    return run->has_phases && count == size && events[0].invocation / size == events[count - 1].invocation / size &&
           (run->is_coherent || has_all(events->flags, MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE)) &&
           o->semantics >> WORKGROUP_CLASS & 1 && o->scope <= VULKAN_WORKGROUP &&
           race_order_are_alike(&run->order, events, count);
}

void race_phase_end(struct race_run *run, const struct race_event *events, uint32_t count) {
    if (separates(run, events, count))
        run->phases[events->invocation / run->program->group_size]++;
}

/* The last write stays: who reads it is told from where. */
static void forget(struct race_run *run, struct race_word *word) {
    for (uint32_t i = 0; i < word->reads.count; i++)
        race_order_forget(&run->order, word->reads.items[i].known);
    word->reads.count = 0;
    for (uint32_t i = 0; i + 1 < word->writes.count; i++)
        race_order_forget(&run->order, word->writes.items[i].known);
    if (word->writes.count) {
        word->writes.items[0] = word->writes.items[word->writes.count - 1];
        word->writes.count = word->stale = 1;
    }
}

void race_phase_begin(struct race_run *run, struct race_word *word, const struct race_event *event) {
    if (!run->has_phases)
        return;
    const uint32_t phase = run->phases[run->at_group];
    word->kept |= event->operation->storage_class != WORKGROUP_CLASS || word->merged;
    if (word->phase != phase && !word->kept)
        forget(run, word);
    word->phase = phase;
}
