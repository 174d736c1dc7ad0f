/* Changes of a source by its lines. The run of a change is all that is known of it. A change adds synchronization and
 * takes none away, so that what was ordered before it is ordered after it. What makes an access atomic that chance
 * would choose the result of is none: the race would be gone, and the fault would not. */
#include "translator/command/command_mend.h"

#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

/* ---- what can be changed ---- */

static const struct mend_words all_words[] = {
    [SOURCE_WGSL] = {0},
    [SOURCE_GLSL] = {"barrier();",
                     "memoryBarrier(); barrier(); memoryBarrier();",
                     "memoryBarrier();",
                     "coherent ",
                     {"buffer", "image1D", "image2D", "image3D", "imageCube", "imageBuffer", "image2DArray"},
                     0,
                     "#extension GL_ARB_fragment_shader_interlock : require",
                     "beginInvocationInterlockARB();",
                     "endInvocationInterlockARB();",
                     ""},
    [SOURCE_HLSL] = {"GroupMemoryBarrierWithGroupSync();",
                     "AllMemoryBarrierWithGroupSync();",
                     "AllMemoryBarrier();",
                     "globallycoherent ",
                     {"RWStructuredBuffer", "RWByteAddressBuffer", "RWBuffer", "RWTexture1D", "RWTexture2D",
                      "RWTexture3D"},
                     1,
                     .global = "static "},
};

struct search {
    const struct mend_words *words;
    bool is_fragment, by_chance; /* by_chance: as mend_atomic_part says */
    struct draft draft;
    mend_judge *judge;
    void *user;
    struct arena *arena;
    struct mend *mend;
};

/* Indented as the line after it, or where a block ends there, as the one before. */
static void add_statement(struct search *s, struct edits *edits, size_t at, const char *statement) {
    if (at >= s->draft.count || draft_edit_at(edits, at, BEFORE, SIZE_MAX))
        return;
    struct text text;
    const char *line = s->draft.lines[at].text;
    if (at && line[draft_indentation(line)] == '}') {
        size_t before = at - 1;
        while (before && s->draft.lines[before].joins)
            before--;
        line = s->draft.lines[before].text;
    }
    text_init(&text, s->arena, 64);
    text_format(&text, "%.*s%s", s->draft.lines[at].joins ? 0 : draft_indentation(line), line, statement);
    draft_add_edit(edits, at, BEFORE, text_finish(&text));
}

/* Before each statement of the line, also where it is all that a condition is about, and before the one after it. */
static void add_to_line(struct search *s, struct edits *edits, uint32_t line, const char *statement, bool in_braces) {
    size_t begin = draft_before_statement(&s->draft, line), end = draft_after_statement(&s->draft, line);
    for (size_t at = begin < s->draft.count ? begin : draft_first_of_line(&s->draft, line);
         at <= end && at < s->draft.count; at++)
        if (draft_is_between(&s->draft, at))
            add_statement(s, edits, at, statement);
        else if (in_braces && draft_is_body(&s->draft, at) && !draft_edit_at(edits, at, IN_BRACES, SIZE_MAX)) {
            struct text text;
            text_init(&text, s->arena, 64);
            text_format(&text, "%s ", statement);
            draft_add_edit(edits, at, IN_BRACES, text_finish(&text));
        }
}

/* Every barrier of a workgroup orders buffers and images too. */
static void add_order_of_barriers(struct search *s, struct edits *edits) {
    for (size_t i = 0; i < s->draft.count; i++) {
        const char *part = s->draft.lines[i].text, *at = draft_find_word(part, "barrier");
        struct text text;
        if (!at || strncmp(at, s->words->wait, strlen(s->words->wait)) != 0 || strstr(part, "memoryBarrier"))
            continue;
        text_init(&text, s->arena, 96);
        text_format(&text, "%.*s%s%s", (int)(at - part), part, s->words->wait_for_buffers, at + strlen(s->words->wait));
        draft_add_edit(edits, i, INSTEAD, text_finish(&text));
    }
}

