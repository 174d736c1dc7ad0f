/* Executions for people, as text. */
#include "mmra/base/text.h"
#include "mmra/litmus/litmus.h"

static void put_value(struct text *text, const struct explored *one, uint32_t event, bool read) {
    uint64_t value = 0;
    enum explored_value kind = explored_event_value(one, event, read, &value);
    char number[EXPLAIN_NUMBER];
    explain_number(one->x->events[event].operation->float_bits, value, number);
    text_string(text, kind == EXPLORED_KNOWN ? number : kind == EXPLORED_UNDEFINED ? "undef" : "?");
}

/* " shader.comp:12:5" */
static void put_place(struct text *text, const struct model_place *place) {
    if (!place)
        return;
    text_string(text, " ");
    text_printable(text, place->file);
    text_format(text, ":%u", place->line);
    if (place->column)
        text_format(text, ":%u", place->column);
}

static void put_event(struct text *text, const struct explored *one, uint32_t i) {
    const struct model_event *event = &one->x->events[i];
    text_format(text, "e%u", i);
    if (event->operation->line)
        text_format(text, " line %u", event->operation->line);
    put_place(text, event->operation->place);
    text_string(text, ": ");
    text_printable(text, event->operation->text ? event->operation->text : "(no text)");
    if (event->kind & MODEL_READ) {
        text_string(text, "  reads ");
        put_value(text, one, i, true);
        if (event->source >= 0)
            text_format(text, " from e%d", event->source);
    }
    if (event->kind & MODEL_WRITE && event->kind & MODEL_READ) {
        text_string(text, ", writes ");
        put_value(text, one, i, false);
    }
}

static void put_events(struct text *text, const struct explored *one) {
    for (uint32_t t = 0; t < one->program->thread_count; t++) {
        text_string(text, "  ");
        text_printable(text, one->program->threads[t].name);
        text_string(text, ":\n");
        for (uint32_t i = 0; i < one->x->count; i++)
            if (one->x->events[i].thread == (int32_t)t && one->x->events[i].kind &&
                !(one->x->events[i].kind & (MODEL_BEGIN | MODEL_END))) {
                text_string(text, "    ");
                put_event(text, one, i);
                text_string(text, "\n");
            }
    }
}

relation explain_link(const struct execution *x, const char *name) {
    for (uint32_t i = 0; i < x->link_count; i++)
        if (strcmp(x->links[i].name, name) == 0)
            return x->links[i].relation;
    return NULL;
}

static const char *const level_names[] = {"system", "device", "queue family", "workgroup", "subgroup", "invocation"};

const char *explain_level_name(uint8_t level) {
    return level < MODEL_LEVELS ? level_names[level] : "no scope";
}

const char *explain_apart(const struct explored *one, int32_t a, int32_t b, uint8_t level) {
    static const char *const texts[] = {"is in another system",       "is in another device",
                                        "is in another queue family", "is in another workgroup",
                                        "is in another subgroup",     "is another invocation"};
    const uint32_t *x = one->program->threads[a].scopes.instance, *y = one->program->threads[b].scopes.instance;
    uint8_t apart = 0;
    while (apart + 1 < MODEL_LEVELS && x[apart] == y[apart])
        apart++;
    if (apart < VULKAN_WORKGROUP || one->program->groups == PROGRAM_WORKGROUPS)
        return texts[apart];
    if (one->program->groups == PROGRAM_PATCHES)
        return apart == VULKAN_WORKGROUP ? "is in another patch" : texts[apart];
    return level == VULKAN_INVOCATION ? texts[VULKAN_INVOCATION] : "need not be in it";
}

/* Operations between two accesses that synchronize, but order other storage classes than the accesses'. */
static void put_other_class(struct text *text, const struct explored *one, uint32_t first, uint32_t second) {
    const struct execution *x = one->x;
    relation sw = explain_link(x, "sw");
    for (uint32_t a = 0; sw && a < x->count; a++)
        for (uint32_t b = 0; b < x->count; b++) {
            const struct model_operation *release = x->events[a].operation, *acquire = x->events[b].operation;
            if (!relation_has(x->pool, sw, a, b) || !relation_has(x->pool, x->po, first, a) ||
                !relation_has(x->pool, x->po, b, second))
                continue;
            bool released = release->semantics >> x->events[first].operation->storage_class & 1;
            bool acquired = acquire->semantics >> x->events[second].operation->storage_class & 1;
            if (!released || !acquired) {
                text_format(text, ": e%u synchronizes with e%u, but e%u does not order the storage class of e%u", a, b,
                            released ? b : a, released ? second : first);
                return;
            }
        }
}

