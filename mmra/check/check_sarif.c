/* Findings as SARIF 2.1.0, the format that editors and code review read. */
#include "mmra/base/json.h"
#include "mmra/check/check.h"
#include "mmra/ir/ir_source.h"

/* The build may say where docs/reference/checker.md is published. Otherwise rules refer to LLVM's document on the
 * model, which everybody can read who gets a log. */
#ifdef CHECK_HELP_URI
#define RULE_URI(name) CHECK_HELP_URI "#", name
#else
#define RULE_URI(name) "https://llvm.org/docs/AMDGPUUsage.html#memory-model", ""
#endif

/* Writes the content of a JSON string. */
static void json_characters(struct text *out, const char *bytes, size_t length) {
    char piece[JSON_PIECE];
    for (size_t i = 0; i < length;) {
        i += json_character(bytes + i, length - i, piece);
        text_string(out, piece);
    }
}

static void json_string(struct text *out, const char *bytes, size_t length) {
    text_char(out, '"');
    json_characters(out, bytes, length);
    text_char(out, '"');
}

static void json_text(struct text *out, const char *string) {
    json_string(out, string, strlen(string));
}

/* A path as a URI reference: everything but unreserved characters and '/' is percent-encoded. */
static void json_uri(struct text *out, const char *path) {
    text_char(out, '"');
    for (; *path; path++) {
        unsigned char byte = (unsigned char)*path;
        bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
                     strchr("-._~/", byte);
        if (plain) {
            text_char(out, (char)byte);
        } else {
            text_char(out, '%');
            text_hexadecimal(out, byte, 2);
        }
    }
    text_char(out, '"');
}

static const char *const levels[] = {"none", "note", "warning", "error"};

/* Writes what is wrong and what to do as one text. It ends in a full stop, as readers of logs demand. */
static void json_sentences(struct text *out, const struct check_sarif_rule *rule) {
    text_char(out, '"');
    json_characters(out, rule->summary, strlen(rule->summary));
    TEXT_LITERAL(out, "; ");
    json_characters(out, rule->help, strlen(rule->help));
    TEXT_LITERAL(out, ".\"");
}

static void write_rule(struct text *out, const struct check_sarif_rule *rule) {
    TEXT_LITERAL(out, "{\"id\":");
    json_text(out, rule->name);
    TEXT_LITERAL(out, ",\"shortDescription\":{\"text\":");
    json_text(out, rule->summary);
    TEXT_LITERAL(out, "},\"fullDescription\":{\"text\":");
    json_sentences(out, rule);
    TEXT_LITERAL(out, "},\"help\":{\"text\":");
    json_text(out, rule->help);
    TEXT_LITERAL(out, "},\"helpUri\":\"");
    text_string(out, rule->uri);
    text_string(out, rule->anchor);
    TEXT_LITERAL(out, "\",\"defaultConfiguration\":{\"enabled\":");
    text_string(out, rule->severity == CHECK_OFF ? "false" : "true");
    TEXT_LITERAL(out, ",\"level\":");
    json_text(out, levels[rule->severity]);
    TEXT_LITERAL(out, "}}");
}

