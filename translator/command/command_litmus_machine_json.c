/* Answers about machine code as JSON. */
#include "mmra/machine/machine_litmus.h"
#include "translator/command/command_litmus.h"

void machine_json_begin(const char *path, uint32_t processor) {
    json_begin(path);
    json_put(", \"processor\": %s", machine_processor_names[processor]);
}

/* ---- what was found ---- */

static void put_row(const struct litmus *litmus, const struct outcome_value *row) {
    json_put("{");
    for (uint32_t i = 0; i < litmus->observations.count; i++)
        json_put(", %s: %lu", outcome_column(litmus, i, litmus->program.arena), row[i].value);
    json_put("}");
}

void machine_json_fault(const struct machine_statistics *s) {
    json_put(",\n   \"fault\": {\"line\": %u, \"message\": %s}}", s->fault_line, s->fault);
}

void machine_json_answer(const struct litmus *litmus, const struct machine_answer *answer,
                         const struct outcome_value *unsound, bool outcomes) {
    json_put(",\n   \"fault\": null, \"deadlock\": %d, \"complete\": %d,\n   \"unsound\": ", answer->statistics.stuck,
             !answer->statistics.gave_up);
    if (unsound)
        put_row(litmus, unsound);
    else
        json_put("null");
    json_put(", \"waits\": %s, \"execution\": %s,\n   \"outcomes\": [", answer->waits, answer->witness);
    for (uint32_t k = 0; k < answer->found.count && outcomes; k++) {
        json_put(",\n    ");
        put_row(litmus, answer->found.rows[k]);
    }
    json_put("],\n   \"states\": %lu, \"searches\": %lu}", answer->statistics.states, answer->statistics.searches);
}

/* ---- what is not run ---- */

void machine_json_not_judged(const char *path, const char *judgement, const char *why) {
    machine_json_begin(path, litmus_settings.machine);
    json_put(", \"judgement\": %s, \"why\": %s}", judgement, why);
}
