/* Each instruction of machine code by its spelling: what is not supported by the machine that runs code is described
 * here too. */
#include "translator/cost/cost_code.h"

#include <string.h>

/* ---- registers ---- */

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static void add_registers(uint64_t *set, uint32_t first, uint32_t count) {
    for (uint32_t k = first; k < first + count && k < COST_REGISTERS; k++)
        set[k / 64] |= UINT64_C(1) << (k % 64);
}

static const char *read_number(const char *at, uint32_t *number) {
    *number = 0;
    while (*at >= '0' && *at <= '9' && *number < 1000)
        *number = *number * 10 + (uint32_t)(*at++ - '0');
    return at;
}

/* "v1", "s[0:3]", "vcc_lo" at `at`; where the text goes on. */
static const char *take_register(const char *at, uint64_t *set) {
    static const struct {
        const char *name;
        uint32_t first, count;
    } named[] = {{"vcc_lo", 106, 1}, {"vcc_hi", 107, 1}, {"vcc", 106, 2}, {"m0", 124, 1}};
    uint32_t base = *at == 's' ? 0 : *at == 'v' ? 128 : 384, first, last;
    const char *end = at;
    while (is_word(*end))
        end++;
    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        if ((size_t)(end - at) == strlen(named[k].name) && memcmp(at, named[k].name, (size_t)(end - at)) == 0)
            add_registers(set, named[k].first, named[k].count);
    if (*at != 's' && *at != 'v' && *at != 'a')
        return end;
    if (end == at + 1 && *end == '[') {
        last = 0;
        end = read_number(end + 1, &first);
        if (*end == ':')
            end = read_number(end + 1, &last);
        end += *end == ']';
        add_registers(set, base + first, last >= first ? last - first + 1 : 1);
    } else if (end > at + 1 && at[1] >= '0' && at[1] <= '9') {
        const char *rest = read_number(at + 1, &first);
        if (rest == end || *rest == '.')
            add_registers(set, base + first, 1);
    }
    return end;
}

/* Those named up to `stop`, or to the end. */
static void read_registers(const char *at, char stop, uint64_t *set) {
    int depth = 0;
    while (*at && (*at != stop || depth)) {
        depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
        if (is_word(*at))
            at = take_register(at, set);
        else
            at++;
    }
}

/* ---- what an instruction is ---- */

static bool begins(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if (at > text && at[-1] == ' ' && !is_word(at[length]))
            return true;
    return false;
}

static void read_bits(const char *text, struct cost_instruction *d) {
    for (size_t k = 0; k < MACHINE_BITS; k++)
        if (has_word(text, machine_bits[k].name))
            d->bits |= machine_bits[k].bit;
    if (strstr(text, "th:TH_ATOMIC") && strstr(text, "RETURN"))
        d->bits |= MACHINE_RETURN;
    for (uint8_t k = 0; k < MACHINE_SCOPES; k++)
        if (has_word(text, machine_scopes[k]))
            d->scope = k;
}

/* The unit, then what it does: "image_" and "load_mip v0, ...". */
static const char *behind_unit(const char *text) {
    static const char *const units[] = {"global_", "flat_", "scratch_", "buffer_", "tbuffer_", "image_", "ds_"};
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (begins(text, units[k]))
            return text + strlen(units[k]);
    return NULL;
}

static uint8_t vector_counters(const struct cost_code *c, const char *text, const struct cost_instruction *d) {
    bool apart = machine_traits(c->machine->processor)->has_scopes;
    if (begins(text, "ds_"))
        return 1 << MACHINE_LGKM;
    if (apart && (begins(text, "image_sample") || begins(text, "image_gather")))
        return 1 << MACHINE_SAMPLE;
    if (apart && begins(text, "image_bvh"))
        return 1 << MACHINE_BVH;
    if (strstr(text, "_async_")) /* copies between global memory and LDS, of gfx1250 */
        return 1 << MACHINE_ASYNC;
    uint8_t counter = machine_counters_of_vector(c->machine->processor, d->loads);
    return (uint8_t)(counter | (begins(text, "flat_") ? 1 << MACHINE_LGKM : 0));
}

