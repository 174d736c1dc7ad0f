/* never-released and never-acquired: one invocation writes and then signals, another waits for the signal and reads,
 * and nothing orders the write before the signal, or the read after it (models.md, "AMDGPU").
 *
 * A signal is an atomic write of a flag, and a wait an atomic read of the same flag; a barrier of the workgroup is
 * both. Each pair of a plain write and a plain read of one memory is looked at alone. Along every path from the write
 * it is followed whether a release came before a signal; if on some path to the end the write was signalled, but never
 * after a release, no reader can rely on it. Before the read likewise an acquire after a wait. Between a write and a
 * read in one function with a barrier between them the path from one to the other tells both. Whatever the module does
 * not tell (a call, assembly, an address) counts as right. */
#include "mmra/base/sort.h"
#include "mmra/check/checker.h"
#include "mmra/passes/dataflow.h"

/* Sets of flags, or of writes, are words. The barrier is a flag too. */
enum { MOST = 64, BARRIER = 0 };

/* How far a write has come: whether it was released, and whether a signal came before that, by a flag or by a barrier.
 * NARROW: the release orders no other memory, so a flag there tells nothing of it.
 * LENIENT: the release was one half of a fence that acquires too, which many write for both sides of a barrier. */
enum way { WRITTEN, SIGNALLED, MET, NARROW, RELEASED, LATE, LATE_MET, LENIENT, HANDED, WAYS };

/* A plain access, and what all paths from a write, or to a read, have. */
struct side {
    const struct check_event *event;
    struct check_address address;
    ir_function function;
    uint64_t open, closed; /* flags that signal it unreleased and released; read unacquired and acquired */
    uint32_t meeting;      /* the first barrier that it came to unreleased or released; CHECK_NO_INSTRUCTION: none */
    bool tried;            /* something tries to order it, but is not compatible */
    bool lost;             /* on some path no signal is right */
};

struct ways {
    uint64_t of[WAYS]; /* writes that may be on this one */
};

/* The paths to a place. */
struct waits {
    uint64_t waited, acquired; /* flags waited for, with no acquire since; and with one */
    bool fresh, lenient;       /* on some path nothing was waited for; and a fence of both halves came */
    bool tried;
};

struct handovers {
    struct checker *c;
    uint32_t *from;     /* by block of the module, and one after: in checker.events */
    bool *synchronizes; /* by function: it, or what it calls, may order memory */
    bool *called;       /* by function */
    struct {
        check_root memory;
        struct check_address address;
        uint64_t same; /* flags that may be the same word */
        bool branched; /* somebody's control depends on it */
    } flags[MOST];
    uint32_t flag_count;
    uint64_t flags_in[IR_ALL_MEMORY + 1]; /* by spaces; the barrier is in all */
    uint8_t *flag_of;                     /* by event: flag + 1 */
    struct side *writes, *reads;          /* of one memory */
    uint32_t write_count, read_count;
    struct dataflow_list list; /* room for the largest function */
    struct ways *ways;         /* by block of the function: where it begins */
    struct waits *waits;
    bool *told;       /* by event */
    bool *is_private; /* by memory */
};

/* ---- what an event does to a handover ---- */

struct step {
    bool ends;                        /* nobody knows what it does, so all may be right after it */
    bool releases, acquires, lenient, /* what is compatible; of both halves */
        tries_release, tries_acquire, signals, waits, meets;
    bool narrow;     /* the fence orders no other memory than the payload's ... */
    bool elsewhere;  /* ... where the flag is not */
    uint64_t flag;   /* what it signals, or is waited for */
    uint64_t paired; /* flags whose memory the fence orders too */
};

static bool is_half(const struct checker *c, const struct check_event *event, const char *name) {
    return mmra_string_equal(mmra_string_of(check_intrinsic(c, event->does.called)->name), mmra_string_of(name));
}

static bool orders(const struct checker *c, const struct check_event *event, const struct side *access) {
    return check_compatible(c, event->mmra, event->space, true, access->event->mmra, access->event->space, false);
}

