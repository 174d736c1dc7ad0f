#include "mmra/litmus/litmus_text.h"

#include <stdio.h>

bool reader_fail(struct reader *reader, const char *what, struct word where) {
    if (reader->litmus->error)
        return false;
    char text[200];
    int length = where.length < 60 ? (int)where.length : 60;
    if (length)
        snprintf(text, sizeof text, "%s: \"%.*s\"", what, length, where.at);
    else
        snprintf(text, sizeof text, "%s", what);
    reader->litmus->error = arena_copy_string(reader->arena, text, strlen(text));
    reader->litmus->line = reader->line;
    return false;
}

bool reader_line(struct reader *reader, struct word *line) {
    if (reader->at >= reader->end)
        return false;
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    if (!stop)
        stop = reader->end;
    *line = (struct word){reader->at, (size_t)(stop - reader->at)};
    mmra_work(reader->arena->watch, 1 + (uint32_t)(line->length / 64));
    if (line->length && line->at[line->length - 1] == '\r')
        line->length--;
    reader->at = stop < reader->end ? stop + 1 : stop;
    reader->line++;
    return true;
}

void skip_blanks(struct word *text) {
    while (text->length && (*text->at == ' ' || *text->at == '\t' || *text->at == '\n' || *text->at == '\r')) {
        text->at++;
        text->length--;
    }
}

static bool is_letter(char c, const char *others) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (c && strchr(others, c));
}

struct word take_word(struct word *text, const char *others) {
    skip_blanks(text);
    struct word result = {text->at, 0};
    while (result.length < text->length && is_letter(result.at[result.length], others))
        result.length++;
    text->at += result.length;
    text->length -= result.length;
    return result;
}

bool take_character(struct word *text, char c) {
    skip_blanks(text);
    if (!text->length || *text->at != c)
        return false;
    text->at++;
    text->length--;
    return true;
}

bool word_is(struct word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

bool word_number(struct word word, uint64_t *number) {
    bool negative = word.length && *word.at == '-';
    *number = 0;
    for (size_t i = negative; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9' || *number > UINT32_MAX)
            return false;
        *number = *number * 10 + (uint64_t)(word.at[i] - '0');
    }
    if (negative)
        *number = (0 - *number) & UINT32_MAX;
    return word.length > (size_t)negative;
}

char *word_copy(struct arena *arena, struct word word) {
    return arena_copy_string(arena, word.at, word.length);
}

/* ---- instructions ---- */

enum { SCOPE_UNCHANGED = 0xFE };

static const struct token {
    const char *name;
    uint16_t kind, flags;
    uint8_t scope;
    uint8_t storage_class, semantics; /* one bit each */
} tokens[] = {
    {"st", MODEL_WRITE, 0, SCOPE_UNCHANGED, 0, 0},
    {"ld", MODEL_READ, 0, SCOPE_UNCHANGED, 0, 0},
    {"rmw", MODEL_READ | MODEL_WRITE, MODEL_ATOMIC, SCOPE_UNCHANGED, 0, 0},
    {"membar", MODEL_FENCE, 0, SCOPE_UNCHANGED, 0, 0},
    {"cbar", MODEL_BARRIER, 0, SCOPE_UNCHANGED, 0, 0},
    {"avdevice", MODEL_MAKE_AVAILABLE_DEVICE, 0, SCOPE_UNCHANGED, 0, 0},
    {"visdevice", MODEL_MAKE_VISIBLE_DEVICE, 0, SCOPE_UNCHANGED, 0, 0},
    {"atom", 0, MODEL_ATOMIC, SCOPE_UNCHANGED, 0, 0},
    {"acq", 0, MODEL_ACQUIRE, SCOPE_UNCHANGED, 0, 0},
    {"rel", 0, MODEL_RELEASE, SCOPE_UNCHANGED, 0, 0},
    {"acq_rel", 0, MODEL_ACQUIRE | MODEL_RELEASE, SCOPE_UNCHANGED, 0, 0},
    {"av", 0, MODEL_AVAILABLE, SCOPE_UNCHANGED, 0, 0},
    {"vis", 0, MODEL_VISIBLE, SCOPE_UNCHANGED, 0, 0},
    {"semav", 0, MODEL_SEMANTICS_AVAILABLE, SCOPE_UNCHANGED, 0, 0},
    {"semvis", 0, MODEL_SEMANTICS_VISIBLE, SCOPE_UNCHANGED, 0, 0},
    {"nonpriv", 0, MODEL_NONPRIVATE, SCOPE_UNCHANGED, 0, 0},
    {"scopesg", 0, 0, VULKAN_SUBGROUP, 0, 0},
    {"sg", 0, 0, VULKAN_SUBGROUP, 0, 0},
    {"scopewg", 0, 0, VULKAN_WORKGROUP, 0, 0},
    {"wg", 0, 0, VULKAN_WORKGROUP, 0, 0},
    {"scopeqf", 0, 0, VULKAN_QUEUE_FAMILY, 0, 0},
    {"qf", 0, 0, VULKAN_QUEUE_FAMILY, 0, 0},
    {"scopedev", 0, 0, VULKAN_DEVICE, 0, 0},
    {"dv", 0, 0, VULKAN_DEVICE, 0, 0},
    {"sc0", 0, 0, SCOPE_UNCHANGED, 1 << 0, 0},
    {"sc1", 0, 0, SCOPE_UNCHANGED, 1 << 1, 0},
    {"sc2", 0, 0, SCOPE_UNCHANGED, 1 << 2, 0},
    {"sc3", 0, 0, SCOPE_UNCHANGED, 1 << 3, 0},
    {"semsc0", 0, 0, SCOPE_UNCHANGED, 0, 1 << 0},
    {"semsc1", 0, 0, SCOPE_UNCHANGED, 0, 1 << 1},
    {"semsc2", 0, 0, SCOPE_UNCHANGED, 0, 1 << 2},
    {"semsc3", 0, 0, SCOPE_UNCHANGED, 0, 1 << 3},
};

static const struct {
    const char *name;
    enum ir_rmw operation;
} read_modify_writes[] = {{"add", IR_RMW_ADD}, {"sub", IR_RMW_SUB}, {"and", IR_RMW_AND},
                          {"or", IR_RMW_OR},   {"xor", IR_RMW_XOR}, {"xchg", IR_RMW_XCHG}};

static bool apply_token(struct word token, struct model_operation *o, unsigned *classes, uint8_t *rmw) {
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        const struct token *t = &tokens[i];
        if (!word_is(token, t->name))
            continue;
        o->kind |= t->kind;
        o->flags |= t->flags;
        o->semantics |= t->semantics;
        *classes |= t->storage_class;
        if (t->scope != SCOPE_UNCHANGED)
            o->scope = t->scope;
        return true;
    }
    for (size_t i = 0; i < sizeof read_modify_writes / sizeof read_modify_writes[0]; i++)
        if (word_is(token, read_modify_writes[i].name)) {
            *rmw = (uint8_t)read_modify_writes[i].operation;
            return true;
        }
    return false;
}

