/* Suggestions as changes of GLSL: of calls that name scopes and semantics (GL_KHR_memory_scope_semantics), and of those
 * that have names for all of that (barrier(), memoryBarrierBuffer()). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/report/source_change.h"

enum { LONGEST_TOKEN = 64, LONGEST_CALL = 256 };

/* ---- identifiers ---- */

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The next identifier that begins like this, from `at` on; at NULL: there is none. */
static struct token token_next(const char *at, const char *beginning) {
    while (*at) {
        size_t length = 0;
        while (is_letter(at[length]))
            length++;
        if (length && strncmp(at, beginning, strlen(beginning)) == 0)
            return (struct token){at, length};
        at += length ? length : 1;
    }
    return (struct token){NULL, 0};
}

static bool token_is(struct token token, const char *prefix, const char *rest) {
    size_t length = strlen(prefix);
    return token.at && token.length == length + strlen(rest) && memcmp(token.at, prefix, length) == 0 &&
           memcmp(token.at + length, rest, token.length - length) == 0;
}

const char *token_replace(struct arena *arena, const char *line, struct token token, const char *with) {
    struct text text;
    text_init(&text, arena, strlen(line) + strlen(with) + 1);
    text_bytes(&text, line, (size_t)(token.at - line));
    text_string(&text, with);
    text_string(&text, token.at + token.length);
    return text_finish(&text);
}

/* Calls that synchronize, and what they become. */
static const struct source_function calls[] = {
    {"atomic", "OpAtomic"},          {"imageAtomic", "OpAtomic"},          {"controlBarrier", "OpControlBarrier"},
    {"barrier", "OpControlBarrier"}, {"memoryBarrier", "OpMemoryBarrier"}, {"groupMemoryBarrier", "OpMemoryBarrier"}};

struct token token_call(const struct source_statement *statement, const char *lines, const char *instruction,
                        const struct source_function *functions, size_t count) {
    struct token found = {NULL, 0};
    uint32_t fitting = 0;
    for (struct token t = token_next(lines, ""); t.at; t = token_next(t.at + t.length, "")) {
        bool fits = false;
        for (size_t i = 0; i < count; i++)
            fits |= strncmp(t.at, functions[i].name, strlen(functions[i].name)) == 0 &&
                    strstr(instruction, functions[i].instruction);
        if (!fits || t.at[t.length] != '(')
            continue;
        if (!fitting || fitting == statement->call)
            found = t;
        fitting++;
    }
    return fitting == 1 || fitting == statement->calls ? found : (struct token){NULL, 0};
}

/* ---- changes ---- */

/* "scope Device instead of Workgroup": of memory, which is the last scope of a call. */
static const char *change_scope(struct arena *arena, const char *line, const char *suggestion) {
    char to[LONGEST_TOKEN], from[LONGEST_TOKEN], with[LONGEST_TOKEN + 16];
    struct token last = {NULL, 0};
    if (sscanf(suggestion, "scope %63s instead of %63s", to, from) != 2)
        return NULL;
    for (struct token t = token_next(line, "gl_Scope"); t.at; t = token_next(t.at + t.length, "gl_Scope"))
        last = t;
    snprintf(with, sizeof with, "gl_Scope%s", to);
    return token_is(last, "gl_Scope", from) ? token_replace(arena, line, last, with) : NULL;
}

/* Adds a semantics to the call: in place of none, else beside the first that it has, or as one with it (Acquire
 * and Release are AcquireRelease). */
static const char *add_flag(struct arena *arena, const char *line, const char *prefix, const char *none,
                            const char *name) {
    char with[3 * LONGEST_TOKEN];
    struct token first = token_next(line, prefix);
    bool half = token_is(first, prefix, "Acquire") || token_is(first, prefix, "Release");
    bool more_half = strcmp(name, "Acquire") == 0 || strcmp(name, "Release") == 0;
    if (!first.at || token_is(first, prefix, name) || first.length > LONGEST_TOKEN)
        return first.at && first.length <= LONGEST_TOKEN ? line : NULL;
    if (token_is(first, prefix, none) || (half && strcmp(name, "AcquireRelease") == 0))
        snprintf(with, sizeof with, "%s%s", prefix, name);
    else if (half && more_half)
        snprintf(with, sizeof with, "%sAcquireRelease", prefix);
    else if (token_is(first, prefix, "AcquireRelease") && more_half)
        return line;
    else
        snprintf(with, sizeof with, "%.*s | %s%s", (int)first.length, first.at, prefix, name);
    return token_replace(arena, line, first, with);
}