/* Why nothing orders the first before the second: the first link that is missing. */
static void put_missing_link(struct text *text, const struct explored *one, uint32_t first, uint32_t second) {
    const struct execution *x = one->x;
    const struct model_event *a = &x->events[first], *b = &x->events[second];
    relation hb = explain_link(x, "hb");
    if (a->thread < 0 || b->thread < 0 || !hb)
        return;
    text_format(text, "  e%u -> e%u: ", first, second);
    if (!relation_has(x->pool, hb, first, second)) {
        text_format(text, "e%u does not happen before e%u", first, second);
        if (!(a->flags & MODEL_NONPRIVATE) || !(b->flags & MODEL_NONPRIVATE))
            text_format(text, ", and e%u is private", a->flags & MODEL_NONPRIVATE ? second : first);
        put_other_class(text, one, first, second);
        text_string(text, "\n");
        return;
    }
    text_format(text, "e%u happens before e%u, but ", first, second);
    if (!(a->flags & MODEL_NONPRIVATE) || !(b->flags & MODEL_NONPRIVATE))
        text_format(text, "e%u is private", a->flags & MODEL_NONPRIVATE ? second : first);
    else if (a->operation->scope < MODEL_LEVELS && !model_includes(x, first, a->operation->scope, second))
        text_format(text, "e%u is made available at %s only, and e%u %s", first,
                    explain_level_name(a->operation->scope), second,
                    explain_apart(one, a->thread, b->thread, a->operation->scope));
    else if (!(a->flags & MODEL_AVAILABLE) && a->kind & MODEL_WRITE)
        text_format(text, "no chain of availability operations takes e%u as far as e%u", first, second);
    else if (b->operation->scope < MODEL_LEVELS && !model_includes(x, second, b->operation->scope, first))
        text_format(text, "e%u is made visible at %s only, and e%u %s", second, explain_level_name(b->operation->scope),
                    first, explain_apart(one, a->thread, b->thread, b->operation->scope));
    else
        text_format(text, "no chain of visibility operations brings e%u to e%u", first, second);
    text_string(text, "\n");
}

/* A read that has no single write to take its value from: of several, or of none. */
static void put_undefined_read(struct text *text, const struct explored *one) {
    const struct execution *x = one->x;
    uint32_t read = one->undefined_read, count = 0;
    text_format(text, "  e%u reads undef: it may see", read);
    for (uint32_t w = 0; x->may_see && w < x->count; w++) {
        if (!relation_has(x->pool, x->may_see, read, w))
            continue;
        count++;
        text_format(text, " e%u%s", w,
                    relation_has(x->pool, explain_link(x, "locord"), w, read) ? "" : " (not ordered before it)");
    }
    text_format(text, "%s\n", count ? "" : " no write");
}

const char *explain_execution(struct arena *arena, const struct explored *one) {
    struct text text;
    const struct execution *x = one->x;
    text_init(&text, arena, 1024);
    put_events(&text, one);
    if (x->race_first != MODEL_NONE) {
        text_format(&text, "  data race between e%u and e%u:\n", x->race_first, x->race_second);
        put_missing_link(&text, one, x->race_first, x->race_second);
        put_missing_link(&text, one, x->race_second, x->race_first);
    }
    if (one->undefined)
        put_undefined_read(&text, one);
    const struct model_operation *at;
    const char *fault;
    for (uint32_t t = 0; one->hung && t < one->program->thread_count; t++)
        if (explored_unfinished(one, t, &fault, &at))
            text_format(&text, "  thread %u %s%s\n", t, fault ? "is stopped: " : "waits for ever", fault ? fault : "");
    return text_finish(&text);
}