/* What is ordered, or atomic, for the workgroup alone is so for the device. The barrier itself stays. */
static void add_scope(struct search *s, struct edits *edits) {
    static const char narrow[] = "gl_ScopeWorkgroup";
    for (size_t i = 0; i < s->draft.count; i++) {
        const char *part = s->draft.lines[i].text, *barrier = draft_find_word(part, "controlBarrier");
        const char *at = draft_find_word(barrier && strchr(barrier, ',') ? strchr(barrier, ',') : part, narrow);
        struct text text;
        if (!at)
            continue;
        text_init(&text, s->arena, 128);
        text_format(&text, "%.*sgl_ScopeDevice%s", (int)(at - part), part, at + strlen(narrow));
        draft_add_edit(edits, i, INSTEAD, text_finish(&text));
    }
}

/* After the version. */
static void add_extension(struct search *s, struct edits *edits, const char *extension) {
    size_t head = 0;
    while (head < s->draft.count && !draft_begins_with(s->draft.lines[head].text, "#version"))
        head++;
    add_statement(s, edits, head + 1, extension);
}

/* From before the one line to after the other, in the function's own block: GLSL's specification lets an interlock
 * begin and end nowhere else. */
static void add_interlock(struct search *s, struct edits *edits, uint32_t earlier, uint32_t later) {
    size_t begin = draft_before_statement(&s->draft, earlier), end = draft_after_statement(&s->draft, later);
    while (begin < s->draft.count && begin && !(s->draft.lines[begin].depth == 1 && draft_is_between(&s->draft, begin)))
        begin--;
    while (end < s->draft.count && !(s->draft.lines[end].depth == 1 && draft_is_between(&s->draft, end)))
        end++;
    add_extension(s, edits, s->words->interlock);
    add_statement(s, edits, begin, s->words->begin);
    add_statement(s, edits, end, s->words->end);
}

/* ---- the search ---- */

static bool is_clean(struct search *s, const struct edits *edits, size_t left_out) {
    bool clean = false;
    size_t length;
    const struct draft changed = draft_edited(&s->draft, edits, left_out, s->arena);
    const char *text = draft_text(&changed, s->arena, &length);
    s->mend->tried++;
    s->mend->is_over |= !s->judge(s->user, text, length, &clean);
    return clean;
}

/* Takes back each edit that the run does without, but for an extension: glslang takes its functions without it. */
static void reduce(struct search *s, struct edits *edits) {
    for (size_t i = edits->count; i-- > 0 && !s->mend->is_over;)
        if (edits->count > 1 && *edits->items[i].text != '#' && is_clean(s, edits, i)) {
            memmove(&edits->items[i], &edits->items[i + 1], (edits->count - i - 1) * sizeof *edits->items);
            edits->count--;
        }
}

/* Kinds of changes, in the order in which they are tried. */
enum {
    WAIT_BEFORE_LATER = 1,
    WAIT_BEFORE_EARLIER = 2,
    WAIT_AFTER_LATER = 4,
    COHERENT = 8,
    ATOMIC = 16,
    ATOMIC_SIGNED = 32,
    ORDER = 64,         /* before and after each statement of the two lines */
    PAIRS = 128,        /* of variables are made atomic */
    WAIT_BETWEEN = 256, /* before and after each statement of the two lines, but in no condition */
    INTERLOCK = 512,
    BARRIERS = 1024, /* of workgroups order buffers and images */
    SCOPE = 2048,    /* of workgroups becomes the device's */
    FLOATS = 4096    /* are added by an extension's atomics */
};

enum { WAITS = WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER | WAIT_AFTER_LATER | WAIT_BETWEEN };

/* The accesses of the one or two variables in the line. */
static void add_atomics(struct search *s, struct edits *edits, uint32_t line, const char *const names[2],
                        bool is_signed) {
    const struct atomic_form form = {s->words->language, is_signed, s->arena};
    for (size_t i = draft_first_of_line(&s->draft, line); i < s->draft.count && s->draft.lines[i].number == line; i++) {
        const char *text = NULL;
        for (int k = 0; k < 2 && names[k]; k++) {
            const char *changed =
                mend_atomic_part(text ? text : s->draft.lines[i].text, names[k], &form, &s->by_chance);
            text = changed ? changed : text;
        }
        draft_add_edit(edits, i, INSTEAD, text);
    }
}