static void describe_vector(const struct cost_code *c, const char *text, const char *rest, struct cost_instruction *d) {
    uint8_t returning = machine_traits(c->machine->processor)->returns_by;
    bool local = begins(text, "ds_");
    bool moves_lanes = local && (strstr(rest, "permute") || begins(rest, "swizzle"));
    bool store = begins(rest, "store") || (local && begins(rest, "write"));
    bool load = begins(rest, "load") || begins(rest, "read") || begins(rest, "sample") || begins(rest, "gather") ||
                begins(rest, "msaa") || begins(rest, "get") || begins(rest, "bvh") || begins(rest, "consume") ||
                begins(rest, "append") || moves_lanes;
    bool rmw = !store && !load;
    read_bits(text, d);
    d->local = local && !moves_lanes;
    d->scratch = begins(text, "scratch_");
    d->loads = load || (rmw && (local ? strstr(rest, "_rtn") != NULL : (d->bits & returning) != 0));
    d->stores = store || rmw;
    d->modifies = rmw;
    d->exchanges = begins(rest, "atomic_swap");
    d->counters = vector_counters(c, text, d);
    d->ordered = local || c->gfx9 || c->machine->kernel.memory_ordered;
    if (begins(text, "flat_"))
        d->ordered = false;
    d->at_device = !(machine_caches_of_load(c->machine, d->bits, d->scope) & MACHINE_CACHE_L2);
    d->hits = load && !local && !d->scratch ? machine_caches_of_load(c->machine, d->bits, d->scope) : 0;
}

static void describe_scalar(const struct cost_code *c, struct cost_instruction *d) {
    d->counters = machine_counters_of_scalar(c->machine->processor);
    d->scalar = d->loads = true;
}

static void describe(const struct cost_code *c, const struct machine_instruction *i, struct cost_instruction *d) {
    const char *text = i->text, *rest = behind_unit(text), *operands = text + strcspn(text, " \t");
    static const char *const scalars[] = {"s_load_",       "s_buffer_load_", "s_memtime", "s_memrealtime",
                                          "s_sendmsg_rtn", "s_scratch_load", "s_atomic_"};
    read_registers(operands, '\0', d->names);
    d->returns = begins(text, "s_setpc");
    d->calls = d->returns || begins(text, "s_swappc") || begins(text, "s_call");
    d->barrier = i->unit == MACHINE_BARRIER || (i->unit == MACHINE_SIGNAL && i->operation == MACHINE_ARRIVE);
    for (size_t k = 0; k < sizeof scalars / sizeof *scalars; k++)
        if (begins(text, scalars[k]))
            describe_scalar(c, d);
    if (i->unit == MACHINE_INVALIDATE) {
        d->drops = machine_caches_dropped(c->machine, i);
        d->counters = machine_counters_of_invalidation(c->machine->processor);
        d->ordered = true;
    } else if (i->unit == MACHINE_WRITE_BACK) {
        d->write_back = d->ordered = true;
        d->scope = i->scope;
        d->bits = i->cache;
        d->at_device = machine_reaches_dies(c->machine, i);
        d->counters = machine_counters_of_vector(c->machine->processor, false);
    } else if (rest) {
        describe_vector(c, text, rest, d);
    }
    if (d->loads)
        read_registers(operands, ',', d->target);
}

/* ---- caches ---- */

uint8_t cost_caches_below(const struct cost_code *c, enum mmra_scope scope) {
    if (mmra_scope_includes(scope, MMRA_SCOPE_AGENT))
        return machine_caches_of_device(c->machine->processor);
    return mmra_scope_includes(scope, MMRA_SCOPE_WORKGROUP) && !c->one_cu && !c->one_wave ? MACHINE_CACHE_V : 0;
}

/* ---- ways ---- */

/* Gives the instructions that may come next: none after an end or a call that does not return here. */
static uint32_t next_of(const struct cost_code *c, uint32_t at, uint32_t next[2]) {
    const struct machine_instruction *i = &c->machine->instructions[at];
    uint32_t count = 0;
    bool leaves = i->unit == MACHINE_END || c->instructions[at].returns;
    if (i->unit == MACHINE_BRANCH)
        next[count++] = (uint32_t)i->target.value;
    if (!leaves && !(i->unit == MACHINE_BRANCH && i->operation == MACHINE_ALWAYS) && at + 1 < c->count)
        next[count++] = at + 1;
    return count;
}

/* Those of `at` begin at before_first[at]. */
static void find_predecessors(struct cost_code *c) {
    uint32_t next[2], *first = arena_allocate_array(c->arena, (size_t)c->count + 2, sizeof *first);
    for (uint32_t at = 0; at < c->count; at++)
        for (uint32_t k = next_of(c, at, next); k-- > 0;)
            first[next[k] + 1]++;
    for (uint32_t at = 0; at < c->count; at++)
        first[at + 1] += first[at];
    uint32_t *filled = arena_allocate_array(c->arena, (size_t)c->count + 2, sizeof *filled);
    memcpy(filled, first, ((size_t)c->count + 2) * sizeof *filled);
    c->before = arena_allocate_array(c->arena, 2 * (size_t)c->count + 2, sizeof *c->before);
    c->before_first = first;
    for (uint32_t at = 0; at < c->count; at++)
        for (uint32_t k = next_of(c, at, next); k-- > 0;)
            c->before[filled[next[k]]++] = at;
}

