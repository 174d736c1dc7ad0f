/* Messages as a SARIF 2.1.0 log: what is found is a result with its rule, its notes are places related to it, and what
 * it was found in is named beside the shader's source. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "mmra/base/json.h"
#include "mmra/base/text.h"
#include "mmra/check/check.h"
#include "translator/command/command.h"
#include "translator/command/command_mend.h"

/* ---- rules ---- */

#define VULKAN_MODEL "https://docs.vulkan.org/spec/latest/appendices/memorymodel.html", "#memory-model"
#define EXPLAINED    "`spirv-mmra explain` says what it means, with an example"

/* These rules are what is found besides findings of the checker. Names of faults are those of smmra_litmus_fault_name.
 */
static const struct check_sarif_rule rules[] = {
    {"race", "conflicting accesses are not ordered", EXPLAINED, VULKAN_MODEL, CHECK_ERROR},
    {"old-value", "a load takes an old value, and the result changes", "docs/guide/kernels.md says what orders them",
     VULKAN_MODEL, CHECK_ERROR},
    {"undefined-read", "a read has an undefined value", EXPLAINED, VULKAN_MODEL, CHECK_ERROR},
    {"out-of-bounds", "an access is out of bounds", EXPLAINED, VULKAN_MODEL, CHECK_ERROR},
    {"divergent-barrier", "not all invocations come to a control barrier", EXPLAINED, VULKAN_MODEL, CHECK_ERROR},
    {"undefined-behaviour", "an execution has undefined behaviour", EXPLAINED, VULKAN_MODEL, CHECK_ERROR},
    {"deadlock", "invocations wait for each other", EXPLAINED, VULKAN_MODEL, CHECK_ERROR},
    {"endless-loop", "invocations go round for ever", EXPLAINED, VULKAN_MODEL, CHECK_ERROR},
    {"progress", "a workgroup waits for one that need not go on", "docs/reference/races.md says what models promise",
     VULKAN_MODEL, CHECK_ERROR},
    {"order", "the result depends on the order of workgroups or invocations",
     "docs/reference/races.md says which orders", VULKAN_MODEL, CHECK_NOTE},
    {"abort", "an invocation aborts", "docs/reference/models.md says what is asked then", VULKAN_MODEL, CHECK_ERROR},
    {"unknown", "the verdict is unknown", "the message names the limit, and what asks less", VULKAN_MODEL,
     CHECK_WARNING},
    {"verdict", "the verdict is no", "the text on standard error says which", VULKAN_MODEL, CHECK_ERROR},
    {"never-ran", "operations on memory never ran", "other inputs or a larger grid let them run", VULKAN_MODEL,
     CHECK_NOTE},
    {"reading", "the verdict is about one reading of GLSL450", "--glsl450 chooses the reading", VULKAN_MODEL,
     CHECK_NOTE},
    {"taken-for-granted", "the verdict takes something for granted", "the message says what", VULKAN_MODEL, CHECK_NOTE},
    {"suggestion", "an annotation could be added or dropped", "the message says which", VULKAN_MODEL, CHECK_NOTE},
    {"input", "an input or an option cannot be used", "the message says why", "https://registry.khronos.org/SPIR-V/",
     "specs/unified1/SPIRV.html", CHECK_ERROR},
};

enum { RULES = sizeof rules / sizeof *rules, INPUT = RULES - 1 };

/* Its number in the log's list of rules. */
static uint32_t index_of(const char *rule) {
    enum check_rule found = check_find_rule(rule, strlen(rule));
    for (uint32_t i = 0; found == CHECK_RULE_COUNT && i < RULES; i++)
        if (strcmp(rules[i].name, rule) == 0)
            return CHECK_RULE_COUNT + i;
    return found == CHECK_RULE_COUNT ? CHECK_RULE_COUNT + INPUT : found;
}

/* ---- places ---- */

