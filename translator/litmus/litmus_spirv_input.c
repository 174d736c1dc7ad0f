/* What memory holds at first, and how large it is: the header comment @Input, and what the command says. */
#include <stdlib.h>

#include "translator/litmus/litmus_spirv_reader.h"

enum { DEEPEST = 16, MAX_NUMBERS = 65536 };

struct input_text {
    struct grid_reader *g;
    const char *what; /* says so: for messages */
    const char *at, *end;
    uint32_t line, depth, numbers;
};

static void skip_space(struct input_text *t) {
    while (t->at < t->end && strchr(" \t\r", *t->at))
        t->at++;
}

static bool take(struct input_text *t, char c) {
    skip_space(t);
    if (t->at == t->end || *t->at != c)
        return false;
    t->at++;
    return true;
}

static size_t word_length(const struct input_text *t) {
    size_t length = 0;
    while (t->at + length < t->end && strchr("_-.", t->at[length]) == NULL
               ? (t->at[length] >= '0' && t->at[length] <= '9') || (t->at[length] >= 'a' && t->at[length] <= 'z') ||
                     (t->at[length] >= 'A' && t->at[length] <= 'Z')
               : t->at + length < t->end)
        length++;
    return length;
}

static bool word_is(const char *word, size_t length, const char *text) {
    return strlen(text) == length && memcmp(word, text, length) == 0;
}

static void read_number(struct input_text *t, struct grid_input *input) {
    size_t length = word_length(t);
    char *end;
    if (word_is(t->at, length, "true") || word_is(t->at, length, "false")) {
        input->value = *t->at == 't';
        t->at += length;
        return;
    }
    input->value = *t->at == '-' ? (uint64_t)strtoll(t->at, &end, 0) : strtoull(t->at, &end, 0);
    if (!length || end != t->at + length)
        grid_wrong(t->g, t->line, "%s: a number is missing", t->what);
    t->at = end;
}

/* A number, or a list in braces; what kind of list is said by its type, so a word before it is passed over. */
static void read_input(struct input_text *t, struct grid_input *input) {
    skip_space(t);
    if (++t->depth > DEEPEST || ++t->numbers > MAX_NUMBERS)
        grid_wrong(t->g, t->line, "%s: too much, or nested too deep", t->what);
    size_t length = word_length(t);
    if (length && t->at[0] >= 'a' && t->at[0] <= 'z' && !word_is(t->at, length, "true") &&
        !word_is(t->at, length, "false")) {
        t->at += length;
        skip_space(t);
    }
    if (!take(t, '{')) {
        read_number(t, input);
        t->depth--;
        return;
    }
    input->list = true;
    while (!take(t, '}')) {
        struct grid_input item = {0};
        read_input(t, &item);
        *ARENA_PUSH(t->g->arena, input->items, input->count, input->capacity) = item;
        if (!take(t, ',') && (t->at == t->end || *t->at != '}'))
            grid_wrong(t->g, t->line, "%s: a comma or a closing brace is missing", t->what);
    }
    t->depth--;
}

static struct grid_variable *find_variable(const struct grid_reader *g, const char *name, size_t length) {
    struct grid_variable *found = NULL;
    for (uint32_t i = 0; i < g->module->global_count; i++) {
        spirv_id id = spirv_instruction_at(g->module, g->module->globals[i]).result;
        struct grid_variable *variable = g->variables[spirv_index(g->module, id)];
        if (variable && grid_is_called(g, variable, name, length))
            found = variable;
    }
    return found;
}

/* "%name = value, %name = value"; on the command's line without the sign, too */
static void read_line(struct input_text *t) {
    for (skip_space(t); t->at < t->end; take(t, ','), skip_space(t)) {
        if (!take(t, '%') && t->line)
            grid_wrong(t->g, t->line, "%s: a variable is missing", t->what);
        size_t length = word_length(t);
        const char *name = t->at;
        t->at += length;
        struct grid_input *input = arena_allocate_array(t->g->arena, 1, sizeof *input);
        if (!take(t, '='))
            grid_wrong(t->g, t->line, "%s: %%name = value", t->what);
        read_input(t, input);
        struct grid_variable *found = find_variable(t->g, name, length);
        if (!found)
            grid_wrong(t->g, t->line, "%s: no variable of the module is called %%%.*s", t->what, (int)length, name);
        found->input = input;
    }
}

static const char *bare(const char *name) {
    return name + (*name == '%');
}

bool grid_given_length(const struct grid_reader *g, const struct grid_variable *variable, uint64_t *length) {
    bool given = false;
    for (uint32_t i = 0; i < g->options->size_count; i++)
        if (grid_is_called(g, variable, bare(g->options->sizes[i].name), strlen(bare(g->options->sizes[i].name)))) {
            *length = g->options->sizes[i].length;
            given = true;
        }
    return given;
}

void grid_read_inputs(struct grid_reader *g) {
    struct input_text t = {.g = g, .what = "@Input"};
    size_t length;
    for (uint32_t n = 0; g->source && litmus_source_comment(g->source, "Input", n, &t.at, &length, &t.line); n++) {
        t.end = t.at + length;
        read_line(&t);
    }
    t.what = "--input";
    t.line = 0;
    for (uint32_t n = 0; n < g->options->input_count; n++) {
        t.at = g->options->inputs[n];
        t.end = t.at + strlen(t.at);
        read_line(&t);
    }
    for (uint32_t n = 0; n < g->options->size_count; n++) {
        const char *name = bare(g->options->sizes[n].name);
        if (!find_variable(g, name, strlen(name)))
            grid_wrong(g, 0, "--size: no variable of the module is called %%%s", name);
    }
}

bool grid_input_length(struct grid_reader *g, const struct grid_input *input, const struct spirv_type *type,
                       uint64_t *length) {
    for (; input; input = &input->items[input->count - 1]) {
        if (type->opcode == SpvOpTypeRuntimeArray) {
            *length = input->list ? input->count : 1;
            return true;
        }
        if (type->opcode != SpvOpTypeStruct || !input->list || input->count != type->count || type->count == 0)
            return false;
        type = grid_type(g, NULL, type->members[type->count - 1]);
    }
    return false;
}

/* The largest index of the brackets behind a name, or of the n-th alone, and 1. */
static uint64_t named_length(const char *at, const char *end, uint32_t which) {
    uint64_t longest = 0;
    for (uint32_t n = 0; at < end && *at == '['; n++) {
        uint64_t index = 0;
        for (at++; at < end && *at >= '0' && *at <= '9' && index < MAX_NUMBERS; at++)
            index = index * 10 + (uint64_t)(*at - '0');
        at += at < end && *at == ']';
        if ((which == GRID_ANY_INDEX || which == n) && index >= longest)
            longest = index + 1;
    }
    return longest;
}

uint64_t grid_output_length(const struct grid_reader *g, const char *name, uint32_t index) {
    const char *text;
    size_t length, known = strlen(name);
    uint32_t line;
    uint64_t longest = 0;
    for (uint32_t n = 0; g->source && litmus_source_comment(g->source, "Output", n, &text, &length, &line); n++)
        for (const char *at = text, *end = text + length; (at = memchr(at, '%', (size_t)(end - at))) != NULL; at++) {
            uint64_t here = 0;
            if ((size_t)(end - at) > known + 1 && memcmp(at + 1, name, known) == 0)
                here = named_length(at + 1 + known, end, index);
            longest = here > longest ? here : longest;
        }
    return longest;
}