static struct step step_of(const struct handovers *h, const struct check_event *event, const struct side *write,
                           const struct side *read) {
    const struct checker *c = h->c;
    struct step step = {0};
    if (event->does.defined) {
        step.ends = h->synchronizes[event->does.called];
    } else if (event->does.barrier && event->does.waves_meet) {
        step.signals = !is_half(c, event, IR_NAME_BARRIER_WAIT);
        step.waits = !is_half(c, event, IR_NAME_BARRIER_SIGNAL);
        step.meets = true;
        step.flag = 1 << BARRIER;
    } else if (event->does.unknown) {
        step.ends = ir_may_do_anything(c->module, &c->module->instructions[event->index], &event->does);
    } else if (event->does.fence || event->does.atomic) {
        uint8_t flag = h->flag_of[event - c->events];
        step.releases = event->does.releases && orders(c, event, write);
        step.acquires = event->does.acquires && orders(c, event, read);
        step.tries_release = event->does.releases && !step.releases;
        step.tries_acquire = event->does.acquires && !step.acquires;
        step.lenient = event->does.fence && step.releases && step.acquires;
        step.signals = event->does.atomic && event->does.writes;
        step.waits = event->does.atomic && event->does.reads;
        step.flag = flag ? h->flags[flag - 1].same : 0;
        uint8_t spaces = event->does.fence ? check_tags_of(c, event->mmra)->spaces : IR_ALL_MEMORY;
        step.narrow = spaces != IR_ALL_MEMORY;
        step.elsewhere = !(event->space & write->event->space);
        step.paired = h->flags_in[spaces];
    }
    return step;
}

/* ---- a write and what comes after it ---- */

static void move(struct ways *ways, enum way from, enum way to) {
    uint64_t moved = ways->of[from];
    ways->of[from] = 0;
    ways->of[to] |= moved;
}

static void note_signal(struct handovers *h, const struct ways *ways, const struct step *step, uint32_t index) {
    uint64_t open = ways->of[WRITTEN] | ways->of[SIGNALLED] | ways->of[MET];
    uint64_t closed = ways->of[NARROW] | ways->of[RELEASED] | ways->of[LATE] | ways->of[LATE_MET] | ways->of[LENIENT];
    for (uint64_t writes = open | closed; writes; writes &= writes - 1) {
        struct side *write = &h->writes[__builtin_ctzll(writes)];
        uint64_t this_one = writes & -writes;
        write->open |= open & this_one ? step->flag : 0;
        write->closed |= closed & this_one ? step->flag : 0;
        if (step->meets && write->meeting == CHECK_NO_INSTRUCTION)
            write->meeting = index;
    }
}

static void try_release(struct handovers *h, uint64_t writes) {
    for (; writes; writes &= writes - 1)
        h->writes[__builtin_ctzll(writes)].tried = true;
}

static void release(struct ways *ways, bool lenient, bool narrow) {
    move(ways, WRITTEN, narrow ? NARROW : lenient ? LENIENT : RELEASED);
    move(ways, SIGNALLED, lenient ? LENIENT : LATE);
    move(ways, NARROW, narrow ? NARROW : RELEASED);
    if (!lenient) {
        move(ways, MET, LATE_MET);
        return;
    }
    move(ways, RELEASED, LENIENT);
    move(ways, LATE, LENIENT);
    ways->of[MET] = ways->of[LATE_MET] = ways->of[HANDED] = 0;
}

static void signal(struct handovers *h, struct ways *ways, const struct step *step, uint32_t index) {
    if (step->elsewhere && !step->meets) {
        try_release(h, ways->of[NARROW]);
        move(ways, NARROW, WRITTEN);
    }
    note_signal(h, ways, step, index);
    move(ways, WRITTEN, step->meets ? MET : SIGNALLED);
    if (step->meets)
        move(ways, SIGNALLED, MET);
    for (enum way way = NARROW; way < HANDED; way++) {
        if (step->meets && way != LENIENT)
            move(ways, way, HANDED);
        ways->of[way] = 0;
    }
    if (!step->meets)
        ways->of[HANDED] = 0;
}

static void pass(struct handovers *h, struct ways *ways, const struct step *step, uint32_t index) {
    if (step->ends)
        *ways = (struct ways){0};
    if (step->tries_release)
        try_release(h, ways->of[WRITTEN]);
    if (step->releases)
        release(ways, step->lenient, step->narrow);
    if (step->signals)
        signal(h, ways, step, index);
    if (step->acquires)
        ways->of[HANDED] = 0;
}