/* A path as a URI reference. */
static void put_uri(void *stream, const void *path) {
    putc('"', stream);
    for (const unsigned char *c = path; *c; c++) {
        bool is_plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        if (is_plain || strchr("-._~/", *c))
            putc(*c, stream);
        else
            fprintf(stream, "%%%02X", *c);
    }
    putc('"', stream);
}

/* %p is a path. */
__attribute__((format(printf, 2, 3))) static void put(FILE *stream, const char *format, ...) {
    struct json_writer writer = {.put = json_put_bytes, .put_object = put_uri, .user = stream};
    va_list values;
    va_start(values, format);
    json_write(&writer, format, values);
    va_end(values);
}

static void put_location(FILE *stream, const struct message_place *place) {
    const smmra_source *source = place->source;
    uint32_t line = source ? source->line : place->line, column = source ? source->column : place->column;
    const char *path = source && source->file ? source->file : place->path ? place->path : "-";
    put(stream, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": %p}", (const void *)path);
    if (line)
        put(stream, ", \"region\": {\"startLine\": %u, \"startColumn\": %u}", line, column ? column : 1);
    else if (place->word)
        put(stream, ", \"region\": {\"byteOffset\": %lu, \"byteLength\": 4}", place->word * UINT64_C(4));
    put(stream, "}");
    if (source && source->function)
        put(stream, ", \"logicalLocations\": [{\"kind\": \"function\", \"name\": %s}]", source->function);
}

/* ---- results ---- */

/* 3.55: what makes the source right. A region without columns is of whole lines, and one of no length is an insertion.
 */
static void put_fix(FILE *stream, const char *path, const struct mend *mend) {
    put(stream,
        ", \"fixes\": [{\"description\": {\"text\": \"with this change the same run shows nothing wrong\"}, "
        "\"artifactChanges\": [{\"artifactLocation\": {\"uri\": %p}, \"replacements\": [",
        (const void *)path);
    for (size_t i = 0; i < mend->count; i++) {
        const struct mend_change *change = &mend->changes[i];
        put(stream, i ? ", {\"deletedRegion\": {\"startLine\": %lu" : "{\"deletedRegion\": {\"startLine\": %lu",
            (uint64_t)change->line);
        put(stream, change->is_new ? ", \"startColumn\": 1, \"endColumn\": 1}" : "}");
        put(stream, ", \"insertedContent\": {\"text\": %s}}", change->text);
    }
    put(stream, "]}]}]");
}

void sarif_put(FILE *stream, const struct message *message) {
    const char *rule = message->rule ? message->rule : rules[INPUT].name;
    put(stream, ",\n{\"ruleId\": %s, \"ruleIndex\": %u, \"level\": %s, \"message\": {\"text\": %s}", rule,
        index_of(rule), message_severity_names[message->severity], message->text);
    if (message->place.path) {
        put(stream, ", \"analysisTarget\": {\"uri\": %p}, \"locations\": [", (const void *)message->place.path);
        put_location(stream, &message->place);
        put(stream, "}]");
    }
    for (size_t i = 0; i < message->note_count; i++) {
        put(stream, i ? ", " : ", \"relatedLocations\": [");
        put_location(stream, &message->notes[i].place);
        put(stream, ", \"message\": {\"text\": %s}}", message->notes[i].text);
    }
    if (message->note_count)
        put(stream, "]");
    if (message->mend && message->mend->diff)
        put_fix(stream, message->place.path, message->mend);
    put(stream, "}");
}

/* ---- the log ---- */

static void exhausted(void *user) {
    (void)user;
    fputs("spirv-mmra: error: out of memory: there is no log\n", stderr);
    exit(SMMRA_OUT_OF_MEMORY);
}

void sarif_write(FILE *stream, const char *results, size_t length) {
    struct arena arena;
    struct text head;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    text_init(&head, &arena, 4096);
    check_sarif_begin(&head, smmra_version_string(), rules, RULES);
    fwrite(head.start, 1, text_length(&head), stream);
    if (length) /* without the first comma */
        fwrite(results + 1, 1, length - 1, stream);
    fputs("\n]}]}\n", stream);
    arena_destroy(&arena);
}
