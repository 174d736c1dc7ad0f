/* Data races and undefined reads in the words of the source: the accesses, and the first link that is missing between
 * them: what does not synchronize, what does not order this memory, what goes not far enough. */

#include "mmra/base/text.h"
#include "mmra/litmus/litmus.h"
#include "mmra/litmus/words.h"

/* ---- text ---- */

/* "workgroup 0, invocation 1" */
static void put_name(struct text *text, const char *name) {
    const char *invocation = strstr(name, " invocation");
    for (; *name; name++) {
        if (name == invocation)
            text_char(text, ',');
        text_char(text, *name >= ' ' && *name < 0x7F ? *name : '?');
    }
}

static void put_thread(struct text *text, const struct explored *one, int32_t thread) {
    put_name(text, thread < 0 ? "initialization" : one->program->threads[thread].name);
}

static void put_location(struct text *text, const struct explored *one, uint32_t event) {
    const struct program_cell *cell = &one->program->cells[one->x->events[event].location];
    text_printable(text, cell->label ? cell->label : cell->name);
}

static void put_value(struct text *text, const struct explored *one, uint32_t event, bool read) {
    uint64_t value = 0;
    char number[EXPLAIN_NUMBER];
    bool known = explored_event_value(one, event, read, &value) == EXPLORED_KNOWN;
    explain_number(one->x->events[event].operation->float_bits, value, number);
    text_string(text, known ? number : "an undefined value");
}

static const char *noun(const struct model_event *event) {
    if (event->kind & MODEL_BARRIER)
        return event->kind & MODEL_ARRIVES ? "arrival at a split barrier"
               : event->kind & MODEL_WAITS ? "wait at a split barrier"
                                           : "control barrier";
    if (!(event->kind & (MODEL_READ | MODEL_WRITE)))
        return "memory barrier";
    return event->kind & MODEL_WRITE ? event->kind & MODEL_READ ? "atomic operation" : "write" : "read";
}

static struct text begin(struct arena *arena) {
    struct text text;
    text_init(&text, arena, 160);
    return text;
}

/* " at line 12": of the shader's source; if that is not known, of the assembly or the litmus file */
static void put_line(struct text *text, const struct model_operation *operation) {
    uint32_t line = operation->place ? operation->place->line : operation->line;
    if (line || operation->origin)
        text_format(text, line ? " at line %u" : " at word %u", line ? line : operation->origin);
}

/* "the write at line 12" */
static const char *event_name(struct arena *arena, const struct explored *one, uint32_t i) {
    const struct model_event *event = &one->x->events[i];
    struct text text = begin(arena);
    text_format(&text, "the %s", noun(event));
    put_line(&text, event->operation);
    return text_finish(&text);
}

/* "workgroup 0, invocation 1 writes 42 to data" */
static void put_access(struct text *text, const struct explored *one, uint32_t i) {
    const struct model_event *event = &one->x->events[i];
    put_thread(text, one, event->thread);
    if (event->kind & MODEL_READ && event->kind & MODEL_WRITE) {
        text_string(text, " atomically changes ");
        put_location(text, one, i);
    } else if (event->kind & MODEL_WRITE) {
        text_string(text, event->flags & MODEL_ATOMIC ? " atomically writes " : " writes ");
        put_value(text, one, i, false);
        text_string(text, " to ");
        put_location(text, one, i);
    } else {
        text_string(text, event->flags & MODEL_ATOMIC ? " atomically reads " : " reads ");
        put_location(text, one, i);
    }
}

/* Without a place in a source: " by %12 = OpLoad", or the line of the assembly. The message has the word. */
static void put_instruction(struct text *text, const struct model_operation *operation) {
    const char *what = operation->text, *word = what ? strstr(what, " (word ") : NULL;
    if (operation->place || !operation->origin || !what)
        return;
    text_string(text, " by ");
    for (; *what && what != word; what++)
        text_char(text, *what >= ' ' && *what < 0x7F ? *what : '?');
}

