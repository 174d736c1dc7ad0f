/* The executor's waves and workgroups. Workgroups run one after the other, the waves of one by turns. */
#include "mmra/machine/machine_execute.h"

#include <string.h>

#include "mmra/base/product.h"
#include "mmra/machine/machine_litmus.h"
#include "mmra/machine/machine_processor.h"

enum {
    TURN = 1000,       /* instructions that a wave runs before another may, in the natural order */
    TURN_DOUBLES = 10, /* in another one a power of two of them at most, as large as that or less */
    MOST_INVOCATIONS = 1024,
    MOST_PRIVATE_BYTES = 1 << 16,
    MOST_GROUP_BYTES = 320 << 10, /* of gfx1250, and no more of any */
    MOST_LIVE = 1024,             /* workgroups that run at once */
    ASK_EVERY = 64,               /* instructions of a wave, each of which looks at what many waves know, at most */
    GARBAGE = 0xC5 /* what nobody has written has these bytes, as on the host (tests/run/host/runtime.h) */
};

void machine_stop(struct machine_execution *e, const struct machine_instruction *i, const char *fault,
                  enum machine_wrong wrong) {
    if (e->result->fault)
        return;
    e->result->fault = fault;
    e->result->line = i ? i->line : 0;
    e->result->wrong = wrong;
}

/* Whether the run goes on: its caller may end it, and so do the instructions that it may take. */
static bool goes_on(struct machine_execution *e, const struct machine_instruction *i) {
    const struct machine_dispatch *d = e->dispatch;
    bool wanted = !d->goes_on || d->goes_on(d->user), ends = e->result->instructions <= d->most_instructions;
    if (wanted && ends)
        return true;
    e->result->stopped |= !e->result->fault;
    machine_stop(e, i, ends ? "the dispatch was stopped" : "the dispatch does not end", MACHINE_NEVER_ENDS);
    return false;
}

/* ---- one instruction ---- */

static struct machine_registers registers_of(const struct machine_execution *e, struct machine_executed_wave *w) {
    return (struct machine_registers){w->scalars, w->vectors, e->lanes};
}

static bool is_open(const struct machine_execution *e, const struct machine_executed_wave *w) {
    const struct machine_executed_wave *waves = e->group->waves;
    for (uint32_t k = 0; k < e->wave_count; k++)
        if (!waves[k].ended && waves[k].signalled <= w->passed)
            return false;
    return true;
}

static bool is_first(const struct machine_execution *e, const struct machine_executed_wave *w) {
    for (uint32_t k = 0; k < e->wave_count; k++)
        if (e->group->waves[k].signalled > w->signalled)
            return false;
    return true;
}

/* A barrier counts arrivals, whoever arrives: one more before all have met takes the place of another wave's. */
static bool is_early(const struct machine_execution *e, const struct machine_executed_wave *w) {
    for (uint32_t k = 0; k < e->wave_count; k++)
        if (!e->group->waves[k].ended && e->group->waves[k].signalled < w->signalled)
            return true;
    return false;
}

static void signal_barrier(struct machine_execution *e, struct machine_executed_wave *w) {
    if (e->dispatch->race)
        machine_race_signal(e->dispatch->race, e->group->race, w->number, 0, w->signalled);
    w->signalled++;
}

enum {
    CLUSTER_BARRIER = 29,
    OWN_BARRIER = 31,
    COUNT_SHIFT = 16,
    COUNT_MASK = 0x7F
}; /* the workgroup's, as five bits have it; in M0 */
enum { NONE_JOINED = OWN_BARRIER };

/* Which barrier it is about (LLVM, "AMDGPU Execution Synchronization"). */
static uint32_t barrier_of(const struct machine_executed_wave *w, const struct machine_instruction *i) {
    const struct machine_operand *o = &i->source[0];
    return (o->kind == MACHINE_SCALAR ? w->scalars[MACHINE_M0] : (uint32_t)o->value) & OWN_BARRIER;
}