static struct edits edits_of(struct search *s, const uint32_t lines[2], unsigned kind, const char *const names[2]) {
    struct edits edits = {.count = 0};
    uint32_t earlier = lines[0] < lines[1] ? lines[0] : lines[1], later = lines[0] ^ lines[1] ^ earlier;
    const char *statement = kind & COHERENT ? s->words->wait_for_buffers : s->words->wait;
    if (kind & WAIT_BEFORE_EARLIER)
        add_statement(s, &edits, draft_before_statement(&s->draft, earlier), statement);
    if (kind & WAIT_BEFORE_LATER)
        add_statement(s, &edits, draft_before_statement(&s->draft, later), statement);
    if (kind & WAIT_AFTER_LATER)
        add_statement(s, &edits, draft_after_statement(&s->draft, later), statement);
    s->by_chance = false;
    if (kind & COHERENT)
        mend_add_coherent(&s->draft, s->words, &edits, s->arena);
    if (kind & BARRIERS)
        add_order_of_barriers(s, &edits);
    if (kind & SCOPE)
        add_scope(s, &edits);
    if (kind & INTERLOCK)
        add_interlock(s, &edits, earlier, later);
    for (int i = 0; i < 2 && (!i || lines[0] != lines[1]); i++) {
        if (kind & (ATOMIC | ATOMIC_SIGNED))
            add_atomics(s, &edits, lines[i], names, kind & ATOMIC_SIGNED);
        if (kind & (ORDER | WAIT_BETWEEN))
            add_to_line(s, &edits, lines[i], kind & ORDER ? s->words->order : statement, kind & ORDER);
    }
    if (kind & FLOATS && edits.count)
        add_extension(s, &edits, "#extension GL_EXT_shader_atomic_float : require");
    return edits;
}

static bool is_order(const struct search *s, const struct edit *edit) {
    return strstr(edit->text, s->words->order) != NULL;
}

/* Where nothing orders what an atomic stores, the last one to come chooses it. So it is if the run does without what
 * orders: reduce() would take all of it back. */
static bool is_by_chance(struct search *s, const struct edits *edits) {
    struct edits others = {.count = 0};
    if (!s->by_chance)
        return false;
    for (size_t i = 0; i < edits->count; i++)
        if (!is_order(s, &edits->items[i]))
            others.items[others.count++] = edits->items[i];
    return others.count == edits->count || is_clean(s, &others, SIZE_MAX);
}

/* Whether the changes leave nothing wrong; the mend then has them, or the fewest of them where each is of its own. */
static bool is_mended(struct search *s, struct edits *edits, bool are_one, const char *path) {
    if (!edits->count || is_by_chance(s, edits) || !is_clean(s, edits, SIZE_MAX))
        return false;
    if (!are_one)
        reduce(s, edits);
    const struct draft changed = draft_edited(&s->draft, edits, SIZE_MAX, s->arena);
    s->mend->diff = draft_difference(&changed, path, s->arena);
    draft_note_changes(s->mend, &changed, s->arena);
    return true;
}

/* Changes in the order in which they are tried: what waits, then (after other statements) what orders, and what is
 * atomic, first alone and then together. */
static const unsigned waits[] = {
    WAIT_BEFORE_LATER,
    WAIT_BEFORE_LATER | WAIT_AFTER_LATER,
    WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER,
    WAIT_BEFORE_EARLIER,
    WAIT_BETWEEN,
};
static const unsigned orders[] = {
    COHERENT,
    COHERENT | ORDER,
    COHERENT | WAIT_BEFORE_LATER,
    COHERENT | WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER | WAIT_AFTER_LATER,
    COHERENT | BARRIERS,
    SCOPE,
    SCOPE | COHERENT,
    ATOMIC,
    ATOMIC_SIGNED,
    ATOMIC | ORDER,
    ATOMIC_SIGNED | ORDER,
    ATOMIC | FLOATS,
    ATOMIC | ORDER | COHERENT,
    ATOMIC | ORDER | PAIRS,
    INTERLOCK | COHERENT,
};

/* A kind of change, of each variable or pair of them that it may be about. Fragments wait for each other in no other
 * way than by an interlock, and nothing else has one. */
static bool is_mended_by(struct search *s, const struct mend_fault *fault, unsigned kind, const char *path) {
    const char *names[MOST_NAMES] = {NULL};
    bool is_atomic = kind & (ATOMIC | ATOMIC_SIGNED), found = false;
    if (s->is_fragment ? kind & WAITS : kind & INTERLOCK)
        return false;
    size_t count = is_atomic ? mend_find_names(&s->draft, fault, names, !(kind & PAIRS), s->arena) : 1;
    if (s->words->language && kind & (SCOPE | FLOATS | BARRIERS))
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = kind & PAIRS ? i + 1 : i; k < (kind & PAIRS ? count : i + 1); k++) {
            const char *const pair[2] = {names[i], k > i ? names[k] : NULL};
            struct edits edits = edits_of(s, fault->lines, kind, pair);
            found = found || (!s->mend->is_over && is_mended(s, &edits, false, path));
        }
    return found;
}