/* How often the thread has come to the event's instruction, this time included. */
static uint32_t round_of(const struct explored *one, uint32_t event) {
    const struct model_event *events = one->x->events;
    uint32_t round = 1;
    if (one->rounds)
        return one->rounds[event];
    for (uint32_t i = 0; i < event; i++)
        round += events[i].thread == events[event].thread && events[i].operation == events[event].operation;
    return round;
}

/* ", in the 2nd iteration that comes here" */
static void put_round(struct text *text, const struct explored *one, uint32_t event) {
    uint32_t round = round_of(one, event);
    bool teen = round / 10 % 10 == 1;
    const char *ending = teen ? "th" : round % 10 == 1 ? "st" : round % 10 == 2 ? "nd" : round % 10 == 3 ? "rd" : "th";
    if (round == 1)
        text_string(text, ", when it first comes here");
    else
        text_format(text, ", in the %u%s iteration that comes here", round, ending);
}

static void add_at(struct arena *arena, struct litmus_messages *messages, const struct model_operation *operation,
                   bool is_note, struct text *text) {
    *ARENA_PUSH(arena, messages->items, messages->count, messages->capacity) =
        (struct litmus_message){is_note, operation->place, operation->origin, text_finish(text)};
}

static void add(struct arena *arena, struct litmus_messages *messages, const struct explored *one, uint32_t event,
                bool is_note, struct text *text) {
    add_at(arena, messages, one->x->events[event].operation, is_note, text);
}

/* ---- the link that is missing ---- */

enum reason {
    REASON_UNORDERED,  /* nothing that could order the two */
    REASON_APART,      /* `at`, a control barrier beside one, waits for its workgroup, and `other` is in another */
    REASON_WAITLESS,   /* `at`, a memory barrier after one or before the other, waits for nobody */
    REASON_UNRELEASED, /* `other` reads what `at` writes after one, but no release is before `at` */
    REASON_UNACQUIRED, /* `at` reads what `other` writes after one, but no acquire is after `at` */
    REASON_PRIVATE,    /* the two are ordered but for that: `at` is private */
    REASON_ATOMIC,     /* both are atomic, but `at` is of a scope without `other` */
    REASON_CLASS,      /* `at` does not order the class of the access */
    REASON_NO_ACQUIRE, /* `other` releases the class of the access, but `at`, which synchronizes with it, does not
                          acquire it */
    REASON_NO_RELEASE, /* the reverse */
    REASON_SCOPE,      /* `at` is of a scope that does not reach `other` */
    REASON_NO_MEMORY,  /* a control barrier orders no memory */
    REASON_ELSEWHERE,  /* synchronization leads from one to the other in a way that is not known here */
    REASON_AVAILABLE,  /* ordered, but not made available so far */
    REASON_VISIBLE     /* ordered and available, but not made visible */
};

struct link {
    enum reason reason;
    uint32_t at, other;
};

/* Whether `a` is the first or comes after it, in its thread. */
static bool is_behind(const struct execution *x, uint32_t first, uint32_t a) {
    return a == first || relation_has(x->pool, x->po, first, a);
}

static bool reaches(const struct execution *x, uint32_t a, uint32_t b) {
    uint8_t level = x->events[a].operation->scope;
    return level >= MODEL_LEVELS || model_includes(x, a, level, b);
}

/* A release and an acquire that synchronize with it may lack the class of the accesses: either, or both. */
static bool find_class(const struct execution *x, uint32_t first, uint32_t second, uint32_t release, uint32_t acquire,
                       struct link *link) {
    const struct model_event *events = x->events;
    bool released = events[release].operation->semantics >> events[first].operation->storage_class & 1;
    bool acquired = events[acquire].operation->semantics >> events[second].operation->storage_class & 1;
    *link = released   ? (struct link){REASON_NO_ACQUIRE, acquire, release}
            : acquired ? (struct link){REASON_NO_RELEASE, release, acquire}
                       : (struct link){REASON_CLASS, release, first};
    return !(released && acquired);
}