/* ---- a write and a read of one function, with a barrier between them ---- */

/* Whether the barrier has been judged with the fences beside it: half-barrier and barrier-scope say more. */
static bool is_judged(const struct checker *c, uint32_t barrier) {
    for (uint32_t i = 0; i < c->finding_count; i++) {
        const struct check_finding *finding = &c->findings[i];
        mmra_work_at(c->module->watch, i);
        if (finding->rule == CHECK_HALF_BARRIER && finding->instruction == barrier)
            return true;
        if (finding->rule == CHECK_BARRIER_SCOPE && finding->related_count &&
            finding->related[0].instruction == barrier)
            return true;
    }
    return false;
}

/* Whether both access the same place, and may be of two invocations. A private access shares nothing, unless the other
 * one says of the very same place that it is shared. */
static bool may_meet(const struct handovers *h, const struct side *write, const struct side *read) {
    const struct checker *c = h->c;
    bool shared = mmra_is_shared(check_tags_of(c, write->event->mmra)->facts);
    bool read_shared = mmra_is_shared(check_tags_of(c, read->event->mmra)->facts);
    if (!shared && !read_shared)
        return false;
    if ((!shared || !read_shared) && (!write->address.known || write->address.granule != read->address.granule))
        return false;
    return check_addresses_meet(&write->address, &read->address) &&
           !check_is_own_place(c, write->event->does.pointer, read->event->does.pointer);
}

static bool tell_first(struct handovers *h, const struct side *side) {
    bool *told = &h->told[side->event - h->c->events];
    bool first = !*told;
    *told = true;
    return first;
}

static void tell(struct handovers *h, enum check_rule rule, const struct side *write, const struct side *read,
                 uint32_t signal, uint32_t wait) {
    bool released = rule == CHECK_NEVER_RELEASED;
    if (!check_is_on(h->c, rule) || !tell_first(h, released ? write : read))
        return;
    struct check_finding *finding = check_report(h->c, rule, released ? write->event->index : read->event->index, NULL);
    if (!released)
        check_relate(h->c, finding, write->event->index, "what another invocation writes here");
    if (signal != CHECK_NO_INSTRUCTION)
        check_relate(h->c, finding, signal, signal == wait ? "the barrier" : "the signal");
    if (wait != CHECK_NO_INSTRUCTION && wait != signal)
        check_relate(h->c, finding, wait, "the wait for it");
    if (released)
        check_relate(h->c, finding, read->event->index, "the read, which may find an old value");
}

static void meet(struct handovers *h, const struct ways *ways, const struct side *read) {
    uint64_t unreleased = ways->of[MET] | ways->of[LATE_MET];
    for (uint64_t writes = unreleased | ways->of[HANDED]; writes; writes &= writes - 1) {
        const struct side *write = &h->writes[__builtin_ctzll(writes)];
        uint32_t barrier = write->meeting;
        if (barrier == CHECK_NO_INSTRUCTION || !may_meet(h, write, read) || is_judged(h->c, barrier))
            continue;
        enum check_rule rule = unreleased & (writes & -writes) ? CHECK_NEVER_RELEASED : CHECK_NEVER_ACQUIRED;
        tell(h, rule, write, read, barrier, barrier);
    }
}

/* ---- the writes of a function, and a kind of reads ---- */

/* Accesses with the same tags, of the same kind of memory, are ordered alike. */
static bool are_alike(const struct side *a, const struct side *b) {
    return a->event->mmra == b->event->mmra && a->event->space == b->event->space;
}

static struct side *find_side(struct side *sides, uint32_t count, const struct check_event *event) {
    for (uint32_t i = 0; i < count; i++)
        if (sides[i].event == event)
            return &sides[i];
    return NULL;
}

static void pass_event(struct handovers *h, struct ways *ways, const struct check_event *event, const struct side *kind,
                       const struct side *read_kind) {
    struct side *write = event->does.writes ? find_side(h->writes, h->write_count, event) : NULL;
    struct side *read = event->does.reads ? find_side(h->reads, h->read_count, event) : NULL;
    if (write && are_alike(write, kind)) {
        for (enum way way = WRITTEN; way < WAYS; way++)
            ways->of[way] &= ~(UINT64_C(1) << (write - h->writes));
        ways->of[WRITTEN] |= UINT64_C(1) << (write - h->writes);
    } else if (read && are_alike(read, read_kind)) {
        meet(h, ways, read);
    } else {
        struct step step = step_of(h, event, kind, read_kind);
        pass(h, ways, &step, event->index);
    }
}

