/* Reads what SPIR-V assembly says and an assembler forgets: names of ids, lines, header comments. */
#include "translator/program/litmus_spirv.h"

struct scanner {
    struct litmus_source *source;
    struct arena *arena;
    const char *at, *end;
    uint32_t line;
    const char *name; /* that the line begins with: the result of its instruction; or NULL */
    uint32_t capacity;
};

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t word_length(const char *at, const char *end) {
    size_t length = 0;
    while (at + length < end && is_name(at[length]))
        length++;
    return length;
}

/* The length of a string with its quotes, or of a comment up to the end of its line. */
static size_t skip_string(const struct scanner *s) {
    size_t length = 1;
    while (s->at + length < s->end && s->at[length] != '"')
        length += s->at[length] == '\\' && s->at + length + 1 < s->end ? 2 : 1;
    return s->at + length < s->end ? length + 1 : (size_t)(s->end - s->at);
}

static size_t skip_comment(const struct scanner *s) {
    const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
    return (size_t)((stop ? stop : s->end) - s->at);
}

static void pass(struct scanner *s, size_t length) {
    for (size_t i = 0; i < length; i++)
        s->line += s->at[i] == '\n';
    s->at += length;
}

/* An instruction's opcode: no operand begins so. */
static bool is_opcode(const char *at, size_t length) {
    return length > 2 && at[0] == 'O' && at[1] == 'p' && at[2] >= 'A' && at[2] <= 'Z';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* A name: that of the next instruction's result, if '=' follows. */
static void scan_name(struct scanner *s, size_t length) {
    const char *after = s->at + 1 + length;
    while (after < s->end && is_blank(*after))
        after++;
    if (after < s->end && *after == '=')
        s->name = arena_copy_string(s->arena, s->at + 1, length);
    pass(s, 1 + length);
}

static void scan_token(struct scanner *s) {
    size_t length = word_length(s->at, s->end);
    if (*s->at == '"') {
        pass(s, skip_string(s));
    } else if (*s->at == ';') {
        pass(s, skip_comment(s));
    } else if (*s->at == '%') {
        scan_name(s, word_length(s->at + 1, s->end));
    } else if (length) {
        if (is_opcode(s->at, length)) {
            *ARENA_PUSH(s->arena, s->source->instructions, s->source->instruction_count, s->capacity) =
                (struct litmus_source_instruction){s->line, s->name};
            s->name = NULL;
        }
        pass(s, length);
    } else {
        pass(s, 1);
    }
}

void litmus_source_read(struct litmus_source *source, struct arena *arena, const char *text, size_t length) {
    memset(source, 0, sizeof *source);
    source->text = arena_copy_string(arena, text, length);
    struct scanner s = {.source = source, .arena = arena, .at = text, .end = text + length, .line = 1};
    while (s.at < s.end)
        scan_token(&s);
}

bool litmus_source_wrong_comment(const struct litmus_source *source, const char **word, size_t *length,
                                 uint32_t *line) {
    static const char *const known[] = {"Input:", "Output:", "Filter:", "Config:"};
    const char *at = source->text;
    for (*line = 1; at && *at; ++*line) {
        size_t all = strcspn(at, "\n"), skip = strspn(at, " \t");
        *word = at + skip + 1 + strspn(at + skip + (at[skip] == ';'), " \t");
        bool header = at[skip] == ';' && **word == '@' && *word < at + all;
        for (size_t i = 0; header && i < sizeof known / sizeof known[0]; i++)
            header = strncmp(*word + 1, known[i], strlen(known[i])) != 0;
        *length = header ? strcspn(*word, " \t\r\n:") : 0;
        if (header)
            return true;
        at += all + (at[all] == '\n');
    }
    return false;
}

bool litmus_source_comment(const struct litmus_source *source, const char *keyword, uint32_t n, const char **text,
                           size_t *length, uint32_t *line) {
    const char *at = source->text;
    size_t known = strlen(keyword);
    for (*line = 1; at && *at; ++*line) {
        size_t all = strcspn(at, "\n"), skip = strspn(at, " \t");
        const char *next = at[all] ? at + all + 1 : at + all;
        const char *word = at + skip;
        if (*word == ';') {
            word += 1 + strspn(word + 1, " \t");
            if (*word == '@' && strncmp(word + 1, keyword, known) == 0 && word[1 + known] == ':' && n-- == 0) {
                *text = word + known + 2;
                *length = (size_t)(at + all - *text);
                return true;
            }
        }
        at = next;
    }
    return false;
}