/* Atomics of both threads where the second reads from the first, or from read-modify-writes that do, with a scope that
 * does not include the other. */
static bool find_scope(const struct execution *x, const uint64_t *reads, uint32_t release, uint32_t acquire,
                       struct link *link) {
    for (uint32_t w = 0; w < x->count; w++)
        for (uint32_t r = 0; is_behind(x, release, w) && r < x->count; r++) {
            if (!relation_has(x->pool, reads, w, r) || !is_behind(x, r, acquire))
                continue;
            const uint32_t events[] = {release, w, r, acquire};
            for (int i = 0; i < 4; i++)
                if (!reaches(x, events[i], i < 2 ? acquire : release)) {
                    *link = (struct link){REASON_SCOPE, events[i], i < 2 ? acquire : release};
                    return true;
                }
        }
    return false;
}

static bool is_one_barrier(const struct execution *x, uint32_t a, uint32_t b) {
    return x->events[a].kind & x->events[b].kind & MODEL_BARRIER && x->events[a].barrier == x->events[b].barrier &&
           !(x->events[a].kind & MODEL_WAITS) && !(x->events[b].kind & MODEL_ARRIVES);
}

static bool is_private(const struct execution *x, uint32_t event) {
    return !(x->events[event].flags & MODEL_NONPRIVATE);
}

/* Why both halves of a control barrier between two accesses do not order them; REASON_UNORDERED if that is not known.
 */
static struct link barrier_link(const struct execution *x, uint32_t a, uint32_t b, uint32_t second) {
    if (!(x->events[a].flags & MODEL_RELEASE && x->events[b].flags & MODEL_ACQUIRE))
        return (struct link){REASON_NO_MEMORY, a, b};
    return (struct link){reaches(x, a, second) ? REASON_UNORDERED : REASON_SCOPE, a, second};
}

/* Finds what synchronizes on the way from one access to the other, through whichever threads, and yet does not order
 * them; the most telling comes first. */
static bool find_synchronization(const struct execution *x, uint32_t first, uint32_t second, struct link *link) {
    relation sw = explain_link(x, "sw");
    uint32_t private = is_private(x, first) ? first : second;
    bool found = false;
    if (!sw)
        return false;
    relation way = relation_reflexive(x->pool, relation_closure(x->pool, RELATION_UNION(x->pool, sw, x->po)));
    for (uint32_t a = 0; a < x->count; a++)
        SET_EACH (x->pool, relation_row(x->pool, sw, a), b) {
            struct link other;
            if (!relation_has(x->pool, way, first, a) || !relation_has(x->pool, way, b, second) ||
                x->events[a].thread == x->events[b].thread)
                continue;
            if (is_private(x, private)) {
                *link = (struct link){REASON_PRIVATE, private, second};
                return true;
            }
            if (find_class(x, first, second, a, b, &other) && (!found || link->reason == REASON_CLASS)) {
                *link = other;
                found = true;
            }
        }
    return found;
}

/* Whether one of the events from the first to the second, which are of one thread, has the flag. */
static bool has_between(const struct execution *x, uint32_t from, uint32_t to, uint32_t flag) {
    for (uint32_t i = 0; i < x->count; i++)
        if (x->events[i].flags & flag && is_behind(x, from, i) && is_behind(x, i, to))
            return true;
    return false;
}

/* Finds an atomic after the first access, and one before the second that reads it, between which the release or the
 * acquire is missing. */
