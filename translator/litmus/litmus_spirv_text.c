/* What SPIR-V assembly says and an assembler forgets: names of ids, lines, header comments. */
#include "mmra/base/text.h"
#include "translator/litmus/litmus_spirv.h"

enum { MAX_NAMES = 1 << 20 };

struct scanner {
    struct litmus_source *source;
    struct arena *arena;
    struct text out;
    const char *at, *end;
    uint32_t line;
    uint32_t next; /* the number of the next name that is none */
    uint32_t *buckets, bucket_count, used;
    uint32_t name_capacity, line_capacity;
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

/* The number that a name of digits is, or 0. */
static uint32_t number_of(const char *at, size_t length) {
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (at[i] < '0' || at[i] > '9' || number > MAX_NAMES)
            return 0;
        number = number * 10 + (uint64_t)(at[i] - '0');
    }
    return number <= MAX_NAMES ? (uint32_t)number : 0;
}

/* ---- names ---- */

static uint32_t hash(const char *at, size_t length) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)at[i]) * 16777619u;
    return h;
}

static uint32_t *bucket_of(const struct scanner *s, const char *at, size_t length) {
    uint32_t mask = s->bucket_count - 1, i = hash(at, length) & mask;
    for (; s->buckets[i]; i = (i + 1) & mask) {
        const char *name = s->source->names[s->buckets[i]];
        if (strlen(name) == length && memcmp(name, at, length) == 0)
            break;
    }
    return &s->buckets[i];
}

static void grow(struct scanner *s) {
    uint32_t *old = s->buckets, count = s->bucket_count;
    s->bucket_count = count ? count * 2 : 256;
    s->buckets = arena_allocate_array(s->arena, s->bucket_count, sizeof *s->buckets);
    for (uint32_t i = 0; i < count; i++)
        if (old[i]) {
            const char *name = s->source->names[old[i]];
            *bucket_of(s, name, strlen(name)) = old[i];
        }
}

static void set_name(struct scanner *s, uint32_t number, const char *name) {
    while (s->source->name_count <= number)
        *ARENA_PUSH(s->arena, s->source->names, s->source->name_count, s->name_capacity) = NULL;
    s->source->names[number] = name;
}

/* The number of a name: itself, if it is one; else the next that no name is. */
static uint32_t number_name(struct scanner *s, const char *at, size_t length) {
    uint32_t number = number_of(at, length);
    if (number)
        return number;
    if (s->used * 2 >= s->bucket_count)
        grow(s);
    uint32_t *bucket = bucket_of(s, at, length);
    if (!*bucket) {
        set_name(s, s->next, arena_copy_string(s->arena, at, length));
        *bucket = s->next++;
        s->used++;
    }
    return *bucket;
}

/* ---- text ---- */

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
    text_bytes(&s->out, s->at, length);
    s->at += length;
}

/* An instruction's opcode: no operand begins so. */
static bool is_opcode(const char *at, size_t length) {
    return length > 2 && at[0] == 'O' && at[1] == 'p' && at[2] >= 'A' && at[2] <= 'Z';
}

static void scan_token(struct scanner *s) {
    size_t length = word_length(s->at, s->end);
    if (*s->at == '"') {
        pass(s, skip_string(s));
    } else if (*s->at == ';') {
        pass(s, skip_comment(s));
    } else if (*s->at == '%' && word_length(s->at + 1, s->end)) {
        size_t name = word_length(s->at + 1, s->end);
        text_char(&s->out, '%');
        text_unsigned(&s->out, number_name(s, s->at + 1, name));
        s->at += 1 + name;
    } else if (length) {
        if (is_opcode(s->at, length))
            *ARENA_PUSH(s->arena, s->source->lines, s->source->line_count, s->line_capacity) = s->line;
        pass(s, length);
    } else {
        pass(s, 1);
    }
}

/* The largest name that is a number. */
static uint32_t largest_number(const char *text, size_t length) {
    uint32_t largest = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '%')
            continue;
        uint32_t number = number_of(text + i + 1, word_length(text + i + 1, text + length));
        largest = number > largest ? number : largest;
    }
    return largest;
}

void litmus_source_read(struct litmus_source *source, struct arena *arena, const char *text, size_t length) {
    memset(source, 0, sizeof *source);
    source->text = arena_copy_string(arena, text, length);
    struct scanner s = {.source = source, .arena = arena, .at = text, .end = text + length, .line = 1};
    s.next = largest_number(text, length) + 1;
    text_init(&s.out, arena, length + 16);
    while (s.at < s.end)
        scan_token(&s);
    text_char(&s.out, '\0');
    source->numbered = s.out.start;
    source->numbered_length = text_length(&s.out) - 1;
}

bool litmus_source_wrong_comment(const struct litmus_source *source, const char **word, size_t *length,
                                 uint32_t *line) {
    static const char *const known[] = {"Input:", "Output:", "Config:"};
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
