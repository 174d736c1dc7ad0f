#include "translator/answers/verdict.h"

#include <stdio.h>
#include <string.h>

#include "translator/option_names.h"

/* The conservative reading is among what a verdict takes for granted. */
const char *verdict_reading_text(char text[VERDICT_TEXT], const char *reading, const bool *drivers, uint32_t flags) {
    const char *option = option_name(flags, OPTION_ID_GLSL450);
    if (!reading || strcmp(reading, "strict") != 0)
        return NULL;
    if (!drivers)
        snprintf(text, VERDICT_TEXT, "GLSL450 as the specification reads it (%s=strict)", option);
    else
        snprintf(text, VERDICT_TEXT, "GLSL450 as the specification reads it; as drivers read it (%s=conservative): %s",
                 option, *drivers ? "a data race, too" : "no data race on this run");
    return text;
}

const char *verdict_grid_text(char text[VERDICT_TEXT], const uint32_t groups[3], const uint32_t local[3],
                              uint32_t subgroup) {
    snprintf(text, VERDICT_TEXT, "%ux%ux%u workgroups of %ux%ux%u invocations, subgroups of %u", groups[0], groups[1],
             groups[2], local[0], local[1], local[2], subgroup);
    return text;
}

bool verdict_is_of_equal(const smmra_litmus_finding *finding) {
    return finding->fault == SMMRA_LITMUS_FAULT_NOT_DECIDED && finding->place_count;
}

bool verdict_is_too_much(const smmra_litmus_answer *answer) {
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    bool is_unknown = smmra_litmus_answer_summary(answer)->faults == 1u << SMMRA_LITMUS_FAULT_NOT_DECIDED;
    for (size_t i = 0; i < count; i++)
        is_unknown &= !verdict_is_of_equal(findings[i]);
    return is_unknown;
}

/* One workgroup is asked after two; this bound keeps the time of the first attempt short. */
enum { MOST_STEPS_OF_TWO = 20000 };

smmra_result verdict_ask(const void *program, size_t length, const smmra_litmus_options *options,
                         smmra_litmus_answer **answer, bool *fell_back) {
    smmra_litmus_options two = *options;
    *fell_back = false;
    if (options->language != SMMRA_LITMUS_LANGUAGE_SPIRV || options->groups[0] || options->local[0] ||
        options->flags & SMMRA_LITMUS_FLAG_TRANSLATE)
        return smmra_litmus(program, length, options, answer);
    two.flags |= SMMRA_LITMUS_FLAG_TWO_GROUPS;
    two.step_limit = MOST_STEPS_OF_TWO;
    two.diagnose = NULL;
    smmra_result result = smmra_litmus(program, length, &two, answer);
    const smmra_litmus_summary *summary = result == SMMRA_SUCCESS ? smmra_litmus_answer_summary(*answer) : NULL;
    bool is_known = summary && !verdict_is_too_much(*answer);
    if (is_known || (summary && options->cancel && options->cancel(options->cancel_user)))
        return result;
    *fell_back = summary && summary->groups_by_default && summary->groups[0] == 2;
    smmra_litmus_answer_destroy(*answer);
    return smmra_litmus(program, length, options, answer);
}
