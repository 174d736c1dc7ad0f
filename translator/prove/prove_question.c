/* The questions: are barriers reached by all, and may two accesses of two invocations be at the same place, between the
 * same barriers (docs/reference/proofs.md, "Questions"). */
#include <stdarg.h>
#include <stdio.h>

#include "mmra/base/text.h"
#include "mmra/model/model.h"
#include "translator/prove/prove_core.h"

enum { WORKGROUP_CLASS = 1, MOST_PAIRS = 1 << 20, MOST_QUICK_PAIRS = 1 << 12, MOST_TRIES = 6, LARGEST_GRID = 65535 };

/* The solver's library is loaded when it is asked first: most modules need no solver. */
static bool has_solver(struct prove_asker *a) {
    if (!a->solver && !a->options->is_quick)
        a->solver = a->p->solver =
            prove_solver_begin(a->p, a->is_hasty ? 0 : a->options->milliseconds, a->options->megabytes);
    return a->solver;
}

/* ---- what is said of any two invocations ---- */

static void remember(struct prove_asker *a, prove_term term) {
    *ARENA_PUSH(a->p->arena, a->roots, a->root_count, a->root_capacity) = term;
}

static void say(struct prove_asker *a, prove_term condition, uint32_t side, bool is_so) {
    if (!prove_is(&a->p->terms, condition, is_so))
        remember(a, condition);
    prove_solver_say(a->solver, condition, side, is_so);
}

static void begin(struct prove_asker *a, enum prove_mode mode) {
    struct prover *p = a->p;
    struct prove_terms *t = &p->terms;
    const prove_term *local = p->built_ins + PROVE_LOCAL_X, *group = p->built_ins + PROVE_GROUP_X,
                     *groups = p->built_ins + PROVE_GROUPS_X;
    a->root_count = 0;
    a->says_tickets = false;
    prove_solver_ask(a->solver, mode);
    say(a, a->given, 0, true);
    for (uint32_t i = 0; i < 3; i++) {
        bool is_one = p->assumed >> (PROVE_ASSUMES_ONE_X + i) & 1;
        prove_term end = prove_constant(t, 32, is_one ? 2 : LARGEST_GRID + 1);
        prove_solver_say(a->solver, prove_binary(t, PROVE_UNSIGNED_LESS, groups[i], end), 0, true);
        for (uint32_t side = 0; side < 2; side++) {
            prove_term size = prove_constant(t, 32, p->local[i]);
            prove_solver_say(a->solver, prove_binary(t, PROVE_UNSIGNED_LESS, local[i], size), side, true);
            prove_solver_say(a->solver, prove_binary(t, PROVE_UNSIGNED_LESS, group[i], groups[i]), side, true);
        }
    }
}

static void say_distinct(struct prove_asker *a, enum prove_mode mode) {
    prove_term list[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; i++)
        if (mode != PROVE_APART || !(a->p->assumed >> (PROVE_ASSUMES_ONE_X + i) & 1))
            list[count++] = a->p->built_ins[(mode == PROVE_APART ? PROVE_GROUP_X : PROVE_LOCAL_X) + i];
    prove_solver_say_distinct(a->solver, list, count);
    /* A subgroup's number is its own in the workgroup, and an invocation's in the subgroup (Vulkan, "Built-In
     * Variables", SubgroupId and SubgroupLocalInvocationId). */
    if (mode != PROVE_APART && a->p->lane[0] && a->p->lane[1])
        prove_solver_say_distinct(a->solver, a->p->lane, 2);
}

static void say_happens(struct prove_asker *a, const struct prove_event *event, uint32_t side) {
    say(a, event->control, side, true);
    say(a, event->facts, side, true);
}

/* By term: whether the question is about it. */
static const bool *terms_of(struct prove_asker *a) {
    struct prover *p = a->p;
    uint32_t count = prove_walk(&p->terms, a->roots, a->root_count);
    bool *is_there = arena_allocate_array(p->arena, p->terms.count, sizeof *is_there);
    for (uint32_t i = 0; i < count; i++)
        is_there[p->terms.walked[i]] = true;
    return is_there;
}