/* Returns whether the wave is the first to arrive. */
static bool arrive_at_named(struct machine_execution *e, struct machine_executed_wave *w,
                            const struct machine_instruction *i, uint32_t number) {
    struct machine_named_barrier *b = &e->group->named[number];
    uint32_t expected = i->source[0].kind == MACHINE_SCALAR ? w->scalars[MACHINE_M0] >> COUNT_SHIFT & COUNT_MASK : 0;
    b->expected = expected ? expected : b->expected;
    if (b->arrived >= b->expected)
        machine_stop(e, i, "more arrivals than a named barrier expects", MACHINE_UNDEFINED);
    if (e->dispatch->race)
        machine_race_signal(e->dispatch->race, e->group->race, w->number, number, b->complete);
    bool first = b->arrived++ == 0;
    if (b->arrived == b->expected) {
        b->arrived = 0;
        b->complete++;
    }
    return first;
}

static void run_named(struct machine_execution *e, struct machine_executed_wave *w, const struct machine_instruction *i,
                      uint32_t number) {
    if (number > MACHINE_NAMED_BARRIERS) {
        machine_stop(e, i, "another barrier than the workgroup's or a named one", MACHINE_NOT_KNOWN);
        return;
    }
    struct machine_named_barrier *b = &e->group->named[number];
    if (i->operation == MACHINE_INIT) {
        if (b->arrived)
            machine_stop(e, i, "a named barrier that begins anew when some have arrived", MACHINE_NOT_KNOWN);
        *b = (struct machine_named_barrier){
            .expected = w->scalars[MACHINE_M0] >> COUNT_SHIFT & COUNT_MASK, .complete = b->complete, .ready = true};
    } else if (number && !b->ready) {
        machine_stop(e, i, "a named barrier that nobody has initialized", MACHINE_UNDEFINED);
    } else if (i->operation == MACHINE_JOIN) {
        w->joined = number;
        w->seen = b->complete;
    } else if (number) { /* at number 0 nobody meets */
        bool first = arrive_at_named(e, w, i, number);
        w->scalars[MACHINE_SCC] = i->returns ? first : w->scalars[MACHINE_SCC];
    }
}

/* One wave of each workgroup arrives for all its waves, and each of these may wait (LLVM, "AMDGPU Execution
 * Synchronization"). Returns whether it is the first. */
static bool arrive_at_cluster(struct machine_execution *e, struct machine_executed_wave *w,
                              const struct machine_instruction *i) {
    struct machine_cluster *c = e->group->cluster;
    if (!c)
        machine_stop(e, i, "the barrier of a cluster, in which the workgroup is not", MACHINE_NOT_KNOWN);
    else if (e->group->arrivals > c->complete)
        machine_stop(e, i, "a workgroup that arrives again where others of its cluster have not", MACHINE_UNDEFINED);
    if (e->result->fault)
        return false;
    if (e->dispatch->race)
        machine_race_arrive(e->dispatch->race, e->group->race, w->number, c->race, c->complete);
    bool first = c->arrived++ == 0;
    e->group->arrivals++;
    if (c->arrived == e->cluster_size) {
        c->arrived = 0;
        c->complete++;
    }
    return first;
}

/* A wave passes once for each time that all workgroups have arrived. */
static bool pass_cluster(struct machine_execution *e, struct machine_executed_wave *w,
                         const struct machine_instruction *i) {
    const struct machine_cluster *c = e->group->cluster;
    if (!c)
        machine_stop(e, i, "the barrier of a cluster, in which the workgroup is not", MACHINE_NOT_KNOWN);
    else if (c->complete - w->met > 1)
        machine_stop(e, i, "a wave that passes a cluster's barrier after others have met there twice",
                     MACHINE_NOT_KNOWN);
    if (!c || c->complete == w->met)
        return false;
    if (e->dispatch->race)
        machine_race_meet(e->dispatch->race, e->group->race, w->number, c->race, w->met);
    w->met++;
    return true;
}

static void run_signal(struct machine_execution *e, struct machine_executed_wave *w,
                       const struct machine_instruction *i) {
    uint32_t number = barrier_of(w, i);
    if (number == CLUSTER_BARRIER && i->operation == MACHINE_ARRIVE) {
        bool first = arrive_at_cluster(e, w, i);
        w->scalars[MACHINE_SCC] = i->returns ? first : w->scalars[MACHINE_SCC];
        return;
    }
    if (number != OWN_BARRIER || i->operation != MACHINE_ARRIVE) {
        run_named(e, w, i, number);
        return;
    }
    if (i->returns)
        w->scalars[MACHINE_SCC] = is_first(e, w);
    if (is_early(e, w))
        machine_stop(e, i, "a wave that arrives again where others have not arrived", MACHINE_NOT_KNOWN);
    signal_barrier(e, w);
}