static bool find_half(const struct execution *x, uint32_t first, uint32_t second, struct link *link) {
    relation reads = relation_closure(x->pool, x->rf);
    for (uint32_t w = 0; w < x->count; w++)
        for (uint32_t r = 0; is_behind(x, first, w) && r < x->count; r++) {
            bool atomic = x->events[w].flags & x->events[r].flags & MODEL_ATOMIC;
            if (w == first || r == second || !atomic || !relation_has(x->pool, reads, w, r) || !is_behind(x, r, second))
                continue;
            bool released = has_between(x, first, w, MODEL_RELEASE),
                 acquired = has_between(x, r, second, MODEL_ACQUIRE);
            if (released == acquired)
                continue;
            *link = released ? (struct link){REASON_UNACQUIRED, r, w} : (struct link){REASON_UNRELEASED, w, r};
            return true;
        }
    return false;
}

/* Whether they are in two workgroups. */
static bool are_apart(const struct explored *one, uint32_t a, uint32_t b) {
    const struct program_thread *threads = one->program->threads;
    return threads[one->x->events[a].thread].scopes.instance[VULKAN_WORKGROUP] !=
           threads[one->x->events[b].thread].scopes.instance[VULKAN_WORKGROUP];
}

static bool is_one_line(const struct execution *x, uint32_t a, uint32_t b) {
    const struct model_operation *one = x->events[a].operation, *two = x->events[b].operation;
    return one->place && two->place ? one->place->line == two->place->line : one == two;
}

/* Whether the other's thread has come to the same operation before its access. */
static bool has_passed(const struct execution *x, uint32_t other, uint32_t event) {
    for (uint32_t i = 0; i < x->count; i++)
        if (i != other && x->events[i].operation == x->events[event].operation && is_behind(x, i, other))
            return true;
    return false;
}

/* Finds an operation that an author may have meant to order the two, and that cannot do so whatever its scope and its
 * memory are. An operation before a line is not meant to order that line's accesses by several invocations, but a
 * barrier to which one of them has still to come is. No fragment waits for another, so only an interlock could be meant
 * between two. */
static struct link find_meant(const struct explored *one, uint32_t first, uint32_t second) {
    const struct execution *x = one->x;
    const struct model_event *events = x->events;
    struct link link = {REASON_UNORDERED, first, second};
    if (events[first].thread < 0 || events[second].thread < 0 || find_half(x, first, second, &link) ||
        one->program->groups == PROGRAM_ALONE)
        return link;
    bool one_line = is_one_line(x, first, second), apart = are_apart(one, first, second);
    for (uint32_t i = 0; i < x->count; i++) {
        bool is_after = i != first && is_behind(x, first, i), is_before = i != second && is_behind(x, i, second);
        bool is_barrier = events[i].kind & MODEL_BARRIER;
        uint32_t other = is_after ? second : first;
        bool parts = is_barrier && apart && (is_after || (is_before && !has_passed(x, first, i)));
        if (events[i].kind & MODEL_FENCE && !is_barrier && (is_after || (is_before && !one_line)) &&
            events[i].operation->semantics >> events[first].operation->storage_class & 1)
            link = (struct link){REASON_WAITLESS, i, other};
        else if (parts && link.reason == REASON_UNORDERED)
            link = (struct link){REASON_APART, i, other};
    }
    return link;
}

/* Finds what lies between two accesses without ordering them. */
static struct link find_between(const struct execution *x, uint32_t first, uint32_t second) {
    struct link link = {REASON_UNORDERED, first, second}, other;
    relation reads = relation_closure(x->pool, x->rf);
    if (find_synchronization(x, first, second, &link))
        return link;
    for (uint32_t a = 0; a < x->count; a++) {
        if (!is_behind(x, first, a))
            continue;
        for (uint32_t b = 0; b < x->count; b++) {
            if (!is_behind(x, b, second))
                continue;
            bool pair = x->events[a].flags & MODEL_RELEASE && x->events[b].flags & MODEL_ACQUIRE;
            if (pair && find_scope(x, reads, a, b, &other))
                link = other;
            else if (link.reason == REASON_UNORDERED && is_one_barrier(x, a, b))
                link = barrier_link(x, a, b, second);
        }
    }
    return link;
}

/* Whether a write that happens before an event has been made available to it, as far as its own flags and those of the
 * releases after it say. */