/* Counters that a question is about do not wrap. False: there are none. */
static bool say_counters(struct prove_asker *a) {
    struct prover *p = a->p;
    bool is_any = false;
    const bool *is_there = terms_of(a);
    for (uint32_t i = 0; i < p->counter_count; i++) {
        if (!is_there[p->counters[i].count])
            continue;
        is_any = true;
        for (uint32_t side = 0; side < 2; side++)
            prove_solver_say(a->solver, p->counters[i].stays, side, true);
    }
    return is_any;
}

/* ---- answers ---- */

static void __attribute__((format(printf, 4, 5))) say_open(struct prove_asker *a, uint32_t word, uint32_t other,
                                                           const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    a->said->verdict = PROVE_NOT_DECIDED;
    a->said->why = arena_copy_string(a->p->kept, text, strlen(text));
    a->said->words[0] = word;
    a->said->words[1] = other;
}

/* Whether a run of `race` shows what the question, which has been asked, is about. */
static bool is_shown(struct prove_asker *a, enum prove_question question, bool at_once) {
    if (a->is_hasty || (at_once ? a->runs_at_once >= MOST_TRIES : a->tries++ >= MOST_TRIES) ||
        !prove_show(a, question, at_once))
        return false;
    a->said->verdict = PROVE_REFUTED;
    return true;
}

/* ---- barriers ---- */

static bool is_met_by_all(struct prove_asker *a, const struct prove_event *event) {
    struct prover *p = a->p;
    if (!(prove_variance(&p->terms, event->control) & PROVE_OF_INVOCATION))
        return true;
    if (event->execution_scope != SpvScopeWorkgroup) {
        say_open(a, event->word, 0, "a barrier of a subgroup, which some invocations of the workgroup may not come to");
        return false;
    }
    if (!has_solver(a)) {
        say_open(a, event->word, 0, "%s", prove_no_solver);
        return false;
    }
    begin(a, PROVE_ORDERED);
    say_happens(a, event, 0);
    say(a, event->control, 1, false);
    enum prove_result result = prove_solver_check(a->solver, false);
    if (result == PROVE_NEVER)
        return true;
    if (result == PROVE_POSSIBLE && is_shown(a, PROVE_BARRIERS, false)) {
        a->said->why = "a barrier that some invocations of the workgroup do not come to";
        a->said->words[0] = event->word;
        return false;
    }
    say_open(a, event->word, 0,
             result == PROVE_OPEN ? "the solver does not say whether all come to the barrier"
                                  : "a barrier that some invocations may not come to; no run has shown it");
    return false;
}

static void ask_barriers(struct prove_asker *a) {
    struct prove_said open = {0};
    for (uint32_t i = 0; i < a->p->event_count; i++) {
        const struct prove_event *event = &a->p->events[i];
        if (event->kind != PROVE_BARRIER || event->execution_scope == SpvScopeInvocation)
            continue;
        a->p->answer->has_barriers = true;
        if (is_met_by_all(a, event))
            continue;
        if (a->said->verdict == PROVE_REFUTED)
            return;
        if (!open.why)
            open = *a->said;
    }
    if (open.why)
        *a->said = open;
    else
        a->said->verdict = PROVE_PROVEN;
}

/* ---- what barriers order ---- */

/* Whether the barrier orders the first access, of one invocation, before the second one, of another. */
static bool orders(const struct prove_event *barrier, const struct prove_event *first,
                   const struct prove_event *second) {
    bool is_available =
        !first->is_write || barrier->flags & MODEL_SEMANTICS_AVAILABLE || first->flags & MODEL_AVAILABLE;
    bool is_visible = !second->is_read || barrier->flags & MODEL_SEMANTICS_VISIBLE || second->flags & MODEL_VISIBLE;
    return barrier->kind == PROVE_BARRIER && barrier->class >> first->class & 1 && is_available && is_visible;
}

/* Whether all conditions of `b` are among those of `a`, so that b is where a is. */
static bool is_where(const struct prover *p, const struct prove_event *a, prove_term b) {
    return prove_has_all(&p->terms, a->control, b);
}

/* Returns a small number for what a barrier must do to order two accesses: the class, whether it makes available,
 * whether it makes visible. */
static uint32_t need_of(const struct prove_event *first, const struct prove_event *second) {
    bool available = first->is_write && !(first->flags & MODEL_AVAILABLE);
    bool visible = second->is_read && !(second->flags & MODEL_VISIBLE);
    return first->class << 2 | (uint32_t)available << 1 | visible;
}