static const struct {
    const char *semantics, *glsl, *barrier;
} classes[] = {{"UniformMemory", "Buffer", "memoryBarrierBuffer"},
               {"WorkgroupMemory", "Shared", "memoryBarrierShared"},
               {"ImageMemory", "Image", "memoryBarrierImage"}};

static const char *add_part(struct arena *arena, const char *line, const char *part) {
    static const char *const halves[] = {"AcquireRelease", "Acquire", "Release", "MakeAvailable", "MakeVisible"};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        if (strcmp(part, halves[i]) == 0)
            return add_flag(arena, line, "gl_Semantics", "Relaxed", part);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(part, classes[i].semantics) == 0)
            return add_flag(arena, line, "gl_StorageSemantics", "None", classes[i].glsl);
    return NULL;
}

/* "add Release | MakeAvailable | UniformMemory" */
static const char *add_parts(struct arena *arena, const char *line, const char *parts) {
    char part[LONGEST_TOKEN];
    while (line && *parts) {
        size_t length = strcspn(parts, " ");
        if (length >= sizeof part)
            return NULL;
        memcpy(part, parts, length);
        part[length] = '\0';
        line = add_part(arena, line, part);
        parts += length;
        parts += strncmp(parts, " | ", 3) == 0 ? 3 : strlen(parts) ? 1 : 0;
    }
    return line;
}

/* ---- taking away ---- */

/* "gl_SemanticsMakeAvailable | " with what joins it to the others; nothing is left of the last. */
static const char *remove_flag(struct arena *arena, const char *text, struct token token, const char *none) {
    struct token with = token;
    if (strncmp(token.at + token.length, " | ", 3) == 0)
        with.length += 3;
    else if (token.at - text >= 3 && strncmp(token.at - 3, " | ", 3) == 0)
        with = (struct token){token.at - 3, token.length + 3};
    else
        return token_replace(arena, text, token, none);
    return token_replace(arena, text, with, "");
}

static const char *drop_half(struct arena *arena, const char *text, const char *half, const char *other) {
    char with[LONGEST_TOKEN];
    for (struct token t = token_next(text, "gl_Semantics"); t.at; t = token_next(t.at + t.length, "gl_Semantics")) {
        snprintf(with, sizeof with, "gl_Semantics%s", other);
        if (token_is(t, "gl_Semantics", "AcquireRelease"))
            return token_replace(arena, text, t, with);
        if (token_is(t, "gl_Semantics", half))
            return remove_flag(arena, text, t, "gl_SemanticsRelaxed");
    }
    return NULL;
}

static const char *drop_named(struct arena *arena, const char *text, const char *prefix, const char *name,
                              const char *none) {
    for (struct token t = token_next(text, prefix); t.at; t = token_next(t.at + t.length, prefix))
        if (token_is(t, prefix, name))
            return remove_flag(arena, text, t, none);
    return NULL;
}

static const char *drop_part(struct arena *arena, const char *text, const char *part) {
    if (strcmp(part, "Acquire") == 0 || strcmp(part, "Release") == 0)
        return drop_half(arena, text, part, *part == 'A' ? "Release" : "Acquire");
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(part, classes[i].semantics) == 0)
            return drop_named(arena, text, "gl_StorageSemantics", classes[i].glsl, "gl_StorageSemanticsNone");
    return drop_named(arena, text, "gl_Semantics", part, "gl_SemanticsRelaxed");
}

/* ---- calls that name nothing ---- */

#define ALL_STORAGE     "gl_StorageSemanticsBuffer | gl_StorageSemanticsShared | gl_StorageSemanticsImage"
#define ORDERS(storage) ", " storage ", gl_SemanticsAcquireRelease)"

/* A row spells a call with all its names. */
static const struct spelled {
    const char *call, *whole;
} spelled[] = {
    {"barrier", "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup" ORDERS("gl_StorageSemanticsShared")},
    {"memoryBarrier", "memoryBarrier(gl_ScopeDevice" ORDERS(ALL_STORAGE)},
    {"memoryBarrierBuffer", "memoryBarrier(gl_ScopeDevice" ORDERS("gl_StorageSemanticsBuffer")},
    {"memoryBarrierImage", "memoryBarrier(gl_ScopeDevice" ORDERS("gl_StorageSemanticsImage")},
    {"memoryBarrierShared", "memoryBarrier(gl_ScopeDevice" ORDERS("gl_StorageSemanticsShared")},
    {"groupMemoryBarrier", "memoryBarrier(gl_ScopeWorkgroup" ORDERS(ALL_STORAGE)},
};