static bool is_mended_by_any(struct search *s, const struct mend_fault *fault, const unsigned *kinds, size_t count,
                             const char *path) {
    bool found = false;
    for (size_t i = 0; i < count && !s->mend->is_over && !found; i++)
        found = is_mended_by(s, fault, kinds[i], path);
    return found;
}

/* Changes of statements, each of which is one. */
typedef bool statement_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number,
                              const struct mend_words *words, struct edits *edits, struct arena *arena);

static bool is_mended_by_statements(struct search *s, const struct mend_fault *fault, statement_change *change,
                                    const char *path) {
    struct edits edits = {.count = 0};
    bool found = false;
    s->by_chance = false;
    for (uint32_t i = 0; !found && !s->mend->is_over; i++, edits.count = 0) {
        if (!change(&s->draft, fault, i, s->words, &edits, s->arena))
            return false;
        found = is_mended(s, &edits, true, path);
    }
    return found;
}

static void mend_race(struct search *s, const struct mend_fault *fault, const char *path) {
    static const unsigned counts[] = {ATOMIC, ATOMIC_SIGNED, ATOMIC | FLOATS};
    if (fault->is_counting) { /* whether elements are equal is not seen of other statements */
        if (!is_mended_by_statements(s, fault, mend_rewrite_change, path))
            is_mended_by_any(s, fault, counts, sizeof counts / sizeof *counts, path);
        return;
    }
    if (is_mended_by_any(s, fault, waits, sizeof waits / sizeof *waits, path) ||
        is_mended_by_statements(s, fault, mend_rewrite_change, path) ||
        (!s->is_fragment && !fault->is_of_two_groups && is_mended_by_statements(s, fault, mend_split_change, path)))
        return;
    is_mended_by_any(s, fault, orders, sizeof orders / sizeof *orders, path);
}

static bool other_change(struct search *s, const struct mend_fault *fault, uint32_t number, struct edits *edits) {
    switch (fault->kind) {
    case MEND_BARRIER:
        return mend_barrier_change(&s->draft, fault, number, s->words->global, edits, s->arena);
    case MEND_BOUNDS:
        return mend_bounds_change(&s->draft, fault, number, edits, s->arena);
    default:
        return !s->words->language && mend_begin_change(&s->draft, fault, number, edits, s->arena);
    }
}

static const char *other_remark(const struct mend_fault *fault, uint32_t number) {
    return fault->kind == MEND_BARRIER  ? mend_barrier_remark(fault, number)
           : fault->kind == MEND_BOUNDS ? mend_bounds_remark(number)
                                        : mend_begin_remark(fault);
}

static void mend_other(struct search *s, const struct mend_fault *fault, const char *path) {
    struct edits edits = {.count = 0};
    for (uint32_t i = 0; s->words->global && !s->mend->is_over; i++, edits.count = 0) {
        bool any = other_change(s, fault, i, &edits);
        if (any && is_mended(s, &edits, true, path))
            s->mend->remark = other_remark(fault, i);
        if (!any || s->mend->diff)
            return;
    }
}

void mend_find(const struct source *source, const struct mend_fault *fault, mend_judge *judge, void *user,
               struct arena *arena, struct mend *mend) {
    const struct mend_words *words = &all_words[source->language];
    const bool is_fragment = words->interlock && strcmp(source->stage->ending, "frag") == 0;
    struct search s = {
        .words = words, .is_fragment = is_fragment, .judge = judge, .user = user, .arena = arena, .mend = mend};
    *mend = (struct mend){0};
    draft_read(&s.draft, source, arena);
    uint32_t last = s.draft.count ? s.draft.lines[s.draft.count - 1].number : 0;
    bool is_there = s.words->wait && fault->count > (fault->kind == MEND_RACE);
    for (uint32_t i = 0; i < fault->count; i++)
        is_there &= fault->lines[i] && fault->lines[i] <= last;
    if (is_there && fault->kind == MEND_RACE)
        mend_race(&s, fault, source->path);
    else if (is_there)
        mend_other(&s, fault, source->path);
}