/* A wait for a named barrier is one for that which the wave has joined last. It knows what led to the first completion
 * since then, as it may have passed there; of what comes after the second one that may be forgotten. */
static bool pass_named(struct machine_execution *e, struct machine_executed_wave *w,
                       const struct machine_instruction *i) {
    if (w->joined == NONE_JOINED && barrier_of(w, i))
        machine_stop(e, i, "a wait for a named barrier of a wave that has joined none", MACHINE_UNDEFINED);
    if (w->joined == NONE_JOINED)
        return true;
    const struct machine_named_barrier *b = &e->group->named[w->joined];
    if (w->joined && b->complete == w->seen)
        return false;
    if (w->joined && e->dispatch->race && b->complete - w->seen > 1)
        machine_stop(e, i, "a wave that passes a named barrier after others have met there twice", MACHINE_NOT_KNOWN);
    if (w->joined && e->dispatch->race)
        machine_race_pass(e->dispatch->race, e->group->race, w->number, w->joined, w->seen);
    w->seen = b->complete;
    return true;
}

/* Whether the wave passes; a barrier without a signal of its own signals. */
static bool pass_barrier(struct machine_execution *e, struct machine_executed_wave *w,
                         const struct machine_instruction *i) {
    bool split = machine_traits(e->code->processor)->has_scopes;
    if (split && barrier_of(w, i) == CLUSTER_BARRIER)
        return pass_cluster(e, w, i);
    if (split && barrier_of(w, i) != OWN_BARRIER)
        return pass_named(e, w, i);
    if (!split && w->signalled == w->passed)
        signal_barrier(e, w);
    if (!is_open(e, w))
        return false;
    if (e->dispatch->race)
        machine_race_pass(e->dispatch->race, e->group->race, w->number, 0, w->passed);
    w->passed++;
    return true;
}

/* Time passes as instructions do. */
static void read_clock(struct machine_execution *e, struct machine_executed_wave *w,
                       const struct machine_instruction *i) {
    for (uint32_t k = 0; k < i->target.count; k++)
        w->scalars[i->target.number + k] = (uint32_t)(e->result->instructions >> (32 * k));
}

static void run_export(struct machine_execution *e, struct machine_executed_wave *w,
                       const struct machine_instruction *i) {
    struct machine_registers g = registers_of(e, w);
    if (e->dispatch->take_export)
        e->dispatch->take_export(e->dispatch->user, &g, i, machine_mask(&g, MACHINE_EXEC, 2), w->first);
    else
        machine_stop(e, i, "an export of a kernel", MACHINE_NOT_KNOWN);
}

static void run_trap(struct machine_execution *e, struct machine_executed_wave *w,
                     const struct machine_instruction *i) {
    struct machine_registers g = registers_of(e, w);
    struct machine_trapped trapped = {
        .number = (uint32_t)i->source[0].value,
        .exec = machine_mask(&g, MACHINE_EXEC, 2),
        .lanes = e->lanes,
        .wave = w->number,
        .first = w->first,
        .scratch = w->scratch,
        .each = e->code->kernel.private_bytes,
    };
    if (!e->dispatch->take_trap || !e->dispatch->take_trap(e->dispatch->user, &trapped))
        machine_stop(e, i, "a trap", MACHINE_NOT_KNOWN);
}

static uint32_t jump(struct machine_execution *e, struct machine_executed_wave *w,
                     const struct machine_instruction *i) {
    struct machine_registers g = registers_of(e, w);
    uint32_t at = machine_find_address(e->code, machine_mask(&g, i->source[0].number, 2));
    uint64_t back = MACHINE_CODE_AT + 4 * ((uint64_t)w->at + 1);
    if (i->target.kind == MACHINE_SCALAR) {
        w->scalars[i->target.number] = (uint32_t)back;
        w->scalars[i->target.number + 1] = (uint32_t)(back >> 32);
    }
    if (at >= e->code->count)
        machine_stop(e, i, "a jump to an address that is no function's", MACHINE_NOT_KNOWN);
    return at;
}