const char *token_call_end(struct token call) {
    int depth = 0;
    for (const char *at = call.at + call.length; *at; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (!depth)
            return at;
    }
    return NULL;
}

/* An atomic without semantics, or with the numbers of none, by their names. */
static const char *spell_atomic(struct arena *arena, const char *text, struct token call) {
    static const char numbers[] = ", 0, 0)", names[] = ", gl_StorageSemanticsNone, gl_SemanticsRelaxed";
    const char *end = token_call_end(call), *found = strstr(text, "gl_Scope") ? strstr(text, numbers) : NULL;
    char with[LONGEST_CALL];
    if (!end)
        return NULL;
    snprintf(with, sizeof with, "%s)", names);
    if (found)
        return token_replace(arena, text, (struct token){found, sizeof numbers - 1}, with);
    bool exchanges = strstr(text, "CompSwap") != NULL;
    snprintf(with, sizeof with, ", gl_ScopeDevice%s%s)", names, exchanges ? names : "");
    return strstr(text, "gl_Scope") ? text : token_replace(arena, text, (struct token){end, 1}, with);
}

static const char *spell(struct arena *arena, const char *text, struct token call) {
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++)
        if (token_is(call, "", spelled[i].call) && call.at[call.length + 1] == ')')
            return token_replace(arena, text, (struct token){call.at, call.length + 2}, spelled[i].whole);
    return strncmp(call.at, "atomic", 6) == 0 || strncmp(call.at, "imageAtomic", 11) == 0
               ? spell_atomic(arena, text, call)
               : text;
}

/* ---- memory barriers around barrier() ---- */

static bool has_call(const char *text, const char *call) {
    struct token found = text ? token_next(text, call) : (struct token){NULL, 0};
    return found.at && found.length == strlen(call);
}

static bool orders(const char *text, const char *call) {
    return has_call(text, call) || has_call(text, "memoryBarrier");
}

/* "add UniformMemory" to barrier(), whose semantics are fixed: memory barriers before and after it, where none is. */
static const char *surround(struct arena *arena, const struct source_statement *statement, const char *text,
                            struct token call, const char *parts) {
    char before[LONGEST_CALL] = "", behind[LONGEST_CALL] = "";
    const char *end = call.at + call.length + 2;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const char *barrier = classes[i].barrier;
        if (!strstr(parts, classes[i].semantics))
            continue;
        if (!orders(statement->line_before, barrier))
            snprintf(before + strlen(before), sizeof before - strlen(before), "%s(); ", barrier);
        if (!orders(end, barrier) && !orders(statement->line_behind, barrier))
            snprintf(behind + strlen(behind), sizeof behind - strlen(behind), " %s();", barrier);
    }
    char whole[2 * LONGEST_CALL + 16];
    snprintf(whole, sizeof whole, "%sbarrier();%s", before, behind);
    return *end == ';' && (*before || *behind)
               ? token_replace(arena, text, (struct token){call.at, call.length + 3}, whole)
               : NULL;
}

static const char *change_call(struct arena *arena, const char *text, struct token call, const char *suggestion) {
    bool adds = strncmp(suggestion, "add ", 4) == 0, drops = strncmp(suggestion, "drop ", 5) == 0;
    text = spell(arena, text, call);
    return !text   ? NULL
           : adds  ? add_parts(arena, text, suggestion + 4)
           : drops ? drop_part(arena, text, suggestion + 5)
                   : change_scope(arena, text, suggestion);
}

const char *glsl_change(struct arena *arena, const struct source_statement *statement, const char *lines,
                        const struct suggestion *asked) {
    const char *suggestion = asked->what;
    struct token call =
        token_call(statement, lines, asked->instruction ? asked->instruction : "", calls, sizeof calls / sizeof *calls);
    const char *end = call.at ? token_call_end(call) : NULL;
    if (!end)
        return NULL;
    if (strncmp(suggestion, "add ", 4) == 0 && token_is(call, "", "barrier"))
        return surround(arena, statement, lines, call, suggestion + 4);
    struct token whole = {call.at, (size_t)(end + 1 - call.at)};
    const char *text = arena_copy_string(arena, whole.at, whole.length);
    const char *changed = change_call(arena, text, (struct token){text, call.length}, suggestion);
    return changed ? token_replace(arena, lines, whole, changed) : NULL;
}