static bool is_made_available(const struct execution *x, uint32_t write, uint32_t event, relation hb) {
    if (x->events[write].flags & MODEL_AVAILABLE)
        return reaches(x, write, event);
    for (uint32_t r = 0; r < x->count; r++)
        if (x->events[r].flags & MODEL_SEMANTICS_AVAILABLE && is_behind(x, write, r) && reaches(x, r, event) &&
            relation_has(x->pool, hb, r, event))
            return true;
    return false;
}

static struct link find_missing(const struct execution *x, uint32_t first, uint32_t second) {
    const struct model_event *a = &x->events[first], *b = &x->events[second];
    relation hb = explain_link(x, "hb");
    if (a->flags & b->flags & MODEL_ATOMIC)
        return reaches(x, first, second) ? (struct link){REASON_ATOMIC, second, first}
                                         : (struct link){REASON_ATOMIC, first, second};
    if (!hb || !relation_has(x->pool, hb, first, second))
        return find_between(x, first, second);
    if (is_private(x, first) || is_private(x, second))
        return (struct link){REASON_PRIVATE, is_private(x, first) ? first : second, second};
    if (a->kind & MODEL_WRITE && !is_made_available(x, first, second, hb))
        return (struct link){REASON_AVAILABLE, first, second};
    return (struct link){REASON_VISIBLE, second, first};
}

/* ", and workgroup 1, invocation 0 is in another workgroup" */
static void put_apart(struct text *text, const struct explored *one, uint32_t a, uint32_t b) {
    const struct model_event *at = &one->x->events[a], *other = &one->x->events[b];
    text_string(text, ", and ");
    put_thread(text, one, other->thread);
    text_format(text, " %s", explain_apart(one, at->thread, other->thread, at->operation->scope));
}

static const struct language_words *words_of(const struct explored *one) {
    return language_words(one->program->language);
}

/* A control barrier orders what memory barriers on its sides order: which of them is missing. */
static void put_class(struct text *text, const struct explored *one, const struct link *link) {
    const uint8_t class = one->x->events[one->x->race_first].operation->storage_class;
    const bool is_known = class < LANGUAGE_CLASSES;
    const char *memory = is_known ? words_of(one)->memory[class] : "this memory";
    const char *order = is_known ? words_of(one)->order[class] : "a memory barrier";
    const char *at = event_name(text->arena, one, link->at), *other = event_name(text->arena, one, link->other);
    bool is_barrier = one->x->events[link->at].kind & MODEL_BARRIER;
    if (link->reason == REASON_CLASS || !is_barrier)
        text_format(text, "%s synchronizes, but its semantics do not order %s%s%s%s", at, memory,
                    is_barrier ? ": memory barriers for that (" : "", is_barrier ? order : "",
                    is_barrier ? ") are missing before it and after it" : "");
    else if (link->reason == REASON_NO_RELEASE)
        text_format(text,
                    "%s acquires %s, but %s does not release %s: a memory barrier for that (%s) is missing before it",
                    other, memory, at, memory, order);
    else
        text_format(text,
                    "%s releases %s, but %s does not acquire %s: a memory barrier for that (%s) is missing after it",
                    other, memory, at, memory, order);
}

