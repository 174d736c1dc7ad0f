#include "mmra/ir/ir_source.h"

enum { MAX_SCOPES = 64 };     /* around a location: a chain may be a cycle */
enum { MAX_SEARCHED = 4096 }; /* nodes that are not where their numbers say */
enum { MAX_RECORD = 4096 };   /* bytes of a record that are looked at: one is asked often */

static struct mmra_string rest_of(struct mmra_string text, uint32_t from) {
    return from < text.length ? (struct mmra_string){text.bytes + from, text.length - from}
                              : (struct mmra_string){"", 0};
}

/* The length of a string with its quotes. */
static uint32_t quoted_length(struct mmra_string text) {
    uint32_t i = 1;
    while (i < text.length && text.bytes[i] != '"')
        i++;
    return i < text.length ? i + 1 : text.length;
}

/* Returns the text after "name: " outside of strings; empty: there is no such field. */
static struct mmra_string field(struct mmra_string text, const char *name) {
    for (uint32_t i = 0; i < text.length && i < MAX_RECORD;) {
        struct mmra_string rest = rest_of(text, i);
        if (*rest.bytes == '"') {
            i += quoted_length(rest);
            continue;
        }
        bool starts = i && (text.bytes[i - 1] == '(' || text.bytes[i - 1] == ' ');
        size_t length = strlen(name);
        if (starts && mmra_string_begins(rest, name) && mmra_string_begins(rest_of(rest, (uint32_t)length), ": "))
            return rest_of(rest, (uint32_t)length + 2);
        i++;
    }
    return (struct mmra_string){"", 0};
}