/* Completes what follows from the tokens. */
static void complete_operation(struct model_operation *o) {
    if (o->kind & MODEL_BARRIER && o->flags & (MODEL_ACQUIRE | MODEL_RELEASE))
        o->kind |= MODEL_FENCE;
    if (o->flags & MODEL_ATOMIC && o->kind & MODEL_WRITE)
        o->flags |= MODEL_AVAILABLE;
    if (o->flags & MODEL_ATOMIC && o->kind & MODEL_READ)
        o->flags |= MODEL_VISIBLE;
    if (o->flags & (MODEL_ATOMIC | MODEL_AVAILABLE | MODEL_VISIBLE))
        o->flags |= MODEL_NONPRIVATE;
}

/* Khronos's tool warns of the same, because it makes every execution impossible. */
static const char *missing(const struct model_operation *o, unsigned classes) {
    const uint16_t accesses = MODEL_READ | MODEL_WRITE, av_vis = MODEL_AVAILABLE | MODEL_VISIBLE;
    if (!o->kind)
        return "not an instruction";
    if (o->kind & accesses && (classes == 0 || classes & (classes - 1)))
        return "an access needs one storage class";
    if (o->kind & accesses && o->kind & (MODEL_FENCE | MODEL_BARRIER))
        return "an access is no barrier";
    if (o->scope == VULKAN_NO_SCOPE && (o->flags & (MODEL_ATOMIC | av_vis) || o->kind & (MODEL_FENCE | MODEL_BARRIER)))
        return "an atomic, a barrier, av and vis need a scope";
    if (o->kind == MODEL_FENCE && !(o->flags & (MODEL_ACQUIRE | MODEL_RELEASE)))
        return "a membar acquires or releases";
    return NULL;
}

bool parse_operation(struct reader *reader, struct word text, struct model_operation *o, uint8_t *rmw) {
    unsigned classes = 0;
    memset(o, 0, sizeof *o);
    o->scope = VULKAN_NO_SCOPE;
    o->line = reader->line;
    *rmw = IR_RMW_XCHG;
    for (struct word rest = text; rest.length;) {
        struct word token = take_word(&rest, "");
        if (!apply_token(token, o, &classes, rmw))
            return reader_fail(reader, "unknown token", token.length ? token : rest);
        if (rest.length && !take_character(&rest, '.'))
            return reader_fail(reader, "unexpected", rest);
    }
    complete_operation(o);
    for (uint8_t i = 0; i < 4; i++)
        if (classes >> i & 1)
            o->storage_class = i;
    const char *problem = missing(o, classes);
    return !problem || reader_fail(reader, problem, text);
}
