/* Changes of a source by its lines. The run of a change is all that is known of it. A change adds synchronization and
 * takes none away, so that what was ordered before it is ordered after it. */
#include "translator/command/command_mend.h"

#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

/* ---- what can be changed ---- */

/* Words of a language: what makes a workgroup wait and what orders memory alone, by which declarations a buffer is
 * known that can be coherent, and what makes fragments of one pixel go one by one. */
static const struct words {
    const char *wait, *wait_for_buffers, *order, *coherent;
    const char *declarations[6];
    bool has_atomics; /* functions of the names below */
    const char *interlock, *begin, *end;
    const char *global; /* before a variable of an invocation that is in no function; NULL: such changes are not made */
} all_words[] = {
    [SOURCE_WGSL] = {0},
    [SOURCE_GLSL] = {"barrier();",
                     "memoryBarrier(); barrier(); memoryBarrier();",
                     "memoryBarrier();",
                     "coherent ",
                     {"buffer", "image2D", "uimage2D", "iimage2D", "imageBuffer", "uimageBuffer"},
                     true,
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
                     .global = "static "},
};

struct search {
    const struct words *words;
    bool is_fragment;
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
    if (at && line[draft_indentation(line)] == '}')
        line = s->draft.lines[at - 1].text;
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

/* Makes every buffer coherent that is not. */
static void add_coherent(struct search *s, struct edits *edits) {
    for (size_t i = 0; i < s->draft.count; i++) {
        const char *line = s->draft.lines[i].text, *at = NULL;
        for (size_t k = 0; k < sizeof s->words->declarations / sizeof *s->words->declarations && !at; k++)
            at = draft_find_word(line, s->words->declarations[k]);
        if (!at || strstr(line, "coherent") || draft_begins_with(line, "#"))
            continue;
        struct text text;
        text_init(&text, s->arena, 128);
        text_format(&text, "%.*s%s%s", (int)(at - line), line, s->words->coherent, at);
        draft_add_edit(edits, i, INSTEAD, text_finish(&text));
    }
}

/* From before the one line to after the other, in the function's own block: GLSL's specification lets an interlock
 * begin and end nowhere else. */
static void add_interlock(struct search *s, struct edits *edits, uint32_t earlier, uint32_t later) {
    size_t begin = draft_before_statement(&s->draft, earlier), end = draft_after_statement(&s->draft, later), head = 0;
    while (begin < s->draft.count && begin && !(s->draft.lines[begin].depth == 1 && draft_is_between(&s->draft, begin)))
        begin--;
    while (end < s->draft.count && !(s->draft.lines[end].depth == 1 && draft_is_between(&s->draft, end)))
        end++;
    while (head < s->draft.count && !draft_begins_with(s->draft.lines[head].text, "#version"))
        head++;
    add_statement(s, edits, head + 1, s->words->interlock);
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
    INTERLOCK = 512
};

enum { WAITS = WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER | WAIT_AFTER_LATER | WAIT_BETWEEN };

/* The accesses of the one or two variables in the line. */
static void add_atomics(struct search *s, struct edits *edits, uint32_t line, const char *const names[2],
                        bool is_signed) {
    for (size_t i = draft_first_of_line(&s->draft, line); i < s->draft.count && s->draft.lines[i].number == line; i++) {
        const char *text = NULL;
        for (int k = 0; k < 2 && names[k]; k++) {
            const char *changed =
                mend_atomic_part(text ? text : s->draft.lines[i].text, names[k], is_signed ? "0" : "0u", s->arena);
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
    if (kind & COHERENT)
        add_coherent(s, &edits);
    if (kind & INTERLOCK)
        add_interlock(s, &edits, earlier, later);
    for (int i = 0; i < 2 && (!i || lines[0] != lines[1]); i++) {
        if (kind & (ATOMIC | ATOMIC_SIGNED))
            add_atomics(s, &edits, lines[i], names, kind & ATOMIC_SIGNED);
        if (kind & (ORDER | WAIT_BETWEEN))
            add_to_line(s, &edits, lines[i], kind & ORDER ? s->words->order : statement, kind & ORDER);
    }
    return edits;
}

/* Whether the changes leave nothing wrong; the mend then has them, or the fewest of them where each is of its own. */
static bool is_mended(struct search *s, struct edits *edits, bool are_one, const char *path) {
    if (!edits->count || !is_clean(s, edits, SIZE_MAX))
        return false;
    if (!are_one)
        reduce(s, edits);
    const struct draft changed = draft_edited(&s->draft, edits, SIZE_MAX, s->arena);
    s->mend->diff = draft_difference(&changed, path, s->arena);
    draft_note_changes(s->mend, &changed, s->arena);
    return true;
}

/* Changes in the order in which they are tried: what waits, what orders, and what is atomic, first alone and then
 * together. */
static const unsigned kinds[] = {
    WAIT_BEFORE_LATER,
    WAIT_BEFORE_LATER | WAIT_AFTER_LATER,
    WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER,
    WAIT_BEFORE_EARLIER,
    WAIT_BETWEEN,
    COHERENT,
    COHERENT | ORDER,
    COHERENT | WAIT_BEFORE_LATER,
    COHERENT | WAIT_BEFORE_LATER | WAIT_BEFORE_EARLIER | WAIT_AFTER_LATER,
    ATOMIC,
    ATOMIC_SIGNED,
    ATOMIC | ORDER,
    ATOMIC_SIGNED | ORDER,
    ATOMIC | ORDER | COHERENT,
    ATOMIC | ORDER | PAIRS,
    INTERLOCK | COHERENT,
};

/* A kind of change, of each variable or pair of them that it may be about. Fragments wait for each other in no other
 * way than by an interlock, and nothing else has one. */
static bool is_mended_by(struct search *s, const uint32_t lines[2], unsigned kind, const char *path) {
    const char *names[MOST_NAMES] = {NULL};
    bool is_atomic = kind & (ATOMIC | ATOMIC_SIGNED), found = false;
    if (s->is_fragment ? kind & WAITS : kind & INTERLOCK)
        return false;
    size_t count = !is_atomic ? 1 : s->words->has_atomics ? mend_find_names(&s->draft, lines, names, s->arena) : 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = kind & PAIRS ? i + 1 : i; k < (kind & PAIRS ? count : i + 1); k++) {
            const char *const pair[2] = {names[i], k > i ? names[k] : NULL};
            struct edits edits = edits_of(s, lines, kind, pair);
            found = found || (!s->mend->is_over && is_mended(s, &edits, false, path));
        }
    return found;
}

static void mend_race(struct search *s, const uint32_t lines[2], const char *path) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !s->mend->is_over; i++)
        if (is_mended_by(s, lines, kinds[i], path))
            return;
}

