/* Answers about machine code as JSON. */
#include <inttypes.h>

#include "mmra/machine/machine_litmus.h"
#include "translator/command/command_litmus.h"

void machine_json_begin(const char *path, uint32_t processor) {
    json_begin(path);
    json_member("processor", machine_processor_names[processor]);
}

/* ---- what was found ---- */

const char *machine_observed_name(const struct litmus *litmus, uint32_t number, char *buffer, size_t size) {
    const struct observed *o = &litmus->observations.items[number];
    const struct program *program = &litmus->program;
    if (o->thread == MODEL_NONE)
        return program->cells[o->number].name;
    const struct program_thread *thread = &program->threads[o->thread];
    snprintf(buffer, size, "%s:%s", thread->name, thread->registers[o->number].name);
    return buffer;
}

static void put_row(const struct litmus *litmus, const struct outcome_value *row) {
    char buffer[256];
    printf("{");
    for (uint32_t i = 0; i < litmus->observations.count; i++) {
        printf(i ? ", " : "");
        json_string(stdout, machine_observed_name(litmus, i, buffer, sizeof buffer));
        printf(": %" PRIu64, row[i].value);
    }
    printf("}");
}

void machine_json_fault(const struct machine_statistics *s) {
    printf(",\n   \"fault\": {\"line\": %" PRIu32, s->fault_line);
    json_member("message", s->fault);
    printf("}}");
}

void machine_json_answer(const struct litmus *litmus, const struct machine_answer *answer,
                         const struct outcome_value *unsound, bool outcomes) {
    printf(",\n   \"fault\": null, \"deadlock\": %s, \"complete\": %s", answer->statistics.stuck ? "true" : "false",
           answer->statistics.gave_up ? "false" : "true");
    printf(",\n   \"unsound\": ");
    if (unsound)
        put_row(litmus, unsound);
    else
        printf("null");
    json_member("execution", answer->witness);
    printf(",\n   \"outcomes\": [");
    for (uint32_t k = 0; k < answer->found.count && outcomes; k++) {
        printf(k ? ",\n    " : "\n    ");
        put_row(litmus, answer->found.rows[k]);
    }
    printf("],\n   \"states\": %" PRIu64 ", \"searches\": %" PRIu64 "}", answer->statistics.states,
           answer->statistics.searches);
}

/* ---- what is not run ---- */

void machine_json_not_judged(const struct litmus_settings *settings, const char *path, const char *judgement,
                             const char *why) {
    machine_json_begin(path, settings->machine);
    json_member("judgement", judgement);
    json_member("why", why);
    printf("}");
}
