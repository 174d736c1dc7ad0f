/* Changes before all that a shader of GLSL does, or before its first effect: a shared variable is written, a workgroup
 * takes a ticket in place of its number, and helper invocations stay out of an election. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_mend_draft.h"

struct begin {
    const struct draft *draft;
    struct edits *edits;
    struct arena *arena;
    size_t head, body; /* the part that begins main, and the first one in it; the count of parts: none is found */
};

static void find_main(struct begin *b) {
    const struct draft *draft = b->draft;
    for (b->head = 0; b->head < draft->count; b->head++)
        if (draft->lines[b->head].depth == 0 && draft_begins_with(draft->lines[b->head].text, "void") &&
            draft_find_word(draft->lines[b->head].text, "main"))
            break;
    b->body = b->head;
    while (b->body < draft->count && draft->lines[b->body].depth == 0)
        b->body++;
}

static const char *said(struct begin *b, const char *format, const char *first, const char *second, const char *third) {
    struct text text;
    text_init(&text, b->arena, 160);
    text_format(&text, format, first, second, third);
    return text_finish(&text);
}

/* A statement at the beginning of main, indented as its first one is. */
static void add_to_main(struct begin *b, const char *statement) {
    const struct line *first = &b->draft->lines[b->body];
    const char *indentation =
        first->joins ? "" : arena_copy_string(b->arena, first->text, (size_t)draft_indentation(first->text));
    draft_add_edit(b->edits, b->body, BEFORE, said(b, "%s%s%s", indentation, statement, ""));
}

/* ---- a shared variable that is read before it is written ---- */

/* The `number`-th shared variable of the line. */
static bool write_zero(struct begin *b, uint32_t line, uint32_t number) {
    const struct draft *draft = b->draft;
    const char *names[MOST_NAMES] = {NULL};
    const struct mend_fault fault = {.kind = MEND_UNWRITTEN, .lines = {line, line}, .count = 2};
    const size_t count = mend_find_names(draft, &fault, names, false, b->arena);
    for (size_t i = 0; i < count; i++) {
        size_t at;
        bool is_array;
        const char *type = mend_find_type(draft, names[i], &at, &is_array, b->arena);
        if (!type || !draft_begins_with(draft->lines[at].text, "shared") || number-- > 0)
            continue;
        add_to_main(b, is_array ? said(b,
                                       "for (uint k = gl_LocalInvocationIndex; k < %s.length(); k += "
                                       "gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z) %s[k] = "
                                       "%s(0);",
                                       names[i], names[i], type)
                                : said(b, "if (gl_LocalInvocationIndex == 0u) %s = %s(0);%s", names[i], type, ""));
        add_to_main(b, "barrier();");
        return true;
    }
    return false;
}

/* ---- a ticket ---- */

/* Returns one more than the highest binding of the source. */
static unsigned long free_binding(const struct draft *draft) {
    unsigned long binding = 0;
    for (size_t i = 0; i < draft->count; i++)
        for (const char *at = draft->lines[i].text; (at = draft_find_word(at, "binding")); at++) {
            const char *sign = at + strlen("binding") + strspn(at + strlen("binding"), " =");
            unsigned long one = isdigit((unsigned char)*sign) ? strtoul(sign, NULL, 10) + 1 : 0;
            binding = one > binding && one < 1000 ? one : binding;
        }
    return binding;
}

/* The part with what stands for the first component of a built-in variable; another component has no ticket. */
static const char *with_ticket(struct begin *b, const char *part, const char *builtin, const char *with, bool *fails) {
    const char *text = part;
    for (const char *at; (at = draft_find_word(text, builtin));) {
        const char *end = at + strlen(builtin);
        if (strncmp(end, ".x", 2) != 0 || draft_is_letter(end[2])) {
            *fails = true;
            return part;
        }
        text = said(b, "%s%s%s", arena_copy_string(b->arena, text, (size_t)(at - text)), with, end + 2);
    }
    return text;
}

/* Workgroups count themselves as they begin, so that none waits for one that has not: by number 0 from below, by
 * number 1 from above, for those that wait for higher numbers. */
static void take_ticket(struct begin *b, uint32_t number) {
    static const char *const group = "group_by_ticket";
    const struct draft *draft = b->draft;
    char binding[24];
    bool fails = false;
    snprintf(binding, sizeof binding, "%lu", free_binding(draft));
    for (size_t i = 0; i < draft->count; i++) {
        const char *part = draft->lines[i].text, *text = with_ticket(b, part, "gl_WorkGroupID", group, &fails);
        fails |= strstr(part, "ticket") != NULL;
        text = with_ticket(b, text, "gl_GlobalInvocationID",
                           "(group_by_ticket * gl_WorkGroupSize.x + gl_LocalInvocationID.x)", &fails);
        if (text != part)
            draft_add_edit(b->edits, i, INSTEAD, text);
    }
    if (fails || !b->edits->count || b->edits->count + 6 > MOST_EDITS) {
        b->edits->count = 0;
        return;
    }
    draft_add_edit(b->edits, b->head, BEFORE,
                   said(b, "layout(set = 0, binding = %s) buffer Tickets { uint next_ticket; };%s%s", binding, "", ""));
    draft_add_edit(b->edits, b->head, BEFORE, "shared uint ticket;");
    add_to_main(b, "if (gl_LocalInvocationIndex == 0u) ticket = atomicAdd(next_ticket, 1u);");
    add_to_main(b, "barrier();");
    add_to_main(b, said(b, number ? "uint %s = gl_NumWorkGroups.x - 1u - ticket;%s%s" : "uint %s = ticket;%s%s", group,
                        "", ""));
}

/* ---- an election ---- */

/* A condition that elects, in the line of what the elected one does or before it. */
static void elect_fragments(struct begin *b, uint32_t line) {
    size_t at = draft_first_of_line(b->draft, line + 1);
    while (at-- > 0)
        if (draft_begins_with(b->draft->lines[at].text, "if") &&
            draft_find_word(b->draft->lines[at].text, "subgroupElect"))
            break;
    if (at >= b->draft->count)
        return;
    const char *part = b->draft->lines[at].text;
    const char *indentation = arena_copy_string(b->arena, part, (size_t)draft_indentation(part));
    draft_add_edit(b->edits, at, INSTEAD,
                   said(b, "%sif (!gl_HelperInvocation) %s%s", indentation, draft_bare(b->draft, at), ""));
}

/* ---- all of them ---- */

const char *mend_begin_remark(const struct mend_fault *fault) {
    return fault->kind == MEND_PROGRESS
               ? "workgroups that have begun must go on then (`obe`), and no more; next_ticket must be 0 before each "
                 "dispatch"
           : fault->kind == MEND_UNWRITTEN ? "it begins as 0"
                                           : NULL;
}

bool mend_begin_change(const struct draft *draft, const struct mend_fault *fault, uint32_t number, struct edits *edits,
                       struct arena *arena) {
    struct begin b = {.draft = draft, .edits = edits, .arena = arena};
    find_main(&b);
    if (b.body >= draft->count || number >= (fault->kind == MEND_HELPER ? 1 : 2))
        return false;
    if (fault->kind == MEND_UNWRITTEN)
        return write_zero(&b, fault->lines[0], number);
    if (fault->kind == MEND_PROGRESS)
        take_ticket(&b, number);
    else
        elect_fragments(&b, fault->lines[0]);
    return true;
}