/* Every round of the loop of a cut has a barrier that orders these two: one that it always comes to, or one of several,
 * as the solver knows. */
static bool has_ordered_rounds(struct prove_asker *a, uint32_t cut, const struct prove_event *first,
                               const struct prove_event *second) {
    struct prover *p = a->p;
    const struct prove_event *c = &p->events[cut];
    bool is_any = false;
    for (uint32_t i = cut + 1; i <= cut + c->round; i++) {
        bool is_one = orders(&p->events[i], first, second);
        if (is_one && prove_has_all(&p->terms, c->again, p->events[i].control))
            return true;
        is_any |= is_one;
    }
    if (!is_any || !has_solver(a))
        return false;
    begin(a, PROVE_ORDERED);
    say(a, c->again, 0, true);
    say(a, c->facts, 0, true);
    for (uint32_t i = cut + 1; i <= cut + c->round; i++)
        if (orders(&p->events[i], first, second))
            say(a, p->events[i].control, 0, false);
    return prove_solver_check(a->solver, false) == PROVE_NEVER;
}

static bool orders_each_round(struct prove_asker *a, uint32_t cut, const struct prove_event *first,
                              const struct prove_event *second) {
    enum { NEEDS = 16, ASKED = 1, IS_SO = 2 };
    if (!a->rounds)
        a->rounds = arena_allocate_array(a->p->arena, (size_t)a->p->event_count * NEEDS, 1);
    uint8_t *known = &a->rounds[(size_t)cut * NEEDS + need_of(first, second)];
    if (!*known)
        *known = has_ordered_rounds(a, cut, first, second) ? ASKED | IS_SO : ASKED;
    return *known & IS_SO;
}

/* Whether an event is of a loop with barriers, whose cut this is. */
static bool is_of_cut(const struct prove_asker *a, uint32_t cut, uint32_t i) {
    const uint32_t round = a->p->events[cut].round;
    return i + round >= cut && i <= cut + 2 * round;
}

static bool is_of_any_cut(const struct prove_asker *a, uint32_t i) {
    for (uint32_t k = 0; k < a->cut_count; k++)
        if (is_of_cut(a, a->cuts[k], i))
            return true;
    return false;
}

/* In which mode two accesses of one workgroup are compared: those that no barrier orders anywhere, and those in a loop
 * that has rounds without one, may be of any two rounds. */
static enum prove_mode mode_of(struct prove_asker *a, uint32_t i, uint32_t j) {
    struct prover *p = a->p;
    const struct prove_event *first = &p->events[i], *second = &p->events[j];
    if (!(first->flags & second->flags & MODEL_NONPRIVATE))
        return PROVE_FREE;
    for (uint32_t k = 0; k < a->cut_count; k++) {
        uint32_t cut = a->cuts[k];
        if ((is_of_cut(a, cut, i) || is_of_cut(a, cut, j)) &&
            !(orders_each_round(a, cut, first, second) && orders_each_round(a, cut, second, first)))
            return PROVE_FREE;
    }
    return PROVE_ORDERED;
}

bool prove_is_separated(struct prove_asker *a, uint32_t i, uint32_t j, bool says) {
    struct prover *p = a->p;
    const struct prove_event *first = &p->events[i], *second = &p->events[j];
    for (uint32_t k = i + 1; k < j; k++) {
        const struct prove_event *between = &p->events[k];
        bool is_cut = between->kind == PROVE_CUT && orders_each_round(a, k, first, second);
        if (!is_cut && !orders(between, first, second))
            continue;
        if (is_where(p, first, between->control) || is_where(p, second, between->control))
            return true;
        if (says)
            say(a, between->control, 0, false);
    }
    return false;
}

/* ---- pairs ---- */

static bool is_scope_of(uint32_t scope, enum prove_mode mode) {
    return scope == SpvScopeDevice || scope == SpvScopeQueueFamily || scope == SpvScopeCrossDevice ||
           (scope == SpvScopeWorkgroup && mode != PROVE_APART);
}

/* Two atomics whose scopes hold both invocations never are a race (Vulkan, "Mutually-Ordered Atomics"). */
static bool conflicts(const struct prove_event *x, const struct prove_event *y, enum prove_mode mode) {
    bool are_atomic = x->is_atomic && y->is_atomic && x->path_count == y->path_count;
    return x->object == y->object && (x->is_write || y->is_write) &&
           !(are_atomic && is_scope_of(x->scope, mode) && is_scope_of(y->scope, mode));
}

