/* libFuzzer: any words as a dispatch: the module runs once on a small grid that its header names (options.h). Nobody
 * has validated it. Whatever the input, nothing crashes, leaks or takes long; there is an answer if and only if the
 * call is a success, and steps stay within their limit. */
#include <stdlib.h>
#include <string.h>

#include "tests/stress/fuzz/options.h"
#include "translator/spirv_mmra_litmus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 20000, MILLISECONDS = 2000 };

static smmra_litmus_options options_from(uint32_t bits, const smmra_options *given) {
    smmra_litmus_options options = SMMRA_DEFAULTS(smmra_litmus_options);
    options.glsl450 = given->glsl450;
    options.specializations = given->specializations;
    options.specialization_count = given->specialization_count;
    options.flags = bits >> 4 & 1 ? SMMRA_LITMUS_FLAG_TWO_GROUPS : 0;
    for (int i = 0; i < 3; i++)
        options.groups[i] = bits >> 9 & 1 ? 0 : 1 + (bits >> (5 + i) & 1);
    options.local[0] = bits >> 8 & 1 ? 0 : 1 + (bits >> 10 & 7);
    options.subgroup = bits >> 13 & 3 ? 1 << (bits >> 13 & 3) : 0;
    options.seed = bits >> 16 & 3;
    options.step_limit = STEPS;
    options.time_limit = MILLISECONDS;
    options.memory_limit = given->memory_limit;
    return options;
}

static void judge(smmra_result result, const smmra_litmus_answer *answer) {
    size_t count;
    if ((result == SMMRA_SUCCESS) != (answer != NULL))
        abort();
    if (!answer)
        return;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++)
        if (!findings[i]->message || strchr(findings[i]->message, '\n'))
            abort();
    if (smmra_litmus_answer_summary(answer)->statistics->evaluations > STEPS)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t count = size / 4;
    uint32_t *words = malloc(count * 4 + 4);
    memcpy(words, data, count * 4);
    uint32_t bits = fuzz_option_bits(words, count);
    const smmra_options given = fuzz_options_from(bits);
    const smmra_litmus_options options = options_from(bits, &given);
    smmra_litmus_answer *answer;
    smmra_result result = smmra_race(words, count * 4, &options, &answer);
    judge(result, answer);
    smmra_litmus_answer_destroy(answer);
    free(words);
    return 0;
}
