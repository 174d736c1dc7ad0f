/* Messages as a SARIF 2.1.0 log: what is found is a result with its rule, its notes are places related to it, and what
 * it was found in is named beside the shader's source. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "mmra/base/json.h"
#include "mmra/check/check.h"
#include "translator/command/command.h"
#include "translator/command/command_mend.h"

/* ---- rules ---- */

/* The build may say where docs/reference/checker.md is published. Otherwise its rules refer to LLVM's document on the
 * model, which everybody can read who gets a log. */
#ifdef CHECK_HELP_URI
#define RULE_URI(name) CHECK_HELP_URI "#", name
#else
#define RULE_URI(name) "https://llvm.org/docs/AMDGPUUsage.html#memory-model", ""
#endif
#define VULKAN_MODEL "https://docs.vulkan.org/spec/latest/appendices/memorymodel.html#memory-model"
#define SPIRV        "https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html"

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

/* `function`: where the source names none; or NULL. */
static void put_location(FILE *stream, const struct message_place *place, const char *function) {
    const smmra_source *source = place->source;
    uint32_t line = source ? source->line : place->line, column = source ? source->column : place->column;
    const char *path = source && source->file ? source->file : place->path ? place->path : "-";
    put(stream, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": %p}", (const void *)path);
    if (line)
        put(stream, ", \"region\": {\"startLine\": %u, \"startColumn\": %u}", line, column ? column : 1);
    else if (place->word)
        put(stream, ", \"region\": {\"byteOffset\": %lu, \"byteLength\": 4}", place->word * UINT64_C(4));
    put(stream, "}");
    function = source && source->function ? source->function : function;
    if (function)
        put(stream, ", \"logicalLocations\": [{\"kind\": \"function\", \"name\": %s}]", function);
}

static void put_said(FILE *stream, const struct message_place *place, const char *text) {
    put_location(stream, place, NULL);
    put(stream, ", \"message\": {\"text\": %s}}", text);
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

/* The last is the place in the IR, if the others are in the source that it was compiled from. */
static void put_related(FILE *stream, const struct message *message) {
    const struct message_place ir = {message->place.path, message->place.line, message->place.column, 0, NULL};
    const bool has_ir = message->place.source && ir.line;
    for (size_t i = 0; i < message->note_count + has_ir; i++) {
        put(stream, i ? ", " : ", \"relatedLocations\": [");
        if (i < message->note_count)
            put_said(stream, &message->notes[i].place, message->notes[i].text);
        else
            put_said(stream, &ir, "the operation in the IR");
    }
    if (message->note_count || has_ir)
        put(stream, "]");
}

/* 3.36: the path that control takes from the first place of the mistake to the last. */
static void put_path(FILE *stream, const struct message *message) {
    const smmra_finding *finding = message->finding;
    const size_t count = finding->path_count < message->note_count ? finding->path_count : message->note_count;
    const size_t here = finding->path == SMMRA_PATH_FROM_HERE ? 0 : count;
    put(stream, ", \"codeFlows\": [{\"threadFlows\": [{\"locations\": [");
    for (size_t i = 0; i <= count; i++) {
        put(stream, i ? ", {\"location\": " : "{\"location\": ");
        if (i == here)
            put_said(stream, &message->place, smmra_code_find(finding->rule)->meaning);
        else
            put_said(stream, &message->notes[i - (i > here)].place, message->notes[i - (i > here)].text);
        put(stream, "}");
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
        put_location(stream, &message->place, message->finding ? message->finding->function : NULL);
        put(stream, "}]");
    }
    put_related(stream, message);
    if (message->finding && message->finding->path != SMMRA_PATH_NONE)
        put_path(stream, message);
    if (message->mend && message->mend->diff)
        put_fix(stream, message->place.path, message->mend);
    put(stream, "}");
}

/* ---- the log ---- */

/* The codes of the checker come first, and a rule of it may be off until it is asked for. The last is of input. */
static void put_rule(FILE *stream, uint32_t index, const smmra_code *code) {
    const bool is_own = index < CHECK_RULE_COUNT, is_off = is_own && check_rules[index].severity == CHECK_OFF;
    char sentences[1024], uri[256];
    snprintf(sentences, sizeof sentences, "%s; %s.", code->meaning, code->mend);
    if (is_own)
        snprintf(uri, sizeof uri, "%s%s", RULE_URI(code->name));
    else
        snprintf(uri, sizeof uri, "%s", smmra_code_at(index + 1) ? VULKAN_MODEL : SPIRV);
    put(stream, index ? ",\n{\"id\": %s" : "\n{\"id\": %s", code->name);
    put(stream,
        ", \"shortDescription\": {\"text\": %s}, \"fullDescription\": {\"text\": %s}, \"help\": {\"text\": %s}, \"helpUri\": "
        "%s, \"defaultConfiguration\": {\"enabled\": %d, \"level\": %s}}",
        code->meaning, sentences, code->mend, uri, !is_off, is_off ? "none" : message_severity_names[code->severity]);
}

void sarif_write(FILE *stream, const char *results, size_t length) {
    const smmra_code *code;
    put(stream,
        "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", \"runs\": [{\"tool\": "
        "{\"driver\": {\"name\": \"spirv-mmra\", \"version\": %s, \"rules\": [",
        smmra_version_string());
    for (uint32_t i = 0; (code = smmra_code_at(i)); i++)
        put_rule(stream, i, code);
    put(stream, "]}}, \"columnKind\": \"unicodeCodePoints\", \"results\": [");
    if (length) /* without the first comma */
        fwrite(results + 1, 1, length - 1, stream);
    fputs("\n]}]}\n", stream);
}
