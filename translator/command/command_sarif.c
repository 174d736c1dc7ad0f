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

#define VULKAN_MODEL "https://docs.vulkan.org/spec/latest/appendices/memorymodel.html"
#define SPIRV        "https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html"

static const uint8_t severities[] = {
    [SMMRA_SEVERITY_NOTE] = CHECK_NOTE, [SMMRA_SEVERITY_WARNING] = CHECK_WARNING, [SMMRA_SEVERITY_ERROR] = CHECK_ERROR};

enum { MOST_RULES = 64 };

/* The codes after those of the checker, which the log has already. The last is of what no code is said of. */
static size_t list_rules(struct check_sarif_rule *rules) {
    const smmra_code *code;
    size_t count = 0;
    while (count < MOST_RULES && (code = smmra_code_at(CHECK_RULE_COUNT + count)))
        rules[count++] = (struct check_sarif_rule){code->name,   code->meaning,   code->mend,
                                                   VULKAN_MODEL, "#memory-model", severities[code->severity]};
    rules[count - 1].uri = SPIRV;
    rules[count - 1].anchor = "";
    return count;
}

/* Its number in the log's list of rules; of no rule the last. */
static uint32_t index_of(const char **rule) {
    uint32_t index = 0;
    for (const smmra_code *code; (code = smmra_code_at(index)); index++)
        if (*rule && strcmp(code->name, *rule) == 0)
            return index;
    *rule = smmra_code_at(index - 1)->name;
    return index - 1;
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
    const char *rule = message->rule;
    const uint32_t index = index_of(&rule);
    put(stream, ",\n{\"ruleId\": %s, \"ruleIndex\": %u, \"level\": %s, \"message\": {\"text\": %s}", rule, index,
        message_severity_names[message->severity], message->text);
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
    struct check_sarif_rule rules[MOST_RULES];
    const size_t count = list_rules(rules);
    struct arena arena;
    struct text head;
    arena_init(&arena, NULL, SIZE_MAX, exhausted, NULL);
    text_init(&head, &arena, 4096);
    check_sarif_begin(&head, smmra_version_string(), rules, count);
    fwrite(head.start, 1, text_length(&head), stream);
    if (length) /* without the first comma */
        fwrite(results + 1, 1, length - 1, stream);
    fputs("\n]}]}\n", stream);
    arena_destroy(&arena);
}