static void lose_at_end(struct handovers *h, const struct ways *ways) {
    uint64_t lost = ways->of[SIGNALLED] | ways->of[MET] | ways->of[LATE] | ways->of[LATE_MET];
    for (; lost; lost &= lost - 1)
        h->writes[__builtin_ctzll(lost)].lost = true;
}

static bool join(struct ways *into, const struct ways *from) {
    bool grew = false;
    for (enum way way = WRITTEN; way < WAYS; way++) {
        grew |= from->of[way] & ~into->of[way];
        into->of[way] |= from->of[way];
    }
    return grew;
}

static void follow_writes(struct handovers *h, ir_function function, const struct side *kind,
                          const struct side *read_kind) {
    struct checker *c = h->c;
    const struct block_graph graph = check_control_flow(c, function);
    struct ways *states = h->ways;
    memset(states, 0, graph.count * sizeof *states);
    for (uint32_t block = graph.count; block > 0; block--)
        dataflow_wait(&h->list, block - 1);
    while (h->list.count) {
        uint32_t block = dataflow_next(&h->list);
        struct ways ways = states[block];
        for (uint32_t i = h->from[graph.first + block]; i < h->from[graph.first + block + 1]; i++) {
            mmra_work(c->module->watch, 4);
            pass_event(h, &ways, &c->events[i], kind, read_kind);
        }
        for (uint32_t e = graph.successor_from[block]; e < graph.successor_from[block + 1]; e++)
            if (join(&states[graph_successor(&graph, e)], &ways))
                dataflow_wait(&h->list, graph_successor(&graph, e));
        if (flow_returns(c->module, graph.first + block))
            lose_at_end(h, &ways);
    }
}

/* ---- a kind of reads, and what comes before them ---- */

static void await(struct waits *at, const struct step *step) {
    if (step->meets && at->lenient)
        at->acquired |= step->flag;
    if (at->fresh || at->waited || (at->lenient && !step->meets))
        at->waited |= step->flag;
    at->fresh = at->lenient = false;
}

static void acquire(struct waits *at, const struct step *step) {
    at->acquired |= at->waited & step->paired;
    at->waited &= ~step->paired;
    at->tried = at->waited;
    if (step->lenient) {
        at->lenient |= at->fresh;
        at->fresh = false;
    }
}

static void reach_read(struct side *read, const struct waits *at) {
    read->open |= at->waited;
    read->closed |= at->acquired;
    read->tried |= at->tried;
}

static void wait_event(struct handovers *h, struct waits *at, const struct check_event *event,
                       const struct side *kind) {
    struct side *read = event->does.reads ? find_side(h->reads, h->read_count, event) : NULL;
    if (read && are_alike(read, kind))
        reach_read(read, at);
    struct step step = step_of(h, event, kind, kind);
    if (step.ends)
        *at = (struct waits){0};
    if (step.waits)
        await(at, &step);
    if (step.acquires)
        acquire(at, &step);
    at->tried |= step.tries_acquire && at->waited;
}

static bool join_waits(struct waits *into, const struct waits *from) {
    struct waits before = *into;
    into->waited |= from->waited;
    into->acquired |= from->acquired;
    into->fresh |= from->fresh;
    into->lenient |= from->lenient;
    into->tried |= from->tried;
    return into->waited != before.waited || into->acquired != before.acquired || into->fresh != before.fresh ||
           into->lenient != before.lenient || into->tried != before.tried;
}

