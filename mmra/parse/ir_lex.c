#include "mmra/parse/ir_parser.h"

/* By byte: 1 in a word, 2 blank, 4 a digit, 8 a newline, or may begin a comment. */
enum byte_class { IS_WORD = 1, IS_BLANK = 2, IS_DIGIT = 4, IS_BREAK = 8 };

/* clang-format off */
static const uint8_t byte_classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 8, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 8, 0, 0, 0, 0,
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1,
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
};
/* clang-format on */

static uint8_t class_of(char byte) {
    return byte_classes[(unsigned char)byte];
}

bool ir_is_word_byte(char byte) {
    return class_of(byte) & IS_WORD;
}

static bool is_digit(char byte) {
    return class_of(byte) & IS_DIGIT;
}

/* ---- errors and places ---- */

struct ir_place ir_here(const struct ir_parser *p) {
    return (struct ir_place){p->at, p->line, (uint32_t)(p->at - p->line_start) + 1};
}

bool ir_fail(struct ir_parser *p, struct ir_place place, const char *format, const char *detail, size_t length) {
    if (!p->failed) {
        char shown[64];
        size_t count = 0;
        for (; count < length && count + 1 < sizeof shown; count++)
            shown[count] = detail[count] >= ' ' && detail[count] < 0x7F ? detail[count] : '?';
        shown[count] = '\0';
        struct text text;
        text_init(&text, p->arena, sizeof p->error->message);
        const char *hole = strstr(format, "%s");
        text_bytes(&text, format, hole ? (size_t)(hole - format) : strlen(format));
        if (hole) {
            text_string(&text, shown);
            text_string(&text, hole + 2);
        }
        size_t size = text_length(&text);
        if (size >= sizeof p->error->message)
            size = sizeof p->error->message - 1;
        memcpy(p->error->message, text.start, size);
        p->error->message[size] = '\0';
        p->error->line = place.line;
        p->error->column = place.column;
    }
    p->failed = true;
    p->at = p->end;
    return false;
}

/* ---- blanks, lines and comments ---- */

void ir_next_line(struct ir_parser *p) {
    p->at++;
    p->line++;
    p->line_start = p->at;
    mmra_work(p->module->watch, 2);
}

static void skip_comment(struct ir_parser *p) {
    const char *newline = memchr(p->at, '\n', (size_t)(p->end - p->at));
    p->at = newline ? newline : p->end;
}

void ir_skip_to(struct ir_parser *p, const char *to) {
    while (p->at < to)
        if (*p->at == '\n')
            ir_next_line(p);
        else
            p->at++;
}

static bool at_long_comment(const struct ir_parser *p) {
    return p->at[0] == '/' && p->at[1] == '*';
}

/* Skips a comment as C has them, which may have several lines. */
static void skip_long_comment(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    for (p->at += 2; p->at[0] != '*' || p->at[1] != '/';) {
        if (p->at == p->end) {
            ir_fail(p, place, "this comment has no end", "", 0);
            return;
        }
        if (*p->at == '\n')
            ir_next_line(p);
        else
            p->at++;
    }
    p->at += 2;
}

/* Either kind. False at a slash that begins none. */
static bool skip_any_comment(struct ir_parser *p) {
    if (*p->at == ';')
        skip_comment(p);
    else if (at_long_comment(p))
        skip_long_comment(p);
    else
        return false;
    return true;
}

void ir_skip_blanks(struct ir_parser *p) {
    do {
        const char *at = p->at;
        while (class_of(*at) & IS_BLANK)
            at++;
        p->at = at;
    } while (*p->at == '/' && skip_any_comment(p));
}

void ir_skip(struct ir_parser *p) {
    for (;;) {
        const char *at = p->at;
        while (class_of(*at) & IS_BLANK)
            at++;
        p->at = at;
        if (*at == '\n')
            ir_next_line(p);
        else if (!(class_of(*at) & IS_BREAK) || !skip_any_comment(p))
            return;
    }
}