static uint64_t every_lane(uint32_t lanes) {
    return lanes == 64 ? UINT64_MAX : (UINT64_C(1) << lanes) - 1;
}

/* Whether the wave goes on. */
static bool run_one(struct machine_execution *e, struct machine_executed_wave *w, const struct machine_instruction *i) {
    struct machine_registers g = registers_of(e, w);
    switch ((enum machine_unit)i->unit) {
    case MACHINE_SALU:
        if (i->operation == MACHINE_CLOCK)
            read_clock(e, w, i);
        else
            machine_run_scalar(&g, i);
        break;
    case MACHINE_VALU:
    case MACHINE_COMPARE:
        if (i->operation == MACHINE_SWAP_ROWS && machine_mask(&g, MACHINE_EXEC, 2) != every_lane(e->lanes))
            machine_stop(e, i, "rows that change places where lanes are off", MACHINE_NOT_KNOWN);
        machine_run_vector(&g, i);
        break;
    case MACHINE_MEMORY:
    case MACHINE_LOCAL:
    case MACHINE_SCALAR_MEMORY:
        machine_access(e, w, i);
        break;
    case MACHINE_SIGNAL:
        run_signal(e, w, i);
        break;
    case MACHINE_BARRIER:
        if (!pass_barrier(e, w, i))
            return false;
        break;
    case MACHINE_BRANCH:
        w->at = i->operation == MACHINE_JUMP                         ? jump(e, w, i)
                : machine_is_taken(&g, e->lanes == 32, i->operation) ? (uint32_t)i->target.value
                                                                     : w->at + 1;
        return true;
    case MACHINE_EXPORT:
        run_export(e, w, i);
        break;
    case MACHINE_TRAP:
        run_trap(e, w, i);
        break;
    case MACHINE_OTHER:
        machine_stop(e, i, i->refused, MACHINE_NOT_KNOWN);
        return false;
    case MACHINE_END:
        w->ended = true;
        return false;
    case MACHINE_NO_OPERATION:
    case MACHINE_INVALIDATE:
    case MACHINE_WRITE_BACK:
    case MACHINE_WAIT:
        break; /* memory answers at once */
    }
    w->at++;
    return true;
}

/* Runs the wave for a turn of so many instructions at most; whether it did anything. */
static bool run_turn(struct machine_execution *e, struct machine_executed_wave *w, uint32_t most) {
    uint32_t steps = 0, signalled = w->signalled;
    while (!w->ended && steps < most && !e->result->fault) {
        if (w->at >= e->code->count) {
            machine_stop(e, NULL, "a wave runs past the last instruction", MACHINE_UNDEFINED);
            break;
        }
        const struct machine_instruction *i = &e->code->instructions[w->at];
        bool is_vector = i->unit >= MACHINE_VALU && i->unit <= MACHINE_LOCAL;
        struct machine_registers g = registers_of(e, w);
        if (e->dispatch->race)
            machine_race_step(e->dispatch->race, e->group->race, w->number, i, machine_mask(&g, MACHINE_EXEC, 2),
                              g.scalars[MACHINE_M0]);
        if (!run_one(e, w, i) && !w->ended)
            break;
        steps++;
        e->result->instructions++;
        e->result->lane_instructions += is_vector ? e->lanes : 1;
        if (e->result->instructions > e->dispatch->most_instructions || e->result->instructions % ASK_EVERY == 0)
            goes_on(e, i);
    }
    return steps > 0 || w->signalled != signalled;
}

/* ---- workgroups ---- */