static void follow_reads(struct handovers *h, ir_function function, const struct side *kind) {
    struct checker *c = h->c;
    const struct block_graph graph = check_control_flow(c, function);
    struct waits *states = h->waits;
    memset(states, 0, graph.count * sizeof *states);
    states[0].fresh = !h->called[function];
    for (uint32_t block = graph.count; block > 0; block--)
        dataflow_wait(&h->list, block - 1);
    while (h->list.count) {
        uint32_t block = dataflow_next(&h->list);
        struct waits at = states[block];
        for (uint32_t i = h->from[graph.first + block]; i < h->from[graph.first + block + 1]; i++) {
            mmra_work(c->module->watch, 4);
            wait_event(h, &at, &c->events[i], kind);
        }
        for (uint32_t e = graph.successor_from[block]; e < graph.successor_from[block + 1]; e++)
            if (join_waits(&states[graph_successor(&graph, e)], &at))
                dataflow_wait(&h->list, graph_successor(&graph, e));
    }
}

/* ---- pairs ---- */

/* Whether somebody goes by the flag. Without that, and without any fence, an atomic is a counter and no signal. */
static bool is_branched(const struct handovers *h, uint64_t flags) {
    for (; flags; flags &= flags - 1)
        if (h->flags[__builtin_ctzll(flags)].branched)
            return true;
    return false;
}

/* The barrier of one function is judged on the way from the write to the read; kernels do not meet each other. */
static uint64_t common_flags(const struct handovers *h, const struct side *write, const struct side *read) {
    const struct ir_function_info *functions = h->c->module->functions;
    if (write->function == read->function)
        return ~(UINT64_C(1) << BARRIER);
    return functions[write->function].kernel || functions[read->function].kernel ? 0 : ~UINT64_C(0);
}

/* An atomic access that does to the flag what a signal or a wait does. */
static uint32_t find_access(const struct handovers *h, ir_function function, uint64_t flags, bool writes) {
    const struct checker *c = h->c;
    for (uint32_t i = c->first_event[function]; i < c->first_event[function + 1]; i++) {
        const struct check_event *event = &c->events[i];
        uint64_t flag = h->flag_of[i] ? UINT64_C(1) << (h->flag_of[i] - 1) : 0;
        mmra_work(c->module->watch, 1);
        if (event->does.barrier && event->does.waves_meet)
            flag = 1 << BARRIER;
        if (flag & flags && (event->does.barrier || (writes ? event->does.writes : event->does.reads)))
            return event->index;
    }
    return CHECK_NO_INSTRUCTION;
}

static void judge_pair(struct handovers *h, const struct side *write, const struct side *read) {
    uint64_t common = common_flags(h, write, read);
    uint64_t unreleased =
        write->lost && !h->called[write->function] ? write->open & (read->open | read->closed) & common : 0;
    uint64_t unacquired = read->open & (write->open | write->closed) & common;
    uint64_t both = unreleased | unacquired;
    bool meant = both & 1 << BARRIER || write->tried || read->tried || write->closed & both || read->closed & both ||
                 is_branched(h, both);
    if (!both || !meant || !may_meet(h, write, read))
        return;
    uint32_t signal = find_access(h, write->function, both, true), wait = find_access(h, read->function, both, false);
    tell(h, unreleased ? CHECK_NEVER_RELEASED : CHECK_NEVER_ACQUIRED, write, read, signal, wait);
}

static bool is_first_of_kind(const struct side *sides, uint32_t index, bool in_function) {
    for (uint32_t i = 0; i < index; i++)
        if (are_alike(&sides[i], &sides[index]) && (!in_function || sides[i].function == sides[index].function))
            return false;
    return true;
}

static void judge_memory(struct handovers *h) {
    for (uint32_t r = 0; r < h->read_count; r++) {
        if (is_first_of_kind(h->reads, r, true))
            follow_reads(h, h->reads[r].function, &h->reads[r]);
        for (uint32_t w = 0; w < h->write_count && is_first_of_kind(h->reads, r, false); w++)
            if (is_first_of_kind(h->writes, w, true))
                follow_writes(h, h->writes[w].function, &h->writes[w], &h->reads[r]);
    }
    for (uint32_t w = 0; w < h->write_count; w++)
        for (uint32_t r = 0; r < h->read_count; r++) {
            mmra_work(h->c->module->watch, 1);
            judge_pair(h, &h->writes[w], &h->reads[r]);
        }
}

/* ---- the module ---- */