void check_sarif_begin(struct text *out, const char *version, const struct check_sarif_rule *more, size_t more_count) {
    TEXT_LITERAL(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":["
                      "{\"tool\":{\"driver\":{\"name\":\"spirv-mmra\",\"version\":");
    json_text(out, version);
    TEXT_LITERAL(out, ",\"rules\":[");
    for (int i = 0; i < CHECK_RULE_COUNT; i++) {
        const struct check_rule_info *rule = &check_rules[i];
        text_string(out, i ? ",\n" : "\n");
        write_rule(out, &(struct check_sarif_rule){rule->name, rule->summary, rule->advice, RULE_URI(rule->name),
                                                   rule->severity});
    }
    for (size_t i = 0; i < more_count; i++) {
        TEXT_LITERAL(out, ",\n");
        write_rule(out, &more[i]);
    }
    TEXT_LITERAL(out, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
}

static void write_physical(struct text *out, const char *path, uint32_t line, uint32_t column) {
    TEXT_LITERAL(out, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    json_uri(out, path);
    text_char(out, '}');
    if (line) {
        TEXT_LITERAL(out, ",\"region\":{\"startLine\":");
        text_unsigned(out, line);
        TEXT_LITERAL(out, ",\"startColumn\":");
        text_unsigned(out, column ? column : 1);
        text_char(out, '}');
    }
    text_char(out, '}');
}

static void write_logical(struct text *out, const struct ir_module *module, ir_function function) {
    if (!function)
        return;
    const struct ir_value_info *value = ir_value_get(module, module->functions[function].value);
    struct mmra_string name = ir_string_get(module, value->name);
    TEXT_LITERAL(out, ",\"logicalLocations\":[{\"kind\":\"function\",\"name\":");
    json_string(out, name.bytes, name.length);
    TEXT_LITERAL(out, "}]");
}

/* The source that the IR was compiled from; without one, the IR's own place. */
struct place {
    const char *path;
    uint32_t line, column;
    bool is_source;
};

static struct place place_of(struct text *out, const struct ir_module *module, const char *path, uint32_t instruction,
                             ir_function function, uint32_t line, uint32_t column) {
    struct ir_source source;
    bool found = instruction != CHECK_NO_INSTRUCTION
                     ? ir_source_of_instruction(module, instruction, out->arena, &source)
                     : function && ir_source_of_function(module, function, out->arena, &source);
    return found ? (struct place){source.file, source.line, source.column, true}
                 : (struct place){path, line, column, false};
}

static void write_place(struct text *out, const char *path, uint32_t line, uint32_t column, const char *message) {
    text_char(out, '{');
    write_physical(out, path, line, column);
    TEXT_LITERAL(out, ",\"message\":{\"text\":");
    json_text(out, message);
    TEXT_LITERAL(out, "}}");
}

/* Says in the log what one finding is. */
struct result {
    struct text *out;
    const struct ir_module *module;
    const char *path;
    const struct check_finding *finding;
    struct place place;
};

static struct place related_place(const struct result *r, const struct check_related *related) {
    return place_of(r->out, r->module, r->path, related->instruction, 0, related->line, related->column);
}

/* The last is the place in the IR, if the others are in the source. */
static void write_related(const struct result *r) {
    const struct check_finding *finding = r->finding;
    if (!finding->related_count && !r->place.is_source)
        return;
    TEXT_LITERAL(r->out, ",\"relatedLocations\":[");
    for (uint32_t i = 0; i < finding->related_count; i++) {
        const struct place place = related_place(r, &finding->related[i]);
        text_string(r->out, i ? "," : "");
        write_place(r->out, place.path, place.line, place.column, finding->related[i].message);
    }
    if (r->place.is_source) {
        text_string(r->out, finding->related_count ? "," : "");
        write_place(r->out, r->path, finding->line, finding->column, "the operation in the IR");
    }
    text_char(r->out, ']');
}

static void write_step(struct text *out, bool first, const struct place *place, const char *message) {
    text_string(out, first ? "{\"location\":" : ",{\"location\":");
    write_place(out, place->path, place->line, place->column, message);
    text_char(out, '}');
}

/* The path that control takes from the first place of the mistake to the last. */
static void write_path(const struct result *r) {
    const struct check_finding *finding = r->finding;
    const char *here = check_rules[finding->rule].summary;
    bool from_here = finding->path == CHECK_PATH_FROM_HERE;
    TEXT_LITERAL(r->out, ",\"codeFlows\":[{\"threadFlows\":[{\"locations\":[");
    if (from_here)
        write_step(r->out, true, &r->place, here);
    for (uint32_t i = 0; i < finding->path_count; i++) {
        const struct place place = related_place(r, &finding->related[i]);
        write_step(r->out, i == 0 && !from_here, &place, finding->related[i].message);
    }
    if (!from_here)
        write_step(r->out, !finding->path_count, &r->place, here);
    TEXT_LITERAL(r->out, "]}]}]");
}

void check_sarif_add(struct text *out, bool first, const struct ir_module *module, const char *path,
                     const struct check_finding *finding) {
    const struct result result = {
        out, module, path, finding,
        place_of(out, module, path, finding->instruction, finding->function, finding->line, finding->column)};
    text_string(out, first ? "\n{\"ruleId\":" : ",\n{\"ruleId\":");
    json_text(out, check_rules[finding->rule].name);
    TEXT_LITERAL(out, ",\"ruleIndex\":");
    text_unsigned(out, finding->rule);
    TEXT_LITERAL(out, ",\"level\":");
    json_text(out, levels[finding->severity]);
    TEXT_LITERAL(out, ",\"message\":{\"text\":");
    json_text(out, finding->message);
    TEXT_LITERAL(out, "},\"analysisTarget\":{\"uri\":");
    json_uri(out, path);
    TEXT_LITERAL(out, "},\"locations\":[{");
    write_physical(out, result.place.path, result.place.line, result.place.column);
    write_logical(out, module, finding->function);
    TEXT_LITERAL(out, "}]");
    write_related(&result);
    if (finding->path != CHECK_NO_PATH)
        write_path(&result);
    text_char(out, '}');
}

void check_sarif_end(struct text *out) {
    TEXT_LITERAL(out, "]}]}\n");
}
