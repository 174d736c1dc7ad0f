/* Answers about litmus programs as JSON. */
#include <inttypes.h>
#include <string.h>

#include "translator/command/command_litmus.h"

/* ---- what all commands share ---- */

void json_string(FILE *stream, const char *text) {
    putc('"', stream);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            putc('\\', stream);
        if (c == '\t' || c == '\n')
            fputs(c == '\t' ? "\\t" : "\\n", stream);
        else
            putc(c < 0x20 || c > 0x7E ? '?' : c, stream);
    }
    putc('"', stream);
}

void json_source(FILE *stream, const smmra_source *source) {
    if (!source) {
        fputs("null", stream);
        return;
    }
    fputs("{\"file\": ", stream);
    json_string(stream, source->file ? source->file : "");
    fprintf(stream, ", \"line\": %" PRIu32 ", \"column\": %" PRIu32 "}", source->line, source->column);
}

/* ---- one answer ---- */

static void put_text(const char *name, const char *text) {
    printf(", \"%s\": ", name);
    if (text)
        json_string(stdout, text);
    else
        printf("null");
}

static void put_statistics(const smmra_litmus_statistics *s) {
    printf(",\n   \"executions\": %" PRIu64 ", \"evaluations\": %" PRIu64, s->executions, s->evaluations);
}

static void put_finding(const smmra_litmus_finding *finding) {
    printf("    {\"fault\": \"%s\"", smmra_litmus_fault_name(finding->fault));
    put_text("message", finding->message);
    printf(", \"places\": [");
    for (size_t i = 0; i < finding->place_count; i++) {
        const smmra_place *place = &finding->places[i];
        printf("%s{\"word\": %" PRIu32 ", \"source\": ", i ? ", " : "", place->word);
        json_source(stdout, place->source);
        put_text("message", place->message);
        printf("}");
    }
    printf("]");
    put_text("execution", finding->witness);
    printf("}");
}

static void put_findings(const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *findings = smmra_litmus_answer_findings(answer, &count);
    printf(",\n   \"findings\": [");
    for (size_t i = 0; i < count; i++) {
        printf(i ? ",\n" : "\n");
        put_finding(&findings[i]);
    }
    printf("]");
}

static void put_outcomes(const smmra_litmus_answer *answer) {
    const char *const *names;
    size_t width, count;
    const smmra_litmus_value *value = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    printf(",\n   \"outcomes\": [");
    for (size_t k = 0; k < count; k++) {
        printf("%s{", k ? ",\n    " : "\n    ");
        for (size_t i = 0; i < width; i++, value++) {
            printf(i ? ", " : "");
            json_string(stdout, names[i]);
            if (value->kind == SMMRA_LITMUS_VALUE)
                printf(": %" PRIu64, value->value);
            else
                printf(value->kind == SMMRA_LITMUS_UNDEFINED ? ": \"undef\"" : ": null");
        }
        printf("}");
    }
    printf("]");
}

static void put_expectations(const smmra_litmus_answer *answer) {
    size_t count, left_out;
    const smmra_litmus_expectation *e = smmra_litmus_answer_expectations(answer, &count, &left_out);
    static const char *const met[] = {"null", "false", "true", "\"unknown\""};
    if (!count)
        return;
    printf(",\n   \"expectations\": [");
    for (size_t i = 0; i < count; i++)
        printf("%s{\"line\": %" PRIu32 ", \"satisfiable\": %s, \"met\": %s}", i ? ", " : "", e[i].line,
               e[i].satisfiable ? "true" : "false", met[e[i].met]);
    printf("]");
}

static void put_grid(const smmra_litmus_summary *s) {
    if (s->subgroup)
        printf(",\n   \"grid\": {\"groups\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "], \"local\": [%" PRIu32 ", %" PRIu32
               ", %" PRIu32 "], \"subgroup\": %" PRIu32 "}",
               s->groups[0], s->groups[1], s->groups[2], s->local[0], s->local[1], s->local[2], s->subgroup);
}

void litmus_print_json(const char *path, const smmra_litmus_answer *answer, bool *first) {
    static const char *const verdicts[] = {"null", "false", "true", "\"unknown\""};
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    printf(*first ? "[\n  {\"file\": " : ",\n  {\"file\": ");
    *first = false;
    json_string(stdout, path);
    put_grid(summary);
    if (summary->judgement_name) {
        put_text("judgement", summary->judgement_name);
        put_text("why", summary->why);
    } else {
        printf(",\n   \"condition\": %s, \"race\": %s", verdicts[summary->condition], verdicts[summary->race]);
        put_findings(answer);
        put_outcomes(answer);
        put_expectations(answer);
    }
    put_text("estimate", summary->estimate);
    put_statistics(&summary->statistics);
    printf("}");
}