static void find_places(struct handovers *h) {
    struct checker *c = h->c;
    const struct ir_module *module = c->module;
    uint32_t next = 0;
    h->from = arena_allocate(c->arena, ((size_t)module->block_count + 1) * sizeof *h->from);
    for (uint32_t b = 0; b < module->block_count; b++) {
        const struct ir_block *block = &module->blocks[b];
        mmra_work_at(module->watch, b);
        h->from[b] = next;
        while (next < c->event_count && c->events[next].index - block->first_instruction < block->instruction_count)
            next++;
    }
    h->from[module->block_count] = next;
}

static void find_calls(struct handovers *h) {
    const struct checker *c = h->c;
    for (bool grew = true; grew;) {
        grew = false;
        for (ir_function f = 1; f < c->module->function_count; f++)
            for (uint32_t i = c->first_event[f]; i < c->first_event[f + 1]; i++) {
                const struct check_event *event = &c->events[i];
                bool defined = check_is_defined(c, event->does.called);
                bool synchronizes =
                    defined ? h->synchronizes[event->does.called]
                            : event->does.fence || event->does.atomic || event->does.unknown || event->does.waves_meet;
                mmra_work(c->module->watch, 1);
                h->called[event->does.called] |= defined;
                grew |= synchronizes && !h->synchronizes[f];
                h->synchronizes[f] |= synchronizes;
            }
    }
}

static bool goes_to_branch(const struct checker *c, ir_value value, unsigned depth) {
    const struct ir_module *module = c->module;
    const struct ir_value_info *info = ir_value_get(module, value);
    if (info->kind != IR_VALUE_INSTRUCTION || depth > 4)
        return false;
    const uint32_t end = flow_instructions(module, c->function).end;
    for (uint32_t i = info->index + 1; i < end && i - info->index < 256; i++) {
        const struct ir_instruction *user = &module->instructions[i];
        mmra_work(module->watch, 1);
        for (uint32_t k = 0; k < ir_count_values(user); k++)
            if (module->operands[user->operands + k] == value &&
                (user->opcode == IR_BR || user->opcode == IR_SWITCH ||
                 (user->result && !ir_may_touch_memory(user->opcode) && goes_to_branch(c, user->result, depth + 1))))
                return true;
    }
    return false;
}

static void add_flag(struct handovers *h, uint32_t event_index) {
    const struct checker *c = h->c;
    const struct check_event *event = &c->events[event_index];
    check_root memory = check_memory_of(c, event->root);
    if (!memory || !event->does.pointer || c->module->instructions[event->index].opcode == IR_CALL)
        return;
    struct check_address address = check_address_of(c, event);
    uint32_t flag = 1;
    while (flag < h->flag_count &&
           (h->flags[flag].memory != memory || memcmp(&h->flags[flag].address, &address, sizeof address) != 0))
        flag++;
    if (flag == MOST)
        return;
    if (flag == h->flag_count) {
        h->flags[flag].memory = memory;
        h->flags[flag].address = address;
        h->flag_count++;
        for (uint32_t other = 1; other <= flag; other++)
            if (h->flags[other].memory == memory && check_addresses_meet(&h->flags[other].address, &address)) {
                h->flags[other].same |= UINT64_C(1) << flag;
                h->flags[flag].same |= UINT64_C(1) << other;
            }
    }
    h->flag_of[event_index] = (uint8_t)(flag + 1);
    for (unsigned spaces = 1; spaces <= IR_ALL_MEMORY; spaces++)
        h->flags_in[spaces] |= spaces & event->space ? UINT64_C(1) << flag : 0;
    h->flags[flag].branched |= event->does.reads && goes_to_branch(c, c->module->instructions[event->index].result, 0);
}

static bool find_flags(struct handovers *h) {
    struct checker *c = h->c;
    bool any = false;
    h->flag_count = 1;
    for (unsigned spaces = 1; spaces <= IR_ALL_MEMORY; spaces++)
        h->flags_in[spaces] = 1 << BARRIER;
    for (c->function = 1; c->function < c->module->function_count; c->function++)
        for (uint32_t i = c->first_event[c->function]; i < c->first_event[c->function + 1]; i++) {
            mmra_work(c->module->watch, 1);
            any |= c->events[i].does.atomic || c->events[i].does.waves_meet;
            if (c->events[i].does.atomic)
                add_flag(h, i);
        }
    c->function = 0;
    return any;
}

