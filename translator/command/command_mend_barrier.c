/* Changes after which all invocations come to a barrier that some of them left out. What these left out besides they
 * leave out still. */
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_guard.h"

/* A statement with a block that has the barrier in it: its head, what its block has, and what comes after. */
struct enclosing {
    size_t barrier, head, brace, end, after;
    bool has_else;
};

/* From the barrier outwards, the `number`-th. */
static bool find_enclosing(const struct guard *g, size_t barrier, int number, struct enclosing *e) {
    const struct draft *draft = g->draft;
    int depth = draft->lines[barrier].depth - 1 - number;
    *e = (struct enclosing){.barrier = barrier, .brace = barrier};
    if (depth < 1)
        return false;
    while (e->brace && (draft->lines[e->brace].depth != depth || !strchr(draft->lines[e->brace].text, '{')))
        e->brace--;
    e->head = e->brace;
    while (e->head && !draft_is_between(draft, e->head))
        e->head--;
    for (e->end = barrier; e->end + 1 < draft->count && draft->lines[e->end + 1].depth > depth;)
        e->end++;
    e->after = guard_skip_empty(g, e->end + 1);
    e->has_else = e->after < draft->count && draft_begins_with(draft->lines[e->after].text, "else");
    return e->after < draft->count;
}

/* Returns the text in the parentheses of a head that is one part; NULL: it is none. */
static const char *condition_of(const struct guard *g, size_t head) {
    const char *text = g->draft->lines[head].text, *open = strchr(text, '(');
    int depth = 0;
    for (const char *at = open; at && *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (!depth)
            return arena_copy_string(g->arena, open + 1, (size_t)(at - open - 1));
    }
    return NULL;
}

static const char *said(const struct guard *g, const char *format, const char *first, const char *second,
                        const char *third) {
    struct text text;
    text_init(&text, g->arena, 160);
    text_format(&text, format, first, second, third);
    return text_finish(&text);
}

/* ---- a return before the barrier ---- */

/* `if (CONDITION) return;` in the block of a function that returns nothing. */
static struct guard_function *find_return(struct guard *g, uint32_t line, size_t *head, size_t *end) {
    for (*head = draft_first_of_line(g->draft, line); *head < g->draft->count && g->draft->lines[*head].number == line;
         ++*head)
        if (draft_begins_with(g->draft->lines[*head].text, "if") && g->draft->lines[*head].depth == 1)
            break;
    struct guard_function *function = *head < g->draft->count ? guard_function_of(g, *head) : NULL;
    if (!function || !draft_begins_with(g->draft->lines[function->head].text, "void") || !condition_of(g, *head))
        return NULL;
    *end = guard_statement_end(g, *head);
    bool returns = false;
    for (size_t i = *head + 1; i < *end; i++) {
        const char *text = draft_bare(g->draft, i);
        returns |= strncmp(text, "return;", 7) == 0;
        if (*text && strncmp(text, "return;", 7) != 0 && *text != '{' && *text != '}')
            return NULL;
    }
    return returns ? function : NULL;
}

/* The invocations stay, and take no part in anything but barriers. Functions that they call with a barrier in them know
 * it by a variable of all. */
static void stay(struct guard *g, uint32_t line, const char *global) {
    size_t head, end, first = MOST_FUNCTIONS;
    struct guard_function *function = find_return(g, line, &head, &end);
    g->failed |= !function;
    if (g->failed)
        return;
    for (size_t i = 0; i < g->function_count; i++) {
        struct guard_function *other = &g->functions[i];
        if (!other->waits || other == function)
            continue;
        first = first < i ? first : i;
        guard_range(g, other->begin, other->end);
    }
    if (first < MOST_FUNCTIONS)
        guard_add_before(g, g->functions[first].head, g->functions[first].head,
                         said(g, "%sbool %s = true;%s", global, g->name, ""));
    guard_put(g, head, head,
              said(g, "%s%s = !(%s);", first < MOST_FUNCTIONS ? "" : "bool ", g->name, condition_of(g, head)));
    for (size_t i = head + 1; i < end; i++)
        guard_put(g, i, i, "");
    guard_range(g, end, function->end);
}