void ir_take_comment(struct ir_parser *p) {
    p->at++;
    if (*p->at == ' ')
        p->at++;
    const char *from = p->at;
    skip_comment(p);
    size_t length = (size_t)(p->at - from);
    if (length && from[length - 1] == '\r')
        length--;
    if (p->has_comment)
        text_char(&p->comment, '\n');
    text_bytes(&p->comment, from, length);
    p->has_comment = true;
}

ir_string ir_comment_so_far(struct ir_parser *p) {
    if (!p->has_comment)
        return 0;
    ir_string comment = ir_text(p->module, p->comment.start, text_length(&p->comment));
    p->comment.next = p->comment.start;
    p->has_comment = false;
    return comment;
}

/* ---- tokens ---- */

bool ir_accept(struct ir_parser *p, char byte) {
    ir_skip(p);
    if (*p->at != byte || p->at == p->end)
        return false;
    p->at++;
    return true;
}

bool ir_accept_dots(struct ir_parser *p) {
    ir_skip(p);
    if (strncmp(p->at, "...", 3) != 0)
        return false;
    p->at += 3;
    return true;
}

bool ir_expect(struct ir_parser *p, char byte) {
    return ir_accept(p, byte) || ir_fail(p, ir_here(p), "expected '%s'", &byte, 1);
}

bool ir_at_word(const struct ir_parser *p, const char *word, size_t length) {
    return (size_t)(p->end - p->at) >= length && memcmp(p->at, word, length) == 0 &&
           !(class_of(p->at[length]) & IS_WORD);
}

bool ir_accept_word(struct ir_parser *p, const char *word) {
    ir_skip(p);
    if (*p->at != *word)
        return false;
    size_t length = strlen(word);
    if (!ir_at_word(p, word, length))
        return false;
    p->at += length;
    return true;
}

bool ir_expect_word(struct ir_parser *p, const char *word) {
    return ir_accept_word(p, word) || ir_fail(p, ir_here(p), "expected '%s'", word, strlen(word));
}

struct mmra_string ir_take_word(struct ir_parser *p) {
    const char *from = p->at;
    while (class_of(*p->at) & IS_WORD)
        p->at++;
    return (struct mmra_string){from, (uint32_t)(p->at - from)};
}

static int hexadecimal_digit(char byte) {
    if (is_digit(byte))
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
}

/* u0x1F */
static bool take_hexadecimal(struct ir_parser *p, uint64_t *number) {
    struct ir_place place = ir_here(p);
    for (p->at += 3; hexadecimal_digit(*p->at) >= 0; p->at++) {
        if (*number >> 60)
            return ir_fail(p, place, "this number is too large", "", 0);
        *number = *number << 4 | (uint64_t)hexadecimal_digit(*p->at);
    }
    return p->at - place.at > 3 || ir_fail(p, place, "expected a number", "", 0);
}