/* Whether somebody else may be concerned with it, and it orders nothing by itself. */
static bool is_side(const struct checker *c, const struct check_event *event) {
    const struct ir_instruction *access = &c->module->instructions[event->index];
    return (access->opcode == IR_LOAD || access->opcode == IR_STORE) && ir_is_plain(access) && event->space &&
           !(access->annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD)) && check_memory_of(c, event->root);
}

/* An access, by the memory that it is of. */
struct member {
    check_root memory;
    uint32_t event;
    ir_function function;
};

static void gather(struct handovers *h, const struct member *members, uint32_t count) {
    struct checker *c = h->c;
    h->write_count = h->read_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct check_event *event = &c->events[members[i].event];
        uint32_t *sides = event->does.writes ? &h->write_count : &h->read_count;
        mmra_work(c->module->watch, 1);
        if (*sides < MOST)
            (event->does.writes ? h->writes : h->reads)[(*sides)++] =
                (struct side){.event = event,
                              .address = check_address_of(c, event),
                              .function = members[i].function,
                              .meeting = CHECK_NO_INSTRUCTION};
    }
}

static uint32_t find_members(const struct handovers *h, struct member *members) {
    const struct checker *c = h->c;
    uint32_t count = 0;
    for (ir_function f = 1; f < c->module->function_count; f++)
        for (uint32_t i = c->first_event[f]; i < c->first_event[f + 1]; i++) {
            mmra_work(c->module->watch, 1);
            if (is_side(c, &c->events[i]))
                members[count++] = (struct member){check_memory_of(c, c->events[i].root), i, f};
        }
    mmra_sort(c->arena, members, count, sizeof *members, mmra_compare_words);
    return count;
}

/* Nobody else reaches a variable of a function, nor what a parameter points to that is given such a one. */
static void find_private(struct handovers *h) {
    const struct checker *c = h->c;
    const struct ir_function_info *functions = c->module->functions;
    const ir_function last = c->module->function_count - 1;
    h->is_private = arena_allocate_array(c->arena, c->roots.count, sizeof *h->is_private);
    check_root variable = last ? c->roots.first_parameter[last] + functions[last].parameter_count : c->roots.count;
    for (; variable < c->roots.count; variable++) {
        mmra_work_at(c->module->watch, variable);
        h->is_private[check_memory_of(c, variable)] = true;
    }
}

static void make_room(struct handovers *h) {
    struct checker *c = h->c;
    uint32_t functions = c->module->function_count, most = 0;
    for (ir_function f = 1; f < functions; f++)
        if (c->module->functions[f].block_count > most)
            most = c->module->functions[f].block_count;
    h->ways = arena_allocate(c->arena, most * sizeof *h->ways);
    h->waits = arena_allocate(c->arena, most * sizeof *h->waits);
    h->list = dataflow_new_list(c->arena, most);
    h->writes = arena_allocate(c->arena, MOST * sizeof *h->writes);
    h->reads = arena_allocate(c->arena, MOST * sizeof *h->reads);
    h->told = arena_allocate_array(c->arena, c->event_count, sizeof *h->told);
    h->synchronizes = arena_allocate_array(c->arena, functions, sizeof *h->synchronizes);
    h->called = arena_allocate_array(c->arena, functions, sizeof *h->called);
}

/* The time is linear in the module: the first so many memories are judged, and of each the first so many accesses. */
void check_handovers(struct checker *c) {
    struct handovers h = {.c = c};
    if (!c->follows_handovers || !c->event_count)
        return;
    h.flag_of = arena_allocate_array(c->arena, c->event_count, sizeof *h.flag_of);
    if (!find_flags(&h))
        return;
    struct member *members = arena_allocate(c->arena, c->event_count * sizeof *members);
    uint32_t count = find_members(&h, members);
    make_room(&h);
    find_private(&h);
    find_places(&h);
    find_calls(&h);
    uint32_t memories = 0;
    for (uint32_t i = 0, end; i < count && memories < MOST; i = end) {
        for (end = i; end < count && members[end].memory == members[i].memory;)
            end++;
        gather(&h, members + i, end - i);
        if (!h.write_count || !h.read_count || h.is_private[members[i].memory])
            continue;
        judge_memory(&h);
        memories++;
    }
}