/* ---- a condition around the barrier ---- */

/* The condition's block ends before the barrier and begins again after it. */
static void split(struct guard *g, const struct enclosing *e) {
    const char *condition = condition_of(g, e->head);
    const char *again = said(g, "if (%s) {%s%s", g->name, "", "");
    const size_t first = guard_skip_empty(g, e->brace + 1), last = guard_skip_empty(g, e->barrier + 1);
    g->failed |= !condition || e->has_else || !draft_begins_with(g->draft->lines[e->head].text, "if") ||
                 first == e->barrier || last >= e->end || guard_waits(g, e->brace, e->barrier) ||
                 guard_waits(g, e->barrier + 1, e->end) ||
                 g->draft->lines[e->barrier].depth != g->draft->lines[e->head].depth + 1;
    if (g->failed)
        return;
    guard_add_before(g, e->head, e->head, said(g, "bool %s = %s;%s", g->name, condition, ""));
    guard_put(g, e->head, e->head, said(g, "if (%s)%s%s", g->name, e->head == e->brace ? " {" : "", ""));
    guard_add_before(g, e->barrier, e->head, "}");
    guard_put(g, e->barrier, e->head, draft_bare(g->draft, e->barrier));
    guard_add_before(g, last, e->head, again);
}

/* ---- a loop with the barrier, which some invocations go round more often than others ---- */

/* `uint NAME = FIRST; NAME < BOUND; NAME += STEP` */
struct header {
    const char *name, *first, *bound, *step; /* bound: with its sign */
};

static const char *part_of(const struct guard *g, const char *text, size_t length) {
    size_t blanks = strspn(text, " ");
    blanks = blanks < length ? blanks : length;
    return arena_copy_string(g->arena, text + blanks, length - blanks);
}

/* Whether a statement changes the variable: then the rounds are not counted by the header alone. */
static bool is_changed(const struct guard *g, size_t begin, size_t end, const char *name) {
    for (size_t i = begin; i < end; i++)
        for (const char *at = g->draft->lines[i].text; (at = draft_find_word(at, name)); at++) {
            const char *sign = at + strlen(name) + strspn(at + strlen(name), " ");
            if ((*sign == '=' && sign[1] != '=') || strncmp(sign, "++", 2) == 0 || strncmp(sign, "--", 2) == 0 ||
                (*sign && strchr("+-*/%&|^<>", *sign) && (sign[1] == '=' || (sign[1] == *sign && sign[2] == '='))))
                return true;
        }
    return false;
}

static bool read_header(const struct guard *g, const struct enclosing *e, struct header *h) {
    const char *text = condition_of(g, e->head), *one = text ? strchr(text, ';') : NULL;
    const char *two = one ? strchr(one + 1, ';') : NULL, *sign = text ? strchr(text, '=') : NULL;
    if (!two || strchr(two + 1, ';') || !sign || sign > one || strncmp(text, "uint ", 5) != 0 ||
        !draft_begins_with(g->draft->lines[e->head].text, "for"))
        return false;
    size_t length = 0;
    while (draft_is_letter(text[5 + length]))
        length++;
    *h = (struct header){arena_copy_string(g->arena, text + 5, length), part_of(g, sign + 1, (size_t)(one - sign - 1)),
                         part_of(g, one + 1, (size_t)(two - one - 1)), part_of(g, two + 1, strlen(two + 1))};
    bool counts_up = (strstr(h->step, "+=") || strstr(h->step, "++")) && draft_find_word(h->step, h->name);
    if (!length || !counts_up || strpbrk(h->first, "<>&|^?,") || strchr(h->step, ',') || strstr(h->step, "--") ||
        strncmp(h->bound, h->name, length) != 0)
        return false;
    h->bound += length + strspn(h->bound + length, " ");
    return *h->bound == '<' && h->bound[1] != '<' && !draft_find_word(h->bound, h->name) &&
           !strpbrk(h->bound, "&|?,") && !is_changed(g, e->brace + 1, e->end, h->name);
}