bool prove_is_elsewhere(const struct prover *p, const struct prove_event *x, const struct prove_event *y) {
    uint32_t count = x->path_count < y->path_count ? x->path_count : y->path_count;
    for (uint32_t i = 0; i < count; i++)
        if (prove_is_constant(&p->terms, x->path[i]) && prove_is_constant(&p->terms, y->path[i]) &&
            prove_width(&p->terms, x->path[i]) == prove_width(&p->terms, y->path[i]) && x->path[i] != y->path[i])
            return true;
    return false;
}

/* ---- tickets ---- */

/* Whether a barrier is between an access and both of two others, which come after it, or before. */
static bool is_apart_from(struct prove_asker *a, uint32_t other, uint32_t i, uint32_t j) {
    mmra_work(a->p->arena->watch, a->p->event_count);
    return (prove_is_separated(a, other, i, false) && prove_is_separated(a, other, j, false)) ||
           (prove_is_separated(a, i, other, false) && prove_is_separated(a, j, other, false));
}

/* Whether the atomics of two invocations find other numbers if they are at one place: it is changed by such atomics
 * alone, or, in memory of the workgroup, by others before or after both, which are of one round then. */
static bool are_tickets(struct prove_asker *a, uint32_t i, uint32_t j, enum prove_mode mode) {
    struct prover *p = a->p;
    const struct prove_event *x = &p->events[i], *y = &p->events[j];
    const bool is_shared = x->class == WORKGROUP_CLASS;
    const enum prove_mode scope = is_shared ? mode : PROVE_APART;
    const bool is_reset = is_shared && (mode == PROVE_ORDERED || (!is_of_any_cut(a, i) && !is_of_any_cut(a, j)));
    if (x->object != y->object || x->path_count != y->path_count || (is_shared && mode == PROVE_APART))
        return false;
    for (uint32_t k = 0; k < p->event_count; k++) {
        const struct prove_event *other = &p->events[k];
        bool may_change = other->kind == PROVE_ACCESS && other->object == x->object && other->is_write &&
                          !(prove_is_elsewhere(p, other, x) && prove_is_elsewhere(p, other, y));
        if (may_change && !(other->ticket && is_scope_of(other->scope, scope)) &&
            (!is_reset || !is_apart_from(a, k, i, j)))
            return false;
    }
    return true;
}

/* Before any question about pairs: what barriers do may be a question of its own. */
static void find_tickets(struct prove_asker *a) {
    enum { MOST_TICKETS = 64 };
    struct prover *p = a->p;
    uint32_t list[MOST_TICKETS], count = 0, capacity = 0;
    for (uint32_t i = 0; i < p->event_count && !a->options->is_quick; i++)
        if (p->events[i].ticket && count++ < MOST_TICKETS)
            list[count - 1] = i;
    for (uint32_t k = 0; k < count * count && count <= MOST_TICKETS; k++) {
        struct prove_tickets pair = {list[k / count], list[k % count], 0};
        mmra_work(p->arena->watch, p->event_count);
        for (enum prove_mode mode = 0; mode < PROVE_MODES; mode++)
            pair.modes |= (uint8_t)(are_tickets(a, pair.first, pair.second, mode) << mode);
        if (pair.modes)
            *ARENA_PUSH(p->arena, a->tickets, a->ticket_count, capacity) = pair;
    }
}

/* Says what is known of numbers that atomics have found, of those that the question is about. */
static void say_tickets(struct prove_asker *a, enum prove_mode mode) {
    const bool *is_there = a->ticket_count ? terms_of(a) : NULL;
    for (uint32_t i = 0; i < a->ticket_count; i++) {
        const struct prove_event *x = &a->p->events[a->tickets[i].first], *y = &a->p->events[a->tickets[i].second];
        if (!(a->tickets[i].modes >> mode & 1) || !is_there[x->ticket] || !is_there[y->ticket])
            continue;
        remember(a, x->added);
        remember(a, y->added);
        prove_solver_say_tickets(a->solver, x, y);
        a->says_tickets = true;
    }
}