static void put_link(struct text *text, const struct explored *one, const struct link *link) {
    const char *at = event_name(text->arena, one, link->at);
    const char *level = explain_level_name(one->x->events[link->at].operation->scope);
    switch (link->reason) {
    case REASON_UNORDERED:
        text_string(text,
                    "nothing orders the two: between them is no barrier, and no acquire that reads from a release");
        return;
    case REASON_WAITLESS:
        text_format(text, "%s orders accesses of its own invocation and waits for no other one: ", at);
        if (are_apart(one, link->at, link->other))
            text_string(text, "an atomic that tells the other invocation is missing");
        else
            text_format(text, "a control barrier (%s) is missing", words_of(one)->wait);
        return;
    case REASON_UNRELEASED:
        text_format(text, "%s takes its value from %s, but no release is between the access and that",
                    event_name(text->arena, one, link->other), at);
        return;
    case REASON_UNACQUIRED:
        text_format(text, "%s takes its value from %s, but no acquire is between it and the access", at,
                    event_name(text->arena, one, link->other));
        return;
    case REASON_APART:
        text_format(text, "%s waits for its own workgroup only", at);
        put_apart(text, one, link->at, link->other);
        return;
    case REASON_PRIVATE:
        text_format(text, "what synchronizes the two does not order %s: it is private (%s)", at,
                    words_of(one)->coherent);
        return;
    case REASON_ATOMIC:
        text_format(text, "both are atomic, but %s is so for its %s only", at, level);
        put_apart(text, one, link->at, link->other);
        return;
    case REASON_CLASS:
    case REASON_NO_ACQUIRE:
    case REASON_NO_RELEASE:
        put_class(text, one, link);
        return;
    case REASON_ELSEWHERE:
        text_string(
            text, "other invocations synchronize the two in turn, but do not order this memory between them: by their "
                  "scopes, semantics, or for want of availability or visibility");
        return;
    case REASON_SCOPE:
        text_format(text, "%s synchronizes with nothing outside of its %s", at, level);
        put_apart(text, one, link->at, link->other);
        return;
    case REASON_NO_MEMORY:
        text_format(text, "%s lies between them, but orders no memory: it does not both release and acquire", at);
        return;
    case REASON_AVAILABLE:
        text_format(text, "%s is before the other access, but nothing makes it available to it", at);
        break;
    case REASON_VISIBLE:
        text_format(text, "the other access is before %s, but nothing makes it visible to it", at);
        break;
    }
    if (!reaches(one->x, link->at, link->other)) {
        text_format(text, ": it is made so for its %s only", level);
        put_apart(text, one, link->at, link->other);
    }
}

static void add_link(struct arena *arena, struct litmus_messages *messages, const struct explored *one, uint32_t a,
                     uint32_t b) {
    struct link there = find_missing(one->x, a, b), back = find_missing(one->x, b, a);
    struct link meant;
    const struct link *link = there.reason == REASON_UNORDERED && back.reason > there.reason ? &back : &there;
    const struct link private = {REASON_PRIVATE, is_private(one->x, a) ? a : b, b},
                      elsewhere = {REASON_ELSEWHERE, b, a};
    struct text text = begin(arena);
    if (link->reason == REASON_UNORDERED && one->reached)
        link = is_private(one->x, a) || is_private(one->x, b) ? &private : &elsewhere;
    if (back.reason >= REASON_AVAILABLE)
        link = &back;
    if (link->reason == REASON_UNORDERED) {
        const struct link forth = find_meant(one, a, b), other_way = find_meant(one, b, a);
        meant = forth.reason >= other_way.reason ? forth : other_way;
        link = &meant;
    }
    const struct model_operation *at = one->x->events[link->at].operation;
    bool is_access = link->at == a || link->at == b;
    messages->missing = (uint64_t)link->reason << 32 | (is_access ? 0 : at->origin);
    put_link(&text, one, link);
    add(arena, messages, one, link->at, true, &text);
}

/* ---- findings ---- */

/* A line of a source, or a word of a module. */
static bool is_placed(const struct model_operation *operation) {
    return operation->place || operation->origin;
}

static bool has_place(const struct explored *one, uint32_t event) {
    return event < one->x->count && one->x->events[event].thread >= 0 && is_placed(one->x->events[event].operation);
}

/* A write is what others did not expect: it comes first. */
void explain_race(struct arena *arena, const struct explored *one, struct litmus_messages *messages) {
    if (has_place(one, one->x->race_first) || has_place(one, one->x->race_second))
        explain_any_race(arena, one, messages);
}