static void mend_other(struct search *s, const struct mend_fault *fault, const char *path) {
    struct edits edits = {.count = 0};
    for (uint32_t i = 0; s->words->global && !s->mend->is_over; i++, edits.count = 0) {
        bool any = fault->kind == MEND_BARRIER
                       ? mend_barrier_change(&s->draft, fault, i, s->words->global, &edits, s->arena)
                       : mend_bounds_change(&s->draft, fault, i, &edits, s->arena);
        if (any && is_mended(s, &edits, true, path))
            s->mend->remark = fault->kind == MEND_BARRIER ? mend_barrier_remark(fault, i) : mend_bounds_remark(i);
        if (!any || s->mend->diff)
            return;
    }
}

void mend_find(const struct source *source, const struct mend_fault *fault, mend_judge *judge, void *user,
               struct arena *arena, struct mend *mend) {
    const struct words *words = &all_words[source->language];
    const bool is_fragment = words->interlock && strcmp(source->stage->ending, "frag") == 0;
    struct search s = {words, is_fragment, {0}, judge, user, arena, mend};
    *mend = (struct mend){0};
    draft_read(&s.draft, source, arena);
    uint32_t last = s.draft.count ? s.draft.lines[s.draft.count - 1].number : 0;
    bool is_there = s.words->wait && fault->count > (fault->kind == MEND_RACE);
    for (uint32_t i = 0; i < fault->count; i++)
        is_there &= fault->lines[i] && fault->lines[i] <= last;
    if (is_there && fault->kind == MEND_RACE)
        mend_race(&s, fault->lines, source->path);
    else if (is_there)
        mend_other(&s, fault, source->path);
}