static const char *renamed(const struct guard *g, const char *text, const char *name, const char *other) {
    const char *at = draft_find_word(text, name);
    struct text changed;
    text_init(&changed, g->arena, 64);
    text_format(&changed, "%.*s%s%s", (int)(at - text), text, other, at + strlen(name));
    return text_finish(&changed);
}

/* All go round as often as the one that begins at 0, which is the most; who is beyond its bound takes no part. */
static void level(struct guard *g, const struct enclosing *e, bool waits_again) {
    static const char *const from = "first_of_round";
    struct header h = {0};
    g->failed |= !read_header(g, e, &h);
    for (size_t i = 0; i < g->draft->count; i++)
        g->failed |= strstr(g->draft->lines[i].text, from) != NULL;
    if (g->failed)
        return;
    const size_t first = guard_skip_empty(g, e->brace + 1);
    struct text head;
    text_init(&head, g->arena, 160);
    text_format(&head, "for (uint %s = 0; %s %s; %s)%s", from, from, h.bound, renamed(g, h.step, h.name, from),
                e->head == e->brace ? " {" : "");
    guard_put(g, e->head, e->head, text_finish(&head));
    guard_add_before(g, first, first, said(g, "uint %s = %s + %s;", h.name, from, h.first));
    guard_add_before(g, first, first, said(g, "bool %s = %s %s;", g->name, h.name, h.bound));
    guard_range(g, e->brace + 1, e->end);
    if (waits_again)
        guard_add_before(g, e->end, first, draft_bare(g->draft, e->barrier));
}

/* ---- the barrier out of the statement ---- */

static void move(struct guard *g, const struct enclosing *e, bool after) {
    g->failed |= draft_begins_with(g->draft->lines[e->head].text, "else") || (after && e->has_else);
    guard_put(g, e->barrier, e->barrier, "");
    guard_add_before(g, after ? e->after : e->head, e->head, draft_bare(g->draft, e->barrier));
}

/* The body of a condition without braces loses it. */
static void free_body(struct guard *g, size_t barrier) {
    size_t head = barrier;
    while (head && (head == barrier || guard_skip_empty(g, head) != head))
        head--;
    g->failed |= !draft_is_body(g->draft, barrier) || !draft_begins_with(g->draft->lines[head].text, "if");
    guard_put(g, head, head, "");
    guard_put(g, barrier, head, draft_bare(g->draft, barrier));
}

/* ---- all of them ---- */

enum { OUTWARDS = 3, INNER = 3, MOVES = 2 };

static uint32_t inner_of(const struct mend_fault *fault) {
    return fault->count - 1 + OUTWARDS * INNER;
}

const char *mend_barrier_remark(const struct mend_fault *fault, uint32_t number) {
    return number >= inner_of(fault) ? "the barrier has another place, and orders what lies around that" : NULL;
}

bool mend_barrier_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number, const char *global,
                         struct edits *edits, struct arena *arena) {
    const uint32_t returns = fault->count - 1, inner = inner_of(fault), all = inner + OUTWARDS * MOVES + 1;
    struct guard *g = arena_allocate(arena, sizeof *g);
    struct enclosing e;
    guard_begin(g, draft, edits, arena);
    size_t barrier = draft_first_of_line(draft, fault->lines[0]);
    while (barrier < draft->count && draft->lines[barrier].number == fault->lines[0] &&
           !guard_is_barrier(draft->lines[barrier].text))
        barrier++;
    if (number >= all || barrier >= draft->count || !guard_is_barrier(draft->lines[barrier].text))
        return false;
    if (number < returns) {
        stay(g, fault->lines[1 + number], global);
    } else if (number + 1 == all) {
        free_body(g, barrier);
    } else {
        const uint32_t kinds = number < inner ? INNER : MOVES, of = number - (number < inner ? returns : inner);
        g->failed |= !find_enclosing(g, barrier, (int)(of / kinds), &e);
        if (!g->failed && kinds == MOVES)
            move(g, &e, of % kinds);
        else if (!g->failed && of % kinds == 0)
            split(g, &e);
        else if (!g->failed)
            level(g, &e, of % kinds == 2);
    }
    edits->count = g->failed ? 0 : edits->count;
    return true;
}