/* Asks about a pair. */
static enum prove_result check(struct prove_asker *a, bool at_once) {
    enum prove_result result = prove_solver_check(a->solver, at_once);
    if (result == PROVE_NEVER && a->says_tickets)
        a->said->assumed |= 1u << PROVE_ASSUMES_TICKETS;
    return result;
}

static void say_same(struct prove_asker *a, prove_term x, prove_term y) {
    remember(a, x);
    remember(a, y);
    prove_solver_say_equal(a->solver, x, y);
}

static void say_pair_there(struct prove_asker *a, uint32_t i, uint32_t j, enum prove_mode mode) {
    const struct prove_event *x = &a->p->events[i], *y = &a->p->events[j];
    begin(a, mode);
    say_distinct(a, mode);
    say_happens(a, x, 0);
    say_happens(a, y, 1);
    /* what it asks of the solver itself is known by now: never_meet() has asked it before */
    if (mode == PROVE_ORDERED)
        prove_is_separated(a, i, j, true);
}

static void say_pair(struct prove_asker *a, uint32_t i, uint32_t j, enum prove_mode mode) {
    const struct prove_event *x = &a->p->events[i], *y = &a->p->events[j];
    uint32_t count = x->path_count < y->path_count ? x->path_count : y->path_count;
    say_pair_there(a, i, j, mode);
    for (uint32_t k = 0; k < count; k++)
        say_same(a, x->path[k], y->path[k]);
    say_tickets(a, mode);
}

/* ---- indices that are rows and columns ---- */

/* Whether a column is always below the length of its row. */
static bool is_inside(struct prove_asker *a, const struct prove_event *event, enum prove_mode mode, prove_term column,
                      prove_term length) {
    prove_term inside = prove_binary(&a->p->terms, PROVE_UNSIGNED_LESS, column, length);
    if (prove_is(&a->p->terms, inside, 1))
        return true;
    begin(a, mode);
    say_happens(a, event, 0);
    say(a, inside, 0, false);
    return prove_solver_check(a->solver, false) == PROVE_NEVER;
}

/* The pairs of terms of which all must be equal where two places are, if indices do not wrap. */
struct equalities {
    prove_term x[16], y[16];
    uint32_t count;
    bool is_split;
};

static void add_equality(struct prove_asker *a, uint32_t i, uint32_t j, enum prove_mode mode, prove_term x,
                         prove_term y, struct equalities *list) {
    struct prover *p = a->p;
    struct prove_rows rows;
    if (list->count < 8 && prove_split(p, mode, x, y, &rows) &&
        is_inside(a, &p->events[i], mode, rows.column[0], rows.length) &&
        is_inside(a, &p->events[j], mode, rows.column[1], rows.length)) {
        list->is_split = true;
        list->x[list->count] = rows.column[0];
        list->y[list->count++] = rows.column[1];
        add_equality(a, i, j, mode, rows.row[0], rows.row[1], list);
        return;
    }
    list->x[list->count] = x;
    list->y[list->count++] = y;
}

/* Whether the two never meet if indices and counters do not wrap. */
static bool never_meet_in_rows(struct prove_asker *a, uint32_t i, uint32_t j, enum prove_mode mode) {
    const struct prove_event *x = &a->p->events[i], *y = &a->p->events[j];
    uint32_t count = x->path_count < y->path_count ? x->path_count : y->path_count;
    struct equalities list = {0};
    for (uint32_t k = 0; k < count && list.count < 8; k++)
        add_equality(a, i, j, mode, x->path[k], y->path[k], &list);
    if (!list.is_split)
        return false;
    say_pair_there(a, i, j, mode);
    for (uint32_t k = 0; k < list.count; k++)
        say_same(a, list.x[k], list.y[k]);
    say_tickets(a, mode);
    if (check(a, false) != PROVE_NEVER)
        return false;
    a->said->assumed |= 1u << PROVE_ASSUMES_INDICES;
    return true;
}

static const char *name_of(const struct prove_event *event) {
    return event->is_atomic ? "an atomic" : event->is_write ? "a write" : "a read";
}

/* The access of an instruction that a run has found; `other` if it is none that is known. */
static const struct prove_event *event_at(const struct prover *p, uint32_t word, const struct prove_event *other) {
    for (uint32_t i = 0; i < p->event_count && other->word != word; i++)
        if (p->events[i].kind == PROVE_ACCESS && p->events[i].word == word)
            return &p->events[i];
    return other;
}