static uint32_t number_of(struct mmra_string text) {
    uint64_t number = 0;
    for (uint32_t i = 0; i < text.length && text.bytes[i] >= '0' && text.bytes[i] <= '9' && number < UINT32_MAX; i++)
        number = number * 10 + (uint64_t)(text.bytes[i] - '0');
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* The text of "!12", or of a node that stands where it is used; empty: there is none. Nodes mostly stand in the order
 * of their numbers. */
static struct mmra_string node_of(const struct ir_module *module, struct mmra_string reference) {
    const struct ir_parsed *parsed = module->parsed;
    if (!mmra_string_begins(reference, "!"))
        return (struct mmra_string){"", 0};
    struct mmra_string digits = rest_of(reference, 1);
    if (!digits.length || digits.bytes[0] < '0' || digits.bytes[0] > '9')
        return reference;
    uint32_t number = number_of(digits), count = parsed->node_count;
    for (uint32_t i = 0; i < count && i < MAX_SEARCHED; i++) {
        uint32_t at = (uint32_t)(((uint64_t)number + i) % count);
        const struct ir_metadata_info *node = &module->metadata[parsed->nodes[at]];
        if (node->number == number + 1)
            return ir_string_get(module, node->text);
    }
    return (struct mmra_string){"", 0};
}

static struct mmra_string node_in(const struct ir_module *module, struct mmra_string text, const char *name) {
    return node_of(module, field(text, name));
}

/* ---- strings ---- */

static int digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The bytes of a string, as LLVM escapes it, appended at `to`: their number. */
static uint32_t unescape(struct mmra_string text, char *to) {
    uint32_t length = 0;
    for (uint32_t i = 1; mmra_string_begins(text, "\"") && i < text.length && text.bytes[i] != '"'; i++) {
        char c = text.bytes[i];
        if (c == '\\' && i + 2 < text.length && digit(text.bytes[i + 1]) >= 0 && digit(text.bytes[i + 2]) >= 0) {
            c = (char)(digit(text.bytes[i + 1]) * 16 + digit(text.bytes[i + 2]));
            i += 2;
        } else if (c == '\\' && i + 1 < text.length && text.bytes[i + 1] == '\\') {
            i++;
        }
        to[length++] = c;
    }
    return length;
}

static const char *take_string(struct mmra_string text, struct arena *arena) {
    struct mmra_string quoted = {text.bytes, mmra_string_begins(text, "\"") ? quoted_length(text) : 0};
    char *bytes = arena_allocate_array(arena, (size_t)quoted.length + 1, 1);
    bytes[unescape(quoted, bytes)] = '\0';
    return bytes;
}

/* A name without a directory, and one that mmra_string_begins at the root, stand for themselves. */
static const char *path_of(struct mmra_string file, struct arena *arena) {
    const char *name = take_string(field(file, "filename"), arena);
    const char *directory = take_string(field(file, "directory"), arena);
    size_t length = strlen(directory);
    if (!length || *name == '/')
        return name;
    char *path = arena_allocate_array(arena, length + strlen(name) + 2, 1);
    memcpy(path, directory, length);
    path[length] = '/';
    memcpy(path + length + 1, name, strlen(name) + 1);
    return path;
}

/* ---- scopes ---- */

static bool is_record(struct mmra_string node, const char *kind) {
    if (mmra_string_begins(node, "distinct "))
        node = rest_of(node, (uint32_t)strlen("distinct "));
    return mmra_string_begins(node, kind);
}

/* The innermost scope with a file, and the function around it. */
static bool find_scope(const struct ir_module *module, struct mmra_string scope, struct arena *arena,
                       struct ir_source *source) {
    for (int depth = 0; depth < MAX_SCOPES && scope.length; depth++) {
        if (!source->file) {
            struct mmra_string file = node_in(module, scope, "file");
            source->file = is_record(file, "!DIFile(") ? path_of(file, arena) : NULL;
        }
        if (is_record(scope, "!DISubprogram(")) {
            source->function = take_string(field(scope, "name"), arena);
            break;
        }
        scope = node_in(module, scope, "scope");
    }
    return source->file && *source->file && source->line;
}

/* Returns the node that "!dbg " names among attachments; empty: none. */
static struct mmra_string debug_node(const struct ir_module *module, ir_string attachments) {
    static const char mark[] = "!dbg ";
    struct mmra_string text = ir_string_get(module, attachments);
    for (uint32_t i = 0; i + sizeof mark <= text.length; i++) {
        struct mmra_string rest = rest_of(text, i);
        if (*rest.bytes == '"')
            i += quoted_length(rest) - 1;
        else if (mmra_string_begins(rest, mark))
            return node_of(module, rest_of(rest, sizeof mark - 1));
    }
    return (struct mmra_string){"", 0};
}

/* Empty: there is none. */
static struct mmra_string location_of(const struct ir_module *module, uint32_t instruction) {
    const struct ir_instruction *at = &module->instructions[instruction];
    struct mmra_string location = {"", 0};
    if (module->parsed && at->notes)
        location = debug_node(module, ir_notes_of(module, at)->attachments);
    return is_record(location, "!DILocation(") ? location : (struct mmra_string){"", 0};
}

uint32_t ir_line_of_instruction(const struct ir_module *module, uint32_t instruction) {
    return number_of(field(location_of(module, instruction), "line"));
}

bool ir_source_of_instruction(const struct ir_module *module, uint32_t instruction, struct arena *arena,
                              struct ir_source *source) {
    struct mmra_string location = location_of(module, instruction);
    *source =
        (struct ir_source){.line = number_of(field(location, "line")), .column = number_of(field(location, "column"))};
    return location.length && find_scope(module, node_in(module, location, "scope"), arena, source);
}

bool ir_source_of_function(const struct ir_module *module, ir_function function, struct arena *arena,
                           struct ir_source *source) {
    struct mmra_string subprogram = {"", 0};
    if (module->parsed)
        subprogram = debug_node(module, module->functions[function].after_arguments);
    *source = (struct ir_source){.line = number_of(field(subprogram, "line"))};
    return is_record(subprogram, "!DISubprogram(") && find_scope(module, subprogram, arena, source);
}