bool ir_take_unsigned(struct ir_parser *p, uint64_t *number) {
    struct ir_place place = ir_here(p);
    *number = 0;
    if (p->at[0] == 'u' && p->at[1] == '0' && p->at[2] == 'x')
        return take_hexadecimal(p, number);
    if (!is_digit(*p->at))
        return ir_fail(p, place, "expected a number", "", 0);
    for (; is_digit(*p->at); p->at++) {
        uint64_t digit = (uint64_t)(*p->at - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return ir_fail(p, place, "this number is too large", "", 0);
        *number = *number * 10 + digit;
    }
    return true;
}

/* ---- strings and brackets ---- */

void ir_skip_quoted(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    p->at++;
    while (*p->at != '"') {
        if (p->at == p->end) {
            ir_fail(p, place, "this string has no end", "", 0);
            return;
        }
        if (*p->at == '\n')
            ir_next_line(p);
        else
            p->at++;
    }
    p->at++;
}

/* `from` holds no quote. "\\" is a backslash and "\41" is "A"; any other backslash is itself. */
static struct mmra_string unescape(struct ir_parser *p, const char *from, size_t length) {
    if (!memchr(from, '\\', length))
        return (struct mmra_string){from, (uint32_t)length};
    char *bytes = arena_allocate(p->arena, length + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++) {
        bool escaped = from[i] == '\\';
        int high = escaped && i + 1 < length ? hexadecimal_digit(from[i + 1]) : -1;
        int low = high >= 0 && i + 2 < length ? hexadecimal_digit(from[i + 2]) : -1;
        if (low >= 0) {
            bytes[count++] = (char)(high * 16 + low);
            i += 2;
        } else {
            bytes[count++] = from[i];
            i += escaped && i + 1 < length && from[i + 1] == '\\';
        }
    }
    return (struct mmra_string){bytes, count};
}

struct mmra_string ir_take_quoted(struct ir_parser *p) {
    const char *from = p->at + 1;
    if (*p->at != '"') {
        ir_fail(p, ir_here(p), "expected a string", "", 0);
        return (struct mmra_string){"", 0};
    }
    ir_skip_quoted(p);
    if (p->failed || (uint64_t)(p->at - from) > UINT32_MAX)
        return (struct mmra_string){"", 0};
    return unescape(p, from, (size_t)(p->at - from) - 1);
}

static bool is_open(char byte) {
    return byte == '(' || byte == '[' || byte == '{' || byte == '<';
}

static bool is_close(char byte) {
    return byte == ')' || byte == ']' || byte == '}' || byte == '>';
}

void ir_skip_balanced(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    uint64_t depth = 0;
    do {
        if (p->at == p->end) {
            ir_fail(p, place, "this bracket is never closed", "", 0);
            return;
        }
        if (*p->at == '"') {
            ir_skip_quoted(p);
            continue;
        }
        if (*p->at == '\n') {
            ir_next_line(p);
            continue;
        }
        if (class_of(*p->at) & IS_BREAK && skip_any_comment(p))
            continue;
        depth += is_open(*p->at);
        depth -= is_close(*p->at);
        p->at++;
    } while (depth);
}

void ir_skip_to_line_end(struct ir_parser *p) {
    while (p->at != p->end && *p->at != '\n' && *p->at != ';') {
        if (*p->at == '"')
            ir_skip_quoted(p);
        else if (is_open(*p->at))
            ir_skip_balanced(p);
        else if (*p->at != '/' || !skip_any_comment(p))
            p->at++;
    }
}

/* Returns the end of the text without a comment that ends it: text that is printed after the comment would become part
 * of it. */
static const char *end_without_comment(const char *from, const char *to) {
    const char *end = from;
    for (const char *at = from; at < to; at++) {
        if (*at == ';') {
            const char *newline = memchr(at, '\n', (size_t)(to - at));
            at = newline ? newline : to;
            continue;
        }
        if (at[0] == '/' && at[1] == '*') {
            for (at += 2; at + 1 < to && (at[0] != '*' || at[1] != '/'); at++)
                ;
            at++;
            continue;
        }
        if (*at == '"') {
            const char *quote = memchr(at + 1, '"', (size_t)(to - at - 1));
            at = quote ? quote : to - 1;
        }
        if (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\r')
            end = at + 1;
    }
    return end;
}

ir_string ir_slice(struct ir_parser *p, const char *from) {
    const char *to = p->at;
    if (memchr(from, ';', (size_t)(to - from)) || memchr(from, '*', (size_t)(to - from)))
        to = end_without_comment(from, to);
    while (to > from && (class_of(to[-1]) & IS_BLANK || to[-1] == '\n'))
        to--;
    if (to == from || p->failed)
        return 0;
    struct ir_module *module = p->module;
    *ARENA_PUSH(p->arena, module->strings, module->string_count, module->string_capacity) =
        (struct mmra_string){from, (uint32_t)(to - from)};
    return module->string_count - 1;
}

void ir_push(struct ir_parser *p, uint32_t word) {
    *ARENA_PUSH(p->arena, p->scratch, p->scratch_count, p->scratch_capacity) = word;
}

struct mmra_string ir_take_kind(struct ir_parser *p) {
    const char *from = p->at;
    while (ir_is_word_byte(*p->at) || *p->at == '\\')
        p->at++;
    return (struct mmra_string){from, (uint32_t)(p->at - from)};
}