/* Whether a run shows that the two race, or that two others do, which are said then. */
static bool is_race(struct prove_asker *a, uint32_t i, uint32_t j, enum prove_mode mode, bool at_once) {
    const struct prove_event *x = &a->p->events[i], *y = &a->p->events[j];
    say_pair(a, i, j, mode);
    a->shown[0] = x->word;
    a->shown[1] = y->word;
    if (!is_shown(a, mode == PROVE_APART ? PROVE_BETWEEN : PROVE_WITHIN, at_once))
        return false;
    x = event_at(a->p, a->shown[0], x);
    y = event_at(a->p, a->shown[1], y);
    say_open(a, a->shown[0], a->shown[1], "%s and %s race", name_of(x), name_of(y));
    a->said->verdict = PROVE_REFUTED;
    return true;
}

/* Whether the two never meet; else why that is not known, or that a run shows it. */
static bool never_meet(struct prove_asker *a, uint32_t i, uint32_t j, enum prove_mode mode) {
    struct prover *p = a->p;
    const struct prove_event *x = &p->events[i], *y = &p->events[j];
    p->answer->pairs++;
    if (prove_is_elsewhere(p, x, y) || prove_is_apart(p, mode, x, y) ||
        (mode == PROVE_ORDERED && prove_is_separated(a, i, j, false)))
        return true;
    if (!has_solver(a)) {
        say_open(a, x->word, y->word, "%s", prove_no_solver);
        return false;
    }
    say_pair(a, i, j, mode);
    enum prove_result result = check(a, true);
    if (result == PROVE_OPEN) {
        if (is_race(a, i, j, mode, true))
            return false;
        say_pair(a, i, j, mode);
        result = check(a, false);
    }
    if (result == PROVE_POSSIBLE) {
        say_pair(a, i, j, mode);
        if (say_counters(a) && (result = check(a, false)) == PROVE_NEVER)
            a->said->assumed |= 1u << PROVE_ASSUMES_COUNTERS;
    }
    if (result == PROVE_NEVER || never_meet_in_rows(a, i, j, mode))
        return true;
    if (is_race(a, i, j, mode, false))
        return false;
    say_open(a, x->word, y->word,
             result == PROVE_OPEN ? "the solver does not say whether %s and %s meet"
                                  : "%s and %s may meet; no run has shown it",
             name_of(x), name_of(y));
    return false;
}

/* In questions about any two rounds, copies of other rounds say nothing new; but where a barrier is missing in some
 * rounds, it may be missing in those of one copy alone. */
static bool is_compared(const struct prover *p, uint32_t i, uint32_t j, enum prove_mode mode) {
    const struct prove_event *x = &p->events[i], *y = &p->events[j];
    bool is_private = !(x->flags & y->flags & MODEL_NONPRIVATE);
    return conflicts(x, y, mode) &&
           (mode == PROVE_ORDERED || (mode == PROVE_FREE && !is_private) || (!x->is_copy && !y->is_copy));
}

/* The accesses of one variable, and the pair of them that is asked about next. */
struct group {
    const uint32_t *accesses;
    uint32_t count, first, second;
    bool is_open;
};

/* A question about all pairs, for each variable by itself. */
struct pairs {
    bool is_between, is_over;
    struct group *groups;
    uint32_t group_count;
};

static struct pairs begin_pairs(struct prove_asker *a, bool is_between) {
    struct prover *p = a->p;
    struct pairs pairs = {.is_between = is_between};
    uint32_t count;
    const uint32_t *accesses = prove_different(p, is_between, &count);
    pairs.groups = arena_allocate_array(p->arena, (size_t)p->object_count + 1, sizeof *pairs.groups);
    for (uint32_t i = 0; i < count; i++) {
        if (!i || p->events[accesses[i]].object != p->events[accesses[i - 1]].object)
            pairs.groups[pairs.group_count++].accesses = accesses + i;
        pairs.groups[pairs.group_count - 1].count++;
    }
    return pairs;
}

