/* Suggestions as changes of a line of GLSL (GL_KHR_memory_scope_semantics). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "mmra/base/text.h"
#include "translator/command/command_report.h"

enum { LONGEST_TOKEN = 64 };

/* ---- identifiers of a line ---- */

struct token {
    const char *at;
    size_t length;
};

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The next identifier that begins like this, from `at` on; at NULL: there is none. */
static struct token next_token(const char *at, const char *beginning) {
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

static const char *replace(struct arena *arena, const char *line, struct token token, const char *with) {
    struct text text;
    text_init(&text, arena, strlen(line) + strlen(with) + 1);
    text_bytes(&text, line, (size_t)(token.at - line));
    text_string(&text, with);
    text_string(&text, token.at + token.length);
    text_char(&text, '\0');
    return text.start;
}

/* Calls that may name scopes and semantics. */
static uint32_t count_calls(const char *line) {
    static const char *const calls[] = {"atomic", "imageAtomic", "controlBarrier", "memoryBarrier"};
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (struct token t = next_token(line, calls[i]); t.at; t = next_token(t.at + t.length, calls[i]))
            count += t.at[t.length] == '(';
    return count;
}

/* ---- changes ---- */

/* "scope Device instead of Workgroup": of memory, which is the last scope of a call. */
static const char *change_scope(struct arena *arena, const char *line, const char *suggestion) {
    char to[LONGEST_TOKEN], from[LONGEST_TOKEN], with[LONGEST_TOKEN + 16];
    struct token last = {NULL, 0};
    if (sscanf(suggestion, "scope %63s instead of %63s", to, from) != 2)
        return NULL;
    for (struct token t = next_token(line, "gl_Scope"); t.at; t = next_token(t.at + t.length, "gl_Scope"))
        last = t;
    snprintf(with, sizeof with, "gl_Scope%s", to);
    return token_is(last, "gl_Scope", from) ? replace(arena, line, last, with) : NULL;
}

/* A semantics more: in place of none, else beside the first of the call, with which it may be one. */
static const char *add_flag(struct arena *arena, const char *line, const char *prefix, const char *none,
                            const char *name) {
    char with[3 * LONGEST_TOKEN];
    struct token first = next_token(line, prefix);
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
    return replace(arena, line, first, with);
}

static const char *add_part(struct arena *arena, const char *line, const char *part) {
    static const char *const halves[] = {"AcquireRelease", "Acquire", "Release", "MakeAvailable", "MakeVisible"};
    static const char *const classes[][2] = {
        {"UniformMemory", "Buffer"}, {"WorkgroupMemory", "Shared"}, {"ImageMemory", "Image"}};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        if (strcmp(part, halves[i]) == 0)
            return add_flag(arena, line, "gl_Semantics", "Relaxed", part);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(part, classes[i][0]) == 0)
            return add_flag(arena, line, "gl_StorageSemantics", "None", classes[i][1]);
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

/* Semantics that are numbers, of an operation that orders nothing, by their names. */
static const char *name_nothing(struct arena *arena, const char *line) {
    static const char numbers[] = ", 0, 0)";
    const char *found = strstr(line, "gl_Scope") ? strstr(line, numbers) : NULL;
    struct token token = {found, sizeof numbers - 1};
    return found ? replace(arena, line, token, ", gl_StorageSemanticsNone, gl_SemanticsRelaxed)") : line;
}

const char *report_change(struct arena *arena, const char *line, const char *suggestion) {
    if (count_calls(line) != 1)
        return NULL;
    line = name_nothing(arena, line);
    return strncmp(suggestion, "add ", 4) == 0 ? add_parts(arena, line, suggestion + 4)
                                               : change_scope(arena, line, suggestion);
}

const char *report_advice(const char *suggestion) {
    if (strstr(suggestion, "MakePointerAvailable") || strstr(suggestion, "MakePointerVisible"))
        return "in GLSL: declare the memory devicecoherent";
    if (strstr(suggestion, "MakeTexelAvailable") || strstr(suggestion, "MakeTexelVisible"))
        return "in GLSL: declare the image devicecoherent";
    if (strstr(suggestion, "NonPrivate"))
        return "in GLSL: declare it nonprivate";
    return NULL;
}