static void put_raced(struct text *text, const struct explored *one, uint32_t event, bool round) {
    put_access(text, one, event);
    put_instruction(text, one->x->events[event].operation);
    if (round)
        put_round(text, one, event);
}

static const struct model_place *call_of(const struct explored *one, uint32_t event) {
    const struct model_place *access = one->x->events[event].operation->place;
    return access ? access->caller : NULL;
}

static bool are_alike(const struct model_place *a, const struct model_place *b) {
    while (a && b && a->line == b->line && a->column == b->column && strcmp(a->file, b->file) == 0) {
        a = a->caller;
        b = b->caller;
    }
    return !a && !b;
}

/* The calls that lead to an access in a function: the innermost ones. */
static void add_calls(struct arena *arena, struct litmus_messages *messages, const struct explored *one, uint32_t event,
                      bool by_both) {
    enum { MOST_CALLS = 4 };
    const struct model_place *call = call_of(one, event);
    for (int i = 0; call && i < MOST_CALLS; i++, call = call->caller) {
        struct text text = begin(arena);
        if (!by_both)
            put_thread(&text, one, one->x->events[event].thread);
        text_string(&text, by_both ? "both come to it by this call" : " comes to it by this call");
        *ARENA_PUSH(arena, messages->items, messages->count, messages->capacity) =
            (struct litmus_message){true, call, 0, text_finish(&text)};
    }
}

void explain_any_race(struct arena *arena, const struct explored *one, struct litmus_messages *messages) {
    uint32_t first = one->x->race_first, second = one->x->race_second;
    if (!(one->x->events[first].kind & MODEL_WRITE) || (!has_place(one, first) && has_place(one, second))) {
        first = one->x->race_second;
        second = one->x->race_first;
    }
    bool both = one->x->events[first].thread >= 0 && one->x->events[second].thread >= 0;
    bool rounds = both && (round_of(one, first) > 1 || round_of(one, second) > 1);
    struct text text = begin(arena);
    text_string(&text, "data race: ");
    put_raced(&text, one, first, rounds);
    add(arena, messages, one, first, false, &text);
    if (!both)
        return;
    text = begin(arena);
    put_raced(&text, one, second, rounds);
    add(arena, messages, one, second, true, &text);
    bool by_both = are_alike(call_of(one, first), call_of(one, second));
    add_calls(arena, messages, one, first, by_both);
    if (!by_both)
        add_calls(arena, messages, one, second, false);
    add_link(arena, messages, one, first, second);
}

void explain_undefined_read(struct arena *arena, const struct explored *one, struct litmus_messages *messages) {
    const struct execution *x = one->x;
    uint32_t read = one->undefined_read;
    if (!one->undefined || !has_place(one, read))
        return;
    struct text text = begin(arena);
    text_string(&text, "undefined value: ");
    put_access(&text, one, read);
    add(arena, messages, one, read, false, &text);
    for (uint32_t w = 0, count = 0; x->may_see && w < x->count && count < 4; w++) {
        if (!relation_has(x->pool, x->may_see, read, w) || !has_place(one, w))
            continue;
        text = begin(arena);
        text_string(&text, "it may see this write: ");
        put_access(&text, one, w);
        add(arena, messages, one, w, true, &text);
        count++;
    }
}

/* ---- threads that do not end ---- */

/* Why the thread does not come to its end; LITMUS_STOPS: it does, or waits for one whose fault it is. */
static enum litmus_stop stop_of(const struct explored *one, uint32_t thread, const char **fault,
                                const struct model_operation **at) {
    if (!explored_unfinished(one, thread, fault, at) || ((one->fault || one->aborts) && !*fault))
        return LITMUS_STOPS;
    if (*fault == explore_divergent)
        return LITMUS_DIVERGENT;
    if (*fault == program_aborts)
        return LITMUS_ABORT;
    if (*fault)
        return program_is_beyond(*fault) ? LITMUS_BEYOND : LITMUS_UNDEFINED;
    return one->deadlock ? LITMUS_DEADLOCK : LITMUS_ENDLESS;
}