static void reach(struct cost_code *c, uint32_t at, uint32_t younger) {
    if (c->best[at] == COST_UNREACHED)
        c->reached[c->reached_count++] = at;
    else if (c->best[at] <= younger)
        return;
    c->best[at] = (uint8_t)younger;
    if (!c->is_waiting[at])
        c->waiting[c->waiting_count++] = at;
    c->is_waiting[at] = true;
}

/* The next instruction of the walk; false: there is none. Long work asks the arena's watch. */
static bool take_waiting(struct cost_code *c, uint32_t *at) {
    c->gave_up |= ++c->steps > COST_MOST_STEPS;
    mmra_work(c->arena->watch, 1);
    if (!c->waiting_count)
        return false;
    *at = c->waiting[--c->waiting_count];
    c->is_waiting[*at] = false;
    return true;
}

static void end_walk(struct cost_code *c) {
    while (c->reached_count)
        c->best[c->reached[--c->reached_count]] = COST_UNREACHED;
}

void cost_walk(struct cost_code *c, uint32_t from, uint32_t younger, uint8_t counters, cost_visitor *visit,
               void *user) {
    uint32_t next[2];
    for (uint32_t k = next_of(c, from, next); k-- > 0;)
        reach(c, next[k], younger);
    for (uint32_t at; take_waiting(c, &at);) {
        uint32_t now = c->best[at];
        if (c->gave_up || !visit(user, at, now))
            continue;
        now += c->instructions[at].counters & counters ? 1 : 0;
        for (uint32_t k = next_of(c, at, next); k-- > 0;)
            reach(c, next[k], now < COST_MAX_YOUNGER ? now : COST_MAX_YOUNGER);
    }
    end_walk(c);
}

void cost_walk_back(struct cost_code *c, uint32_t from, cost_visitor *visit, void *user) {
    for (uint32_t k = c->before_first[from]; k < c->before_first[from + 1]; k++)
        reach(c, c->before[k], 0);
    for (uint32_t at; take_waiting(c, &at);) {
        if (c->gave_up || !visit(user, at, 0))
            continue;
        for (uint32_t k = c->before_first[at]; k < c->before_first[at + 1]; k++)
            reach(c, c->before[k], 0);
    }
    end_walk(c);
}

/* ---- functions ---- */

static bool find_return(void *user, uint32_t at, uint32_t younger) {
    struct cost_code *c = user;
    (void)younger;
    c->returns |= c->instructions[at].returns;
    return !c->returns;
}

/* Nothing in the code leads to the first instruction of a function. */
static void find_called(struct cost_code *c) {
    for (uint32_t at = 0; at < c->count; at++) {
        if (c->before_first[at] != c->before_first[at + 1])
            continue;
        c->returns = c->instructions[at].returns;
        cost_walk(c, at, 0, 0, find_return, c);
        c->instructions[at].called = c->returns;
    }
}

/* ---- all of it ---- */

void cost_describe_code(struct cost_code *c, const struct machine_code *machine, struct cost_module *module,
                        struct arena *arena) {
    uint32_t count = machine->count;
    *c = (struct cost_code){.machine = machine, .module = module, .arena = arena, .count = count};
    c->gfx9 = !machine_traits(machine->processor)->has_work_group_processors;
    c->one_cu = c->gfx9 ? !machine->kernel.tg_split : !machine->kernel.work_group_processor_mode;
    c->one_wave =
        machine->kernel.most_invocations && machine->kernel.most_invocations <= (machine->kernel.wave32 ? 32 : 64);
    c->instructions = arena_allocate_array(arena, (size_t)count + 1, sizeof *c->instructions);
    for (uint32_t k = 0; k < count; k++) {
        describe(c, &machine->instructions[k], &c->instructions[k]);
        c->calls |= c->instructions[k].calls;
    }
    c->best = arena_allocate_array(arena, (size_t)count + 1, sizeof *c->best);
    memset(c->best, COST_UNREACHED, (size_t)count + 1);
    c->is_waiting = arena_allocate_array(arena, (size_t)count + 1, sizeof *c->is_waiting);
    c->reached = arena_allocate_array(arena, (size_t)count + 1, sizeof *c->reached);
    c->waiting = arena_allocate_array(arena, (size_t)count + 1, sizeof *c->waiting);
    find_predecessors(c);
    find_called(c);
}