/* Asks about the next pair of a variable. False: the two may race. */
static bool ask_next(struct prove_asker *a, struct pairs *pairs, struct group *group) {
    struct prover *p = a->p;
    const uint32_t i = group->accesses[group->first], j = group->accesses[group->second];
    const uint32_t most = a->options->is_quick ? MOST_QUICK_PAIRS : MOST_PAIRS;
    const struct prove_event *x = &p->events[i], *y = &p->events[j];
    if (++group->second == group->count)
        group->second = ++group->first;
    mmra_work(p->arena->watch, 1);
    if ((pairs->is_between && x->is_copy) || !conflicts(x, y, pairs->is_between ? PROVE_APART : PROVE_FREE))
        return true;
    if (p->answer->pairs > most) {
        say_open(a, x->word, y->word, "more than %u pairs of accesses", most);
        pairs->is_over = true;
        return false;
    }
    enum prove_mode mode = pairs->is_between ? PROVE_APART : mode_of(a, i, j);
    return !is_compared(p, i, j, mode) || never_meet(a, i, j, mode);
}

/* Asks about the pairs of a variable, up to the first two that may race, or about all that are left. */
static void ask_group(struct prove_asker *a, struct pairs *pairs, struct group *group, bool asks_all) {
    while (group->first < group->count && !pairs->is_over && (asks_all || !group->is_open)) {
        const struct prove_said before = *a->said;
        if (ask_next(a, pairs, group))
            continue;
        group->is_open = true;
        pairs->is_over |= a->said->verdict == PROVE_REFUTED || a->is_hasty;
        if (a->said->verdict != PROVE_REFUTED && before.why)
            *a->said = before; /* what was found open first */
    }
}

/* The name of a variable, or of its block, or its number. */
static const char *name_of_variable(const struct prover *p, const struct prove_object *object) {
    const char *name = spirv_name(p->module, object->variable);
    struct text text;
    text_init(&text, p->kept, 32);
    if (!name || !*name)
        name = spirv_name(p->module, object->type);
    if (name && *name)
        text_printable(&text, name);
    else
        text_format(&text, "%%%u", object->variable);
    return text_finish(&text);
}

static void add_proven(struct prove_asker *a, const struct group *group) {
    struct prove_said *said = a->said;
    const char **list = arena_allocate_array(a->p->kept, (size_t)said->proven_count + 1, sizeof *list);
    if (said->proven_count)
        memcpy(list, said->proven, said->proven_count * sizeof *list);
    list[said->proven_count++] = name_of_variable(a->p, &a->p->objects[a->p->events[*group->accesses].object - 1]);
    said->proven = list;
}

/* What is proven of a variable is said also where another is open, or where the time is over: so those of Workgroup
 * memory come first, which the barriers are for. */
static void ask_each(struct prove_asker *a, struct pairs *pairs) {
    bool is_any_open = false;
    a->tries = a->runs_at_once = 0;
    for (uint32_t i = 0; i < 2 * pairs->group_count && !pairs->is_over; i++) {
        struct group *group = &pairs->groups[i % pairs->group_count];
        bool is_shared = a->p->events[*group->accesses].class == WORKGROUP_CLASS, is_later = i >= pairs->group_count;
        if (is_shared == is_later || (is_shared && pairs->is_between))
            continue;
        ask_group(a, pairs, group, false);
        is_any_open |= group->is_open;
        if (!group->is_open)
            add_proven(a, group);
    }
    if (!is_any_open)
        a->said->verdict = PROVE_PROVEN;
}

/* A run may show what the first pair of a variable did not. */
static void ask_others(struct prove_asker *a, struct pairs *pairs) {
    a->tries = a->runs_at_once = 0;
    for (uint32_t i = 0; i < pairs->group_count; i++)
        if (pairs->groups[i].is_open)
            ask_group(a, pairs, &pairs->groups[i], true);
}

/* ---- all ---- */

/* The dimensions of which --assume says something, as bits of enum prove_assumption. */
static uint32_t given_dimensions(struct prove_asker *a) {
    struct prover *p = a->p;
    uint32_t given = 0, count = prove_walk(&p->terms, &a->given, 1);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < 3; d++)
            if (p->terms.walked[i] == p->built_ins[PROVE_GROUPS_X + d])
                given |= 1u << (PROVE_ASSUMES_ONE_X + d);
    return given;
}

/* A dimension of the grid on which nothing depends has one workgroup. If nothing depends on any dimension, there are
 * several workgroups along the first. */