/* "deadlock: workgroup 0, invocation 1 waits here for ever"; "an access out of bounds, by workgroup 0, invocation 1" */
static void put_stop(struct text *text, const struct explored *one, uint32_t thread, const char *fault, bool is_note) {
    if (fault) {
        text_printable(text, fault);
        text_string(text, ", by ");
        put_thread(text, one, (int32_t)thread);
        return;
    }
    if (!is_note)
        text_string(text, one->deadlock ? "deadlock: " : "endless loop: ");
    put_thread(text, one, (int32_t)thread);
    text_string(text, one->deadlock ? " waits here for ever" : " goes round here for ever");
}

uint32_t explain_stops(const struct explored *one) {
    const struct model_operation *at;
    const char *fault;
    uint32_t stops = 0;
    for (uint32_t t = 0; one->hung && t < one->program->thread_count; t++)
        stops |= UINT32_C(1) << stop_of(one, t, &fault, &at);
    return stops & ((UINT32_C(1) << LITMUS_STOPS) - 1);
}

/* ---- barriers to which not all come ---- */

/* "workgroup 0, invocation 1 comes to another one at line 30" */
static void put_other_barrier(struct text *text, const struct explore_divergence *d, const char *who) {
    put_name(text, who);
    text_string(text, !d->at[1] ? " ends without it"
                      : d->at[1]->origin == d->at[0]->origin
                          ? " comes to it in another round of a loop, or by another call"
                          : " comes to another one");
    if (d->at[1])
        put_line(text, d->at[1]);
}

const char *explain_divergence(struct arena *arena, const struct explore_divergence *d, const char *const names[2],
                               struct litmus_messages *messages) {
    struct text text = begin(arena), first = begin(arena), second = begin(arena);
    text_string(&text, "divergent barrier: ");
    put_name(&text, names[0]);
    text_string(&text, " comes to a control barrier");
    put_line(&text, d->at[0]);
    text_string(&text, ", ");
    put_other_barrier(&text, d, names[1]);
    const char *whole = text_finish(&text);
    if (!is_placed(d->at[0]))
        return whole;
    text_string(&first, "divergent barrier: ");
    put_name(&first, names[0]);
    text_string(&first, " comes to this control barrier");
    add_at(arena, messages, d->at[0], false, &first);
    put_other_barrier(&second, d, names[1]);
    add_at(arena, messages, d->at[1] ? d->at[1] : d->at[0], true, &second);
    return whole;
}

void explain_parting(struct arena *arena, const struct model_operation *const *branches, uint32_t count,
                     struct litmus_messages *messages) {
    for (uint32_t i = 0; i < count && messages->count; i++) {
        struct text text = begin(arena);
        text_format(&text, "the ways of the two %s here: one leads to the barrier, and the other does not",
                    count > 1 ? "may part" : "part");
        add_at(arena, messages, branches[i], true, &text);
    }
}

/* In an execution with a fault or an abort only the thread whose it is is told: others may have waited for it. The
 * first execution of each kind is told. */
void explain_stop(struct arena *arena, const struct explored *one, struct litmus_messages messages[LITMUS_STOPS]) {
    const struct model_operation *at;
    const char *fault;
    uint32_t told[LITMUS_STOPS];
    for (int i = 0; i < LITMUS_STOPS; i++)
        told[i] = messages[i].count;
    for (uint32_t t = 0; one->hung && t < one->program->thread_count; t++) {
        enum litmus_stop stop = stop_of(one, t, &fault, &at);
        if (stop == LITMUS_STOPS || stop == LITMUS_DIVERGENT || !at || !is_placed(at) || told[stop])
            continue;
        struct text text = begin(arena);
        bool is_note = messages[stop].count;
        put_stop(&text, one, t, fault, is_note);
        add_at(arena, &messages[stop], at, is_note, &text);
    }
}