static uint64_t next_random(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* A processor without instructions for scratch memory finds it by a descriptor, and the wave's own part by a register
 * that has its distance from there. */
static void give_scratch(const struct machine_execution *e, struct machine_executed_wave *w) {
    const struct machine_kernel *k = &e->code->kernel;
    if (k->private_buffer)
        machine_describe_scratch(e->lanes, w->scalars);
    if (k->private_offset && k->private_bytes)
        w->scalars[machine_private_offset_register(k)] = w->number * machine_scratch_of_wave(e);
}

/* Dwords of the arguments that registers have from the beginning. */
static void give_preloaded(const struct machine_execution *e, struct machine_executed_wave *w) {
    const struct machine_kernel *k = &e->code->kernel;
    uint32_t first = machine_preloaded_register(k);
    uint64_t from = e->dispatch->arguments + 4 * (uint64_t)k->preloaded_from, bytes = 4 * (uint64_t)k->preloaded;
    for (uint32_t r = 0; r < e->dispatch->range_count && bytes && first + k->preloaded <= MACHINE_VCC; r++) {
        const struct machine_range *range = &e->dispatch->ranges[r];
        if (from >= range->address && from - range->address + bytes <= range->size)
            memcpy(&w->scalars[first], range->bytes + (from - range->address), bytes);
    }
}

static void begin_wave(struct machine_execution *e, uint32_t number, const uint32_t group[3], uint32_t entry) {
    struct machine_executed_wave *w = &e->group->waves[number];
    const struct machine_dispatch *d = e->dispatch;
    uint32_t all = d->local[0] * d->local[1] * d->local[2], first = number * e->lanes;
    uint32_t lanes = all - first < e->lanes ? all - first : e->lanes;
    struct machine_register_value items[MACHINE_MAX_BEGINNING];
    struct machine_beginning beginning = {
        d->local,  group,     first,  lanes,         d->arguments,
        d->packet, d->groups, number, e->wave_count, e->cluster_size > 1 ? d->cluster : NULL};
    uint32_t place = group[0] + d->groups[0] * (group[1] + d->groups[1] * group[2]);
    w->at = entry;
    w->number = number;
    w->first = place * all + first;
    w->signalled = w->passed = w->seen = w->met = 0;
    w->joined = NONE_JOINED;
    memset(w->scalars, GARBAGE, sizeof w->scalars);
    memset(w->vectors, GARBAGE, (size_t)machine_count_vectors(e->code) * e->lanes * sizeof *w->vectors);
    memset(w->scratch, GARBAGE, (size_t)e->code->kernel.private_bytes * e->lanes);
    uint64_t exec = every_lane(lanes);
    if (d->live)
        exec &= d->live[place * e->wave_count + number];
    w->ended = !exec; /* no lane: there is no such wave */
    w->scalars[MACHINE_EXEC] = (uint32_t)exec;
    w->scalars[MACHINE_EXEC + 1] = (uint32_t)(exec >> 32);
    w->scalars[MACHINE_SCC] = 0;
    uint32_t count = machine_begin_wave(items, e->code, &beginning);
    for (uint32_t k = 0; k < count; k++)
        if (items[k].kind == MACHINE_SCALAR)
            w->scalars[items[k].number] = items[k].value;
        else
            w->vectors[items[k].number * e->lanes + items[k].lane] = items[k].value;
    give_preloaded(e, w);
    give_scratch(e, w);
}

/* Short turns end between an access and the next one, where a wave that no barrier holds back comes in between. */
static uint32_t length_of_turn(uint64_t *random, uint32_t most) {
    return *random ? 1 + (uint32_t)(next_random(random) % most) : most;
}

/* Each round every wave has its turn; the order and the turns change from round to round, unless the order is the
 * natural one. Whether some wave still runs. */
static bool run_round(struct machine_execution *e, uint64_t *random, uint32_t turn) {
    struct machine_executed_wave *waves = e->group->waves;
    uint32_t first = *random ? (uint32_t)(next_random(random) % e->wave_count) : 0, running = 0;
    bool backwards = *random && next_random(random) & 1, moved = false;
    for (uint32_t k = 0; k < e->wave_count && !e->result->fault; k++) {
        uint32_t at = (backwards ? first + e->wave_count - k : first + k) % e->wave_count;
        moved |= run_turn(e, &waves[at], length_of_turn(random, turn));
        running += !waves[at].ended;
    }
    e->moved = moved;
    return running && !e->result->fault;
}

static struct machine_executed_group *make_group(struct machine_execution *e, struct arena *arena) {
    struct machine_executed_group *group = arena_allocate_array(arena, 1, sizeof *group);
    group->waves = arena_allocate_array(arena, e->wave_count, sizeof *group->waves);
    group->local = arena_allocate_array(arena, e->code->kernel.group_bytes + 1, 1);
    for (uint32_t w = 0; w < e->wave_count; w++) {
        group->waves[w].vectors = arena_allocate_array(arena, (size_t)machine_count_vectors(e->code) * e->lanes, 4);
        group->waves[w].scratch = arena_allocate_array(arena, (size_t)e->code->kernel.private_bytes * e->lanes + 1, 1);
    }
    return group;
}

/* The workgroups that have begun and not ended. */
struct live_groups {
    struct machine_executed_group *all[MOST_LIVE], *unused;
    uint32_t count;
};

static void begin_group(struct machine_execution *e, struct live_groups *live, const uint32_t id[3],
                        struct machine_cluster *cluster, uint32_t entry, struct arena *arena) {
    const uint32_t *groups = e->dispatch->groups;
    uint64_t number = id[0] + (uint64_t)groups[0] * (id[1] + (uint64_t)groups[1] * id[2]);
    e->group = live->unused ? live->unused : make_group(e, arena);
    live->unused = e->group->next;
    live->all[live->count++] = e->group;
    e->group->cluster = cluster;
    e->group->arrivals = 0;
    if (e->dispatch->race)
        e->group->race = machine_race_enter(e->dispatch->race, (uint32_t)number);
    memset(e->group->named, 0, sizeof e->group->named);
    memset(e->group->local, GARBAGE, e->code->kernel.group_bytes);
    for (uint32_t w = 0; w < e->wave_count; w++)
        begin_wave(e, w, id, entry);
}

static struct machine_cluster *make_cluster(struct machine_execution *e, struct arena *arena) {
    struct machine_cluster *cluster = e->unused ? e->unused : arena_allocate_array(arena, 1, sizeof *cluster);
    e->unused = cluster->next;
    *cluster = (struct machine_cluster){.living = e->cluster_size};
    if (e->dispatch->race)
        cluster->race = machine_race_begin_cluster(e->dispatch->race);
    return cluster;
}

/* All workgroups of a cluster begin at once. */
static void begin_cluster(struct machine_execution *e, struct live_groups *live, uint64_t number, uint32_t entry,
                          struct arena *arena) {
    const uint32_t *groups = e->dispatch->groups, alone[3] = {1, 1, 1};
    const uint32_t *size = e->cluster_size > 1 ? e->dispatch->cluster : alone;
    struct machine_cluster *cluster = e->cluster_size > 1 ? make_cluster(e, arena) : NULL;
    for (uint32_t k = 0; k < e->cluster_size; k++) {
        uint64_t wide = groups[0] / size[0], high = groups[1] / size[1];
        const uint32_t id[3] = {(uint32_t)(number % wide) * size[0] + k % size[0],
                                (uint32_t)(number / wide % high) * size[1] + k / size[0] % size[1],
                                (uint32_t)(number / wide / high) * size[2] + k / size[0] / size[1]};
        begin_group(e, live, id, cluster, entry, arena);
    }
}

static void end_cluster(struct machine_execution *e, struct machine_cluster *cluster) {
    if (!cluster || --cluster->living)
        return;
    if (e->dispatch->race)
        machine_race_end_cluster(e->dispatch->race, cluster->race);
    cluster->next = e->unused;
    e->unused = cluster;
}

static void end_group(struct machine_execution *e, struct live_groups *live, uint32_t at) {
    struct machine_executed_group *group = live->all[at];
    if (e->dispatch->race)
        machine_race_leave(e->dispatch->race, group->race);
    end_cluster(e, group->cluster);
    group->next = live->unused;
    live->unused = group;
    live->count--;
    memmove(&live->all[at], &live->all[at + 1], (live->count - at) * sizeof *live->all);
}

/* How many rounds a workgroup has before others run; 0: all that it needs. */
static uint32_t rounds_of_visit(const struct machine_execution *e, uint64_t *random) {
    uint32_t rounds = e->dispatch->rounds;
    return rounds ? length_of_turn(random, rounds) : e->cluster_size > 1 ? 1 : 0;
}

/* No workgroup that runs has moved since the last one of them moved. */
static void stop_waiting(struct machine_execution *e) {
    const struct machine_cluster *c = e->group->cluster;
    bool has_ended = c && c->living < e->cluster_size;
    uint32_t at = 0;
    while (e->group->waves[at].ended)
        at++;
    machine_stop(e, &e->code->instructions[e->group->waves[at].at],
                 has_ended ? "a wait for a workgroup of the cluster that has ended"
                           : "waves wait for each other for ever",
                 has_ended ? MACHINE_NOT_KNOWN : MACHINE_NEVER_ENDS);
}

/* One workgroup after the other runs, those of a cluster by turns; with `rounds`, one that has had so many lets others
 * run, and the next begin. */
static void run_groups(struct machine_execution *e, uint32_t entry, struct arena *arena) {
    const uint32_t *groups = e->dispatch->groups;
    uint64_t count = mmra_volume(groups) / e->cluster_size, random = e->dispatch->order, begun = 0;
    uint64_t first = random && count ? next_random(&random) % count : 0;
    bool backwards = random & 1;
    uint32_t turn = random ? UINT32_C(1) << next_random(&random) % (TURN_DOUBLES + 1) : TURN, at = 0, idle = 0;
    struct live_groups *live = arena_allocate_array(arena, 1, sizeof *live);
    while ((live->count || begun < count) && !e->result->fault) {
        if (at == live->count && begun < count && at + e->cluster_size <= MOST_LIVE && goes_on(e, NULL)) {
            begin_cluster(e, live, (backwards ? first + count - begun : first + begun) % count, entry, arena);
            begun++;
        }
        if (!live->count) /* the time was over before the first one */
            return;
        at = at < live->count ? at : 0;
        e->group = live->all[at];
        uint32_t rounds = rounds_of_visit(e, &random);
        bool running = true, moved = false;
        for (uint32_t k = 0; running && (!rounds || k < rounds) && (e->moved || !k); k++) {
            running = run_round(e, &random, turn);
            moved |= e->moved;
        }
        idle = moved ? 0 : idle + 1;
        if (running && idle >= (e->group->cluster ? live->count : 1))
            stop_waiting(e);
        if (running)
            at++;
        else
            end_group(e, live, at);
    }
}

static uint64_t size_of_cluster(const struct machine_dispatch *d) {
    return d->cluster[0] ? mmra_volume(d->cluster) : 1;
}

static bool has_whole_clusters(const struct machine_dispatch *d) {
    bool whole = size_of_cluster(d) && size_of_cluster(d) <= MACHINE_MOST_CLUSTER;
    for (int k = 0; k < 3 && d->cluster[0] && whole; k++)
        whole = d->groups[k] % d->cluster[k] == 0;
    return whole;
}

/* NULL, or what the executor does not do. */
static const char *refusal(const struct machine_dispatch *d, uint64_t invocations) {
    const struct machine_kernel *k = &d->code->kernel;
    return !k->name                                ? "no kernel, which .amdhsa_kernel would name"
           : k->queue_pointer && !d->packet        ? "a kernel that reads the queue"
           : k->dispatch_pointer && !d->packet     ? "a kernel that reads the dispatch packet"
           : k->group_bytes > MOST_GROUP_BYTES     ? "more local memory than 327680 bytes"
           : k->private_bytes > MOST_PRIVATE_BYTES ? "more scratch memory than 65536 bytes"
           : !has_whole_clusters(d)                ? "clusters of more than 16 workgroups, or not whole ones"
           : !invocations                          ? "a workgroup without invocations"
           : invocations > MOST_INVOCATIONS        ? "a workgroup of more than 1024 invocations"
                                                   : NULL;
}

struct machine_result machine_execute(const struct machine_dispatch *dispatch, struct arena *arena) {
    struct machine_result result = {0};
    const struct machine_code *code = dispatch->code;
    const uint32_t *local = dispatch->local;
    uint64_t invocations = mmra_volume(local);
    struct machine_execution e = {.dispatch = dispatch, .code = code, .result = &result};
    e.lanes = code->kernel.wave32 ? 32 : 64;
    e.data = (struct machine_range){MACHINE_DATA_AT, code->data.size, .bytes = code->data.bytes, .constant = true};
    const char *refused = refusal(dispatch, invocations);
    uint32_t entry = refused ? 0 : machine_find_label(code, code->kernel.name, strlen(code->kernel.name));
    if (refused || entry >= code->count) {
        machine_stop(&e, NULL, refused ? refused : "a kernel without code", MACHINE_NOT_KNOWN);
        return result;
    }
    e.cluster_size = (uint32_t)size_of_cluster(dispatch);
    e.wave_count = (uint32_t)((invocations + e.lanes - 1) / e.lanes);
    run_groups(&e, entry, arena);
    return result;
}