static uint32_t unused_dimensions(struct prove_asker *a) {
    struct prover *p = a->p;
    struct prove_list list = {0};
    const uint32_t all = 7u << PROVE_ASSUMES_ONE_X;
    uint32_t unused = all & ~given_dimensions(a);
    for (uint32_t i = 0; i < p->event_count; i++) {
        const struct prove_event *event = &p->events[i];
        *ARENA_PUSH(p->arena, list.items, list.count, list.capacity) = event->control;
        *ARENA_PUSH(p->arena, list.items, list.count, list.capacity) = event->facts;
        for (uint32_t k = 0; k < event->path_count; k++)
            *ARENA_PUSH(p->arena, list.items, list.count, list.capacity) = event->path[k];
    }
    uint32_t count = prove_walk(&p->terms, list.items, list.count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < 3; d++)
            if (p->terms.walked[i] == p->built_ins[PROVE_GROUP_X + d])
                unused &= ~(1u << (PROVE_ASSUMES_ONE_X + d));
    return unused == all ? all & ~(1u << PROVE_ASSUMES_ONE_X) : unused;
}

/* There must be a run that is as --assume says: of no run everything can be proven. */
static bool is_possible(struct prove_asker *a) {
    enum prove_result result = prove_is(&a->p->terms, a->given, 0) ? PROVE_NEVER : PROVE_POSSIBLE;
    if (result == PROVE_POSSIBLE && !prove_is(&a->p->terms, a->given, 1) && has_solver(a)) {
        begin(a, PROVE_ORDERED);
        result = prove_solver_check(a->solver, false);
    }
    for (uint32_t i = 0; i < PROVE_QUESTIONS && result != PROVE_POSSIBLE; i++) {
        a->said = &a->p->answer->of[i];
        say_open(a, 0, 0,
                 result == PROVE_NEVER ? "no run is as --assume says: give what may be"
                                       : "the solver does not say whether any run is as --assume says");
    }
    return result == PROVE_POSSIBLE;
}

static void find_cuts(struct prove_asker *a) {
    a->cuts = arena_allocate_array(a->p->arena, (size_t)a->p->event_count + 1, sizeof *a->cuts);
    for (uint32_t i = 0; i < a->p->event_count; i++)
        if (a->p->events[i].kind == PROVE_CUT)
            a->cuts[a->cut_count++] = i;
}

/* False: nothing can be decided within the workgroup. */
static bool is_within_asked(struct prove_asker *a) {
    const struct prove_said *barriers = &a->p->answer->of[PROVE_BARRIERS];
    if (barriers->verdict != PROVE_PROVEN)
        say_open(a, barriers->words[0], 0, "not every invocation is known to come to each barrier");
    else if (a->p->uneven)
        say_open(a, a->p->uneven, 0, "a loop with barriers whose rounds are not known to be alike in all invocations");
    return !a->said->why;
}

/* Asks about pairs within a workgroup, or between two, where dimensions on which nothing depends have one. */
static void ask_pairs(struct prove_asker *a, struct pairs *pairs, uint32_t ones,
                      void (*ask)(struct prove_asker *, struct pairs *)) {
    const uint32_t assumed = a->p->assumed;
    a->said = &a->p->answer->of[pairs->is_between ? PROVE_BETWEEN : PROVE_WITHIN];
    if (pairs->is_between)
        a->p->assumed |= ones;
    ask(a, pairs);
    a->p->assumed = assumed;
}

void prove_ask_all(struct prove_asker *a) {
    struct prover *p = a->p;
    struct prove_said *of = p->answer->of;
    const uint32_t ones = unused_dimensions(a);
    find_cuts(a);
    if (!is_possible(a))
        return;
    find_tickets(a);
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++)
        of[i].assumed = p->assumed | (i == PROVE_BETWEEN ? ones : 0);
    a->said = &of[PROVE_BARRIERS];
    ask_barriers(a);
    if (of[PROVE_BARRIERS].verdict != PROVE_PROVEN)
        of[PROVE_BETWEEN].assumed |= 1u << PROVE_ASSUMES_BARRIERS;
    a->said = &of[PROVE_WITHIN];
    struct pairs within = {0}, between;
    if (is_within_asked(a)) {
        within = begin_pairs(a, false);
        ask_pairs(a, &within, ones, ask_each);
    }
    between = begin_pairs(a, true);
    ask_pairs(a, &between, ones, ask_each);
    ask_pairs(a, &within, ones, ask_others);
    ask_pairs(a, &between, ones, ask_others);
}
